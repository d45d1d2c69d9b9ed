"""How a benchmark says what it found."""

import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number.

    name: what was measured. value: in `unit`. goal: what it should be, in words; met: whether it is, None when the
    figure is only told.
    """

    name: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        verdict = "" if self.met is None else ("  ok" if self.met else "  MISSED")
        goal = f"  (goal: {self.goal})" if self.goal else ""
        return f"  {self.name:<58} {_short(self.value):>10} {self.unit}{goal}{verdict}"


def at_most(name: str, value: float, unit: str, bound: float) -> Figure:
    """A figure that should not be above a bound."""
    return Figure(name, value, unit, f"at most {_short(bound)} {unit}".rstrip(), value <= bound)


def at_least(name: str, value: float, unit: str, bound: float) -> Figure:
    """A figure that should not be below a bound."""
    return Figure(name, value, unit, f"at least {_short(bound)} {unit}".rstrip(), value >= bound)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so many percent of the values lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * percent / 100))]


median = statistics.median


def best_of(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The best rate of each run. They take turns, so that a busy machine wrongs none of them."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = max(best[name], run())
    return best


def least_us(ask: Callable[[T], object], asked: Sequence[T], looks: int) -> list[float]:
    """Microseconds that each question takes, the least of so many looks at it: others use the machine, too.

    All of them are asked before any is asked again.
    """
    rounds = [[_took_us(ask, one) for one in asked] for _ in range(looks)]
    return [min(times) for times in zip(*rounds, strict=True)]


def _took_us(ask: Callable[[T], object], one: T) -> float:
    began = time.perf_counter_ns()
    ask(one)
    return (time.perf_counter_ns() - began) / 1000


def tell(figures: Iterable[Figure]) -> None:
    """Print figures as they come, then leave with exit code 1 if a goal was missed."""
    missed = False
    for figure in figures:
        print(figure, flush=True)
        missed |= figure.met is False
    sys.exit(1 if missed else 0)


def _short(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 1000 or number == int(number) else f"{number:.3g}"
