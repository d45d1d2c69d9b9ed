"""What the people of a table decide together: votes, and who may have an absent player's seat.

Everybody sees both (TableInfo), and both lie in the table's file with the lobby.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

from engine.api import Seat

from .people import Person
from .tableinfo import PetitionInfo, VoteInfo

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
    """

    key: int
    seat: Seat
    sitter: int = -1
    is_granted: bool = False

    def info(self, people: Iterable[Person]) -> PetitionInfo:
        """As everybody sees it."""
        name = next((person.name for person in people if person.key == self.key), "")
        return PetitionInfo(seat=self.seat, name=name, granted=self.is_granted)
