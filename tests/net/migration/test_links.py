"""A match goes on, and is not found: it is followed by its link. If nobody goes on, the record is kept."""

from functools import partial
from pathlib import Path

import pytest

from engine.api import Journal, JournalError
from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.host.launcher import HostProblem
from net.migration.takeover import Listening
from net.news import BegunAnew, CarriedOn, HostGone
from net.problems import JoinRefused
from net.verification.record_check import check_record
from net.wire.address import parse_address
from tui.session.records import verdict

from ...harness.host_gone import (
    hearts_of_three,
    is_offered,
    kill_for_good,
    next_deal,
    until_carried,
    until_deal_checked,
)
from ...harness.players import Player, agreed, quick_host, tcp


@pytest.fixture(autouse=True)
def _soon_alone(soon: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.migration.failover.ALONE_AFTER_S", 0.5)


def is_told_alone(player: Player) -> bool:
    return any(gone.is_alone for gone in player.told(HostGone))


@pytest.mark.slow
async def test_a_table_in_no_list_is_followed_by_the_link_that_its_new_host_was_shown(
    home: Path, players: list[Player]
) -> None:
    host = await hearts_of_three(players, listed=False)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    await kill_for_good(host, told=(ann, ben, cat))
    await ben.session.going_on.carry_on()
    await until_carried(ben)
    (link,) = ben.told(CarriedOn)[0].ways
    await ann.until(partial(is_told_alone, ann), "to be told that nobody is found")
    first, *_, last = ann.told(HostGone)
    assert (first.by_link, first.is_alone, last.is_alone) == (True, False, True)
    assert not ann.told(CarriedOn)

    other = await quick_host("hearts", tcp=True, bind="127.0.0.1")
    wrong = [
        ("no link at all", "no spaces"),
        (f"{link.partition('#')[0]}#none", "not a host's key"),
        (f"{link.partition('#')[0]}#{'f' * 32}", "Another host answers at that address"),
        (str(tcp(other)), "another match"),
        (str(other.address), "Another host answers at that address"),
        ("127.0.0.1:1", "Nobody is hosting"),
    ]
    for text, why in wrong:
        with pytest.raises(HostProblem, match=why):
            await ann.session.going_on.follow_link(text)
    assert is_offered(ann)
    await ann.session.going_on.follow_link(link)
    await until_carried(ann)
    assert (ann.seat, ann.told(CarriedOn)[0].name) == (0, "Ben")
    assert ann.session.view is not None
    assert ann.session.view.deal == 1
    assert ann.told(BegunAnew)
    with pytest.raises(HostProblem, match="has a host again"):
        await ann.session.going_on.follow_link(link)

    again = Player(ClientSession(parse_address(link), name="Cat", person=PersonKey(bytes([3]) * 32)), plays=True)
    await cat.session.close()
    players.append(again)
    await again.session.open()
    assert again.seat == 2, "her key brings her to her seat by the link alone"
    await next_deal([ann, ben, again])
    await until_deal_checked([ann, ben], 2)


@pytest.mark.slow
async def test_who_cannot_reach_the_machine_that_the_table_was_handed_to_is_told_so_and_follows_by_link(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    await hearts_of_three(players, listed=False)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    true: list[str] = []

    def elsewhere(carried: object, listening: Listening) -> tuple[str, ...]:
        from net.migration.takeover import ways_to

        true[:] = ways_to(carried, listening)  # type: ignore[arg-type]
        return ("khanhoo://127.0.0.1:1/nowhere1",)

    monkeypatch.setattr("net.migration.failover.ways_to", elsewhere)
    await agreed(lambda: ann.session.hand_over(1))
    await cat.until(partial(is_offered, cat), "for the word")
    word = cat.told(HostGone)[0]
    assert (word.now_at, word.suggested, word.is_suggested, word.deal) == ("Ben", "", False, 1)
    await cat.session.going_on.follow_link(true[0])
    await cat.until(lambda: cat.session.is_up and cat.session.going_on.gone is None, "to be there")
    assert cat.seat == 2
    assert cat.session.info is not None
    assert cat.session.info.table_id == ben.session.info.table_id  # type: ignore[union-attr]


@pytest.mark.slow
async def test_if_nobody_goes_on_the_signed_record_of_the_finished_deals_is_kept(
    home: Path, players: list[Player]
) -> None:
    host = await hearts_of_three(players)
    ann, *_, eve = players
    await until_deal_checked(players)
    for player in players:
        verdicts = player.session.fairness.verdicts
        await player.until(lambda verdicts=verdicts: verdicts[1].signed == 3, "for the signatures")  # type: ignore[misc]
    await kill_for_good(host, told=(ann, eve))
    for player in (ann, eve):
        record = await player.session.going_on.record()
        checked = check_record(Journal.from_bytes(record))
        assert checked.is_sealed
        assert checked.table.over is None
        assert (checked.table.deal, checked.signers[1].players) == (1, 3)
        assert tuple(checked.table.totals) == player.session.view.scores[0].totals  # type: ignore[union-attr]
        place = home / f"{player.session.name}.khr"
        place.write_bytes(record)
        words = verdict(place)
        assert "The match is not over" in words
        assert "1 deal used random numbers from 3 players" in words
        with pytest.raises(JournalError):
            check_record(Journal.from_bytes(record.replace(b"Ann", b"Amy")))


@pytest.mark.slow
async def test_who_was_banned_stays_so_where_the_match_goes_on_though_nobody_there_was_told_the_key(
    home: Path, players: list[Player]
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await agreed(lambda: ann.session.ban("Eve"))
    await ben.until(lambda: ben.session.info is not None and ben.session.info.bans == ("Eve",), "for the ban")
    await kill_for_good(host, told=(ann, ben, cat))
    carried = await ben.session.going_on.carry_on()
    for player in (ann, ben, cat):
        await until_carried(player)
    assert [player.seat for player in (ann, ben, cat)] == [0, 1, 2]
    again = ClientSession(tcp(carried.handle), name="Eva", role="watcher", person=eve.session.person)
    with pytest.raises(JoinRefused, match="You are banned"):
        await again.open()


@pytest.mark.slow
async def test_no_record_is_kept_of_a_match_of_which_nothing_is_held(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players, seed="typed")
    ben = players[1]
    await until_deal_checked(players)
    await kill_for_good(host, told=[ben])
    with pytest.raises(HostProblem, match="fixed in advance"):
        await ben.session.going_on.record()
