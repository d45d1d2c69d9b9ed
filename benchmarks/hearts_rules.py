"""How fast the rules of Hearts run: the bots' simulation, OpenSpiel's C++ through Python, and the full table.

    python benchmarks/hearts_rules.py [--deals N] [--rounds N]

A move is a card played. All three play whole deals at random, card by card through their Python interface: the legal
cards, one of them by `random.Random.choice`, play it. The deals are made beforehand. Rounds of the three take turns
and the best round of each counts, so that a busy machine wrongs none of them.

The full table keeps its journal, makes its events, and redacts each of them for four seats and a spectator; passing
and counting are in its time, and its rate counts cards played alone.
"""

import argparse
import random
import time
from collections.abc import Callable

from engine.api import BETWEEN, Move, Table, find_game, redact
from engine.games.hearts.laws import PACK
from engine.games.hearts.sim import Sim

CARDS = len(PACK)
VIEWERS = (0, 1, 2, 3, None)


def shuffled_hands(chance: random.Random) -> list[int]:
    """Four random hands as 52-bit sets."""
    order = list(range(CARDS))
    chance.shuffle(order)
    return [sum(1 << card for card in order[seat::4]) for seat in range(4)]


def simulation(deals: int) -> float:
    """Cards a second in the simulation."""
    chance = random.Random(1)
    states = [Sim.of_hands(shuffled_hands(chance)) for _ in range(deals)]
    choose = random.Random(2).choice
    began = time.perf_counter()
    for state in states:
        state.play_out(choose)
        state.points()
    return deals * CARDS / (time.perf_counter() - began)


def open_spiel(deals: int) -> float:
    """Cards a second in OpenSpiel's Hearts, the passing switched off."""
    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game("hearts")
    states = []
    for _ in range(deals):
        state = game.new_initial_state()
        state.apply_action(0)  # no passing in this deal
        while state.is_chance_node():
            state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
        states.append(state)
    choose = random.Random(2).choice
    played = 0
    began = time.perf_counter()
    for state in states:
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            played += 1
        state.returns()
    took = time.perf_counter() - began
    assert played == deals * CARDS, "OpenSpiel played something other than 52 cards a deal"
    return played / took


def full_table(deals: int) -> float:
    """Cards a second on a table with journal, events, and redaction for five viewers."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({"limit": 1000}), seed="benchmark")
    choose = random.Random(2).choice
    plan = game.plan
    began = time.perf_counter()
    events = table.start()
    played = 0
    while table.deal <= deals and table.over is None:
        for event in events:
            for viewer in VIEWERS:
                redact(event, viewer, plan)
        if table.phase == BETWEEN:
            if table.deal == deals:
                break
            events = table.close()
            continue
        decision = table.decisions()[0]
        if decision.phase == "tricks":
            events = table.play(decision.seat, decision.id, Move("play", (choose(decision.choices[0].cards),)))
            played += 1
        else:
            events = table.play(decision.seat, decision.id, decision.default)
    return played / (time.perf_counter() - began)


def main() -> None:
    """Print the three rates, and how the simulation compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=500, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    runs: dict[str, Callable[[int], float]] = {"simulation": simulation, "full table": full_table}
    try:
        import pyspiel  # noqa: F401

        runs["OpenSpiel"] = open_spiel
    except ImportError:
        print("OpenSpiel is not installed (dependency group bench); the ratio is left out.")
    sizes = {"full table": min(given.deals, 60)}
    best = dict.fromkeys(runs, 0.0)
    for _ in range(given.rounds):
        for name, run in runs.items():
            best[name] = max(best[name], run(sizes.get(name, given.deals)))
    for name, rate in best.items():
        print(f"{name:<12}{rate:>12,.0f} cards a second")
    if "OpenSpiel" in best:
        print(f"The simulation plays {best['simulation'] / best['OpenSpiel']:.2f} times as fast as OpenSpiel.")


if __name__ == "__main__":
    main()
