"""Chat: players in the stream, spectators in the gallery."""

from engine.api import Happened

from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import Say
from ..wire.sanitize import clean_chat
from .state import RoomState


class Chat:
    """The chat of one room."""

    def __init__(self, state: RoomState) -> None:
        self._state = state

    def is_forgotten(self, person: Person, request: Say) -> bool:
        """A spectator's chat is not stored."""
        return person.seat is None

    def say(self, person: Person, request: Say) -> None:
        """Send a chat line to the others. Raises LobbyRefusal."""
        said = clean_chat(request.text)
        if not said:
            raise LobbyRefusal("Your message has no text that can be shown.", "value")
        if person.seat is None:
            self._say_as_spectator(person, said)
            return
        self._state.match.budget.verify_word(said, person, self._state.lobby.seats)
        self._state.say(Happened("said", person.seat, person.name, said))

    def _say_as_spectator(self, person: Person, said: str) -> None:
        state = self._state
        state.match.budget.verify_pace(person)
        if state.gallery.is_full(state.now_ms):
            raise LobbyRefusal("The spectators are chatting too fast. Wait a moment.", "slow")
        is_apart = state.lobby.chat == "apart" and state.lobby.stage == "playing"
        state.tell_gallery(person.name, "said", said, is_apart=is_apart)
