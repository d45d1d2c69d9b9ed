"""The menu: the games first, and every other part of the program one key away."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding
from textual.events import Resize
from textual.widget import Widget

from engine.api import parse_cards

from ..forms.game_list import DIGITS, NEVER, Entry, entries, entry_cells, last_entry, start_words
from ..session.room_screen import HELP, RoomScreen
from ..widgets.canvas import Canvas, Grid
from ..widgets.card_faces import draw_tile
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList
from ..widgets.page import Block, Page, StillPage
from ..widgets.title_bar import TitleBar

_HEADS: Final = ("", "game", "players", "match", "rules", "", "last")
_COLUMNS: Final = (1, 15, 7, 6, 6, 0, 4)
_RESUME: Final = "resume"
"""With the number of a seat: the line of a table that keeps it."""
_WIDE: Final = 76
"""Columns from which a line has a few words about its game."""
_HIGH: Final = 30
"""Rows from which the banner has room."""


class Banner(Canvas):
    """The program's name and a few cards; only the name if there is little room."""

    DEFAULT_CSS = "Banner { height: 7; width: 1fr; display: none; }"
    _LINE: Final = "a card room in your terminal"
    _CARDS: Final = parse_cards("QS AH 2S 3D KC")

    def paint(self, grid: Grid) -> None:
        grid.put(4, 2, "K H A N H O O", self.look["turn"])
        grid.put(4, 4, self._LINE, self.look["felt"])
        room = grid.width - 4 - (4 + cell_len(self._LINE) + 3)
        cards = self._CARDS[: max(0, (room + 1) // 8)]
        left = grid.width - 4 - 8 * len(cards) + 1
        for place, card in enumerate(cards):
            draw_tile(grid, left + 8 * place, 1, 5, card, self.look, self.glyphs)


class GameKeys(KeyBar):
    """What can be done with the selected game; the key bar below has the rest."""

    DEFAULT_CSS = "GameKeys { dock: none; }"


class MenuScreen(RoomScreen):
    """The first screen: a list of games, what the selected one is about, and keys to the rest."""

    WORDS = "Choose a game"
    KEYS = (
        KeyHint("f", "friends", keep=True),
        KeyHint("w", "watch", keep=True),
        KeyHint("e", "history", keep=True),
        KeyHint("i", "settings", keep=True),
        HELP,
        KeyHint("q", "quit", keep=True),
    )
    GAME_KEYS = (KeyHint("enter", "play"), KeyHint("t", "learn"), KeyHint("o", "options"), KeyHint("r", "rules"))
    HELP_TEXT = (
        "Enter starts a match of the selected game against bots. The key in front of a game starts that game. You get "
        "the options, seats and bots of your last match of the game. The arrows, or j and k, select another game. "
        "Press t to learn the selected game in a few minutes, at a real table. Press o to choose the game's options "
        "before a match. Press r to read the game's rules.\n\nThe columns show the number of players, the length of a "
        "match against bots, the difficulty of the rules, and the result of your last match.\n\nPress f to join a "
        "table of other people, or to open your own. Press w to watch a table. Press e to see your matches, replays "
        "and results. Press i to change your name, colours, cards and bot speed.\n\nOn every screen, you can press "
        'Ctrl-C twice to quit. If you quit at a table, your seat is kept. To come back to it, choose "Go on" in this '
        "menu.\n\nIf your terminal looks broken after a lost connection, type reset and press Enter."
    )
    BINDINGS = [
        Binding("q", "app.quit", "quit", show=False, id="menu.quit"),
        Binding("o", "options", "options", show=False, id="menu.options"),
        Binding("t", "learn", "learn", show=False, id="menu.learn"),
        Binding("f", "open('join', 'player')", "with friends", show=False, id="menu.friends"),
        Binding("w", "open('join', 'watcher')", "watch", show=False, id="menu.watch"),
        Binding("r", "rules", "rules", show=False, id="menu.rules"),
        Binding("e", "open('history')", "history", show=False, id="menu.history"),
        Binding("i", "settings", "settings", show=False, id="menu.settings"),
        *[Binding(key, f"nth({place})", show=False, id=f"menu.{key}") for place, key in enumerate(DIGITS)],
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries = {entry.id: entry for entry in entries()}
        self._kept: tuple[str, ...] = ()
        self._keys = 0
        """The app's keys when this screen was shown."""
        self._results: Mapping[tuple[str, str], str] = {}

    def body(self) -> Iterable[Widget]:
        yield Banner()
        yield RowList(_COLUMNS, self._rows(), heads=_HEADS, bright=2, id="games")
        yield StillPage(id="about")
        yield GameKeys(*self.GAME_KEYS)

    def on_mount(self) -> None:
        self.query_one(RowList).go_to(last_entry(self.room.settings).id)
        self._explain()

    def title_note(self) -> str:
        return self.room.settings.shown_name

    def on_screen_resume(self) -> None:
        """Back from another screen: a seat may be waiting, and a match may have ended."""
        self._keys = self.room.keys
        self._show()
        self.query_one(TitleBar).show((self.WORDS, self.title_note()))
        # The look at running processes and at the disk waits until the menu is shown, so that it delays nothing.
        self.call_after_refresh(self._look)

    def on_resize(self, event: Resize) -> None:
        """As much of each game as there is room for. (The base class's handler is called too.)"""
        self.query_one(Banner).display = event.size.height >= _HIGH
        self._show()

    @work(exclusive=True, group="kept")
    async def _look(self) -> None:
        """Offer to go on where a seat of ours is kept, and say how matches ended. The menu can be used meanwhile."""
        self._results = self._last_results()
        self._offer(self.room.tables.kept())
        self._offer(await self.room.tables.find_kept())

    def _offer(self, kept: tuple[str, ...]) -> None:
        """Show these seats, and point at the first one unless a key was pressed meanwhile. If the cursor's seat is
        gone, point at the game that was played last.
        """
        self._kept = kept
        lists = self.query(RowList)
        if not self.is_attached or not lists:  # the menu is being taken away
            return
        rows = lists.first()
        was_game = self._entry is not None
        self._show()
        if not was_game and (rows.current is None or not rows.current.id.startswith(_RESUME)):
            rows.go_to(last_entry(self.room.settings).id)
        is_at_last = rows.current is not None and rows.current.id == last_entry(self.room.settings).id
        if self._kept and is_at_last and self._keys == self.room.keys:
            rows.go_to(f"{_RESUME}0")

    def _last_results(self) -> Mapping[tuple[str, str], str]:
        from ..session.statistics import StatisticsProblem, last_results

        try:
            return last_results(self.room.statistics.matches())
        except (StatisticsProblem, OSError):
            return {}  # the history says what is wrong with it

    @property
    def _is_narrow(self) -> bool:
        return self.size.width < _WIDE

    def _show(self) -> None:
        rows = self.query_one(RowList)
        narrow = [place for place, head in enumerate(_HEADS) if place == 0 or head]
        shown = narrow if self._is_narrow else range(len(_HEADS))
        rows.lay_out(tuple(_COLUMNS[place] for place in shown), tuple(_HEADS[place] for place in shown))
        rows.show(self._rows())
        rows.styles.height = 1 + len(rows.rows)
        self._explain()

    def _rows(self) -> list[Row]:
        rows = [
            Row(entry.id, entry_cells(entry, key, self._result(entry), is_narrow=self._is_narrow))
            for key, entry in zip(DIGITS.ljust(len(self._entries)), self._entries.values(), strict=False)
        ]
        kept = [Row(f"{_RESUME}{number}", (" ", f"Go on with {words}")) for number, words in enumerate(self._kept)]
        return [*kept, *rows]

    def _result(self, entry: Entry) -> str:
        return self._results.get((entry.meta.id, entry.preset.id), NEVER)

    @property
    def _entry(self) -> Entry | None:
        """The game under the cursor."""
        row = self.query_one(RowList).current
        return self._entries.get(row.id) if row is not None else None

    @on(RowList.Moved)
    def _moved(self) -> None:
        self.drop_notice("quitting")
        self._explain()

    def _explain(self) -> None:
        """Say below the list what the game under the cursor is about, and what Enter starts."""
        entry = self._entry
        blocks = [Block("Your seat is kept. Press Enter to go back to it.", indent=2)]
        if entry is not None:
            words = start_words(entry, self.room.settings)
            blocks = [Block(entry.summary, indent=2), Block(f"Enter starts a match: {words}.", "faint", indent=2)]
        self.query_one(Page).show(blocks)
        self.query_one(GameKeys).show(self.GAME_KEYS if entry is not None else (KeyHint("enter", "go on"),))

    def action_nth(self, place: int) -> None:
        found = list(self._entries)[place : place + 1]
        if found:
            self._start(found[0])

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        if event.row_id.startswith(_RESUME):
            self.tell("")
            self.room.tables.resume_kept(int(event.row_id.removeprefix(_RESUME)))
        else:
            self._start(event.row_id)

    def _start(self, entry_id: str) -> None:
        self.tell("")
        entry = self._entries[entry_id]
        from ..forms.host_config import listed_config  # here, not above: it loads what a table is made of

        self.room.tables.open_table(listed_config(self.room.settings, entry.meta.id, entry.preset.id))

    def action_open(self, screen: str, role: str = "") -> None:
        self._go(screen, *([role] if role else []))

    def action_settings(self) -> None:
        self._go("settings")

    def _go(self, *screen: str) -> None:
        self.tell("")
        self.room.open_screen(*screen)

    def action_options(self) -> None:
        entry = self._entry or last_entry(self.room.settings)
        self._go("new", entry.meta.id, entry.preset.id)

    def action_learn(self) -> None:
        entry = self._entry or last_entry(self.room.settings)
        self._go("learn", entry.id)

    def action_rules(self) -> None:
        entry = self._entry or last_entry(self.room.settings)
        self._go("books", "", entry.meta.id)

    def leave(self) -> None:
        """There is nothing behind the menu: Esc quits if it is pressed again at once."""
        if self.is_told("quitting"):
            self.room.exit()
        else:
            self.tell("This is the first screen. Press Esc again, or q, to quit.", about="quitting")
