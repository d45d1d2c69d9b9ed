"""The link of a table that goes on with a match whose host is gone: a line to type or paste it into."""

from collections.abc import Sequence

from ..widgets.messages import SessionNews
from ..widgets.text import Block
from .asking import AskingScreen


class LinkScreen(AskingScreen):
    """Answers the link as it was typed, or None for none."""

    title_words = "Follow by a link"
    wanted = "khanhoo://..."
    longest = 400
    yes, no = "follow", "never mind"

    def blocks(self) -> Sequence[Block]:
        """Where the link is to be had, and what is checked."""
        return (
            Block("Whoever goes on with this match sees the table's link under u, How others join."),
            Block(
                "It begins with khanhoo:// and names the key of the new host. Your program checks that it is this "
                "very match, signed for by one of its players, before it goes there.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        """A link that can be followed."""
        from net.wire.address import parse_address

        parse_address(typed)
        return typed

    def on_session_news(self, message: SessionNews) -> None:
        """Whoever has found a host needs no link."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        if isinstance(message.news, CarriedOn | LinkClosed | LinkUp) and self.is_current:
            self.dismiss(None)
