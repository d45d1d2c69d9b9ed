"""People at a table with or without a seat, bots, requests for seats, and votes."""

import hmac
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal

import msgspec

from engine.api import EVERY_SEAT, Seat, Viewer, beside

from ..wire.client_messages import VoteKind
from ..wire.codes import DoneCode
from ..wire.table_info import LookKind, PetitionInfo, VoteInfo

Pass = tuple[bytes, ...]
"""The tokens of one spectator."""


def has_pass(tokens: Iterable[bytes], token: bytes) -> bool:
    """Whether a token is one of these. It compares all of them, so that the time does not show which one fits."""
    return sum(hmac.compare_digest(kept, token) for kept in tokens) > 0


Presence = Literal["here", "lagging", "away"]

BOT_NAMES = (
    "Ash",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Ginkgo",
    "Hazel",
    "Ivy",
    "Juniper",
    "Katsura",
    "Larch",
    "Maple",
    "Nutmeg",
    "Oak",
    "Pine",
)


class Person(msgspec.Struct, kw_only=True):
    """A person at the table: a player, or a spectator if they have no seat.

    key: number of the person at this table, never used again. user: the system's name of a person who came over this
    machine's socket. is_owner: has the host's rights while here. holds_key: came with the owner's key, which brings
    this person back. address: of the person's machine, or the user of this machine. token, old_token: bring the person
    back. The old one is void once the new one has arrived. missed: decisions in a row for which the person's time ran
    out. is_dozing: there were two of these, and since then the table plays for the seat. said_away: everybody has been
    told that the person is away. was_ready: has been ready to begin at least once. gives_shares: the person's program
    gives shares for the deals. key_ed: the person's own key, "" for none (net/storage/person_key.py). look, look_seat:
    how the person watches without a seat, and whose hand. consents: lets spectators see this person's hand. differs:
    the person's client received other events than this table's chain has. since: the number of events when the person's
    stream last began at event 0. The person received earlier events late.
    """

    key: int
    name: str
    user: str = ""
    address: str = ""
    seat: Seat | None = None
    is_owner: bool = False
    holds_key: bool = False
    ready: bool = False
    token: bytes = b""
    old_token: bytes = b""
    presence: Presence = "here"
    missed: int = 0
    is_dozing: bool = False
    said_away: bool = False
    was_ready: bool = False
    gives_shares: bool = False
    key_ed: str = ""
    look: LookKind = "public"
    look_seat: Seat | None = None
    consents: bool = False
    differs: bool = False
    since: int = 0

    @property
    def eyes(self) -> Viewer:
        """The viewer as which the person gets events."""
        if self.seat is not None:
            return self.seat
        if self.look == "shoulder" and self.look_seat is not None:
            return beside(self.look_seat)
        return EVERY_SEAT if self.look == "hands" else None

    @property
    def is_behind(self) -> bool:
        """Whether the person gets all events late, because they see hands."""
        return self.seat is None and self.look != "public"

    @property
    def state(self) -> Presence:
        return "away" if self.is_dozing else self.presence


class BotSeat(msgspec.Struct, frozen=True):
    """A bot on a seat."""

    seat: Seat
    name: str
    level: str


class DroppedSeat(msgspec.Struct, frozen=True):
    """A seat that is out of the match, and the name of its last player."""

    seat: Seat
    name: str


class RevokedToken(msgspec.Struct, frozen=True):
    """A token that is no longer valid. sentence: the reason, for its owner."""

    token: bytes
    sentence: str


class OpenHands(msgspec.Struct, frozen=True):
    """What spectators may see of the hands of one deal. hands: all of them. seats: whose hands they may see."""

    hands: bool = False
    seats: tuple[Seat, ...] = ()


class LobbyRefusal(Exception):
    """A change that is not allowed; the text is a sentence for the person who asked. code: for programs."""

    def __init__(self, sentence: str, code: DoneCode) -> None:
        super().__init__(sentence)
        self.code: DoneCode = code


LEAST_TO_REMOVE: Final = 2
"""How many other players must agree to remove a player. No single player can do so."""


class Vote(msgspec.Struct, kw_only=True):
    """An open vote.

    what: drop a seat from the match, stop the match, pause, go on (resume), or remove a player (kick). seat: the seat
    to drop, or the seat of the player to remove. sitter: number of the person on that seat; -1 if the player has left,
    or the vote is about no seat. yes, no: numbers of the people who voted so. needed: how many must vote yes. ends_ms:
    when the vote becomes void, by the age of the table. is_carried: decided, and done at the next pause.
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
        """Count a person's vote, in place of their earlier vote."""
        for said, wanted in ((self.yes, is_yes), (self.no, not is_yes)):
            if person.key in said:
                said.remove(person.key)
            if wanted:
                said.append(person.key)

    def count(self, electorate: Collection[Person]) -> None:
        """Update who may vote. More than half of these people must vote yes.

        Votes of people who may no longer vote are void. To remove a player, at least two must vote yes, even if the
        others have gone away meanwhile. To continue after a pause, half are enough, because a pause needs a majority. A
        decided vote is not counted again.
        """
        if self.is_carried:
            return
        keys = {person.key for person in electorate}
        self.yes = [key for key in self.yes if key in keys]
        self.no = [key for key in self.no if key in keys]
        self.needed = max(1, len(keys) - len(keys) // 2) if self.what == "resume" else len(keys) // 2 + 1
        if self.what == "kick":
            self.needed = max(self.needed, LEAST_TO_REMOVE)
        self.is_carried = len(self.yes) >= self.needed

    def is_lost(self, electorate: Sequence[Person]) -> bool:
        """Whether too many players voted no, or nobody votes yes any more."""
        return not self.is_carried and (not self.yes or len(electorate) - len(self.no) < self.needed)

    def info(self, people: Iterable[Person]) -> VoteInfo:
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


class SeatRequest(msgspec.Struct, kw_only=True):
    """A spectator asks for the seat of a player who is away or has left.

    key: number of the spectator. sitter: number of the player, -1 if the player has left. is_granted: the host agreed.
    The seat changes at the next pause between two deals, if the player is still away then. tokens, name: of a spectator
    who lost the connection, or was not back yet when the host died. ends_ms: until when that spectator may come back,
    by the age of the table; 0 while that is not decided.
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
        """Whether the spectator who asked is not here, and may come back."""
        return bool(self.tokens)

    def miss(self, person: Person) -> None:
        """A spectator was disconnected. If they made this petition, it waits for them."""
        if person.key == self.key:
            self.tokens = tuple(token for token in (person.token, person.old_token) if token)
            self.name, self.ends_ms = person.name, 0

    def found(self, key: int) -> None:
        """The spectator who asked is back, under this number."""
        self.key, self.tokens, self.name, self.ends_ms = key, (), "", 0

    def name_of_asker(self, people: Iterable[Person]) -> str:
        return self.name or next((person.name for person in people if person.key == self.key), "")

    def info(self, people: Iterable[Person]) -> PetitionInfo:
        return PetitionInfo(seat=self.seat, name=self.name_of_asker(people), granted=self.is_granted)


def orphan_of(petitions: Iterable[SeatRequest], token: bytes) -> SeatRequest | None:
    """The petition of the person with this token, if there is one."""
    found = None
    for petition in petitions:
        found = petition if has_pass(petition.tokens, token) else found
    return found
