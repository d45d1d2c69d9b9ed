"""The help of a screen, and a rule or a sentence that needs room."""

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from ..widgets.key_bar import KeyHint
from ..widgets.screen import BACK, RoomScreen
from ..widgets.text import Block, Page


class HelpScreen(RoomScreen):
    """Paragraphs of text."""

    WORDS = "Help"
    KEYS = (KeyHint("up,down", "scroll"), BACK)
    BINDINGS = [Binding("question_mark,q,enter", "back", "back", show=False, id="help.back")]
    LEAST = (30, 8)

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def body(self) -> Iterable[Widget]:
        """The text."""
        yield Page([Block(self._title, "turn"), *(Block(part, gap=1) for part in self._text.split("\n\n"))])

    def on_mount(self) -> None:
        """Keys scroll."""
        self.query_one(Page).focus()
