"""What is open between people when the host dies, or a line breaks: votes and petitions go on where they stood."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.api import Dropped, Happened
from net.wire.client_messages import Admit, CastVote, Leave, Request, TakeSeat
from net.wire.table_info import PetitionInfo
from tests.harness.room import (
    CLOCKS,
    Bench,
    Guest,
    events_in,
    finish_deal,
    info,
    play_with_toys,
    seat_state,
    slots_config,
    started,
    without_ben,
)

ASKED = PetitionInfo(seat=1, name="Eve")
GRANTED = PetitionInfo(seat=1, name="Eve", granted=True)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def watches_again(bench: Bench, guest: Guest) -> Guest:
    """The same spectator over a new connection."""
    return bench.join(guest.hello.name, "watcher", token=guest.token, held=guest.events)


# Petitions.


def test_a_petition_outlives_the_host_and_who_asked_has_it_back() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    again = bench.crash()
    ann, cat = again.rejoin(ann), again.rejoin(cat)
    assert info(ann)[1] == (GRANTED,)
    eve = watches_again(again, eve)
    third = again.crash()
    ann, cat, eve = third.rejoin(ann), third.rejoin(cat), watches_again(third, eve)
    assert info(cat)[1] == (GRANTED,)
    finish_deal(third, ann, cat)
    assert (eve.seat, info(ann)[1]) == (1, ())
    assert [(event.name, event.text) for event in cat.happenings("took")] == [("Eve", "Ben")]


def test_a_line_that_breaks_for_a_moment_takes_no_petition() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    eve.drop()
    assert info(ann)[1] == (ASKED,)
    assert ann.do(Admit, seat=1, name="Eve").accepted
    eve = watches_again(bench, eve)
    assert (eve.info is not None and eve.info.watchers) == ("Eve",)
    finish_deal(bench, ann, cat)
    assert eve.seat == 1


def test_the_seat_waits_for_who_asked_and_comes_back_when_the_deal_is_over() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    eve.drop()
    finish_deal(bench, ann, cat)
    assert info(ann)[1] == (GRANTED,)
    assert watches_again(bench, eve).seat == 1
    assert seat_state(cat, 1) == "here"
    assert [event.name for event in cat.happenings("took")] == ["Eve"]


def test_who_is_not_back_within_the_time_of_a_seat_asks_for_nothing_any_more() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    eve.drop()
    bench.pass_time(CLOCKS.seat_kept_ms - 1_000)
    assert info(cat)[1] == (ASKED,)
    bench.pass_time(1_000)
    assert info(cat)[1] == ()
    assert not ann.do(Admit, seat=1, name="Eve").accepted
    assert info(watches_again(bench, eve))[1] == ()


def test_a_petition_is_nobody_elses_whatever_they_are_called() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    eve.drop()
    false = bench.join("Eve", "watcher", token=b"x" * 16)
    assert false.info is not None
    assert false.info.watchers == ("Eve 2",)
    finish_deal(bench, ann, cat)
    assert (false.seat, info(ann)[1]) == (None, (GRANTED,))


def test_who_leaves_or_is_sent_away_asks_for_nothing_any_more() -> None:
    bench, ann, _, _, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    eve.send(Leave())
    assert info(ann)[1] == ()
    assert info(watches_again(bench, eve))[1] == ()


def test_those_who_ask_and_go_are_waited_for_in_small_numbers() -> None:
    bench, ann, *_ = without_ben()
    for number in range(40):
        guest = bench.join(f"G{number}", "watcher")
        guest.do(TakeSeat, seat=1)
        guest.drop()
    assert [petition.name for petition in info(ann)[1]] == [f"G{number}" for number in range(24, 40)]


def test_who_watched_when_the_host_died_is_gone_and_no_event_says_so_however_often_it_dies() -> None:
    bench, ann, *_ = without_ben()
    for _ in range(3):
        bench = bench.crash()
    ann = bench.rejoin(ann)
    assert not ann.happenings("unwatching")
    assert not ann.gallery.count
    assert [person.name for person in bench.room._state.lobby.people] == ["Ann", "Ben", "Cat"]


# Votes, and what they led to.


def waiting() -> tuple[Bench, Guest, Guest, Guest]:
    """The table stands still for Ben, who is away; Ann, Cat and Dan wait."""
    config = slots_config(away_policy="wait", seats=4)
    bench, (ann, ben, cat, dan) = started(config, names="Ann Ben Cat Dan")
    ben.drop()
    for _ in range(30):
        for guest in (ann, cat, dan):
            if guest.decision is not None:
                guest.play()
        bench.pass_time(1_000)
    assert ann.info is not None
    assert ann.info.pause is not None
    assert ann.info.pause.seat == 1
    return bench, ann, cat, dan


def test_a_vote_on_waiting_for_somebody_outlives_the_host_and_nobody_is_told_twice_who_is_away() -> None:
    bench, ann, cat, dan = waiting()
    assert cat.do(CastVote, what="resume").accepted
    told = [(event.what, event.seat) for event in ann.happenings() if event.what in ("away", "back", "paused")]
    again = bench.crash()
    ann, cat, dan = again.rejoin(ann), again.rejoin(cat), again.rejoin(dan)
    assert [(vote.what, vote.yes, vote.needed) for vote in info(ann)[0]] == [("resume", (2,), 2)]
    assert (seat_state(ann, 1), ann.info is not None and ann.info.pause is not None) == ("away", True)
    assert dan.do(CastVote, what="resume").accepted
    again.pass_time(30_000)
    assert told == [(event.what, event.seat) for event in ann.happenings() if event.what in ("away", "back", "paused")]
    assert ann.info is not None
    assert ann.info.pause is None


def test_who_is_not_waited_for_any_more_is_not_waited_for_after_the_host_died_either() -> None:
    bench, ann, cat, dan = waiting()
    for guest in (cat, dan):
        assert guest.do(CastVote, what="resume").accepted
    assert ann.info is not None
    assert ann.info.pause is None
    again = bench.crash()
    ann, cat, dan = again.rejoin(ann), again.rejoin(cat), again.rejoin(dan)
    again.pass_time(12_000)
    assert ann.info is not None
    assert ann.info.pause is None
    assert [event.what for event in ann.happenings() if event.what in ("paused", "resumed")] == ["paused", "resumed"]


def test_who_comes_back_after_the_host_died_is_back_once_and_the_table_goes_on() -> None:
    bench, ann, cat, dan = waiting()
    ben = next(guest for guest in bench.guests.values() if guest.hello.name == "Ben")
    again = bench.crash()
    ann, cat, dan, ben = (again.rejoin(guest) for guest in (ann, cat, dan, ben))
    again.pass_time(12_000)
    words = [(e.what, e.seat) for e in ann.happenings() if e.what in ("away", "back", "paused", "resumed")]
    assert sorted(words) == [("away", 1), ("back", 1), ("paused", 1), ("resumed", 1)]
    assert ben.decision is not None


def test_a_vote_that_was_open_when_the_host_died_has_its_time_once_more() -> None:
    bench, ann, _, cat, _ = without_ben()
    ann.do(CastVote, what="drop", seat=1)
    bench.pass_time(CLOCKS.vote_ms - 2_000)
    ann.do(CastVote, what="drop", seat=1)
    again = bench.crash()
    again.pass_time(5_000)
    ann, cat = again.rejoin(ann), again.rejoin(cat)
    again.pass_time(CLOCKS.vote_ms - 10_000)
    assert cat.do(CastVote, what="drop", seat=1).accepted
    finish_deal(again, ann, cat)
    assert any(isinstance(event, Dropped) for event in cat.events)


# The host killed at every record in the middle of it.

Step = tuple[str, type[Request], dict[str, Any]]
STEPS: list[Step] = [
    ("Eve", TakeSeat, {"seat": 1}),
    ("Cat", CastVote, {"what": "stop"}),
    ("Ann", Admit, {"seat": 1, "name": "Eve"}),
    ("Ann", CastVote, {"what": "drop", "seat": 1}),
    ("Dan", CastVote, {"what": "pause"}),
    ("Cat", CastVote, {"what": "drop", "seat": 1, "yes": False}),
    ("Cat", CastVote, {"what": "kick", "seat": 3}),
    ("Ann", CastVote, {"what": "pause"}),
]


def opened() -> tuple[Bench, dict[str, Guest]]:
    bench, (ann, ben, cat, dan) = started(slots_config(seats=4), names="Ann Ben Cat Dan")
    guests = {"Ann": ann, "Cat": cat, "Dan": dan, "Eve": bench.join("Eve", "watcher")}
    ben.drop()
    bench.pass_time(11_000)
    return bench, guests


def ask(guest: Guest, number: int, step: Step) -> None:
    _, kind, fields = step
    assert guest.ask_for(kind(id=f"step-{number}", **fields)).accepted


def outcome(bench: Bench, guest: Guest) -> tuple[object, ...]:
    votes, petitions = info(guest)
    told = [event for event in guest.happenings() if event.what in ("voted", "asked", "paused", "resumed")]
    open_votes = [(vote.what, vote.seat, vote.yes, vote.no, vote.needed, vote.carried) for vote in votes]
    return open_votes, petitions, told, bench.room._state.lobby.is_halted


def killed_at_every_record() -> Iterator[tuple[Bench, dict[str, Guest]]]:
    """Another host after each record that was written on the way, and everybody at it again. They ask once more for
    what was not acknowledged before it died, and for nothing else."""
    bench, guests = opened()
    first, acknowledged = len(bench.records), []
    for number, step in enumerate(STEPS):
        ask(guests[step[0]], number, step)
        acknowledged.append(len(bench.records))
    held = {name: list(guest.events) for name, guest in guests.items()}
    for kept in range(first, len(bench.records) + 1):
        again = bench.crash(bench.records[:kept])
        back = {}
        for name, guest in guests.items():
            guest.events = held[name][: sum(map(events_in, bench.records[:kept]))]
            back[name] = watches_again(again, guest) if name == "Eve" else again.rejoin(guest)
        for number, step in enumerate(STEPS):
            if acknowledged[number] > kept:
                ask(back[step[0]], number, step)
        yield again, back


def test_killed_at_every_record_all_votes_and_petitions_end_as_undisturbed() -> None:
    bench, guests = opened()
    for number, step in enumerate(STEPS):
        ask(guests[step[0]], number, step)
    expected = outcome(bench, guests["Ann"])
    assert expected[3]
    assert [vote[0] for vote in expected[0]] == ["stop", "drop", "kick"]  # type: ignore[attr-defined]
    worlds = list(killed_at_every_record())
    assert len(worlds) > len(STEPS)
    for again, back in worlds:
        assert outcome(again, back["Ann"]) == expected
        assert sum(isinstance(event, Happened) and event.what == "voted" for event in back["Cat"].events) == 6
