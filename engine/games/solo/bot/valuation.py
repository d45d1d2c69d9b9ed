"""The value of a hand before the play: the chance to make a game, from its high cards and suit lengths. The weights
were fitted to tens of thousands of deals played by the bots' rules of thumb.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, tanh
from typing import Final

from ....kit.wording import number_in_words
from ....model.cards import Card
from ..cards import ANY, BLACK_QUEENS, NAMED, RANKINGS, SUITS, TRUMP, HouseRules, callable_cards
from ..contracts import DUTY, KINDS, LADDER, SIMPLE, SOLO, TOUT, Rung, games_from
from .state import BIT, by_suits, cards_of

_QUEENS: Final = sum(BIT[card] for card in BLACK_QUEENS)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature of a hand adds to the log-odds of making a game."""

    base: float
    trump: float
    """For each trump."""
    high: tuple[float, ...]
    """For the five highest trumps, from the queen of clubs down."""
    ace: float
    king: float
    """For a king beside its ace, or guarded by a lower card."""
    void: float
    singleton: float
    red: float
    """If trumps are red, because there is then one more of them."""


_WEIGHTS: Final = {
    SIMPLE: Weights(-3.22, 0.69, (1.11, 0.69, 0.34, 0.21, 0.12), 0.72, 0.17, 0.55, 0.19, -0.25),
    SOLO: Weights(-18.64, 2.20, (3.43, 2.44, 1.05, 0.52, 0.21), 2.80, 1.51, 1.78, 0.63, -0.61),
    TOUT: Weights(-70.24, 1.60, (14.58, 2.57, 0.71, 0.34, -0.04), 14.78, 2.87, 13.60, 8.99, -0.22),
}


@dataclass(frozen=True, slots=True)
class Prospect:
    """A game that could be declared. chance: of making it."""

    rung: Rung
    trump: str
    chance: float

    @property
    def points(self) -> float:
        """Points that the declarer may expect."""
        return self.rung.points * (2 * self.chance - 1)


EVEN: Final = 0.5
"""A game with a lower chance is more often lost than made."""


def times(chance: float) -> str:
    """A chance in words: "about seven times in ten", or "rarely"; it never says "always" or "never"."""
    tens = min(9, round(10 * chance))
    if not tens:
        return "rarely"
    return f"about {'once' if tens == 1 else number_in_words(tens) + ' times'} in ten"


def chance_of(hand: int, trump: str, kind: str) -> float:
    """About how often a game of a kind is made with a hand. hand: eight cards, as a set of 32 bits."""
    return 1 / (1 + exp(-_odds(hand, trump)[KINDS.index(kind)]))


def ladder(hand: int, house: HouseRules) -> tuple[float, ...]:
    """The most points that a hand may expect of a game on each rung or above, from the lowest rung.

    It leaves out whether there is a card to call: quick, for guessing what others make of their hands.
    """
    best = [-99.0] * len(LADDER)
    for trump in NAMED:
        in_color = trump == house.color
        for place, odds in enumerate(_odds(hand, trump)):
            step = LADDER[2 * place + in_color]
            points = step.points * tanh(odds / 2)
            if points > best[step.number - 1]:
                best[step.number - 1] = points
    if hand & _QUEENS == _QUEENS:
        best[: DUTY - 1] = [-99.0] * (DUTY - 1)
    for number in range(len(best) - 2, -1, -1):
        best[number] = max(best[number], best[number + 1])
    return tuple(best)


def best_game(hand: int, house: HouseRules, least: int, *, simple_only: bool = False) -> tuple[Rung, str]:
    """The game that promises most points, of a rung or above, found quickly. Raises ValueError if there is none."""
    if hand & _QUEENS == _QUEENS:
        least = max(least, DUTY)
    most, found = -99.0, None
    for trump in NAMED:
        in_color = trump == house.color
        for place, odds in enumerate(_odds(hand, trump)[: 1 if simple_only else 3]):
            step = LADDER[2 * place + in_color]
            points = step.points * tanh(odds / 2)
            if points > most and step.number >= least:
                if place == 0 and house.call_rule != ANY and not callable_cards(cards_of(hand), trump, house.call_rule):
                    continue
                most, found = points, (step, trump)
    if found is None:
        raise ValueError("No game may be declared with this hand.")
    return found


def points_of_game(hand: int, step: Rung, trump: str) -> float:
    """Points that a declarer may expect of a game."""
    return step.points * tanh(_odds(hand, trump)[KINDS.index(step.kind)] / 2)


def _odds(hand: int, trump: str) -> tuple[float, float, float]:
    """Log-odds of a simple game, a solo and a tout."""
    clubs, diamonds, spades, hearts = _tables(trump)
    one, two, three, four = clubs[hand & 255], diamonds[hand >> 8 & 255], spades[hand >> 16 & 255], hearts[hand >> 24]
    return (
        one[0] + two[0] + three[0] + four[0],
        one[1] + two[1] + three[1] + four[1],
        one[2] + two[2] + three[2] + four[2],
    )


_Row = tuple[float, float, float]


@cache
def _tables(trump: str) -> tuple[tuple[_Row, ...], ...]:
    """What each suit of the pack adds to the log-odds, by the set of its eight cards. Every feature is counted suit by
    suit, so a hand takes only four look-ups.
    """
    return tuple(
        tuple(
            (_adds(cards, place, trump, SIMPLE), _adds(cards, place, trump, SOLO), _adds(cards, place, trump, TOUT))
            for cards in range(256)
        )
        for place in range(len(SUITS))
    )


def _adds(cards: int, place: int, trump: str, kind: str) -> float:
    """What some cards of one suit of the pack add. place: of the suit in the pack. The first suit also adds the base
    value.
    """
    weights = _WEIGHTS[kind]
    suits = by_suits(cards << 8 * place, trump)
    trumps = suits[TRUMP]
    red = trump in "DH"
    top = 9 if red else 8
    odds = 0.0 if place else weights.base + weights.red * red
    odds += weights.trump * trumps.bit_count()
    odds += sum(weight for step, weight in enumerate(weights.high) if trumps >> (top - step) & 1)
    if SUITS[place] == trump:
        return odds
    number = RANKINGS[trump].suits.index(SUITS[place])
    return odds + _plain(suits[number], 7 if SUITS[place] in "DH" else 6, weights)


def _plain(held: int, ace: int, weights: Weights) -> float:
    """What a plain suit adds. ace: height of its ace."""
    if not held:
        return weights.void
    odds = 0.0
    if held >> ace & 1:
        odds += weights.ace
    elif held == held & -held:
        odds += weights.singleton
    if held >> ace - 1 & 1 and held != held & -held:
        odds += weights.king
    return odds


def prospects(hand: int, house: HouseRules, least: int = 1, *, simple_only: bool = False) -> tuple[Prospect, ...]:
    """Every game of at least a rung that this hand may declare, most points expected first."""
    if hand & _QUEENS == _QUEENS:
        least = max(least, DUTY)
    cards = cards_of(hand)
    found = [
        Prospect(step, suit, chance_of(hand, suit, step.kind))
        for step, suit in games_from(least, house.color, simple_only=simple_only)
        if step.kind != SIMPLE or callable_cards(cards, suit, house.call_rule)
    ]
    return tuple(sorted(found, key=lambda prospect: -prospect.points))


def best_call(hand: int, trump: str, rule: str) -> Card:
    """The card to call: of a plain suit in which the declarer can lead to it, else any that another holds.

    hand: eight cards, as a set of 32 bits. Raises IndexError where no card may be called.
    """
    cards = callable_cards(cards_of(hand), trump, rule)
    from_others = [card for card in cards if not BIT[card] & hand]
    suits, number = by_suits(hand, trump), RANKINGS[trump].suits.index

    def use(card: Card) -> tuple[bool, int, int]:
        # The shorter the suit, the sooner the declarer trumps it; with none of it the called card cannot be led to.
        return card[-1] == trump, suits[number(card[-1])].bit_count() or _NONE, NAMED.index(card[-1])

    return min(from_others, key=use) if from_others else cards[0]


_NONE: Final = 9
