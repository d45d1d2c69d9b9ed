"""Table options, which the host sets before the first deal."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

OptionValue = int | str | bool

_WHOLE: Final = re.compile(r"-?[0-9]+")
_LONGEST_SHOWN: Final = 20
"""The most letters of a value that an error shows. No bound of a number has so many digits."""


class OptionError(ValueError):
    """An unknown option, or a value that it does not allow; a sentence for a person."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option of a game.

    name: as on the command line. default: its type is the option's type. help: what the option changes, a sentence.
    paragraph: of the rulebook. choices: the values of a text option. least, most: bounds of a number. label: what a
    screen calls it, "" for its name. words: what a screen calls values, by the value as on the command line. unit:
    shown after a number, such as "s".
    """

    name: str
    default: OptionValue
    help: str
    paragraph: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1000
    label: str = ""
    words: dict[str, str] = {}
    unit: str = ""

    @property
    def title(self) -> str:
        return self.label or self.name.replace("_", " ").capitalize()

    def called(self, value: OptionValue) -> str:
        """A value in the words of a screen."""
        word = ("on" if value else "off") if isinstance(value, bool) else str(value)
        return self.words.get(word, f"{word} {self.unit}" if self.unit else word)

    def read(self, given: OptionValue) -> OptionValue:
        """A given value (text from a command line, or already typed) as this option's type. Raises OptionError."""
        if isinstance(self.default, bool):
            return self._read_switch(given)
        if isinstance(self.default, int):
            return self._read_number(given)
        if given not in self.choices:
            raise OptionError(f"{self.name} cannot be {given!r}. Choose {', '.join(self.choices)}.")
        return given

    def _read_switch(self, given: OptionValue) -> bool:
        words = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
        if isinstance(given, str) and given.lower() in words:
            return words[given.lower()]
        if isinstance(given, bool):
            return given
        raise OptionError(f"{self.name} cannot be {given!r}. Choose on or off.")

    def _read_number(self, given: OptionValue) -> int:
        text = str(given)
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
        if isinstance(given, bool) or _WHOLE.fullmatch(text) is None:
            raise OptionError(f"{self.name} must be a whole number, not {shown!r}.")
        if len(text) > _LONGEST_SHOWN or not self.least <= int(text) <= self.most:
            raise OptionError(f"{self.name} must be from {self.least} to {self.most}, not {shown}.")
        return int(text)


def resolve(options: Sequence[Option], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The full set: the given values, and the defaults for the rest. Raises OptionError."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"Unknown option {name!r}. Options of this game: {names}.")
    return {name: option.read(given.get(name, option.default)) for name, option in known.items()}


def verify(options: Sequence[Option], given: object) -> None:
    """Raises OptionError unless `given` is a full set, as `resolve` makes it."""
    if not isinstance(given, dict) or not all(type(name) is str for name in given):
        raise OptionError("Options must be a dictionary. Its keys are the names of the options.")
    if given.keys() != {option.name for option in options}:
        names = ", ".join(option.name for option in options) or "none"
        raise OptionError(
            f"A table needs a value for each option of the game, and for nothing else. The options are: {names}."
        )
    for option in options:
        value = given[option.name]
        if type(value) is not type(option.default) or option.read(value) != value:
            raise OptionError(f"{option.name} cannot be {value!r}.")
