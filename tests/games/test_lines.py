"""What Khanhoo says of a hand by itself: over many deals, each line is true by a count of its own, and the answer that
it recommends is the one for which the line speaks.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from engine.api import JOKER, Card, Decision, View
from engine.games.khanhoo.melds.solver import best_value, can_cover, cover_value, melds_with, read_meld
from engine.games.khanhoo.melds.tables import MeldBook
from engine.games.khanhoo.scoring import OUT_BONUS
from engine.games.khanhoo.state import IN_TURN, full_hand, has_stock, house_of, laid_by, must_draw, top_discard
from engine.kit.wording import number_in_words

from .claims import Check, advised
from .khanhoo.positions import KHANHOO

NUMBERS = {number_in_words(number): number for number in range(1, 11)}
NAME = re.compile(r"[Tt]he joker|\*|[A2-9JQK][CDHS]")


def faces(words: str) -> list[Card]:
    """The cards that words name."""
    return [JOKER if word.endswith("joker") else Card(word) for word in NAME.findall(words)]


def less(cards: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


@cache
def goes_out(cards: tuple[Card, ...], discards: int, book: MeldBook) -> bool:
    """Whether sorted cards can go out when so many of them are discarded. One hand is asked about at many decisions."""
    return any(can_cover(less(cards, each), book) for each in set(combinations(cards, discards)))


@dataclass
class Seen:
    """What a player sees who is asked."""

    view: View
    decision: Decision

    @property
    def book(self) -> MeldBook:
        return house_of(self.view).book

    @property
    def hand(self) -> list[Card]:
        return list(self.view.hand)

    @property
    def down(self) -> int:
        """Points of the melds on the table."""
        melds = [read_meld(cards, self.book) for cards in self.view.groups("meld", self.view.viewer or 0)]
        return sum(meld.points for meld in melds if meld is not None)

    @property
    def in_turn(self) -> bool:
        return self.view.left_of(IN_TURN.of(self.view)) == self.view.viewer

    @property
    def is_laid(self) -> bool:
        """Whether a claim lays its meld on the table."""
        return not self.in_turn or (house_of(self.view).expose_taken_discard and has_stock(self.view))

    def gain_of(self, cards: Sequence[Card]) -> int:
        """Points that all melds score more with a meld of the discard."""
        meld, held = read_meld(cards, self.book), [*self.hand, top_discard(self.view)]
        assert meld is not None
        return meld.points + best_value(less(held, cards), self.book) - best_value(self.hand, self.book)

    def claims(self) -> list[list[Card]]:
        """The melds that the discard could make in a claim that lays it, one card being left to discard."""
        found = melds_with(top_discard(self.view), self.hand, self.book, sequences=self.in_turn)
        return [list(meld.cards) for meld in found if len(meld.cards) <= len(self.hand)]

    def goes_out(self, cards: Sequence[Card], discards: int = 1) -> bool:
        """Whether cards can go out when so many of them are discarded."""
        return goes_out(tuple(sorted(cards)), discards, self.book)

    def goes_out_with(self, more: Sequence[Card]) -> bool:
        """Whether the hand can go out with more cards, after all discards."""
        seat = self.view.viewer or 0
        size = full_hand(self.view, seat) - laid_by(self.view, seat)
        return self.goes_out([*self.hand, *more], len(self.hand) + len(more) - size)


def is_meld(seen: Seen, name: str, kind: str, cards: str, points: str) -> bool:
    """The discard and cards of the hand make this meld."""
    meld, card = read_meld(faces(cards), seen.book), top_discard(seen.view)
    return (
        meld is not None
        and (meld.kind, meld.points) == (kind, int(points))
        and faces(name) == [card]
        and card in faces(cards)
        and not Counter(faces(cards)) - Counter([*seen.hand, card])
    )


def best_meld(seen: Seen, name: str, kind: str, cards: str, points: str, than: str | None) -> bool:
    """The meld gains as much as is said, and no other gains more."""
    gain = seen.gain_of(faces(cards))
    if seen.is_laid:
        most = max(map(seen.gain_of, seen.claims()))
    else:
        most = best_value([*seen.hand, top_discard(seen.view)], seen.book) - best_value(seen.hand, seen.book)
    said = {None: int(points), ", but your melds score the same": 0}.get(than)
    if said is None:
        (number,) = re.findall(r"score (\d+) point", than or "")
        said = int(number) * (1 if (than or "").endswith("more") else -1)
    # A card that gains nothing may still make a meld in place of another one.
    return is_meld(seen, name, kind, cards, points) and most == said and (gain == most or most == 0 >= gain)


def best_way_out(seen: Seen, name: str, kind: str, cards: str, points: str) -> bool:
    held = [*seen.hand, top_discard(seen.view)]
    return is_meld(seen, name, kind, cards, points) and seen.goes_out(
        less(held, faces(cards)) if seen.is_laid else held
    )


def makes_nothing(seen: Seen, name: str, goes_out: str | None) -> bool:
    card = top_discard(seen.view)
    pairs = combinations(seen.hand, 2)
    is_out = not seen.is_laid and seen.goes_out([*seen.hand, card])
    makes = any(read_meld([card, *pair], seen.book) is not None for pair in pairs)
    may_lay = len(seen.hand) >= 3
    return faces(name) == [card] and not (makes and may_lay) and bool(goes_out) == is_out


def only_a_sequence(seen: Seen, name: str) -> bool:
    pairs = (read_meld([top_discard(seen.view), *pair], seen.book) for pair in combinations(seen.hand, 2))
    kinds = {meld.kind for meld in pairs if meld is not None}
    return faces(name) == [top_discard(seen.view)] and kinds == {"sequence"} and not seen.in_turn


def needs_one(seen: Seen, cards: str) -> bool:
    """Exactly these cards let the hand go out."""
    able = {face for face in (*seen.book.faces, JOKER) if _may_come(seen, face) and seen.goes_out_with([face])}
    return set(faces(cards)) == able


def _may_come(seen: Seen, face: Card) -> bool:
    """Whether a copy of a card is neither in the hand nor in a meld on the table, where it stays."""
    laid = [card for zone, cards in seen.view.zones.items() if zone.startswith("meld") for card in cards]
    return [*seen.hand, *laid].count(face) < (seen.book.jokers if face == JOKER else seen.book.copies)


def needs(seen: Seen, number: str, fixed: str, choice: str | None) -> bool:
    """So many cards let the hand go out, after a discard for each: the first ones and any of the choice."""
    ways = [[*faces(fixed), card] for card in faces(choice)] if choice else [faces(fixed)]
    count = NUMBERS[number]
    return all(len(way) == count and seen.goes_out_with(way) for way in ways)


def can_go_out(seen: Seen, cards: str, total: str, points: str, bonus: str) -> bool:
    """Each of these discards leaves the most points."""
    ways = {card: cover_value(less(seen.hand, [card]), seen.book) for card in set(seen.hand)}
    best = max(value for value in ways.values() if value is not None)
    leaves_most = {card for card, value in ways.items() if value == best}
    adds_up = int(total) == int(points) + int(bonus) and (best + seen.down, OUT_BONUS) == (int(points), int(bonus))
    return leaves_most == set(faces(cards)) and adds_up


def scores(seen: Seen, points: str, down: str | None, held: str | None) -> bool:
    here = best_value(seen.hand, seen.book)
    split = down is None or (int(down), int(held or 0)) == (seen.down, here)
    return int(points) == here + seen.down and split and (down is not None) == bool(seen.down)


C = r"([Tt]he joker|[A2-9JQK][CDHS])"
MADE = rf"{C} makes (?:a )?([a-z ]+?) ((?:(?:\*|[A2-9JQK][CDHS]) ?)+) \((\d+) points?\)"
FORMS: dict[str, Check] = {
    rf"{MADE}, and it lets you go out\.": best_way_out,
    rf"{MADE}(, (?:so|but) your melds .*)?\.": best_meld,
    rf"{C} makes no meld with your cards(, but it lets you go out)?\.": makes_nothing,
    rf"{C} makes only a sequence, and you cannot bump for a sequence\.": only_a_sequence,
    r"You must draw: the players took too many discards in a row\.": lambda seen: must_draw(seen.view) and seen.in_turn,
    r"All your cards are in melds\. To go out, get any card and discard one card\.": (
        lambda seen: cover_value(seen.hand, seen.book) is not None
    ),
    r"You need one card to go out: (.*)\.": needs_one,
    r"You need (\w+) cards to go out, for example (.*), and (?:either|one of) (.*)\.": needs,
    r"You need (\w+) cards to go out, for example (.*)()\.": needs,
    r"You need (\w+) cards to go out: (.*), and one of \w+ cards, such as (.*)\.": needs,
    r"You need (\w+) cards to go out: (.*), and (?:either|one of) (.*)\.": needs,
    r"You need (\w+) cards to go out: (.*)()\.": needs,
    r"You can go out: discard (.*)\. You score (\d+): (\d+) for melds, and (\d+) for going out\.": can_go_out,
    r"(?:If you play on, y|Y)our melds score (\d+) points?(?: now)?(?:: (\d+) on the table, (\d+) in your hand)?\.": (
        scores
    ),
    r"Your melds on the table score (\d+) points?\. Your hand has no meld\.": lambda seen, points: (
        seen.down == int(points) and not best_value(seen.hand, seen.book)
    ),
}


FREE = " Defending it costs nothing."


def verify(seen: Seen, line: str) -> None:
    if line.endswith(FREE):
        assert seen.in_turn
        assert not has_stock(seen.view)
        line = line.removesuffix(FREE)
    for pattern, check in FORMS.items():
        found = re.fullmatch(pattern, line)
        if found is not None:
            assert check(seen, *found.groups()), (line, " ".join(seen.hand))
            return
    raise AssertionError(f"A line of no known form: {line}")


def speaks_for(seen: Seen, line: str) -> set[str]:
    """The verbs that a line about the discard recommends."""
    if seen.in_turn and not has_stock(seen.view):
        return {"take"}
    is_good = "lets you go out" in line or ("makes a" in line and not re.search("less|score the same", line))
    return {"take" if seen.in_turn else "bump"} if is_good else {"leave" if seen.in_turn else "pass"}


TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (2, {}),
    (4, {}),
    (3, {"skin": "english", "expose_taken_discard": True, "split_runs": False}),
    (4, {"skin": "english", "expose_taken_discard": True, "split_runs": False}),
    (5, {"skin": "english", "expose_taken_discard": True}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_line_is_true_and_so_is_what_it_recommends(seats: int, options: dict[str, Any]) -> None:
    asked: Counter[str] = Counter()
    for view, decision, _ in advised("khanhoo", seats, 8, strays=0.3, **options):
        seen, told = Seen(view, decision), KHANHOO.insight(view)
        for line in told:
            verify(seen, line)
        answer = KHANHOO.recommends(view)
        if decision.phase != "claims":
            assert (answer is not None) == (
                "go out: discard" in " ".join(told) or "show the quartette" in " ".join(told)
            )
            continue
        assert answer is not None
        assert answer.verb in speaks_for(seen, told[0]), told[0]
        choice = decision.choice(answer.verb)
        assert choice is not None
        assert choice.admits(answer), told[0]
        if answer.cards:  # the cards of the meld that the line names
            named = faces(told[0].partition("(")[0])[1:]
            assert Counter(named) == Counter([*answer.cards, top_discard(view)])
        asked[answer.verb] += 1
    assert asked["take"]
    assert seats < 3 or asked["pass"]
