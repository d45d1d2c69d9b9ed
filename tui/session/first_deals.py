"""How often each game was played, and what its player was told of it, in one small file."""

from __future__ import annotations

from typing import Final

import msgspec

from net.storage.json_file import JsonFile

_LARGEST_FILE: Final = 64 * 1024


class _Played(msgspec.Struct):
    deals: dict[str, int] = {}
    told: list[str] = []


class FirstDeals:
    """The deals that were played of each game, and the moves that a player was told of. If the counts cannot be saved,
    they last as long as this object.
    """

    def __init__(self) -> None:
        self._file = JsonFile("first_deals.json", _Played, _LARGEST_FILE)
        self._played = self._file.load() or _Played()

    def is_new(self, game: str) -> bool:
        """Whether the card of a game was never read. game: "khanhoo/english", with its preset."""
        return game not in self._played.deals

    def count(self, game: str) -> int:
        """How many deals of a game were played to their end."""
        return self._played.deals.get(game, 0)

    def add(self, game: str, deals: int) -> None:
        """Count more played deals. 0 deals: only the card was read."""
        self._played = self._file.load() or self._played
        self._played.deals[game] = self.count(game) + deals
        self._file.save(self._played)

    def is_told(self, verb: str) -> bool:
        """Whether a player was told of a move. verb: "khanhoo/bump", with its game."""
        return verb in self._played.told

    def tell(self, verb: str) -> None:
        self._played = self._file.load() or self._played
        self._played.told.append(verb)
        self._file.save(self._played)
