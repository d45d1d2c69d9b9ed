"""Reading a board: whose trick it is so far, what has been played, and what a seat does not know the place of."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, cast

from ...model.board import Board, number_of
from ...model.cards import Card, Seat
from ...model.chance import Chance
from ...model.events import FactValue
from ...model.zones import zone_id
from .cards import ALL, PACK, PLACE, set_of
from .meta import META
from .scoring import Prize

HANDS: Final = tuple(zone_id("hand", seat) for seat in range(META.most_seats))
SLUFFS: Final = tuple(zone_id("sluff", seat) for seat in range(META.most_seats))
TAKEN: Final = tuple(zone_id("taken", seat) for seat in range(META.most_seats))


def leader_of(board: Board) -> Seat:
    """Who leads the present trick."""
    return number_of(board, "leader")


def best_of(board: Board) -> tuple[Seat, tuple[Card, ...]]:
    """Who holds the trick so far, and with what."""
    return play_told(board.facts["best"])


def play_told(value: FactValue) -> tuple[Seat, tuple[Card, ...]]:
    """The seat and the cards in the public fact that says what holds the trick."""
    assert isinstance(value, tuple)
    seat, cards = value[0], value[1:]
    assert isinstance(seat, int)
    return seat, cast(tuple[Card, ...], cards)


def answers_next(board: Board) -> Seat:
    """Who answers the lead next: to the right of the leader the first who holds more; the leader if nobody is left."""
    zones, leader = board.zones, leader_of(board)
    left = len(zones[HANDS[leader]])
    for steps in range(1, board.seats):
        seat = board.right_of(leader, steps)
        if len(zones[HANDS[seat]]) > left:
            return seat
    return leader


def answers_last(board: Board, seat: Seat) -> bool:
    """Whether nobody plays to the present trick after a seat."""
    return board.right_of(seat) == leader_of(board)


def prizes_of(board: Board) -> tuple[Prize, ...]:
    """The bonuses won in this hand, in order."""
    told = board.facts.get("prizes", ())
    assert isinstance(told, tuple)
    seats, plays = told[::2], told[1::2]
    return tuple(
        Prize(int(seat), set_of(Card(face) for face in str(play).split()))
        for seat, play in zip(seats, plays, strict=True)
    )


def captured_from(board: Board, taker: Seat, sluffer: Seat) -> Sequence[Card]:
    """What a seat has taken face down of another's cards."""
    return board.zones.get(zone_id("captured", taker, sluffer), ())


def captured_count(board: Board, taker: Seat) -> int:
    """How many cards a seat has taken, open and face down."""
    unseen = sum(len(captured_from(board, taker, sluffer)) for sluffer in range(board.seats))
    return len(board.zone("taken", taker)) + unseen


def unseen_by(board: Board, seat: Seat) -> int:
    """The cards of which a seat does not know where they are, as a set: neither held, nor open, nor sluffed by it.

    board: a table, or the seat's own view; both give the same.
    """
    known: list[Card] = []
    for zone in _zones_known_to(seat, board.seats):
        known += board.zones.get(zone, ())
    return ALL - set_of(known)


@cache
def _zones_known_to(seat: Seat, seats: int) -> tuple[str, ...]:
    """Where the cards lie whose place a seat knows."""
    takers = range(seats)
    taken = [zone_id("taken", taker) for taker in takers] + [zone_id("captured", taker, seat) for taker in takers]
    return (zone_id("hand", seat), "trick", zone_id("sluff", seat), *taken)


@lru_cache(maxsize=1)  # asked twice for a hand: for its eldest, and for the cards to show
def draw_for_eldest(seed: str, hand: int, seats: int) -> tuple[tuple[Card, ...], Seat]:
    """The cards drawn before a hand, by seat, and who has the highest. Rule: kanhu_ming §2.3."""
    drawn = tuple(Chance(seed, f"{hand} eldest").shuffled(PACK)[:seats])
    return drawn, max(range(seats), key=lambda seat: PLACE[drawn[seat]])
