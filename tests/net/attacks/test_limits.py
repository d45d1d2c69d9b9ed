"""No writer can exceed its reader, and nothing of a table grows with what is said at it all evening.

A limit that only a reader knows throws people out, or stops the bots, in the middle of a match. So the longest match
that is played, with all that a room may add to it, stays below half of each.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random

import msgspec
import pytest

from engine.api import Act, Event, Happened, Journal, Moved, Record, RoomEvent, Signed, encode, games
from net.client import pending_requests
from net.host import bots
from net.match import budgets, snapshot
from net.match.people import Person
from net.match.settings import MOST_WATCHERS
from net.room import downloads, table_journal
from net.room.table_journal import LobbyDiff
from net.storage import file_bounds
from net.verification import transcript
from net.wire import gallery
from net.wire.client_messages import Hello, NextDeal, Say
from net.wire.gallery import MOST_BYTES, MOST_LINES
from net.wire.host_messages import HOST_LIMIT, TableFrame
from net.wire.sanitize import clean_name
from net.wire.table_info import (
    MOST_PETITIONS,
    MOST_SEATS,
    MOST_WATCHERS_NAMED,
    LookInfo,
    PetitionInfo,
    SeatInfo,
    TableInfo,
    VoteInfo,
)
from tests.conformance.cases import Case, act
from tests.harness.room import PROMPT, Bench, Guest, play_on, play_with_toys, started, toy_config
from tui.session import records

DEALS = 64
NAME = clean_name("x\u0323\u0324" * 40)
"""As many bytes as a name can have."""


@dataclass(frozen=True)
class Longest:
    """The longest match of a game. acts: of its longest deal. records: of the match alone, then with the room's."""

    seats: int
    acts: int
    match: list[Record]
    records: list[Record]
    journal: Journal


@cache
def longest(game: str, seats: int) -> Longest:
    """The longest of some deals that are played at random, as often as a match may have deals, at a table whose people
    have said and done all that it lets them."""
    table, chance, deals = Case(game, seats).table("long"), Random("long"), []
    table.start()
    assert table.journal is not None
    first = 0
    while table.over is None and table.deal <= 3:
        deal = table.deal
        act(table, chance)
        if table.deal != deal:
            deals.append(table.journal.records[first:])
            first = len(table.journal.records)
    deals.append(table.journal.records[first:])
    deal_records = max(deals, key=lambda records: len(encode(records)))
    match = deal_records * DEALS
    word = Happened("said", 15, NAME, "w" * (budgets.MOST_WORD_BYTES // budgets.MOST_WORDS))
    change = Happened("voted", 15, NAME, f"yes: drop {NAME}, {NAME}")
    signed = Signed("t" * 32, DEALS, 2**31, bytes(32), "f" * 64, bytes(64), 15)
    room: list[RoomEvent] = [*[word] * budgets.MOST_WORDS, *[change] * budgets.MOST_CHANGES]
    room += [signed] * (DEALS * (seats + 1))
    added = [Record(Act("room"), (event,)) for event in room]
    return Longest(seats, len(deal_records), match, match + added, Journal(table.journal.header, match + added))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [(meta.id, meta.usual_seats) for meta in games()])
def test_the_longest_match_stays_below_half_of_every_limit_that_somebody_reads_by(game: str, seats: int) -> None:
    long = longest(game, seats)
    events = sum(len(record.events) for record in long.records)
    match: list[Event] = [event for record in long.match for event in record.events]
    assert events < transcript.MOST_EVENTS / 2
    assert long.acts < downloads.MOST_ACTS / 2
    record = len(long.journal.to_bytes())
    assert record < pending_requests._LARGEST_RECORD / 2
    assert record < records._LARGEST / 2
    assert len(encode(long.records)) < snapshot.LARGEST_ESTATE / 2
    assert len(long.records) < snapshot.MOST_ESTATE_ITEMS / 2
    assert len(encode(match)) < bots._LARGEST_JOB / 2
    assert len(match) < bots._MOST_ITEMS / 2
    file_bounds.verify_bounds([b"", *map(encode, long.records)])
    assert max(len(made.cards) for made in match if isinstance(made, Moved)) <= file_bounds.MOST_CARDS / 2
    for portion in snapshot.portions(long.records):
        entry = table_journal.write(table_journal.Entry(age_ms=0, records=portion))
        assert len(entry) < table_journal._LARGEST_ENTRY / 2
        assert len(portion) < table_journal._MOST_ITEMS / 2


def test_the_room_stops_long_before_a_client_does_and_the_longest_match_fits_after_it() -> None:
    longest_match = max(sum(len(r.events) for r in longest(meta.id, meta.usual_seats).match) for meta in games())
    assert budgets.LAST_ROOM_EVENT + longest_match < transcript.MOST_EVENTS


def test_portions_of_long_words_fit_into_the_file_of_the_next_host() -> None:
    word = Record(Act("room"), (Happened("said", 0, NAME, "\u5353" * 1_000),))
    parts = snapshot.portions([word] * 5_000)
    assert sum(map(len, parts)) == 5_000
    assert all(len(encode(part)) < table_journal._LARGEST_ENTRY / 2 for part in parts)
    assert snapshot.portions([]) == []


def test_a_full_table_fits_into_a_frame() -> None:
    info = TableInfo(
        table_id="t" * 32,
        title=NAME,
        game="hearts",
        options={f"option {number}": "a value of some length" for number in range(64)},
        seats=tuple(
            SeatInfo(seat=seat, name=NAME, kind="person", state="lagging", user="u" * 48, key="f" * 64, consents=True)
            for seat in range(MOST_SEATS)
        ),
        watchers=(NAME,) * MOST_WATCHERS_NAMED,
        looks=(LookInfo(name=NAME, how="shoulder", seat=15),) * MOST_WATCHERS_NAMED,
        votes=(VoteInfo(what="drop", seat=15, yes=tuple(range(MOST_SEATS)), no=tuple(range(MOST_SEATS))),) * 64,
        petitions=(PetitionInfo(seat=15, name=NAME, granted=True),) * MOST_PETITIONS,
        bans=(NAME,) * 64,
        ban_marks=("f" * 80,) * 64,
        watcher_marks=("f" * 80,) * MOST_WATCHERS_NAMED,
        key="f" * 64,
    )
    assert len(encode(TableFrame(info=info))) < HOST_LIMIT / 2
    assert gallery.MOST_BYTES + 64 * gallery.MOST_LINES < HOST_LIMIT / 2


def test_a_lobby_in_which_everybody_changed_at_once_fits_into_an_entry() -> None:
    person = Person(key=2**31, name=NAME, user="u" * 48, address="a" * 64, token=bytes(16), old_token=bytes(16))
    person.key_ed, person.look = "f" * 64, "hands"
    change = LobbyDiff(came=(person,) * MOST_WATCHERS, went=tuple(range(2**20, 2**20 + MOST_WATCHERS)))
    entry = table_journal.write(table_journal.Entry(age_ms=2**40, lobby=change))
    assert len(entry) < table_journal._LARGEST_ENTRY * 3 / 4
    assert MOST_WATCHERS < table_journal._MOST_ITEMS / 2
    assert isinstance(table_journal.read_part(entry, 0), table_journal.Entry)


# An evening.


@dataclass
class Crowd(Guest):
    """One of many, whose bytes are counted and not read."""

    bytes_heard: int = 0

    def take(self, data: bytes) -> None:
        """Bytes from the room."""
        self.bytes_heard += len(data)


def joined_bytes(bench: Bench, name: str) -> int:
    """How much somebody new is sent."""
    guest = bench.join(name, "watcher")
    heard = len(guest.wire)
    guest.drop()
    return heard


@pytest.mark.slow
def test_ninety_talkers_over_an_evening_make_nothing_longer_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_with_toys(monkeypatch)
    hours = 36_000_000
    patient = msgspec.structs.replace(PROMPT, ping_ms=hours, lagging_ms=hours, away_ms=hours, silent_ms=hours)
    bench, players = started(toy_config(clocks=patient, most_watchers=120))
    crowd = []
    for number in range(90):
        hello = Hello(name=f"Talker {number}", role="watcher")
        talker = Crowd(bench, bench.next_id, hello)
        bench.next_id += 1
        bench.guests[talker.id] = talker
        bench.run(bench.room.connect(talker.id, bench.now_ms))
        talker.send(hello)
        crowd.append(talker)
    stream, state = bench.room._state.match.stream, bench.room._state
    text = "and what a card that was, " * 9
    journals, joins, lengths = [], [], []
    for minute in range(240):
        for talker in crowd[minute % 15 :: 15]:  # each of them every quarter of an hour
            for _ in range(5):  # a room that is not asked for long takes it that the machine slept
                bench.now_ms += 2_000
                bench.run(bench.room.tick(bench.now_ms))
            talker.send(Say(id=f"w{minute}", text=text))
        players[minute % 3].send(Say(id=f"p{minute}", text=text))
        if minute % 60 == 59:
            journals.append(sum(map(len, bench.records)))
            joins.append(joined_bytes(bench, f"Late {minute}"))
            lengths.append(len(stream))
    said_by_players = len(players[0].happenings("said"))
    assert said_by_players == 240
    assert state.gallery.count > 1_440
    assert len(state.gallery.since(0)) <= MOST_LINES
    assert sum(len(line.text) for line in state.gallery.since(0)) <= MOST_BYTES
    assert max(len(answers) for answers in state.answers.values()) <= 64
    word = max(after - before for before, after in pairwise(journals)) / 60
    assert word < 2 * len(text) + 200, "the journal grows by what players say alone"
    assert all(after - before == 60 for before, after in pairwise(lengths))
    assert max(joins) < MOST_BYTES + len(stream) * (len(text) + 200)
    play_on(players, "between")
    assert players[0].do(NextDeal).accepted
