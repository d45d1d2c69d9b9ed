"""`khanhoo replay FILE`: step through the record of a match, on the screen or by lines."""

import argparse
from pathlib import Path

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a replay (.khr) or a table's journal")


def run(args: argparse.Namespace) -> int:
    """Open the record. If it cannot be read, say so before anything starts."""
    from ..launch import open_room
    from ..session.records import read_playable
    from ..session.routes import ToReplay

    return open_room(args, ToReplay(read_playable(args.file)))
