"""How others come to this table: the links, each in a row of its own, and the words of the host."""

from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.widget import Widget

from ..session.invitation import host_words
from ..widgets.key_bar import KeyHint
from ..widgets.screen import BACK, HELP, RoomScreen
from ..widgets.text import Block, Page


class InviteScreen(RoomScreen):
    """Shows join links. links: to be shown; lead: what is said of them; notice: what is to be known besides."""

    WORDS = "How others join"
    KEYS = (KeyHint("enter", "go on", keep=True), BACK, HELP)
    HELP_TEXT = (
        "A join link names the machine, the table, and the beginning of the host's key, so whoever comes by it knows "
        "that it is this host. It works where the list does not find the table: on another network that can reach this "
        "machine, or when the table is not shown in the list.\n\n"
        "Enter it with `khanhoo join LINK`, or under Join in the menu; whoever played here and lost the way enters it "
        "in the question that was asked when the host was gone. The same seat and scores are there."
    )
    BINDINGS = [Binding("enter,q", "back", "go on", show=False, id="invite.back")]

    def __init__(self, links: Sequence[str], lead: str, notice: str = "") -> None:
        super().__init__()
        self._links, self._lead, self._notice = links, lead, notice

    def body(self) -> Iterable[Widget]:
        """One page."""
        blocks = [Block(self._lead, "strong"), *(Block(link, gap=int(not at)) for at, link in enumerate(self._links))]
        words = host_words(self.room.session) if self.room.session is not None else ""
        if words:
            blocks.append(Block(words, "felt", 14, "Host's words:", "faint", gap=1))
        if self._notice:
            blocks.append(Block(self._notice, "turn", gap=1))
        yield Page(blocks)

    def on_mount(self) -> None:
        """A long list of links can be read to its end."""
        self.query_one(Page).focus()
