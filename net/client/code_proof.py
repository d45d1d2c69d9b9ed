"""How a client joins a private table: its code, and the proof of it on each connection."""

import asyncio
import hmac
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..crypto.join_code import read_code
from ..crypto.pake import BadKnock, GuestPake, between, guest_proof, host_proof
from ..crypto.work import MOST_WANTED_BITS
from ..transport.dial import ClientConnection
from ..wire.client_messages import Knock
from ..wire.host_messages import Work

_PACKAGES: Final = Path(__file__).resolve().parents[2]


class CodeProof:
    """What a session knows about its table's code. code: as the person typed it, "" for none. table: the table's id, ""
    until it is known. is_wanted: the table asks for a code; before that, the session knocks only if it has no token or
    key.
    """

    def __init__(self, code: str, table: str) -> None:
        self.code = read_code(code) if code else ""
        self.table = table
        self.is_wanted = False
        self._is_in = False
        self._secret = b""
        self._answered: asyncio.Future[bytes] | None = None
        self._nonce, self._counter = b"", 0

    async def do_work(self, work: Work) -> None:
        """Compute the work for the next knock, in a process of its own. Raises BadKnock."""
        if work.bits > MOST_WANTED_BITS:
            raise BadKnock(
                "The table asks your program for a calculation that would take too long. Ask the host to let you in."
            )
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "net.crypto.work", self.table.encode().hex(), work.nonce.hex(), str(work.bits)),
            str(secrets.randbits(48)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=_PACKAGES,
        )
        try:
            found, _ = await child.communicate()
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.kill()
        if not found.strip().isdigit():
            raise BadKnock(
                "Before you can try a code, your program must calculate for some seconds. "
                "On this machine, the calculation failed."
            )
        self._nonce, self._counter = work.nonce, int(found)

    def refused(self, table: str) -> None:
        """The table wants a code, or a different one from ours."""
        self.is_wanted = True
        self.table = self.table or table

    def can_knock(self, *, has_token: bool) -> bool:
        """Whether to begin with a knock. has_token: a token may make the code unnecessary."""
        return bool(self.code and self.table) and (self.is_wanted or not has_token)

    async def knock(self, link: ClientConnection, key: str) -> bytes:
        """The proof for a new connection, b"" if the table wants none. key: the host's key. Raises BadKnock, with a
        sentence, if the answer cannot come from the host that gave the person the code.
        """
        self._secret = b""
        self._answered = asyncio.get_running_loop().create_future()
        half = await asyncio.to_thread(GuestPake, self.code, self.table, between(key, link.peer_uid()))
        nonce, self._nonce = self._nonce, b""
        link.send(Knock(table=self.table, pake=half.pake, nonce=nonce, counter=self._counter if nonce else 0))
        answer = await self._answered
        if not answer and self._is_in:
            return b""  # the known table needs no code any more
        if not answer:
            # A false host would also say this, to be believed without knowing the code.
            raise BadKnock(
                "This table needs no code, so it might be the wrong table. Join without a code, or ask the host."
            )
        try:
            self._secret = await asyncio.to_thread(half.finish, answer)
        except BadKnock as fault:
            raise BadKnock("The program at that address cannot check a code.") from fault
        return guest_proof(self._secret)

    def hear(self, pake: bytes) -> None:
        """The host answered a knock."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(pake)

    def is_true_host(self, proof: bytes) -> bool:
        """Whether the host of the welcome also knows the code. True if we gave no proof ourselves."""
        secret, self._secret = self._secret, b""
        self._is_in = not secret or hmac.compare_digest(host_proof(secret), proof)
        return self._is_in
