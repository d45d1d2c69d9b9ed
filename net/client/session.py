"""The session of one player or spectator at one table: the whole network for a screen. It keeps the connection, sends
hello again when it breaks, asks for exactly the missed events, and repeats unanswered requests. It reports what happens
as news (net/news.py); requests return their own outcome.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal

from engine.api import Checkpoint, Decision, Event, Move, Seat, View, encode, hand_of

from .. import news
from ..crypto.signing import PersonKey, at_table
from ..discovery.recent import remember_table
from ..host.forwards import forward_of
from ..match.visibility import AS_EVERYBODY, SpectatorView
from ..migration.failover import Failover
from ..news import NewsBox, Outcome
from ..problems import JoinRefused, WrongHost
from ..storage.person_key import make_person_key, own_person_key
from ..storage.seat_tokens import SeatTokens, SessionToken
from ..transport.dial import Connector
from ..transport.host_key_check import HostKeyCheck
from ..transport.sockets import CannotReach, Reach
from ..verification.contribution import OwnShares
from ..verification.deal_replay import FairMessage, Fairness
from ..verification.transcript import BadTranscript, Transcript, TranscriptGap
from ..version import app_version
from ..wire.address import Address
from ..wire.client_messages import (
    CAPABILITIES,
    GetRecord,
    Hello,
    Leave,
    Ping,
    PlayMove,
    Pong,
    Request,
    Sit,
    Stand,
    to_client_move,
)
from ..wire.gallery import GalleryLines
from ..wire.handover import Moved, TakeOver
from ..wire.host_messages import (
    Answer,
    Ask,
    Bye,
    Clock,
    Done,
    Events,
    Fault,
    Gallery,
    HostMessage,
    Looking,
    Offer,
    RecordPart,
    Refused,
    Seated,
    TableCode,
    TableFrame,
    Welcome,
)
from ..wire.message_check import misfit
from ..wire.table_info import TableInfo
from .code_proof import CodeProof
from .decisions import Decisions
from .pending_requests import AWAY, PendingRequests, RecordParts
from .reconnect import LineHandlers, Reconnector
from .requests import RequestMethods

_LONGEST_AFTER: Final = 3 * 1024
"""Bytes of a hello that tell where the match went. The rest of the hello needs the other bytes."""


class ClientSession(RequestMethods):
    """One person's place at a table, across reconnects. net/client/requests.py has the requests.

    role: a player takes a seat, a watcher sees what everybody may see. keep: stores tokens between runs. token: a first
    token, such as the owner's key. connector: makes connections by other means than the address. trusted: a host's key
    that the person accepted although another was known. person: the person's key, None for this installation's key, or
    for a new one if nothing is stored. code: of a private table, as typed; ValueError if it is malformed. gaze: how a
    watcher wants to watch, if the table allows it. shares: of this player in earlier sessions, to which this one adds
    its own. Everything runs on one event loop.

    info: the description of the table, None before `open`. seat: ours, if any. fairness: the result of checking the
    finished deals. gallery: what spectators said and did. table_code, shut_out: a private table tells its host its code
    and the addresses without tries left; can_renew_code: whether the host can ask for a new code; serves_alone: whether
    a player alone with bots can hurry them, and take moves back.
    """

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        role: Literal["player", "watcher"] = "player",
        keep: SeatTokens | None = None,
        token: bytes = b"",
        connector: Connector | None = None,
        trusted: str = "",
        person: PersonKey | None = None,
        code: str = "",
        gaze: SpectatorView = AS_EVERYBODY,
        shares: OwnShares | None = None,
    ) -> None:
        self.name = name
        self.role: Literal["player", "watcher"] = role
        self.info: TableInfo | None = None
        self.seat: Seat | None = None
        self.gaze = gaze
        self._box = NewsBox()
        self._decisions = Decisions(self._tell)
        handlers = LineHandlers(
            self.hello, self._proof, self.verify_key, self.hear, self._lost, self._line_refused, self.line_notice
        )
        self._line = Reconnector(address, connector, handlers)
        self._person = person
        self._keeper = SessionToken(keep, token, self.line_notice)
        self._story = Transcript()
        self.gallery = GalleryLines()
        self.fairness = Fairness(self._story, self.request, self._tell, {} if shares is None else shares)
        self.going_on = Failover(self, self._tell)
        self._was_in = False
        self._errands = PendingRequests(self._line.send)
        self._record = RecordParts()
        self.host = HostKeyCheck(trusted, keep is not None)
        self.table_code = ""
        self.shut_out: tuple[str, ...] = ()
        self.can_renew_code = self.serves_alone = False
        self._knocking = CodeProof(code, address.table)

    @property
    def is_seat_saved(self) -> bool:
        """Whether another session of this user can come back to the seat."""
        return self._keeper.is_saved

    @property
    def code(self) -> str:
        """The code with which we joined, "" for none."""
        return self._knocking.code

    @property
    def address(self) -> Address:
        """The address of the table, which may change when a host starts again."""
        return self._line.address

    @property
    def view(self) -> View | None:
        """The match as this viewer knows it, None before it begins."""
        return self._story.view

    @property
    def decision(self) -> Decision | None:
        return self._decisions.decision

    @property
    def offer(self) -> Decision | None:
        """Our free moves, for which nobody waits."""
        return self._decisions.offer

    @property
    def remaining_ms(self) -> int | None:
        """Time left for the decision, None without a limit or a decision."""
        return self._decisions.remaining_ms

    @property
    def reserve_ms(self) -> int:
        """The time left in our time bank, 0 where we do not know it."""
        return self.bank_ms or 0

    @property
    def bank_ms(self) -> int | None:
        """The time left in our time bank, None before the host has said it in this match or since we came back."""
        return self._decisions.bank_ms

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far by number, including those before the match."""
        return tuple(self._story.events)

    @property
    def person(self) -> PersonKey | None:
        """The person's key, None before `open`."""
        return self._person

    @property
    def is_up(self) -> bool:
        return self._line.is_up

    @property
    def is_closed(self) -> bool:
        return self._line.is_closed

    # Joining and leaving.

    def on_news(self, callback: Callable[[news.News], None]) -> None:
        """Call `tell` with each piece of news, in order, one call at a time."""
        self._box.listen(callback)

    async def open(self) -> None:
        """Join the table. Raises CannotReach or JoinRefused; the session is then closed."""
        try:
            if self._person is None:
                self._person = await asyncio.to_thread(own_person_key if self._keeper.store else make_person_key)
                self._tell(*([news.Notice(self._person.notice)] if self._person.notice else []))
            self.fairness.key = self._person
            await self._line.open()
        except (CannotReach, JoinRefused):
            self._end("", "")
            raise

    def move(self, to: Sequence[Address], info: TableInfo, left: Checkpoint | None, *, token: bytes = b"") -> None:
        """Go on at another host, which has this match and the key `info.key`. to: its addresses. left: the part that
        both tables certainly share. token: for that table, if there is one.
        """
        claim, deal = info.goes_on, left.deal if left is not None else 0
        self._keeper.forget()
        self._keeper.token = token
        self._knocking = CodeProof("", info.table_id)  # the code belonged to that table; here our key is enough
        self._errands.give_up("The match continues with another host.")
        self._decisions.clear()
        self.info = info
        self.host.moved(info.key)
        self._story.cut(left.number if left is not None else 0, info, self.gaze.eyes(self.seat))
        self.fairness.cut(deal, claim if claim is not None and claim.deal > deal else None)
        told = [news.Told(number, event, is_past=True) for number, event in enumerate(self._story.events)]
        self._tell(news.BegunAnew(), *told, news.TableChanged(info))
        self._line.move(to)

    def return_to(self, address: Address) -> None:
        """Go to a lost host's new address."""
        self._line.found_at(address)

    async def leave(self) -> None:
        """Leave for good: give up the seat and its token."""
        self._line.send(Leave())
        self._keeper.forget()
        self._end("You have left the table.", "left")

    async def close(self) -> None:
        """Leave for now: the seat stays ours, and the token brings us back."""
        self._line.send(Leave(keep=True))
        self._end("", "")

    async def submit(self, decision_id: int, move: Move) -> Outcome:
        """Answer a decision, or make a free move. It is sent again after a broken connection and counts once."""
        moves, seat = self.fairness.moves, self.seat
        deal = moves.deal
        outcome = await self.request(partial(PlayMove, decision=decision_id, move=to_client_move(move)))
        if outcome.accepted:
            moves.add(deal, seat, move)
            self._decisions.over(decision_id)
        return outcome

    async def undo(self) -> Outcome:
        asked = self.decision
        self.fairness.takes_back = True
        outcome = await super().undo()
        if not outcome.accepted:
            self.fairness.takes_back = False
        elif asked is not None:
            self._decisions.over(asked.id)  # the host says so only when it sends the events again
        return outcome

    async def fetch_record(self) -> bytes:
        """The record of the finished match. Raises JoinRefused, with the host's reason, if there is none."""
        self._record.clear()
        outcome = await self.request(GetRecord)
        if not outcome.accepted:
            raise JoinRefused(outcome.reason, outcome.code)
        record = self._record.whole()
        self._tell(news.RecordReady(record))
        return record

    # Callbacks of the connection (net/client/reconnect.py).

    def _proof(self) -> CodeProof | None:
        return self._knocking if self._knocking.can_knock(has_token=bool(self._keeper.token)) else None

    def hello(self, proof: bytes, host_user: int | None = None) -> Hello:
        table = self.info.table_id if self.info is not None else self.address.table
        return Hello(
            capabilities=CAPABILITIES,
            app=app_version(),
            name=self.name,
            role=self.role,
            table=table,
            token=self._keeper.token,
            held=len(self._story.events) - 1,
            viewer=self.view.viewer if self.view is not None else hand_of(self.gaze.eyes(self.seat)),
            look=self.gaze.how,
            code_proof=proof,
            key=self._person.public if self._person is not None else "",
            proof=_proof_of_key(self._person, self.host.key, table, host_user),
            after=self._after(table),
        )

    def _after(self, table: str) -> Moved | None:
        """The table to which we followed the match, if any."""
        noted = forward_of(table, self.host.key) if table and self._keeper.store is not None else None
        if noted is None or len(encode(noted.to)) > _LONGEST_AFTER:
            return None
        return noted.to

    def verify_key(self, key: str, address: Address) -> None:
        """Raises JoinRefused if the key is not the known one."""
        self.host.verify(key, address, self.info.table_id if self.info is not None else address.table)
        if self.info is None and self.role == "player":
            self._keeper.find(address.table, str(address), self.name, key)

    def _lost(self, sentence: str, retry_in_s: float, reached: Reach) -> None:
        self._errands.line_lost()
        self._decisions.lost()
        self._tell(news.LinkLost(sentence, retry_in_s))
        self.going_on.lost(reached)

    def _line_refused(self, sentence: str) -> None:
        self._end(sentence, "refused")

    def line_notice(self, sentence: str) -> None:
        """Report something that the person may want to know."""
        self._tell(news.Notice(sentence))

    # Messages of the host.

    def hear(self, message: HostMessage) -> None:
        """A message came. If the known table cannot send such a message, the session ends with a sentence."""
        known = self.info if self._line.is_up or isinstance(message, Welcome) else None
        table_id = self.info.table_id if self.info is not None else self.address.table
        if fault := misfit(message, known, self._story.view, self.seat, table_id):
            self._part_with(fault)
        else:
            self._receive(message)

    def _part_with(self, sentence: str) -> None:
        """The host sends impossible messages: leave, but keep the token in case it recovers."""
        if self._line.is_up:
            self._end(sentence, "refused")
        else:
            self._line.refused(sentence, "misfit")

    def _receive(self, message: HostMessage) -> None:
        match message:
            case Welcome():
                self._welcome(message)
            case Refused():
                self._refused(message)
            case Answer(pake=pake):
                self._knocking.hear(pake)
            case TableCode(code=code, sentence=sentence, shut_out=shut_out):
                self.table_code, self.shut_out = code, shut_out
                self._tell(news.CodeTold(code, sentence))
            case TableFrame(info=info):
                self.info = info
                self._tell(news.TableChanged(info))
            case Events():
                self._take_events(message)
            case Ask():
                self._story.caught_up()
                self._decisions.asked(message)
            case Offer(decision=decision):
                self._decisions.offered(decision)
            case Seated(seat=seat, sentence=sentence):
                self._reseat(seat, sentence)
            case Looking(how=how, seat=seat, sentence=sentence):
                self.gaze = SpectatorView(how, seat)
                self._tell(news.Looks(how, seat, sentence), news.Waiting((), None))
            case Gallery(lines=lines, fresh=is_fresh):
                self._tell(*map(news.GalleryTold, self.gallery.add_told(lines, is_fresh=is_fresh)))
            case Clock(seats=seats, remaining_ms=remaining_ms):
                self._decisions.awaited(seats, remaining_ms, self.seat)
            case Done():
                self._done(message)
            case Fault(code=code, sentence=sentence):
                self._tell(news.Notice(sentence, "checking" if code == "here" else code, is_over=code == "here"))
            case RecordPart(offset=offset, data=data):
                self._record.add(offset, data)
                self._errands.heard_part()
            case message if isinstance(message, FairMessage):
                self._errands.heard_part()
                if (answer := self.fairness.hear(message, self.seat)) is not None:
                    self._line.send(answer)
            case TakeOver():
                self.going_on.asked(message)
            case Bye(to=Moved() as to):
                self.going_on.moved(to)
            case Bye(code=code, sentence=sentence):
                self._bye(code, sentence)
            case Ping(n=n):
                number, head = self.fairness.heads.news()
                self._line.send(Pong(n=n, number=number, head=head))
            case Pong():
                pass

    def _welcome(self, message: Welcome) -> None:
        if not self._knocking.is_true_host(message.code_proof):
            self._line.refused(
                "The host at that address does not know the table's code, so it is not the right host. "
                "You have not joined.",
                "host",
            )
            return
        table = message.table
        try:
            self.host.welcomed(self.address, table.table_id)
        except WrongHost as fault:
            self._line.refuse(fault)
            return
        self.name = message.name
        self.can_renew_code = "work" in message.capabilities
        self.serves_alone = "alone" in message.capabilities
        if message.seat != self.seat:
            self._decisions.forget()
        # For the same seat, a decision stays until the table says that it is over: a half-made choice is not lost.
        self.seat = message.seat
        if message.token:
            self._keeper.renew(message.token, table.table_id, self.seat, self.name, str(self.address), self.host.key)
        if self._keeper.store is not None:
            remember_table(self.address, table)
        self.info = table
        resumed = message.resumed or self._was_in
        self._was_in = True
        self._story.past = message.number
        self._line.welcomed()
        self.going_on.back()
        self._decisions.offered(None)  # the host repeats what is unchanged
        self._tell(news.LinkUp(resumed), news.TableChanged(table))
        self._errands.send_again()

    def _reseat(self, seat: Seat | None, sentence: str) -> None:
        self.seat = seat
        self._decisions.clear()
        if self.info is not None and self._keeper.token:
            table_id, key = self.info.table_id, self.host.key
            self._keeper.renew(self._keeper.token, table_id, seat, self.name, str(self.address), key)
        self._tell(news.Seated(seat, sentence))

    def _refused(self, message: Refused) -> None:
        if message.code == "token":
            self._keeper.forget()
        elif message.code == "code":
            self._knocking.refused(message.table)
        elif message.code == "closed" and self._can_go_on_elsewhere():
            self.going_on.parted()  # as after a `bye` with that code: the match can go on without this host
            self._line.fail(message.sentence)
            return
        self._line.refused(message.sentence, message.code, message)

    def _can_go_on_elsewhere(self) -> bool:
        """Whether the match can go on although its host closed the table. Nobody here can restart another user's host.
        Our own host closes because its owner wants it, unless it noted that the match went on elsewhere: then we came
        too late to be told where.
        """
        info = self.info
        has_moved = info is not None and forward_of(info.table_id, self.host.key) is not None
        return self.going_on.is_wanted and (has_moved or not self._line.is_own)

    def _bye(self, code: str, sentence: str) -> None:
        goes_on = code == "closed" and self._can_go_on_elsewhere()
        if goes_on:
            self.going_on.parted()
        if goes_on or code in ("silent", "slow", "malformed", "fault"):
            # These codes concern only this connection. The next one goes on where it stopped.
            self._line.fail(sentence)
            return
        if code in ("kicked", "banned", "left"):
            self._keeper.forget()
        self._end(sentence or "The host closed the connection.", code)

    def _take_events(self, message: Events) -> None:
        if message.fresh:
            self.fairness.begin_anew()
            self._story.begin_anew()
            self._decisions.forget()  # the host may have lost it, and asks again if not
            self._tell(news.BegunAnew())
        try:
            told = self._absorb(message)
            self._story.verify()
            for number, event in told:
                self._tell(news.Told(number, event, is_past=number < self._story.past))
            answer = self.fairness.check_frame(message, self.info, self.seat) if self.info is not None else None
            if answer is not None:
                self._line.send(answer)
        except TranscriptGap as fault:
            self._line.fail(str(fault))
        except BadTranscript as fault:
            self._end(str(fault), "refused")

    def _absorb(self, message: Events) -> list[tuple[int, Event]]:
        """The new events of a frame. Raises BadTranscript before any of them is reported."""
        told: list[tuple[int, Event]] = []
        for number, event in enumerate(message.events, start=message.first):
            if self.info is not None and self._story.add(number, event, self.info, self.gaze.eyes(self.seat)):
                told.append((number, event))
                self.fairness.absorb(event, self.info)
        return told

    def _done(self, message: Done) -> None:
        request = self._errands.done(message)
        if message.accepted:
            match request:
                case PlayMove(decision=decision_id):
                    self._decisions.over(decision_id)
                case Sit() | Stand():
                    self.seat = request.seat if isinstance(request, Sit) else None
                    self._decisions.clear()

    # Helpers.

    async def request(self, make: Callable[..., Request]) -> Outcome:
        """Send a request and wait for its outcome."""
        if self.is_closed:
            return Outcome(False, AWAY)
        return await self._errands.run(make)

    def _tell(self, *items: news.News) -> None:
        self._box.tell(*items)

    def _end(self, sentence: str, code: str) -> None:
        if self.is_closed:
            return
        self._line.close()
        self.going_on.close()
        self.fairness.close()
        self._decisions.forget()
        self._decisions.offer = None
        self._keeper.release()
        self._errands.give_up(sentence)
        if sentence:
            self._tell(news.LinkClosed(sentence, code))


def _proof_of_key(person: PersonKey | None, host_key: str, table: str, host_user: int | None) -> bytes:
    """The proof, only for the host at the other end, that our key is ours. b"" if nothing shows who runs that host."""
    if person is None or (host_user is None and not host_key):
        return b""
    return person.sign(at_table(host_key, table, host_user))
