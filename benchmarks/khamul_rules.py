"""How fast the rules of Khamul run: the simulation of its rounds, and the full table.

    python -m benchmarks.khamul_rules [--rounds N] [--times N]

A move is what a seat is asked and answers: a call, a draw, where a card goes, whether to match, the use of a power.
Four seats play whole rounds at random, move by move: what may be done, one of it by lot. Whoever is asked to match
throws what does match, and is mistaken once in forty times. The rounds are dealt beforehand. A second figure leaves
out the answers that pass, which are more than half of the moves.

The full table keeps its journal, makes its events, and redacts each of them for four seats and a spectator. The two
take turns and the best time of each counts, so that a busy machine wrongs neither.
"""

import argparse
import random
import time
from collections.abc import Iterator

from benchmarks import tables
from benchmarks.report import Figure, at_least, tell
from engine.api import Decision, Move, Table, find_game
from engine.bots.random import random_move
from engine.games.khamul.bot.state import OVER, RANK, Sim

SEATS = 4


def _shuffled(cards: list[int]) -> list[int]:
    random.Random(len(cards)).shuffle(cards)
    return cards


def dealt(rounds: int) -> list[Sim]:
    """Rounds after everybody has looked at two cards."""
    game = find_game("khamul")
    found = []
    for number in range(rounds):
        table = Table(game, SEATS, game.meta.resolve({}), seed=f"benchmark {number}", log=False)
        table.start()
        for decision in table.decisions():
            table.play(decision.seat, decision.id, decision.default)
        found.append(Sim.of_table(table, _shuffled))
    return found


def simulation(rounds: int) -> tuple[float, float]:
    """Moves a second in the simulation, and the same without the answers that pass."""
    sims = dealt(rounds)
    by_lot = random.Random(2).random
    threw = 0

    def choose(sim: Sim) -> int:
        nonlocal threw
        threw += 1
        found = sim.choices()
        return found[int(by_lot() * len(found))]

    def match(sim: Sim) -> list[list[int]]:
        nonlocal threw
        rank = RANK[sim.pile[-1]]
        named = []
        for row in sim.rows:
            right = [place for place, card in enumerate(row) if card >= 0 and RANK[card] == rank]
            if not right and by_lot() < 0.025 and row and row[0] >= 0:
                right = [0]
            threw += bool(right)
            named.append(right)
        return named

    began = time.perf_counter()
    for sim in sims:
        sim.play_out(choose, match)
        sim.result()
    took = time.perf_counter() - began
    assert all(sim.phase == OVER for sim in sims)
    return sum(sim.moves for sim in sims) / took, threw / took


def full_table(rounds: int) -> float:
    """Moves a second on a table with journal, events, and redaction for five viewers."""
    game, chance = find_game("khamul"), random.Random(2)
    table = Table(game, SEATS, game.meta.resolve({"limit": 500}), seed="benchmark")

    def answer(table: Table, decision: Decision) -> Move:
        is_calm = decision.phase == "matching" and chance.random() < 0.9
        return decision.default if is_calm else random_move(decision, table.deck, chance)

    return tables.moves_a_second([table], answer, deals=rounds)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1500, help="rounds of the game at a time")
    parser.add_argument("--times", type=int, default=7, help="how often each is measured")
    given = parser.parse_args()
    all_moves = without_passing = table = 0.0
    for _ in range(given.times):
        moves, others = simulation(given.rounds)
        all_moves, without_passing = max(all_moves, moves), max(without_passing, others)
        table = max(table, full_table(max(1, given.rounds // 100)))
    tell(_figures(all_moves, without_passing, table))


def _figures(all_moves: float, without_passing: float, table: float) -> Iterator[Figure]:
    yield at_least("simulation: moves a second", all_moves, "", 150_000)
    yield Figure("simulation: moves a second, without answers that pass", without_passing, "")
    yield Figure("table with journal, events, five viewers: moves a second", table, "")


if __name__ == "__main__":
    main()
