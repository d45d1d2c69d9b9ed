"""`khanhoo learn [GAME]`: the lessons, on the screen or as a list."""

import argparse
import sys

from ._table import add_game

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, without="all games")
    parser.add_argument(
        "--list", action="store_true", help="print a list of the lessons (always if the output is not a terminal)"
    )


def run(args: argparse.Namespace) -> int:
    from engine.api import games, lessons_of

    from ..forms.host_config import get_game

    chosen = [get_game(args.game)] if args.game else [get_game(meta.id) for meta in games()]
    if args.list or not (getattr(args, "plain", False) or sys.stdout.isatty()):
        for lesson in (lesson for game in chosen for lesson in lessons_of(game)):
            print(f"{lesson.id:24}{lesson.title}, {len(lesson.steps)} steps")
        return 0

    from ..launch import open_room
    from ..session.routes import ToLesson

    preset = getattr(args, "preset", "")
    return open_room(args, ToLesson(f"{args.game}/{preset}" if preset else args.game))
