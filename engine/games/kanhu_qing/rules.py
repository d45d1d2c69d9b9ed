"""Kanhu, Qing: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.first_dealer import tell_draw
from ...model.board import Board
from ...model.cards import Card, Deck, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.phases import Between, Phase
from . import hints
from .hand_solver.nearest import outlook
from .hand_solver.wins import choices_of_eyes, division
from .meta import META
from .pack import DECK, HAND_SIZE, HouseRules, code_of, complete_options
from .scoring import able_to_pay, reckon_drawn, reckon_returned, reckon_won, refund, standing_pot
from .state import (
    DREW,
    IN_TURN,
    PLAYERS,
    POT,
    TAKEN,
    TAKES,
    WINNER,
    can_win,
    dealer_of_next,
    draw_for_deal,
    hand_of,
    house_of,
    idle_card,
    in_turn_from,
    may_take,
    next_of,
    standing_of,
    top_discard,
)

if TYPE_CHECKING:
    from ...model.view import View
    from ...play.match_end import MatchResult, Reckoning
    from ...play.table import Table


LEAST_PLAYERS: Final = 2


class Dealing(Phase):
    """The antes, and fourteen cards each, fifteen for the dealer. Rule: kanhu_qing §2.4, §3."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        house = house_of(table)
        players = able_to_pay(table.totals, table.playing, house)
        if len(players) < LEAST_PLAYERS:  # a player left, and the others cannot go on
            PLAYERS.declare(table, ())
            table.enter(Counting.name)
            return
        tell_draw(table, draw_for_deal)
        PLAYERS.declare(table, players)
        POT.declare(table, standing_pot(table.totals) + house.ante * len(players))
        dealer = table.dealer
        table.deal_hands((seat, HAND_SIZE - (seat != dealer)) for seat in in_turn_from(table, dealer))
        IN_TURN.declare(table, dealer, dealer)
        table.enter(Turn.name)


class Turn(Phase):
    """The seat in turn holds fifteen cards: it discards one, or wins. Rule: kanhu_qing §4.1, §4.3, §6."""

    name = "turn"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (IN_TURN.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand, barred = hand_of(table, seat), TAKEN.of(table)
        discard = Choice("discard", tuple(card for card in hand if card != barred), 1, 1, paragraph="4.3")
        return (Choice("win", paragraph="6.1"), discard) if can_win(table, hand) else (discard,)

    def default(self, table: Table, seat: Seat) -> Move:
        if DREW.of(table) and table.last_drawn is not None:
            return Move("discard", (table.last_drawn,))
        return Move("discard", (idle_card(table, hand_of(table, seat)),))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "win":
            WINNER.declare(table, seat, seat)
            table.enter(Counting.name)
            return
        table.move(move.cards, zone_id("hand", seat), "discard")
        has_others = len(PLAYERS.of(table)) > LEAST_PLAYERS
        table.enter(Claims.name if house_of(table).out_of_turn_win and has_others else Offer.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_discard(table, seat, move)


class Claims(Phase):
    """With the option on, every player may win with the latest discard; all answer at once. Rule: kanhu_qing §8.4."""

    name = "claims"
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        thrower = IN_TURN.of(board)
        return tuple(seat for seat in PLAYERS.of(board) if seat != thrower)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        passing = Choice("pass", paragraph="8.4")
        if can_win(table, [*hand_of(table, seat), top_discard(table)]):
            return (Choice("win", paragraph="8.4"), passing)
        return (passing,)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("pass")

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        for seat in in_turn_from(table, next_of(table, IN_TURN.of(table))):
            if seat in answers and answers[seat].verb == "win":
                table.move((top_discard(table),), "discard", zone_id("hand", seat))
                WINNER.declare(table, seat, seat)
                table.enter(Counting.name)
                return
        table.enter(Offer.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_claim(table, seat, move)


class Offer(Phase):
    """The next player takes the latest discard, or buys a card. Rule: kanhu_qing §4.2."""

    name = "offer"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (next_of(board, IN_TURN.of(board)),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        take = (Choice("take", paragraph="4.2"),) if may_take(table) else ()
        if table.zones["stock"]:
            return (*take, Choice("buy", paragraph="4.2"))
        return (*take, Choice("leave", paragraph="4.8"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("buy" if table.zones["stock"] else "leave")

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "leave":
            table.enter(Counting.name)
        elif move.verb == "take":
            card = top_discard(table)
            table.move((card,), "discard", zone_id("hand", seat))
            TAKES.declare(table, TAKES.of(table) + 1)
            self._begin_turn(table, seat, taken=card)
        else:
            table.draw(1, "stock", zone_id("hand", seat))
            if TAKES.of(table):
                TAKES.declare(table, 0)
            self._begin_turn(table, seat, taken=None)

    def _begin_turn(self, table: Table, seat: Seat, *, taken: Card | None) -> None:
        if TAKEN.of(table) != taken:
            TAKEN.declare(table, taken)
        if DREW.of(table) != (taken is None):
            DREW.declare(table, taken is None)
        IN_TURN.declare(table, seat, seat)
        table.enter(Turn.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_take(table, move)


class Counting(Phase):
    """The winner's cards are shown, the pot is paid, and the match goes on or ends.

    Rule: kanhu_qing §6.3, §6.4, §6.5, §7.
    """

    name = "counting"

    def enter(self, table: Table) -> None:
        result, outcome = self._reckon(table)
        table.score(result.how, result.points, result.lines)
        if outcome is not None:
            table.end_match(outcome.how, outcome.winners)
            return
        if table.deal >= house_of(table).hands:
            table.declare("extra_deal", table.deal - house_of(table).hands + 1)
        table.next_deal()

    def _reckon(self, table: Table) -> tuple[Reckoning, MatchResult | None]:
        before, winner = standing_of(table), WINNER.of(table)
        if not before.players:
            return reckon_returned(before)
        if winner is None:
            return reckon_drawn(before)
        table.turn_up(zone_id("hand", winner))
        groups = division(hand_of(table, winner), house_of(table).book)
        assert groups is not None, "only a winning hand wins"
        return reckon_won(before, winner, groups)


def no_discard(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """Why a move of the seat in turn is refused."""
    hand = hand_of(board, seat)
    if move.verb == "win":
        if can_win(board, hand):
            return IllegalMove("To win, select no card.", "6.1")
        return IllegalMove(f"You cannot win: {_what_is_wrong(board, hand)}.", "5.1")
    if move.verb != "discard":
        return IllegalMove("", "4.3")
    if len(move.cards) != 1 or move.places or move.groups:
        return IllegalMove("Discard exactly one card.", "4.3")
    if move.cards[0] not in hand:
        return IllegalMove(f"{move.cards[0]} is not in your hand.", "4.3")
    return IllegalMove(f"You cannot discard {move.cards[0]}: you took it this turn. Discard another card.", "4.5")


def no_take(board: Board, move: Move) -> IllegalMove:
    """Why a move of the next player is refused."""
    has_stock = bool(board.zones["stock"])
    if move.verb == "take" and not may_take(board):
        return IllegalMove("You cannot take the discard: the players took too many discards in a row.", "4.6")
    if move.verb == "buy" and not has_stock:
        return IllegalMove("You cannot buy: the stock is empty.", "4.8")
    if move.verb == "leave" and has_stock:
        return IllegalMove("You can leave the discard without buying only if the stock is empty.", "4.2")
    if move.verb in ("take", "buy", "leave"):
        return IllegalMove("To take, buy or leave, select no card.", "4.2")
    if move.verb == "win":
        return IllegalMove("You need fifteen cards to win.", "6.2")
    return IllegalMove("", "4.2")


def no_claim(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """Why a move of a player in the claim window is refused."""
    if move.verb == "win":
        hand = [*hand_of(board, seat), top_discard(board)]
        if can_win(board, hand):
            return IllegalMove("To win, select no card.", "8.4")
        return IllegalMove(f"You cannot win with {top_discard(board)}: {_what_is_wrong(board, hand)}.", "8.4")
    return IllegalMove("To pass, select no card." if move.verb == "pass" else "It is not your turn.", "8.4")


def _what_is_wrong(board: Board, hand: list[Card]) -> str:
    book = house_of(board).book
    if not any(True for _ in choices_of_eyes(code_of(hand), book)):
        return "you have no eyes"
    thrown = outlook(hand, book).thrown
    if not thrown:
        return "some cards fit nowhere"
    return f"{' '.join(thrown)} {'fits' if len(thrown) == 1 else 'fit'} nowhere"


class KanhuQing(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("discard", Visibility.PUBLIC),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Turn(), Claims(), Offer(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset(("discard", "win", "take", "buy", "leave", "pass"))
    arrangements = ("groups", "suit", "rank")
    hints = hints

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """120 cards. Rule: kanhu_qing §2.1."""
        return DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: kanhu_qing §8."""
        return HouseRules.of(options)

    def in_hand(self, view: View) -> Mapping[str, str]:
        """The viewer's groups of each kind. Rule: kanhu_qing §5."""
        return hints.in_hand(view)

    def complete_options(self, options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
        """Two deals for each player, unless the host sets a number. Rule: kanhu_qing §7.3, §8.6."""
        return complete_options(options, seats)

    def choose_dealer(self, table: Table) -> Seat:
        """The first dealer by a drawn card; then the winner, or the next player. Rule: kanhu_qing §2.4, §7.2."""
        return dealer_of_next(table) if table.deal else draw_for_deal(table, table.deal_seed)[1]

    def refund(self, board: Board) -> tuple[int, ...]:
        """The antes of the drawn deals since the last win. Rule: kanhu_qing §7.6."""
        return refund(standing_of(board))


GAME: Final = KanhuQing()
