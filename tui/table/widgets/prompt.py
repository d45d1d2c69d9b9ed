"""The prompt: what I am asked, what I can do now and the key for it, or why what I tried cannot be done.

One row per kind of move: words without cards have their key, moves with cards say how many are chosen, and moves
that are one of some sets are gone through one by one. A claim is shown beside what I was doing and keeps it.
"""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.message import Message

from ...widgets.canvas import Display, Grid, fit_cells
from ...widgets.key_bar import key_word
from ..choice.chooser import Chooser
from ..choice.composer import Composer
from ..choice.offers import ChoiceOffer
from ..choice.picker import Picker
from ..wording import Words
from .log import wrapped


@dataclass(frozen=True)
class OfferLook:
    """One thing that can be done now: the key, what it does, and whether it does it with what is chosen."""

    key: str
    label: str
    on: bool = True


@dataclass(frozen=True)
class PromptLook:
    """What the prompt shows.

    says: the sentence of the first row. mine: it is addressed to me. time: what is left, as text.
    offers: the second row. message: shown in place of the sentence, or on both rows if it is long; without offers in
    the second row. bad: the message is a refusal.
    """

    says: str = ""
    mine: bool = False
    time: str = ""
    offers: tuple[OfferLook, ...] = ()
    message: str = ""
    bad: bool = False


class Prompt(Display[PromptLook]):
    """Two rows above the log. A click on an offer presses its key."""

    SLICES = 2

    class Read(Message):
        """The message was clicked away."""

    def __init__(self) -> None:
        super().__init__(PromptLook())
        self._places: list[tuple[int, int, str]] = []

    def paint(self, grid: Grid) -> None:
        prompt, look, glyphs = self.value, self.look, self.glyphs
        self._places = []
        clock = max(_CLOCK, cell_len(prompt.time)) + 1 if prompt.time else 0
        if prompt.time:
            x = grid.width - 1 - cell_len(prompt.time)
            grid.put(x, 0, prompt.time, look["bad" if prompt.mine else "faint"])
        message = wrapped(glyphs.plain(prompt.message), grid.width - clock - 2) if prompt.message else []
        keeps_offers = len(message) == 1 and bool(prompt.offers)
        if keeps_offers:
            grid.put(1, 0, message[0], look["bad" if prompt.bad else "strong"])
        elif len(message) < grid.height:
            says = fit_cells(glyphs.plain(prompt.says), grid.width - clock - 2, glyphs.ellipsis)
            grid.put(1, 0, says, look["turn" if prompt.mine else "felt"])
        if message and not keeps_offers:
            shown = message[: grid.height]
            for row, line in enumerate(shown, start=max(0, min(1, grid.height - len(shown)))):
                grid.put(1, row, line, look["bad" if prompt.bad else "strong"])
            return
        x = 1
        for offer in prompt.offers:
            word = key_word(offer.key, ascii=glyphs.name == "ascii")
            label = glyphs.plain(offer.label)
            room = grid.width - x - cell_len(word) - 3
            if room < min(cell_len(label), _LEAST_LABEL):
                grid.put(grid.width - 1, 1, glyphs.ellipsis[:1], look["faint"])
                break
            label = fit_cells(label, room, glyphs.ellipsis)
            start = x
            x = grid.put(x, 1, f" {word} ", look["key" if offer.on else "off"])
            x = grid.put(x, 1, f" {label}", look["felt" if offer.on else "faint"])
            self._places.append((start, x, offer.key))
            x += 1 if offer.key.isdecimal() else 2  # a short list stands closer

    def on_click(self, event: events.Click) -> None:
        """A click on an offer presses its key; on a message it takes it away."""
        x, y = self.place_of(event)
        for start, end, key in self._places:
            if y == 1 and start <= x < end:
                event.stop()
                self.app.simulate_key(key)
                return
        if self.value.message:
            event.stop()
            self.post_message(self.Read())


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
    main = chooser.main_offer()
    looks: list[OfferLook] = []
    for offer in chooser.offers:
        if offer is main:
            looks.insert(0, OfferLook("enter", _label(chooser, offer, words), _ready(chooser, offer)))
        else:
            looks.append(OfferLook(offer.words.key, _label(chooser, offer, words), _ready(chooser, offer)))
    if any(offer.kind == "cards" and offer.choice.most > 1 for offer in chooser.offers):
        looks.append(OfferLook("space", "select"))
    return tuple(looks)


def name_in_hand(chooser: Chooser) -> str:
    """What the move that Enter would make now makes or means, as the game says."""
    if chooser.picking is not None:
        return chooser.picking.name
    main = chooser.main_offer()
    return main.name_of(chooser.in_hand()) if main is not None and main.kind == "listed" else ""


def _narrowing(picker: Picker, words: Words) -> tuple[OfferLook, ...]:
    offer, count = picker.offer, len(picker.candidates)
    is_list = picker.is_short_list
    name = f": {picker.name}" if picker.name and len(picker.name) <= LONG_NAME and not is_list else ""
    parts = [words.part(part) for part in picker.taken if part is not None]
    if count:
        parts.append(words.part(picker.current))
    looks = [OfferLook("enter", f"{offer.words.label} {', '.join(parts)}{name}")]
    if is_list:
        looks += [OfferLook(str(number), words.part(part)) for number, part in enumerate(picker.candidates, start=1)]
    elif count > 1:
        looks.append(OfferLook("left,right", f"{picker.at + 1} of {count}"))
    if picker.may_grow:
        looks.append(OfferLook("space", "and more"))
    return (*looks, OfferLook("escape", "back"))


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
        looks.append(OfferLook("n", f"choice {composer.suggestion + 1} of {ways}"))
    return (*looks, OfferLook("escape", "back"))


def _label(chooser: Chooser, offer: ChoiceOffer, words: Words) -> str:
    label = offer.words.label
    if offer.kind in ("word", "shape"):
        return label
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
    cards = chooser.in_hand() if offer is chooser.main_offer() else chooser.chosen_cards
    if cards and offer.takes(cards):
        name = offer.name_of(cards)
        return f"{label} {words.cards(cards)}" + (f": {name}" if name and len(name) <= LONG_NAME else "")
    if count == 1:
        name = next((name for name in offer.choice.names if len(name) <= LONG_NAME), "")
        ((found, places),) = offer.choice.listed
        return f"{label} ({name or ', '.join(words.part(part) for part in ((found,) if found else ()) + places)})"
    return f"{label} ({count} choices)" if offer.choice.sets else label


def _ready(chooser: Chooser, offer: ChoiceOffer) -> bool:
    if offer.kind == "cards":
        if offer is not chooser.main_offer() and not chooser.chosen and len(set(offer.choice.cards)) == 1:
            return True
        cards = chooser.in_hand() if offer.choice.least <= 1 else chooser.chosen_cards
        return offer.takes(cards)
    return True
