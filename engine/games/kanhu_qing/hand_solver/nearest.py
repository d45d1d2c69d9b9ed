"""The distance of a hand from winning, and the plan for it.

The distance is the fewest cards that must still come. Each goes into the hand, and a card in no group leaves it. Every
card counts as available, also one that is already gone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ....model.cards import Card
from ..pack import CODE, HAND_SIZE, ONES, EyesBook, code_of
from .reach import Part, fewest_thrown, plan_with
from .wins import EYES, assess, choices_of_eyes, honours_in

_LATER_LACK: Final = 1
"""Eyes after the first that lack more than so many cards are never nearer than sets of their cards."""

_Chosen = tuple[int, int, tuple[tuple[str, int], ...]]
"""Cards in no eyes; how many cards the eyes lack; and for each group of eyes, its name and its cards in the hand."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The nearest winning hand.

    distance: cards that must still come. parts: the cards of its groups in the hand, eyes first. names: of the eyes, in
    the same order. thrown: numerals in no group. All other cards can be attached.
    """

    distance: int
    parts: tuple[Part, ...]
    names: tuple[str, ...]
    thrown: tuple[Card, ...]

    @property
    def lacking(self) -> tuple[Card, ...]:
        """The cards that the groups lack. If these are fewer than the distance, any card that can be attached will do
        for the rest.
        """
        return tuple(card for part in self.parts for card in part.lacking)


def distance(hand: Iterable[Card], book: EyesBook) -> int:
    """The fewest cards that must come to win. A hand of fifteen discards one for each; a hand of fourteen has room."""
    cards = tuple(hand)
    return code_distance(code_of(cards), len(cards), book)


@lru_cache(maxsize=20_000)
def code_distance(code: int, size: int, book: EyesBook) -> int:
    """The same for a hand as a number. size: its number of cards, at most fifteen."""
    room = HAND_SIZE - size
    far = room
    while not any(_reaches(chosen, far, room, book) for chosen in _choices(code, far, book)):
        far += 1
    return far


def outlook(hand: Iterable[Card], book: EyesBook) -> Outlook:
    """A shortest plan for the hand."""
    cards = tuple(hand)
    code, room = code_of(cards), HAND_SIZE - len(cards)
    far = code_distance(code, len(cards), book)
    for rest, lacks, eyes in sorted(_choices(code, far, book), key=lambda chosen: chosen[1]):  # complete eyes first
        plan = plan_with(rest, _budget(rest, far - lacks, book), far - room)
        if plan is not None:
            parts = [_eyes_part(name, held, book) for name, held in eyes]
            names = tuple(name for name, _ in eyes)
            return Outlook(far, (*parts, *plan.parts), names, plan.thrown)
    raise AssertionError("a distance has a plan")


def loose_cards(hand: Iterable[Card], book: EyesBook) -> tuple[Card, ...]:
    """Numerals in no complete group, with eyes if there are any; as few as possible."""
    cards = tuple(hand)
    fewest, code = assess(cards, book)[0], code_of(cards)
    for rest in [rest for rest, _ in choices_of_eyes(code, book)] or [code]:
        plan = plan_with(rest, _budget(rest, 0, book), fewest)
        if plan is not None:
            return plan.thrown
    raise AssertionError("some plan leaves so many out")


def _reaches(chosen: _Chosen, far: int, room: int, book: EyesBook) -> bool:
    rest, lacks, _ = chosen
    return fewest_thrown(rest, _budget(rest, far - lacks, book), far - room) <= far - room


def _budget(rest: int, coming: int, book: EyesBook) -> int:
    """The number of cards that runs and sets may lack. rest: cards outside the eyes; honours among them may be wild."""
    return coming + honours_in(rest) if book.wild else coming


def _choices(code: int, far: int, book: EyesBook) -> Iterator[_Chosen]:
    """Every choice of at least one combination of eyes that lacks at most so many cards."""
    stack: list[tuple[int, int, int, tuple[tuple[str, int], ...]]] = [(code, 0, 0, ())]
    while stack:
        rest, place, lacks, chosen = stack.pop()
        if chosen:
            yield rest, lacks, chosen
        present = (rest | rest >> 1 | rest >> 2) & ONES
        for later in range(max(place, 1) if chosen else 0, len(book.eyes)):
            eyes = book.eyes[later]
            held = present & eyes.code
            lack = 3 - held.bit_count()
            if lack <= far - lacks and (not chosen or lack <= _LATER_LACK):
                stack.append((rest - held, later, lacks + lack, (*chosen, (eyes.name, held))))


def _eyes_part(name: str, held: int, book: EyesBook) -> Part:
    eyes = next(eyes for eyes in book.eyes if eyes.name == name)
    there = tuple(card for card in eyes.cards if CODE[card] & held)
    return Part(EYES, there, tuple(card for card in eyes.cards if card not in there))
