"""Colours as a client's terminal can show them.

All apps of a process draw in full colour, because Rich and Textual keep the codes of a style once they were made. Only
what goes out is made poorer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

_SGR: Final = re.compile(r"\x1b\[([0-9;]+)m")
_FULL: Final = re.compile(r"([34])8;2;(\d+);(\d+);(\d+)")
_COLOUR: Final = re.compile(r"(?:[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|(?<![0-9])(?:[34][0-79]|9[0-7]|10[0-7])(?![0-9]))")
_SYSTEMS: Final = {"256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}


def painter(colours: str) -> Callable[[str], str]:
    """What turns a picture in full colour into one for a terminal with so many colours."""
    if colours == "none":
        return lambda text: _SGR.sub(_without, text)
    system = _SYSTEMS.get(colours)
    if system is None:
        return lambda text: text
    return lambda text: _FULL.sub(lambda found: _nearest(system, *found.groups()), text)


@lru_cache(maxsize=4096)
def _nearest(system: ColorSystem, ground: str, red: str, green: str, blue: str) -> str:
    colour = Color.from_rgb(int(red), int(green), int(blue)).downgrade(system)
    return ";".join(colour.get_ansi_codes(foreground=ground == "3"))


def _without(found: re.Match[str]) -> str:
    kept = [part for part in _COLOUR.sub("", found[1]).split(";") if part]
    return f"\x1b[{';'.join(kept)}m" if kept else ""
