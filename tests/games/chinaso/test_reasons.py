"""What hints say in Chinaso: what a card costs, where it fits and how many are missing is true by a count."""

import re
from dataclasses import dataclass
from random import Random

import pytest

from engine.api import JOKER, Advice, Card, View, never
from engine.games.chinaso.cards import FACES, Contract, points_in, points_of
from engine.games.chinaso.solver import best_division
from engine.games.chinaso.state import contract_of, is_down, melds_on, top_discard
from engine.kit.wording import in_words, number_in_words

from ..claims import Check, advised, verify_reason
from ..tables import decision_of
from .positions import CHINASO, placed, seen_by

BY_NAME = {f"the {in_words(card)}": card for card in (*FACES, JOKER)}
NUMBERS = {number_in_words(number): number for number in range(1, 40)}


@dataclass
class Hint:
    """A hint, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def contract(self) -> Contract:
        return contract_of(self.view)

    @property
    def hand(self) -> list[Card]:
        return list(self.view.hand)

    @property
    def left(self) -> list[Card]:
        """The hand after the move."""
        left, move = self.hand, self.advice.move
        for card in (*move.cards, *(card for group in move.groups for card in group)):
            left.remove(card)
        return left

    def is_about(self, name: str) -> bool:
        move = self.advice.move
        about = move.cards[0] if move.cards else top_discard(self.view)
        return BY_NAME[name[:1].lower() + name[1:]] == about

    @property
    def card(self) -> Card:
        return self.advice.move.cards[0] if self.advice.move.cards else top_discard(self.view)

    def fits(self) -> bool:
        return any(meld.ends_for(self.card) for _, meld in melds_on(self.view))

    def can_lay(self, cards: list[Card]) -> bool:
        return best_division(self.view.deck.sort(cards), self.contract) is not None

    def lacks(self, cards: list[Card], count: int) -> bool:
        """Whether so many cards are missing, as far as one more card tells: none, one, or more."""
        if self.can_lay(cards):
            return count == 0
        is_one = any(self.can_lay([*cards, face]) for face in (*FACES, JOKER) if cards.count(face) < 2)
        return count == 1 if is_one else count > 1


C = r"([Tt]he (?:joker|\w+ of \w+))"
N = r"(\d+) points?"
FORMS: dict[str, Check] = {
    rf"With {C} you have (.*), and you can lay them down\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and h.can_lay([*h.hand, h.card])
    ),
    rf"With {C} you need only (\w+) more cards? for (.*)\.": lambda h, c, n, title: (
        h.is_about(c) and title == h.contract.title and h.lacks([*h.hand, h.card], NUMBERS[n])
    ),
    rf"You have (.*), and you can lay {C} down with them\.": lambda h, title, c: (
        h.is_about(c) and title == h.contract.title and h.can_lay(h.hand) and h.can_lay([*h.hand, h.card])
    ),
    rf"You have (.*)\. You can lay them down without {C}\.": lambda h, title, c: (
        h.is_about(c) and title == h.contract.title and h.can_lay(h.hand) and h.can_lay([*h.hand, h.card])
    ),
    rf"You have (.*), and {C} would only cost points\.": lambda h, title, c: (
        h.is_about(c) and title == h.contract.title and h.can_lay(h.hand)
    ),
    rf"You still need (\w+) more cards?\. With {C}, (\w+) different cards? can help you, instead of (\w+)\.": (
        lambda h, n, c, then, now: (
            h.is_about(c)
            and h.lacks([*h.hand, h.card], NUMBERS[n])
            and h.lacks(h.hand, NUMBERS[n])
            and NUMBERS[then] > NUMBERS[now]
        )
    ),
    rf"With {C} you still need (\w+) more cards?, but it goes with cards that you keep\.": lambda h, c, n: (
        h.is_about(c) and h.lacks([*h.hand, h.card], NUMBERS[n]) and h.lacks(h.hand, NUMBERS[n])
    ),
    rf"{C} would help the contract, but it is more likely to cost you points\.": lambda h, c: h.is_about(c),
    rf"{C} brings you no closer to (.*)\. A card from the stock may help\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and (h.can_lay(h.hand) or not h.can_lay([*h.hand, h.card]))
    ),
    rf"{C} brings you no closer to (.*), and it would only cost points\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and (h.can_lay(h.hand) or not h.can_lay([*h.hand, h.card]))
    ),
    rf"You can lay off {C} at once, and then discard another card\.": lambda h, c: h.is_about(c) and h.fits(),
    rf"{C} fits no meld on the table\. A card from the stock may fit\.": lambda h, c: h.is_about(c) and not h.fits(),
    r"You can lay down all your cards at once\.": lambda h: not h.left,
    rf"Then only (\w+) cards? stays? in your hand, worth {N}\.": lambda h, n, points: (
        len(h.left) == NUMBERS[n] and points_in(h.left) == int(points)
    ),
    rf"{C} fits a meld on the table, so you can save {N}\.": lambda h, c, n: (
        h.is_about(c) and h.fits() and points_of(h.card) == int(n)
    ),
    rf"{C} takes the joker's place and leaves your hand\.": lambda h, c: h.is_about(c),
    rf"{C} is your last card\. Discard it to go out\.": lambda h, c: h.is_about(c) and h.hand == [h.card],
    rf"{C} fits no meld on the table\. If you keep it, it may cost {N}\.": lambda h, c, n: (
        h.is_about(c) and is_down(h.view, 0) and not h.fits() and points_of(h.card) == int(n)
    ),
    r"The deal is nearly over, and a joker in your hand costs 50 points\.": lambda h: h.card == JOKER,
    rf"{C} would help the contract, but now it could cost you too many points\.": lambda h, c: h.is_about(c),
    rf"Without {C} you still have (.*)\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and h.can_lay(h.left)
    ),
    rf"Without {C} you are just as close to (.*)\. If you keep it, it may cost {N}\.": lambda h, c, title, n: (
        h.is_about(c)
        and points_of(h.card) == int(n)
        and title == h.contract.title
        and any(h.lacks(h.left, lacking) and h.lacks(h.hand, lacking) for lacking in range(1, 12))
    ),
}


COACH = (
    (r"If you (?:take|buy) .*, you have .*\.", r"With .* you have .*|.* would help the contract, .*"),
    (r"If you (?:take|buy) .*, you need only (.*)\.", r"With .* you need only .*|.* would help the contract, .*"),
    (r"If you (?:take|buy) .*, you can lay it down with .*", r"You have .* lay .*down .*"),
    (
        r".* brings you no closer to .*",
        r".* brings you no closer to .*|(?:With .* you|You) still need .*|.* only cost points\.",
    ),
    (r".* does not fit a meld\.", r".* fits no meld on the table\. .*"),
    (r".* fits a meld\.", r"You can lay off .* at once.*"),
)
"""What the coach says first of a discard, and what a hint may say beside it."""


def verify_agrees(view: View, reason: str) -> None:
    """See that a hint about the discard says the same as the line of the coach beside it."""
    if view.phase == "play":
        return
    told = CHINASO.insight(view)[0]
    (beside,) = [fitting for line, fitting in COACH if re.fullmatch(line, told)]
    assert re.fullmatch(beside, reason), (told, reason)


@pytest.mark.slow
def test_every_reason_is_true_over_many_deals() -> None:
    """And none contradicts the coach."""
    said = set()
    for view, _, advice in advised("chinaso", 4, 6, rounds=4, strays=0.15):
        said.add(verify_reason(advice.reason, FORMS, Hint(view, advice)))
        verify_agrees(view, advice.reason)
    assert len(said) > 5


def test_a_card_beyond_a_complete_contract_is_not_said_to_complete_it() -> None:
    table = placed(1, {0: "AC AD AS 5C 5D 5S 6D 2S 3S"}, discard="AD")
    view = seen_by(table, 0)
    reason = CHINASO.adviser().choose(view, decision_of(table, 0), Random(0), never).reason
    assert reason == "You have two sets, and you can lay the ace of diamonds down with them."
    assert CHINASO.insight(view)[0] == "If you take AD, you can lay it down with two sets."
