"""A bot that plays random legal moves: the baseline of the arena, and a player for tests."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..model.moves import Choice, Decision, Move
from ..play.bot import Advice, OutOfTime

if TYPE_CHECKING:
    from ..model.cards import Card, Deck
    from ..model.view import View


class RandomBot:
    """Plays a random choice with random cards that it allows."""

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A random choice, with random cards."""
        return Advice(random_move(decision, view.deck, chance), "Chosen at random.")


def random_move(decision: Decision, deck: Deck, chance: Random) -> Move:
    """A legal move: a random choice, then random cards for it."""
    choice = chance.choice(decision.choices)
    if choice.shape:
        return Move(choice.verb, groups=chance.choice(choice.divisions))
    if choice.places:
        return Move(choice.verb, *chance.choice(choice.listed))
    return Move(choice.verb, _random_cards(choice, deck, chance))


def _random_cards(choice: Choice, deck: Deck, chance: Random) -> tuple[Card, ...]:
    if choice.sets:
        return chance.choice(choice.sets)
    count = chance.randint(choice.least, choice.most)
    return deck.sort(chance.sample(choice.cards, count))
