"""The desk of a room: where what people ask for is carried out, once, or refused with a sentence."""

from engine.api import BadMove, DealError, Happened, OptionError, Refusal, RulesFault, SeatsError, StaleMove

from ..match.people import LobbyRefusal, Person
from ..wire.client_messages import digest_of
from ..wire.codes import NOT_KEPT, DoneCode
from ..wire.host_messages import (
    Admit,
    Ban,
    CastVote,
    CloseTable,
    Consent,
    Done,
    Fill,
    GetAudit,
    GetRecord,
    GoThere,
    HandOver,
    Kick,
    LetIn,
    Lock,
    Look,
    NewCode,
    NextDeal,
    PassHost,
    PlayMove,
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
    to_move,
)
from ..wire.sanitize import clean_chat
from .code_gate import CodeGate
from .connections import Connection
from .downloads import OpenActs, SealedRecord
from .effects import Send
from .handover import Handover
from .moderation import Moderation, verify_own, verify_rights
from .signatures import DealSignatures
from .spectators import Spectators
from .state import RoomState
from .substitutes import Substitutes
from .voting import Voting

_SLOW = (Say, GetRecord, Sit, Stand, TakeSeat, CastVote, Look, Consent)
"""What all others have to read, or what costs as much as many other requests."""
_CHANGES = (Sit, Stand, TakeSeat, CastVote, Look, Consent)
"""What everybody is told of, and anybody may ask for again and again."""
_TOO_FAST = "That is faster than anybody can read; wait a second."


def _is_forgotten(person: Person, request: Request) -> bool:
    """Whether nothing of a request has to be on disk: it may come again after the death of the host, and do no harm."""
    return isinstance(request, GetRecord | Ready) or (isinstance(request, Say) and person.seat is None)


def begin_if_agreed(state: RoomState) -> None:
    """Begin the match if the table was opened to begin by itself, and everybody is there and ready."""
    lobby = state.lobby
    if not state.config.autostart or lobby.stage != "open" or state.match.table is not None:
        return
    if not any(person.is_owner for person in lobby.seated):
        return
    try:
        lobby.verify_start()
        _start(state)
    except LobbyRefusal:
        return


class Dispatcher:
    """Carries requests out. The same request, sent again after a drop, gets the answer that it got at first.

    signatures: of the deals.
    """

    def __init__(
        self, state: RoomState, succession: Substitutes, ballots: Voting, rights: Moderation, gate: CodeGate
    ) -> None:
        self._state = state
        self._gate = gate
        self._succession = succession
        self._ballots = ballots
        self._rights = rights
        self.handing = Handover(state)
        self._acts = OpenActs()
        self._record = SealedRecord()
        self._looks = Spectators(state)
        self.signatures = DealSignatures(state)

    def carry_out(self, link: Connection, request: Request, now_ms: int) -> None:
        """Do what is asked, and say what became of it."""
        person = link.person
        assert person is not None
        known = self._state.answer_to(person, request)
        if known is not None:
            self._state.reply(link, known)
            return
        if isinstance(request, GetAudit):
            # Programs ask for this by themselves: it says nothing of who is awake, and nothing of it is kept.
            self._state.reply(link, self._send_acts(link, request, now_ms))
            return
        if isinstance(request, SignDeal):
            self._state.reply(link, self._sign(person, request))
            return
        if isinstance(request, _SLOW) and not link.chats.take(now_ms):
            self._state.reply(link, _refused(request, LobbyRefusal(_TOO_FAST, "slow")))
            return
        try:
            if self._state.lobby.handing is not None and not isinstance(request, HandOver | TakenOver):
                raise LobbyRefusal("The table is being handed over to another host; a moment, please.", "busy")
            changes = isinstance(request, _CHANGES) or (isinstance(request, Ready) and request.ready != person.ready)
            if changes and not self._state.match.budget.takes_change(person.key):
                raise LobbyRefusal("You change your mind faster than the others can follow. Wait a minute.", "slow")
            self._do(link, person, request, now_ms)
        except (LobbyRefusal, Refusal) as refusal:
            answer = _refused(request, refusal)
            if answer.code == "fault":
                self._state.did = (person.key, request, True)
        else:
            answer = Done(id=request.id, accepted=True)
            if changes or not _is_forgotten(person, request):
                self._state.did = (person.key, request, False)
        if person.missed:
            # Whoever asks for something is awake. That everybody is told of it may have to wait: see Match.
            person.missed = 0
            self._state.lobby_changed = True
        if not isinstance(request, GetRecord) and answer.code not in NOT_KEPT:
            self._state.remember(person.key, answer, digest_of(request))
        self._state.reply(link, answer)
        self.handing.farewell()

    def _send_acts(self, link: Connection, request: GetAudit, now_ms: int) -> Done:
        try:
            if not link.audits.take(now_ms):
                raise LobbyRefusal("That is faster than deals are played; wait a second.", "slow")
            frames = self._acts.frames(self._state.match.table, request.deal, squeezed=link.is_squeezed)
            self._state.out.append(Send((link.id,), frames))
        except LobbyRefusal as refusal:
            return _refused(request, refusal)
        return Done(id=request.id, accepted=True)

    def _sign(self, person: Person, request: SignDeal) -> Done:
        try:
            self.signatures.take(person, request)
        except LobbyRefusal as refusal:
            return _refused(request, refusal)
        return Done(id=request.id, accepted=True)

    def _do(self, link: Connection, person: Person, request: Request, now_ms: int) -> None:
        state, lobby = self._state, self._state.lobby
        match request:
            case PlayMove(decision=decision_id, move=move):
                state.match.play(person, decision_id, to_move(move), now_ms)
                return
            case Say(text=text):
                self._say(person, text)
                return
            case GetRecord():
                self._send_record(link)
                return
            case Sit(seat=seat):
                if lobby.stage in ("playing", "between"):
                    raise LobbyRefusal("The match has begun: ask for the seat, and the host says yes or no.", "stage")
                if not link.is_own:
                    lobby.verify_leaves_seats(person)
                lobby.sit(person, seat)
                self._has_moved(link, Happened("sat", seat, person.name))
                begin_if_agreed(state)
            case Stand():
                self._has_moved(link, Happened("stood", lobby.stand(person), person.name))
            case Ready(ready=ready):
                if lobby.stage == "open":
                    lobby.set_ready(person, ready=ready)
                    begin_if_agreed(state)
            case NextDeal():
                self._next_deal(person)
            case Look(how=how, seat=beside):
                self._looks.look(link, person, how, beside)
            case Consent(yes=is_yes):
                self._looks.consent(person, is_yes=is_yes)
            case TakeSeat(seat=wanted):
                self._succession.ask(person, wanted)
            case CastVote(what=what, seat=about, yes=is_yes):
                self._ballots.cast(person, what, about, is_yes=is_yes, now_ms=now_ms)
            case HandOver():
                verify_rights(lobby, person, request)
                self.handing.ask(person, request)
            case TakenOver():
                self.handing.answer(person, request)
            case Kick() | Lock() | Ban() | PassHost() | CloseTable():
                verify_rights(lobby, person, request)
                self._rights.carry_out(person, request)
            case NewCode():
                verify_rights(lobby, person, request)
                self._gate.renew()
            case LetIn(address=address):
                verify_rights(lobby, person, request)
                self._gate.let_in(address, now_ms)
            case GoThere():
                verify_rights(lobby, person, request)
                verify_own(lobby, person, "close the table in favour of another one")
                if state.other is None:
                    raise LobbyRefusal("No other table of this match is known.", "unavailable")
                state.goes_there = True
            case SetOption() | SetBot() | Fill() | Start() | Admit():
                verify_rights(lobby, person, request)
                self._do_as_host(request)
        state.lobby_changed = True

    def _do_as_host(self, request: SetOption | SetBot | Fill | Start | Admit) -> None:
        state, lobby = self._state, self._state.lobby
        match request:
            case SetOption(name=name, value=value):
                moved_people = lobby.set_option(name, value)
                state.match.keep_pace(state.config.clocks)
                for moved in moved_people:
                    state.say(Happened("sat", moved.seat, moved.name))
                    state.reseat(moved, f"The table has fewer seats now; yours is seat {(moved.seat or 0) + 1}.")
            case SetBot(seat=seat, level=level):
                self._set_bot(seat, level)
                begin_if_agreed(state)
            case Fill(level=level):
                for seat in lobby.fill(level):
                    state.say(Happened("bot", seat, lobby.name_at(seat), level))
                begin_if_agreed(state)
            case Admit(seat=seat, name=name, yes=is_yes):
                self._succession.answer(seat, name, is_yes=is_yes)
            case Start():
                lobby.verify_start()
                _start(state)

    def _set_bot(self, seat: int, level: str | None) -> None:
        state, lobby = self._state, self._state.lobby
        name = lobby.name_at(seat)
        if level is None:
            lobby.set_bot(seat, None)
            state.say(Happened("left", seat, name))
            return
        self._succession.replace_by_bot(seat, level)
        state.say(Happened("bot", seat, lobby.name_at(seat), level))

    def _next_deal(self, person: Person) -> None:
        if person.seat is None:
            raise LobbyRefusal("You are watching: the players say when the next deal begins.", "right")
        if self._state.lobby.stage != "between":
            raise LobbyRefusal("There is no pause between deals now.", "stage")
        person.ready = True

    def _say(self, person: Person, text: str) -> None:
        said = clean_chat(text)
        if not said:
            raise LobbyRefusal("There is nothing in it that could be shown.", "value")
        if person.seat is None:
            self._say_as_spectator(person, said)
            return
        self._state.match.budget.verify_word(said)
        self._state.say(Happened("said", person.seat, person.name, said))

    def _say_as_spectator(self, person: Person, said: str) -> None:
        state = self._state
        if state.gallery.is_full(state.match.budget.now_ms):
            raise LobbyRefusal("The spectators are saying too much at once. Wait a moment.", "slow")
        is_apart = state.lobby.chat == "apart" and state.lobby.stage == "playing"
        state.tell_gallery(person.name, "said", said, is_apart=is_apart)

    def _has_moved(self, link: Connection, event: Happened) -> None:
        """A person took or left a seat."""
        self._state.say(event)
        self._state.begin_anew(link)

    def _send_record(self, link: Connection) -> None:
        if link.is_congested:
            raise LobbyRefusal("Read first what is on its way to you.", "busy")
        self._state.out.append(Send((link.id,), self._record.frames(self._state.match.table)))


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


def _start(state: RoomState) -> None:
    try:
        state.match.start(state.config.seed, state.config.deal)
    except (DealError, OptionError, SeatsError) as error:
        raise LobbyRefusal(str(error), "value") from None
