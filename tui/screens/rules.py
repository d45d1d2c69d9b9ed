"""The rulebook reader: sections, search, and the paragraph that applies."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from textual import on, work
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import DescendantFocus, Resize
from textual.widget import Widget

from engine.api import OptionValue, Rulebook, RulebookHit, games

from ..forms.host_config import get_game
from ..forms.rulebooks import as_shown, search_marks
from ..session.room_screen import BACK, HELP, RoomScreen
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.packs import Pack, read_pack
from ..widgets.page import Page
from ..widgets.title_bar import TitleBar
from .book_text import BookText, has_unused
from .books import BooksScreen

_BESIDE: Final = 100
"""Columns that sections and text need side by side."""


class Sections(RowList):
    """The sections of a book. The page keys turn the pages of its text."""

    BINDINGS = [
        Binding("pageup", "screen.turn(-1)", "page up", show=False, id="sections.back"),
        Binding("pagedown,space", "screen.turn(1)", "page down", show=False, id="sections.on"),
    ]


class RulesScreen(RoomScreen):
    """Sections on the left, the text on the right; in a narrow window the text alone while it is read."""

    WORDS = "Rules"
    HELP_TEXT = (
        "The sections are on the left, and the text is on the right. Tab: go to the text, or back to the sections. In "
        "a narrow window, the sections are hidden while you are in the text. Space and the page keys: turn "
        "pages.\n\nPress / to search this book. You can type words in any order, or a number such as 4.2. A hit is a "
        "rule or heading that the search finds. Press the full stop for the next hit, and the comma for the previous "
        "hit. Hits in headings come first. Press Esc to end the search.\n\nPress [ for the previous book, ] for the "
        "next book, and a for the list of all books. After a search, that list shows the hits in all books.\n\nPress "
        "f to show or hide the rules that your table does not use. If you open a book from a table, these rules are "
        "hidden at first."
    )
    BINDINGS = [
        Binding("tab,shift+tab", "other", "sections or text", show=False, id="rules.other"),
        Binding("slash", "search", "search", show=False, id="rules.search"),
        Binding("full_stop", "forward(1)", "next hit", show=False, id="rules.forward"),
        Binding("comma", "forward(-1)", "hit before", show=False, id="rules.past"),
        Binding("left_square_bracket", "previous", "previous book", show=False, id="rules.previous"),
        Binding("right_square_bracket", "next", "next book", show=False, id="rules.next"),
        Binding("a", "all", "all books", show=False, id="rules.all"),
        Binding("f", "fold", "unused rules", show=False, id="rules.fold"),
    ]

    def __init__(
        self, game: str, paragraph: str = "", options: Mapping[str, OptionValue] | None = None, search: str = ""
    ) -> None:
        """options: of the table at which it is read. search: what was searched for when the paragraph was found."""
        super().__init__()
        known = [meta.id for meta in games()]
        self._game = game if game in known else known[0]
        self._start = paragraph.removeprefix("§")
        self.options: Mapping[str, OptionValue] = options or {}
        self._search = self._given_search = search
        self._found: tuple[RulebookHit, ...] = self.book.search(search)
        numbers = [hit.number for hit in self._found]
        self._at = numbers.index(self._start) if self._start in numbers else 0
        self._has_unused = has_unused(self.book, self.options)
        self._shows_all = not self._has_unused

    @property
    def pack(self) -> Pack:
        return read_pack(get_game(self._game))

    @property
    def book(self) -> Rulebook:
        return get_game(self._game).rulebook

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="book"):
            yield Sections((3, 0), bright=2, id="sections")
            yield Page(id="text")

    def on_mount(self) -> None:
        self.query_one(TitleBar).show((f"Rules of {self.book.title}", ""))
        self._show_text()
        if self._start:
            self.query_one(Page).focus()
            self.call_after_refresh(self._go_to, self._start)
        else:
            self.query_one(RowList).focus()

    def _show_text(self) -> None:
        marks = search_marks(self._search) if self._found else ()
        game, room = get_game(self._game), self.room
        write = partial(as_shown, game=game, script=room.script, ascii=room.ascii)
        text = BookText(self.book, self.options, self._shows_all, marks, self._start, write)
        self.query_one(Page).show(text.blocks(), keep_place=True)
        sections = [each for each in self.book.sections if self._shows_all or each.condition.holds(self.options)]
        self.query_one(RowList).show([Row(each.number, (each.number, each.heading)) for each in sections])
        self._show_keys()

    def _show_keys(self) -> None:
        is_reading = self.focused is self.query_one(Page)
        keys = [KeyHint("tab", "sections" if is_reading else "read", rank=1), KeyHint("up,down", "move")]
        keys.append(KeyHint("slash", "search", keep=True))
        if self._found:
            keys.append(KeyHint("comma,full_stop", "hits", rank=2))
        if self._has_unused:
            keys.append(KeyHint("f", "hide unused" if self._shows_all else "show unused", keep=True))
        self.query_one(KeyBar).show((*keys, KeyHint("a", "all books", keep=True), BACK, HELP))

    def _go_to(self, number: str) -> None:
        """Bring a section or paragraph to the top, also one that the table does not use."""
        part = next((part for part in self.book.parts if part.number == number), None)
        if part is None:
            self.tell(f"These rules have no §{number}.", "warning")
        elif not part.condition.holds(self.options) and not self._shows_all:
            self._shows_all = True
            self._show_text()
        self.query_one(Page).go_to(number)
        self.query_one(RowList).go_to(number.partition(".")[0])

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The reader goes to the text, or to the sections."""
        if isinstance(event.widget, Page | Sections):
            self._make_room()
            self._show_keys()

    def on_resize(self, event: Resize) -> None:
        """Another width may have room for both. (The base class's handler is called too.)"""
        if self.query(Page):
            self._make_room()

    def _make_room(self) -> None:
        """Hide the sections while the text is read, if there is no room for both."""
        page, sections = self.query_one(Page), self.query_one(Sections)
        is_shown = self.focused is not page or self.size.width >= _BESIDE
        sections.display = is_shown

    def action_other(self) -> None:
        """From the sections to the text, and back."""
        page, sections = self.query_one(Page), self.query_one(Sections)
        sections.display = True
        (sections if self.focused is page else page).focus()

    def action_turn(self, pages: int) -> None:
        """Turn a page of the text while the sections have the keys."""
        self.query_one(Page).action_leaf(pages)

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
        self._search, self._found, self._at = text, self.book.search(text), 0
        self._show_text()
        if not text:
            self.tell("")
        elif self._found:
            self._show_found()
        else:
            self.tell(f"This book does not contain {text!r}. Press a to search all books.", "warning")

    def _show_found(self) -> None:
        found = self._found[self._at]
        self.query_one(Page).focus()
        self._go_to(found.number)
        more = " Press . for the next hit." if len(self._found) > 1 else ""
        self.tell(f"Hit {self._at + 1} of {len(self._found)}: §{found.number}, {found.heading}.{more}")

    def action_forward(self, step: int) -> None:
        """The next or previous hit."""
        if self._found:
            self._at = (self._at + step) % len(self._found)
            self._show_found()
        else:
            self.tell("Search first: press /.")

    def action_next(self) -> None:
        self._open_book(1)

    def action_previous(self) -> None:
        self._open_book(-1)

    def _open_book(self, step: int) -> None:
        """Another book in place of this one; at a table its own book stays."""
        if self.options:
            self.tell("This is the book of your table. Press a to see all books.")
            return
        known = [meta.id for meta in games()]
        self.app.switch_screen(RulesScreen(known[(known.index(self._game) + step) % len(known)]))

    def action_all(self) -> None:
        """Go to the list of books, with the hits in all of them if there was a search."""
        below = self.app.screen_stack[-2]
        if isinstance(below, BooksScreen):
            below.search(self._search)
            self.dismiss()
        else:
            self.app.switch_screen(BooksScreen(self._search, self._game, self.options))

    def action_fold(self) -> None:
        """Show or hide what the table does not use, and stay at the same place or near it."""
        if not self._has_unused:
            self.tell("This table uses all rules." if self.options else "All rules are shown.")
            return
        page, numbers = self.query_one(Page), [part.number for part in self.book.parts]
        place = numbers.index(page.anchor_at_top) if page.anchor_at_top in numbers else 0
        self._shows_all = not self._shows_all
        self._show_text()
        next((number for number in reversed(numbers[: place + 1]) if page.go_to(number)), None)

    def leave(self) -> None:
        """Esc ends a search first, unless it led here."""
        if self._found and self._search != self._given_search:
            self._search, self._found = "", ()
            self._show_text()
            self.tell("")
        else:
            super().leave()
