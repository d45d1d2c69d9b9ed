"""`khanhoo host GAME`: a table that others can join, with you at it."""

import argparse

from ._table import add_game, add_hosting, add_rules_of_play, read_shared

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_rules_of_play(parser, alone=False)
    add_hosting(parser)


def run(args: argparse.Namespace) -> int:
    from ..launch import open_room
    from ..session.routes import ToOwnTable

    return open_room(args, ToOwnTable(read_shared(args)))
