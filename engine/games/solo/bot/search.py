"""The hard bot's thinking: deal the unseen cards out again, play each card or game out, and compare.

What counts is the own result less the mean of the others', for a match is won against all of them: so an opponent is
glad of a game that fails, though it scores nothing by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final

from ....model.cards import Seat
from ....play.bot import OutOfTime
from ..cards import RANKINGS, SEATS
from .beliefs import Knowledge
from .guesses import Worlds
from .likelihood import likelihood
from .policy import careful_card
from .rollout import play_out
from .state import SUIT, Sim, cards_of

WORLDS: Final = 120
"""Deals on which each card is tried, when no clock says stop."""
_FEWEST: Final = 8
_A_TRICK: Final = 0.02
"""What a trick is worth that decides nothing: enough to choose between cards that do alike."""
_CLEARLY: Final = 1.0
"""By how many of its own standard errors a card has to do better than the rule of thumb's before it is preferred."""
_SPREAD: Final = 0.3
"""The part of the deals that has to count at least: evidence is softened until no few of them decide alone."""
_SOFTER: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What thinking came to. values: mean gain by card. partner: how likely each seat is to be it."""

    card: int
    values: dict[int, float]
    partner: dict[Seat, float] = field(default_factory=dict)


def gain(points: Sequence[int], me: Seat) -> float:
    """Points of a deal as gain of one seat over the others."""
    return points[me] - (sum(points) - points[me]) / (SEATS - 1)


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime) -> Opinion:
    """The card that gains most, as far as the possible tables tell."""
    usual = careful_card(known)
    worlds = Worlds(known)
    cards = candidates(known, _sim(known, worlds, worlds.draw(chance)).legal(), usual)
    if len(cards) == 1:
        return Opinion(usual, {})
    sample = weighed_deals(known, worlds, chance, out_of_time, WORLDS)
    tries: list[tuple[float, dict[int, float]]] = []
    for hands, weight in sample:
        if len(tries) >= _FEWEST and out_of_time():
            break
        world = _sim(known, worlds, hands)
        tries.append((weight, {card: _value(world, card, known.me) for card in cards}))
    total = sum(weight for weight, _ in tries)
    values = {card: sum(weight * value[card] for weight, value in tries) / total for card in cards}
    best = max(cards, key=values.__getitem__)
    if not _is_clear(tries, best, usual):
        best = usual
    return Opinion(best, values, _partners(worlds, sample))


def _is_clear(tries: Sequence[tuple[float, dict[int, float]]], best: int, usual: int) -> bool:
    """Whether a card does better than the usual one by more than chance would make it."""
    if best == usual:
        return True
    total = sum(weight for weight, _ in tries)
    gains = [(weight, value[best] - value[usual]) for weight, value in tries]
    mean = sum(weight * more for weight, more in gains) / total
    error = sqrt(sum((weight * (more - mean)) ** 2 for weight, more in gains)) / total
    return mean > _CLEARLY * error


def candidates(known: Knowledge, legal: tuple[int, ...], usual: int) -> tuple[int, ...]:
    """The legal cards that differ: of cards with none in other hands between them only one, the usual one if it is
    among them. The called card is like no other, for it tells who its player is.
    """
    trick = set(known.trick)
    out = _codes(known, known.unseen) | trick
    called = _codes(known, known.called_bit)
    kept: list[int] = []
    for card in legal:
        last = kept[-1] if kept else -1
        if kept and SUIT[last] == SUIT[card] and not {last, card} & called and not out & set(range(last + 1, card)):
            kept[-1] = usual if last == usual else card
            continue
        kept.append(card)
    return tuple(kept)


def _codes(known: Knowledge, cards: int) -> set[int]:
    return {RANKINGS[known.trump].code[card] for card in cards_of(cards)}


def weighed_deals(
    known: Knowledge, worlds: Worlds, chance: Random, out_of_time: OutOfTime, wanted: int
) -> list[tuple[list[int], float]]:
    """Deals drawn evenly among those possible, each with how well it explains what was bid and played."""
    drawn: list[list[int]] = []
    weights: list[float] = []
    while len(drawn) < wanted and not (len(drawn) >= _FEWEST and out_of_time()):
        hands = worlds.draw(chance)
        drawn.append(hands)
        weights.append(likelihood(known, worlds, hands))
    return list(zip(drawn, _softened(weights), strict=True))


def _softened(weights: list[float]) -> list[float]:
    """Weights brought nearer to each other, as far as needed for many deals to count."""
    most = max(weights)
    if not most:
        return [1.0] * len(weights)
    for softer in _SOFTER:
        found = [(weight / most) ** softer for weight in weights]
        if sum(found) ** 2 >= _SPREAD * len(found) * sum(weight * weight for weight in found):
            break
    return found


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


def _partners(worlds: Worlds, sample: Sequence[tuple[list[int], float]]) -> dict[Seat, float]:
    found: dict[Seat, float] = {}
    total = sum(weight for _, weight in sample)
    for hands, weight in sample:
        partner = worlds.partner_in(hands)
        if partner is not None:
            found[partner] = found.get(partner, 0.0) + weight / total
    return found
