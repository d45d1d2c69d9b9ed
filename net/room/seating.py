"""Requests about seats, readiness and settings."""

from engine.api import Happened

from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import Fill, Hurry, NextDeal, Ready, SetBot, SetOption, Sit, Stand, Start, Undo
from .state import RoomState
from .substitutes import Substitutes


class Seating:
    """The seats and settings of one room. Raises LobbyRefusal for requests that are not allowed."""

    def __init__(self, state: RoomState, substitutes: Substitutes) -> None:
        self._state = state
        self._substitutes = substitutes

    def sit(self, person: Person, request: Sit) -> None:
        """A person takes a seat, or changes seats."""
        state, lobby, link = self._state, self._state.lobby, self._state.connections.link_of(person)
        if lobby.stage in ("playing", "between"):
            raise LobbyRefusal("The match has begun. Ask for the seat: the host decides.", "stage")
        if link is None or not link.is_own:
            lobby.verify_leaves_seats(person)
        lobby.sit(person, request.seat)
        state.say(Happened("sat", request.seat, person.name))
        state.begin_anew(person)
        state.begin_if_agreed()

    def stand(self, person: Person, request: Stand) -> None:
        """A person gives the seat up and watches."""
        self._state.say(Happened("stood", self._state.lobby.stand(person), person.name))
        self._state.begin_anew(person)

    def is_ready_already(self, person: Person, request: Ready) -> bool:
        """Whether the request changes nothing."""
        return request.ready == person.ready

    def ready(self, person: Person, request: Ready) -> None:
        """A person is ready or not; after the match began, this only shows that the person is awake."""
        if self._state.lobby.stage == "open":
            self._state.lobby.set_ready(person, ready=request.ready)
            self._state.begin_if_agreed()

    def set_option(self, host: Person, request: SetOption) -> None:
        state = self._state
        moved_people = state.lobby.set_option(request.name, request.value)
        state.match.clocks = state.lobby.paced(state.config.clocks)
        for moved in moved_people:
            state.say(Happened("sat", moved.seat, moved.name))
            state.reseat(moved, f"The table has fewer seats now. You have seat {(moved.seat or 0) + 1}.")

    def set_bot(self, host: Person, request: SetBot) -> None:
        state, lobby, seat = self._state, self._state.lobby, request.seat
        name = lobby.name_at(seat)
        if request.level is None:
            lobby.set_bot(seat, None)
            state.say(Happened("left", seat, name))
        else:
            self._substitutes.replace_by_bot(seat, request.level)
            state.say(Happened("bot", seat, lobby.name_at(seat), request.level))
        state.begin_if_agreed()

    def fill(self, host: Person, request: Fill) -> None:
        for seat in self._state.lobby.fill(request.level):
            self._state.say(Happened("bot", seat, self._state.lobby.name_at(seat), request.level))
        self._state.begin_if_agreed()

    def start(self, host: Person, request: Start) -> None:
        self._state.start()

    def next_deal(self, person: Person, request: NextDeal) -> None:
        """A player wants the next deal."""
        if person.seat is None:
            raise LobbyRefusal("You are watching. The players decide when the next deal begins.", "right")
        if self._state.lobby.stage != "between":
            raise LobbyRefusal("You can do that only between deals.", "stage")
        person.ready = True

    def hurry(self, person: Person, request: Hurry) -> None:
        """Hurry the bots, if this is the only person at a table of bots."""
        lobby = self._state.lobby
        if person.seat is None or any(lobby.sitter(seat) not in (person, None) for seat in range(lobby.seats)):
            raise LobbyRefusal("You can hurry the bots only if all other players are bots.", "unavailable")
        self._state.match.hurry()

    def undo(self, person: Person, request: Undo) -> None:
        """The only person at a table of bots takes back their last choice. They get the match again from its start."""
        lobby = self._state.lobby
        if person.seat is None or lobby.people != [person]:
            raise LobbyRefusal("You can take a move back only if you are alone with bots.", "unavailable")
        self._state.match.take_back(person)
        self._state.begin_anew(person)
