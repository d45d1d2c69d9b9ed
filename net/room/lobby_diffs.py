"""What of a room's lobby is on disk: only what is new of it is written down again.

Asking for nothing new must not fill a disk, and neither must a thousand spectators: each is written down when it comes
or changes, and not again with whoever comes next.
"""

import msgspec

from engine.api import encode

from ..match.lobby import Lobby
from ..match.people import Person


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is new of a lobby. lobby: all but who watches, if anything of that is. came: spectators who are new or other
    than they were. went: numbers of people who do not watch any more."""

    lobby: Lobby | None = None
    came: tuple[Person, ...] = ()
    went: tuple[int, ...] = ()


class Ledger:
    """What was written down of one lobby."""

    def __init__(self) -> None:
        self._lobby = b""
        self._watchers: dict[int, bytes] = {}

    @classmethod
    def of(cls, lobby: Lobby) -> "Ledger":
        """That of a lobby which was read from disk: whoever is in it and does not come back has to be struck there."""
        ledger = cls()
        ledger.change(lobby)
        return ledger

    def change(self, lobby: Lobby) -> Change | None:
        """What is new since the last time; it counts as written down from here on. None for nothing."""
        house = msgspec.structs.replace(lobby, people=lobby.seated)
        before, self._lobby = self._lobby, encode(house)
        known, self._watchers = self._watchers, {person.key: encode(person) for person in lobby.watchers}
        came = tuple(person for person in lobby.watchers if self._watchers[person.key] != known.get(person.key))
        went = tuple(sorted(known.keys() - self._watchers.keys()))
        if self._lobby == before and not came and not went:
            return None
        return Change(house if self._lobby != before else None, came, went)


class Books:
    """A lobby as its changes tell of it, one after the other."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._watchers: dict[int, Person] = {}

    def take(self, change: Change) -> None:
        """What was new next."""
        self._lobby = change.lobby or self._lobby
        self._watchers.update((person.key, person) for person in change.came)
        for key in change.went:
            self._watchers.pop(key, None)

    def lobby(self) -> Lobby:
        """The lobby after all that was taken."""
        return msgspec.structs.replace(self._lobby, people=[*self._lobby.people, *self._watchers.values()])
