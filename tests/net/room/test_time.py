"""The room and time: sealed windows, clocks, absent players and bots."""

import pytest

from engine.api import Card, Happened, Move, Moved
from net.match.settings import RoomConfig, TimeControls
from net.wire.client_messages import Admit, Hurry, Leave, NextDeal, Ready, SetBot, SetOption, Sit, Start, TakeSeat
from net.wire.host_messages import Ask, Bye, Clock, Events, Seated
from tests.engine.toy import DEAL
from tests.harness.room import (
    PROMPT,
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


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# Sealed questions and windows.


def test_a_sealed_answer_is_told_to_nobody() -> None:
    bench, (ann, ben, cat) = started()
    eve = bench.join("Eve", "watcher")
    before = [len(guest.raw) for guest in (ben, cat, eve)]
    ann.play()
    assert [len(guest.raw) for guest in (ben, cat, eve)] == before


def test_a_window_stays_open_for_its_dwell_though_all_have_answered() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=TIMED))
    play_on(guests, "call")
    opened = bench.now_ms
    for guest in guests:
        guest.play()
    assert phase_of(guests[0]) == "call"
    assert bench.room.wake_ms is not None
    assert 300 <= bench.room.wake_ms - opened <= 900
    bench.pass_time(900)
    assert phase_of(guests[0]) == "play"


@pytest.mark.parametrize(("order", "pause_ms"), [((0, 1, 2), 0), ((2, 0, 1), 70), ((1, 2, 0), 20), ((2, 1, 0), 90)])
def test_when_a_window_closes_does_not_depend_on_who_answers_or_when(order: tuple[int, ...], pause_ms: int) -> None:
    def closes_after_ms(order: tuple[int, ...], pause_ms: int) -> int:
        bench, guests = started(toy_config(deal=DEAL, clocks=TIMED))
        play_on(guests, "call")
        opened = bench.now_ms
        for seat in order:
            bench.pass_time(pause_ms)
            guests[seat].play()
        while phase_of(guests[0]) == "call":
            bench.pass_time(1)
        return bench.now_ms - opened

    assert closes_after_ms(order, pause_ms) == closes_after_ms((0, 1, 2), 10)


def test_the_clock_that_everybody_sees_does_not_change_with_an_answer() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=TIMED))
    eve = bench.join("Eve", "watcher")
    play_on(guests, "call")
    before = eve.count(Clock)
    assert eve.last(Clock).seats == (0, 1, 2)
    guests[1].play()
    bench.pass_time(100)
    assert eve.count(Clock) == before


def test_running_out_of_time_in_a_window_is_told_to_nobody() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=TIMED))
    play_on([ann, ben, cat], "call")
    ann.play()
    ben.play()
    bench.pass_time(26_000)
    assert phase_of(ann) == "play"
    assert not ann.happenings("timeout")


def test_neither_using_the_reserve_for_a_sealed_answer_nor_missing_it_sends_anybody_else_a_byte() -> None:
    clocks = TimeControls(
        limits_ms={},
        other_ms=5_000,
        reserve_ms=10_000,
        pace_ms=0,
        ping_ms=100_000,
        lagging_ms=100_000,
        silent_ms=100_000,
    )
    bench, guests = started(toy_config(deal=DEAL, clocks=clocks))
    ann, ben, cat = guests
    eve = bench.join("Eve", "watcher")

    def sent(*guests: Guest) -> list[int]:
        return [len(guest.raw) for guest in guests]

    ann.play()
    bench.now_ms += 7_000
    before = sent(ann, cat, eve)
    ben.play()  # two seconds of his reserve
    assert sent(ann, cat, eve) == before
    bench.now_ms += 1_000
    cat.play()  # three of hers
    assert phase_of(ann) == "call"
    before = sent(ann, ben, eve)
    end = bench.now_ms + 12_000  # all that Cat has left
    while bench.room.wake_ms is not None and bench.room.wake_ms <= end:
        bench.now_ms = bench.room.wake_ms
        bench.run(bench.room.tick(bench.now_ms))
    assert sent(ann, ben, eve) == before
    assert not cat.play().accepted


def test_falling_asleep_over_a_sealed_question_shows_only_when_it_is_closed() -> None:
    bench, (ann, ben, _) = started(toy_config(deal=DEAL, clocks=TIMED))
    state = bench.room._state
    state.lobby.people[2].missed = 1
    state.match._asks[2].left_ms = 45_000  # she has no reserve left
    ann.play()
    stream = len(ann.events)
    bench.pass_time(45_000 + 5_000)  # Cat lets the giving run out, while Ben still has his reserve
    assert state.lobby.people[2].missed == 2
    assert len(ann.events) == stream
    ben.play()
    assert not ann.happenings("away")  # the next question is sealed, too
    ann.play()
    ben.play()
    bench.pass_time(26_000)
    assert [e.what for e in ann.happenings("away")] == ["away"]


def test_who_misses_claims_alone_is_never_away() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=TIMED))
    bench.room._state.lobby.people[2].missed = 1
    play_on([ann, ben, cat], "call")
    bench.room._state.lobby.people[2].missed = 1
    ann.play()
    ben.play()
    bench.pass_time(26_000)
    assert phase_of(cat) == "play"
    assert bench.room._state.lobby.people[2].missed == 1
    assert not ann.happenings("away")


# Clocks.


def test_who_runs_out_of_time_and_reserve_plays_the_default() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=TIMED))
    play_on(guests, "play")
    mover = next(guest for guest in guests if guest.last(Ask).decision.phase == "play")
    assert mover.last(Ask).remaining_ms == 70_000
    bench.pass_time(69_900)
    assert not mover.happenings("timeout")
    bench.pass_time(200)
    assert [e.seat for e in mover.happenings("timeout")] == [mover.seat]
    assert len(mover.view().zone("pile")) == 1


def test_the_reserve_is_spent_once_in_a_match() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=TIMED))
    ann = guests[0]
    bench.pass_time(49_000)
    ann.play()
    for guest in guests[1:]:
        guest.play()
    assert ann.last(Ask).reserve_ms == 6_000
    assert ann.last(Ask).remaining_ms == 21_000


def test_without_a_limit_nobody_is_hurried() -> None:
    endless = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(0, 0))
    bench, guests = started(toy_config(clocks=endless))
    bench.pass_time(900_000)
    assert guests[0].last(Ask).remaining_ms is None
    assert phase_of(guests[0]) == "give"


def test_after_two_misses_in_a_row_a_seat_is_away_and_its_moves_are_made_quickly() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=TIMED))
    bench.room._state.lobby.people[2].missed = 1
    for _ in range(2):
        ann.play()
        ben.play()
        bench.pass_time(60_000)
    assert seat_state(ann, 2) == "away"
    for guest in (ann, ben):
        guest.play()
    asked_ms = bench.now_ms
    while phase_of(ann) == "play":
        bench.pass_time(100)
    assert bench.now_ms - asked_ms == 2_000
    assert cat.do(Ready).accepted
    assert seat_state(ann, 2) == "here"


def test_the_pause_between_deals_ends_when_all_players_said_so() -> None:
    bench, guests = started()
    bench.join("Eve", "watcher")
    play_on(guests, "between")
    for guest in guests[:2]:
        assert guest.do(NextDeal).accepted
    bench.pass_time(300_000)
    assert phase_of(guests[0]) == "between"
    guests[2].do(NextDeal)
    assert phase_of(guests[0]) == "give"


def test_the_pause_between_deals_ends_by_itself_when_it_has_a_limit() -> None:
    bench, guests = started(toy_config(clocks=TIMED))
    play_on(guests, "between")
    bench.pass_time(19_900)
    assert phase_of(guests[0]) == "between"
    bench.pass_time(200)
    assert phase_of(guests[0]) == "give"


def test_who_is_away_does_not_hold_up_the_pause() -> None:
    bench, guests = started()
    play_on(guests, "between")
    guests[2].drop()
    bench.pass_time(11_000)
    for guest in guests[:2]:
        guest.do(NextDeal)
    assert phase_of(guests[0]) == "give"


# Absent players.


def test_by_the_setting_wait_the_table_stands_still_for_an_absent_player() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=TIMED))
    ben.drop()
    bench.pass_time(200_000)
    assert bench.room.info(bench.now_ms).phase == "paused"
    assert [(e.what, e.seat) for e in ann.happenings("paused")] == [("paused", 1)]
    back = bench.rejoin(ben)
    assert phase_of(back) == "give"
    assert back.last(Ask).remaining_ms == 45_000  # ten seconds of the 55 were gone when the seat counted as away
    assert ann.happenings("resumed")
    assert cat.info is not None
    assert cat.info.phase == "playing"


def test_by_the_setting_bot_an_absent_players_decision_goes_to_a_bot_with_the_seats_view() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=PROMPT, away_policy="bot", away_s=0))
    ben.drop()
    bench.pass_time(9_000)
    assert not bench.thinks
    bench.pass_time(2_000)
    (think,) = bench.thinks
    assert (think.seat, think.first, think.level, think.decision) == (1, 0, "medium", ben.decision)
    told = ben.events + ann.events[len(ben.events) :]
    assert list(think.events) == [event for event in told if not isinstance(event, Happened)]
    ann.play()
    cat.play()
    bench.let_bots_play(1)
    assert phase_of(ann) == "call"


def test_the_seat_is_handed_back_at_the_next_decision_and_not_in_the_middle() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=PROMPT, away_policy="bot", away_s=0))
    ben.drop()
    bench.pass_time(11_000)
    back = bench.rejoin(ben)
    assert not back.count(Ask)
    assert "next decision is yours" in back.play(decision=ben.decision).reason
    bench.let_bots_play()
    ann.play()
    cat.play()
    assert back.last(Ask).decision.phase == "call"


def test_at_a_table_where_nobody_is_time_stands_still() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=TIMED, away_policy="bot", away_s=0))
    for guest in guests:
        guest.drop()
    bench.pass_time(900_000)
    assert not bench.thinks
    back = bench.rejoin(guests[0])
    assert phase_of(back) == "give"
    assert bench.room.info(bench.now_ms).phase == "playing"


def test_a_seat_that_was_left_is_played_on_and_may_be_taken_between_two_deals() -> None:
    bench, (ann, ben, cat) = started()
    dan = bench.join("Dan", "watcher")
    ben.send(Leave())
    assert "host" in dan.do(Sit, seat=1).reason
    assert dan.do(TakeSeat, seat=1).accepted
    assert ann.do(Admit, seat=1, name="Dan").accepted
    for _ in range(60):
        bench.pass_time(2_100)
        for guest in (ann, cat):
            if guest.decision is not None and phase_of(ann) != "between":
                guest.play()
    assert phase_of(ann) == "between"
    assert dan.last(Seated).seat == 1
    assert dan.last(Events).fresh
    for guest in (ann, cat, dan):
        guest.do(NextDeal)
    assert len(dan.view().hand) == 3
    assert "??" not in dan.view().hand
    assert dan.decision is not None


def test_a_player_who_leaves_for_now_is_away_at_once_and_gets_the_seat_back() -> None:
    bench, (ann, ben, cat) = started(toy_config(deal=DEAL, clocks=TIMED))
    ben.send(Leave(keep=True))
    assert ben.last(Bye).code == "left"
    assert seat_state(ann, 1) == "away"
    cat.drop()
    bench.pass_time(0)
    assert seat_state(ann, 2) == "lagging"
    ben, cat = bench.rejoin(ben), bench.rejoin(cat)
    assert (ben.seat, cat.seat) == (1, 2)
    assert [seat_state(ann, seat) for seat in range(3)] == ["here"] * 3
    ben.drop()
    bench.pass_time(0)
    assert seat_state(ann, 1) == "lagging"


def test_before_the_first_deal_the_seat_of_a_player_who_leaves_for_now_is_kept_as_long_as_any() -> None:
    bench, (ann, ben, _) = full_table(toy_config(deal=DEAL, clocks=TIMED))
    ben.send(Leave(keep=True))
    assert seat_state(ann, 1) == "away"
    bench.pass_time(TIMED.seat_kept_ms - 1_000)
    assert bench.rejoin(ben).seat == 1


def test_a_spectator_who_leaves_for_now_is_gone() -> None:
    bench, (ann, _, _) = started()
    bench.join("Eve", "watcher").send(Leave(keep=True))
    assert ann.info is not None
    assert not ann.info.watchers


def test_the_host_may_put_a_bot_on_a_seat_that_was_left() -> None:
    bench, guests = started(RoomConfig(table_id="t1", game="hearts", seed="x", bots=("easy",), clocks=PROMPT))
    guests[1].send(Leave())
    assert guests[0].do(SetBot, seat=1, level="hard").accepted
    bench.pass_time(10)
    assert [(think.seat, think.level) for think in bench.thinks] == [(3, "easy"), (1, "hard")]


def test_options_are_settled_by_the_first_deal() -> None:
    _, guests = started()
    assert not guests[0].do(SetOption, name="deals", value=3).accepted


# Bots.


def test_a_bot_is_asked_with_what_its_seat_was_told_and_only_the_rest_later() -> None:
    bench = Bench(toy_config(bots=("easy", "hard"), deal=DEAL))
    ann = bench.join("Ann")
    ann.do(Start)
    first = {think.seat: think for think in bench.thinks}
    assert [first[seat].level for seat in (1, 2)] == ["easy", "hard"]
    hands = [event for event in first[1].events if isinstance(event, Moved) and event.dst.startswith("hand")]
    assert [("??" in event.cards) for event in hands] == [event.dst != "hand:1" for event in hands]
    told = len(first[1].events)
    ann.play()
    bench.let_bots_play(2)
    (second,) = [think for think in bench.thinks if think.seat == 1]
    assert second.first == told
    assert not [think for think in bench.thinks if think.first == 0]


def test_bots_move_at_an_even_pace_however_fast_they_think() -> None:
    bench = Bench(toy_config(bots=("easy", "easy"), clocks=TimeControls(pace_ms=900, dwell_ms=(0, 0)), deal=DEAL))
    ann = bench.join("Ann")
    ann.do(Start)
    ann.play()
    bench.let_bots_play(2)
    assert phase_of(ann) == "give"
    bench.pass_time(899)
    assert phase_of(ann) == "give"
    bench.pass_time(1)
    assert phase_of(ann) == "call"


@pytest.mark.parametrize("move", [None, Move("steal"), Move("give", (Card("9H"),))])
def test_a_bot_that_fails_or_errs_plays_the_default(move: Move | None) -> None:
    bench = Bench(toy_config(bots=("easy", "easy"), deal=DEAL))
    ann = bench.join("Ann")
    ann.do(Start)
    ann.play()
    for think in list(bench.thinks):
        bench.run(bench.room.answer_bot(think.seat, think.decision.id, move, bench.now_ms))
    assert phase_of(ann) == "call"


def test_a_bot_that_never_answers_does_not_stop_the_table() -> None:
    bench = Bench(toy_config(bots=("easy", "easy"), deal=DEAL))
    ann = bench.join("Ann")
    ann.do(Start)
    ann.play()
    bench.pass_time(21_000)
    assert phase_of(ann) == "call"


def test_a_bots_answer_to_an_older_question_is_not_used() -> None:
    bench = Bench(toy_config(bots=("easy", "easy"), deal=DEAL))
    ann = bench.join("Ann")
    ann.do(Start)
    old = bench.thinks[0]
    ann.play()
    bench.let_bots_play(2)
    assert bench.room.answer_bot(old.seat, old.decision.id, old.decision.default, bench.now_ms) == []


# Hurry.


def _alone(pace_ms: int) -> tuple[Bench, Guest]:
    bench = Bench(toy_config(deal=DEAL, clocks=PROMPT, bots=("easy", "easy")))
    ann = bench.join("Ann")
    ann.do(SetOption, name="table.pace", value=pace_ms)
    ann.do(Start)
    return bench, ann


def test_alone_bots_can_be_hurried_until_the_player_is_asked() -> None:
    bench, ann = _alone(5_000)
    ann.play()
    bench.let_bots_play(2)
    bench.pass_time(100)
    assert phase_of(ann) == "give"
    assert ann.do(Hurry).accepted
    bench.pass_time(1)
    assert phase_of(ann) == "call"
    ann.play()
    bench.let_bots_play(2)
    bench.pass_time(4_900)
    assert phase_of(ann) == "call"
    bench.pass_time(200)
    assert phase_of(ann) == "play"


def test_nobody_is_hurried_where_another_person_plays_or_by_a_spectator() -> None:
    bench, (ann, _, _) = started(toy_config(deal=DEAL, clocks=TIMED))
    refused = ann.do(Hurry)
    assert (refused.accepted, refused.code) == (False, "unavailable")
    bench, ann = _alone(5_000)
    eve = bench.join("Eve", "watcher")
    assert eve.do(Hurry).code == "unavailable"
