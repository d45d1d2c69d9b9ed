"""The bots of Kanhu, Qing: three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.random import RandomBot
from ....model.cards import Card
from ....model.moves import Choice, Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime
from ..hand_solver.nearest import distance, loose_cards
from ..hand_solver.wins import wins
from ..pack import HONOURS
from ..state import house_of, may_take, top_discard
from .beliefs import Knowledge
from .explain import why_buy, why_discard, why_leave, why_loose, why_pass, why_take, why_win
from .policy import loneliest, nearest_throws
from .search import Thought

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Keeps the groups that it has, throws any other card, and takes a discard only to win."),
    Level("medium", "Medium", "Counts how many cards it is from winning, and takes and keeps what brings it nearer."),
    Level("hard", "Hard", "Knows which cards are dead, weighs all that may come next, and minds what it gives away."),
)


class _Player:
    """What the levels share: which question is asked, and that a hand which wins is shown."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer to a turn, to the offer of a discard, or to a discard that might win."""
        if decision.choice("win"):
            return Advice(Move("win"), why_win())
        throw = decision.choice("discard")
        if throw is not None:
            card = self._throw(view, tuple(dict.fromkeys(throw.cards)), chance, out_of_time)
            return Advice(Move("discard", (card,)), self._why(view, card))
        if decision.choice("pass"):
            return Advice(Move("pass"), why_pass(top_discard(view)))
        return self._answer_offer(view, decision, chance, out_of_time)

    def _answer_offer(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        card, book = top_discard(view), house_of(view).book
        take: Choice | None = decision.choice("take")
        has_stock = decision.choice("buy") is not None
        if take is not None and wins((*view.hand, card), book):
            return Advice(Move("take"), why_take(view.hand, card, book))
        if take is not None and self._wants(view, card, chance, out_of_time):
            return Advice(Move("take"), why_take(view.hand, card, book))
        if has_stock:
            return Advice(Move("buy"), why_buy(view.hand, card, book, may_take=may_take(view)))
        return Advice(Move("leave"), why_leave(card))

    def _why(self, view: "View", card: Card) -> str:
        return why_discard(view.hand, card, house_of(view).book)

    def _throw(self, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime) -> Card:
        raise NotImplementedError

    def _wants(self, view: "View", card: Card, chance: Random, out_of_time: OutOfTime) -> bool:
        raise NotImplementedError


class Easy(_Player):
    """A beginner, who sees the groups in the hand and nothing else."""

    def _why(self, view: "View", card: Card) -> str:
        return why_loose(view.hand, card, house_of(view).book)

    def _throw(self, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime) -> Card:
        loose = [card for card in loose_cards(view.hand, house_of(view).book) if card in cards]
        return chance.choice(loose or [card for card in cards if card not in HONOURS] or list(cards))

    def _wants(self, view: "View", card: Card, chance: Random, out_of_time: OutOfTime) -> bool:
        return False


class Medium(_Player):
    """A good player, who knows how far the hand is from winning."""

    def _throw(self, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime) -> Card:
        book = house_of(view).book
        near, loose = nearest_throws(view.hand, cards, book), loose_cards(view.hand, book)
        return loneliest([card for card in near if card in loose] or near, view.hand)

    def _wants(self, view: "View", card: Card, chance: Random, out_of_time: OutOfTime) -> bool:
        book = house_of(view).book
        return distance((*view.hand, card), book) < distance(view.hand, book)


class Hard(_Player):
    """A player who counts what is dead, and thinks ahead."""

    def _throw(self, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime) -> Card:
        return Thought(Knowledge.of(view), chance, out_of_time).discard(cards)

    def _wants(self, view: "View", card: Card, chance: Random, out_of_time: OutOfTime) -> bool:
        return Thought(Knowledge.of(view), chance, out_of_time).wants(card)


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
