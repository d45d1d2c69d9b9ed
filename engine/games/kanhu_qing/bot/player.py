"""The bots of Kanhu, Qing: three levels for people."""

from collections import Counter

from ....bots.levels import Asked, LevelBot
from ....model.cards import Card
from ....model.moves import Move
from ....play.bot import Advice
from ..hand_solver.nearest import distance, loose_cards
from ..hand_solver.wins import wins
from ..pack import HONOURS
from ..state import house_of, may_take, top_discard
from .beliefs import Knowledge
from .explain import why_buy, why_discard, why_leave, why_loose, why_pass, why_take, why_win
from .policy import loneliest, nearest_throws
from .search import Evaluator


class _Player(LevelBot):
    """What the levels share: they win when they can."""

    def on_turn(self, asked: Asked) -> Advice:
        """Show the hand, or discard."""
        if asked.decision.choice("win"):
            return Advice(Move("win"), why_win())
        discard = asked.decision.choice("discard")
        assert discard is not None, "a card can always be discarded"
        card = self._choose(asked, tuple(dict.fromkeys(discard.cards)))
        return Advice(Move("discard", (card,)), self._why(asked, card))

    def on_claims(self, asked: Asked) -> Advice:
        """Show the hand with a discard, or pass."""
        if asked.decision.choice("win"):
            return Advice(Move("win"), why_win())
        return Advice(Move("pass"), why_pass(top_discard(asked.view)))

    def on_offer(self, asked: Asked) -> Advice:
        hand, card, book = asked.view.hand, top_discard(asked.view), house_of(asked.view).book
        if asked.decision.choice("take") and (wins((*hand, card), book) or self._wants(asked, card)):
            return Advice(Move("take"), why_take(hand, card, book))
        if asked.decision.choice("buy"):
            return Advice(Move("buy"), why_buy(hand, card, book, self._live(asked), may_take=may_take(asked.view)))
        return Advice(Move("leave"), why_leave(card))

    def _why(self, asked: Asked, card: Card) -> str:
        return why_discard(asked.view.hand, card, house_of(asked.view).book, self._live(asked))

    def _live(self, asked: Asked) -> Counter[Card] | None:
        """How many cards of each face may still come, if the level counts them."""
        return None

    def _choose(self, asked: Asked, cards: tuple[Card, ...]) -> Card:
        raise NotImplementedError

    def _wants(self, asked: Asked, card: Card) -> bool:
        raise NotImplementedError


class Easy(_Player):
    """A beginner who sees only the groups in the hand."""

    def _why(self, asked: Asked, card: Card) -> str:
        return why_loose(asked.view.hand, card, house_of(asked.view).book)

    def _choose(self, asked: Asked, cards: tuple[Card, ...]) -> Card:
        loose = [card for card in loose_cards(asked.view.hand, house_of(asked.view).book) if card in cards]
        return asked.chance.choice(loose or [card for card in cards if card not in HONOURS] or list(cards))

    def _wants(self, asked: Asked, card: Card) -> bool:
        return False


class Medium(_Player):
    """A good player who knows how many cards the hand needs to win."""

    def _choose(self, asked: Asked, cards: tuple[Card, ...]) -> Card:
        book = house_of(asked.view).book
        near, loose = nearest_throws(asked.view.hand, cards, book), loose_cards(asked.view.hand, book)
        return loneliest([card for card in near if card in loose] or near, asked.view.hand)

    def _wants(self, asked: Asked, card: Card) -> bool:
        book = house_of(asked.view).book
        return distance((*asked.view.hand, card), book) < distance(asked.view.hand, book)


class Hard(_Player):
    """A player who counts the cards that are gone, and thinks ahead."""

    def _choose(self, asked: Asked, cards: tuple[Card, ...]) -> Card:
        return Evaluator(Knowledge.of(asked.view), asked.chance, asked.out_of_time).discard(cards)

    def _live(self, asked: Asked) -> Counter[Card] | None:
        return Knowledge.of(asked.view).live

    def _wants(self, asked: Asked, card: Card) -> bool:
        return Evaluator(Knowledge.of(asked.view), asked.chance, asked.out_of_time).wants(card)
