"""`khanhoo verify FILE...`: every move of a record by the rules, every event and score derived again."""

import argparse
from pathlib import Path

from ..problems import Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a record (.khr), or a table's journal")


def run(args: argparse.Namespace) -> int:
    """Verify each file; 1 when the rules do not bear out one of them."""
    from ..records import verdict

    failed = False
    for path in args.files:
        try:
            print(f"{path}: {verdict(path)}")
        except Problem as problem:
            failed = True
            print(f"{path}: {str(problem).removeprefix(f'{path}: ')}")
    return int(failed)
