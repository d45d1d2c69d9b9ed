"""A host hands its table over, in the pause between two deals, to a player whose machine becomes the next host.

The player's program receives what only the host knows, and starts its own host from its own copy of the match. Until
that host answers, this table is paused, so that nothing can happen here that would be missing there. Then everybody
learns the new address, and this host ends.
"""

from engine.api import Happened

from ..match.people import LobbyRefusal, Person
from ..match.rivals import fault_of_signature
from ..match.snapshot import write_will
from ..wire.client_messages import HandOver, TakenOver
from ..wire.handover import Moved, TakeOver
from .moderation import verify_own
from .state import RoomState


class Handover:
    """The handover of one room's table."""

    def __init__(self, state: RoomState) -> None:
        self._to: Moved | None = None
        self._ends_ms: int | None = None
        self._state = state

    def ask(self, host: Person, request: HandOver) -> None:
        """The host asks a seat to take the table over; None withdraws. Raises LobbyRefusal."""
        state, lobby = self._state, self._state.lobby
        if request.seat is None:
            self._withdraw()
            return
        verify_own(lobby, host, "hand over the table")
        lobby.verify_seat(request.seat)
        heir, table = lobby.sitter(request.seat), state.match.table
        if heir is None or heir.state == "away" or (link := state.connections.link_of(heir)) is None:
            raise LobbyRefusal(f"Seat {request.seat + 1} has no player who can take over the table now.", "unavailable")
        if heir is host:
            raise LobbyRefusal("The table is already on your machine.", "unavailable")
        if lobby.stage != "between" or table is None:
            raise LobbyRefusal("You can hand over the table only between deals.", "stage")
        if not heir.key_ed:
            raise LobbyRefusal(
                f"{heir.name} cannot take over: their program has no key to prove that the new table continues this "
                "match.",
                "unavailable",
            )
        if not state.match.shares.is_used:
            raise LobbyRefusal(
                "The cards of this match were fixed in advance. Only this host knows the cards, so no other host can "
                "continue the match.",
                "unavailable",
            )
        self._withdraw()
        lobby.handing = request.seat
        for person in lobby.seated:
            person.ready = False
        state.reply(link, TakeOver(name=host.name, will=write_will(lobby, state.config.clocks)))

    def answer(self, heir: Person, request: TakenOver) -> None:
        """Take the answer of the player who was asked: a new host, or none. Raises LobbyRefusal."""
        state, lobby = self._state, self._state.lobby
        if heir.seat is None or heir.seat != lobby.handing:
            raise LobbyRefusal("Nobody is handing over this table to you now.", "right")
        lobby.handing = self._ends_ms = None
        if request.to is None:
            state.say(Happened("declined", heir.seat, heir.name))
            return
        self._verify(heir, request.to)
        lobby.closed = f"{heir.name} is the host from now on."
        self._to = request.to

    def farewell(self) -> None:
        """After the answer is sent: tell everybody where the table is now."""
        if self._to is not None:
            self._state.move_to(self._to, self._state.lobby.closed)

    def settle(self, now_ms: int) -> None:
        """End the handover if the player who was asked, or the match, is gone, or if no answer comes in time."""
        lobby = self._state.lobby
        if lobby.handing is None:
            return
        if self._ends_ms is None:
            self._ends_ms = now_ms + self._state.config.clocks.vote_ms
        heir = lobby.sitter(lobby.handing)
        is_gone = lobby.stage != "between" or heir is None or self._state.connections.link_of(heir) is None
        if is_gone or now_ms >= self._ends_ms:
            self._withdraw()
            self._state.outbox.lobby_changed = True

    def due_ms(self, now_ms: int) -> int | None:
        """When the time for an answer is over."""
        return self._ends_ms if self._state.lobby.handing is not None else None

    def _withdraw(self) -> None:
        """Ask nobody any more, and tell the player who was asked."""
        lobby = self._state.lobby
        heir = lobby.sitter(lobby.handing) if lobby.handing is not None else None
        link = self._state.connections.link_of(heir) if heir is not None else None
        lobby.handing = self._ends_ms = None
        if link is not None:
            self._state.reply(link, TakeOver(name=""))

    def _verify(self, heir: Person, to: Moved) -> None:
        """Raises LobbyRefusal unless a claim is the heir's, and is of this match in its present state."""
        claim, table, host_chain = to.goes_on, self._state.match.table, self._state.match.stream.host_chain
        assert table is not None
        assert host_chain is not None
        fault = fault_of_signature(claim, heir.key_ed, host_key=to.key, table_id=to.table)
        if fault or claim.table != self._state.config.table_id or claim.seat != heir.seat:
            raise LobbyRefusal(fault or "That table continues another match.", "proof")
        if claim.deal != table.deal or (claim.number - 1, claim.head) != host_chain.chain.ends.get(claim.deal):
            raise LobbyRefusal("That table does not continue this match.", "proof")
