"""The rulebook reader: sections, search, and the paragraph that applies."""

from collections.abc import Iterable

from textual import on, work
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget

from engine.api import Paragraph, Rulebook, games, plain_words

from ..forms.host_config import get_game
from ..session.room_screen import BACK, HELP, RoomScreen
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.packs import Pack, read_pack
from ..widgets.page import Block, Page
from ..widgets.title_bar import TitleBar


class RulesScreen(RoomScreen):
    """Sections on the left, the text on the right."""

    WORDS = "Rules"
    KEYS = (
        KeyHint("tab", "sections/text"),
        KeyHint("up,down", "move"),
        KeyHint("slash", "search", keep=True),
        KeyHint("n", "next found"),
        KeyHint("g", "other game"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "The list on the left holds the sections, the text stands on the right; Tab goes from one to the other. "
        "Space and the page keys turn pages.\n\n"
        "/ searches: words in any order, or the number of a paragraph such as 4.2. n and N go to the next and the "
        "previous paragraph found. Esc ends the search.\n\n"
        "g opens the rulebook of the other game. A rule that the table cites opens here at its paragraph."
    )
    BINDINGS = [
        Binding("slash", "search", "search", show=False, id="rules.search"),
        Binding("n", "found(1)", "next", show=False, id="rules.next"),
        Binding("N", "found(-1)", "previous", show=False, id="rules.previous"),
        Binding("g", "game", "game", show=False, id="rules.game"),
    ]

    def __init__(self, game: str, paragraph: str = "") -> None:
        super().__init__()
        known = [meta.id for meta in games()]
        self._game = game if game in known else known[0]
        self._start = paragraph.removeprefix("§")
        self._found: tuple[Paragraph, ...] = ()
        self._at = 0

    @property
    def pack(self) -> Pack:
        return read_pack(get_game(self._game))

    @property
    def book(self) -> Rulebook:
        return get_game(self._game).rulebook

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="book"):
            yield RowList((3, 0), bright=2, id="sections")
            yield Page(id="text")

    def on_mount(self) -> None:
        self._open_book()

    def _open_book(self) -> None:
        sections = self.query_one(RowList)
        sections.show([Row(section.number, (section.number, section.heading)) for section in self.book.sections])
        self._show_text(())
        self.query_one(TitleBar).show((f"Rules of {self.book.title}", ""))
        if self._start:
            self.query_one(Page).focus()
            self.call_after_refresh(self._go_to, self._start)
        else:
            sections.focus()

    def _show_text(self, marks: tuple[str, ...]) -> None:
        self.query_one(Page).show(book_blocks(self.book, marks, self._start), keep_place=True)

    def _go_to(self, number: str) -> None:
        if not self.query_one(Page).go_to(number):
            self.tell(f"These rules have no §{number}.", "warning")
        self.query_one(RowList).go_to(number.partition(".")[0])

    @on(RowList.Moved)
    @on(RowList.Chosen)
    def _section(self, event: RowList.Moved | RowList.Chosen) -> None:
        if self.focused is event.rows:
            self.query_one(Page).go_to(event.row_id)
        if isinstance(event, RowList.Chosen):
            self.query_one(Page).focus()

    @work(exclusive=True, group="typing")
    async def action_search(self) -> None:
        text = await self.ask("Search:", most=60, placeholder="words, or a number such as 4.2")
        if text is None:
            return
        self._found, self._at = self.book.search(text), 0
        words = tuple(word.lower() for word in text.split() if len(word) > 1 and not word[0].isdigit())
        self._show_text(words if self._found else ())
        if not text:
            self.tell("")
        elif self._found:
            self._show_found()
        else:
            self.tell(f"Nothing in these rules speaks of {text!r}.", "warning")

    def _show_found(self) -> None:
        found = self._found[self._at]
        self.query_one(Page).focus()
        self._go_to(found.number)
        more = " n shows the next." if len(self._found) > 1 else ""
        self.tell(f"{self._at + 1} of {len(self._found)}: §{found.number}, {found.heading}.{more}")

    def action_found(self, step: int) -> None:
        """The next or previous paragraph that was found."""
        if self._found:
            self._at = (self._at + step) % len(self._found)
            self._show_found()
        else:
            self.tell("Nothing is being searched for; / searches.")

    def action_game(self) -> None:
        known = [meta.id for meta in games()]
        self._game = known[(known.index(self._game) + 1) % len(known)]
        self._start, self._found = "", ()
        self.query_one(Page).action_edge(is_end=False)
        self.tell("")
        self._open_book()

    def leave(self) -> None:
        """Esc ends a search first."""
        if self._found:
            self._found = ()
            self._show_text(())
            self.tell("")
        else:
            super().leave()


def book_blocks(book: Rulebook, marks: tuple[str, ...] = (), lit: str = "") -> list[Block]:
    """A rulebook as blocks of a page. marks: words to bring out. lit: number of the paragraph that was asked for."""
    blocks = [Block(book.title, "turn"), *_plain(book.intro, marks)]
    for section in book.sections:
        heading = f"{section.number}  {section.heading}"
        blocks.append(Block(heading, "turn", gap=1, anchor=section.number, marks=marks))
        blocks += _plain(section.intro, marks)
        for paragraph in section.paragraphs:
            role = "strong" if paragraph.number == lit else "felt"
            parts = _parts(paragraph.text)
            blocks.append(Block(parts[0], role, 6, f"{paragraph.number}", gap=1, anchor=paragraph.number, marks=marks))
            blocks += [Block(part, role, 6, marks=marks) for part in parts[1:]]
    return blocks


def _plain(text: str, marks: tuple[str, ...]) -> list[Block]:
    return [Block(part, gap=1, marks=marks) for part in _parts(text) if part]


def _parts(text: str) -> list[str]:
    """Paragraphs and list entries, each in one line."""
    parts: list[str] = []
    fresh = True
    for line in plain_words(text).splitlines():
        bare = line.strip()
        if not bare:
            fresh = True
            continue
        if fresh or bare.startswith("- ") or not parts:
            parts.append(bare)
        else:
            parts[-1] += f" {bare}"
        fresh = False
    return parts or [""]
