"""The seat that Go on leads to."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from net.client.reconnect import Later
from net.client.session import ClientSession
from net.discovery.finder import Finder, FoundTable
from net.host.launcher import kept_tables, stop_table
from net.migration.saved_seats import goes_on_for_us
from net.news import CarriedOn
from net.problems import JoinRefused
from net.storage.person_key import own_person_key
from net.storage.seat_tokens import SeatTokens
from tests.harness.host_gone import CLOCKS, LOOPBACK, is_offered, join, until_carried, until_deal_checked
from tests.harness.players import LOOK_AGAIN_S, PATIENCE_S, Player, agreed, quick_host
from tests.net.conftest import players, soon
from tests.net.migration.test_saved_seats import Homes, at, homes, sit, sit_and_leave
from tui.screens.table_list import found_cells
from tui.session.saved_seat import SavedSeat

from ...harness.processes import kill_process

__all__ = ["homes", "players", "soon"]


@pytest.mark.slow
async def test_all_seats_at_other_users_tables_are_offered_while_their_hosts_answer(homes: Homes) -> None:
    hosts = [await homes.host(game=game, bots=("easy",) * 2) for game in ("hearts", "khamul")]
    for host in hosts:
        await sit_and_leave(at(host))
    waiting = SavedSeat()
    assert await waiting.find() == ("Khamul: your seat is kept", "Hearts: your seat is kept")
    assert [seat.address for seat in waiting.found] == [at(host) for host in reversed(hosts)]
    kill_process(hosts[1].pid)
    assert await waiting.find() == ("Hearts: your seat is kept",)


async def test_a_seat_that_was_just_left_is_offered_before_the_search_is_over(homes: Homes) -> None:
    host = await homes.host()
    session = await sit(at(host))
    waiting = SavedSeat()
    waiting.note(session)
    assert waiting.words() == ("Hearts: your seat is kept",)
    waiting.sat_down(session.address)
    assert waiting.words() == ()
    await session.close()


async def test_a_seat_at_a_table_of_our_own_that_was_just_left_is_offered_at_once(home: Path) -> None:
    host = await quick_host()
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    waiting = SavedSeat()
    waiting.note(ann.session)
    assert waiting.words() == ("Hearts: your seat is kept",)
    assert [(seat.table_id, seat.address) for seat in waiting.found] == [(host.table_id, None)]
    waiting.sat_down(ann.session.address)
    assert waiting.words() == ()
    await asyncio.to_thread(stop_table, host.table_id)
    waiting.note(ann.session)
    assert waiting.words() == (), "the search finds out how this table can be restarted"
    await ann.session.close()


@pytest.mark.slow
async def test_equal_words_name_the_tables(homes: Homes) -> None:
    for title in ("Left", "Then left"):
        await sit_and_leave(at(await homes.host(title=title)))
    assert await SavedSeat().find() == ("Hearts (Then left): your seat is kept", "Hearts (Left): your seat is kept")


async def test_a_table_that_refused_us_is_not_offered_until_we_sat_there_again(homes: Homes) -> None:
    host = await homes.host()
    await sit_and_leave(at(host))
    waiting = SavedSeat()
    for passing in (Later("This table has no room.", "full", 4_000), JoinRefused("The host shuts down.", "closed")):
        waiting.refused(at(host), passing)
    assert await waiting.find() == ("Hearts: your seat is kept",)
    waiting.refused(at(host), JoinRefused("Your seat belongs to another player.", "token"))
    assert await waiting.find() == ()
    waiting.sat_down(at(host))
    assert await waiting.find() == ("Hearts: your seat is kept",)


async def test_a_waiting_seat_is_named_by_the_options_that_its_table_has_now(home: Path) -> None:
    host = await quick_host()
    assert await SavedSeat().find() == ("Hearts: your seat is kept",)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    for name, value in (("omnibus", True), ("moon", "choice")):
        await agreed(partial(ann.session.set_option, name, value))
    await ann.session.close()
    async with asyncio.timeout(PATIENCE_S):
        while await SavedSeat().find() == ("Hearts: your seat is kept",):  # the host looks after its entry now and then
            await asyncio.sleep(LOOK_AGAIN_S)
    assert await SavedSeat().find() == ("Omnibus Hearts: your seat is kept",)
    kill_process(host.pid)
    assert [table.table_id for table in kept_tables()] == [host.table_id]
    assert await SavedSeat().find() == ("Omnibus Hearts: your seat is kept",)


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
async def test_of_a_kept_table_at_home_and_its_heir_on_the_network_the_one_that_is_alive_is_offered(
    home: Path, homes: Homes, players: list[Player]
) -> None:
    usual: dict[str, object] = {"listed": True, "interfaces": LOOPBACK, "clocks": CLOCKS, "options": {"limit": 60}}
    host = await homes.host(**usual)
    homes.go_to("ann")
    ann = Player(ClientSession(host.address, name="Ann", keep=SeatTokens()), plays=True)
    players.append(ann)
    await ann.session.open()
    homes.go_to("ben")
    ben = await join(players, at(host), "Ben")
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    await until_deal_checked(players)
    homes.go_to("ann")
    await ann.session.close()
    homes.go_to("ben")
    kill_process(host.pid)
    await ben.until(partial(is_offered, ben), "for the word that the host is gone")
    heir = await ben.session.going_on.carry_on()
    await until_carried(ben)
    assert ben.told(CarriedOn)[0].is_own

    homes.go_to("ann")
    assert [table.table_id for table in kept_tables()] == [host.table_id]
    waiting = SavedSeat()
    assert await waiting.find() == ("Hearts: your seat is kept",)
    (address,) = [seat.address for seat in waiting.found if seat.address is not None]
    assert address.table == heir.info.table_id
    (row,) = [found_cells(found, is_kept=is_mine(found)) for found in await found_here(heir.info.table_id)]
    assert "your seat" in row
    back = ClientSession(address, name="Ann", keep=SeatTokens())
    await back.open()
    assert back.seat == 0
    await back.close()
    homes.go_to("ben")


def is_mine(found: FoundTable) -> bool:
    return goes_on_for_us(found.info, SeatTokens().tables(), own_person_key().public)


async def found_here(table_id: str) -> list[FoundTable]:
    """What the list shows of a table."""
    async with Finder(interfaces=LOOPBACK, machine=False, recent=False) as finder:
        async for tables in finder.changes():
            if found := [table for table in tables if table.info.table_id == table_id]:
                return found
    raise AssertionError("a finder that is looked at does not end")
