"""The bots of Chinaso: three levels for people."""

from ....bots.levels import Asked, LevelBot
from ....model.cards import Card
from ....model.moves import Move
from ....play.bot import Advice, never
from ..cards import Contract, points_of
from ..state import IN_TURN, contract_of, is_down, melds_on, top_discard
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
from .policy import careful_discard, left_after, plain_discard, use_of
from .search import Evaluator


class _Player(LevelBot):
    """What the levels share: they lay every card that fits."""

    def on_offer(self, asked: Asked) -> Advice:
        """Take, buy or leave the discard."""
        view = asked.view
        card, contract, hand = top_discard(view), contract_of(view), view.hand
        assert view.viewer is not None, "a spectator is asked nothing"
        in_turn = view.viewer == IN_TURN.of(view)
        if is_down(view, view.viewer):
            if any(meld.ends_for(card) for _, meld in melds_on(view)):
                return Advice(Move("take"), why_take_when_down(card))
            return Advice(Move("deck"), why_draw_when_down(card))
        if self._takes(asked, card) if in_turn else self._buys(asked, card):
            return Advice(Move("take" if in_turn else "buy"), why_get(hand, card, contract))
        return Advice(Move("deck" if in_turn else "pass"), why_leave(hand, card, contract, in_turn=in_turn))

    on_drawing = on_offer

    def on_play(self, asked: Asked) -> Advice:
        """Lay everything that fits, then discard."""
        down = asked.decision.choice("lay_down")
        if down is not None:
            groups = down.divisions[0]
            return Advice(Move("lay_down", groups=groups), why_lay_down(left_after(asked.view.hand, groups)))
        return self._lay(asked) or self._throw(asked)

    def _lay(self, asked: Asked) -> Advice | None:
        """Lay the most expensive card that fits, on the first meld that it fits; else one that can replace a joker."""
        for verb, why in (("lay_off", why_lay), ("replace_joker", why_replace)):
            choice = asked.decision.choice(verb)
            if choice is not None:
                cards, places = max(choice.listed, key=lambda way: points_of(way[0][0]))
                return Advice(Move(verb, cards, places), why(cards[0]))
        return None

    def _throw(self, asked: Asked) -> Advice:
        assert asked.view.viewer is not None, "a spectator is asked nothing"
        contract, down = contract_of(asked.view), is_down(asked.view, asked.view.viewer)
        card = self._last_discard(asked) if down else self._discard(asked, contract)
        return Advice(Move("discard", (card,)), why_discard(asked.view.hand, card, contract, is_down=down))

    def _last_discard(self, asked: Asked) -> Card:
        return max(asked.view.hand, key=points_of)

    def _takes(self, asked: Asked, card: Card) -> bool:
        return use_of(asked.view.hand, card, contract_of(asked.view)).helps

    def _buys(self, asked: Asked, card: Card) -> bool:
        raise NotImplementedError

    def _discard(self, asked: Asked, contract: Contract) -> Card:
        raise NotImplementedError


class Easy(_Player):
    """A beginner, who keeps cards that go together."""

    def _takes(self, asked: Asked, card: Card) -> bool:
        held = asked.view.deck.sort((*asked.view.hand, card))
        return super()._takes(asked, card) and plain_discard(held) != card

    def _buys(self, asked: Asked, card: Card) -> bool:
        return False

    def _discard(self, asked: Asked, contract: Contract) -> Card:
        return plain_discard(asked.view.hand)


class Medium(_Player):
    """A good player, who counts the missing cards."""

    def _buys(self, asked: Asked, card: Card) -> bool:
        return use_of(asked.view.hand, card, contract_of(asked.view)).helps

    def _discard(self, asked: Asked, contract: Contract) -> Card:
        return careful_discard(asked.view.hand, contract)


class Hard(_Player):
    """A player who counts the cards still to come, and thinks of the end."""

    def _takes(self, asked: Asked, card: Card) -> bool:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).wants_in_turn(card)

    def _buys(self, asked: Asked, card: Card) -> bool:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).wants_to_buy(card)

    def _discard(self, asked: Asked, contract: Contract) -> Card:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).discard()

    def _last_discard(self, asked: Asked) -> Card:
        return Evaluator(Knowledge.of(asked.view), never).last_discard(asked.view.hand)

    def _lay(self, asked: Asked) -> Advice | None:
        if asked.decision.choice("lay_off") is None and asked.decision.choice("replace_joker") is None:
            return None
        move = best_laying(asked.view.hand, tuple(melds_on(asked.view))).first
        if move is None:
            return None
        card = move.cards[0]
        return Advice(move, why_lay(card) if move.verb == "lay_off" else why_replace(card))
