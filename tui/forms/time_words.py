"""Pauses, clocks and spans of time in words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.api import Game, Seat

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo

NEAR_S: Final = 20
"""A clock shows every second from here on, and every ten before: constant ticking would load a slow connection."""


def span_words(span_s: float) -> str:
    shown = max(0, round(span_s))
    return f"{shown // 60}:{shown % 60:02d}"


def coarse_words(span_s: float) -> str:
    """The same, in steps of ten seconds while that is long."""
    return span_words(span_s if span_s <= NEAR_S else -(-span_s // 10) * 10)


def shows_banks(game: Game) -> bool:
    """Whether the table always shows the true time banks. A sealed decision would reveal by them who thinks about it,
    so the host shows its part only after the deal."""
    return not any(phase.sealed for phase in game.phases.values())


def turn_words(left_s: float, bank_s: float | None) -> str:
    """The clock of a player whose turn it is. left_s: until the limit, negative after it; bank_s: left then, None if
    only this player knows it."""
    if bank_s is None:
        return coarse_words(left_s) if round(left_s) >= 0 else "bank"
    if left_s > 0 or not bank_s:
        return coarse_words(left_s) + (f"+{span_words(bank_s)}" if bank_s else "")
    return f"bank {coarse_words(max(0.0, bank_s + left_s))}"


def is_halted(info: TableInfo | None) -> bool:
    """Whether the table takes no move: it is paused by a vote, or because of a bug. While it waits for a player, the
    others may still move."""
    return info is not None and info.pause is not None and info.pause.why in ("vote", "fault")


def pause_head(info: TableInfo, left_s: float | None) -> str:
    """The pause, for the top line of the table. left_s: until it ends by itself, None for never."""
    return "PAUSED" if left_s is None else f"PAUSED {span_words(left_s)}"


NOT_SAVED: Final = "NOT SAVED"
"""In a title, and in the list of tables: the host's disk accepts nothing now."""


def saving_words(info: TableInfo | None) -> str:
    """What it means if a table is not saved now, "" if it is saved."""
    if info is None or not info.not_saved:
        return ""
    return "This table is not saved for now. If the host stops, what was played since then is lost."


def pause_words(info: TableInfo, mine: Seat | None, people_key: str, left_s: float | None = None) -> str:
    """Why the table is paused and how it resumes. people_key: opens the people screen, "" for none. left_s: until the
    pause ends by itself, if that is known."""
    pause = info.pause
    if pause is None:
        return ""
    how = f" {people_key}: people." if people_key else ""
    if pause.why == "vote":
        return f"The table is paused by a vote. To resume, half of you must agree.{how}"
    if pause.why == "fault":
        return (
            "The table is paused because of a bug. When the host has updated Khanhoo, vote to resume. "
            f"Or vote to break off the match: finished deals count.{how}"
        )
    if pause.why == "empty" or pause.seat is None:
        return "The table is paused: nobody is here."
    if pause.breaks_off:
        when = f" in {span_words(left_s)}" if left_s is not None else ""
        return f"If no player comes back, the match is broken off{when}."
    name = name_of(info, pause.seat)
    if pause.seat == mine:
        return "The table is waiting for you."
    if info.away_policy == "wait":
        return f"Waiting for {name}. To resume, half of you must agree.{how if mine is not None else ''}"
    return f"{name} is away. The table waits up to {span_words(info.away_s)}."


def name_of(info: TableInfo, seat: Seat) -> str:
    name = info.seats[seat].name if seat in range(len(info.seats)) else ""
    return name or f"seat {seat + 1}"
