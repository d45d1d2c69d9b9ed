"""The seat of an absent player: between two deals it passes to a spectator or a bot, or leaves the match.

Nobody takes a seat in the middle of a deal. An agreement during a deal takes effect at its end, unless the absent
player is back by then.
"""

from engine.api import Happened, Refusal, Seat

from ..match.absence import is_still_missing, missing_key, verify_missing
from ..match.people import DroppedSeat, LobbyRefusal, Person, SeatRequest, Vote
from ..wire.client_messages import Admit, TakeSeat
from ..wire.table_info import MOST_PETITIONS, PetitionInfo, VoteInfo
from .moderation import Moderation
from .state import RoomState
from .voting import Voting

_MOST_ORPHANS = 16
"""The table waits for at most so many spectators who asked for a seat and lost their connection."""


class Substitutes:
    """The petitions of one room, and what follows from them and from its votes."""

    def __init__(self, state: RoomState, voting: Voting, moderation: Moderation) -> None:
        self._state = state
        self._voting = voting
        self._moderation = moderation

    # Requests.

    def ask(self, person: Person, request: TakeSeat) -> None:
        """A spectator asks for an absent player's seat; None withdraws. Raises LobbyRefusal."""
        lobby, seat = self._state.lobby, request.seat
        kept = [petition for petition in lobby.petitions if petition.key != person.key]
        if seat is not None:
            if person.seat is not None:
                raise LobbyRefusal("You keep your seat until the end of the match.", "right")
            sitter = verify_missing(lobby, seat)
            if len(kept) >= MOST_PETITIONS:
                # All of them are shown to everybody, in a list that no client takes when it is longer.
                raise LobbyRefusal(
                    f"There are already {MOST_PETITIONS} requests for a seat. Wait until the host has answered.",
                    "unavailable",
                )
            petition = SeatRequest(key=person.key, seat=seat, sitter=sitter, is_granted=person is lobby.host())
            kept.append(petition)
            self._state.say(Happened("asked", seat, person.name, lobby.name_at(seat)))
            if petition.is_granted:
                self._withdraw_grants(kept, petition)
        lobby.petitions = kept

    def answer(self, host: Person, request: Admit) -> None:
        """The host answers a petition. Raises LobbyRefusal."""
        lobby, seat, name = self._state.lobby, request.seat, request.name
        for petition in lobby.petitions:
            if petition.seat != seat or not name or petition.name_of_asker(lobby.people) != name:
                continue
            if not request.yes:
                lobby.petitions.remove(petition)
            else:
                petition.is_granted = True
                self._withdraw_grants(lobby.petitions, petition)
            return
        raise LobbyRefusal(f"{name or 'That player'} is not asking for seat {seat + 1} now.", "unknown")

    def replace_by_bot(self, seat: Seat, level: str) -> None:
        """The host gives an absent player's seat to a bot, between two deals. Raises LobbyRefusal."""
        lobby = self._state.lobby
        lobby.verify_level(level)
        sitter = lobby.sitter(seat)
        if sitter is not None and sitter.state == "away":
            if lobby.stage != "between":
                raise LobbyRefusal(f"{sitter.name} is away. A bot can take the seat between deals.", "stage")
            self._unseat(sitter, "While you were away, the host gave your seat to a bot.")
        lobby.set_bot(seat, level)

    # Consequences.

    def due_ms(self, now_ms: int) -> int | None:
        """The next time when a petition or a vote changes by time alone."""
        state = self._state
        times = [state.opened_ms + petition.ends_ms for petition in state.lobby.petitions if petition.ends_ms]
        if (votes_ms := self._voting.due_ms()) is not None:
            times.append(votes_ms)
        return min(times, default=None)

    def settle(self, now_ms: int) -> bool:
        """Remove void petitions and votes, and carry out what is agreed and possible now; return whether the match
        changed.
        """
        lobby = self._state.lobby
        if lobby.stage == "over" and lobby.is_halted:
            lobby.is_halted = lobby.is_faulty = False
            self._state.outbox.lobby_changed = True
        if not lobby.votes and not lobby.petitions:
            return False
        before = self._shown()
        if lobby.stage == "over":
            lobby.petitions = []
        self._wait_for_orphans(now_ms)
        lobby.petitions = [petition for petition in lobby.petitions if self._stands(petition)]
        self._grant_without_host(now_ms)
        self._voting.count(now_ms)
        if self._shown() != before:
            self._state.outbox.lobby_changed = True
        carried = self._voting.take_carried()
        for vote in carried:
            self._do(vote)
        return bool(carried) or (lobby.stage == "between" and self._carry_out())

    def _do(self, vote: Vote) -> None:
        """Do at once what the players have agreed on, if it need not wait."""
        state, lobby = self._state, self._state.lobby
        state.outbox.lobby_changed = True
        match vote.what:
            case "stop":
                state.match.abandon()
            case "pause":
                lobby.is_halted = True
                state.say(Happened("paused", None, "", "by a vote, until half of the players vote to resume"))
            case "resume" if lobby.is_halted:
                lobby.is_halted = lobby.is_faulty = False
                state.say(Happened("resumed", None, "", "by a vote"))
            case "resume":
                state.match.absence.waive()
            case "kick" if (person := lobby.person(vote.sitter)) is not None:
                self._moderation.send_away(person, "The players voted to remove you from the table.")

    def _carry_out(self) -> bool:
        """Do everything that had to wait for the pause between two deals."""
        lobby = self._state.lobby
        granted = [
            petition
            for petition in lobby.petitions
            if petition.is_granted and not petition.is_orphan and missing_key(lobby, petition.seat) == petition.sitter
        ]
        for petition in granted:
            self._hand_over(petition)
        lobby.petitions = [petition for petition in lobby.petitions if self._stands(petition)]
        dropped = [
            vote
            for vote in lobby.votes
            if vote.is_carried and vote.seat is not None and missing_key(lobby, vote.seat) == vote.sitter
        ]
        for vote in dropped:
            lobby.votes.remove(vote)
            assert vote.seat is not None
            self._drop(vote.seat)
        if granted or dropped:
            self._state.outbox.lobby_changed = True
        return bool(granted or dropped)

    def _hand_over(self, petition: SeatRequest) -> None:
        state, lobby, seat = self._state, self._state.lobby, petition.seat
        heir, sitter, before = lobby.person(petition.key), lobby.sitter(seat), lobby.name_at(seat)
        assert heir is not None
        if sitter is not None:
            self._unseat(sitter, f"While you were away, the host gave your seat to {heir.name}.")
        lobby.sit(heir, seat)
        state.say(Happened("took", seat, heir.name, before))
        state.reseat(heir, f"The seat is yours: you take the place of {before or 'a player who left'}.")

    def _drop(self, seat: Seat) -> None:
        state, lobby = self._state, self._state.lobby
        name, sitter = lobby.name_at(seat), lobby.sitter(seat)
        try:
            state.match.drop(seat)
        except Refusal:
            return  # others have left meanwhile, and too few players would remain
        lobby.gone.append(DroppedSeat(seat, name))
        if sitter is not None:
            self._unseat(sitter, "While you were away, the others voted to continue without your seat.")

    def _unseat(self, sitter: Person, sentence: str) -> None:
        """A player has lost their seat. If they are connected but did not answer, they become a spectator."""
        state, lobby = self._state, self._state.lobby
        if state.connections.link_of(sitter) is not None:
            lobby.stand(sitter)
            state.reseat(sitter, sentence)
        else:
            lobby.give_up(sitter, f"{sentence} Join again to watch.")
            state.forget(sitter)

    # Helpers.

    def _stands(self, petition: SeatRequest) -> bool:
        lobby = self._state.lobby
        asker = lobby.person(petition.key)
        is_asked = petition.is_orphan or (asker is not None and asker.seat is None)
        return is_asked and is_still_missing(lobby, petition.seat, petition.sitter)

    def _grant_without_host(self, now_ms: int) -> None:
        """If nobody is here who could answer, the first spectator who asks gets the seat of a player who left, or who
        has been away for long.
        """
        state, lobby = self._state, self._state.lobby
        host = lobby.host()
        if host is not None and host.state != "away":
            return
        for petition in lobby.petitions:
            sitter = lobby.person(petition.sitter)
            is_given_up = sitter is None or state.match.absence.has_been_long(sitter, now_ms)
            is_open = not any(other.is_granted for other in lobby.petitions if other.seat == petition.seat)
            if is_given_up and is_open and not petition.is_orphan:
                petition.is_granted = True

    def _wait_for_orphans(self, now_ms: int) -> None:
        """Keep the petition of a spectator who lost the connection, for as long as a seat is kept, and for a limited
        number.
        """
        state, lobby = self._state, self._state.lobby
        orphans = [petition for petition in lobby.petitions if petition.is_orphan]
        age_ms = now_ms - state.opened_ms
        for petition in orphans:
            petition.ends_ms = petition.ends_ms or age_ms + state.config.clocks.seat_kept_ms
        void = [petition for petition in orphans if petition.ends_ms <= age_ms] + orphans[:-_MOST_ORPHANS]
        lobby.petitions = [petition for petition in lobby.petitions if petition not in void]

    def _shown(self) -> tuple[list[VoteInfo], list[PetitionInfo], list[int]]:
        lobby = self._state.lobby
        votes = [vote.info(lobby.people) for vote in lobby.votes]
        petitions = [petition.info(lobby.people) for petition in lobby.petitions]
        return votes, petitions, [petition.ends_ms for petition in lobby.petitions]

    @staticmethod
    def _withdraw_grants(petitions: list[SeatRequest], granted: SeatRequest) -> None:
        """A seat can be granted to only one spectator."""
        for petition in petitions:
            if petition.seat == granted.seat and petition is not granted:
                petition.is_granted = False
