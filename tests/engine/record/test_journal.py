"""The record of a match: bytes that come back, a torn tail, damage, and lies."""

import pytest

from engine.api import (
    Act,
    Declared,
    Happened,
    Header,
    Journal,
    JournalError,
    Move,
    Record,
    find_game,
    pack_record,
    replay,
)
from engine.api import Table as TableOf

from ..play.test_table import through
from ..toy import toy_table


def journal() -> Journal:
    table = toy_table()
    through(table)
    assert table.journal
    return table.journal


def test_a_journal_comes_back_from_its_bytes() -> None:
    written = journal()
    read = Journal.from_bytes(written.to_bytes())
    assert (read.header, read.records) == (written.header, written.records)


def test_a_tail_torn_at_any_byte_loses_the_last_record_alone() -> None:
    written = journal()
    whole = written.to_bytes()
    last = len(pack_record(written.records[-1]))
    for cut in range(1, last + 1):
        torn = whole[:-cut]
        assert Journal.from_bytes(torn).records == written.records[:-1]


def test_damage_at_any_byte_is_an_error_that_says_where() -> None:
    """One changed bit, in a length, a checksum or a payload, is never taken for a torn tail: nothing is lost in
    silence."""
    written = journal()
    records: list[Header | Record] = [written.header, *written.records]
    at = 0
    whole = written.to_bytes()
    for number, record in enumerate(records):
        end = at + len(pack_record(record))
        sentence = f"Entry {number} .at byte {at}. is damaged" if number else "not a game record"
        for place in {*range(at, at + 9), *range(at + 9, end, 7), end - 1}:
            data = bytearray(whole)
            data[place] ^= 1 << place % 8
            with pytest.raises(JournalError, match=sentence):
                Journal.from_bytes(bytes(data))
        at = end


def test_a_record_that_a_power_failure_left_empty_is_torn() -> None:
    written = journal()
    last = len(pack_record(written.records[-1]))
    data = written.to_bytes()
    assert Journal.from_bytes(data[: 8 - last] + bytes(last - 8)).records == written.records[:-1]


def test_a_tail_of_zeros_is_a_torn_one() -> None:
    written = journal()
    torn = written.to_bytes() + bytes(100)
    assert Journal.from_bytes(torn).records == written.records


@pytest.mark.parametrize("length", [b"\xff\xff\xff\xff", bytes(4)])
def test_a_damaged_length_is_an_error_and_no_torn_tail(length: bytes) -> None:
    data = bytearray(journal().to_bytes())
    first = len(pack_record(journal().header))
    data[first : first + 4] = length
    with pytest.raises(JournalError, match=f"Entry 1 .at byte {first}. is damaged"):
        Journal.from_bytes(bytes(data))


@pytest.mark.parametrize("data", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 7, pack_record(Record(Act("start")))])
def test_what_is_no_record_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(JournalError, match="not a game record"):
        Journal.from_bytes(data)


def test_another_format_is_named() -> None:
    header = Header(99, "toy", 3, {}, "seed")
    with pytest.raises(JournalError, match="format 99"):
        Journal.from_bytes(pack_record(header))


def real_journal() -> Journal:
    game = find_game("hearts")
    table = TableOf(game, game.meta.usual_seats, game.meta.resolve({}), seed="one")
    table.start()
    for _ in range(40):
        if table.awaits_close:
            table.close()
        for decision in table.decisions()[:1]:
            table.play(decision.seat, decision.id, decision.default)
    assert table.journal
    return table.journal


def test_a_replay_of_a_true_record_meets_it_event_by_event() -> None:
    written = real_journal()
    table = replay(written)
    assert table.journal
    assert table.journal.to_bytes() == written.to_bytes()


def test_every_record_left_out_or_swapped_is_found() -> None:
    written = real_journal()
    for place in range(len(written.records) - 1):
        records = list(written.records)
        records[place], records[place + 1] = records[place + 1], records[place]
        if records[place].events or records[place + 1].events:  # sealed answers may come in any order
            with pytest.raises(JournalError, match="Entry"):
                replay(Journal(written.header, records))
        with pytest.raises(JournalError, match="Entry"):
            replay(Journal(written.header, written.records[:place] + written.records[place + 1 :]))


def test_a_changed_seed_is_found() -> None:
    written = real_journal()
    header = Header(1, written.header.game, written.header.seats, written.header.options, "two")
    with pytest.raises(JournalError, match="Entry 1"):
        replay(Journal(header, written.records))


def test_what_the_room_did_is_nothing_that_the_rules_read() -> None:
    written = real_journal()
    forged = Record(Act("room"), (Declared("broken", True),))
    with pytest.raises(JournalError, match="Unknown act"):
        replay(Journal(written.header, [*written.records, forged]))
    said = Record(Act("room"), (Happened("said", 0, "Ann", "Hello."),))
    assert replay(Journal(written.header, [*written.records, said])).deal == 1


def test_an_act_that_no_table_knows_is_refused() -> None:
    written = real_journal()
    with pytest.raises(JournalError, match="Unknown act"):
        replay(Journal(written.header, [*written.records, Record(Act("cheat", 0, Move("win")))]))
