"""The keys of hosts that this user has met. Whoever answers with another key than before is not believed.

A key is kept for the table and for the address at which it was met first; nothing is asked of the person then. A new
key at either is a hard stop that shows both keys, and only the person can say that the new one is right.
"""

import contextlib
import time
from pathlib import Path
from typing import Literal

import msgspec

from ..crypto.key_words import four_words
from ..problems import StoreProblem
from .json_file import JsonFile

HostStanding = Literal["new", "met", "changed"]
"""What is known of the key that answers: nothing, that it was met before, that another was met there."""

_MOST_KEPT = 512
_LARGEST_FILE = 512 * 1024


class KnownHost(msgspec.Struct, frozen=True, kw_only=True):
    """A key that was met. key: the fingerprint. met: wall clock of the first time, seconds."""

    key: str
    address: str
    table_id: str
    met: int


class OtherKey(Exception):
    """Another key answers than the one that is known, or than the link names. known may be a beginning only."""

    def __init__(self, sentence: str, known: str, found: str) -> None:
        super().__init__(sentence)
        self.known = known
        self.found = found


class KnownHosts:
    """The keys kept in one file. path: None for the usual one."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = JsonFile("hosts.json", list[KnownHost], _LARGEST_FILE, path)

    def verify(self, key: str, address: str, table_id: str, *, trusted: str = "") -> None:
        """Raises OtherKey if another key was met at this table or address.

        trusted: a key that the person has accepted, or its four words, which the host has told the person.
        """
        if trusted and trusted in (key, four_words(key)):
            return
        known = _other_key(self._file.load(), key, address, table_id)
        if known:
            raise OtherKey(
                f"The key of the host at {address} has changed. It was: {four_words(known)}. It is now: "
                f"{four_words(key)}. An attacker may be listening, or another machine has this address. Compare the "
                "words with the host's before you trust the new key.",
                known,
                key,
            )

    def all(self) -> list[KnownHost]:
        """Every key that is remembered, with where it was met."""
        return self._file.load()

    def knows(self, key: str) -> bool:
        return any(pin.key == key for pin in self._file.load())

    def standing(self, key: str, address: str, table_id: str) -> HostStanding:
        """What a list of tables says of a key, before anybody joins."""
        pins = self._file.load()
        if _other_key(pins, key, address, table_id):
            return "changed"
        return "met" if any(pin.key == key for pin in pins) else "new"

    def keep(self, key: str, address: str, table_id: str) -> None:
        """Remember a key in place of any other for this table or address. That it cannot be kept matters next time."""
        kept = [
            pin
            for pin in self._file.load()
            if pin.address != address and (pin.table_id != table_id or not table_id or pin.key == key)
        ]
        kept.append(KnownHost(key=key, address=address, table_id=table_id, met=int(time.time())))
        with contextlib.suppress(StoreProblem, OSError):
            self._file.save(kept[-_MOST_KEPT:])


def verify_trusted(key: str, trusted: str, address: str) -> None:
    """Raises OtherKey if the person has named a key, or four words, and another key answers ("" names none)."""
    if trusted and trusted not in (key, four_words(key)):
        words = trusted if " " in trusted else four_words(trusted)
        raise OtherKey(
            f"The words of the host at {address} are: {four_words(key)}. You trust: {words}. An attacker may "
            "be listening, or it is another machine.",
            "",
            key,
        )


def _other_key(pins: list[KnownHost], key: str, address: str, table_id: str) -> str:
    """Another key that was met at this table or address, "" if there is none."""
    for pin in pins:
        is_same = pin.table_id == table_id if table_id and pin.table_id else False
        if pin.key != key and (is_same or pin.address == address):
            return pin.key
    return ""


def verify_link(key: str, beginning: str, address: str) -> None:
    """Raises OtherKey unless a key begins as the join link says ("" says nothing)."""
    if beginning and not key.startswith(beginning):
        raise OtherKey(
            f"The host at {address} is not the one in the link: its key begins with {key[:8]}, the link's with "
            f"{beginning[:8]}. Ask for a new link.",
            beginning,
            key,
        )
