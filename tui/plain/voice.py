"""What is said: one statement a line, without colours and without moving a cursor."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Literal, Protocol

from engine.api import Game, capital
from net.wire.sanitize import cells_of, clean_lines

from ..config.terminal import speaks_utf8
from ..forms.rulebooks import as_shown
from ..output import OutputProblem, drop_output
from ..table.narration import SPEECH
from ..widgets.glyphs import ASCII, UNICODE, with_pack
from ..widgets.packs import FRENCH, read_pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..config.settings import Settings
    from ..widgets.packs import Script

Verbosity = Literal["brief", "normal", "full"]
LEVELS: Final[tuple[Verbosity, ...]] = ("brief", "normal", "full")

_WIDTH: Final = 72
_ENDS: Final = (".", "!", "?", ":", "…")
_GOES_ON: Final = ","
_SPEECH_GOES_ON: Final = "Chat goes on: "
_SEPARATORS: Final[Mapping[str, str]] = {" · ": ", ", "▸ ": "", "✓ ": "", "✗ ": "", "★": "joker"}
"""Signs that a screen draws between words, and that a voice would read out."""


class Stream(Protocol):
    """Where text is written."""

    def write(self, text: str, /) -> object: ...
    def flush(self) -> object: ...


class Voice:
    """Says statements on a stream.

    verbosity: how much is said. ascii: in ASCII signs alone. script: how cards with signs of their own are written.
    """

    def __init__(
        self,
        stream: Stream | None = None,
        *,
        verbosity: Verbosity = "normal",
        ascii: bool = False,  # noqa: A002
        script: Script = "latin",
    ) -> None:
        self._stream = stream
        self._script, self._ascii = script, ascii
        self._glyphs = ASCII if ascii else UNICODE
        self._game: Game | None = None
        self.verbosity: Verbosity = verbosity

    def speak_of(self, game: Game) -> None:
        """From now on the cards are those of this game."""
        self._game = game
        pack, glyphs = read_pack(game), ASCII if self._ascii else UNICODE
        self._glyphs = glyphs if pack is FRENCH else with_pack(glyphs, pack, self._script)

    def say(self, *statements: str) -> None:
        """Say statements, each in a line of its own; one without words is left out. Raises as _write does."""
        texts = [text for statement in statements if (text := self.written(statement))]
        told = (f"{capital(text)}{'' if text.endswith(_ENDS) else '.'}" for text in texts)
        self._write(line for text in told for line in _marked(text))

    def list(self, *items: str | Sequence[str]) -> None:
        """Say the items of a list, each in a line that begins with blanks. Several short ones stand side by side, in
        as many lines as a narrow terminal needs."""
        lines = [line for item in items for line in ([item] if isinstance(item, str) else self._filled(item))]
        self._write(
            f"  {text}{'' if text.endswith((*_ENDS, _GOES_ON)) else '.'}"
            for line in lines
            if (text := self.written(line))
        )

    def _filled(self, texts: Sequence[str]) -> Iterator[str]:
        line = ""
        for text in map(self.written, texts):
            if line and len(line) + len(text) > _WIDTH:
                yield f"{line}{_GOES_ON}"
                line = text
            else:
                line += f", {text}" if line else text
        yield line

    def explain(self, about: Mapping[str, str]) -> None:
        """Say what can be typed, and what it does."""
        self.say("You can type:" if about else "")
        self.list(*(f"{name}: {what}" for name, what in about.items()))

    def read_out(self, text: str) -> None:
        """Say a text as it is, such as a link or a rule: a line may have no full stop."""
        if self._game is not None:
            text = as_shown(text, self._game, self._script, ascii=self._ascii)
        lines = clean_lines(self._glyphs.plain(text)).splitlines()
        self._write(line for line in lines if line.strip())

    def _write(self, lines: Iterable[str]) -> None:
        """Write lines. Raises BrokenPipeError, and OutputProblem if they cannot be written for another reason."""
        stream, text = self._stream or sys.stdout, "".join(f"{line}\n" for line in lines)
        if not text:
            return
        try:
            stream.write(text)
            stream.flush()
        except OSError as error:
            if self._stream is None:
                drop_output()
            if isinstance(error, BrokenPipeError):
                raise
            raise OutputProblem(f"The output cannot be written: {error.strerror}.") from None

    def written(self, statement: str) -> str:
        """A statement as this voice writes it."""
        text = " ".join(clean_lines(statement).split())
        for sign, word in _SEPARATORS.items():
            text = text.replace(sign, word)
        return self._glyphs.plain(text)

    def says_much(self) -> bool:
        return self.verbosity == "full"

    def says_little(self) -> bool:
        return self.verbosity == "brief"


def _marked(text: str) -> list[str]:
    """The lines of a statement. Each line of what a person said is marked, so that no terminal breaks it where the
    next line would look like one of ours."""
    if not text.startswith(SPEECH):
        return [text]
    width = _WIDTH if cells_of(text) == len(text) else _WIDTH // 2
    return wrap(text, width, subsequent_indent=_SPEECH_GOES_ON)


def voice_for(
    settings: Settings,
    encoding: str,
    stream: Stream | None = None,
    *,
    verbosity: Verbosity = "normal",
    wants_ascii: bool = False,
) -> Voice:
    """The voice that somebody with these settings hears. encoding: of the stream."""
    is_ascii = wants_ascii or settings.glyphs == "ascii" or not speaks_utf8(encoding)
    script: Script = "native" if settings.faces == "native" and not is_ascii else "latin"
    return Voice(stream, verbosity=verbosity, ascii=is_ascii, script=script)
