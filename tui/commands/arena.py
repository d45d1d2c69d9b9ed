"""`khanhoo arena GAME`: which bot plays better, by duplicate deals with seats rotated."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Final

from ..problems import Problem, UsageProblem
from ._bots import Stopwatch, Thinking, add_bot_table, progress, read_contest_table, verify_levels
from ._table import add_game
from ._text import plain_table
from ._workers import add_workers, open_workers

if TYPE_CHECKING:
    from engine.api import ArenaResult, Comparison, Contest

_SURE: Final = 3
"""Standard errors that a difference must exceed to count."""

_Round = tuple[tuple["ArenaResult", ...], dict[str, Thinking]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--hero", default="hard", metavar="LEVEL", help="level of the hero, the bot in one seat (hard)")
    parser.add_argument(
        "--field", default="medium", metavar="LEVEL", help="level of the bots in all other seats, the field (medium)"
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=400,
        metavar="N",
        help="play at least N deals (400); each deal is repeated until the hero has played it in every seat",
    )
    add_bot_table(parser)
    parser.add_argument(
        "--think", type=int, default=0, metavar="MS", help="let a bot think for at most MS milliseconds"
    )
    add_workers(parser)
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
    rounds = ((contest, number, args.think) for number in range(contest.rounds))
    with (
        open_workers(args, most=contest.rounds) as workers,
        progress(f"{args.hero} against {args.field}", contest.rounds) as advance,
    ):
        for found, times in workers.play(_play_round, rounds):
            outcomes += found
            for level, time in times.items():
                thinking[level] = thinking.get(level, Thinking()) + time
            advance(1)
    if len(outcomes) < 2:
        raise Problem("Too few deals were played to compare the bots. With these options, matches end too early.")
    result = judge(outcomes, high_wins=game.high_wins)
    print(_as_json(contest, result, thinking) if args.json else _as_text(game.meta.title, contest, result, thinking))
    return 0


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
