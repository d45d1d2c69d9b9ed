"""The link of a table that goes on with a match whose host is gone: a line to type or paste it into."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from ..messages import SessionNews
from ..widgets.keybar import KeyBar, KeyHint
from ..widgets.page import Block, Page
from ..widgets.title import NoticeLine, TitleBar


class LinkScreen(Screen[str]):
    """Answers the link as it was typed, or "" for none."""

    CSS_PATH = "code.tcss"
    BINDINGS = [Binding("escape", "refuse", "never mind", show=False, id="link.refuse")]

    def compose(self) -> ComposeResult:
        """What is wanted, and the line for it."""
        yield TitleBar("Follow by a link")
        page = Page(
            [
                Block("Whoever goes on with this match sees the table's link under u, How others join."),
                Block(
                    "It begins with khanhoo:// and names the key of the new host. Your program checks that it is this "
                    "very match, signed for by one of its players, before it goes there.",
                    gap=1,
                ),
            ]
        )
        page.can_focus = False
        yield page
        field = Input(compact=True, max_length=400, placeholder="khanhoo://...")
        field.cursor_blink = False
        yield field
        yield NoticeLine()
        yield KeyBar(KeyHint("enter", "follow", keep=True), KeyHint("escape", "never mind", keep=True))

    def on_mount(self) -> None:
        """There is nothing else to do here."""
        self.query_one(Input).focus()

    def on_session_news(self, message: SessionNews) -> None:
        """Whoever has found a host needs no link."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        if isinstance(message.news, CarriedOn | LinkClosed | LinkUp) and self.is_current:
            self.dismiss("")

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        from net.addresses import AddressError, parse_address

        event.stop()
        try:
            parse_address(event.value)
        except AddressError as error:
            self.query_one(NoticeLine).say(str(error), "warning")
        else:
            self.dismiss(event.value)

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss("")
