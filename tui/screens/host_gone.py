"""The host of a match is gone: take over here, or wait until another player does."""

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
    """Returns "carry", "wait", "link", "keep" or "leave"; "" if the question is void because there is a host again."""

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
        carry = [Row("carry", ("Take over: this machine becomes the host",))] if self._gone.can_carry else []
        is_found = not self._gone.by_link
        wait = Row("wait", (f"Wait for the host{', or for another player to take over' if is_found else ''}",))
        order = [*carry, wait] if self._gone.is_suggested else [wait, *carry]
        keep = [Row("keep", ("Save what was played as a replay",))] if self._gone.deal else []
        link = Row("link", ("Another player took over: enter the link",))
        return [*order, link, *keep, Row("leave", ("Leave the table",))]

    def on_session_news(self, message: SessionNews) -> None:
        """A found host answers the question."""
        from net.news import CarriedOn, HostGone, LinkClosed, LinkUp

        if isinstance(message.news, HostGone):
            self._gone = message.news
            self.query_one(Page).show(self.blocks())
            self.query_one(RowList).show(self.rows())
        if isinstance(message.news, CarriedOn | LinkClosed | LinkUp) and self.is_current:
            self.dismiss("")


def gone_blocks(gone: HostGone) -> list[Block]:
    """What happened, and what can be done."""
    blocks = [Block(_what_happened(gone))]
    if gone.is_lost:
        blocks.append(Block(gone.why_not, gap=1))
        blocks.append(Block("So the match cannot continue elsewhere. The host may come back.", gap=1))
        return blocks
    if gone.deal:
        blocks.append(
            Block(
                f"The match can continue on another player's machine from the end of deal {gone.deal}, with all seats "
                "and scores. The current deal is void, because only the lost host knows its cards.",
                gap=1,
            )
        )
    if not gone.can_carry:
        blocks.append(Block(gone.why_not, gap=1))
    elif gone.is_suggested:
        blocks.append(Block("You should take over: yours is the lowest seat still here.", "strong", gap=1))
    elif gone.suggested:
        blocks.append(Block(f"{gone.suggested} should take over: theirs is the lowest seat still here.", gap=1))
    is_asked = gone.is_alone or gone.by_link or bool(gone.now_at)
    blocks.append(Block(_how_to_follow(gone), "turn" if is_asked else "felt", gap=1))
    blocks.append(
        Block("The new host signs the match, and your program checks that it is the same match.", "faint", gap=1)
    )
    return blocks


def _what_happened(gone: HostGone) -> str:
    if gone.now_at:
        return f"The table moved to {gone.now_at}'s machine, which does not answer. Trying again."
    return "The host does not answer. Trying again."


def _how_to_follow(gone: HostGone) -> str:
    """How to reach the new host, and what to do if there is none."""
    if gone.now_at:
        return f"Ask {gone.now_at} for the table's link (under u, How others join), and enter it here."
    if gone.by_link and gone.is_suggested and gone.can_carry:
        return "The table is not listed, so the others need its link. You see the link when you take over."
    if gone.by_link:
        return (
            "The table is not listed, so ask the new host for its link (under u, How others join), and enter it here."
        )
    if gone.is_alone:
        keep = ", or save a replay" if gone.deal else ""
        return f"No new host was found. Ask the others for a link (under u, How others join){keep}."
    return "If another player takes over, you follow automatically, or with the link that they see."
