"""What the people of a table decide together: votes, and who may have an absent player's seat.

Everybody sees both (TableInfo), and both lie in the table's file with the lobby.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

from engine.api import Seat

from ..wire.table_info import PetitionInfo, VoteInfo
from .bans import Pass, has_pass
from .people import Person

VoteKind = Literal["drop", "stop", "pause", "resume", "kick"]


class Vote(msgspec.Struct, kw_only=True):
    """One open question.

    what: whether to drop a seat from the match, stop the match, pause, go on (resume), or send a player away (kick).
    seat: the one to be dropped, or of that player. sitter: number of the person whose seat it is, -1 when it was left,
    or when it is about no seat. yes, no: numbers of the people who have said so. needed: how many
    must say yes. ends_ms: when it is void, by the age of the table. is_carried: agreed on, and done at the next pause.
    """

    what: VoteKind
    seat: Seat | None = None
    sitter: int = -1
    yes: list[int] = []
    no: list[int] = []
    needed: int = 1
    ends_ms: int = 0
    is_carried: bool = False

    def cast(self, person: Person, *, is_yes: bool) -> None:
        """One person's word, in place of an earlier one."""
        for said, wanted in ((self.yes, is_yes), (self.no, not is_yes)):
            if person.key in said:
                said.remove(person.key)
            if wanted:
                said.append(person.key)

    def count(self, electorate: Collection[Person]) -> None:
        """See who may vote now: more than half of them have to say yes. Whoever may not any more has said nothing.

        To go on, half are enough: as soon as no majority is for a pause, there is none. What is settled is not counted
        again.
        """
        if self.is_carried:
            return
        keys = {person.key for person in electorate}
        self.yes = [key for key in self.yes if key in keys]
        self.no = [key for key in self.no if key in keys]
        self.needed = max(1, len(keys) - len(keys) // 2) if self.what == "resume" else len(keys) // 2 + 1
        self.is_carried = len(self.yes) >= self.needed

    def is_lost(self, electorate: Sequence[Person]) -> bool:
        """Whether too many have said no, or nobody says yes any more."""
        return not self.is_carried and (not self.yes or len(electorate) - len(self.no) < self.needed)

    def info(self, people: Iterable[Person]) -> VoteInfo:
        """As everybody sees it."""
        seats = {person.key: person.seat for person in people}
        yes, no = ([seat for key in said if (seat := seats.get(key)) is not None] for said in (self.yes, self.no))
        return VoteInfo(
            what=self.what,
            seat=self.seat,
            yes=tuple(yes),
            no=tuple(no),
            needed=self.needed,
            ends_s=self.ends_ms // 1000,
            carried=self.is_carried,
        )


class Petition(msgspec.Struct, kw_only=True):
    """Somebody who watches would like to sit on a seat whose player is away, or has left.

    key: number of the one who asks. sitter: number of the player, -1 when the seat was left. is_granted: the host has
    said yes; done at the next pause between two deals, if the player is still away then.
    tokens, name: of who asked and has lost the line, or was not back yet when the host died. ends_ms: until when that
    one may come back to it, by the age of the table; 0 as long as that is not settled.
    """

    key: int
    seat: Seat
    sitter: int = -1
    is_granted: bool = False
    tokens: Pass = ()
    name: str = ""
    ends_ms: int = 0

    @property
    def is_orphan(self) -> bool:
        """Whether who asked is not here, and may come back."""
        return bool(self.tokens)

    def miss(self, person: Person) -> None:
        """Somebody who watches has lost the line; if it is who asked, that one is waited for."""
        if person.key == self.key:
            self.tokens = tuple(token for token in (person.token, person.old_token) if token)
            self.name, self.ends_ms = person.name, 0

    def found(self, key: int) -> None:
        """Who asked is back, under this number."""
        self.key, self.tokens, self.name, self.ends_ms = key, (), "", 0

    def name_of_asker(self, people: Iterable[Person]) -> str:
        """What the one who asks is called."""
        return self.name or next((person.name for person in people if person.key == self.key), "")

    def info(self, people: Iterable[Person]) -> PetitionInfo:
        """As everybody sees it."""
        return PetitionInfo(seat=self.seat, name=self.name_of_asker(people), granted=self.is_granted)


def orphan_of(petitions: Iterable[Petition], token: bytes) -> Petition | None:
    """The petition of who comes back with this token, if there is one."""
    found = None
    for petition in petitions:
        found = petition if has_pass(petition.tokens, token) else found
    return found
