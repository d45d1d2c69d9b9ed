"""Searching the rulebooks of all games: the same for the command line and the screens."""

from engine.api import RulebookHit, games

from .host_config import get_game


def search_books(text: str, game_id: str = "") -> list[tuple[str, RulebookHit]]:
    """What the rulebook of a game ("" for all) has on some words, with the game of each: headings first, and the best
    first. Raises UsageProblem for an unknown game."""
    wanted = [game_id] if game_id else [meta.id for meta in games()]
    found = [(each, hit) for each in wanted for hit in get_game(each).rulebook.search(text)]
    return sorted(found, key=lambda pair: pair[1].rank)


def search_marks(text: str) -> tuple[str, ...]:
    """The words of a search that a page brings out."""
    return tuple(word.lower() for word in text.split() if len(word) > 1 and not word[0].isdigit())
