"""Pauses, clocks and spans of time in words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.api import Seat

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo

NEAR_S: Final = 20
"""From here on a clock shows each second; before, ten at a time: one that always ticks would keep a slow line busy."""


def span_words(span_s: float) -> str:
    """A span as minutes and seconds."""
    shown = max(0, round(span_s))
    return f"{shown // 60}:{shown % 60:02d}"


def coarse_words(span_s: float) -> str:
    """The same, in steps of ten seconds while that is long."""
    return span_words(span_s if span_s <= NEAR_S else -(-span_s // 10) * 10)


def turn_words(left_s: float, bank_s: float) -> str:
    """The clock of somebody who is asked. left_s: until the limit, below zero when it is over; bank_s: left then."""
    if left_s > 0 or not bank_s:
        return coarse_words(left_s) + (f"+{span_words(bank_s)}" if bank_s else "")
    return f"bank {coarse_words(max(0.0, bank_s + left_s))}"


def pause_head(info: TableInfo, left_s: float | None) -> str:
    """That the table stands still, for its head. left_s: until that ends by itself, None for never."""
    return "PAUSED" if left_s is None else f"PAUSED {span_words(left_s)}"


def pause_words(info: TableInfo, mine: Seat | None, people_key: str, left_s: float | None = None) -> str:
    """Why the table stands still and how it goes on. people_key: opens the people of the table, "" for none. left_s:
    until the pause ends by itself, if that is known."""
    pause = info.pause
    if pause is None:
        return ""
    how = f" {people_key}: people." if people_key else ""
    if pause.why == "vote":
        return f"The table pauses, as the players agreed. Half of them can go on.{how}"
    if pause.why == "fault":
        return (
            "The table pauses: the program cannot carry out what comes next. You can vote to go on once the host is "
            f"updated, or break off; finished deals stand.{how}"
        )
    if pause.why == "empty" or pause.seat is None:
        return "The table stands still: nobody is here."
    if pause.breaks_off:
        when = f" in {span_words(left_s)}" if left_s is not None else ""
        return f"The match is broken off{when} if nobody of its players comes back."
    name = name_of(info, pause.seat)
    if pause.seat == mine:
        return "The table waits for you."
    if info.away_policy == "wait":
        return f"Waiting for {name}. Half the others can go on.{how if mine is not None else ''}"
    return f"Waiting a while for {name}, who is away."


def name_of(info: TableInfo, seat: Seat) -> str:
    """What somebody on a seat is called."""
    name = info.seats[seat].name if seat in range(len(info.seats)) else ""
    return name or f"seat {seat + 1}"
