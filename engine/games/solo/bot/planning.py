"""How the hard bot bids, declares and calls: each answer is followed to the end of many possible deals.

The rest of the bidding and the play go by the medium bot's rules, for all seats. The answer that those rules would give
is left only for one that does clearly better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from ....model.cards import Card, Seat
from ....play.bot import OutOfTime
from .. import auction as bidding
from ..auction import Auction
from ..cards import BLACK_QUEENS, SEATS, callable_cards
from ..contracts import DUTY, SIMPLE, Rung
from ..scoring import Contract, points_of
from .beliefs import QUEENS, Knowledge
from .guesses import Worlds
from .rollout import play_out
from .search import gain, weighed_deals
from .state import BIT, Sim, cards_of
from .valuation import Prospect, best_call, best_game, ladder, prospects

DEALS: Final = 120
"""Deals on which an answer is tried, when no clock says stop."""
_GAMES: Final = 4
_ENOUGH: Final = 0.0
_FEWEST: Final = 8
_CLEARLY: Final = 1.0
"""By how many of its own standard errors an answer has to do better than the usual one before it is preferred."""

_Deals = Sequence[tuple[list[int], float]]


@dataclass(frozen=True, slots=True)
class Trial:
    """An answer tried out. values: gain in each deal. made: how often my own game was made, if I was to declare it."""

    values: list[float]
    made: float


def clearly_best(trials: Sequence[Trial], deals: _Deals, usual: int) -> int:
    """Place of the best trial, unless it is no clear improvement on the usual one."""
    weights = [weight for _, weight in deals]
    total = sum(weights[: len(trials[0].values)])
    means = [sum(w * v for w, v in zip(weights, trial.values, strict=False)) / total for trial in trials]
    best = max(range(len(trials)), key=means.__getitem__)
    more = means[best] - means[usual]
    pairs = zip(weights, trials[best].values, trials[usual].values, strict=False)
    error = sqrt(sum((weight * (one - other - more)) ** 2 for weight, one, other in pairs)) / total
    return best if more > _CLEARLY * error else usual


def plan_bid(
    known: Knowledge, auction: Auction, usual: bool, chance: Random, out_of_time: OutOfTime
) -> tuple[bool, Prospect]:
    """Whether to go on in the bidding, and the game that is in my mind. usual: what the rules of thumb say."""
    deals = weighed_deals(known, Worlds(known), chance, out_of_time, DEALS)
    answers = auction.answers(both_queens=False)
    gains: list[list[float]] = [[], []]
    for number, (hands, _) in enumerate(deals):
        if number >= _FEWEST and out_of_time():
            break
        heights = [ladder(cards, known.house) for cards in hands]
        for place, answer in enumerate(answers):
            gains[place].append(_outcome(known, auction.after(answer), hands, heights))
    choice = clearly_best([Trial(values, 0.0) for values in gains], deals, 0 if usual else 1)
    return choice == 0, prospects(known.hand, known.house, auction.next_rung.number)[0]


def _outcome(known: Knowledge, auction: Auction, hands: list[int], heights: list[tuple[float, ...]]) -> float:
    """What a deal brings me when all go on by the rules of thumb. heights: the `ladder` of each hand."""
    first = known.dealer + 1
    while not auction.is_over:
        seat = (first + auction.actor) % SEATS
        bound = hands[seat] & QUEENS == QUEENS and auction.level < DUTY
        bid, refusal = auction.answers(both_queens=False)
        auction = auction.after(bid if bound or heights[seat][auction.level] > _ENOUGH else refusal)
    forced = auction.holder == bidding.NOBODY
    if forced:
        queen = BIT[BLACK_QUEENS[0]]
        declarer = next(seat for seat in range(SEATS) if hands[seat] & queen)
    else:
        declarer = (first + auction.holder) % SEATS
    step, trump = best_game(hands[declarer], known.house, max(1, auction.level), simple_only=forced)
    called = best_call(hands[declarer], trump, known.house.call_rule) if step.kind == SIMPLE else None
    return gain(_points(known, hands, declarer, step, trump, called), known.me)


def _points(
    known: Knowledge, hands: list[int], declarer: Seat, step: Rung, trump: str, called: Card | None
) -> tuple[int, ...]:
    """Points of a game played by the rules of thumb."""
    partner = None
    if called is not None:
        holder = next(seat for seat in range(SEATS) if hands[seat] & BIT[called])
        partner = None if holder == declarer else holder
    contract = Contract(step, declarer, partner, called)
    trial = Sim.of_hands(hands, contract, trump, leader=(known.dealer + 1) % SEATS, stops=True)
    play_out(trial)
    return points_of(contract, made=bool(trial.made()))


def plan_game(known: Knowledge, least: int, chance: Random, out_of_time: OutOfTime, *, simple_only: bool) -> Prospect:
    """The game to declare, with how often it was made in the deals tried."""
    found = prospects(known.hand, known.house, least, simple_only=simple_only)
    games = sorted(found[1:], key=lambda prospect: -prospect.points)[: _GAMES - 1]
    games.insert(0, found[0])
    rule = known.house.call_rule
    ways = [(game, best_call(known.hand, game.trump, rule) if game.rung.kind == SIMPLE else None) for game in games]
    choice, made = _tried(known, ways, chance, out_of_time)
    return Prospect(games[choice].rung, games[choice].trump, made)


def plan_call(known: Knowledge, game: Prospect, chance: Random, out_of_time: OutOfTime) -> Card:
    """The card to call with a simple game."""
    rule = known.house.call_rule
    usual = best_call(known.hand, game.trump, rule)
    cards = [usual, *(c for c in callable_cards(cards_of(known.hand), game.trump, rule) if c != usual)]
    choice, _ = _tried(known, [(game, card) for card in cards], chance, out_of_time)
    return cards[choice]


def _tried(
    known: Knowledge,
    ways: Sequence[tuple[Prospect, Card | None]],
    chance: Random,
    out_of_time: OutOfTime,
) -> tuple[int, float]:
    """Place of the best game with its called card, the usual way standing first; and how often it was made."""
    deals = weighed_deals(known, Worlds(known), chance, out_of_time, DEALS)
    gains: list[list[float]] = [[] for _ in ways]
    for number, (hands, _) in enumerate(deals):
        if number >= _FEWEST and out_of_time():
            break
        for values, (game, called) in zip(gains, ways, strict=True):
            values.append(gain(_points(known, hands, known.me, game.rung, game.trump, called), known.me))
    trials = [Trial(values, _share(values, deals)) for values in gains]
    choice = clearly_best(trials, deals, 0)
    return choice, trials[choice].made


def _share(values: Sequence[float], deals: _Deals) -> float:
    """In what part of the deals a game of mine was made: then, and only then, it gains."""
    weights = [weight for _, weight in deals][: len(values)]
    return sum(weight for weight, value in zip(weights, values, strict=True) if value > 0) / sum(weights)
