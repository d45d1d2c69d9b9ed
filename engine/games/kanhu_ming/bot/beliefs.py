"""What a seat knows of a deal in progress, from its view: the trick, the cards out, and the discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....bots.memory import events_of_deal
from ....kit.tricks import LEADER
from ....model.cards import Seat
from ....model.events import Declared, Moved
from ..cards import set_of
from ..state import BEST, answers_next, captured_count, captured_from, play_told, prizes_of, unseen_by
from .state import TrickState

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A hand in progress as one seat knows it. Sets of cards are numbers of 30 bits.

    me: the seat. hand: its cards. unseen: those of which it does not know where they are. leader: of the present
    trick. best, taker: what holds the trick, 0 before the lead, and whose it is. answered: how many have played to it.
    sizes: cards held, by seat. points: so far, by seat. thrown: how many of the unseen cards each seat has discarded.
    declined: what held the trick, by seat, each time that the seat sluffed.
    """

    me: Seat
    hand: int
    unseen: int
    leader: Seat
    best: int
    taker: Seat
    answered: int
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    thrown: tuple[int, ...]
    declined: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """What the viewer of a view knows while it is asked. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        seats = range(view.seats)
        best, taker, answered = 0, 0, 0
        if view.phase == "follow":
            taker, cards = BEST.of(view)
            best, answered = set_of(cards), (LEADER.of(view) - answers_next(view)) % view.seats
        points = [captured_count(view, seat) for seat in seats]
        for prize in prizes_of(view):
            points[prize.seat] += prize.points
        thrown = [
            len(view.zone("sluff", seat)) + sum(len(captured_from(view, other, seat)) for other in seats)
            for seat in seats
        ]
        thrown[me] = 0  # those the seat has seen
        return cls(
            me,
            set_of(view.hand),
            unseen_by(view, me),
            LEADER.of(view),
            best,
            taker,
            answered,
            tuple(len(view.zone("hand", seat)) for seat in seats),
            tuple(points),
            tuple(thrown),
            _declined(view),
        )

    @property
    def seats(self) -> int:
        return len(self.sizes)

    @property
    def is_last(self) -> bool:
        """Whether nobody plays after me in this trick."""
        return self.answered == self.seats - 1

    def state(self, hands: list[int]) -> TrickState:
        """The hand played on with these cards."""
        return TrickState.of_hands(
            hands, self.leader, points=self.points, best=self.best, taker=self.taker, answered=self.answered
        )

    def any_state(self) -> TrickState:
        """The hand with all unseen cards in one other hand: for questions about all cards that are out."""
        hands = [0] * self.seats
        hands[self.me] = self.hand
        hands[self.me - 1] = self.unseen
        return self.state(hands)


def _declined(view: View) -> tuple[tuple[int, ...], ...]:
    """What held the trick each time that a seat sluffed, by seat."""
    found: list[list[int]] = [[] for _ in range(view.seats)]
    best, sluffer = 0, -1
    for event in events_of_deal(view):
        if isinstance(event, Moved) and event.src.startswith("hand:"):
            sluffer = int(event.src.partition(":")[2])
            if best:
                found[sluffer].append(best)
        elif isinstance(event, Declared) and event.fact == BEST.name:
            if best and event.seat == sluffer:
                found[sluffer].pop()  # it was no sluff: these cards hold the trick now
            best = set_of(play_told(event.value)[1])
        elif isinstance(event, Moved) and event.src == "trick":
            best = 0
    return tuple(map(tuple, found))
