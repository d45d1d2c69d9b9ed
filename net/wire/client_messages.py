"""Every message of a client to a host, and the wire form of a move.

Unknown fields are refused, except in a hello, to which later versions may add.
"""

import re
from typing import Annotated, Final, Literal

import msgspec

from engine.api import Move, OptionValue

from ..crypto.signing import PERSON_KEY
from ..crypto.work import NONCE_BYTES
from .handover import Moved
from .sanitize import LINE_CELLS
from .table_info import Count, LookKind, Name, SeatNumber, Word

MAGIC: Final = "khanhoo"
MAJOR: Final = 1
MINOR: Final = 0
SQUEEZE: Final = "squeeze-1"
"""The capability of a client that takes squeezed frames; its dictionary is docs/squeeze-1.dict."""
CAPABILITIES: Final = ("alone", "fair", "fault", "record", "resume", "gallery", SQUEEZE, "watch", "work")
TOKEN_BYTES: Final = 16
PAKE_BYTES: Final = 33
PROOF_BYTES: Final = 32
HEAD_BYTES: Final = 16
"""Of a head of the chain, as much as is said with every frame: who could find two stories with the same beginning of
their heads, by 2^64 trials, would be found out by the signatures, which are of whole heads."""

LONGEST_LINE: Final = 4 * LINE_CELLS
"""Characters of a line that is said at most."""
Line = Annotated[str, msgspec.Meta(max_length=LONGEST_LINE)]
ACTION_ID: Final = re.compile(r"^[A-Za-z0-9_-]{1,48}\Z")
ActionId = Annotated[str, msgspec.Meta(pattern=ACTION_ID.pattern, max_length=48)]
Version = Annotated[int, msgspec.Meta(ge=0, le=65535)]
PersonKeyText = Annotated[str, msgspec.Meta(pattern=rf"^({PERSON_KEY})?\Z", max_length=64)]
Signature = Annotated[bytes, msgspec.Meta(max_length=64)]
Token = Annotated[bytes, msgspec.Meta(max_length=TOKEN_BYTES)]
VoteKind = Literal["drop", "stop", "pause", "resume", "kick"]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message of a client."""


class _Request(_FromClient, frozen=True, kw_only=True):
    """A request, which gets exactly one `done`. id: chosen by the client, unique for its token."""

    id: ActionId


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first message of a connection.

    major, minor: of the protocol. app: the program's version. capabilities: what the client can do.
    name: of the person. role: player, watcher, or probe (gets the description of the table and a `bye`). table: id of
    the wanted table, "" for any. token: of the seat to resume, or the owner's key, or empty. held: number of the
    client's last event of this table, -1 for none; the stream goes on after it. viewer: the seat for which it got them,
    None for a spectator; if the person's view has changed, the stream starts again. look: how a watcher wants to watch,
    and got its events; viewer is then the watched seat. If the table does not allow it, the watcher sees public cards
    only.
    key: of the person, "" for none. proof: the key's signature of the statement `at` (net/crypto/signing.py), "" for
    none. code_proof: of the table's code, after a knock. after: the table to which this client followed the match, if
    it did: the host may not know of it.
    """

    magic: Literal["khanhoo"] = MAGIC
    major: Version = MAJOR
    minor: Version = MINOR
    app: Word = ""
    capabilities: Annotated[tuple[Word, ...], msgspec.Meta(max_length=32)] = ()
    name: Name = ""
    role: Literal["player", "watcher", "probe"] = "player"
    table: Word = ""
    token: Token = b""
    held: Annotated[int, msgspec.Meta(ge=-1, le=2**31)] = -1
    viewer: SeatNumber | None = None
    look: LookKind = "public"
    key: PersonKeyText = ""
    proof: Signature = b""
    code_proof: Annotated[bytes, msgspec.Meta(max_length=PROOF_BYTES)] = b""
    after: Moved | None = None


class Knock(_FromClient, frozen=True, tag="knock", omit_defaults=True):
    """Before the hello at a private table: the guest's half of the code exchange (net/crypto/pake.py). nonce, counter:
    the work, if the host asked for it when it refused the last knock (net/crypto/work.py).
    """

    table: Word
    pake: Annotated[bytes, msgspec.Meta(min_length=PAKE_BYTES, max_length=PAKE_BYTES)]
    nonce: Annotated[bytes, msgspec.Meta(max_length=NONCE_BYTES)] = b""
    counter: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0


class Operate(_FromClient, frozen=True, tag="operate"):
    """In place of a hello, from the host's own user over a Unix socket: lock or unlock the table without joining.
    Answered by `table` and `bye`.
    """

    table: Word
    lock: bool


_Cards = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=4)], ...], msgspec.Meta(max_length=64)]


class ClientMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move on the wire: within limits, but not yet checked by the rules."""

    verb: Word
    cards: _Cards = ()
    places: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)] = ()
    groups: Annotated[tuple[_Cards, ...], msgspec.Meta(max_length=32)] = ()


class PlayMove(_Request, frozen=True, kw_only=True, tag="act"):
    """The answer of this connection's seat to its decision, or a free move. After a broken connection it is sent again
    with the same id.
    """

    decision: Count
    move: ClientMove


class Say(_Request, frozen=True, kw_only=True, tag="say"):
    """Chat."""

    text: Line


class Sit(_Request, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or change seats."""

    seat: SeatNumber


class Stand(_Request, frozen=True, kw_only=True, tag="stand"):
    """Give up the seat and watch."""


class Ready(_Request, frozen=True, kw_only=True, tag="ready"):
    """Before the first deal: ready or not. Afterwards: the player is back."""

    ready: bool = True


class SetOption(_Request, frozen=True, kw_only=True, tag="option"):
    """The host sets an option of the game, or of the table (by a name that begins with "table.", see settings.py)."""

    name: Word
    value: OptionValue


class SetBot(_Request, frozen=True, kw_only=True, tag="bot"):
    """The host seats a bot of a level, or removes it (None)."""

    seat: SeatNumber
    level: Word | None = None


class Fill(_Request, frozen=True, kw_only=True, tag="fill"):
    """The host seats bots of a level on all empty seats, before the first deal."""

    level: Word


class Kick(_Request, frozen=True, kw_only=True, tag="kick"):
    """The host removes the player or bot of a seat, or with seat None the person of that name."""

    seat: SeatNumber | None = None
    name: Name = ""


class Lock(_Request, frozen=True, kw_only=True, tag="lock"):
    """The host locks or unlocks the table for new people."""

    on: bool = True


class Ban(_Request, frozen=True, kw_only=True, tag="ban"):
    """The host bans somebody until the match is over, or lifts the ban."""

    name: Name
    on: bool = True


class PassHost(_Request, frozen=True, kw_only=True, tag="pass_host"):
    """The host passes its rights to another player."""

    seat: SeatNumber


class HandOver(_Request, frozen=True, kw_only=True, tag="hand_over"):
    """The host hands the table over to a seat's machine, between two deals. None withdraws this."""

    seat: SeatNumber | None = None


class TakenOver(_Request, frozen=True, kw_only=True, tag="taken_over"):
    """The answer to a `take_over`: the new table, or None to decline."""

    to: Moved | None = None


class NewCode(_Request, frozen=True, kw_only=True, tag="new_code"):
    """The host wants a new code for a private table. All wrong tries are forgotten."""


class LetIn(_Request, frozen=True, kw_only=True, tag="let_in"):
    """The host gives an address new tries of the code. address: as shown in `code`."""

    address: Line


class CloseTable(_Request, frozen=True, kw_only=True, tag="close"):
    """The host closes the table. sentence: a farewell to everybody."""

    sentence: Line = ""


class GoThere(_Request, frozen=True, kw_only=True, tag="go_there"):
    """The host closes the table in favour of the other table of the same match, which the table's info shows."""


class Start(_Request, frozen=True, kw_only=True, tag="start"):
    """The host begins the match."""


class TakeSeat(_Request, frozen=True, kw_only=True, tag="take"):
    """A spectator asks for the seat, with its score, of a player who is away or has left; None withdraws. It gets the
    seat between two deals, if the host agrees and the player is still away.
    """

    seat: SeatNumber | None = None


class Admit(_Request, frozen=True, kw_only=True, tag="admit"):
    """The host's answer to somebody who asked for a seat."""

    seat: SeatNumber
    name: Name
    yes: bool = True


class CastVote(_Request, frozen=True, kw_only=True, tag="vote"):
    """A player's vote, which may be changed: "stop" the match, "drop" the seat of an absent player, "pause", "resume",
    "kick" (remove the player of a seat). The first yes opens the vote.
    """

    what: VoteKind
    seat: SeatNumber | None = None
    yes: bool = True


class Look(_Request, frozen=True, kw_only=True, tag="look"):
    """How a spectator watches from now on, if the table and the seat allow it. seat: whose cards to see."""

    how: LookKind
    seat: SeatNumber | None = None


class Consent(_Request, frozen=True, kw_only=True, tag="consent"):
    """A player allows or forbids spectators to see their cards, from now on."""

    yes: bool = True


class NextDeal(_Request, frozen=True, kw_only=True, tag="next"):
    """Between deals: the player has read the score."""


class Hurry(_Request, frozen=True, kw_only=True, tag="hurry"):
    """Alone with bots: let them move at once until the player's next decision."""


class Undo(_Request, frozen=True, kw_only=True, tag="undo"):
    """Alone with bots: take back my last choice in this deal, and all that came after it."""


class GetRecord(_Request, frozen=True, kw_only=True, tag="record"):
    """Ask for the record of the finished match; it comes as `record` frames before the `done`."""


class GetAudit(_Request, frozen=True, kw_only=True, tag="audit"):
    """Ask for the acts of a finished deal whose secret is open; they come as `acts` frames before the `done`."""

    deal: Count


class SignDeal(_Request, frozen=True, kw_only=True, tag="sign"):
    """The player verified a deal; the signature is their key's of the statement `deal` (net/crypto/signing.py).

    number: of its last event. head: of the chain there.
    """

    deal: Count
    number: Count
    head: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class GivePledge(_FromClient, frozen=True, tag="pledge"):
    """The pledge for the next deal: a digest that commits to a share without revealing it."""

    deal: Count
    pledge: Digest


class GiveShare(_FromClient, frozen=True, tag="share"):
    """The share itself, sent after the list of all pledges that includes one's own."""

    deal: Count
    value: Digest


class Leave(_FromClient, frozen=True, tag="leave"):
    """Leave the table. keep: only for now, and the seat and its token stay the player's; without it, for good."""

    keep: bool = False


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping", omit_defaults=True):
    """A ping of either side, answered by a `pong` with the same number. number, head: sometimes, a client's last event
    and the beginning of its head of the chain there.
    """

    n: Count
    number: Count = 0
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong", omit_defaults=True):
    """The answer to a ping. number, head: as in a ping."""

    n: Count
    number: Count = 0
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


Request = (
    PlayMove
    | Say
    | Sit
    | Stand
    | Ready
    | SetOption
    | SetBot
    | Fill
    | Kick
    | Lock
    | Ban
    | PassHost
    | HandOver
    | TakenOver
    | CloseTable
    | NewCode
    | LetIn
    | GoThere
    | Start
    | NextDeal
    | Hurry
    | Undo
    | TakeSeat
    | Admit
    | CastVote
    | Look
    | Consent
    | GetRecord
    | GetAudit
    | SignDeal
)
ClientMessage = Hello | Knock | Operate | Request | GivePledge | GiveShare | Leave | Ping | Pong


def without_secrets(message: ClientMessage) -> ClientMessage:
    """A message with zeros in place of its secrets, so that it can be kept as evidence."""
    if isinstance(message, Hello):
        token, proof, code_proof = (bytes(len(secret)) for secret in (message.token, message.proof, message.code_proof))
        return msgspec.structs.replace(message, token=token, proof=proof, code_proof=code_proof)
    return message


def to_client_move(move: Move) -> ClientMove:
    """The wire form of a move."""
    return ClientMove(move.verb, move.cards, move.places, move.groups)
