"""`khanhoo rules [GAME] [PARAGRAPH]`: the rulebook, on the screen or as text."""

import argparse
import sys

from ..problems import UsageProblem
from ._table import add_game

USES_SCREEN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    parser.add_argument("paragraph", metavar="PARAGRAPH", nargs="?", default="", help="such as 4.2")
    parser.add_argument("--print", action="store_true", help="print it (also when the output is no terminal)")
    parser.add_argument("--search", metavar="WORDS", help="print the paragraphs that speak of it")
    parser.add_argument("--options", action="store_true", help="print the options and presets of the game")


def run(args: argparse.Namespace) -> int:
    from engine.api import plain_words

    from ..forms.host_config import get_game

    if not args.game and (args.print or args.search or args.options or not sys.stdout.isatty()):
        return _print_games()
    if not args.game:
        return _open(args, "")
    game = get_game(args.game)
    book = game.rulebook
    if args.options:
        return _print_options(args.game)
    if args.search is not None:
        found = book.search(args.search)
        for paragraph in found:
            print(f"§{paragraph.number} ({paragraph.heading}) {paragraph.plain}\n")
        if not found:
            print(f"Nothing in the rules of {book.title} speaks of {args.search!r}.", file=sys.stderr)
        return int(not found)
    if args.paragraph:
        wanted = book.search(args.paragraph) if args.paragraph.strip("§").replace(".", "").isdigit() else ()
        if not wanted:
            raise UsageProblem(f"The rules of {book.title} have no §{args.paragraph.strip('§')}.")
        if not args.print and sys.stdout.isatty():
            return _open(args, wanted[0].number)
        for paragraph in wanted:
            print(f"§{paragraph.number} {paragraph.plain}\n")
        return 0
    if not args.print and sys.stdout.isatty():
        return _open(args, "")
    print(f"{book.title}\n\n{plain_words(book.intro)}\n")
    for section in book.sections:
        intro = f"\n{plain_words(section.intro)}\n" if section.intro else ""
        print(f"§{section.number} {section.heading}\n{intro}")
        for paragraph in section.paragraphs:
            print(f"§{paragraph.number} {paragraph.plain}\n")
    return 0


def _open(args: argparse.Namespace, paragraph: str) -> int:
    from ..launch import open_room
    from ..session.routes import ToRules

    return open_room(args, ToRules(args.game, paragraph))


def _print_games() -> int:
    from engine.api import games

    for meta in games():
        native = f" ({meta.native})" if meta.native != meta.title else ""
        print(f"{meta.id:10} {meta.title}{native}: {meta.summary}")
        for preset in meta.presets[1:]:
            print(f"{'':10} {preset.title}, --preset {preset.id}: {preset.summary}")
    print("\nkhanhoo rules GAME opens the rules of a game, --print prints them, --options lists its options.")
    return 0


def _print_options(game_id: str) -> int:
    from ..forms.host_config import get_game

    meta = get_game(game_id).meta
    for option in meta.options:
        if isinstance(option.default, bool):
            values = "on or off"
        elif isinstance(option.default, int):
            values = f"{option.least} to {option.most}"
        else:
            values = ", ".join(option.choices)
        usual = ("on" if option.default else "off") if isinstance(option.default, bool) else option.default
        print(f"{option.name}={usual}  ({values}; §{option.paragraph})\n    {option.help}")
    print()
    for preset in meta.presets:
        print(f"--preset {preset.id}  {preset.title}: {preset.summary}")
    return 0
