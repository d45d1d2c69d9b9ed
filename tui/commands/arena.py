"""`khanhoo arena GAME`: which bot plays better, by duplicate deals with seats rotated."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from os import _exit, cpu_count
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import TYPE_CHECKING, Final

from ..problems import Problem, UsageProblem
from ._bots import Stopwatch, Thinking, add_bot_table, progress, read_contest_table, verify_levels
from ._table import add_game
from ._text import plain_table

if TYPE_CHECKING:
    from engine.api import ArenaResult, Comparison, Contest

_SURE: Final = 3
"""Standard errors that a difference must exceed to count."""

_Round = tuple[tuple["ArenaResult", ...], dict[str, Thinking]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--hero", default="hard", metavar="LEVEL", help="level of the bot in one seat (hard)")
    parser.add_argument(
        "--field", default="medium", metavar="LEVEL", help="level of the bots in all other seats (medium)"
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=400,
        metavar="N",
        help="at least N deals, in whole rounds of the game; each is played once per seat (400)",
    )
    add_bot_table(parser)
    parser.add_argument(
        "--think", type=int, default=0, metavar="MS", help="also stop a bot's thinking after MS milliseconds"
    )
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="number of processes (one per core)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    from engine.api import Contest, judge

    from ..forms.host_config import verify_together

    game, seats, options = read_contest_table(args)
    verify_together(game, options, seats)
    verify_levels(game, (args.hero, args.field))
    if args.deals < 2:
        raise UsageProblem(f"--deals must be at least 2, not {args.deals}.")
    contest = Contest(args.game, seats, options, args.hero, args.field, args.deals, args.seed)
    outcomes: list[ArenaResult] = []
    thinking: dict[str, Thinking] = {}
    with progress(f"{args.hero} against {args.field}", contest.rounds) as advance:
        for found, times in _play(contest, args.workers or cpu_count() or 1, args.think):
            outcomes += found
            for level, time in times.items():
                thinking[level] = thinking.get(level, Thinking()) + time
            advance()
    if len(outcomes) < 2:
        raise Problem("Too few deals were completed: with these options the matches end too early.")
    result = judge(outcomes, high_wins=game.high_wins)
    print(_as_json(contest, result, thinking) if args.json else _as_text(game.meta.title, contest, result, thinking))
    return 0


def _play(contest: Contest, workers: int, think_ms: int) -> Iterator[_Round]:
    """The rounds, in the order in which they are done; the result does not depend on it."""
    if workers == 1 or contest.rounds == 1:
        for number in range(contest.rounds):
            yield _play_round(contest, number, think_ms)
        return
    with _pool(min(workers, contest.rounds)) as pool:
        pending = {pool.submit(_play_round, contest, number, think_ms) for number in range(contest.rounds)}
        while pending:
            done, pending = wait_for(pending, return_when="FIRST_COMPLETED")
            for future in done:
                yield future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    """Make a worker end when its parent ends, for whatever reason, and never before."""
    # Ctrl-C reaches every process of the terminal, but only the parent answers it. A killed parent cannot tell its
    # workers, and no pipe closes: each worker holds both ends of the pipe that brings its rounds.
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        _exit(1)  # even during a round: no process waits for its result


def _play_round(contest: Contest, number: int, think_ms: int) -> _Round:
    from engine.api import no_clock, play_round

    watch = Stopwatch(think_ms)
    clock = watch.clock if think_ms else no_clock
    return play_round(contest, number, make_bot=watch.bot, clock=clock), watch.thinking


def _as_text(title: str, contest: Contest, result: Comparison, thinking: dict[str, Thinking]) -> str:
    rows = [
        (role, level, f"{value.mean:.2f}", f"{value.error:.2f}", f"{time.mean_ms:.1f}", f"{time.worst_ms:.0f}")
        for role, level, value in (("hero", contest.hero, result.hero), ("field", contest.field, result.field))
        for time in (thinking.get(level, Thinking()),)
    ]
    heads = ("", "LEVEL", "POINTS A DEAL", "STD ERROR", "MS A DECISION", "LONGEST")
    changed = " ".join(f"{name}={value}" for name, value in contest.options.items())
    return "\n".join(
        (
            f"{title}, {contest.seats} seats, {result.deals} deals, each played {contest.seats} times; "
            f"seed {contest.seed}",
            f"options: {changed}",
            "",
            plain_table(heads, rows),
            "",
            f"margin of the hero, paired by deal: {result.margin.mean:+.2f} points a deal, "
            f"standard error {result.margin.error:.2f}, {result.sigmas:+.1f} sigmas",
            _verdict(contest, result),
        )
    )


def _verdict(contest: Contest, result: Comparison) -> str:
    if abs(result.sigmas) < _SURE:
        return f"No verdict: the difference is within {_SURE} standard errors."
    better, worse = (contest.hero, contest.field) if result.sigmas > 0 else (contest.field, contest.hero)
    return f"The {better} bot beats the {worse} bot by more than {_SURE} standard errors."


def _as_json(contest: Contest, result: Comparison, thinking: dict[str, Thinking]) -> str:
    import json

    import msgspec

    told = {
        **msgspec.structs.asdict(contest),
        "deals": result.deals,
        "points_a_hand": {"hero": result.hero.mean, "field": result.field.mean},
        "standard_errors": {"hero": result.hero.error, "field": result.field.error},
        "margin": result.margin.mean,
        "margin_error": result.margin.error,
        "sigmas": result.sigmas if math.isfinite(result.sigmas) else None,
        "ms_a_decision": {level: round(time.mean_ms, 2) for level, time in thinking.items()},
    }
    return json.dumps(told, indent=2)
