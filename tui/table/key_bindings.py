"""Which global key does what at a table, and the entries of its key bar."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from engine.api import BETWEEN, OVER, View, Visibility

from ..widgets.global_keys import KEY_OF, LABEL_OF
from ..widgets.key_bar import KeyHint
from .choice.chooser import Chooser
from .game_words import TableLayout

_AT_TABLES: Final = (
    "hint",
    "rules",
    "melds",
    "sort",
    "log",
    "table",
    "people",
    "chat",
    "past",
    "not until my turn",
    "take back",
    "play on",
    "faster",
    "slower",
    "coach",
)
"""The global actions that a table itself performs by their keys; the hand has its own."""


def table_keys() -> dict[str, str]:
    """Global action by key, for the keys that a table itself performs."""
    return {KEY_OF[action]: action for action in _AT_TABLES}


_LEAVING: Final = (
    *("past", "left,right", "table", "log", "sort", "space", "coach", "tab", "not until my turn", "play on"),
    *("take back", "chat", "people", "melds", "look back", "hint", "rules"),
)
"""The order in which keys of a table leave its bar where there is no room for all; the help has them all."""


class KeyNames(dict[str, str]):
    """The key of each verb and of each action of the program, for texts: "Press {out} to go out."."""

    def __init__(self, layout: TableLayout) -> None:
        super().__init__(KEY_OF)
        self.update((verb, words.key or "Enter") for verb, words in layout.verbs.items())


CARD_KEYS: Final = (
    KeyHint("enter", "start", keep=True),
    KeyHint("?", "help", keep=True),
    KeyHint("escape", "close", keep=True),
)
"""The key bar while the card of the game covers the table."""


Escape = Literal["come back", "hide card", "hide hint", "back", "deselect", "close", "clear", "leave"]
"""What Esc does, as the key bar says it."""


def escape_does(chooser: Chooser, *, played_for: bool, glimpse: bool, hint: bool, sheet: bool, message: bool) -> Escape:
    """What Esc does now: it puts back what came last, and leaves where there is nothing to put back.

    played_for: the table plays for me. glimpse: a card is shown for a moment. hint, sheet, message: is shown.
    """
    if played_for:
        return "come back"
    if glimpse:
        return "hide card"
    if hint:
        return "hide hint"
    if chooser.picking is not None or chooser.composing is not None:
        return "back"
    if chooser.chosen:
        return "deselect"
    return "close" if sheet else "clear" if message else "leave"


def _bar(action: str) -> KeyHint:
    return KeyHint(KEY_OF[action], LABEL_OF[action], rank=_LEAVING.index(action))


def _key(name: str, label: str) -> KeyHint:
    return KeyHint(name, label, rank=_LEAVING.index(label if label in _LEAVING else name))


def key_hints(
    layout: TableLayout,
    view: View,
    chooser: Chooser,
    *,
    seated: bool,
    checked: bool = False,
    alone: bool = False,
    hinted: bool = False,
    coached: bool = False,
    regrets: bool = False,
    plays: bool = False,
    passes: str = "",
    halted: bool = False,
    escape: Escape = "leave",
) -> Sequence[KeyHint]:
    """The entries of the key bar.

    checked: the check of a deal has something to say. alone: only bots are at the table. hinted: a hint is shown, and
    its key makes the move. coached: the coach is on. regrets: I can take a choice back. plays: the program can play on
    for me. passes: the words for the key that passes all claims, "" to leave this key out. halted: the table accepts no
    move. escape: what Esc does.
    """
    help_and_leave = (KeyHint("?", "help", keep=True), KeyHint("escape", escape, keep=True))
    company = [] if alone else [_bar("chat"), _bar("people")]
    if view.phase == OVER:
        rest = [_bar("rules"), *company, _bar("log"), *([_bar("table")] if checked else [])]
        return (KeyHint("enter", "scores", keep=True), *rest, *help_and_leave)
    hints: list[KeyHint] = [] if seated else [_key("left,right", "look back")]
    several = any(offer.kind == "cards" and offer.choice.most > 1 for offer in chooser.offers)
    if view.phase == BETWEEN and seated and not halted:
        hints.append(KeyHint("enter", "next deal", keep=True))
    if seated and chooser.slots:
        hints.append(_key("left,right", "move"))
        hints += [_key("space", "select")] if several else []
    hints += [_bar("coach")] if coached else []
    hints += [_bar("play on")] if plays else []
    hints += [_bar("take back")] if regrets else []
    hints += [_bar("melds")] if has_melds(view, layout) else []
    hints += [_bar("rules"), _key("tab", "scores"), *company]
    hints += [_bar("sort")] if seated and chooser.slots else []
    hints += [_bar("log"), _bar("table")]
    hints += [_bar("past")] if seated else []
    hints += [replace(_bar("not until my turn"), label=passes)] if passes else []
    if seated and chooser.is_waited_for:  # this comes and goes with each turn, so that what is before it stays in place
        hints.append(replace(_bar("hint"), label="do it", keep=True) if hinted else _bar("hint"))
    return (*hints, *help_and_leave)


def has_melds(view: View, layout: TableLayout) -> bool:
    """Whether anything is ever laid out at the seats of this game."""
    kinds = [kind for kind in view.game.plan.kinds if kind.name in layout.seat_zones]
    return any(kind.grouped and kind.visibility is Visibility.PUBLIC for kind in kinds)
