"""The connection of a session to its table, made again whenever it breaks. A state machine: RECONNECT_TRANSITIONS lists
what may happen in each state, and the next state.
"""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from ..crypto.pake import BadKnock
from ..host import launcher, registry
from ..problems import JoinRefused, WrongHost
from ..state_machine import StateMachine
from ..transport.dial import ClientConnection, Connector
from ..transport.sockets import CannotReach, Reach, connect, farthest, reach_of
from ..transport.tls import peer_key
from ..wire.address import Address
from ..wire.client_messages import ClientMessage, Hello, Ping
from ..wire.host_messages import HostMessage, Refused, Welcome, Work
from .code_proof import CodeProof

WELCOME_WITHIN_S = 6.0
PING_AFTER_S = 4.0
SILENT_FOR_S = 11.0
FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
RETRY_WAITS_S = (1.0, 2.0)
"""The shortest waits of a new client before its second and its third attempt at a crowded table."""
LONGEST_RETRY_S = 15.0


class ReconnectState(Enum):
    """The states of a session's connection."""

    NEW = auto()
    OPENING = auto()
    """The first attempt to join. The caller that opens the session gets each failure."""
    UP = auto()
    """Between a welcome and the next break."""
    WAITING = auto()
    """The connection is gone; the next attempt begins after a while."""
    CONNECTING = auto()
    """An attempt to reconnect."""
    CLOSED = auto()


class ReconnectEvent(Enum):
    """The events of a session's connection."""

    OPEN = auto()
    WELCOME = auto()
    BREAK = auto()
    """The connection broke, was silent, or was given up."""
    WAITED = auto()
    FAIL = auto()
    """An attempt failed, and another one may not."""
    MOVE = auto()
    """The table has moved to another address."""
    CLOSE = auto()


RECONNECT_TRANSITIONS: Final[dict[ReconnectState, dict[ReconnectEvent, ReconnectState]]] = {
    ReconnectState.NEW: {ReconnectEvent.OPEN: ReconnectState.OPENING, ReconnectEvent.CLOSE: ReconnectState.CLOSED},
    ReconnectState.OPENING: {ReconnectEvent.WELCOME: ReconnectState.UP, ReconnectEvent.CLOSE: ReconnectState.CLOSED},
    ReconnectState.UP: {
        ReconnectEvent.WELCOME: ReconnectState.UP,
        ReconnectEvent.BREAK: ReconnectState.WAITING,
        ReconnectEvent.MOVE: ReconnectState.WAITING,
        ReconnectEvent.CLOSE: ReconnectState.CLOSED,
    },
    ReconnectState.WAITING: {
        ReconnectEvent.WAITED: ReconnectState.CONNECTING,
        ReconnectEvent.MOVE: ReconnectState.WAITING,
        ReconnectEvent.CLOSE: ReconnectState.CLOSED,
    },
    ReconnectState.CONNECTING: {
        ReconnectEvent.WELCOME: ReconnectState.UP,
        ReconnectEvent.FAIL: ReconnectState.WAITING,
        ReconnectEvent.MOVE: ReconnectState.WAITING,
        ReconnectEvent.CLOSE: ReconnectState.CLOSED,
    },
    ReconnectState.CLOSED: {},
}


class CodeWanted(JoinRefused):
    """The table is private and wants its code, or a different one from the one given."""


class WorkWanted(CodeWanted):
    """The table wants work before the next try of its code, because of many wrong codes."""

    def __init__(self, sentence: str, code: str, work: Work) -> None:
        super().__init__(sentence, code)
        self.work = work


class Later(JoinRefused):
    """The table accepts nobody for the moment. retry_ms: wait this long."""

    def __init__(self, sentence: str, code: str, retry_ms: int) -> None:
        super().__init__(sentence, code)
        self.retry_ms = retry_ms


@dataclass(frozen=True)
class LineHandlers:
    """The callbacks of a session."""

    hello: Callable[[bytes, int | None], Hello]
    """What to say first on a new connection, with a proof of the table's code if there was a knock before. On a Unix
    socket, also the user who runs the host."""
    knocking: Callable[[], CodeProof | None]
    """The proof of the code with which to knock on a new connection. None if nothing has to be proven, or there is no
    code.
    """
    verify_key: Callable[[str, Address], None]
    """Checks the key that answers, "" on this machine. The client has sent nothing yet. Raises JoinRefused."""
    hear: Callable[[HostMessage], None]
    """A message came."""
    lost: Callable[[str, float, Reach], None]
    """The connection broke, or could not be made again: a sentence, seconds until the next attempt, and how far the
    attempts came.
    """
    refused: Callable[[str], None]
    """The table does not take us back."""
    notice: Callable[[str], None]
    """Something that the person may want to know."""


@dataclass
class _Attempt:
    """One attempt to join. answer: the welcome, or the error. has_greeted: the hello was sent."""

    answer: asyncio.Future[None]
    has_knocked: bool = False
    has_greeted: bool = False

    def fail(self, fault: Exception) -> bool:
        """End the attempt with an error; return whether it was still open."""
        is_open = not self.answer.done()
        if is_open:
            self.answer.set_exception(fault)
        return is_open


class Reconnector(StateMachine[ReconnectState, ReconnectEvent]):
    """Connects, sends hello, and repeats both when the connection breaks. If the process of the user's own table died,
    it first starts it again from its journal.
    """

    def __init__(self, address: Address, connector: Connector | None, handlers: LineHandlers) -> None:
        works = {
            ReconnectState.UP: self._stay_up,
            ReconnectState.WAITING: self._wait,
            ReconnectState.CONNECTING: self._come_back,
        }
        super().__init__(RECONNECT_TRANSITIONS, ReconnectState.NEW, works)
        self.address = address
        self._is_known = self._was_own = False
        self._reason, self._longest_wait_s = "", FIRST_WAIT_S
        self._reached: dict[Address, Reach] = {}
        self._owed = ""
        self._found: Address | None = None
        self._connector = connector
        self._handlers = handlers
        self._link: ClientConnection | None = None
        self._attempt: _Attempt | None = None
        self._ways: tuple[Address, ...] = ()
        self._jitter = random.Random(secrets.randbits(64))

    @property
    def is_up(self) -> bool:
        return self.state is ReconnectState.UP

    @property
    def is_closed(self) -> bool:
        """Whether it makes no more connections."""
        return self.state is ReconnectState.CLOSED

    async def open(self) -> None:
        """Connect for the first time. Raises CannotReach, JoinRefused."""
        self._on(ReconnectEvent.OPEN)
        try:
            await self._come_in()
        except CannotReach:
            if not await self._revive_host():
                raise
            await self._come_in()

    async def _come_in(self) -> None:
        """Connect; try twice more if the table is only crowded for the moment. Raises CannotReach, JoinRefused."""
        for wait_s in RETRY_WAITS_S:
            try:
                return await self._connect()
            except Later as later:
                wait_s = min(LONGEST_RETRY_S, max(wait_s, later.retry_ms / 1000))
                self._handlers.notice(f"{later} Trying again in {wait_s:.0f} s.")
                await asyncio.sleep(wait_s * self._jitter.uniform(1, 1.5))
        return await self._connect()

    def send(self, message: ClientMessage) -> bool:
        """Send a message if there is a connection; return whether there is."""
        if not self.is_up or self._link is None:
            return False
        self._link.send(message)
        return True

    def welcomed(self) -> None:
        """The session got its welcome and stored the new token."""
        self._is_known = True
        self._was_own = self._is_own_now()
        self._on(ReconnectEvent.WELCOME)
        self.send(Ping(n=0))  # the first message after a welcome makes the earlier token invalid
        if self._attempt is not None and not self._attempt.answer.done():
            self._attempt.answer.set_result(None)

    def refused(self, sentence: str, code: str, told: Refused | None = None) -> None:
        """The session was refused. It tries again after a refusal that can pass: another table at this address, a
        crowd, or a damaged hello.
        """
        has_knocked = self._attempt is not None and self._attempt.has_knocked
        if code in ("table", "full", "slow", "malformed", "early") and self._is_known:
            fault: Exception = CannotReach(sentence, "answered")  # not final, since we have a place there
        elif told is not None and told.work is not None and has_knocked:
            fault = WorkWanted(sentence, code, told.work)
        elif told is not None and told.retry_ms:
            fault = Later(sentence, code, told.retry_ms)
        else:
            # A person who waits for the next try of a code should see what they typed.
            is_of_code = code == "code" or (code == "slow" and has_knocked)
            fault = CodeWanted(sentence, code) if is_of_code else JoinRefused(sentence, code)
        self.refuse(fault)

    def refuse(self, fault: Exception) -> None:
        """The session rejects the welcome, or got none."""
        if self._attempt is not None:
            self._attempt.fail(fault)

    @property
    def is_own(self) -> bool:
        """Whether the table belongs to this user on this machine, or did when we joined: its host may remove it from
        the list before we receive its farewell.
        """
        return self._was_own or self._is_own_now()

    def _is_own_now(self) -> bool:
        return self._connector is None and _is_own(
            self.address.table or self._handlers.hello(b"", None).table, self.address
        )

    def move(self, to: Sequence[Address]) -> None:
        """Go to another host, by the first address that works."""
        self._ways = tuple(to)
        self.address = to[0]
        self._is_known = self._was_own = False
        self._go("The match continues with another host.")

    def found_at(self, address: Address) -> None:
        """The same host answers at another address: go there at once if we have no connection."""
        if self.is_up or self.is_closed or not self._is_known or address == self.address:
            return
        self._found = replace(address, key=self.address.key)
        # Keep both addresses: the host may be on two networks, one of which is down for a while.
        self._ways = (self._found, self.address)
        self.address = self._found
        self._go(f"The table is at {address}.")

    def fail(self, sentence: str) -> None:
        """Drop this connection and make another."""
        if self._link is not None:
            self._link.fail(sentence)

    def close(self) -> None:
        """Close for good, after sending everything."""
        if self._link is not None:
            self._link.hang_up()
        self._on(ReconnectEvent.CLOSE)

    def _go(self, sentence: str) -> None:
        """Drop the connection, if any, and connect to the new address."""
        if self._link is not None:
            self._link.hang_up()
        self._lose(ReconnectEvent.MOVE, sentence)

    def _lose(self, event: ReconnectEvent, sentence: str) -> None:
        self._reason, self._longest_wait_s = sentence, FIRST_WAIT_S
        self._reached.clear()
        self._on(event)

    async def _connect(self) -> None:
        """Connect; try again if the table wants a code that we have. Raises CannotReach, JoinRefused."""
        try:
            await self._attempt_and_work()
        except CodeWanted:
            if (self._attempt is not None and self._attempt.has_knocked) or self._handlers.knocking() is None:
                raise
            await self._attempt_and_work()

    async def _attempt_and_work(self) -> None:
        """Connect; try again with the work that the table asks for. Raises what `_try` raises."""
        try:
            await self._try()
        except WorkWanted as wanted:
            knocking = self._handlers.knocking()
            if knocking is None:
                raise
            self._handlers.notice(str(wanted))
            try:
                await knocking.do_work(wanted.work)
            except (BadKnock, OSError) as fault:
                raise JoinRefused(str(fault), "code") from fault
            await self._try()

    async def _try(self) -> None:
        """Connect, knock if needed, send hello, get the welcome. Raises CannotReach, JoinRefused."""
        attempt = self._attempt = _Attempt(asyncio.get_running_loop().create_future())
        link = self._link = ClientConnection(self._hear, self._lost)
        try:
            key = ""
            if self._connector is not None:
                await self._connector(lambda: link)
            else:
                key = peer_key(await connect(self.address, lambda: link))
            self._handlers.verify_key(key, self.address)
            async with asyncio.timeout(WELCOME_WITHIN_S):
                hello = self._handlers.hello(await self._prove(attempt, link, key), link.peer_uid())
                attempt.has_greeted = True
                link.send(hello)
                await attempt.answer
        except BadKnock as fault:
            raise JoinRefused(str(fault)) from fault
        except TimeoutError as fault:
            raise CannotReach(f"{self.address} does not answer.", "answered") from fault  # it accepted the connection
        except OSError as fault:
            raise CannotReach(f"{self.address} cannot be reached: {fault}.", reach_of(fault)) from fault
        finally:
            if not self.is_up:
                link.hang_up()
            attempt.answer.cancel()

    def _hear(self, message: HostMessage) -> None:
        """A message came. A welcome before our hello is ignored, because its host has proven nothing yet."""
        if self._attempt is not None and (self._attempt.has_greeted or not isinstance(message, Welcome)):
            self._handlers.hear(message)

    async def _prove(self, attempt: _Attempt, link: ClientConnection, key: str) -> bytes:
        """The proof that we have the table's code, b"" if none is needed. Raises BadKnock, and what `_try` raises."""
        knocking = self._handlers.knocking()
        attempt.has_knocked = knocking is not None
        if knocking is None:
            return b""
        proof = asyncio.ensure_future(knocking.knock(link, key))
        try:
            await asyncio.wait((proof, attempt.answer), return_when=asyncio.FIRST_COMPLETED)
            if not proof.done():
                await attempt.answer  # it was refused, or lost
            return await proof
        finally:
            proof.cancel()

    def _lost(self, sentence: str) -> None:
        """The connection was lost."""
        if self._attempt is None or not self._attempt.fail(CannotReach(sentence, "answered")):
            self._lose(ReconnectEvent.BREAK, sentence)

    # The work of each state.

    async def _wait(self) -> None:
        """Wait before the next attempt, for a random time, so that the players of a table do not all come at once."""
        wait_s = self._jitter.uniform(0.02, self._longest_wait_s)
        self._longest_wait_s = min(LONGEST_WAIT_S, 2 * self._longest_wait_s)
        is_here = self._connector is not None or self.address.kind == "unix"  # this machine always answers
        self._handlers.lost(self._reason, wait_s, "answered" if is_here else farthest(self._reached.values()))
        await asyncio.sleep(wait_s)
        self._on(ReconnectEvent.WAITED)

    async def _come_back(self) -> None:
        """Make one attempt."""
        try:
            await self._connect()
        except (CannotReach, WrongHost) as fault:
            # Another host may have our host's address now. We sent it nothing, and our host may come back.
            self._reason = str(fault)
            self._reached[self.address] = fault.kind if isinstance(fault, CannotReach) else "answered"
            if not await self._revive_host() and self.address in self._ways:
                self.address = self._ways[(self._ways.index(self.address) + 1) % len(self._ways)]
            self._on(ReconnectEvent.FAIL)
        except JoinRefused as fault:
            self._handlers.refused(str(fault))

    async def _stay_up(self) -> None:
        """Tell how the table was found again. Then ping a silent host, and drop a dead connection long before the
        system would.
        """
        owed, self._owed = self._owed, ""
        found, self._found = self._found, None
        if found is not None and found == self.address:
            owed = f"The table is now at {found}."
        if owed:
            self._handlers.notice(owed)
        number, silent_s, link = 0, 0.0, self._link
        assert link is not None
        while silent_s < SILENT_FOR_S:
            if silent_s > PING_AFTER_S:
                number += 1
                link.send(Ping(n=number))
            # Check the time in short steps, so that a dead connection is noticed in time.
            await asyncio.sleep(min(PING_AFTER_S / 2, max(0.01, SILENT_FOR_S - silent_s)))
            silent_s = asyncio.get_running_loop().time() - link.heard_at
        link.fail("The table has stopped answering.")

    async def _revive_host(self) -> bool:
        """If this is our own table, find its present address; if its process died, start it again first."""
        table_id = self.address.table or self._handlers.hello(b"", None).table
        if self._connector is not None or not table_id:
            return False
        if not await asyncio.to_thread(_is_own, table_id, self.address):
            return False
        try:
            handle = await asyncio.to_thread(launcher.restart_table, table_id)
        except launcher.HostProblem as fault:
            self._handlers.notice(str(fault))
            return False
        self.address, self._owed = handle.address, handle.notice
        return True

    def _failed(self, kind: str) -> None:
        """End the session with a sentence."""
        if not self.is_closed:
            sentence = f"The program made a mistake ({kind}) and left the table. You can join the table again."
            self._handlers.refused(sentence)


def _is_own(table_id: str, address: Address) -> bool:
    """Whether a table on this machine belongs to this user and is running, or died without being ended."""
    if address.kind != "unix" and address.host not in ("127.0.0.1", "::1", "localhost"):
        return False
    running, gone = registry.read_entries()
    return any(entry.table_id == table_id for entry in (*running, *gone))
