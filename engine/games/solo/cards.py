"""The pack, trumps, legal plays, winners of tricks, and the house rules: pure functions.

The trump suit decides which cards are trumps, so each trump suit has a `Ranking`. It gives every card a code: ten times
the number of its suit in this ranking, plus its height. Trumps are always suit 3, so a trump has a higher code than any
plain card. The bots' simulation (`bot/state.py`) plays with these codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...kit.house_rules import one_for_each
from ...kit.wording import SUIT_WORDS
from ...model.cards import Card, Seat
from ...model.options import OptionValue

SEATS: Final = 4
HAND_SIZE: Final = 8
TRICKS: Final = 8

SUITS: Final = ("C", "D", "S", "H")
"""Suits in the order in which a hand is laid out, black and red in turn."""

NAMED: Final = ("C", "D", "H", "S")
"""Suits in the order in which they are offered, and in which equals are decided."""

RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

LETTERS: Final = {word: letter for letter, word in SUIT_WORDS.items()}

QUEEN_OF_CLUBS: Final = Card("QC")
QUEEN_OF_SPADES: Final = Card("QS")
BLACK_QUEENS: Final = (QUEEN_OF_CLUBS, QUEEN_OF_SPADES)

TRUMP: Final = 3
"""Number of the trump suit among the suits of a ranking."""

ANY, NOT_OWN_NOT_TRUMP = "any", "not_own_not_trump"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a table. Rule: solo §11."""

    color: str = "C"
    """The favoured suit, as a letter."""
    call_rule: str = ANY
    """Which cards may be called: "any", "not_own" or "not_own_not_trump"."""
    by_points: bool = False
    """The match ends when a total exceeds `points`; otherwise after `hands` deals."""
    hands: int = 16
    points: int = 25
    max_hands: int = 64
    """The most deals of a match by points."""
    stop_when_decided: bool = False
    """A deal ends as soon as its game is made or lost."""
    ties_shared: bool = True
    """Equal highest totals share the match; otherwise extra deals decide."""

    @staticmethod
    @one_for_each
    def of(options: Mapping[str, OptionValue]) -> HouseRules:
        """The house rules for a full set of options."""
        by_points = options["end"] == "points"
        return HouseRules(
            color=LETTERS[str(options["color"])],
            call_rule=str(options["call_rule"]),
            by_points=by_points,
            hands=int(options["hands"]),
            points=int(options["points"]),
            max_hands=int(options["max_hands"]),
            stop_when_decided=bool(options["stop_when_decided"]),
            ties_shared=not by_points if options["tie_break"] == "usual" else options["tie_break"] == "shared",
        )


def suit_in(card: Card, trump: str) -> str:
    """The suit of a card in play: the black queens are trumps. Rule: solo §2.4."""
    return trump if card in BLACK_QUEENS else card[-1]


def trumps(trump: str) -> tuple[Card, ...]:
    """The trumps, highest first. Rule: solo §2.5."""
    ranks = ["A", "K", "Q", "J", "10", "9", "8"]
    if trump in "CS":
        ranks.remove("Q")
    return (QUEEN_OF_CLUBS, Card("7" + trump), QUEEN_OF_SPADES, *(Card(rank + trump) for rank in ranks))


def plain(suit: str) -> tuple[Card, ...]:
    """The cards of a suit that is not trump, highest first. Rule: solo §2.6."""
    return tuple(Card(rank + suit) for rank in reversed(RANKS) if rank != "Q" or suit in "DH")


class Ranking:
    """The order of the cards under one trump suit. suits: letters of the suits by number, trumps last. code: of each
    card; cards: the card of each code, "" for an unused code. height: the order for discards: plain cards before
    trumps, the lowest of each suit first.
    """

    def __init__(self, trump: str) -> None:
        self.trump = trump
        self.suits = (*(suit for suit in SUITS if suit != trump), trump)
        self.code: dict[Card, int] = {}
        self.cards: list[Card] = [Card("")] * 40
        for number, suit in enumerate(self.suits):
            order = trumps(suit) if number == TRUMP else plain(suit)
            for height, card in enumerate(reversed(order)):
                self.code[card] = number * 10 + height
                self.cards[number * 10 + height] = card
        self.height = {card: place for place, card in enumerate(sorted(PACK, key=self._lowness))}

    def _lowness(self, card: Card) -> tuple[bool, int, int]:
        number, height = divmod(self.code[card], 10)
        return number == TRUMP, height, NAMED.index(self.suits[number])


RANKINGS: Final = {suit: Ranking(suit) for suit in SUITS}


SUIT_CODES: Final = tuple(0x3FF << 10 * number for number in range(SEATS))
"""The codes of each suit, as a set in which bit i stands for code i."""


def may_play(hand: Sequence[Card], led: Card | None, trump: str) -> tuple[Card, ...]:
    """The legal cards of a hand, in its order: those of the suit led, or else any. led: the first card of the trick,
    None for the leader. Rule: solo §8.2, §8.3.
    """
    code = RANKINGS[trump].code
    may = following(sum([1 << code[card] for card in hand]), SUIT_CODES[code[led] // 10] if led is not None else 0)
    return tuple([card for card in hand if may >> code[card] & 1])


def following(hand: int, led: int) -> int:
    """The same for sets in which bit i stands for code i. led: the codes of the suit led, 0 for the leader."""
    return hand & led or hand


def trick_winner(cards: Sequence[Card], leader: Seat, trump: str) -> Seat:
    """The seat that wins a full trick.

    cards: in the order played, one for each seat, all faces known.
    Raises KeyError if a face is UNKNOWN.
    Rule: solo §8.4.
    """
    code = RANKINGS[trump].code
    best, taker = code[cards[0]], 0
    led = best // 10
    for turn, card in enumerate(cards):
        height = code[card]
        if height > best and height // 10 in (led, TRUMP):
            best, taker = height, turn
    return (leader + taker) % SEATS


def holds_both_queens(hand: Iterable[Card]) -> bool:
    """Whether a hand has the duty of the black queens. Rule: solo §5.2."""
    held = set(hand)
    return QUEEN_OF_CLUBS in held and QUEEN_OF_SPADES in held


def trump_count(hand: Iterable[Card], trump: str) -> int:
    """How many trumps a hand would have."""
    return sum(suit_in(card, trump) == trump for card in hand)


def callable_cards(hand: Iterable[Card], trump: str, rule: str) -> tuple[Card, ...]:
    """The cards that a declarer may call: aces, or kings if the declarer holds every callable ace; perhaps none.

    rule: "any", "not_own" or "not_own_not_trump". Rule: solo §7.1, §7.2, §11.7.
    """
    held = set(hand)
    suits = [suit for suit in NAMED if rule != NOT_OWN_NOT_TRUMP or suit != trump]
    for rank in ("A", "K"):
        cards = tuple(Card(rank + suit) for suit in suits)
        found = cards if rule == ANY else tuple(card for card in cards if card not in held)
        if found:
            return found
    return ()
