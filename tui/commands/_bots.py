"""Shared by `arena` and `simulate`: a table of bots, their thinking times, a progress bar."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from ._table import add_options

if TYPE_CHECKING:
    from engine.api import Advice, Bot, Decision, Game, OptionValue, View


def add_bot_table(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("table")
    group.add_argument("--players", dest="seats", type=int, metavar="N", help="number of players")
    add_options(group, of_presets="a named set of options of the game")
    group.add_argument(
        "--seed", default="1", metavar="TEXT", help="use the same text to get the same cards and moves (1)"
    )


def read_contest_table(args: argparse.Namespace) -> tuple[Game, int, dict[str, OptionValue]]:
    """Game, seats, full options. Raises UsageProblem."""
    from ..forms.host_config import get_game, read_options, resolve_options, seat_count

    game = get_game(args.game)
    options, preset_seats = resolve_options(game, args.preset, read_options(args.option))
    return game, seat_count(game, args.seats, (), preset_seats), options


def verify_levels(game: Game, levels: Sequence[str]) -> None:
    """Raises UsageProblem for a level that the game's bots do not have."""
    from ..forms.host_config import verify_level

    for level in levels:
        verify_level(level, [*(known.id for known in game.levels), "random"])


@dataclass(frozen=True)
class Thinking:
    """How long the bots of one level took to decide."""

    decisions: int = 0
    total_s: float = 0.0
    worst_s: float = 0.0

    def __add__(self, other: Thinking) -> Thinking:
        return Thinking(
            self.decisions + other.decisions, self.total_s + other.total_s, max(self.worst_s, other.worst_s)
        )

    @property
    def mean_ms(self) -> float:
        return 1000 * self.total_s / self.decisions if self.decisions else 0.0

    @property
    def worst_ms(self) -> float:
        return 1000 * self.worst_s


class Stopwatch:
    """Makes bots, measures their thinking time, and tells them when it is used up."""

    def __init__(self, think_ms: int = 0) -> None:
        self.thinking: dict[str, Thinking] = {}
        self._think_s = think_ms / 1000

    def bot(self, game: Game, level: str) -> Bot:
        """A bot whose thinking time is measured."""
        return _Timed(game.bot(level), level, self)

    def clock(self) -> Callable[[], bool]:
        """The `out_of_time` of a decision that begins now."""
        until = perf_counter() + self._think_s
        return lambda: perf_counter() > until

    def note(self, level: str, seconds: float) -> None:
        """Add the time of one decision."""
        self.thinking[level] = self.thinking.get(level, Thinking()) + Thinking(1, seconds, seconds)


class _Timed:
    def __init__(self, bot: Bot, level: str, watch: Stopwatch) -> None:
        self._bot, self._level, self._watch = bot, level, watch

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: Callable[[], bool]) -> Advice:
        began = perf_counter()
        advice = self._bot.choose(view, decision, chance, out_of_time)
        self._watch.note(self._level, perf_counter() - began)
        return advice


@contextmanager
def progress(text: str, steps: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal; returns a function that adds steps. No bar if stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda steps: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=steps)
        yield lambda steps: bar.advance(task, steps)
