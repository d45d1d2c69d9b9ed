"""How long each bot of each game thinks: milliseconds a decision, on average.

    python -m benchmarks.bots [--deals N] [--rounds N]

Bots of one level play some deals among themselves, each to its own limit, with no clock. Then the same moves are played
again without a thought; the difference is what thinking took. It is processor time, and all games and levels take
turns, so that a busy machine wrongs none of them. Each round has deals of its own, of which no bot knows anything yet.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from benchmarks.report import Figure, at_most, tell
from engine.api import Advice, Bot, Decision, Game, SelfPlay, View, find_game, games
from engine.play.bot import OutOfTime

MOST_MS = 50
"""A bot's decision should take no longer than this on average."""


@dataclass
class Scribe:
    """A bot whose advice is written down."""

    bot: Bot
    advice: list[Advice] = field(default_factory=list)

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """What the bot chooses."""
        self.advice.append(self.bot.choose(view, decision, chance, out_of_time))
        return self.advice[-1]


@dataclass
class Reader:
    """A bot that reads its answers from what was written down."""

    advice: Iterator[Advice]

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """The next answer."""
        return next(self.advice)


@dataclass
class Level:
    """One level of a game. played_s, replayed_s: what the deals so far took, with thoughts and without."""

    game: Game
    id: str
    decisions: int = 0
    played_s: float = 0.0
    replayed_s: float = 0.0

    def measure(self, deals: int, seed: str) -> None:
        """Play some deals, and play them again."""
        scribes = [Scribe(self.game.bot(self.id)) for _ in range(self.game.meta.usual_seats)]
        self.played_s += self._took_s(scribes, deals, seed)
        self.decisions += sum(len(scribe.advice) for scribe in scribes)
        self.replayed_s += self._took_s([Reader(iter(each.advice)) for each in scribes], deals, seed)

    def _took_s(self, bots: list[Scribe] | list[Reader], deals: int, seed: str) -> float:
        options = self.game.meta.resolve(self.game.meta.presets[0].options)
        table = SelfPlay(self.game, options, bots, seed=seed)
        began = time.process_time()
        table.play(deals)
        return time.process_time() - began

    @property
    def figure(self) -> Figure:
        """Milliseconds a decision."""
        thought_ms = 1000 * (self.played_s - self.replayed_s) / self.decisions
        return at_most(f"{self.game.meta.id}, {self.id}: a decision", thought_ms, "ms", MOST_MS)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2, help="deals of each level in a round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each")
    given = parser.parse_args()
    levels = [Level(game, level.id) for game in (find_game(meta.id) for meta in games()) for level in game.levels]
    for number in range(given.rounds):
        for level in levels:
            level.measure(given.deals, f"benchmark {number}")
    tell(level.figure for level in levels)


if __name__ == "__main__":
    main()
