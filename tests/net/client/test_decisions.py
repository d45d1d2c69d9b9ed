"""The open decision of a session: when its time ran out, and what is left of the time bank."""

from types import SimpleNamespace

import pytest

from engine.api import Choice, Decision, Move
from net.client import decisions as module
from net.client.decisions import Decisions
from net.news import Answered, News
from net.wire.host_messages import Ask


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the loop, in seconds."""
    seconds = [0.0]
    loop = SimpleNamespace(time=lambda: seconds[0])
    monkeypatch.setattr(module, "asyncio", SimpleNamespace(get_running_loop=lambda: loop))
    return seconds


def _decision(number: int, *, lapse_ms: int = 0) -> Decision:
    choices, clock = (Choice("bump", paragraph="4.1"), Choice("pass", paragraph="4.1")), "claim"
    return Decision(number, 0, "claims", choices, Move("pass"), clock, sealed=True, window=True, lapse_ms=lapse_ms)


def _ask(number: int, remaining_ms: int | None, reserve_ms: int, *, lapse_ms: int = 0) -> Ask:
    return Ask(decision=_decision(number, lapse_ms=lapse_ms), remaining_ms=remaining_ms, reserve_ms=reserve_ms)


def _asked(remaining_ms: int | None, reserve_ms: int = 0, *, lapse_ms: int = 0) -> tuple[Decisions, list[News]]:
    told: list[News] = []
    decisions = Decisions(lambda *items: told.extend(items))
    decisions.asked(_ask(1, remaining_ms, reserve_ms, lapse_ms=lapse_ms))
    return decisions, told


def _late(told: list[News]) -> list[Decision | None]:
    return [each.late for each in told if isinstance(each, Answered)]


async def test_a_claim_whose_time_ran_out_is_late_whoever_is_asked_next() -> None:
    decisions, told = _asked(0)
    decisions.awaited((1,), 60_000, 0)
    assert _late(told) == [_decision(1)]
    decisions, told = _asked(0)
    decisions.asked(_ask(2, 10_000, 0))
    assert _late(told) == [_decision(1)]


async def test_a_decision_with_time_left_or_without_a_limit_is_not_late() -> None:
    for remaining_ms in (60_000, None):
        decisions, told = _asked(remaining_ms)
        decisions.awaited((1,), 60_000, 0)
        assert _late(told) == [None]


async def test_a_decision_that_a_free_move_renews_at_its_end_is_not_late() -> None:
    decisions, told = _asked(500)
    decisions.asked(_ask(2, 500, 0))
    assert _late(told) == [None]


async def test_silence_that_the_rules_count_as_an_answer_is_not_late() -> None:
    decisions, told = _asked(0, lapse_ms=3_000)
    decisions.awaited((1,), 60_000, 0)
    assert _late(told) == [None]


async def test_after_a_lost_connection_nobody_here_knows_whose_time_ran_out() -> None:
    decisions, told = _asked(0, 0)
    decisions.lost()
    decisions.awaited((1,), 60_000, 0)
    assert _late(told) == [None]
    assert decisions.bank_ms is None


async def test_the_bank_runs_once_the_limit_is_over_and_stops_with_the_answer(now: list[float]) -> None:
    decisions, _ = _asked(15_000, 5_000)
    now[0] += 9
    assert decisions.bank_ms == 5_000
    now[0] += 3
    assert decisions.bank_ms == 3_000
    decisions.over(1)
    now[0] += 100
    assert decisions.bank_ms == 3_000


async def test_the_time_of_the_rules_and_the_hosts_short_time_for_an_absent_player_use_no_bank(
    now: list[float],
) -> None:
    decisions, _ = _asked(2_000, 5_000)
    now[0] += 2
    decisions.over(1)
    assert decisions.bank_ms == 5_000
    decisions.asked(_ask(2, 3_000, 0, lapse_ms=3_000))
    now[0] += 2
    decisions.over(2)
    assert decisions.bank_ms == 5_000
