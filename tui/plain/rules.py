"""A rulebook by lines: a paragraph read out, sentence by sentence and tables row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ..forms.rulebooks import cited, written
from ..problems import Problem

if TYPE_CHECKING:
    from engine.api import Rulebook

    from .voice import Voice

RULES_ABOUT: Final = {
    "rules": "read the paragraph of the rulebook that applies now",
    "rules 4.2": "read paragraph 4.2 of the rulebook",
    "rules all": "list the sections of the rulebook",
}
_NEW: Final = ("- ", "> ", "|", "§")
"""What a line begins with that does not continue the one before."""
_WHOLE: Final = (".", "!", "?", ":", '"', "”")
"""What a line ends with that the next one does not continue."""


def say_rules(voice: Voice, book: Rulebook, number: str, now: str = "") -> None:
    """Read a paragraph of a rulebook out. number: "" for the paragraph that applies now, "all" for the sections. now:
    that paragraph, "" for none."""
    if number == "all" or not (number or now):
        voice.say(*(f"§{section.number} {section.heading}" for section in book.sections))
        return
    try:
        parts = cited(book, number or now)
    except Problem as problem:
        voice.say(str(problem))
    else:
        voice.read_out("\n".join("\n".join(read_aloud(written(part))) for part in parts))


def read_aloud(text: str) -> Iterator[str]:
    """The lines of a rulebook as a voice reads them: without marks, a wrapped line whole, a row with its headings."""
    headings: list[str] = []
    begun = ""
    for line in text.splitlines():
        is_row = line.startswith("|")
        is_whole = begun.endswith(_WHOLE) and not (begun.endswith(":") and line[:1].islower())
        if begun and line and not is_whole and not line.startswith(_NEW):
            begun = f"{begun} {line}"
            continue
        if begun:
            yield begun
        begun = ""
        if not is_row:
            headings, begun = [], line.removeprefix("- ").removeprefix("> ")
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not headings:
            headings = cells
        elif not all(set(cell) <= set("-: ") for cell in cells):
            yield ", ".join(f"{heading}: {cell}" for heading, cell in zip(headings, cells, strict=False) if cell)
    if begun:
        yield begun
