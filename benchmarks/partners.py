"""Players in a process of their own, as people have: what they do with their news costs the measured player nothing.

    python -m benchmarks.partners ADDRESS COUNT

They take seats 2 to COUNT + 1, and answer each decision by its default when they have been asked for 50 ms. Each line
on the standard input is answered by how many of their moves the table has taken so far.
"""

from __future__ import annotations

import asyncio
import sys

from net.client.session import ClientSession
from net.news import Asked, News, TableChanged
from net.wire.address import parse_address

THINKS_S = 0.05


class Partner:
    """One player. moves: those of its moves that the table took."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self.moves = 0
        self._tasks: set[asyncio.Task[None]] = set()
        session.on_news(self._hear)

    def _hear(self, news: News) -> None:
        if isinstance(news, Asked):
            self._begin(self._play(news.decision.id))
        elif isinstance(news, TableChanged) and news.info.phase == "between":
            self._begin(self._go_on())

    def _begin(self, work: asyncio._CoroutineLike[None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, asked: int) -> None:
        await asyncio.sleep(THINKS_S)
        decision = self.session.decision
        if decision is not None and decision.id == asked:
            self.moves += (await self.session.submit(asked, decision.default)).accepted

    async def _go_on(self) -> None:
        await self.session.next_deal()


async def main(address: str, count: int) -> None:
    """Sit down, play, and say how many moves there were."""
    partners = []
    for number in range(1, count + 1):
        session = ClientSession(parse_address(address), name=f"Player {number}")
        partners.append(Partner(session))
        await session.open()
        if session.seat is None:
            await session.sit(number)
        await session.ready()
    print("ready", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(sum(partner.moves for partner in partners), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
