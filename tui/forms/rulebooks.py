"""Searching the rulebooks of all games: the same for the command line and the screens."""

import re
import unicodedata
from typing import Final

from engine.api import Game, RulebookHit, games

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
