"""Fewer bytes for the same picture: what is written to a terminal changes only what differs from the style before.

Textual writes the whole style before each piece of a row, and resets it after the piece. In true colour, these bytes
are twice as many as those of the text. Textual also draws a new screen several times while it lays the screen out. Both
would be slow on a slow connection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

_SGR: Final = re.compile(r"\x1b\[([0-9;]*)m")
_MOVE: Final = re.compile(r"\x1b\[([0-9]+);([0-9]+)H")
_SYNC: Final = ("\x1b[?2026h", "\x1b[?2026l")
"""The marks around a picture, for terminals that show it in one go."""
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
_SEEN_ON_BLANKS: Final = frozenset({"4", "7", "9", "21", "53"})
"""Underlined, reversed, struck and the like: with these a blank shows more than its background."""


class _Style(NamedTuple):
    """What a terminal draws with: attributes, and the codes of both colours, "39" and "49" for its own."""

    attributes: frozenset[str] = frozenset()
    fore: str = "39"
    back: str = "49"


_PLAIN: Final = _Style()


@lru_cache(maxsize=4096)
def _after(style: _Style, codes: str) -> _Style:
    """The style after a sequence of codes."""
    attributes, fore, back = set(style.attributes), style.fore, style.back
    parts = (codes or "0").split(";")
    while parts:
        code = parts.pop(0) or "0"
        if code in ("38", "48"):
            size = 4 if parts[:1] == ["2"] else 2
            colour = ";".join((code, *parts[:size]))
            parts = parts[size:]
            fore, back = (colour, back) if code == "38" else (fore, colour)
        elif code == "0":
            attributes, fore, back = set(), "39", "49"
        elif code in _OFF.values():
            attributes -= {on for on, off in _OFF.items() if off == code}
        elif len(code) > 1 and code[-2] in "39":
            fore = code
        elif code[-2:-1] == "4" or code.startswith("10"):
            back = code
        else:
            attributes.add(code)
    return _Style(frozenset(attributes), fore, back)


@lru_cache(maxsize=4096)
def _change(old: _Style, new: _Style) -> str:
    """The shortest sequence from one style to another."""
    if old == new:
        return ""
    if new == _PLAIN:
        return "\x1b[0m"
    gone = old.attributes - new.attributes
    if not gone <= _OFF.keys():
        return "\x1b[0m" + _change(_PLAIN, new)
    offs = {_OFF[code] for code in gone}
    ons = {code for code in new.attributes if code not in old.attributes or _OFF.get(code) in offs}
    codes = [*sorted(offs), *sorted(ons)]
    codes += [new.fore] if new.fore != old.fore else []
    codes += [new.back] if new.back != old.back else []
    return f"\x1b[{';'.join(codes)}m"


_Cell = tuple[str, _Style]
_BRIDGE: Final = 4
"""As many unchanged cells are written again rather than skipped: that is as short."""


class Pen:
    """What the terminal shows, cell by cell as far as is known, and in which style it draws now."""

    def __init__(self) -> None:
        self._wanted = self._held = _PLAIN
        self._rows: dict[str, dict[int, _Cell]] = {}
        self._cursor: tuple[str, int] | None = None

    def forget(self) -> None:
        """The terminal may show something else by now: draw all that comes."""
        self._rows.clear()
        self._cursor = None

    def shorten(self, text: str) -> str:
        """The same picture in fewer bytes. Cells that look as they should are left out."""
        if text in _SYNC:
            return text
        head, *runs = _MOVE.split(text)
        written = [self._draw(head)]
        if head:
            self.forget()
        for at in range(0, len(runs), 3):
            row, column, run = runs[at : at + 3]
            if at + 3 < len(runs):
                run = run.removesuffix("\n")  # the next run says where it begins
            if run:
                written.append(self._run(row, column, run))
            elif at + 3 == len(runs) and self._cursor != (row, int(column)):
                self._cursor = (row, int(column))
                written.append(f"\x1b[{row};{column}H")
        written.append(self._take_up(self._wanted))
        return "".join(written)

    def _run(self, row: str, column: str, run: str) -> str:
        """Text that begins at a place."""
        text = _SGR.sub("", run)
        if not text.isprintable():
            self.forget()
        elif cell_len(text) == len(text):
            return self._changes(row, int(column), run)
        self._cursor = None
        self._rows.pop(row, None)  # a wide sign takes two cells, or one in some terminals
        return f"\x1b[{row};{column}H{self._draw(run)}"

    def _changes(self, row: str, column: int, run: str) -> str:
        """What differs of a text in which each sign takes one cell."""
        known = self._rows.get(row)
        if known is None:
            return self._first(row, column, run)
        drawn: list[str] = []
        here = self._cursor[1] if self._cursor is not None and self._cursor[0] == row else 0
        for at, cell in enumerate(self._cells(run), column):
            if known.get(at) == cell:
                continue
            if here != at:
                drawn.append(self._go(known, here, at) if drawn else f"\x1b[{row};{at}H")
            known[at], here = cell, at + 1
            drawn += (self._take_up(self._style_for(*cell)), cell[0])
        if drawn:
            self._cursor = (row, here)
        return "".join(drawn)

    def _first(self, row: str, column: int, run: str) -> str:
        """A text on a row of which nothing is known: all of it is drawn, so its parts need no comparison."""
        drawn = [f"\x1b[{row};{column}H"]
        known: list[_Cell] = []
        for part, style, blank in self._parts(run):
            drawn += (self._take_up(self._style_for(" ", blank) if part.isspace() else style), part)
            known += [(sign, blank if sign == " " else style) for sign in part]
        self._rows[row] = dict(enumerate(known, column))
        self._cursor = (row, column + len(known))
        return "".join(drawn)

    def _go(self, known: dict[int, _Cell], here: int, there: int) -> str:
        """Move the cursor over cells that stay as they are."""
        between = [known[at] for at in range(here, there)]
        if len(between) <= _BRIDGE and all(self._style_for(*cell) == self._held for cell in between):
            return "".join(sign for sign, _ in between)
        return f"\x1b[{there - here}C"

    def _cells(self, run: str) -> list[_Cell]:
        """The cells of a text as they can be seen: of a blank, only the background."""
        return [(sign, blank if sign == " " else style) for part, style, blank in self._parts(run) for sign in part]

    def _parts(self, run: str) -> Iterator[tuple[str, _Style, _Style]]:
        """Each part of a text, its style, and what can be seen of this style on a blank."""
        for at, part in enumerate(_SGR.split(run)):
            if at % 2:
                self._wanted = _after(self._wanted, part)
            elif part:
                style = self._wanted
                yield part, style, style if style.attributes & _SEEN_ON_BLANKS else _Style(back=style.back)

    def _draw(self, text: str) -> str:
        """Text with its styles, from where the cursor is."""
        drawn: list[str] = []
        for at, part in enumerate(_SGR.split(text)):
            if at % 2:
                self._wanted = _after(self._wanted, part)
            elif part:
                drawn += (self._take_up(self._wanted), part)
        return "".join(drawn)

    def _style_for(self, sign: str, style: _Style) -> _Style:
        """The style of a sign. A blank keeps the present style, except for what can be seen on a blank."""
        if sign != " " or (style.attributes | self._held.attributes) & _SEEN_ON_BLANKS:
            return style
        return self._held._replace(back=style.back) if self._held.back != style.back else self._held

    def _take_up(self, style: _Style) -> str:
        if style is self._held:
            return ""
        change, self._held = _change(self._held, style), style
        return change
