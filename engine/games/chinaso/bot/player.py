"""The bots of Chinaso: three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.random import RandomBot
from ....model.cards import Card
from ....model.moves import Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime, never
from ..cards import Contract, points_of
from ..state import contract_of, is_down, melds_on, top_discard, turn_of
from .beliefs import Knowledge
from .explain import (
    why_discard,
    why_draw_when_down,
    why_get,
    why_lay,
    why_lay_down,
    why_leave,
    why_replace,
    why_take_when_down,
)
from .layoffs import best_laying
from .policy import brings_nearer, careful_discard, left_after, plain_discard
from .search import Thought

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Keeps what goes together and lays down when it can, but never buys."),
    Level(
        "medium",
        "Medium",
        "Counts the cards that its contract lacks, buys what makes them fewer, and throws the dearest of the rest.",
    ),
    Level(
        "hard",
        "Hard",
        "Weighs which cards may still come and how near the end is, buys and throws by it, and lays so that more fits.",
    ),
)


class _Player:
    """What the levels share: which question is asked, and that what can be laid is laid."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer to an offer, or to a turn."""
        if decision.choice("discard") is None:
            return self._answer_offer(view, out_of_time)
        down = decision.choice("lay_down")
        if down is not None:
            groups = down.divisions[0]
            return Advice(Move("lay_down", groups=groups), why_lay_down(left_after(view.hand, groups)))
        return self._lay(view, decision) or self._throw(view, out_of_time)

    def _answer_offer(self, view: "View", out_of_time: OutOfTime) -> Advice:
        card, contract, hand = top_discard(view), contract_of(view), view.hand
        assert view.viewer is not None, "a spectator is asked nothing"
        in_turn = view.viewer == turn_of(view)
        if is_down(view, view.viewer):
            if any(meld.ends_for(card) for _, meld in melds_on(view)):
                return Advice(Move("take"), why_take_when_down(card))
            return Advice(Move("deck"), why_draw_when_down(card))
        wants = self._takes(view, card, out_of_time) if in_turn else self._buys(view, card, out_of_time)
        if wants:
            return Advice(Move("take" if in_turn else "buy"), why_get(hand, card, contract))
        return Advice(Move("deck" if in_turn else "pass"), why_leave(hand, card, contract, in_turn=in_turn))

    def _lay(self, view: "View", decision: Decision) -> Advice | None:
        """The dearest card that fits, on the first meld that it fits; else the dearest that can replace a joker."""
        for verb, why in (("lay_off", why_lay), ("replace_joker", why_replace)):
            choice = decision.choice(verb)
            if choice is not None:
                cards, places = max(choice.listed, key=lambda way: points_of(way[0][0]))
                return Advice(Move(verb, cards, places), why(cards[0]))
        return None

    def _throw(self, view: "View", out_of_time: OutOfTime) -> Advice:
        assert view.viewer is not None, "a spectator is asked nothing"
        contract, down = contract_of(view), is_down(view, view.viewer)
        card = self._last_discard(view) if down else self._discard(view, contract, out_of_time)
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, contract, is_down=down))

    def _last_discard(self, view: "View") -> Card:
        return max(view.hand, key=points_of)

    def _takes(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return brings_nearer(view.hand, card, contract_of(view))

    def _buys(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        raise NotImplementedError

    def _discard(self, view: "View", contract: Contract, out_of_time: OutOfTime) -> Card:
        raise NotImplementedError


class Easy(_Player):
    """A beginner, who keeps what goes together."""

    def _takes(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        held = view.deck.sort((*view.hand, card))
        return super()._takes(view, card, out_of_time) and plain_discard(held) != card

    def _buys(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return False

    def _discard(self, view: "View", contract: Contract, out_of_time: OutOfTime) -> Card:
        return plain_discard(view.hand)


class Medium(_Player):
    """A good player, who counts what is lacking."""

    def _buys(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return brings_nearer(view.hand, card, contract_of(view))

    def _discard(self, view: "View", contract: Contract, out_of_time: OutOfTime) -> Card:
        return careful_discard(view.hand, contract)


class Hard(_Player):
    """A player who counts what is still to come, and thinks of the end."""

    def _takes(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return Thought(Knowledge.of(view), out_of_time).wants_in_turn(card)

    def _buys(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return Thought(Knowledge.of(view), out_of_time).wants_to_buy(card)

    def _discard(self, view: "View", contract: Contract, out_of_time: OutOfTime) -> Card:
        return Thought(Knowledge.of(view), out_of_time).discard()

    def _last_discard(self, view: "View") -> Card:
        return Thought(Knowledge.of(view), never).last_discard(view.hand)

    def _lay(self, view: "View", decision: Decision) -> Advice | None:
        if decision.choice("lay_off") is None and decision.choice("replace_joker") is None:
            return None
        move = best_laying(view.hand, tuple(melds_on(view))).first
        if move is None:
            return None
        card = move.cards[0]
        return Advice(move, why_lay(card) if move.verb == "lay_off" else why_replace(card))


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
