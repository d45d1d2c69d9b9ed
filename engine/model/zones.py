"""Zones: places for cards, which decide who sees the faces there.

A zone's id is text: its kind, then its seat, then its number among the seat's groups: "stock", "hand:2", "meld:1:0".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final

import msgspec

from .cards import Seat, Viewer, sees_as

BOX: Final = ""
"""Where the pack is before it lies on the table. Nobody sees into it."""


class Visibility(Enum):
    """Who sees the faces of the cards in a zone."""

    PUBLIC = "public"
    OWNER = "owner"
    NOBODY = "nobody"


class ZoneKind(msgspec.Struct, frozen=True):
    """One kind of zone of a game.

    name: its word in the rulebook. per_seat: one for each seat. grouped: a numbered row of them for each seat (melds).
    ordered: the order of its cards matters (a stock, a trick); otherwise it is kept in canonical order, so that the
    order reveals nothing. shown_once: the viewers who may see a face that comes here are shown it once, and their views
    do not keep it: players have to remember it.
    """

    name: str
    visibility: Visibility
    per_seat: bool = False
    grouped: bool = False
    ordered: bool = True
    shown_once: bool = False


class UnknownZone(LookupError):
    """A zone that the game does not have. Redaction then reveals nothing."""


@lru_cache(maxsize=4096)
def zone_id(kind: str, seat: Seat | None = None, group: int | None = None) -> str:
    """Id of a zone: zone_id("hand", 2) == "hand:2"."""
    parts = [kind] + [str(part) for part in (seat, group) if part is not None]
    return ":".join(parts)


class _Orders(dict[str, bool]):
    """A cache of answers, which computes the missing ones."""

    def __init__(self, plan: ZonePlan) -> None:
        super().__init__()
        self._plan = plan

    def __missing__(self, zone: str) -> bool:
        ordered = self[zone] = self._plan.kind(zone).ordered
        return ordered


class _WhoSees(dict[Viewer, bool]):
    """A cache of whether a viewer sees what goes from one zone to another."""

    def __init__(self, plan: ZonePlan, src: str, dst: str) -> None:
        super().__init__()
        self._plan, self._src, self._dst = plan, src, dst

    def __missing__(self, viewer: Viewer) -> bool:
        told = self[viewer] = self._plan.sees(self._dst, viewer) or self._plan.sees(self._src, viewer)
        return told


class ZonePlan:
    """The zones of one game, and who sees each."""

    def __init__(self, kinds: Iterable[ZoneKind]) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._known: dict[str, tuple[ZoneKind, Seat | None]] = {}
        self._seen: dict[tuple[str, Viewer], bool] = {}
        self._who_sees: dict[tuple[str, str], _WhoSees] = {}
        self.ordered: Mapping[str, bool] = _Orders(self)
        """Whether the order of a zone's cards means something, by zone. Raises UnknownZone."""
        self.shows_once = any(kind.shown_once for kind in self._kinds.values())
        """Whether any face at such a table is shown only once."""
        self._fixed: dict[int, tuple[str, ...]] = {}
        self.public: set[str] = set()
        """A cache for `sees`: the zones asked for so far that everybody sees."""

    @property
    def kinds(self) -> tuple[ZoneKind, ...]:
        """The kinds of zone, in the order in which the game names them."""
        return tuple(self._kinds.values())

    def kind(self, zone: str) -> ZoneKind:
        """Kind of a zone. Raises UnknownZone."""
        return self._look_up(zone)[0]

    def owner(self, zone: str) -> Seat | None:
        """The seat that owns a zone; None for a common one. Raises UnknownZone."""
        return self._look_up(zone)[1]

    def sees(self, zone: str, viewer: Viewer) -> bool:
        """Whether a viewer sees the faces in a zone. Nobody sees the cards in the box. Raises UnknownZone."""
        seen = self._seen.get((zone, viewer))
        if seen is None:
            seen = self._seen[zone, viewer] = self._decide(zone, viewer)
        return seen

    def who_sees(self, src: str, dst: str) -> Mapping[Viewer, bool]:
        """For each viewer, whether it sees the faces of cards that go from one zone to another. A lookup raises
        UnknownZone if there is no such zone.
        """
        found = self._who_sees.get((src, dst))
        if found is None:
            found = self._who_sees[src, dst] = _WhoSees(self, src, dst)
        return found

    def fixed_zones(self, seats: int) -> tuple[str, ...]:
        """Ids of all zones that always exist at a table of so many seats (not the numbered groups)."""
        known = self._fixed.get(seats)
        if known is not None:
            return known
        zones: list[str] = []
        for kind in self._kinds.values():
            if not kind.per_seat:
                zones.append(kind.name)
            elif not kind.grouped:
                zones.extend(zone_id(kind.name, seat) for seat in range(seats))
        self._fixed[seats] = tuple(zones)
        return self._fixed[seats]

    def _decide(self, zone: str, viewer: Viewer) -> bool:
        if zone == BOX:
            return False
        kind, owner = self._look_up(zone)
        if kind.visibility is Visibility.PUBLIC:
            self.public.add(zone)
            return True
        return kind.visibility is Visibility.OWNER and sees_as(viewer, owner)

    def _look_up(self, zone: str) -> tuple[ZoneKind, Seat | None]:
        found = self._known.get(zone)
        if found is None:
            found = self._known[zone] = self._read(zone)
        return found

    def _read(self, zone: str) -> tuple[ZoneKind, Seat | None]:
        name, *numbers = zone.split(":")
        kind = self._kinds.get(name)
        parts = (1 + kind.grouped) if kind and kind.per_seat else 0
        if kind is None or len(numbers) != parts or not all(n.isascii() and n.isdigit() for n in numbers):
            raise UnknownZone(f"This game has no zone {zone!r}.")
        return kind, int(numbers[0]) if numbers else None
