"""How spectators watch: public cards, the hand of a seat that consents, or all hands if the table allows it."""

from engine.api import Happened, Seat

from ..match.people import LobbyRefusal, Person
from ..match.visibility import why_not
from ..wire.client_messages import Consent, Look
from ..wire.host_messages import Looking
from ..wire.table_info import LookKind
from .state import RoomState


class Spectators:
    """The ways to watch in one room. Match decides at the end of a deal which hands are open."""

    def __init__(self, state: RoomState) -> None:
        self._state = state

    def look(self, person: Person, request: Look) -> None:
        """Change how a spectator watches. Raises LobbyRefusal."""
        how, seat = request.how, request.seat
        if person.seat is not None:
            raise LobbyRefusal("You are a player, so you see only your own hand.", "right")
        if reason := why_not(self._state.lobby, how, seat):
            raise LobbyRefusal(reason, "right")
        if (how, seat if how == "shoulder" else None) != (person.look, person.look_seat):
            self._turn(person, how, seat, "")

    def come(self, person: Person, how: LookKind, seat: Seat | None) -> Looking | None:
        """Set how a new spectator watches: as they ask, or only public cards if that is not allowed.

        Returns the message for them, or None if they asked for nothing.
        """
        if how == "public" or person.seat is not None:
            return None
        reason = why_not(self._state.lobby, how, seat)
        if not reason:
            self._set(person, how, seat)
        return Looking(how=person.look, seat=person.look_seat, sentence=reason)

    def consent(self, person: Person, request: Consent) -> None:
        """A player lets spectators see their hand, or no longer. Raises LobbyRefusal."""
        if person.seat is None:
            raise LobbyRefusal("You are watching. Only a player has a hand to show.", "right")
        if person.consents != request.yes:
            person.consents = request.yes
            self._state.say(Happened("consents" if request.yes else "covers", person.seat, person.name))

    def settle(self, now_ms: int) -> None:
        """Spectators of hands that are no longer open see only public cards."""
        for person in self._state.lobby.watchers if self._state.outbox.lobby_changed else ():
            if person.look == "public" or not (reason := why_not(self._state.lobby, person.look, person.look_seat)):
                continue
            if self._state.connections.link_of(person) is not None:
                self._turn(person, "public", None, f"{reason} You see only public cards now.")

    def _turn(self, person: Person, how: LookKind, seat: Seat | None, sentence: str) -> None:
        self._set(person, how, seat)
        if (link := self._state.connections.link_of(person)) is not None:
            self._state.reply(link, Looking(how=person.look, seat=person.look_seat, sentence=sentence))
        self._state.begin_anew(person)

    def _set(self, person: Person, how: LookKind, seat: Seat | None) -> None:
        person.look, person.look_seat = how, seat if how == "shoulder" else None
        what = {"public": "public cards", "hands": "all hands"}.get(how, "")
        if seat is not None and how == "shoulder":
            what = f"the hand of {self._state.lobby.name_at(seat)}"
        self._state.say(Happened("looks", person.look_seat, person.name, what))
        self._state.outbox.lobby_changed = True
