"""What hints say in Chinaso: what a card costs, where it fits and how many are missing is true by a count."""

from dataclasses import dataclass

from engine.api import JOKER, Advice, Card, View
from engine.games.chinaso.cards import FACES, Contract, points_in, points_of
from engine.games.chinaso.solver import best_division
from engine.games.chinaso.state import contract_of, is_down, melds_on, top_discard
from engine.kit.wording import in_words, number_in_words

from ..claims import Check, advised, verify_reason

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
    rf"With {C} you need (\w+) more cards? for (.*)\.": lambda h, c, n, title: (
        h.is_about(c) and title == h.contract.title and h.lacks([*h.hand, h.card], NUMBERS[n])
    ),
    rf"{C} fits cards that you keep\. A card from the stock rarely fits so well\.": lambda h, c: h.is_about(c),
    rf"{C} would help the contract, but it is more likely to cost you points\.": lambda h, c: h.is_about(c),
    rf"{C} does not help you with (.*)\. A card from the stock may help\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and (h.can_lay(h.hand) or not h.can_lay([*h.hand, h.card]))
    ),
    rf"{C} does not help you with (.*), and it would only cost points\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and (h.can_lay(h.hand) or not h.can_lay([*h.hand, h.card]))
    ),
    rf"You can lay off {C} at once, and then discard another card\.": lambda h, c: h.is_about(c) and h.fits(),
    rf"{C} fits no meld on the table\. A card from the stock may fit\.": lambda h, c: h.is_about(c) and not h.fits(),
    r"You can lay down all your cards at once\.": lambda h: not h.left,
    rf"You have the contract\. After you lay it down, you still hold (\w+) cards? worth {N}\.": lambda h, n, points: (
        len(h.left) == NUMBERS[n] and points_in(h.left) == int(points)
    ),
    rf"{C} fits a meld on the table, so you can save {N}\.": lambda h, c, n: (
        h.is_about(c) and h.fits() and points_of(h.card) == int(n)
    ),
    rf"{C} takes the joker's place and leaves your hand\.": lambda h, c: h.is_about(c),
    rf"{C} is your last card\. Discard it to go out\.": lambda h, c: h.is_about(c) and h.hand == [h.card],
    rf"{C} fits no meld on the table, and in your hand it costs {N}\.": lambda h, c, n: (
        h.is_about(c) and is_down(h.view, 0) and not h.fits() and points_of(h.card) == int(n)
    ),
    r"The deal is nearly over, and a joker in your hand costs 50 points\.": lambda h: h.card == JOKER,
    rf"{C} would help the contract, but now it could cost you too many points\.": lambda h, c: h.is_about(c),
    rf"Without {C} you still have (.*)\.": lambda h, c, title: (
        h.is_about(c) and title == h.contract.title and h.can_lay(h.left)
    ),
    rf"{C} costs {N}, and without it you still need (\w+) more cards? for (.*)\.": lambda h, c, n, lacking, title: (
        h.is_about(c)
        and points_of(h.card) == int(n)
        and title == h.contract.title
        and h.lacks(h.left, NUMBERS[lacking])
    ),
}


def test_every_reason_is_true_over_many_deals() -> None:
    said = set()
    for view, _, advice in advised("chinaso", 4, 6, rounds=4, strays=0.15):
        said.add(verify_reason(advice.reason, FORMS, Hint(view, advice)))
    assert len(said) > 5
