"""All sessions of one door, and how many there may be."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from engine.api import counted

from .order import SshOrder
from .people import People

_STARTING_AT_ONCE: Final = 4
_ENDS_WITHIN_S: Final = 5.0
_MOST_GUESSES: Final = 12
_GUESSES_WITHIN_S: Final = 60.0


class OneSession(Protocol):
    """A session that can be ended with a sentence."""

    def close(self, sentence: str) -> None:
        """End the session with a sentence, because the door closes."""


class Sessions:
    """The sessions of a door. starting: held by each app until it has drawn its first picture. logging_in: connections
    without a session, by address."""

    def __init__(self, order: SshOrder, people: People) -> None:
        self.order = order
        self.people = people
        self.starting = asyncio.Semaphore(_STARTING_AT_ONCE)
        self.logging_in: Counter[str] = Counter()
        self._guesses: Counter[str] = Counter()
        self._addresses: dict[OneSession, str] = {}
        self._of_address: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._addresses)

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def admit(self, session: OneSession, address: str) -> str:
        """Count a session of somebody who has logged in; why there is no room for it, "" if there is."""
        order = self.order
        if len(self) >= order.most_sessions:
            return f"This card room is full: it has {counted(order.most_sessions, 'session')}. Try again later."
        if self._of_address[address] >= order.most_of_address:
            sessions = counted(order.most_of_address, "session")
            return f"From your network address, at most {sessions} can be open at once. End a session first."
        self._of_address[address] += 1
        self._addresses[session] = address
        return ""

    def note_guess(self, address: str) -> None:
        """Count a wrong password or code. Connections are cheap, so those of one address count together."""
        self._guesses[address] += 1
        asyncio.get_running_loop().call_later(_GUESSES_WITHIN_S, take_one, self._guesses, address)

    def has_guessed(self, address: str) -> bool:
        """Whether an address has given too many wrong answers of late."""
        return self._guesses[address] >= _MOST_GUESSES

    def forget(self, session: OneSession) -> None:
        """A session is over."""
        if session in self._addresses:
            take_one(self._of_address, self._addresses.pop(session))

    async def close(self) -> None:
        """End all sessions. Seats are kept."""
        for session in list(self._addresses):
            session.close("The card room closes. Your seat is kept.")
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_ENDS_WITHIN_S)


def take_one(counter: Counter[str], key: str) -> None:
    """Count one less, and delete a key whose count is zero."""
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
