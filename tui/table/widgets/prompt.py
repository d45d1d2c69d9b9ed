"""The prompt: what I am asked, what I can do now and the key for it, or why what I tried cannot be done.

There is one row for each kind of move. Moves without cards have their key. Moves with cards say how many cards are
chosen. A move with one of several sets of cards lets me go through the sets one by one. A claim is shown beside what I
was doing, and does not end it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.message import Message

from ...widgets.canvas import Display, Grid, fit_cells, fit_clauses
from ...widgets.key_bar import key_word
from ..choice.chooser import Chooser
from ..choice.composer import Composer
from ..choice.offers import ChoiceOffer
from ..choice.picker import Picker
from ..narration import printed
from ..wording import Words
from .log import wrapped

_GAP: Final = 2
"""Cells between two offers, where there is room."""


@dataclass(frozen=True)
class OfferLook:
    """One thing that can be done now.

    key, label: the key, and what it does. on: whether it does this with the chosen cards. pointed: Enter does this,
    too.
    """

    key: str
    label: str
    on: bool = True
    pointed: bool = False


@dataclass(frozen=True)
class PromptLook:
    """What the prompt shows.

    says: the sentence of the first row. mine: the sentence is addressed to me. time: the time that is left, as text.
    offers: the second row. message: a short message takes the place of the sentence, or of the second row if there are
    no offers. A long message takes both rows. bad: the message is a refusal. is_list: the offers may take two rows, and
    use the first row if there is no third. is_ending: the time is nearly over, and is shown before the sentence. about:
    a longer sentence, shown if there is room.
    """

    says: str = ""
    mine: bool = False
    time: str = ""
    offers: tuple[OfferLook, ...] = ()
    message: str = ""
    bad: bool = False
    is_list: bool = False
    is_ending: bool = False
    about: str = ""


class Prompt(Display[PromptLook]):
    """Two rows above the log, or three for a long list. A click on an offer presses its key."""

    SLICES = 2

    class Read(Message):
        """The message was clicked away."""

    def __init__(self) -> None:
        super().__init__(PromptLook())
        self._places: list[tuple[int, int, int, str]] = []

    def paint(self, grid: Grid) -> None:
        prompt, look, glyphs = self.value, self.look, self.glyphs
        self._places = []
        clock = max(_CLOCK, cell_len(prompt.time)) + 1 if prompt.time else 0
        message = wrapped(glyphs.plain(prompt.message), grid.width - clock - 2) if prompt.message else []
        keeps_offers = len(message) == 1 and bool(prompt.offers)
        is_tall = grid.height < 3 and not message and self.rows_for(prompt, grid.width) > grid.height
        is_said = keeps_offers or (len(message) < grid.height and not is_tall)
        left = 1
        if prompt.time:
            x = 1 if prompt.is_ending and is_said else grid.width - 1 - cell_len(prompt.time)
            end = grid.put(x, 0, prompt.time, look["bad" if prompt.mine else "faint"])
            left = end + 1 if x == left else left
        if keeps_offers:
            grid.put(left, 0, message[0], look["bad" if prompt.bad else "strong"])
        elif is_said:
            room, about = grid.width - clock - 2, glyphs.plain(prompt.about)
            says = [about if about and cell_len(about) <= room else glyphs.plain(prompt.says)]
            if not prompt.offers and not message:
                says = wrapped(says[0], room)[: grid.height]
            for row, text in enumerate(says):
                line = fit_clauses(text, room, glyphs.ellipsis)
                grid.put(1 if row else left, row, line, look["turn" if prompt.mine else "felt"])
        if message and not keeps_offers:
            shown = message[: grid.height]
            for row, line in enumerate(shown, start=max(0, min(1, grid.height - len(shown)))):
                grid.put(1, row, line, look["bad" if prompt.bad else "strong"])
            return
        self._paint_offers(grid, 0 if is_tall else 1, grid.width - clock)

    def rows_for(self, prompt: PromptLook, width: int) -> int:
        """How many rows would show all of a prompt: one more for a list that is too long for one row."""
        return 3 if prompt.is_list and not self._fits(prompt.offers, (width,)) else 2

    def _paint_offers(self, grid: Grid, y: int, right: int) -> None:
        """The offers below the sentence; without a third row, a list that is too long begins in the first. right: its
        end.

        Where the rows are too short, texts are left out in this order: a key that only repeats a number of a list; what
        each move would make or score; what stands in brackets; at last everything but the verb, if that makes room for
        every key.
        """
        look, glyphs = self.look, self.glyphs
        x, right = 1, grid.width if y else right
        offers = self.value.offers
        ends = [right, *[grid.width] * (grid.height - y - 1)]
        if len(ends) > 1 and not self._fits(offers, ends):
            offers = tuple(each for each in offers if each.key != "enter" or not each.label.isdecimal())
        for mark in (": ", " ("):
            if not self._fits(offers, ends):
                offers = tuple(replace(each, label=each.label.partition(mark)[0]) for each in offers)
        gap = _GAP
        for whole in ({"enter"}, set[str]()):
            verbs = tuple(each if each.key in whole or each.key.isdecimal() else _verb(each) for each in offers)
            if not self._fits(offers, ends, gap) and self._fits(verbs, ends, 1):
                offers, gap = verbs, 1
        for offer in offers:
            word = key_word(offer.key, ascii=glyphs.name == "ascii")
            label = glyphs.plain(offer.label)
            room = right - x - cell_len(word) - 3
            if y + 1 < grid.height and room < cell_len(label):
                x, y, right = 1, y + 1, grid.width
                room = right - x - cell_len(word) - 3
            if room < min(cell_len(label), _LEAST_LABEL):
                grid.put(grid.width - 1, y, glyphs.ellipsis[:1], look["faint"])
                break
            label = fit_cells(label, room, glyphs.ellipsis)
            start = x
            mark = glyphs.turn if offer.pointed else " "
            x = grid.put(x, y, f"{mark}{word} ", look["key" if offer.on else "off"])
            x = grid.put(x, y, f" {label}", look["felt" if offer.on else "faint"])
            self._places.append((start, x, y, offer.key))
            x += 1 if offer.key.isdecimal() else gap  # a short list stands closer

    def _fits(self, offers: Sequence[OfferLook], ends: Sequence[int], gap: int = _GAP) -> bool:
        """Whether rows that end at these columns have room for offers, one after the other."""
        row, x = 0, 1
        for offer in offers:
            needed = self._width_of((offer,)) - 2
            if x + needed > ends[row] and row + 1 < len(ends):
                row, x = row + 1, 1
            if x + needed > ends[row]:
                return False
            x += needed + (1 if offer.key.isdecimal() else gap)
        return True

    def _width_of(self, offers: Sequence[OfferLook]) -> int:
        plain, is_ascii = self.glyphs.plain, self.glyphs.name == "ascii"
        return sum(cell_len(key_word(each.key, ascii=is_ascii)) + cell_len(plain(each.label)) + 5 for each in offers)

    def on_click(self, event: events.Click) -> None:
        """A click on an offer presses its key; on a message it takes it away."""
        x, y = self.place_of(event)
        for start, end, row, key in self._places:
            if y == row and start <= x < end:
                event.stop()
                self.app.simulate_key(key)
                return
        if self.value.message:
            event.stop()
            self.post_message(self.Read())


def _verb(offer: OfferLook) -> OfferLook:
    return replace(offer, label=offer.label.partition(" ")[0])


LONG_NAME: Final = 28
"""A name of more signs than these has the first row to itself."""
_CLOCK: Final = 8
"""Cells at the end of the first row that are the clock's alone while it runs."""
_LEAST_LABEL: Final = 8
"""Cells of an offer's words that must be seen for its key to be of use; with less room for them there is a mark."""


def offer_looks(chooser: Chooser, words: Words) -> tuple[OfferLook, ...]:
    """What the second row of the prompt offers, given what is chosen."""
    if chooser.picking is not None:
        return _narrowing(chooser.picking, words)
    if chooser.composing is not None:
        return _composing(chooser.composing)
    main, listing = chooser.main_offer(), chooser.listing
    looks: list[OfferLook] = []
    for offer in chooser.offers:
        if offer is main:
            looks.insert(0, OfferLook("enter", _label(chooser, offer, words), _ready(chooser, offer)))
        elif listing is not None and listing.offer is offer:
            looks += _listing(listing, words)
        elif key := chooser.key_of(offer):
            looks.append(OfferLook(key, _label(chooser, offer, words), _ready(chooser, offer)))
    if any(offer.kind == "cards" and offer.choice.most > 1 for offer in chooser.offers):
        looks.append(OfferLook("space", "select"))
    return tuple(looks)


def name_in_hand(chooser: Chooser) -> str:
    """What the move that Enter would make now makes or means, as the game says."""
    if chooser.picking is not None:
        return chooser.picking.name
    main = chooser.main_offer()
    return main.name_of(chooser.ready_for(main)) if main is not None and main.kind == "listed" else ""


def _narrowing(picker: Picker, words: Words) -> tuple[OfferLook, ...]:
    """The parts that may come next, each with its number. If they have no numbers, only the part pointed at."""
    count = len(picker.candidates)
    if not picker.is_list or count < 2:
        what = words.part(picker.current) if count else picker.offer.words.label
        numbers = picker.numbers
        looks = [OfferLook(_range(numbers), "choose")] if len(numbers) > 1 else []
        looks.insert(0, OfferLook("enter", f"{what}{_name(printed(picker.name, words.deck, words.pack))}"))
        looks += [OfferLook("left,right", f"{count - 1} more")] if count > 1 and not numbers else []
    else:
        looks = [*_lines(picker, words, picker.at), OfferLook("enter", str(picker.at + 1))]
    if picker.may_grow:
        looks.append(OfferLook("space", "and more"))
    return (*looks, OfferLook("escape", "back"))


def _lines(picker: Picker, words: Words, at: int | None = None) -> list[OfferLook]:
    """A numbered list. at: the place that Enter takes, None for none."""
    return [
        OfferLook(
            str(place + 1),
            _line(words.part(part), printed(picker.name_with(part), words.deck, words.pack)),
            pointed=place == at,
        )
        for place, part in enumerate(picker.candidates)
    ]


def _line(part: str, name: str) -> str:
    return name if part in name else f"{part}: {name}" if name else part


def _name(name: str) -> str:
    return f": {name}" if name and len(name) <= LONG_NAME else ""


def _range(numbers: Sequence[int]) -> str:
    """Digits that may be pressed: "1-4", or "1 3"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and len(numbers) == last - first + 1:
        return f"{first}-{last}"
    return " ".join(map(str, numbers))


def _listing(listing: Picker, words: Words) -> list[OfferLook]:
    """The list of the one move that has neither letter nor number."""
    if listing.numbers:
        return [OfferLook(_range(listing.numbers), listing.offer.words.label)]
    return _lines(listing, words)


def _composing(composer: Composer) -> tuple[OfferLook, ...]:
    count = len(composer.groups)
    ways = len(composer.offer.choice.divisions)
    looks = [
        OfferLook("enter", composer.offer.words.label, composer.first_fault() is None),
        OfferLook("up,down", "hand/groups"),
        OfferLook("space", "put in/out"),
        OfferLook(f"1-{count}" if count > 1 else "1", "into"),
    ]
    if ways > 1:
        looks.append(OfferLook("[,]", "other layouts"))
    return (*looks, OfferLook("escape", "back"))


def _label(chooser: Chooser, offer: ChoiceOffer, words: Words) -> str:
    label = offer.words.label
    if offer.kind in ("word", "shape"):
        return words.with_piles(offer.words.named or label)
    if offer.kind == "listed":
        return _listed_label(chooser, offer, words)
    if offer.choice.most == 1:
        cards = chooser.in_hand()
        if (
            offer is not chooser.main_offer()
            and not chooser.chosen
            and len(only := tuple(dict.fromkeys(offer.choice.cards))) == 1
        ):
            return f"{label} {words.cards(only)}"
        if len(cards) > 1:
            return f"{label} (one card, {len(cards)} selected)"
        return f"{label} {words.cards(cards)}"
    return f"{label} ({len(chooser.chosen)} of {offer.counts} selected)"


def _listed_label(chooser: Chooser, offer: ChoiceOffer, words: Words) -> str:
    label, count = offer.words.label, len(offer.choice.listed)
    cards = chooser.ready_for(offer) if offer is chooser.main_offer() else chooser.chosen_cards
    if cards and offer.takes(cards):
        name = offer.name_of(cards)
        return f"{label} {words.cards(offer.matching(cards))}" + (
            f": {name}" if name and len(name) <= LONG_NAME else ""
        )
    if count == 1:
        name = next((name for name in offer.choice.names if len(name) <= LONG_NAME), "")
        ((found, places),) = offer.choice.listed
        parts = ", ".join(words.part(part) for part in ((found,) if found else ()) + places)
        about = printed(name, words.deck, words.pack) or parts
        return f"{label} ({about})" if about else label
    return label


def _ready(chooser: Chooser, offer: ChoiceOffer) -> bool:
    if offer.kind == "cards":
        if offer is not chooser.main_offer() and not chooser.chosen and len(set(offer.choice.cards)) == 1:
            return True
        cards = chooser.in_hand() if offer.choice.least <= 1 else chooser.chosen_cards
        return offer.takes(cards)
    return True
