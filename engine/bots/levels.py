"""The base of a game's bots: three levels for people, and a random one for arenas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..bots.random import RandomBot
from ..model.moves import Decision
from ..play.bot import Advice, Bot, Level, OutOfTime

if TYPE_CHECKING:
    from ..model.view import View


class Asked(NamedTuple):
    """What a bot is asked, and what it may use to answer: see Bot.choose."""

    view: View
    decision: Decision
    chance: Random
    out_of_time: OutOfTime


class LevelBot:
    """A bot that answers each phase of its game in a method of its own: `on_tricks` for the phase "tricks"."""

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer. Raises NotImplementedError for a phase that the bot does not know."""
        answer: Callable[[Asked], Advice] | None = getattr(self, f"on_{decision.phase}", None)
        if answer is None:
            name = f"{type(self).__module__}.{type(self).__name__}"
            raise NotImplementedError(f"{name} has no answer for the phase {decision.phase!r}.")
        return answer(Asked(view, decision, chance, out_of_time))


def levels(*, easy: str, medium: str, hard: str) -> tuple[Level, ...]:
    """The levels that people choose from, weakest first, each with how it plays in a sentence."""
    return Level("easy", "Easy", easy), Level("medium", "Medium", medium), Level("hard", "Hard", hard)


def bots(easy: type[Bot], medium: type[Bot], hard: type[Bot]) -> Mapping[str, type[Bot]]:
    """The bot of each level."""
    return {"random": RandomBot, "easy": easy, "medium": medium, "hard": hard}
