"""What hints say in Kanhu, Qing: what a card makes, how near a win is and what is unseen is true by a count."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import pytest

from engine.api import Advice, Card, DealBegan, Moved, View
from engine.games.kanhu_qing.hand_solver.nearest import distance
from engine.games.kanhu_qing.hand_solver.wins import wins
from engine.games.kanhu_qing.pack import ACES, FREE, HONOURS, EyesBook
from engine.games.kanhu_qing.state import house_of, may_take, top_discard
from engine.kit.wording import number_in_words

from ..claims import Check, advised, verify_reason
from .positions import KANHU

NUMBERS = {number_in_words(number): number for number in range(1, 40)}


@dataclass
class Hint:
    """A hint, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def book(self) -> EyesBook:
        return house_of(self.view).book

    @property
    def hand(self) -> list[Card]:
        return list(self.view.hand)

    @property
    def left(self) -> list[Card]:
        """The hand after the move."""
        left = self.hand
        for card in self.advice.move.cards:
            left.remove(card)
        return left

    @property
    def card(self) -> Card:
        """The card that it is about."""
        return self.advice.move.cards[0] if self.advice.move.verb == "discard" else top_discard(self.view)

    def unseen(self, card: str) -> int:
        """Copies of a card that the viewer sees nowhere, and that nobody took openly and still holds."""
        seen = Counter(self.view.hand)
        seen.update(self.view.zones["discard"])
        taken: Counter[tuple[str, Card]] = Counter()
        began = max(n for n, event in enumerate(self.view.events) if isinstance(event, DealBegan))
        for event in self.view.events[began:]:
            if isinstance(event, Moved):
                for each in event.cards:
                    if event.src == "discard" and event.dst.startswith("hand:"):
                        taken[event.dst, each] += 1
                    elif taken[event.src, each]:
                        taken[event.src, each] -= 1
        for (zone, each), count in taken.items():
            seen[each] += count if zone != f"hand:{self.view.viewer}" else 0
        return self.view.deck.counts[Card(card)] - seen[Card(card)]

    def makes(self, held: list[str], card: str, what: str) -> bool:
        """Whether some cards and one more are such a group."""
        cards = sorted([*held, card])
        if what == f"a set of {card[1:]}s":
            return len(cards) == 3 and len({each[1:] for each in cards}) == 1
        if what == "a run":
            return len({each[0] for each in cards}) == 1 and [int(each[1:]) for each in cards] == list(
                range(int(cards[0][1:]), int(cards[0][1:]) + max(3, len(cards)))
            )
        return any(f'the group "{eyes.name}"' == what and sorted(eyes.cards) == cards for eyes in self.book.eyes)

    def is_nearer(self, cards: list[Card], card: str) -> bool:
        return distance([*cards, Card(card)], self.book) < distance(cards, self.book)


def keeps(hint: Hint, words: str, card: str, unseen: str, what: str) -> bool:
    held = words.split()
    return (
        not Counter(held) - Counter(map(str, hint.left))
        and hint.makes(held, card, what)
        and hint.unseen(card) == NUMBERS[unseen.lower()]
        and hint.is_nearer(hint.left, card)
    )


N = r"(\w+)"
FORMS: dict[str, Check] = {
    r"All your cards fit into groups, so you take the pot\.": lambda h: (
        wins(h.hand, h.book) or wins([*h.hand, top_discard(h.view)], h.book)
    ),
    rf"With {N} all your cards fit into groups, and you win\.": lambda h, c: (
        c == h.card and wins([*h.hand, h.card], h.book)
    ),
    rf"If you discard {N}, you need one more card than now\. "
    r"But you are more likely to win than after other discards\.": lambda h, c: (
        c == h.card and distance(h.left, h.book) > distance(h.hand, h.book)
    ),
    rf"{N} fits anywhere, but you need your other cards more\.": lambda h, c: c == h.card and h.card in FREE,
    rf"Keep (.*): with {N} \({N} cop(?:y|ies) unseen\) they make (.*)\.": keeps,
    rf"{N} is in no group that you are likely to complete\.": lambda h, c: c == h.card,
    rf"You need {N} least: your other cards are more likely to help you win\.": lambda h, c: (
        c == h.card and distance(h.left, h.book) <= max(1, distance(h.hand, h.book))
    ),
    r"An (ace|honour) fits anywhere, so you need one card fewer to win\.": lambda h, what: (
        h.card in (ACES if what == "ace" else HONOURS) and h.is_nearer(h.hand, h.card)
    ),
    rf"With {N} you need only {N} cards? to win, not {N}\.": lambda h, c, near, far: (
        c == h.card
        and distance([*h.hand, h.card], h.book) == NUMBERS[near]
        and distance(h.hand, h.book) == NUMBERS[far]
    ),
    rf"{N} brings you no closer to winning now, but it is likely to help more than a card from the stock\.": (
        lambda h, c: c == h.card and not h.is_nearer(h.hand, c)
    ),
    rf"{N} brings you no closer to winning now, but an (ace|honour) fits anywhere\.": lambda h, c, what: (
        c == h.card and c in (ACES if what == "ace" else HONOURS) and not h.is_nearer(h.hand, c)
    ),
    r"You cannot take the discard: the players took too many discards in a row\.": lambda h: not may_take(h.view),
    rf"{N} brings you closer to winning, but a card from the stock is likely to help more\.": lambda h, c: (
        c == h.card and h.is_nearer(h.hand, c)
    ),
    rf"{N} brings you no closer to winning\.": lambda h, c: c == h.card and not h.is_nearer(h.hand, c),
    rf"{N} brings you no closer to winning\. Buying may bring {N} \({N} cop(?:y|ies) unseen\) to complete (.*)\.": (
        lambda h, c, d, n, what: (
            c == h.card
            and not h.is_nearer(h.hand, c)
            and h.is_nearer(h.hand, d)
            and h.unseen(d) == NUMBERS[n.lower()]
            and any(h.makes(list(held), d, what) for size in (2, 3, 4, 5) for held in combinations(h.hand, size))
        )
    ),
    rf"You do not need {N}\. The stock is empty, so nobody wins this deal\.": lambda h, c: c == h.card,
    rf"You cannot win with {N}\.": lambda h, c: c == h.card and not wins([*h.hand, h.card], h.book),
}


NEARER = ("With ", "An ", "All your cards", "You cannot take the discard")
FURTHER = ("brings you no closer", "You do not need", "You cannot win with", "You cannot take the discard")


def verify_agrees(view: View, reason: str) -> None:
    """See that a hint about the discard says the same as the line of the coach beside it."""
    told = KANHU.insight(view)[:1] if view.phase != "turn" else ()
    for line in told:
        if line.endswith("brings you closer to winning."):
            assert reason.startswith(NEARER) or "brings you closer" in reason, (line, reason)
        elif line.endswith("brings you no closer to winning."):
            assert any(words in reason for words in FURTHER), (line, reason)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_reason_is_true_over_many_deals(seats: int) -> None:
    said: Counter[str] = Counter()
    for view, _, advice in advised("kanhu_qing", seats, 6):
        form = verify_reason(advice.reason, FORMS, Hint(view, advice))
        verify_agrees(view, advice.reason)
        said[re.sub(r"\b[A-Z]\w\b", "", advice.reason) if advice.move.verb == "discard" else form] += 1
    assert max(said.values()) < 0.6 * said.total(), said.most_common(3)
