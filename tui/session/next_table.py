"""Which table a kiosk follows, and its text while there is none. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from net.wire.sanitize import quoted

if TYPE_CHECKING:
    from net.discovery.finder import FoundTable
    from net.wire.table_info import TableInfo

_ORDER: Final = {"playing": 0, "between": 1, "paused": 2}


def next_table(tables: Sequence[FoundTable], done: Collection[str], only: str = "") -> FoundTable | None:
    """The table to follow: one that is played rather than one that pauses, the newest of these. Private and locked
    tables are passed over, and those whose match is over or has not begun.

    done: ids of tables that were followed to their end, or could not be. only: a part of the title, "" for any.
    """
    able = [
        found
        for found in tables
        if found.reachable
        and found.info.phase in _ORDER
        and not (found.info.coded or found.info.locked)
        and found.info.table_id not in done
        and only.casefold() in found.info.title.casefold()
    ]
    return min(able, key=lambda found: (_ORDER[found.info.phase], found.info.age_s), default=None)


def is_better(found: FoundTable, now: TableInfo) -> bool:
    """Whether to change tables during a match: only from a paused one to one that is being played."""
    return found.info.table_id != now.table_id and now.phase == "paused" and found.info.phase == "playing"


def waiting_words(tables: Sequence[FoundTable], only: str = "", problem: str | None = None) -> list[str]:
    """What the kiosk waits for, and the tables that may start next. problem: why tables may be missing."""
    which = f" at a table with {only!r} in its name" if only else ""
    words = [f"Waiting for a match{which}, on this network or this machine."]
    for found in tables:
        info = found.info
        if not found.reachable or info.phase != "open" or only.casefold() not in info.title.casefold():
            continue
        taken = sum(seat.kind != "empty" for seat in info.seats)
        shut = " · private: skipped" if info.coded or info.locked else ""
        words.append(f"{quoted(info.title)}: {taken} of {len(info.seats)} seats taken{shut}")
    return [*words, problem] if problem else words
