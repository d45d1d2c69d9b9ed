"""What the sheet over the seats shows: the groups that I am laying out, or everybody's melds. Pure."""

from .choice.chooser import Chooser
from .choice.composer import Composer
from .choice.picker import Picker
from .game_words import TableLayout
from .narration import printed
from .picture import Picture
from .widgets.melds import GroupLook, TableauLook, TableauRow
from .wording import Words


def tableau_look(picture: Picture, chooser: Chooser, words: Words, *, all_melds: bool) -> TableauLook | None:
    """The sheet that is needed now: for composing, for pointing at a meld, or because it was asked for."""
    if chooser.composing is not None:
        return _composing(chooser.composing, words)
    if all_melds or (chooser.picking is not None and _points_at_meld(chooser.picking, picture)):
        return _melds(picture, chooser, words)
    return None


def _composing(composer: Composer, words: Words) -> TableauLook:
    rows = []
    for number, word in enumerate(composer.offer.choice.shape):
        cards = composer.faces(number)
        fault = composer.fault(number)
        at = composer.at if composer.row == number and cards else None
        note = printed(fault, words.deck, words.pack) if fault else "complete"
        rows.append(
            TableauRow(
                f"{number + 1}  {group_word(words.layout, word)}",
                (GroupLook(cards, at=at),) if cards else (),
                note,
                "felt" if fault else "strong",
                "> " if composer.row == number else "* " if composer.target == number else "  ",
            )
        )
    left = sum(1 for card in composer.hand if composer.where(card) is None)
    rows.append(TableauRow("", (), f"{left} card{'' if left == 1 else 's'} stay in your hand"))
    hint = "Shift+arrows or < > change the order"
    return TableauLook(composer.offer.words.label.capitalize(), tuple(rows), hint)


def _melds(picture: Picture, chooser: Chooser, words: Words) -> TableauLook:
    pointed = chooser.picking.current if chooser.picking is not None else None
    rows = []
    seats = picture.seats if picture.viewer is None else (picture.seats[picture.viewer], *picture.others())
    for seat in seats:
        groups = tuple(GroupLook(meld.cards, pointed=meld.zone == pointed) for meld in seat.melds)
        note = "" if groups else "nothing laid"
        name = "you" if seat.me else seat.name
        rows.append(TableauRow(f"{name}, {seat.count} cards", groups, note, mark="> " if seat.turn else "  "))
    return TableauLook("All melds", tuple(rows), "PgUp PgDn scroll, Esc closes" if pointed is None else "")


def _points_at_meld(picker: Picker, picture: Picture) -> bool:
    zones = {meld.zone for seat in picture.seats for meld in seat.melds}
    return any(part in zones for part in picker.candidates)


def group_word(layout: TableLayout, word: str) -> str:
    """What a word of a shape is called."""
    return layout.groups.get(word, word)
