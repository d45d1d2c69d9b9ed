"""The menu: every part of the program is one key away."""

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding
from textual.widget import Widget

from engine.api import parse_cards

from ..forms.host_config import game_title
from ..session.room_screen import HELP, RoomScreen
from ..widgets.canvas import Canvas, Grid
from ..widgets.card_faces import draw_tile
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList
from ..widgets.title_bar import TitleBar

_ENTRIES: Final = (
    ("play", "Play now", ""),
    ("new", "New table", "choose game, rules and bots, alone or with others"),
    ("join", "Join", "sit down at a table on your network or machine"),
    ("watch", "Watch", "watch a table"),
    ("replays", "Replays", "step through matches you have played"),
    ("rules", "Rules", "read and search the rulebooks"),
    ("statistics", "Statistics", "matches, wins, streaks"),
    ("settings", "Settings", "name, colours, cards, bot speed"),
    ("quit", "Quit", ""),
)


class Banner(Canvas):
    """The program's name and a few cards; only the name if there is little room."""

    DEFAULT_CSS = "Banner { height: 7; width: 1fr; }"
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


class MenuScreen(RoomScreen):
    """The first screen."""

    WORDS = "Menu"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("enter", "choose", keep=True),
        KeyHint("p", "play now", keep=True),
        HELP,
        KeyHint("q", "quit", keep=True),
    )
    HELP_TEXT = (
        "Play now starts the game you played last, with bots.\n\n"
        "The digit before an entry opens it. The same keys work everywhere: arrows or j and k move, Enter chooses, Esc "
        "goes back, ? explains the screen.\n\n"
        "Ctrl-C twice quits from anywhere. Your seat at a table is kept: choose Go on here when you come back.\n\n"
        "If your terminal looks broken after a lost connection, type reset and press Enter."
    )
    BINDINGS = [
        Binding("q", "app.quit", "quit", show=False, id="menu.quit"),
        Binding("p", "choose('play')", "play now", show=False, id="menu.play"),
        *[
            Binding(str(number), f"nth({number})", show=False, id=f"menu.{number}")
            for number in range(1, 1 + len(_ENTRIES))
        ],
    ]

    def body(self) -> Iterable[Widget]:
        yield Banner()
        yield RowList((1, 11, 0), self._rows(), bright=2, id="menu")

    def title_note(self) -> str:
        return self.room.settings.shown_name

    def on_screen_resume(self) -> None:
        """Back from another screen: the last game may have changed, and a seat may be waiting."""
        self.query_one(RowList).show(self._rows())
        self.query_one(TitleBar).show((self.WORDS, self.title_note()))
        # Only once the menu is shown: looking at running processes must not delay it.
        self.call_after_refresh(self._look)

    @work(exclusive=True, group="kept")
    async def _look(self) -> None:
        """Offer to go on where a seat of ours is kept. The menu can be used meanwhile."""
        kept = await self.room.tables.find_kept()
        lists = self.query(RowList)
        if not self.is_attached or not lists:  # the menu is being taken away
            return
        rows = lists.first()
        rows.show(self._rows(kept))
        if kept and rows.current is not None and rows.current.id == "play":
            rows.go_to("resume")

    def _play_now_note(self) -> str:
        settings = self.room.settings
        return f"{game_title(settings.last_game)} against {settings.last_bots.replace(' ', ' and ')} bots"

    def _rows(self, kept: str = "") -> list[Row]:
        rows = [
            Row(entry, (str(number), title, self._play_now_note() if entry == "play" else note))
            for number, (entry, title, note) in enumerate(_ENTRIES, 1)
        ]
        return [Row("resume", (" ", "Go on", kept)), *rows] if kept else rows

    def action_nth(self, number: int) -> None:
        self.action_choose(_ENTRIES[number - 1][0])

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        self.action_choose(event.row_id)

    def action_choose(self, entry: str) -> None:
        self.tell("")
        match entry:
            case "play":
                self.room.tables.play_now()
            case "resume":
                self.room.tables.resume_kept()
            case "rules":
                self.room.open_screen("books")
            case "quit":
                self.room.exit()
            case "join" | "watch":
                self.room.open_screen("join", "player" if entry == "join" else "watcher")
            case _:
                self.room.open_screen(entry)

    def leave(self) -> None:
        """There is nothing behind the menu."""
        self.tell("This is the first screen. Press q to quit.")
