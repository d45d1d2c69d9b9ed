"""Whether a hand wins: disjoint eyes, boys and attached cards, with no card left over. Rule: kanhu_qing §5.

Method: aces and honours attach to anything, so only the numerals from two to nine need a group, besides the eyes.
Choose the eyes (`parts` finds the few choices by suits). Then find the pools that the runs of each suit can leave; sets
of three use them up exactly if the three suits' counts add up to a multiple of three in every rank. If honours are
wild, count the wild cards that runs and sets use; there must be enough of them (`reach`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ....model.cards import Card
from ..pack import (
    ACES,
    COPIES,
    COUNT_BITS,
    DECK,
    FACES,
    HONOUR_SHIFT,
    HONOURS,
    MYRIADS_SHIFT,
    ONES,
    SUIT_BITS,
    SUIT_MASK,
    Eyes,
    EyesBook,
    cards_of,
    code_of,
    suits_of,
)
from .parts import CASH, EYES_OF_HONOURS, MYRIADS, STRINGS, learn, pools_after
from .reach import SET, Plan, covers_with, fewest_thrown, plan_with
from .runs import POOLS, fewest_left, sets_take

EYES: Final = "eyes"
ATTACHED: Final = "attached"
EVERY: Final = -1
"""Bits of all eyes."""

NO_EYES: Final = 99
"""More than the cards of any hand."""

_Held = tuple[int, tuple[Eyes, ...]]
"""Cards that are in no eyes, and the eyes, for one choice of eyes from a hand."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a winning hand. kind: EYES, "run", "set" or ATTACHED. cards: as held. roles: what each stands for, in
    the same order; a wild honour may stand for another card. name: of the eyes, else "".
    """

    kind: str
    cards: tuple[Card, ...]
    roles: tuple[Card, ...]
    name: str = ""


def wins(hand: Iterable[Card], book: EyesBook) -> bool:
    """Whether exactly these cards, of any number, are a winning hand."""
    return code_wins(code_of(hand), book)


def code_wins(code: int, book: EyesBook, among: int = EVERY) -> bool:
    """The same for a hand as a number. among: bits of the eyes that may be chosen."""
    try:  # bots call this millions of times, so the loop is inlined here, as in `left_over`
        cash, in_cash = CASH[code & SUIT_MASK]
        strings, in_strings = STRINGS[code >> SUIT_BITS & SUIT_MASK]
        high = code >> MYRIADS_SHIFT
        myriads, in_myriads = MYRIADS[high & SUIT_MASK]
    except KeyError:
        learn(code)
        return code_wins(code, book, among)
    held = cash & strings & myriads & EYES_OF_HONOURS[high >> SUIT_BITS] & among
    for place, eyes, others in book.choices[held]:
        if sets_take(
            in_cash[place] or pools_after(0, in_cash, code, place),
            in_strings[place] or pools_after(1, in_strings, code, place),
            in_myriads[place] or pools_after(2, in_myriads, code, place),
        ):
            return True
        if book.wild and covers_with(code - eyes, honours_in(code - eyes)):
            return True
        if others and code_wins(code - eyes, book, others):
            return True
    return False


def honours_in(code: int) -> int:
    """How many honours a hand holds."""
    honours = code >> HONOUR_SHIFT
    return (honours & 7) + (honours >> COUNT_BITS & 7) + (honours >> 2 * COUNT_BITS)


def winning_cards(hand: Iterable[Card], book: EyesBook) -> tuple[Card, ...]:
    """Faces that would complete a winning hand, in pack order, without those whose copies are all held."""
    return tuple(FACES[place] for place in winning_places(code_of(hand), book))


def winning_places(code: int, book: EyesBook) -> list[int]:
    """The same for a hand as a number: places of the faces in FACES."""
    return [
        place
        for place in range(len(FACES))
        if code >> COUNT_BITS * place & 7 < COPIES and code_wins(code + (1 << COUNT_BITS * place), book)
    ]


def assess(hand: Iterable[Card], book: EyesBook) -> tuple[int, bool]:
    """The fewest numerals in no complete group, with eyes if there are any; and whether the hand wins."""
    code = code_of(hand)
    left = left_over(code, book)
    if left < NO_EYES:
        return left, not left
    if book.wild:
        return fewest_thrown(code, honours_in(code), NO_EYES), False
    cash, strings, myriads = suits_of(code)
    return fewest_left(POOLS[cash], POOLS[strings], POOLS[myriads], NO_EYES), False


def left_over(code: int, book: EyesBook, enough: int = 0, among: int = EVERY) -> int:
    """The fewest numerals left over by a division with eyes; NO_EYES if there are none. enough: stop searching at this
    number. among: bits of the eyes that may be chosen.
    """
    try:
        cash, in_cash = CASH[code & SUIT_MASK]
        strings, in_strings = STRINGS[code >> SUIT_BITS & SUIT_MASK]
        high = code >> MYRIADS_SHIFT
        myriads, in_myriads = MYRIADS[high & SUIT_MASK]
    except KeyError:
        learn(code)
        return left_over(code, book, enough, among)
    held = cash & strings & myriads & EYES_OF_HONOURS[high >> SUIT_BITS] & among
    fewest = NO_EYES
    for place, eyes, others in book.choices[held]:
        fewest = fewest_left(
            in_cash[place] or pools_after(0, in_cash, code, place),
            in_strings[place] or pools_after(1, in_strings, code, place),
            in_myriads[place] or pools_after(2, in_myriads, code, place),
            fewest,
            enough,
        )
        if book.wild and fewest > enough:
            fewest = fewest_thrown(code - eyes, honours_in(code - eyes), fewest - 1, enough)
        if others and fewest > enough:
            fewest = min(fewest, left_over(code - eyes, book, enough, others))
        if fewest <= enough:
            break
    return fewest


def choices_of_eyes(code: int, book: EyesBook) -> Iterator[_Held]:
    """Every choice of at least one combination of eyes from a hand: the other cards, and the eyes."""
    stack: list[tuple[int, int, tuple[Eyes, ...]]] = [(code, 0, ())]
    while stack:
        rest, place, chosen = stack.pop()
        if chosen:
            yield rest, chosen
        present = (rest | rest >> 1 | rest >> 2) & ONES
        for later in range(max(place, 1) if chosen else 0, len(book.eyes)):
            eyes = book.eyes[later]
            if present & eyes.code == eyes.code:
                stack.append((rest - eyes.code, later, (*chosen, eyes)))


def division(hand: Iterable[Card], book: EyesBook) -> tuple[Group, ...] | None:
    """The groups of a winning hand, eyes first; None if it does not win. Every card is in one group."""
    code = code_of(hand)
    if not code_wins(code, book):
        return None
    for rest, chosen in choices_of_eyes(code, book):
        plan = plan_with(rest, honours_in(rest) if book.wild else 0)
        if plan is not None:
            return _groups(rest, chosen, plan)
    raise AssertionError("a hand that wins has a division")


def _groups(code: int, chosen: tuple[Eyes, ...], plan: Plan) -> tuple[Group, ...]:
    """The groups of a division. code: the cards outside the eyes."""
    loose = list(cards_of(code))
    groups = [Group(EYES, eyes.cards, eyes.cards, eyes.name) for eyes in chosen]
    for part in plan.parts:
        wild = [card for card in loose if card in HONOURS][-len(part.lacking) :] if part.lacking else []
        for card in (*part.held, *wild):
            loose.remove(card)
        placed = [*zip(part.held, part.held, strict=True), *zip(part.lacking, wild, strict=True)]
        placed.sort(key=lambda pair: DECK.order[pair[0]])
        groups.append(Group(part.kind, tuple(card for _, card in placed), tuple(role for role, _ in placed)))
    groups += _free_sets(loose)
    if loose:
        groups.append(Group(ATTACHED, tuple(loose), tuple(loose)))
    return tuple(groups)


def _free_sets(loose: list[Card]) -> Iterator[Group]:
    """Remove the sets of aces and of equal honours from the cards that can be attached, and return them."""
    for faces in (ACES, *((honour,) for honour in HONOURS)):
        while len(alike := [card for card in loose if card in faces][:3]) == 3:
            for card in alike:
                loose.remove(card)
            yield Group(SET, tuple(alike), tuple(alike))
