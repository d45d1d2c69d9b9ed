"""The bots of Hearts: three levels for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.levels import Asked, LevelBot
from ....model.moves import Move
from ....play.bot import Advice
from ..cards import PACK, cards_of, set_of
from ..state import house_of
from .beliefs import Knowledge
from .explain import reason_for
from .passing import choose_moon, least_dangerous_pass, plan_pass, why_pass
from .policy import careful_card, plain_card
from .search import think, threat

if TYPE_CHECKING:
    from ....model.view import View


class Medium(LevelBot):
    """A good player who goes by rules of thumb."""

    def on_passing(self, asked: Asked) -> Advice:
        hand, house = set_of(asked.view.hand), house_of(asked.view)
        given = least_dangerous_pass(hand, house)
        return Advice(pass_move(asked.view, given), why_pass(hand, given, house))

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        card, stops = careful_card(known)
        return Advice(Move("play", (PACK[card],)), reason_for(known, card, stops=stops))

    def on_moon(self, asked: Asked) -> Advice:
        return choose_moon(asked.view)


class Easy(Medium):
    """A beginner."""

    def on_passing(self, asked: Asked) -> Advice:
        highest = sorted(asked.view.hand, key=lambda card: PACK.index(card) % 13)[-3:]
        return Advice(Move("pass", asked.view.deck.sort(highest)), "You pass your three highest cards.")

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        card = plain_card(known)
        return Advice(Move("play", (PACK[card],)), reason_for(known, card))


class Hard(Medium):
    """A player who tries the cards on possible hands of the others."""

    def on_passing(self, asked: Asked) -> Advice:
        """Three cards, perhaps for shooting the moon."""
        given, reason = plan_pass(asked.view, asked.chance, asked.out_of_time)
        return Advice(pass_move(asked.view, given), reason)

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        evaluation = think(known, asked.chance, asked.out_of_time)
        card, shoots = evaluation.best
        reason = reason_for(known, card, shoots=shoots, stops=threat(known) if evaluation.samples else None)
        return Advice(Move("play", (PACK[card],)), reason)


def pass_move(view: View, given: int) -> Move:
    """The move that passes a set of cards."""
    return Move("pass", view.deck.sort(cards_of(given)))
