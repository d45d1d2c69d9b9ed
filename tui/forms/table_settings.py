"""The settings of a table in words: lines of a form, arguments of a command line, and the values of each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.wire.table_info import TableInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSetting:
    """A setting in seconds, by the name that it has in `net.wire.table_info.TableInfo`.

    label, help: its line in a form. steps: what left and right step through. usual: the default of a new table, None if
    it depends on what the table does for absent players. words: for a number of seconds; unlimited: for 0, "" if 0 is
    an ordinary time. argument, told: on the command line.
    """

    label: str
    help: str
    steps: tuple[int, ...]
    usual: int | None
    argument: str
    told: str
    words: str = "{} s"
    unlimited: str = ""

    def value(self, seconds: int) -> str:
        return self.words.format(seconds) if seconds or not self.unlimited else self.unlimited

    def step(self, seconds: int, step: int) -> int:
        """The next or previous step from a value, which may be between two steps; it wraps around."""
        if seconds in self.steps:
            return self.steps[(self.steps.index(seconds) + step) % len(self.steps)]
        beyond = [value for value in self.steps if (value > seconds) == (step > 0)]
        return (min(beyond) if step > 0 else max(beyond)) if beyond else self.steps[0 if step > 0 else -1]


TIMES: Final = {
    "away_s": TimeSetting(
        label="Time to come back",
        help="The table waits this long for an absent player. Then a bot plays if you chose a bot, or else the program "
        "plays.",
        steps=(0, 5, 10, 20, 30, 60, 120, 300, 600, 1800),
        usual=None,
        argument="--away-seconds",
        told="with --away pause or bot: how long to wait for an absent player",
    ),
    "turn_s": TimeSetting(
        label="Time for a turn",
        help="How long a turn may take. Other choices, such as claims out of turn, have shorter limits. Everybody sees "
        "the clock.",
        steps=(0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
        usual=60,
        argument="--turn",
        told="how long a turn may take (60); 0 for no limit",
        unlimited="no limit",
    ),
    "bank_s": TimeSetting(
        label="Time bank",
        help=(
            "Spare time of each player for the whole match. A turn that takes too long uses this time. Between deals, "
            "everybody sees how much is left."
        ),
        steps=(0, 30, 60, 120, 180, 300, 600, 1200),
        usual=120,
        argument="--bank",
        told="spare time of each player for the whole match (120)",
    ),
    "between_s": TimeSetting(
        label="Next deal",
        help="The next deal starts when everybody is ready, or after this time.",
        steps=(0, 10, 15, 20, 30, 45, 60, 90, 120, 300, 600),
        usual=30,
        argument="--between",
        told="the longest pause between deals (30); 0 to wait for everybody",
        words="after {} s",
        unlimited="when all are ready",
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
        return self.words[getattr(info, self.field)]

    def step(self, info: TableInfo, step: int) -> str | bool:
        """The next or previous value; round and round."""
        values = list(self.words)
        return values[(values.index(getattr(info, self.field)) + step) % len(values)]


CODE_WORDS: Final[dict[str | bool, str]] = {False: "none", True: "required"}
"""Whether new players need a join code."""

REACH: Final = {
    "table.listed": ChoiceSetting(
        field="listed",
        label="Shown under Friends",
        help="If on, other people can press f in the menu to find the table. If off, they need the table's link.",
        words={True: "on", False: "off, by link only"},
    ),
    "table.private": ChoiceSetting(
        field="coded",
        label="Join code",
        help="New players must enter the join code, which only the owner can see. Players who come back need no code.",
        words=CODE_WORDS,
    ),
}
"""Who can join the table, by the option that sets it."""

SPECTATORS: Final = {
    "table.watching": ChoiceSetting(
        field="watch",
        label="Spectators see",
        help="Spectators see the public cards. The host can also let them see all hands, or one hand if its player "
        "agrees. A spectator who sees hands sees each deal only after it is over. So nobody can cheat with a second "
        "window. The table shows who sees hands. You can change this setting before the first deal or between deals.",
        words={"public": "public cards", "shoulder": "one hand after deal", "hands": "all hands after deal"},
    ),
    "table.chat": ChoiceSetting(
        field="chat",
        label="Spectator chat",
        help="If separate, only spectators see what spectators say during a deal. Everybody sees what players say.",
        words={"together": "with everybody", "apart": "separate"},
    ),
}
"""What spectators may do, by the option that sets it."""

PACE_MS: Final[dict[str, int]] = {"instant": 0, "quick": 400, "normal": 900, "slow": 1800}
"""How long a bot takes for a move, by the word in the settings."""

PACE_WORDS: Final[dict[str, str]] = {
    "instant": "at once",
    "quick": "quick, 0.4 s",
    "normal": "normal, 0.9 s",
    "slow": "slow, 1.8 s",
}

AWAY_WORDS: Final[dict[str, str]] = {
    "wait": "the table waits",
    "pause": "it waits a while",
    "bot": "a bot plays",
}

_AWAY: Final[tuple[tuple[str, int], ...]] = (
    ("wait", 0),
    *(("pause", seconds) for seconds in (30, 60, 120, 300)),
    *(("bot", seconds) for seconds in (0, 10, 30, 60)),
)
"""What the table may do for an absent player, and after how many seconds: the steps of left and right in a lobby."""


def next_away(policy: str, seconds: int, step: int) -> tuple[str, int]:
    """The next or previous of these settings; from any other one, the first of its kind."""
    if (policy, seconds) in _AWAY:
        return _AWAY[(_AWAY.index((policy, seconds)) + step) % len(_AWAY)]
    return next(choice for choice in _AWAY if choice[0] == policy)


def away_words(info: TableInfo) -> str:
    """What the table does at the turn of an absent player."""
    if info.away_policy == "wait":
        return "the table waits"
    if info.away_policy == "pause":
        return f"waits up to {info.away_s} s"
    return f"a bot after {info.away_s} s" if info.away_s else "a bot at once"


def turn_and_bank(info: TableInfo) -> str:
    if not info.turn_s:
        return "no limit"
    return f"{info.turn_s} s" + (f", plus a time bank of {info.bank_s} s" if info.bank_s else "")


def pace_words(pace_ms: int) -> str:
    """How long bots take for a move."""
    word = next((word for word, known_ms in PACE_MS.items() if known_ms == pace_ms), "")
    return PACE_WORDS[word] if word else f"{pace_ms / 1000:g} s"


def pace_beside(info: TableInfo, step: int) -> int | None:
    """The next slower (1) or faster (-1) time for a bot's move; None at the end."""
    paces = [each for each in sorted(PACE_MS.values(), reverse=step < 0) if (each - info.pace_ms) * step > 0]
    return paces[0] if paces else None


def next_pace(pace_ms: int, step: int) -> int:
    """The next or previous time for a bot's move; round and round."""
    paces = sorted(PACE_MS.values())
    near = min(range(len(paces)), key=lambda at: abs(paces[at] - pace_ms))
    return paces[(near + step) % len(paces)]
