"""The host of a match is gone: who may goes on with it here, or waits until somebody else does."""

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from ..messages import SessionNews
from ..widgets.keybar import KeyBar, KeyHint
from ..widgets.page import Block, Page
from ..widgets.rows import Row, RowList
from ..widgets.title import TitleBar

if TYPE_CHECKING:
    from net.news import HostGone


class HostGoneScreen(Screen[str]):
    """Answers "carry", "wait" or "leave"; "" when the question has become idle, since there is a host again."""

    CSS_PATH = "host_gone.tcss"
    BINDINGS = [Binding("escape", "wait", "wait", show=False, id="gone.wait")]

    def __init__(self, gone: "HostGone") -> None:
        super().__init__()
        self._gone = gone

    def compose(self) -> ComposeResult:
        """What happened, what can be done, and who should do it."""
        yield TitleBar("The host is gone")
        page = Page(gone_blocks(self._gone))
        page.can_focus = False
        yield page
        yield RowList((0,), self._rows())
        yield KeyBar(KeyHint("enter", "choose", keep=True), KeyHint("escape", "wait", keep=True))

    def _rows(self) -> list[Row]:
        carry = [Row("carry", ("Go on here: this machine becomes the host",))] if self._gone.can_carry else []
        wait = Row("wait", ("Wait for the host, or for somebody else who goes on",))
        order = [*carry, wait] if self._gone.is_suggested else [wait, *carry]
        return [*order, Row("leave", ("Leave the table",))]

    def on_mount(self) -> None:
        """The first row is what is suggested."""
        self.query_one(RowList).focus()

    def on_session_news(self, message: SessionNews) -> None:
        """Whoever has found a host needs no answer."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        if isinstance(message.news, CarriedOn | LinkClosed | LinkUp) and self.is_current:
            self.dismiss("")

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id)

    def action_wait(self) -> None:
        """Escape waits."""
        self.dismiss("wait")


def gone_blocks(gone: "HostGone") -> list[Block]:
    """What is said of a host that is gone."""
    blocks = [Block("The machine that hosted this match does not answer any more. It is tried again all the time.")]
    if gone.deal:
        blocks.append(
            Block(
                f"The match can go on at another player's machine from the end of deal {gone.deal}: same seats, same "
                "scores. The deal under way is void, for nobody but the lost host knows its cards.",
                gap=1,
            )
        )
    if not gone.can_carry:
        blocks.append(Block(gone.why_not, gap=1))
    elif gone.is_suggested:
        blocks.append(
            Block("It is best that you go on: yours is the first seat of those who were here.", "strong", gap=1)
        )
    elif gone.suggested:
        words = f"It is best that {gone.suggested} goes on, whose seat comes first; you come along by yourself then."
        blocks.append(Block(words, gap=1))
    blocks.append(Block("Whoever goes on signs for it, and your program checks that it is this match.", "faint", gap=1))
    return blocks
