"""One login: a channel to a client's terminal, and the app that is shown there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import asyncssh
from textual._xterm_parser import XTermParser

from net.environment import serve_guest
from net.problems import StoreProblem
from net.wire.sanitize import clean_line

from ...config.settings import Settings, read_settings, settings_path
from ...config.terminal import NoTerminal, Terminal, judge_terminal
from ...fault_report import explain_fault
from ...problems import Problem
from ...session.saved_seat import SavedSeat
from .app import DoorApp
from .by_lines import LineVisit
from .depth import painter
from .guard import FewVariables
from .order import LARGEST
from .people import NoRoom, Person

if TYPE_CHECKING:
    from .driver import SshDriver
    from .sessions import Sessions

_USUAL_SIZE: Final = (80, 24)
_UNSENT_BYTES: Final = 32 * 1024
_TOLD: Final = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""What is read of the client's environment."""
_LONGEST_TOLD: Final = 64
_START_S: Final = 5.0
"""How long others wait for the first picture of one who starts."""
_LOOK_S: Final = 3.0
"""How long a guest waits at most for the first picture, because a table may keep a seat for them."""
_MOST_EARLY: Final = 1024
_SENTENCE_CELLS: Final = 200
_NO_SHELL: Final = "This is a card room: it runs no commands. Use: ssh -p PORT NAME@HOST"
_NO_FILES: Final = "This is a card room: it transfers no files."
_BY_LINES: Final = "so you play by lines."
_MOST_UNREAD: Final = 256 * 1024
"""Bytes of lines that a client has not read. No line can be left out, as a picture can, so more disconnect it."""


class Session(asyncssh.SSHServerSession[bytes]):
    """A session of a client, from its request to its end.

    refusal: why it is refused, "" for no reason. early: what was typed before there was an app. on_start: called when
    it has all that it needs. on_end: called when nothing more is to come.
    """

    def __init__(
        self, door: Sessions, person: Person, on_start: Callable[[], None], on_end: Callable[[], None]
    ) -> None:
        self._door = door
        self._on_start = on_start
        self._on_end = on_end
        self._person = person
        self.refusal = ""
        self.early = bytearray()
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._has_terminal = False
        self._size = _USUAL_SIZE
        self._paint = painter("truecolor")
        self._app: DoorApp | None = None
        self._visit: LineVisit | None = None
        self._running: asyncio.Task[None] | None = None
        self._looking: asyncio.Timeout | None = None
        self._parting = ""
        self._is_held = self._has_hung_up = False
        self._is_window_full = self._is_line_full = False

    # What a client may ask for.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=_UNSENT_BYTES, low=0)
        inner: Any = chan
        inner._env = FewVariables(_TOLD, _LONGEST_TOLD)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        self._has_terminal = True
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self.refusal = _NO_SHELL
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self.refusal = _NO_FILES
        return True

    def session_started(self) -> None:
        self._on_start()
        if self.refusal:
            self._end_with(self.refusal, 1)
            return
        environment = self._environment()
        encoding = _encoding(environment)
        try:
            terminal = judge_terminal(environment, encoding, windows=False)
        except NoTerminal:
            self._speak(encoding, f"Your terminal (TERM=dumb) cannot show a screen, {_BY_LINES}")
            return
        if not self._has_terminal:
            self._speak(encoding, f"You have no terminal here, {_BY_LINES}")
            return
        self._paint = painter(terminal.colours)
        self._running = self._door.run(self._play(replace(terminal, remote=True)))

    def _environment(self) -> dict[str, str]:
        assert self._channel is not None
        return {**self._channel.get_environment(), "TERM": self._channel.get_terminal_type() or ""}

    # What happens then.

    async def _play(self, terminal: Terminal) -> None:
        """Run the app."""
        async with self._visiting():
            settings = await self._settle_in()
            seats = await self._look_for_seats()
            async with self._door.starting:
                if self._channel is None or self._has_hung_up:
                    self._end_with("", 1)
                    return
                app = self._app = DoorApp(settings, terminal, self, seats, self._greeting())
                size = self._drawn_size()
                running = asyncio.create_task(app.run_async(mouse=settings.mouse != "off", size=size))
                opened = asyncio.create_task(app.is_open.wait())
                await asyncio.wait((running, opened), timeout=_START_S, return_when=asyncio.FIRST_COMPLETED)
                opened.cancel()
                self._take_size()  # the size may have changed since the app was made
            await running
            self._end_with(app.parting or self._farewell(), app.return_code or 0)

    def _speak(self, encoding: str, why: str) -> None:
        """Play by lines. The visit exists at once, because what is typed and the end of it may come at once."""
        visit = self._visit = LineVisit(self, has_terminal=self._has_terminal)

        async def run() -> None:
            async with self._visiting():
                await visit.run(await self._settle_in(), encoding, why, self._code_words())
                self._end_with(self._parting or self._farewell(), 0)

        self._running = self._door.run(run())

    @asynccontextmanager
    async def _visiting(self) -> AsyncIterator[None]:
        """While a person is here. This is a task of its own: all that it does and starts is done for this person."""
        try:
            yield
        except (NoRoom, Problem, StoreProblem, OSError) as problem:
            self._end_with(str(problem), 1)
        except Exception as fault:  # noqa: BLE001 - a bug is a sentence for this guest, and nothing for the others
            self._end_with(explain_fault(fault), 1)
        finally:
            self._app = self._visit = None
            XTermParser._parse_extended_key.cache_clear()  # it keeps every parser that has read a function key
            self._door.forget(self)

    async def _look_for_seats(self) -> SavedSeat:
        """The seats that are kept for this person, before anything is shown. Nothing if that takes long, or if they
        press a key: the menu offers the seats later."""
        seats = SavedSeat()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_S) as self._looking:
                await seats.find()
        self._looking = None
        return seats

    async def _settle_in(self) -> Settings:
        """Serve this person from now on; their settings. Raises NoRoom, StoreProblem, OSError."""
        serve_guest(await asyncio.to_thread(self._door.people.settle_in, self._person))
        return await asyncio.to_thread(_settings_of, self._person)

    def _code_words(self) -> str:
        """The code of a new person, "" for others."""
        code, name = self._person.new_code, self._person.name
        if not code:
            return ""
        return f"Your code is {code}. When you next log in as {name}, enter this code to get your seat back."

    def _greeting(self) -> str:
        if words := self._code_words():
            return words
        columns, rows = self._size
        if columns > LARGEST[0] or rows > LARGEST[1]:
            return f"Your window is larger than {LARGEST[0]}x{LARGEST[1]}, so its edges stay empty."
        return ""

    def _farewell(self) -> str:
        code = self._person.new_code
        return f"Your code as {self._person.name}: {code}" if code else ""

    def close(self, sentence: str) -> None:
        """End the session with a sentence, because the door closes."""
        if self._app is not None:
            self._app.parting = sentence
            self._app.exit()
        elif self._visit is not None:
            self._parting = sentence
            self._visit.end()
        else:
            self._end_with(sentence, 1)

    def _end_with(self, sentence: str, code: int) -> None:
        """End the session with a sentence below the picture, "" for none."""
        channel, self._channel = self._channel, None
        if channel is None:
            return
        if sentence:
            with suppress(BrokenPipeError):
                channel.write_stderr(f"khanhoo: {clean_line(sentence, _SENTENCE_CELLS)}\r\n".encode())
        channel.exit(code)
        self._on_end()

    # The line.

    def send(self, text: str) -> None:
        if self._channel is not None:
            with suppress(BrokenPipeError):  # the client has just closed the channel, and we are told in a moment
                self._channel.write(self._paint(text).encode("utf-8", "replace"))
            if self._visit is not None and self._channel.get_write_buffer_size() > _MOST_UNREAD:
                self._channel.abort()

    def hold(self, is_held: bool) -> None:
        if self._channel is None or is_held == self._is_held:
            return
        self._is_held = is_held
        if is_held:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    @property
    def is_stalled(self) -> bool:
        return self._is_window_full or self._is_line_full

    def pause_writing(self) -> None:
        self._is_window_full = True

    def resume_writing(self) -> None:
        self._is_window_full = False
        self._go_on_drawing()

    def line_stalls(self, is_full: bool) -> None:
        """The system takes no more bytes for the client, or takes them again."""
        self._is_line_full = is_full
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        if self._driver is not None and not self.is_stalled:
            self._driver.resume()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._driver is not None and self._driver.is_on:
            self._driver.take_in(data)
        elif self._visit is not None:
            self._visit.take_in(data)
        else:
            self.early += data[: _MOST_EARLY - len(self.early)]
            if self._looking is not None:
                self._looking.reschedule(0)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        self._take_size()

    def _take_size(self) -> None:
        if self._driver is not None:
            self._driver.resize(*self._drawn_size())

    def eof_received(self) -> bool:
        """Nothing more will be typed: the same as a line that drops, but what is shown can still be tidied up."""
        self._hang_up()
        return True

    def _hang_up(self) -> None:
        self._has_hung_up = True
        if self._app is not None:
            self._app.exit()
        elif self._visit is not None:
            self._visit.end()
        elif self._running is not None:
            self._running.cancel()  # it has not shown anything yet
            self._end_with("", 1)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._channel is not None:
            self._channel = None
            self._on_end()
        self._hang_up()
        self._door.forget(self)

    @property
    def _driver(self) -> SshDriver | None:
        return self._app.driver if self._app is not None else None

    def _drawn_size(self) -> tuple[int, int]:
        columns, rows = self._size
        if columns <= 0 or rows <= 0:
            columns, rows = _USUAL_SIZE
        return min(columns, LARGEST[0]), min(rows, LARGEST[1])


def _settings_of(person: Person) -> Settings:
    """The settings of a guest, who goes by the login name until they choose another."""
    settings, _ = read_settings(settings_path())
    return settings if settings.name else settings.with_(name=person.name)


def _encoding(environment: Mapping[str, str]) -> str:
    """How the client's terminal writes signs, by its locale; most say nothing, and write UTF-8."""
    told = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "UTF-8")
    return "utf-8" if "utf" in told.lower() else "ascii"
