"""Sets of cards as numbers: bit i stands for card i of a pack."""

from collections.abc import Iterable, Sequence

from ..model.cards import Card


class CardSets:
    """The sets of the cards of one pack. bit: the set that holds one card."""

    def __init__(self, pack: Sequence[Card]) -> None:
        self.bit = {card: 1 << place for place, card in enumerate(pack)}
        self._pack = pack

    def set_of(self, cards: Iterable[Card]) -> int:
        """Cards, each there once, as a set. Raises KeyError for a card that is not in the pack."""
        return sum(map(self.bit.__getitem__, cards))

    def cards_of(self, bits: int) -> tuple[Card, ...]:
        """A set as cards, in the order of the pack."""
        return tuple(map(self._pack.__getitem__, places_of(bits)))


def places_of(bits: int) -> list[int]:
    """A set as places in the pack, lowest first."""
    places = []
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return places
