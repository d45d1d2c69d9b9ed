"""The facts of a game, available without loading its rules: its name, players and options."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from .options import Option, OptionValue, resolve


class SeatsError(ValueError):
    """A number of players that the game does not allow."""


class Preset(msgspec.Struct, frozen=True):
    """A named set of options.

    id: as on the command line. summary: one sentence. options: those that differ from the defaults.
    seats: a number of seats, 0 for the usual number. most_seats: the most players, 0 for the game's own limit.
    brief: a few words for the list of games; if empty, only the form of a new table offers the preset.
    minutes: of a match against bots (benchmarks/minutes.py). learning: how difficult the rules are.
    """

    id: str
    title: str
    summary: str
    options: dict[str, OptionValue] = {}
    seats: int = 0
    most_seats: int = 0
    brief: str = ""
    minutes: int = 0
    learning: Literal["easy", "medium", "hard"] = "medium"


class GameInfo(msgspec.Struct, frozen=True):
    """The facts of a game. id: as on the command line. native: its name in its own language. summary: one sentence.
    usual_seats: the usual number of players. presets: the first is the game's default. can_shrink: whether a match may
    go on after a player leaves for good. order: its place in lists of games, lowest first.
    """

    id: str
    title: str
    native: str
    summary: str
    least_seats: int
    most_seats: int
    usual_seats: int
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    can_shrink: bool = False
    order: int = 100

    def verify_seats(self, seats: int) -> None:
        """Raises SeatsError unless the game allows this number of players."""
        if type(seats) is not int:
            raise SeatsError(f"The number of seats must be a whole number, not {seats!r}.")
        if not self.least_seats <= seats <= self.most_seats:
            span = (
                f"{self.least_seats} to {self.most_seats}" if self.least_seats < self.most_seats else self.least_seats
            )
            raise SeatsError(f"{self.title} is for {span} players, not {seats}.")

    def preset(self, name: str) -> Preset:
        """A preset by its id. Raises KeyError, which lists the known ids."""
        for preset in self.presets:
            if preset.id == name:
                return preset
        raise KeyError(f"{self.title} has no preset {name!r}. Presets: {', '.join(p.id for p in self.presets)}.")

    def nearest_preset(self, options: Mapping[str, OptionValue]) -> Preset:
        """The preset that differs from a table in the fewest options; the first one if several do."""

        def differing(preset: Preset) -> int:
            meant = self.resolve(preset.options)
            return sum(options.get(name, value) != value for name, value in meant.items())

        return min(self.presets, key=differing)

    def resolve(self, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The full set of options. Raises OptionError."""
        return resolve(self.options, given)
