"""The hands of Kanhu, Qing, as a model for OR-Tools CP-SAT: the yardstick of `benchmarks.kanhu_qing_wins`.

Every group that a hand can hold is a variable, how often it is laid; a card is in one place at most; there are eyes if
the hand has any. As many numerals as can be are to be in groups; or, asked for a yes or no, all but the aces must be.
Where honours are wild, a group that lacks cards is a group of its own, and what all of them lack is at most the honours
that are in no eyes.
"""

import time
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

from ortools.sat.python import cp_model

from benchmarks.cp_sat import in_the_better_setting, solved
from engine.games.kanhu_qing.pack import FREE, HONOURS, SUITS, EyesBook
from engine.model.cards import Card

Hand = tuple[Card, ...]
Row = tuple[Counter[Card], int]
"""The cards of a group that are what they seem, and how many wild honours it takes beside them."""

_LONGEST = 5  # a longer run is two shorter ones


Answer = tuple[int, bool]
"""Fewest numerals in no group, and whether the hand wins: what `assess` gives. Asked for a yes or no, 0 and that."""


def solve_times_us(
    hands: list[Hand], book: EyesBook, looks: int, *, yes_or_no: bool
) -> tuple[list[float], list[float], list[Answer]]:
    """Microseconds per hand in CP-SAT's `Solve` and in building the models; and what it finds.

    yes_or_no: ask only whether each hand wins, not what its best division leaves out. looks: how often each hand is
    solved; the least time counts. Presolve on and off are both tried, and the setting with the lower sum is kept.
    """
    rows = _rows(wild=book.wild)
    return in_the_better_setting(
        lambda hand, presolve: _solve(hand, book, rows, presolve=presolve, yes_or_no=yes_or_no), hands, looks
    )


@cache
def _rows(*, wild: bool) -> list[Row]:
    """Every boy, whole and, where honours are wild, with some of its cards replaced."""
    boys = [
        tuple(Card(f"{suit}{rank}") for rank in range(first, first + length))
        for suit in SUITS
        for length in range(3, _LONGEST + 1)
        for first in range(1, 11 - length)
    ]
    for rank in range(1, 10):
        boys += combinations_with_replacement([Card(f"{suit}{rank}") for suit in SUITS], 3)
    found: dict[tuple[tuple[Card, ...], int], Row] = {}
    for boy in boys:
        for lacking in range(len(boy) if wild else 1):
            for natural in combinations(boy, len(boy) - lacking):
                found[natural, lacking] = Counter(natural), lacking
    return list(found.values())


def _solve(
    hand: Hand, book: EyesBook, rows: list[Row], *, presolve: bool, yes_or_no: bool
) -> tuple[float, float, Answer]:
    held = Counter(hand)
    fitting = [row for row in rows if row[0] <= held]
    eyes = [Counter(one.cards) for one in book.eyes if Counter(one.cards) <= held]
    begun = time.perf_counter_ns()
    model = cp_model.CpModel()
    laid = [model.new_int_var(0, 4, "") for _ in fitting]
    looked = [model.new_int_var(0, 4, "") for _ in eyes]
    if eyes or yes_or_no:
        model.add(sum(looked) >= 1)
    placed = []
    for face, have in held.items():
        uses = [row[0][face] * var for row, var in zip(fitting, laid, strict=True) if row[0][face]]
        taken = sum(uses + [one[face] * var for one, var in zip(eyes, looked, strict=True) if one[face]])
        if yes_or_no and face not in FREE:
            model.add(taken == have)
        else:
            model.add(taken <= have)
            placed += [] if face in FREE else [taken]
    if book.wild:
        honours = sum(held[honour] for honour in HONOURS)
        wild = sum(row[1] * var for row, var in zip(fitting, laid, strict=True) if row[1])
        in_eyes = sum(sum(one[h] for h in HONOURS) * var for one, var in zip(eyes, looked, strict=True))
        model.add(wild + in_eyes <= honours)
    if not yes_or_no:
        model.maximize(sum(placed))
    building = (time.perf_counter_ns() - begun) / 1000
    solver, status, solving = solved(model, presolve=presolve)
    left = 0 if yes_or_no else sum(face not in FREE for face in hand) - round(solver.objective_value)
    wins = status in (cp_model.OPTIMAL, cp_model.FEASIBLE) and bool(eyes) and not left
    return solving, building, (left, wins)
