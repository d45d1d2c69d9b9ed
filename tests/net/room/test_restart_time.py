"""A host that was killed and started again: the open question goes on with the time that it had left."""

import pytest

from engine.api import Decision, Move, Table
from net.match.settings import RoomConfig, TimeControls
from net.match.time_limits import TurnTime
from net.wire.client_messages import CastVote, Say, Start
from net.wire.host_messages import Ask, Clock
from tests.engine.toy import DEAL
from tests.harness.room import Bench, Guest, full_table, phase_of, play_on, play_with_toys, started, toy_config

CLOCKS = TimeControls(limits_ms={}, other_ms=60_000, reserve_ms=10_000, dwell_ms=(0, 0), between_ms=20_000, share_ms=0)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def killed(bench: Bench, guests: list[Guest], turn: TurnTime | None) -> tuple[Bench, list[Guest]]:
    """The host again, and everybody back."""
    again = bench.crash(turn=turn)
    return again, [again.rejoin(guest) for guest in guests]


def left_ms(guests: list[Guest]) -> int:
    """What the player in turn is told to have."""
    asked = next(guest for guest in guests if guest.decision is not None)
    left = asked.last(Ask).remaining_ms
    assert left is not None
    return left


def turn_of(bench: Bench) -> TurnTime:
    return bench.room.turn_time(bench.now_ms)


@pytest.mark.parametrize("phase", ["give", "play"])
@pytest.mark.parametrize("gone_ms", [0, 45_000, 65_000])
def test_a_turn_goes_on(phase: str, gone_ms: int) -> None:
    """After a restart a question has the time that it had, with its time bank, for all who are asked and on the clock
    of all."""
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    play_on(guests, phase)
    bench.pass_time(gone_ms)
    guests[0].do(Say, text="I think")
    again, back = killed(bench, guests, turn_of(bench))
    asked = [guest for guest in back if guest.decision is not None]
    assert len(asked) == (3 if phase == "give" else 1)
    assert {guest.last(Ask).remaining_ms for guest in asked} == {70_000 - gone_ms}
    assert back[0].last(Clock).remaining_ms == max(0, 60_000 - gone_ms)
    again.pass_time(70_000 - gone_ms)
    assert phase_of(back[0]) != "give" if phase == "give" else back[0].happenings("timeout")


def test_many_kills_give_no_time() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    for kill in range(1, 7):
        bench.pass_time(10_000)
        bench, guests = killed(bench, guests, turn_of(bench))
        assert left_ms(guests) == 70_000 - 10_000 * kill
    bench.pass_time(10_000)
    assert phase_of(guests[0]) != "give"


def test_the_bank_is_spent_across_a_kill() -> None:
    """What a player took from the time bank before the kill is gone after it."""
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    bench.pass_time(64_000)
    _, back = killed(bench, guests, turn_of(bench))
    for guest in back:
        guest.play()
    assert next(guest for guest in back if guest.decision is not None).last(Ask).reserve_ms == 6_000


def test_a_pause_costs_nobody_time() -> None:
    """While the table is paused, before the kill or after it, no time goes."""
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    bench.pass_time(30_000)
    for guest in guests[:2]:
        assert guest.do(CastVote, what="pause").accepted
    bench.pass_time(50_000)
    again, back = killed(bench, guests, turn_of(bench))
    again.pass_time(50_000)
    for guest in back[:2]:
        assert guest.do(CastVote, what="resume").accepted
    assert left_ms(back) == 40_000


def test_the_pause_between_deals_goes_on() -> None:
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    play_on(guests, "between")
    bench.pass_time(15_000)
    again, back = killed(bench, guests, turn_of(bench))
    assert phase_of(back[0]) == "between"
    again.pass_time(5_000)
    assert phase_of(back[0]) == "give"


def test_the_next_question_has_its_own_time() -> None:
    """The time of an earlier question, which the host noted before a move, says nothing about the present one."""
    bench, guests = started(toy_config(deal=DEAL, clocks=CLOCKS))
    bench.pass_time(50_000)
    turn = turn_of(bench)
    for guest in guests:
        guest.play()
    _, back = killed(bench, guests, turn)
    assert left_ms(back) == 70_000


def interrupting(table: Table) -> tuple[Decision, Move] | None:
    """A free move after which another question comes first."""
    asked_of = table.phase, table.acting()
    for decision in (*table.free_decisions(), *table.decisions()):
        for move in decision.moves(table.deck):
            if table.is_free(decision, move):
                after = table.clone()
                after.play(decision.seat, decision.id, move)
                if after.acting() and (after.phase, after.acting()) != asked_of and not after.scores:
                    return decision, move
    return None


def table_of(bench: Bench) -> Table:
    table = bench.room._state.match.table
    assert table is not None
    return table


def play_turn(bench: Bench, guests: list[Guest]) -> None:
    """Whoever is asked answers by default, and time passes."""
    for decision in table_of(bench).decisions():
        guests[decision.seat].play(decision=decision)
    bench.pass_time(1_000)


def test_an_interrupted_turn_goes_on() -> None:
    """The host is killed while a free move interrupts a turn: the turn's time continues when it comes back."""
    config = RoomConfig(table_id="t1", game="khamul", seats=2, clocks=TimeControls(reserve_ms=0), seed="delay")
    bench, guests = full_table(config, "Ann Ben")
    assert guests[0].do(Start).accepted
    while (found := interrupting(table_of(bench))) is None:
        play_turn(bench, guests)
    decision, move = found
    before = turn_of(bench).open.asked_of
    bench.pass_time(20_000)
    assert guests[decision.seat].play(move, decision=decision).accepted
    turn = turn_of(bench)
    assert turn.interrupted is not None
    again, back = killed(bench, guests, turn)
    play_turn(again, back)
    left = turn_of(again).open
    assert left.asked_of == before == turn.interrupted.asked_of
    assert left.gone_ms == turn.interrupted.gone_ms + 1_000
    assert left.left_ms == {seat: left_ms - 1_000 for seat, left_ms in turn.interrupted.left_ms.items()}
