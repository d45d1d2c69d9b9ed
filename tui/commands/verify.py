"""`khanhoo verify FILE...`: checks every move of a record by the rules, and computes every event and score again."""

import argparse
from pathlib import Path

from ..problems import Problem


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a replay (.khr) or a table's journal")


def run(args: argparse.Namespace) -> int:
    """Verify each file; returns 1 if one of them breaks the rules."""
    from net.wire.sanitize import clean_lines

    from ..session.records import verdict

    failed = False
    for path in args.files:
        try:
            told = verdict(path)
        except Problem as problem:
            failed, told = True, str(problem).removeprefix(clean_lines(str(path))).lstrip(": ")
        print(clean_lines(f"{path}: {told}"))
    return int(failed)
