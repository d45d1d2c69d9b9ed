"""How often each game was played, and what its player was told of it, in one small file."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

_LARGEST_FILE: Final = 64 * 1024


def first_deals_path() -> Path:
    from net.storage.paths import state_dir

    return state_dir() / "first_deals.json"


class FirstDeals:
    """The deals that were played of each game, and the moves that a player was told of.

    An unreadable file counts as empty. If the file cannot be written, the counts are lost at the end.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._deals, self._told = _read(place)

    def is_new(self, game: str) -> bool:
        """Whether the card of a game was never read. game: "khanhoo/english", with its preset."""
        return game not in self._deals

    def count(self, game: str) -> int:
        """How many deals of a game were played to their end."""
        return self._deals.get(game, 0)

    def add(self, game: str, deals: int) -> None:
        """Count more played deals. 0 deals: only the card was read."""
        self._deals[game] = self.count(game) + deals
        self._write()

    def is_told(self, verb: str) -> bool:
        """Whether a player was told of a move. verb: "khanhoo/bump", with its game."""
        return verb in self._told

    def tell(self, verb: str) -> None:
        self._told.append(verb)
        self._write()

    def _write(self) -> None:
        from net.problems import StoreProblem
        from net.storage.files import write_whole

        with suppress(StoreProblem, OSError):
            write_whole(self._place, json.dumps({"deals": self._deals, "told": self._told}, indent=1).encode())


def _read(place: Path) -> tuple[dict[str, int], list[str]]:
    from net.problems import StoreProblem
    from net.storage.files import read_bounded

    try:
        found = json.loads(read_bounded(place, _LARGEST_FILE))
    except (StoreProblem, OSError, ValueError):
        return {}, []
    if not isinstance(found, dict):
        return {}, []
    deals, told = found.get("deals"), found.get("told")
    return (
        {game: count for game, count in deals.items() if isinstance(count, int)} if isinstance(deals, dict) else {},
        [each for each in told if isinstance(each, str)] if isinstance(told, list) else [],
    )
