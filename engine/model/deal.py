"""A given deal, written as text, for puzzles, tests, bug reports and replays.

    dealer: 2
    number: 2               (number of the deal with which the match begins, if not 1)
    0: 2C 5C QS AH ...
    1: ...
    stock: 9D 4H ...        (the first card is drawn first)

Everything else is dealt at random from the rest of the pack.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from .cards import Card, CardError, Deck, Seat, are_words, format_cards, parse_cards
from .chance import Chance

_HIGHEST: Final = 99
"""The highest number of a deal that a text may give. No match has so many deals."""
_LONGEST_NUMBER: Final = 2


class DealError(ValueError):
    """A deal that cannot be dealt; the message says which line and why."""


class Deal(msgspec.Struct, frozen=True):
    """Hands by seat, the top of the stock, and perhaps the dealer, for the deal with which a match begins. number: of
    this deal; more than 1 if the match begins with a later deal.
    """

    hands: dict[Seat, tuple[Card, ...]]
    stock: tuple[Card, ...] = ()
    dealer: Seat | None = None
    number: int = 1


def verify_deal(deal: object) -> None:
    """Raises DealError unless a deal is None or has fields of the right types."""
    if deal is None:
        return
    if (
        not isinstance(deal, Deal)
        or not isinstance(deal.hands, dict)
        or not all(type(seat) is int for seat in deal.hands)
        or not all(are_words(cards) for cards in (*deal.hands.values(), deal.stock))
        or not (deal.dealer is None or type(deal.dealer) is int)
        or type(deal.number) is not int
        or not 1 <= deal.number <= _HIGHEST
    ):
        raise DealError(
            "Each hand of a deal must be a tuple of cards, and so must the stock. "
            "The dealer must be a seat, and the number of the deal must be at least 1."
        )


def parse_deal(text: str, deck: Deck) -> Deal:
    """Read a deal from text (see above; "#" begins a comment). Raises DealError."""
    hands: dict[Seat, tuple[Card, ...]] = {}
    stock: tuple[Card, ...] = ()
    numbers: dict[str, int] = {}
    for line in (line.split("#")[0].strip() for line in text.splitlines()):
        if not line:
            continue
        label, colon, rest = (part.strip() for part in line.partition(":"))
        if not colon:
            raise DealError(f'{line!r} has no colon. Write a seat and its cards, for example "0: 2C QS".')
        if label in ("dealer", "number"):
            if not (rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST_NUMBER):
                raise DealError(f'{line!r} needs a number, for example "{label}: 1".')
            numbers[label] = int(rest)
        elif label == "stock":
            stock = _read_cards(rest, deck, "the stock")
        elif label.isascii() and label.isdigit():
            hands[int(label)] = _read_cards(rest, deck, f"seat {label}")
        else:
            raise DealError(f'{label!r} is unknown. Begin the line with a seat number, "stock", "dealer" or "number".')
    deal = Deal(hands, stock, numbers.get("dealer"), numbers.get("number", 1))
    verify_deal(deal)
    return deal


def _read_cards(text: str, deck: Deck, place: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text, deck.counts)
    except CardError as error:
        raise DealError(f"Cards of {place}: {error}") from None


def format_deal(deal: Deal) -> str:
    """A deal as text that `parse_deal` reads back."""
    lines = [] if deal.dealer is None else [f"dealer: {deal.dealer}"]
    lines += [] if deal.number == 1 else [f"number: {deal.number}"]
    lines += [f"{seat}: {format_cards(cards)}" for seat, cards in sorted(deal.hands.items())]
    if deal.stock:
        lines.append(f"stock: {format_cards(deal.stock)}")
    return "\n".join(lines)


def pack_for(deck: Deck, sizes: Sequence[tuple[Seat, int]], chance: Chance, given: Deal | None) -> list[Card]:
    """The pack in the order in which it lies, top card last, so that dealing it gives the given hands.

    sizes: (seat, number of cards), in the order of dealing. Raises DealError if `given` does not fit.
    """
    if given is None:
        return chance.shuffled(deck.cards)
    loose = Counter(deck.cards)
    _set_aside(loose, given.stock, "the stock")
    for seat, cards in given.hands.items():
        _set_aside(loose, cards, f"seat {seat}")
    rest = chance.shuffled(deck.sort(loose.elements()))
    dealt: list[Card] = []
    wanted = dict(sizes)
    for seat in given.hands:
        if seat not in wanted:
            raise DealError(f"There is no seat {seat} at this table.")
    for seat, size in sizes:
        hand = given.hands.get(seat, ())
        if len(hand) > size:
            raise DealError(f"Seat {seat} gets {size} cards in this deal, not {len(hand)}.")
        dealt += [*hand, *(rest.pop() for _ in range(min(size - len(hand), len(rest))))]
    dealt += given.stock
    if len(dealt) < sum(wanted.values()) + len(given.stock):
        raise DealError("The given stock is too large: not enough cards are left for the hands.")
    return rest + dealt[::-1]


def _set_aside(loose: Counter[Card], cards: Iterable[Card], whose: str) -> None:
    for card in cards:
        if not loose[card]:
            raise DealError(f"The pack has no {card} left for {whose}.")
        loose[card] -= 1
