"""The people who come through a door: known again by their key or by their code, each with folders of their own."""

from __future__ import annotations

import hashlib
import random
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net.crypto.join_code import LETTERS
from net.environment import Guest
from net.wire.sanitize import clean_name

MOST_PEOPLE: Final = 1000
"""People who are remembered. Those who have not come for long make room, and then those who only looked around."""
_VISITED: Final = "visited"
_MADE_BY_LOOKING: Final = {_VISITED, "person-key"}
_FORGOTTEN_AFTER_S: Final = 30 * 24 * 3600.0
_ROOM_MADE: Final = 100
_CODE_LETTERS: Final = 12
_FOLDER_DIGITS: Final = 24


class NoRoom(Exception):
    """No new person can be saved. The text is a sentence for this person."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who logged in.

    name: that they gave. mark: of the key or code, which tells them apart from all others. new_code: to be shown,
    because they need it to be known again; "" for none.
    """

    name: str
    mark: str
    new_code: str = ""


class People:
    """The people whom a door knows. root: the parent of their folders. shared: where the tables of this machine are."""

    def __init__(self, root: Path, shared: Path) -> None:
        self._root = root
        self._shared = shared

    def with_key(self, name: str, fingerprint: str) -> Person:
        """The person with a public key."""
        return Person(shown(name), _mark("key", fingerprint))

    def with_code(self, name: str, typed: str) -> Person | None:
        """The person with a name and a code; None if there is none."""
        person = Person(shown(name), _mark("code", shown(name).casefold(), plain_code(typed)))
        return person if (self._root / person.mark).is_dir() else None

    def new_person(self, name: str) -> Person:
        """A person who has no key, and gets a code."""
        chance = random.SystemRandom()
        letters = "".join(chance.choice(LETTERS) for _ in range(_CODE_LETTERS))
        code = "-".join(letters[at : at + 4] for at in range(0, _CODE_LETTERS, 4))
        return Person(shown(name), _mark("code", shown(name).casefold(), plain_code(code)), code)

    def settle_in(self, person: Person) -> Guest:
        """Make or find the folder of a person. Raises NoRoom, OSError."""
        self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
        home = self._root / person.mark
        if not home.is_dir():
            self._make_room()
            home.mkdir(mode=0o700)
        (home / _VISITED).touch(mode=0o600)
        return Guest(home, self._shared)

    def _make_room(self) -> None:
        homes = [home for home in self._root.iterdir() if home.is_dir()]
        if len(homes) < MOST_PEOPLE:
            return
        long_ago = time.time() - _FORGOTTEN_AFTER_S
        old = [home for home in homes if _visited(home) < long_ago]
        # Without this, one person with many keys could fill the room within minutes, for a month.
        unused = sorted((home for home in homes if not _is_used(home)), key=_visited)[:_ROOM_MADE]
        for home in old or unused:
            shutil.rmtree(home, ignore_errors=True)
        if not old and not unused:
            raise NoRoom(
                f"This card room is full: it remembers {MOST_PEOPLE} people. Ask its host to make room for you."
            )


def shown(name: str) -> str:
    """A login name as a player's name."""
    return clean_name(name) or "Guest"


def plain_code(typed: str) -> str:
    """The letters and digits of a typed code."""
    return "".join(letter for letter in typed.upper() if letter in LETTERS)


def _mark(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_FOLDER_DIGITS]


def _visited(home: Path) -> float:
    with suppress(OSError):
        return (home / _VISITED).stat().st_mtime
    return 0.0


def _is_used(home: Path) -> bool:
    """Whether this person has changed a setting, played or kept anything."""
    return any(place.is_file() and place.name not in _MADE_BY_LOOKING for place in home.rglob("*"))
