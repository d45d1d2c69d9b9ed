"""`khanhoo play GAME`: alone against bots, at once."""

import argparse

from ._table import add_game, add_rules_of_play, read_alone

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_rules_of_play(parser, alone=True)


def run(args: argparse.Namespace) -> int:
    from ..launch import open_room
    from ..session.routes import ToOwnTable

    return open_room(args, ToOwnTable(read_alone(args)))
