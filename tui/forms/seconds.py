"""The seconds of a table's clocks as lines of a form. Pure."""

from typing import Final

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
