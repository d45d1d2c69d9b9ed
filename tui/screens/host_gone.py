"""The host of a match is gone: who may goes on with it here, or waits until somebody else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.messages import SessionNews
from ..widgets.page import Block, Page
from .dialogs import ChoosingScreen

if TYPE_CHECKING:
    from net.news import HostGone


class HostGoneScreen(ChoosingScreen):
    """Answers "carry", "wait", "link", "keep" or "leave"; "" when the question has become idle, since there is a host
    again."""

    title_words = "The host is gone"
    escaped = "wait"
    keys = (KeyHint("escape", "wait", keep=True),)

    def __init__(self, gone: HostGone) -> None:
        super().__init__()
        self._gone = gone

    def blocks(self) -> list[Block]:
        return gone_blocks(self._gone)

    def rows(self) -> list[Row]:
        if self._gone.is_lost:
            return [Row("wait", ("Wait for the host",)), Row("leave", ("Leave the table",))]
        carry = [Row("carry", ("Go on here: this machine becomes the host",))] if self._gone.can_carry else []
        is_found = not self._gone.by_link
        wait = Row("wait", (f"Wait for the host{', or for somebody else who goes on' if is_found else ''}",))
        order = [*carry, wait] if self._gone.is_suggested else [wait, *carry]
        keep = [Row("keep", ("Keep the record of what was played, as a file",))] if self._gone.deal else []
        link = Row("link", ("Follow by the link of the table that goes on",))
        return [*order, link, *keep, Row("leave", ("Leave the table",))]

    def on_session_news(self, message: SessionNews) -> None:
        """Whoever has found a host needs no answer."""
        from net.news import CarriedOn, HostGone, LinkClosed, LinkUp

        if isinstance(message.news, HostGone):
            self._gone = message.news
            self.query_one(Page).show(self.blocks())
            self.query_one(RowList).show(self.rows())
        if isinstance(message.news, CarriedOn | LinkClosed | LinkUp) and self.is_current:
            self.dismiss("")


def gone_blocks(gone: HostGone) -> list[Block]:
    """What is said of a host that is gone."""
    blocks = [Block(_what_happened(gone))]
    if gone.is_lost:
        blocks.append(Block(gone.why_not, gap=1))
        blocks.append(Block("So nothing of this match can be gone on with elsewhere. The host may come back.", gap=1))
        return blocks
    if gone.deal:
        blocks.append(
            Block(
                f"The match can go on at another player's machine from the end of deal {gone.deal}, with all seats and "
                "scores; the deal under way is void, for only the lost host knows its cards.",
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
        blocks.append(Block(f"It is best that {gone.suggested} goes on, whose seat comes first.", gap=1))
    is_asked = gone.is_alone or gone.by_link or bool(gone.now_at)
    blocks.append(Block(_how_to_follow(gone), "turn" if is_asked else "felt", gap=1))
    blocks.append(Block("Whoever goes on signs for it, and your program checks that it is this match.", "faint", gap=1))
    return blocks


def _what_happened(gone: HostGone) -> str:
    if gone.now_at:
        return f"The table has gone to {gone.now_at}'s machine, which does not answer here. It is tried again."
    return "The host does not answer any more; it is tried again."


def _how_to_follow(gone: HostGone) -> str:
    """How one comes to the table that goes on, and what is left to do if there is none."""
    if gone.now_at:
        return f"Ask {gone.now_at} for the table's link (u, People, shows it there) and follow by that."
    if gone.by_link and gone.is_suggested and gone.can_carry:
        return "The table is in no list, so the others come by its link. You are shown it when you go on."
    if gone.by_link:
        return (
            "The table is in no list, so nobody is found: ask whoever goes on for the link (u, People, shows it there)."
        )
    if gone.is_alone:
        keep = "; else keep the record" if gone.deal else ""
        return f"Nobody who goes on was found. Ask the others for a link (u, People, shows it){keep}."
    return "When somebody else goes on, you come along by yourself, or by the link that is shown there."
