"""What the players agree on: going on without a seat, and stopping; also through the death of the host."""

import pytest

from engine.api import Dropped, MatchEnded, Scored
from net.match.settings import TimeControls
from net.wire.client_messages import Admit, CastVote, NextDeal, Ready, SetBot, Sit, Start, TakeSeat
from tests.harness.room import (
    CLOCKS,
    UNHURRIED,
    Bench,
    finish_deal,
    info,
    next_deal,
    phase_of,
    play_with_toys,
    refused,
    slots_config,
    started,
    toy_config,
    without_ben,
)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# Going on without a seat.


def test_a_majority_of_those_present_goes_on_without_a_seat() -> None:
    bench, ann, ben, cat, eve = without_ben()
    assert ann.do(CastVote, what="drop", seat=1).accepted
    (vote,) = info(eve)[0]
    assert (vote.what, vote.seat, vote.yes, vote.needed, vote.carried) == ("drop", 1, (0,), 2, False)
    assert cat.do(CastVote, what="drop", seat=1).accepted
    assert [event.text for event in eve.happenings("voted")] == ["yes: play on without Ben"] * 2
    assert info(eve)[0][0].carried
    assert not any(isinstance(event, Dropped) for event in eve.events)
    finish_deal(bench, ann, cat)
    assert [event.seat for event in eve.events if isinstance(event, Dropped)] == [1]
    assert info(eve)[0] == ()
    assert eve.info is not None
    seat = eve.info.seats[1]
    assert (seat.is_dropped, seat.name, seat.kind) == (True, "Ben", "empty")
    next_deal(ann, cat)
    assert [guest.decision is not None for guest in (ann, cat)] == [True, True]
    finish_deal(bench, ann, cat)
    assert ann.view().playing == (0, 2)
    word = refused(bench.rejoin(ben))
    assert word.code == "token"
    assert "without your seat" in word.sentence


def test_a_dropped_seat_is_out_for_good() -> None:
    bench, ann, _, cat, eve = without_ben()
    for guest in (ann, cat):
        guest.do(CastVote, what="drop", seat=1)
    finish_deal(bench, ann, cat)
    for request, fields in ((SetBot, {"level": "easy"}), (Sit, {}), (TakeSeat, {})):
        guest = ann if request is SetBot else eve
        bench.now_ms += 1_000
        assert not guest.do(request, seat=1, **fields).accepted


def test_a_match_does_not_shrink_below_what_its_game_needs_nor_where_it_may_not() -> None:
    bench, ann, _, cat, _ = without_ben()
    for guest in (ann, cat):
        guest.do(CastVote, what="drop", seat=1)
    finish_deal(bench, ann, cat)
    next_deal(ann, cat)
    cat.drop()
    bench.pass_time(11_000)
    assert "needs at least 2 players" in ann.do(CastVote, what="drop", seat=2).reason
    bench, ann, *_ = without_ben(toy_config(clocks=CLOCKS))
    assert "you cannot play on with fewer players" in ann.do(CastVote, what="drop", seat=1).reason


def test_who_is_here_cannot_be_dropped_and_who_watches_has_no_vote() -> None:
    _, ann, _, _, eve = without_ben()
    assert "is at the table" in ann.do(CastVote, what="drop", seat=2).reason
    assert "watching" in eve.do(CastVote, what="drop", seat=1).reason
    assert "Choose the seat" in ann.do(CastVote, what="drop").reason
    assert "was never started" in ann.do(CastVote, what="drop", seat=1, yes=False).reason


def test_everybody_has_one_word_and_may_change_it() -> None:
    _, ann, _, cat, _ = without_ben()
    for _ in range(2):
        ann.do(CastVote, what="drop", seat=1)
    assert info(ann)[0][0].yes == (0,)
    assert cat.do(CastVote, what="drop", seat=1, yes=False).accepted
    assert info(ann)[0] == ()  # of two, one no is enough


def test_a_vote_that_comes_to_nothing_is_over_after_its_time() -> None:
    bench, ann, _, cat, _ = without_ben()
    ann.do(CastVote, what="drop", seat=1)
    bench.pass_time(CLOCKS.vote_ms - 1_000)
    assert len(info(cat)[0]) == 1
    bench.pass_time(1_000)
    assert info(cat)[0] == ()
    assert "was never started" in cat.do(CastVote, what="drop", seat=1, yes=False).reason


# Stopping.


def test_a_majority_breaks_the_match_off_at_once_and_nobody_wins() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    for guest in (ann, ben, cat):
        guest.play()
    assert ann.do(CastVote, what="stop").accepted
    assert not bench.room.is_over
    assert ben.do(CastVote, what="stop").accepted
    assert bench.room.is_over
    assert cat.events[-1] == MatchEnded("abandoned", (), (0, 0, 0))
    assert not cat.do(CastVote, what="stop").accepted
    assert info(cat)[0] == ()
    again = bench.crash()
    assert again.room.is_over
    assert again.rejoin(cat).events == cat.events


def test_what_was_finished_stands_and_the_deal_under_way_is_void() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    for guest in (ann, ben, cat):
        guest.play()
    finish_deal(bench, ann, ben, cat)
    totals = tuple(ann.view().totals)
    next_deal(ann, ben, cat)
    for guest in (ann, ben, cat):
        guest.play()
    for guest in (ann, cat):
        guest.do(CastVote, what="stop")
    assert ben.view().over == MatchEnded("abandoned", (), totals)
    assert sum(isinstance(event, Scored) for event in ben.events) == 1


def test_sealed_answers_die_with_the_match() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    ann.play()
    for guest in (ben, cat):
        guest.do(CastVote, what="stop")
    assert bench.room.is_over
    assert bench.crash().room.is_over


def test_who_is_away_for_a_moment_cannot_be_outvoted_by_less_than_half_of_all() -> None:
    bench, (ann, ben) = started(slots_config(seats=2, clocks=UNHURRIED), names="Ann Ben")
    ben.drop()
    bench.pass_time(11_000)
    ann.do(CastVote, what="stop")
    assert not bench.room.is_over
    assert info(ann)[0][0].needed == 2
    bench.pass_time(CLOCKS.abandon_ms)
    assert ann.do(CastVote, what="stop").accepted
    assert bench.room.is_over


def test_alone_among_bots_one_word_is_enough() -> None:
    bench = Bench(slots_config(bots=("easy", "easy")))
    ann = bench.join("Ann")
    ann.do(Start)
    assert ann.do(CastVote, what="stop").accepted
    assert bench.room.is_over


def test_a_match_that_no_player_is_at_is_broken_off_while_others_look_on() -> None:
    bench, ann, _, cat, eve = without_ben(slots_config(away_policy="wait"))
    for guest in (ann, cat):
        guest.drop()
    bench.pass_time(11_000)
    for _ in range(30):
        bench.pass_time(18_000)
        if bench.room.is_over:
            break
    assert not bench.room.is_over or isinstance(eve.events[-1], MatchEnded)
    bench.pass_time(120_000)
    assert bench.room.is_over


def test_it_is_broken_off_after_ten_minutes_and_not_before() -> None:
    bench, guests = started(toy_config(clocks=UNHURRIED))
    eve = bench.join("Eve", "watcher")
    for guest in guests:
        guest.drop()
    bench.pass_time(10_000 + UNHURRIED.abandon_ms - 1)
    assert not bench.room.is_over
    bench.pass_time(1)
    assert eve.events[-1] == MatchEnded("abandoned", (), (0, 0, 0))


def test_a_player_who_looks_in_begins_the_ten_minutes_anew() -> None:
    bench, guests = started(toy_config(clocks=UNHURRIED))
    bench.join("Eve", "watcher")
    for guest in guests:
        guest.drop()
    bench.pass_time(500_000)
    bench.rejoin(guests[0]).drop()
    bench.pass_time(500_000)
    assert not bench.room.is_over
    bench.pass_time(200_000)
    assert bench.room.is_over


def test_where_nobody_is_at_all_time_stands_still_and_a_table_of_bots_is_nobodys_loss() -> None:
    bench, guests = started(slots_config())
    for guest in guests:
        guest.drop()
    bench.pass_time(3_600_000)
    assert not bench.room.is_over
    bench = Bench(toy_config(bots=("easy",) * 3, owner=b"k" * 16, clocks=TimeControls(between_ms=0)))
    host = bench.join("Hal", "watcher", token=b"k" * 16)
    assert host.do(Start).accepted
    bench.thinks.clear()
    bench.pass_time(700_000)
    assert not any(isinstance(event, MatchEnded) and event.how == "abandoned" for event in host.events)


# Through the death of the host.


def test_votes_and_what_they_led_to_survive_the_death_of_the_host() -> None:
    bench, ann, _, cat, _ = without_ben()
    ann.do(CastVote, what="drop", seat=1)
    again = bench.crash()
    ann, cat = again.rejoin(ann), again.rejoin(cat)
    assert [(vote.what, vote.yes) for vote in info(cat)[0]] == [("drop", (0,))]
    assert cat.do(CastVote, what="drop", seat=1).accepted
    third = again.crash()
    ann, cat = third.rejoin(ann), third.rejoin(cat)
    assert info(ann)[0][0].carried
    finish_deal(third, ann, cat)
    third.pass_time(11_000)  # Ben, too, may have lost the table only by its death: he is waited for again
    assert ann.view().dropped == (1,)
    ann.do(CastVote, what="stop")
    fourth = third.crash()
    ann, cat = fourth.rejoin(ann), fourth.rejoin(cat)
    assert [(vote.what, vote.yes) for vote in info(cat)[0]] == [("stop", (0,))]
    assert cat.do(CastVote, what="stop").accepted
    assert fourth.room.is_over


def test_after_a_death_at_any_record_the_same_seats_are_in_the_match() -> None:
    bench, ann, _, cat, eve = without_ben(slots_config(seats=4), names="Ann Ben Cat Dan")
    dan = next(guest for guest in bench.guests.values() if guest.hello.name == "Dan")
    first = len(bench.records)
    for guest in (ann, cat):
        guest.do(CastVote, what="drop", seat=1)
    finish_deal(bench, ann, cat, dan)
    next_deal(ann, cat, dan)
    dan.drop()
    bench.pass_time(11_000)
    eve.do(TakeSeat, seat=3)
    ann.do(Admit, seat=3, name="Eve")
    finish_deal(bench, ann, cat)
    assert eve.seat == 3
    next_deal(ann, cat, eve)
    for guest in (ann, eve):
        guest.do(CastVote, what="stop")
    assert bench.room.is_over
    told = len(ann.events)
    for kept in range(first, len(bench.records) + 1):
        again = bench.crash(bench.records[:kept])
        lobby, table = again.room._state.lobby, again.room._state.match.table
        assert table is not None
        assert [gone.seat for gone in lobby.gone] == list(table.dropped)
        assert not {person.seat for person in lobby.seated} & set(table.dropped)
    assert len(again.room._state.match.stream) >= told


def test_ready_is_not_needed_of_who_is_away_and_new_people_say_it_for_themselves() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    finish_deal(bench, ann, cat)
    next_deal(ann, cat)
    assert phase_of(ann) == "between"
    eve.do(NextDeal)
    assert phase_of(ann) == "look"
    assert eve.do(Ready).accepted
