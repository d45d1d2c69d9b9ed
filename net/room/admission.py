"""Admits clients: decides who may join, as which person, and from which event their stream starts."""

import contextlib
import hmac
from typing import Final

import msgspec

from engine.api import Happened

from ..crypto.signing import at_table, verify
from ..match.bans import has_any_pass, why_barred, without_pass
from ..match.people import LobbyRefusal, Person, has_pass, orphan_of
from ..match.rivals import CHECKING, NotOurs, fork_of, table_moved_to
from ..wire.address import AddressError, parse_address
from ..wire.client_messages import CAPABILITIES, MAJOR, MINOR, SQUEEZE, TOKEN_BYTES, Hello, Operate
from ..wire.codes import RefusedCode
from ..wire.handover import Moved
from ..wire.host_messages import Bye, Refused, TableFrame, Welcome
from ..wire.rate_limits import counted_as, most_known, newcomer_rates
from ..wire.sanitize import clean_line
from ..wire.table_info import TableInfo
from .code_gate import CodeGate, was_admitted
from .connections import Connection
from .effects import Admitted
from .moderation import Moderation
from .returning_spectators import Absentee
from .spectators import Spectators
from .state import RoomState

_NEIGHBOUR: Final = -1
"""Used in place of a person's number: the host of another table."""
_CROWD_RETRY_MS: Final = 4_000
"""After this time, more clients of a crowd may try to join."""


class Admission:
    """Greets new connections. A token outranks everything: a client with a token gets the seat, and the older
    connection of that seat is closed as displaced. Without a token, a private table asks for its code."""

    def __init__(self, state: RoomState, code_gate: CodeGate, moderation: Moderation, spectators: Spectators) -> None:
        self._state = state
        self._code_gate = code_gate
        self._moderation = moderation
        self._spectators = spectators
        self._newcomers = newcomer_rates(state.config.most_watchers)
        self._most_known = most_known(state.config.most_watchers)

    def greet(self, link: Connection, hello: Hello, now_ms: int) -> None:
        """Accept a connection, or refuse it."""
        state = self._state
        if hello.table and hello.table != state.config.table_id:
            self._refuse(link, "table", "The table is no longer at this address.")
        elif hello.role == "probe" and state.farewell is not None:
            # For a probe this table is gone. Otherwise another table of its match would close in favour of this one.
            self._refuse(link, "closed", state.farewell.sentence)
        elif hello.role == "probe":
            self._note_neighbour(hello, link.peer)
            state.reply(link, TableFrame(info=self._shown_to(link, now_ms)))
            self._code_gate.code_for_owner(link)
            state.hang_up(link, Bye(code="probe", sentence="The host has sent the description of the table."))
        else:
            self._admit(link, hello, now_ms)

    def operate(self, link: Connection, message: Operate, now_ms: int) -> None:
        """The user of this table's host locks or unlocks it without joining."""
        if not link.is_own:
            self._refuse(link, "right", "Only the user who runs this table can do that, on the table's machine.")
        elif message.table != self._state.config.table_id:
            self._refuse(link, "table", "The table is no longer at this address.")
        else:
            self._moderation.set_locked(None, is_on=message.lock)
            self._state.outbox.lobby_changed = True
            self._state.reply(link, TableFrame(info=self._state.shown_to(link, now_ms)))
            self._state.hang_up(link, Bye(code="probe", sentence="Done."))

    def _admit(self, link: Connection, hello: Hello, now_ms: int) -> None:
        """The person behind a hello: one who was here before, known by token or key, or a new one."""
        is_owner = self._is_owner(hello.token)
        person, voided = self._known(hello.token, is_owner=is_owner), self._voided(hello.token)
        if not self._is_proven(link, hello):
            self._refuse(link, "key", "Your signature does not prove that the key is yours.")
            return
        if person is None and voided:
            self._refuse(link, "token", voided)
            return
        old_token = hello.token if person is not None and not is_owner else b""
        if person is None and (person := self._seat_of_key(hello, now_ms)) is not None:
            old_token = person.token
        is_back = person is not None
        if person is not None:
            self._take_back(link, person, is_owner=is_owner)
        else:
            person = self._take_in(link, hello, now_ms, is_owner=is_owner)
            if person is None:
                return
            if has_any_pass(self._state.lobby.passes, hello.token):
                # A pass is used up by joining, like a token: a person who is removed later has none left.
                self._state.lobby.passes = without_pass(self._state.lobby.passes, hello.token)
                old_token = hello.token
        person.old_token = old_token
        person.token = self._state.chance.randbytes(TOKEN_BYTES)
        person.gives_shares = "fair" in hello.capabilities
        link.knows_faults = "fault" in hello.capabilities
        person.key_ed = hello.key or person.key_ed
        self._settle(link, hello, person, now_ms, is_back=is_back)

    def _take_back(self, link: Connection, person: Person, *, is_owner: bool) -> None:
        self._displace(person)
        # A ban applies to the address or user of the connection. Nothing else is known of a person from another host.
        person.user, person.address = clean_line(link.user, 48), clean_line(link.peer, 64)
        if is_owner:
            self._state.lobby.give_key(person)

    def _take_in(self, link: Connection, hello: Hello, now_ms: int, *, is_owner: bool) -> Person | None:
        """A new person; None if they were refused, or must prove the code first."""
        if not is_owner and (bar := self._bar(hello, link)) is not None:
            self._refuse(link, *bar)
            return None
        if not is_owner and not self._code_gate.lets_in(link, hello, now_ms):
            return None
        try:
            return self._let_in(hello, link, now_ms, is_owner=is_owner)
        except LobbyRefusal as refusal:
            self._refuse(link, "full", str(refusal), retry_ms=_CROWD_RETRY_MS if refusal.code == "slow" else 0)
            return None

    def _settle(self, link: Connection, hello: Hello, person: Person, now_ms: int, *, is_back: bool) -> None:
        """Set where the person's stream starts, and send the welcome."""
        state = self._state
        state.outbox.lobby_changed = True
        state.connections.greeted(link, person, now_ms)
        link.hears_gallery = "gallery" in hello.capabilities
        state.outbox.is_crowd_behind = True
        looking = self._spectators.come(person, hello.look, hello.viewer)
        if not is_back:
            person.since = state.comebacks.since(person, state.match.reach(person))
        self._place_in_stream(link, hello, person)
        if person.seat is not None:
            state.match.tell_again(person.seat)
        state.idle_since_ms = None
        self._note_followed(hello, person)
        state.begin_if_agreed()
        state.outbox.answers.append(Admitted(link.id))
        state.reply(
            link,
            Welcome(
                major=MAJOR,
                minor=min(MINOR, hello.minor),
                app=state.config.version,
                capabilities=tuple(word for word in CAPABILITIES if word in hello.capabilities),
                table=state.shown_to(link, now_ms),
                name=person.name,
                seat=person.seat,
                token=person.token,
                resumed=is_back or link.held.told > 0,
                number=state.match.reach(person),
                code_proof=self._code_gate.proof_for(link),
            ),
        )
        link.is_squeezed = SQUEEZE in hello.capabilities  # from here on; the welcome itself is not squeezed for anybody
        if looking is not None:
            state.reply(link, looking)
        if state.is_held:
            state.reply(link, CHECKING)
        if state.farewell is not None:
            state.hang_up(link, state.farewell)

    def _note_neighbour(self, hello: Hello, peer: str) -> None:
        """The host of another table of this match has found us and tells its addresses. Only addresses of its own
        machine are asked, because anybody can repeat a claim.
        """
        if hello.after is None or not peer or not self._is_of_this_match(hello.after):
            return
        ways = []
        for way in hello.after.ways:
            with contextlib.suppress(AddressError):
                ways += [way] if parse_address(way).host == peer else []
        self._state.followed[_NEIGHBOUR] = msgspec.structs.replace(hello.after, ways=tuple(ways))

    def _is_of_this_match(self, to: Moved) -> bool:
        state = self._state
        if not state.has_others:
            return False
        here = state.info(state.opened_ms)
        with contextlib.suppress(NotOurs):
            fork_of(here, table_moved_to(here, to), state.ends())
            return True
        return False

    def _note_followed(self, hello: Hello, person: Person) -> None:
        """A person with a seat has followed the match to another table, and brings its claim."""
        state = self._state
        state.followed.pop(person.key, None)
        if hello.after is not None and person.seat is not None and self._is_of_this_match(hello.after):
            state.followed[person.key] = hello.after

    def confirm(self, link: Connection) -> None:
        """The first message after a welcome shows that the new token has arrived, so the old one becomes void.

        Before that, the welcome may have been lost together with the connection.
        """
        assert link.person is not None
        link.is_confirmed = True
        link.person.old_token = b""

    def knows(self, token: bytes) -> bool:
        """Whether this token was issued here and is still valid."""
        state, is_owner = self._state, self._is_owner(token)
        is_kept = state.comebacks.find(token) is not None or has_any_pass(state.lobby.passes, token)
        return is_owner or is_kept or self._known(token, is_owner=False) is not None

    def _is_owner(self, token: bytes) -> bool:
        """Whether a token is the owner's key, or the token that its holder got in its place."""
        key = self._state.config.owner
        return (bool(key) and hmac.compare_digest(token, key)) or has_pass(self._state.lobby.owner_tokens, token)

    def _known(self, token: bytes, *, is_owner: bool) -> Person | None:
        found = None
        for person in self._state.lobby.people:
            # Every token is compared, each in constant time, so that the time does not show how close a guess was.
            for kept in (person.token, person.old_token):
                if hmac.compare_digest(kept, token) and len(token) == TOKEN_BYTES:
                    found = person
            if is_owner and person.holds_key:
                found = found or person
        return found

    def _is_proven(self, link: Connection, hello: Hello) -> bool:
        """Whether a key may be shown as this person's: the client must prove it, if this host has an end that the
        client can name."""
        host_key, host_user = self._state.key, link.host_user
        if not hello.key or (not hello.proof and not host_key and host_user is None):
            return True
        return verify(hello.key, hello.proof, at_table(host_key, hello.table, host_user))

    def _seat_of_key(self, hello: Hello, now_ms: int) -> Person | None:
        """The person for a client without a token: their seat has no connection, and the client proved their key."""
        if hello.role != "player" or not hello.key or not hello.proof:
            return None
        of_key = [person for person in self._state.lobby.seated if person.key_ed == hello.key]
        free = [person for person in of_key if not self._is_there(person, now_ms)]
        # If one key has several seats, take the seat of this client: two terminals of one user may sit at one table.
        return min(free, key=lambda person: (person.seat != hello.viewer, person.name != hello.name), default=None)

    def _is_there(self, person: Person, now_ms: int) -> bool:
        """Whether a person's connection may be alive. A client sends a message right after its welcome. If none came,
        the welcome was lost, and the client comes again without the token that was in it."""
        link = self._state.connections.link_of(person)
        return link is not None and (link.is_confirmed or now_ms - link.heard_ms < self._state.config.clocks.ping_ms)

    def _voided(self, token: bytes) -> str:
        """The sentence for a player whose seat now belongs to another person; "" for any other token."""
        sentence = ""
        for voided in self._state.lobby.voided:
            if hmac.compare_digest(voided.token, token):
                sentence = voided.sentence
        return sentence

    def _bar(self, hello: Hello, link: Connection) -> tuple[RefusedCode, str] | None:
        """The code and the sentence of the refusal of a new person. None if they may join."""
        lobby = self._state.lobby
        why = "" if lobby.stage == "over" else why_barred(lobby.bans, hello.token, hello.key, link.peer, link.user)
        if why:
            return "banned", why
        if lobby.locked and not has_any_pass(lobby.passes, hello.token) and not was_admitted(lobby, hello):
            return "locked", "The table is locked: nobody new can join for now."
        return None

    def _let_in(self, hello: Hello, link: Connection, now_ms: int, *, is_owner: bool) -> Person:
        lobby, comebacks = self._state.lobby, self._state.comebacks
        absent = comebacks.find(hello.token)
        if not is_owner:
            self._verify_no_crowd(link, now_ms, absent)
        may_sit = hello.role == "player" and lobby.stage == "open"
        may_sit = may_sit and (is_owner or link.is_own or lobby.may_sit_from(link.peer))
        seat = lobby.first_empty() if may_sit else None
        asked = orphan_of(lobby.petitions, hello.token)
        person = lobby.join(hello.name, link.user, link.peer, watches=seat is None and not is_owner, asked=asked)
        if absent is not None:
            if lobby.person(absent.key) is None:
                # It is the same person, so an earlier request is neither forgotten nor done twice.
                person.key = absent.key
            comebacks.came(person, absent)
        if asked is not None:
            asked.found(person.key)
        if is_owner:
            lobby.give_key(person)
        if seat is not None:
            lobby.sit(person, seat)
            self._state.say(Happened("sat", seat, person.name))
        else:
            if absent is None or absent.key not in self._state.unsaid:
                self._state.tell_gallery(person.name, "watching")
        if absent is not None:
            self._state.unsaid.discard(absent.key)
        return person

    def _verify_no_crowd(self, link: Connection, now_ms: int, absent: Absentee | None) -> None:
        """Raises LobbyRefusal if one address, or all together, join faster or in greater number than people do.

        absent: a person who joined before, and need not wait behind new ones.
        """
        state, peer = self._state, link.peer
        whose = counted_as(peer)
        inside = [other.peer for other in state.connections.links.values() if other.person is not None] if peer else []
        known = sum(counted_as(other) == whose for other in inside)
        if known >= self._most_known:
            raise LobbyRefusal("No more connections from your address are allowed.", "unavailable")
        if absent is not None and absent.account.take(now_ms):
            return
        if not (self._newcomers.take(peer, now_ms) and state.newcomers.take(now_ms)):
            raise LobbyRefusal("Too many players are joining at once. Try again in a minute.", "slow")

    def _shown_to(self, link: Connection, now_ms: int) -> TableInfo:
        """The table as a list of tables shows it. Of a private table, a stranger learns how many people are there, not
        who.
        """
        info = msgspec.structs.replace(self._state.shown_to(link, now_ms), bans=(), ban_marks=())
        if not info.coded or link.is_own:
            return info
        seats = tuple(msgspec.structs.replace(seat, name="", user="", key="") for seat in info.seats)
        descent = tuple(msgspec.structs.replace(step, name="") for step in info.descent)
        info = msgspec.structs.replace(info, seats=seats, watchers=(), host="", descent=descent, host_key_signed=None)
        return msgspec.structs.replace(info, votes=(), petitions=(), looks=(), other=None)

    def _displace(self, person: Person) -> None:
        before = self._state.connections.link_of(person)
        if before is not None:
            sentence = "You rejoined from another place, so this connection ends."
            self._state.hang_up(before, Bye(code="displaced", sentence=sentence))
        person.missed = 0

    def _place_in_stream(self, link: Connection, hello: Hello, person: Person) -> None:
        """The event from which a connection continues. It is the one after the client's events, if these are the
        beginning of its stream.
        """
        match = self._state.match
        same_audience = match.table is None or (hello.look, hello.viewer) == (
            person.look,
            person.look_seat if person.is_behind else person.seat,
        )
        # If a move was taken back, a client may have void events, so it gets everything again.
        is_of_here = hello.table == self._state.config.table_id and same_audience and not match.stream.is_retold
        # A client that got the stream without faces shown once must not get them by claiming to have fewer events.
        oldest = max(0, person.since - 1) if match.shows_once else 0
        if is_of_here and oldest <= hello.held < match.reach(person):
            link.held.told = hello.held + 1
        else:
            link.held.is_fresh = hello.held >= 0
            person.since = match.reach(person)

    def _refuse(self, link: Connection, code: RefusedCode, sentence: str, *, retry_ms: int = 0) -> None:
        self._state.hang_up(
            link, Refused(code=code, sentence=sentence, app=self._state.config.version, retry_ms=retry_ms)
        )
