"""The man page and the completion scripts, made from the parser of the command line."""

import argparse
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from engine.play.lesson import lessons_of
from engine.play.registry import find_game, games
from tui.cli import COMMANDS, EXAMPLES, EXIT_CODES, make_parser

PLACES: Final = {
    "man": "share/man/man1/khanhoo.1",
    "bash": "share/bash-completion/completions/khanhoo",
    "zsh": "share/zsh/site-functions/_khanhoo",
    "fish": "share/fish/vendor_completions.d/khanhoo.fish",
}
"""Where each page belongs below the prefix of an installation: there man and the shells look for it."""

_COLUMNS: Final = "72"


def make_pages(version: str) -> dict[str, str]:
    """All pages by their place below the prefix. The same code and SOURCE_DATE_EPOCH give the same text."""
    with _plain_width():
        pages = {shell: make_completion(shell) for shell in PLACES if shell != "man"}
        return {PLACES[name]: text for name, text in {**pages, "man": make_man_page(version)}.items()}


def make_man_page(version: str) -> str:
    """The page khanhoo(1), with all commands and their options."""
    parser = make_parser(*COMMANDS)
    parser.epilog = None
    for _, command in _commands_of(parser):
        command.description = None  # the page has the same sentence as the summary of the command
    data = {"version": version, "manual_title": "Khanhoo", "date": _day()}
    page = Manpage(parser, data, format="single-commands-section")
    summary = str(parser.description).partition(":")[0]
    page.description = summary[0].lower() + summary[1:]
    page.add_section("EXAMPLES", "=", _listed(EXAMPLES))
    page.add_section("EXIT STATUS", "=", _listed({str(code): meaning for code, meaning in EXIT_CODES.items()}))
    return _tidy(str(page))


def _day() -> str:
    """The day of SOURCE_DATE_EPOCH, or today, in UTC: the library takes the day of the builder's time zone."""
    seconds = float(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def make_completion(shell: str) -> str:
    """The script that completes commands, options and their values in a shell; it starts no program."""
    parser = make_parser(*COMMANDS)
    for _, command in _commands_of(parser):
        for action in command._actions:
            _offer_values(action)
    return str(shtab.complete(parser, shell))


def _offer_values(action: argparse.Action) -> None:
    """Tell shtab what an argument can be, by the word that stands for it in the help."""
    if action.metavar == "FILE":
        vars(action)["complete"] = shtab.FILE
    elif action.metavar in ("DIR", "FOLDER"):
        vars(action)["complete"] = shtab.DIRECTORY
    elif action.metavar == "GAME":
        action.choices = game_names()
    elif action.metavar == "LESSON":
        action.choices = [*game_names(), *_lesson_names()]
    elif action.metavar == "LEVEL":
        action.choices = _level_names()


def game_names() -> list[str]:
    """The names of games and presets as a person types them."""
    titles = [title for meta in games() for title in (meta.title, *(preset.title for preset in meta.presets))]
    return list(dict.fromkeys("-".join(re.findall(r"[a-z0-9]+", title.casefold())) for title in titles))


def _lesson_names() -> list[str]:
    """The lessons that the name of their game alone does not open."""
    return [lesson.id for meta in games() for lesson in lessons_of(find_game(meta.id)) if "/" in lesson.id]


def _level_names() -> list[str]:
    return list(dict.fromkeys(level.id for meta in games() for level in find_game(meta.id).levels))


def _commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _tidy(page: str) -> str:
    """Spaces between paragraphs by macros alone, and a date that `mandoc -T lint` can read."""
    head, _, rest = page.replace(".SH\nCOMMANDS", ".SH COMMANDS").partition("\n")
    return head.replace(r"\-", "-") + "\n" + re.sub(r"\n{2,}(?!\.)", "\n.PP\n", re.sub(r"\n{2,}\.", "\n.", rest))


@contextmanager
def _plain_width() -> Iterator[None]:
    """Break lines of usage at a width of its own, not at that of the terminal in which somebody builds."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = _COLUMNS
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def _listed(entries: dict[str, str]) -> str:
    escaped = {_escaped(term): _escaped(text) for term, text in entries.items()}
    return "\n".join(f".TP\n\\fB{term}\\fR\n{text}" for term, text in escaped.items())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("-", r"\-")
