"""Moves that are nearly legal: one thing too many, too few, doubled, or of the wrong kind."""

from collections.abc import Iterator
from random import Random

import msgspec

from engine.api import Card, Decision, Move, Table
from engine.bots.random import random_move

MOST_MOVES = 12
"""Legal moves of one decision that are changed; where it has more, some by chance."""


def changed(table: Table, decision: Decision, move: Move, chance: Random) -> Iterator[Move]:
    """A legal move with one thing added, doubled, taken away, or exchanged for another."""
    hand = sorted({card for choice in decision.choices for cards in (choice.cards, *choice.sets) for card in cards})
    card = chance.choice(hand or sorted(table.deck.faces))
    strange = chance.choice([Card("ZZ"), Card(""), Card("??"), *sorted(table.deck.faces)])
    cards, places, groups = move.cards, move.places, move.groups
    more: list[dict[str, tuple[object, ...]]] = [
        {"places": (*places, chance.choice(["x", "seat:0", "seat:9", "C", *table.zones]))},
        {"places": (*places, *places)},
        {"groups": (*groups, ())},
        {"groups": (*groups, (card,))},
        {"groups": (*groups, *groups)},
        {"cards": (*cards, card)},
        {"cards": (*cards, strange)},
        {"cards": (*cards, *cards)},
        {"cards": (card,) * 9},
        {"cards": cards[:-1]},
        {"places": places[:-1]},
        {"groups": groups[:-1]},
        {"groups": tuple(group[:-1] for group in groups)},
        {"groups": tuple((*group, card) for group in groups)},
        {"cards": (), "groups": (cards,)},
        {"cards": (), "places": tuple(cards)},
        {"cards": tuple(Card(place) for place in places), "places": ()},
    ]
    for change in more:
        yield msgspec.structs.replace(move, **change)
    for verb in sorted(table.game.verbs):
        yield msgspec.structs.replace(move, verb=verb)
        yield Move(verb, places=("x",))


def legal_moves(table: Table, decision: Decision, chance: Random) -> list[Move]:
    """Some of the moves that a decision takes, its default among them."""
    tries = {random_move(decision, table.deck, chance) for _ in range(MOST_MOVES)}
    tries |= {next(choice.moves(table.deck)) for choice in decision.choices}
    return [decision.default, *sorted(tries, key=repr)][:MOST_MOVES]
