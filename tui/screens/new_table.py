"""A new table: what to play, with whom, by which rules."""

from collections.abc import Iterable
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.widget import Widget

from engine.api import OptionError, plain_words

from ..forms.table_draft import Draft, Item, new_draft
from ..problems import UsageProblem
from ..session.room_screen import BACK, HELP, RoomScreen
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.page import Block, Page

_BESIDE: Final = 80
"""Columns that a form and its meaning need beside each other, for no value to be cut."""


class Form(Horizontal):
    """A form and, beside it, what the line under the cursor means; below it in a window that is too narrow for both."""

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
        """Two panes; only the form takes the keys."""
        yield RowList(self._columns, id="form")
        page = Page(id="meaning")
        page.can_focus = False
        yield page

    def on_resize(self, event: Resize) -> None:
        """Beside each other from the usual width on."""
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


class NewTableScreen(RoomScreen):
    """Think up a table and open it."""

    WORDS = "New table"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("left,right", "change", keep=True),
        KeyHint("enter", "edit"),
        KeyHint("o", "open the table", keep=True),
        KeyHint("r", "rule"),
        KeyHint("d", "usual rules"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "Up and down choose a line; left and right, or h and l, change it. Enter changes it too, or lets you "
        "type where something can be typed: a number, a name, a seed.\n\n"
        "o opens the table from any line. Alone with bots it begins at once; with others you come to its lobby.\n\n"
        "r opens the rulebook at the paragraph that an option belongs to. A new table begins with the rules that you "
        "last used for its game; d goes back to the usual ones."
    )
    BINDINGS = [
        Binding("o", "open", "open", show=False, id="new.open"),
        Binding("r", "rule", "rule", show=False, id="new.rule"),
        Binding("d", "usual", "usual rules", show=False, id="new.usual"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._draft: Draft | None = None

    @property
    def draft(self) -> Draft:
        """The table as thought up so far."""
        if self._draft is None:
            self._draft = new_draft(self.room.settings)
        return self._draft

    def body(self) -> Iterable[Widget]:
        """Form and meaning."""
        yield Form()

    def on_mount(self) -> None:
        """Fill the form."""
        self._show()
        self.query_one(RowList).focus()
        self._explain()

    def _items(self) -> list[Item]:
        return [
            *self.draft.items(self.room.settings.shown_name),
            Item("open", "Open the table", "", "Opens the table as it stands here.", steps=False),
        ]

    def _show(self) -> None:
        self.query_one(RowList).show(form_rows(self._items()))

    def _current(self) -> Item | None:
        row = self.query_one(RowList).current
        return next((item for item in self._items() if row is not None and item.id == row.id), None)

    @on(RowList.Moved)
    def _explain(self) -> None:
        item = self._current()
        if item is None:
            return
        blocks = [Block(item.label, "strong"), Block(item.help, gap=1)]
        meta = self.draft.game.meta
        if item.id == "game" and meta.native != meta.title and not self.room.ascii:
            blocks.insert(1, Block(meta.native, "faint"))
        if item.paragraph:
            rulebook = self.draft.game.rulebook
            found = next((p for p in rulebook.paragraphs if p.number == item.paragraph), None)
            if found is not None:
                lead = f"{self.room.glyphs.section}{found.number}"
                blocks.append(Block(plain_words(found.text), "faint", len(lead) + 1, lead, gap=1))
        self.query_one(Page).show(blocks)

    @on(RowList.Stepped)
    def _step(self, event: RowList.Stepped) -> None:
        self.tell("")
        self._change(self.draft.step(event.row_id, event.step))

    def action_usual(self) -> None:
        """The usual rules again."""
        self._change(self.draft.as_usual())

    def _change(self, draft: Draft) -> None:
        self._draft = draft
        self.tell(draft.fault, "warning" if draft.fault else "information")
        self._show()
        self._explain()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        item = self._current()
        if event.row_id == "open":
            self.action_open()
        elif item is not None and item.types:
            self.run_worker(self._type(item), exclusive=True, group="typing")
        elif item is not None and item.steps:
            self._change(self.draft.step(item.id, 1))

    async def _type(self, item: Item) -> None:
        held = {"title": self.draft.title, "seed": self.draft.seed}.get(item.id, item.typed or item.value)
        text = await self.ask(f"{item.label}:", held, most=48)
        if text is None:
            return
        try:
            self._change(self.draft.typed(item.id, text))
        except OptionError as error:
            self.tell(str(error), "error")

    def action_open(self) -> None:
        """Open the table."""
        try:
            config = self.draft.config(self.room.settings)
        except UsageProblem as problem:
            self.tell(str(problem), "error")
            return
        self.room.tables.open_table(config)

    def action_rule(self) -> None:
        """The rulebook, at the option's paragraph."""
        item = self._current()
        self.room.open_rules(self.draft.game.meta.id, item.paragraph if item else "")
