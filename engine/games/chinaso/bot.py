"""The bots of Chinaso."""

from typing import Final

from ...bots.base import Bot, Level
from ...bots.random import RandomBot

LEVELS: Final[tuple[Level, ...]] = ()


def make_bot(level: str) -> Bot:
    """The bot of a level, or "random". Raises KeyError for a level that there is not."""
    bots: dict[str, type[Bot]] = {"random": RandomBot}
    return bots[level]()
