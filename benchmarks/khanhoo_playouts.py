"""How fast whole deals of Khanhoo run by lot: the simulation, and the table without its log beside it.

    python -m benchmarks.khanhoo_playouts [--deals N] [--rounds N]

A move is one answer to what the game asks: a card thrown, a claim or a pass, going out. Everybody is asked about every
discard, as the rules demand, whatever the cards; whether somebody may go out or bump is worked out each time. Deals are
dealt beforehand and counted to their points in the time that is measured. That is the processor's time, and the best of
several rounds counts, so that a busy machine wrongs nobody.
"""

import argparse
import random
import time
from collections.abc import Iterator

from benchmarks.report import Figure, at_least, tell
from engine.api import OptionValue, Table, find_game, random_move
from engine.games.khanhoo.bot.state import Sim
from engine.games.khanhoo.house_rules import HouseRules

KHANHOO = find_game("khanhoo")

TABLES: tuple[tuple[str, int, dict[str, OptionValue]], ...] = (
    ("denexa", 2, {}),
    ("denexa", 3, {}),
    ("denexa", 4, {}),
    ("english", 2, {}),
    ("english", 3, {}),
    ("english", 4, {"copies": 3}),
    ("english", 8, {}),
    ("english", 4, {"copies": 4, "trio_quartette_cache": True}),
)


def settled(preset: str, seats: int, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a table, its pack named."""
    options = {**KHANHOO.meta.preset(preset).options, **given}
    return KHANHOO.complete_options(KHANHOO.meta.resolve(options), seats)


def simulation(options: dict[str, OptionValue], seats: int, deals: int) -> float:
    """Moves a second in the simulation."""
    chance = random.Random(1)
    house = HouseRules.of(options)
    sims = [Sim.deal(house, seats, chance) for _ in range(deals)]
    by_lot = random.Random(2).random
    began = time.process_time()
    for sim in sims:
        sim.play_out(by_lot)
        sim.score()
    return sum(sim.moves for sim in sims) / (time.process_time() - began)


def table_without_log(options: dict[str, OptionValue], seats: int, deals: int) -> float:
    """Moves a second at the table that the host plays at, its log switched off."""
    played, spent = 0, 0.0
    for number in range(deals):
        table = Table(KHANHOO, seats, {**options, "orphan": False}, seed=f"benchmark {number}", log=False)
        chance = random.Random(number)
        table.start()
        began = time.process_time()
        while not table.scores:
            if table.awaits_close:
                table.close()
                continue
            for decision in table.decisions():
                table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
                played += 1
        spent += time.process_time() - began
    return played / spent


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each")
    given = parser.parse_args()
    tell(_figures(given.deals, given.rounds))


def _figures(deals: int, rounds: int) -> Iterator[Figure]:
    for preset, seats, options in TABLES:
        house = settled(preset, seats, options)
        best = max(simulation(house, seats, deals) for _ in range(rounds))
        words = f"{preset}, {seats} seats, {house['copies']} copies: simulation, moves a second"
        yield at_least(words, best, "", 50_000)
    for seats in (2, 3, 4):
        best = max(table_without_log(settled("denexa", seats, {}), seats, max(1, deals // 6)) for _ in range(rounds))
        yield Figure(f"denexa, {seats} seats: table without its log, moves a second", best, "")


if __name__ == "__main__":
    main()
