"""Who plays on when somebody is away: seats pass to others or leave the match between two deals, or all stop together.

Nobody comes into the middle of a deal. What was agreed on during one waits for its end, and is void if the absent
player is back by then.
"""

from engine.api import Happened, Refusal, Seat

from .lobby import LobbyRefusal
from .people import Gone, Person
from .state import RoomState
from .votes import Petition, Vote, VoteKind

_LEFT = -1
"""In the place of a player's number: the seat was left for good."""


class Succession:
    """The petitions and votes of one room, and what follows from them."""

    def __init__(self, state: RoomState) -> None:
        self._state = state

    # What people ask for.

    def ask(self, person: Person, seat: Seat | None) -> None:
        """A spectator would like to have an absent player's seat; None: not any more. Raises LobbyRefusal."""
        lobby = self._state.lobby
        kept = [petition for petition in lobby.petitions if petition.key != person.key]
        if seat is not None:
            if person.seat is not None:
                raise LobbyRefusal("You have a seat; it is yours to the end of the match.")
            sitter = self._absent(seat)
            petition = Petition(key=person.key, seat=seat, sitter=sitter, is_granted=person is lobby.host())
            kept.append(petition)
            self._state.say(Happened("asked", seat, person.name, lobby.name_at(seat)))
            if petition.is_granted:
                self._withdraw_grants(kept, petition)
        lobby.petitions = kept

    def answer(self, seat: Seat, name: str, *, is_yes: bool) -> None:
        """The host's word on a petition. Raises LobbyRefusal."""
        lobby = self._state.lobby
        for petition in lobby.petitions:
            asker = lobby.person(petition.key)
            if petition.seat != seat or asker is None or asker.name != name:
                continue
            if not is_yes:
                lobby.petitions.remove(petition)
            else:
                petition.is_granted = True
                self._withdraw_grants(lobby.petitions, petition)
            return
        raise LobbyRefusal(f"{name or 'Nobody'} does not ask for seat {seat + 1} now.")

    def vote(self, person: Person, what: VoteKind, seat: Seat | None, *, is_yes: bool, now_ms: int) -> None:
        """A player's word in a vote, which the first yes opens. Raises LobbyRefusal."""
        lobby = self._state.lobby
        if person.seat is None:
            raise LobbyRefusal("You are watching: the players vote.")
        seat = seat if what == "drop" else None
        vote = next((vote for vote in lobby.votes if (vote.what, vote.seat) == (what, seat)), None)
        if vote is not None and vote.is_carried:
            raise LobbyRefusal("That is settled; it is done when the deal is over.")
        if vote is None:
            if not is_yes:
                raise LobbyRefusal("There is no such vote.")
            vote = self._open_vote(what, seat, now_ms)
        vote.cast(person, is_yes=is_yes)
        word = "yes" if is_yes else "no"
        self._state.say(Happened("voted", person.seat, person.name, f"{word}: {self._words(vote)}"))

    def replace_by_bot(self, seat: Seat, level: str) -> None:
        """The host gives an absent player's seat to a bot, between two deals. Raises LobbyRefusal."""
        lobby = self._state.lobby
        lobby.verify_level(level)
        sitter = lobby.sitter(seat)
        if sitter is not None and sitter.state == "away":
            if lobby.stage != "between":
                raise LobbyRefusal(f"{sitter.name} is away. A bot can have the seat between two deals.")
            self._unseat(sitter, "A bot has your seat: it was given away between two deals while you were away.")
        lobby.set_bot(seat, level)

    # What follows.

    def settle(self, now_ms: int) -> bool:
        """Strike what is void and do what is agreed on and can be done now; whether the match has changed by it."""
        lobby = self._state.lobby
        if not lobby.votes and not lobby.petitions:
            return False
        before = ([vote.info(lobby.people) for vote in lobby.votes], len(lobby.petitions))
        if lobby.stage == "over":
            lobby.votes, lobby.petitions = [], []
        lobby.petitions = [petition for petition in lobby.petitions if self._stands(petition)]
        lobby.votes = [vote for vote in lobby.votes if self._is_open(vote, now_ms)]
        if ([vote.info(lobby.people) for vote in lobby.votes], len(lobby.petitions)) != before:
            self._state.lobby_changed = True
        if any(vote.is_carried and vote.what == "stop" for vote in lobby.votes):
            self._state.match.abandon()
            return True
        return lobby.stage == "between" and self._carry_out()

    def changes_ms(self) -> list[int]:
        """When something of this changes by time alone."""
        state = self._state
        return [state.opened_ms + vote.ends_ms for vote in state.lobby.votes if not vote.is_carried]

    def _carry_out(self) -> bool:
        """Do all that has waited for the pause between two deals."""
        lobby = self._state.lobby
        granted = [
            petition
            for petition in lobby.petitions
            if petition.is_granted and self._absent_key(petition.seat) == petition.sitter
        ]
        for petition in granted:
            self._hand_over(petition)
        lobby.petitions = [petition for petition in lobby.petitions if self._stands(petition)]
        dropped = [
            vote
            for vote in lobby.votes
            if vote.is_carried and vote.seat is not None and self._absent_key(vote.seat) == vote.sitter
        ]
        for vote in dropped:
            lobby.votes.remove(vote)
            assert vote.seat is not None
            self._drop(vote.seat)
        if granted or dropped:
            self._state.lobby_changed = True
        return bool(granted or dropped)

    def _hand_over(self, petition: Petition) -> None:
        state, lobby, seat = self._state, self._state.lobby, petition.seat
        heir, sitter, before = lobby.person(petition.key), lobby.sitter(seat), lobby.name_at(seat)
        assert heir is not None
        if sitter is not None:
            self._unseat(sitter, f"{heir.name} has your seat: it was given away between two deals while you were away.")
        lobby.sit(heir, seat)
        state.say(Happened("took", seat, heir.name, before))
        state.reseat(heir, f"The seat is yours: you go on in place of {before or 'who left it'}.")

    def _drop(self, seat: Seat) -> None:
        state, lobby = self._state, self._state.lobby
        name, sitter = lobby.name_at(seat), lobby.sitter(seat)
        try:
            state.match.drop(seat)
        except Refusal:
            return  # others have left meanwhile, and too few would be left
        lobby.gone.append(Gone(seat, name))
        if sitter is not None:
            self._unseat(sitter, "The others went on without your seat: they agreed on it while you were away.")

    def _unseat(self, sitter: Person, sentence: str) -> None:
        """A player's seat is gone. Who is connected, but does not answer, watches from here on."""
        state, lobby = self._state, self._state.lobby
        if state.link_of(sitter) is not None:
            lobby.stand(sitter)
            state.reseat(sitter, sentence)
        else:
            lobby.give_up(sitter, f"{sentence} Come in again to watch.")
            state.forget(sitter)

    # Small things.

    def _open_vote(self, what: VoteKind, seat: Seat | None, now_ms: int) -> Vote:
        state, lobby = self._state, self._state.lobby
        if lobby.stage not in ("playing", "between"):
            raise LobbyRefusal("There is no match to vote on.")
        ends_ms = now_ms - state.opened_ms + state.config.clocks.vote_ms
        vote = Vote(what=what, seat=seat, ends_ms=ends_ms)
        if what == "drop":
            if seat is None:
                raise LobbyRefusal("Which seat is to be dropped?")
            vote.sitter = self._absent(seat)
            self._verify_shrinks()
        lobby.votes.append(vote)
        return vote

    def _verify_shrinks(self) -> None:
        meta, table = self._state.lobby.game.meta, self._state.match.table
        if not meta.can_shrink:
            raise LobbyRefusal(f"{meta.title} goes on with everybody or not at all.")
        if table is not None and len(table.playing) <= meta.least_seats:
            raise LobbyRefusal(f"{meta.title} needs {meta.least_seats} players.")

    def _absent(self, seat: Seat) -> int:
        """Number of the absent player of a seat. Raises LobbyRefusal if there is none."""
        lobby = self._state.lobby
        lobby.verify_seat(seat)
        if lobby.stage == "open":
            raise LobbyRefusal("Before the first deal, just sit down.")
        if lobby.stage == "over":
            raise LobbyRefusal("The match is over.")
        if lobby.is_dropped(seat):
            raise LobbyRefusal(f"Seat {seat + 1} is out of the match.")
        key = self._absent_key(seat)
        if key is None:
            raise LobbyRefusal(f"{lobby.name_at(seat)} is at the table: only a seat whose player is away can be had.")
        return key

    def _absent_key(self, seat: Seat) -> int | None:
        lobby = self._state.lobby
        sitter = lobby.sitter(seat)
        if sitter is not None:
            return sitter.key if sitter.state == "away" else None
        return None if lobby.bot_at(seat) is not None or lobby.is_dropped(seat) else _LEFT

    def _stands(self, petition: Petition) -> bool:
        asker = self._state.lobby.person(petition.key)
        return asker is not None and asker.seat is None and self._is_missed(petition.seat, petition.sitter)

    def _is_missed(self, seat: Seat, key: int) -> bool:
        """Whether a seat's player is still the same, and has not come back. A host that has just been started again
        does not know of anybody so soon whether they are away."""
        sitter = self._state.lobby.sitter(seat)
        if sitter is None:
            return self._absent_key(seat) == key
        return sitter.key == key and sitter.state != "here"

    def _is_open(self, vote: Vote, now_ms: int) -> bool:
        if vote.seat is not None and not self._is_missed(vote.seat, vote.sitter):
            return False
        electorate = self._electorate(vote, now_ms)
        vote.count(electorate)
        if vote.is_carried:
            return True
        return now_ms - self._state.opened_ms < vote.ends_ms and not vote.is_lost(electorate)

    def _electorate(self, vote: Vote, now_ms: int) -> list[Person]:
        """Who votes: on a seat the players who are here; on the match all of them, but those who are long gone."""
        seated = self._state.lobby.seated
        if vote.what == "drop":
            return [person for person in seated if person.state != "away"]
        absence = self._state.match.absence
        return [person for person in seated if not absence.has_been_long(person, now_ms)]

    def _words(self, vote: Vote) -> str:
        if vote.seat is None:
            return "stop the match"
        return f"go on without {self._state.lobby.name_at(vote.seat) or f'seat {vote.seat + 1}'}"

    @staticmethod
    def _withdraw_grants(petitions: list[Petition], granted: Petition) -> None:
        """A seat is granted to one."""
        for petition in petitions:
            if petition.seat == granted.seat and petition is not granted:
                petition.is_granted = False
