"""The hard bot's thinking: deal the unseen cards out again, play each card or game out, and compare.

What counts is the own result less the mean of the others', for a match is won against all of them: so an opponent is
glad of a game that fails, though it scores nothing by it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ...cards import Card, Seat
from .evidence import likelihood
from .knowledge import Knowledge
from .laws import RANKINGS, SEATS, callable_cards
from .playouts import play_out
from .rungs import SIMPLE
from .scoring import Contract, points_of
from .sim import BIT, SUIT, Sim, cards_of
from .worlds import Worlds
from .worth import Prospect, best_call, prospects

GUESSES: Final = 90
"""Deals that are weighed for one decision, when no clock says stop."""
WORLDS: Final = 40
"""Deals, the likelier ones oftener, on which each card is tried."""
BID_WORLDS: Final = 40
"""Deals on which a game is tried before it is bid or declared."""
_FEWEST: Final = 8
_GAMES: Final = 3
_A_TRICK: Final = 0.02
"""What a trick is worth that decides nothing: enough to choose between cards that do alike."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What thinking came to. values: mean gain by card. partner: how likely each seat is to be it."""

    card: int
    values: dict[int, float]
    partner: dict[Seat, float] = field(default_factory=dict)


def gain(points: Sequence[int], me: Seat) -> float:
    """Points of a deal as gain of one seat over the others."""
    return points[me] - (sum(points) - points[me]) / (SEATS - 1)


def think(known: Knowledge, chance: Random, out_of_time: Callable[[], bool]) -> Opinion:
    """The card that gains most, as far as the possible tables tell."""
    worlds = Worlds(known)
    cards = candidates(known, _sim(known, worlds, worlds.draw(chance)).legal())
    if len(cards) == 1:
        return Opinion(cards[0], {})
    sample = _likely(known, worlds, chance, out_of_time, GUESSES, WORLDS)
    values = dict.fromkeys(cards, 0.0)
    tried = 0
    for hands in sample:
        world = _sim(known, worlds, hands)
        for card in cards:
            values[card] += _value(world, card, known.me)
        tried += 1
        if out_of_time():
            break
    best = max(cards, key=values.__getitem__)
    return Opinion(best, {card: total / tried for card, total in values.items()}, _partners(worlds, sample))


def candidates(known: Knowledge, legal: tuple[int, ...]) -> tuple[int, ...]:
    """The legal cards that differ: of cards with none in other hands between them, only the highest.

    The called card is like no other, for it tells who its player is.
    """
    if len(legal) == 1:
        return legal
    trick = set(known.trick)
    out = _codes(known, known.unseen) | trick
    called = _codes(known, known.called_bit)
    kept: list[int] = []
    for card in legal:
        last = kept[-1] if kept else -1
        if kept and SUIT[last] == SUIT[card] and not {last, card} & called and not out & set(range(last + 1, card)):
            kept[-1] = card
            continue
        kept.append(card)
    return tuple(kept)


def _codes(known: Knowledge, cards: int) -> set[int]:
    return {RANKINGS[known.trump].code[card] for card in cards_of(cards)}


def _likely(
    known: Knowledge, worlds: Worlds, chance: Random, out_of_time: Callable[[], bool], guesses: int, wanted: int
) -> list[list[int]]:
    """Deals drawn evenly among those possible, and then by how well they explain what was bid and played."""
    drawn: list[list[int]] = []
    weights: list[float] = []
    while len(drawn) < guesses and not (len(drawn) >= _FEWEST and out_of_time()):
        hands = worlds.draw(chance)
        drawn.append(hands)
        weights.append(likelihood(known, worlds, hands))
    if not any(weights):
        return drawn[:wanted]
    return _spread_out(drawn, weights, min(wanted, len(drawn)), chance)


def _spread_out(drawn: list[list[int]], weights: list[float], wanted: int, chance: Random) -> list[list[int]]:
    """So many of the deals in proportion to their weights, with as little chance in it as may be."""
    step = sum(weights) / wanted
    point = chance.random() * step
    taken: list[list[int]] = []
    passed = 0.0
    for hands, weight in zip(drawn, weights, strict=True):
        passed += weight
        while point < passed and len(taken) < wanted:
            taken.append(hands)
            point += step
    chance.shuffle(taken)
    return taken or drawn[:1]


def _sim(known: Knowledge, worlds: Worlds, hands: list[int]) -> Sim:
    return Sim.of_hands(
        hands,
        worlds.contract_in(hands),
        known.trump,
        leader=known.leader,
        trick=known.trick,
        tricks=known.tricks,
    )


def _value(world: Sim, card: int, me: Seat) -> float:
    trial = world.clone()
    trial.play(card)
    play_out(trial)
    return _result(trial, me)


def _result(trial: Sim, me: Seat) -> float:
    own = trial.tricks[trial.declarer] + (trial.tricks[trial.partner] if trial.partner >= 0 else 0)
    helps = me in (trial.declarer, trial.partner)
    return gain(trial.points(), me) + _A_TRICK * (own if helps else -own)


def _partners(worlds: Worlds, sample: list[list[int]]) -> dict[Seat, float]:
    found: dict[Seat, float] = {}
    for hands in sample:
        partner = worlds.partner_in(hands)
        if partner is not None:
            found[partner] = found.get(partner, 0.0) + 1 / len(sample)
    return found


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that might be declared. called: the card to call with it, if it is a simple one. value: mean gain."""

    prospect: Prospect
    called: Card | None
    chance: float
    value: float


def plans(
    known: Knowledge,
    least: int,
    chance: Random,
    out_of_time: Callable[[], bool],
    *,
    simple_only: bool = False,
    worlds: int = BID_WORLDS,
) -> list[Plan]:
    """The best games that my hand could declare at a rung or above, tried out, the best first."""
    found = prospects(known.hand, known.house, least, simple_only=simple_only)
    likely = sorted(found, key=lambda prospect: -_hope(prospect))[:_GAMES]
    deals = _likely(known, Worlds(known), chance, out_of_time, worlds, worlds)
    tried = [try_game(known, prospect, called, deals) for prospect in likely for called in _calls(known, prospect)]
    return sorted(tried, key=lambda plan: -plan.value)


def _hope(prospect: Prospect) -> float:
    """What a game promises before it is tried, for the choice of those that are."""
    return prospect.points * (2 / 3 if prospect.rung.kind == SIMPLE else 1)


def _calls(known: Knowledge, prospect: Prospect) -> tuple[Card | None, ...]:
    if prospect.rung.kind != SIMPLE:
        return (None,)
    return (best_call(known.hand, prospect.trump, known.house.call_rule),)


def try_game(known: Knowledge, prospect: Prospect, called: Card | None, deals: Sequence[list[int]]) -> Plan:
    """A game played out on some deals."""
    made = 0
    me = known.me
    value = 0.0
    for hands in deals:
        partner = None
        if called is not None:
            holder = next(seat for seat in range(SEATS) if hands[seat] & BIT[called])
            partner = None if holder == me else holder
        contract = Contract(prospect.rung, me, partner, called)
        trial = Sim.of_hands(hands, contract, prospect.trump, leader=(known.dealer + 1) % SEATS, stops=True)
        play_out(trial)
        won = bool(trial.made())
        made += won
        value += gain(points_of(contract, made=won), me)
    return Plan(prospect, called, made / len(deals), value / len(deals))


def calls(known: Knowledge, prospect: Prospect, chance: Random, out_of_time: Callable[[], bool]) -> list[Plan]:
    """Every card that could be called with the game declared, tried out, the best first."""
    cards = callable_cards(cards_of(known.hand), prospect.trump, known.house.call_rule)
    deals = _likely(known, Worlds(known), chance, out_of_time, BID_WORLDS, BID_WORLDS)
    return sorted((try_game(known, prospect, card, deals) for card in cards), key=lambda plan: -plan.value)
