"""A listed choice in the making: it is narrowed part by part, first the cards, then each place.

At each part, only the listed ways remain that agree with the parts taken so far. If only one next part is possible,
it is taken automatically. Nothing here draws or sends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import Card, Move, Seat

from .offers import ChoiceOffer

MOST_LINES: Final = 9
"""So many parts can be numbered by one digit each."""

Part = tuple[Card, ...] | str | None
"""Cards, or a place; None says that there are no more parts."""


@dataclass(frozen=True)
class Way:
    """One listed way to do it. name: what it makes or means."""

    parts: tuple[Part, ...]
    move: Move
    name: str = ""


def ways_of(offer: ChoiceOffer) -> tuple[Way, ...]:
    """All ways in which an offer may be done, in the game's order."""
    choice = offer.choice
    names = choice.names or ("",) * len(choice.listed)
    return tuple(
        Way((*((cards,) if choice.sets else ()), *places), Move(choice.verb, cards, places), name)
        for (cards, places), name in zip(choice.listed, names, strict=False)
    )


class Picker:
    """One offer, narrowed. taken: the parts so far; at: the part pointed at among those that come next."""

    def __init__(self, offer: ChoiceOffer) -> None:
        self.offer = offer
        self.ways = ways_of(offer)
        self._is_crowd = _is_crowd(self.ways)
        self.taken: list[Part] = []
        self._chosen_at: list[int] = []
        self._known: dict[tuple[Part, ...], tuple[Part, ...]] = {}  # what may come next, by the parts taken
        self.at = 0
        self._settle()

    @property
    def left(self) -> tuple[Way, ...]:
        """The ways that agree with the parts taken."""
        taken = [part for part in self.taken if part is not None]
        if self._is_crowd:
            return tuple(way for way in self.ways if set(taken) <= set(way.parts) and self._ends_with(way))
        depth = len(self.taken)
        return tuple(way for way in self.ways if list(way.parts[:depth]) == taken)

    def _ends_with(self, way: Way) -> bool:
        return not self.taken or self.taken[-1] is not None or len(way.parts) == len(self.taken) - 1

    def _next_of(self, way: Way) -> tuple[Part, ...]:
        """The parts of a way that may come next; none when it is complete."""
        if self._is_crowd:
            return tuple(part for part in way.parts if part not in self.taken)
        return way.parts[len(self.taken) : len(self.taken) + 1]

    @property
    def candidates(self) -> tuple[Part, ...]:
        """The parts that may come next, in the game's order; None first, where no more is needed."""
        taken = tuple(self.taken)
        if taken not in self._known:
            self._known[taken] = self._find_candidates()
        return self._known[taken]

    def _find_candidates(self) -> tuple[Part, ...]:
        if self.taken and self.taken[-1] is None:
            return ()
        left = self.left
        found = dict.fromkeys(part for way in left for part in self._next_of(way))
        if self._is_crowd:
            found = dict.fromkeys(sorted(found, key=_number))
        return (None, *found) if found and any(not self._next_of(way) for way in left) else tuple(found)

    @property
    def current(self) -> Part:
        candidates = self.candidates
        return candidates[self.at] if candidates else None

    @property
    def way(self) -> Way | None:
        """The one way that is left, or that is complete with the part pointed at."""
        if not self.candidates:
            return self.left[0]
        current = self.current
        if current is None:
            return next(way for way in self.left if not self._next_of(way))
        fitting = [way for way in self.left if current in self._next_of(way)]
        complete = [way for way in fitting if len(way.parts) == len(self.taken) + 1]
        return fitting[0] if len(fitting) == 1 else complete[0] if len(complete) == 1 else None

    @property
    def may_grow(self) -> bool:
        """Whether the part pointed at is enough, and yet others may be added to it."""
        current = self.current
        fitting = [way for way in self.left if current is not None and current in self._next_of(way)]
        sizes = {len(way.parts) for way in fitting}
        return len(self.taken) + 1 in sizes and len(sizes) > 1

    @property
    def is_list(self) -> bool:
        """Whether what may come next has a number each by its order; a place of a row has that of its place."""
        candidates = self.candidates
        return len(candidates) <= MOST_LINES and not any(part is None or _number(part) for part in candidates)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the places pointed at by digits, in the row pointed at; none for other parts."""
        row = _row(self.current)
        return tuple(_number(part) for part in self.candidates if _number(part) and _row(part) == row)

    @property
    def is_done(self) -> bool:
        return not self.candidates

    @property
    def only_number(self) -> int:
        """The number of the place of the only way, 0 if it has none."""
        return next((number for part in self.taken if (number := _number(part))), 0)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it is about so far: those taken, or those pointed at."""
        if not self.offer.choice.sets:
            return ()
        part = self.taken[0] if self.taken else self.current
        return part if isinstance(part, tuple) else ()

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(part for part in self.taken if isinstance(part, str))

    @property
    def name(self) -> str:
        """What the only way that is left makes, or "" if there are several."""
        way = self.way
        return way.name if way is not None else ""

    def name_with(self, part: Part) -> str:
        """What the one way that is left with a part makes; "" where there are several."""
        names = {way.name for way in self.left if part in self._next_of(way) and len(way.parts) == len(self.taken) + 1}
        return names.pop() if len(names) == 1 else ""

    @property
    def number(self) -> int:
        """Which part is asked for now, cards not counted, from 0."""
        return len(self.taken) - bool(self.offer.choice.sets)

    @property
    def counts(self) -> tuple[int, int]:
        """How few and how many parts of a crowd are still needed; other parts are taken one by one."""
        sizes = [len(way.parts) - len(self.taken) for way in self.left] if self._is_crowd else [1]
        return max(1, min(sizes)), max(sizes)

    @property
    def has_chosen(self) -> bool:
        """Whether a part was chosen, and can be undone."""
        return bool(self._chosen_at)

    def step(self, by: int) -> None:
        """Point at another part; it runs round."""
        if self.candidates:
            self.at = (self.at + by) % len(self.candidates)

    def step_row(self, by: int) -> None:
        """Point into the next seat's row, where places of several seats are left."""
        rows = [_row(part) for part in self.candidates]
        if len(set(rows)) < 2:
            self.step(by)
            return
        order = list(dict.fromkeys(rows))
        wanted = order[(order.index(rows[self.at]) + by) % len(order)]
        self.at = rows.index(wanted)

    def point_at(self, part: Part) -> bool:
        """Point at a part; whether it is there to be pointed at."""
        found = part in self.candidates
        if found:
            self.at = self.candidates.index(part)
        return found

    def point(self, number: int) -> bool:
        """Point by a digit, from 1, at the place or line of that number. A place in the row that I point at comes
        first. Returns whether there is one."""
        row = _row(self.current)
        numbered = [part for part in self.candidates if _number(part) == number]
        inside = [part for part in numbered if _row(part) == row]
        if inside or numbered:
            return self.point_at((inside or numbered)[0])
        is_line = self.is_list and 0 < number <= len(self.candidates)
        self.at = number - 1 if is_line else self.at
        return is_line

    def take(self) -> None:
        """Take the part pointed at, and then each next part that is the only possible one."""
        if self.candidates:
            self._chosen_at.append(len(self.taken))
            self.taken.append(self.current)
            self._settle()

    def finish(self) -> None:
        """Take the part pointed at. If the move is complete with it, end the picking."""
        is_enough = self.may_grow
        self.take()
        if is_enough and not self.is_done:
            self.taken.append(None)

    def back(self) -> bool:
        """Undo the last part that was chosen. False if none was."""
        if not self._chosen_at:
            return False
        depth = self._chosen_at.pop()
        part = self.taken[depth]
        del self.taken[depth:]
        self.at = 0
        self.point_at(part)
        return True

    def begin_with(self, cards: Sequence[Card], *, is_chosen: bool) -> None:
        """Begin with the cards that I hold ready. If they are a way, point at it, and take it if a place must follow.

        is_chosen: I selected the cards. If they are no way, point at the first way that uses them.
        """
        sets = [part for part in self.candidates if isinstance(part, tuple)]
        wanted = Counter(cards)
        same = next((part for part in sets if Counter(part) == wanted), None)
        if same is not None:
            self.point_at(same)
            if self.offer.choice.places:
                self.take()
        elif is_chosen:
            using = next((part for part in sets if not wanted - Counter(part)), None)
            if using is not None:
                self.point_at(using)

    def lead_to(self, move: Move) -> None:
        """Take the parts of a move and point at the last of them."""
        parts: tuple[Part, ...] = (*((move.cards,) if self.offer.choice.sets else ()), *move.places)
        for number, part in enumerate(parts):
            if part in self.taken:
                continue
            if not self.point_at(part):
                return
            if number < len(parts) - 1:
                self.take()

    def renewed(self, offer: ChoiceOffer) -> Picker:
        """The same picking for the offer as it is now, with the parts that are still possible."""
        again = Picker(offer)
        for number, part in enumerate(self.taken):
            if number < len(again.taken):
                continue
            if not again.point_at(part):
                return again
            again.take()
        again.point_at(self.current)
        return again

    def _settle(self) -> None:
        self.at = 0
        while len(self.candidates) == 1:
            self.taken.append(self.candidates[0])


def seat_of(part: Part) -> Seat | None:
    _, _, rest = part.partition(":") if isinstance(part, str) else ("", "", "")
    number = rest.partition(":")[0]
    return int(number) if number.isascii() and number.isdigit() else None


def _row(part: Part) -> str:
    """What a place stands in: its kind and seat."""
    return part.rpartition(":")[0] if isinstance(part, str) and part.count(":") > 1 else ""


def _number(part: Part) -> int:
    """The number by which a digit points at a place: a slot's in its row; 0 for what is numbered by its order alone."""
    if not isinstance(part, str) or part.count(":") < 2:
        return 0
    number = part.rpartition(":")[2]
    return int(number) + 1 if number.isascii() and number.isdigit() else 0


def _is_crowd(ways: Sequence[Way]) -> bool:
    """Whether the places of each way are a crowd of one row, of which the order means nothing."""
    if not any(len(way.parts) > 1 for way in ways) or any(isinstance(part, tuple) for part in ways[0].parts):
        return False
    rows = {_row(part) for way in ways for part in way.parts}
    numbers = [[_number(part) for part in way.parts] for way in ways]
    return len(rows) == 1 and "" not in rows and all(row == sorted(set(row)) for row in numbers)
