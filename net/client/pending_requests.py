"""Requests of a session without an answer yet, across reconnects."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from engine.api import encode

from ..news import Outcome
from ..wire.client_messages import Request
from ..wire.framing import ProtocolError, read_client_message
from ..wire.host_messages import Done

AWAY = "You are no longer at a table."
SILENCE = "The table did not answer."
UNREADABLE = "That is too long for the table, or it has a value that no table knows."
ANSWER_S = 30.0
"""If a request has no answer after so long on an unbroken connection, the session gives it up."""
_LARGEST_RECORD = 64 * 1024 * 1024


@dataclass(slots=True)
class _Errand:
    """A request, the future for its answer, and its timeout."""

    request: Request
    outcome: asyncio.Future[Outcome]
    limit: asyncio.TimerHandle | None = None


class PendingRequests:
    """Requests without an answer. send: sends one if the table can be reached now; returns whether it could. answer_s:
    the longest time for an answer on an open connection.
    """

    def __init__(self, send: Callable[[Request], bool], answer_s: float = ANSWER_S) -> None:
        self._send = send
        self._answer_s = answer_s
        self._prefix = secrets.token_hex(5)
        self._count = 0
        self._waiting: dict[str, _Errand] = {}

    async def run(self, make: Callable[..., Request]) -> Outcome:
        """Send a request and wait for its outcome; one that no host can read is refused here. make: makes the request
        from an id."""
        self._count += 1
        request = make(id=f"{self._prefix}-{self._count}")
        if not _is_readable(request):
            return Outcome(False, UNREADABLE, code="malformed")
        errand = _Errand(request, asyncio.get_running_loop().create_future())
        self._waiting[request.id] = errand
        self._ask(errand)
        return await errand.outcome

    def send_again(self) -> None:
        """Send all unanswered requests again on a new connection. The host carries each out only once."""
        for errand in list(self._waiting.values()):
            self._ask(errand)

    def line_lost(self) -> None:
        """Stop all timeouts until there is a new connection."""
        for errand in self._waiting.values():
            _stop(errand)

    def heard_part(self) -> None:
        """A part of a long answer came, so restart the timeout."""
        for errand in self._waiting.values():
            if errand.limit is not None:
                self._limit(errand)

    def done(self, message: Done) -> Request | None:
        """An answer came; return its request, None if it is not ours."""
        errand = self._waiting.get(message.id)
        if errand is None:
            return None
        self._finish(errand, Outcome(message.accepted, message.reason, message.paragraph, message.code))
        return errand.request

    def give_up(self, sentence: str) -> None:
        """The session is over: end all requests without an answer."""
        for errand in list(self._waiting.values()):
            self._finish(errand, Outcome(False, sentence or AWAY, code="unanswered"))

    def _ask(self, errand: _Errand) -> None:
        if self._send(errand.request):
            self._limit(errand)

    def _limit(self, errand: _Errand) -> None:
        _stop(errand)
        silence = Outcome(False, SILENCE, code="unanswered")
        errand.limit = asyncio.get_running_loop().call_later(self._answer_s, self._finish, errand, silence)

    def _finish(self, errand: _Errand, outcome: Outcome) -> None:
        _stop(errand)
        self._waiting.pop(errand.request.id, None)
        if not errand.outcome.done():
            errand.outcome.set_result(outcome)


def _is_readable(request: Request) -> bool:
    """Whether a host can read it. To another request, a host may be unable to say which one it refuses."""
    try:
        read_client_message(encode(request))
    except ProtocolError:
        return False
    return True


def _stop(errand: _Errand) -> None:
    if errand.limit is not None:
        errand.limit.cancel()
        errand.limit = None


class RecordParts:
    """The parts of a match's record, as they arrive."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def clear(self) -> None:
        self._bytes.clear()

    def add(self, offset: int, data: bytes) -> None:
        """Add a part; one that does not continue where the last one ended is ignored."""
        if offset == len(self._bytes) and offset + len(data) <= _LARGEST_RECORD:
            self._bytes += data

    def whole(self) -> bytes:
        return bytes(self._bytes)
