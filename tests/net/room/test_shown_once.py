"""Faces that are shown once: who comes into the middle of a match, or begins anew in it, has missed them."""

import pytest

from engine.api import UNKNOWN, Declared, Event, Moved, Shown, Turned, View
from net.wire.client_messages import GetRecord
from net.wire.host_messages import Events
from tests.engine.slots import SLOTS
from tests.harness.room import TIMED, Bench, Guest, play_on, play_with_toys, started, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def under_way(aid: bool = False) -> tuple[Bench, list[Guest]]:
    """A match in which everybody has looked at a card and one has drawn and put another away."""
    bench, guests = started(toy_config(game="slots", clocks=TIMED, options={"aid": aid}))
    for guest in guests:
        guest.play()
    next(guest for guest in guests if guest.decision is not None).play()
    return bench, guests


def faces(events: list[Event], seat: int) -> set[str]:
    """Faces that were told of a seat's slots, and of what it drew."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, Shown | Turned) or (isinstance(event, Moved) and event.dst != "pile"):
            found |= set(event.cards)
    return found - {UNKNOWN}


def test_a_face_is_told_to_whom_it_is_due() -> None:
    _, guests = under_way()
    assert all(faces(guest.events, guest.seat or 0) for guest in guests)


def test_a_program_that_was_started_anew_is_not_told_again_what_was_shown_once() -> None:
    bench, guests = under_way()
    for guest in guests:
        back = bench.join(guest.hello.name, token=guest.token)
        assert (back.seat, len(back.events)) == (guest.seat, len(guest.events))
        # What it has just drawn lies before it still.
        assert faces(back.events, back.seat or 0) == set(back.view().zone("drawn", back.seat))


def test_a_card_that_lies_before_the_seat_is_told_to_a_new_program() -> None:
    bench, guests = under_way()
    mover = next(guest for guest in guests if guest.decision is not None)
    back = bench.join(mover.hello.name, token=mover.token)
    assert back.view().zone("drawn", back.seat) == mover.view().zone("drawn", mover.seat)
    assert UNKNOWN not in back.view().zone("drawn", back.seat)


def test_a_program_that_goes_on_is_told_exactly_what_it_missed() -> None:
    bench, guests = under_way()
    for guest in guests:
        back = bench.join(guest.hello.name, token=guest.token, held=guest.events[:-4], viewer=guest.seat)
        assert back.events[: len(guest.events)] == guest.events
        assert not any(message.fresh for message in back.heard if isinstance(message, Events))


def test_a_late_spectator_sees_the_cards_that_lie_open_and_no_others() -> None:
    bench, guests = under_way()
    eve = bench.join("Eve", "watcher")
    assert eve.view().zone("pile") == guests[0].view().zone("pile")
    assert not faces(eve.events, 0)


@pytest.mark.parametrize("held", [1, 5])
def test_who_comes_late_gets_no_faces_by_saying_to_hold_the_beginning(held: int) -> None:
    bench, guests = under_way()
    eve = bench.join("Eve", "watcher")
    for token in (b"", eve.token):
        late = bench.join("Eve", "watcher", token=token, held=eve.events[:held])
        eve = late if token else eve
        assert next(message for message in late.heard if isinstance(message, Events)).fresh
    for guest in guests:
        back = bench.join(guest.hello.name, token=guest.token)
        again = bench.join(guest.hello.name, token=back.token, held=back.events[:held], viewer=guest.seat)
        assert again.events == back.events != guest.events


def test_who_goes_on_after_it_began_anew_is_told_exactly_what_it_missed() -> None:
    bench, guests = under_way()
    back = bench.join("Ann", token=guests[0].token)
    exact = bench.rejoin(back)
    assert exact.events == back.events
    assert not any(message.fresh for message in exact.heard if isinstance(message, Events))


def test_a_spectator_whose_line_broke_is_told_exactly_what_it_missed_and_a_newcomer_is_not() -> None:
    bench, guests = started(toy_config(game="slots", clocks=TIMED))
    eve = bench.join("Eve", "watcher")
    fay = bench.join("Fay", "watcher")
    for guest in guests:
        guest.play()
    eve.drop()
    asked = next(guest for guest in guests if guest.decision is not None)
    asked.play()
    again = bench.join("Eve", "watcher", token=eve.token, held=eve.events)
    assert not any(message.fresh for message in again.heard if isinstance(message, Events))
    assert [event for event in again.events if isinstance(event, Moved)] == [
        event for event in fay.events if isinstance(event, Moved)
    ]
    late = bench.join("Gil", "watcher", held=fay.events[:5])
    assert any(message.fresh for message in late.heard if isinstance(message, Events))
    again.drop()
    elsewhere = bench.join("Eve", "watcher", token=again.token, held=again.events[:5])
    assert any(message.fresh for message in elsewhere.heard if isinstance(message, Events))


def test_at_a_table_with_an_aid_to_memory_everything_is_told_again() -> None:
    bench, guests = under_way(aid=True)
    for guest in guests:
        back = bench.join(guest.hello.name, token=guest.token)
        assert back.events[: len(guest.events)] == guest.events


def test_after_the_death_of_the_host_who_has_nothing_left_begins_anew_and_who_has_it_goes_on() -> None:
    bench, (ann, ben, _) = under_way()
    again = bench.crash()
    back = again.join("Ann", token=ann.token)
    assert faces(back.events, 0) != faces(ann.events, 0)
    exact = again.rejoin(ben)
    assert exact.events[: len(ben.events)] == ben.events


def test_what_is_told_late_and_what_comes_after_it_make_one_view() -> None:
    bench, guests = under_way()
    late = [bench.join(guest.hello.name, token=guest.token) for guest in guests]
    eve = bench.join("Eve", "watcher")
    play_on(late, "between")
    table = bench.room._state.match.table
    assert table is not None
    for guest in (*late, eve):
        view = guest.view()
        assert view.totals == table.totals
        for zone, cards in view.zones.items():
            assert len(cards) == len(table.zones[zone])
            assert all(seen in (UNKNOWN, true) for seen, true in zip(cards, table.zones[zone], strict=True))


def test_the_late_stream_is_as_long_and_says_the_same_things() -> None:
    bench, guests = under_way()
    back = bench.join("Ann", token=guests[0].token)
    for told, before in zip(back.events, guests[0].events, strict=True):
        assert type(told) is type(before)
        if isinstance(told, Declared):
            assert told == before


def test_there_is_no_record_to_be_had_before_the_match_is_over() -> None:
    _, guests = under_way()
    assert "over" in guests[0].do(GetRecord).reason


def test_a_view_made_from_the_record_afterwards_holds_every_face_that_was_shown() -> None:
    bench, guests = under_way()
    table = bench.room._state.match.table
    assert table is not None
    view = View(SLOTS, 3, table.options, 0, remembers=True)
    for number, event in enumerate(guests[0].events):
        view.absorb(number, event)
    assert faces(view.events, 0) == faces(guests[0].events, 0)
