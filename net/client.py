"""The session of one player or spectator at one table: all that a screen knows of the network.

It keeps the connection, says hello again when that breaks, asks for exactly what was missed, and sends again what was
not acknowledged. What happens is told as news (net/news.py); what was asked for is answered where it was asked.
"""

import asyncio
import random
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from engine.api import Decision, Event, Happened, Move, OptionValue, Seat, UnknownGame, View, find_game

from . import process, registry
from .addresses import Address
from .dial import ClientLink, Connector
from .news import (
    Answered,
    Asked,
    BegunAnew,
    LinkClosed,
    LinkLost,
    LinkUp,
    News,
    Notice,
    RecordReady,
    TableChanged,
    Told,
    Waiting,
)
from .protocol import (
    Act,
    Ask,
    Bye,
    Clock,
    Done,
    Events,
    Fault,
    GetRecord,
    Hello,
    HostMessage,
    Kick,
    Leave,
    NextDeal,
    Ping,
    Pong,
    Ready,
    RecordPart,
    Refused,
    Request,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
    TableFrame,
    TableInfo,
    Welcome,
    to_client_move,
)
from .recent import remember_table
from .sockets import CannotReach, connect
from .store import StoreProblem
from .tokens import KeptSeat, TokenStore, new_holder
from .version import app_version

__all__ = ["CannotReach", "ClientSession", "JoinRefused", "KeptSeat", "Outcome", "TokenStore"]

WELCOME_WITHIN_S = 6.0
PING_AFTER_S = 4.0
SILENT_FOR_S = 12.0
FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
_LARGEST_RECORD = 64 * 1024 * 1024


class JoinRefused(Exception):
    """The table does not let us in; the text is a sentence for the person."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request. reason, paragraph: why not, if it was not accepted."""

    accepted: bool
    reason: str = ""
    paragraph: str = ""


class ClientSession:
    """One place at a table, through all connections that it takes.

    role: a player takes a seat, a watcher sees what everybody may see. keep: where tokens are remembered between runs.
    token: a key to begin with, such as a host handle's owner key. connector: makes connections in another way than
    over the address. All on one event loop.

    view: the match as this viewer knows it, None before it begins. info: the table from outside, None before `open`.
    seat: ours, if any. decision: what we are asked now.
    """

    def __init__(
        self,
        address: Address,
        *,
        name: str,
        role: Literal["player", "watcher"] = "player",
        keep: TokenStore | None = None,
        token: bytes = b"",
        connector: Connector | None = None,
    ) -> None:
        self.address = address
        self.name = name
        self.role: Literal["player", "watcher"] = role
        self.view: View | None = None
        self.info: TableInfo | None = None
        self.seat: Seat | None = None
        self.decision: Decision | None = None
        self.is_up = False
        self.is_closed = False
        self.awaited: tuple[Seat, ...] = ()
        self._keep = keep
        self._holder = new_holder()
        self._token = token
        self._kept_token = token
        self._connector = connector
        self._listeners: list[Callable[[News], None]] = []
        self._news: deque[News] = deque()
        self._is_telling = False
        self._events: list[Event] = []
        self._link: ClientLink | None = None
        self._welcomed: asyncio.Future[bool] | None = None
        self._was_in = False
        self._prefix = secrets.token_hex(5)
        self._requests = 0
        self._waiting: dict[str, tuple[Request, asyncio.Future[Outcome]]] = {}
        self._record = bytearray()
        self._deadline: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._jitter = random.Random(secrets.randbits(64))

    # Coming and going.

    def on_news(self, callback: Callable[[News], None]) -> None:
        """Call back with each piece of news, in order, never while an earlier call still runs."""
        self._listeners.append(callback)

    async def open(self) -> None:
        """Join the table. Raises CannotReach or JoinRefused, and is then closed."""
        try:
            await self._find_kept_seat()
            try:
                await self._connect()
            except CannotReach:
                if not await self._revive_host():
                    raise
                await self._connect()
        except (CannotReach, JoinRefused):
            self._end("", "")
            raise
        self._run(self._watch_silence())

    async def leave(self) -> None:
        """Go for good: the seat and its token are given up."""
        if self._link is not None and self._link.is_open:
            self._link.send(Leave())
        self._forget_token()
        self._end("You have left the table.", "left")

    async def close(self) -> None:
        """Go for now: the seat is kept, and the token brings us back to it."""
        self._end("", "")

    # Asking. Every request is answered by what became of it, also after a break of the connection.

    async def submit(self, decision_id: int, move: Move) -> Outcome:
        """Answer a decision. Sent again after a break; it counts once."""
        outcome = await self._request(partial(Act, decision=decision_id, move=to_client_move(move)))
        if outcome.accepted:
            self._decision_over(decision_id)
        return outcome

    async def sit(self, seat: Seat) -> Outcome:
        """Take a seat."""
        return await self._request(partial(Sit, seat=seat))

    async def stand(self) -> Outcome:
        """Give the seat up and watch."""
        return await self._request(Stand)

    async def ready(self, ready: bool = True) -> Outcome:
        """Ready for the first deal, or not; later: back at the table."""
        return await self._request(partial(Ready, ready=ready))

    async def start(self) -> Outcome:
        """Begin the match, as its host."""
        return await self._request(Start)

    async def set_option(self, name: str, value: OptionValue) -> Outcome:
        """Set an option, as the host."""
        return await self._request(partial(SetOption, name=name, value=value))

    async def set_bot(self, seat: Seat, level: str | None) -> Outcome:
        """Seat a bot, or send it away, as the host."""
        return await self._request(partial(SetBot, seat=seat, level=level))

    async def kick(self, seat: Seat) -> Outcome:
        """Send a player away, as the host."""
        return await self._request(partial(Kick, seat=seat))

    async def say(self, text: str) -> Outcome:
        """Chat."""
        return await self._request(partial(Say, text=text))

    async def next_deal(self) -> Outcome:
        """Between deals: the score has been read."""
        return await self._request(NextDeal)

    async def fetch_record(self) -> bytes:
        """The record of the finished match. Raises JoinRefused with the host's reason when there is none to have."""
        self._record.clear()
        outcome = await self._request(GetRecord)
        if not outcome.accepted:
            raise JoinRefused(outcome.reason)
        record = bytes(self._record)
        self._tell(RecordReady(record))
        return record

    @property
    def remaining_ms(self) -> int | None:
        """Time left for the decision, None without a limit or a decision."""
        if self._deadline is None or self.decision is None:
            return None
        return max(0, round((self._deadline - asyncio.get_running_loop().time()) * 1000))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that was told so far, by number, the time before the match included."""
        return tuple(self._events)

    # Connections.

    async def _connect(self) -> None:
        """One attempt: connect, say hello, be welcome. Raises CannotReach, JoinRefused."""
        loop = asyncio.get_running_loop()
        self._welcomed = loop.create_future()
        link = ClientLink(self._hear, self._lost)
        self._link = link
        try:
            if self._connector is not None:
                await self._connector(lambda: link)
            else:
                await connect(self.address, lambda: link)
            link.send(self._hello())
            async with asyncio.timeout(WELCOME_WITHIN_S):
                await self._welcomed
        except TimeoutError as fault:
            raise CannotReach(f"{self.address} does not answer.") from fault
        except OSError as fault:
            raise CannotReach(f"{self.address} cannot be reached: {fault}.") from fault
        finally:
            if not self.is_up:
                link.hang_up()
            self._welcomed = None

    def _hello(self) -> Hello:
        return Hello(
            app=app_version(),
            name=self.name,
            role=self.role,
            table=self.info.table_id if self.info is not None else self.address.table,
            token=self._token,
            held=len(self._events) - 1,
            viewer=self.view.viewer if self.view is not None else self.seat,
        )

    def _lost(self, sentence: str) -> None:
        """The connection is over without our doing."""
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(CannotReach(sentence))
        elif self.is_up and not self.is_closed:
            self.is_up = False
            self._run(self._come_back(sentence))

    async def _come_back(self, sentence: str) -> None:
        """Try until it works or is refused. Waits are spread by chance, so that a full table does not come at once."""
        longest_s = FIRST_WAIT_S
        while not self.is_closed:
            wait_s = self._jitter.uniform(0.02, longest_s)
            longest_s = min(LONGEST_WAIT_S, 2 * longest_s)
            self._tell(LinkLost(sentence, wait_s))
            await asyncio.sleep(wait_s)
            try:
                await self._connect()
            except CannotReach as fault:
                sentence = str(fault)
                await self._revive_host()
            except JoinRefused as fault:
                self._end(str(fault), "refused")
            else:
                return

    async def _revive_host(self) -> bool:
        """If this is a table of our own whose process died, start that again from its journal."""
        table_id = self.info.table_id if self.info is not None else self.address.table
        if self._connector is not None or not table_id:
            return False
        if not await asyncio.to_thread(_has_died, table_id, self.address):
            return False
        try:
            handle = await asyncio.to_thread(process.restart_table, table_id)
        except process.HostProblem as fault:
            self._tell(Notice(str(fault)))
            return False
        if self.address.kind == "unix":
            self.address = handle.address
        return True

    async def _watch_silence(self) -> None:
        """Ask a silent host whether it is there, and give a dead connection up long before the system would."""
        number = 0
        while not self.is_closed:
            await asyncio.sleep(PING_AFTER_S / 2)
            link = self._link
            if not self.is_up or link is None:
                continue
            silent_s = asyncio.get_running_loop().time() - link.heard_at
            if silent_s > SILENT_FOR_S:
                link.fail("The table has not answered for a while.")
            elif silent_s > PING_AFTER_S:
                number += 1
                link.send(Ping(n=number))

    # What the host says.

    def _hear(self, message: HostMessage) -> None:
        match message:
            case Welcome():
                self._welcome(message)
            case Refused(code=code, sentence=sentence):
                self._refused(code, sentence)
            case TableFrame(info=info):
                self._take_info(info)
            case Events():
                self._take_events(message)
            case Ask():
                self._asked(message)
            case Clock(seats=seats, remaining_ms=remaining_ms):
                self._clock(seats, remaining_ms)
            case Done():
                self._done(message)
            case Fault(sentence=sentence):
                self._tell(Notice(sentence))
            case RecordPart(offset=offset, data=data):
                if offset == len(self._record) and offset + len(data) <= _LARGEST_RECORD:
                    self._record += data
            case Bye(code=code, sentence=sentence):
                self._bye(code, sentence)
            case Ping(n=n):
                if self._link is not None:
                    self._link.send(Pong(n=n))
            case Pong():
                pass

    def _welcome(self, message: Welcome) -> None:
        self.name = message.name
        self.seat = message.seat
        self._set_decision(None, None)
        if message.token:
            self._remember_token(message)
        if self.info is None and self._keep is not None:
            remember_table(self.address, message.table)
        self.info = message.table
        resumed = message.resumed or self._was_in
        self._was_in = True
        self.is_up = True
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_result(True)
        self._tell(LinkUp(resumed), TableChanged(message.table))
        for request, _ in self._waiting.values():
            if self._link is not None:
                self._link.send(request)

    def _refused(self, code: str, sentence: str) -> None:
        if code == "token" and self._token:
            # The seat is gone, or the key is of another table of this name: come as a stranger.
            self._forget_token()
            if self._link is not None:
                self._link.fail(sentence)
        elif self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(JoinRefused(sentence))
        else:
            self._end(sentence, "refused")

    def _bye(self, code: str, sentence: str) -> None:
        if code in ("silent", "slow", "malformed"):
            # A matter of this connection only. The next one goes on where it stopped.
            if self._link is not None:
                self._link.fail(sentence)
            return
        if code in ("kicked", "left"):
            self._forget_token()
        self._end(sentence, code)

    def _take_info(self, info: TableInfo) -> None:
        self.info = info
        self._tell(TableChanged(info))

    def _take_events(self, message: Events) -> None:
        if message.fresh:
            self._events.clear()
            self.view = None
            self._tell(BegunAnew())
        for number, event in enumerate(message.events, start=message.first):
            if number < len(self._events):
                continue  # told again after a break
            if number > len(self._events):
                if self._link is not None:
                    self._link.fail("Something that the table told us was lost on the way.")
                return
            self._events.append(event)
            self._absorb(number, event)
            self._tell(Told(number, event))

    def _absorb(self, number: int, event: Event) -> None:
        if self.view is not None:
            self.view.absorb(number, event)
        elif not isinstance(event, Happened) and self.info is not None:
            # The first event of the match: from here on options and seats are settled.
            try:
                game = find_game(self.info.game)
            except UnknownGame as fault:
                self._end(f"This table plays a game that is not known here. {fault}", "refused")
                return
            self.view = View(game, len(self.info.seats), dict(self.info.options), self.seat)
            for earlier, told in enumerate(self._events):
                self.view.absorb(earlier, told)

    def _asked(self, message: Ask) -> None:
        self._set_decision(message.decision, message.remaining_ms)
        self._tell(Asked(message.decision, message.remaining_ms, message.reserve_ms))

    def _clock(self, seats: tuple[Seat, ...], remaining_ms: int | None) -> None:
        self.awaited = seats
        if self.decision is not None and self.seat not in seats:
            self._decision_over(self.decision.id)
        self._tell(Waiting(seats, remaining_ms))

    def _done(self, message: Done) -> None:
        request, future = self._waiting.pop(message.id, (None, None))
        if request is None or future is None:
            return
        if message.accepted:
            match request:
                case Act(decision=decision_id):
                    self._decision_over(decision_id)
                case Sit(seat=seat):
                    self._take_place(seat)
                case Stand():
                    self._take_place(None)
        if not future.done():
            future.set_result(Outcome(message.accepted, message.reason, message.paragraph))

    def _take_place(self, seat: Seat | None) -> None:
        self.seat = seat
        self._set_decision(None, None)

    # Small things.

    async def _request(self, make: Callable[..., Request]) -> Outcome:
        if self.is_closed:
            return Outcome(False, "You are not at a table any more.")
        self._requests += 1
        request = make(id=f"{self._prefix}-{self._requests}")
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = (request, future)
        if self.is_up and self._link is not None:
            self._link.send(request)
        return await future

    def _set_decision(self, decision: Decision | None, remaining_ms: int | None) -> None:
        self.decision = decision
        self._deadline = None
        if remaining_ms is not None:
            self._deadline = asyncio.get_running_loop().time() + remaining_ms / 1000

    def _decision_over(self, decision_id: int) -> None:
        if self.decision is not None and self.decision.id == decision_id:
            self._set_decision(None, None)
            self._tell(Answered(decision_id))

    def _tell(self, *news: News) -> None:
        self._news.extend(news)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._news:
                item = self._news.popleft()
                for callback in tuple(self._listeners):
                    callback(item)
        finally:
            self._is_telling = False

    def _end(self, sentence: str, code: str) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        self.is_up = False
        self._set_decision(None, None)
        if self._link is not None:
            self._link.hang_up()
        if (keep := self._keep) is not None:
            self._guard(lambda: keep.release(self._holder))
        for _, future in self._waiting.values():
            if not future.done():
                future.set_result(Outcome(False, sentence or "You are not at a table any more."))
        self._waiting.clear()
        current = asyncio.current_task()
        for task in self._tasks:
            if task is not current:
                task.cancel()
        if sentence:
            self._tell(LinkClosed(sentence, code))

    def _run(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Tokens. That one cannot be kept costs a seat after a restart of this program, not now.

    async def _find_kept_seat(self) -> None:
        if self._keep is None or self._token or self.role != "player":
            return
        keep = self._keep
        found: list[KeptSeat | None] = []
        self._guard(lambda: found.append(keep.take(self.address.table, str(self.address), self.name, self._holder)))
        if found and found[0] is not None:
            self._token = self._kept_token = bytes.fromhex(found[0].token)

    def _remember_token(self, message: Welcome) -> None:
        old, self._token = self._token, message.token
        if self._keep is None:
            return
        keep = self._keep
        seat = KeptSeat(
            table_id=message.table.table_id,
            token=message.token.hex(),
            seat=message.seat,
            name=message.name,
            address=str(self.address),
            holder=self._holder,
        )
        self._guard(lambda: keep.keep(seat, instead_of=old.hex()))

    def _forget_token(self) -> None:
        token, self._token = self._token, b""
        if self._keep is not None and token:
            keep = self._keep
            self._guard(lambda: keep.forget(token.hex()))

    def _guard(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (StoreProblem, OSError) as fault:
            self._tell(Notice(f"Your seat cannot be remembered for a later start of this program. {fault}"))


def _has_died(table_id: str, address: Address) -> bool:
    """Whether a table is one of this user's, met on this machine, whose process is gone without having ended it."""
    here = address.kind == "unix" or address.host in ("127.0.0.1", "::1", "localhost")
    if not here:
        return False
    running, gone = registry.read_entries()
    return table_id not in {entry.table_id for entry in running} and table_id in {entry.table_id for entry in gone}
