"""What follows by itself from whatever was done in a room, and the order in which all of it has to be carried out."""

from ..match.outbox import Made
from ..wire.client_messages import digest_of
from ..wire.host_messages import Request
from . import journal
from .attendance import NEVER
from .broadcast import Teller
from .code_gate import Gate
from .dispatch import Desk
from .effects import Append, Effect, End, Report, Settle, TellCrowd
from .lobby_diffs import Ledger
from .spectators import Looks
from .state import RoomState
from .substitutes import Succession
from .voting import Ballots


class Settlement:
    """The end of each call of one room: what was done is written down and answered, what is due done, all is told."""

    def __init__(
        self,
        state: RoomState,
        gate: Gate,
        desk: Desk,
        succession: Succession,
        ballots: Ballots,
        teller: Teller,
        ledger: Ledger,
    ) -> None:
        self._state = state
        self._gate = gate
        self._desk = desk
        self._succession = succession
        self._ballots = ballots
        self._teller = teller
        self._looks = Looks(state)
        self._ledger = ledger
        self._has_ended = False

    def answer(self, now_ms: int) -> list[Effect]:
        """Write down what was asked for and done, and answer. Nobody is kept waiting for what follows from it."""
        return [*self._write(now_ms), *self._report(), *self._say(), Settle()]

    def settle(self, now_ms: int) -> list[Effect]:
        """Carry out what is due, write it down, and tell the seats; then it is the spectators' turn."""
        state = self._state
        self._carry_out_due(now_ms)
        has_changed = state.match.made.lobby or state.lobby_changed
        shows_table = False
        if has_changed or state.shown_changed:
            self._gate.tell_host()
            shows_table = self._teller.looks_new(now_ms)
        effects = [*self._write(now_ms), *self._report(), *self._say()]
        state.lobby_changed = state.shown_changed = False
        made, state.match.made = state.match.made, Made()
        effects += self._teller.tell_seats(now_ms, shows_table=shows_table)
        effects += made.thinks if state.is_attended else []
        if self._teller.has_news_for_crowd():
            effects.append(TellCrowd())
        if state.lobby.closed and not self._has_ended:
            self._has_ended = True
            effects.append(End(state.lobby.closed))
        return effects

    def due_ms(self, now_ms: int) -> int | None:
        """When something is due by time alone; None for never."""
        state = self._state
        times = [state.quiet_until_ms] if state.quiet_until_ms < NEVER else []
        times += [*self._ballots.changes_ms(), *self._succession.changes_ms()]
        due = state.match.due_ms(now_ms) if state.is_attended else None
        if due is not None:
            times.append(due)
        return max(now_ms, min(times)) if times else None

    def _carry_out_due(self, now_ms: int) -> None:
        state = self._state
        state.note_presence(now_ms)
        state.note_return()
        self._desk.handing.settle()
        self._succession.settle(now_ms)
        state.match.settle(now_ms, is_attended=state.is_attended)
        while self._succession.settle(now_ms):
            state.match.settle(now_ms, is_attended=state.is_attended)
        if state.lobby_changed or state.match.made.lobby:
            self._looks.settle()
        self._desk.signatures.sign_ends()
        self._gate.follow()

    def _write(self, now_ms: int) -> list[Effect]:
        """What is to be written down before anybody hears of it."""
        state, made = self._state, self._state.match.made
        change = self._ledger.change(state.lobby) if made.lobby or state.lobby_changed else None
        if not made.records and not made.header and change is None and not state.did:
            return []
        entry = journal.Entry(
            age_ms=max(0, now_ms - state.opened_ms),
            header=made.header,
            records=tuple(made.records),
            lobby=change,
            did=_written(*state.did) if state.did else None,
        )
        made.header, made.records = None, []
        state.did = None
        return [Append(journal.write(entry), made.urgent)]

    def _report(self) -> list[Effect]:
        """Faults that came to light."""
        made = self._state.match.made
        mishaps, made.mishaps = made.mishaps, []
        return [Report(mishap) for mishap in mishaps]

    def _say(self) -> list[Effect]:
        """Answers and farewells."""
        said, self._state.out = self._state.out, []
        return said


def _written(person_key: int, request: Request, failed: bool) -> journal.Did:
    return journal.Did(person_key, request.id, digest_of(request), failed)
