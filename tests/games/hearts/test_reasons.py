"""What hints say in Hearts: what is out, what wins and who has taken points is true by a count of the cards."""

from dataclasses import dataclass
from itertools import combinations

import pytest

from engine.api import Advice, Card, Move, Table, View, find_game, parse_cards, redact
from engine.games.hearts.bot.passing import why_pass
from engine.games.hearts.cards import PACK, set_of
from engine.games.hearts.state import house_of
from engine.kit.wording import SUIT_WORDS, in_words, number_in_words, player_of_four

from ..claims import Check, advised, true, verify_reason

BY_NAME = {in_words(card): card for card in PACK}
NUMBERS = {number_in_words(number): number for number in range(14)}
LETTERS = {word: letter for letter, word in SUIT_WORDS.items()} | {
    word.removesuffix("s"): letter for letter, word in SUIT_WORDS.items()
}
RANKS = {card: PACK.index(card) % 13 for card in PACK}
QUEEN = Card("QS")


@dataclass
class Hint:
    """A hint, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def card(self) -> Card:
        return self.advice.move.cards[0]

    @property
    def suit(self) -> list[Card]:
        """My cards of the card's suit."""
        return self.mine(self.card[-1])

    def mine(self, suit: str) -> list[Card]:
        return [card for card in self.view.hand if card[-1] == suit]

    @property
    def trick(self) -> list[Card]:
        return self.view.zones["trick"]

    @property
    def out(self) -> list[Card]:
        """Cards in the other hands."""
        gone = {card for seat in range(4) for card in self.view.zone("taken", seat)} | {*self.trick, *self.view.hand}
        return [card for card in PACK if card not in gone]

    def beating(self, cards: list[Card]) -> list[Card]:
        """Those that are higher in the card's suit."""
        return [card for card in cards if card[-1] == self.card[-1] and RANKS[card] > RANKS[self.card]]

    @property
    def lower_out(self) -> bool:
        """Whether another player holds a lower card of the card's suit, which this card can win."""
        return any(card[-1] == self.card[-1] and RANKS[card] < RANKS[self.card] for card in self.out)

    @property
    def best(self) -> Card:
        """What wins the trick so far."""
        return max((card for card in self.trick if card[-1] == self.trick[0][-1]), key=RANKS.__getitem__)

    @property
    def is_over(self) -> bool:
        """Whether the card wins the trick so far, and no card of the hand stays under the best."""
        return not self.beating(self.trick) and not self.under

    @property
    def under(self) -> list[Card]:
        """My cards that stay under the best card of the trick."""
        return [card for card in self.mine(self.best[-1]) if RANKS[card] < RANKS[self.best]]

    def points_of(self, seat: int) -> int:
        taken = self.view.zone("taken", seat)
        return sum(card[-1] == "H" for card in taken) + 13 * (QUEEN in taken)

    def is_alone_with_points(self, who: str) -> bool:
        """Whether just the seat that is named has taken points."""
        seats = [seat for seat in range(4) if self.points_of(seat)]
        return len(seats) == 1 and player_of_four(seats[0]) == who.lower()

    def has_points(self, *cards: Card) -> bool:
        return any(card[-1] == "H" or card == QUEEN for card in (*self.trick, *cards))

    def is_mine(self, name: str) -> bool:
        return BY_NAME[name] == self.card

    def is_void_in(self, name: str) -> bool:
        return self.trick[0][-1] == LETTERS[name] and not self.mine(LETTERS[name])

    @property
    def has_void_after(self) -> bool:
        """Whether the coach says of a player who plays later in this trick that they have no card of its suit."""
        suit = SUIT_WORDS[(self.trick or [self.card])[0][-1]]
        later = [player_of_four(seat).lower() for seat in range(1, 4 - len(self.trick))]
        told = [line.lower() for line in find_game("hearts").insight(self.view)]
        return any(line.startswith(f"{who} has no ") and f"no {suit}" in line for line in told for who in later)

    def may_win_if_kept(self, card: Card) -> bool:
        """Whether a card to pass is over all cards of its suit that are kept, and over half of those of the others."""
        suit = [other for other in PACK if other[-1] == card[-1] and other not in self.advice.move.cards]
        kept = [other for other in suit if other in self.view.hand]
        lower = [RANKS[other] < RANKS[card] for other in suit if other not in kept]
        return all(RANKS[other] < RANKS[card] for other in kept) and 2 * sum(lower) >= len(lower)

    @property
    def is_last(self) -> bool:
        return len(self.trick) == 3


S = "(clubs?|diamonds?|hearts?|spades?)"
C = r"(\w+ of \w+)"
N = r"(\w+)"
FORMS: dict[str, Check] = {
    r"No other player has taken a point, so you can still shoot the moon\. "
    rf"The {C} gives you the best chance\.": lambda h, c: (
        h.is_mine(c) and not any(h.points_of(seat) for seat in (1, 2, 3))
    ),
    r"This is your last card\.": lambda h: len(h.view.hand) == 1,
    r"The two of clubs starts the deal\.": lambda h: h.card == "2C" and len(h.view.hand) == 13,
    rf"You must follow suit, and this is your only card of {S}\.": lambda h, s: (
        h.mine(LETTERS[s]) == [h.card] and h.trick[0][-1] == LETTERS[s]
    ),
    r"(The player .*) may be shooting the moon, so try to take a point yourself\.": lambda h, who: (
        h.is_alone_with_points(who) and not h.trick
    ),
    r"(The player .*) may be shooting the moon, so take a point yourself\.": lambda h, who: (
        h.is_alone_with_points(who) and h.has_points(h.card) and not h.beating(h.trick)
    ),
    rf"Nobody else has {S} left, so you take this trick\. But your other leads are worse\.": lambda h, s: (
        h.card[-1] == LETTERS[s] and not [card for card in h.out if card[-1] == h.card[-1]]
    ),
    rf"Another player holds the queen of spades, and your {C} may force them to play it\.": lambda h, c: (
        h.is_mine(c) and QUEEN in h.out and h.card[-1] == "S" and RANKS[h.card] < RANKS[QUEEN]
    ),
    rf"The other players hold only higher {S}, so another player takes this trick\.": lambda h, s: (
        h.card[-1] == LETTERS[s]
        and not h.trick
        and all(RANKS[card] > RANKS[h.card] for card in h.out if card[-1] == h.card[-1])
        and h.beating(h.out)
    ),
    r"Your queen of spades will take the trick, but your other leads are worse\.": lambda h: (
        h.card == QUEEN and not h.beating(h.out)
    ),
    rf"Your {C} takes this trick, which will probably cost few points\.": lambda h, c: (
        h.is_mine(c) and not h.trick and not h.beating(h.out) and not h.has_void_after
    ),
    rf"Your {C} takes this trick and perhaps points\. But your other leads are worse\.": lambda h, c: (
        h.is_mine(c) and not h.trick and not h.beating(h.out) and h.has_void_after
    ),
    rf"The other players hold {N} higher {S}, so the {C} is your safest lead\.": lambda h, n, s, c: (
        h.is_mine(c) and h.card[-1] == LETTERS[s] and len(h.beating(h.out)) == NUMBERS[n]
    ),
    rf"The {C} beats your queen, so another player gets the queen\.": lambda h, c: (
        h.card == QUEEN and h.best == BY_NAME[c] and h.beating(h.trick)
    ),
    rf"The {C} is your highest card under the {C}\.": lambda h, c, best: (
        h.is_mine(c) and h.best == BY_NAME[best] and h.under == [h.card]
    ),
    rf"The {C} is your highest card under the {C}, and you keep lower cards for later\.": lambda h, c, best: (
        h.is_mine(c) and h.best == BY_NAME[best] and max(h.under, key=RANKS.__getitem__) == h.card and len(h.under) > 1
    ),
    rf"Your {C} does not beat the {C}, so another player takes this trick\.": lambda h, c, best: (
        h.is_mine(c) and h.best == BY_NAME[best] and h.beating(h.trick) and h.beating(h.suit)
    ),
    r"This card (wins|may win) the jack of diamonds: 10 points off your total\.": lambda h, how: (
        "JD" in (*h.trick, h.card) and not h.beating(h.trick) and (how == "wins") == h.is_last
    ),
    r"This trick has no points and you play last, so win it with a high card\.": lambda h: (
        h.is_last and not h.has_points(h.card) and not h.beating(h.trick)
    ),
    r"This trick will probably have no points, so play a high card now\.": lambda h: (
        not h.has_points(h.card) and not h.beating(h.suit) and not h.has_void_after
    ),
    r"You could avoid this trick with a low card, but your low cards will help you more later\.": lambda h: h.under,
    r"You must win this trick, so use your highest card and keep the lower ones\.": lambda h: h.is_last and h.is_over,
    rf"If a player after you plays the queen of spades, the queen beats your {C}\.": lambda h, c: (
        h.is_mine(c) and QUEEN in h.out and not h.is_last and RANKS[h.card] < RANKS[QUEEN] and h.card[-1] == "S"
    ),
    rf"You cannot stay under the {C}, and nobody holds higher {S}, so take the trick now\.": lambda h, best, s: (
        h.best == BY_NAME[best] and h.card[-1] == LETTERS[s] and h.is_over and not h.beating(h.out)
    ),
    rf"You must beat the {C}, so play your lowest card\. The others still hold {N} higher {S}\.": (
        lambda h, best, n, s: (
            h.is_over
            and h.best == BY_NAME[best]
            and h.card[-1] == LETTERS[s]
            and len(h.beating(h.out)) == NUMBERS[n]
            and h.card == min(h.suit, key=RANKS.__getitem__)
        )
    ),
    rf"You must beat the {C}, but keep your lower cards, because the others still hold {N} higher {S}\.": (
        lambda h, b, n, s: (
            h.is_over
            and h.best == BY_NAME[b]
            and h.card[-1] == LETTERS[s]
            and len(h.beating(h.out)) == NUMBERS[n]
            and h.card != min(h.suit, key=RANKS.__getitem__)
        )
    ),
    rf"You hold no {S}, so give the queen of spades to the winner of this trick\.": lambda h, s: (
        h.is_void_in(s) and h.card == QUEEN
    ),
    rf"The queen of spades has not been played, and your {C} could win it\.": lambda h, c: (
        h.is_mine(c) and QUEEN in h.out and h.card in ("KS", "AS")
    ),
    rf"You hold no {S}, so give a heart to the winner of this trick\.": lambda h, s: (
        h.is_void_in(s) and h.card[-1] == "H"
    ),
    rf"This is your only card of {S}, so later you can discard when {S} are led\.": lambda h, s, led: (
        s == led and h.mine(LETTERS[s]) == [h.card]
    ),
    rf"You hold no {S}, so discard a card that might win a trick later\.": lambda h, s: h.is_void_in(s) and h.lower_out,
    rf"You hold no {S}, and you need this card least\.": lambda h, s: h.is_void_in(s) and not h.lower_out,
    r"You hold (no|only \w+) lower spades? to protect your queen, so pass the queen\.": lambda h, n: (
        QUEEN in h.advice.move.cards
        and len([c for c in h.mine("S") if RANKS[c] < RANKS[QUEEN]]) == NUMBERS.get(n.removeprefix("only "), 0)
    ),
    r"Your (.*) could win the queen of spades\.": lambda h, names: (
        QUEEN not in h.view.hand
        and {BY_NAME[name] for name in names.split(" and ")} == {"KS", "AS"} & {*h.advice.move.cards}
    ),
    rf"Then you hold no {S}, so you can discard dangerous cards when {S} are led\.": lambda h, s, led: (
        s == led and {*h.mine(LETTERS[s])} <= {*h.advice.move.cards}
    ),
    r"Keep the jack of diamonds: if you take a trick with it, you score 10 points less\.": lambda h: (
        "JD" in {*h.view.hand} - {*h.advice.move.cards}
    ),
    r"These hearts could win tricks full of points\.": lambda h: (
        {card[-1] for card in h.advice.move.cards} == {"H"} and all(map(h.may_win_if_kept, h.advice.move.cards))
    ),
    r"Your (.*) could win tricks full of points\.": lambda h, names: (
        {BY_NAME[name] for name in names.split(" and ")}
        == {card for card in h.advice.move.cards if card[-1] == "H" and h.may_win_if_kept(card)}
    ),
    r"These cards could win tricks that you do not want\.": lambda h: all(map(h.may_win_if_kept, h.advice.move.cards)),
    r"Your (.*) could win tricks that you do not want\.": lambda h, names: (
        {BY_NAME[name] for name in names.split(" and ")} == {*filter(h.may_win_if_kept, h.advice.move.cards)}
    ),
    r"Without these cards, you will probably take fewer points\.": lambda h: (
        not any(map(h.may_win_if_kept, h.advice.move.cards))
    ),
    r"You hold so many high cards that you can try to shoot the moon\.": true,
}


def test_the_reason_of_a_pass_is_true_of_each_card_that_it_names() -> None:
    said = set()
    for number in range(20):
        table = Table(find_game("hearts"), 4, find_game("hearts").meta.resolve({}), seed=f"pass {number}")
        view = View(table.game, 4, table.options, 0)
        for event in table.start():
            view.absorb(len(view.events), redact(event, 0, table.game.plan))
        for given in combinations(view.hand, 3):
            move = Move("pass", given)
            reason = why_pass(set_of(view.hand), set_of(given), house_of(view))
            said.add(verify_reason(reason, FORMS, Hint(view, Advice(move, reason))))
    assert len(said) == 8


def test_a_low_card_under_kept_ones_is_not_said_to_win() -> None:
    hand = parse_cards("2C 3C AC 2D 5D 7D 10D 2S 5S 10S AS 2H JH")
    house = house_of(View(find_game("hearts"), 4, find_game("hearts").meta.resolve({}), 0))
    reason = why_pass(set_of(hand), set_of(parse_cards("AC 5S JH")), house)
    assert reason == "Your ace of clubs and jack of hearts could win tricks that you do not want."


@pytest.mark.slow
@pytest.mark.parametrize("omnibus", [False, True])
def test_every_reason_is_true_over_many_deals(omnibus: bool) -> None:
    said = set()
    for view, decision, advice in advised("hearts", 4, 6, strays=0.3, omnibus=omnibus):
        if decision.phase == "moon":
            continue
        said.add(verify_reason(advice.reason, FORMS, Hint(view, advice)))
    assert len(said) > 12
