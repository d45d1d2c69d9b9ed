"""The votes of a room: who may vote, which votes are open, and which are decided.

Players who are here vote on a pause, on a seat, and on removing a player. On stopping the match, and on continuing
after a pause, all players count except those who have been away for long: nobody is outvoted during a short absence.
"""

from engine.api import Happened, Seat

from ..match.absence import is_still_missing, verify_missing
from ..match.people import LEAST_TO_REMOVE, LobbyRefusal, Person, Vote
from ..wire.client_messages import CastVote, VoteKind
from .state import RoomState


class Voting:
    """The open votes of one room."""

    def __init__(self, state: RoomState) -> None:
        self._state = state

    def cast(self, person: Person, request: CastVote) -> None:
        """Cast a player's vote; the first yes opens the voting. Raises LobbyRefusal."""
        lobby, what, is_yes = self._state.lobby, request.what, request.yes
        if person.seat is None:
            raise LobbyRefusal("You are watching. Only players vote.", "right")
        seat = request.seat if what in ("drop", "kick") else None
        vote = next((vote for vote in lobby.votes if (vote.what, vote.seat) == (what, seat)), None)
        if vote is not None and vote.is_carried:
            raise LobbyRefusal("This vote is decided already. The decision takes effect after the deal.", "stage")
        if what == "kick" and person.seat == seat:
            raise LobbyRefusal("You cannot vote on your own removal. You can leave the table.", "right")
        if vote is None:
            if not is_yes:
                raise LobbyRefusal("The vote is over, or was never started.", "unknown")
            vote = self._open(what, seat, self._state.now_ms)
        vote.cast(person, is_yes=is_yes)
        word = "yes" if is_yes else "no"
        self._state.say(Happened("voted", person.seat, person.name, f"{word}: {self._words(vote)}"))

    def count(self, now_ms: int) -> None:
        lobby = self._state.lobby
        lobby.votes = [] if lobby.stage == "over" else [vote for vote in lobby.votes if self._is_open(vote, now_ms)]

    def take_carried(self) -> list[Vote]:
        """Remove and return the carried votes that take effect at once."""
        lobby = self._state.lobby
        carried = [vote for vote in lobby.votes if vote.is_carried and vote.what != "drop"]
        lobby.votes = [vote for vote in lobby.votes if vote not in carried]
        return carried

    def take_up(self, now_ms: int) -> None:
        """After a restart of the host, give open votes their whole time again, because players must come back first."""
        state = self._state
        for vote in state.lobby.votes:
            vote.ends_ms = max(vote.ends_ms, now_ms - state.opened_ms + state.config.clocks.vote_ms)

    def due_ms(self) -> int | None:
        """The next time when a vote changes by time alone."""
        state = self._state
        times = (state.opened_ms + vote.ends_ms for vote in state.lobby.votes if not vote.is_carried)
        return min(times, default=None)

    def _open(self, what: VoteKind, seat: Seat | None, now_ms: int) -> Vote:
        state, lobby = self._state, self._state.lobby
        if lobby.stage not in ("playing", "between"):
            raise LobbyRefusal("There is no match to vote on.", "stage")
        ends_ms = now_ms - state.opened_ms + state.config.clocks.vote_ms
        vote = Vote(what=what, seat=seat, ends_ms=ends_ms)
        match what:
            case "drop" if seat is None:
                raise LobbyRefusal("Choose the seat to leave out: the match then goes on without it.", "value")
            case "drop" if seat is not None:
                vote.sitter = verify_missing(lobby, seat)
                self._verify_shrinks()
            case "kick":
                vote.sitter = self._verify_kickable(seat)
            case "pause" if lobby.is_halted:
                raise LobbyRefusal("The table is already paused.", "stage")
            case "resume" if not self._stands:
                raise LobbyRefusal("The table is not paused.", "stage")
        lobby.votes.append(vote)
        return vote

    @property
    def _stands(self) -> bool:
        return self._state.lobby.is_halted or bool(self._state.match.absence.waited_for)

    def _verify_shrinks(self) -> None:
        meta, table = self._state.lobby.game.meta, self._state.match.table
        if not meta.can_shrink:
            raise LobbyRefusal(f"In {meta.title}, you cannot play on with fewer players.", "unavailable")
        if table is not None and len(table.playing) <= meta.least_seats:
            raise LobbyRefusal(
                f"You cannot play on with fewer players: {meta.title} needs at least {meta.least_seats} players.",
                "unavailable",
            )

    def _verify_kickable(self, seat: Seat | None) -> int:
        """Number of the player of a seat. Raises LobbyRefusal if they cannot be voted from the table."""
        lobby = self._state.lobby
        if seat is None:
            raise LobbyRefusal("Choose the player to remove.", "value")
        lobby.verify_seat(seat)
        sitter = lobby.sitter(seat)
        if sitter is None:
            raise LobbyRefusal(f"Seat {seat + 1} has no player to remove.", "unavailable")
        if sitter.is_owner:
            raise LobbyRefusal(
                f"{sitter.name} owns this table and cannot be removed. You can leave, or vote to break off the match.",
                "right",
            )
        voters = [person for person in lobby.seated if person.state != "away" and person is not sitter]
        if len(voters) < LEAST_TO_REMOVE:
            raise LobbyRefusal(
                f"To remove {sitter.name}, you and another player must agree, but no other player is here.",
                "unavailable",
            )
        return sitter.key

    def _is_open(self, vote: Vote, now_ms: int) -> bool:
        lobby = self._state.lobby
        if vote.what == "drop" and vote.seat is not None and not is_still_missing(lobby, vote.seat, vote.sitter):
            return False
        if vote.what == "kick" and (
            (who := lobby.person(vote.sitter)) is None or who.seat != vote.seat or who.is_owner
        ):
            return False
        if (vote.what == "pause" and lobby.is_halted) or (vote.what == "resume" and not self._stands):
            return False
        electorate = self._electorate(vote, now_ms)
        vote.count(electorate)
        if vote.is_carried:
            return True
        return now_ms - self._state.opened_ms < vote.ends_ms and not vote.is_lost(electorate)

    def _electorate(self, vote: Vote, now_ms: int) -> list[Person]:
        seated = self._state.lobby.seated
        if vote.what in ("drop", "kick", "pause"):
            return [person for person in seated if person.state != "away" and person.key != vote.sitter]
        absence = self._state.match.absence
        if vote.what == "resume" and not self._state.lobby.is_halted:
            # The players who wait decide how long they wait for an absent player.
            return [person for person in seated if person.state != "away"]
        return [person for person in seated if not absence.has_been_long(person, now_ms)]

    def _words(self, vote: Vote) -> str:
        if vote.seat is None:
            return {"stop": "break off the match", "pause": "pause", "resume": "resume"}[vote.what]
        name = self._state.lobby.name_at(vote.seat) or f"seat {vote.seat + 1}"
        return f"remove {name}" if vote.what == "kick" else f"play on without {name}"
