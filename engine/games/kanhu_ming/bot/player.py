"""The bots of Kanhu (Ming): three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.random import RandomBot
from ....model.moves import Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime
from .beliefs import Knowledge
from .explain import reason_for
from .rollout import bold, steady
from .search import think
from .state import cards_in

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Leads its highest and beats whenever it can, but neither plans for melds nor remembers."),
    Level("medium", "Medium", "Plays by good rules: keeps melds together, leads the safest, beats with its cheapest."),
    Level("hard", "Hard", "Imagines the hands that the others may hold, and tries each of its plays on them."),
)


class _Player:
    """What the levels share: a play becomes a move, with its reason."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal lead or answer."""
        known = Knowledge.of(view)
        play = self._play(known, chance, out_of_time)
        verb = "sluff" if play < 0 else "beat" if known.best else "lead"
        return Advice(Move(verb, cards_in(play)), reason_for(known, play))

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> int:
        raise NotImplementedError


class Easy(_Player):
    """A beginner."""

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> int:
        return bold(known.any_state())


class Medium(_Player):
    """A good player who goes by rules of thumb."""

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> int:
        return steady(known.any_state())


class Hard(_Player):
    """A player who tries its plays out on the hands that the others may hold."""

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> int:
        return think(known, chance, out_of_time).best


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
