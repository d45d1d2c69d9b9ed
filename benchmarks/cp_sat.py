"""The meld problem as a model for OR-Tools CP-SAT: the yardstick of `benchmarks.melds`."""

import time
from collections.abc import Callable
from typing import TypeVar

from ortools.sat.python import cp_model

from engine.games.khanhoo.melds.tables import NUMERALS, MeldBook
from engine.model.cards import Card

A = TypeVar("A")

Hand = tuple[Card, ...]
Row = tuple[tuple[int, ...], int]
"""How many cards of each face a meld takes (a joker is the last face), and its points."""

_LONGEST = 5  # a longer sequence is two shorter ones, and scores more as such


def solve_times_us(
    hands: list[Hand], book: MeldBook, looks: int
) -> tuple[list[float], list[float], list[tuple[int, int | None]]]:
    """Microseconds per hand for value and cover: in CP-SAT's `Solve`, and in building the models; and what it finds.

    looks: how often each hand is solved; the least time counts. Presolve on and off are both tried, and the setting
    with the lower sum is kept.
    """
    rows = _rows(book)
    return in_the_better_setting(lambda hand, presolve: _solve(hand, book, rows, presolve=presolve), hands, looks)


def in_the_better_setting(
    solve: Callable[[Hand, bool], tuple[float, float, A]], hands: list[Hand], looks: int
) -> tuple[list[float], list[float], list[A]]:
    """The least of so many looks at each hand, with presolve off or on, whichever takes less in all.

    solve: gives microseconds of solving, of building, and the answer.
    """
    settings = []
    for presolve in (False, True):
        rounds = [[solve(hand, presolve) for hand in hands] for _ in range(looks)]
        settings.append([min(times, key=lambda found: found[:2]) for times in zip(*rounds, strict=True)])
    best = min(settings, key=lambda run: sum(solving for solving, _, _ in run))
    return [solving for solving, _, _ in best], [building for _, building, _ in best], [answer for _, _, answer in best]


def solved(model: cp_model.CpModel, *, presolve: bool) -> tuple[cp_model.CpSolver, object, float]:
    """The solver that has solved a model with one worker, how that ended, and the microseconds of it."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = presolve
    began = time.perf_counter_ns()
    status = solver.solve(model)
    return solver, status, (time.perf_counter_ns() - began) / 1000


def _rows(book: MeldBook) -> list[Row]:
    codes = {face: place for place, face in enumerate(book.faces)}
    rows = []
    for holding in book.tables.holdings:
        counts = [0] * 31
        for card in holding.naturals:
            counts[codes[card]] += 1
        counts[30] = holding.jokers
        rows.append((tuple(counts), holding.points))
    for shape in book.tables.sequences:
        if shape.last - shape.first < _LONGEST:
            for suit in book.suits:
                counts = [0] * 31
                for rank in set(range(shape.first, shape.last + 1)) - shape.wild:
                    counts[codes[Card(NUMERALS[rank] + suit)]] += 1
                counts[30] = shape.jokers
                rows.append((tuple(counts), 1))
    return rows


def _solve(
    hand: Hand, book: MeldBook, rows: list[Row], *, presolve: bool
) -> tuple[float, float, tuple[int, int | None]]:
    held = [hand.count(face) for face in (*book.faces, Card("*"))]
    fitting = [row for row in rows if all(need <= have for need, have in zip(row[0], held, strict=True))]
    best_us, best_built_us, best = _answer(held, fitting, whole=False, presolve=presolve)
    cover_us, cover_built_us, covered = _answer(held, fitting, whole=True, presolve=presolve)
    return best_us + cover_us, best_built_us + cover_built_us, (best or 0, covered)


def _answer(held: list[int], rows: list[Row], *, whole: bool, presolve: bool) -> tuple[float, float, int | None]:
    begun = time.perf_counter_ns()
    model = cp_model.CpModel()
    chosen = [model.new_int_var(0, 2, "") for _ in rows]
    for face, have in enumerate(held):
        taken = sum(row[0][face] * var for row, var in zip(rows, chosen, strict=True) if row[0][face])
        if whole and have:
            model.add(taken == have)
        elif have:
            model.add(taken <= have)
    model.maximize(sum(row[1] * var for row, var in zip(rows, chosen, strict=True)))
    building = (time.perf_counter_ns() - begun) / 1000
    solver, status, solving = solved(model, presolve=presolve)
    points = round(solver.objective_value) if status == cp_model.OPTIMAL else None
    return solving, building, points
