"""Failover: when the host of a match is gone, the session tells its user, searches for a table that continues the
match, and continues it here if the user wants that.

If the host ran as this user, the session first starts it again (net/client/reconnect.py). A table that is found has a
signed claim that fits our own copy of the match (net/migration/claims.py), so the user need not be asked.

A state machine: FAILOVER_TRANSITIONS lists what may happen in each state, and the next state.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Final, Protocol

from engine.api import Checkpoint, CheckpointError, Seat, View

from .. import news
from ..crypto.signing import PersonKey
from ..discovery.finder import Finder, FoundTable, is_vouched_for
from ..environment import guest
from ..host.forwards import Forward, forget_forward, forward_of, may_note, note_forward
from ..host.launcher import HostProblem
from ..match.rivals import NotOurs, fork_of, machine_name, moved_to, table_moved_to
from ..match.snapshot import PrivateSnapshot, read_will
from ..news import Outcome
from ..problems import StoreProblem
from ..state_machine import StateMachine
from ..transport.dial import ask_table
from ..transport.host_key_check import HostKeyCheck
from ..transport.router import router_answers
from ..transport.sockets import CONNECT_WITHIN_S, CannotReach, Reach
from ..verification.deal_replay import Fairness
from ..wire.address import Address, AddressError, parse_address
from ..wire.client_messages import Request, TakenOver
from ..wire.handover import Moved, TakeOver
from ..wire.table_info import TableInfo
from .claims import best_of
from .new_address import found_again
from .outage import is_offline
from .successors import fault_with, host_gone, with_people
from .takeover import HostedHere, Listening, carry_on, end_own, ways_to

GONE_AFTER_S = 4.0
"""After so long a silence, the host counts as gone. A host on this machine is started again long before that."""
SETTLE_S = 1.0
"""How long several who go on with one match are waited for before one of them is chosen."""
ALONE_AFTER_S = 30.0
"""How long the search lasts before the user hears that nobody was found; the search then continues."""

_NOT_YOURS = "You are a guest on this machine, so you cannot become the host."
_TRIES = 20
_PATIENCE_S = 0.25
_ROUTER_EVERY_S = 3.0
_MISSES = 2
"""The first of them may have begun before the router answered."""


class FailoverState(Enum):
    """The states of the search for a new host."""

    IDLE = auto()
    """The host answers, or nothing is known to be wrong with it."""
    SUSPECT = auto()
    """The host does not answer; it may be back in a moment."""
    SEARCHING = auto()
    """The host is gone: tables that go on with the match are looked for."""
    MOVING = auto()
    """The host has said where the table is now. If it answers again and repeats that, nothing changes."""
    OPENING = auto()
    """A host of our own is started. Nobody is followed meanwhile: the first to be found would be that one."""
    CLOSED = auto()


class FailoverEvent(Enum):
    """The events: of the host, and of the user."""

    LOST = auto()
    FAREWELL = auto()
    """The host has closed the table, or has gone where it cannot be followed."""
    SILENT = auto()
    """The host has not answered for GONE_AFTER_S."""
    BACK = auto()
    SENT = auto()
    """The host has handed its table over."""
    SETTLED = auto()
    """The session knows the host at which it continues."""
    OPEN = auto()
    OPENED = auto()
    """A host of our own listens, or none does."""
    CLOSE = auto()


FAILOVER_TRANSITIONS: Final[dict[FailoverState, dict[FailoverEvent, FailoverState]]] = {
    FailoverState.IDLE: {
        FailoverEvent.LOST: FailoverState.SUSPECT,
        FailoverEvent.FAREWELL: FailoverState.SEARCHING,
        FailoverEvent.SENT: FailoverState.MOVING,
        FailoverEvent.OPEN: FailoverState.OPENING,
        FailoverEvent.CLOSE: FailoverState.CLOSED,
    },
    FailoverState.SUSPECT: {
        FailoverEvent.BACK: FailoverState.IDLE,
        FailoverEvent.SILENT: FailoverState.SEARCHING,
        FailoverEvent.SENT: FailoverState.MOVING,
        FailoverEvent.SETTLED: FailoverState.IDLE,
        FailoverEvent.OPEN: FailoverState.OPENING,
        FailoverEvent.CLOSE: FailoverState.CLOSED,
    },
    FailoverState.SEARCHING: {
        FailoverEvent.BACK: FailoverState.IDLE,
        FailoverEvent.SENT: FailoverState.MOVING,
        FailoverEvent.SETTLED: FailoverState.IDLE,
        FailoverEvent.OPEN: FailoverState.OPENING,
        FailoverEvent.CLOSE: FailoverState.CLOSED,
    },
    FailoverState.MOVING: {
        FailoverEvent.SENT: FailoverState.MOVING,
        FailoverEvent.SETTLED: FailoverState.IDLE,
        FailoverEvent.OPEN: FailoverState.OPENING,
        FailoverEvent.CLOSE: FailoverState.CLOSED,
    },
    FailoverState.OPENING: {
        FailoverEvent.SENT: FailoverState.MOVING,
        FailoverEvent.SETTLED: FailoverState.IDLE,
        FailoverEvent.OPENED: FailoverState.IDLE,
        FailoverEvent.CLOSE: FailoverState.CLOSED,
    },
    FailoverState.CLOSED: {},
}


class FailoverSession(Protocol):
    """What failover uses of a session: see ClientSession."""

    name: str
    seat: Seat | None
    host: HostKeyCheck
    fairness: Fairness

    @property
    def address(self) -> Address: ...
    @property
    def info(self) -> TableInfo | None: ...
    @property
    def view(self) -> View | None: ...
    @property
    def person(self) -> PersonKey | None: ...
    @property
    def is_up(self) -> bool: ...
    @property
    def is_closed(self) -> bool: ...
    def move(self, to: Sequence[Address], info: TableInfo, left: Checkpoint | None, *, token: bytes = b"") -> None: ...
    def return_to(self, address: Address) -> None: ...
    async def request(self, make: Callable[..., Request]) -> Outcome: ...


class Failover(StateMachine[FailoverState, FailoverEvent]):
    """Failover of one session's match. gone: the latest news of a lost host, None while there is a host. make_finder:
    makes the finder of tables. listening: the addresses of a host of our own.
    """

    def __init__(self, session: FailoverSession, tell: Callable[[news.News], None]) -> None:
        works = {
            FailoverState.SUSPECT: self._wait,
            FailoverState.SEARCHING: self._look,
            FailoverState.MOVING: self._go_there,
        }
        super().__init__(FAILOVER_TRANSITIONS, FailoverState.IDLE, works)
        self.gone: news.HostGone | None = None
        self.make_finder: Callable[[], Finder] = lambda: Finder(recent=False)
        self.listening = Listening()
        self._session = session
        self._tell = tell
        self._to: Moved | None = None
        self._now_at = ""
        self._before: TableInfo | None = None
        self._will: PrivateSnapshot | None = None
        self._own: tuple[HostedHere, Checkpoint] | None = None
        self._declining: asyncio.Task[Outcome] | None = None
        self._finder: Finder | None = None
        self._router_misses: int | None = None
        """Attempts to reach the host that failed since the router began to answer. None if it does not answer."""
        self._reached: Reach = "unknown"
        self._has_tried = asyncio.Event()
        self._has_parted = False
        """Whether the host has said that it closes the table."""

    # Called by the session.

    def lost(self, reached: Reach) -> None:
        """The host does not answer. reached: how far the latest attempts came."""
        self._reached = reached
        if reached != "unknown":
            self._has_tried.set()
            self._router_misses = None if self._router_misses is None else self._router_misses + 1
        self._look_at_line()
        self._miss(FailoverEvent.LOST)

    def parted(self) -> None:
        """The host said that it closes the table, so it is not waited for."""
        self._has_parted = True
        self._miss(FailoverEvent.FAREWELL)

    def _miss(self, event: FailoverEvent) -> None:
        if self.is_wanted or self._session.host.key:
            self._on(event)

    def back(self) -> None:
        self.gone, self._now_at, self._before = None, "", None
        self._has_parted, self._router_misses = False, None
        self._asks_no_more()
        self._on(FailoverEvent.BACK)

    def close(self) -> None:
        self._on(FailoverEvent.CLOSE)

    @property
    def is_wanted(self) -> bool:
        view = self._session.view
        return view is not None and view.over is None and not self._session.is_closed

    # Called for the user.

    async def carry_on(self) -> HostedHere:
        """Continue the match on this machine, since its host is gone. Raises HostProblem."""
        self._on(FailoverEvent.OPEN)
        try:
            carried, left = await self._open_here(None)
        except HostProblem:
            self._on(FailoverEvent.OPENED)
            self._miss(FailoverEvent.FAREWELL)
            raise
        self._on(FailoverEvent.OPENED)
        olds = self._olds()
        if self._session.is_up or not olds:
            await asyncio.to_thread(end_own, carried.handle.table_id)
            raise HostProblem("The old host is back, so the match continues at the old table.")
        self._settle_at_own(carried, left)
        return carried

    async def take_over(self, *, is_wanted: bool) -> HostedHere | None:
        """Answer the host that hands its table over. Raises HostProblem."""
        will, self._will = self._will, None
        if will is None:
            raise HostProblem("Nobody is handing over a table to you now.")
        if not is_wanted:
            await self._session.request(TakenOver)
            return None
        self._on(FailoverEvent.OPEN)
        try:
            self._own = await self._open_here(will)
        except HostProblem:
            self._opened()
            await self._session.request(TakenOver)
            raise
        self._opened()
        carried = self._own[0]
        claim = carried.info.goes_on
        assert claim is not None
        ways = ways_to(carried, self.listening)
        to = Moved(ways=ways, table=carried.info.table_id, key=carried.info.key, goes_on=claim)
        outcome = await self._session.request(partial(TakenOver, to=to))
        here = self._session.info
        if not outcome.accepted and (here is None or here.table_id != carried.info.table_id):
            self._own = None
            await asyncio.to_thread(end_own, carried.handle.table_id)
            raise HostProblem(outcome.reason)
        return carried

    async def follow_link(self, text: str) -> None:
        """Follow to a table that continues the match, by the link on its host's screen. Raises HostProblem."""
        if self.gone is None:
            raise HostProblem("The match has a host again.")
        try:
            address = parse_address(text)
            info = await ask_table(address)
        except (AddressError, CannotReach) as fault:
            raise HostProblem(str(fault)) from fault
        left, _ = await self._left()
        # Only over the network does a host show its signed key, which the link names.
        is_true = address.kind == "tcp" and info.key.startswith(address.key)
        why = fault_with(info, self._olds(), left) if is_true else "Another host answers at that address."
        if why and any((info.table_id, info.key) == (old.table_id, old.key) for old in self._olds()):
            raise HostProblem(
                "The old host answers at that address. Leave for now, and join at this address. Your seat is kept."
            )
        if why:
            raise HostProblem(f"The match does not continue at that address. {why}")
        self._follow(FoundTable(info, replace(address, table=info.table_id, key=""), "lan"), left)

    async def record(self) -> bytes:
        """The record of the deals that were checked here, with their signatures. Raises HostProblem."""
        left, why_not = await self._left()
        if left is None:
            raise HostProblem(why_not)
        return left.journal.sealed()

    async def _open_here(self, will: PrivateSnapshot | None) -> tuple[HostedHere, Checkpoint]:
        session = self._session
        olds, seat, person = self._olds(), session.seat, session.person
        if not olds or seat is None or person is None:
            raise HostProblem("Only a player can take over the match.")
        if guest() is not None:
            raise HostProblem(_NOT_YOURS)
        left, why_not = await self._left(until_deal=session.view.deal if will is not None and session.view else 0)
        if left is None:
            raise HostProblem(why_not)
        before = session.address if will is None else None  # a host that hands its table over also closes it
        carried = await asyncio.to_thread(
            carry_on, olds[0], left, seat, person, session.name, will=will, listening=self.listening, before=before
        )
        return carried, left

    def _note_followed(self, info: TableInfo, ways: tuple[str, ...]) -> None:
        """Note the new table of the match. A host of this user that starts again reads the note, and so does our own
        return.
        """
        here = self._session.info
        if here is None or here.table_id == info.table_id or not may_note(here.table_id, self._session.address):
            return
        with contextlib.suppress(NotOurs):
            to = moved_to(here, info, ways)
            forget_forward(info.table_id, info.key)
            name = machine_name(here, info)
            where = f"on {name}'s machine" if name else "on another machine"
            forward = Forward(to=to, sentence=f"The match continued {where}.")
            note_forward(here.table_id, forward, self._session.host.key)

    def _opened(self) -> None:
        """Our new host listens, or failed to. A host that handed its table over may be gone by now."""
        if self._on(FailoverEvent.OPENED) and not self._session.is_up:
            self._miss(FailoverEvent.FAREWELL if self.gone is not None else FailoverEvent.LOST)

    def _settle_at_own(self, carried: HostedHere, left: Checkpoint) -> None:
        """Move to the host that was started here."""
        self._on(FailoverEvent.SETTLED)
        handle = carried.handle
        self._note_followed(carried.info, ways_to(carried, self.listening))
        self._session.move((handle.address,), carried.info, left, token=bytes.fromhex(handle.owner))
        ways = ways_to(carried, self.listening)
        self._tell(news.CarriedOn(self._session.name, left.deal, is_own=True, ways=ways, notice=handle.notice))

    # Handing a table over.

    def asked(self, message: TakeOver) -> None:
        """The host would like to hand its table over to us, or no longer."""
        if not message.will:
            self._asks_no_more()
            return
        if guest() is not None:
            self._tell(news.Notice(f"{message.name} asked you to become the host. {_NOT_YOURS}"))
            self._declining = asyncio.get_running_loop().create_task(self._session.request(TakenOver))
            return
        try:
            self._will = read_will(message.will)
        except StoreProblem as fault:
            self._tell(news.Notice(str(fault)))
        else:
            self._tell(news.HandedOver(message.name))

    def _asks_no_more(self) -> None:
        """Nobody waits for our answer: a host that lost us asks us no longer."""
        if self._will is not None:
            self._will = None
            self._tell(news.HandedOver(""))

    def moved(self, to: Moved) -> None:
        """The host handed its table over, to us or to another player."""
        self._asks_no_more()
        own, self._own = self._own, None
        if own is not None and own[0].info.table_id == to.table:
            self._settle_at_own(*own)
        elif self.state is not FailoverState.MOVING or self._to != to:
            self._to, self._has_parted = to, False
            self._on(FailoverEvent.SENT)

    async def _go_there(self) -> None:
        to = self._to
        assert to is not None
        old = self._session.info
        assert old is not None
        left, _ = await self._left(until_deal=to.goes_on.deal)
        info = table_moved_to(old, to)
        ways = []
        for way in to.ways:
            with contextlib.suppress(AddressError):
                address = parse_address(way)
                # Only over the network does a host show its signed key; a path could lead to any program here.
                ways += [address] if address.kind == "tcp" else []
        self._on(FailoverEvent.SETTLED)
        self._now_at = machine_name(old, info)
        ends = self._session.fairness.ends
        try:
            fork = fork_of(old, info, ends)
            fault = "" if ways else "The new table did not give its address."
        except NotOurs as why:
            fault = str(why) or "That table continues another match."
        if fault:
            self._tell(news.Notice(f"The match has a new host, but this program cannot follow it. {fault}"))
            self.parted()
            return
        if left is not None and fork.deal < left.deal:
            # Our own host says that everything after that deal is void, as if it had ended there.
            left = replace(left, deal=fork.deal, number=ends[fork.deal][0] + 1, head=ends[fork.deal][1])
        self._before = self._before or old
        self._note_followed(info, to.ways)
        self._session.move(ways, info, left)
        self._tell(news.CarriedOn(self._now_at, fork.deal, is_own=False))

    # The search.

    def _failed(self, kind: str) -> None:
        self._tell(news.Notice(f"The program made a mistake ({kind}) while searching for the new host."))

    async def _wait(self) -> None:
        """Wait: the host may be back in a moment. An attempt to reach it shows whose fault the silence is."""
        self._has_tried.clear()
        await asyncio.sleep(GONE_AFTER_S)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_WITHIN_S):
                await self._has_tried.wait()
        self._on(FailoverEvent.SILENT)

    async def _look(self) -> None:
        """Say that the host is gone, and search for a table that continues the match."""
        olds = self._olds()
        if not olds or self._session.is_up:
            self._on(FailoverEvent.SETTLED)
            return
        noted = forward_of(olds[-1].table_id, self._session.host.key)
        if noted is not None and noted.to != self._to:
            self.moved(noted.to)  # we came too late to hear it from the host
            return
        if not self.is_wanted:
            await self._find(olds, None, lambda table: False)  # it may be at another address
        left, why_not = await self._left()
        view = self._session.view
        is_lost = self._session.fairness.are_cards_known or view is None or not view.scores
        gone = host_gone(olds[0], self._session.seat, left, why_not, self._now_at, is_lost=is_lost)
        self.gone = replace(gone, is_offline=self._is_offline)
        self._tell(self.gone)
        alone = asyncio.get_running_loop().call_later(ALONE_AFTER_S, self._found_nobody)
        asking = asyncio.create_task(self._ask_router())
        try:
            found = await self._find(olds, left, lambda table: True)
        finally:
            alone.cancel()
            asking.cancel()
        self._follow(found, left)

    @property
    def _is_offline(self) -> bool:
        # When our network is back, the router may answer before the host has been tried again.
        hears_router = self._router_misses is not None and self._router_misses >= _MISSES
        hears_others = hears_router or (self._finder is not None and self._finder.hears_others)
        return is_offline(self._reached, has_parted=self._has_parted, hears_others=hears_others)

    async def _ask_router(self) -> None:
        """Of two players, the one who is left hears nobody else at the table: the router may answer instead."""
        while True:
            address = self._session.address
            if address.kind != "tcp" or not await router_answers(address.host):
                self._router_misses = None
            elif self._router_misses is None:
                self._router_misses = 0
            self._look_at_line()
            await asyncio.sleep(_ROUTER_EVERY_S)

    def _look_at_line(self) -> None:
        """Say it when what did not answer turns out to be the host, or our own network."""
        if self.gone is not None and self.gone.is_offline != self._is_offline:
            self.gone = replace(self.gone, is_offline=self._is_offline)
            self._tell(self.gone)

    def _found_nobody(self) -> None:
        if self.gone is not None:
            self.gone = replace(self.gone, is_alone=True)
            self._tell(self.gone)

    async def _left(self, *, until_deal: int = 0) -> tuple[Checkpoint | None, str]:
        """Our copy of the match, or why it is not enough to continue. until_deal: wait a while for this deal."""
        fairness, watches = self._session.fairness, self._session.seat is None
        for _ in range(_TRIES):
            try:
                left = await asyncio.to_thread(fairness.checkpoint)
            except CheckpointError as fault:
                left, why_not = None, str(fault)
            else:
                why_not = "You are watching. Only a player can take over the match." if watches else ""
                why_not = why_not if guest() is None else _NOT_YOURS
            if not fairness.is_judging and (not until_deal or (left is not None and left.deal >= until_deal)):
                break
            await asyncio.sleep(_PATIENCE_S)
        return left, why_not

    def _olds(self) -> tuple[TableInfo, ...]:
        """The tables whose match another table may continue: our last table, and the one to which it moved if we never
        reached it.
        """
        return tuple(info for info in (self._before, self._session.info) if info is not None)

    async def _find(
        self, olds: tuple[TableInfo, ...], left: Checkpoint | None, fits: Callable[[FoundTable], bool]
    ) -> FoundTable:
        """Search until there is a table that continues the match, and return the best one; return to our own host if it
        answers at another address.
        """
        session = self._session

        def sound(tables: tuple[FoundTable, ...]) -> FoundTable | None:
            good = [table for table in tables if table.reachable and not fault_with(table.info, olds, left)]
            return best_of(table for table in good if is_vouched_for(table, olds[0]) and fits(table))

        self._finder = finder = self.make_finder()
        finder.meet(olds[-1].table_id)
        async with finder:
            async for _ in finder.changes():
                self._look_at_line()
                info = session.info
                back = found_again(finder.ways, info.table_id, session.host.key, session.address) if info else None
                if back is not None:
                    session.return_to(back)
                if sound(finder.ways) is not None:
                    await asyncio.sleep(SETTLE_S)
                    if (best := sound(finder.ways)) is not None:
                        return best
        raise AssertionError("a finder that is looked at does not end")

    def _follow(self, found: FoundTable, left: Checkpoint | None) -> None:
        own, self._own = self._own, None
        if own is not None and own[0].info.table_id == found.info.table_id:
            self._settle_at_own(*own)
            return
        self._on(FailoverEvent.SETTLED)
        self.gone, self._has_parted = None, False
        info = with_people(found.info, self._session.info)
        here = self._session.info
        self._now_at = machine_name(here, info) if here is not None else info.host
        self._before = self._before or self._session.info
        self._note_followed(info, (found.link,) if found.address.kind == "tcp" else ())
        self._session.move((found.address,), info, left)
        claim = found.info.goes_on
        deal = left.deal if left is not None else claim.deal if claim is not None else 0
        self._tell(news.CarriedOn(self._now_at, deal, is_own=False))
