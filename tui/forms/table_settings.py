"""The settings of a table in words: a form's lines, the arguments of a command line, and what a step on them gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSetting:
    """A setting in seconds, by the name that it has in `net.wire.table_info.TableInfo`.

    label, help: its line in a form. steps: what left and right step through. usual: what a new table has, None where
    that depends on what the table does for the absent. words: of so many seconds; unlimited: of 0, "" if that is a
    time as well. argument, told: on the command line. noun: in a refusal.
    """

    label: str
    help: str
    steps: tuple[int, ...]
    usual: int | None
    argument: str
    told: str
    noun: str
    words: str = "{} s"
    unlimited: str = ""

    def value(self, seconds: int) -> str:
        """So many seconds, in words."""
        return self.words.format(seconds) if seconds or not self.unlimited else self.unlimited

    def step(self, seconds: int, step: int) -> int:
        """The next or previous step from a value, which may lie between two; round and round."""
        if seconds in self.steps:
            return self.steps[(self.steps.index(seconds) + step) % len(self.steps)]
        beyond = [value for value in self.steps if (value > seconds) == (step > 0)]
        return (min(beyond) if step > 0 else max(beyond)) if beyond else self.steps[0 if step > 0 else -1]


TIMES: Final = {
    "away_s": TimeSetting(
        label="Gone for",
        help="How long a player who is gone has before the table goes on, or a bot plays.",
        steps=(0, 5, 10, 20, 30, 60, 120, 300, 600, 1800),
        usual=None,
        argument="--away-seconds",
        told="how long a player who is gone has, for pause and bot",
        noun="a wait",
    ),
    "turn_s": TimeSetting(
        label="A turn",
        help="How long a turn may take. Other questions have less, in proportion. Everybody sees the clock.",
        steps=(0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
        usual=60,
        argument="--turn",
        told="how long a turn may take (60); 0 for no limit",
        noun="a turn",
        unlimited="no limit",
    ),
    "bank_s": TimeSetting(
        label="Bank",
        help="What each seat may overdraw in a match. Everybody sees what is left of it.",
        steps=(0, 30, 60, 120, 180, 300, 600, 1200),
        usual=120,
        argument="--bank",
        told="what each seat may overdraw in a match (120)",
        noun="a bank",
    ),
    "between_s": TimeSetting(
        label="Next deal",
        help="When a deal is over, and not all have said that they want the next one.",
        steps=(0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
        usual=30,
        argument="--between",
        told="the longest pause between two deals (30); 0 until all want the next",
        noun="the pause between two deals",
        words="after {} s",
        unlimited="when all say so",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceSetting:
    """A setting with a few values, as its line in a lobby. field: of a TableInfo. words: of each value."""

    field: str
    label: str
    help: str
    words: dict[str | bool, str]

    def value(self, info: TableInfo) -> str:
        """What is set, in words."""
        return self.words[getattr(info, self.field)]

    def step(self, info: TableInfo, step: int) -> str | bool:
        """The next or previous value; round and round."""
        values = list(self.words)
        return values[(values.index(getattr(info, self.field)) + step) % len(values)]


COMING_WORDS: Final[dict[str | bool, str]] = {False: "free to all", True: "with a code"}
"""How newcomers come in, by whether the table is private."""

REACH: Final = {
    "table.listed": ChoiceSetting(
        field="listed",
        label="In the list",
        help="Whether others find the table under Join.",
        words={True: "shown to others", False: "no, only by link"},
    ),
    "table.private": ChoiceSetting(
        field="coded",
        label="Coming in",
        help="With a code, newcomers are asked for it. The host alone sees it, and tells it to whom it likes.",
        words=COMING_WORDS,
    ),
}
"""Who comes to the table, by the option that sets it."""

SPECTATORS: Final = {
    "table.watching": ChoiceSetting(
        field="watch",
        label="Watchers",
        help="Watchers see the table as it is played. They may be let see hands besides: one, if its player agrees "
        "(bots do), or all. Whoever looks at hands is told nothing of a deal before it is over, so no player learns "
        "anything by a second window. The table shows who looks, and how. It is settled before the first deal or "
        "between two deals.",
        words={"public": "see the table", "shoulder": "also a hand, late", "hands": "also all hands, late"},
    ),
    "table.chat": ChoiceSetting(
        field="chat",
        label="Watchers talk",
        help="Apart: what watchers say while a deal is played is shown to watchers alone. What players say is for "
        "everybody.",
        words={"together": "with all", "apart": "apart"},
    ),
}
"""What spectators may, by the option that sets it."""

PACE_MS: Final[dict[str, int]] = {"instant": 0, "quick": 400, "normal": 900, "slow": 1800}
"""How long a bot takes for a move, by the word in the settings."""

PACE_WORDS: Final[dict[str, str]] = {
    "instant": "at once",
    "quick": "quick, 0.4 s",
    "normal": "at ease, 0.9 s",
    "slow": "slow, 1.8 s",
}

AWAY_WORDS: Final[dict[str, str]] = {
    "wait": "the table waits",
    "pause": "it waits a while",
    "bot": "a bot plays on",
}

_AWAY: Final[tuple[tuple[str, int], ...]] = (
    ("wait", 0),
    *(("pause", seconds) for seconds in (30, 60, 120, 300)),
    *(("bot", seconds) for seconds in (0, 10, 30, 60)),
)
"""What may become of the absent, and after how many seconds: what left and right step through in a lobby."""


def next_away(policy: str, seconds: int, step: int) -> tuple[str, int]:
    """The next or previous of these; from one that is not among them, the first of its kind."""
    if (policy, seconds) in _AWAY:
        return _AWAY[(_AWAY.index((policy, seconds)) + step) % len(_AWAY)]
    return next(choice for choice in _AWAY if choice[0] == policy)


def away_words(info: TableInfo) -> str:
    """What the table does for the turn of somebody who is away."""
    if info.away_policy == "wait":
        return "the table waits"
    if info.away_policy == "pause":
        return f"it waits for {info.away_s} s"
    return f"a bot after {info.away_s} s"


def turn_and_bank(info: TableInfo) -> str:
    if not info.turn_s:
        return "no limit"
    return f"{info.turn_s} s" + (f", bank {info.bank_s} s" if info.bank_s else "")


def pace_words(pace_ms: int) -> str:
    """How long bots take, wherever that is told."""
    word = next((word for word, known_ms in PACE_MS.items() if known_ms == pace_ms), "")
    return PACE_WORDS[word] if word else f"{pace_ms / 1000:g} s"


def next_pace(pace_ms: int, step: int) -> int:
    """The next or previous time for a bot's move; round and round."""
    paces = sorted(PACE_MS.values())
    near = min(range(len(paces)), key=lambda at: abs(paces[at] - pace_ms))
    return paces[(near + step) % len(paces)]
