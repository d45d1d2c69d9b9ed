"""Leaving a table: for a while or for good."""

from collections.abc import Iterable

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.text import Block, Page
from ..widgets.title_bar import TitleBar


class LeavingScreen(Screen[str]):
    """Answers "later", "good", or "stay"."""

    CSS_PATH = "leaving.tcss"
    BINDINGS = [
        Binding("escape", "answer('stay')", "stay", show=False, id="leaving.stay"),
        Binding("l", "answer('later')", "later", show=False, priority=True, id="leaving.later"),
        Binding("g", "answer('good')", "for good", show=False, id="leaving.good"),
    ]

    def compose(self) -> ComposeResult:
        """Three answers and what each means."""
        yield TitleBar("Leave the table?")
        yield from self._body()
        yield KeyBar(
            KeyHint("enter", "choose", keep=True),
            KeyHint("l", "leave for now", keep=True),
            KeyHint("g", "for good"),
            KeyHint("escape", "stay", keep=True),
        )

    def _body(self) -> Iterable[Widget]:
        yield RowList(
            (0,),
            [
                Row("stay", ("Stay",)),
                Row("later", ("Leave for now: my seat is kept, Go on in the menu brings me back",)),
                Row("good", ("Leave for good: give my seat up",)),
            ],
        )
        page = Page([Block(self._meaning(), "faint")])
        page.can_focus = False
        yield page

    def _meaning(self) -> str:
        session = getattr(self.app, "session", None)
        info = session.info if session is not None else None
        if info is None:
            return ""
        if info.away_policy == "bot":
            return "While you are away a bot plays your seat. It knows only what you know, and hands back at your turn."
        if info.away_policy == "pause":
            return f"While you are away the table waits up to {info.away_s} seconds at your turn, then goes on."
        return "While you are away the table waits for you at your turn."

    def on_mount(self) -> None:
        """Stay is the safe answer."""
        self.query_one(RowList).focus()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id)

    def action_answer(self, answer: str) -> None:
        """One key."""
        self.dismiss(answer)
