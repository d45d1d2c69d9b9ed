"""`khanhoo watch [ADDRESS|LINK]`: look on at a table; without one, at whichever is played, one after the other."""

import argparse

from ..problems import UsageProblem
from ._find import add_address, run_find

USES_SCREEN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_address(parser, without="one match after the other")
    group = parser.add_argument_group("without an address: a terminal on a wall that follows the next match by itself")
    group.add_argument("--only", metavar="TEXT", default="", help="follow only tables with this in their title")
    group.add_argument("--list", action="store_true", help="choose from the list of tables instead")


def run(args: argparse.Namespace) -> int:
    if args.only and (args.list or args.address):
        raise UsageProblem("--only goes with neither an address nor --list.")
    if args.list or args.address or args.trust or args.code:
        return run_find(args, "watcher")
    from ..launch import open_room
    from ..session.routes import ToKiosk

    return open_room(args, ToKiosk(args.only))
