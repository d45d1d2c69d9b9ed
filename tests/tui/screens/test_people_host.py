"""The people screen at a real table: votes, pauses, sending away, muting, told and answered by the room itself."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from net.client.session import ClientSession
from net.match.settings import TimeControls
from tests.harness.players import Player, quick_host
from tui.app import KhanhooApp
from tui.config.mutes import Mutes
from tui.screens.people import PeopleScreen
from tui.table.screen import TableScreen

from ...harness.local_table import LocalTable, open_table
from ...harness.screens import place, settled, until, until_shown
from ..scene import screen_text
from ..scenes import SMALL, room

CALM = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0)


async def playing(*names: str, is_owned: bool = False) -> tuple[LocalTable, list[ClientSession]]:
    """A table of Hearts at which people of these names sit. is_owned: the first of them is its owner."""
    table = open_table("hearts", clocks=CALM, seed="people")
    sessions = [table.session(name, is_owner=is_owned and not number) for number, name in enumerate(names)]
    for session in sessions:
        await session.open()
    return table, sessions


async def begin(sessions: list[ClientSession]) -> None:
    """Everybody is ready; bots take the seats that are left."""
    assert (await sessions[0].fill("easy")).accepted
    for session in sessions:
        assert (await session.ready()).accepted
    assert (await sessions[0].start()).accepted


async def at_the_head(app: KhanhooApp, pilot: Pilot[Any], table: LocalTable, *watchers: str) -> list[ClientSession]:
    """Ann sees her own table on the screen; Ben plays, others watch. Gives the sessions in this order."""
    mine, ben = table.session("Ann", is_owner=True), table.session("Ben")
    others = [table.session(name, watch=True) for name in watchers]
    await app.tables.sit_down(mine)
    for session in (ben, *others):
        await session.open()
    await begin([mine, ben])
    await until(pilot, lambda: place(app) == "table")
    return [mine, ben, *others]


async def go_to(pilot: Pilot[Any], line: str, key: str) -> None:
    """Move to a line of the list."""
    for _ in range(40):
        if line in screen_text(pilot.app):
            return
        await pilot.press(key)
    raise AssertionError(screen_text(pilot.app))


async def test_a_pause_is_voted_on_shown_and_ended_at_a_real_table() -> None:
    table, (ann, ben) = await playing("Ann", "Ben", is_owned=True)
    cat = room()
    async with cat.run_test(size=SMALL) as pilot:
        mine = table.session("Cat")
        await cat.tables.sit_down(mine)
        await begin([ann, ben, mine])
        await until(pilot, lambda: place(cat) == "table")
        assert (await ann.vote_to_pause()).accepted
        await until_shown(pilot, "Vote: pause? Press u to answer.")
        await pilot.press("u")
        await until_shown(pilot, "1 of 2 say yes")
        assert isinstance(cat.screen, PeopleScreen)
        await go_to(pilot, "▸ Pause", "down")
        await pilot.press("enter")
        await until_shown(pilot, "Resume")
        await pilot.press("escape")
        text = await until_shown(pilot, "The table is paused by a vote. To resume, half of you must agree. u: people.")
        assert "PAUSED" in text
        assert not (await ben.submit(ben.decision.id if ben.decision else 0, ben.decision.default)).accepted  # type: ignore[union-attr]
        for session in (ann, ben):
            assert (await session.vote_to_resume()).accepted
        text = await until_shown(pilot, "▸ Choose three cards to pass")
        await until(pilot, lambda: "PAUSED" not in screen_text(cat))
        assert "Vote:" not in text
    await table.close()


async def test_the_host_locks_bans_lifts_passes_on_and_closes_from_the_screen() -> None:
    table, _ = await playing()
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine, ben, eve = await at_the_head(ann, pilot, table, "Eve")
        await pilot.press("u", "end", "up")
        await until_shown(pilot, "▸ Lock")
        await pilot.press("enter")
        await until_shown(pilot, "on (nobody new can join)")
        await go_to(pilot, "▸ Spectator", "up")
        await pilot.press("b")
        await until_shown(pilot, "Press b again to ban Eve for this match.")
        assert mine.info is not None
        assert not mine.info.bans
        await pilot.press("b")
        await until_shown(pilot, "Eve is banned for this match.")
        await until_shown(pilot, "Banned")
        await until(pilot, lambda: eve.is_closed)
        await go_to(pilot, "▸ Banned", "down")
        await pilot.press("enter")
        await until(pilot, lambda: mine.info is not None and not mine.info.bans)
        await pilot.press("end")
        await until_shown(pilot, "Enter (twice) closes it")
        await pilot.press("enter")
        await until_shown(pilot, "Press Enter again to close the table for everybody.")
        await pilot.press("up", "home", "down", "o", "o")
        await until(pilot, lambda: mine.info is not None and mine.info.host == "Ben")
        assert "Close the table" not in screen_text(ann)
        assert (await ben.close_table("Good night")).accepted
        assert mine.view is not None
        await until(pilot, lambda: mine.view is not None and mine.view.over is not None)
    await table.close()


@pytest.mark.slow
async def test_who_is_no_longer_on_the_line_of_somebody_who_went_does_nothing_to_whoever_comes_to_stand_there() -> None:
    table, _ = await playing()
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        *_, dan, eve = await at_the_head(ann, pilot, table, "Dan", "Eve")
        await pilot.press("u")
        await until_shown(pilot, "Eve")
        await go_to(pilot, "▸ Spectator    Dan", "down")
        await dan.leave()
        await until_shown(pilot, "The line that you")
        assert "▸" not in screen_text(ann)
        await pilot.press("p", "enter", "d")
        await until_shown(pilot, "Select a player or spectator first")
        await pilot.press("down")
        await until_shown(pilot, "▸ Spectator    Eve")
        assert not eve.is_closed
    await table.close()


async def test_a_table_of_which_the_program_has_let_go_is_still_drawn_until_its_screen_is_gone() -> None:
    table, (ben,) = await playing("Ben", is_owned=True)
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine = table.session("Ann")
        await ann.tables.sit_down(mine)
        await begin([ben, mine])
        await until(pilot, lambda: place(ann) == "table")
        await ann.tables.part(for_good=False)
        assert (await ben.say("where is she?")).accepted
        assert isinstance(ann.screen, TableScreen)
        ann.screen.refresh_table()
        await settled(pilot)
        assert "Hearts" in screen_text(ann)
    await table.close()


async def test_what_a_muted_person_says_is_not_shown_here_and_still_not_in_the_next_run(own_home: Path) -> None:
    table, (ben,) = await playing("Ben")
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine = table.session("Ann", is_owner=True)
        await ann.tables.sit_down(mine)
        await begin([mine, ben])
        await until(pilot, lambda: place(ann) == "table")
        assert (await ben.say("look at this")).accepted
        await until(pilot, lambda: any("look at this" in str(event) for event in mine.events))
        await pilot.press("v")
        await until_shown(pilot, "look at this")
        await pilot.press("escape", "u", "home")
        await pilot.press("t")
        await until_shown(pilot, "Ben is muted, for you only.")
        await until_shown(pilot, "muted")
        await pilot.press("escape", "v")
        assert "look at this" not in await until_shown(pilot, "Dealer: ")
        sent = [event for event in ben.events if "mute" in str(event)]
        assert not sent
        assert mine.info is not None
        assert Mutes(own_home / "state" / "mutes.json").names(mine.info) == {"Ben"}
        again = room()
        assert again.mutes.names(mine.info) == {"Ben"}
        assert again.mutes.toggle(mine.info, "Ben") == "Ben is no longer muted."
        assert room().mutes.names(mine.info) == frozenset()
    await table.close()


async def test_how_others_join_is_on_the_screen_of_everybody_at_the_table() -> None:
    table, (ann,) = await playing("Ann", is_owned=True)
    ben = room()
    async with ben.run_test(size=SMALL) as pilot:
        mine = table.session("Ben")
        await ben.tables.sit_down(mine)
        await begin([ann, mine])
        await until(pilot, lambda: place(ben) == "table")
        await pilot.press("u")
        await go_to(pilot, "▸ How others join", "down")
        await pilot.press("enter")
        shown = " ".join((await until_shown(pilot, "on this machine only")).split())
        assert "the table accepts no connections from the network." in shown
        await pilot.press("escape")
        await until_shown(pilot, "People")
    await table.close()


async def test_one_press_sends_nobody_away_two_do_and_the_words_stand_there() -> None:
    table, _ = await playing()
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine, ben, eve = await at_the_head(ann, pilot, table, "Eve")
        await pilot.press("u", "home")
        await go_to(pilot, "▸ Spectator", "down")
        await until_shown(pilot, "twice to ban them")
        await pilot.press("d")
        await until_shown(pilot, "Press d again to remove Eve.")
        await pilot.press("b")  # another key asks its own question
        await until_shown(pilot, "Press b again to ban Eve")
        await pilot.press("up", "down", "b")  # and so does the same one, after the cursor was elsewhere
        await until_shown(pilot, "Press b again to ban Eve")
        await pilot.press("d")
        assert (await mine.say("a word")).accepted  # all that was asked before this has been answered by now
        assert not eve.is_closed
        assert mine.info is not None
        assert mine.info.watchers == ("Eve",)
        assert not mine.info.bans
        await pilot.press("d")
        await until_shown(pilot, "Eve was removed, and may join again.")
        await until(pilot, lambda: eve.is_closed)
        assert not ben.is_closed
    await table.close()


async def test_one_press_makes_nobody_else_host_two_do_and_the_words_stand_there() -> None:
    table, _ = await playing()
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine, _ = await at_the_head(ann, pilot, table)
        await pilot.press("u", "home")
        await go_to(pilot, "▸ Seat 2", "down")
        assert isinstance(ann.screen, PeopleScreen)
        told = next(line.told for line in ann.screen.lines if line.name == "Ben")
        assert told.endswith("Press o twice to make them the host.")
        await pilot.press("o")
        await until_shown(pilot, "Press o again to make Ben the host.")
        await pilot.press("d")  # another key asks its own question
        await until_shown(pilot, "Press d again to remove Ben.")
        await pilot.press("o", "up", "down", "o")  # and so does the same one, after the cursor was elsewhere
        await until_shown(pilot, "Press o again to make Ben the host.")
        assert (await mine.say("a word")).accepted  # all that was asked before this has been answered by now
        assert mine.info is not None
        assert mine.info.host == "Ann"
        await pilot.press("o")
        await until_shown(pilot, "Ben is the host now.")
        await until(pilot, lambda: mine.info is not None and mine.info.host == "Ben")
        await pilot.press("o")
        await until_shown(pilot, "Only the host can choose another host.")
    await table.close()


@pytest.mark.slow
async def test_in_the_lobby_too_one_press_asks_and_the_second_one_acts() -> None:
    host = await quick_host()
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine = ClientSession(host.address, name="Ann", token=bytes.fromhex(host.owner))
        await ann.tables.sit_down(mine)
        ben, cat, dan = [(await Player.join(host.address, name)).session for name in ("Ben", "Cat", "Dan")]
        await until_shown(pilot, "Dan, not ready")
        assert place(ann) == "lobby"
        await pilot.press("home", "down", "d")
        await until_shown(pilot, "Press d again to remove Ben.")
        await pilot.press("down")
        await until(pilot, lambda: "Press d again" not in screen_text(ann))
        await pilot.press("up", "d")  # it is asked again after the cursor was elsewhere
        await until_shown(pilot, "Press d again to remove Ben.")
        assert (await mine.say("a word")).accepted  # all that was asked before this has been answered by now
        assert not ben.is_closed
        await pilot.press("d")
        await until_shown(pilot, "Ben was removed.")
        await until(pilot, lambda: ben.is_closed)
        await pilot.press("u", "home")
        await go_to(pilot, "▸ Seat 3", "down")
        await pilot.press("b")
        await until_shown(pilot, "Press b again to ban Cat for this match.")
        assert mine.info is not None
        assert not mine.info.bans
        assert not cat.is_closed
        await pilot.press("b")
        await until_shown(pilot, "Cat is banned for this match.")
        await until(pilot, lambda: cat.is_closed)
        await pilot.press("end", "enter")
        await until_shown(pilot, "Press Enter again to close the table for everybody.")
        await pilot.press("up", "end", "enter")
        await until_shown(pilot, "Press Enter again to close the table for everybody.")
        assert (await mine.say("a word")).accepted
        assert not dan.is_closed
        await pilot.press("enter")
        await until_shown(pilot, "Ann closed the table.")
        await until(pilot, lambda: dan.is_closed)
        assert ann.session is None


def keys_shown(app: KhanhooApp) -> str:
    """The key bar: the last row of a screen that has anything in it."""
    return screen_text(app).rstrip().rsplit("\n", 1)[-1]


@pytest.mark.slow
async def test_an_owner_who_only_watches_finds_the_keys_of_the_host_in_lobby_people_and_table() -> None:
    table = open_table("hearts", clocks=CALM, seed="people")
    ann = room()
    async with ann.run_test(size=SMALL) as pilot:
        mine, ben, zoe = table.session("Ann", is_owner=True), table.session("Ben"), table.session("Zoe", watch=True)
        await ann.tables.sit_down(mine)
        for session in (ben, zoe):
            await session.open()
        await until(pilot, lambda: place(ann) == "lobby")
        await pilot.press("w", "w")
        await until_shown(pilot, "you watch")
        assert mine.seat is None
        for word in ("p start", "change", "b bots"):
            assert word in keys_shown(ann)
        pace_ms = mine.info.pace_ms if mine.info is not None else 0
        await pilot.press(*["down"] * 4, "right")
        await until(pilot, lambda: mine.info is not None and mine.info.pace_ms != pace_ms)
        await pilot.press("b", "home")
        await until(pilot, lambda: "d remove" in keys_shown(ann))
        assert (await ben.ready()).accepted
        await pilot.press("p")
        await until(pilot, lambda: place(ann) == "table")
        await pilot.press("question_mark")
        await until_shown(pilot, "Goal")
        await pilot.press("end")
        told = " ".join((await until_shown(pilot, "You are the host.")).split())
        assert "You are the host. u lists the people" in told
        await pilot.press("escape", "u", "home")
        await go_to(pilot, "▸ Seat 2", "down")
        for word in ("d remove", "b ban", "o make host"):
            assert word in keys_shown(ann)
        await go_to(pilot, "▸ You", "down")
        assert "Ann, host" in screen_text(ann)
        assert "d remove" not in keys_shown(ann)
        await go_to(pilot, "▸ Spectator", "down")
        await pilot.press("d", "d")
        await until_shown(pilot, "Zoe was removed")
        await until(pilot, lambda: zoe.is_closed)
        await ben.close()
        await until_shown(pilot, "Ben, away")
        zoe = table.session("Zoe", watch=True)
        await zoe.open()
        await pilot.press("escape")
        assert (await zoe.take_seat(1)).accepted
        await until_shown(pilot, "Zoe asks for the seat of Ben. Press u to answer.")
        await pilot.press("u", "enter")
        await until_shown(pilot, "Zoe gets it")
        await pilot.press("end", "enter", "enter")
        await until(pilot, lambda: mine.view is not None and mine.view.over is not None)
    await table.close()


async def test_who_watches_reads_what_the_keys_of_a_line_do_and_bans_nobody() -> None:
    table, sessions = await playing("Ann", "Ben", is_owned=True)
    await begin(sessions)
    zoe = room()
    async with zoe.run_test(size=SMALL) as pilot:
        mine = table.session("Zoe", watch=True)
        await zoe.tables.sit_down(mine)
        await until(pilot, lambda: place(zoe) == "table")
        await pilot.press("u", "home")
        await until_shown(pilot, "▸ Seat 1")
        assert isinstance(zoe.screen, PeopleScreen)
        told = next(line.told for line in zoe.screen.lines if line.name == "Ann")
        assert told.endswith("t mutes or unmutes Ann, for you only.")
        await pilot.press("b", "b")
        await until_shown(pilot, "Only the host can ban players.")
        assert not any(session.is_closed for session in sessions)
    await table.close()
