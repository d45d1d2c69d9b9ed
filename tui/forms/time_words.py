"""Pauses, clocks and spans of time in words. Pure."""

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


def pause_head(info: "TableInfo", left_s: float | None) -> str:
    """That the table stands still, for its head. left_s: until that ends by itself, None for never."""
    return "PAUSED" if left_s is None else f"PAUSED {span_words(left_s)}"


def pause_words(info: "TableInfo", mine: Seat | None, people_key: str, left_s: float | None = None) -> str:
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


def away_words(info: "TableInfo") -> str:
    """What the table does for the turn of somebody who is away."""
    if info.away_policy == "wait":
        return "the table waits"
    if info.away_policy == "pause":
        return f"it waits for {info.away_s} s"
    return f"a bot after {info.away_s} s"


def time_words(info: "TableInfo") -> str:
    """How long a turn may take."""
    if not info.turn_s:
        return "no limit"
    return f"{info.turn_s} s" + (f", bank {info.bank_s} s" if info.bank_s else "")


def name_of(info: "TableInfo", seat: Seat) -> str:
    """What somebody on a seat is called."""
    name = info.seats[seat].name if seat in range(len(info.seats)) else ""
    return name or f"seat {seat + 1}"


SECONDS: Final[dict[str, tuple[int, ...]]] = {
    "away_s": (0, 5, 10, 20, 30, 60, 120, 300, 600, 1800),
    "turn_s": (0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
    "bank_s": (0, 30, 60, 120, 180, 300, 600, 1200),
    "between_s": (0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
}
"""What left and right step through. A turn of 0 has no limit, nor has a pause between two deals."""


_LABELS: Final = {"away_s": "Gone for", "turn_s": "A turn", "bank_s": "Bank", "between_s": "Next deal"}


_HELP: Final = {
    "away_s": "How long a player who is gone has before the table goes on, or a bot plays.",
    "turn_s": "How long a turn may take. Other questions have less, in proportion. Everybody sees the clock.",
    "bank_s": "What each seat may overdraw in a match. Everybody sees what is left of it.",
    "between_s": "When a deal is over, and not all have said that they want the next one.",
}


def seconds_label(kind: str) -> str:
    """What the time of a kind is called in a form."""
    return _LABELS[kind]


def seconds_help(kind: str) -> str:
    """What the time of a kind means to those at the table."""
    return _HELP[kind]


def seconds_value(kind: str, seconds: int) -> str:
    """So many seconds of a kind, in words: 0 has a meaning of its own."""
    if kind == "between_s":
        return f"after {seconds} s" if seconds else "when all say so"
    return "no limit" if kind == "turn_s" and not seconds else f"{seconds} s"


def next_seconds(kind: str, seconds: int, step: int) -> int:
    """The next or previous step from a value, which may lie between two; round and round."""
    steps = SECONDS[kind]
    if seconds in steps:
        return steps[(steps.index(seconds) + step) % len(steps)]
    beyond = [value for value in steps if (value > seconds) == (step > 0)]
    return (min(beyond) if step > 0 else max(beyond)) if beyond else steps[0 if step > 0 else -1]


AWAY: Final[tuple[tuple[str, int], ...]] = (
    ("wait", 0),
    *(("pause", seconds) for seconds in (30, 60, 120, 300)),
    *(("bot", seconds) for seconds in (0, 10, 30, 60)),
)
"""What may become of the absent, and after how many seconds: what left and right step through in a lobby."""


def next_away(policy: str, seconds: int, step: int) -> tuple[str, int]:
    """The next or previous of these; from one that is not among them, the first of its kind."""
    if (policy, seconds) in AWAY:
        return AWAY[(AWAY.index((policy, seconds)) + step) % len(AWAY)]
    return next(choice for choice in AWAY if choice[0] == policy)
