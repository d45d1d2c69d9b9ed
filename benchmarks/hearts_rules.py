"""How fast the rules of Hearts run: the bots' simulation, OpenSpiel's C++ through Python, and the full table.

    python -m benchmarks.hearts_rules [--deals N] [--rounds N]

A move is a card played. All three play whole deals at random, card by card through their Python interface: the legal
cards, one of them by `random.Random.choice`, play it. The deals are made beforehand. Rounds of the three take turns
and the best round of each counts, so that a busy machine wrongs none of them.

The full table keeps its journal, makes its events, and redacts each of them for four seats and a spectator; passing
and counting are in its time, and its rate counts cards played alone.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import spiel, tables
from benchmarks.report import Figure, at_least, best_of, tell
from engine.api import Table, find_game
from engine.games.hearts.bot.state import TrickState
from engine.games.hearts.cards import MOST_DEALS, PACK

CARDS = len(PACK)
NO_PASSING = 0
"""The first action of a deal of OpenSpiel's Hearts."""


def shuffled_hands(chance: random.Random) -> list[int]:
    """Four random hands as 52-bit sets."""
    order = list(range(CARDS))
    chance.shuffle(order)
    return [sum(1 << card for card in order[seat::4]) for seat in range(4)]


def simulation(deals: int) -> float:
    """Cards a second in the simulation."""
    chance = random.Random(1)
    states = [TrickState.of_hands(shuffled_hands(chance)) for _ in range(deals)]
    choose = random.Random(2).choice
    began = time.perf_counter()
    for state in states:
        state.play_out(choose)
        state.points()
    return deals * CARDS / (time.perf_counter() - began)


def open_spiel(deals: int) -> float:
    """Cards a second in OpenSpiel's Hearts, the passing switched off."""
    played, seconds = spiel.play_out("hearts", deals, NO_PASSING)
    assert played == deals * CARDS, "OpenSpiel played something other than 52 cards a deal"
    return played / seconds


def full_table(deals: int) -> float:
    """Cards a second on a table with journal, events, and redaction for five viewers."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({"limit": 1000}), seed="benchmark")
    answer = tables.card_by_lot(random.Random(2).random)
    return tables.moves_a_second([table], answer, deals=min(deals, MOST_DEALS), counts=tables.is_trick)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=500, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each")
    given = parser.parse_args()
    runs: dict[str, Callable[[int], float]] = {"sim": simulation, "table": full_table}
    if spiel.IS_INSTALLED:
        runs["open_spiel"] = open_spiel
    else:
        print(spiel.MISSING)
    tell(_figures(best_of({name: partial(run, given.deals) for name, run in runs.items()}, given.rounds)))


def _figures(best: dict[str, float]) -> Iterator[Figure]:
    yield at_least("simulation: cards played a second", best["sim"], "", 300_000)
    yield at_least("table with journal, events, five viewers: cards a second", best["table"], "", 60_000)
    if "open_spiel" in best:
        yield Figure("OpenSpiel's C++ through Python: cards a second", best["open_spiel"], "")
        yield at_least("simulation, of OpenSpiel's rate", best["sim"] / best["open_spiel"], "times", 0.5)


if __name__ == "__main__":
    main()
