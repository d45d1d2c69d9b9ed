"""The room killed at every record of a played deal and brought back: nothing lost, nothing doubled."""

from dataclasses import dataclass

import pytest

from engine.api import Decision, JournalError
from net.match.lobby import Lobby
from net.match.people import Person
from net.match.settings import RoomConfig
from net.room import table_journal
from net.room.table_journal import LobbyDiffs
from net.wire.client_messages import GetRecord, Leave, Ping, Request, Say, Sit, Start
from net.wire.host_messages import Ask, RecordPart, Welcome
from tests.harness.room import (
    PROMPT,
    TIMED,
    Bench,
    Guest,
    full_table,
    phase_of,
    play_on,
    play_with_toys,
    started,
    toy_config,
)

HEARTS = RoomConfig(table_id="t1", game="hearts", options={"limit": 20}, seed="crash", clocks=PROMPT)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@dataclass
class Moment:
    """How things stood when a record had been written, by guest: token, events held, decision open."""

    records: int
    tokens: list[bytes]
    told: list[int]
    asked: list[Decision | None]


def play_and_watch(bench: Bench, guests: list[Guest], until: str) -> list[Moment]:
    """Play by defaults until a phase, and note every moment."""
    moments = []
    while phase_of(guests[0]) != until:
        for guest in guests:
            if guest.decision is not None:
                guest.play()
                tokens, told = [g.token for g in guests], [len(g.events) for g in guests]
                moments.append(Moment(len(bench.records), tokens, told, [g.decision for g in guests]))
    return moments


def come_back(bench: Bench, guests: list[Guest], moment: Moment) -> list[Guest]:
    return [
        bench.join(guest.hello.name, token=token, held=guest.events[:told], viewer=guest.seat)
        for guest, token, told in zip(guests, moment.tokens, moment.told, strict=True)
    ]


def test_after_a_kill_at_every_record_of_a_deal_everybody_goes_on_with_the_same_cards_and_decisions() -> None:
    bench, guests = full_table(HEARTS, "Ann Ben Cat Dan")
    guests[0].do(Start)
    moments = play_and_watch(bench, guests, "between")
    assert len(moments) == 4 + 52
    for moment in moments:
        again = bench.crash(bench.records[: moment.records])
        back = come_back(again, guests, moment)
        assert [guest.seat for guest in back] == [0, 1, 2, 3]
        assert all(guest.last(Welcome).resumed for guest in back)
        assert [guest.events for guest in back] == [g.events[:n] for g, n in zip(guests, moment.told, strict=True)]
        assert [guest.decision for guest in back] == moment.asked


def test_all_requests_sent_again_after_a_kill_anywhere_lead_to_the_same_record_of_the_match() -> None:
    bench, guests = full_table(toy_config(options={"deals": 1}), "Ann Ben Cat")
    before = len(bench.records)
    guests[0].do(Start)
    play_on(guests, "over")
    sent: list[tuple[int, Request]] = sorted(
        ((place, request) for place, guest in enumerate(guests) for request in guest.sent),
        key=lambda pair: int(pair[1].id.split("-")[1]),
    )
    whole = record_of(guests[0])
    tokens = [guest.token for guest in guests]
    for kept in range(before, len(bench.records)):
        again = bench.crash(bench.records[:kept])
        back = [again.join(g.hello.name, token=t) for g, t in zip(guests, tokens, strict=True)]
        for place, request in sent:
            again.now_ms += 100
            assert back[place].ask_for(request).accepted
        assert record_of(back[0]) == whole


def record_of(guest: Guest) -> bytes:
    guest.bench.now_ms += 2_000
    assert guest.do(GetRecord).accepted
    return b"".join(m.data for m in guest.heard if isinstance(m, RecordPart))


def test_an_unanswered_sealed_question_is_open_again_and_an_answered_one_is_not() -> None:
    bench, (ann, ben, cat) = started()
    ann.play()
    again = bench.crash()
    backs = [again.join(g.hello.name, token=g.token, held=g.events, viewer=g.seat) for g in (ann, ben, cat)]
    assert [guest.count(Ask) for guest in backs] == [0, 1, 1]


def test_who_had_the_first_token_and_who_had_the_last_both_come_back_after_a_kill() -> None:
    bench, (ann, *_) = started()
    first = ann.token
    ann.drop()
    second = bench.rejoin(ann).token
    for token in (first, second):
        again = bench.crash()
        assert again.join("Ann", token=token).seat == 0


def test_the_lobby_survives_with_its_options_seats_and_host() -> None:
    bench = Bench(HEARTS)
    ann, ben = bench.join("Ann"), bench.join("Ben")
    info = bench.room.info(bench.now_ms)
    again = bench.crash()
    assert again.room.info(again.now_ms).seats[0].state == "lagging"
    back = [again.join(g.hello.name, token=g.token) for g in (ann, ben)]
    again.now_ms = bench.now_ms
    assert again.room.info(again.now_ms) == info
    assert [guest.seat for guest in back] == [0, 1]


def test_watchers_are_not_kept_over_a_kill_and_nobody_is_told_that_they_went_and_came() -> None:
    bench, (ann, *_) = started()
    eve = bench.join("Eve", "watcher")
    again = bench.crash()
    assert not again.room.info(again.now_ms).watching
    back = again.join("Ann", token=ann.token, held=ann.events, viewer=0)
    again.join("Eve", "watcher", token=eve.token, held=eve.events)
    assert again.room.info(again.now_ms).watching == 1
    assert back.events == ann.events
    assert not back.gallery.count
    again.join("Fay", "watcher")
    assert [(line.name, line.what) for line in back.gallery.since(0)] == [("Fay", "watching")]


def test_the_reserve_that_was_spent_stays_spent() -> None:
    bench, guests = started(toy_config(clocks=TIMED))
    bench.pass_time(49_000)
    for guest in guests:
        guest.play()
    again = bench.crash()
    back = again.join("Ann", token=guests[0].token)
    assert back.last(Ask).reserve_ms == 6_000


def test_the_age_of_a_table_goes_on() -> None:
    bench, (ann, *_) = started()
    bench.pass_time(65_000)
    ann.do(Say, text="still here")
    again = bench.crash()
    assert again.room.info(again.now_ms).age_s == 65


def test_a_room_brought_back_twice_writes_a_file_that_can_be_read_again() -> None:
    bench, guests = started()
    for _ in range(3):
        bench = bench.crash()
        guests = [bench.join(g.hello.name, token=g.token, held=g.events, viewer=g.seat) for g in guests]
        for guest in guests:
            if guest.decision is not None:
                guest.play()
            guest.send(Ping(n=1))
    assert phase_of(guests[0]) != "give"


def test_the_largest_house_can_be_read_again() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts", most_watchers=5_000))
    for number in range(5_000):
        lobby.people.append(Person(key=number, name="x" * 24, user="y" * 48, token=b"t" * 16, old_token=b"o" * 16))
    entry = table_journal.Entry(age_ms=0, lobby=LobbyDiffs().change(lobby))
    assert table_journal.read_part(table_journal.write(entry), 1) == entry


@pytest.mark.slow
def test_spectators_who_come_one_after_the_other_are_written_down_once_each() -> None:
    bench = Bench(toy_config(most_watchers=200))
    bench.join("Ann")
    sizes = []
    for number in range(100):
        bench.now_ms += 1_000
        before = sum(map(len, bench.records))
        bench.join(f"Watcher {number}", "watcher").send(Ping(n=1))
        sizes.append(sum(map(len, bench.records)) - before)
    assert max(sizes[-20:]) < max(sizes[:20]) + 50, "the hundredth costs no more than the first"


def test_who_watched_and_who_went_is_known_after_a_crash() -> None:
    bench = Bench(toy_config())
    bench.join("Ann").send(Ping(n=1))
    watchers = [bench.join(name, "watcher") for name in ("Eve", "Fay", "Gus")]
    watchers[1].send(Leave())
    watchers[2].do(Sit, seat=2)
    past = table_journal.read_past(bench.records)
    assert [(person.name, person.seat) for person in past.lobby.people] == [("Ann", 0), ("Gus", 2), ("Eve", None)]
    assert past.lobby.named("Eve").token == watchers[0].token
    assert bench.crash().room.info(bench.now_ms).watchers == ()


@pytest.mark.parametrize(
    "records",
    [
        [],
        [b"\xc0"],
        [table_journal.write(table_journal.Entry(age_ms=1))],
        [table_journal.write(table_journal.Opening(99, HEARTS))],
        [table_journal.write(table_journal.Opening(table_journal.JOURNAL_FORMAT, HEARTS))] * 2,
        [table_journal.write(table_journal.Opening(table_journal.JOURNAL_FORMAT, HEARTS)), b"\x81\xa1d\xa5entry"],
    ],
    ids=range(6),
)
def test_a_file_that_is_none_is_refused(records: list[bytes]) -> None:
    with pytest.raises(JournalError):
        Bench(records=records)


def test_a_record_that_the_rules_do_not_bear_out_is_refused() -> None:
    bench, guests = started()
    guests[0].play()
    with pytest.raises(JournalError):
        bench.crash([*bench.records, bench.records[-1]])
