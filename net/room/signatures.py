"""Signatures under the end of each deal: the host signs at once, each player when their program has checked the deal.

The host passes on every signature by a seat's own key, even of another end than its own, because players must see it.
Signatures are in the stream, so everybody gets them, late or not, and the record keeps them.
"""

from engine.api import Happened, Signed

from ..crypto.signing import PersonKey, head_of_deal, verify
from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import HEAD_BYTES, Ping, Pong, SignDeal
from .state import RoomState


class DealSignatures:
    """The signatures of one room's match. key: with which the host signs, None where it does not."""

    def __init__(self, state: RoomState) -> None:
        self.key: PersonKey | None = None
        self._state = state
        self._ends_seen = 0

    def settle(self, now_ms: int) -> None:
        """Sign newly finished deals for the host."""
        host_chain, key = self._state.match.stream.host_chain, self.key
        if host_chain is None or key is None or len(host_chain.chain.ends) == self._ends_seen:
            return
        self._ends_seen = len(host_chain.chain.ends)
        table_id = self._state.config.table_id
        for deal, (number, head) in host_chain.chain.ends.items():
            if (deal, None) not in self._state.match.stream.signed:
                signature = key.sign(head_of_deal(table_id, deal, number, head, None))
                self._state.say(Signed(table_id, deal, number, head, key.public, signature))

    def receive(self, person: Person, request: SignDeal) -> None:
        """A player's signature. Raises LobbyRefusal."""
        seat, stream, table_id = person.seat, self._state.match.stream, self._state.config.table_id
        if seat is None or not person.key_ed:
            raise LobbyRefusal("Only a player with a key can sign a deal.", "right")
        if stream.host_chain is None or request.deal not in stream.host_chain.chain.ends:
            raise LobbyRefusal("That deal is not over yet.", "stage")
        statement = head_of_deal(table_id, request.deal, request.number, request.head, seat)
        if not verify(person.key_ed, request.signature, statement):
            raise LobbyRefusal("The signature was not made with the key that you joined with.", "proof")
        if (request.deal, seat) in stream.signed:
            return
        event = Signed(table_id, request.deal, request.number, request.head, person.key_ed, request.signature, seat)
        self._state.say(event)

    def differ(self, person: Person | None, message: Ping | Pong) -> bool:
        """Whether a player's client reports another head than the table's for the first time; everybody sees that."""
        host_chain = self._state.match.stream.host_chain
        if not message.head or host_chain is None or person is None or person.seat is None or person.differs:
            return False
        if self._state.match.stream.is_retold and message.number > max(host_chain.chain.ends.values(), default=(0,))[0]:
            return False  # the message may be about moves that were taken back, and the client may not know that yet
        heads = host_chain.heads
        if message.number < len(heads) and heads[message.number][:HEAD_BYTES] == message.head:
            return False
        person.differs = True
        self._state.outbox.lobby_changed = True
        self._state.say(Happened("differs", person.seat, person.name))
        return True
