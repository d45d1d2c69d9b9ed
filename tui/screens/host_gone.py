"""The host of a match is gone: take over here, or wait until another player does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..forms.host_gone import gone_sentences, gone_title
from ..session.shell import PassingScreen
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page
from ..widgets.title_bar import TitleBar
from .dialogs import ChoosingScreen

if TYPE_CHECKING:
    from net.news import HostGone, News


class HostGoneScreen(ChoosingScreen, PassingScreen[str]):
    """Returns "carry", "wait", "link", "keep" or "leave"; "" if the question is void because there is a host again."""

    escaped = "wait"
    answer_if_ended = ""
    keys = (KeyHint("escape", "wait", keep=True),)

    def __init__(self, gone: HostGone) -> None:
        super().__init__()
        self._gone = gone
        self.title_words = gone_title(gone)

    def blocks(self) -> list[Block]:
        return gone_blocks(self._gone)

    def rows(self) -> list[Row]:
        gone = self._gone
        wait = Row("wait", (_wait_words(gone),))
        if gone.is_lost:
            return [wait, Row("leave", ("Leave the table",))]
        carry = [Row("carry", ("Take over: this machine becomes the host",))] if gone.may_carry else []
        order = [*carry, wait] if gone.is_suggested else [wait, *carry]
        keep = [Row("keep", ("Save the match so far as a replay",))] if gone.deal else []
        link = Row("link", ("Another player took over: enter the link",))
        return [*order, link, *keep, Row("leave", ("Leave the table",))]

    def on_session_news(self, message: SessionNews) -> None:
        """More is known."""
        from net.news import HostGone

        if isinstance(message.news, HostGone):
            self._gone = message.news
            self.query_one(TitleBar).show((gone_title(self._gone), ""))
            self.query_one(Page).show(self.blocks())
            self.query_one(RowList).show(self.rows())

    def ends_with(self, news: News) -> bool:
        """A found host answers the question."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        return isinstance(news, CarriedOn | LinkClosed | LinkUp)


def _wait_words(gone: HostGone) -> str:
    if gone.is_offline:
        return "Wait for the network"
    return "Wait for the host" + ("" if gone.is_lost or gone.by_link else ", or until another player takes over")


def gone_blocks(gone: HostGone) -> list[Block]:
    """What happened, and what can be done."""
    told = gone_sentences(gone)
    return [Block(told[0].text), *(Block(each.text, each.role, gap=1) for each in told[1:])]
