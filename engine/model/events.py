"""What happens at a table: one numbered, append-only stream, of which everything else is a reading.

The number of an event is its place in the stream, from 0; it is carried beside the event, not in it.
"""

import msgspec

from .cards import Card, Seat


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat gave to a deal. pledge: the digest that it named first. value: what it opened, "" if it never did.

    Whoever did not open is left out of the key, by name.
    """

    seat: Seat
    pledge: str
    value: str = ""


FactValue = int | str | bool | None | tuple[int | str, ...]
"""What a public fact may be: plain data that everybody may know."""


class Moved(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="moved"):
    """Cards went from one zone to another, in this order. Faces are "??" for who sees neither zone."""

    src: str
    dst: str
    cards: tuple[Card, ...]


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="shuffled"):
    """The cards of a zone lie in a new order, first drawn last. Faces are "??" for who does not see the zone."""

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
    """A seat has laid the cards of its numbered zones of one kind in another order, face down.

    order: for each of these zones, the number of the one from which its cards come; () for who may not know it.
    """

    kind: str
    seat: Seat
    order: tuple[int, ...] = ()


class Dropped(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="dropped"):
    """A seat is out of the match for good, between two deals: its total stands, and it cannot win."""

    seat: Seat


class Committed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="committed"):
    """The host is bound to its secret of the coming deal, before it knows anybody's share. See `fairness`."""

    deal: int
    digest: str


class SharesMixed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="stirred"):
    """The shares that the people at the table gave to the coming deal."""

    deal: int
    shares: tuple[Share, ...]


class SecretRevealed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="opened"):
    """The deal is over and the host's secret of it open: whoever has the moves can deal and play it again."""

    deal: int
    secret: str


class Declared(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="declared", omit_defaults=True):
    """A public fact: from now on `fact` is `value`. seat: whose declaration it is, if anybody's."""

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
    """One line of a deal's reckoning.

    label: the rulebook's word for what scored. points: what it is worth to the seat. cards: the cards that made it.
    paragraph: the rule.
    """

    seat: Seat
    label: str
    points: int
    cards: tuple[Card, ...] = ()
    paragraph: str = ""


class Scored(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="scored"):
    """A deal was reckoned.

    number: of the deal. how: the way in which it ended, one word. points: of this deal, by seat.
    totals: of the match, by seat. lines: where the points come from.
    """

    number: int
    how: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[ScoreLine, ...] = ()


class MatchEnded(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="ended", omit_defaults=True):
    """The match is over. how: one word. winners: one seat, several that share, or nobody when it was "abandoned".

    payouts: what each seat gets or pays where the totals are settled among the players, else ().
    """

    how: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    payouts: tuple[int, ...] = ()


class Happened(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="room", omit_defaults=True):
    """Something in the room around the table: somebody sat, left, spoke. The rules never read it.

    what: one word (sat, left, away, back, said, kicked, paused, resumed, ...). name: of whom. text: what was said.
    """

    what: str
    seat: Seat | None = None
    name: str = ""
    text: str = ""


class Signed(msgspec.Struct, frozen=True, gc=False, tag_field="e", tag="signed", omit_defaults=True):
    """Somebody who has verified a deal has signed how it ended. The rules never read it.

    table: id of the table. deal, number, head: the deal, its last event, and the head of the chain there, as the signer
    found it. key: of the signer, 64 hexadecimal digits. seat: the signer's; None for the host.
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
