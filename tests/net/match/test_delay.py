"""Clocks and the most delaying legal players: the match goes on in a time that follows from its settings."""

from random import Random

import pytest

from engine.api import Table, acts_of_deal
from net.match.settings import RoomConfig, TimeControls
from net.wire.client_messages import Start
from tests.conformance.cases import Case, delaying_move, free_move, presets
from tests.harness.room import Bench, Guest, full_table

CLOCKS = TimeControls()
NAMES = "Ann Ben Cat Dan Eli Fay Gus Hal Ida Jon"
WHOLE = 20_000
"""More answers than a deal has."""


def table_of(bench: Bench) -> Table:
    table = bench.room._state.match.table
    assert table is not None
    return table


def delay(bench: Bench, guests: list[Guest], chance: Random, answers: int) -> int:
    """Everybody delays for so many answers, or until the deal is over. Returns how often a time limit began."""
    match, begun = bench.room._state.match, 0
    for _ in range(answers):
        table = table_of(bench)
        if table.scores:
            break
        ends = [ends for ask in match._asks.values() if (ends := ask.ends_ms()) is not None]
        if ends and (last_ms := match.time.comes_at(min(ends))) is not None:
            bench.pass_time(max(0, last_ms - 1 - bench.now_ms))  # the last moment at which all can still answer
        else:
            bench.pass_time(1_000)  # shares are gathered, or a window is closed
            begun += 1
        if (free := free_move(table, chance)) is not None:
            decision, move = free
            if guests[decision.seat].play(move, decision=decision).accepted:
                continue
        asked = table.decisions()
        begun += bool(asked)
        for decision in asked:
            if decision == table.decision(decision.seat):
                guests[decision.seat].play(delaying_move(table, decision, chance), decision=decision)
    return begun


def verify_bound(case: Case, answers: int) -> None:
    """Play with delay, and compare the time with what the settings allow."""
    config = RoomConfig(
        table_id="t1", game=case.game_id, options=case.options, seats=case.seats, clocks=CLOCKS, seed="delay"
    )
    bench, guests = full_table(config, " ".join(NAMES.split()[: case.seats]))
    assert guests[0].do(Start).accepted
    began_ms = bench.now_ms
    by_seat = sorted(guests, key=lambda guest: guest.seat or 0)
    timed = delay(bench, by_seat, Random("delay"), answers)
    longest_ms = max(*CLOCKS.limits_ms.values(), CLOCKS.other_ms)
    closes = sum(act.kind == "close" for act in acts_of_deal(table_of(bench).journal, 1))  # type: ignore[arg-type]
    bound_ms = timed * longest_ms + case.seats * CLOCKS.reserve_ms + closes * CLOCKS.dwell_ms[1] + CLOCKS.between_ms
    assert bench.now_ms - began_ms <= bound_ms


@pytest.mark.parametrize(("case", "answers"), [(Case("khamul", 2), 100), (Case("hearts", 4), 20)], ids=str)
def test_delay_is_bounded(case: Case, answers: int) -> None:
    """The time of a match follows from its answers, and free moves give no more."""
    verify_bound(case, answers)


@pytest.mark.slow
@pytest.mark.parametrize("case", {case.game_id: case for case in reversed(presets())}.values(), ids=str)
def test_delay_is_bounded_in_every_game(case: Case) -> None:
    """The same in each game with as few players as it takes."""
    verify_bound(case, 60)


@pytest.mark.slow
def test_delay_is_bounded_in_a_whole_deal() -> None:
    """The same in a whole deal of the game with free moves."""
    verify_bound(Case("khamul", 3), WHOLE)
