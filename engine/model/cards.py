"""Cards are faces, written as text.

Copies of one face cannot be told apart on a real table, so they cannot here either: a card carries no copy
number that would say which of two equal nines moved. Zones hold multisets of faces.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NewType

Card = NewType("Card", str)
"""A face as text: "QS", "10H", "*"; "??" when the face is not known to the holder of the value."""

Seat = int
"""A place at the table: 0..n-1, clockwise."""

Viewer = Seat | None
"""The eyes that look at a match. A seat; None for a spectator who sees what everybody sees; or a number that no seat
has, for the two other kinds of spectator: `beside` a seat, or EVERY_SEAT. The room tells these two kinds everything
with a delay.
"""

EVERY_SEAT: Final = -1
"""A spectator who sees what any seat sees, and no more: neither the stock nor what lies where no seat looks."""

UNKNOWN: Final = Card("??")
JOKER: Final = Card("*")

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")

FRENCH_CARDS: Final = frozenset(Card(rank + suit) for suit in SUITS for rank in RANKS)


def beside(seat: Seat) -> Viewer:
    """The viewer for a spectator who sees what a seat sees. Raises ValueError for no seat."""
    if seat < 0:
        raise ValueError(f"{seat} is not a seat.")
    return -2 - seat


def is_seat(viewer: Viewer) -> bool:
    """Whether a viewer is a seat, not a spectator."""
    return viewer is not None and viewer >= 0


def hand_of(viewer: Viewer) -> Seat | None:
    """The seat whose hand a viewer sees as its own: a player's seat, or the seat that a spectator watches."""
    if viewer is None or viewer == EVERY_SEAT:
        return None
    return viewer if viewer >= 0 else -2 - viewer


def sees_as(viewer: Viewer, seat: Seat | None) -> bool:
    """Whether a viewer sees everything that a seat sees."""
    return seat is not None and viewer is not None and (viewer == EVERY_SEAT or hand_of(viewer) == seat)


class CardError(ValueError):
    """A text that names no card, or cards that a pack does not hold."""


def are_words(parts: object) -> bool:
    """Whether a value is a tuple of texts, as cards and places are."""
    if type(parts) is not tuple:
        return False
    for part in parts:  # noqa: SIM110 - much faster than all() on the few words of a move
        if type(part) is not str:
            return False
    return True


def suit_of(card: Card) -> str:
    """Suit letter of a French-suited card: the last character. A joker and an unknown face have none: ""."""
    return "" if card in (JOKER, UNKNOWN) else card[-1]


def rank_of(card: Card) -> str:
    """Rank of a French-suited card: all but its last character. A joker and an unknown face have none: ""."""
    return "" if card in (JOKER, UNKNOWN) else card[:-1]


def parse_cards(text: str, faces: Collection[Card] = FRENCH_CARDS) -> tuple[Card, ...]:
    """Cards named in a text, separated by blanks or commas; letters in either case.

    faces: the faces that may be named, in the order in which an error lists them; a joker "*" is always allowed.
    Raises CardError, which quotes the first word that is not a card.
    """
    cards = []
    for word in text.replace(",", " ").split():
        card = Card(word.upper())
        if card not in faces and card != JOKER:
            if set(faces) >= FRENCH_CARDS:
                raise CardError(f"{word!r} is not a card. Write rank and suit, as in QS or 10H, or * for a joker.")
            raise CardError(f"{word!r} is not a card of this pack. The pack has {format_cards(faces)}.")
        cards.append(card)
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text that `parse_cards` reads back."""
    return " ".join(cards)


class Deck:
    """The pack of one game: which faces, how many of each, and their canonical order.

    cards: every card of the pack, copies included, in the order in which a fresh pack lies.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards: tuple[Card, ...] = tuple(cards)
        self.counts: Mapping[Card, int] = Counter(self.cards)
        self.order: dict[Card, int] = {}
        for card in self.cards:
            self.order.setdefault(card, len(self.order))
        self.order[UNKNOWN] = len(self.order)

    @cached_property
    def faces(self) -> frozenset[Card]:
        """The faces of the pack, each once."""
        return frozenset(self.counts)

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards in the pack's canonical order, unknown faces last. Raises CardError for a foreign face."""
        try:
            return tuple(sorted(cards, key=self.order.__getitem__))
        except KeyError as error:
            raise CardError(f"{error.args[0]!r} is not in this pack.") from None
