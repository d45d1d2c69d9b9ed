"""A private table asks for its code: a line to type it into."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from ..widgets.keybar import KeyBar, KeyHint
from ..widgets.page import Block, Page
from ..widgets.title import NoticeLine, TitleBar


class CodeScreen(Screen[str | None]):
    """Answers the code as it was typed, or None for whoever would rather not come.

    address: where the table is. problem: what it said, that it wants a code or that the last one was wrong.
    """

    CSS_PATH = "code.tcss"
    BINDINGS = [Binding("escape", "refuse", "do not join", show=False, id="code.refuse")]

    def __init__(self, address: str, problem: str) -> None:
        super().__init__()
        self._address, self._problem = address, problem

    def compose(self) -> ComposeResult:
        """What is wanted, and the line for it."""
        yield TitleBar("A private table")
        page = Page(
            [
                Block(self._problem, "turn"),
                Block(self._address, "strong", 14, "The table:", "faint", gap=1),
                Block(
                    "The host sees the code in the lobby: six letters and digits, such as K7M-4XR. Neither case nor "
                    "dash matters. It is proven without being sent: nobody who stands between learns it.",
                    gap=1,
                ),
            ]
        )
        page.can_focus = False
        yield page
        field = Input(compact=True, max_length=24, placeholder="the code")
        field.cursor_blink = False
        yield field
        yield NoticeLine()
        yield KeyBar(KeyHint("enter", "join", keep=True), KeyHint("escape", "do not join", keep=True))

    def on_mount(self) -> None:
        """There is nothing else to do here."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        from net.codes import read_code

        event.stop()
        try:
            self.dismiss(read_code(event.value))
        except ValueError as error:
            self.query_one(NoticeLine).say(str(error), "warning")

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss(None)
