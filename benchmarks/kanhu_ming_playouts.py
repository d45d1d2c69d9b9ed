"""How fast the rules of Kanhu (Ming) run: the bots' simulation, their rules of thumb on it, and the full table.

    python -m benchmarks.kanhu_ming_playouts [--hands N] [--rounds N]

A move is a play: a lead or an answer, of one card or of three. Whole hands are played; the simulation lists all plays
of the seat in turn, takes one by `random.Random.choice`, and plays it. The rules of thumb are how the hard bot plays
its guesses out. The full table keeps its journal, makes its events, and redacts each of them for all seats and a
spectator; counting is in its time. Rounds take turns and the best round of each counts, so that a busy machine wrongs
none of them.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator

from benchmarks import tables
from benchmarks.report import Figure, at_least, tell
from engine.api import Table, find_game, random_move
from engine.games.kanhu_ming.bot.rollout import steady
from engine.games.kanhu_ming.bot.state import Sim
from engine.games.kanhu_ming.cards import HAND_SIZES, PACK

GOAL = 150_000


def dealt(hands: int, seats: int) -> list[Sim]:
    """So many hands before their first lead."""
    chance, size = random.Random(seats), HAND_SIZES[seats]
    states = []
    for _ in range(hands):
        order = list(range(len(PACK)))
        chance.shuffle(order)
        held = [sum(1 << card for card in order[seat * size : seat * size + size]) for seat in range(seats)]
        states.append(Sim.of_hands(held, chance.randrange(seats)))
    return states


def simulation(hands: int, seats: int) -> float:
    """Plays a second in the simulation, by lot."""
    states, choose = dealt(hands, seats), random.Random(2).choice
    played = 0
    began = time.perf_counter()
    for state in states:
        legal, play = state.legal, state.play
        while plays := legal():
            play(choose(plays))
            played += 1
    return played / (time.perf_counter() - began)


def thumb(hands: int, seats: int) -> float:
    """Plays a second in the simulation, by the rules of thumb."""
    states = dealt(hands, seats)
    played = 0
    began = time.perf_counter()
    for state in states:
        held, play = state.hands, state.play
        while held[state.turn]:
            play(steady(state))
            played += 1
    return played / (time.perf_counter() - began)


def full_table(hands: int, seats: int) -> float:
    """Plays a second on a table with journal, events, and redaction for everybody."""
    game, chance = find_game("kanhu_ming"), random.Random(2)
    table = Table(game, seats, game.meta.resolve({"hands": min(hands, 30)}), seed="benchmark")
    return tables.moves_a_second([table], lambda table, decision: random_move(decision, table.deck, chance))


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000, help="hands in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    runs: dict[str, Callable[[int, int], float]] = {"sim": simulation, "thumb": thumb, "table": full_table}
    best = {(name, seats): 0.0 for name in runs for seats in HAND_SIZES}
    for _ in range(given.rounds):
        for (name, seats), rate in best.items():
            best[name, seats] = max(rate, runs[name](given.hands, seats))
    tell(_figures(best))


def _figures(best: dict[tuple[str, int], float]) -> Iterator[Figure]:
    for seats in HAND_SIZES:
        yield at_least(f"simulation, {seats} players: moves a second", best["sim", seats], "", GOAL)
        yield Figure(f"rules of thumb, {seats} players: moves a second", best["thumb", seats], "")
        yield Figure(f"table with journal, events, viewers, {seats} players: moves a second", best["table", seats], "")


if __name__ == "__main__":
    main()
