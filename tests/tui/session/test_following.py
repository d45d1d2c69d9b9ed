"""A player's screen when the host is gone and nobody is found: the record is kept, and a link is followed."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.discovery.finder import Finder
from net.news import CarriedOn
from tests.harness.host_gone import CLOCKS, LOOPBACK, is_offered, join, until_deal_checked
from tests.harness.players import Player, quick_host, tcp
from tests.net.conftest import players, soon
from tui.screens.host_gone import HostGoneScreen
from tui.session.records import verdict

from ...harness.processes import kill_process
from ...harness.screens import until_shown
from ..scene import screen_text
from ..scenes import SMALL, room

__all__ = ["players", "soon"]

pytestmark = pytest.mark.usefixtures("soon")


async def choose(pilot: Pilot[Any], words: str) -> None:
    """Choose a row of the question what to do."""
    await until_shown(pilot, "The host is gone")
    assert isinstance(pilot.app.screen, HostGoneScreen)
    rows = [line for line in screen_text(pilot.app).split("\n") if line[1:3] in ("▸ ", "  ") and line[3:4].strip()]
    for _ in range(next(place for place, row in enumerate(rows) if words in row)):
        await pilot.press("down")
    await pilot.press("enter")


@pytest.mark.slow
async def test_a_player_whose_host_is_gone_keeps_the_record_and_follows_by_a_typed_link(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await quick_host(
        "hearts", tcp=True, bind="127.0.0.1", clocks=CLOCKS, options={"limit": 60}, bots=("easy",), listed=False
    )
    ann = await join(players, host.address, "Ann")
    ben = await join(players, tcp(host), "Ben")
    session = ClientSession(tcp(host), name="Cat", person=PersonKey(bytes([3]) * 32))
    session.going_on.make_finder = lambda: Finder(interfaces=LOOPBACK, machine=False, recent=False)
    cat = Player(session, plays=True)
    players.append(cat)
    app = room(pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await app.tables.sit_down(session)
        for player in (ben, cat):
            assert (await player.session.ready()).accepted
        assert (await ann.session.start()).accepted
        await until_deal_checked(players)
        await until_shown(pilot, "1 deal played")
        await pilot.press("escape")
        monkeypatch.setenv("KHANHOO_HOME", str(home / "b"))  # the host was no table of this user's
        kill_process(host.pid)
        shown = " ".join((await until_shown(pilot, "The host is gone")).split())
        assert "The table is not listed. Ask the new host for its link" in shown

        await choose(pilot, "Save the match so far")
        await until_shown(pilot, "Saved with all signatures, under History in the menu:")
        (record,) = app.statistics.records()
        assert "The match is not over" in verdict(Path(record))

        await ben.until(partial(is_offered, ben), "for the offer")
        await ben.session.going_on.carry_on()
        (link,) = ben.told(CarriedOn)[0].ways
        for typed, answer in (("127.0.0.1:1", "Nobody is hosting"), (link, "Ben is the host now")):
            await pilot.press("enter")
            await choose(pilot, "Another player took over")
            await until_shown(pilot, "Follow a link")
            app.screen.query_one(Input).value = "no link"
            await pilot.press("enter")
            await until_shown(pilot, "has no spaces")
            app.screen.query_one(Input).value = typed
            await pilot.press("enter")
            await until_shown(pilot, answer)
        await cat.until(lambda: session.is_up, "to be there")
        assert session.seat == 2
