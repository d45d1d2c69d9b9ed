"""The events of a table: one numbered, append-only stream from which everything else follows.

The number of an event is its place in the stream, from 0; it is not a field of the event.
"""

import msgspec

from .cards import Card, Seat


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's share of the chance of a deal. pledge: the commitment that it sent first. value: the share itself, ""
    if it never came. The key leaves out a seat without a value.
    """

    seat: Seat
    pledge: str
    value: str = ""


FactValue = int | str | bool | None | tuple[int | str, ...]
"""What a public fact may be: plain data that everybody may know."""


class Moved(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="moved"):
    """Cards went from one zone to another, in this order. Faces are "??" for viewers who see neither zone."""

    src: str
    dst: str
    cards: tuple[Card, ...]


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="shuffled"):
    """The cards of a zone lie in a new order, first drawn last. Faces are "??" for viewers who do not see the zone."""

    zone: str
    cards: tuple[Card, ...]


class Turned(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="turned"):
    """The cards of a zone are shown to everybody, and stay where they are."""

    zone: str
    cards: tuple[Card, ...]


class Shown(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="shown"):
    """The cards of a zone are shown to one seat, once, and stay where they are. Faces are "??" for all others."""

    zone: str
    seat: Seat
    cards: tuple[Card, ...]


class Rearranged(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="rearranged", omit_defaults=True):
    """A seat has put its numbered zones of one kind in another order, face down.

    order: for each of these zones, the number of the one from which its cards come; () for viewers who may not know it.
    """

    kind: str
    seat: Seat
    order: tuple[int, ...] = ()


class Dropped(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="dropped"):
    """A seat left the match for good, between two deals. Its total stays, and it cannot win."""

    seat: Seat


class Committed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="committed"):
    """The host committed to its secret of the next deal, before it knew any share. See `fairness`."""

    deal: int
    digest: str


class SharesMixed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="stirred"):
    """The shares of the people at the table for the next deal."""

    deal: int
    shares: tuple[Share, ...]


class SecretRevealed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="opened"):
    """The host's secret of a finished deal: with the moves, anybody can replay the deal."""

    deal: int
    secret: str


class Declared(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="declared", omit_defaults=True):
    """A public fact: from now on `fact` is `value`. seat: the seat that declared it, if any."""

    fact: str
    value: FactValue
    seat: Seat | None = None


class Entered(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="entered"):
    """A phase of the deal began."""

    phase: str


BETWEEN = "between"
"""Of every game: the phase in which the table rests after a deal."""
OVER = "over"
"""Of every game: what is entered when the match has ended; nothing follows."""


class DealBegan(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="deal"):
    """A deal began: its number in the match, from 1, and its dealer. Facts of the deal before are void."""

    number: int
    dealer: Seat


class ScoreLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the score of a deal.

    label: the rulebook's word for what scored. points: what it is worth to the seat. cards: the cards that made it.
    paragraph: the rule.
    """

    seat: Seat
    label: str
    points: int
    cards: tuple[Card, ...] = ()
    paragraph: str = ""


class Scored(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="scored"):
    """A deal was scored.

    number: of the deal. how: how it ended, one word. points: of this deal, by seat.
    totals: of the match, by seat. lines: where the points come from.
    """

    number: int
    how: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...] = ()


class MatchEnded(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="ended", omit_defaults=True):
    """The match is over. how: one word. winners: one seat, several that share, or nobody when it was "abandoned".

    payouts: what each seat gets or pays if the players settle up, else ().
    """

    how: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    payouts: tuple[int, ...] = ()


class Happened(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="room", omit_defaults=True):
    """Something outside the game: a player sat down, left, spoke. The rules ignore it.

    what: one word (sat, left, away, back, said, kicked, paused, resumed, ...). name: of whom. text: what was said.
    """

    what: str
    seat: Seat | None = None
    name: str = ""
    text: str = ""


class Signed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="signed", omit_defaults=True):
    """A player or the host verified a deal and signed its end. The rules ignore it.

    table: id of the table. deal, number, head: the deal, its last event, and the signer's own head of the chain after
    it. key: of the signer, 64 hexadecimal digits. seat: the signer's; None for the host.
    """

    table: str
    deal: int
    number: int
    head: bytes
    key: str
    signature: bytes
    seat: Seat | None = None


RoomEvent = Happened | Signed
"""What happens around the match; it stands in the stream and changes nothing at the table."""

Event = (
    Moved
    | Shuffled
    | Turned
    | Shown
    | Rearranged
    | Dropped
    | Committed
    | SharesMixed
    | SecretRevealed
    | Declared
    | Entered
    | DealBegan
    | Scored
    | MatchEnded
    | Happened
    | Signed
)
