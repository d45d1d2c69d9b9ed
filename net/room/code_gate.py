"""The gate of a private table: a new client must prove that it knows the table's code.

The client knocks, gets an answer, and then says hello with a proof. Only a wrong proof counts as a try. Wrong tries do
not change the code, or an attacker could take it from invited players; they make trying slower (Tries). The
arithmetic is not done here (effects.py: ComputePake); how much of it is wanted at once is bounded.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from ..crypto.join_code import new_code
from ..crypto.pake import guest_proof, host_proof
from ..crypto.work import NONCE_BYTES, fits
from ..match.bans import has_any_pass, is_admitted
from ..match.lobby import Lobby
from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import Hello, Knock, LetIn, NewCode
from ..wire.host_messages import Answer, Refused, TableCode, Work
from ..wire.rate_limits import TokenBucket, counted_as, knock_rates
from .connections import Connection
from .effects import ComputePake
from .state import RoomState

GATE_KNOCKS_A_SECOND: Final = 4
GATE_KNOCKS_AT_ONCE: Final = 12
MOST_COMPUTATIONS: Final = 8
WORK_MS: Final = 15 * 60_000
"""How long a nonce is valid. Slow machines need this time to find the work."""
_MOST_NONCES: Final = 8
_CROWD: Final = "Too many code attempts at this table. Try again in a moment."
_OFTEN: Final = "Too many code attempts from your address. Try again in a moment."
_WANTED: Final = "This table is private. Ask its owner for the code."
_OLD: Final = "The table has a new code. Ask its owner."
_BUSY: Final = (
    "Many wrong codes were tried. To slow down guessing, your program must calculate for some seconds before you can "
    "join."
)
_RETRY_MS: Final = 2_000
_WARNINGS_A_SECOND: Final = 1 / 10
_WARNINGS_AT_ONCE: Final = 3


@dataclass
class _Wanted:
    """Work that was asked for. used: counters that have been taken, each good for one try."""

    nonce: bytes
    bits: int
    until_ms: int
    used: set[int] = field(default_factory=set)


def was_admitted(lobby: Lobby, hello: Hello) -> bool:
    """Whether a new person watched at the old table of this match, by the key that the hello has proven."""
    return bool(hello.proof) and is_admitted(lobby.admitted, hello.key)


class CodeGate:
    """Keeps the code of one room, and asks for it."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._knocks = TokenBucket(GATE_KNOCKS_A_SECOND, GATE_KNOCKS_AT_ONCE, state.opened_ms)
        self._knocks_of = knock_rates()
        self._tries = Tries()
        self._wanted: list[_Wanted] = []
        self._warnings = TokenBucket(_WARNINGS_A_SECOND, _WARNINGS_AT_ONCE, state.opened_ms)
        self._warned = 0
        self._shut_out: tuple[str, ...] = ()
        self._computations = 0
        self._news = ""

    def take_place_of(self, old: CodeGate) -> None:
        """The room was made again after a fault. Wrong tries still count, because a stranger may have found what makes
        the room fail.
        """
        self._tries = old._tries

    def settle(self, now_ms: int) -> None:
        """Give a table a code when it becomes private, and remove the code when the table opens to all. The host gets
        the news.
        """
        lobby = self._state.lobby
        if lobby.private and not lobby.code:
            self._renew()
        elif not lobby.private and lobby.code:
            lobby.code = ""
        if self._state.outbox.lobby_changed or self._state.outbox.shown_changed:
            self._tell_host()

    def renew(self, host: Person, request: NewCode) -> None:
        """Make a new code for the host, and forget the wrong tries of the old one. Raises LobbyRefusal."""
        if not self._state.lobby.code:
            raise LobbyRefusal("This table has no code.", "stage")
        self._renew()

    def let_in(self, host: Person, request: LetIn) -> None:
        """Give an address its tries again, as the host asks. Raises LobbyRefusal."""
        address, now_ms = request.address, self._state.now_ms
        if not self._state.lobby.code or not self._tries.wait_ms(address, now_ms):
            raise LobbyRefusal("Players at that address do not have to wait: they can try a code now.", "unknown")
        self._tries.let_in(address, now_ms)
        self._news, self._warned = "", self._warned + 1
        self._shut_out = self._tries.waiting(now_ms)

    def _tell_host(self) -> None:
        """Send the present code to the person with all of the host's rights, and to no other person."""
        lobby = self._state.lobby
        host = lobby.host() if lobby.code or self._state.code_told else None
        if host is not None and lobby.lends_to(host):
            host = None
        link = self._state.connections.link_of(host) if host is not None else None
        if link is None or (link.code_told, link.warned) == (lobby.code, self._warned):
            return
        sentence = self._news if link.warned != self._warned and lobby.code else ""
        link.code_told = self._state.code_told = lobby.code
        link.warned = self._warned
        shown = self._shut_out[:MOST_SHOWN] if lobby.code else ()
        self._state.reply(link, TableCode(code=lobby.code, sentence=sentence, shut_out=shown))

    def code_for_owner(self, link: Connection) -> None:
        """Send the code to a program of the table's own user that asks over this machine's own socket."""
        if link.is_own and self._state.lobby.code:
            self._state.reply(link, TableCode(code=self._state.lobby.code))

    def knock(self, link: Connection, knock: Knock, now_ms: int) -> None:
        """Start the exchange with a client that wants to prove the code."""
        state, lobby = self._state, self._state.lobby
        if knock.table != lobby.table_id:
            self._refuse(link, "table", "The table is no longer at this address.")
        elif not lobby.code:
            state.reply(link, Answer(pake=b""))
        elif not self._tries.left(link.peer, now_ms):
            self._refuse(link, "slow", self._wait_words(link, now_ms))
        elif (bits := self._tries.bits(link.peer, now_ms)) and not (paid := self._paid(knock, bits, now_ms)):
            self._refuse(link, "slow", _BUSY, work=self._work(bits, now_ms))
        elif not self._knocks_of.take(link.peer, now_ms):
            self._refuse(link, "slow", _OFTEN, retry_ms=_RETRY_MS)
        elif self._computations >= MOST_COMPUTATIONS or not self._knocks.take(now_ms):
            self._refuse(link, "slow", _CROWD, retry_ms=_RETRY_MS)
        else:
            if bits and paid:
                paid.used.add(knock.counter)
            link.stage, link.knock_code = "knocked", lobby.code
            self._computations += 1
            state.outbox.answers.append(ComputePake(link.id, lobby.code, lobby.table_id, state.key, knock.pake))

    def pake_done(self, link: Connection | None, answer: tuple[bytes, bytes] | None) -> None:
        """The arithmetic for a knock is done. answer: what to say, and the secret; None if the knock was none."""
        self._computations = max(0, self._computations - 1)  # it may have begun before the room was made again
        if link is None:
            return
        if answer is None:
            self._refuse(link, "malformed", "That is not a valid code attempt.")
            return
        pake, link.secret = answer
        self._state.reply(link, Answer(pake=pake))

    def lets_in(self, link: Connection, hello: Hello, now_ms: int) -> bool:
        """Whether a new client may join. If not, it has been refused with a reason, and disconnected."""
        lobby = self._state.lobby
        if not lobby.code or link.is_own or has_any_pass(lobby.passes, hello.token) or was_admitted(lobby, hello):
            return True
        if not link.secret:
            self._refuse(link, "code", _WANTED)
        elif not self._tries.left(link.peer, now_ms):
            # Other connections of this address may have used up its tries meanwhile.
            self._refuse(link, "slow", self._wait_words(link, now_ms))
        elif link.knock_code != lobby.code:
            # For a void code, the answer does not say whether it was right or wrong.
            self._refuse(link, "code", _OLD)
        elif hmac.compare_digest(guest_proof(link.secret), hello.code_proof):
            return True
        else:
            self._wrong(link, now_ms)
        return False

    def proof_for(self, link: Connection) -> bytes:
        """The host's own proof, by which the client sees that the host knows the code."""
        return host_proof(link.secret) if link.secret else b""

    def _wrong(self, link: Connection, now_ms: int) -> None:
        before = self._tries.bits("", now_ms)
        self._tries.wrong(link.peer, now_ms)
        costs_more = self._tries.bits("", now_ms) > before
        left = self._tries.left(link.peer, now_ms)
        more = (
            f"You have {left} {'attempt' if left == 1 else 'attempts'} left."
            if left
            else self._wait_words(link, now_ms)
        )
        self._refuse(link, "code", f"That is not this table's code. {more}")
        if (costs_more or not left) and self._warnings.take(now_ms):
            self._warn(counted_as(link.peer), now_ms)

    def _warn(self, last: str, now_ms: int) -> None:
        """Tell the host how many addresses have used up their tries."""
        self._shut_out = self._tries.waiting(now_ms)
        count = len(self._shut_out)
        if not count:
            self._news = (
                "Many wrong codes were tried. To slow down guessing, a new player's program must now calculate for "
                "some seconds before the player can join."
            )
        elif count > 1:
            self._news = f"Many wrong codes came from {count} addresses, most recently from {last}."
        else:
            self._news = f"{TRIES} wrong codes from {last}. Nobody new can join from that address for a while."
        self._warned += 1
        self._state.outbox.lobby_changed = True

    def _wait_words(self, link: Connection, now_ms: int) -> str:
        minutes = -(-self._tries.wait_ms(link.peer, now_ms) // 60_000)
        span = f"{minutes} minute{'s' if minutes > 1 else ''}" if minutes < 120 else f"{minutes // 60} hours"
        return f"Too many wrong codes from your address. Try again in {span}, or ask the host to let you in."

    def _work(self, bits: int, now_ms: int) -> Work:
        newest = self._wanted[-1] if self._wanted else None
        if newest is None or newest.bits != bits or newest.until_ms - now_ms < WORK_MS // 2:
            newest = _Wanted(self._state.chance.randbytes(NONCE_BYTES), bits, now_ms + WORK_MS)
            self._wanted = [*self._wanted, newest][-_MOST_NONCES:]
        return Work(nonce=newest.nonce, bits=newest.bits)

    def _paid(self, knock: Knock, bits: int, now_ms: int) -> _Wanted | None:
        """The work that came with a knock, if it was asked for and is not used yet; else None. The required amount may
        have risen by a step while the client did the work.
        """
        for wanted in self._wanted:
            is_it = hmac.compare_digest(wanted.nonce, knock.nonce) and now_ms < wanted.until_ms
            if is_it and wanted.bits >= bits - 1 and knock.counter not in wanted.used:
                return wanted if fits(self._state.lobby.table_id, wanted.nonce, knock.counter, wanted.bits) else None
        return None

    def _renew(self) -> None:
        lobby = self._state.lobby
        lobby.code, self._news, self._shut_out = new_code(self._state.chance), "", ()
        self._tries.begin_anew()
        self._state.outbox.lobby_changed = True

    def _refuse(
        self, link: Connection, code: str, sentence: str, *, retry_ms: int = 0, work: Work | None = None
    ) -> None:
        config = self._state.config
        table = config.table_id if code == "code" else ""
        refused = Refused(code=code, sentence=sentence, table=table, app=config.version, retry_ms=retry_ms, work=work)
        self._state.hang_up(link, refused)


TRIES: Final = 3


FIRST_WAIT_MS: Final = 5 * 60_000


LONGEST_WAIT_MS: Final = 24 * 3_600_000


FREE_AN_HOUR: Final = 30


LEAST_BITS: Final = 22


MOST_BITS: Final = 28


PASS_MS: Final = 5 * 60_000


MOST_SHOWN: Final = 8


_MOST_ADDRESSES: Final = 4096


_HOUR_MS: Final = 3_600_000


_STEP: Final = 4
"""After each so many wrong tries, the work takes twice as long."""


@dataclass
class _Address:
    """wrong: tries since the last wait. wait_ms: how long the next wait is. until_ms: when this one is over. free_ms:
    until when the host lets it try without work."""

    wrong: int = 0
    wait_ms: int = FIRST_WAIT_MS
    until_ms: int = 0
    free_ms: int = 0


class Tries:
    """The wrong codes that came to one table. peer: an address, "" for a link in memory, which is never stopped."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._level = 0.0
        self._at_ms = 0

    def left(self, peer: str, now_ms: int) -> int:
        """How many tries an address has now."""
        known = self._addresses.get(counted_as(peer))
        if known is None or not peer:
            return TRIES
        return 0 if now_ms < known.until_ms else TRIES - known.wrong

    def wait_ms(self, peer: str, now_ms: int) -> int:
        """How long an address has to wait for its next try."""
        known = self._addresses.get(counted_as(peer))
        return max(0, known.until_ms - now_ms) if known is not None and peer else 0

    def bits(self, peer: str, now_ms: int) -> int:
        """How much work the next try of an address costs. 0 means none."""
        known = self._addresses.get(counted_as(peer))
        if known is not None and now_ms < known.free_ms:
            return 0
        level, bits = self._now(now_ms), LEAST_BITS
        if level < FREE_AN_HOUR:
            return 0
        while level >= _STEP * FREE_AN_HOUR and bits < MOST_BITS:
            level, bits = level / _STEP, bits + 1
        return bits

    def wrong(self, peer: str, now_ms: int) -> None:
        self._level = self._now(now_ms) + 1
        if not peer:
            return
        known = self._of(peer)
        known.wrong += 1
        if known.wrong >= TRIES:
            known.wrong, known.until_ms = 0, now_ms + known.wait_ms
            known.wait_ms = min(LONGEST_WAIT_MS, 2 * known.wait_ms)

    def let_in(self, peer: str, now_ms: int) -> None:
        """Give an address its tries again, without work for a while."""
        known = self._of(peer)
        known.wrong, known.wait_ms, known.until_ms, known.free_ms = 0, FIRST_WAIT_MS, 0, now_ms + PASS_MS

    def begin_anew(self) -> None:
        """There is a new code that nobody has tried."""
        self._addresses.clear()
        self._level = 0.0

    def waiting(self, now_ms: int) -> tuple[str, ...]:
        """The addresses that have to wait, the latest first."""
        return tuple(peer for peer, known in reversed(self._addresses.items()) if now_ms < known.until_ms)

    def _of(self, peer: str) -> _Address:
        peer = counted_as(peer)
        known = self._addresses.setdefault(peer, _Address())
        self._addresses.move_to_end(peer)
        if len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)  # an attacker with so many addresses meets the limit for all of them
        return known

    def _now(self, now_ms: int) -> float:
        """The wrong codes of all addresses. Each hour, thirty of them are forgotten."""
        self._level = max(0.0, self._level - (now_ms - self._at_ms) * FREE_AN_HOUR / _HOUR_MS)
        self._at_ms = now_ms
        return self._level
