"""The gate of a private table: who comes to the table for the first time proves that it was told the table's code.

A guest knocks, is answered, and then says hello with a proof. Only a wrong proof is a try: three of them, from
wherever they come, and the table has another code, so that nobody can go through them. The arithmetic is not done here
(effects.py: Reckon); how much of it is wanted at once is bounded.
"""

import hmac
from typing import Final

from .bans import opens
from .clocks import TokenBucket
from .codes import WRONG_CODES, new_code
from .effects import Reckon
from .links import Link
from .pake import guest_proof, host_proof
from .peers import knock_rates, wrong_code_rates
from .protocol import Answer, Hello, Knock, Refused, TableCode
from .state import RoomState
from .wirecodes import RefusedCode

KNOCKS_A_SECOND: Final = 4
KNOCKS_AT_ONCE: Final = 12
MOST_RECKONINGS: Final = 8
_CROWD: Final = "Many are knocking at this table. Try again in a moment."
_OFTEN: Final = "Many are knocking from your address. Try again in a moment."
_WANTED: Final = "This table is private: its host tells you the code."
_WRONG: Final = "That is not this table's code. Ask its host."
_OLD: Final = "The table has another code now. Ask its host."
_WAIT: Final = "Too many wrong codes came from your address. Try again in a few minutes."


class Gate:
    """Keeps the code of one room, and asks for it."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._knocks = TokenBucket(KNOCKS_A_SECOND, KNOCKS_AT_ONCE, state.opened_ms)
        self._knocks_of = knock_rates()
        self._wrongs = wrong_code_rates()
        self._reckonings = 0
        self._news = ""

    def follow(self) -> None:
        """A table that has become private gets a code; one that is not any more has none."""
        lobby = self._state.lobby
        if lobby.private and not lobby.code:
            self._renew("")
        elif not lobby.private and lobby.code:
            lobby.code, lobby.wrong_codes = "", 0

    def tell_host(self) -> None:
        """The code as it is now, to whoever has all of the host's rights, and to nobody else."""
        lobby = self._state.lobby
        host = lobby.host() if lobby.code or self._state.code_told else None
        if host is not None and lobby.lends_to(host):
            host = None
        link = self._state.link_of(host) if host is not None else None
        if link is None or link.code_told == lobby.code:
            return
        sentence = self._news if link.code_told and lobby.code else ""
        link.code_told = self._state.code_told = lobby.code
        self._state.reply(link, TableCode(code=lobby.code, sentence=sentence))

    def code_for_owner(self, link: Link) -> None:
        """Tell the code to a program of the user whose table this is, which asks over this machine's own socket."""
        if link.is_own and self._state.lobby.code:
            self._state.reply(link, TableCode(code=self._state.lobby.code))

    def knock(self, link: Link, knock: Knock, now_ms: int) -> None:
        """Somebody would like to prove that it has the code."""
        state, lobby = self._state, self._state.lobby
        if knock.table != lobby.table_id:
            self._refuse(link, "table", "The table that you look for is not here any more.")
        elif not lobby.code:
            state.reply(link, Answer(pake=b""))
        elif link.knock_code:
            self._refuse(link, "malformed", "One knock is enough.")
        elif not self._wrongs.has(link.peer, now_ms):
            self._refuse(link, "slow", _WAIT)
        elif not self._knocks_of.take(link.peer, now_ms):
            self._refuse(link, "slow", _OFTEN)
        elif self._reckonings >= MOST_RECKONINGS or not self._knocks.take(now_ms):
            self._refuse(link, "slow", _CROWD)
        else:
            link.knock_code = lobby.code
            self._reckonings += 1
            state.out.append(Reckon(link.id, lobby.code, lobby.table_id, state.key, knock.pake))

    def reckoned(self, link: Link | None, answer: tuple[bytes, bytes] | None) -> None:
        """The arithmetic for a knock is done. answer: what to say, and the secret; None if the knock was none."""
        self._reckonings -= 1
        if link is None:
            return
        if answer is None:
            self._refuse(link, "malformed", "That is no knock of a card room.")
            return
        pake, link.secret = answer
        self._state.reply(link, Answer(pake=pake))

    def lets_in(self, link: Link, hello: Hello, now_ms: int) -> bool:
        """Whether a newcomer may come in. Who may not has been told why, and hung up on."""
        lobby = self._state.lobby
        if not lobby.code or link.is_own or opens(lobby.passes, hello.token):
            return True
        if not link.secret:
            self._refuse(link, "code", _WANTED)
        elif link.knock_code != lobby.code:
            # Right or wrong, nothing is said of a code that is void.
            self._refuse(link, "code", _OLD)
        elif hmac.compare_digest(guest_proof(link.secret), hello.code_proof):
            return True
        else:
            self._wrong(link, now_ms)
        return False

    def proof_for(self, link: Link) -> bytes:
        """By which a guest that had to prove something sees that its host knows the code as well."""
        return host_proof(link.secret) if link.secret else b""

    def _wrong(self, link: Link, now_ms: int) -> None:
        lobby = self._state.lobby
        self._wrongs.take(link.peer, now_ms)
        lobby.wrong_codes += 1
        self._state.lobby_changed = True
        self._refuse(link, "code", _WRONG)
        if lobby.wrong_codes >= WRONG_CODES:
            whence = f", the last by {link.peer}" if link.peer else ""
            self._renew(f"{WRONG_CODES} wrong codes were tried{whence}: the table has another code now.")

    def _renew(self, news: str) -> None:
        lobby = self._state.lobby
        lobby.code, lobby.wrong_codes, self._news = new_code(self._state.chance), 0, news
        self._state.lobby_changed = True

    def _refuse(self, link: Link, code: RefusedCode, sentence: str) -> None:
        config = self._state.config
        table = config.table_id if code == "code" else ""
        self._state.hang_up(link, Refused(code=code, sentence=sentence, table=table, app=config.version))
