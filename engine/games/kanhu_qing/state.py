"""What the rules read from a board: the players of the deal, whose turn it is, the barred card, and who could win."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Final

from ...kit.facts import Fact
from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.chance import Chance
from ...model.zones import zone_id
from .hand_solver.nearest import loose_cards
from .hand_solver.wins import code_wins
from .pack import DECK, HAND_SIZE, HONOURS, HouseRules, code_of
from .scoring import Past, Standing, able_to_pay

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""The house rules of a table."""

TAKES_A_SEAT: Final = 4
"""After so many discards taken in a row for each player, the next player must buy."""

PLAYERS: Final[Fact[tuple[Seat, ...]]] = Fact("players", tuple)
"""Seats that play in this deal."""
POT: Final = Fact("pot", int, 0)
IN_TURN: Final = Fact("turn", int)
"""The seat in turn; while its discard is on offer, the one that has just discarded."""
TAKES: Final = Fact("takes", int, 0)
"""How often in a row a discard was taken."""
TAKEN: Final = Fact("taken", Card, None)
"""The discard that the seat in turn has taken: it may not be discarded now. Rule: kanhu_qing §4.5."""
DREW: Final = Fact("drew", bool, None)
"""Whether the seat in turn has bought a card instead."""
WINNER: Final = Fact("winner", int, None)


def draw_for_deal(board: Board, seed: str) -> tuple[tuple[Card, ...], Seat]:
    """The cards drawn until one has a number, and the seat where the count to it ends. Rule: kanhu_qing §2.4."""
    drawn: list[Card] = []
    for card in Chance(seed, "0 dealer").shuffled(DECK.cards):
        drawn.append(card)
        if card not in HONOURS:
            break
    dealer = 0
    for _ in range(int(drawn[-1][1:]) - 1):
        dealer = _beside(board, dealer)
    return tuple(drawn), dealer


def dealer_of_next(board: Board) -> Seat:
    """The next dealer: the last winner, or the next player; if that seat cannot play, the next one that can.

    Rule: kanhu_qing §7.2, §8.7.
    """
    able = able_to_pay(board.totals, board.playing, house_of(board))
    winner = WINNER.of(board)
    dealer = _beside(board, board.dealer)
    if house_of(board).winner_deals and winner is not None:
        dealer = winner
    for _ in range(board.seats):
        if dealer in able:
            return dealer
        dealer = _beside(board, dealer)
    return board.playing[0]


def next_of(board: Board, seat: Seat) -> Seat:
    """The player whose turn follows a seat's, in the direction of play. Rule: kanhu_qing §2.3, §8.5."""
    players = PLAYERS.of(board)
    seat = _beside(board, seat)
    while seat not in players:
        seat = _beside(board, seat)
    return seat


def in_turn_from(board: Board, seat: Seat) -> Iterator[Seat]:
    """Every player of the deal once, in the direction of play, beginning with this one."""
    for _ in PLAYERS.of(board):
        yield seat
        seat = next_of(board, seat)


def top_discard(board: Board) -> Card:
    """The latest discard."""
    return board.zones["discard"][-1]


def may_take(board: Board) -> bool:
    """Whether the next player may take the discard, or must buy. Rule: kanhu_qing §4.6."""
    return TAKES.of(board) < TAKES_A_SEAT * len(PLAYERS.of(board))


def hand_of(board: Board, seat: Seat) -> list[Card]:
    """The cards of a seat."""
    return board.zones[zone_id("hand", seat)]


def can_win(board: Board, hand: list[Card]) -> bool:
    """Whether these cards win. Rule: kanhu_qing §5.1."""
    return len(hand) == HAND_SIZE and code_wins(code_of(hand), house_of(board).book)


def idle_card(board: Board, hand: list[Card]) -> Card:
    """The discard when the time runs out: a card in no complete group, if there is one. Rule: kanhu_qing §9.1."""
    barred = TAKEN.of(board)
    order = (*loose_cards(hand, house_of(board).book), *DECK.sort(hand))
    return next(card for card in order if card != barred)


def standing_of(board: Board) -> Standing:
    """The match before the deal in progress is scored."""
    return Standing(
        tuple(Past(scored.how, scored.points) for scored in board.scores),
        tuple(board.totals),
        PLAYERS.of(board),
        board.playing,
        house_of(board),
    )


def _beside(board: Board, seat: Seat) -> Seat:
    return board.right_of(seat) if house_of(board).to_right else board.left_of(seat)
