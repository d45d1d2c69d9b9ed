"""The bots of Kanhu (Ming): three levels for people."""

from ....bots.levels import Asked, LevelBot
from ....model.moves import Move
from ....play.bot import Advice
from .beliefs import Knowledge
from .explain import reason_for
from .rollout import bold, steady
from .search import think
from .state import cards_in


class Medium(LevelBot):
    """A good player who follows rules of thumb."""

    def on_lead(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        play = self._play(known, asked)
        verb = "sluff" if play < 0 else "beat" if known.best else "lead"
        return Advice(Move(verb, cards_in(play)), reason_for(known, play))

    on_follow = on_lead

    def _play(self, known: Knowledge, asked: Asked) -> int:
        return steady(known.any_state())


class Easy(Medium):
    """A beginner."""

    def _play(self, known: Knowledge, asked: Asked) -> int:
        return bold(known.any_state())


class Hard(Medium):
    """A player who tries each play against possible hands of the others."""

    def _play(self, known: Knowledge, asked: Asked) -> int:
        return think(known, asked.chance, asked.out_of_time).best
