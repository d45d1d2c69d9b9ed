"""Join or watch: the tables that can be reached now, and a line for an address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from textual import on, work
from textual.binding import Binding
from textual.events import Resize
from textual.widget import Widget

from net.environment import guest

from ..forms.found_tables import titles_of
from ..forms.host_config import game_title
from ..session.invitation import STANDING_WORDS, key_standing
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.routes import Role
from ..widgets.key_bar import KeyBar, KeyHint
from ..widgets.list import Row, RowList, needed_columns
from ..widgets.page import Block, Page, StillPage

if TYPE_CHECKING:
    from net.discovery.finder import Finder, FoundTable
    from net.storage.known_hosts import HostStanding

CODED: Final = "⚿"
"""Before the state of a table that needs a join code."""

_PHASES: Final = {
    "open": "open",
    "playing": "playing",
    "between": "playing",
    "paused": "paused",
    "over": "over",
}


_COLUMNS: Final = (
    ("game", 15), ("table", 0), ("seats", 5), ("watch", 5), ("state", 11), ("age", 6), ("where", 12),
)  # fmt: skip
_NARROW: Final = ("game", "table", "seats", "state", "where")
"""The columns in a narrow window."""
_USUAL: Final = 80


def new_finder() -> Finder:
    """A finder that looks everywhere; loaded only now, for it brings the network's libraries."""
    from net.discovery.finder import Finder

    return Finder()


def found_cells(
    found: FoundTable, met: HostStanding | None = None, *, is_kept: bool = False, title: str = ""
) -> tuple[str, ...]:
    """One table of the list. met: whether its host was met before. is_kept: a seat of ours waits there. title: that
    tells it from other tables, "" for its own."""
    info = found.info
    taken = sum(seat.kind != "empty" for seat in info.seats)
    watching = str(info.watching) if info.watching else ""
    state = _PHASES.get(info.phase, info.phase) if found.reachable else "no answer"
    if is_kept and found.reachable and info.phase != "over":
        state = "your seat"
    if info.coded:
        state = f"{CODED} {state}"
    where = {"machine": found.user or "this machine", "lan": "network", "recent": "met before"}[found.source]
    if met == "changed":
        where = STANDING_WORDS[met]
    elif met == "met" and found.source == "lan":
        where = "network, met"
    return (
        game_title(info.game, info.options),
        title or info.title,
        f"{taken}/{len(info.seats)}" if info.seats else "",
        watching,
        state,
        age_words(info.age_s) if found.reachable else "",
        where,
    )


def age_words(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 5400 else f"{seconds // 3600} h"


_ADDRESS: Final = KeyHint("a", "address", keep=True)
_WATCH: Final = KeyHint("w", "watch")
_OF_A_TABLE: Final = (KeyHint("up,down", "move"), KeyHint("enter", "choose", keep=True), _WATCH)
"""The keys that need a table in the list."""
_KEYS: Final = (
    *_OF_A_TABLE[:2],
    _ADDRESS,
    KeyHint("o", "open your own", keep=True),
    _WATCH,
    KeyHint("f", "look again"),
    BACK,
    HELP,
)
_ADDRESS_HELP: Final = (
    "Press a to enter an address such as 192.168.1.5:4242, or a link from a friend. If this list does not "
    "show the table, you need its address or its link. An address or link also works over the internet if the "
    "host's port can be reached.\n\n"
)


class TableListScreen(RoomScreen):
    """The list, live."""

    BINDINGS = [
        Binding("a", "address", "address", show=False, id="join.address"),
        Binding("f", "again", "again", show=False, id="join.again"),
        Binding("w", "watch", "watch", show=False, id="join.watch"),
        Binding("o", "own", "open your own", show=False, id="join.own"),
    ]

    def __init__(self, role: Role, make_finder: Callable[[], Finder] | None = None) -> None:
        super().__init__()
        self._role: Role = role
        self._make_finder = make_finder or new_finder
        self._finder: Finder | None = None
        self._tables: dict[str, FoundTable] = {}
        self._key = ""

    @property
    def KEYS(self) -> tuple[KeyHint, ...]:  # type: ignore[override]  # noqa: N802
        idle: set[KeyHint] = set() if self._takes_addresses else {_ADDRESS}
        if self._role == "watcher":
            idle.add(_WATCH)  # Enter does it
        if not any(found.reachable for found in self._tables.values()):
            idle.update(_OF_A_TABLE)
        return tuple(hint for hint in _KEYS if hint not in idle)

    @property
    def _takes_addresses(self) -> bool:
        """Whether the player may type an address. A guest of the SSH door reaches only the tables of the list."""
        return guest() is None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out what nobody can do here."""
        return super().check_action(action, parameters) and (action != "address" or self._takes_addresses)

    @property
    def WORDS(self) -> str:  # type: ignore[override]  # noqa: N802
        return "Join a table" if self._role == "player" else "Watch a table"

    @property
    def HELP_TEXT(self) -> str:  # type: ignore[override]  # noqa: N802
        shown = "the tables of this machine"
        if self._takes_addresses:
            shown = "tables on your network, tables of other users on this machine, and tables you joined before"
        enters = (
            "Press Enter to join the selected table, or w to watch it. If no seat is free, you join as a spectator."
            if self._role == "player"
            else "Press Enter to watch the selected table."
        )
        return (
            f"The list shows {shown}.\n\n{enters}\n\n{_ADDRESS_HELP if self._takes_addresses else ''}"
            "Press o to open a table of your own. Others can join it.\n\n"
            'If the state is "your seat", the table keeps a seat for you. Press Enter to take it again. '
            "If the match of this table has moved to another player's machine, the list shows the new table.\n\n"
            f"{self.room.glyphs.plain(CODED)} marks a private table. New players need its join code: ask the host."
            '\n\nIf a line contains "met", you have joined a table of this host before. If a line contains '
            '"KEY CHANGED", the key of the host has changed since you last joined. If you join, you see both keys and '
            "decide whether to trust the new key."
        )

    def body(self) -> Iterable[Widget]:
        typing = "a to type an address, or " if self._takes_addresses else ""
        yield RowList(
            tuple(cells for _, cells in _COLUMNS),
            heads=tuple(head for head, _ in _COLUMNS),
            empty=f"Looking for tables. Press {typing}o to open a table.",
            bright=2,
            is_sorted=True,
        )
        yield StillPage(id="problem")

    def on_mount(self) -> None:
        self._look()

    def on_resize(self, event: Resize) -> None:
        """As many columns as there is room for. (The base class's handler is called too.)"""
        self._show()

    @work(exclusive=True, group="looking")
    async def _look(self) -> None:
        from net.storage.person_key import own_person_key

        self._key = (await asyncio.to_thread(own_person_key)).public
        finder = self._finder = self._make_finder()
        async with finder:
            async for _ in finder.changes():
                self._show()

    def _show(self) -> None:
        lists, pages = self.query(RowList), self.query(Page)
        if self._finder is None or not self.is_attached or not lists or not pages:  # the screen is being taken away
            return
        from net.migration.saved_seats import goes_on_for_us
        from net.storage.known_hosts import KnownHosts
        from net.storage.seat_tokens import SeatTokens

        pins, kept = KnownHosts(), SeatTokens().tables()

        def is_kept(found: FoundTable) -> bool:
            return found.info.table_id in kept or goes_on_for_us(found.info, kept, self._key)

        shown = [place for place, (head, _) in enumerate(_COLUMNS) if head in _NARROW or self.size.width >= _USUAL]
        rows = lists.first()
        self._tables = {f"{found.info.table_id} {found.address}": found for found in self._finder.tables}
        titles = titles_of(self._finder.tables)
        cells = {
            key: found_cells(
                found, key_standing(found, pins), is_kept=is_kept(found), title=titles[found.info.table_id]
            )
            for key, found in self._tables.items()
        }
        rows.lay_out(
            *needed_columns(
                [_COLUMNS[place] for place in shown],
                [tuple(each[place] for place in shown) for each in cells.values()],
            )
        )
        rows.show(
            (
                Row(key, tuple(cells[key][place] for place in shown), is_on=found.reachable)
                for key, found in self._tables.items()
            ),
            is_steady=rows.is_moved,
        )
        self.query_one(KeyBar).show(self.KEYS)
        problem = self._finder.problem
        pages.first().show([Block(problem, "turn")] if problem else [])

    @on(RowList.Chosen)
    def _chosen(self, event: RowList.Chosen) -> None:
        found = self._tables.get(event.row_id)
        if found is not None:
            self.room.tables.join_table(found.address, self._role)

    def action_watch(self) -> None:
        row = self.query_one(RowList).current
        if row is not None and row.id in self._tables:
            self.room.tables.join_table(self._tables[row.id].address, "watcher")

    def action_own(self) -> None:
        self.room.open_screen("new", "", "", "listed")

    def action_again(self) -> None:
        if self._finder is not None:
            self._finder.ask_all()

    @work(exclusive=True, group="typing")
    async def action_address(self) -> None:
        from net.wire.address import AddressError, parse_address

        held = self.room.settings.last_address
        text = await self.ask("Address or link:", held, most=400, placeholder="192.168.1.5:4242 or khanhoo://...")
        if text is None:
            return
        try:
            address = parse_address(text)
        except AddressError as error:
            self.tell(str(error), "error")
            return
        self.room.change_settings(last_address=text)
        self.room.tables.join_table(address, self._role)
