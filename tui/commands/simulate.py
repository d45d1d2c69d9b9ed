"""`khanhoo simulate GAME`: bots play matches, and the replays are saved."""

from __future__ import annotations

import argparse
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..problems import Problem, UsageProblem
from ._bots import add_bot_table, progress, read_contest_table, verify_levels
from ._table import add_game
from ._text import plain_table
from ._workers import add_workers, open_workers

if TYPE_CHECKING:
    from engine.api import Game, OptionValue, Scored


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="number of deals to play (100)")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["medium"],
        metavar="LEVEL",
        help="one bot level for all seats, or one for each seat",
    )
    add_bot_table(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="folder for the replays, one .khr file for each match (the current folder)",
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(args: argparse.Namespace) -> int:
    """Play matches until enough deals are played; save each replay; print the results."""
    from ..forms.host_config import verify_together

    game, seats, options = read_contest_table(args)
    levels = _levels(game, args.bots, seats, seats_given=args.seats is not None)
    seats = len(levels)
    verify_together(game, options, seats)
    if args.deals < 1:
        raise UsageProblem(f"--deals must be at least 1, not {args.deals}.")
    matches: list[dict[str, Any]] = []
    left = args.deals

    with open_workers(args, most=args.deals) as workers, progress("deals", args.deals) as advance:
        while left:
            number = len(matches) + 1
            wanted = ceil(left * len(matches) / (args.deals - left)) if matches else 1  # by the length of those so far
            rounds = [(args.game, options, levels, _seed(args.seed, number + more), left) for more in range(wanted)]
            for played in workers.play(_play_match, rounds):
                if len(played.scores) > left:  # it may play the deals that were left when it began
                    played = _play_match(*rounds[len(matches) + 1 - number][:-1], left)
                left -= max(1, len(played.scores))
                advance(len(played.scores))
                matches.append(_report(played, _write(played.record, args, len(matches) + 1)))
                if not left:
                    break
    print(_as_json(args, options, levels, matches) if args.json else _as_text(game, levels, matches))
    return 0


class _Match(NamedTuple):
    """A match that was played. record: its journal."""

    record: bytes
    scores: tuple[Scored, ...]
    totals: list[int]
    winners: tuple[int, ...]
    is_over: bool


def _play_match(
    game_id: str, options: dict[str, OptionValue], levels: tuple[str, ...], seed: str, most_deals: int
) -> _Match:
    from engine.api import SelfPlay, find_game

    game = find_game(game_id)
    self_play = SelfPlay(game, options, [game.bot(level) for level in levels], seed=seed)
    table = self_play.play(most_deals)
    assert table.journal is not None
    winners = table.over.winners if table.over else ()
    return _Match(table.journal.to_bytes(), tuple(table.scores), table.totals, winners, table.over is not None)


def _seed(seed: str, number: int) -> str:
    """The seed of a match. The first match has the seed itself, so that a player can get the same cards."""
    return seed if number == 1 else f"{seed} match {number}"


def _levels(game: Game, bots: list[str], seats: int, *, seats_given: bool) -> tuple[str, ...]:
    from engine.api import SeatsError

    verify_levels(game, bots)
    if len(bots) == 1:
        return tuple(bots * seats)
    if seats_given and len(bots) != seats:
        raise UsageProblem(f"Give one bot level for all seats, or {seats} levels, not {len(bots)}.")
    try:
        game.meta.verify_seats(len(bots))
    except SeatsError as error:
        raise UsageProblem(str(error)) from None
    return tuple(bots)


def _write(record: bytes, args: argparse.Namespace, number: int) -> Path:
    safe = "".join(letter if letter.isalnum() else "-" for letter in args.seed)[:40]
    path: Path = args.out / f"{args.game}-{safe}-{number}.khr"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        path.write_bytes(record)
    except OSError as error:
        raise Problem(
            f"The record cannot be written to {path} ({error.strerror}). Choose another folder with --out."
        ) from None
    return path


def _report(played: _Match, path: Path) -> dict[str, Any]:
    return {
        "record": str(path),
        "deals": [{"how": score.how, "points": score.points} for score in played.scores],
        "totals": played.totals,
        "winners": played.winners,
        "over": played.is_over,
    }


def _as_text(game: Game, levels: tuple[str, ...], matches: list[dict[str, Any]]) -> str:
    deals = [deal for match in matches for deal in match["deals"]]
    rows = [
        (
            str(seat + 1),
            level,
            f"{sum(deal['points'][seat] for deal in deals) / len(deals):.2f}",
            str(sum(seat in match["winners"] for match in matches)),
        )
        for seat, level in enumerate(levels)
    ]
    from engine.api import counted

    over = sum(match["over"] for match in matches)
    return "\n".join(
        (
            f"{game.meta.title}: {counted(len(deals), 'deal')}, {over} of {len(matches)} matches finished"
            + (f", {len(matches) - over} broken off" if over < len(matches) else ""),
            "",
            plain_table(("SEAT", "LEVEL", "POINTS A DEAL", "MATCHES WON"), rows),
            "",
            *(f"{match['record']}" for match in matches),
        )
    )


def _as_json(
    args: argparse.Namespace,
    options: dict[str, OptionValue],
    levels: tuple[str, ...],
    matches: list[dict[str, Any]],
) -> str:
    import json

    told = {"game": args.game, "options": options, "bots": levels, "seed": args.seed, "matches": matches}
    return json.dumps(told, indent=2)
