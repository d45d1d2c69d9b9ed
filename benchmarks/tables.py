"""The table that a host plays at, for every game, beside OpenSpiel's gin rummy and skat in the same run.

    python -m benchmarks.tables [--moves N] [--rounds N]

Random players play whole matches. A move is an answer to a decision. The table keeps its journal, makes its events,
and each event is redacted for every seat and a spectator. OpenSpiel plays random deals through its Python interface;
it has no journal, events or views. On both sides the time holds dealing and scoring too. It is processor time, the
games take turns, and the best round of each counts, so that a busy machine wrongs none of them.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from benchmarks import spiel
from benchmarks.report import Figure, at_least, best_of, tell
from engine.api import Game, Table, find_game, games, random_move, redact_for

RUMMY, SKAT = "gin_rummy", "skat"
YARDSTICKS = {
    "hearts": (SKAT, 0.1),
    "kanhu_ming": (SKAT, 0.1),
    "solo": (SKAT, 0.1),
    "kanhu_qing": (RUMMY, 0.25),
    "khamul": (RUMMY, 0.25),
    "chinaso": (RUMMY, 0.25),
    "khanhoo": (RUMMY, 0.25),
}
"""Each game's nearest relative in OpenSpiel, and the share of its rate that the table should reach."""

MATCHES = count(1)
"""Numbers of matches. None is played twice, so nothing is known from an earlier round."""
FACTOR = 10
"""OpenSpiel plays so many times as many moves, for it is faster."""


def moves_a_second(game: Game, moves: int) -> float:
    """The rate of so many random moves, over as many matches as they fill."""
    seats, chance = game.meta.usual_seats, random.Random(next(MATCHES))
    options = game.meta.resolve(game.meta.presets[0].options)
    viewers, plan = (*range(seats), None), game.plan
    played = 0
    began = time.process_time()
    while played < moves:
        table = Table(game, seats, options, seed=f"benchmark {next(MATCHES)}")
        events = table.start()
        while True:
            for event in events:
                redact_for(viewers, event, plan)
            if table.over is not None or played == moves:
                break
            if table.awaits_close:
                events = table.close()
                continue
            decision = table.decisions()[0]
            events = table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
            played += 1
    return played / (time.process_time() - began)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=5000, help="moves of each game in a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each")
    given = parser.parse_args()
    runs: dict[str, Callable[[], float]] = {
        meta.id: partial(moves_a_second, find_game(meta.id), given.moves) for meta in games()
    }
    if spiel.IS_INSTALLED:
        runs |= {name: partial(spiel.moves_a_second, name, FACTOR * given.moves) for name in (RUMMY, SKAT)}
    else:
        print(spiel.MISSING)
    tell(_figures(best_of(runs, given.rounds)))


def _figures(best: dict[str, float]) -> Iterator[Figure]:
    for name, rate in best.items():
        yield Figure(f"{name}: moves a second", rate, "")
    for name, (yardstick, share) in YARDSTICKS.items():
        if yardstick in best:
            yield at_least(f"{name}: of the rate of {yardstick}", best[name] / best[yardstick], "times", share)


if __name__ == "__main__":
    main()
