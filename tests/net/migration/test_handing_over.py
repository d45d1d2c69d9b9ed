"""A host that dies while it hands its table over: whoever was asked hosts it, and nobody is lost on the way."""

import asyncio
from pathlib import Path

import pytest

from engine.api import Happened, Scored
from net.host.config import JOURNAL_NAME, table_folder, tables_dir
from net.host.launcher import HostProblem
from net.host.registry import find_running
from net.news import CarriedOn, HandedOver, LinkUp

from ...harness.host_gone import (
    at_one_table,
    hearts_of_three,
    kill_for_good,
    next_deal,
    until_carried,
    until_deal_checked,
)
from ...harness.players import Player, agreed, until_tables
from ...harness.processes import kill_process
from ..faults.test_not_saved import allow, full_disk, is_shown


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.migration.failover.GONE_AFTER_S", 0.3)
    monkeypatch.setattr("net.migration.failover.SETTLE_S", 0.1)


class Thinks(Player):
    """Somebody who does not answer at once whether to take a table over."""

    async def _take_over(self) -> None:
        await asyncio.sleep(0)


@pytest.mark.slow
@pytest.mark.parametrize("is_late", [False, True])
async def test_a_host_that_dies_while_it_hands_its_table_over_is_gone_on_with_where_it_was_to_be(
    home: Path, players: list[Player], is_late: bool
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    ben.__class__ = Thinks
    await agreed(lambda: ann.session.hand_over(1))
    await ben.until(lambda: ben.told(HandedOver), "for the question")
    await kill_for_good(host, told=[ben] if is_late else [])
    carried = await ben.session.going_on.take_over(is_wanted=True)
    assert carried is not None
    for player in (ben, cat, ann, eve):
        await until_carried(player)
    await until_tables(carried.info.table_id)
    assert [player.seat for player in players] == [0, 1, 2, None]
    assert [word.is_own for word in ben.told(CarriedOn)] == [True]
    assert ben.session.info is not None
    assert ben.session.info.host == "Ben"


@pytest.mark.slow
async def test_the_new_host_of_a_table_that_was_handed_over_may_die_too_and_everybody_has_seat_and_score(
    home: Path, players: list[Player]
) -> None:
    await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    assert cat.session.view is not None
    totals = cat.session.view.totals
    await agreed(lambda: ann.session.hand_over(1))
    await until_carried(ben)  # the others may be on their way
    assert ben.session.info is not None
    new_host = find_running(ben.session.info.table_id)
    assert new_host is not None
    links = len(ben.told(LinkUp))
    kill_process(new_host.pid)
    await ben.until_linked(links + 1)
    for player in (ann, cat, eve):
        await until_carried(player)
    await players[0].until(lambda: at_one_table(players), "for one table")
    assert [player.seat for player in players] == [0, 1, 2, None]
    assert cat.session.view.totals == totals
    await next_deal([ann, ben, cat])
    for player in players:
        await player.until_event(Scored, 2)
    await until_deal_checked(players, 2)
    assert "failed" not in {player.session.fairness.verdicts[2].state for player in players}


@pytest.mark.slow
async def test_an_heir_whose_disk_is_full(home: Path, players: list[Player]) -> None:
    """The heir reads a sentence, nothing is left of the try, and the table goes on where it is."""
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    ben.__class__ = Thinks
    await agreed(lambda: ann.session.hand_over(1))
    await ben.until(lambda: ben.told(HandedOver), "for the question")
    with full_disk(), pytest.raises(HostProblem, match=r"The match cannot continue here: .* has reached the maximum"):
        await ben.session.going_on.take_over(is_wanted=True)
    await ann.until(lambda: Happened("declined", 1, "Ben") in ann.events, "for an answer")
    assert [folder.name for folder in tables_dir().iterdir()] == [host.table_id]
    await next_deal([ann, ben, cat])
    for player in players:
        await player.until_event(Scored, 2)
    await until_tables(host.table_id)


@pytest.mark.slow
async def test_a_table_that_is_not_saved_is_handed_over(home: Path, players: list[Player]) -> None:
    """The heir has the match from the players' copies, and it is saved there."""
    host = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    allow(host.pid, 0)
    assert (await ann.session.say("A word for the journal")).accepted
    for player in players:
        await player.until(lambda who=player: is_shown(who, not_saved=True), "for a table that is not saved")  # type: ignore[misc]
    await agreed(lambda: ann.session.hand_over(1))
    for player in (ben, cat, ann, eve):
        await until_carried(player)
    for player in players:
        await player.until(lambda who=player: is_shown(who, not_saved=False), "for a saved table")  # type: ignore[misc]
    assert ben.session.info is not None
    carried = ben.session.info.table_id
    await until_tables(carried)
    assert (table_folder(carried) / JOURNAL_NAME).stat().st_size
