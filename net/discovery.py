"""The list of tables that one can join: those on the local network, on this machine, and those met before.

Whatever is heard is a hint. What stands in the list has answered for itself a moment ago, so a host that was killed
does not linger, and the list shows how each table is now.
"""

import asyncio
import contextlib
import importlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING

from .addresses import Address, AddressError, tcp_address, unix_address
from .announce import Notice, read_notice
from .dial import ask_table
from .environment import interfaces as usual_interfaces
from .environment import service
from .interfaces import local_addresses
from .leads import Lead, Leads, Source, shared_sockets
from .protocol import TableInfo
from .recent import recent_tables
from .sockets import CannotReach, user_name
from .text import clean_name

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

ASK_EVERY_S = 10.0
ASK_WITHIN_S = 2.0
LOOK_HERE_EVERY_S = 2.0
QUIET_AFTER_S = 3.0
_RESOLVE_WITHIN_MS = 3000
_MOST_RESOLVED_AT_ONCE = 256
_MOST_OVERHEARD = 1024
_MOST_ASKED_AT_ONCE = 16
_RANKS = {"machine": 0, "lan": 1, "recent": 2}


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table in the list.

    info: as the table itself said when last asked; of one that does not answer, what is remembered of it.
    address: how to join it. age_s: since when it was last heard from itself. user: who hosts it on this machine.
    reachable: whether it answered when last asked.
    """

    info: TableInfo
    address: Address
    source: Source
    age_s: float = 0.0
    reachable: bool = True
    user: str = ""

    @property
    def link(self) -> str:
        """The join link, with the key of the host that answered."""
        return replace(self.address, key=self.info.key).link()


class Finder:
    """Keeps the list while somebody looks at it. Use as `async with Finder() as finder`.

    on_change: called on the event loop when the list or the problem changed. interfaces: addresses on which to listen
    for announcements, none for the system's default.
    network, machine, recent: where to look. wanted: which announced tables are asked.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        interfaces: tuple[str, ...] = (),
        network: bool = True,
        machine: bool = True,
        recent: bool = True,
        ask_every_s: float = ASK_EVERY_S,
        wanted: Callable[[Notice], bool] = lambda notice: True,
    ) -> None:
        self._on_change = on_change
        self._interfaces = interfaces or usual_interfaces()
        self._network = network
        self._machine = machine
        self._recent = recent
        self._ask_every_s = ask_every_s
        self._wanted = wanted
        self._leads = Leads()
        self._resolving: set[str] = set()
        self._overheard: dict[str, None] = {}
        self._gate = asyncio.Semaphore(_MOST_ASKED_AT_ONCE)
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._network_fault = ""
        self._is_closed = False
        self._started_at = 0.0

    async def __aenter__(self) -> "Finder":
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def start(self) -> None:
        """Begin to look."""
        self._started_at = asyncio.get_running_loop().time()
        if self._network:
            self._run(self._browse())
        self._run(self._keep_looking())

    async def close(self) -> None:
        """Stop looking."""
        self._is_closed = True
        self._changed.set()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(2):
                if self._browser is not None:
                    await self._browser.async_cancel()
                if self._zeroconf is not None:
                    await self._zeroconf.async_close()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The list now: each table once, by the shortest way to it; open ones first, then by title."""
        best: dict[str, FoundTable] = {}
        for found in self.ways:
            known = best.get(found.info.table_id)
            if known is None or _preference(found) < _preference(known):
                best[found.info.table_id] = found
        return tuple(
            sorted(
                best.values(),
                key=lambda one: (not one.reachable, one.info.phase != "open", one.info.title, one.info.table_id),
            )
        )

    @property
    def ways(self) -> tuple[FoundTable, ...]:
        """Every way to every table, in no order."""
        now = asyncio.get_running_loop().time()
        found = (_found(lead, now) for lead in self._leads.values())
        return tuple(one for one in found if one is not None)

    @property
    def problem(self) -> str | None:
        """Why the list may be empty and what to type instead; None while there is something in it, or hope."""
        if any(lead.answered is not None for lead in self._leads.values()):
            return None
        typed = "Ask the host for the address and type it, such as 192.168.1.5:4242."
        if self._network_fault:
            return f"{self._network_fault} {typed}"
        if not self._network or asyncio.get_running_loop().time() - self._started_at < QUIET_AFTER_S:
            return None
        return (
            "No table answers on this network or this machine. Guest Wi-Fi, VPNs, containers and firewalls often "
            f"keep announcements back (multicast, UDP port 5353). {typed}"
        )

    async def changes(self) -> AsyncIterator[tuple[FoundTable, ...]]:
        """The list now, and again whenever it changed, until the finder is closed."""
        while not self._is_closed:
            self._changed.clear()
            yield self.tables
            await self._changed.wait()

    def ask_all(self) -> None:
        """Ask every table now: somebody pressed the key for it."""
        for lead in self._leads.values():
            lead.ask_at = 0.0
        self._ask_due()

    # Where tables may be.

    async def _keep_looking(self) -> None:
        was_problem: str | None = None
        while True:
            if self._machine:
                self._look_here()
            if self._recent:
                self._look_back()
            if self._zeroconf is not None:
                self._look_up(self._zeroconf.zeroconf)
            self._ask_due()
            if self.problem != was_problem:
                was_problem = self.problem
                self._tell_change()
            await asyncio.sleep(min(LOOK_HERE_EVERY_S, self._ask_every_s))

    def _look_here(self) -> None:
        """Sockets that users of this machine show to each other. A folder counts only if it is its user's alone."""
        seen = set()
        for place, uid in shared_sockets():
            key = f"machine {place}"
            seen.add(key)
            if key not in self._leads and self._leads.has_room("machine"):
                self._leads[key] = Lead(
                    "machine", (unix_address(str(place)),), user=clean_name(user_name(uid)), owner_uid=uid
                )
        self._drop("machine ", seen)

    def _look_back(self) -> None:
        seen = set()
        for table in recent_tables():
            key = f"recent {table.address}"
            seen.add(key)
            if key not in self._leads:
                with contextlib.suppress(AddressError):
                    self._leads[key] = Lead("recent", (table.to_address(),), recent=table)
        self._drop("recent ", seen)

    async def _browse(self) -> None:
        try:
            asynchronous = await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
            library = importlib.import_module("zeroconf")
            self._zeroconf = asynchronous.AsyncZeroconf(
                interfaces=list(self._interfaces) or library.InterfaceChoice.Default
            )
            await self._zeroconf.zeroconf.async_wait_for_start()
            self._browser = asynchronous.AsyncServiceBrowser(self._zeroconf.zeroconf, service(), handlers=[self._heard])
        except Exception as fault:  # noqa: BLE001 - whatever this network does to multicast, there are other ways
            self._network_fault = f"This machine cannot listen for announcements of tables ({type(fault).__name__})."
        else:
            if not self._interfaces and not local_addresses():
                self._network_fault = "This machine is on no network."
        self._tell_change()

    def _heard(self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: object) -> None:
        """An announcement came, was renewed, or was taken back."""
        if getattr(state_change, "name", "") == "Removed":
            self._overheard.pop(name, None)
            self._drop(f"lan {name}", set())
        elif len(self._overheard) < _MOST_OVERHEARD:
            self._overheard[name] = None
            self._look_up(zeroconf)

    def _look_up(self, zeroconf: "Zeroconf") -> None:
        """Look up what was announced, as far as there is room for it; the rest waits until there is."""
        for name in list(self._overheard):
            is_known = f"lan {name}" in self._leads
            if len(self._resolving) >= _MOST_RESOLVED_AT_ONCE or not (is_known or self._leads.has_room("lan")):
                return
            del self._overheard[name]
            if name not in self._resolving:
                self._resolving.add(name)
                self._run(self._resolve(zeroconf, name))

    async def _resolve(self, zeroconf: "Zeroconf", name: str) -> None:
        try:
            addresses = await _addresses_of(zeroconf, name, self._wanted)
        except Exception:  # noqa: BLE001 - what somebody made up and the library does not take is no table
            addresses = ()
        finally:
            self._resolving.discard(name)
        if not addresses:
            return
        lead = self._leads.get(f"lan {name}")
        if lead is None:
            lead = self._leads[f"lan {name}"] = Lead("lan", addresses)
        lead.addresses = addresses
        lead.ask_at = 0.0
        self._ask_due()

    def _drop(self, prefix: str, seen: set[str]) -> None:
        for key in [key for key in self._leads if key.startswith(prefix) and key not in seen]:
            lead = self._leads.pop(key)
            if lead.task is not None:
                lead.task.cancel()
            if lead.info is not None:
                self._tell_change()

    # Asking.

    def _ask_due(self) -> None:
        now = asyncio.get_running_loop().time()
        for lead in self._leads.values():
            if lead.task is None and lead.ask_at <= now and not self._is_closed:
                lead.ask_at = now + self._ask_every_s
                lead.task = self._run(self._ask(lead))

    async def _ask(self, lead: Lead) -> None:
        before = (lead.info, lead.answered)
        try:
            async with self._gate:
                lead.answered = None
                for address in lead.addresses:
                    with contextlib.suppress(CannotReach):
                        asked = replace(address, table="")
                        info = await ask_table(asked, timeout_s=ASK_WITHIN_S, owner_uid=lead.owner_uid)
                        if not info.key.startswith(address.key):
                            continue  # of a host's addresses, some are other machines' when seen from here
                        lead.info = info
                        lead.answered = replace(address, table=info.table_id, key="")
                        lead.answered_at = asyncio.get_running_loop().time()
                        break
        finally:
            lead.task = None
        if (lead.info, lead.answered) != before:
            self._tell_change()

    # Small things.

    def _tell_change(self) -> None:
        self._changed.set()
        self._on_change()

    def _run(self, work: "asyncio._CoroutineLike[None]") -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _addresses_of(zeroconf: "Zeroconf", name: str, wanted: Callable[[Notice], bool]) -> tuple[Address, ...]:
    """Where an announced service is; nothing if that cannot be learned. Raises whatever zeroconf raises."""
    asynchronous = importlib.import_module("zeroconf.asyncio")
    announced = asynchronous.AsyncServiceInfo(service(), name)
    if not await announced.async_request(zeroconf, _RESOLVE_WITHIN_MS) or not announced.port:
        return ()
    notice: Notice = read_notice(announced.properties)
    if not wanted(notice):
        return ()
    return tuple(
        tcp_address(text, announced.port, notice.table_id, notice.fp)
        for text in announced.parsed_scoped_addresses()[:8]
    )


def _found(lead: Lead, now: float) -> FoundTable | None:
    if lead.info is not None and lead.answered is not None:
        if lead.source == "recent" and not lead.info.listed:
            return None
        return FoundTable(lead.info, lead.answered, lead.source, now - lead.answered_at, user=lead.user)
    if lead.recent is not None and lead.task is None:
        info = TableInfo(
            table_id=lead.recent.table_id,
            title=lead.recent.title,
            game=lead.recent.game,
            options={},
            seats=(),
        )
        return FoundTable(info, lead.addresses[0], "recent", 0.0, reachable=False)
    return None


def _preference(found: FoundTable) -> tuple[bool, int]:
    return not found.reachable, _RANKS[found.source]
