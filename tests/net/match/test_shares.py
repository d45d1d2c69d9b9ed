"""Shares of chance at a room's table: asked before each deal, listed, opened, and nobody waited for too long."""

import msgspec
import pytest

from engine.api import Act, Committed, SecretRevealed, Share, SharesMixed, Table, commitment_to_share, replay
from net.match.settings import RoomConfig, TimeControls
from net.room import table_journal
from net.wire.client_messages import GetAudit, GetRecord, GivePledge, GiveShare, NextDeal, Start
from net.wire.host_messages import ActsPart, Pledges, RecordPart, WantPledge
from tests.harness.room import Bench, Guest, full_table, phase_of, play_on, play_with_toys, toy_config

PATIENT = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(0, 0), between_ms=0, share_ms=3_000)
VALUES = ("11" * 32, "22" * 32, "33" * 32)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def config(**changes: object) -> RoomConfig:
    return msgspec.structs.replace(toy_config(seed="", clocks=PATIENT), **changes)


def begun() -> tuple[Bench, list[Guest]]:
    """A table of three at which the host has asked for shares."""
    bench, guests = full_table(config())
    assert guests[0].do(Start).accepted
    return bench, guests


def events_of(guest: Guest, kind: type) -> list[object]:
    return [event for event in guest.events if isinstance(event, kind)]


def committed(guest: Guest) -> Committed:
    found = events_of(guest, Committed)[-1]
    assert isinstance(found, Committed)
    return found


def stirred(guest: Guest) -> SharesMixed:
    found = events_of(guest, SharesMixed)[-1]
    assert isinstance(found, SharesMixed)
    return found


def give_pledge(guest: Guest, seat: int, deal: int = 1) -> str:
    digest = commitment_to_share(committed(guest).digest, seat, VALUES[seat])
    guest.send(GivePledge(deal=deal, pledge=digest))
    return digest


def give_all(guests: list[Guest], deal: int = 1) -> None:
    for seat, guest in enumerate(guests):
        give_pledge(guest, seat, deal)
    for seat, guest in enumerate(guests):
        guest.send(GiveShare(deal=deal, value=VALUES[seat]))


def test_a_deal_begins_when_all_have_pledged_seen_the_list_and_opened() -> None:
    _, guests = begun()
    assert all(guest.last(WantPledge).deal == 1 for guest in guests)
    assert not events_of(guests[0], SharesMixed)
    pledges = [give_pledge(guest, seat) for seat, guest in enumerate(guests)]
    expected = tuple(Share(seat, digest) for seat, digest in enumerate(pledges))
    assert all(guest.last(Pledges).pledges == expected for guest in guests)
    for seat, guest in enumerate(guests):
        assert guest.decision is None
        guest.send(GiveShare(deal=1, value=VALUES[seat]))
    assert all(guest.decision is not None for guest in guests)
    assert [share.value for share in stirred(guests[1]).shares] == list(VALUES)


def test_only_players_are_asked() -> None:
    """A spectator, who can give nothing, hears neither the request for pledges nor their list."""
    bench, guests = full_table(config())
    eve = bench.join("Eve", "watcher")
    assert guests[0].do(Start).accepted
    give_all(guests)
    play_on(guests, "between")
    for guest in guests:
        assert guest.count(WantPledge)
        assert guest.count(Pledges)
    assert eve.count(WantPledge) == eve.count(Pledges) == 0
    assert len(events_of(eve, SharesMixed)) == 1


def test_no_share_is_told_before_all_are_in() -> None:
    _, guests = begun()
    for seat, guest in enumerate(guests):
        give_pledge(guest, seat)
    for seat in (0, 1):
        guests[seat].send(GiveShare(deal=1, value=VALUES[seat]))
    assert not any(value.encode() in guest.raw for guest in guests for value in VALUES)


def test_who_does_not_pledge_is_left_out_and_who_does_not_open_is_named() -> None:
    bench, guests = begun()
    give_pledge(guests[0], 0)
    give_pledge(guests[1], 1)
    bench.pass_time(2_900)
    assert not guests[2].count(Pledges)
    bench.pass_time(200)
    assert [share.seat for share in guests[2].last(Pledges).pledges] == [0, 1]
    guests[0].send(GiveShare(deal=1, value=VALUES[0]))
    bench.pass_time(3_000)
    assert [(share.seat, share.value) for share in stirred(guests[2]).shares] == [(0, VALUES[0]), (1, "")]
    assert all(guest.decision is not None for guest in guests)


def test_a_share_that_was_not_pledged_does_not_count() -> None:
    bench, guests = begun()
    for seat, guest in enumerate(guests):
        give_pledge(guest, seat)
    guests[0].send(GiveShare(deal=1, value=VALUES[1]))
    guests[1].send(GiveShare(deal=2, value=VALUES[1]))
    guests[2].send(GivePledge(deal=1, pledge=VALUES[0]))
    bench.pass_time(3_000)
    assert [share.value for share in stirred(guests[0]).shares] == ["", "", ""]


def test_somebody_who_hangs_up_is_waited_for_no_longer_than_the_others() -> None:
    bench, guests = begun()
    guests[2].drop()
    give_pledge(guests[0], 0)
    give_pledge(guests[1], 1)
    bench.pass_time(3_000)
    assert [share.seat for share in guests[0].last(Pledges).pledges] == [0, 1]


def test_every_deal_has_a_commitment_and_shares_of_its_own() -> None:
    _, guests = begun()
    give_all(guests)
    play_on(guests, "between")
    for guest in guests:
        guest.do(NextDeal)
    assert committed(guests[0]).deal == 2
    give_all(guests, 2)
    assert phase_of(guests[0]) == "give"
    assert len(events_of(guests[0], SharesMixed)) == 2
    assert len(events_of(guests[0], SecretRevealed)) == 1


@pytest.mark.parametrize("changes", [{"seed": "typed"}, {"deal": "dealer: 1"}])
def test_what_somebody_wrote_down_is_dealt_without_shares(changes: dict[str, str]) -> None:
    _, guests = full_table(config(**changes))
    assert guests[0].do(Start).accepted
    assert guests[0].decision is not None
    assert not events_of(guests[0], Committed)


def test_a_table_whose_clock_for_it_is_at_zero_waits_for_nobody() -> None:
    _, guests = full_table(config(clocks=msgspec.structs.replace(PATIENT, share_ms=0)))
    assert guests[0].do(Start).accepted
    assert guests[0].decision is not None
    assert stirred(guests[0]).shares == ()


def test_bots_alone_are_not_waited_for() -> None:
    bench = Bench(config(bots=("easy",) * 3, owner=b"k" * 16))
    host = bench.join("Ann", "watcher", token=b"k" * 16)
    assert host.do(Start).accepted
    assert stirred(host).shares == ()
    assert bench.thinks


def test_a_match_broken_off_before_its_first_deal_ends() -> None:
    _, guests = begun()
    guests[0].bench.room._state.match.abandon()
    table = guests[0].bench.room._state.match.table
    assert table is not None
    assert table.over is not None


# A host that dies.


def test_a_host_that_dies_anywhere_before_a_deal_keeps_its_commitment_and_asks_anew() -> None:
    bench, guests = begun()
    first, asked = committed(guests[0]), len(bench.records)
    give_pledge(guests[0], 0)
    for kept in (asked, len(bench.records)):
        again = bench.crash(bench.records[:kept])
        back = [again.join(guest.hello.name, token=guest.token, held=guest.events) for guest in guests]
        again.pass_time(1)
        assert events_of(back[0], Committed) == [first]
        assert all(guest.count(WantPledge) for guest in back)
        give_all(back)
        assert all(guest.decision is not None for guest in back)
        past = table_journal.read_past(again.records)
        assert past.journal is not None
        table = replay(past.journal)
        live = again.room._state.match.table
        assert live is not None
        assert (table.zones, table.keys) == (live.zones, live.keys)


# The acts.


def finished() -> tuple[Bench, list[Guest]]:
    bench, guests = begun()
    give_all(guests)
    play_on(guests, "between")
    return bench, guests


def acts_told(guest: Guest) -> list[Act]:
    return [act for message in guest.heard if isinstance(message, ActsPart) for act in message.acts]


def test_the_acts_of_a_finished_deal_are_told_and_lead_to_its_cards() -> None:
    bench, guests = finished()
    assert guests[0].do(GetAudit, deal=1).accepted
    acts = acts_told(guests[0])
    live = bench.room._state.match.table
    assert isinstance(live, Table)
    assert live.journal is not None
    assert acts == [record.act for record in live.journal.records if record.act.kind != "room"]


def test_of_a_deal_that_is_not_over_nothing_is_told() -> None:
    _, guests = begun()
    give_all(guests)
    for deal in (0, 1, 2):
        answer = guests[0].do(GetAudit, deal=deal)
        assert not answer.accepted
        assert "not revealed" in answer.reason
    assert not guests[0].count(ActsPart)


def test_an_open_deal_opens_no_other() -> None:
    _, guests = finished()
    play_on(guests, "give")
    assert guests[0].do(GetAudit, deal=1).accepted
    told = guests[0].count(ActsPart)
    assert "not revealed" in guests[0].do(GetAudit, deal=2).reason
    assert guests[0].count(ActsPart) == told


def test_asking_again_and_again_is_refused_and_writes_nothing() -> None:
    bench, guests = finished()
    records = len(bench.records)
    answers = [guests[0].do(GetAudit, deal=1) for _ in range(8)]
    assert [answer.accepted for answer in answers] == [True] * 5 + [False] * 3
    assert len(bench.records) == records


def test_the_record_that_leaves_the_house_is_sealed() -> None:
    from engine.api import Journal

    _, guests = full_table(config(options={"deals": 1}))
    guests[0].do(Start)
    give_all(guests)
    play_on(guests, "over")
    assert guests[0].do(GetRecord).accepted
    data = b"".join(message.data for message in guests[0].heard if isinstance(message, RecordPart))
    assert Journal.from_bytes(data).verify_seal()
