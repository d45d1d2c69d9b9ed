"""The room and what the rules themselves time: silence that is an answer, and moves that nobody waits for."""

import pytest

from engine.api import Move, OptionError
from net.match.free_moves import FREE_MOVES_AT_ONCE
from net.match.settings import RoomConfig, TimeControls
from net.match.time_limits import RETHINK_MS
from net.wire.client_messages import Leave, NextDeal, Ready, SetOption, Start
from net.wire.host_messages import Ask, Clock, Events, Offer
from tests.engine.slots import SLOTS
from tests.harness.room import (
    PROMPT,
    TIMED,
    Bench,
    Guest,
    full_table,
    phase_of,
    play_with_toys,
    seat_state,
    started,
    toy_config,
)

LAPSE_MS = 3_000
UNHURRIED = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(300, 900), between_ms=0)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def slots_config(**changes: object) -> RoomConfig:
    """A table of the second toy game for three."""
    return toy_config(**{"game": "slots", "clocks": TIMED, **changes})


def turning(config: RoomConfig | None = None) -> tuple[Bench, Guest, list[Guest]]:
    """A match in which everybody has looked: the one whose turn it is, and the others."""
    bench, guests = started(config or slots_config())
    for guest in guests:
        guest.play()
    (mover,) = [guest for guest in guests if guest.decision is not None]
    return bench, mover, [guest for guest in guests if guest is not mover]


def exchange(guest: Guest) -> bool:
    """A free move that changes nothing for anybody else."""
    assert guest.offer is not None
    return guest.play(Move("exchange"), decision=guest.offer).accepted


def knock(guest: Guest) -> bool:
    """A free move after which everybody is asked anew."""
    assert guest.offer is not None
    return guest.play(Move("knock", places=(f"slot:{guest.seat}:1",)), decision=guest.offer).accepted


# Silence that is an answer.


@pytest.mark.parametrize("clocks", [TIMED, UNHURRIED, PROMPT], ids=["timed", "unhurried", "prompt"])
def test_silence_lapses_in_its_own_time_at_every_table(clocks: TimeControls) -> None:
    bench, (ann, ben, cat) = started(slots_config(clocks=clocks))
    assert ann.last(Ask).remaining_ms == LAPSE_MS
    assert ann.last(Clock).remaining_ms == LAPSE_MS
    ann.play()
    ben.play()
    bench.pass_time(LAPSE_MS - 1)
    assert phase_of(cat) == "look"
    bench.pass_time(1)
    assert phase_of(cat) == "turn"


def test_silence_that_is_an_answer_costs_nothing() -> None:
    bench, guests = started(slots_config())
    for _ in range(3):
        bench.pass_time(LAPSE_MS)
        for _ in range(3):
            for guest in guests:
                if guest.decision is not None and guest.decision.phase == "turn":
                    guest.play()
        bench.pass_time(20_000)
    assert not guests[0].happenings("timeout")
    assert not guests[0].happenings("away")
    assert bench.room._state.lobby.reserves_ms[:3] == [TIMED.reserve_ms] * 3


def test_an_answer_to_what_lapses_uses_no_reserve() -> None:
    bench, (ann, *_) = started(slots_config())
    assert ann.last(Ask).reserve_ms == 0
    bench.pass_time(LAPSE_MS - 100)
    ann.play()
    assert bench.room._state.lobby.reserves_ms[0] == TIMED.reserve_ms


def test_a_bot_answers_what_lapses_at_its_pace_and_never_later_than_that() -> None:
    for pace_ms, takes_ms in ((900, 900), (10_000, LAPSE_MS)):
        bench = Bench(slots_config(bots=("easy", "easy"), clocks=UNHURRIED))
        ann = bench.join("Ann")
        ann.do(SetOption, name="table.pace", value=pace_ms)
        ann.do(Start)
        ann.play()
        asked_ms = bench.now_ms
        bench.let_bots_play(2)
        while phase_of(ann) == "look":
            bench.pass_time(1)
        assert bench.now_ms - asked_ms == takes_ms


def test_a_bot_that_is_still_thinking_when_silence_lapses_has_answered() -> None:
    bench = Bench(slots_config(bots=("easy", "easy")))
    ann = bench.join("Ann")
    ann.do(Start)
    ann.play()
    bench.pass_time(LAPSE_MS)
    assert phase_of(ann) == "turn"


def test_nobody_is_waited_for_where_silence_is_an_answer() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    ben.drop()
    for guest in (ann, cat):
        guest.play()
    bench.pass_time(LAPSE_MS)
    assert phase_of(ann) == "turn"
    bench, (ann, ben, cat) = started(slots_config())
    ben.drop()
    bench.pass_time(11_000)  # he is away now, and it may be his turn or not
    assert phase_of(ann) == "turn"


def test_who_is_away_or_asleep_has_nothing_to_say() -> None:
    bench, (ann, ben, _) = started(slots_config())
    bench.room._state.lobby.people[2].missed = 2
    bench.pass_time(1)
    assert phase_of(ann) == "look"
    for guest in (ann, ben):
        guest.play()
    bench.pass_time(LAPSE_MS)
    assert phase_of(ann) == "turn"
    assert seat_state(ann, 2) == "away"


def test_an_answer_before_silence_lapses_sends_nobody_else_a_byte() -> None:
    bench, (ann, ben, cat) = started(slots_config())
    eve = bench.join("Eve", "watcher")
    before = [len(guest.raw) for guest in (ben, cat, eve)]
    ann.play()
    assert [len(guest.raw) for guest in (ben, cat, eve)] == before
    assert eve.last(Clock).seats == (0, 1, 2)


# Moves that nobody waits for.


def test_what_a_seat_may_do_is_told_to_it_alone_and_without_a_clock() -> None:
    bench, mover, others = turning()
    eve = bench.join("Eve", "watcher")
    assert [guest.count(Offer) for guest in (*others, eve)] == [1, 1, 0]
    assert mover.offer is None
    for guest in others:
        assert guest.offer is not None
        assert (guest.offer.free, guest.offer.seat) == (True, guest.seat)
        assert guest.offer.choice("knock") is not None
    assert eve.last(Clock).seats == (mover.seat,)


def test_a_free_move_is_played_and_told_and_the_clock_of_who_is_asked_goes_on() -> None:
    bench, mover, others = turning()
    bench.pass_time(30_000)
    clocks = mover.count(Clock)
    assert exchange(others[0])
    assert mover.events[-3].src == f"slot:{others[0].seat}:0"  # type: ignore[union-attr]
    assert mover.count(Clock) == clocks
    bench.pass_time(40_000 - 1)
    assert not mover.happenings("timeout")
    bench.pass_time(1)
    assert mover.happenings("timeout")


def test_an_offer_that_has_not_changed_is_not_told_again() -> None:
    _, mover, others = turning()
    told = [guest.count(Offer) for guest in others]
    for _ in range(3):
        assert exchange(others[0])
    assert [guest.count(Offer) for guest in others] == told
    assert mover.count(Ask) == 2


def test_an_older_offer_may_be_answered_as_long_as_it_is_the_same() -> None:
    _, _, others = turning()
    first = others[0].offer
    assert exchange(others[1])
    assert first is not None
    assert others[0].play(Move("exchange"), decision=first).accepted


def test_when_a_free_move_changes_what_others_may_do_all_are_told_anew() -> None:
    _, mover, others = turning()
    asked, offered = mover.decision, others[1].offer
    assert knock(others[0])
    assert mover.decision is not None
    assert asked is not None
    assert mover.decision.id > asked.id
    assert not mover.play(decision=asked).accepted
    assert offered is not None
    assert not others[1].play(Move("exchange"), decision=offered).accepted
    assert exchange(others[1])
    assert mover.play().accepted


def test_nobodys_time_begins_again_by_the_free_moves_of_others() -> None:
    bench, mover, others = turning()
    bench.pass_time(50_000)
    assert knock(others[0])
    assert mover.last(Ask).remaining_ms == 20_000
    bench.pass_time(20_000)
    assert [event.seat for event in mover.happenings("timeout")] == [mover.seat]


def at_a_bots_turn() -> tuple[Bench, list[Guest]]:
    """A bot has just been asked, and all others may move freely."""
    bench = Bench(slots_config(bots=("easy",), clocks=TimeControls(pace_ms=900, dwell_ms=(0, 0), between_ms=0)))
    guests = [bench.join(name) for name in ("Ann", "Ben")]
    guests[1].do(Ready)
    guests[0].do(Start)
    bench.let_bots_play(1)
    for guest in guests:
        guest.play()
    bench.pass_time(900)
    for _ in range(3):  # until it is the bot's turn
        for guest in guests:
            if guest.decision is not None:
                guest.play()
    assert guests[0].last(Clock).seats == (2,)
    return bench, guests


def test_a_bot_cannot_be_kept_from_moving_by_free_moves() -> None:
    bench, guests = at_a_bots_turn()
    began_ms = bench.now_ms
    pile = len(guests[0].view().zone("pile"))
    while len(guests[0].view().zone("pile")) == pile and bench.now_ms - began_ms < 5_000:
        knock(guests[0])
        del bench.thinks[:-1]  # a newer question takes the older one's place in the bots' process
        bench.let_bots_play(1)
        bench.pass_time(300)
    assert bench.now_ms - began_ms == 900


@pytest.mark.parametrize("thinks_ms", [5, 60, 190])
def test_how_long_a_bot_thinks_once_more_after_a_late_free_move_cannot_be_seen(thinks_ms: int) -> None:
    bench, guests = at_a_bots_turn()
    pile = len(guests[0].view().zone("pile"))
    bench.pass_time(890)
    knock(guests[0])
    asked_ms = bench.now_ms
    bench.pass_time(thinks_ms)
    del bench.thinks[:-1]
    bench.let_bots_play(1)
    assert len(guests[0].view().zone("pile")) == pile
    bench.pass_time(RETHINK_MS - thinks_ms - 1)
    assert len(guests[0].view().zone("pile")) == pile
    bench.pass_time(1)
    assert len(guests[0].view().zone("pile")) > pile
    assert bench.now_ms - asked_ms == RETHINK_MS


def test_the_offers_are_over_when_the_question_is() -> None:
    _, mover, others = turning()
    was = others[0].offer
    mover.play()
    guests = [mover, *others]
    (asked,) = [guest for guest in guests if guest.decision is not None]
    assert asked.offer is None
    assert asked.last(Offer).decision is None
    assert mover.offer is not None
    assert was is not None
    idle = next(guest for guest in others if guest is not asked)
    assert idle.offer is not None
    assert not idle.play(Move("exchange"), decision=was).accepted
    assert exchange(idle)


def test_free_moves_come_no_faster_than_others_can_follow() -> None:
    bench, mover, others = turning()
    assert all(exchange(others[0]) for _ in range(FREE_MOVES_AT_ONCE))
    written = len(bench.records)
    assert not exchange(others[0])
    assert "Wait a second" in others[0].heard[-1].reason  # type: ignore[union-attr]
    assert len(bench.records) == written
    assert exchange(others[1])
    bench.now_ms += 1_000
    assert exchange(others[0])
    assert mover.play().accepted


def test_bots_are_not_asked_about_moves_that_nobody_waits_for() -> None:
    bench = Bench(slots_config(bots=("easy", "easy")))
    ann = bench.join("Ann")
    ann.do(Start)
    ann.play()
    bench.let_bots_play(2)
    bench.pass_time(20_000)
    assert not any(think.decision.free for think in bench.thinks)


def test_nothing_is_ever_played_for_who_makes_no_free_move() -> None:
    bench, mover, others = turning(slots_config(clocks=UNHURRIED))
    told = len(mover.events)
    bench.pass_time(900_000)
    assert len(mover.events) == told
    assert others[0].offer is not None


def test_who_comes_back_is_told_once_more_what_it_may_do() -> None:
    bench, _, others = turning()
    others[0].drop()
    back = bench.rejoin(others[0])
    assert back.last(Offer).decision == others[0].offer
    assert exchange(back)


def test_who_leaves_the_seat_takes_no_offer_along() -> None:
    bench, _, others = turning()
    left = others[0]
    assert left.seat is not None
    left.send(Leave())
    assert bench.room._state.match.offers.decision(left.seat) is not None, "it is for whoever takes the seat"
    late = bench.join("Late", "watcher")
    assert not late.count(Offer)


def test_free_moves_survive_the_death_of_the_host() -> None:
    bench, mover, others = turning()
    assert exchange(others[0])
    assert knock(others[1])
    again = bench.crash()
    table, before = again.room._state.match.table, bench.room._state.match.table
    assert table is not None
    assert before is not None
    assert (table.zones, table.step, table.free_since) == (before.zones, before.step, before.free_since)
    back = again.rejoin(others[0])
    assert back.offer == others[0].offer
    assert exchange(back)
    assert again.rejoin(mover).play().accepted


# Options and seats that have to go together.


def test_options_and_seats_that_do_not_go_together_are_refused_in_a_sentence_and_the_table_stays() -> None:
    bench = Bench(slots_config(seats=4))
    ann = bench.join("Ann")
    assert ann.do(SetOption, name="spare", value=4).accepted
    done = ann.do(SetOption, name="table.seats", value=3)
    assert (done.accepted, "3 players" in done.reason) == (False, True)
    assert ann.info is not None
    assert len(ann.info.seats) == 4
    assert ann.do(SetOption, name="spare", value=2).accepted
    assert ann.do(SetOption, name="table.seats", value=3).accepted
    done = ann.do(SetOption, name="spare", value=4)
    assert (done.accepted, "too many" in done.reason) == (False, True)
    assert ann.info.options["spare"] == 2


def test_a_table_is_not_opened_with_options_that_do_not_go_with_its_seats() -> None:
    with pytest.raises(OptionError, match="too many"):
        Bench(slots_config(seats=3, options={"spare": 4}))


def test_a_match_that_cannot_be_played_as_agreed_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, guests = full_table(slots_config())

    def fault(options: object, seats: int) -> dict[str, object]:
        raise OptionError("Three players cannot play this.")

    monkeypatch.setattr(type(SLOTS), "complete_options", lambda self, options, seats: fault(options, seats))
    done = guests[0].do(Start)
    assert (done.accepted, done.reason) == (False, "Three players cannot play this.")
    assert bench.room.info(bench.now_ms).phase == "open"


def test_the_second_toy_is_played_to_its_end_at_a_table() -> None:
    bench, guests = started(slots_config(clocks=PROMPT))
    eve = bench.join("Eve", "watcher")
    for _ in range(200):
        for guest in guests:
            if guest.decision is not None:
                guest.play()
            elif guest.info is not None and guest.info.phase == "between":
                guest.do(NextDeal)
    assert bench.room.is_over
    assert eve.view().over is not None
    assert len({len(guest.events) for guest in (*guests, eve)}) == 1
    assert eve.count(Events)
