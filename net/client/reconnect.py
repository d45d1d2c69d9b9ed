"""The line from a session to its table: one connection after the other, for as long as the session lasts.

It is a state machine: RECONNECT_TRANSITIONS says what may happen in which state, and what follows.
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
from ..transport.sockets import CannotReach, connect
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
"""How long somebody new waits at least before it tries again at a crowded table, and how often."""
LONGEST_RETRY_S = 15.0


class ReconnectState(Enum):
    """Where a line is between its session's beginning and its end."""

    NEW = auto()
    OPENING = auto()
    """On the first way in. What fails here is told to whoever opens the session."""
    UP = auto()
    """Between a welcome and the next break."""
    WAITING = auto()
    """The connection is gone; the next attempt begins after a while."""
    CONNECTING = auto()
    """On the way back in."""
    CLOSED = auto()


class ReconnectEvent(Enum):
    """What happens to a line."""

    OPEN = auto()
    WELCOME = auto()
    BREAK = auto()
    """The connection broke, was silent, or was given up."""
    WAITED = auto()
    FAIL = auto()
    """An attempt failed, and another one may not."""
    MOVE = auto()
    """The table is to be found elsewhere."""
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
    """The table is private: it wants its code, or another one than was given."""


class WorkWanted(CodeWanted):
    """The table wants some work for a try of its code, since many wrong ones come."""

    def __init__(self, sentence: str, code: str, work: Work) -> None:
        super().__init__(sentence, code)
        self.work = work


class Later(JoinRefused):
    """The table lets nobody in for the moment. retry_ms: until it may."""

    def __init__(self, sentence: str, code: str, retry_ms: int) -> None:
        super().__init__(sentence, code)
        self.retry_ms = retry_ms


@dataclass(frozen=True)
class LineHandlers:
    """What a line asks its session, and tells it."""

    hello: Callable[[bytes], Hello]
    """What to say first on a new connection, with a proof of the table's code if there was a knock before."""
    knocking: Callable[[], CodeProof | None]
    """With what to knock on a new connection; None if there is nothing to be proven, or no code."""
    verify_key: Callable[[str, Address], None]
    """Whose key answers, "" on this machine; nothing has been said yet. Raises JoinRefused."""
    hear: Callable[[HostMessage], None]
    """A message came."""
    lost: Callable[[str, float], None]
    """The connection broke, or could not be made again: a sentence, and seconds until the next attempt."""
    refused: Callable[[str], None]
    """The table does not take us back."""
    notice: Callable[[str], None]
    """Something that the person may want to know."""


@dataclass
class _Attempt:
    """One connection on its way in. answer: the welcome, or what stands against it. has_greeted: hello was said."""

    answer: asyncio.Future[None]
    has_knocked: bool = False
    has_greeted: bool = False

    def fail(self, fault: Exception) -> bool:
        """It comes to nothing; says whether it had not come to anything yet."""
        is_open = not self.answer.done()
        if is_open:
            self.answer.set_exception(fault)
        return is_open


class Reconnector(StateMachine[ReconnectState, ReconnectEvent]):
    """Connects, says hello, and does both again when the connection breaks.

    A table of this user's own whose process died is started again from its journal first.
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
        """Whether no other connection will be made."""
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
        """Connect; twice more where the table is only crowded for the moment. Raises CannotReach, JoinRefused."""
        for wait_s in RETRY_WAITS_S:
            try:
                return await self._connect()
            except Later as later:
                wait_s = min(LONGEST_RETRY_S, max(wait_s, later.retry_ms / 1000))
                self._handlers.notice(f"{later} Trying again in {wait_s:.0f} s.")
                await asyncio.sleep(wait_s * self._jitter.uniform(1, 1.5))
        return await self._connect()

    def send(self, message: ClientMessage) -> bool:
        """Send a message, if the line is up; says whether it is."""
        if not self.is_up or self._link is None:
            return False
        self._link.send(message)
        return True

    def welcomed(self) -> None:
        """The session has heard its welcome, and kept its new token."""
        self._is_known = True
        self._was_own = self._is_own_now()
        self._on(ReconnectEvent.WELCOME)
        self.send(Ping(n=0))  # the first word after a welcome: from now on the token before is void
        if self._attempt is not None and not self._attempt.answer.done():
            self._attempt.answer.set_result(None)

    def refused(self, sentence: str, code: str, told: Refused | None = None) -> None:
        """The session has heard a refusal. Another table at the address of one we were at, a crowd there, or a hello
        that came in otherwise than it was said: that passes."""
        has_knocked = self._attempt is not None and self._attempt.has_knocked
        if code in ("table", "full", "slow", "malformed", "early") and self._is_known:
            fault: Exception = CannotReach(sentence)  # no answer to us, who have a place there
        elif told is not None and told.work is not None and has_knocked:
            fault = WorkWanted(sentence, code, told.work)
        elif told is not None and told.retry_ms:
            fault = Later(sentence, code, told.retry_ms)
        else:
            # Who waits for another try of the code is to see what was typed.
            is_of_code = code == "code" or (code == "slow" and has_knocked)
            fault = CodeWanted(sentence, code) if is_of_code else JoinRefused(sentence, code)
        self.refuse(fault)

    def refuse(self, fault: Exception) -> None:
        """The session does not take the welcome that it has heard, or has heard none."""
        if self._attempt is not None:
            self._attempt.fail(fault)

    @property
    def is_own(self) -> bool:
        """Whether the table is one of this user's on this machine, or was when it let us in: its host may have struck
        it off the list before we get to hear its farewell."""
        return self._was_own or self._is_own_now()

    def _is_own_now(self) -> bool:
        return self._connector is None and _is_own(self.address.table or self._handlers.hello(b"").table, self.address)

    def move(self, to: Sequence[Address]) -> None:
        """Go to another host, by the first of these ways that leads there."""
        self._ways = tuple(to)
        self.address = to[0]
        self._is_known = self._was_own = False
        self._go("The match continues with another host.")

    def found_at(self, address: Address) -> None:
        """The same host answers at another address: go there at once, while we are not in touch with it."""
        if self.is_up or self.is_closed or not self._is_known or address == self.address:
            return
        self._found = replace(address, key=self.address.key)
        # Neither is given up: it may be on two networks, of which one is gone for a while.
        self._ways = (self._found, self.address)
        self.address = self._found
        self._go(f"The table is at {address}.")

    def fail(self, sentence: str) -> None:
        """Give this connection up and make another."""
        if self._link is not None:
            self._link.fail(sentence)

    def close(self) -> None:
        """Hang up for good, after what was sent."""
        if self._link is not None:
            self._link.hang_up()
        self._on(ReconnectEvent.CLOSE)

    def _go(self, sentence: str) -> None:
        """Give the connection up, if there is one, and connect to the address that was set."""
        if self._link is not None:
            self._link.hang_up()
        self._lose(ReconnectEvent.MOVE, sentence)

    def _lose(self, event: ReconnectEvent, sentence: str) -> None:
        self._reason, self._longest_wait_s = sentence, FIRST_WAIT_S
        self._on(event)

    async def _connect(self) -> None:
        """Connect; again if the table turned out to want a code that we have. Raises CannotReach, JoinRefused."""
        try:
            await self._attempt_and_work()
        except CodeWanted:
            if (self._attempt is not None and self._attempt.has_knocked) or self._handlers.knocking() is None:
                raise
            await self._attempt_and_work()

    async def _attempt_and_work(self) -> None:
        """Connect; again with the work that the table wants for a try of its code. Raises as `_try`."""
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
        """Connect, knock if need be, say hello, be welcome. Raises CannotReach, JoinRefused."""
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
                hello = self._handlers.hello(await self._prove(attempt, link, key))
                attempt.has_greeted = True
                link.send(hello)
                await attempt.answer
        except BadKnock as fault:
            raise JoinRefused(str(fault)) from fault
        except TimeoutError as fault:
            raise CannotReach(f"{self.address} does not answer.") from fault
        except OSError as fault:
            raise CannotReach(f"{self.address} cannot be reached: {fault}.") from fault
        finally:
            if not self.is_up:
                link.hang_up()
            attempt.answer.cancel()

    def _hear(self, message: HostMessage) -> None:
        """A message came. A welcome before our hello is no answer to it: its host has proven nothing yet."""
        if self._attempt is not None and (self._attempt.has_greeted or not isinstance(message, Welcome)):
            self._handlers.hear(message)

    async def _prove(self, attempt: _Attempt, link: ClientConnection, key: str) -> bytes:
        """A proof that we have the table's code, b"" where none is to be given. Raises BadKnock, and as `_try`."""
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
        """The connection is over without our doing."""
        if self._attempt is None or not self._attempt.fail(CannotReach(sentence)):
            self._lose(ReconnectEvent.BREAK, sentence)

    # What is done in each state.

    async def _wait(self) -> None:
        """Wait before the next attempt. Waits are spread by chance, so that a full table does not come at once."""
        wait_s = self._jitter.uniform(0.02, self._longest_wait_s)
        self._longest_wait_s = min(LONGEST_WAIT_S, 2 * self._longest_wait_s)
        self._handlers.lost(self._reason, wait_s)
        await asyncio.sleep(wait_s)
        self._on(ReconnectEvent.WAITED)

    async def _come_back(self) -> None:
        """Make an attempt; the welcome ends it."""
        try:
            await self._connect()
        except (CannotReach, WrongHost) as fault:
            # Where our host was, another one may have come to be. Nothing was said to it, and ours may come back.
            self._reason = str(fault)
            if not await self._revive_host() and self.address in self._ways:
                self.address = self._ways[(self._ways.index(self.address) + 1) % len(self._ways)]
            self._on(ReconnectEvent.FAIL)
        except JoinRefused as fault:
            self._handlers.refused(str(fault))

    async def _stay_up(self) -> None:
        """Say how the table was found again. Then ask a silent host whether it is there, and give a dead connection up
        long before the system would."""
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
            # Not a moment too late for a connection that is dead.
            await asyncio.sleep(min(PING_AFTER_S / 2, max(0.01, SILENT_FOR_S - silent_s)))
            silent_s = asyncio.get_running_loop().time() - link.heard_at
        link.fail("The table has stopped answering.")

    async def _revive_host(self) -> bool:
        """If this is a table of our own, find where it is now; if its process died, start it again first."""
        table_id = self.address.table or self._handlers.hello(b"").table
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
        """The visit ends in a sentence: nobody waits for what does not come."""
        if not self.is_closed:
            sentence = f"The program made a mistake ({kind}) and left the table. You can join again."
            self._handlers.refused(sentence)


def _is_own(table_id: str, address: Address) -> bool:
    """Whether a table met on this machine is one of this user's that runs, or died without having been ended."""
    if address.kind != "unix" and address.host not in ("127.0.0.1", "::1", "localhost"):
        return False
    running, gone = registry.read_entries()
    return any(entry.table_id == table_id for entry in (*running, *gone))
