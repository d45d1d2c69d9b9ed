"""The card of a game: six lines for a player who has never played it, for the options of the table."""

from collections.abc import Mapping, Sequence

from engine.api import View

from ..game_words import TableLayout, holds_at
from ..widgets.melds import TableauLook

CLOSING = ("enter", "escape", "space")
"""The keys that close the card."""


def card_lines(layout: TableLayout, view: View, keys: Mapping[str, str]) -> list[tuple[str, str]]:
    """The head and the text of each line that fits the table of a view. keys: by verb and by global action."""
    told = view.game.meta.options
    options = {option.name: option.called(view.options.get(option.name, option.default)) for option in told}
    fitting = [line for line in layout.card if holds_at(line.condition, view)]
    return [(line.head, line.text.format_map({**options, **keys})) for line in fitting]


def card_text(lines: Sequence[tuple[str, str]]) -> str:
    """The lines as a paragraph."""
    return "\n".join(f"{head}: {text}" for head, text in lines)


def card_look(layout: TableLayout, view: View, keys: Mapping[str, str]) -> TableauLook:
    """The card as a sheet over the seats."""
    rows = (("", ""), *card_lines(layout, view, keys))
    return TableauLook(card_title(view), (), tables=(rows,))


def card_title(view: View) -> str:
    return f"{view.game.meta.nearest_preset(view.options).title} in six lines"
