"""`khanhoo` and `khanhoo menu`: the card room at its menu."""

import argparse

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the menu has no arguments of its own."""


def run(args: argparse.Namespace) -> int:
    from ..launch import open_room
    from ..session.routes import ToMenu

    return open_room(args, ToMenu())
