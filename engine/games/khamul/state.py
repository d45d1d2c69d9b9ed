"""Public facts of a round, read from the board: whose turn it is, the places with cards, and the open powers."""

from collections.abc import Callable
from operator import attrgetter
from typing import Final, NamedTuple

from ...kit.facts import Fact, fact_of_pairs
from ...kit.stock import Restock
from ...model.board import Board
from ...model.cards import Card, Seat
from .cards import MOST_FREE_MOVES, MOST_IN_A_TURN, ROWS, HouseRules
from .meta import META

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""The house rules of a table."""

NEXT_TURN: Final = "next"
"""What follows when all powers are used, unless they came up in the middle of a turn."""

TURN_NUMBER: Final = Fact("turn", int, 0)
"""The number of the turn in this round, from 1; 0 before the first."""
CALLER: Final = Fact("khamul", int, None)
"""The player who called Khamul, if any. Rule: khamul §7.1."""
REFUSED: Final = Fact("refused", int, None)
"""The turn in which a call was last refused."""
WAITING: Final = fact_of_pairs("powers", Card, int)
"""The powers that wait to be used, the next first: the card and who put it on the pile. Rule: khamul §6.2."""
RESUME: Final = Fact("resume", str, NEXT_TURN)
"""The phase that goes on when all powers are used."""
MATCHED_AGAIN: Final[Fact[tuple[int, int]]] = Fact("matched_again", tuple, (0, 0))
"""The turn in which the matching last started again, and how often in that turn. Rule: khamul §5.5."""


class FreeMoves(NamedTuple):
    """The moves of a seat that left open what the table waited for: in this turn by kind, and in this round."""

    turn: int = 0
    rearranged: int = 0
    matched: int = 0
    in_round: int = 0


FREE_MOVES: Final[tuple[Fact[FreeMoves], ...]] = tuple(
    Fact(f"free:{seat}", lambda parts: FreeMoves(*parts), FreeMoves(), write=tuple) for seat in range(META.most_seats)
)
"""For each seat: its free moves, with the turn of the last one."""

RESTOCK: Final = Restock(Fact("reforms", int, 0), "reform")
"""Rule: khamul §4.5."""


def in_turn(board: Board) -> Seat:
    """Whose turn it is. Rule: khamul §4.1."""
    return board.left_of(board.dealer, TURN_NUMBER.of(board))


def may_call(board: Board) -> bool:
    """Whether Khamul may be called in this turn, apart from the phase. Rule: khamul §7.1, §11.5."""
    return CALLER.of(board) is None and REFUSED.of(board) != TURN_NUMBER.of(board)


def places_of(board: Board, seat: Seat) -> tuple[str, ...]:
    """The places of a seat that have a card, by number."""
    zones, found = board.zones, []
    for place in ROWS[seat]:
        held = zones.get(place)
        if held:
            found.append(place)
        elif held is None:
            break
    return tuple(found)


def cards_of(board: Board, seat: Seat) -> list[Card]:
    """The cards of a seat by place, including unknown faces."""
    zones = board.zones
    return [zones[place][0] for place in places_of(board, seat)]


def next_place(board: Board, seat: Seat) -> str:
    """The place for the next unseen card of a seat. Rule: khamul §2.3."""
    zones = board.zones
    return next(place for place in ROWS[seat] if not zones.get(place))


def holders(board: Board) -> tuple[Seat, ...]:
    """Seats that have a card."""
    return tuple(seat for seat in board.playing if has_card(board, seat))


def has_card(board: Board, seat: Seat) -> bool:
    """Whether a seat has a card."""
    zones = board.zones
    for place in ROWS[seat]:
        held = zones.get(place)
        if held:
            return True
        if held is None:
            break
    return False


def top_card(board: Board) -> Card | None:
    """The top of the pile."""
    pile = board.zones["discard"]
    return pile[-1] if pile else None


def has_penalty_card(board: Board) -> bool:
    """Whether there is a card to match, and one to draw if that fails. Rule: khamul §5.6."""
    return bool(board.zones["discard"]) and RESTOCK.can_draw(board)


def can_match_freely(board: Board, seat: Seat) -> bool:
    """Whether a seat may match the top card outside the matching phase. Rule: khamul §5.6, §5.8."""
    made = free_moves(board, seat)
    may_match = made.matched < MOST_IN_A_TURN and made.in_round < MOST_FREE_MOVES
    return may_match and has_penalty_card(board) and has_card(board, seat)


def matched_again(board: Board) -> int:
    """How often the matching started again in this turn. Rule: khamul §5.5."""
    turn, times = MATCHED_AGAIN.of(board)
    return times if turn == TURN_NUMBER.of(board) else 0


def may_match_again(board: Board) -> bool:
    """Whether the matching may start again. Rule: khamul §5.5."""
    return matched_again(board) < MOST_IN_A_TURN


def targets_of(board: Board, owner: Seat) -> tuple[Seat, ...]:
    """Seats against which a king or queen may be used. Rule: khamul §6.3, §6.4, §11.6."""
    spared = CALLER.of(board) if house_of(board).lock_caller else None
    return tuple(seat for seat in board.clockwise_from(owner) if seat not in (owner, spared))


def free_moves(board: Board, seat: Seat) -> FreeMoves:
    """The free moves of a seat in this turn and in this round."""
    made, turn = FREE_MOVES[seat].of(board), TURN_NUMBER.of(board)
    return made if made.turn == turn else FreeMoves(turn, in_round=made.in_round)


def can_rearrange(board: Board, seat: Seat) -> bool:
    """Whether a seat may exchange two of its cards now, apart from the phase. Rule: khamul §3.4, §5.8."""
    made = free_moves(board, seat)
    may_move = made.rearranged < MOST_IN_A_TURN and made.in_round < MOST_FREE_MOVES
    return may_move and len(places_of(board, seat)) > 1
