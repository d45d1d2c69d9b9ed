"""A page of text: wrapped to its width, scrolled by keys, with no markup anywhere."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

from .canvas import Grid
from .scroll import Scrolled


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text.

    role: the style of its words. indent: cells before each line. lead: the text in the indent of the first line, such
    as a paragraph's number or a bullet. gap: empty rows before the block. marks: words to highlight, in lower case.
    hang: more cells before each line but the first. table: the rows of a table in place of the text; the first row is
    its head.
    """

    text: str
    role: str = "felt"
    indent: int = 0
    lead: str = ""
    lead_role: str = "turn"
    gap: int = 0
    anchor: str = ""
    marks: tuple[str, ...] = ()
    hang: int = 0
    table: tuple[tuple[str, ...], ...] = ()


def wrap_cells(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken at blanks; a word that is longer than a line is cut. Without any width,
    a line has one sign."""
    width = max(width, 1)
    lines: list[str] = []
    for stretch in text.split("\n"):
        line = ""
        for word in stretch.split():
            while cell_len(word) > width:
                room = width - cell_len(line) - bool(line)
                if room < 1:
                    lines.append(line)
                    line = ""
                    continue
                head = _head(word, room)
                lines.append(f"{line} {head}" if line else head)
                line, word = "", word[len(head) :]
            if not line:
                line = word
            elif cell_len(line) + 1 + cell_len(word) <= width:
                line = f"{line} {word}"
            else:
                lines.append(line)
                line = word
        lines.append(line)
    return lines


def wrap_table(rows: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    """The lines of each row of a table, its columns side by side; the widest give way until all fit."""
    count = max(len(row) for row in rows)
    full = [(*row, *[""] * (count - len(row))) for row in rows]
    columns = [max(1, *(cell_len(row[place]) for row in full)) for place in range(count)]
    while sum(columns) + 2 * (count - 1) > width and max(columns) > 1:
        columns[columns.index(max(columns))] -= 1
    wrapped: list[list[str]] = []
    for row in full:
        cells = [wrap_cells(text, column) for text, column in zip(row, columns, strict=True)]
        lines = zip_longest(*cells, fillvalue="")
        wrapped.append(["  ".join(map(set_cell_size, line, columns)).rstrip() for line in lines])
    return wrapped


def rows_of(blocks: Iterable[Block], width: int) -> int:
    """The rows that they take on a page of this width."""
    return sum(block.gap + len(wrap_cells(block.text, max(8, width - block.indent - 2))) for block in blocks)


def newest_below(head: Sequence[Block], talk: Sequence[Block], width: int, height: int) -> list[Block]:
    """The head whole, and below it as many of the newest of the rest as a page has rows for."""
    free = height - rows_of(head, width)
    kept: list[Block] = []
    for block in reversed(talk):
        free -= rows_of([block], width)
        if free < 0:
            break
        kept.insert(0, block)
    return [*head, *kept]


def _head(word: str, room: int) -> str:
    """As many signs of a word as fit, at least one."""
    head = ""
    for sign in word:
        if head and cell_len(head + sign) > room:
            break
        head += sign
    return head


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    block: Block
    is_first: bool
    role: str


class Page(Scrolled):
    """Blocks of text, one below the other."""

    def __init__(self, blocks: Iterable[Block] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._blocks = tuple(blocks)
        self._lines: list[_Line] = []
        self._wrapped_for: tuple[int, str] = (0, "")

    def show(self, blocks: Iterable[Block], *, keep_place: bool = False) -> None:
        """Replace the text; from its top unless `keep_place`."""
        self._blocks = tuple(blocks)
        self._wrapped_for = (0, "")
        if not keep_place:
            self._top = 0
        self.redraw()

    @property
    def length(self) -> int:
        return len(self._wrap())

    @property
    def anchor_at_top(self) -> str:
        """The anchor of the block that is read now, "" for none."""
        return self._anchor(self._wrap(), self.top)

    @staticmethod
    def _anchor(lines: Sequence[_Line], top: int) -> str:
        return next((line.block.anchor for line in (*lines[top::-1], *lines) if line.block.anchor), "")

    def go_to(self, anchor: str) -> bool:
        """Bring a block to the top; whether there is one."""
        for place, line in enumerate(self._wrap()):
            if line.is_first and line.block.anchor == anchor:
                self.scroll_lines_to(place)
                return True
        return False

    def _wrap(self) -> list[_Line]:
        key = (self.size.width, self.glyphs.name)
        if key != self._wrapped_for:
            held = self._anchor(self._lines, self._top) if self._wrapped_for[0] and self._top > 0 else ""
            self._lines = [line for block in self._blocks for line in self._wrap_block(block)]
            while self._lines and not self._lines[0].text and not self._lines[0].is_first:
                del self._lines[0]
            self._wrapped_for = key
            if held:  # another width: what is read stays at the top
                self._top = next(place for place, line in enumerate(self._lines) if line.block.anchor == held)
        return self._lines

    def _wrap_block(self, block: Block) -> list[_Line]:
        room = max(8, self.size.width - block.indent - 2)
        blank = [_Line("", Block(""), is_first=False, role=block.role)] * block.gap
        if not block.table:
            lines = wrap_cells(self.glyphs.plain(block.text), room - block.hang)
            lines[1:] = [" " * block.hang + line for line in lines[1:]]
            return [*blank, *(_Line(line, block, number == 0, block.role) for number, line in enumerate(lines))]
        head, *rows = wrap_table([[self.glyphs.plain(cell) for cell in row] for row in block.table], room)
        lines = [line for row in rows for line in row]
        return [
            *blank,
            *(_Line(line, block, number == 0, "strong") for number, line in enumerate(head)),
            *(_Line(line, block, is_first=False, role=block.role) for line in lines),
        ]

    def paint(self, grid: Grid) -> None:
        for row, line in enumerate(self._wrap()[self.top : self.top + grid.height]):
            block = line.block
            if line.is_first and block.lead:
                grid.put(1, row, self.glyphs.plain(block.lead), self.look[block.lead_role])
            grid.put(1 + block.indent, row, line.text, self.look[line.role])
            self._mark(grid, row, line)
        self.put_ends(grid)

    def _mark(self, grid: Grid, row: int, line: _Line) -> None:
        """Underlay the words that were searched for."""
        low = line.text.lower()
        for word in line.block.marks:
            place = low.find(word)
            while word and place >= 0:
                start = 1 + line.block.indent + cell_len(line.text[:place])
                grid.restyle(start, row, cell_len(word), self.look["pick_word"])
                place = low.find(word, place + len(word))


class StillPage(Page, can_focus=False):
    """A page that takes no keys, since all of it has room."""
