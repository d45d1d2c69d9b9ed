"""The bots of Hearts: three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.random import RandomBot
from ....model.moves import Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime
from ..cards import PACK, HouseRules, cards_of, set_of
from .beliefs import Knowledge
from .explain import reason_for
from .passing import choose_moon, least_dangerous_pass, plan_pass, why_pass
from .policy import careful_card, plain_card
from .search import think, threat

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Ducks and throws its highest cards away, but counts nothing and remembers nothing."),
    Level("medium", "Medium", "Plays by good rules: knows what is out, guards against the queen and stops a moon."),
    Level("hard", "Hard", "Imagines the hands that the play allows, tries each card on them, and may shoot the moon."),
)


class _Player:
    """What the levels share: which of the three questions is asked."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer to passing, to a trick, or to the shooter's choice."""
        if decision.choice("pass"):
            return self._pass(view, chance, out_of_time)
        if decision.choice("play"):
            return self._play(Knowledge.of(view), chance, out_of_time)
        return choose_moon(view)

    def _pass(self, view: "View", chance: Random, out_of_time: OutOfTime) -> Advice:
        hand, house = set_of(view.hand), HouseRules.of(view.options)
        given = least_dangerous_pass(hand, house)
        return Advice(pass_move(view, given), why_pass(hand, given, house))

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        raise NotImplementedError


class Easy(_Player):
    """A beginner."""

    def _pass(self, view: "View", chance: Random, out_of_time: OutOfTime) -> Advice:
        highest = sorted(view.hand, key=lambda card: PACK.index(card) % 13)[-3:]
        return Advice(Move("pass", view.deck.sort(highest)), "You pass your three highest cards.")

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        card = plain_card(known)
        return Advice(Move("play", (PACK[card],)), reason_for(known, card))


class Medium(_Player):
    """A good player who goes by rules of thumb."""

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        card, stops = careful_card(known)
        return Advice(Move("play", (PACK[card],)), reason_for(known, card, stops=stops))


class Hard(_Player):
    """A player who tries the cards out on the hands that the others may hold."""

    def _pass(self, view: "View", chance: Random, out_of_time: OutOfTime) -> Advice:
        given, reason = plan_pass(view, chance, out_of_time)
        return Advice(pass_move(view, given), reason)

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        evaluation = think(known, chance, out_of_time)
        card, shoots = evaluation.best
        reason = reason_for(known, card, shoots=shoots, stops=threat(known) if evaluation.samples else None)
        return Advice(Move("play", (PACK[card],)), reason)


def pass_move(view: "View", given: int) -> Move:
    """The move that passes a set of cards."""
    return Move("pass", view.deck.sort(cards_of(given)))


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
