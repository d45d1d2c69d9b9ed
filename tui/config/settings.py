"""The settings of a player, saved as TOML in the config directory.

Reading uses `tomllib`; writing is a dozen lines of our own, because the file contains only text, numbers and
yes or no. A file that cannot be understood is not changed: Khanhoo uses the defaults and says what is wrong
with the file.
"""

import getpass
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, Self

from net.problems import StoreProblem
from net.storage.files import read_bounded, set_aside, write_whole
from net.wire.sanitize import NAME_CELLS

FILE_NAME: Final = "settings.toml"
_LARGEST: Final = 256 * 1024

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "glyphs": ("auto", "unicode", "ascii"),
    "deck": ("four", "two"),
    "faces": ("auto", "native", "latin"),
    "pace": ("instant", "quick", "normal", "slow"),
    "away": ("wait", "pause", "bot"),
    "mouse": ("auto", "on", "off"),
    "coach": ("on", "card", "off"),
    "motion": ("auto", "on", "off"),
}
"""Fields of which the value is one of a few words; `theme` and `sort` are checked where the words are known.
"""


class SettingsProblem(Exception):
    """A settings file that cannot be read, understood or written; the text is a sentence for the player."""


def own_name() -> str:
    """The player's name until they choose another: their user name, or "Player" if there is none."""
    try:
        return getpass.getuser()[:NAME_CELLS] or "Player"
    except (OSError, KeyError, ImportError):
        return "Player"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings on the settings screen, and what the menu saves about the last table."""

    name: str = ""
    """The name others see; empty means the user name."""
    theme: str = "felt"
    """Name of one of the themes of `tui.config.themes`."""
    sort: str = ""
    """How a hand is arranged: one of the game's arrangements, or empty for the first it offers."""
    glyphs: str = "auto"
    """"auto" looks at the terminal; "unicode" and "ascii" force the faces."""
    faces: str = "auto"
    """How cards are written that are not French: "native" in their own signs, "latin" in letters, "auto" in both."""
    deck: str = "four"
    """"four" colours the suits apart, "two" keeps red and black."""
    pace: str = "normal"
    """How long bots at a table opened here take for a move."""
    away: str = "wait"
    """What a table opened here does for a seat whose player is gone: "wait", "pause" a while, or let a "bot" play."""
    guard: bool = True
    """Let keys that come too soon after a new question do nothing."""
    coach: str = "on"
    """In a game that is new to the player: a "card" with the rules, and with "on" tips and hints as well."""
    bell: bool = True
    """Ring the terminal's bell when it becomes my turn."""
    motion: str = "auto"
    """Let cards move to the trick and to its taker; "auto" means not over SSH, where each picture takes its time."""
    forced: bool = True
    """Make a move for me that is the only one: a pass, or the last card."""
    only_card: bool = False
    """Play my only legal card for me. Only alone with bots: other people could tell from the time what I hold."""
    only_useful: bool = False
    """Pass a claim for me if the lines about my hand say that the card is of no use."""
    mouse: str = "auto"
    """Use the mouse; off leaves it to the terminal, so that text can be selected. Takes effect at the next start."""
    log: bool = True
    """Show the log of events beside the table where the terminal is wide enough."""
    last_game: str = ""
    """The game that was played last, "" for none: the cursor of the menu starts there."""
    last_seats: int = 0
    """Seats of the last table opened here; 0 means the game's usual number."""
    last_bots: str = "easy"
    """Levels of the bots of the last table, blanks between; the last one again for the seats that are left."""
    last_options: str = ""
    """Options of the last game where they differ from the usual ones, as "name=value", blanks between."""
    kept_options: str = ""
    """The options last used for each game where they differ from the usual ones, "game name=value ...; game ..."."""
    last_address: str = ""
    """What was typed last into the address line."""

    @property
    def shown_name(self) -> str:
        return self.name.strip() or own_name()

    def with_(self, **changes: str | bool | int) -> Self:
        """A copy with some fields changed; raises SettingsProblem when a value does not fit its field."""
        for field, value in changes.items():
            _verify(field, value)
        return replace(self, **changes)  # type: ignore[arg-type]


_KINDS: Final[dict[str, type]] = {field.name: type(field.default) for field in fields(Settings)}


def _verify(field: str, value: object) -> None:
    """Raise SettingsProblem if the field cannot have this value."""
    kind = _KINDS.get(field)
    if kind is None:
        raise SettingsProblem(f"There is no setting {field!r}.")
    if type(value) is not kind:
        wanted = {str: "text in quotes", bool: "true or false", int: "a whole number"}[kind]
        raise SettingsProblem(f"The setting {field} must be {wanted}, not {value!r}.")
    allowed = CHOICES.get(field)
    if allowed is not None and value not in allowed:
        raise SettingsProblem(f"The setting {field} must be one of {', '.join(allowed)}, not {value!r}.")


def settings_path() -> Path:
    from net.storage.paths import config_dir

    return config_dir() / FILE_NAME


def read_settings(path: Path) -> tuple[Settings, str]:
    """The settings in a file, and a sentence about the parts that could not be understood ("" for none). A missing file
    is no fault. A bad line is ignored; the other lines count.
    """
    try:
        text = read_bounded(path, _LARGEST, follows_links=True).decode("utf-8")
    except (StoreProblem, UnicodeDecodeError) as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return Settings(), ""
        return Settings(), f"The settings in {path} cannot be read ({_cause(error)}). Using the defaults."
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (
            Settings(),
            f"The settings in {path} are not valid TOML ({error}). Using the defaults. The file is not changed.",
        )
    settings, faults = Settings(), []
    for field, value in found.items():
        try:
            settings = settings.with_(**{field: value})
        except SettingsProblem as problem:
            faults.append(str(problem))
    if faults:
        return settings, f"In {path}: {' '.join(faults)} All other settings are used."
    return settings, ""


def write_settings(path: Path, settings: Settings) -> None:
    """Write the file in one step: a reader sees the old one or the new one, never half of either.

    A file that could not be understood is first renamed to `settings.toml.kept`, so that nothing a person wrote is
    lost. If the path is a symbolic link, the file that it leads to is written.
    Raises SettingsProblem if the disk refuses.
    """
    try:
        path = Path(os.path.realpath(path))  # such as a file that a person keeps with their other settings
        path.parent.mkdir(parents=True, exist_ok=True)
        if read_settings(path)[1] and path.exists():
            set_aside(path)
        text = as_toml({field.name: getattr(settings, field.name) for field in fields(settings)})
        write_whole(path, text.encode())
    except (StoreProblem, OSError) as error:
        raise SettingsProblem(
            f"Settings cannot be saved in {path} ({_cause(error)}). Changes last only until you quit."
        ) from error


def as_toml(values: Mapping[str, str | bool | int]) -> str:
    """A flat TOML document of text, numbers and yes or no."""
    return "".join(f"{field} = {_toml(value)}\n" for field, value in values.items())


def _toml(value: str | bool | int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return '"' + "".join(_escaped(sign) for sign in value) + '"'


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x20 or ord(sign) == 0x7F else sign


def _cause(error: Exception) -> str:
    """The system's error in words, without number and path."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    cause = error if isinstance(error, OSError) else error.__cause__
    return (cause.strerror or str(cause)) if isinstance(cause, OSError) else str(error)


@dataclass(frozen=True, slots=True)
class Overrides:
    """The settings that the command line changes for this run only."""

    ascii: bool = False
    name: str = ""
