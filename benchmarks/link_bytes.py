"""Bytes that a table sends to one of four people over a plain link: a hand of Hearts, and coming back in it."""

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.report import Figure, at_most, tell
from net.client.session import ClientSession
from net.match.settings import TimeControls
from net.news import Asked, News, Told
from net.storage.person_key import make_person_key
from net.wire.framing import pack
from net.wire.host_messages import Welcome
from tests.harness.local_table import NOWHERE, LocalTable, open_table

USUAL = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=0)
HAND, BACK = 12_000, 6_000
"""Bytes at most: a whole hand for one viewer; coming back in the middle of it."""
MIDDLE = 30
"""Cards played when somebody comes back."""


class Seat:
    """Somebody at a table in memory who plays the first thing allowed. bytes: that came, by kind of message."""

    def __init__(self, table: LocalTable, name: str, *, token: bytes = b"") -> None:
        self.table = table
        self.bytes: Counter[str] = Counter()
        self.is_idle = False
        self.played = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._changed = asyncio.Event()
        self.session = ClientSession(NOWHERE, name=name, token=token, connector=self._connect, person=make_person_key())
        self.session.on_news(self._hear)

    @property
    def total(self) -> int:
        """All bytes that came."""
        return self.bytes.total()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for news after which something holds."""
        async with asyncio.timeout(60):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    async def _connect(self, protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        link = protocol()
        taken = link._on_message  # type: ignore[attr-defined]

        def count(message: Any) -> None:
            self.bytes[type(message).__name__] += len(pack(message, squeezed=not isinstance(message, Welcome)))
            taken(message)

        link._on_message = count  # type: ignore[attr-defined]
        return await self.table.connect(lambda: link)

    def _hear(self, item: News) -> None:
        self._changed.set()
        if isinstance(item, Told) and getattr(item.event, "dst", "") == "trick":
            self.played += 1
        if isinstance(item, Asked) and not self.is_idle:
            task = asyncio.get_running_loop().create_task(self.session.submit(item.decision.id, item.decision.default))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _begin() -> tuple[LocalTable, list[Seat]]:
    """Four people at a table, everybody ready."""
    table = open_table("hearts", clocks=USUAL)
    table.server.room.signs_with(make_person_key())
    seats = [Seat(table, f"Player {number}", token=table.owner if not number else b"") for number in range(4)]
    for seat in seats:
        await seat.session.open()
    for seat in seats:
        await seat.session.ready()
    return table, seats


async def _end(table: LocalTable, *seats: Seat) -> None:
    for seat in seats:
        await seat.session.close()
    await table.close()


async def hand() -> Counter[str]:
    """What one seat is sent from the start of the match until the first hand is scored, played again, and signed."""
    table, seats = await _begin()
    first = seats[0]
    before = first.bytes.copy()
    await first.session.start()
    await first.until(lambda: first.session.fairness.witnesses.seats_of(1) == 4)
    found = first.bytes - before
    await _end(table, *seats)
    return found


async def coming_back() -> tuple[int, Counter[str]]:
    """What who comes back in the middle of a hand is sent: holding all that was told; holding nothing."""
    table, seats = await _begin()
    stays, leaves = seats[0], seats[3]
    await stays.session.start()
    await stays.until(lambda: stays.played >= MIDDLE)
    before = leaves.total
    table.links[3].break_off()
    await leaves.until(lambda: not leaves.session.is_up)
    await leaves.until(lambda: leaves.session.is_up)
    await leaves.until(lambda: len(leaves.session.events) >= len(stays.session.events))
    held = leaves.total - before
    new = Seat(table, "Player 3", token=leaves.session._keeper.token)
    new.is_idle = True
    await new.session.open()
    await new.until(lambda: len(new.session.events) >= len(stays.session.events))
    found = new.bytes.copy()
    await _end(table, new, *seats)
    return held, found


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KHANHOO_HOME"] = folder
        whole, (held, empty) = asyncio.run(hand()), asyncio.run(coming_back())
    yield at_most("a hand of Hearts to one seat, four signatures included", whole.total(), "bytes", HAND)
    for kind, size in whole.most_common(5):
        yield Figure(f"of it {kind}", size, "bytes")
    yield at_most("coming back in the middle, holding all that was told", held, "bytes", BACK)
    yield at_most("coming back in the middle, holding nothing", empty.total(), "bytes", BACK)
    for kind, size in empty.most_common(3):
        yield Figure(f"of it {kind}", size, "bytes")


if __name__ == "__main__":
    tell(_figures())
