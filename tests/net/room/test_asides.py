"""Spectators talk beside the stream, and among themselves while a deal is played, where the table says so."""

import pytest

from engine.api import ASIDE, Act, Chain, Happened, Record, View, redact, redact_for_all
from net.room import table_journal
from net.wire.client_messages import Hello, Ping, Pong, Say, SetOption, Stand, Start
from net.wire.framing import pack
from net.wire.host_messages import Gallery
from tests.harness.room import Bench, Guest, full_table, play_on, play_with_toys, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def apart() -> tuple[Bench, list[Guest], Guest]:
    """A match at a table whose spectators talk apart, and one of them."""
    bench, guests = full_table(toy_config())
    assert guests[0].do(SetOption, name="table.chat", value="apart").accepted
    eve = bench.join("Eve", "watcher")
    assert guests[0].do(Start).accepted
    return bench, guests, eve


def test_spectators_read_each_other_and_seats_learn_nothing_of_it() -> None:
    bench, guests, eve = apart()
    fay = bench.join("Fay", "watcher")
    assert eve.do(Say, text="Ann has the joker").accepted
    assert [(line.name, line.text) for line in fay.lines()] == [("Eve", "Ann has the joker")]
    for guest in guests:
        assert not guest.lines()
        assert b"joker" not in guest.raw
        assert guest.events == [
            redact(event, guest.seat, bench.game.plan) for event in bench.room._state.match.stream._events
        ]
        assert not guest.happenings(ASIDE)


def test_players_are_read_by_everybody() -> None:
    _, guests, eve = apart()
    guests[1].do(Say, text="hm")
    assert [(e.name, e.text) for e in eve.happenings("said")] == [("Ben", "hm")]


def test_between_deals_everybody_talks_with_everybody() -> None:
    _, guests, eve = apart()
    play_on(guests, "between")
    eve.do(Say, text="well played")
    assert [line.text for line in guests[0].lines()] == ["well played"]


def test_together_is_the_usual_way() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    eve.do(Say, text="hello")
    assert [line.text for line in guests[0].lines()] == ["hello"]


def test_no_byte_of_a_players_depends_on_what_was_said_or_by_whom_or_whether() -> None:
    heard = []
    for text, speaker in (("a", 0), ("a far longer word about the queen", 1), ("", 0)):
        bench, guests, eve = apart()
        speakers = [eve, bench.join("Fay", "watcher")]
        speakers[speaker].do(Say, text=text)
        play_on(guests, "call")
        heard.append([[pack(m) for m in g.heard if not isinstance(m, Ping | Pong)] for g in guests])
    assert heard[0] == heard[1] == heard[2]


def test_what_spectators_say_is_in_no_event_no_journal_and_no_record() -> None:
    bench, guests, eve = apart()
    length, records = len(bench.room._state.match.stream), len(bench.records)
    for text in ("Ann has the joker", "no she has not"):
        assert eve.do(Say, text=text).accepted
    assert (len(bench.room._state.match.stream), len(bench.records)) == (length, records)
    play_on(guests, "between")
    table = bench.room._state.match.table
    assert table is not None
    assert table.journal is not None
    assert b"joker" not in b"".join(bench.records)
    assert not any("joker" in event.text for event in table.journal.events() if isinstance(event, Happened))


def test_whoever_comes_late_is_told_the_newest_lines_and_who_was_there_no_line_twice() -> None:
    bench = Bench(toy_config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    for number in range(3):
        assert eve.do(Say, text=f"word {number}").accepted
    fay = bench.join("Fay", "watcher")
    assert [line.text for line in fay.lines()] == ["word 0", "word 1", "word 2"]
    again = bench.join("Ann", token=ann.token, held=ann.events, viewer=0)
    assert again.last(Gallery).fresh
    ann.gallery.add_told(again.last(Gallery).lines, is_fresh=True)
    assert [line.text for line in ann.lines()] == ["word 0", "word 1", "word 2"]


def test_who_gets_up_is_told_what_spectators_said_among_themselves() -> None:
    _, guests, eve = apart()
    eve.do(Say, text="Ann has the joker")
    play_on(guests, "between")
    eve.do(Say, text="well played")
    assert guests[2].do(Stand).accepted
    assert [line.text for line in guests[2].last(Gallery).lines if line.text] == ["Ann has the joker", "well played"]


def test_a_client_without_the_capability_gets_no_message_that_it_does_not_know() -> None:
    bench = Bench(toy_config())
    bench.join("Ann")
    old = Hello(name="Ben", role="watcher", capabilities=("fair", "record", "resume", "watch"))
    ben = Guest(bench, 77, old)
    bench.guests[77] = ben
    bench.run(bench.room.connect(77, bench.now_ms))
    ben.send(old)
    eve = bench.join("Eve", "watcher")
    assert eve.do(Say, text="hello").accepted
    assert ben.do(Say, text="good evening").accepted
    assert not ben.count(Gallery)
    assert ben.info is not None
    assert ben.info.watching == 2
    assert [line.text for line in eve.lines()] == ["hello", "good evening"]


def test_a_journal_with_spectators_in_its_stream_is_read_and_told_as_it_was() -> None:
    bench, (ann, *_), _ = apart()
    old = (
        Happened("watching", None, "Eve"),
        Happened("said", None, "Eve", "hello"),
        Happened(ASIDE, None, "Eve", "Ann has the joker"),
        Happened("unwatching", None, "Eve"),
    )
    entry = table_journal.Entry(age_ms=1, records=tuple(Record(Act("room"), (event,)) for event in old))
    again = Bench(records=[*bench.records, table_journal.write(entry)])
    back = again.join("Ann", token=ann.token)
    told = [event for event in back.events if isinstance(event, Happened)][-4:]
    assert told == [old[0], old[1], Happened(ASIDE), old[3]]
    fay = again.join("Fay", "watcher")
    assert [event.text for event in fay.happenings(ASIDE)] == ["Ann has the joker"]
    assert redact_for_all(old[2], again.game.plan) == Happened(ASIDE)
    heads = set()
    for guest in (back, fay):
        chain = Chain(View(again.game, 3, guest.view().options, None))
        for event in guest.events:
            if isinstance(event, Happened):
                chain.add(event)
        heads.add(chain.head)
    assert len(heads) == 1
