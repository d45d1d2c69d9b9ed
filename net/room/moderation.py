"""The host's rights over the people at a table: lock it, remove or ban people, pass the rights on, close the table.

While the table's own host is away, another player is the stand-in host. A stand-in cannot pass the rights on, close the
table or hand it over. At a table with an owner's key (`Lobby.has_owner`), a stand-in can only do what a match needs,
and nothing that would keep people out.
"""

from typing import Final, Literal

from engine.api import Happened

from ..match.bans import MOST_BANS, SALT_BYTES, ban_of
from ..match.lobby import Lobby
from ..match.people import LobbyRefusal, Person
from ..match.settings import TABLE_OPTIONS
from ..wire.client_messages import (
    Ban,
    CloseTable,
    GoThere,
    HandOver,
    Kick,
    LetIn,
    Lock,
    NewCode,
    PassHost,
    Request,
    SetOption,
)
from ..wire.host_messages import Bye
from ..wire.sanitize import clean_line, quoted
from .state import RoomState

LENT: Final = tuple(name for name, option in TABLE_OPTIONS.items() if not option.own)
"""The table's settings that a stand-in may change before the first deal."""
_LONGEST_FAREWELL = 120


class Moderation:
    """Carries out requests of a room's host. The dispatcher has checked that the host asks.

    Raises LobbyRefusal for requests that are not allowed.
    """

    def __init__(self, state: RoomState) -> None:
        self._state = state

    def send_away(self, person: Person, sentence: str, *, code: Literal["kicked", "banned"] = "kicked") -> None:
        """Remove a person, with seat and token. sentence: the reason that they see."""
        state = self._state
        link = state.connections.link_of(person)
        seat = person.seat
        state.lobby.leave(person)
        state.say(Happened("kicked" if code == "kicked" else "banned", seat, person.name))
        state.forget(person)
        if link is not None:
            state.hang_up(link, Bye(code=code, sentence=sentence))

    def lock(self, host: Person, request: Lock) -> None:
        """Lock or unlock the table for new people."""
        self.set_locked(host, is_on=request.on)

    def set_locked(self, host: Person | None, *, is_on: bool) -> None:
        """Lock or unlock the table. host: None if the owner does it without being at the table."""
        lobby = self._state.lobby
        if lobby.locked == is_on:
            return
        lobby.locked = is_on
        lobby.passes, lobby.admitted = [], []
        seat, name = (host.seat, host.name) if host is not None else (None, "The owner")
        self._state.say(Happened("locked" if is_on else "unlocked", seat, name))

    def kick(self, host: Person, request: Kick) -> None:
        """Remove the person or bot on a seat, or the person with a name."""
        state, lobby, seat = self._state, self._state.lobby, request.seat
        if seat is None:
            person = lobby.named(request.name)
        else:
            lobby.verify_seat(seat)
            found = lobby.sitter(seat)
            if found is None:
                name = lobby.name_at(seat)
                lobby.set_free(seat)
                state.say(Happened("left", seat, name))
                return
            person = found
        lobby.verify_sendable(host, person)
        self.send_away(person, f"{host.name} removed you from the table.")

    def ban(self, host: Person, request: Ban) -> None:
        """Ban a person until the match is over, or lift the ban."""
        lobby, name = self._state.lobby, request.name
        if not request.on:
            self._lift(host, name)
            return
        if lobby.stage == "over":
            raise LobbyRefusal("The match is over, so a ban would end at once.", "stage")
        if len(lobby.bans) >= MOST_BANS:
            raise LobbyRefusal(
                f"A table can have at most {MOST_BANS} bans. Lift a ban first, or lock the table.", "unavailable"
            )
        person = lobby.named(name)
        lobby.verify_sendable(host, person)
        lobby.bans = [*lobby.bans, ban_of(person, host, self._state.chance.randbytes(SALT_BYTES))]
        sentence = f"{host.name} banned you from this table until its match is over."
        self.send_away(person, sentence, code="banned")

    def _lift(self, host: Person, name: str) -> None:
        lobby = self._state.lobby
        kept = [ban for ban in lobby.bans if ban.name != name]
        if len(kept) == len(lobby.bans):
            raise LobbyRefusal(f"{name or 'That player'} is not banned.", "unknown")
        lobby.bans = kept
        self._state.say(Happened("unbanned", host.seat, name, host.name))

    def pass_on(self, host: Person, request: PassHost) -> None:
        """Pass the host's rights to another player."""
        lobby, seat = self._state.lobby, request.seat
        lobby.verify_seat(seat)
        verify_own(lobby, host, "pass on the host's rights")
        heir = lobby.sitter(seat)
        if heir is None:
            raise LobbyRefusal(f"Seat {seat + 1} has no player who can be host.", "unavailable")
        if heir is host:
            raise LobbyRefusal("You are already the host.", "unavailable")
        if heir.state == "away":
            raise LobbyRefusal(f"{heir.name} is away.", "unavailable")
        lobby.pass_rights_to(heir)
        self._state.say(Happened("host", seat, heir.name, host.name))

    def close(self, host: Person, request: CloseTable) -> None:
        state = self._state
        verify_own(state.lobby, host, "close the table")
        said = clean_line(request.sentence, _LONGEST_FAREWELL)
        state.match.abandon()
        state.lobby.closed = f"{host.name} closed the table{f': {quoted(said)}' if said else '.'}"

    def go_there(self, host: Person, request: GoThere) -> None:
        """Close the table in favour of another one of the same match."""
        verify_own(self._state.lobby, host, "close the table and move to another one")
        if self._state.other is None:
            raise LobbyRefusal(
                "This match continues only at this table, so there is no table to move to.", "unavailable"
            )
        self._state.goes_there = True


def verify_owner(lobby: Lobby, host: Person, request: Request) -> None:
    """Raises LobbyRefusal if a request needs more of the host's rights than a stand-in has."""
    if not lobby.lends_to(host):
        return
    match request:
        case HandOver(seat=None):
            return
        case Kick(seat=int() as seat) if lobby.bot_at(seat) is not None:
            return
        case SetOption(name=name) if not name.startswith("table."):
            return
        case SetOption(name=name) if name.removeprefix("table.") in LENT:
            lobby.verify_open()
            return
    raise LobbyRefusal(_belongs(lobby, _forbidden(request)), "right")


def _forbidden(request: Request) -> str:
    """The action that a stand-in cannot do, as the end of "you cannot"."""
    match request:
        case SetOption(name=name):
            option = TABLE_OPTIONS.get(name.removeprefix("table."))
            return option.own if option is not None else "change that"
        case Kick():
            return "remove players. The players can vote to remove a player"
        case Ban(on=is_on):
            return "ban people" if is_on else "lift a ban"
        case Lock(on=is_on):
            return "lock the table" if is_on else "unlock the table"
        case PassHost():
            return "make another player host"
        case HandOver():
            return "hand over the table"
        case NewCode():
            return "change the join code"
        case LetIn():
            return "let addresses try the join code again"
        case CloseTable():
            return "close the table. The players can vote to break off the match"
        case GoThere():
            return "close the table and move to another one"
    return "do that"


def _belongs(lobby: Lobby, what: str) -> str:
    owner = lobby.owner
    whose = f"This is {owner.name}'s table" if owner is not None else "The table's owner is not here"
    return f"{whose}. You have some of the host's rights for now, but you cannot {what}."


def verify_own(lobby: Lobby, host: Person, what: str) -> None:
    """Raises LobbyRefusal for a stand-in. what: the thing that a stand-in cannot do."""
    if not host.is_owner and (owner := lobby.owner) is not None:
        raise LobbyRefusal(f"You have the host's rights only while {owner.name} is away. You cannot {what}.", "right")
