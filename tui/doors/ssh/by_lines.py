"""The card room by lines, for a client without a terminal, or whose terminal cannot show a screen."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from ...plain.lines import MOST, Lines
from ...plain.visit import PlainVisit
from ...plain.voice import voice_for
from ...session.routes import ToMenu

if TYPE_CHECKING:
    from ...config.settings import Settings

_SPECIAL_KEYS: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O[ -~]?|[^\x00-\x1f\x7f])?")
"""Arrows, function keys and Escape. A control character is never a part of one, so Ctrl-C always works."""
_BEGUN_KEY: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
_LONGEST: Final = 1000


class ClientText(Protocol):
    """The connection by text to a client."""

    def send(self, text: str) -> None:
        """Send text to the client, if there is one."""

    def hold(self, is_held: bool) -> None:
        """Stop or go on taking in what is typed."""


class LineVisit:
    """A visit of a person who logged in. has_terminal: keys come one by one and are not shown where they are typed."""

    def __init__(self, client: ClientText, *, has_terminal: bool) -> None:
        self._client = client
        self._lines: Lines = _HeldLines(self._wake, client)
        self._heard: Callable[[], None] = lambda: None
        self._typing = _Typing(client) if has_terminal else None
        self._stream = _Stream(client, "\r\n" if has_terminal else "\n")

    async def run(self, settings: Settings, encoding: str, *sentences: str) -> None:
        """Say sentences, and then the list of games. Raises Problem."""
        voice = voice_for(settings, encoding, self._stream)
        voice.say(*sentences)
        await PlainVisit(settings, voice, self._open_lines).go(ToMenu())

    def take_in(self, data: bytes) -> None:
        """Something was typed."""
        if self._typing is not None:
            data, has_ended = self._typing.take_in(data)
            if has_ended:
                self.end()
                return
        for line in self._lines.completed(data):
            self._lines.add(line)

    def end(self) -> None:
        """Nothing more is typed: the person leaves, and the seat is kept."""
        self._lines.end()

    def _open_lines(self, wake: Callable[[], None]) -> Lines:
        self._heard = wake
        return self._lines

    def _wake(self) -> None:
        self._heard()


class _HeldLines(Lines):
    """Lines of a client, who waits while many are unread."""

    def __init__(self, wake: Callable[[], None], client: ClientText) -> None:
        super().__init__(wake, is_typed=True)
        self._client = client

    def add(self, line: str) -> None:
        self._client.hold(len(self._read) >= MOST)
        super().add(line)

    def take(self) -> str:
        self._client.hold(len(self._read) > MOST)
        return super().take()


class _Stream:
    """A stream whose text goes to the client."""

    def __init__(self, client: ClientText, line_end: str) -> None:
        self._client, self._line_end = client, line_end

    def write(self, text: str) -> None:
        self._client.send(text.replace("\n", self._line_end))

    def flush(self) -> None:
        """Do nothing: each text is sent at once."""


class _Typing:
    """Echoes what is typed, and obeys Backspace: the client of a person with a terminal does neither."""

    def __init__(self, client: ClientText) -> None:
        self._client = client
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._begun = self._begun_key = ""

    def take_in(self, data: bytes) -> tuple[bytes, bool]:
        """The lines that are complete now, and whether the person wants to leave."""
        complete, shown = "", ""
        for character in self._without_special_keys(self._decode(data)):
            if character in "\x03\x04":  # Ctrl-C, Ctrl-D
                return b"", True
            if character in "\r\n":
                complete += f"{self._begun}\n"
                self._begun, shown = "", f"{shown}\r\n"
            elif character in "\b\x7f" and self._begun:
                self._begun, shown = self._begun[:-1], f"{shown}\b \b"
            elif character.isprintable() and len(self._begun) < _LONGEST:
                self._begun, shown = f"{self._begun}{character}", f"{shown}{character}"
        self._client.send(shown)
        return complete.encode(), False

    def _without_special_keys(self, text: str) -> str:
        """The text without arrows and the like. A slow line may deliver such a key in pieces."""
        begun = self._begun_key
        if begun != "\x1b" or text.startswith(("[", "O")):  # after Escape alone, any other key is a key of its own
            text = f"{begun}{text}"
        unfinished = _BEGUN_KEY.search(text)
        # Its kind and its last character are enough to find its end, and it may be endless.
        self._begun_key = f"{unfinished[0][:2]}{unfinished[0][2:][-1:]}" if unfinished else ""
        return _SPECIAL_KEYS.sub("", text)
