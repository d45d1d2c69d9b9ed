"""Small screens: one question, one line to type, or one text to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from ..forms.time_words import span_words
from ..session.invitation import host_words
from ..session.own_tables import deserted_table
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.shell import PassingScreen, Shell, focus_first
from ..table.narration import LogLine
from ..table.widgets.log import TONES, wrapped
from ..widgets.key_bar import SCROLL, KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.packs import FRENCH, Pack
from ..widgets.page import Block, Page, StillPage
from ..widgets.sheet import Line, Sheet, Span
from ..widgets.title_bar import NoticeLine, TitleBar

if TYPE_CHECKING:
    from net.news import News


class AskingScreen(Screen[str | None]):
    """Returns the line as `read` converts it, or None if the player cancels. title: above the line. wanted: a word in
    the empty line. longest: the most characters. yes, no: what Enter and Escape do.
    """

    BINDINGS = [Binding("escape", "refuse", "never mind", show=False, id="asking.refuse")]
    title_words: ClassVar[str]
    wanted: ClassVar[str]
    longest: ClassVar[int]
    typed = ""
    """The text in the line at first."""
    yes: ClassVar[str]
    no: ClassVar[str]

    def blocks(self) -> Sequence[Block]:
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """The answer for what was typed. Raises ValueError with a sentence if it is wrong."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield TitleBar(self.title_words)
        yield StillPage(self.blocks())
        field = Input(self.typed, compact=True, max_length=self.longest, placeholder=self.wanted)
        field.cursor_blink = False
        yield field
        yield NoticeLine()
        yield KeyBar(KeyHint("enter", self.yes, keep=True), KeyHint("escape", self.no, keep=True))

    def on_mount(self) -> None:
        focus_first(self)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self.read(event.value))
        except ValueError as error:
            self.query_one(NoticeLine).say(str(error), "warning")

    def action_refuse(self) -> None:
        self.dismiss(None)


class CodeScreen(AskingScreen):
    """Returns the code as typed, or None if the player does not join. address: of the table. problem: the table's
    sentence: it wants a code, or the last one was wrong, and how many tries are left. title: of the table, "" if
    unknown. typed: the last code.
    """

    title_words = "A private table"
    wanted = "join code"
    longest = 24
    yes, no = "join", "do not join"

    def __init__(self, address: str, problem: str, title: str = "", typed: str = "") -> None:
        super().__init__()
        self._address, self._problem, self._title, self.typed = address, problem, title, typed

    def blocks(self) -> Sequence[Block]:
        return (
            Block(self._problem, "turn"),
            Block(f"{self._title}  {self._address}".strip(), "strong", 14, "The table:", "faint", gap=1),
            Block(
                "The owner of the table sees the join code in the lobby: six letters and digits, such as K7M-4XR. You "
                "may type small letters and leave out the dash. The code is never sent over the network.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        from net.crypto.join_code import read_code

        return read_code(typed)


class LinkScreen(AskingScreen, PassingScreen[str | None]):
    """Returns the link as typed, or None."""

    title_words = "Follow a link"
    wanted = "khanhoo://..."
    longest = 400
    yes, no = "follow", "cancel"

    def blocks(self) -> Sequence[Block]:
        return (
            Block(
                "Ask the player who took over as the host for the new table's link. To see the link, the new host "
                "presses u and selects “How others join”."
            ),
            Block(
                "The link begins with khanhoo:// and contains the key of the new host. The player who hosts the "
                "new table has signed a proof that this table continues the match. Before you join, your program "
                "checks this proof.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        from net.wire.address import parse_address

        parse_address(typed)
        return typed

    def ends_with(self, news: News) -> bool:
        """A found host needs no link."""
        from net.news import CarriedOn, LinkClosed, LinkUp

        return isinstance(news, CarriedOn | LinkClosed | LinkUp)


class ChoosingScreen(Screen[str]):
    """Returns the id of the chosen row. The first row is the safe or suggested answer. title_words: the title. escaped:
    the answer of Escape. keys: further keys after Enter. rows_above: the rows come before the text.
    """

    BINDINGS = [Binding("escape", "answer", "never mind", show=False, id="choosing.escape")]
    title_words: str
    escaped: ClassVar[str]
    keys: ClassVar[tuple[KeyHint, ...]]
    rows_above: ClassVar[bool] = False

    def blocks(self) -> list[Block]:
        raise NotImplementedError

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield TitleBar(self.title_words)
        parts = StillPage(self.blocks()), RowList((0,), self.rows(), marks_first=True)
        yield from reversed(parts) if self.rows_above else parts
        yield KeyBar(KeyHint("enter", "choose", keep=True), *self.keys)

    def on_mount(self) -> None:
        focus_first(self)

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row_id)

    def action_answer(self, answer: str = "") -> None:
        """Close with the answer of the key, or with the answer of Escape if the key has none."""
        self.dismiss(answer or self.escaped)


class LeavingScreen(ChoosingScreen):
    """Answers "later", "good", or "stay"."""

    title_words = "Leave the table?"
    escaped = "stay"
    rows_above = True
    keys = (
        KeyHint("l", "leave for now", keep=True),
        KeyHint("f", "for good"),
        KeyHint("escape", "stay", keep=True),
    )
    BINDINGS = [
        Binding("l", "answer('later')", "later", show=False, priority=True, id="leaving.later"),
        Binding("f", "answer('good')", "for good", show=False, id="leaving.good"),
    ]

    def rows(self) -> list[Row]:
        return [
            Row("stay", ("Stay",)),
            Row("later", ("Leave for now: your seat is kept",)),
            Row("good", ("Leave for good: give up your seat",)),
        ]

    def blocks(self) -> list[Block]:
        session = cast(Shell, self.app).tables.session
        info = session.info if session is not None else None
        if session is None or info is None:
            return [Block("", "faint")]
        told = "While you are away, the table waits when it is your turn."
        if info.away_policy == "bot":
            told = "While you are away, a bot plays for you. The bot sees only what you see, and stops when you return."
        elif info.away_policy == "pause":
            told = f"While you are away, the table waits up to {span_words(info.away_s)} when it is your turn."
        blocks = [Block(f'To come back, choose "Go on" in the menu. {told}', "faint")]
        if not deserted_table(session):
            from net.host.config import IDLE_MINUTES

            told = f"If everybody leaves for good, the table ends by itself, usually after {IDLE_MINUTES} minutes."
            blocks.append(Block(told, "faint"))
        return blocks


class OtherHostScreen(ChoosingScreen):
    """Returns "trust" or "refuse" for the new key. No single key press trusts it: the player must choose a row.
    address: of the host. known, found: the words of the known key, and of the key that answers.
    """

    title_words = "The host's key has changed"
    escaped = "refuse"
    keys = (KeyHint("escape", "do not join", keep=True),)

    def __init__(self, address: str, known: str, found: str) -> None:
        super().__init__()
        self._address, self._known, self._found = address, known, found

    def rows(self) -> list[Row]:
        return [Row("refuse", ("Do not join",)), Row("trust", ("Trust the new key",))]

    def blocks(self) -> list[Block]:
        return [
            Block(f"The host at {self._address} has a different key than before."),
            Block(self._known, "strong", 14, "It was:", "faint", gap=1),
            Block(self._found, "strong", 14, "It is now:", "faint"),
            Block(
                "Your connection may be intercepted. But perhaps this address now belongs to another machine, or the "
                "host was installed again.",
                gap=1,
            ),
            Block(
                "Ask the host, for example by phone, which four words the lobby shows. Trust the new key only if the "
                f"host reads out these words: {self._found}.",
                gap=1,
            ),
        ]


class TakingOverScreen(ChoosingScreen, PassingScreen[str]):
    """Returns "yes" or "no": whether this machine hosts the table from now on; "" if nobody asks any more. name: of the
    player who asks.
    """

    title_words = "Host the table?"
    escaped = "no"
    answer_if_ended = ""
    keys = (KeyHint("escape", "no", keep=True),)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def rows(self) -> list[Row]:
        return [Row("yes", ("Host the table here",)), Row("no", ("Do not host it here",))]

    def blocks(self) -> list[Block]:
        return [
            Block(f"{self._name} asks you to host this table from now on."),
            Block(
                "The match continues on this machine with the same seats and scores, and everybody moves here "
                "automatically. Keep the machine on until the match is over. The table waits for your answer.",
                gap=1,
            ),
        ]

    def ends_with(self, news: News) -> bool:
        """The host asks no longer, or is lost, and then another question comes."""
        from net.news import HandedOver, LinkLost

        return isinstance(news, LinkLost) or (isinstance(news, HandedOver) and not news.name)


class InviteScreen(PassingScreen[None], RoomScreen):
    """Shows join links, as long as they lead to the table. lead: the text above them. notice: a warning below them."""

    WORDS = "How others join"
    KEYS = (KeyHint("enter", "done", keep=True), BACK, HELP)
    HELP_TEXT = (
        "A join link contains the address of the host's machine, the table, and the first part of the host's key. "
        "With this part, a player's program checks that it reaches the right host. All players need the link if the "
        "list of tables does not show the table. Players on another network always need the link, and they must be "
        "able to reach this machine.\n\nPlayers enter the link with `khanhoo join LINK`. Or they press f in the menu, "
        "then a, and enter the link there. If players of this match lost the connection, their screen says that the "
        "host is gone. They can enter the link on that screen. Their seats and scores are kept."
    )
    BINDINGS = [Binding("enter,q", "back", "done", show=False, id="invite.back")]

    def __init__(self, links: Sequence[str], lead: str, notice: str = "") -> None:
        super().__init__()
        self._links, self._lead, self._notice = links, lead, notice

    def body(self) -> Iterable[Widget]:
        blocks = [Block(self._lead, "strong"), *(Block(link, gap=int(not at)) for at, link in enumerate(self._links))]
        words = host_words(self.room.tables.session) if self.room.tables.session is not None else ""
        if words:
            blocks.append(Block(words, "felt", 14, "Host's words:", "faint", gap=1))
        if self._notice:
            blocks.append(Block(self._notice, "turn", gap=1))
        yield Page(blocks)

    def ends_with(self, news: News) -> bool:
        from net.news import CarriedOn, HostGone

        return isinstance(news, CarriedOn | HostGone)


class HelpScreen(RoomScreen):
    """Paragraphs of text. lesson: of the game that it is about, as the list of lessons takes it; "" for none."""

    WORDS = "Help"
    KEYS = (SCROLL, BACK)
    BINDINGS = [
        Binding("question_mark,f1,q,enter", "back", "back", show=False, id="help.back"),
        Binding("t", "learn", "learn", show=False, id="help.learn"),
    ]
    LEAST = (30, 8)

    def __init__(self, title: str, text: str, lesson: str = "") -> None:
        super().__init__()
        self._title, self._text, self._lesson = title, text, lesson

    def on_mount(self) -> None:
        if self._lesson:
            self.query_one(KeyBar).show((*self.KEYS, KeyHint("t", "learn this game", keep=True)))

    def action_learn(self) -> None:
        if self._lesson:
            self.room.open_screen("learn", self._lesson)

    def body(self) -> Iterable[Widget]:
        yield Page([Block(self._title, "turn"), *(Block(part, gap=1) for part in self._text.split("\n\n"))])


class LogScreen(RoomScreen):
    """The log, open at its end, and below it who discarded what in this deal."""

    WORDS = "Log"
    KEYS = (SCROLL, KeyHint("home", "beginning"), BACK, HELP)
    HELP_TEXT = (
        "The log shows everything that happened at this table. The latest event is at the bottom. Below the log you "
        "see each player's discards in this deal. If another player took a discard, you see who. Arrows, Space and the "
        "page keys scroll. Esc goes back."
    )
    BINDINGS = [Binding("q,enter", "back", "back", show=False, id="log.back")]

    def __init__(self, lines: Sequence[LogLine], pack: Pack = FRENCH, discards: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.pack = pack
        self._log_lines, self._discards = tuple(lines), tuple(discards)

    def body(self) -> Iterable[Widget]:
        yield Sheet(at_end=True)

    def on_mount(self) -> None:
        width = max(20, self.app.size.width - 4)
        self.query_one(Sheet).show([*_lines(self._log_lines, width), *_discard_lines(self._discards, width)])


def _lines(log: Sequence[LogLine], width: int) -> Iterable[Line]:
    for line in log:
        for part in wrapped(line.text, width):
            yield (Span(part, 1, TONES.get(line.tone, "felt")),)


def _discard_lines(discards: Sequence[tuple[str, str]], width: int) -> Iterable[Line]:
    if discards:
        yield ()
        yield (Span("Discards of this deal", 1, "strong"),)
    for name, cards in discards:
        for part in wrapped(f"{name}: {cards}", width):
            yield (Span(part, 1),)
