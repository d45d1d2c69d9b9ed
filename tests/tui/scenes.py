"""Named scenes of the shell: menu, forms, lists, rulebook, lobby.

Nothing in a scene depends on the machine, the user or the hour. The scenes of the table stand in scenes_table.py.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from textual.app import App
from textual.pilot import Pilot

from engine.api import Event, Happened, View, find_game
from net.crypto.key_words import four_words
from net.discovery.finder import Finder, FoundTable
from net.news import HostGone
from net.transport.host_key_check import HostKeyCheck
from net.wire.address import Address, tcp_address
from net.wire.gallery import GalleryLines
from net.wire.table_info import SeatInfo, TableInfo
from tui.app import KhanhooApp
from tui.config.settings import Overrides, Settings
from tui.config.terminal import Terminal
from tui.forms.host_gone import own_words
from tui.screens.table_list import TableListScreen
from tui.session.routes import Role
from tui.session.statistics import PlayedMatch, Statistics

from ..harness.quiet import quiet
from ..harness.screens import until
from .scene import Scene

SMALL: Final = (80, 24)
LARGE: Final = (120, 40)
LEAST: Final = (60, 20)

Until = Callable[[Pilot[Any]], Awaitable[None]]


def room(statistics: Statistics | None = None, **settings: str | bool | int) -> KhanhooApp:
    """A card room as Ann sees it on a terminal that can do everything."""
    return KhanhooApp(
        Settings(name="Ann", last_game="hearts", guard=False, coach="off").with_(**settings),
        terminal=Terminal(colours="truecolor"),
        statistics=statistics,
    )


def ascii_room() -> KhanhooApp:
    """The same with `--ascii`."""
    return KhanhooApp(
        Settings(name="Ann", last_game="hearts", guard=False, coach="off"),
        terminal=Terminal(colours="standard"),
        overrides=Overrides(ascii=True),
    )


def played_room() -> KhanhooApp:
    """Ann has played a few matches."""
    statistics = Statistics(Path(tempfile.mkdtemp(prefix="scene-")))
    for number, (game, place, points) in enumerate(_PLAYED):
        name = statistics.keep_record(f"{game}-2026-05-{number + 1:02d}-t{number}", b"x" * 2048 * (number + 1))
        os.utime(statistics.records_folder / name, (1_777_700_000 + 86_400 * number,) * 2)
        statistics.add(_match(number, game, place, points, name))
    return room(statistics)


_PLAYED: Final = (("hearts", 2, 71), ("hearts", 1, 44), ("khanhoo", 1, 52), ("hearts", 1, 39), ("hearts", 4, 103))


def _match(number: int, game: str, place: int, points: int, record: str) -> PlayedMatch:
    return PlayedMatch(
        table_id=f"t{number}",
        finished=f"2026-05-{number + 1:02d}T20:{10 + number}:00+00:00",
        game=game,
        seats=4 if game == "hearts" else 3,
        seat=0,
        place=place,
        shared=1,
        points=points,
        fewer_win=game == "hearts",
        best_deal=number if game == "hearts" else 19,
        deals=6 + number,
        people=1,
        opponents="Bea, Cedar, Dogwood" if game == "hearts" else "Bea, Cedar",
        record=record,
        preset="hearts" if game == "hearts" else "denexa",
        bots="" if number else "easy",
        seconds=60 * (number + 10),
    )


def table_info(
    *seats: SeatInfo, title: str = "Ann's Hearts", phase: str = "open", game: str = "hearts", **more: Any
) -> TableInfo:
    """A table from outside."""
    given = {"turn_s": 60, "bank_s": 120, "options": find_game(game).meta.resolve({}), **more}
    return TableInfo(
        table_id=f"table-{title}",
        title=title,
        game=game,
        seats=seats,
        phase=phase,  # type: ignore[arg-type]
        **given,
    )


KEY: Final = "0123456789abcdef" * 4
OTHER_KEY: Final = "fedcba9876543210" * 4

ANN: Final = SeatInfo(seat=0, name="Ann", kind="person", is_host=True)
BEA: Final = SeatInfo(seat=1, name="Bea", kind="person", ready=True, user="bea")
FREE: Final = SeatInfo(seat=2)
DOGWOOD: Final = SeatInfo(seat=3, name="Dogwood", kind="bot", level="medium", ready=True)


@dataclass
class LobbySession:
    """What a lobby needs of a session, standing still."""

    info: TableInfo
    seat: int | None = 0
    view: View | None = None
    events: tuple[Event, ...] = (
        Happened("sat", 0, "Ann"),
        Happened("sat", 1, "Bea"),
        Happened("said", 1, "Bea", "Good evening! [b]Who deals?[/b]"),
        Happened("watching", None, "Cy"),
    )
    address: Address = field(default_factory=lambda: tcp_address("192.168.1.5", 4242, "a1b2c3d4e5f6"))
    host: HostKeyCheck = field(default_factory=lambda: HostKeyCheck("", keeps=False))
    table_code: str = ""
    gallery: GalleryLines = field(default_factory=GalleryLines)
    name: str = "Ann"
    is_seat_saved: bool = True

    async def leave(self) -> None:
        """Nobody is there to leave."""

    async def close(self) -> None:
        """Nothing to close."""


def met_host(*, is_new: bool = False) -> HostKeyCheck:
    """A host that answered with a key of the tests."""
    host = HostKeyCheck("", keeps=False)
    host.key, host.is_new = KEY, is_new
    return host


def in_lobby(seat: int | None = 0, *seats: SeatInfo) -> Until:
    """Ann's table, seen from a seat or (None) as a watcher."""
    people = seats or (ANN, BEA, FREE, DOGWOOD)
    info = table_info(*people, host_seat=0, host="Ann", watchers=("Cy",), watching=1, pace_ms=900, key=KEY)
    host = HostKeyCheck("", keeps=False) if seat == 0 else met_host(is_new=True)

    async def enter(pilot: Pilot[Any]) -> None:
        app = cast("KhanhooApp", pilot.app)
        app.tables.session = LobbySession(info, seat, host=host)  # type: ignore[assignment]
        app.open_screen("lobby")
        await quiet(pilot)

    return enter


class StillFinder:
    """A list of tables that does not move."""

    def __init__(self, tables: tuple[FoundTable, ...], problem: str | None) -> None:
        self.tables, self.problem = tables, problem
        self.asked = 0
        self.was_heard = False

    async def __aenter__(self) -> StillFinder:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def changes(self) -> Any:
        """The list, once."""
        yield self.tables
        self.was_heard = True

    def ask_all(self) -> None:
        """Nothing is there to ask."""
        self.asked += 1


FOUND: Final = (
    FoundTable(table_info(ANN, BEA, FREE, DOGWOOD, age_s=75), tcp_address("192.168.1.5", 4242), "lan"),
    FoundTable(
        table_info(ANN, title="Kitchen [red]table[/red]", phase="playing", watching=3, age_s=4000),
        tcp_address("192.168.1.9", 4242),
        "machine",
        user="cy",
    ),
    FoundTable(table_info(title="Old haunt"), tcp_address("10.0.0.3", 4242), "recent", reachable=False),
)
BLOCKED: Final = (
    "No table answers on this network or this machine. Guest Wi-Fi, VPNs, containers and firewalls often block "
    "announcements (multicast, UDP port 5353). Ask the host for the address. Then type it, for example "
    "192.168.1.5:4242."
)


def at_the_list(
    tables: tuple[FoundTable, ...] = FOUND,
    problem: str | None = None,
    finder: StillFinder | None = None,
    role: Role = "player",
) -> Until:
    """The list of tables, with these in it."""

    async def enter(pilot: Pilot[Any]) -> None:
        still = finder or StillFinder(tables, problem)
        await pilot.app.push_screen(TableListScreen(role, lambda: cast("Finder", still)))
        await until(pilot, lambda: still.was_heard)

    return enter


async def leaving(pilot: Pilot[Any]) -> None:
    """The question how to leave."""
    await in_lobby()(pilot)
    cast("KhanhooApp", pilot.app).tables.leave_table()
    await quiet(pilot)


async def other_host(pilot: Pilot[Any]) -> None:
    """A known host that answers with another key."""
    app = cast("KhanhooApp", pilot.app)
    await app.push_screen(app.make_screen("other_host", "192.168.1.5:4242", four_words(OTHER_KEY), four_words(KEY)))
    await quiet(pilot)


async def taking_over(pilot: Pilot[Any]) -> None:
    """A host that hands its table over asks this player."""
    app = cast("KhanhooApp", pilot.app)
    await app.push_screen(app.make_screen("taking_over", "Ann"))
    await quiet(pilot)


async def hosting_now(pilot: Pilot[Any]) -> None:
    """Ann goes on with a match: how the others come."""
    app = cast("KhanhooApp", pilot.app)
    links = [f"khanhoo://192.168.1.6:4242/0a1b2c3d4e5f#{KEY[:32]}"]
    await app.push_screen(app.make_screen("invite", links, own_words(3, is_listed=True), ""))
    await quiet(pilot)


async def following(pilot: Pilot[Any]) -> None:
    """Somebody was told the link of the table that goes on."""
    app = cast("KhanhooApp", pilot.app)
    await app.push_screen(app.make_screen("link"))
    await quiet(pilot)


def host_gone(*, is_suggested: bool) -> Until:
    """A match whose host is gone, and who should go on with it."""

    async def enter(pilot: Pilot[Any]) -> None:
        app = cast("KhanhooApp", pilot.app)
        gone = HostGone(deal=3, can_carry=True, why_not="", suggested="Ben", is_suggested=is_suggested)
        await app.push_screen(app.make_screen("host_gone", gone))
        await quiet(pilot)

    return enter


def _both(name: str, build: Callable[[], App[Any]], *keys: str, until: Until | None = None) -> dict[str, Scene]:
    """A scene at the usual size and at the large one."""
    return {
        name: Scene(build, SMALL, keys, until),
        f"{name}-large": Scene(build, LARGE, keys, until),
    }


SCENES: Final[dict[str, Scene]] = {
    **_both("menu", room),
    "menu-ascii": Scene(ascii_room),
    "menu-least": Scene(room, LEAST),
    "menu-too-small": Scene(room, (50, 16)),
    "menu-daylight": Scene(lambda: room(theme="light")),
    **_both("new-table", room, "o", *["down"] * 8),
    "new-table-others": Scene(room, SMALL, ("o", "down", "down", "right", "down", "down", "right")),
    "new-table-least": Scene(room, LEAST, ("o", *["down"] * 8)),
    "new-table-ascii": Scene(ascii_room, SMALL, ("o",)),
    **_both("join", room, until=at_the_list()),
    "join-least": Scene(room, LEAST, (), at_the_list()),
    "join-blocked": Scene(room, SMALL, (), at_the_list((), BLOCKED)),
    "join-address": Scene(room, SMALL, ("a", *"192.168.1.5"), at_the_list((), None)),
    **_both("lobby", room, until=in_lobby()),
    "lobby-least": Scene(room, LEAST, (), in_lobby()),
    "lobby-guest": Scene(room, SMALL, (), in_lobby(1)),
    "lobby-ascii": Scene(ascii_room, SMALL, (), in_lobby()),
    "other-host": Scene(room, SMALL, (), other_host),
    "other-host-least": Scene(room, LEAST, (), other_host),
    "invite": Scene(room, SMALL, (), hosting_now),
    "follow-link": Scene(room, SMALL, (), following),
    "host-gone": Scene(room, SMALL, (), host_gone(is_suggested=True)),
    "host-gone-least": Scene(room, LEAST, (), host_gone(is_suggested=False)),
    "taking-over": Scene(room, SMALL, (), taking_over),
    "leaving": Scene(room, SMALL, (), leaving),
    **_both("books", room, "r"),
    "books-search": Scene(room, SMALL, ("r", "slash", *"moon", "enter")),
    **_both("rules", room, "r", "enter"),
    "rules-search": Scene(room, SMALL, ("r", "enter", "slash", *"moon", "enter")),
    "rules-ascii": Scene(ascii_room, SMALL, ("r", "enter")),
    **_both("history", played_room, "e"),
    "history-empty": Scene(room, SMALL, ("e",)),
    **_both("settings", room, "i", "down"),
    "settings-ascii": Scene(ascii_room, SMALL, ("i", "down", "down", "down")),
    "help": Scene(room, SMALL, ("question_mark",)),
}
