"""How fast the rules of Solo run: the bots' simulation, OpenSpiel's skat through Python, and the full table.

    python -m benchmarks.solo_rules [--deals N] [--rounds N]

A move is a card played. The simulation and the full table play whole deals at random, card by card: the legal cards,
one of them by `random.Random.choice`, play it. The deals are made beforehand. OpenSpiel has no game of Solo; its skat
is the nearest relative, with 32 cards, too, and its rate counts bids and discards as moves, too.
Rounds take turns and the best round of each counts, so that a busy machine wrongs none of them.

The rules of thumb are how bots play their guesses out: the same simulation with a card chosen by judgement. The full
table keeps its journal, makes its events, and redacts each of them for four seats and a spectator; bidding, declaring
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
from engine.games.solo.bot.rollout import play_out
from engine.games.solo.bot.state import BIT, Sim
from engine.games.solo.cards import PACK, SUITS
from engine.games.solo.contracts import LADDER
from engine.games.solo.scoring import Contract

CARDS = len(PACK)
ACE = PACK[7]


def states_of(deals: int) -> list[Sim]:
    """Random deals at their first lead, half of them simple games and half solos."""
    chance = random.Random(1)
    states = []
    for number in range(deals):
        order = list(PACK)
        chance.shuffle(order)
        hands = [sum(BIT[card] for card in order[seat::4]) for seat in range(4)]
        if number % 2:
            holder = next(seat for seat in range(4) if hands[seat] & BIT[ACE])
            contract = Contract(LADDER[0], (holder + 1) % 4, holder, ACE)
        else:
            contract = Contract(LADDER[2], number % 4)
        states.append(Sim.of_hands(hands, contract, SUITS[number % 4], leader=0))
    return states


def simulation(deals: int) -> float:
    """Cards a second in the simulation."""
    states = states_of(deals)
    choose = random.Random(2).choice
    began = time.perf_counter()
    for state in states:
        state.play_out(choose)
        state.points()
    return deals * CARDS / (time.perf_counter() - began)


def by_judgement(deals: int) -> float:
    """Cards a second when each is chosen by the bots' rules of thumb."""
    states = states_of(deals)
    began = time.perf_counter()
    for state in states:
        play_out(state)
    return deals * CARDS / (time.perf_counter() - began)


def full_table(deals: int) -> float:
    """Cards a second on a table with journal, events, and redaction for five viewers."""
    game = find_game("solo")
    table = Table(game, 4, game.meta.resolve({"hands": min(deals, 256)}), seed="benchmark")
    return tables.moves_a_second([table], tables.card_by_lot(random.Random(2).random), counts=tables.is_trick)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=800, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each")
    given = parser.parse_args()
    runs: dict[str, Callable[[int], float]] = {"sim": simulation, "judged": by_judgement, "table": full_table}
    if spiel.IS_INSTALLED:
        runs["open_spiel"] = partial(spiel.moves_a_second, "skat")
    else:
        print(spiel.MISSING)
    tell(_figures(best_of({name: partial(run, given.deals) for name, run in runs.items()}, given.rounds)))


def _figures(best: dict[str, float]) -> Iterator[Figure]:
    yield at_least("simulation: cards played a second", best["sim"], "", 150_000)
    yield at_least("simulation by rules of thumb: cards a second", best["judged"], "", 100_000)
    yield at_least("table with journal, events, five viewers: cards a second", best["table"], "", 20_000)
    if "open_spiel" in best:
        yield Figure("OpenSpiel's skat through Python: moves a second", best["open_spiel"], "")
        yield Figure("simulation, of OpenSpiel's rate", best["sim"] / best["open_spiel"], "times")


if __name__ == "__main__":
    main()
