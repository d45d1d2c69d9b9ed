"""Golden journals of every way in which a deal and a match can end; each game names its own and makes them.

`tests/games/<id>/endings.py` has DEAL_ENDINGS, MATCH_ENDINGS and journals(); `make golden` writes them.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.api import games

ENDINGS = Path(__file__).resolve().parent / "endings"


def endings_of(game_id: str) -> Any:
    """A game's module of endings."""
    return import_module(f"tests.games.{game_id}.endings")


def wanted() -> Iterator[tuple[str, str, Path]]:
    """(game, ending, file) of every ending there is; an ending is "deal_" or "match_" and the word for it."""
    for meta in games():
        module = endings_of(meta.id)
        names = [f"deal_{how}" for how in module.DEAL_ENDINGS] + [f"match_{how}" for how in module.MATCH_ENDINGS]
        for name in names:
            yield meta.id, name, ENDINGS / meta.id / f"{name}.journal"


def write() -> None:
    """Make the journals again."""
    for meta in games():
        folder = ENDINGS / meta.id
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, journal in endings_of(meta.id).journals().items():
            path = folder / f"{name}.journal"
            path.write_bytes(journal)
            print(f"{meta.id}/{path.name}: {len(journal)} bytes")
