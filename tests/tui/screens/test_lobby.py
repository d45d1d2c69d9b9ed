"""The keys of a lobby: those that do something now, and what they ask before they do it."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from engine.api import Decision, Move, OptionValue, find_game, games
from net.news import Asked, Notice, Outcome, TableChanged
from net.wire.table_info import SeatInfo
from tui.widgets.key_bar import KeyBar
from tui.widgets.list import RowList
from tui.widgets.messages import SessionNews

from ...harness.screens import settled
from ...harness.slow import one_of_each
from ..scene import shown
from ..scenes import ANN, BEA, DOGWOOD, FREE, LEAST, SMALL, LobbySession, room, table_info

HOST = SeatInfo(seat=0, name="Bea", kind="person", is_host=True)
MINE = SeatInfo(seat=1, name="Ann", kind="person")


@dataclass
class Lobby(LobbySession):
    """A lobby that counts how often the player gave up their seat."""

    stood: list[int] = field(default_factory=list)

    async def stand(self) -> Outcome:
        self.stood.append(1)
        return Outcome(True)


async def enter(pilot: Pilot[Any], lobby: Lobby) -> str:
    """Come into the lobby; the screen."""
    app: Any = pilot.app
    app.tables.session = lobby
    app.open_screen("lobby")
    return await settled(pilot)


def keys(pilot: Pilot[Any]) -> dict[str, str]:
    """What the bar says of each key."""
    return {hint.key: hint.label for hint in pilot.app.screen.query_one(KeyBar).value}


async def test_the_bar_shows_the_arrows_and_the_key_that_removes_only_where_they_do_something() -> None:
    async with room().run_test(size=SMALL) as pilot:
        await enter(pilot, Lobby(table_info(ANN, BEA, FREE, DOGWOOD, host_seat=0, host="Ann")))
        wanted = [(False, None), (False, "remove"), (True, None), (True, "remove")]
        for steps, remove in wanted:
            assert ("left,right" in keys(pilot)) is steps
            assert keys(pilot).get("d") == remove
            await pilot.press("down")
            await settled(pilot)


@pytest.mark.parametrize(("others", "presses"), [((BEA,), 2), ((DOGWOOD,), 1)])
async def test_the_key_that_gives_up_a_seat_asks_once_where_another_player_could_take_it(
    others: tuple[SeatInfo, ...], presses: int
) -> None:
    lobby = Lobby(table_info(ANN, *others, host_seat=0, host="Ann", watchers=()))
    async with room().run_test(size=SMALL) as pilot:
        await enter(pilot, lobby)
        for number in range(presses):
            assert not lobby.stood
            await pilot.press("w")
            text = await settled(pilot)
            assert ("Press w again to give up your seat." in text) is (number + 1 < presses)
        assert lobby.stood == [1]
        assert "To sit down again, press Enter on a free seat" in text


@pytest.mark.parametrize("size", [LEAST, SMALL], ids=str)
async def test_a_player_whom_the_lobby_waits_for_is_told_the_key(size: tuple[int, int]) -> None:
    async with room().run_test(size=size) as pilot:
        text = await enter(pilot, Lobby(table_info(HOST, MINE, host="Bea"), 1))
        assert "Waiting for you. Press y" in text
        assert keys(pilot)["y"] == "ready"


@pytest.mark.parametrize("game", one_of_each([meta.id for meta in games()], lambda _: True))
async def test_the_star_of_a_changed_rule_is_in_sight_beside_its_whole_name(game: str) -> None:
    options = find_game(game).meta.options
    changed: dict[str, OptionValue] = {
        option.name: not option.default
        if isinstance(option.default, bool)
        else next((word for word in option.choices if word != option.default), option.most)
        for option in options
    }
    starred = [f"{option.title} *" for option in options if changed[option.name] != option.default]
    assert starred
    async with room().run_test(size=SMALL) as pilot:
        await enter(pilot, Lobby(table_info(ANN, BEA, host_seat=0, host="Ann", game=game, options=changed)))
        rows = pilot.app.screen.query_one(RowList)
        seen = shown(rows)
        while (last := rows.current) is not None:
            await pilot.press("pagedown")
            await settled(pilot)
            seen += shown(rows)
            if rows.current is last:
                break
        assert [each for each in starred if each not in seen] == []


async def test_the_end_of_a_notice_takes_away_that_notice_and_no_other() -> None:
    over = SessionNews(Notice("The match continues here.", about="checking", is_over=True))
    async with room().run_test(size=SMALL) as pilot:
        await enter(pilot, Lobby(table_info(ANN, BEA, FREE, host_seat=0, host="Ann")))
        screen = pilot.app.screen
        screen.post_message(SessionNews(Notice("Looking for the match.", about="checking")))
        assert "Looking for the match." in await settled(pilot)
        screen.post_message(over)
        assert "Looking for the match." not in await settled(pilot)
        screen.post_message(SessionNews(Notice("The disk is full.")))
        screen.post_message(over)
        assert "The disk is full." in await settled(pilot)


@pytest.mark.parametrize(("watching", "said"), [(1, "you watch"), (2, "you watch with 1 other"), (3, "with 2 others")])
async def test_the_lobby_counts_who_else_watches(watching: int, said: str) -> None:
    lobby = Lobby(table_info(FREE, BEA, watching=watching), None)
    async with room().run_test(size=SMALL) as pilot:
        assert (await enter(pilot, lobby)).splitlines()[0].endswith(said)


async def test_a_long_name_of_a_table_leaves_room_for_my_seat_in_the_title() -> None:
    lobby = Lobby(table_info(ANN, BEA, title="A rather long title of a table"))
    async with room().run_test(size=LEAST) as pilot:
        head = (await enter(pilot, lobby)).splitlines()[0]
    assert head.endswith("  you have seat 1")
    assert "Lobby: A rather long" in head


@pytest.mark.parametrize("seat", [0, None])
async def test_a_player_reads_the_rules_in_six_lines_once_before_the_first_deal(seat: int | None) -> None:
    async with room(coach="on").run_test(size=LEAST) as pilot:
        first, again = [
            await enter(pilot, Lobby(table_info(ANN, BEA, FREE, DOGWOOD, host_seat=0, host="Ann"), seat)) for _ in "12"
        ]
        assert ("Hearts in six lines" in first) is (seat is not None)
        assert "Lobby" in again
        assert "six lines" not in again


async def test_a_guest_reads_the_rules_that_the_host_chooses_later_and_the_host_is_left_in_peace() -> None:
    omnibus = {**find_game("hearts").meta.resolve({}), "omnibus": True, "moon": "choice"}
    for guest in (True, False):
        people, mine = ((HOST, MINE), 1) if guest else ((ANN, BEA), 0)
        lobby = Lobby(table_info(*people, host="Bea" if guest else "Ann"), mine)
        async with room(coach="on").run_test(size=LEAST) as pilot:
            await enter(pilot, lobby)
            await pilot.press("escape")
            lobby.info = msgspec.structs.replace(lobby.info, options=omnibus)
            pilot.app.screen.post_message(SessionNews(TableChanged(lobby.info)))
            assert ("Omnibus Hearts in six lines" in await settled(pilot)) is guest


async def test_a_player_who_reads_while_the_match_begins_is_told_that_the_table_waits() -> None:
    lobby = Lobby(table_info(ANN, BEA, FREE, DOGWOOD, host_seat=0, host="Ann"))
    async with room().run_test(size=SMALL) as pilot:
        await enter(pilot, lobby)
        await pilot.press("question_mark")
        pilot.app.screen.post_message(SessionNews(Asked(Decision(1, 0, "tricks", (), Move("pass")), None)))
        assert "The table is waiting for you" in await settled(pilot)
