"""From a picture of the table and a choice in the making to what hand, prompt and key bar show. Pure."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import BETWEEN, OVER, Card, MatchEnded, Seat, View, Visibility

from ..widgets.key_bar import KeyHint
from .choice.chooser import Chooser
from .game_words import TableLayout, end_words
from .narration import listed
from .picture import Picture, SeatView
from .sheets import group_word
from .widgets.hand import HandView
from .widgets.prompt import LONG_NAME, OfferLook, PromptLook, name_in_hand, offer_looks
from .widgets.seats import NO_MARKS, Marks
from .wording import Words


@dataclass(frozen=True)
class Message:
    """What stands in the prompt until the next key. paragraph: the rule it speaks of, "" for none."""

    text: str = ""
    bad: bool = False
    paragraph: str = ""


def hand_look(
    chooser: Chooser, fresh: Mapping[Card, int], *, live: bool, own: SeatView | None = None, marks: Marks = NO_MARKS
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
    return HandView(tuple(card for card, _ in slots), chooser.marks(), up, new, cursor, live)


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
        up.append(slot.zone == marks.pointed or slot.zone in marks.taken)
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
) -> PromptLook:
    """What I am asked and can do; or whom the table waits for, and what I may do meanwhile.

    time: what is left of it, "" while that is much. link: what is wrong with the line. played_for: the table plays for
    me, since my time ran out too often. pause: why the table stands still.
    """
    bad, text, layout = message.bad, message.text, words.layout
    if message.paragraph and text:
        text = f"{text} (§{message.paragraph})"
    if link:
        return PromptLook(link, mine=True, message=text, bad=bad)
    if played_for:
        back = OfferLook("enter", "I am back (any other key says so too)")
        return PromptLook("▸ You were away: the table plays for you.", mine=True, offers=(back,))
    if pause and not chooser.is_waited_for:
        return PromptLook(pause, offers=_resting(picture), message=text, bad=bad)
    if chooser.decision is not None:
        text = text or pause
        offers = offer_looks(chooser, words)
        says = _asking(chooser, words)
        if chooser.is_waited_for or chooser.picking is not None or chooser.composing is not None:
            return PromptLook(f"▸ {says}", mine=True, time=time, offers=offers, message=text, bad=bad)
        return PromptLook(_waiting(picture, layout), time=time, offers=offers, message=text, bad=bad)
    return PromptLook(_waiting(picture, layout), time=time, offers=_resting(picture), message=text, bad=bad)


def _asking(chooser: Chooser, words: Words) -> str:
    """The sentence of the first row: what is asked, or what is about to be done."""
    name = name_in_hand(chooser)
    if len(name) > LONG_NAME and not any(name in line for line in words.picture.insight):
        return name
    picking, composing = chooser.picking, chooser.composing
    assert chooser.decision is not None
    if picking is not None and picking.is_short_list:
        about = f" ({name})" if name else ""
        return f"{picking.offer.words.label.capitalize()}: {words.ask(picking)}?{about}"
    if composing is not None:
        wanted = listed([group_word(words.layout, word) for word in composing.offer.choice.shape])
        return f"{composing.offer.words.label.capitalize()}: {wanted}."
    if picking is not None and picking.offer.choice.places:
        so_far = words.so_far(picking)
        label = picking.offer.words.label.capitalize()
        asked = "" if picking.is_done else f"{words.ask(picking)}?"
        return f"{label}{' ' if so_far else ''}{so_far}: {asked}" if asked else f"{label} {so_far}."
    return words.layout.phase(chooser.decision.phase).why or "It is your turn."


def _resting(picture: Picture) -> tuple[OfferLook, ...]:
    """What can be done while nothing is played."""
    if picture.phase == OVER:
        return (OfferLook("enter", "scores"), OfferLook("escape", "leave"))
    if picture.phase == BETWEEN and picture.viewer is not None:
        return (OfferLook("enter", "next deal"), OfferLook("tab", "scores"))
    return ()


def _waiting(picture: Picture, layout: TableLayout) -> str:
    if picture.phase in (BETWEEN, OVER):
        return layout.phase(picture.phase).title + "."
    if picture.viewer in picture.asked:
        return "Your answer is in; the others have still to give theirs."
    names = [picture.seats[seat].name for seat in picture.asked]
    if not names:
        return "The table goes on in a moment." if picture.phase else "The match has not begun."
    if len(names) == len(picture.seats):
        return "All are choosing."
    return f"It is {names[0]}'s turn." if len(names) == 1 else f"It is for {listed(names)} to say."


def bar_words(left: float) -> str:
    """What is left of a short while, as a bar. left: from 1 to 0."""
    full = max(0, min(10, round(10 * left)))
    return f"[{'=' * full}{' ' * (10 - full)}]"


def match_words(layout: TableLayout, over: MatchEnded, names: Callable[[Seat], str], viewer: Seat | None) -> str:
    """Who won, and how."""
    others = [names(seat) for seat in over.winners if seat != viewer]
    winners = listed(["you", *others] if len(others) < len(over.winners) else others)
    return end_words(layout, over.how, winners) + "."


_GENERAL: Final = (
    ("sort", "sort", "sz"), ("hint", "hint", "hi"), ("melds", "melds", "my"), ("rules", "rules", "rg"),
    ("log", "log", "vw"), ("options", "options", "ojx"), ("people", "people", "uwy"),
    ("past", "look back", "bke"), ("check", "fair", "fqcxyw"),
)  # fmt: skip
"""Keys of the house: action, word, and letters for it, of which the first that no move of the game needs is taken."""
HOUSE_WORDS: Final = {action: word for action, word, _ in _GENERAL}


def house_keys(layout: TableLayout, *, has_melds: bool = True) -> dict[str, str]:
    """Action by key, for the letters that the house itself uses at a table of this game."""
    taken = {words.key for words in layout.verbs.values()}
    keys: dict[str, str] = {}
    for action, _, letters in _GENERAL:
        if action == "melds" and not has_melds:
            continue
        letter = next((letter for letter in letters if letter not in taken), "")
        if letter:
            keys[letter] = action
    return keys


_LEAVING: Final = (
    *("past", "log", "options", "sort", "left,right", "check", "rules", "hint"),
    *("slash", "tab", "look back", "space", "melds", "people"),
)
"""The order in which keys of a table leave its bar where there is no room for all; the help has them all."""


def key_hints(
    layout: TableLayout, view: View, chooser: Chooser, *, seated: bool, checked: bool = False
) -> Sequence[KeyHint]:
    """The entries of the key bar. checked: there is something to be read about the check of a deal."""
    letters = {action: letter for letter, action in house_keys(layout, has_melds=has_melds(view, layout)).items()}

    def house(action: str, *, on: bool = True) -> list[KeyHint]:
        return (
            [KeyHint(letters[action], HOUSE_WORDS[action], on, rank=_LEAVING.index(action))]
            if action in letters
            else []
        )

    def key(name: str, label: str) -> KeyHint:
        return KeyHint(name, label, rank=_LEAVING.index(label if label in _LEAVING else name))

    help_and_leave = (KeyHint("question_mark", "help", keep=True), KeyHint("escape", "leave", keep=True))
    if view.phase == OVER:
        rest = [*house("rules"), key("slash", "chat"), *house("people"), *house("log")]
        rest += house("check") if checked else []
        return (KeyHint("enter", "scores", keep=True), *rest, *help_and_leave)
    hints: list[KeyHint] = [] if seated else [key("left,right", "look back")]
    several = any(offer.choice.sets or offer.choice.most > 1 for offer in chooser.offers)
    if view.phase == BETWEEN and seated:
        hints.append(KeyHint("enter", "next deal", keep=True))
    if seated:
        if chooser.slots:
            hints += [key("left,right", "move"), *house("sort")]
        if several and chooser.slots:
            hints.insert(1, key("space", "choose"))
        hints += house("hint", on=chooser.is_waited_for)
    hints += [*house("melds"), *house("rules"), key("tab", "scores"), key("slash", "chat"), *house("people")]
    hints += house("check") if checked else []
    hints += [*house("log"), *house("options"), *(house("past") if seated else [])]
    return (*hints, *help_and_leave)


def has_melds(view: View, layout: TableLayout) -> bool:
    """Whether anything is ever laid out at the seats of this game."""
    kinds = [kind for kind in view.game.plan.kinds if kind.name in layout.seat_zones]
    return any(kind.grouped and kind.visibility is Visibility.PUBLIC for kind in kinds)
