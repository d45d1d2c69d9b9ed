"""What hints say in Khanhoo: every number and meld is true by a count of its own, and no sentence is worn out."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import pytest

from engine.api import JOKER, Advice, Card, DealBegan, Move, Moved, View, never
from engine.games.khanhoo.bot.explain import why_bump, why_discard
from engine.games.khanhoo.melds.solver import Meld, best_value, cover_value, melds_with, read_meld
from engine.games.khanhoo.melds.tables import MeldBook
from engine.games.khanhoo.pack import HouseRules
from engine.games.khanhoo.state import has_stock, house_of, top_discard
from engine.kit.wording import number_in_words
from engine.model.zones import zone_id

from ..claims import Check, advised, true, verify_reason
from ..tables import decision_of
from ..viewers import view_of
from .positions import KHANHOO, act, cards, options_of, started

NUMBERS = {number_in_words(number): number for number in range(1, 40)}


@dataclass
class Hint:
    """A hint, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def book(self) -> MeldBook:
        return house_of(self.view).book

    @property
    def hand(self) -> list[Card]:
        return list(self.view.hand)

    @property
    def rest(self) -> list[Card]:
        """The hand after the move."""
        left = self.hand
        for card in self.advice.move.cards:
            left.remove(card)
        return left

    @property
    def card(self) -> Card:
        """The card that it is about."""
        move = self.advice.move
        return move.cards[0] if move.verb in ("discard", "out") else top_discard(self.view)

    def unseen(self, words: str) -> int:
        """Cards of some faces that the viewer sees nowhere, and that nobody took openly and still holds."""
        return sum(self.view.deck.counts[face] - self._known[face] for face in faces(words))

    @cached_property
    def _known(self) -> Counter[Card]:
        """Cards that the viewer sees, and those that somebody took openly and still holds."""
        seen = Counter(self.view.hand)
        for zone, lying in self.view.zones.items():
            seen.update(lying if zone.startswith(("discard", "meld")) else ())
        taken: Counter[tuple[str, Card]] = Counter()
        for event in self.view.events[_began(self.view) :]:
            if isinstance(event, Moved):
                for card in event.cards:
                    if event.src == "discard" and event.dst.startswith("hand:"):
                        taken[event.dst, card] += 1
                    elif taken[event.src, card]:
                        taken[event.src, card] -= 1
        for (zone, card), count in taken.items():
            seen[card] += count if zone != f"hand:{self.view.viewer}" else 0
        return seen

    def goes_out_with(self, face: Card) -> bool:
        """Whether the rest and one more card are in melds but for one of them."""
        cards = [*self.rest, face]
        return any(cover_value([*cards[:n], *cards[n + 1 :]], self.book) is not None for n in range(len(cards)))

    def is_meld(self, cards: list[Card], kind: str, points: int | None = None) -> bool:
        meld = read_meld(cards, self.book)
        return meld is not None and meld.kind == kind and (points is None or meld.points == points)


def _began(view: View) -> int:
    return max(number for number, event in enumerate(view.events) if isinstance(event, DealBegan))


def faces(words: str) -> list[Card]:
    """The cards that a list in words names."""
    found = re.findall(r"the joker|[A2-9JQK][CDHS]", words, re.IGNORECASE)
    return [JOKER if word.lower() == "the joker" else Card(word) for word in found]


def kept(hint: Hint, cards: str, wanted: str, unseen: str, kind: str, points: str) -> bool:
    """Two cards of the hand, each of the wanted ones makes the meld with them, and as many are unseen as is said."""
    pair = faces(cards)
    return (
        not Counter(pair) - Counter([*hint.rest, hint.card])
        and all(hint.is_meld([*pair, face], kind, int(points)) for face in faces(wanted))
        and hint.unseen(wanted) == NUMBERS[unseen.lower()]
    )


def about_discard(hint: Hint, says: str) -> bool:
    """What stands before the plan."""
    if not says:
        return True
    if found := re.fullmatch(r"Without (.*) your melds still score (\d+) points? ?", says):
        rest = best_value(hint.rest, hint.book)
        return faces(found[1]) == [hint.card] and rest == int(found[2]) < best_value(hint.hand, hint.book)
    if found := re.fullmatch(r"No card of your hand goes with (.*)", says):
        pairs = ((other, face) for other in set(hint.rest) for face in hint.book.faces)
        return faces(found[1]) == [hint.card] and not any(
            read_meld([hint.card, *pair], hint.book) is not None for pair in pairs
        )
    if found := re.fullmatch(r"You have seen every (.*), which (.*) needs?", says):
        fits, pair = melds_with(hint.card, hint.rest, hint.book), faces(found[2])
        makes_meld = all(read_meld([*pair, face], hint.book) is not None for face in faces(found[1]))
        return (
            pair[0] == hint.card
            and not Counter(pair) - Counter(hint.hand)
            and (len(pair) == 1 or makes_meld)
            and not fits
            and not hint.unseen(found[1])
        )
    if found := re.fullmatch(r"(.*) is in no meld", says):
        return faces(found[1]) == [hint.card] and best_value(hint.rest, hint.book) == best_value(hint.hand, hint.book)
    return False


def draws(hint: Hint, wanted: str, unseen: str, kind: str) -> bool:
    """Two cards of the hand would make the meld with each of the wanted ones."""
    hand = hint.hand
    pairs = [(a, b) for n, a in enumerate(hand) for b in hand[n + 1 :]]
    return hint.unseen(wanted) == NUMBERS[unseen.lower()] and all(
        any(hint.is_meld([*pair, face], kind) for pair in pairs) for face in faces(wanted)
    )


def goes_out(hint: Hint, count: str | None, wanted: str | None, unseen: str) -> bool:
    """Each of the faces lets the rest go out."""
    if wanted is not None:
        return hint.unseen(wanted) == NUMBERS[unseen.lower()] and all(map(hint.goes_out_with, faces(wanted)))
    open_faces = [face for face in (*hint.book.faces, JOKER) if hint.unseen(str(face).replace(JOKER, "the joker"))]
    return sum(map(hint.goes_out_with, open_faces)) == int(count or 0)


def makes(hint: Hint, card: str, kind: str, points: str) -> bool:
    """The discard makes such a meld with cards of the hand."""
    found = [(meld.kind, meld.points) for meld in melds_with(hint.card, hint.hand, hint.book)]
    return (not card or faces(card) == [hint.card]) and (kind, int(points)) in found


def loss(hint: Hint, meld: Meld) -> int:
    """Points that all melds score more when a meld with the discard is laid: below 0 for a loss."""
    rest = list((Counter([*hint.hand, hint.card]) - Counter(meld.cards)).elements())
    return meld.points + best_value(rest, hint.book) - best_value(hint.hand, hint.book)


def gain(hint: Hint) -> int:
    """Points that all melds score more with the discard."""
    shown = [meld for meld in melds_with(hint.card, hint.hand, hint.book) if len(meld.cards) <= len(hint.hand)]
    if house_of(hint.view).expose_taken_discard:
        return max((loss(hint, meld) for meld in shown), default=0)
    return best_value([*hint.hand, hint.card], hint.book) - best_value(hint.hand, hint.book)


ENGLISH: dict[str, Any] = {"skin": "english", "expose_taken_discard": True}
P = "points?"
C = r"((?:[Tt]he joker|[A2-9JQK][CDHS]))"
K = r"(?:an? )?([a-z ]+)"
U = r"\((\w+) cop(?:y|ies) unseen\)"
MAKES = rf"with (.*) {U} they make {K} for (\d+) points?\."
PLAN = rf"Keep (.*): {MAKES}"
LAYS = rf"If you win the bump, you lay down {K} for (\d+) points?"
FORMS: dict[str, Check] = {
    rf"(?:(.*)\. )?{PLAN}": lambda h, says, *plan: about_discard(h, says) and kept(h, *plan),
    rf"(?:(.*)\. )?Then (?:any of (\d+) cards|(.*)) {U} lets you go out\.": (
        lambda h, says, *out: about_discard(h, says) and goes_out(h, *out)
    ),
    rf"Without {C} all your cards are in melds\. You score (\d+) points?, and 5 for going out\.": lambda h, c, n: (
        faces(c) == [h.card] and cover_value(h.rest, h.book) == int(n)
    ),
    r"(Without .* your melds still .*|No card .*|You have seen every .* needs?|.* is in no meld)\.": about_discard,
    rf"With {C} you can go out\.": lambda h, c: faces(c) == [h.card] and h.goes_out_with(h.card),
    rf"{C} makes {K} for (\d+) points?(?:, so your melds score (\d+) points? more)?\.": lambda h, c, kind, n, more: (
        makes(h, c, kind, n) and gain(h) == int(more or n)
    ),
    rf"With (.*) {U}, {C} and (?:the other )?{C} make {K} for (\d+) points?\.": (
        lambda h, wanted, unseen, a, b, *meld: faces(a) == [h.card] and kept(h, f"{a} {b}", wanted, unseen, *meld)
    ),
    rf"{C} fits your cards better than most cards that you could draw\.": lambda h, c: faces(c) == [h.card],
    r"You must draw: the players took too many discards in a row\.": true,
    rf"{C} would add (\d+) points? to your melds, but a draw is likely to be worth more\.": lambda h, c, n: (
        gain(h) == int(n)
    ),
    rf"{C} makes {K} for (\d+) {P}, but your melds score the same\. A draw is likely to help you more\.": (
        lambda h, c, kind, n: makes(h, c, kind, n) and not gain(h)
    ),
    rf"{C} makes {K} for (\d+) {P}, but your melds score the same\. A draw may bring (.*) {U} for {K}\.": (
        lambda h, c, kind, n, *draw: makes(h, c, kind, n) and not gain(h) and draws(h, *draw)
    ),
    rf"{C} makes {K} for (\d+) points?, but your melds score (\d+) points? less\.": lambda h, c, kind, n, less: (
        makes(h, c, kind, n)
        and -int(less) == max(loss(h, meld) for meld in melds_with(h.card, h.hand, h.book) if meld.kind == kind)
    ),
    rf"{C} makes no meld with your cards\.(?: A draw is likely to help you more\.)?": lambda h, c: (
        faces(c) == [h.card] and not melds_with(h.card, h.hand, h.book)
    ),
    rf"{C} makes no meld with your cards\. A draw may bring (.*) {U} for {K} with (.*)\.": (
        lambda h, c, wanted, unseen, kind, pair: (
            not melds_with(h.card, h.hand, h.book)
            and draws(h, wanted, unseen, kind)
            and not Counter(faces(pair)) - Counter(h.hand)
            and all(h.is_meld([*faces(pair), face], kind) for face in faces(wanted))
        )
    ),
    rf"{C} makes only a sequence, and you cannot bump for a sequence\.": lambda h, c: (
        {meld.kind for meld in melds_with(h.card, h.hand, h.book)} == {"sequence"}
    ),
    rf"You could lay down {K} for (\d+) points?, but the melds in your hand would lose (\d+) points?\.": (
        lambda h, kind, n, less: (
            makes(h, "", kind, n)
            and int(less) >= int(n)
            and any(
                loss(h, meld) == int(n) - int(less) for meld in melds_with(h.card, h.hand, h.book) if meld.kind == kind
            )
        )
    ),
    rf"You could lay down {K} for (\d+) points?, but if you keep these cards, they may score more later\.": (
        lambda h, kind, n: makes(h, "", kind, n)
    ),
    rf"{LAYS}, and then you can go out\.": lambda h, kind, n: (
        makes(h, "", kind, n)
        and any(cover_value([*h.rest[:n], *h.rest[n + 1 :]], h.book) is not None for n in range(len(h.rest)))
    ),
    rf"{LAYS}, and keep (.*) for {K}\.": lambda h, kind, n, pair, other: (
        makes(h, "", kind, n)
        and not Counter(faces(pair)) - Counter(h.rest)
        and any(h.is_meld([*faces(pair), face], other) and h.unseen(face) for face in h.book.faces)
    ),
    rf"{LAYS}, and keep melds of (\d+) points?\.": lambda h, kind, n, rest: (
        makes(h, "", kind, n) and best_value(h.rest, h.book) == int(rest)
    ),
    rf"{LAYS}, and it is your turn at once\.": lambda h, kind, n: makes(h, "", kind, n),
    rf"{LAYS}\. Your melds score (\d+) points? less, but it is your turn at once\.": lambda h, kind, n, less: (
        makes(h, "", kind, n)
        and int(n) + best_value(h.rest, h.book) - best_value(h.hand, h.book) == -int(less)
        and f"your melds score {less} " in KHANHOO.insight(h.view)[0]
    ),
    rf"{LAYS}\. Melds in your hand lose (\d+) points?, but it is your turn at once\.": lambda h, kind, n, less: (
        makes(h, "", kind, n)
        and n == less
        and int(n) + best_value(h.rest, h.book) == best_value(h.hand, h.book)
        and "your melds score the same" in KHANHOO.insight(h.view)[0]
    ),
    rf"You cannot draw\. You have no meld with {C}, so you get it only if nobody bumps it\.": lambda h, c: (
        faces(c) == [h.card] and not melds_with(h.card, h.hand, h.book) and not has_stock(h.view)
    ),
    rf"You cannot draw\. If you defend {C} with {K} for (\d+) points?, only a better meld can bump it\.": (
        lambda h, c, kind, n: (
            makes(h, c, kind, n)
            and not has_stock(h.view)
            and int(n) == max(meld.points for meld in melds_with(h.card, h.hand, h.book))
        )
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {}), (3, ENGLISH)], ids=str)
def test_every_reason_is_true_over_many_deals(seats: int, options: dict[str, Any]) -> None:
    said: Counter[str] = Counter()
    for view, _, advice in advised("khanhoo", seats, 12, **options):
        form = verify_reason(advice.reason, FORMS, Hint(view, advice))
        said[re.sub(r"[A2-9JQK][CDHS]", "", advice.reason) if advice.move.verb == "discard" else form] += 1
    assert max(said.values()) < 0.35 * said.total(), said.most_common(3)


def test_a_bump_that_gains_nothing_says_so() -> None:
    book = HouseRules.of(options_of("english")).book
    hand = cards("JS QS KS AH AC AC 3H 4H 5H 7H 8H 9H 7C 6D 8D")
    (court,) = [meld for meld in melds_with(Card("9H"), hand, book) if sorted(meld.cards) == ["9H", "9H", "KS"]]
    assert why_bump((cards("9H KS"), court), hand, book) == (
        "If you win the bump, you lay down a court meld for 4 points. Melds in your hand lose 4 points, "
        "but it is your turn at once."
    )


def test_a_kept_copy_of_the_discard_is_the_other_one() -> None:
    hand = cards("AH 2S 3D JC QC KC 6H 6S 6D 4H 4H 8H 5S 8S 4D 9D")
    assert why_discard(hand, Card("4H"), HouseRules.of(options_of("denexa")).book, Counter({Card("4S"): 2})) == (
        "Keep the other 4H and 4D: with 4S (two copies unseen) they make a triplet for 2 points."
    )


def test_all_cards_that_complete_a_meld_are_named() -> None:
    hand = cards("AH AS 3D 3H 3S JC QC KC 6H 6S 6D 8S JC 9D")
    assert why_discard(hand, Card("9D"), HouseRules.of(options_of("denexa")).book, Counter(cards("AH AS AD"))) == (
        "No card of your hand goes with 9D. "
        "Keep AH and AS: with AH, AS or AD (three copies unseen) they make aces for 1 point."
    )


def test_a_card_that_fits_the_hand_lacks_no_other() -> None:
    book = HouseRules.of(options_of("denexa")).book
    hand = cards("KC 9H 9H JC QC KC 3H 3S 3D 4D 5D 6D 7H 8H 7S JC")
    assert "seen every" not in why_discard(hand, Card("8H"), book, Counter({Card("7D"): 2}))
    alone = cards("KC 9H 9H JC QC KC 3H 3S 3D 4D 5D 6D AS 8H 7S JC")
    assert why_discard(alone, Card("8H"), book, Counter({Card("2C"): 2})).startswith(
        "You have seen every 7H, which 8H and 9H need."
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_the_next_hint_keeps_the_pair_for_which_a_card_was_taken(seats: int) -> None:
    pairs, pair = 0, list[tuple[str, str]]()
    for _, _, advice in advised("khanhoo", seats, 25):
        if advice.move.verb == "discard":  # after another verb, a bump has won the card
            assert not any(card in faces for faces in pair for card in advice.move.cards), (pair, advice.reason)
        pair = (
            re.findall(r"unseen\), (\S+) and (?:the other )?(\S+) make ", advice.reason)
            if advice.move.verb == "take"
            else []
        )
        pairs += len(pair)
    assert pairs


def test_a_card_that_is_taken_to_equal_cards_has_a_reason_too() -> None:
    table = started(3, {0: "8H 5D"})
    act(table, 0, "discard 8H")
    assert table.journal is not None
    view = view_of(table.journal, 1)
    view.zones[zone_id("hand", 1)] = list(cards("8H 8H 8H"))  # the rest was laid down in bumps
    advice = KHANHOO.adviser().choose(view, decision_of(table, 1), Random("hint"), never)
    assert (advice.move, advice.reason) == (Move("take"), "With 8H you can go out.")
