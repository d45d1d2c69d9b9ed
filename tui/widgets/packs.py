"""The faces of a game's pack: what a card is called in letters, in its own writing, and in words.

French cards need no words: their code says rank and suit. A game with other cards names them in its layout.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from engine.api import JOKER, UNKNOWN, Card, Game, find_game, suit_of

_TONES: Final = ("D", "C", "H", "", "S")
"""Colours of the groups of suits, in their order: blue, green, orange, purple, black.

They are those of the French suits, which stay apart for red-green blindness too."""
GROUPS: Final = ("cash", "strings", "myriads", "flowers")
"""The groups that come first, so that the money suits wear the same colours in every game that has them."""

Script = str
"""How faces are written: "latin" letters, "native" signs, or "both"."""


@dataclass(frozen=True)
class FaceWords:
    """What a face is called. latin: one or two cells. suit: its group."""

    native: str
    latin: str
    suit: str


@dataclass(frozen=True, eq=False)
class Pack:
    """The faces of a pack that is not French; those that it does not name are French. names: what records call
    something, and what players read.
    """

    faces: Mapping[Card, FaceWords]
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups of suits: those of money cards, then others in the order in which they are named."""
        named = dict.fromkeys(words.suit for words in self.faces.values())
        return tuple(dict.fromkeys((*GROUPS, *named)) if set(GROUPS) & set(named) else named)

    @cached_property
    def has_native(self) -> bool:
        """Whether its cards are also written in signs of their own."""
        return any(words.native != words.latin for words in self.faces.values())

    def tone(self, card: Card) -> str:
        """The colour of a card: the suit letter of the French card that wears it."""
        words = self.faces.get(card)
        if words is not None:
            return _TONES[self.groups.index(words.suit) % len(_TONES)]
        return "" if card in (JOKER, UNKNOWN) else suit_of(card)

    def printed(self, card: Card, script: Script) -> str | None:
        """A face of this pack; None for one that is French."""
        words = self.faces.get(card)
        if words is None:
            return None
        return words.native if script == "native" else words.latin

    def native(self, card: Card) -> str:
        """The signs of a card's own writing, "" if it has none."""
        words = self.faces.get(card)
        return "" if words is None or words.native == words.latin else words.native

    def spoken(self, card: Card) -> str | None:
        """A face of this pack in a sentence: in letters and in its own writing; None for one that is French."""
        words = self.faces.get(card)
        if words is None:
            return None
        return words.latin if words.native == words.latin else f"{words.latin} {words.native}"

    def named(self, text: str) -> str:
        """A sentence of the game's with the names that players read."""
        for name, shown in self.names.items():
            text = text.replace(name, shown)
        return text

    def rewritten(self, text: str, script: Script) -> str:
        """A sentence that names cards in both ways, in one of them."""
        if script == "both" or not self.has_native:
            return text
        found = self._both.sub(r"\1" if script == "latin" else r"\2", text)
        if script == "latin":
            found = self._natives.sub(lambda sign: self._latin_of[sign[0]], found)
        return found

    @cached_property
    def _latin_of(self) -> dict[str, str]:
        return {words.native: words.latin for words in self.faces.values() if words.native != words.latin}

    @cached_property
    def _both(self) -> re.Pattern[str]:
        pairs = "|".join(re.escape(latin) for latin in sorted(set(self._latin_of.values()), key=len, reverse=True))
        return re.compile(rf"\b({pairs}) ({self._natives.pattern})")

    @cached_property
    def _natives(self) -> re.Pattern[str]:
        return re.compile("|".join(re.escape(sign) for sign in sorted(self._latin_of, key=len, reverse=True)))


FRENCH: Final = Pack({})


def read_pack(game: Game) -> Pack:
    return _read(game.meta.id)


@lru_cache(maxsize=16)
def _read(game_id: str) -> Pack:
    layout = find_game(game_id).layout
    return make_pack(layout.get("faces", {}), layout.get("names", {}))


def make_pack(raw: Mapping[str, Mapping[str, Any]], names: Mapping[str, str] | None = None) -> Pack:
    if not raw and not names:
        return FRENCH
    return Pack({Card(code): _face(code, words) for code, words in raw.items()}, names or {})


def _face(code: str, words: Mapping[str, Any]) -> FaceWords:
    latin = str(words.get("latin", code))
    return FaceWords(str(words.get("native", latin)), latin, str(words.get("suit", "")))
