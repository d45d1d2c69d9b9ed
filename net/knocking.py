"""A guest's way through the gate of a private table: which code it has, and the proof of it on each connection."""

import asyncio
import hmac

from .codes import read_code
from .dial import ClientLink
from .pake import BadKnock, GuestPake, between, guest_proof, host_proof
from .protocol import Knock


class Knocking:
    """What one session knows of its table's code.

    code: as the person typed it, "" for none. table: the table's id, "" until it is known. is_wanted: the table asks
    for it; a table that has not asked yet is knocked at only if nothing else brings us in.
    """

    def __init__(self, code: str, table: str) -> None:
        self.code = read_code(code) if code else ""
        self.table = table
        self.is_wanted = False
        self._is_in = False
        self._secret = b""
        self._answered: asyncio.Future[bytes] | None = None

    def refused(self, table: str) -> None:
        """The table wants its code, or another one than we have."""
        self.is_wanted = True
        self.table = self.table or table

    def can_knock(self, *, has_token: bool) -> bool:
        """Whether to begin with a knock. has_token: something better may bring us in."""
        return bool(self.code and self.table) and (self.is_wanted or not has_token)

    async def knock(self, link: ClientLink, key: str) -> bytes:
        """The proof for a new connection, b"" where the table wants none. key: with which its host answers.

        Raises BadKnock, with a sentence, when what answers cannot be the host of whom the person has the code.
        """
        self._secret = b""
        self._answered = asyncio.get_running_loop().create_future()
        half = await asyncio.to_thread(GuestPake, self.code, self.table, between(key, link.peer_uid()))
        link.send(Knock(table=self.table, pake=half.pake))
        answer = await self._answered
        if not answer and self._is_in:
            return b""  # the table that we know has opened its gate meanwhile
        if not answer:
            # A false host would say so too, so as to be believed without knowing the code.
            raise BadKnock("This table wants no code, so it may be another one than you mean. Join without, or ask.")
        try:
            self._secret = await asyncio.to_thread(half.finish, answer)
        except BadKnock as fault:
            raise BadKnock("What answers there does not know how a code is proven.") from fault
        return guest_proof(self._secret)

    def hear(self, pake: bytes) -> None:
        """The host has answered a knock."""
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(pake)

    def is_true_host(self, proof: bytes) -> bool:
        """Whether who says welcome knows the code as well; nothing is to be proven where we proved nothing."""
        secret, self._secret = self._secret, b""
        self._is_in = not secret or hmac.compare_digest(host_proof(secret), proof)
        return self._is_in
