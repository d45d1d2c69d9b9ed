"""A known host answers with another key: both keys' words, and the person decides."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.text import Block, Page
from ..widgets.title_bar import TitleBar


class OtherHostScreen(Screen[bool]):
    """Answers whether to trust the new key. No single key does: it takes a look at the rows.

    address: where it answers. known, found: the words of the key that was met before, and of the one that answers.
    """

    CSS_PATH = "other_host.tcss"
    BINDINGS = [Binding("escape", "refuse", "do not join", show=False, id="other.refuse")]

    def __init__(self, address: str, known: str, found: str) -> None:
        super().__init__()
        self._address, self._known, self._found = address, known, found

    def compose(self) -> ComposeResult:
        """What happened, what it may mean, and two answers."""
        yield TitleBar("Another key than before")
        page = Page(
            [
                Block(f"The host at {self._address} has another key than when you met it."),
                Block(self._known, "strong", 14, "It was:", "faint", gap=1),
                Block(self._found, "strong", 14, "It is now:", "faint"),
                Block(
                    "Somebody may be listening in between you and the host. It may also be another machine at this "
                    "address, or the host was set up anew.",
                    gap=1,
                ),
                Block(
                    "Ask the host, not over this table, which four words stand in its lobby. Trust the new key only "
                    "if they are the second four.",
                    gap=1,
                ),
            ]
        )
        page.can_focus = False
        yield page
        yield RowList((0,), [Row("refuse", ("Do not join",)), Row("trust", ("Trust the new key",))])
        yield KeyBar(KeyHint("enter", "choose", keep=True), KeyHint("escape", "do not join", keep=True))

    def on_mount(self) -> None:
        """Not to join is the safe answer, and the first."""
        self.query_one(RowList).focus()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id == "trust")

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss(False)
