"""What hints say in Solo: what is out, who wins and how likely a game is are true by a count of the cards."""

from dataclasses import dataclass

import pytest

from engine.api import Advice, Card, View
from engine.games.solo.cards import PACK, RANKINGS, suit_in
from engine.games.solo.hints import insight
from engine.games.solo.state import CALLED, DECLARER, PARTNER, TRUMP_SUIT
from engine.kit.wording import SUIT_WORDS, in_words, number_in_words, player_of_four

from ..claims import Check, advised, true, verify_reason

BY_NAME = {in_words(card): card for card in PACK}
LETTERS = {word: letter for letter, word in SUIT_WORDS.items()}
TIMES = r"(?:rarely|about (?:once|\w+ times) in ten)"


@dataclass
class Hint:
    """A hint for a card, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def card(self) -> Card:
        return self.advice.move.cards[0]

    @property
    def trump(self) -> str:
        return TRUMP_SUIT.of(self.view)

    @property
    def trick(self) -> list[Card]:
        return self.view.zones["trick"]

    @property
    def out(self) -> list[Card]:
        """Cards in the other hands."""
        gone = {card for seat in range(4) for card in self.view.zone("taken", seat)} | {*self.trick, *self.view.hand}
        return [card for card in PACK if card not in gone]

    def suit(self, card: Card) -> str:
        """The suit of a card as it is in this game: black queens are trumps."""
        return suit_in(card, self.trump)

    def of(self, suit: str, cards: list[Card]) -> list[Card]:
        return [card for card in cards if self.suit(card) == suit]

    def named(self, word: str) -> str:
        """The suit that a word means."""
        return self.trump if word == "trumps" else LETTERS[word]

    def higher(self, card: Card) -> list[Card]:
        """Cards out of the same suit that are higher."""
        code = RANKINGS[self.trump].code
        return [other for other in self.out if self.suit(other) == self.suit(card) and code[other] > code[card]]

    def lower(self, card: Card) -> list[Card]:
        """Cards of the hand and of the same suit that are lower."""
        code, mine = RANKINGS[self.trump].code, self.of(self.suit(card), list(self.view.hand))
        return [other for other in mine if code[other] < code[card]]

    @property
    def winning(self) -> int:
        """Which card of the trick wins it so far."""
        code, led = RANKINGS[self.trump].code, self.suit(self.trick[0])
        fitting = [n for n, card in enumerate(self.trick) if self.suit(card) in (led, self.trump)]
        return max(fitting, key=lambda n: code[self.trick[n]])

    @property
    def wins(self) -> bool:
        """Whether the card wins the trick so far."""
        code, best = RANKINGS[self.trump].code, self.trick[self.winning]
        return self.suit(self.card) in (self.suit(best), self.trump) and code[self.card] > code[best]

    @property
    def could_win(self) -> bool:
        """Whether a card of the hand that follows suit beats the trick so far."""
        return any(self.could_win_with(card) for card in self.view.hand)

    def could_win_with(self, card: Card) -> bool:
        """Whether a card is in the hand, follows suit, and beats the trick so far."""
        code, best = RANKINGS[self.trump].code, self.trick[self.winning]
        follows = card in self.view.hand and self.suit(card) == self.suit(self.trick[0]) == self.suit(best)
        return follows and code[card] > code[best]

    @property
    def holder(self) -> str:
        """Who wins the trick so far."""
        return player_of_four(self.winning - len(self.trick))

    def is_mine(self, name: str) -> bool:
        return BY_NAME[name] == self.card

    def is_best(self, name: str) -> bool:
        """Whether a card wins the trick so far."""
        return BY_NAME[name] == self.trick[self.winning]

    def is_said(self, advice: str) -> bool:
        """Whether the advice is to play low, and the card is the lowest of its suit; or neither is the case."""
        return (advice == "play low") == (not self.lower(self.card))

    def is_friend(self) -> bool:
        """Whether who is winning plays with me, as far as cards and calls have shown."""
        seat = (self.winning - len(self.trick)) % 4
        declarer, partner, called = DECLARER.of(self.view), PARTNER.of(self.view), CALLED.of(self.view)
        if called in self.view.hand and declarer != 0:
            partner = 0
        side = {declarer, *([partner] if partner is not None else [])}
        return (seat in side) == (0 in side)


NUMBERS = {number_in_words(number): number for number in range(1, 9)}
S = "(clubs|diamonds|hearts|spades|trumps)"
C = r"(\w+ of \w+)"
LOW = "(play low|you do not have to take the trick)"
KEPT_LOW = "Play (low: |your lowest trump: |a lower trump: )?"
FORMS: dict[str, Check] = {
    r"This is your last card\.": lambda h: len(h.view.hand) == 1,
    rf"Play the {C} now, though it shows that you (?:play alone|are the partner)\.": lambda h, c: (
        h.is_mine(c) and CALLED.of(h.view) == h.card
    ),
    r"Nobody else has a trump left, so this trump takes a trick\.": lambda h: (
        h.suit(h.card) == h.trump and not h.of(h.trump, h.out)
    ),
    rf"Nothing beats the {C}, and the others must play their trumps\.": lambda h, c: (
        h.is_mine(c) and h.suit(h.card) == h.trump and not h.higher(h.card)
    ),
    r"Lead this trump, so the others can trump fewer of your tricks later\.": lambda h: (
        not h.trick and h.suit(h.card) == h.trump and h.of(h.trump, h.out)
    ),
    rf"The others hold no higher {S}, so the {C} takes this trick unless a player trumps it\.": lambda h, s, c: (
        h.is_mine(c) and h.suit(h.card) == h.named(s) and not h.higher(h.card)
    ),
    rf"This is your only card of {S}, so you can trump {S} later\.": lambda h, s, later: (
        s == later and h.of(h.named(s), list(h.view.hand)) == [h.card] and h.of(h.trump, list(h.view.hand))
    ),
    rf"Lead {S}, because this costs you least and you keep your high cards\.": lambda h, s: (
        h.suit(h.card) == h.named(s) and not h.lower(h.card)
    ),
    rf"Lead the {C}: the others hold (\w+) higher \w+, and you keep lower cards for later\.": lambda h, c, n: (
        h.is_mine(c) and h.lower(h.card) and len(h.higher(h.card)) == NUMBERS[n]
    ),
    r"A trump was led, so you must play your only trump\.": lambda h: (
        h.of(h.trump, list(h.view.hand)) == [h.card] and h.suit(h.trick[0]) == h.trump
    ),
    rf"You must follow suit, and this is your only card of {S}\.": lambda h, s: (
        h.of(h.named(s), list(h.view.hand)) == [h.card] and h.suit(h.trick[0]) == h.named(s)
    ),
    rf"You hold no {S}, so trump with the {C}\.": lambda h, s, c: (
        h.is_mine(c) and not h.of(h.named(s), list(h.view.hand)) and h.suit(h.card) == h.trump
    ),
    rf"You play last, and the {C} is enough to take the trick\.": lambda h, c: (
        h.is_mine(c) and len(h.trick) == 3 and h.wins
    ),
    rf"The {C} beats the {C}, and will probably win the trick\.": lambda h, c, best: (
        h.is_mine(c) and h.wins and h.is_best(best)
    ),
    rf"The {C} wins so far\. (.*) played it and is on your side, so {LOW}\.": lambda h, best, who, low: (
        h.is_best(best) and who.lower() == h.holder and not h.wins and h.is_friend() and h.is_said(low)
    ),
    rf"The {C} wins so far\. (.*) played it and is probably (?:your partner|on your side), so {LOW}\.": (
        lambda h, best, who, low: h.is_best(best) and who.lower() == h.holder and not h.wins and h.is_said(low)
    ),
    rf"You cannot take this trick, so play low: the {C}\.": lambda h, c: (
        h.is_mine(c) and not h.wins and not h.could_win and not h.lower(h.card)
    ),
    rf"You cannot take this trick, so play the card that you need least: the {C}\.": lambda h, c: (
        h.is_mine(c) and not h.wins and not h.could_win and h.lower(h.card)
    ),
    rf"The {C} could take this trick, but keep it for later\. {KEPT_LOW}the {C}\.": (
        lambda h, kept, low, c: (
            h.is_mine(c)
            and not h.wins
            and h.could_win_with(BY_NAME[kept])
            and ("trump" in (low or "")) == (h.suit(h.card) == h.trump)
            and (low in {"low: ", "your lowest trump: "}) != bool(h.lower(h.card))
        )
    ),
    rf"Discard the {C}, because you need this card least\.": lambda h, c: (
        h.is_mine(c) and h.suit(h.card) != h.suit(h.trick[0])
    ),
    rf"A (.*) is made {TIMES} with a hand like this\.": true,
    rf"A (.*) is made only {TIMES}, but if you pass, the others score more\.": true,
    rf"A (.*) is made {TIMES}, but it is better to let others take the risk\.": true,
    rf"Even your best bid now, (.*), is made only {TIMES}\.": true,
    rf"Your best game is (.*), which is made {TIMES}\.": true,
    r"After these bids, (.*) is likely to score more than (.*)\.": true,
    r"You hold both black queens, so this is the only bid that you may make\.": lambda h: (
        {"QC", "QS"} <= {*h.view.hand}
    ),
    rf"You hold the {C} yourself, so you play alone, without a partner\.": lambda h, c: (
        h.is_mine(c) and h.card in h.view.hand
    ),
    rf"A partner with the {C} brings you a high trump\.": lambda h, c: h.is_mine(c) and h.suit(h.card) == h.trump,
    rf"You can lead {S} to your partner, who takes the trick with the (\w+)\.": lambda h, s, _: (
        h.named(s) == h.suit(h.card) and h.of(h.named(s), list(h.view.hand))
    ),
    rf"You hold no {S}, and the {C} is a high card for your side\.": lambda h, s, c: (
        h.is_mine(c) and not h.of(h.named(s), list(h.view.hand))
    ),
}


@pytest.mark.slow
def test_every_reason_is_true_over_many_deals() -> None:
    said = set()
    for view, decision, advice in advised("solo", 4, 30, strays=0.4):
        said.add(verify_reason(advice.reason, FORMS, Hint(view, advice)))
        if decision.phase in ("bidding", "declaring"):
            verify_one_chance(view, advice)
    assert len(said) > 14


def verify_one_chance(view: View, advice: Advice) -> None:
    """See that hint and coach lines name one game and one chance: a hint names another game only without a chance."""
    lines = " ".join(insight(view)).lower()
    for words in advice.reason.lower().split("about ")[1:]:
        assert f"about {words.partition(' in ten')[0]} in ten" in lines, (advice.reason, lines)
