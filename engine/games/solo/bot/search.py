"""The hard bot's search: deal the unseen cards out again, follow each answer to the end of the deal, and compare.

The value is one's own points less the mean of the others', since a match is won against all of them: so a failed game
is good for an opponent, although it scores nothing. The rest of the bidding and the play follow the medium bot's rules,
for all seats. Another answer than theirs must be clearly better.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final, Generic

from ....bots.pimc import Action, Evaluation, State, margin, search
from ....model.cards import Card, Seat
from ....play.bot import OutOfTime
from .. import auction as bidding
from ..auction import Auction
from ..cards import BLACK_QUEENS, RANKINGS, SEATS, callable_cards
from ..contracts import DUTY, SIMPLE, Rung
from ..scoring import Contract, points_of
from .beliefs import QUEENS, Knowledge
from .guesses import PossibleDeals
from .likelihood import likelihood
from .policy import careful_card
from .rollout import play_out
from .state import BIT, SUIT, TrickState, cards_of
from .valuation import Prospect, best_call, best_game, ladder, prospects

DEALS: Final = 120
"""Deals on which each answer is tried if no clock stops the bot."""
_FEWEST: Final = 8
_GAMES: Final = 4
_ENOUGH: Final = 0.0
_A_TRICK: Final = 0.02
"""What a trick is worth that decides nothing. It is enough to choose between cards that are otherwise equal."""
_CLEARLY: Final = 1.0
"""By how many of its own standard errors an answer has to do better than the usual one before it is preferred."""
_SPREAD: Final = 0.3
"""At least this share of the deals has to count. Weights are made more equal until no few deals decide alone."""
_SOFTER: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)

_Deals = Sequence[tuple[list[int], float]]
"""Hands of a deal, with its weight."""
_Heights = list[tuple[float, ...]]
"""For each hand of a deal, the points that it expects on each rung of the bidding, see `ladder`."""


@dataclass(frozen=True, slots=True)
class _Drawn(Generic[State, Action]):
    """States made of deals that were drawn before. value: of an answer in a state."""

    states: Iterator[State]
    value: Callable[[State, Action], float]

    def sample(self, chance: Random) -> State:
        return next(self.states)


def weighed_deals(known: Knowledge, deals: PossibleDeals, chance: Random, out_of_time: OutOfTime) -> _Deals:
    """Deals drawn evenly among those possible, each with how well it explains what was bid and played."""
    drawn: list[list[int]] = []
    weights: list[float] = []
    while len(drawn) < DEALS and not (len(drawn) >= _FEWEST and out_of_time()):
        hands = deals.draw(chance)
        drawn.append(hands)
        weights.append(likelihood(known, deals, hands))
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


def clearly_best(evaluation: Evaluation[Action], deals: _Deals, usual: Action) -> Action:
    """The best action, unless it is no clear improvement on the usual one."""
    weights = [weight for _, weight in deals[: evaluation.samples]]
    total = sum(weights)
    means = {
        action: sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
        for action, values in evaluation.values.items()
    }
    best = max(means, key=means.__getitem__)
    more = means[best] - means[usual]
    rows = zip(weights, evaluation.values[best], evaluation.values[usual], strict=True)
    error = sqrt(sum((weight * (one - other - more)) ** 2 for weight, one, other in rows)) / total
    return best if more > _CLEARLY * error else usual


def think(known: Knowledge, chance: Random, out_of_time: OutOfTime) -> tuple[int, dict[Seat, float]]:
    """The card to play; and the chance of each seat to be the declarer's partner, if it was computed."""
    usual = careful_card(known)
    deals = PossibleDeals(known)
    hands = deals.draw(chance)
    cards = candidates(known, known.state(hands, deals.contract_in(hands)).legal(), usual)
    if len(cards) == 1:
        return usual, {}
    sample = weighed_deals(known, deals, chance, out_of_time)
    states = (known.state(hands, deals.contract_in(hands)) for hands, _ in sample)

    def value(state: TrickState, card: int) -> float:
        return _result(state, card, known.me)

    evaluation = Evaluation(cards)
    guess = _Drawn(states, value)
    search(evaluation, guess, chance, out_of_time, most=len(sample), fewest=_FEWEST)
    return clearly_best(evaluation, sample, usual), _partners(deals, sample)


def candidates(known: Knowledge, legal: tuple[int, ...], usual: int) -> tuple[int, ...]:
    """The legal cards that differ. Of cards with no other hand's cards between them, only one is kept: the usual one,
    if it is among them. The called card is unlike every other card, because it shows who the partner is.
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


def _result(state: TrickState, card: int, me: Seat) -> float:
    trial = state.clone()
    trial.play(card)
    play_out(trial)
    own = trial.tricks[trial.declarer] + (trial.tricks[trial.partner] if trial.partner >= 0 else 0)
    helps = me in (trial.declarer, trial.partner)
    return margin(trial.points(), me) + _A_TRICK * (own if helps else -own)


def _partners(deals: PossibleDeals, sample: _Deals) -> dict[Seat, float]:
    found: dict[Seat, float] = {}
    total = sum(weight for _, weight in sample)
    for hands, weight in sample:
        partner = deals.partner_in(hands)
        if partner is not None:
            found[partner] = found.get(partner, 0.0) + weight / total
    return found


def plan_bid(
    known: Knowledge, auction: Auction, usual: bool, chance: Random, out_of_time: OutOfTime
) -> tuple[bool, Prospect]:
    """Whether to go on bidding, and for which game. usual: the answer of the rules of thumb."""
    sample = weighed_deals(known, PossibleDeals(known), chance, out_of_time)
    bid, refusal = (auction.after(answer) for answer in auction.answers(both_queens=False))

    def value(deal: tuple[list[int], _Heights], bids: bool) -> float:
        return _outcome(known, bid if bids else refusal, *deal)

    evaluation = Evaluation((True, False))
    guess = _Drawn(((hands, [ladder(cards, known.house) for cards in hands]) for hands, _ in sample), value)
    search(evaluation, guess, chance, out_of_time, most=len(sample), fewest=_FEWEST)
    best = prospects(known.hand, known.house, auction.next_rung.number)[0]
    return clearly_best(evaluation, sample, usual), best


def _outcome(known: Knowledge, auction: Auction, hands: list[int], heights: _Heights) -> float:
    """My result of a deal if all go on by the rules of thumb."""
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
    return _gain(known, hands, declarer, step, trump, called)


def _gain(known: Knowledge, hands: list[int], declarer: Seat, step: Rung, trump: str, called: Card | None) -> float:
    """My result of a game played by the rules of thumb."""
    partner = None
    if called is not None:
        holder = next(seat for seat in range(SEATS) if hands[seat] & BIT[called])
        partner = None if holder == declarer else holder
    contract = Contract(step, declarer, partner, called)
    trial = TrickState.of_hands(hands, contract, trump, leader=(known.dealer + 1) % SEATS, stops=True)
    play_out(trial)
    return margin(points_of(contract, made=bool(trial.made())), known.me)


def plan_game(known: Knowledge, least: int, chance: Random, out_of_time: OutOfTime, *, simple_only: bool) -> Prospect:
    """The game to declare, with how often it was made in the deals tried."""
    found = prospects(known.hand, known.house, least, simple_only=simple_only)
    games = sorted(found[1:], key=lambda prospect: -prospect.points)[: _GAMES - 1]
    games.insert(0, found[0])
    rule = known.house.call_rule
    ways = [(game, best_call(known.hand, game.trump, rule) if game.rung.kind == SIMPLE else None) for game in games]
    (game, _), made = _best_way(known, ways, chance, out_of_time)
    return Prospect(game.rung, game.trump, made)


def plan_call(known: Knowledge, game: Prospect, chance: Random, out_of_time: OutOfTime) -> Card:
    """The card to call with a simple game."""
    rule = known.house.call_rule
    usual = best_call(known.hand, game.trump, rule)
    cards = [usual, *(c for c in callable_cards(cards_of(known.hand), game.trump, rule) if c != usual)]
    (_, called), _ = _best_way(known, [(game, card) for card in cards], chance, out_of_time)
    assert called is not None, "each way calls a card"
    return called


_Way = tuple[Prospect, Card | None]
"""A game, and the card called with it."""


def _best_way(known: Knowledge, ways: Sequence[_Way], chance: Random, out_of_time: OutOfTime) -> tuple[_Way, float]:
    """The best game with its called card, the usual way standing first; and how often it was made."""
    sample = weighed_deals(known, PossibleDeals(known), chance, out_of_time)
    evaluation = Evaluation(ways)

    def value(hands: list[int], way: _Way) -> float:
        game, called = way
        return _gain(known, hands, known.me, game.rung, game.trump, called)

    guess = _Drawn((hands for hands, _ in sample), value)
    search(evaluation, guess, chance, out_of_time, most=len(sample), fewest=_FEWEST)
    best = clearly_best(evaluation, sample, ways[0])
    return best, _share(evaluation.values[best], sample)


def _share(values: Sequence[float], deals: _Deals) -> float:
    """The share of the deals in which a game of mine was made. Only then does it gain points."""
    weights = [weight for _, weight in deals][: len(values)]
    return sum(weight for weight, value in zip(weights, values, strict=True) if value > 0) / sum(weights)
