"""Real hosts killed for good and real sessions: whoever remains goes on with the match on a host of its own."""

import asyncio
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.api import Happened, MatchEnded, Scored, SecretRevealed, replay
from net.host.config import HostConfig, table_folder
from net.host.launcher import HostProblem, start_host
from net.host.registry import find_running
from net.news import BegunAnew, CarriedOn, HostGone, LinkLost, Told
from net.problems import JoinRefused
from net.transport.dial import ask_code
from net.wire.address import tcp_address, unix_address

from ...harness.host_gone import (
    CLOCKS,
    LOOPBACK,
    at_one_table,
    hearts_of_three,
    is_offered,
    join,
    kill_for_good,
    next_deal,
    until_carried,
    until_deal_checked,
)
from ...harness.players import Player, agreed, as_seen, quick_host, tcp, until_tables
from ...harness.processes import wait_until_gone
from ..transport.test_tls import new_key

pytestmark = pytest.mark.usefixtures("soon")


def is_between(player: Player) -> bool:
    return player.session.info is not None and player.session.info.phase == "between"


async def test_a_match_goes_on_at_another_player_when_its_host_is_gone_for_good(
    home: Path, players: list[Player]
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    await next_deal([ann, ben, cat])
    await ben.until(lambda: sum(isinstance(e, SecretRevealed) for e in ben.events) == 1 and len(ben.outcomes) > 15)
    totals = ben.session.view.scores[0].totals  # type: ignore[union-attr]
    await kill_for_good(host, told=players)
    gone = [player.told(HostGone)[0] for player in players]
    assert [word.can_carry for word in gone] == [True, True, True, False]
    assert [word.is_suggested for word in gone] == [False, True, False, False]
    assert {word.suggested for word in gone} == {"Ben"}
    assert "You are watching" in gone[3].why_not

    carried = await ben.session.going_on.carry_on()
    for player in players:
        await until_carried(player)
    assert [player.seat for player in players] == [0, 1, 2, None]
    assert {player.session.info.table_id for player in players if player.session.info} == {carried.info.table_id}
    assert [player.told(CarriedOn)[0].is_own for player in players] == [False, True, False, False]
    for player in players:
        await player.until(partial(is_between, player), "for the pause")
        assert player.session.view is not None
        assert tuple(player.session.view.totals) == totals
        assert player.session.view.deal == 1
        assert player.told(BegunAnew)
    await ben.until(lambda: all(seat.state == "here" for seat in ben.session.info.seats), "for all")  # type: ignore[union-attr]
    await next_deal([ann, ben, cat])
    for player in players:
        await player.until_event(Scored, 2)
    await until_deal_checked(players, 2)
    assert [player.session.fairness.verdicts[2].state for player in players] == ["verified"] * 4
    assert players[0].session.fairness.verdicts[2].shares == 3

    deal = 2
    while not ann.is_over:
        await next_deal([ann, ben, cat])
        deal += 1
        for player in players:
            await player.until_event(Scored, deal)
    for player in players:
        await player.until_event(MatchEnded)
    record = await cat.record()
    events = list(record.events())
    table = replay(record)
    assert table.over is not None
    assert [event.name for event in events if isinstance(event, Happened) and event.what == "carried"] == ["Ben"]
    for player in players:
        assert player.session.view is not None
        assert player.events[: len(events)] == as_seen(events, player.session.view)
        assert player.session.view.totals == table.totals
        numbers = [
            item.number
            for item in player.news[player.news.index(player.told(BegunAnew)[-1]) :]
            if isinstance(item, Told)
        ]
        assert numbers == list(range(len(player.events)))


@pytest.mark.slow
@pytest.mark.parametrize("is_handed", [True, False])
async def test_a_private_match_goes_on_with_its_players_and_spectators_by_their_keys(
    home: Path, players: list[Player], is_handed: bool
) -> None:
    """Handed over in good order, the code stays too. From a host that is gone nobody has it."""
    more: dict[str, object] = {"clocks": CLOCKS, "options": {"limit": 60}, "bots": ("easy",)}
    host = await quick_host(
        "hearts", tcp=True, bind="127.0.0.1", interfaces=LOOPBACK, private=True, listed=True, **more
    )
    code = await ask_code(host.address)
    ann = await join(players, host.address, "Ann")
    for name in ("Ben", "Cat"):
        player = await join(players, tcp(host), name, code=code)
        assert (await player.session.ready()).accepted
    ben = players[1]
    await join(players, tcp(host), "Eve", role="watcher", code=code)
    assert (await ann.session.start()).accepted
    await until_deal_checked(players)
    if is_handed:
        await agreed(lambda: ann.session.hand_over(1))
    else:
        await kill_for_good(host, told=players)
        await ben.session.going_on.carry_on()
    for player in players:
        await until_carried(player)
    assert [player.seat for player in players] == [0, 1, 2, None]
    info = ben.session.info
    assert info is not None
    assert info.coded
    running = find_running(info.table_id)
    assert running is not None
    found = await ask_code(unix_address(running.socket, info.table_id))
    assert found
    assert (found == code) is is_handed
    with pytest.raises(JoinRefused):
        await join(players, tcp_address("127.0.0.1", running.port, info.table_id), "Fay", role="watcher")


@pytest.mark.slow
async def test_what_was_agreed_on_at_the_table_holds_when_it_goes_on_without_its_host(
    home: Path, players: list[Player]
) -> None:
    clocks = msgspec.structs.replace(CLOCKS, reserve_ms=90_000, between_ms=240_000).paced(45)
    host = await hearts_of_three(players, clocks=clocks, away_policy="bot", away_s=33)
    ann, ben, *_ = players
    await until_deal_checked(players)
    for name, value in (("watching", "shoulder"), ("chat", "apart")):
        await agreed(partial(ann.session.set_option, f"table.{name}", value))
    await ben.until(lambda: settings_of(ben)[-1] == "apart", "for the settings")
    before = settings_of(ben)
    await kill_for_good(host, told=[ben])
    await ben.session.going_on.carry_on()
    await until_carried(ben)
    await ben.until(lambda: ben.session.info is not None and ben.session.info.phase == "between", "for the pause")
    assert settings_of(ben) == before == (45, 90, 240, "bot", 33, 0, "shoulder", "apart")


@pytest.mark.slow
async def test_another_host_at_the_address_of_one_that_is_gone_ends_nothing(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    ben = players[1]
    await until_deal_checked(players)
    await kill_for_good(host, told=())
    new_key()
    other = HostConfig(game="hearts", listed=False, bind="127.0.0.1", port=host.port)
    await asyncio.to_thread(start_host, other)
    await ben.until(lambda: any("Another host answers" in lost.reason for lost in ben.told(LinkLost)), "for another")
    await ben.until(partial(is_offered, ben), "for the offer")
    assert ben.told(HostGone)[0].can_carry
    assert not ben.session.is_closed


def settings_of(player: Player) -> tuple[object, ...]:
    info = player.session.info
    assert info is not None
    times = (info.turn_s, info.bank_s, info.between_s, info.away_policy, info.away_s, info.pace_ms)
    return (*times, info.watch, info.chat)


# A host that hands its table over.


@pytest.mark.slow
async def test_a_table_is_handed_over_between_two_deals_and_nothing_is_lost(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    await agreed(lambda: cat.session.say("well played"))
    await agreed(lambda: ann.session.set_option("table.title", "Ours"))
    await cat.until(
        lambda: any(isinstance(e, Happened) and e.text == "well played" for e in cat.events), "for the word"
    )
    before = [event for event in cat.events if not isinstance(event, Happened)]
    await agreed(lambda: ann.session.hand_over(1))
    for player in players:
        await until_carried(player)
    await asyncio.to_thread(wait_until_gone, host.pid)
    assert not table_folder(host.table_id).exists()
    assert [player.seat for player in players] == [0, 1, 2, None]
    for player in players:
        assert player.session.info is not None
        assert (player.session.info.title, player.session.info.host) == ("Ours", "Ben")
        said = [event.text for event in player.events if isinstance(event, Happened) and event.what == "said"]
        assert said == ["well played"]
        assert not player.told(HostGone)
    assert [event for event in cat.events if not isinstance(event, Happened)] == before
    await ben.until(lambda: all(seat.state == "here" for seat in ben.session.info.seats), "for all")  # type: ignore[union-attr]
    await next_deal([ann, ben, cat])
    for player in players:
        await player.until_event(Scored, 2)
    await until_deal_checked(players, 2)
    assert {player.session.fairness.verdicts[2].shares for player in players} == {3}


@pytest.mark.slow
async def test_a_table_that_nobody_wants_stays_where_it_is(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    assert "between deals" in (await ann.session.hand_over(1)).reason
    await until_deal_checked(players)
    assert "Only the host" in (await ben.session.hand_over(2)).reason
    assert "on your machine" in (await ann.session.hand_over(0)).reason
    assert "Seat 4 has no player" in (await ann.session.hand_over(3)).reason
    ben.takes_over = False
    await agreed(lambda: ann.session.hand_over(1))
    await cat.until(lambda: any(isinstance(e, Happened) and e.what == "declined" for e in cat.events), "for a no")
    await until_tables(host.table_id)
    await next_deal([ann, ben, cat])
    await cat.until_event(Scored, 2)


@pytest.mark.slow
async def test_a_match_with_a_typed_seed_can_go_on_nowhere_else_and_says_why(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players, seed="typed")
    ann, ben, *_ = players
    await until_deal_checked(players)
    assert "fixed in advance" in (await ann.session.hand_over(1)).reason
    await kill_for_good(host, told=[ben])
    word = ben.told(HostGone)[0]
    assert (word.can_carry, word.deal) == (False, 0)
    assert "fixed in advance" in word.why_not
    with pytest.raises(HostProblem, match="fixed in advance"):
        await ben.session.going_on.carry_on()


@pytest.mark.slow
async def test_of_two_who_go_on_at_once_one_has_all_people_in_the_end(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    _, ben, cat, _ = players
    await until_deal_checked(players)
    await kill_for_good(host, told=players)
    carried = await asyncio.gather(ben.session.going_on.carry_on(), cat.session.going_on.carry_on())
    await players[0].until(lambda: at_one_table(players), "for one table")
    assert [player.seat for player in players] == [0, 1, 2, None]
    (left,) = {player.session.info.table_id for player in players if player.session.info is not None}
    assert left in {one.info.table_id for one in carried}
    await until_tables(left)
