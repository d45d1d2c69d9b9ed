"""A game's rulebook: numbered paragraphs that code, refusals, screens and tests cite.

The file is plain Markdown::

    # Hearts                          the title, once, first
    A sentence or two of introduction.
    ## §4 Tricks                      a section; text before its first paragraph introduces it
    **§4.2** *rule* Follow suit ...   a paragraph; it runs on to the next mark or heading

``*rule*`` marks a paragraph that binds the players: a test must name it (conformance checks that).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

_HEADING = re.compile(r"^## §(\d+) (\S.*)$")
_PARAGRAPH = re.compile(r"^\*\*§(\d+)\.(\d+)\*\*(?: \*(rule)\*)? (\S.*)$")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_MARKUP = str.maketrans("", "", "*`")  # not the underscore, which belongs to the names of options


def plain_words(text: str) -> str:
    """A rulebook's text without its marks of emphasis."""
    return text.translate(_MARKUP)


class RulebookError(ValueError):
    """A rulebook's text is not in the form this module reads; says which line and why."""


class UnknownParagraph(LookupError):
    """Nothing stands under that number in this rulebook."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph."""

    number: str
    """As cited: "4.2", without the sign."""
    text: str
    """Markdown, possibly several lines, without number and marker."""
    heading: str
    """Heading of the section it stands in."""
    is_rule: bool
    """Whether it binds the players, so that a test must name it."""

    @property
    def plain(self) -> str:
        """The text without Markdown's emphasis marks, for a status line or a search."""
        return plain_words(self.text)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it."""

    number: str
    """"4", without the sign."""
    heading: str
    intro: str
    """Text between the heading and the first paragraph; often empty."""
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Rulebook:
    """A whole rulebook, in the order of its pages."""

    title: str
    intro: str
    sections: tuple[Section, ...]

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph, in the order of the pages."""
        return tuple(paragraph for section in self.sections for paragraph in section.paragraphs)

    @cached_property
    def _by_number(self) -> dict[str, Paragraph]:
        return {paragraph.number: paragraph for paragraph in self.paragraphs}

    def paragraph(self, number: str) -> Paragraph:
        """The paragraph cited as `number`, with or without the sign ("4.2", "§4.2").

        Raises UnknownParagraph.
        """
        try:
            return self._by_number[number.removeprefix("§")]
        except KeyError:
            raise UnknownParagraph(f"The rulebook of {self.title} has no §{number.removeprefix('§')}.") from None

    def search(self, text: str) -> tuple[Paragraph, ...]:
        """Paragraphs in which every word of `text` begins some word, best first.

        A number ("4.2", "§4") finds its paragraph or section. Case and accents do not matter. A word met whole
        counts more than its beginning, a heading more than the text; equals keep the order of the pages.
        """
        wanted = text.strip().removeprefix("§").rstrip(".")
        if re.fullmatch(r"\d+(\.\d+)?", wanted):
            return tuple(p for p in self.paragraphs if p.number == wanted or p.number.startswith(wanted + "."))
        words = _words(text)
        if not words:
            return ()
        ranked = [(_weight(words, paragraph), paragraph) for paragraph in self.paragraphs]
        found = [(weight, paragraph) for weight, paragraph in ranked if weight > 0]
        found.sort(key=lambda pair: -pair[0])
        return tuple(paragraph for _, paragraph in found)


def parse_rulebook(text: str) -> Rulebook:
    """Read a rulebook.

    Raises RulebookError, with the line's number, where a heading or paragraph is malformed, stands out of order, or is
    numbered under another section.
    """
    title = ""
    intro: list[str] = []
    sections: list[_OpenSection] = []
    run: list[str] = intro
    for place, line in enumerate(text.splitlines(), 1):
        if not title:
            if line.strip():
                title = _title(line, place)
        elif line.startswith("#"):
            sections.append(_OpenSection(line, place, sections))
            run = sections[-1].intro
        elif line.startswith("**§"):
            if not sections:
                raise RulebookError(f"Line {place}: a paragraph stands before the first section.")
            run = sections[-1].begin_paragraph(line, place)
        else:
            run.append(line)
    if not title:
        raise RulebookError("The rulebook is empty.")
    return Rulebook(title, _joined(intro), tuple(section.closed() for section in sections))


def _title(line: str, place: int) -> str:
    if not line.startswith("# ") or not line[2:].strip():
        raise RulebookError(f'Line {place}: a rulebook begins with its title, "# Title".')
    return line[2:].strip()


class _OpenSection:
    """A section while it is being read."""

    def __init__(self, line: str, place: int, before: list[_OpenSection]) -> None:
        match = _HEADING.match(line)
        if match is None:
            raise RulebookError(f'Line {place}: a heading reads "## §4 Words".')
        if before and int(match[1]) <= int(before[-1].number):
            raise RulebookError(f"Line {place}: §{match[1]} does not come after §{before[-1].number}.")
        self.number: str = match[1]
        self.heading: str = match[2].strip()
        self.intro: list[str] = []
        self._paragraphs: list[tuple[int, bool, list[str]]] = []

    def begin_paragraph(self, line: str, place: int) -> list[str]:
        """Begin the paragraph that `line` opens; its further lines are to be appended to what is returned."""
        match = _PARAGRAPH.match(line)
        if match is None:
            raise RulebookError(f'Line {place}: a paragraph begins "**§4.2** text" or "**§4.2** *rule* text".')
        if match[1] != self.number:
            raise RulebookError(f"Line {place}: §{match[1]}.{match[2]} stands under §{self.number}.")
        if self._paragraphs and int(match[2]) <= self._paragraphs[-1][0]:
            raise RulebookError(f"Line {place}: §{match[1]}.{match[2]} stands out of order.")
        run = [match[4]]
        self._paragraphs.append((int(match[2]), match[3] is not None, run))
        return run

    def closed(self) -> Section:
        paragraphs = tuple(
            Paragraph(f"{self.number}.{part}", _joined(run), self.heading, is_rule)
            for part, is_rule, run in self._paragraphs
        )
        return Section(self.number, self.heading, _joined(self.intro), paragraphs)


def _joined(run: list[str]) -> str:
    return "\n".join(run).strip()


def _words(text: str) -> list[str]:
    flat = unicodedata.normalize("NFKD", plain_words(text)).casefold()
    return _WORD.findall("".join(sign for sign in flat if not unicodedata.combining(sign)))


def _weight(wanted: list[str], paragraph: Paragraph) -> int:
    """How well a paragraph answers; 0 if some wanted word is nowhere in it."""
    heading, body = _words(paragraph.heading), _words(paragraph.text)
    total = 0
    for word in wanted:
        whole = 8 * (word in heading) + 4 * min(body.count(word), 3)
        begun = 2 * any(other.startswith(word) for other in heading)
        begun += any(other.startswith(word) for other in body)
        if whole + begun == 0:
            return 0
        total += whole + begun
    return total
