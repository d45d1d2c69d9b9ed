"""The acts of finished deals, for clients that check them after the secret is open; and the record of the finished
match. All clients ask for the same at the same time, so both are made once and cached.
"""

from engine.api import SecretRevealed, Table, acts_of_deal

from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import GetAudit, GetRecord
from ..wire.framing import pack
from ..wire.host_messages import RECORD_CHUNK, ActsPart, RecordPart
from .effects import Send
from .state import RoomState

MOST_ACTS = 10_000
"""Acts of one deal that clients may receive."""
ACTS_A_FRAME = 128


class OpenActs:
    """Makes the acts of a deal as frames, and caches the latest deal."""

    def __init__(self) -> None:
        self._deal = 0
        self._frames: dict[bool, bytes] = {}

    def frames(self, table: Table | None, deal: int, *, squeezed: bool) -> bytes:
        """All acts of a deal. squeezed: as in `pack`. Raises LobbyRefusal."""
        journal = table.journal if table is not None else None
        if journal is None or not any(
            isinstance(event, SecretRevealed) and event.deal == deal for event in journal.events()
        ):
            raise LobbyRefusal("The secret of that deal is not revealed yet.", "stage")
        if deal != self._deal:
            acts = acts_of_deal(journal, deal)
            if len(acts) > MOST_ACTS:
                raise LobbyRefusal(
                    "That deal is too long to download by itself. After the match, download the whole game record.",
                    "unavailable",
                )
            parts = range(0, len(acts), ACTS_A_FRAME)
            told = [ActsPart(deal=deal, first=at, total=len(acts), acts=acts[at : at + ACTS_A_FRAME]) for at in parts]
            self._frames = {way: b"".join(pack(part, squeezed=way) for part in told) for way in (False, True)}
            self._deal = deal
        return self._frames[squeezed]


class SealedRecord:
    """Makes the record of a finished match as frames."""

    def __init__(self) -> None:
        self._length = 0
        self._frames = b""

    def frames(self, table: Table | None) -> bytes:
        """All frames. Raises LobbyRefusal."""
        if table is None or table.over is None or table.journal is None:
            raise LobbyRefusal("The game record shows all cards. You get the record when the match is over.", "stage")
        if len(table.journal.records) != self._length:
            record = table.journal.sealed()
            parts = [(at, record[at : at + RECORD_CHUNK]) for at in range(0, len(record), RECORD_CHUNK)]
            self._frames = b"".join(pack(RecordPart(offset=at, total=len(record), data=part)) for at, part in parts)
            self._length = len(table.journal.records)
        return self._frames


class Downloads:
    """Sends both to the people of a room."""

    def __init__(self, state: RoomState) -> None:
        self._state = state
        self._acts = OpenActs()
        self._record = SealedRecord()

    def send_acts(self, person: Person, request: GetAudit) -> None:
        """The acts of a deal. Raises LobbyRefusal."""
        link = self._state.connections.link_of(person)
        if link is not None:
            frames = self._acts.frames(self._state.match.table, request.deal, squeezed=link.is_squeezed)
            self._state.outbox.answers.append(Send((link.id,), frames))

    def send_record(self, person: Person, request: GetRecord) -> None:
        """The record of the match. Raises LobbyRefusal."""
        link = self._state.connections.link_of(person)
        if link is not None:
            if link.is_congested:
                raise LobbyRefusal(
                    "Wait until you have received all data that the host has sent. Then ask again.", "busy"
                )
            self._state.outbox.answers.append(Send((link.id,), self._record.frames(self._state.match.table)))
