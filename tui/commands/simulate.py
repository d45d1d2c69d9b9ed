"""`khanhoo simulate GAME`: bots play matches, and the replays are saved."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..problems import Problem, UsageProblem
from ._bots import add_bot_table, progress, read_contest_table, verify_levels
from ._table import add_game
from ._text import plain_table

if TYPE_CHECKING:
    from engine.api import Game, OptionValue, Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="number of deals to play (100)")
    parser.add_argument(
        "--bots", nargs="+", default=["medium"], metavar="LEVEL", help="one level for all seats, or one for each"
    )
    add_bot_table(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="folder for the replays, one .khr file for each match (this one)",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(args: argparse.Namespace) -> int:
    """Play matches until enough deals are played; save each replay; print the results."""
    from engine.api import SelfPlay

    from ..forms.host_config import verify_together

    game, seats, options = read_contest_table(args)
    levels = _levels(game, args.bots, seats, seats_given=args.seats is not None)
    seats = len(levels)
    verify_together(game, options, seats)
    if args.deals < 1:
        raise UsageProblem(f"--deals must be at least 1, not {args.deals}.")
    matches: list[dict[str, Any]] = []
    left = args.deals
    with progress("deals", args.deals) as advance:
        while left:
            number = len(matches) + 1
            self_play = SelfPlay(game, options, [game.bot(level) for level in levels], seed=_seed(args.seed, number))
            table = self_play.table
            while left and table.over is None:
                self_play.play(len(table.scores) + 1)
                left -= 1
                advance()
            matches.append(_report(table, _write(table, args, number)))
    print(_as_json(args, options, levels, matches) if args.json else _as_text(game, levels, matches))
    return 0


def _seed(seed: str, number: int) -> str:
    """The first match is dealt by the seed itself, so that it can be played with the same cards."""
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


def _write(table: Table, args: argparse.Namespace, number: int) -> Path:
    assert table.journal is not None
    safe = "".join(letter if letter.isalnum() else "-" for letter in args.seed)[:40]
    path: Path = args.out / f"{args.game}-{safe}-{number}.khr"
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        path.write_bytes(table.journal.to_bytes())
    except OSError as error:
        raise Problem(f"The record cannot be written to {path} ({error.strerror}); name a folder with --out.") from None
    return path


def _report(table: Table, path: Path) -> dict[str, Any]:
    return {
        "record": str(path),
        "deals": [{"how": score.how, "points": score.points} for score in table.scores],
        "totals": table.totals,
        "winners": table.over.winners if table.over else (),
        "over": table.over is not None,
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
