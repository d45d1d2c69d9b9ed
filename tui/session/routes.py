"""The screen that the program opens first: the menu, our own table, another table, a replay, a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from engine.api import Seat
    from net.host.config import HostConfig
    from net.wire.address import Address

    from .records import Playable

Role = Literal["player", "watcher"]

TRUST_WORDS: Final = (
    "When the person who runs the table has told you the host's four words, add them to your command: "
    '--trust "four words".'
)
"""How the command line accepts another key of a host."""


@dataclass(frozen=True, slots=True)
class ToMenu:
    """Stay at the menu."""


@dataclass(frozen=True, slots=True)
class ToOwnTable:
    """Open a table and sit down at it. notice: a sentence for its lobby, "" for none."""

    config: HostConfig
    notice: str = ""


@dataclass(frozen=True, slots=True)
class ToKeptTable:
    """Go back to a table of our own, started again if it has ended."""

    table_id: str


@dataclass(frozen=True, slots=True)
class ToTable:
    """Join or watch a table whose address is known. trusted: four words from its host, "" for none. code: of a private
    table, "" for none.
    """

    address: Address
    role: Role
    trusted: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class ToList:
    """Choose from the list of tables."""

    role: Role


@dataclass(frozen=True, slots=True)
class ToKiosk:
    """Follow whichever table is played, one after the other. only: a part of the titles, "" for any."""

    only: str = ""


@dataclass(frozen=True, slots=True)
class ToReplay:
    """Step through a record that was checked. reader: the seat of its player who reads it, None for none."""

    found: Playable
    reader: Seat | None = None


@dataclass(frozen=True, slots=True)
class ToRules:
    """Read a rulebook. game: "" for the list of all."""

    game: str
    paragraph: str = ""


@dataclass(frozen=True, slots=True)
class ToLesson:
    """Learn a game. game: with a preset after a slash or without, "" for the list of all lessons."""

    game: str = ""


Journey = ToMenu | ToOwnTable | ToKeptTable | ToTable | ToList | ToKiosk | ToReplay | ToRules | ToLesson
