"""What screens with a form share: its lines, and beside them the meaning of the selected one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget

from engine.api import plain_words

from ..forms.table_draft import Item
from ..session.room_screen import RoomScreen
from ..widgets.key_bar import KeyBar
from ..widgets.list import Row, RowList
from ..widgets.page import Block, Page, StillPage, rows_of

if TYPE_CHECKING:
    from engine.api import Game

_MEANING_ROWS: Final = 6
"""Rows of the meaning of a line below a form, at most."""
_BESIDE: Final = 80
"""Columns that a form and its meaning need side by side, so that no value is cut."""


class Form(Horizontal):
    """A form and the meaning of the selected line: beside it, or below it in a narrow window."""

    DEFAULT_CSS = """
    Form { height: 1fr; margin-top: 1; }
    Form RowList { width: 50; max-width: 64%; }
    Form Page { width: 1fr; margin-left: 1; }
    Form.-narrow { layout: vertical; }
    Form.-narrow RowList { width: 1fr; max-width: 100%; }
    Form.-narrow Page { height: 6; margin: 1 0 0 0; }
    """

    def __init__(self, columns: tuple[int, ...] = (20, 0)) -> None:
        super().__init__()
        self._columns = columns

    def compose(self) -> ComposeResult:
        yield RowList(self._columns, id="form")
        yield StillPage(id="meaning")

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < _BESIDE, "-narrow")


def form_rows(items: Iterable[Item]) -> list[Row]:
    """The lines of a form as rows; headings have their own ids so that they never collide."""
    return [
        Row(f"heading {item.label}", (item.label,), is_on=False, is_heading=True)
        if item.heading
        else Row(
            item.id, (item.label, item.value if item.steps else f"  {item.value}"), steps=item.steps, first=item.room
        )
        for item in items
    ]


class FormScreen(RoomScreen):
    """A form of `items`; `about` says what each means."""

    def items(self) -> list[Item]:
        """The lines of the form as they are now."""
        raise NotImplementedError

    def about(self, item: Item) -> list[Block]:
        return [Block(item.label, "strong"), Block(item.help, gap=1)]

    def rule_of(self, item: Item, game: Game) -> list[Block]:
        """The paragraph of the rulebook that a line belongs to, if there is one."""
        found = next((each for each in game.rulebook.paragraphs if each.number == item.paragraph), None)
        if found is None:
            return []
        lead = f"{self.room.glyphs.section}{found.number}"
        return [Block(plain_words(found.text), "faint", len(lead) + 1, lead, gap=1)]

    def body(self) -> Iterable[Widget]:
        yield Form()

    def on_mount(self) -> None:
        self.refill()

    def refill(self) -> None:
        """Show the lines again."""
        self.query_one(RowList).show(form_rows(self.items()))
        self._fit()

    @property
    def current(self) -> Item | None:
        row = self.query_one(RowList).current
        return next((item for item in self.items() if row is not None and item.id == row.id), None)

    @on(RowList.Moved)
    def explain(self) -> None:
        """Show the meaning of the selected line, and the keys that do something there."""
        item = self.current
        if item is not None:
            self.query_one(Page).show(self._meaning(item))
            idle = [key for key, does in (("left,right", item.steps), ("enter", item.types)) if not does]
            self.query_one(KeyBar).show(tuple(hint for hint in self.KEYS if hint.key not in idle))

    def on_resize(self, event: Resize) -> None:
        """Beside the form or below it. (The base class's handler is called too.)"""
        self._fit()

    def _fit(self) -> None:
        """Below the form, the meaning takes the rows that the longest one needs, so that the form has the others."""
        page = self.query_one(Page)
        needed = max(
            (rows_of(self._meaning(item), self.size.width) for item in self.items() if not item.heading), default=0
        )
        page.styles.height = max(1, min(needed, _MEANING_ROWS)) if self.is_narrow else None
        self.explain()

    @property
    def is_narrow(self) -> bool:
        """Whether the meaning is below the form, with room for a few rows."""
        return self.size.width < _BESIDE

    def _meaning(self, item: Item) -> list[Block]:
        """What a line means; just below the form without its name, which is in sight there."""
        blocks = self.about(item)
        return [replace(blocks[1], gap=0), *blocks[2:]] if self.is_narrow and len(blocks) > 1 else blocks
