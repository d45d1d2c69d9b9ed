"""What a session has asked of its table and has no answer to yet, through all connections that it takes."""

import asyncio
import secrets
from collections.abc import Callable

from .asking import Outcome
from .protocol import Done, Request

AWAY = "You are not at a table any more."
_LARGEST_RECORD = 64 * 1024 * 1024


class Errands:
    """Requests on their way. send: hands one to the table, if it can be reached now."""

    def __init__(self, send: Callable[[Request], None]) -> None:
        self._send = send
        self._prefix = secrets.token_hex(5)
        self._count = 0
        self._waiting: dict[str, tuple[Request, asyncio.Future[Outcome]]] = {}

    async def run(self, make: Callable[..., Request]) -> Outcome:
        """Ask, and wait for what becomes of it. make: makes the request, given its id."""
        self._count += 1
        request = make(id=f"{self._prefix}-{self._count}")
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = (request, future)
        self._send(request)
        return await future

    def send_again(self) -> None:
        """There is a new connection: what has no answer is asked once more. It counts once."""
        for request, _ in self._waiting.values():
            self._send(request)

    def done(self, message: Done) -> Request | None:
        """An answer came; gives the request that it is for, None if that is none of ours."""
        request, future = self._waiting.pop(message.id, (None, None))
        if future is not None and not future.done():
            future.set_result(Outcome(message.accepted, message.reason, message.paragraph))
        return request

    def give_up(self, sentence: str) -> None:
        """The session is over: nothing will be answered any more."""
        for _, future in self._waiting.values():
            if not future.done():
                future.set_result(Outcome(False, sentence or AWAY))
        self._waiting.clear()


class RecordParts:
    """The record of a match as it comes in pieces."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def clear(self) -> None:
        """A new one is asked for."""
        self._bytes.clear()

    def add(self, offset: int, data: bytes) -> None:
        """A piece came; one that does not go on where the last one ended is left out."""
        if offset == len(self._bytes) and offset + len(data) <= _LARGEST_RECORD:
            self._bytes += data

    def whole(self) -> bytes:
        """All that came."""
        return bytes(self._bytes)
