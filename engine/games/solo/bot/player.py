"""The bots of Solo: three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.random import RandomBot
from ....model.cards import Card
from ....model.moves import Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime
from ..auction import Auction
from ..cards import RANKINGS
from ..contracts import SIMPLE, rung
from ..state import auction_of, is_forced, trump_of
from .beliefs import Knowledge
from .explain import why_bid, why_call, why_declare, why_give_way, why_play
from .policy import called_first, careful_bid, careful_card, careful_game, plain_bid, plain_card, plain_game
from .search import plan_bid, plan_call, plan_game, think
from .valuation import Prospect, best_call, chance_of

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Counts its trumps to bid, takes every trick it can, and does not ask who its friends are."),
    Level("medium", "Medium", "Bids what its hand is worth and plays by good rules: spares friends, draws trumps."),
    Level(
        "hard", "Hard", "Imagines the hands that bids and play allow, tries its games and cards out, finds partners."
    ),
)


class _Player:
    """What the levels share: which of the four questions is asked."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer to the bidding, as declarer, or to a trick."""
        known = Knowledge.of(view)
        if decision.choice("play"):
            return self._play(known, chance, out_of_time)
        if call := decision.choice("call"):
            cards = tuple(cards[0] for cards in call.sets)
            card = self._call(known, view, cards, chance, out_of_time)
            return Advice(Move("call", (card,)), why_call(card, known.hand, trump_of(view)))
        if decision.phase == "declaring":
            return self._declare(known, view, decision, chance, out_of_time)
        if len(decision.choices) == 1:
            return Advice(Move(decision.choices[0].verb), "With both black queens nothing else may be said.")
        return self._bid(known, auction_of(view), decision, chance, out_of_time)

    def _bid(
        self, known: Knowledge, auction: Auction, decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        bids, prospect = careful_bid(known.hand, known, auction.next_rung.number)
        return _answer(decision, prospect, bids=bids)

    def _declare(
        self, known: Knowledge, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        best = careful_game(known.hand, known, auction_of(view).level, simple_only=is_forced(view))
        return Advice(Move(best.rung.kind, places=(best.trump,)), why_declare(best))

    def _call(
        self, known: Knowledge, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime
    ) -> Card:
        return best_call(known.hand, trump_of(view), known.house.call_rule)

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        raise NotImplementedError


class Easy(_Player):
    """A beginner."""

    def _bid(
        self, known: Knowledge, auction: Auction, decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        bid, refusal = (choice.verb for choice in decision.choices)
        if plain_bid(known.hand, auction.next_rung.number):
            return Advice(Move(bid), "You would have many trumps.")
        return Advice(Move(refusal), "You would not have trumps enough.")

    def _declare(
        self, known: Knowledge, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        games = tuple((choice.verb, place) for choice in decision.choices for (place,) in choice.places)
        kind, suit = plain_game(known.hand, games)
        return Advice(Move(kind, places=(suit,)), "In this suit you have most trumps.")

    def _call(
        self, known: Knowledge, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime
    ) -> Card:
        return called_first(known.hand, cards)

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        return _played(known, plain_card(known))


class Medium(_Player):
    """A good player who goes by rules of thumb."""

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        return _played(known, careful_card(known))


class Hard(_Player):
    """A player who tries bids, games and cards out on the hands that the others may hold."""

    def _bid(
        self, known: Knowledge, auction: Auction, decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        usual, _ = careful_bid(known.hand, known, auction.next_rung.number)
        bids, prospect = plan_bid(known, auction, usual, chance, out_of_time)
        return _answer(decision, prospect, bids=bids)

    def _declare(
        self, known: Knowledge, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime
    ) -> Advice:
        level = max(1, auction_of(view).level)
        best = plan_game(known, level, chance, out_of_time, simple_only=is_forced(view))
        return Advice(Move(best.rung.kind, places=(best.trump,)), why_declare(best))

    def _call(
        self, known: Knowledge, view: "View", cards: tuple[Card, ...], chance: Random, out_of_time: OutOfTime
    ) -> Card:
        trump = trump_of(view)
        step = rung(int(view.facts["rung"]))  # type: ignore[arg-type]
        prospect = Prospect(step, trump, chance_of(known.hand, trump, SIMPLE))
        return plan_call(known, prospect, chance, out_of_time)

    def _play(self, known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Advice:
        code, partners = think(known, chance, out_of_time)
        return Advice(Move("play", (RANKINGS[known.trump].cards[code],)), why_play(known, code, partners))


def _answer(decision: Decision, prospect: Prospect, *, bids: bool) -> Advice:
    """The bid, or the word that gives way; `decision` offers them in this order."""
    bid, refusal = (choice.verb for choice in decision.choices)
    return Advice(Move(bid), why_bid(prospect)) if bids else Advice(Move(refusal), why_give_way(prospect))


def _played(known: Knowledge, code: int) -> Advice:
    return Advice(Move("play", (RANKINGS[known.trump].cards[code],)), why_play(known, code))


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
