"""Every message of a client to a table's host, and what a move is on its way there.

Unknown fields are refused, except in a hello, to which later versions may add.
"""

import re
from typing import Annotated, Final, Literal

import msgspec

from engine.api import Move, OptionValue

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
PersonKeyText = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z", max_length=64)]
Signature = Annotated[bytes, msgspec.Meta(max_length=64)]
Token = Annotated[bytes, msgspec.Meta(max_length=TOKEN_BYTES)]
VoteKind = Literal["drop", "stop", "pause", "resume", "kick"]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """A message of a client."""


class _Request(_FromClient, frozen=True, kw_only=True):
    """A request that is answered with one `done`. id: chosen by the client, never twice while its token lives."""

    id: ActionId


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="hello"):
    """The first message of a connection.

    major, minor: of the protocol. app: the program's version. capabilities: what the client can do.
    name: what the person is called. role: player, watcher, or probe (is told the table and sent away).
    table: id of the table meant, "" for whichever is there. token: of the seat that is resumed, or the owner's key, or
    empty. held: number of the last event that the client holds of this table, -1 for none; the stream goes on after
    it. viewer: the seat as which it was told them, None as a spectator; if that is not what it is now, it begins anew.
    look: how a watcher wishes to watch, and was told what it holds; viewer is then the seat over whose shoulder. What
    the table does not allow it is not given, and watches as everybody may.
    key: of the person, "" for none. proof: the key's signature that it comes to this table of the host that answers
    (`statements.at_table`); "" where no host's key answers, as on a machine's own sockets. code_proof: of the table's
    code, after a knock. after: where this client has followed the match of this table, if it did: the host may not know
    that it went on elsewhere.
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
    """Before the hello at a private table: the guest's half of the exchange about its code (net/crypto/pake.py).

    nonce, counter: the work that a host asked for when it refused the last knock (net/crypto/work.py), else left
    out."""

    table: Word
    pake: Annotated[bytes, msgspec.Meta(min_length=PAKE_BYTES, max_length=PAKE_BYTES)]
    nonce: Annotated[bytes, msgspec.Meta(max_length=NONCE_BYTES)] = b""
    counter: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0


class Operate(_FromClient, frozen=True, tag="operate"):
    """In place of a hello, from the host's own user over a socket of its machine: lock the table, or open it again.

    Answered by `table` and `bye`. Whoever asks is not at the table by that."""

    table: Word
    lock: bool


_Cards = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=4)], ...], msgspec.Meta(max_length=64)]


class ClientMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move as a client sends it: bounded, and not yet looked at by the rules."""

    verb: Word
    cards: _Cards = ()
    places: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)] = ()
    groups: Annotated[tuple[_Cards, ...], msgspec.Meta(max_length=32)] = ()


class PlayMove(_Request, frozen=True, kw_only=True, tag="act"):
    """The answer of this connection's seat to its decision, or a move that it may make though nobody waits for it.
    Sent again after a drop with the same id."""

    decision: Count
    move: ClientMove


class Say(_Request, frozen=True, kw_only=True, tag="say"):
    """Chat."""

    text: Line


class Sit(_Request, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or another one."""

    seat: SeatNumber


class Stand(_Request, frozen=True, kw_only=True, tag="stand"):
    """Give the seat up and watch."""


class Ready(_Request, frozen=True, kw_only=True, tag="ready"):
    """Before the first deal: ready or not. Afterwards: I am back."""

    ready: bool = True


class SetOption(_Request, frozen=True, kw_only=True, tag="option"):
    """The host sets an option of the game, or of the table (by a name that begins with "table.", see settings.py)."""

    name: Word
    value: OptionValue


class SetBot(_Request, frozen=True, kw_only=True, tag="bot"):
    """The host seats a bot of a level, or (None) sends it away."""

    seat: SeatNumber
    level: Word | None = None


class Fill(_Request, frozen=True, kw_only=True, tag="fill"):
    """The host seats bots of a level on all empty seats, before the first deal."""

    level: Word


class Kick(_Request, frozen=True, kw_only=True, tag="kick"):
    """The host sends a player or a bot from a seat, or (None) whoever has a name."""

    seat: SeatNumber | None = None
    name: Name = ""


class Lock(_Request, frozen=True, kw_only=True, tag="lock"):
    """The host lets nobody new in, or again."""

    on: bool = True


class Ban(_Request, frozen=True, kw_only=True, tag="ban"):
    """The host sends somebody away until the match is over, or lifts that."""

    name: Name
    on: bool = True


class PassHost(_Request, frozen=True, kw_only=True, tag="pass_host"):
    """The host's rights are to be another player's."""

    seat: SeatNumber


class HandOver(_Request, frozen=True, kw_only=True, tag="hand_over"):
    """The host hands the table over between two deals: a seat's machine is to be its host. None: not any more."""

    seat: SeatNumber | None = None


class TakenOver(_Request, frozen=True, kw_only=True, tag="taken_over"):
    """The answer to a `take_over`: where the table goes on. None: I do not want it."""

    to: Moved | None = None


class NewCode(_Request, frozen=True, kw_only=True, tag="new_code"):
    """The host wants another code for a private table; all wrong tries are forgotten with the old one."""


class LetIn(_Request, frozen=True, kw_only=True, tag="let_in"):
    """The host lets an address that has used up its tries of the code try anew. address: as `code` shows it."""

    address: Line


class CloseTable(_Request, frozen=True, kw_only=True, tag="close"):
    """The host ends the table for all. sentence: last words."""

    sentence: Line = ""


class GoThere(_Request, frozen=True, kw_only=True, tag="go_there"):
    """The host closes the table in favour of the other one of the same match that its info shows."""


class Start(_Request, frozen=True, kw_only=True, tag="start"):
    """The host begins the match."""


class TakeSeat(_Request, frozen=True, kw_only=True, tag="take"):
    """A spectator would like to go on, with its score, on the seat of a player who is away or has left. None: no more.

    It is done between two deals, once the host has said yes, if the player is still away then."""

    seat: SeatNumber | None = None


class Admit(_Request, frozen=True, kw_only=True, tag="admit"):
    """The host says yes or no to somebody who has asked for a seat."""

    seat: SeatNumber
    name: Name
    yes: bool = True


class CastVote(_Request, frozen=True, kw_only=True, tag="vote"):
    """A player's word, which may be changed: "stop" the match, "drop" a seat whose player is away, "pause", "resume"
    (go on), "kick" (send the player of a seat away). The first yes opens the vote."""

    what: VoteKind
    seat: SeatNumber | None = None
    yes: bool = True


class Look(_Request, frozen=True, kw_only=True, tag="look"):
    """How a spectator watches from here on, where the table and the seat allow it. seat: over whose shoulder."""

    how: LookKind
    seat: SeatNumber | None = None


class Consent(_Request, frozen=True, kw_only=True, tag="consent"):
    """Who has a seat lets spectators look over its shoulder, or (from now on) not."""

    yes: bool = True


class NextDeal(_Request, frozen=True, kw_only=True, tag="next"):
    """Between deals: I have read the score."""


class Hurry(_Request, frozen=True, kw_only=True, tag="hurry"):
    """Alone with bots: let them move at once, until a person is asked."""


class GetRecord(_Request, frozen=True, kw_only=True, tag="record"):
    """Ask for the record of the finished match; it comes as `record` frames before the `done`."""


class GetAudit(_Request, frozen=True, kw_only=True, tag="audit"):
    """Ask for the acts of a finished deal whose secret is open; they come as `acts` frames before the `done`."""

    deal: Count


class SignDeal(_Request, frozen=True, kw_only=True, tag="sign"):
    """I have verified a deal that ended so, and this is my key's signature of it (`statements.head_of_deal`).

    number: of its last event. head: of the chain there.
    """

    deal: Count
    number: Count
    head: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class GivePledge(_FromClient, frozen=True, tag="pledge"):
    """The pledge that was wanted for the coming deal: a digest that binds to a share and does not tell it."""

    deal: Count
    pledge: Digest


class GiveShare(_FromClient, frozen=True, tag="share"):
    """The share that was pledged, opened once the list of all pledges is known and holds one's own."""

    deal: Count
    value: Digest


class Leave(_FromClient, frozen=True, tag="leave"):
    """Go for good: the seat and its token are given up."""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping", omit_defaults=True):
    """Are you there? Either side may ask; answered by a `pong` with the same number.

    number, head: a client's last event, and the beginning of its head of the chain there, now and then.
    """

    n: Count
    number: Count = 0
    head: Annotated[bytes, msgspec.Meta(max_length=HEAD_BYTES)] = b""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong", omit_defaults=True):
    """I am here. number, head: as in a ping."""

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
    """A message with zeros in place of what lets its sender in, so that it can be kept as evidence."""
    if isinstance(message, Hello):
        token, proof, code_proof = (bytes(len(secret)) for secret in (message.token, message.proof, message.code_proof))
        return msgspec.structs.replace(message, token=token, proof=proof, code_proof=code_proof)
    return message


def to_client_move(move: Move) -> ClientMove:
    """A move as it is sent to a host."""
    return ClientMove(move.verb, move.cards, move.places, move.groups)
