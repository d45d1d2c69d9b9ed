"""The line from a session to its table: one connection after the other, for as long as the session lasts."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from ..crypto.pake import BadKnock
from ..host import launcher, registry
from ..problems import JoinRefused, WrongHost
from ..transport.dial import ClientConnection, Connector
from ..transport.sockets import CannotReach, connect
from ..transport.tls import peer_key
from ..wire.address import Address
from ..wire.host_messages import ClientMessage, Hello, HostMessage, Ping, Refused, Work
from .code_proof import CodeProof

WELCOME_WITHIN_S = 6.0
PING_AFTER_S = 4.0
SILENT_FOR_S = 11.0
FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
RETRY_WAITS_S = (1.0, 2.0)
"""How long somebody new waits at least before it tries again at a crowded table, and how often."""
LONGEST_RETRY_S = 15.0


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


class Caller(Protocol):
    """Whose line it is."""

    def hello(self, proof: bytes) -> Hello:
        """What to say first on a new connection. proof: of the table's code, if there was a knock before."""

    def knocking(self) -> CodeProof | None:
        """With what to knock on a new connection; None if there is nothing to be proven, or no code."""

    def verify_key(self, key: str, address: Address) -> None:
        """Whose key answers, "" on this machine; nothing has been said yet. Raises JoinRefused."""

    def hear(self, message: HostMessage) -> None:
        """A message came."""

    def line_lost(self, sentence: str, retry_in_s: float) -> None:
        """The connection broke, or could not be made again; the next attempt is made by itself."""

    def line_refused(self, sentence: str) -> None:
        """The table does not take us back."""

    def line_notice(self, sentence: str) -> None:
        """Something that the person may want to know."""


class Reconnector:
    """Connects, says hello, and does both again when the connection breaks.

    A table of this user's own whose process died is started again from its journal first. is_up: between a welcome
    and the next break.
    """

    def __init__(self, address: Address, connector: Connector | None, caller: Caller) -> None:
        self.address = address
        self.is_up = False
        self.is_closed = False
        self._was_up = self._was_own = self._has_knocked = False
        self._owed = ""
        self._found: Address | None = None
        self._connector = connector
        self._caller = caller
        self._link: ClientConnection | None = None
        self._welcomed: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming: asyncio.Task[None] | None = None
        self._ways: tuple[Address, ...] = ()
        self._jitter = random.Random(secrets.randbits(64))

    async def open(self) -> None:
        """Connect for the first time. Raises CannotReach, JoinRefused."""
        try:
            await self._come_in()
        except CannotReach:
            if not await self._revive_host():
                raise
            await self._come_in()
        self._run(self._watch_silence())

    async def _come_in(self) -> None:
        """Connect; twice more where the table is only crowded for the moment. Raises CannotReach, JoinRefused."""
        for wait_s in RETRY_WAITS_S:
            try:
                return await self._connect()
            except Later as later:
                wait_s = min(LONGEST_RETRY_S, max(wait_s, later.retry_ms / 1000))
                self._caller.line_notice(f"{later} Trying again in {wait_s:.0f} s.")
                await asyncio.sleep(wait_s * self._jitter.uniform(1, 1.5))
        return await self._connect()

    def send(self, message: ClientMessage) -> bool:
        """Send a message, if the line is up; says whether it is."""
        if not self.is_up or self._link is None:
            return False
        self._link.send(message)
        return True

    def welcomed(self) -> None:
        """The caller has heard its welcome, and kept its new token."""
        self.is_up = self._was_up = True
        self._was_own = self._is_own_now()
        self.send(Ping(n=0))  # the first word after a welcome: from now on the token before is void
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_result(None)

    def refused(self, sentence: str, code: str, told: Refused | None = None) -> None:
        """The caller has heard a refusal. Another table at the address of one we were at, a crowd there, or a hello
        that came in otherwise than it was said: that passes."""
        if self._welcomed is not None and not self._welcomed.done():
            if code in ("table", "full", "slow", "malformed", "early") and self._was_up:
                fault: Exception = CannotReach(sentence)  # no answer to us, who have a place there
            elif told is not None and told.work is not None and self._has_knocked:
                fault = WorkWanted(sentence, code, told.work)
            elif told is not None and told.retry_ms:
                fault = Later(sentence, code, told.retry_ms)
            else:
                # Who waits for another try of the code is to see what was typed.
                is_of_code = code == "code" or (code == "slow" and self._has_knocked)
                fault = CodeWanted(sentence, code) if is_of_code else JoinRefused(sentence, code)
            self._welcomed.set_exception(fault)

    def refuse(self, fault: JoinRefused) -> None:
        """The caller does not take the welcome that it has heard."""
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(fault)

    @property
    def is_own(self) -> bool:
        """Whether the table is one of this user's on this machine, or was when it let us in: its host may have struck
        it off the list before we get to hear its farewell."""
        return self._was_own or self._is_own_now()

    def _is_own_now(self) -> bool:
        return self._connector is None and _is_own(self.address.table or self._caller.hello(b"").table, self.address)

    def move(self, to: Sequence[Address]) -> None:
        """Go to another host, by the first of these ways that leads there."""
        self._ways = tuple(to)
        self.address = to[0]
        self.is_up = self._was_up = self._was_own = False
        self._begin_to_come_back("The match goes on at another host.")

    def found_at(self, address: Address) -> None:
        """The same host answers at another address: go there at once, while we are not in touch with it."""
        if self.is_up or self.is_closed or not self._was_up or address == self.address:
            return
        self._found = replace(address, key=self.address.key)
        # Neither is given up: it may be on two networks, of which one is gone for a while.
        self._ways = (self._found, self.address)
        self.address = self._found
        self._begin_to_come_back(f"The table answers at {address}.")

    def fail(self, sentence: str) -> None:
        """Give this connection up and make another."""
        if self._link is not None:
            self._link.fail(sentence)

    def close(self) -> None:
        """Hang up for good, after what was sent."""
        self.is_closed = True
        self.is_up = False
        if self._link is not None:
            self._link.hang_up()
        current = asyncio.current_task()
        for task in self._tasks:
            if task is not current:
                task.cancel()

    async def _connect(self) -> None:
        """Connect; again if the table turned out to want a code that we have. Raises CannotReach, JoinRefused."""
        try:
            await self._attempt_and_work()
        except CodeWanted:
            if self._has_knocked or self._caller.knocking() is None:
                raise
            await self._attempt_and_work()
        owed, self._owed = self._owed, ""
        found, self._found = self._found, None
        if found is not None and found == self.address:
            owed = f"The table is at {found} now."
        if owed:
            self._caller.line_notice(owed)

    async def _attempt_and_work(self) -> None:
        """Connect; again with the work that the table wants for a try of its code. Raises as `_attempt`."""
        try:
            await self._attempt()
        except WorkWanted as wanted:
            knocking = self._caller.knocking()
            if knocking is None:
                raise
            self._caller.line_notice(str(wanted))
            try:
                await knocking.do_work(wanted.work)
            except (BadKnock, OSError) as fault:
                raise JoinRefused(str(fault), "code") from fault
            await self._attempt()

    async def _attempt(self) -> None:
        """Connect, knock if need be, say hello, be welcome. Raises CannotReach, JoinRefused."""
        self._welcomed = asyncio.get_running_loop().create_future()
        link = ClientConnection(self._caller.hear, self._lost)
        self._link = link
        try:
            key = ""
            if self._connector is not None:
                await self._connector(lambda: link)
            else:
                key = peer_key(await connect(self.address, lambda: link))
            self._caller.verify_key(key, self.address)
            async with asyncio.timeout(WELCOME_WITHIN_S):
                link.send(self._caller.hello(await self._prove(link, key)))
                await self._welcomed
        except BadKnock as fault:
            raise JoinRefused(str(fault)) from fault
        except TimeoutError as fault:
            raise CannotReach(f"{self.address} does not answer.") from fault
        except OSError as fault:
            raise CannotReach(f"{self.address} cannot be reached: {fault}.") from fault
        finally:
            if not self.is_up:
                link.hang_up()
            self._welcomed = None

    async def _prove(self, link: ClientConnection, key: str) -> bytes:
        """A proof that we have the table's code, b"" where none is to be given. Raises BadKnock, and as `_attempt`."""
        assert self._welcomed is not None
        knocking = self._caller.knocking()
        self._has_knocked = knocking is not None
        if knocking is None:
            return b""
        proof = asyncio.ensure_future(knocking.knock(link, key))
        try:
            await asyncio.wait((proof, self._welcomed), return_when=asyncio.FIRST_COMPLETED)
            if not proof.done():
                await self._welcomed  # it was refused, or lost
            return await proof
        finally:
            proof.cancel()

    def _lost(self, sentence: str) -> None:
        """The connection is over without our doing."""
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(CannotReach(sentence))
        elif self.is_up and not self.is_closed:
            self.is_up = False
            self._coming = self._run(self._come_back(sentence))

    def _begin_to_come_back(self, sentence: str) -> None:
        if self._link is not None:
            self._link.hang_up()
        if self._coming is not None:
            self._coming.cancel()
        self._coming = self._run(self._come_back(sentence))

    async def _come_back(self, sentence: str) -> None:
        """Try until it works or is refused. Waits are spread by chance, so that a full table does not come at once."""
        longest_s = FIRST_WAIT_S
        while not self.is_closed:
            wait_s = self._jitter.uniform(0.02, longest_s)
            longest_s = min(LONGEST_WAIT_S, 2 * longest_s)
            self._caller.line_lost(sentence, wait_s)
            await asyncio.sleep(wait_s)
            try:
                await self._connect()
            except (CannotReach, WrongHost) as fault:
                # Where our host was, another one may have come to be. Nothing was said to it, and ours may come back.
                sentence = str(fault)
                if not await self._revive_host() and self.address in self._ways:
                    self.address = self._ways[(self._ways.index(self.address) + 1) % len(self._ways)]
            except JoinRefused as fault:
                self._caller.line_refused(str(fault))
            else:
                return

    async def _revive_host(self) -> bool:
        """If this is a table of our own, find where it is now; if its process died, start it again first."""
        table_id = self.address.table or self._caller.hello(b"").table
        if self._connector is not None or not table_id:
            return False
        if not await asyncio.to_thread(_is_own, table_id, self.address):
            return False
        try:
            handle = await asyncio.to_thread(launcher.restart_table, table_id)
        except launcher.HostProblem as fault:
            self._caller.line_notice(str(fault))
            return False
        self.address, self._owed = handle.address, handle.notice
        return True

    async def _watch_silence(self) -> None:
        """Ask a silent host whether it is there, and give a dead connection up long before the system would."""
        number, silent_s = 0, 0.0
        while not self.is_closed:
            # Not a moment too late for a connection that is dead.
            await asyncio.sleep(min(PING_AFTER_S / 2, max(0.01, SILENT_FOR_S - silent_s)))
            silent_s, link = 0.0, self._link
            if not self.is_up or link is None:
                continue
            silent_s = asyncio.get_running_loop().time() - link.heard_at
            if silent_s >= SILENT_FOR_S:
                link.fail("The table has not answered for a while.")
            elif silent_s > PING_AFTER_S:
                number += 1
                link.send(Ping(n=number))

    def _run(self, work: "asyncio._CoroutineLike[None]") -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        """A mistake in what keeps the line up ends the visit in a sentence: nobody waits for what does not come."""
        self._tasks.discard(task)
        if task.cancelled() or (fault := task.exception()) is None or self.is_closed:
            return
        kind = type(fault).__name__
        self._caller.line_refused(f"The program made a mistake ({kind}) and has left the table. You can join it again.")


def _is_own(table_id: str, address: Address) -> bool:
    """Whether a table met on this machine is one of this user's that runs, or died without having been ended."""
    if address.kind != "unix" and address.host not in ("127.0.0.1", "::1", "localhost"):
        return False
    running, gone = registry.read_entries()
    return any(entry.table_id == table_id for entry in (*running, *gone))
