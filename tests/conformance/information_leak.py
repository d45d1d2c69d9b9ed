"""Two tables that differ only in two cards which one viewer has not seen, and what is done at the second of them.

The same is done at both, with the two cards changed over in the moves that the viewer does not see.
"""

from importlib import import_module
from importlib.util import find_spec
from random import Random

from engine.api import Card, Deal, Move, Seat, Table, Viewer, Visibility
from engine.bots.random import random_move

from .cases import Answer, Case

TRIES, QUIET = 8, 0.9  # how hard the others try to keep the two cards out of sight, and how often they do

Holding = tuple[Seat, Card]
"""Who holds which card; -1 is the stock."""


def rule_tells(game: str, name: str) -> frozenset[str]:
    """What a game's `endings` say that its rules tell: NAMED_BY_THE_RULES, cards whose holder is told to all before
    they are seen; ANNOUNCEMENTS, facts by which a player tells of its cards, so that the two tables may differ."""
    if find_spec(f"tests.games.{game}.endings") is None:
        return frozenset()
    told: frozenset[str] = getattr(import_module(f"tests.games.{game}.endings"), name, frozenset())
    return told


def two_unseen(case: Case, deal: Deal, viewer: Viewer, chance: Random) -> tuple[Holding, Holding]:
    """Two different cards that two others hold (-1: the stock), of faces that the viewer has not seen at all."""
    places = {**deal.hands, -1: deal.stock}
    seen = {*places.get(-2 if viewer is None else viewer, ()), *rule_tells(case.game_id, "NAMED_BY_THE_RULES")}
    seen |= _turned_up(case, deal)
    hidden = [(seat, card) for seat, cards in places.items() if seat != viewer for card in cards if card not in seen]
    first = chance.choice(hidden)
    second = chance.choice([(seat, card) for seat, card in hidden if seat != first[0] and card != first[1]])
    return first, second


def _turned_up(case: Case, deal: Deal) -> set[Card]:
    """The faces that everybody sees as soon as the cards are dealt."""
    table = case.table("turned up", deal)
    table.start()
    return {
        card
        for zone, cards in table.zones.items()
        if table.game.plan.kind(zone).visibility is Visibility.PUBLIC
        for card in cards
    }


def changed_over(deal: Deal, first: Holding, second: Holding) -> Deal:
    places = {seat: list(cards) for seat, cards in {**deal.hands, -1: deal.stock}.items()}
    one, other = places[first[0]].index(first[1]), places[second[0]].index(second[1])
    places[first[0]][one], places[second[0]][other] = second[1], first[1]
    stock = tuple(places.pop(-1))
    return Deal({seat: tuple(cards) for seat, cards in places.items()}, stock, deal.dealer)


def next_answer(table: Table, viewer: Viewer, kept: set[Card], chance: Random) -> Answer | None:
    """What is done next: mostly something that leaves the changed cards where they are, so that they stay unseen."""
    if table.awaits_close:
        return (None, None)
    decisions = table.decisions()
    if not decisions:
        return None
    decision = chance.choice(decisions)
    first = random_move(decision, table.deck, chance)
    if chance.random() >= QUIET or not _names(first, kept):
        return decision.seat, first
    others = (random_move(decision, table.deck, chance) for _ in range(TRIES - 1))
    return decision.seat, next((move for move in others if not _names(move, kept)), first)


def _names(move: Move, kept: set[Card]) -> bool:
    """Whether a move has one of these cards."""
    return not kept.isdisjoint(move.cards) or any(not kept.isdisjoint(group) for group in move.groups)


def mapped(answer: Answer, viewer: Viewer, first: Holding, second: Holding) -> Answer:
    seat, move = answer
    if seat is None or move is None or seat == viewer:
        return answer
    swap = {first[1]: second[1], second[1]: first[1]}
    cards = tuple(swap.get(card, card) for card in move.cards)
    groups = tuple(tuple(swap.get(card, card) for card in group) for group in move.groups)
    return seat, Move(move.verb, cards, move.places, groups)
