"""The host asks whether the table may go on at this machine."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.messages import SessionNews
from ..widgets.text import Block, Page
from ..widgets.title_bar import TitleBar


class TakingOverScreen(Screen[bool]):
    """Answers whether this machine hosts the table from now on. name: of who asks."""

    CSS_PATH = "host_gone.tcss"
    BINDINGS = [Binding("escape", "refuse", "no", show=False, id="taking.refuse")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        """What is asked, what it means, and two answers."""
        yield TitleBar("Host the table?")
        page = Page(
            [
                Block(f"{self._name} asks you to host this table from now on."),
                Block(
                    "The match goes on at this machine with the same seats and scores, and all come along by "
                    "themselves. It has to stay on until the match is over. The table waits for your answer.",
                    gap=1,
                ),
            ]
        )
        page.can_focus = False
        yield page
        yield RowList((0,), [Row("yes", ("Host the table here",)), Row("no", ("Leave it where it is",))])
        yield KeyBar(KeyHint("enter", "choose", keep=True), KeyHint("escape", "leave it there", keep=True))

    def on_mount(self) -> None:
        """The first row is the friendly answer."""
        self.query_one(RowList).focus()

    def on_session_news(self, message: SessionNews) -> None:
        """A host that is gone waits for no answer."""
        from net.news import CarriedOn, LinkClosed, LinkLost

        if isinstance(message.news, CarriedOn | LinkClosed | LinkLost) and self.is_current:
            self.dismiss(False)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id == "yes")

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss(False)
