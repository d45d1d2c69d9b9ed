"""How long each bot of each game thinks: milliseconds a decision, on average.

    python -m benchmarks.bots [--deals N] [--rounds N]

Bots of one level play some deals among themselves, each to its own limit, with no clock. The average is over all
decisions. Rounds of all games and levels take turns, and the least time of each counts, so that a busy machine wrongs
none of them.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random

from benchmarks.report import Figure, at_most, tell
from engine.api import Advice, Bot, Decision, Game, SelfPlay, View, find_game, games
from engine.play.bot import OutOfTime

MOST_MS = 50
"""A bot's decision should take no longer than this on average."""


class Timed:
    """A bot on a stopwatch. decisions, spent_s: so far."""

    def __init__(self, bot: Bot) -> None:
        self.decisions = 0
        self.spent_s = 0.0
        self._bot = bot

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """What the bot chooses."""
        began = time.perf_counter()
        advice = self._bot.choose(view, decision, chance, out_of_time)
        self.spent_s += time.perf_counter() - began
        self.decisions += 1
        return advice


def ms_a_decision(game: Game, level: str, deals: int) -> float:
    """Average over some deals of bots of one level."""
    bots = [Timed(game.bot(level)) for _ in range(game.meta.usual_seats)]
    options = game.meta.resolve(game.meta.presets[0].options)
    SelfPlay(game, options, bots, seed="benchmark").play(deals)
    return 1000 * sum(bot.spent_s for bot in bots) / sum(bot.decisions for bot in bots)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2, help="deals of each level in a round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each")
    given = parser.parse_args()
    all_games = [find_game(meta.id) for meta in games()]
    runs = [(game, level.id) for game in all_games for level in game.levels]
    rounds = [[ms_a_decision(game, level, given.deals) for game, level in runs] for _ in range(given.rounds)]
    least = map(min, zip(*rounds, strict=True))
    tell(_figures(runs, least))


def _figures(runs: list[tuple[Game, str]], least: Iterator[float]) -> Iterator[Figure]:
    for (game, level), spent in zip(runs, least, strict=True):
        yield at_most(f"{game.meta.id}, {level}: a decision", spent, "ms", MOST_MS)


if __name__ == "__main__":
    main()
