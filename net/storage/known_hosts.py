"""The keys of hosts that this user has met. A host that answers with a different key is not trusted.

A key is kept for the table and the address where this user first met it; the user is not asked. A new key at either one
stops the connection and shows both keys, and only the user can accept the new one.
"""

import time
from pathlib import Path
from typing import Literal

import msgspec

from ..crypto.key_words import four_words
from .json_file import JsonFile

HostStanding = Literal["new", "met", "changed"]
"""What is known about the key that answers: nothing, that the user met it before, or that the user met another key
there.
"""

_MOST_KEPT = 512
_LARGEST_FILE = 512 * 1024


class KnownHost(msgspec.Struct, frozen=True, kw_only=True):
    """A known key. key: the fingerprint. met: when it was first met, wall clock in seconds."""

    key: str
    address: str
    table_id: str
    met: int


class OtherKey(Exception):
    """The host answers with a different key than the known one, or the one in the link. `known` may be only the
    beginning of a key.
    """

    def __init__(self, sentence: str, known: str, found: str) -> None:
        super().__init__(sentence)
        self.known = known
        self.found = found


class KnownHosts:
    """The keys kept in one file. path: None for the usual one."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = JsonFile("hosts.json", list[KnownHost], _LARGEST_FILE, path)

    def verify(self, key: str, address: str, table_id: str, *, trusted: str = "") -> None:
        """Raises OtherKey if a different key is known for this table or address. trusted: a key that the user has
        accepted, or its four words, which the user heard from the host.
        """
        if trusted and trusted in (key, four_words(key)):
            return
        known = _other_key(self.all(), key, address, table_id)
        if known:
            raise OtherKey(
                f"The key of the host at {address} has changed. Words of the old key: {four_words(known)}. "
                f"Words of the new key: {four_words(key)}. An attacker may be listening, or another "
                "machine has this address. Ask the person who runs the table which words their screen shows. "
                "Trust the new key only if that screen shows the words of the new key.",
                known,
                key,
            )

    def all(self) -> list[KnownHost]:
        """All known keys, with the places where they were met."""
        return self._file.load() or []

    def knows(self, key: str) -> bool:
        return any(pin.key == key for pin in self.all())

    def standing(self, key: str, address: str, table_id: str) -> HostStanding:
        """What a list of tables says about a key before the user joins."""
        pins = self.all()
        if _other_key(pins, key, address, table_id):
            return "changed"
        return "met" if any(pin.key == key for pin in pins) else "new"

    def keep(self, key: str, address: str, table_id: str) -> None:
        """Remember a key in place of any other for this table or address. If it cannot be saved, that matters only next
        time.
        """
        kept = [
            pin
            for pin in self.all()
            if pin.address != address and (pin.table_id != table_id or not table_id or pin.key == key)
        ]
        kept.append(KnownHost(key=key, address=address, table_id=table_id, met=int(time.time())))
        self._file.save(kept[-_MOST_KEPT:])


def verify_trusted(key: str, trusted: str, address: str) -> None:
    """Raises OtherKey if the user named a key or four words and a different key answers ("" names none)."""
    if trusted and trusted not in (key, four_words(key)):
        words = trusted if " " in trusted else four_words(trusted)
        raise OtherKey(
            f"The words of the host at {address} are: {four_words(key)}. You expected: {words}. An attacker may "
            "be listening, or another machine has this address.",
            "",
            key,
        )


def _other_key(pins: list[KnownHost], key: str, address: str, table_id: str) -> str:
    """A different key that is known for this table or address, "" if there is none."""
    for pin in pins:
        is_same = pin.table_id == table_id if table_id and pin.table_id else False
        if pin.key != key and (is_same or pin.address == address):
            return pin.key
    return ""


def verify_link(key: str, beginning: str, address: str) -> None:
    """Raises OtherKey unless the key begins with the one in the join link ("" for none)."""
    if beginning and not key.startswith(beginning):
        raise OtherKey(
            f"The link is for another host. The key in the link begins with {beginning[:8]}, "
            f"and the key of the host at {address} begins with {key[:8]}. Ask for a new link.",
            beginning,
            key,
        )
