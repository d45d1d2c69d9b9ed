"""`khanhoo verify FILE...`: every move of a record by the rules, every event and score derived again."""

import argparse
from pathlib import Path

from ..problems import Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a record (.khr), or a table's journal")


def run(args: argparse.Namespace) -> int:
    """Verify each file; 1 when the rules do not bear out one of them."""
    failed = False
    for path in args.files:
        try:
            print(f"{path}: {_verdict(path)}")
        except Problem as problem:
            failed = True
            print(f"{path}: {str(problem).removeprefix(f'{path}: ')}")
    return int(failed)


def _verdict(path: Path) -> str:
    from engine.api import JournalError, replay

    from ._record import read_journal

    journal = read_journal(path)
    try:
        table = replay(journal)
    except JournalError as error:
        raise Problem(f"FAILED. {error}") from None
    moves = sum(record.act.kind == "play" for record in journal.records)
    told = (
        f"all {moves} moves are legal, and every event and score follows from them. "
        f"{table.game.meta.title}, {table.seats} players, {len(table.scores)} deals"
    )
    if table.over is None:
        return f"{told}; the match is not over."
    winners = " and ".join(f"seat {seat + 1}" for seat in table.over.winners)
    totals = ", ".join(str(total) for total in table.over.totals)
    return f"{told}; {winners} won ({totals})."
