"""What a step of a lesson points at, found in what the table shows now. Pure.

A step names what it points at. `hand:9H 9H`: cards of the hand. `hand`: the whole hand. `slot:1`: a hidden place of
mine. `new`: the cards that just came. `wanted`: the cards of the moves that are wanted. `seat:2`: a player. `meld`: my
melds. `key:bump`: the key of a verb or of an action of the program. A pile has its own name.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.api import Card, Move

from ...widgets.global_keys import LABEL_OF
from ...widgets.key_bar import KeyHint
from ..choice.chooser import Chooser, cards_of
from ..game_words import TableLayout
from ..key_bindings import KeyNames
from ..widgets.board import TableLook
from ..widgets.hand import HandView
from ..widgets.seats import Marks

_DIGIT = "a digit"
"""In place of the key of a move that is chosen from a numbered list; the list itself shows the numbers."""
_MARK = "▸"


class NothingToShow(LookupError):
    """A step points at something that the table does not show now."""


def point_at(look: TableLook, show: Iterable[str], wanted: Sequence[Move]) -> TableLook:
    """The same with marks on what a step shows, and the rest darkened. Raises NothingToShow."""
    for thing in show:
        part, _, rest = thing.partition(":")
        if part != "key":
            look = replace(look, spotlight=(look.spotlight or frozenset()) | {thing})
        if part in ("hand", "slot", "new", "wanted"):
            look = replace(look, hand=_in_hand(look.hand, part, rest, wanted))
        elif part == "meld":
            own = look.picture.own
            if own is None or not own.melds:
                raise NothingToShow(thing)
            look = replace(look, marks=Marks(own.melds[-1].zone))
        elif part == "seat" and rest.isdecimal() and int(rest) < len(look.picture.seats):
            look = replace(look, marks=Marks(thing))
        elif part != "key":
            look = _at_pile(look, part)
    return look


def _in_hand(hand: HandView, part: str, rest: str, wanted: Sequence[Move]) -> HandView:
    cards, every = hand.cards, range(len(hand.cards))
    if part == "new":
        spots = {index for index in every if hand.fresh[index]}
    elif part == "slot":
        spots = {index for index, name in enumerate(hand.names) if name == rest}
    elif part == "wanted":
        named = cards_of(wanted)
        spots = {index for index in every if cards[index] in named}
    elif not rest:
        return hand
    else:
        left = Counter(Card(word) for word in rest.split())
        spots = set()
        for index in every:
            if left[cards[index]]:
                left[cards[index]] -= 1
                spots.add(index)
        if left.total():
            raise NothingToShow(f"{part}:{rest}")
    if not spots:
        raise NothingToShow(f"{part}:{rest}" if rest else part)
    return replace(hand, spots=hand.spots | spots)


def _at_pile(look: TableLook, zone: str) -> TableLook:
    piles = look.picture.piles
    if zone not in [pile.zone for pile in piles]:
        raise NothingToShow(zone)
    marked = tuple(replace(pile, label=_MARK + pile.label) if pile.zone == zone else pile for pile in piles)
    return replace(look, picture=replace(look.picture, piles=marked))


class LessonKeys(KeyNames):
    """The keys as a table has them now, for the texts of a lesson."""

    def __init__(self, layout: TableLayout) -> None:
        super().__init__(layout)
        self._words = {**LABEL_OF, **{verb: words.label for verb, words in layout.verbs.items()}}

    def renew(self, chooser: Chooser) -> None:
        """Moves without a letter have the key that the prompt shows for them now."""
        main = chooser.main_offer()
        for offer in chooser.offers:
            key = "Enter" if offer is main and not offer.words.key and not offer.choice.places else ""
            key = key or chooser.key_of(offer) or ("Enter" if offer.kind == "cards" else _DIGIT)
            self[offer.choice.verb] = key

    def hints(self, show: Iterable[str]) -> tuple[KeyHint, ...]:
        """The keys at which a step points, with their words. Raises KeyError."""
        names = [thing.removeprefix("key:") for thing in show if thing.startswith("key:")]
        keys = [(self[name].replace("Enter", "enter"), self._words[name]) for name in names]
        return tuple(KeyHint(key, words, keep=True) for key, words in keys if key != _DIGIT)
