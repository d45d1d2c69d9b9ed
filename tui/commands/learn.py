"""`khanhoo learn [LESSON]`: the lessons, on the screen or as a list."""

import argparse
import sys

USES_SCREEN = True
SPEAKS = True


class _NamedLesson(argparse.Action):
    """A lesson as the list names it, or a game by any of its names."""

    def __call__(self, parser: object, namespace: argparse.Namespace, values: object, option: object = None) -> None:
        from engine.api import lessons_of

        from ..forms.host_config import get_game, named_game
        from ..problems import UsageProblem, meant

        word, _, part = str(values or "").partition("/")
        if not word:
            return
        game, preset = named_game(word)
        namespace.game, namespace.lesson = game, f"{game}/{preset}" if preset else game
        if part:
            known = [lesson.id for lesson in lessons_of(get_game(game))]
            namespace.lesson = f"{game}/{part.casefold().replace('-', '_')}"
            if namespace.lesson not in known:
                near = meant(namespace.lesson, known)
                told = f"Did you mean {near}?" if near else f"Lessons: {', '.join(known)}."
                raise UsageProblem(f"Unknown lesson {values!r}. {told}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="LESSON",
        action=_NamedLesson,
        nargs="?",
        default="",
        help="a game or one of its lessons, such as hearts or hearts/moon (without this: all lessons); "
        "khanhoo learn --list lists all lessons",
    )
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

    return open_room(args, ToLesson(getattr(args, "lesson", "")))
