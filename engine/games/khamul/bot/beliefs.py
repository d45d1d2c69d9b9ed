"""What a bot of Khamul remembers of the cards that it was shown, depending on its level. A bot has no memory of its
own. For each decision it reads again what its seat was told in this round. What a level forgets is always the same,
however often it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary
from zlib import crc32

from ....model.cards import UNKNOWN, Card, Seat
from ....model.events import DealBegan, Declared, Event, Moved, Rearranged, Shown, Turned
from ..cards import MOST_TO_CALL, PACK, WORTH, number_of, owner_of, slot_id
from ..state import CALLER, house_of, places_of, top_card

if TYPE_CHECKING:
    from ....model.view import View


@dataclass(frozen=True, slots=True)
class Recall:
    """The memory of a level. own, others: the most faces that it keeps of its own cards and of other players' cards;
    the latest stay. rounds: the average number of rounds of turns until it forgets a face; each lasts from half to one
    and a half times as long.
    """

    own: int
    others: int
    rounds: float


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in a place.

    card: its face if it was told, else UNKNOWN. told: the number of the event that told it. turn: when.
    is_kept: whether its owner chose to put it there. is_seen: whether its owner was shown it. is_told: whether the
    viewer was shown it, even if forgotten.
    """

    card: Card = UNKNOWN
    told: int = 0
    turn: int = 0
    is_kept: bool = False
    is_seen: bool = False
    is_told: bool = False


@dataclass(frozen=True)
class Mind:
    """A round as a seat remembers it. rows: the cards in the places of each seat, without forgotten faces. top: of the
    pile. drawn: the card in hand, if any. unseen: faces that are not on the pile, in hand or remembered. turn: number
    of the turn.
    """

    me: Seat
    rows: dict[Seat, dict[str, Lying]]
    top: Card | None
    drawn: Card | None
    unseen: tuple[Card, ...]
    turn: int
    caller: Seat | None
    spared: Seat | None

    @classmethod
    def of(cls, view: View, recall: Recall) -> Mind:
        """What the viewer of a view remembers. The viewer is a seat."""
        me = view.viewer
        assert me is not None, "a spectator has nothing to decide"
        story = _story_of(view)
        house = house_of(view)
        if house.memory_aid:
            kept = _still_shown(view, story.lies)
        else:
            kept = _remembered(story, me, recall, len(view.playing), f"{view.deal}:{me}")
        drawn = next((card for card in view.zone("drawn", me) if card != UNKNOWN), None)
        known = {*view.zones["discard"], *(lying.card for lying in kept.values()), drawn}
        rows = {seat: {place: kept[place] for place in places_of(view, seat)} for seat in view.playing}
        caller = CALLER.of(view)
        return cls(
            me,
            rows,
            top_card(view),
            drawn,
            tuple(card for card in PACK if card not in known),
            story.turn,
            caller,
            caller if house.lock_caller else None,
        )

    @property
    def mine(self) -> dict[str, Lying]:
        """My own places."""
        return self.rows[self.me]

    @property
    def mean(self) -> float:
        """The average points of an unknown card."""
        return sum(WORTH[card] for card in self.unseen) / len(self.unseen) if self.unseen else 0.0

    def is_lowest(self, card: Card) -> bool:
        """Whether at most the red kings are lower among the unseen cards. An example is an ace."""
        return all(WORTH[unseen] >= WORTH[card] for unseen in self.unseen if WORTH[unseen])

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats that play, the next in turn first."""
        order = sorted(self.rows)
        at = order.index(self.me)
        return tuple(order[at + 1 :] + order[:at])

    @property
    def known(self) -> tuple[Card, ...]:
        """My own cards that I know."""
        return tuple(lying.card for lying in self.mine.values() if lying.card != UNKNOWN)

    @property
    def unknown(self) -> tuple[str, ...]:
        """My places whose card I do not know."""
        return tuple(place for place, lying in self.mine.items() if lying.card == UNKNOWN)

    @property
    def has_gaps(self) -> bool:
        """Whether I was shown a card that I no longer remember."""
        return any(lying.is_told and lying.card == UNKNOWN for row in self.rows.values() for lying in row.values())

    def matching(self, top: Card | None = None) -> tuple[str, ...]:
        """My places whose card, as I remember it, matches the top of the pile."""
        rank = (top or self.top or UNKNOWN)[:-1]
        return tuple(place for place, lying in self.mine.items() if lying.card[:-1] == rank and lying.card != UNKNOWN)

    def worth_of(self, place: str) -> float:
        """The points that I expect of the card in one of my places."""
        card = self.mine[place].card
        return self.mean if card == UNKNOWN else WORTH[card]

    def guess(self, seat: Seat, lying: Lying) -> float:
        """The points that I expect of another player's card: a player who chose to keep a card, or who called, has a
        reason.
        """
        if lying.card != UNKNOWN:
            return WORTH[lying.card]
        if seat == self.caller:
            return MOST_TO_CALL / len(self.rows[seat])
        if lying.is_kept:
            return 0.5 * self.mean
        return 0.9 * self.mean if lying.is_seen else self.mean


class _Story:
    """The events of a match that were read so far. lies: what was told of each place in this round; turn: its number
    now; told: the number of events.
    """

    def __init__(self, me: Seat | None) -> None:
        self._me = me
        self.lies: dict[str, Lying] = {}
        self.turn = 0
        self.told = 0
        self._began = 0
        self._last: Event | None = None
        self._held: dict[str, Lying] = {}

    def is_of(self, events: Sequence[Event]) -> bool:
        """Whether these events begin with the ones that were read."""
        return not self.told or (self.told <= len(events) and events[self.told - 1] is self._last)

    def tell(self, event: Event) -> None:
        self.told += 1
        self._last = event
        number = self.told - self._began
        if isinstance(event, DealBegan):
            self._began, self.turn = self.told, 0
            self.lies.clear()
            self._held.clear()
        elif isinstance(event, Moved):
            if len(event.cards) == 1:
                self._moved(number, event, event.cards[0])
        elif isinstance(event, Declared):
            if event.fact == "turn" and isinstance(event.value, int):
                self.turn = event.value
        elif isinstance(event, Shown):
            self._look(number, event)
        elif isinstance(event, Turned):
            self._learn(event.zone, number, event.cards[0])
        elif isinstance(event, Rearranged):
            self._rearranged(event)

    def _moved(self, number: int, event: Moved, face: Card) -> None:
        src, dst = event.src, event.dst
        lying = self.lies.pop(src, None) or self._held.pop(src, None) or Lying()
        if face != UNKNOWN and lying.card == UNKNOWN:
            lying = replace(lying, card=face, told=number, turn=self.turn)
        if dst.startswith("slot:"):
            if src.startswith("drawn:"):
                lying = replace(lying, told=number, turn=self.turn, is_kept=True, is_seen=True)
            elif src.startswith(("slot:", "aside")):
                lying = replace(lying, is_kept=False, is_seen=False)
            self.lies[dst] = lying
        elif dst.startswith(("drawn:", "aside")):
            if not lying.is_told and (dst == f"drawn:{self._me}" or src == "discard"):
                lying = replace(lying, is_told=True)
            self._held[dst] = lying

    def _look(self, number: int, event: Shown) -> None:
        lying = self.lies.get(event.zone, Lying())
        self.lies[event.zone] = replace(lying, is_seen=True, is_told=lying.is_told or event.seat == self._me)
        if event.cards[0] != UNKNOWN:
            self._learn(event.zone, number, event.cards[0])

    def _learn(self, place: str, number: int, face: Card) -> None:
        lying = self.lies.get(place, Lying())
        self.lies[place] = replace(lying, card=face, told=number, turn=self.turn, is_seen=True, is_told=True)

    def _rearranged(self, event: Rearranged) -> None:
        lying = {place: found for place, found in self.lies.items() if place.startswith(f"slot:{event.seat}:")}
        for place, before in lying.items():
            if not event.order:
                self.lies[place] = Lying(is_seen=before.is_seen)
            else:
                src = slot_id(event.seat, event.order[number_of(place)])
                self.lies[place] = lying.get(src, Lying())


_STORIES: Final[WeakKeyDictionary[View, _Story]] = WeakKeyDictionary()
"""How far the story of each view was read, so that nobody reads it from the beginning whenever it is asked."""


def _story_of(view: View) -> _Story:
    """The round of a view, read to its last event."""
    story = _STORIES.get(view)
    if story is None or not story.is_of(view.events):
        story = _STORIES[view] = _Story(view.viewer)
    for event in view.events[story.told :]:
        story.tell(event)
    return story


def _remembered(story: _Story, me: Seat, recall: Recall, seats: int, whose: str) -> dict[str, Lying]:
    """What a level still remembers: nothing too old, and no more than it can keep."""
    known = [place for place, lying in story.lies.items() if lying.card != UNKNOWN]
    known.sort(key=lambda place: -story.lies[place].told)
    left = {True: recall.own, False: recall.others}
    kept = dict(story.lies)
    for place in known:
        lying = story.lies[place]
        is_own = owner_of(place) == me
        chance = crc32(f"{whose}:{lying.told}:{lying.card}".encode()) / 2**32
        lasts = recall.rounds * seats * (0.5 + chance)
        if left[is_own] > 0 and story.turn - lying.turn <= lasts:
            left[is_own] -= 1
        else:
            kept[place] = replace(lying, card=UNKNOWN)
    return kept


def _still_shown(view: View, lies: dict[str, Lying]) -> dict[str, Lying]:
    """With the table's memory aid, the viewer knows the cards that the table shows."""
    return {place: replace(lying, card=card) for place, lying, card in _shown(view, lies)}


def _shown(view: View, lies: dict[str, Lying]) -> Iterator[tuple[str, Lying, Card]]:
    for seat in view.playing:
        for place in places_of(view, seat):
            yield place, lies.get(place, Lying()), view.zones[place][0]
