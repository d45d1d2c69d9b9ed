"""A screen that asks for one line: what is wanted, where to type it, and what is wrong with what was typed."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.text import Block, Page
from ..widgets.title_bar import NoticeLine, TitleBar


class AskingScreen(Screen[str | None]):
    """Answers the line as `read` gives it, or None for whoever would rather not say.

    title: over it. wanted: a word in the empty line. longest: signs. yes, no: what enter and escape do.
    """

    CSS_PATH = "asking.tcss"
    BINDINGS = [Binding("escape", "refuse", "never mind", show=False, id="asking.refuse")]
    title_words: ClassVar[str]
    wanted: ClassVar[str]
    longest: ClassVar[int]
    typed = ""
    """What stands in the line from the start."""
    yes: ClassVar[str]
    no: ClassVar[str]

    def blocks(self) -> Sequence[Block]:
        """What the person has to know."""
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """What was typed, as it is answered. Raises ValueError with a sentence for what cannot be."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """What is wanted, and the line for it."""
        yield TitleBar(self.title_words)
        page = Page(list(self.blocks()))
        page.can_focus = False
        yield page
        field = Input(self.typed, compact=True, max_length=self.longest, placeholder=self.wanted)
        field.cursor_blink = False
        yield field
        yield NoticeLine()
        yield KeyBar(KeyHint("enter", self.yes, keep=True), KeyHint("escape", self.no, keep=True))

    def on_mount(self) -> None:
        """There is nothing else to do here."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self.read(event.value))
        except ValueError as error:
            self.query_one(NoticeLine).say(str(error), "warning")

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss(None)
