"""`khanhoo join [ADDRESS|LINK]`: sit down at a table."""

import argparse

from ._find import add_address, run_find

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_address(parser, without="the list of tables")


def run(args: argparse.Namespace) -> int:
    return run_find(args, "player")
