"""Small screens: one question, one line to type, or one text to read."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from ..session.invitation import host_words
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.shell import Shell
from ..table.narration import LogLine
from ..table.widgets.log import TONES, wrapped
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.messages import SessionNews
from ..widgets.packs import FRENCH, Pack
from ..widgets.page import Block, Page
from ..widgets.sheet import Line, Sheet, Span
from ..widgets.title_bar import NoticeLine, TitleBar


class AskingScreen(Screen[str | None]):
    """Answers the line as `read` gives it, or None for whoever would rather not say.

    title: over it. wanted: a word in the empty line. longest: signs. yes, no: what enter and escape do.
    """

    BINDINGS = [Binding("escape", "refuse", "never mind", show=False, id="asking.refuse")]
    title_words: ClassVar[str]
    wanted: ClassVar[str]
    longest: ClassVar[int]
    typed = ""
    """What stands in the line from the start."""
    yes: ClassVar[str]
    no: ClassVar[str]

    def blocks(self) -> Sequence[Block]:
        """What the person has to know."""
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """What was typed, as it is answered. Raises ValueError with a sentence for what cannot be."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """What is wanted, and the line for it."""
        yield TitleBar(self.title_words)
        page = Page(list(self.blocks()))
        page.can_focus = False
        yield page
        field = Input(self.typed, compact=True, max_length=self.longest, placeholder=self.wanted)
        field.cursor_blink = False
        yield field
        yield NoticeLine()
        yield KeyBar(KeyHint("enter", self.yes, keep=True), KeyHint("escape", self.no, keep=True))

    def on_mount(self) -> None:
        """There is nothing else to do here."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self.read(event.value))
        except ValueError as error:
            self.query_one(NoticeLine).say(str(error), "warning")

    def action_refuse(self) -> None:
        """Escape is no."""
        self.dismiss(None)


class CodeScreen(AskingScreen):
    """Answers the code as it was typed, or None for whoever would rather not come.

    address: where the table is. problem: what it said, that it wants a code or that the last one was wrong, and how
    many tries are left. title: of the table, "" where it is not known. typed: the code that was tried.
    """

    title_words = "A private table"
    wanted = "the code"
    longest = 24
    yes, no = "join", "do not join"

    def __init__(self, address: str, problem: str, title: str = "", typed: str = "") -> None:
        super().__init__()
        self._address, self._problem, self._title, self.typed = address, problem, title, typed

    def blocks(self) -> Sequence[Block]:
        """Where it is, and where the code is to be had."""
        return (
            Block(self._problem, "turn"),
            Block(f"{self._title}  {self._address}".strip(), "strong", 14, "The table:", "faint", gap=1),
            Block(
                "The host sees the code in the lobby: six letters and digits, such as K7M-4XR. Neither case nor "
                "dash matters. It is proven without being sent: nobody who stands between learns it.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        """A code, however it was written."""
        from net.crypto.join_code import read_code

        return read_code(typed)


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


class LeavingScreen(Screen[str]):
    """Answers "later", "good", or "stay"."""

    BINDINGS = [
        Binding("escape", "answer('stay')", "stay", show=False, id="leaving.stay"),
        Binding("l", "answer('later')", "later", show=False, priority=True, id="leaving.later"),
        Binding("g", "answer('good')", "for good", show=False, id="leaving.good"),
    ]

    def compose(self) -> ComposeResult:
        """Three answers and what each means."""
        yield TitleBar("Leave the table?")
        yield from self._body()
        yield KeyBar(
            KeyHint("enter", "choose", keep=True),
            KeyHint("l", "leave for now", keep=True),
            KeyHint("g", "for good"),
            KeyHint("escape", "stay", keep=True),
        )

    def _body(self) -> Iterable[Widget]:
        yield RowList(
            (0,),
            [
                Row("stay", ("Stay",)),
                Row("later", ("Leave for now: my seat is kept, Go on in the menu brings me back",)),
                Row("good", ("Leave for good: give my seat up",)),
            ],
        )
        page = Page([Block(self._meaning(), "faint")])
        page.can_focus = False
        yield page

    def _meaning(self) -> str:
        session = cast(Shell, self.app).tables.session
        info = session.info if session is not None else None
        if info is None:
            return ""
        if info.away_policy == "bot":
            return "While you are away a bot plays your seat. It knows only what you know, and hands back at your turn."
        if info.away_policy == "pause":
            return f"While you are away the table waits up to {info.away_s} seconds at your turn, then goes on."
        return "While you are away the table waits for you at your turn."

    def on_mount(self) -> None:
        """Stay is the safe answer."""
        self.query_one(RowList).focus()

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id)

    def action_answer(self, answer: str) -> None:
        """One key."""
        self.dismiss(answer)


class OtherHostScreen(Screen[bool]):
    """Answers whether to trust the new key. No single key does: it takes a look at the rows.

    address: where it answers. known, found: the words of the key that was met before, and of the one that answers.
    """

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


class TakingOverScreen(Screen[bool]):
    """Answers whether this machine hosts the table from now on. name: of who asks."""

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
        words = host_words(self.room.tables.session) if self.room.tables.session is not None else ""
        if words:
            blocks.append(Block(words, "felt", 14, "Host's words:", "faint", gap=1))
        if self._notice:
            blocks.append(Block(self._notice, "turn", gap=1))
        yield Page(blocks)

    def on_mount(self) -> None:
        """A long list of links can be read to its end."""
        self.query_one(Page).focus()


class HelpScreen(RoomScreen):
    """Paragraphs of text."""

    WORDS = "Help"
    KEYS = (KeyHint("up,down", "scroll"), BACK)
    BINDINGS = [Binding("question_mark,q,enter", "back", "back", show=False, id="help.back")]
    LEAST = (30, 8)

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def body(self) -> Iterable[Widget]:
        """The text."""
        yield Page([Block(self._title, "turn"), *(Block(part, gap=1) for part in self._text.split("\n\n"))])

    def on_mount(self) -> None:
        """Keys scroll."""
        self.query_one(Page).focus()


class LogScreen(RoomScreen):
    """The log, open at its end."""

    WORDS = "Log"
    KEYS = (KeyHint("up,down", "scroll"), KeyHint("home", "beginning"), BACK, HELP)
    HELP_TEXT = (
        "What happened at this table, the latest below. Arrows, Space and the page keys scroll; Escape goes back."
    )
    BINDINGS = [Binding("q,enter", "back", "back", show=False, id="log.back")]

    def __init__(self, lines: Sequence[LogLine], pack: Pack = FRENCH) -> None:
        super().__init__()
        self.pack = pack
        self._log_lines = tuple(lines)

    def body(self) -> Iterable[Widget]:
        """The lines."""
        yield Sheet(at_end=True)

    def on_mount(self) -> None:
        """Wrap the lines to the window; keys scroll."""
        sheet = self.query_one(Sheet)
        width = max(20, self.app.size.width - 4)
        sheet.show(_lines(self._log_lines, width))
        sheet.focus()


def _lines(log: Sequence[LogLine], width: int) -> Iterable[Line]:
    for line in log:
        for part in wrapped(line.text, width):
            yield (Span(part, 1, TONES.get(line.tone, "felt")),)
