"""What a seat knows of a deal in progress, only from its own view: the trick, the unseen cards, and the discards."""

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
    """A deal in progress as one seat knows it. Sets of cards are numbers of 30 bits. me: the seat. hand: its cards.
    unseen: cards that it has not seen. leader: of the current trick. best, taker: the best play of the trick, 0 before
    the lead, and its player. answered: how many have played to the trick.
    sizes: cards held, by seat. points: so far, by seat. thrown: how many of the unseen cards each seat discarded.
    declined: by seat, the best play of the trick each time that the seat discarded.
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
        """The simulation of the deal with these hands."""
        return TrickState.of_hands(
            hands, self.leader, points=self.points, best=self.best, taker=self.taker, answered=self.answered
        )

    def any_state(self) -> TrickState:
        """A simulation with all unseen cards in one other hand, for questions about all unseen cards."""
        hands = [0] * self.seats
        hands[self.me] = self.hand
        hands[self.me - 1] = self.unseen
        return self.state(hands)


def _declined(view: View) -> tuple[tuple[int, ...], ...]:
    """By seat, the best play of the trick each time that the seat discarded."""
    found: list[list[int]] = [[] for _ in range(view.seats)]
    best, sluffer = 0, -1
    for event in events_of_deal(view):
        if isinstance(event, Moved) and event.src.startswith("hand:"):
            sluffer = int(event.src.partition(":")[2])
            if best:
                found[sluffer].append(best)
        elif isinstance(event, Declared) and event.fact == BEST.name:
            if best and event.seat == sluffer:
                found[sluffer].pop()  # not a discard: these cards are now the best of the trick
            best = set_of(play_told(event.value)[1])
        elif isinstance(event, Moved) and event.src == "trick":
            best = 0
    return tuple(map(tuple, found))
