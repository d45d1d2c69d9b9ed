"""Spectators talk among themselves while a deal is played, where the table says so; the numbers stay the same."""

import pytest

from engine.api import ASIDE, Chain, Happened, View, public_form, redact
from net.protocol import Ping, Pong, Say, SetOption, Start, pack
from tests.net.roomkit import Bench, Guest, full_table, play_on, play_with_toys, toy_config


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


def test_spectators_read_each_other_and_seats_learn_that_something_was_said() -> None:
    bench, guests, eve = apart()
    fay = bench.join("Fay", "watcher")
    assert eve.do(Say, text="Ann has the joker").accepted
    assert [(e.name, e.text) for e in fay.happenings(ASIDE)] == [("Eve", "Ann has the joker")]
    for guest in guests:
        assert guest.happenings(ASIDE) == [Happened(ASIDE)]
        assert b"joker" not in guest.raw
        assert len(guest.events) == len(eve.events)


def test_players_are_read_by_everybody() -> None:
    _, guests, eve = apart()
    guests[1].do(Say, text="hm")
    assert [(e.name, e.text) for e in eve.happenings("said")] == [("Ben", "hm")]


def test_between_deals_everybody_talks_with_everybody() -> None:
    _, guests, eve = apart()
    play_on(guests, "between")
    eve.do(Say, text="well played")
    assert [e.text for e in guests[0].happenings("said")] == ["well played"]


def test_together_is_the_usual_way() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    eve.do(Say, text="hello")
    assert [e.text for e in guests[0].happenings("said")] == ["hello"]


def test_no_byte_of_a_players_depends_on_what_was_said_or_by_whom() -> None:
    heard = []
    for text, speaker in (("a", 0), ("a far longer word about the queen", 1)):
        bench, guests, eve = apart()
        speakers = [eve, bench.join("Fay", "watcher")]
        speakers[speaker].do(Say, text=text)
        play_on(guests, "call")
        heard.append([[pack(m) for m in g.heard if not isinstance(m, Ping | Pong)] for g in guests])
    assert heard[0] == heard[1]


def test_who_has_heard_asides_and_takes_a_seat_keeps_none_of_them_in_its_stream() -> None:
    bench, _, eve = apart()
    eve.do(Say, text="Ann has the joker")
    fay = bench.join("Fay", "player")
    assert [e.text for e in fay.happenings(ASIDE)] == ["Ann has the joker"]
    assert redact(eve.happenings(ASIDE)[0], 0, bench.game.plan) == Happened(ASIDE)


def test_all_viewers_make_the_same_chain_of_an_aside() -> None:
    bench, guests, eve = apart()
    eve.do(Say, text="Ann has the joker")
    heads = set()
    for guest in (guests[0], eve):
        view = guest.view()
        chain = Chain(View(bench.game, 3, view.options, None))
        for event in guest.events:
            if isinstance(event, Happened):
                chain.add(event)
        heads.add(chain.head)
    assert len(heads) == 1
    assert public_form(eve.happenings(ASIDE)[0], bench.game.plan) == Happened(ASIDE)


def test_the_record_has_what_was_said() -> None:
    bench, _, eve = apart()
    eve.do(Say, text="Ann has the joker")
    table = bench.room._state.match.table
    assert table is not None
    assert table.journal is not None
    assert Happened(ASIDE, None, "Eve", "Ann has the joker") in list(table.journal.events())
