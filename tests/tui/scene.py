"""Named scenes of the card room, and how one is drawn: as text for reading a difference, as SVG for the eye."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from html import escape, unescape
from itertools import groupby
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from rich.cells import cell_len
from rich.color import Color
from textual.app import App
from textual.pilot import Pilot

from tui.config.themes import PALETTES
from tui.widgets.canvas import Canvas, Grid

from ..harness.quiet import quiet

_OWN: Final = Color.default()
_STANDS_STILL: Final = SimpleNamespace(monotonic=lambda: 1_000.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of the room that can be set up again at will.

    build: makes the app as it stands when the scene opens, from settings and journals of the tests alone.
    size: columns and lines. keys: what is pressed then. until: waits for what the scene needs (a message, a
    widget), before the keys. title: stands above the picture.
    """

    build: Callable[[], App[Any]]
    size: tuple[int, int] = (80, 24)
    keys: tuple[str, ...] = ()
    until: Callable[[Pilot[Any]], Awaitable[None]] | None = None
    title: str = "Khanhoo"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene as drawn. text: the cells, line by line, no space at the ends. svg: normalised. bare: the texts that
    stand on the terminal's own background.
    """

    text: str
    svg: str
    bare: tuple[str, ...]


async def draw(scene: Scene) -> Drawn:
    """Set a scene up, press its keys, and draw what is on the screen when all is quiet.

    Clocks stand still, and bots think to their own limit: a picture shows the same on a slow machine.
    """
    app = scene.build()
    with clocks_stand_still(), patch("tui.session.table_session.time", _STANDS_STILL):
        return await _drawn(scene, app)


def clocks_stand_still() -> AbstractContextManager[object]:
    """What is left of a turn stays as it is."""
    return patch("tui.table.clocks.time", _STANDS_STILL)


async def _drawn(scene: Scene, app: App[Any]) -> Drawn:
    async with app.run_test(size=scene.size) as pilot:
        await quiet(pilot)
        if scene.until is not None:
            await scene.until(pilot)
        await pilot.press(*scene.keys)
        await quiet(pilot)
        return Drawn(screen_text(app), normalise(app.export_screenshot(title=scene.title)), bare_texts(app))


def normalise(svg: str) -> str:
    """An SVG with nothing in it that differs from run to run, or that is fetched from elsewhere.

    Rich numbers its ids by a checksum of styles that carry random link ids, and names a web font.
    """
    svg = re.sub(r"terminal-\d+-", "t-", svg)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: ?[^;]*Fira Code[^;]*;", "font-family: ui-monospace, Menlo, Consolas, monospace;", svg)
    svg = re.sub(r"\s*<!-- Generated with .*?-->", "", svg)
    svg = _TEXT.sub(_place, svg)
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


_CELL = 12.2  # width of a character in Rich's pictures
_TEXT = re.compile(r'<text class="([^"]*)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+" ([^>]*)>(.*?)</text>')


def _is_apart(sign: str) -> bool:
    """Whether a viewer may take a sign from another font than the letters, with a width of its own."""
    return cell_len(sign) > 1 or "\u25a0" <= sign <= "\u27bf"


def _place(found: re.Match[str]) -> str:
    """A piece of text without the blanks around it, and with each sign of another font in its own cells.

    Rich gives a wide sign the length of one cell, and a suit sign the place that its font wants. Blanks in front are
    dropped by some viewers.
    """
    style, x, y, rest, escaped = found.groups()
    text = unescape(escaped).replace("\xa0", " ")
    at, pieces = 0, []
    for _, signs in groupby(enumerate(text), key=lambda sign: sign[0] if _is_apart(sign[1]) else None):
        piece = "".join(sign for _, sign in signs)
        fit = ' lengthAdjust="spacingAndGlyphs"' if _is_apart(piece[0]) else ""
        body = piece.strip(" ")
        start = round(float(x) + _CELL * (at + len(piece) - len(piece.lstrip(" "))), 1)
        width = round(_CELL * cell_len(body), 1)
        if body:
            shown = escape(body).replace(" ", "&#160;")
            pieces.append(
                f'<text class="{style}" x="{start:g}" y="{y}" textLength="{width:g}"{fit} {rest}>{shown}</text>'
            )
        at += cell_len(piece)
    return "".join(pieces)


def grid_text(grid: Grid) -> str:
    """The signs of a grid, row by row, without blanks at the ends."""
    return "\n".join("".join(sign for sign, _ in row).rstrip() for row in grid.rows)


def shown(canvas: Canvas) -> str:
    """What a canvas shows, as text."""
    return grid_text(canvas._painted())


def screen_text(app: App[Any]) -> str:
    """The signs of the screen on top, row by row, without blanks at the ends."""
    lines = ("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())
    return "\n".join(line.rstrip() for line in lines) + "\n"


def bare_texts(app: App[Any]) -> tuple[str, ...]:
    """The texts of the screen, blanks included, on the terminal's own background though the theme has one."""
    if app.theme not in PALETTES:
        return ()
    segments = (segment for strip in app.screen._compositor.render_strips() for segment in strip)
    return tuple(each.text for each in segments if each.style is None or (each.style.bgcolor or _OWN).is_default)
