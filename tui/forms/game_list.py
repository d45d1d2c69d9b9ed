"""The list of games of the first screen: every game with the presets that have an entry of their own. Pure, and no
rules are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.api import GameInfo, OptionValue, Preset, games

from ..config.last_options import last_set, read_set
from ..config.settings import Settings

DIGITS: Final = "1234567890"
"""Each starts the entry at its place."""
NEVER: Final = "–"
"""In place of the result of a game that was never played."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, played by one of its presets."""

    meta: GameInfo
    preset: Preset

    @property
    def id(self) -> str:
        return f"{self.meta.id}/{self.preset.id}"

    @property
    def players(self) -> str:
        """How many can play: "2-4"."""
        least, most = self.meta.least_seats, self.preset.most_seats or self.meta.most_seats
        return str(least) if least == most else f"{least}-{most}"

    @property
    def summary(self) -> str:
        """A sentence or two about the game."""
        return self.meta.summary if self.preset is self.meta.presets[0] else self.preset.summary

    def is_for(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether a table with these options is of this entry."""
        return self.meta.nearest_preset(options) is self.preset


def entries() -> list[Entry]:
    """All entries, in the order of the list."""
    return [
        Entry(meta, preset) for meta in games() for preset in meta.presets if preset.brief or preset is meta.presets[0]
    ]


def last_entry(settings: Settings) -> Entry:
    """The entry that was played last, or the first one."""
    found = [entry for entry in entries() if entry.meta.id == settings.last_game]
    options = {each.meta.id: read_set(settings.last_options, each.meta) for each in found}
    return next((each for each in found if each.is_for(options[each.meta.id])), (found or entries())[0])


def start_words(entry: Entry, settings: Settings) -> str:
    """The table that Enter opens: "3 players, easy bots"."""
    seats, bots = entry.preset.seats or entry.meta.usual_seats, settings.last_bots.split()[:1]
    if entry.id == last_entry(settings).id:
        seats, bots = settings.last_seats or seats, settings.last_bots.split()
    kept = last_set(settings.kept_options, entry.meta)
    is_changed = kept is not None and entry.is_for(kept) and kept != entry.meta.resolve(entry.preset.options)
    return f"{seats} players, {' and '.join(bots)} bots{', your options' if is_changed else ''}"


def entry_cells(entry: Entry, key: str, result: str, *, is_narrow: bool) -> tuple[str, ...]:
    """The cells of an entry in the list. is_narrow: without the words about the game."""
    preset = entry.preset
    minutes = f"{preset.minutes} min" if preset.minutes else ""
    brief = () if is_narrow else (preset.brief or preset.summary,)
    return key, preset.title, entry.players, minutes, preset.learning, *brief, result
