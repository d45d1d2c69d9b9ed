"""The tables of messages and requests: when each may come, and its handler. A request is carried out once; if it comes
again after a broken connection, it gets its first answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final, Literal, get_args

from engine.api import BadMove, Refusal, RulesFault, StaleMove

from ..match.faults import KNOCK_FAILED, NOT_NOW, SHARE_LEFT_OUT, Mishap
from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import (
    Admit,
    Ban,
    CastVote,
    ClientMessage,
    CloseTable,
    Consent,
    Fill,
    GetAudit,
    GetRecord,
    GivePledge,
    GiveShare,
    GoThere,
    HandOver,
    Hello,
    Hurry,
    Kick,
    Knock,
    Leave,
    LetIn,
    Lock,
    Look,
    NewCode,
    NextDeal,
    Operate,
    PassHost,
    Ping,
    PlayMove,
    Pong,
    Ready,
    Request,
    Say,
    SetBot,
    SetOption,
    SignDeal,
    Sit,
    Stand,
    Start,
    TakenOver,
    TakeSeat,
    Undo,
)
from ..wire.codes import NOT_KEPT, DoneCode, RefusedCode
from ..wire.host_messages import Bye, Done, Fault, Refused, kind_of
from .admission import Admission
from .chat import Chat
from .code_gate import CodeGate
from .connections import MOST_IGNORED, Connection, Stage
from .downloads import Downloads
from .handover import Handover
from .moderation import Moderation, verify_owner
from .seating import Seating
from .signatures import DealSignatures
from .spectators import Spectators
from .state import RoomState, digest_of
from .substitutes import Substitutes
from .table_journal import DoneRequest
from .voting import Voting

ALLOWED: Final[dict[Stage, tuple[type[ClientMessage], ...]]] = {
    "new": (Hello, Knock, Operate),
    "knocked": (Hello, Operate),
    "joined": (*get_args(Request), GivePledge, GiveShare, Leave, Ping, Pong),
}
"""The messages that a connection may send before its welcome, after a knock, and after its welcome."""
_TOO_FAST: Final = {
    "chats": "Too many messages. Wait a second.",
    "audits": "Your program asked too often for the moves of a finished deal. Wait a second.",
}
_FAILING_MS: Final = 600_000
_TOO_MANY: Final = "You sent more than 20 messages in a second."


def _never(person: Person, request: Request) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of request is carried out.

    handler: does it, or raises a LobbyRefusal or Refusal and changes nothing. who: may ask. "host" includes a stand-in
    host; "owner" includes a stand-in only for what `verify_owner` grants. bucket: the connection's limit for requests
    that all others must read, or that cost as much as many others. is_change: everybody sees the change, and the
    request may come again and again. changes_lobby: it may change what is stored or shown of the lobby. is_idempotent:
    its answer is kept. is_forgotten: whether this request need not be on disk. It may come again after a crash of the
    host, and that does no harm. by_program: programs send it by themselves, so it does not show that a person is awake.
    while_handing: also allowed while the table is handed over.
    """

    handler: Callable[[Person, Any], None]
    _: KW_ONLY
    who: Literal["anybody", "host", "owner"] = "anybody"
    bucket: Literal["chats", "audits"] | None = None
    is_change: bool = False
    changes_lobby: bool = True
    is_idempotent: bool = True
    is_forgotten: Callable[[Person, Any], bool] = _never
    by_program: bool = False
    while_handing: bool = False


class Dispatcher:
    """Takes the messages of one room's connections. rules: of all requests, in PROTOCOL.md's order. failed_at_ms: when
    the program last failed in a message, by person and kind. failing_until_ms: until when it accepts no other message
    of that person and kind.
    """

    def __init__(
        self,
        state: RoomState,
        *,
        admission: Admission,
        code_gate: CodeGate,
        handover: Handover,
        moderation: Moderation,
        signatures: DealSignatures,
        spectators: Spectators,
        substitutes: Substitutes,
        voting: Voting,
    ) -> None:
        self._state = state
        self._admission = admission
        self._code_gate = code_gate
        self._handover = handover
        self._moderation = moderation
        seating, chat, downloads = Seating(state, substitutes), Chat(state), Downloads(state)
        self.failed_at_ms: dict[tuple[int, type[ClientMessage]], int] = {}
        self.failing_until_ms: dict[tuple[int, type[ClientMessage]], int] = {}
        self.rules: dict[type[Request], Rule] = {
            PlayMove: Rule(state.match.play, changes_lobby=False),
            Say: Rule(chat.say, bucket="chats", changes_lobby=False, is_forgotten=chat.is_forgotten),
            Sit: Rule(seating.sit, bucket="chats", is_change=True),
            Stand: Rule(seating.stand, bucket="chats", is_change=True),
            Ready: Rule(seating.ready, is_change=True, is_forgotten=seating.is_ready_already),
            SetOption: Rule(seating.set_option, who="owner"),
            SetBot: Rule(seating.set_bot, who="host"),
            Fill: Rule(seating.fill, who="host"),
            Kick: Rule(moderation.kick, who="owner"),
            Lock: Rule(moderation.lock, who="owner"),
            Ban: Rule(moderation.ban, who="owner"),
            PassHost: Rule(moderation.pass_on, who="owner"),
            HandOver: Rule(handover.ask, who="owner", while_handing=True),
            TakenOver: Rule(handover.answer, while_handing=True),
            CloseTable: Rule(moderation.close, who="owner"),
            NewCode: Rule(code_gate.renew, who="owner"),
            LetIn: Rule(code_gate.let_in, who="owner"),
            GoThere: Rule(moderation.go_there, who="owner"),
            Start: Rule(seating.start, who="host"),
            NextDeal: Rule(seating.next_deal),
            Hurry: Rule(seating.hurry, changes_lobby=False, is_idempotent=False),
            Undo: Rule(seating.undo, changes_lobby=False),
            TakeSeat: Rule(substitutes.ask, bucket="chats", is_change=True),
            Admit: Rule(substitutes.answer, who="host"),
            CastVote: Rule(voting.cast, bucket="chats", is_change=True),
            Look: Rule(spectators.look, bucket="chats", is_change=True),
            Consent: Rule(spectators.consent, bucket="chats", is_change=True),
            GetRecord: Rule(downloads.send_record, bucket="chats", changes_lobby=False, is_idempotent=False),
            GetAudit: Rule(
                downloads.send_acts, bucket="audits", changes_lobby=False, is_idempotent=False, by_program=True
            ),
            SignDeal: Rule(signatures.receive, changes_lobby=False, is_idempotent=False, by_program=True),
        }

    def receive(self, link: Connection, message: ClientMessage, now_ms: int) -> None:
        """Carry out a message, if it may come now."""
        if not isinstance(message, ALLOWED[link.stage]):
            self._turn_down(link, message)
            return
        if not isinstance(message, Request) and self._is_failing(link, message, now_ms):
            return
        if link.person is not None and not link.is_confirmed:
            self._admission.confirm(link)
        match message:
            case Hello():
                self._admission.greet(link, message, now_ms)
            case Knock():
                self._knock(link, message, now_ms)
            case Operate():
                self._admission.operate(link, message, now_ms)
            case Ping():
                self._state.reply(link, Pong(n=message.n))
            case Pong():
                pass
            case GivePledge() | GiveShare():
                self._give(link, message)
            case Leave(keep=keep):
                assert link.person is not None
                is_kept = keep and link.person.seat is not None
                sentence = "You have left the table. Your seat is kept." if is_kept else "You have left the table."
                self._state.hang_up(link, Bye(code="left", sentence=sentence))
                if is_kept:
                    self._state.connections.leaves(link.person)
                else:
                    self._state.depart(link.person, "left")
            case _:
                self.carry_out(link, message, now_ms)

    def take_place_of(self, old: Dispatcher) -> None:
        """The room was made again. A message that failed in the old room may fail in this one too."""
        self.failed_at_ms, self.failing_until_ms = old.failed_at_ms, old.failing_until_ms

    def failed(self, person: Person, message: ClientMessage, now_ms: int) -> None:
        """The program failed in a message. If a second message of this person and kind fails soon after, the program
        tries none for a while.
        """
        key = (person.key, type(message))
        if now_ms < self.failed_at_ms.get(key, -_FAILING_MS) + _FAILING_MS:
            self.failing_until_ms[key] = now_ms + _FAILING_MS
        self.failed_at_ms[key] = now_ms

    def _is_failing(self, link: Connection, message: ClientMessage, now_ms: int) -> bool:
        return link.person is not None and now_ms < self.failing_until_ms.get((link.person.key, type(message)), 0)

    def carry_out(self, link: Connection, request: Request, now_ms: int) -> None:
        """Carry out a request, and answer with its outcome."""
        state, person, rule = self._state, link.person, self.rules[type(request)]
        assert person is not None
        if request.id in state.answers.get(person.key, ()):
            state.reply(link, state.answer_again(person, request))
            return
        if self._is_failing(link, request, now_ms):
            state.reply(link, Done(id=request.id, accepted=False, reason=NOT_NOW, code="fault"))
            return
        if rule.bucket is not None and not (link.chats if rule.bucket == "chats" else link.audits).take(now_ms):
            state.reply(link, _refused(request, LobbyRefusal(_TOO_FAST[rule.bucket], "slow")))
            return
        if not rule.by_program:
            self._wake(person, now_ms)
        is_forgotten = not rule.is_idempotent or rule.is_forgotten(person, request)
        try:
            self._verify_may(rule, person, request, is_forgotten=is_forgotten)
            rule.handler(person, request)
        except (LobbyRefusal, Refusal) as refusal:
            answer = _refused(request, refusal)
        else:
            answer = Done(id=request.id, accepted=True)
            state.outbox.lobby_changed |= rule.changes_lobby
        digest = digest_of(request) if rule.is_idempotent else b""
        if answer.code == "fault" or (answer.accepted and not is_forgotten):
            state.outbox.did = DoneRequest(person.key, request.id, digest, failed=not answer.accepted)
        if rule.is_idempotent and answer.code not in NOT_KEPT:
            state.remember(person.key, answer, digest)
        state.reply(link, answer)
        if isinstance(request, TakenOver):
            self._handover.farewell()

    def _wake(self, person: Person, now_ms: int) -> None:
        """A person who sends a request is awake. During a match, the news of it may have to wait: see Absence."""
        state = self._state
        state.asked_ms[person.key] = now_ms
        if person.missed:
            person.missed = 0
            person.is_dozing = person.is_dozing and person.seat is not None and state.lobby.stage != "open"
            state.outbox.lobby_changed = True

    def ignore(self, link: Connection, message: ClientMessage) -> None:
        """Too many messages came: ignore this one."""
        link.ignored += 1
        if link.ignored >= MOST_IGNORED or link.person is None:
            self._state.hang_up(link, Bye(code="slow", sentence=_TOO_MANY))
        elif isinstance(message, Request):
            self._state.reply(link, Done(id=message.id, accepted=False, reason=_TOO_MANY, code="slow"))
        else:
            self._state.reply(link, Fault(code="slow", sentence=_TOO_MANY, about=kind_of(message)))

    def _turn_down(self, link: Connection, message: ClientMessage) -> None:
        """Refuse a message that may not come now."""
        if link.stage == "joined":
            fault = Fault(code="malformed", sentence="You have already sent a hello.", about=kind_of(message))
            self._state.reply(link, fault)
        elif isinstance(message, Knock):
            self._turn_away(link, "malformed", "You have already sent a join code.")
        else:
            self._turn_away(link, "early", "Send a hello first.")

    def _turn_away(self, link: Connection, code: RefusedCode, sentence: str) -> None:
        self._state.hang_up(link, Refused(code=code, sentence=sentence, app=self._state.config.version))

    def _verify_may(self, rule: Rule, person: Person, request: Request, *, is_forgotten: bool) -> None:
        """Raises LobbyRefusal if a person may not ask for this, or not now."""
        lobby = self._state.lobby
        if lobby.handing is not None and not (rule.while_handing or rule.by_program):
            raise LobbyRefusal("The table is being handed over to another host. Wait a moment.", "busy")
        if rule.is_change and not is_forgotten and not self._state.match.budget.takes_change(person.key):
            raise LobbyRefusal("You have changed your seat, vote or another choice too often. Wait a minute.", "slow")
        if rule.who != "anybody":
            lobby.verify_host(person)
        if rule.who == "owner":
            verify_owner(lobby, person, request)

    def _knock(self, link: Connection, message: Knock, now_ms: int) -> None:
        """A knock changes nothing at the table, so a fault in it concerns nobody else."""
        try:
            self._code_gate.knock(link, message, now_ms)
        except Exception as fault:  # noqa: BLE001 - see above
            self._state.outbox.mishaps.append(Mishap(fault, "gate"))
            self._turn_away(link, "fault", KNOCK_FAILED)

    def _give(self, link: Connection, message: GivePledge | GiveShare) -> None:
        """Programs send shares by themselves, and would send them again. So a fault costs the share, and
        nothing else.
        """
        match = self._state.match
        assert link.person is not None
        try:
            match.shares.receive(link.person, message, match.table)
        except Exception as fault:  # noqa: BLE001 - see above
            self._state.outbox.mishaps.append(Mishap(fault, "shares"))
            self._state.reply(link, Fault(code="fault", sentence=SHARE_LEFT_OUT, about=kind_of(message)))


def _refused(request: Request, refusal: LobbyRefusal | Refusal) -> Done:
    """The answer to a request that was not carried out."""
    if isinstance(refusal, LobbyRefusal):
        return Done(id=request.id, accepted=False, reason=str(refusal), code=refusal.code)
    code: DoneCode = "rules"
    if isinstance(refusal, StaleMove):
        code = "stale"
    elif isinstance(refusal, BadMove | RulesFault):
        code = "bad_move"
    return Done(id=request.id, accepted=False, reason=refusal.reason, paragraph=refusal.paragraph, code=code)
