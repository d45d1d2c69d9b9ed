"""The arithmetic of a private table's code, in one thread of its own, one calculation at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ..crypto.pake import BadKnock, answer_knock
from ..room.effects import ComputePake, ConnectionId
from .fault_place import blame

PakeCallback = Callable[[ConnectionId, tuple[bytes, bytes] | None], None]


class PakeWorker:
    """Does what a room wants computed. answered: told on the loop what came of each, None for a knock that was none
    or where the arithmetic failed. say: gets lines for the log.

    How much waits here at once, and how much is wanted in a second, the room has bounded (net/room/code_gate.py).
    """

    def __init__(self, answered: PakeCallback, say: Callable[[str], None]) -> None:
        self._answered = answered
        self._say = say
        self._loop = asyncio.get_running_loop()
        self._thread: ThreadPoolExecutor | None = None

    def compute(self, wanted: ComputePake, ends: bytes) -> None:
        """Begin a calculation. ends: the channel between this host and that guest (net/crypto/pake.py)."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="codes")
        work = self._loop.run_in_executor(self._thread, _answer, wanted, ends)
        work.add_done_callback(lambda done: self._tell(wanted.connection, done))

    def close(self) -> None:
        """Drop the calculations that have not begun."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _tell(self, connection: ConnectionId, done: asyncio.Future[tuple[bytes, bytes] | None]) -> None:
        if done.cancelled():
            return
        fault = done.exception()
        if fault is not None:
            self._say(f"The calculation of the code proof failed: {blame(fault)}")
        self._answered(connection, done.result() if fault is None else None)


def _answer(wanted: ComputePake, ends: bytes) -> tuple[bytes, bytes] | None:
    try:
        return answer_knock(wanted.code, wanted.table, ends, wanted.pake)
    except BadKnock:
        return None
