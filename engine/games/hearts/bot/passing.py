"""The decisions outside the tricks: which three cards to pass, and how a moon counts.

A player passes the three cards without which the hand is least dangerous. The weights are judgement; in thousands of
deals no variant did clearly better. The hard bot tries the few sensible ways on many deals of the cards that it does
not see.
"""

from __future__ import annotations

from functools import cache
from heapq import nsmallest
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final

from ....bots.pimc import Evaluation, search
from ....kit.wording import in_words, listed, number_in_words
from ....model.moves import Move
from ....play.bot import Advice, OutOfTime
from ..cards import (
    ALL,
    BIT,
    JACK,
    PASSED,
    QUEEN,
    SEATS,
    SUIT_SETS,
    HouseRules,
    cards_of,
    passes_in,
    receiver,
    set_of,
)
from ..scoring import MOON, limit_reached
from ..state import house_of
from .rollout import play_out
from .state import TrickState
from .valuation import MatchValue

if TYPE_CHECKING:
    from ....model.cards import Card
    from ....model.view import View

_SPADES, _HEART_SUIT, _DIAMONDS = 2, 3, 1
_QUEEN_RANK: Final = 10
_JACK_RANK: Final = 9

_QUEEN_ALONE: Final = 14.0
_QUEEN_GUARDED: Final = 6.0  # less for each low spade that protects her
_KING_ALONE: Final = 8.0
_ACE_MORE: Final = 1.6
_HIGH_GUARDED: Final = 2.0
_LOW_SPADE: Final = 0.3
_HARMLESS_RANK: Final = 1.2
_SHELTER: Final = 2.5  # ranks by which each lower card of the suit shelters the next
_HEART_MORE: Final = 1.5
_SHORT: Final = (4.0, 2.5, 1.0)  # what it is worth to hold none, one or two of a suit
_JACK_HELD: Final = -2.0  # Omnibus: the jack may take a trick for me
_CATCHER: Final = 1.5  # Omnibus: less danger in a diamond that can catch the jack

DEALS: Final = 80
"""Deals on which each way of passing is tried if no clock stops the bot."""

WAYS: Final = 8
"""Ways of passing that are tried beside the one for the moon."""

_MOON_MARGIN: Final = 4.0
"""By how much shooting the moon has to look better before the bot risks its hand for it."""


_Given = tuple[float, tuple[int, ...]]
"""The danger of what is left of some suits, and the places of the cards passed."""


def least_dangerous_pass(hand: int, house: HouseRules) -> int:
    """The three cards to give away, as a set. hand: thirteen cards."""
    best: dict[int, _Given] = {0: (0.0, ())}
    for suit in range(4):
        here = _suit_passes(suit, hand >> 13 * suit & 0x1FFF, omnibus=house.omnibus)
        ways: dict[int, list[_Given]] = {count: [] for count in range(PASSED + 1)}
        for count, (harm, places) in best.items():
            for more, (other_harm, other_places) in enumerate(here[: PASSED + 1 - count]):
                ways[count + more].append((harm + other_harm, places + other_places))
        best = {count: min(found) for count, found in ways.items() if found}
    return sum(1 << place for place in best[PASSED][1])


@cache
def _suit_passes(suit: int, held: int, *, omnibus: bool) -> tuple[_Given, ...]:
    """The least dangerous way to pass none, one, two and three cards of a suit."""
    places = [13 * suit + rank for rank in range(13) if held >> rank & 1]
    return tuple(
        min(
            (_suit_danger(suit, held ^ sum(1 << place - 13 * suit for place in given), omnibus=omnibus), given)
            for given in combinations(places, count)
        )
        for count in range(min(PASSED, len(places)) + 1)
    )


def danger(hand: int, house: HouseRules) -> float:
    """How dangerous a hand is, on a scale of its own."""
    return sum(_suit_danger(suit, hand >> 13 * suit & 0x1FFF, omnibus=house.omnibus) for suit in range(4))


def moon_pass(hand: int) -> int:
    """The pass for shooting the moon: the three lowest cards that could never win a trick."""

    def use(place: int) -> float:
        suit, rank = divmod(place, 13)
        length = (hand >> 13 * suit & 0x1FFF).bit_count()
        return rank + length + (3 if suit == _HEART_SUIT and rank > 8 else 0)

    places = sorted((place for place in range(52) if hand >> place & 1), key=use)
    return sum(1 << place for place in places[:PASSED])


@cache
def _suit_danger(suit: int, held: int, *, omnibus: bool) -> float:
    ranks = [rank for rank in range(13) if held >> rank & 1]
    if suit == _SPADES:
        return _spade_danger(ranks)
    harm = 0.0
    for place, rank in enumerate(ranks):
        above = max(0.0, rank - _HARMLESS_RANK - _SHELTER * place)
        harm += above * (_HEART_MORE if suit == _HEART_SUIT else 1.0)
        if omnibus and suit == _DIAMONDS:
            harm += _JACK_HELD if rank == _JACK_RANK else -_CATCHER if rank > _JACK_RANK else 0.0
    if suit != _HEART_SUIT and len(ranks) < len(_SHORT):
        harm -= _SHORT[len(ranks)]
    return harm


def _spade_danger(ranks: list[int]) -> float:
    low = sum(rank < _QUEEN_RANK for rank in ranks)
    harm = -_LOW_SPADE * min(low, 4)
    for rank in ranks:
        if rank == _QUEEN_RANK:
            harm += _QUEEN_ALONE - _QUEEN_GUARDED * min(low, 5)
        elif rank > _QUEEN_RANK:
            harm += max(0.0, _KING_ALONE + _ACE_MORE * (rank - 11) - _HIGH_GUARDED * low)
    return harm


def why_pass(hand: int, given: int, house: HouseRules) -> str:
    """The reason for a pass, in a sentence."""
    if given & BIT[QUEEN]:
        low = (hand & SUIT_SETS["S"] & (BIT[QUEEN] - 1)).bit_count()
        guards = f"only {number_in_words(low)}" if low else "no"
        return f"You hold {guards} lower {'spade' if low == 1 else 'spades'} to protect your queen, so pass the queen."
    high_spades = [card for card in cards_of(given) if card in ("KS", "AS")]
    if high_spades and not hand & BIT[QUEEN]:
        return f"Your {listed([in_words(card) for card in high_spades])} could win the queen of spades."
    emptied = [name for suit, name in ((0, "clubs"), (1, "diamonds")) if _is_emptied(hand, given, suit)]
    if emptied:
        return f"Then you hold no {emptied[0]}, so you can discard dangerous cards when {emptied[0]} are led."
    winners = [card for card in cards_of(given) if _may_win(hand, given, card)]
    if house.omnibus and hand & ~given & BIT[JACK]:
        return "Keep the jack of diamonds: if you take a trick with it, you score 10 points less."
    if len(winners) > 1 and all(card.endswith("H") for card in winners):
        return f"{_named(winners, 'These hearts')} could win tricks full of points."
    if winners:
        return f"{_named(winners, 'These cards')} could win tricks that you do not want."
    return "Without these cards, you will probably take fewer points."


def _named(cards: list[Card], all_of_them: str) -> str:
    return all_of_them if len(cards) == PASSED else f"Your {listed([in_words(card) for card in cards])}"


def _may_win(hand: int, given: int, card: Card) -> bool:
    """Whether a card would be the highest of its suit that the hand keeps, and half of the others' cards are lower."""
    suit, below = SUIT_SETS[card[-1]], BIT[card] - 1
    others = suit & ~hand
    return not suit & hand & ~given & ~below and 2 * (others & below).bit_count() >= others.bit_count()


def _is_emptied(hand: int, given: int, suit: int) -> bool:
    held = hand >> 13 * suit & 0x1FFF
    return bool(held) and held == given >> 13 * suit & 0x1FFF


Way = tuple[int, bool]
"""Cards to pass, and whether to shoot the moon after it."""


def plan_pass(view: View, chance: Random, out_of_time: OutOfTime) -> tuple[int, str]:
    """The cards to pass, as a set, and the reason."""
    me = view.viewer
    assert me is not None, "a spectator has nothing to pass"
    hand, house = set_of(view.hand), house_of(view)
    ways: list[Way] = [(given, False) for given in _sensible(hand, house)]
    moon: list[Way] = [(moon_pass(hand), True)] if _is_strong(hand) else []
    evaluation = Evaluation[Way]((*ways, *moon))
    guess = _Guess(hand, passes_in(view.deal), MatchValue(me, tuple(view.totals), house))
    search(evaluation, guess, chance, out_of_time, most=DEALS, drops_behind=True)
    given, shoots = evaluation.best
    if shoots:
        return given, "You hold so many high cards that you can try to shoot the moon."
    return given, why_pass(hand, given, house)


class _Guess:
    """The hands that the others were dealt, and the cards that they pass."""

    def __init__(self, hand: int, way: str, value: MatchValue) -> None:
        self._hand, self._way, self._value = hand, way, value
        self._me, self._house = value.me, value.house

    def sample(self, chance: Random) -> tuple[list[int], list[int]]:
        """The hands as dealt, mine among them, and the cards that each other seat passes."""
        loose = [1 << place for place in range(52) if (ALL & ~self._hand) >> place & 1]
        chance.shuffle(loose)
        hands = [sum(loose[start : start + 13]) for start in (0, 13, 26)]
        given = [least_dangerous_pass(cards, self._house) for cards in hands]
        hands.insert(self._me, self._hand)
        given.insert(self._me, 0)
        return hands, given

    def value(self, state: tuple[list[int], list[int]], way: Way) -> float:
        """The value of passing some cards. Shooting the moon has to look better by a margin."""
        (hands, given), (mine, shoots) = state, way
        passed = [mine if seat == self._me else cards for seat, cards in enumerate(given)]
        after = [cards & ~gone for cards, gone in zip(hands, passed, strict=True)]
        for giver in range(SEATS):
            after[receiver(giver, self._way)] |= passed[giver]
        trial = TrickState.of_hands(after, house=self._house)
        play_out(trial, self._me if shoots else -1)
        return self._value.of_deal(trial) - (_MOON_MARGIN if shoots else 0.0)


def _sensible(hand: int, house: HouseRules) -> list[int]:
    places = [1 << place for place in range(52) if hand >> place & 1]
    every = (first | second | third for first, second, third in combinations(places, PASSED))
    return nsmallest(WAYS, every, key=lambda given: danger(hand & ~given, house))


def _is_strong(hand: int) -> bool:
    """Whether a hand might win most tricks."""
    aces_to_queens = sum((hand >> 13 * suit & 0x1C00).bit_count() for suit in range(4))
    longest = max((hand >> 13 * suit & 0x1FFF).bit_count() for suit in range(4))
    return aces_to_queens + longest >= 10


def choose_moon(view: View) -> Advice:
    """How the viewer, who shot the moon, lets it count. Against each other player both choices are equal; they differ
    in whether the match ends, and who wins it.
    """
    me = view.viewer
    assert me is not None, "a spectator has shot nothing"
    totals = view.totals
    raised = [total + (MOON if seat != me else 0) for seat, total in enumerate(totals)]
    lowest_other = min(total for seat, total in enumerate(raised) if seat != me)
    if limit_reached(raised, house_of(view)):
        if raised[me] < lowest_other:
            return Advice(Move("others26"), "If each other player gets 26 points, the match ends and you win.")
        return Advice(Move("self26"), "If each other player gets 26 points, the match ends and you do not win.")
    if totals[me] <= min(totals):
        return Advice(
            Move("others26"),
            "You have the lowest total. If each other player gets 26 points, the match ends sooner.",
        )
    return Advice(Move("self26"), "Your total is not the lowest, so it is better to take 26 points off your own total.")
