"""Searching the rulebooks of all games: the same for the command line and the screens."""

import re
import unicodedata
from typing import Final

from engine.api import Game, Paragraph, Rulebook, RulebookHit, Section, games

from ..problems import UsageProblem
from ..widgets.packs import Script, read_pack
from .host_config import get_game

_CHINESE: Final = re.compile(r" \([\u3400-\u9fff]+\)|[\u3400-\u9fff]+(?:, )?")
"""Chinese words, with brackets or a comma that would be left over."""


def search_books(text: str, game_id: str = "") -> list[tuple[str, RulebookHit]]:
    """What the rulebook of a game ("" for all) has on some words, with the game of each: headings first, and the best
    first. Raises UsageProblem for an unknown game."""
    wanted = [game_id] if game_id else [meta.id for meta in games()]
    found = [(each, hit) for each in wanted for hit in get_game(each).rulebook.search(text)]
    return sorted(found, key=lambda pair: pair[1].rank)


def search_marks(text: str) -> tuple[str, ...]:
    """The words of a search that a page brings out."""
    return tuple(word.lower() for word in text.split() if len(word) > 1 and not word[0].isdigit())


def as_shown(text: str, game: Game, script: Script, *, ascii: bool) -> str:  # noqa: A002
    """A text of a rulebook with cards as the script has them; in ASCII also without accents and Chinese words."""
    text = read_pack(game).rewritten(text, script)
    if not ascii:
        return text
    bare = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return _CHINESE.sub("", bare)


def cited(book: Rulebook, number: str) -> list[Section | Paragraph]:
    """A paragraph, or a section with its paragraphs. Raises UsageProblem."""
    number = number.removeprefix("§").rstrip(".")
    found = [each for each in book.parts if f"{each.number}.".startswith(f"{number}.")]
    if not found:
        raise UsageProblem(f"The rules of {book.title} have no §{number}.")
    return found


def written(part: Section | Paragraph) -> str:
    """A part of a rulebook as text, with its number."""
    if isinstance(part, Section):
        intro = f"\n{part.plain}\n" if part.intro else ""
        return f"§{part.number} {part.heading}\n{intro}"
    mark = "(house rule) " if part.is_house else ""
    source = f"\n> {part.source}" if part.is_house else ""
    return f"§{part.number} {mark}{part.plain}{source}\n"
