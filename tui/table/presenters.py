"""From a picture of the table and a choice in the making to what hand, prompt and sheet of melds show. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.api import BETWEEN, OVER, Card, Move, View, capital, gain_words, listed

from ..forms.people import Question
from ..widgets.global_keys import KEY_OF
from ..widgets.packs import read_pack
from .choice.chooser import Chooser
from .choice.composer import Composer
from .choice.picker import Picker
from .game_words import TableLayout, words_or
from .narration import printed
from .picture import Picture, SeatView
from .widgets.column import LAST_DEALS, ColumnLook, Table
from .widgets.hand import HandView
from .widgets.melds import GroupLook, TableauLook, TableauRow
from .widgets.prompt import LONG_NAME, OfferLook, PromptLook, name_in_hand, offer_looks
from .widgets.seats import NO_MARKS, Marks
from .wording import Words, awaited_words

MISSED: Final = "a missed decision"
"""What a message is about if my time for a decision ran out."""


@dataclass(frozen=True)
class Message:
    """A sentence that the prompt shows until the next key. paragraph: its rule, "" for none. about: what it tells of: a
    question or the subject of a notice, with whose end it goes, or MISSED.
    """

    text: str = ""
    bad: bool = False
    paragraph: str = ""
    about: Question | str = ""


@dataclass(frozen=True)
class Hint:
    """Advice for a decision, shown until the next decision. move: None while the bot thinks."""

    decision: int
    text: str
    move: Move | None = None


def advice_words(told: str, hint: Hint | None) -> str:
    """What the coach tells, "" for nothing, and the hint."""
    off = "" if hint is not None else f" ({KEY_OF['coach']}: no more tips)"
    said = [f"Tip: {told}{off}"] if told else []
    return " ".join([*said, *([hint.text] if hint is not None else [])])


def hand_look(
    chooser: Chooser,
    fresh: Mapping[Card, int],
    *,
    live: bool,
    own: SeatView | None = None,
    marks: Marks = NO_MARKS,
    groups: tuple[tuple[int, str], ...] = (),
) -> HandView:
    """My hand as I hold it; or my row of hidden places, and what lies beside it."""
    if own is not None and not own.has_hand:
        return _places_look(chooser, own, marks, live=live)
    slots, composing = chooser.slots, chooser.composing
    if chooser.picking is not None:
        wanted = Counter(chooser.picked)
        up = tuple(copy < wanted[card] for card, copy in slots)
    elif composing is not None:
        up = tuple(composing.where(slot) is not None for slot in slots)
    else:
        up = tuple(slot in chooser.chosen for slot in slots)
    held = Counter(card for card, _ in slots)
    # Of equal cards the last ones are the new ones.
    new = tuple(copy >= held[card] - fresh.get(card, 0) for card, copy in slots)
    is_elsewhere = chooser.picking is not None or (composing is not None and composing.row is not None)
    cursor = chooser.cursor if slots and not is_elsewhere else None
    return HandView(tuple(card for card, _ in slots), chooser.marks(), up, new, cursor, live, groups=groups)


def _places_look(chooser: Chooser, own: SeatView, marks: Marks, *, live: bool) -> HandView:
    """My hidden places by number, then what lies beside them, then the cards that I see."""
    cards: list[Card] = []
    names: list[str] = []
    up: list[bool] = []
    cursor = None
    for slot in own.slots:
        if slot.card is None:
            continue
        if slot.zone == marks.pointed:
            cursor = len(cards)
        cards.append(slot.card)
        names.append(str(slot.number))
        up.append(slot.zone in marks.taken)
    for word, aside in own.aside:
        cards += aside
        names += [word] * len(aside)
        up += [False] * len(aside)
    if chooser.slots and cursor is None and chooser.picking is None:
        cursor = len(cards) + chooser.cursor
    cards += [card for card, _ in chooser.slots]
    names += [" "] * len(chooser.slots)
    up += [slot in chooser.chosen for slot in chooser.slots]
    every = (True,) * len(cards)
    return HandView(tuple(cards), every, tuple(up), (False,) * len(cards), cursor, live, tuple(names))


def marks_of(chooser: Chooser) -> Marks:
    """What the choice in the making points at on the table."""
    picking = chooser.picking
    if picking is None:
        return NO_MARKS
    pointed = picking.current if isinstance(picking.current, str) else ""
    return Marks(pointed or (picking.places[-1] if picking.places and picking.is_done else ""), picking.places)


def prompt_look(
    picture: Picture,
    chooser: Chooser,
    words: Words,
    message: Message,
    *,
    time: str,
    link: str,
    played_for: bool = False,
    pause: str = "",
    halted: bool = False,
) -> PromptLook:
    """What I am asked and can do; or whom the table waits for, and what I may do meanwhile.

    time: what is left of it, "" while that is much. link: what is wrong with the connection. played_for: the table
    plays for me, since my time ran out too often. pause: why the table pauses. halted: it takes no move meanwhile.
    """
    bad, text, layout = message.bad, message.text, words.layout
    if message.paragraph and text:
        text = f"{text} (§{message.paragraph})"
    if link:
        return PromptLook(link, mine=True, message=text, bad=bad)
    if played_for:
        back = OfferLook("enter", "I am back (or press any key)")
        return PromptLook("▸ You were away: the program plays for you.", mine=True, offers=(back,))
    if pause and not chooser.is_waited_for:
        return PromptLook(pause, offers=() if halted else _resting(picture), message=text, bad=bad)
    if chooser.decision is not None:
        text = text or pause
        offers = offer_looks(chooser, words)
        says = _asking(chooser, words)
        if chooser.is_waited_for or chooser.picking is not None or chooser.composing is not None:
            is_list = chooser.listing is not None
            about = _about_to_do(chooser, words)
            return PromptLook(f"▸ {says}", True, time, offers, text, bad, is_list, about=about and f"▸ {about}")
        return PromptLook(awaited_words(picture, layout), time=time, offers=offers, message=text, bad=bad)
    return PromptLook(awaited_words(picture, layout), time=time, offers=_resting(picture), message=text, bad=bad)


def _about_to_do(chooser: Chooser, words: Words) -> str:
    """The sentence of the first row with the move that Enter would make, if the second row has no room for it: "Your
    turn: lead Nine Cash, beaten by 18 unseen cards." "" for nothing.
    """
    name, offer = name_in_hand(chooser), chooser.main_offer()
    if chooser.picking is not None or offer is None or chooser.decision is None or len(name) <= LONG_NAME:
        return ""
    head, colon, _ = words.asked(chooser.decision).partition(": ")
    said = offer.words.said or f"{offer.words.label} {{0}}"
    return f"{head}: {said.replace('{0}', name)}." if colon and "{1}" not in said else ""


def _asking(chooser: Chooser, words: Words) -> str:
    """The sentence of the first row: what is asked, or what is about to be done."""
    picking, composing = chooser.picking, chooser.composing
    assert chooser.decision is not None
    if composing is not None:
        wanted = listed([group_word(words.layout, word) for word in composing.offer.choice.shape])
        return f"{capital(composing.offer.words.label)}: {wanted}."
    if picking is not None:
        return words.picking(picking)
    return words.asked(chooser.decision)


def _resting(picture: Picture) -> tuple[OfferLook, ...]:
    """What can be done while nothing is played."""
    if picture.phase == OVER:
        return (OfferLook("enter", "scores"), OfferLook("escape", "leave"))
    if picture.phase == BETWEEN and picture.viewer is not None:
        return (OfferLook("enter", "next deal"), OfferLook("tab", "scores"))
    return ()


def bar_words(left: float) -> str:
    """The rest of a short time as a bar. left: from 1 to 0."""
    full = max(0, min(10, round(10 * left)))
    return f"[{'=' * full}{' ' * (10 - full)}]"


# The sheet over the seats: the groups that I am laying out, or everybody's melds.


TableSheet = Literal["", "counts", "melds", "card"]
"""A sheet that I asked for: what counts in this game, or everybody's melds. Or the card for a new player."""


def tableau_look(
    picture: Picture, chooser: Chooser, words: Words, sheet: TableSheet = "", counts: TableauLook | None = None
) -> TableauLook | None:
    """The sheet that is needed now: for composing, for pointing at a meld, or because it was asked for.

    counts: the sheet of what counts.
    """
    if chooser.composing is not None:
        return _composing(chooser.composing, words)
    if sheet == "counts":
        return counts
    if sheet == "melds" or (chooser.picking is not None and _points_at_meld(chooser.picking, picture)):
        return _melds(picture, chooser, words)
    return None


def counts_look(view: View, *, more: str = "") -> TableauLook:
    """What counts at this table, by the first page of its rulebook, and what the viewer has of it. more: what the key
    shows next."""
    title = f"What counts in {view.game.meta.nearest_preset(view.options).title}"
    return TableauLook(title, (), f"{more}PgUp PgDn: scroll, Esc: close", _counts(view)[0])


def _counts(view: View, *, own: bool = True) -> tuple[tuple[Table, ...], bool]:
    """The tables of what counts, and whether the last cells of the first one say what the viewer has."""
    pack = read_pack(view.game)
    nothing: Mapping[str, str] = {}
    held = words_or(nothing, lambda: view.game.in_hand(view)) if own else nothing
    tables = []
    for number, (head, *rows) in enumerate(view.game.rulebook.counts(view.options)):
        has_more = bool(held) and not number
        lines = [(*head, "your hand")] if has_more else [head]
        lines += [(*row, held.get(row[0].partition(" (")[0], "")) if has_more else row for row in rows]
        tables.append(tuple(tuple(printed(cell, view.deck, pack) for cell in line) for line in lines))
    return tuple(tables), bool(held)


def column_look(view: View, picture: Picture, *, own: bool = True) -> ColumnLook:
    """What stands beside the table in a wide window. own: with what the viewer has of what counts."""
    deals = view.scores[-LAST_DEALS:]
    head = ("", *(f"deal {scored.number}" for scored in deals), "total")
    rows = []
    for seat in (*filter(None, (picture.own,)), *picture.others()):
        points = (gain_words(scored.points[seat.seat]) for scored in deals)
        rows.append((seat.name, *points, str(seat.points)))
    counts, has_held = _counts(view, own=own)
    return ColumnLook((head, *rows), counts, has_held)


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
    rows.append(TableauRow("", (), "1 card stays in your hand" if left == 1 else f"{left} cards stay in your hand"))
    hint = "Shift+arrows: change the order"
    return TableauLook(capital(composer.offer.words.label), tuple(rows), hint)


def _melds(picture: Picture, chooser: Chooser, words: Words) -> TableauLook:
    pointed = chooser.picking.current if chooser.picking is not None else None
    rows = []
    seats = picture.seats if picture.viewer is None else (picture.seats[picture.viewer], *picture.others())
    for seat in seats:
        groups = tuple(GroupLook(meld.cards, pointed=meld.zone == pointed) for meld in seat.melds)
        note = "" if groups else "no melds"
        rows.append(TableauRow(f"{seat.name}, {seat.held}", groups, note, mark="> " if seat.turn else "  "))
    return TableauLook("All melds", tuple(rows), "PgUp PgDn: scroll, Esc: close" if pointed is None else "")


def _points_at_meld(picker: Picker, picture: Picture) -> bool:
    zones = {meld.zone for seat in picture.seats for meld in seat.melds}
    return any(part in zones for part in picker.candidates)


def group_word(layout: TableLayout, word: str) -> str:
    return layout.groups.get(word, word)


def still_hand(shown: Picture) -> HandView:
    """A hand, or a row of hidden places, that nobody plays from."""
    own = shown.own
    names: tuple[str, ...] = ()
    cards = shown.hand
    if own is not None and own.slots:
        lying = [(slot.card, str(slot.number)) for slot in own.slots if slot.card is not None]
        lying += [(card, word) for word, aside in own.aside for card in aside]
        lying += [(card, " ") for card in cards]
        cards, names = tuple(card for card, _ in lying), tuple(name for _, name in lying)
    count = len(cards)
    groups = () if names else shown.groups
    return HandView(cards, (True,) * count, (False,) * count, (False,) * count, names=names, groups=groups)
