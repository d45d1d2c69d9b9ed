"""What the rules read from a board: the best play of the trick, the cards played, and the cards that a seat has not
seen.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

from ...kit.facts import Fact, fact_of_pairs
from ...kit.tricks import HANDS, LEADER
from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.chance import Chance
from ...model.zones import zone_id
from .cards import ALL, PACK, PLACE, HouseRules, set_of
from .meta import META
from .scoring import Prize

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""What the table has agreed on."""

SLUFFS: Final = tuple(zone_id("sluff", seat) for seat in range(META.most_seats))


def play_told(value: Any) -> tuple[Seat, tuple[Card, ...]]:
    """The seat and the cards of the best play, read from the public fact."""
    return value[0], value[1:]


BEST: Final = Fact("best", play_told, write=lambda play: (play[0], *play[1]))
"""The best play of the trick so far: its seat and its cards."""
PRIZES: Final = fact_of_pairs("prizes", int, str)
"""The bonuses won in this deal: seats and cards, in order."""


def answers_next(board: Board) -> Seat:
    """The seat that answers next: the first to the right of the leader that still holds more cards; the leader if there
    is none.
    """
    zones, leader = board.zones, LEADER.of(board)
    left = len(zones[HANDS[leader]])
    for steps in range(1, board.seats):
        seat = board.right_of(leader, steps)
        if len(zones[HANDS[seat]]) > left:
            return seat
    return leader


def answers_last(board: Board, seat: Seat) -> bool:
    """Whether a seat plays last to the current trick."""
    return board.right_of(seat) == LEADER.of(board)


def prizes_of(board: Board) -> tuple[Prize, ...]:
    """The bonuses won in this deal, in order."""
    return tuple(Prize(seat, set_of(map(Card, play.split()))) for seat, play in PRIZES.of(board))


def captured_from(board: Board, taker: Seat, sluffer: Seat) -> Sequence[Card]:
    """The cards that one seat discarded and another took face down."""
    return board.zones.get(zone_id("captured", taker, sluffer), ())


def captured_count(board: Board, taker: Seat) -> int:
    """How many cards a seat has taken, face up and face down."""
    unseen = sum(len(captured_from(board, taker, sluffer)) for sluffer in range(board.seats))
    return len(board.zone("taken", taker)) + unseen


def unseen_by(board: Board, seat: Seat) -> int:
    """The cards that a seat has not seen, as a set: not in its hand, not face up, and not discarded by it.

    board: a table, or the seat's own view; both give the same.
    """
    known: list[Card] = []
    for zone in _zones_known_to(seat, board.seats):
        known += board.zones.get(zone, ())
    return ALL - set_of(known)


@cache
def _zones_known_to(seat: Seat, seats: int) -> tuple[str, ...]:
    """The zones whose cards a seat knows."""
    takers = range(seats)
    taken = [zone_id("taken", taker) for taker in takers] + [zone_id("captured", taker, seat) for taker in takers]
    return (zone_id("hand", seat), "trick", zone_id("sluff", seat), *taken)


@lru_cache(maxsize=1)  # called twice in a deal: for the first leader, and for the cards that are shown
def draw_for_eldest(seed: str, hand: int, seats: int) -> tuple[tuple[Card, ...], Seat]:
    """The cards drawn before a deal, by seat, and the seat with the highest. Rule: kanhu_ming §2.3."""
    drawn = tuple(Chance(seed, f"{hand} eldest").shuffled(PACK)[:seats])
    return drawn, max(range(seats), key=lambda seat: PLACE[drawn[seat]])
