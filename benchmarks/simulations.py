"""The bots' simulation of every game, one row a game, with OpenSpiel's gin rummy and skat in the same run.

    python -m benchmarks.simulations [--rounds N]

Each plays whole deals by lot: the legal moves, one of them, play it. The runs take turns and the best round of each
counts, so that a busy machine wrongs none of them. A move is what a seat answers; in Khamul that is each answer in a
matching window, too, and the row below counts only answers that are no pass.
"""

import argparse
from collections.abc import Callable, Iterator

from benchmarks import (
    chinaso_rules,
    hearts_rules,
    kanhu_ming_playouts,
    kanhu_qing_playouts,
    khamul_rules,
    khanhoo_playouts,
    solo_rules,
    spiel,
)
from benchmarks.report import Figure, at_least, best_of, tell

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
    if spiel.IS_INSTALLED:
        found["OpenSpiel's gin rummy"] = lambda: spiel.moves_a_second("gin_rummy", 30)
        found["OpenSpiel's skat"] = lambda: spiel.moves_a_second("skat", 400)
    else:
        print(spiel.MISSING)
    return found


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    tell(_figures(best_of(runs(), given.rounds)))


def _figures(best: dict[str, float]) -> Iterator[Figure]:
    for name, rate in best.items():
        goal = GOALS.get(name)
        yield (
            at_least(f"{name}: moves a second", rate, "", goal) if goal else Figure(f"{name}: moves a second", rate, "")
        )


if __name__ == "__main__":
    main()
