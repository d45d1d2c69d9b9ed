"""The registry of games. A game is a folder below engine/games, and needs no other registration."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from ..model.game_info import GameInfo
from .game import Game

_GAMES: Final = "engine.games"  # imported by name, because this layer must not import a game


class UnknownGame(LookupError):
    """An unknown game; the message names the known ones."""


@cache
def games() -> tuple[GameInfo, ...]:
    """The facts of every game, in the order of lists; no rules are loaded."""
    folders = sorted(module.name for module in iter_modules(import_module(_GAMES).__path__) if module.ispkg)
    metas = [import_module(f"{_GAMES}.{folder}.meta").META for folder in folders]
    return tuple(sorted(metas, key=lambda meta: (meta.order, meta.title)))


@cache
def find_game(game_id: str) -> Game:
    """The rules of a game. Raises UnknownGame."""
    if game_id not in {meta.id for meta in games()}:
        names = ", ".join(meta.id for meta in games())
        raise UnknownGame(f"Unknown game {game_id!r}. Games: {names}.")
    game: Game = import_module(f"{_GAMES}.{game_id}.rules").GAME
    return game
