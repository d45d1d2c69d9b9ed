"""Seats that pass on: to somebody who watches, or to a bot, between two deals."""

import pytest

from engine.api import Dropped
from net.wire.client_messages import Admit, CastVote, Leave, Ping, SetBot, Sit, Start, TakeSeat
from net.wire.host_messages import Events, Seated, Welcome
from net.wire.table_info import PetitionInfo
from tests.harness.room import (
    Bench,
    finish_deal,
    info,
    next_deal,
    phase_of,
    play_with_toys,
    refused,
    slots_config,
    started,
    without_ben,
)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# A spectator goes on in an absent player's place.


def test_a_spectator_goes_on_with_the_seat_and_score_of_a_player_who_is_away() -> None:
    bench, ann, _, cat, eve = without_ben()
    assert eve.do(TakeSeat, seat=1).accepted
    assert info(cat)[1] == (PetitionInfo(seat=1, name="Eve"),)
    assert ann.do(Admit, seat=1, name="Eve").accepted
    assert info(cat)[1] == (PetitionInfo(seat=1, name="Eve", granted=True),)
    assert eve.seat is None
    finish_deal(bench, ann, cat)
    totals = ann.view().totals
    assert eve.seat == 1
    assert eve.last(Seated).seat == 1
    assert eve.last(Events).fresh
    assert [(event.seat, event.name, event.text) for event in cat.happenings("took")] == [(1, "Eve", "Ben")]
    assert info(cat)[1] == ()
    next_deal(ann, cat, eve)
    assert (eve.view().viewer, eve.view().totals) == (1, totals)
    assert eve.decision is not None
    assert eve.play().accepted


def test_nobody_comes_into_the_middle_of_a_deal() -> None:
    _, ann, _, cat, eve = without_ben()
    assert not eve.do(Sit, seat=1).accepted
    assert eve.do(TakeSeat, seat=1).accepted
    ann.do(Admit, seat=1, name="Eve")
    assert not eve.count(Seated)
    assert "A bot can take the seat between" in ann.do(SetBot, seat=1, level="easy").reason
    assert phase_of(cat) not in ("between", "over")


def test_without_the_hosts_word_nobody_gets_a_seat() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    assert not cat.do(Admit, seat=1, name="Eve").accepted
    finish_deal(bench, ann, cat)
    assert eve.seat is None
    assert ann.do(Admit, seat=1, name="Eve").accepted
    assert eve.last(Seated).seat == 1


def test_the_host_may_say_no() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    assert ann.do(Admit, seat=1, name="Eve", yes=False).accepted
    assert info(eve)[1] == ()
    assert not ann.do(Admit, seat=1, name="Eve").accepted
    finish_deal(bench, ann, cat)
    assert eve.seat is None


def test_a_seat_is_granted_to_one_at_a_time() -> None:
    bench, ann, _, cat, eve = without_ben()
    fay = bench.join("Fay", "watcher")
    for guest in (eve, fay):
        guest.do(TakeSeat, seat=1)
        ann.do(Admit, seat=1, name=guest.hello.name)
    assert [petition.granted for petition in info(ann)[1]] == [False, True]
    finish_deal(bench, ann, cat)
    assert (eve.seat, fay.seat) == (None, 1)
    assert info(ann)[1] == ()


def test_who_has_changed_their_mind_asks_for_nothing_any_more() -> None:
    bench, ann, _, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    assert eve.do(TakeSeat, seat=None).accepted
    finish_deal(bench, ann, cat)
    assert eve.seat is None


@pytest.mark.parametrize(("seat", "reason"), [(0, "is at the table"), (7, "seats 1 to 3")])
def test_only_an_absent_players_seat_can_be_asked_for(seat: int, reason: str) -> None:
    _, _, _, _, eve = without_ben()
    assert reason in eve.do(TakeSeat, seat=seat).reason


def test_players_and_people_before_the_match_ask_for_no_seat() -> None:
    _, ann, _, _, _ = without_ben()
    assert "keep your seat" in ann.do(TakeSeat, seat=1).reason
    bench = Bench(slots_config())
    bench.join("Ann")
    assert "Take a free seat" in bench.join("Eve", "watcher").do(TakeSeat, seat=1).reason


def test_a_bots_seat_is_not_to_be_had() -> None:
    bench = Bench(slots_config(bots=("easy", "easy")))
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    ann.do(Start)
    assert not eve.do(TakeSeat, seat=1).accepted


def test_when_the_player_is_back_before_the_deal_is_over_nothing_happens() -> None:
    bench, ann, ben, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    ann.do(CastVote, what="drop", seat=1)
    back = bench.rejoin(ben)
    assert (back.seat, info(ann)) == (1, ((), ()))
    finish_deal(bench, ann, back, cat)
    assert (eve.seat, back.seat) == (None, 1)
    assert not any(isinstance(event, Dropped) for event in ann.events)
    next_deal(ann, back, cat)
    assert phase_of(back) == "look"


def test_the_token_of_a_seat_that_has_passed_on_is_void_and_says_so() -> None:
    bench, ann, ben, cat, eve = without_ben()
    eve.do(TakeSeat, seat=1)
    ann.do(Admit, seat=1, name="Eve")
    finish_deal(bench, ann, cat)
    for _ in range(2):
        word = refused(bench.rejoin(ben))
        assert word.code == "token"
        assert "gave your seat to Eve" in word.sentence
    assert bench.join("Ben").seat is None
    again = bench.crash()
    assert refused(again.rejoin(ben)).code == "token"
    assert again.rejoin(eve).seat == 1


def test_a_player_who_is_here_but_asleep_watches_when_the_seat_has_passed_on() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    eve = bench.join("Eve", "watcher")
    bench.room._state.lobby.people[1].missed = 2
    for guest in (ann, cat):
        guest.play()
    bench.pass_time(3_000)
    assert eve.do(TakeSeat, seat=1).accepted
    ann.do(Admit, seat=1, name="Eve")
    ben.decision = None
    finish_deal(bench, ann, cat)
    assert (ben.seat, ben.last(Seated).seat, eve.seat) == (None, None, 1)
    assert "gave your seat to Eve" in ben.last(Seated).sentence
    assert ben.view().viewer is None
    ben.send(Ping(n=1))
    assert bench.rejoin(ben).seat is None
    next_deal(ann, cat, eve)
    assert not any("drawn:1" in str(event) and "??" not in str(event) for event in ben.events[-4:])


def test_a_seat_that_was_left_can_be_had_too() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    eve = bench.join("Eve", "watcher")
    ben.send(Leave())
    assert eve.do(TakeSeat, seat=1).accepted
    ann.do(Admit, seat=1, name="Eve")
    finish_deal(bench, ann, cat)
    assert eve.seat == 1


def test_the_hosts_own_wish_needs_nobodys_word() -> None:
    bench, (ann, ben, cat) = started(slots_config(owner=b"k" * 16))
    host = bench.join("Hal", "watcher", token=b"k" * 16)
    ben.drop()
    bench.pass_time(11_000)
    assert host.do(TakeSeat, seat=1).accepted
    finish_deal(bench, ann, cat)
    assert host.seat == 1


def test_the_owner_whose_seat_was_given_away_has_the_hosts_rights_still() -> None:
    bench, (ann, ben, cat) = started(slots_config(owner=b"k" * 16), owner=True)
    eve = bench.join("Eve", "watcher")
    ann.drop()
    bench.pass_time(11_000)
    eve.do(TakeSeat, seat=0)
    assert ben.do(Admit, seat=0, name="Eve").accepted
    finish_deal(bench, ben, cat)
    assert eve.seat == 0
    assert refused(bench.rejoin(ann)).code == "token"
    back = bench.join("Ann", token=b"k" * 16)
    assert (back.seat, back.last(Welcome).table.host) == (None, "Ann")


def test_the_host_gives_an_absent_players_seat_to_a_bot_between_two_deals() -> None:
    bench, ann, ben, cat, _ = without_ben()
    finish_deal(bench, ann, cat)
    assert not cat.do(SetBot, seat=1, level="easy").accepted
    assert not ann.do(SetBot, seat=2, level="easy").accepted
    assert not ann.do(SetBot, seat=1, level="clever").accepted
    assert ann.do(SetBot, seat=1, level="hard").accepted
    assert refused(bench.rejoin(ben)).code == "token"
    next_deal(ann, cat)
    assert [(think.seat, think.level) for think in bench.thinks] == [(1, "hard")]


def test_a_spectator_who_asks_gets_the_seat_when_nobody_can_grant_it() -> None:
    """The last player leaves after a spectator has asked, or before: the spectator plays on after the deal."""
    for asks_first in (True, False):
        bench, guests = started()
        eve = bench.join("Eve", "watcher")
        for guest in guests[1:]:
            guest.send(Leave())
        if asks_first:
            assert eve.do(TakeSeat, seat=guests[1].seat).accepted
        seat = guests[1].seat
        guests[0].send(Leave())
        bench.pass_time(100)
        if not asks_first:
            assert eve.do(TakeSeat, seat=seat).accepted
        bench.pass_time(600_000 - 1_000)
        assert eve.seat == seat
        assert eve.info is not None
        assert eve.info.host == "Eve"


def test_a_grant_is_not_taken_from_a_host_who_is_here() -> None:
    """While somebody can answer, nobody gets a seat without their answer."""
    bench, guests = started()
    eve = bench.join("Eve", "watcher")
    guests[1].send(Leave())
    assert eve.do(TakeSeat, seat=guests[1].seat).accepted
    bench.pass_time(60_000)
    assert eve.info is not None
    assert not eve.info.petitions[0].granted
    assert eve.seat is None
    for person in bench.room._state.lobby.seated:
        person.is_dozing = True  # they are connected, but do not answer
    bench.join("Fay", "watcher")
    assert eve.info.petitions[0].granted
