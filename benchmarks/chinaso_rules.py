"""How fast Chinaso runs: the simulation, the full table, and the solver of contracts.

    python -m benchmarks.chinaso_rules [--hands N] [--rounds N]

A move is an answer: to the offer of a discard, or a card laid or thrown. Whole hands of four players are played at
random, each of the seven contracts in turn; where something can be laid it is, half of the time. Rounds take turns
and the best round of each counts. The full table keeps its journal, makes its events, and redacts each of them for four
seats and a spectator.

The solver is asked for the best division of a dealt hand and one card more, with what it keeps between hands warm.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence

from benchmarks import tables
from benchmarks.report import Figure, at_least, at_most, best_of, tell
from engine.api import Card, Move, Table, find_game, random_move
from engine.games.chinaso.bot.state import Sim
from engine.games.chinaso.cards import CONTRACTS, PACK
from engine.games.chinaso.house_rules import HouseRules
from engine.games.chinaso.solver import best_division, can_lay, code_of

SEATS = 4
LAYING = {"lay_down", "lay_off", "replace_joker"}


def simulation(hands: int) -> float:
    """Moves a second in the simulation."""
    chance = random.Random(1)
    house = HouseRules.of(find_game("chinaso").meta.resolve({}))

    def reshuffled(cards: list[Card], number: int) -> list[Card]:
        return chance.sample(cards, len(cards))

    states = []
    for number in range(hands):
        contract = CONTRACTS[number % len(CONTRACTS)]
        pack = chance.sample(PACK, len(PACK))
        dealt = [[pack.pop() for _ in range(contract.cards)] for _ in range(SEATS)]
        up = [pack.pop()]
        states.append(Sim(house, contract, tuple(range(SEATS)), number % SEATS, dealt, pack, up, reshuffled))
    lot = random.Random(2).random

    def choose(moves: Sequence[Move]) -> Move:
        if moves[-1].verb in LAYING and lot() < 0.5:
            return moves[-1]
        return moves[int(lot() * len(moves))]

    began = time.perf_counter()
    moves = sum(state.play_out(choose) for state in states)
    return moves / (time.perf_counter() - began)


def full_table(hands: int) -> float:
    """Moves a second on a table with journal, events, and redaction for five viewers: whole matches, every contract."""
    game, chance = find_game("chinaso"), random.Random(2)
    matches = [
        Table(game, SEATS, game.meta.resolve({}), seed=f"benchmark {number}")
        for number in range(max(1, hands // len(CONTRACTS)))
    ]
    return tables.moves_a_second(matches, lambda table, decision: random_move(decision, table.deck, chance))


def solver_us(hands: int) -> dict[str, float]:
    """Microseconds for a hand: the quick question, and the best division of hands that hold the contract."""
    chance = random.Random(3)
    asked = [(chance.sample(PACK, contract.cards + 1), contract) for contract in CONTRACTS for _ in range(20 * hands)]
    for hand, contract in asked:
        best_division(hand, contract)
    began = time.perf_counter()
    found = [pair for pair in asked if can_lay(code_of(pair[0]), pair[1])]
    quick = time.perf_counter() - began
    began = time.perf_counter()
    for hand, contract in found:
        best_division(hand, contract)
    search = time.perf_counter() - began
    return {"quick": quick / len(asked) * 1e6, "search": search / len(found) * 1e6}


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=140, help="hands in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    runs = {"sim": lambda: simulation(given.hands), "table": lambda: full_table(given.hands // 10)}
    best = best_of(runs, given.rounds)
    solved = solver_us(given.hands // 10)
    for _ in range(given.rounds):
        solved = {name: min(value, solved[name]) for name, value in solver_us(given.hands // 10).items()}
    tell(_figures(best, solved))


def _figures(best: dict[str, float], solved: dict[str, float]) -> Iterator[Figure]:
    yield at_least("simulation: moves a second", best["sim"], "", 50_000)
    yield Figure("table with journal, events, five viewers: moves a second", best["table"], "")
    yield at_most("may a dealt hand be laid down: a hand", solved["quick"], "us", 20)
    yield at_most("best division of a hand that may be: a hand", solved["search"], "us", 1000)


if __name__ == "__main__":
    main()
