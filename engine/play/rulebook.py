"""A game's rulebook: numbered paragraphs that code, refusals, screens and tests cite.

The file is plain Markdown::

    # Hearts                          the title, once, first
    A sentence or two of introduction.
    ## §0 The game on one page        text, lists and tables; no paragraphs
    ## §4 Tricks                      a section; text before its first paragraph introduces it
    **§4.2** *rule* Follow suit ...   a paragraph; it goes on until the next mark or heading
    **§4.3** *house rule* Text        a rule of our own, which also binds players; it ends with the source's words:
    > The source does not say.
    <!-- if omnibus -->               a condition: only tables with this option have the next paragraph
    **§10.5** *rule* Text

``*rule*`` and ``*house rule*`` mark paragraphs that bind the players: a test must name each (conformance checks that).
A condition is ``if name`` for an option that is on or off, ``if name = value`` or ``if name = value or value`` for
others. ``not`` before the name reverses the condition. ``and`` joins several conditions. With ``if one or if other``,
one of them is enough. On the line before a heading, a condition holds for the whole section.

Names of options are in backticks, as on the command line. In the paragraph of an option, its values are in backticks
too. Players read the names and values that the screens use (`with_titles`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..model.options import Option, OptionValue

_CITED = re.compile(r"\([^()]*§(\d+(?:\.\d+)?)\)")
_HEADING = re.compile(r"^## §(\d+) (\S.*)$")
_PARAGRAPH = re.compile(r"^\*\*§(\d+)\.(\d+)\*\*(?: \*(rule|house rule)\*)? (\S.*)$")
_CONDITION = re.compile(r"^<!-- if (.*) -->$")
_CLAUSE = re.compile(r"^(not )?([a-z]\w*)(?: = ([\w-]+(?: or [\w-]+)*))?$")
_HEAD = re.compile(r"`(\w+)`( \(\w+\))?:")
_NAME = re.compile(r"`(\w+)`")
_AT_PARAGRAPHS = re.compile(r"^(?=\*\*§|## )", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_MARKUP = str.maketrans("", "", "*`")  # not the underscore, which belongs to the names of options


def plain_words(text: str) -> str:
    """A rulebook's text without its marks of emphasis."""
    return text.translate(_MARKUP)


class RulebookError(ValueError):
    """A rulebook's text is not in the form this module reads; says which line and why."""


class UnknownParagraph(LookupError):
    """The rulebook has no paragraph with this number."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What one option has to be."""

    option: str
    """Its name."""
    values: tuple[str, ...]
    """Those that fit, as on the command line: "on", "off", "3", "others26"."""
    is_not: bool = False
    """Whether all other values fit instead."""

    def holds(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether options have a value that fits; a missing option counts as fitting."""
        value = options.get(self.option)
        word = ("on" if value else "off") if isinstance(value, bool) else str(value)
        return value is None or (word in self.values) != self.is_not


@dataclass(frozen=True, slots=True)
class Condition:
    """The tables to which a text applies."""

    alternatives: tuple[tuple[Clause, ...], ...] = ((),)
    """The options of such a table meet all clauses of at least one of these."""

    def holds(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether the text applies to a table with these options."""
        return any(all(clause.holds(options) for clause in clauses) for clauses in self.alternatives)

    def __and__(self, other: Condition) -> Condition:
        """The tables to which both apply."""
        return Condition(tuple(one + another for one in self.alternatives for another in other.alternatives))


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
    is_house: bool
    """Whether the rule is ours and not the source's."""
    source: str
    """What the source says instead, or that it is silent; "" unless it is a house rule."""
    condition: Condition
    """When it applies, its section's condition included."""

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
    condition: Condition
    """When the whole section applies."""
    paragraphs: tuple[Paragraph, ...]

    @property
    def plain(self) -> str:
        """The introduction without Markdown's emphasis marks."""
        return plain_words(self.intro)


@dataclass(frozen=True, slots=True)
class RulebookHit:
    """A section or a paragraph that a search found."""

    number: str
    """"4" or "4.2"."""
    heading: str
    text: str
    """Plain: the paragraph, or what stands in the section before its first one."""
    is_heading: bool
    """Whether the heading alone answers the search."""
    weight: int
    """How well it answers."""

    @property
    def rank(self) -> tuple[bool, int]:
        """The sort key of hits, also across rulebooks: headings first, then the best."""
        return (not self.is_heading, -self.weight)


CountTable = tuple[tuple[str, ...], ...]
"""A table of a rulebook: its rows, the first of them its head."""


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
    def parts(self) -> tuple[Section | Paragraph, ...]:
        """Every section and paragraph, in the order of the pages."""
        parts: list[Section | Paragraph] = []
        for section in self.sections:
            parts += [section, *section.paragraphs]
        return tuple(parts)

    def counts(self, options: Mapping[str, OptionValue]) -> tuple[CountTable, ...]:
        """The tables of the first page: what counts, its points, an example.

        A row that cites a section or a paragraph, "trio (§14)", is left out where that part does not apply.
        """
        applying = {part.number for part in self.parts if part.condition.holds(options)}
        tables: list[CountTable] = []
        was_row = False
        for line in next((section.plain.splitlines() for section in self.sections if section.number == "0"), ()):
            is_row = line.startswith("|")
            if is_row and not line.startswith("| ---") and applying.issuperset(_CITED.findall(line)):
                row = tuple(cell.strip() for cell in line.strip("|").split("|"))
                tables = [*tables[:-1], (*tables[-1], row)] if was_row else [*tables, (row,)]
            was_row = is_row
        return tuple(tables)

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

    def search(self, text: str) -> tuple[RulebookHit, ...]:
        """Headings and paragraphs that have, for every word of `text`, a word that begins with it: headings first, then
        the best.

        A number ("4.2", "§4") finds its paragraph or section. Case and accents do not matter. A whole word counts more
        than a beginning, and a heading more than text; equal hits keep the order of the pages.
        """
        wanted = text.strip().removeprefix("§").rstrip(".")
        is_number = re.fullmatch(r"\d+(\.\d+)?", wanted) is not None
        words = _words(text)
        found: list[RulebookHit] = []
        for section in self.sections:
            if is_number:
                if section.number == wanted:
                    found.append(RulebookHit(section.number, section.heading, section.plain, is_heading=True, weight=1))
                numbered = (p for p in section.paragraphs if f"{p.number}.".startswith(f"{wanted}."))
                found += (RulebookHit(p.number, p.heading, p.plain, is_heading=False, weight=1) for p in numbered)
            elif words:
                found += _hits(words, section)
        return tuple(sorted(found, key=lambda hit: hit.rank))


def read_condition(text: str) -> Condition:
    """Read "name", "not name", "name = value or value", or several joined by "and". Raises RulebookError."""
    return Condition((tuple(_clause(part) for part in text.split(" and ")),))


def parse_rulebook(text: str) -> Rulebook:
    """Read a rulebook.

    Raises RulebookError, with the line's number, where a heading, paragraph or condition is malformed, stands out of
    order, or is numbered under another section.
    """
    title = ""
    intro: list[str] = []
    sections: list[_OpenSection] = []
    condition: Condition | None = None
    for place, line in enumerate(text.splitlines(), 1):
        if condition is not None and not line.startswith(("#", "**§")):
            raise _lonely_condition(place - 1)
        if not title:
            if line.strip():
                title = _title(line, place)
        elif line.lstrip().startswith("<!--"):
            condition = _condition(line.strip(), place)
        elif line.startswith("#"):
            sections.append(_OpenSection(line, place, sections, condition or Condition()))
            condition = None
        elif line.startswith("**§"):
            if not sections:
                raise RulebookError(
                    f"Line {place}: this paragraph is before the first section. Put a heading above it."
                )
            sections[-1].begin_paragraph(line, place, condition or Condition())
            condition = None
        elif sections:
            sections[-1].add(line, place)
        else:
            intro.append(line)
    if not title:
        raise RulebookError("The rulebook is empty.")
    if condition is not None:
        raise _lonely_condition(len(text.splitlines()))
    return Rulebook(title, _joined(intro), tuple(section.closed() for section in sections))


def with_titles(text: str, options: Iterable[Option]) -> str:
    """A rulebook's file with the names of options and values as the screens call them.

    "`moon` (others26): with `choice`," becomes 'Shooting the moon (26 for the others): with "the shooter chooses",'.
    """
    by_name = {option.name: option for option in options}

    def named(paragraph: str) -> str:
        head = next((by_name[name] for name, _ in _HEAD.findall(paragraph) if name in by_name), None)

        def called(found: re.Match[str]) -> str:
            name = found[1]
            if head is not None and name in (*head.choices, *head.words):
                return f'"{head.called(name)}"'
            return f'"{by_name[name].title}"' if name in by_name else name

        if head is not None:
            default = f" ({head.called(head.default)}):"
            paragraph = _HEAD.sub(lambda found: head.title + (default if found[2] else ":"), paragraph, count=1)
        return _NAME.sub(called, paragraph)

    return "".join(named(paragraph) for paragraph in _AT_PARAGRAPHS.split(text))


def _title(line: str, place: int) -> str:
    if not line.startswith("# ") or not line[2:].strip():
        raise RulebookError(f'Line {place}: a rulebook begins with its title, "# Title".')
    return line[2:].strip()


class _OpenSection:
    """A section while it is being read."""

    def __init__(self, line: str, place: int, before: list[_OpenSection], condition: Condition) -> None:
        match = _HEADING.match(line)
        if match is None:
            raise RulebookError(f'Line {place}: a heading has the form "## §4 Words".')
        if before and int(match[1]) <= int(before[-1].number):
            raise RulebookError(
                f"Line {place}: §{match[1]} comes after §{before[-1].number}, so it needs a higher number."
            )
        self.number: str = match[1]
        self.heading: str = match[2].strip()
        self._condition = condition
        self._intro: list[str] = []
        self._paragraphs: list[_OpenParagraph] = []

    def begin_paragraph(self, line: str, place: int, condition: Condition) -> None:
        match = _PARAGRAPH.match(line)
        if match is None:
            raise RulebookError(f'Line {place}: a paragraph begins "**§4.2** text" or "**§4.2** *rule* text".')
        if self.number == "0":
            raise RulebookError(f"Line {place}: §0 must have no numbered paragraphs.")
        if match[1] != self.number:
            raise RulebookError(f"Line {place}: §{match[1]}.{match[2]} does not belong in section §{self.number}.")
        if self._paragraphs:
            self._paragraphs[-1].verify()
            if int(match[2]) <= self._paragraphs[-1].part:
                raise RulebookError(
                    f"Line {place}: §{match[1]}.{match[2]} needs a higher number than the paragraph before it."
                )
        together = self._condition & condition
        self._paragraphs.append(_OpenParagraph(place, int(match[2]), match[3] or "", together, match[4]))

    def add(self, line: str, place: int) -> None:
        """Add a line that is neither a heading nor the beginning of a paragraph."""
        if self._paragraphs:
            self._paragraphs[-1].add(line, place)
        else:
            self._intro.append(line)

    def closed(self) -> Section:
        if self._paragraphs:
            self._paragraphs[-1].verify()
        paragraphs = tuple(paragraph.closed(self.number, self.heading) for paragraph in self._paragraphs)
        return Section(self.number, self.heading, _joined(self._intro), self._condition, paragraphs)


class _OpenParagraph:
    """A paragraph while it is being read. mark: "rule", "house rule" or "" for a remark."""

    def __init__(self, place: int, part: int, mark: str, condition: Condition, text: str) -> None:
        self._place = place
        self.part = part
        self._mark = mark
        self._condition = condition
        self._text = [text]
        self._source: list[str] = []

    def add(self, line: str, place: int) -> None:
        if line.startswith(">"):
            self._source.append(line[1:].strip())
        elif self._source and line.strip():
            raise RulebookError(
                f"Line {place}: a paragraph ends with its quoted source. Put this text before the source."
            )
        else:
            self._text.append(line)

    def verify(self) -> None:
        """Raises RulebookError unless it quotes its source where it must, and only there."""
        if (self._mark == "house rule") != bool(self._source):
            raise RulebookError(
                f'Line {self._place}: a house rule ends with its source, quoted after "> ". Other rules have no quote.'
            )

    def closed(self, section: str, heading: str) -> Paragraph:
        return Paragraph(
            f"{section}.{self.part}",
            _joined(self._text),
            heading,
            is_rule=bool(self._mark),
            is_house=self._mark == "house rule",
            source=" ".join(self._source),
            condition=self._condition,
        )


def _condition(line: str, place: int) -> Condition:
    """Read "<!-- if one -->" or "<!-- if one or if other -->"."""
    match = _CONDITION.match(line)
    try:
        alternatives = match[1].split(" or if ") if match else [""]
        return Condition(tuple(read_condition(one).alternatives[0] for one in alternatives))
    except RulebookError:
        raise RulebookError(
            f'Line {place}: a condition has the form "<!-- if name -->" or "<!-- if name = value or value -->". '
            'A name may have "not" before it. To join two conditions, write "and" or "or if" between them.'
        ) from None


def _lonely_condition(place: int) -> RulebookError:
    return RulebookError(f"Line {place}: put a condition on the line directly before the paragraph or the heading.")


def _clause(text: str) -> Clause:
    match = _CLAUSE.match(text)
    if match is None:
        raise RulebookError(
            f'{text!r} is not a condition. Write a name alone, a name after "not", or a name with values, as in '
            '"name = value or value". To join two conditions, write "and" between them.'
        )
    return Clause(match[2], tuple(match[3].split(" or ")) if match[3] else ("on",), is_not=bool(match[1]))


def _joined(run: list[str]) -> str:
    return "\n".join(run).strip()


def _words(text: str) -> list[str]:
    flat = unicodedata.normalize("NFKD", plain_words(text)).casefold()
    return _WORD.findall("".join(sign for sign in flat if not unicodedata.combining(sign)))


def _hits(wanted: list[str], section: Section) -> list[RulebookHit]:
    """The hits of a search in one section: the section itself and its paragraphs."""
    heading = _words(section.heading)
    alone = _weight(wanted, heading, [])
    weight = alone or _weight(wanted, heading, _words(section.intro))
    found = [RulebookHit(section.number, section.heading, section.plain, is_heading=alone > 0, weight=weight)]
    for paragraph in section.paragraphs:
        weight = _weight(wanted, heading, _words(paragraph.text))
        found.append(RulebookHit(paragraph.number, section.heading, paragraph.plain, is_heading=False, weight=weight))
    return [hit for hit in found if hit.weight]


def _weight(wanted: list[str], heading: list[str], body: list[str]) -> int:
    """The weight of a heading and its text for a search; 0 if a wanted word is missing."""
    total = 0
    for word in wanted:
        whole = 8 * (word in heading) + 4 * min(body.count(word), 3)
        begun = 2 * any(other.startswith(word) for other in heading)
        begun += any(other.startswith(word) for other in body)
        if whole + begun == 0:
            return 0
        total += whole + begun
    return total
