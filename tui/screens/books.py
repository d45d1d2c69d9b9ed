"""The list of rulebooks, and the search that goes over all of them."""

from collections.abc import Iterable, Mapping
from typing import Final

from textual import on, work
from textual.binding import Binding
from textual.widget import Widget

from engine.api import GameInfo, OptionValue, RulebookHit, games

from ..forms.host_config import get_game
from ..forms.rulebooks import as_shown, search_books, search_marks
from ..session.room_screen import BACK, HELP, RoomScreen
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.page import Block, Page, StillPage
from .book_text import text_blocks

_BOOKS: Final = (14, 0)
_HITS: Final = (14, 6, 0)
"""Widths of columns."""


def _covered(meta: GameInfo) -> str:
    """How many can play a game, and which variants its rulebook has."""
    least, most = meta.least_seats, meta.most_seats
    variants = ", ".join(preset.title for preset in meta.presets if preset.title != meta.title)
    players = str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"
    return f"{players} players{variants and f', with {variants}'}"


class BooksScreen(RoomScreen):
    """All rulebooks, or the results of a search; below, an explanation of the line under the cursor."""

    WORDS = "Rulebooks"
    HELP_TEXT = (
        "This list has the rulebooks of all games. Press Enter to open the selected book, or the selected rule in the "
        "results of a search.\n\nPress / to search all books. You can type words in any order, or a number such as "
        "4.2. The results show headings first, then rules. Press Esc to go back to the list of books."
    )
    BINDINGS = [Binding("slash", "search", "search", show=False, id="books.search")]

    def __init__(self, search: str = "", game: str = "", options: Mapping[str, OptionValue] | None = None) -> None:
        """search: what to search for at once. game, options: of the table at which the books are read."""
        super().__init__()
        self._search = search
        self._game, self._options = game, options
        self._found: dict[str, tuple[str, RulebookHit]] = {}

    def body(self) -> Iterable[Widget]:
        yield RowList(_BOOKS, bright=1, explains=False, id="books")
        yield StillPage(id="about")

    def on_mount(self) -> None:
        self.search(self._search)
        self.query_one(RowList).focus()

    def search(self, text: str) -> None:
        """Show what the books have on some words; all books without any."""
        self._found = {f"{game} {hit.number}": (game, hit) for game, hit in search_books(text)}
        rows = self.query_one(RowList)
        is_new, self._search = text != self._search or not rows.rows, text
        rows.lay_out(_HITS if text else _BOOKS, ())
        if text:
            rows.show(self._hits(), empty=f"No rulebook contains {text!r}. Press / to search again.")
            if is_new:
                rows.action_edge(1)
        elif is_new:
            rows.show([Row(meta.id, (meta.title, _covered(meta))) for meta in games()])
            rows.go_to(self._game or self.room.settings.last_game)
        self._explain()
        self._tell_found()
        opens = (KeyHint("enter", "open", keep=True),) if rows.current is not None else ()
        moves = KeyHint("up,down", "move")
        self.query_one(KeyBar).show((moves, *opens, KeyHint("slash", "search all", keep=True), BACK, HELP))

    def _hits(self) -> list[Row]:
        rows: list[Row] = []
        for is_heading, title in ((True, "Headings"), (False, "Rules")):
            found = [(row, game, hit) for row, (game, hit) in self._found.items() if hit.is_heading is is_heading]
            if found:
                rows.append(Row(title, (title,), is_on=False, is_heading=True))
            for row, game, hit in found:
                is_section = hit.number.isdecimal()
                text = hit.heading if is_section else " ".join(self._written(game, hit.text).split())
                rows.append(Row(row, (get_game(game).meta.title, hit.number, text)))
        return rows

    def _tell_found(self) -> None:
        headings = sum(hit.is_heading for _, hit in self._found.values())
        rules = len(self._found) - headings
        counts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((headings, "heading"), (rules, "rule")) if n]
        self.tell(f"Found {self._search!r} in {' and '.join(counts)}." if counts else "")

    def _written(self, game: str, text: str) -> str:
        return as_shown(text, get_game(game), self.room.script, ascii=self.room.ascii)

    @on(RowList.Moved)
    def _explain(self) -> None:
        """Explain the line under the cursor below the list."""
        row = self.query_one(RowList).current
        blocks: list[Block] = []
        if row is not None and row.id in self._found:
            game, hit = self._found[row.id]
            head = f"{get_game(game).meta.title} §{hit.number}, {hit.heading}"
            marks = search_marks(self._search)
            blocks = [Block(head, "strong", marks=marks)]
            blocks += text_blocks(self._written(game, hit.text), marks=marks)
        elif row is not None:
            meta = get_game(row.id).meta
            blocks = [Block(meta.title, "strong"), Block(meta.summary)]
        self.query_one(Page).show(blocks)

    @on(RowList.Chosen)
    def _open(self, event: RowList.Chosen) -> None:
        game, number = event.row_id, ""
        if event.row_id in self._found:
            game, hit = self._found[event.row_id]
            number = hit.number
        options = self._options if game == self._game else None
        self.room.open_screen("rules", game, number, options, self._search)

    @work(exclusive=True, group="typing")
    async def action_search(self) -> None:
        text = await self.ask("Search all books:", most=60, placeholder="words, or a number such as 4.2")
        if text is not None:
            self.search(text)

    def leave(self) -> None:
        """Esc ends a search first."""
        if self._search:
            self.search("")
        else:
            super().leave()
