"""A new table: the game, the players, the rules."""

from textual import on, work
from textual.binding import Binding

from engine.api import OptionError

from ..forms.table_draft import ALONE, Draft, Item, new_draft
from ..problems import UsageProblem
from ..session.room_screen import BACK, HELP
from ..widgets.key_bar import KeyHint
from ..widgets.list import RowList
from ..widgets.page import Block
from .form_screen import FormScreen


class NewTableScreen(FormScreen):
    """Set up a table and open it."""

    WORDS = "New table"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("left,right", "change", keep=True),
        KeyHint("enter", "edit"),
        KeyHint("o", "open the table", keep=True),
        KeyHint("r", "rules"),
        KeyHint("d", "defaults"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "The up and down arrows select a line. The left and right arrows change its value. On some lines, Enter also "
        "changes the value. On the other lines, Enter lets you type a number, a name or a seed.\n\nPress o on any line "
        "to open the table. Against bots, the match starts at once. With others, you wait in the lobby.\n\nSelect an "
        "option and press r to read its rule. This form begins with the rules that you last used for the game. "
        "Press d to go back to the standard rules."
    )
    BINDINGS = [
        Binding("o", "open", "open", show=False, id="new.open"),
        Binding("r", "rules", "rules", show=False, id="new.rules"),
        Binding("d", "usual", "usual rules", show=False, id="new.usual"),
    ]

    def __init__(self, game: str = "", preset: str = "", company: str = ALONE) -> None:
        """game, preset: what to begin with; the last one played if none is given."""
        super().__init__()
        self._begun = game, preset, company
        self._draft: Draft | None = None

    @property
    def draft(self) -> Draft:
        if self._draft is None:
            self._draft = new_draft(self.room.settings, *self._begun)
        return self._draft

    def items(self) -> list[Item]:
        return [
            *self.draft.items(self.room.settings.shown_name),
            Item("open", "Open the table", "", "Opens the table with these settings.", steps=False),
        ]

    def about(self, item: Item) -> list[Block]:
        blocks, game = super().about(item), self.draft.game
        if item.id == "game" and game.meta.native != game.meta.title and not self.room.ascii:
            blocks.insert(1, Block(game.meta.native, "faint"))
        return blocks + self.rule_of(item, game)

    @on(RowList.Stepped)
    def _step(self, event: RowList.Stepped) -> None:
        self.tell("")
        self._change(self.draft.step(event.row_id, event.step))

    def action_usual(self) -> None:
        self._change(self.draft.as_usual())

    def _change(self, draft: Draft) -> None:
        self._draft = draft
        self.tell(draft.fault, "warning" if draft.fault else "information")
        self.refill()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        item = self.current
        if event.row_id == "open":
            self.action_open()
        elif item is not None and item.types:
            self._type(item)
        elif item is not None and item.steps:
            self._change(self.draft.step(item.id, 1))

    @work(exclusive=True, group="typing")
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
        try:
            config = self.draft.config(self.room.settings)
        except UsageProblem as problem:
            self.tell(str(problem), "error")
            return
        self.room.tables.open_table(config)

    def action_rules(self) -> None:
        item = self.current
        self.room.open_rules(self.draft.game.meta.id, item.paragraph if item else "")
