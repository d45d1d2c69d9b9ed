"""The host's machine slept: the monotonic clock has jumped by a day, and so has everything that waits for it.

Nobody is played for before having had the chance to play, nobody is missed for the time in which nobody could be heard.
"""

import msgspec
import pytest

from net.match.time_limits import OVERSLEPT_MS
from net.wire.client_messages import CastVote, Ping, Start
from net.wire.host_messages import Ask, Bye, Clock
from tests.engine.toy import DEAL
from tests.harness.room import (
    TIMED,
    Bench,
    Guest,
    full_table,
    phase_of,
    play_on,
    play_with_toys,
    seat_state,
    started,
    toy_config,
)

DAY_MS = 24 * 3600 * 1000


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def at_a_clocked_table() -> tuple[Bench, list[Guest]]:
    return started(toy_config(deal=DEAL, clocks=TIMED))


def sleep(bench: Bench, span_ms: int = DAY_MS) -> None:
    """The machine sleeps, and on waking calls the room as if no time had passed to call it."""
    bench.now_ms += span_ms
    bench.run(bench.room.tick(bench.now_ms))


def test_nobody_is_played_for_by_a_host_that_slept_for_a_day() -> None:
    bench, guests = at_a_clocked_table()
    bench.pass_time(20_000)
    left = guests[0].last(Ask).remaining_ms
    assert left is not None
    sleep(bench)
    assert phase_of(guests[0]) == "give"
    assert not guests[0].happenings("timeout")
    for guest in guests:
        assert guest.play().accepted
    assert phase_of(guests[0]) != "give"


def test_a_turn_that_would_have_ended_while_the_machine_slept_ends_after_it_woke() -> None:
    short = msgspec.structs.replace(TIMED, limits_ms={}, other_ms=2_000, reserve_ms=0)
    bench, guests = started(toy_config(deal=DEAL, clocks=short))
    sleep(bench)
    assert phase_of(guests[0]) == "give"
    bench.pass_time(1_500)
    assert guests[0].play().accepted
    bench.pass_time(1_000)
    assert phase_of(guests[0]) != "give"


def test_nobody_is_hung_up_on_or_missed_for_the_time_the_host_slept() -> None:
    bench, guests = at_a_clocked_table()
    bench.join("Eve", "watcher")
    bench.pass_time(3_000)
    pings = [guest.count(Ping) for guest in bench.guests.values()]
    sleep(bench)
    assert not any(guest.is_closed or guest.count(Bye) for guest in bench.guests.values())
    assert all(seat_state(guests[0], seat) == "here" for seat in range(3))
    bench.pass_time(4_500)
    assert all(guest.count(Ping) > before for guest, before in zip(bench.guests.values(), pings, strict=True))


def test_who_does_not_answer_after_the_sleep_is_missed_as_ever_and_the_others_are_not() -> None:
    bench, guests = at_a_clocked_table()
    sleep(bench)
    guests[2].is_silent = True
    bench.pass_time(12_000)
    assert [seat_state(guests[0], seat) for seat in range(3)] == ["here", "here", "away"]


def test_everybody_is_told_anew_how_much_time_is_left_and_it_runs_out_as_told() -> None:
    bench, guests = at_a_clocked_table()
    bench.pass_time(20_000)
    asked, clocks = guests[0].count(Ask), guests[0].count(Clock)
    sleep(bench)
    assert (guests[0].count(Ask), guests[0].count(Clock)) == (asked + 1, clocks + 1)
    left = guests[0].last(Ask).remaining_ms
    assert left is not None
    assert 30_000 < left < 60_000
    bench.pass_time(left - 1_000)
    assert phase_of(guests[0]) == "give"
    bench.pass_time(2_000)
    assert phase_of(guests[0]) != "give"


def test_a_message_may_be_the_first_that_the_host_hears_when_it_wakes() -> None:
    bench, guests = at_a_clocked_table()
    bench.now_ms += DAY_MS
    assert guests[1].play().accepted
    assert guests[0].decision is not None
    assert not guests[0].happenings("timeout")


def test_a_window_a_pause_and_a_vote_go_on_after_the_sleep_where_they_were() -> None:
    bench, guests = at_a_clocked_table()
    play_on(guests, "call")
    for guest in guests:
        guest.play()
    bench.now_ms += DAY_MS
    guests[0].send(Ping(n=1))
    assert phase_of(guests[0]) in ("call", "play")
    bench.pass_time(1_000)
    assert phase_of(guests[0]) == "play"
    assert guests[0].do(CastVote, what="stop").accepted
    sleep(bench)
    assert bench.room.info(bench.now_ms).votes
    play_on(guests, "between")
    sleep(bench)
    assert phase_of(guests[0]) == "between"
    bench.pass_time(21_000)
    assert phase_of(guests[0]) != "between"


def test_an_empty_seat_before_the_first_deal_is_kept_over_the_sleep() -> None:
    bench, guests = full_table(toy_config())
    guests[1].drop()
    bench.pass_time(30_000)
    sleep(bench)
    assert bench.rejoin(guests[1]).seat == 1


def test_a_bot_that_thought_while_the_machine_slept_plays_when_it_wakes() -> None:
    clocks = msgspec.structs.replace(TIMED, pace_ms=900)
    bench, guests = full_table(toy_config(deal=DEAL, bots=("easy",), clocks=clocks), "Ann Ben")
    assert guests[0].do(Start).accepted
    think = bench.thinks.pop()
    bench.now_ms += DAY_MS
    bench.run(bench.room.answer_bot(think.seat, think.decision.id, think.decision.default, bench.now_ms))
    for guest in guests:
        guest.play()
    bench.pass_time(1_000)
    assert phase_of(guests[0]) != "give"


def test_the_age_of_a_table_leaves_out_the_sleep_and_the_file_says_so() -> None:
    bench, guests = at_a_clocked_table()
    bench.pass_time(10_000)
    sleep(bench)
    guests[0].play()
    assert 10 <= bench.room.info(bench.now_ms).age_s < 15
    assert 10 <= bench.crash().room.info(1_000_000).age_s < 15


def test_a_call_that_is_a_little_late_is_in_time() -> None:
    bench, guests = at_a_clocked_table()
    for _ in range(40):
        assert bench.room.wake_ms is not None
        bench.now_ms = bench.room.wake_ms + OVERSLEPT_MS
        bench.run(bench.room.tick(bench.now_ms))
        for guest in guests:
            guest.send(Ping(n=1))
    assert phase_of(guests[0]) != "give", "time never runs out at a host that is always late"


def test_the_room_asks_to_be_woken_by_the_drivers_clock_after_a_sleep() -> None:
    bench, _ = at_a_clocked_table()
    sleep(bench)
    assert bench.room.wake_ms is not None
    assert bench.now_ms <= bench.room.wake_ms <= bench.now_ms + 4_000


def test_a_table_that_slept_from_its_first_moment_on_goes_on() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    sleep(bench)
    assert seat_state(ann, 0) == "here"
    assert ann.info is not None
    assert ann.info.age_s == 0
