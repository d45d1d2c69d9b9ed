"""Spectators whose line breaks come back at once, however many newcomers stand at the door; and nobody else does."""

import pytest

from net.match.settings import RoomConfig
from net.wire.client_messages import Kick, Leave, Say
from net.wire.host_messages import Refused, Welcome

from ...harness.room import Bench, Guest, play_with_toys, toy_config

NEWCOMERS = 8 + 64
"""How many may come in at once, as many as may watch and 64 more; so all of these watch in turn."""


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def config() -> RoomConfig:
    return toy_config(most_watchers=8)


def crowd(bench: Bench) -> None:
    """So many come that no newcomer is let in any more for now; all of them go again for good."""
    for number in range(NEWCOMERS):
        guest = bench.join("Crowd", "watcher", address=f"10.0.0.{number}")
        if not guest.count(Welcome):
            return
        guest.drop()


def is_in(guest: Guest) -> bool:
    return not guest.is_closed and bool(guest.count(Welcome))


def back(bench: Bench, guest: Guest, *, address: str = "") -> Guest:
    """The same spectator over a new connection."""
    return bench.join(guest.hello.name, "watcher", token=guest.token, held=guest.events, address=address)


def test_a_spectator_whose_line_broke_does_not_stand_behind_the_newcomers() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher", address="10.1.1.1")
    crowd(bench)
    eve.drop()
    stranger = bench.join("Bob", "watcher", address="10.2.2.2")
    assert "Too many players are joining" in stranger.last(Refused).sentence
    again = back(bench, eve, address="10.1.1.1")
    assert is_in(again)
    assert again.events[: len(eve.events)] == eve.events


def test_a_spectator_who_was_hung_up_on_for_silence_comes_back_from_another_address_too() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher", address="10.1.1.1")
    bench.join("Ann")
    eve.is_silent = True
    bench.pass_time(13_000)
    assert eve.is_closed
    crowd(bench)
    assert is_in(back(bench, eve, address="10.9.9.9"))


def test_nobody_else_comes_in_by_a_token_that_is_none_or_was_guessed() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher")
    crowd(bench)
    eve.drop()
    for token in (b"", b"x" * 16, eve.token[:-1], eve.token[:-1] + bytes([eve.token[-1] ^ 1])):
        assert not is_in(bench.join("Eve", "watcher", token=token, address="10.2.2.2"))
    assert is_in(back(bench, eve))


def test_who_comes_and_goes_all_the_time_stands_with_the_newcomers_whatever_token_it_shows() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher", address="10.1.1.1")
    crowd(bench)
    before = bench.written
    tokens, times = [eve.token], 0
    eve.drop()
    for _ in range(20):
        for token in tokens[-3:]:  # each of its tokens counts on the same account
            again = bench.join("Eve", "watcher", token=token, address="10.1.1.1")
            if is_in(again):
                times += 1
                tokens.append(again.token)
                again.drop()
    assert times == 3
    assert bench.written - before <= 2 * 3 + 1
    bench.pass_time(31_000)
    crowd(bench)
    assert is_in(bench.join("Eve", "watcher", token=tokens[-1], address="10.1.1.1"))


def test_several_who_come_with_one_token_have_one_account() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher", address="10.1.1.1")
    crowd(bench)
    eve.drop()
    came = [bench.join("Eve", "watcher", token=eve.token, address="10.1.1.1") for _ in range(6)]
    assert sum(map(is_in, came)) == 3


def test_who_was_sent_away_or_left_stands_with_the_newcomers() -> None:
    bench = Bench(config())
    ann = bench.join("Ann")
    eve, bob = bench.join("Eve", "watcher"), bench.join("Bob", "watcher")
    assert ann.do(Kick, seat=None, name="Eve").accepted
    bob.send(Leave())
    crowd(bench)
    for guest in (eve, bob):
        assert guest.is_closed
        assert not is_in(back(bench, guest, address="10.3.3.3"))


def test_what_a_spectator_said_when_the_line_broke_is_said_once_and_by_the_same_person() -> None:
    bench = Bench(config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    said = Say(id="once", text="good luck")
    eve.ask_for(said)
    eve.drop()
    eve = back(bench, eve)
    assert eve.ask_for(said).accepted
    assert [line.text for line in ann.lines()] == ["good luck"]
    assert eve.do(Say, text="back").accepted
    assert [(line.name, line.text) for line in ann.lines()][1:] == [("Eve", "back")]


def test_two_who_come_with_one_token_are_two_people() -> None:
    bench = Bench(config())
    bench.join("Ann")
    eve = bench.join("Eve", "watcher")
    eve.drop()
    came = [back(bench, eve) for _ in range(2)]
    assert all(map(is_in, came))
    keys = [person.key for person in bench.room._state.lobby.people]
    assert len(set(keys)) == len(keys) == 3


def test_who_was_sent_away_after_coming_back_has_no_token_that_leads_back() -> None:
    bench = Bench(config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    eve.drop()
    again = back(bench, eve)
    assert ann.do(Kick, seat=None, name="Eve").accepted
    crowd(bench)
    for token in (eve.token, again.token):
        assert not is_in(bench.join("Eve", "watcher", token=token, address="10.3.3.3"))


def test_the_other_limits_hold_for_who_comes_back() -> None:
    bench = Bench(config())
    eve = bench.join("Eve", "watcher", address="10.1.1.1")
    eve.drop()
    full = [bench.join(f"W{number}", "watcher", address="10.5.5.5") for number in range(8)]
    assert all(map(is_in, full))
    assert "The table is full" in back(bench, eve, address="10.1.1.1").last(Refused).sentence
    full[0].drop()
    assert is_in(back(bench, eve, address="10.1.1.1"))


def test_after_the_host_died_all_who_watched_come_back_at_once() -> None:
    bench = Bench(config())
    watchers = [bench.join(f"W{number}", "watcher", address="10.5.5.5") for number in range(8)]
    crowd(bench)
    again = bench.crash()
    assert all(is_in(back(again, watcher, address="10.5.5.5")) for watcher in watchers)
