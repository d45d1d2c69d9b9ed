"""Who is at a table: people, with or without a seat, and bots of the house."""

from typing import Literal

import msgspec

from engine.api import EVERY_SEAT, Seat, Viewer, beside

from ..wire.codes import DoneCode
from ..wire.table_info import LookKind

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
    """Somebody at the table. Who has no seat watches.

    key: number of the person at this table, never another one's. user: the system's name of a peer of this machine.
    is_owner: has the host's rights while here; holds_key: came with the owner's key, which brings this person back.
    address: of the machine, or the user of this one, that the person came from.
    token, old_token: bring the person back; the old one is void once the new one has arrived. missed: decisions in
    a row for which the person's time ran out. is_dozing: two were, and since then the seat is played for it.
    said_away: everybody has been told that the seat is away. was_ready: has said once that it is
    ready to begin. gives_shares: the person's program takes part in the
    chance of the deals. key_ed: the person's own key, "" for none (net/storage/person_key.py).
    look, look_seat: how the person watches without a seat, and over whose shoulder. consents: lets others look over its
    own. differs: its client was told another story than this table's chain says. since: how many events there were when
    its stream began at event 0 the last time: up to there it was told late.
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
        """As whom the person is told what happens."""
        if self.seat is not None:
            return self.seat
        if self.look == "shoulder" and self.look_seat is not None:
            return beside(self.look_seat)
        return EVERY_SEAT if self.look == "hands" else None

    @property
    def is_behind(self) -> bool:
        """Whether all that the person is told comes late, since it looks at hands."""
        return self.seat is None and self.look != "public"

    @property
    def state(self) -> Presence:
        """What the others are shown."""
        return "away" if self.is_dozing else self.presence


class HouseBot(msgspec.Struct, frozen=True):
    """A bot on a seat."""

    seat: Seat
    name: str
    level: str


class Gone(msgspec.Struct, frozen=True):
    """A seat that is out of the match, and the name of whoever sat there last."""

    seat: Seat
    name: str


class Voided(msgspec.Struct, frozen=True):
    """A token that opens nothing any more. sentence: what whoever comes with it is told."""

    token: bytes
    sentence: str


class DealLook(msgspec.Struct, frozen=True):
    """What watchers may see of the hands of one deal. hands: all of them. seats: over whose shoulders."""

    hands: bool = False
    seats: tuple[Seat, ...] = ()


class LobbyRefusal(Exception):
    """A change that is not allowed; the text is a sentence for the person who asked. code: for programs."""

    def __init__(self, sentence: str, code: DoneCode) -> None:
        super().__init__(sentence)
        self.code: DoneCode = code
