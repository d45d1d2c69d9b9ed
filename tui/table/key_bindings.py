"""Which key does what at the table of a game: the letters of the house, and the entries of the key bar."""

from collections.abc import Sequence
from typing import Final

from engine.api import BETWEEN, OVER, View, Visibility

from ..widgets.key_bar import KeyHint
from .choice.chooser import Chooser
from .game_words import TableLayout

_GENERAL: Final = (
    ("sort", "sort", "sz"), ("hint", "hint", "hi"), ("melds", "melds", "my"), ("rules", "rules", "rg"),
    ("log", "log", "vw"), ("options", "options", "ojx"), ("people", "people", "uwy"),
    ("past", "look back", "bke"), ("check", "fair", "fqcxyw"),
)  # fmt: skip
"""Keys of the house: action, word, and letters for it, of which the first that no move of the game needs is taken."""
ACTION_WORDS: Final = {action: word for action, word, _ in _GENERAL}


def table_keys(layout: TableLayout, *, has_melds: bool = True) -> dict[str, str]:
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
    letters = {action: letter for letter, action in table_keys(layout, has_melds=has_melds(view, layout)).items()}

    def house(action: str, *, on: bool = True) -> list[KeyHint]:
        return (
            [KeyHint(letters[action], ACTION_WORDS[action], on, rank=_LEAVING.index(action))]
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
            hints.insert(1, key("space", "select"))
        hints += house("hint", on=chooser.is_waited_for)
    hints += [*house("melds"), *house("rules"), key("tab", "scores"), key("slash", "chat"), *house("people")]
    hints += house("check") if checked else []
    hints += [*house("log"), *house("options"), *(house("past") if seated else [])]
    return (*hints, *help_and_leave)


def has_melds(view: View, layout: TableLayout) -> bool:
    """Whether anything is ever laid out at the seats of this game."""
    kinds = [kind for kind in view.game.plan.kinds if kind.name in layout.seat_zones]
    return any(kind.grouped and kind.visibility is Visibility.PUBLIC for kind in kinds)
