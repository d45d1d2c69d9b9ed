"""The table stands still: for somebody who is away, by a vote, or since nobody is here. Every clock stands with it."""

from typing import Literal

import pytest

from net.match.settings import TimeControls
from net.wire.client_messages import CastVote, Leave, NextDeal, Ping, Ready, SetOption, Start
from net.wire.host_messages import Ask, Clock, Done
from net.wire.table_info import PauseInfo
from tests.engine.toy import DEAL
from tests.harness.room import (
    TIMED,
    Bench,
    Guest,
    full_table,
    phase_of,
    play_on,
    play_with_toys,
    slots_config,
    started,
    toy_config,
)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def timed(**changes: object) -> tuple[Bench, list[Guest]]:
    """A match of the toy game with limits: 45 s for the card to give, 15 s for the call, 60 s for a turn, 10 s bank."""
    return started(toy_config(**{"deal": DEAL, "clocks": TIMED, **changes}))


def pause_of(guest: Guest) -> PauseInfo | None:
    assert guest.info is not None
    assert (guest.info.phase == "paused") == (guest.info.pause is not None)
    return guest.info.pause


def vote(what: str, *guests: Guest, **fields: object) -> list[Done]:
    return [guest.do(CastVote, what=what, **fields) for guest in guests]


# Somebody is away.


def test_by_the_setting_wait_the_table_stands_still_however_long_it_takes() -> None:
    bench, (ann, ben, cat) = timed()
    ben.drop()
    bench.pass_time(3_600_000)
    assert pause_of(cat) == PauseInfo(why="away", seat=1)
    assert ann.happenings("paused")[0].text == "until Ben is back, or until half of the others vote to resume"
    assert phase_of(ann) == "give"
    assert bench.rejoin(ben).last(Ask).remaining_ms == 45_000
    assert pause_of(cat) is None


def test_a_player_alone_with_bots_is_waited_for_without_a_word_of_the_others_vote() -> None:
    bench, (ann,) = started(toy_config(deal=DEAL, clocks=TIMED, bots=("easy", "easy")), names="Ann")
    ann.drop()
    bench.pass_time(20_000)
    assert bench.rejoin(ann).happenings("paused")[0].text == "until Ann is back"


def test_while_one_is_waited_for_the_clocks_of_all_stand_still_and_who_knows_an_answer_may_give_it() -> None:
    bench, (ann, ben, cat) = timed()
    ben.drop()
    bench.pass_time(100_000)
    assert ann.play().accepted
    back = bench.rejoin(ben)
    assert cat.last(Ask).remaining_ms == 45_000  # told anew, since its clock goes on
    assert cat.last(Clock).remaining_ms == 35_000
    bench.pass_time(44_900)
    assert back.play().accepted
    assert phase_of(ann) == "give"
    bench.pass_time(200)
    assert phase_of(ann) == "call"


def test_half_of_those_who_wait_may_go_on_without_waiting_longer() -> None:
    bench, (ann, ben, cat) = timed()
    assert vote("resume", ann)[0].reason == "The table is not paused."
    ben.drop()
    bench.pass_time(20_000)
    assert vote("resume", ann)[0].accepted
    assert pause_of(cat) is None
    assert [event.seat for event in cat.happenings("resumed")] == [1]
    for guest in (ann, cat):
        guest.play()
    bench.pass_time(2_000)
    assert phase_of(ann) == "call"  # Ben's default is given for him
    bench.pass_time(3_000)
    assert pause_of(ann) is None


@pytest.mark.parametrize("policy", ["wait", "pause"])
def test_nobody_holds_the_table_by_coming_and_going(policy: str) -> None:
    """Who comes back, makes no move and goes away again gets no new time."""
    bench, (ann, ben, cat) = timed(away_policy=policy, away_s=30)
    for guest in (ann, cat):
        guest.play()
    comings = 0
    while phase_of(ann) == "give":
        ben.drop()
        bench.pass_time(15_000)
        if policy == "wait" and not comings:
            assert vote("resume", ann)[0].accepted
        bench.pass_time(10_000)
        ben = bench.rejoin(ben)
        comings += 1
        assert comings <= 3
    for is_back in (True, False):
        for _ in range(20):
            for guest in (ann, cat):
                if guest.decision is not None:
                    guest.play()
            if (ben.decision is not None) if is_back else (pause_of(ann) is not None):
                break
            bench.pass_time(1_000)
        if is_back:
            ben.play()
            ben.drop()
    pause = pause_of(ann)
    assert pause is not None
    assert (pause.why, pause.seat) == ("away", 1)  # Ben has made a move, so the table waits again


def test_by_the_setting_pause_everybody_sees_until_when_and_then_defaults_are_played() -> None:
    bench, (ann, ben, cat) = timed(away_policy="pause", away_s=30)
    opened_ms = bench.room._state.opened_ms
    ben.drop()
    away_ms = bench.now_ms + 10_000
    bench.pass_time(10_000)
    assert pause_of(cat) == PauseInfo(why="away", seat=1, ends_s=(away_ms + 30_000 - opened_ms) // 1000)
    assert ann.happenings("paused")[0].text == "until Ben is back, or until 30 seconds have passed"
    for guest in (ann, cat):
        guest.play()
    bench.pass_time(29_900)
    assert pause_of(cat) is not None
    bench.pass_time(200)
    assert pause_of(cat) is None
    assert phase_of(ann) == "give"
    bench.pass_time(2_000)
    assert phase_of(ann) == "call"


def test_by_the_setting_bot_a_bot_comes_after_so_many_seconds_and_the_table_does_not_stand_still() -> None:
    bench, (ann, ben, _) = timed(away_policy="bot", away_s=20)
    ben.drop()
    bench.pass_time(29_900)
    assert not bench.thinks
    assert pause_of(ann) is None
    bench.pass_time(200)
    assert [think.seat for think in bench.thinks] == [1]


def test_what_becomes_of_the_absent_and_after_how_long_is_set_at_the_table_and_seen_by_all() -> None:
    _, (ann, ben, _) = full_table(toy_config())
    assert ben.info is not None
    assert (ben.info.away_policy, ben.info.away_s) == ("wait", 0)
    for policy, usual_s in (("pause", 120), ("bot", 10), ("wait", 0)):
        assert ann.do(SetOption, name="table.away", value=policy).accepted
        assert (ben.info.away_policy, ben.info.away_s) == (policy, usual_s)
    assert ann.do(SetOption, name="table.away_s", value=45).accepted
    assert ben.info.away_s == 45
    for value in (-1, 3_601, "soon", True):
        assert ann.do(SetOption, name="table.away_s", value=value).reason == f"table.away_s cannot be {value!r}."


# By a vote.


def test_more_than_half_of_the_players_here_let_the_table_stand_still_and_half_let_it_go_on() -> None:
    bench, (ann, ben, cat) = timed()
    eve = bench.join("Eve", "watcher")
    bench.pass_time(5_000)
    assert vote("pause", ann)[0].accepted
    assert pause_of(eve) is None
    assert vote("pause", ben)[0].accepted
    assert pause_of(eve) == PauseInfo(why="vote")
    assert [event.text for event in eve.happenings("paused")] == ["by a vote, until half of the players vote to resume"]
    bench.pass_time(500_000)
    assert phase_of(ann) == "give"
    assert "To resume, half of you must agree" in cat.play().reason
    assert vote("pause", cat)[0].reason == "The table is already paused."
    assert [done.accepted for done in vote("resume", cat, ann)] == [True, True]
    assert pause_of(eve) is None
    assert [event.text for event in eve.happenings("resumed")] == ["by a vote"]
    assert cat.last(Ask).remaining_ms == 50_000
    assert eve.last(Clock).remaining_ms == 40_000
    assert cat.play().accepted


def test_of_two_either_lets_it_go_on_and_alone_among_bots_one_word_is_enough() -> None:
    _, (ann, ben) = started(toy_config(seats=2), names="Ann Ben")
    vote("pause", ann, ben)
    assert pause_of(ann) == PauseInfo(why="vote")
    vote("resume", ben)
    assert pause_of(ann) is None
    bench = Bench(toy_config(bots=("easy", "easy"), clocks=TIMED))
    ann = bench.join("Ann")
    ann.do(Start)
    vote("pause", ann)
    bench.let_bots_play()
    bench.pass_time(100_000)
    assert phase_of(ann) == "give"
    vote("resume", ann)
    assert ann.play().accepted
    assert phase_of(ann) == "call"


def test_one_who_comes_back_early_does_not_end_a_pause_that_the_others_are_still_in() -> None:
    bench, (ann, ben, cat) = timed()
    vote("pause", ann, ben, cat)
    for guest in (ben, cat):
        guest.drop()
    bench.pass_time(60_000)
    assert vote("resume", ann)[0].accepted
    assert pause_of(ann) is not None
    bench.pass_time(TIMED.abandon_ms)
    assert pause_of(ann) is not None  # now the others have been away for so long that their votes are not needed
    assert vote("resume", ann)[0].accepted
    assert pause_of(ann) == PauseInfo(why="away", seat=1)


@pytest.mark.parametrize(("away_s", "breaks_off"), [(30, False), (3_600, True)])
def test_everybody_sees_when_a_match_without_its_players_goes_on_or_is_broken_off(
    away_s: int, breaks_off: bool
) -> None:
    bench, guests = timed(away_policy="pause", away_s=away_s)
    eve = bench.join("Eve", "watcher")
    opened_ms = bench.room._state.opened_ms
    for guest in guests:
        guest.drop()
    bench.pass_time(10_000)
    pause = pause_of(eve)
    assert pause is not None
    assert pause.breaks_off is breaks_off
    assert pause.ends_s is not None
    bench.pass_time(opened_ms + pause.ends_s * 1000 - bench.now_ms - 1)
    assert pause_of(eve) == pause
    bench.pass_time(1_000)
    assert bench.room.is_over is breaks_off
    assert pause_of(eve) is None


@pytest.mark.parametrize("why", ["vote", "fault"])
def test_a_pause_that_only_a_vote_ends_is_never_broken_off_and_the_ten_minutes_begin_after_it(
    why: Literal["vote", "fault"],
) -> None:
    bench, guests = timed()
    eve = bench.join("Eve", "watcher")
    for guest in guests:
        guest.drop()
    bench.pass_time(TIMED.abandon_ms - 1_000)
    ann, ben = (bench.rejoin(guest) for guest in guests[:2])
    if why == "vote":
        vote("pause", ann, ben)
    else:
        bench.room._state.match._halt()
    for guest in (ann, ben):
        guest.drop()
    bench.pass_time(2 * TIMED.abandon_ms)
    assert pause_of(eve) == PauseInfo(why=why)
    ann = bench.rejoin(ann)
    vote("resume", ann)
    assert pause_of(eve) == PauseInfo(why="away", seat=1)
    ann.drop()
    bench.pass_time(TIMED.away_ms)
    bench.pass_time(TIMED.abandon_ms - 1)
    assert pause_of(eve) is not None
    assert not bench.room.is_over
    bench.pass_time(1)
    assert bench.room.is_over


def test_a_player_who_comes_back_takes_the_end_of_the_match_off_the_pause() -> None:
    bench, guests = timed()
    eve = bench.join("Eve", "watcher")
    for guest in guests:
        guest.drop()
    bench.pass_time(10_000)
    ends_s = (bench.now_ms + TIMED.abandon_ms - bench.room._state.opened_ms) // 1000
    assert pause_of(eve) == PauseInfo(why="away", seat=0, ends_s=ends_s, breaks_off=True)
    bench.rejoin(guests[2])
    assert pause_of(eve) == PauseInfo(why="away", seat=0)


def test_a_pause_between_two_deals_holds_back_the_next() -> None:
    bench, guests = timed()
    play_on(guests, "between")
    vote("pause", *guests[:2])
    for guest in guests:
        guest.do(NextDeal)
    bench.pass_time(100_000)
    assert phase_of(guests[0]) == "between"
    vote("resume", *guests[:2])
    assert phase_of(guests[0]) == "give"


def test_a_window_for_which_silence_is_an_answer_has_the_time_that_it_had() -> None:
    bench, guests = started(slots_config(clocks=TIMED))
    bench.pass_time(1_000)
    vote("pause", *guests[:2])
    bench.pass_time(60_000)
    assert phase_of(guests[0]) == "look"
    vote("resume", *guests[:2])
    assert guests[2].last(Ask).remaining_ms == 2_000
    bench.pass_time(1_900)
    assert phase_of(guests[0]) == "look"
    bench.pass_time(1_000)
    assert phase_of(guests[0]) == "turn"


def test_a_pause_outlives_the_host() -> None:
    bench, (ann, ben, cat) = timed()
    vote("pause", ann, ben)
    again = bench.crash()
    back = [again.rejoin(guest) for guest in (ann, ben, cat)]
    assert pause_of(back[2]) == PauseInfo(why="vote")
    again.pass_time(200_000)
    assert phase_of(back[0]) == "give"
    vote("resume", back[0])
    third = again.crash()
    back = [third.rejoin(guest) for guest in back]
    vote("resume", back[1])
    assert pause_of(back[2]) is None
    assert back[2].play().accepted


def test_a_match_that_is_stopped_while_it_pauses_is_over_and_does_not_pause() -> None:
    bench, (ann, ben, cat) = timed()
    vote("pause", ann, ben)
    vote("stop", ann, cat)
    assert bench.room.is_over
    assert pause_of(ben) is None


def test_a_table_where_nobody_is_says_so_to_whoever_asks() -> None:
    bench, guests = timed()
    for guest in guests:
        guest.drop()
    assert bench.room.info(bench.now_ms).pause == PauseInfo(why="empty")


# Nothing is told of a sealed question.


def heard_by_others(answers: bool, what: str) -> bytes:
    """All that Ann is sent around a pause, with Ben's sealed answer given before it, or not at all so far."""
    bench, (ann, ben, cat) = timed()
    bench.now_ms += 1_000
    if answers:
        assert ben.play().accepted
    else:
        ben.send(Ping(n=1))
    bench.requests = 100
    before = len(ann.raw)
    if what == "vote":
        vote("pause", ann, cat)
        bench.pass_time(3_000)
        vote("resume", ann, cat)
    else:
        ben.drop()
        bench.pass_time(12_000)
        bench.rejoin(ben)
    bench.pass_time(3_000)
    return bytes(ann.raw[before:])


@pytest.mark.parametrize("what", ["vote", "away"])
def test_no_byte_of_a_pause_tells_whether_somebody_has_answered(what: str) -> None:
    assert heard_by_others(True, what) == heard_by_others(False, what)


# Sending somebody away by a vote.


def test_more_than_half_of_the_others_send_a_player_away_and_the_match_goes_on() -> None:
    bench, (ann, ben, cat, dan) = started(slots_config(seats=4), names="Ann Ben Cat Dan")
    assert vote("kick", ben, seat=3)[0].accepted
    assert dan.info is not None
    assert (dan.info.votes[0].what, dan.info.votes[0].seat, dan.info.votes[0].needed) == ("kick", 3, 2)
    assert (
        vote("kick", dan, seat=3, yes=False)[0].reason
        == "You cannot vote on your own removal. You can leave the table."
    )
    assert [event.text for event in dan.happenings("voted")] == ["yes: remove Dan"]
    assert vote("kick", cat, seat=3)[0].accepted
    assert dan.is_closed
    assert ann.happenings("kicked")[0].name == "Dan"
    assert ann.info is not None
    assert ann.info.seats[3].kind == "empty"
    assert not bench.rejoin(dan).is_closed  # sent away, and not banned: to look on, and to ask for a seat


def test_a_player_is_not_removed_by_one_vote_when_the_other_voters_go_away() -> None:
    bench, (ann, ben, cat, dan) = started(slots_config(seats=4), names="Ann Ben Cat Dan")
    assert vote("kick", ben, seat=3)[0].accepted
    ann.drop()
    bench.pass_time(11_000)
    assert dan.info is not None
    assert [(vote.what, vote.needed, vote.carried) for vote in dan.info.votes] == [("kick", 2, False)]
    cat.drop()
    bench.pass_time(11_000)
    assert dan.info.votes == ()
    assert not dan.is_closed


def test_nobody_is_sent_away_by_one_player_and_not_whose_table_it_is() -> None:
    bench, (ann, ben, cat) = timed()
    assert (
        vote("kick", ben, seat=0)[0].reason
        == "Ann owns this table and cannot be removed. You can leave, or vote to break off the match."
    )
    assert vote("kick", ben)[0].reason == "Choose the player to remove."
    cat.drop()
    bench.pass_time(11_000)
    assert "you and another player must agree" in vote("kick", ann, seat=1)[0].reason
    cat = bench.rejoin(cat)
    ben.send(Leave())
    assert "Seat 2 has no player" in vote("kick", ann, seat=1)[0].reason


# The time of turns, and the bank.


def test_the_seconds_of_a_turn_and_of_the_bank_are_set_before_the_first_deal_and_seen_by_all() -> None:
    bench, (ann, ben, cat) = full_table(toy_config(deal=DEAL, clocks=TIMED))
    assert ben.info is not None
    assert (ben.info.turn_s, ben.info.bank_s, ben.info.seats[1].bank_s) == (60, 10, 10)
    assert ann.do(SetOption, name="table.turn_s", value=20).accepted
    assert ann.do(SetOption, name="table.bank_s", value=40).accepted
    for value in (4, -1, 3_601, True):
        assert not ann.do(SetOption, name="table.turn_s", value=value).accepted
    assert (ben.info.turn_s, ben.info.bank_s, ben.info.seats[1].bank_s) == (20, 40, 40)
    assert [seat.ready for seat in ben.info.seats] == [False] * 3  # who was ready was so for another pace
    again = bench.crash()
    guests = [again.rejoin(guest) for guest in (ann, ben, cat)]
    for guest in guests:
        guest.do(Ready)
    guests[0].do(Start)
    assert guests[1].last(Ask).remaining_ms == 15_000 + 40_000  # the time to pass cards, in proportion
    assert not guests[0].do(SetOption, name="table.turn_s", value=60).accepted
    play_on(guests, "play")
    assert guests[2].last(Clock).remaining_ms == 20_000


def test_the_longest_pause_between_deals_is_set_before_the_first_deal_and_seen_by_all() -> None:
    bench, (ann, ben, cat) = full_table(toy_config(deal=DEAL, clocks=TIMED))
    assert ben.info is not None
    assert ben.info.between_s == 20
    assert "Only the host" in ben.do(SetOption, name="table.between_s", value=45).reason
    for value in (4, -1, 3_601, True, "30"):
        assert not ann.do(SetOption, name="table.between_s", value=value).accepted
    assert ann.do(SetOption, name="table.between_s", value=45).accepted
    assert ben.info.between_s == 45
    assert [seat.ready for seat in ben.info.seats] == [False] * 3  # who was ready was so for another pause
    again = bench.crash()
    guests = [again.rejoin(guest) for guest in (ann, ben, cat)]
    for guest in guests:
        guest.do(Ready)
    guests[0].do(Start)
    assert not guests[0].do(SetOption, name="table.between_s", value=60).accepted
    play_on(guests, "between")
    assert guests[2].last(Clock).remaining_ms == 45_000
    again.pass_time(44_000)
    assert guests[2].info is not None
    assert guests[2].info.phase == "between"
    again.pass_time(2_000)
    assert guests[2].info.phase == "playing"


def test_a_turn_without_limit() -> None:
    bench, guests = full_table(toy_config(deal=DEAL, clocks=TIMED))
    guests[0].do(SetOption, name="table.turn_s", value=0)
    for guest in guests:
        guest.do(Ready)
    guests[0].do(Start)
    bench.pass_time(500_000)
    assert guests[1].last(Ask).remaining_ms is None
    assert guests[1].last(Clock).remaining_ms is None


def banks(guest: Guest) -> list[int]:
    assert guest.info is not None
    return [seat.bank_s for seat in guest.info.seats]


def test_what_is_left_of_a_bank_is_seen_by_all_and_of_sealed_answers_only_when_the_deal_is_over() -> None:
    clocks = TimeControls(
        limits_ms={}, other_ms=5_000, reserve_ms=60_000, pace_ms=0, dwell_ms=(0, 0), between_ms=0, share_ms=0
    )
    bench, guests = started(toy_config(deal=DEAL, clocks=clocks))
    bench.pass_time(15_000)  # all overdraw ten seconds of their bank over a sealed question
    for guest in guests:
        guest.play()
    assert [guest.last(Ask).reserve_ms for guest in guests] == [50_000] * 3
    play_on(guests, "play")
    assert banks(guests[0]) == [60, 60, 60]
    asked = next(guest for guest in guests if guest.decision is not None)
    assert asked.seat is not None
    bench.pass_time(8_000)
    assert asked.play().accepted
    assert banks(guests[0])[asked.seat] == 57
    play_on(guests, "between")
    assert banks(guests[0])[asked.seat] == 47
    assert sorted(banks(guests[0])) == [47, 50, 50]
