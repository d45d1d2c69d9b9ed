"""`khanhoo rules [GAME] [PARAGRAPH]`: the rulebooks, on the screen or as text."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ._table import add_game

if TYPE_CHECKING:
    from engine.api import Rulebook

USES_SCREEN = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, without="all games")
    parser.add_argument("paragraph", metavar="PARAGRAPH", nargs="?", default="", help="such as 4.2")
    parser.add_argument("--print", action="store_true", help="print as text (always if the output is not a terminal)")
    parser.add_argument("--search", metavar="WORDS", help="print all headings and rules that contain WORDS")
    parser.add_argument("--options", action="store_true", help="print the options and presets of the game")


def run(args: argparse.Namespace) -> int:
    if args.search is not None and not args.options:
        return _print_found(args.game, args.search)
    is_text = args.print or not sys.stdout.isatty()
    if not args.game:
        return _print_games() if is_text or args.options else _open(args, "")
    if args.options:
        return _print_options(args.game)

    from ..forms.host_config import get_game
    from ..forms.rulebooks import cited, written

    book = get_game(args.game).rulebook
    if args.paragraph:
        wanted = cited(book, args.paragraph)
        if not is_text:
            return _open(args, wanted[0].number)
        for part in wanted:
            print(written(part))
    elif is_text:
        _print_book(book)
    else:
        return _open(args, "")
    return 0


def _print_book(book: Rulebook) -> None:
    from engine.api import plain_words

    from ..forms.rulebooks import written

    print(f"{book.title}\n\n{plain_words(book.intro)}\n")
    for part in book.parts:
        print(written(part))


def _print_found(game_id: str, words: str) -> int:
    """Print where the rulebook of a game, or every rulebook, has some words. Returns 1 if nowhere."""
    from ..forms.host_config import get_game
    from ..forms.rulebooks import search_books

    found = search_books(words, game_id)
    for game, hit in found:
        where = f"§{hit.number}" if game_id else f"{get_game(game).meta.title} §{hit.number}"
        print(f"{where} {hit.heading}" if hit.is_heading else f"{where} ({hit.heading}) {hit.text}\n")
    if not found:
        none = f"The rulebook of {get_game(game_id).meta.title} does not contain" if game_id else "No rulebook contains"
        print(f"{none} {words!r}.", file=sys.stderr)
    return int(not found)


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
    print(
        "\nkhanhoo rules GAME opens a rulebook. With --print, it prints the rulebook. "
        "With --options, it lists the options of the game.\n"
        "khanhoo rules --search WORDS searches all rulebooks."
    )
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
