"""The host of a match is gone: take over here, or wait until another player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..forms.host_gone import gone_sentences
from ..session.shell import PassingScreen
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page
from .dialogs import ChoosingScreen

if TYPE_CHECKING:
    from net.news import HostGone, News


class HostGoneScreen(ChoosingScreen, PassingScreen[str]):
    """Returns "carry", "wait", "link", "keep" or "leave"; "" if the question is void because there is a host again."""

    title_words = "The host is gone"
    escaped = "wait"
    answer_if_ended = ""
    keys = (KeyHint("escape", "wait", keep=True),)

    def __init__(self, gone: HostGone) -> None:
        super().__init__()
        self._gone = gone

    def blocks(self) -> list[Block]:
        return gone_blocks(self._gone)

    def rows(self) -> list[Row]:
        if self._gone.is_lost:
            return [Row("wait", ("Wait for the host",)), Row("leave", ("Leave the table",))]
        carry = [Row("carry", ("Take over: this machine becomes the host",))] if self._gone.can_carry else []
        is_found = not self._gone.by_link
        wait = Row("wait", (f"Wait for the host{', or until another player takes over' if is_found else ''}",))
        order = [*carry, wait] if self._gone.is_suggested else [wait, *carry]
        keep = [Row("keep", ("Save the match so far as a replay",))] if self._gone.deal else []
        link = Row("link", ("Another player took over: enter the link",))
        return [*order, link, *keep, Row("leave", ("Leave the table",))]

    def on_session_news(self, message: SessionNews) -> None:
        """More is known."""
        from net.news import HostGone

        if isinstance(message.news, HostGone):
            self._gone = message.news
            self.query_one(Page).show(self.blocks())
            self.query_one(RowList).show(self.rows())

    def ends_with(self, news: News) -> bool:
        """A found host answers the question."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        return isinstance(news, CarriedOn | LinkClosed | LinkUp)


def gone_blocks(gone: HostGone) -> list[Block]:
    """What happened, and what can be done."""
    told = gone_sentences(gone)
    return [Block(told[0].text), *(Block(each.text, each.role, gap=1) for each in told[1:])]
