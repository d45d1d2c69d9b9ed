"""The bots of Solo: three levels for people."""

from ....bots.levels import Asked, LevelBot
from ....model.cards import Card
from ....model.moves import Decision, Move
from ....play.bot import Advice
from ..cards import RANKINGS
from ..contracts import SIMPLE
from ..state import ALL_PASS, AUCTION, RUNG, TRUMP_SUIT
from .beliefs import Knowledge
from .explain import why_bid, why_call, why_declare, why_give_way, why_play
from .policy import called_first, careful_bid, careful_card, careful_game, plain_bid, plain_card, plain_game
from .search import plan_bid, plan_call, plan_game, think
from .valuation import Prospect, best_call, chance_of


class Medium(LevelBot):
    """A good player who goes by rules of thumb."""

    def on_bidding(self, asked: Asked) -> Advice:
        """A bid, or the word that gives way."""
        if len(asked.decision.choices) == 1:
            return Advice(
                Move(asked.decision.choices[0].verb),
                "You hold both black queens, so this is the only bid that you may make.",
            )
        return self._bid(Knowledge.of(asked.view), asked)

    def on_declaring(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        best = self._game(known, asked)
        usual = careful_game(
            known.hand, known, max(1, AUCTION.of(asked.view).level), simple_only=ALL_PASS.is_declared(asked.view)
        )
        return Advice(Move(best.rung.kind, places=(best.trump,)), why_declare(best, usual))

    def on_calling(self, asked: Asked) -> Advice:
        """A card whose holder is the partner."""
        known = Knowledge.of(asked.view)
        card = self._call(known, asked)
        return Advice(Move("call", (card,)), why_call(card, known.hand, TRUMP_SUIT.of(asked.view)))

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        return _played(known, careful_card(known))

    def _bid(self, known: Knowledge, asked: Asked) -> Advice:
        bids, prospect = careful_bid(known.hand, known, AUCTION.of(asked.view).next_rung.number)
        return _answer(asked.decision, prospect, bids=bids)

    def _game(self, known: Knowledge, asked: Asked) -> Prospect:
        return careful_game(
            known.hand, known, AUCTION.of(asked.view).level, simple_only=ALL_PASS.is_declared(asked.view)
        )

    def _call(self, known: Knowledge, asked: Asked) -> Card:
        return best_call(known.hand, TRUMP_SUIT.of(asked.view), known.house.call_rule)


class Easy(Medium):
    """A beginner."""

    def on_declaring(self, asked: Asked) -> Advice:
        """The suit with the most trumps."""
        games = tuple((choice.verb, place) for choice in asked.decision.choices for (place,) in choice.places)
        kind, suit = plain_game(Knowledge.of(asked.view).hand, games)
        return Advice(Move(kind, places=(suit,)), "This suit gives you the most trumps.")

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        return _played(known, plain_card(known))

    def _bid(self, known: Knowledge, asked: Asked) -> Advice:
        bid, refusal = (choice.verb for choice in asked.decision.choices)
        if plain_bid(known.hand, AUCTION.of(asked.view).next_rung.number):
            return Advice(Move(bid), "You would have many trumps in this game.")
        return Advice(Move(refusal), "You would have too few trumps in this game.")

    def _call(self, known: Knowledge, asked: Asked) -> Card:
        return called_first(known.hand, tuple(cards[0] for cards in asked.decision.choices[0].sets))


class Hard(Medium):
    """A player who tries bids, games and cards on possible hands of the others."""

    def on_tricks(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        code, partners = think(known, asked.chance, asked.out_of_time)
        return Advice(Move("play", (RANKINGS[known.trump].cards[code],)), why_play(known, code, partners))

    def _bid(self, known: Knowledge, asked: Asked) -> Advice:
        auction = AUCTION.of(asked.view)
        usual, _ = careful_bid(known.hand, known, auction.next_rung.number)
        bids, prospect = plan_bid(known, auction, usual, asked.chance, asked.out_of_time)
        return _answer(asked.decision, prospect, bids=bids)

    def _game(self, known: Knowledge, asked: Asked) -> Prospect:
        level = max(1, AUCTION.of(asked.view).level)
        return plan_game(known, level, asked.chance, asked.out_of_time, simple_only=ALL_PASS.is_declared(asked.view))

    def _call(self, known: Knowledge, asked: Asked) -> Card:
        trump = TRUMP_SUIT.of(asked.view)
        prospect = Prospect(RUNG.of(asked.view), trump, chance_of(known.hand, trump, SIMPLE))
        return plan_call(known, prospect, asked.chance, asked.out_of_time)


def _answer(decision: Decision, prospect: Prospect, *, bids: bool) -> Advice:
    """The bid, or the word that gives way; `decision` offers them in this order."""
    bid, refusal = (choice.verb for choice in decision.choices)
    return Advice(Move(bid), why_bid(prospect)) if bids else Advice(Move(refusal), why_give_way(prospect))


def _played(known: Knowledge, code: int) -> Advice:
    return Advice(Move("play", (RANKINGS[known.trump].cards[code],)), why_play(known, code))
