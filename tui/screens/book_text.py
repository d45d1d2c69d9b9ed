"""A rulebook as blocks of a page; each part that a table does not use is folded into one line."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, TypeVar

from engine.api import OptionValue, Paragraph, Rulebook, Section, plain_words

from ..widgets.page import Block

_RULER: Final = re.compile(r"^\|[\s|:-]+\|$")
"""The line below the head of a Markdown table."""
_INDENT: Final = 6

_Part = TypeVar("_Part", Section, Paragraph)


def has_unused(book: Rulebook, options: Mapping[str, OptionValue]) -> bool:
    """Whether a table with these options does not use all of a rulebook."""
    return not all(part.condition.holds(options) for part in book.parts)


@dataclass(frozen=True)
class BookText:
    """A way to show a rulebook.

    options: of the table at which it is read; none where it is read without one. shows_all: whether to show what such a
    table does not use. marks: words to bring out. lit: number of the paragraph that was asked for. write: a text in the
    signs that are shown.
    """

    book: Rulebook
    options: Mapping[str, OptionValue]
    shows_all: bool
    marks: tuple[str, ...] = ()
    lit: str = ""
    write: Callable[[str], str] = str

    def blocks(self) -> list[Block]:
        title = [Block(self.book.title, "turn"), *self._text(self.book.intro, gap=1)]
        return title + self._fold(self.book.sections, self._section)

    def _fold(self, parts: Sequence[_Part], draw: Callable[[_Part], list[Block]]) -> list[Block]:
        """Draw what the table uses, and for each run of what it does not use a line."""
        blocks: list[Block] = []
        for is_used, group in groupby(parts, lambda part: part.condition.holds(self.options)):
            run = list(group)
            if not is_used:
                words = self._folded(run[0].number, run[-1].number, len(run))
                blocks.append(Block(words, "faint", gap=1, anchor="" if self.shows_all else run[0].number))
            if is_used or self.shows_all:
                blocks += [block for part in run for block in draw(part)]
        return blocks

    def _folded(self, first: str, last: str, count: int) -> str:
        does = "hides" if self.shows_all else "shows"
        if count == 1:
            return f"§{first} is not used at this table. f {does} it."
        return f"§{first} {'and' if count == 2 else 'to'} §{last} are not used at this table. f {does} them."

    def _section(self, section: Section) -> list[Block]:
        is_used = section.condition.holds(self.options)
        heading = f"{section.number}  {section.heading}"
        role = "turn" if is_used else "faint"
        blocks = [Block(heading, role, gap=1, anchor=section.number, marks=self.marks)]
        blocks += self._text(section.intro, "felt" if is_used else "faint", gap=1)
        if is_used:
            return blocks + self._fold(section.paragraphs, self._paragraph)
        return blocks + [block for paragraph in section.paragraphs for block in self._paragraph(paragraph)]

    def _paragraph(self, paragraph: Paragraph) -> list[Block]:
        is_used = paragraph.condition.holds(self.options)
        role = "strong" if paragraph.number == self.lit else "felt" if is_used else "faint"
        head, *rest = self._text(paragraph.text, role, _INDENT)
        if paragraph.is_house:
            head, rest = Block("house rule", "turn" if is_used else "faint", _INDENT), [head, *rest]
        first = replace(head, lead=paragraph.number, gap=1, anchor=paragraph.number)
        return [first, *rest, *self._text(paragraph.source, "faint", _INDENT)]

    def _text(self, text: str, role: str = "felt", indent: int = 0, gap: int = 0) -> list[Block]:
        return text_blocks(self.write(text), role, indent, gap, self.marks)


def text_blocks(
    text: str, role: str = "felt", indent: int = 0, gap: int = 0, marks: tuple[str, ...] = ()
) -> list[Block]:
    """Paragraphs and list entries, each in one line, and tables. gap: before each that is no further list entry."""
    blocks: list[Block] = []
    for part in _parts(text):
        if isinstance(part, str):
            hang = 2 * part.startswith("- ")
            is_next = hang > 0 and bool(blocks) and blocks[-1].hang > 0
            blocks.append(Block(part, role, indent, gap=0 if is_next else gap, marks=marks, hang=hang))
        else:
            blocks.append(Block("", role, indent, gap=max(gap, 1), marks=marks, table=part))
    return blocks


def _parts(text: str) -> list[str | tuple[tuple[str, ...], ...]]:
    """Paragraphs and list entries as a line, tables as their rows."""
    parts: list[str | tuple[tuple[str, ...], ...]] = []
    fresh = True
    for line in plain_words(text).splitlines():
        bare = line.strip()
        last = parts[-1] if parts and not fresh else None
        if bare.startswith("|"):
            cells = () if _RULER.match(bare) else (tuple(cell.strip() for cell in bare.strip("|").split("|")),)
            if isinstance(last, tuple):
                parts[-1] = last + cells
            else:
                parts.append(cells)
        elif bare and isinstance(last, str) and not bare.startswith("- "):
            parts[-1] = f"{last} {bare}"
        elif bare:
            parts.append(bare)
        fresh = not bare
    return parts
