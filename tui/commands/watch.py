"""`khanhoo watch [ADDRESS|LINK]`: watch a table; without an address, follow one match after another."""

import argparse

from ..problems import UsageProblem
from ._find import add_address, run_find

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_address(parser, without="one match after another")
    group = parser.add_argument_group("without an address: follow one match after another")
    group.add_argument("--only", metavar="TEXT", default="", help="follow only tables with TEXT in their name")
    group.add_argument("--list", action="store_true", help="choose a table from the list instead")


def run(args: argparse.Namespace) -> int:
    if args.only and (args.list or args.address):
        raise UsageProblem("--only cannot be used with an address or with --list.")
    if args.list or args.address or args.trust or args.code:
        return run_find(args, "watcher")
    from ..launch import open_room
    from ..session.routes import ToKiosk

    return open_room(args, ToKiosk(args.only))
