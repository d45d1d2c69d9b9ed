"""The bots' simulation of every game, one row a game, with OpenSpiel's gin rummy and skat in the same run.

    python -m benchmarks.simulations [--rounds N]

Each plays whole deals by lot: the legal moves, one of them, play it. The runs take turns and the best round of each
counts, so that a busy machine wrongs none of them. A move is what a seat answers; in Khamul that is each answer in a
matching window, too, and the row below counts only answers that are no pass.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from benchmarks import (
    chinaso_rules,
    hearts_rules,
    kanhu_ming_playouts,
    kanhu_qing_playouts,
    khamul_rules,
    khanhoo_playouts,
    solo_rules,
)
from benchmarks.report import Figure, at_least, tell

GOALS = {
    "Hearts": 300_000,
    "Khanhoo, 3 seats": 50_000,
    "Khanhoo in English, 4 seats, three packs": 50_000,
    "Kanhu (Ming), 3 seats": 150_000,
    "Kanhu (Qing), 4 seats": 50_000,
    "Khamul, 4 seats": 150_000,
    "Chinaso, 4 seats": 50_000,
    "Solo": 150_000,
}


def gin_rummy(deals: int) -> float:
    """Moves a second in OpenSpiel's gin rummy, dealing left out."""
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), random.Random(1)
    played, spent = 0, 0.0
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            began = time.perf_counter()
            state.apply_action(chance.choice(state.legal_actions()))
            spent += time.perf_counter() - began
            played += 1
    return played / spent


def runs() -> dict[str, Callable[[], float]]:
    """What is measured, by name: each call gives moves a second."""
    denexa = khanhoo_playouts.settled("denexa", 3, {})
    english = khanhoo_playouts.settled("english", 4, {"copies": 3})
    found: dict[str, Callable[[], float]] = {
        "Hearts": lambda: hearts_rules.simulation(300),
        "Khanhoo, 3 seats": lambda: khanhoo_playouts.simulation(denexa, 3, 60),
        "Khanhoo in English, 4 seats, three packs": lambda: khanhoo_playouts.simulation(english, 4, 60),
        "Kanhu (Ming), 3 seats": lambda: kanhu_ming_playouts.simulation(400, 3),
        "Kanhu (Qing), 4 seats": lambda: kanhu_qing_playouts.moves_a_second(4, 60, "attach", claims=False),
        "Khamul, 4 seats": lambda: khamul_rules.simulation(120)[0],
        "Khamul, answers that pass left out": lambda: khamul_rules.simulation(120)[1],
        "Chinaso, 4 seats": lambda: chinaso_rules.simulation(60),
        "Solo": lambda: solo_rules.simulation(400),
    }
    if find_spec("pyspiel") is not None:
        found["OpenSpiel's gin rummy"] = lambda: gin_rummy(30)
        found["OpenSpiel's skat"] = lambda: solo_rules.open_spiel(400)
    else:
        print("  OpenSpiel is not installed (dependency group bench): its two rows are left out.")
    return found


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    measured = runs()
    best = dict.fromkeys(measured, 0.0)
    for _ in range(given.rounds):
        for name, run in measured.items():
            best[name] = max(best[name], run())
    tell(_figures(best))


def _figures(best: dict[str, float]) -> Iterator[Figure]:
    for name, rate in best.items():
        goal = GOALS.get(name)
        yield (
            at_least(f"{name}: moves a second", rate, "", goal) if goal else Figure(f"{name}: moves a second", rate, "")
        )


if __name__ == "__main__":
    main()
