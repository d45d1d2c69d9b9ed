"""What every screen of the card room has: a title row, a line to type into, a line of news, the keys, and a
way back.
"""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.messages import SessionNews
from ..widgets.title_bar import NoticeLine, Severity, TitleBar
from ..widgets.too_small import TooSmall
from .shell import PlaceScreen, focus_first, place_of

BACK = KeyHint("escape", "back", keep=True)
HELP = KeyHint("question_mark", "help", keep=True)


class AskLine(Horizontal):
    """One row in which something can be typed: a name, an address, a search. Away until it is needed."""

    DEFAULT_CSS = """
    AskLine { height: 1; width: 1fr; display: none; }
    AskLine Static { width: auto; padding: 0 1; text-style: bold; }
    AskLine Input { width: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[str | None] | None = None
        self._held: Widget | None = None

    def compose(self) -> ComposeResult:
        """A label and an input that does not blink."""
        yield Static("", markup=False)
        field = Input(compact=True, select_on_focus=False)
        field.cursor_blink = False
        field.can_focus = False
        yield field

    @property
    def is_open(self) -> bool:
        return self._answer is not None and not self._answer.done()

    async def ask(self, label: str, value: str, most: int, placeholder: str) -> str | None:
        """What was typed, or None for Escape. Another question takes the place of an open one."""
        self.answer(None)
        self._answer = asyncio.get_running_loop().create_future()
        held = self.screen.focused
        self.query_one(Static).update(label)
        field = self.query_one(Input)
        field.max_length = most
        field.placeholder = placeholder
        field.value = value
        field.cursor_position = len(value)
        field.can_focus = True
        self.display = True
        field.focus()
        self._held = held
        return await self._answer

    def answer(self, text: str | None) -> None:
        """End the open question. The keys go back at once, so that the next one is not typed into a dead line."""
        if self._answer is None or self._answer.done():
            return
        self._answer.set_result(text)
        self.display = False
        self.query_one(Input).can_focus = False
        held, self._held = self._held, None
        if self.is_attached and held is not None and held.is_attached:
            self.screen.set_focus(held)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        event.stop()
        self.answer(event.value.strip())

    def on_unmount(self) -> None:
        if self._answer is not None:
            self._answer.cancel()


class RoomScreen(PlaceScreen):
    """A screen of the card room. Subclasses give `body`, the class variables, and bindings for their keys."""

    WORDS: ClassVar[str] = ""
    """Its title."""
    KEYS: ClassVar[tuple[KeyHint, ...]] = (BACK, HELP)
    HELP_TEXT: ClassVar[str] = ""
    """What the screen is for and what its keys do; paragraphs apart by an empty line."""
    LEAST: ClassVar[tuple[int, int]] = (60, 20)
    BINDINGS = [
        Binding("escape", "back", "back", show=False, id="room.back"),
        Binding("question_mark,f1", "help", "help", show=False, id="room.help"),
    ]

    def compose(self) -> ComposeResult:
        """The frame, and the subclass's body in it."""
        yield TooSmall("card room", self.LEAST)
        yield TitleBar(self.WORDS, self.title_note())
        yield KeyBar(*self.KEYS)
        yield from self.body()
        yield AskLine()
        yield NoticeLine()

    def on_mount(self) -> None:
        focus_first(self)

    def body(self) -> Iterable[Widget]:
        """The widgets between title and keys."""
        return ()

    def title_note(self) -> str:
        """The text at the right end of the title row."""
        return ""

    def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        """Show a notice above the keys: once the screen is mounted, and not at all while it is being removed. about: by
        which `is_told` and `drop_notice` find it.
        """
        lines = self.query(NoticeLine)
        if lines:
            self.say_in(lines.first(), sentence, severity, about)
        elif sentence and not self.is_mounted:
            self.call_later(self.tell, sentence, severity, about)

    def is_told(self, about: str) -> bool:
        """Whether the notice above the keys is about this."""
        return any(line.about == about for line in self.query(NoticeLine))

    def drop_notice(self, about: str) -> None:
        """Take away the notice above the keys if it is about this."""
        if self.is_told(about):
            self.tell("")

    def say_in(self, line: NoticeLine, sentence: str, severity: Severity, about: str) -> None:
        """Say it in the line above the keys, "" for nothing; a screen may make room for it."""
        line.say(sentence, severity, about)

    def on_session_news(self, message: SessionNews) -> None:
        """Tell a player who reads another screen that it is their turn, also where the lobby is still below it."""
        from net.news import Answered, Asked

        stack = list(self.app.screen_stack)
        below = stack[: stack.index(self)] if self in stack else []
        if not any(map(place_of, below)):
            return
        if isinstance(message.news, Asked):
            self.tell("The table is waiting for you. Esc goes back to the table.", "warning", about="the decision")
        elif isinstance(message.news, Answered):
            self.drop_notice("the decision")

    async def ask(self, label: str, value: str = "", *, most: int = 200, placeholder: str = "") -> str | None:
        """Ask for a line of text; None if the player cancels. Call it from a worker."""
        bar = self.query_one(KeyBar)
        held = bar.value
        bar.show((KeyHint("enter", "done", keep=True), KeyHint("escape", "cancel", keep=True)))
        try:
            return await self.query_one(AskLine).ask(label, value, most, placeholder)
        finally:
            if self.is_attached:
                bar.show(held)
                self.app.call_later(self.room.settle)

    @property
    def is_writing(self) -> bool:
        return any(line.is_open for line in self.query(AskLine))

    def action_back(self) -> None:
        line = self.query_one(AskLine)
        if line.is_open:
            line.answer(None)
        else:
            self.leave()

    def leave(self) -> None:
        self.dismiss()

    def action_help(self) -> None:
        self.room.open_screen("help", self.WORDS, self.HELP_TEXT)

    def on_resize(self, event: events.Resize) -> None:
        """Too small a window shows a note in place of a torn screen."""
        wide, high = self.LEAST
        self.set_class(event.size.width < wide or event.size.height < high, "-too-small")

    def on_screen_resume(self) -> None:
        """The session may have news from the time when another screen was on top."""
        self.room.settle()
