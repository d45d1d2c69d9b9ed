"""The list of tables that the user can join: on the local network, on this machine, and those met before.

An announcement is a hint. Every table in the list has answered a moment ago, so a killed host soon disappears, and the
list shows the present state of each table.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING

from engine.api import Seat

from ..environment import guest, service
from ..environment import interfaces as usual_interfaces
from ..storage.known_hosts import KnownHosts
from ..system import own_user, user_name
from ..transport.dial import ask_table
from ..transport.interfaces import near_first
from ..transport.sockets import CannotReach
from ..wire.address import Address, AddressError, parse_address, tcp_address, unix_address
from ..wire.client_messages import MAJOR, MINOR
from ..wire.framing import version_sentence
from ..wire.sanitize import clean_name
from ..wire.table_info import TableInfo
from .announcer import KEY_DIGITS, MOST_ADDRESSES, Announcement, read_notice
from .candidates import Candidate, Candidates, Source, shared_sockets
from .lookup_order import AT_HOME, KNOWN, STRANGER, Met, WaitingLookup
from .multicast import NO_NETWORK, Multicast
from .recent import recent_tables
from .searchers import Searchers

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

ASK_EVERY_S = 10.0
ASK_WITHIN_S = 2.0
LOOK_HERE_EVERY_S = 2.0
QUIET_AFTER_S = 3.0
_RESOLVE_WITHIN_MS = 3000
_MOST_RESOLVED_AT_ONCE = 256
_MOST_OVERHEARD = 1024
_MOST_TRIED = 8
"""The most addresses of one table that are tried, one after another."""
_MOST_ASKED_AT_ONCE = 16
_LONGEST_PAUSE = 8
"""How many times less often a candidate that never answers is asked."""
_TYPED = "Ask the host for the address. Then type it, for example 192.168.1.5:4242."
_RANKS = {"machine": 0, "lan": 1, "recent": 2}


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table in the list. info: the table's own last description; if it does not answer, the saved one. address: how
    to join it. age_s: seconds since its last answer. user: who hosts it on this machine.
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
    """Keeps the list while it is on screen. Use as `async with Finder() as finder`.

    on_change: called on the event loop when the list or the problem changed. interfaces: addresses on which to listen
    for announcements, none for the system's default.
    network, machine, recent: where to look; for a guest, on this machine alone. wanted: which announced tables are
    asked.
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
        wanted: Callable[[Announcement], bool] = lambda notice: True,
    ) -> None:
        self._on_change = on_change
        self._multicast = Multicast(interfaces or usual_interfaces())
        self._network = network and guest() is None
        self._machine = machine
        self._recent = recent and guest() is None
        self._ask_every_s = ask_every_s
        self._wanted = wanted
        self._leads = Candidates()
        self._resolving: set[str] = set()
        self._overheard = WaitingLookup(_MOST_OVERHEARD)
        self._met = Met()
        self._gates = {rank: asyncio.Semaphore(_MOST_ASKED_AT_ONCE) for rank in (AT_HOME, KNOWN, STRANGER)}
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._browser: AsyncServiceBrowser | None = None
        self._searchers: Searchers | None = None
        self._fault = ""
        self._is_closed = False
        self._started_at = 0.0

    async def __aenter__(self) -> Finder:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def start(self) -> None:
        self._started_at = asyncio.get_running_loop().time()
        if self._network:
            self._met = _read_met()
            self._run(self._browse())
        self._run(self._keep_looking())

    async def close(self) -> None:
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
                if self._searchers is not None:
                    await self._searchers.stop_listening()
        await self._multicast.close()

    def meet(self, table_id: str) -> None:
        """Let the others who look for the host of this table hear us, and hear them."""
        self._searchers = Searchers(table_id, self._tell_change)

    @property
    def hears_others(self) -> bool:
        """Whether a program on another machine looks for the host of the same table."""
        return self._searchers is not None and self._searchers.hears_others

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The present list."""
        return listed(self.ways)

    @property
    def ways(self) -> tuple[FoundTable, ...]:
        """Every address of every table, in no order."""
        now = asyncio.get_running_loop().time()
        found = (_found(lead, now) for lead in self._leads.values())
        return tuple(one for one in found if one is not None)

    @property
    def problem(self) -> str | None:
        """Why tables may be missing and what to do about it; None if there is no reason to think so, or not yet."""
        answered = {lead.source for lead in self._leads.values() if lead.answered is not None}
        if self._fault:
            return self._fault
        if guest() is not None:
            return None if answered else "No table is open here."
        if "lan" in answered or not self._network:
            return None
        if fault := self._multicast.problem:
            return fault if fault == NO_NETWORK else f"{fault} {_TYPED}"
        if answered or asyncio.get_running_loop().time() - self._started_at < QUIET_AFTER_S:
            return None
        return self._why_silent()

    def _why_silent(self) -> str:
        """Why no table of the network answers, although announcements may arrive."""
        asked = [lead for lead in self._leads.values() if lead.source == "lan" and lead.failures and lead.task is None]
        for lead in asked:
            if (version := _version_of(lead.version)) is not None and version[0] != MAJOR:
                return f"At {lead.addresses[0]} is a table. {version_sentence(version, (MAJOR, MINOR))}"
        if asked:
            return (
                f"The table at {asked[0].addresses[0]} is announced, but does not answer. It may have closed, or a "
                "firewall or the Wi-Fi blocks connections to it. Ask its host."
            )
        return (
            "No table answers on this network or this machine. Guest Wi-Fi, VPNs, containers and firewalls "
            f"often block announcements (multicast, UDP port 5353). {_TYPED}"
        )

    async def changes(self) -> AsyncIterator[tuple[FoundTable, ...]]:
        """The present list, and again after every change, until the finder is closed."""
        while not self._is_closed:
            self._changed.clear()
            yield self.tables
            await self._changed.wait()

    def ask_all(self) -> None:
        """Ask every table now: the user pressed the key for it."""
        for lead in self._leads.values():
            lead.ask_at = 0.0
        self._ask_due()

    # Where tables may be.

    async def _keep_looking(self) -> None:
        was_problem: str | None = None
        while True:
            try:
                self._look_once()
            except Exception as fault:  # noqa: BLE001 - one look that fails must not be the last one
                self._fault = f"The program made a mistake while searching for tables ({type(fault).__name__})."
            if self.problem != was_problem:
                was_problem = self.problem
                self._tell_change()
            await asyncio.sleep(min(LOOK_HERE_EVERY_S, self._ask_every_s))

    def _look_once(self) -> None:
        if self._machine:
            self._look_here()
        if self._recent:
            self._look_back()
        if self._multicast.zeroconf is not None:
            self._look_up(self._multicast.zeroconf.zeroconf)
        self._ask_due()

    def _look_here(self) -> None:
        """Look at sockets that users of this machine share with each other. A folder counts only if nobody but its user
        can write there.
        """
        seen = set()
        for place, uid in shared_sockets():
            key = f"machine {place}"
            seen.add(key)
            if key not in self._leads and self._leads.has_room("machine"):
                self._leads[key] = Candidate(
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
                    self._leads[key] = Candidate("recent", (table.to_address(),), recent=table)
        self._drop("recent ", seen)

    async def _browse(self) -> None:
        """Listen on every interface, and ask anew when one came, went, or changed its address."""
        while True:
            was_problem = self._multicast.problem
            is_changed = await self._multicast.follow()
            if is_changed and self._multicast.zeroconf is not None:
                if self._browser is not None:
                    await self._browser.async_cancel()
                # What was heard on another network may be wrong here, and nobody answers what we seem to know.
                cache = self._multicast.zeroconf.zeroconf.cache
                cache.async_remove_records(
                    [one for name in cache.names() for one in cache.async_entries_with_name(name)]
                )
                asynchronous = importlib.import_module("zeroconf.asyncio")
                self._browser = asynchronous.AsyncServiceBrowser(
                    self._multicast.zeroconf.zeroconf, service(), handlers=[self._heard]
                )
            if is_changed or self._multicast.problem != was_problem:
                self._tell_change()
            if self._searchers is not None and self._multicast.zeroconf is not None:
                with contextlib.suppress(Exception):  # whatever this network does to multicast, the search goes on
                    await self._searchers.update(self._multicast.zeroconf, is_changed=is_changed)
            await asyncio.sleep(LOOK_HERE_EVERY_S)

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: object) -> None:
        """An announcement came, was renewed, or was taken back."""
        if getattr(state_change, "name", "") == "Removed":
            self._overheard.drop(name)
            self._drop(f"lan {name}", set())
            return
        known = _in_cache(zeroconf, name)  # an announcement usually includes the addresses of the table
        if known is None:
            self._overheard.add(name, STRANGER, "")
        elif self._wanted(known[0]):
            self._overheard.add(name, self._met.rank(*known), known[1][0].host)
        self._look_up(zeroconf)

    def _look_up(self, zeroconf: Zeroconf) -> None:
        """Look up announced tables as far as there is room; the others wait."""
        for name in self._overheard.in_turn():
            is_stranger, is_known = self._overheard.rank(name) == STRANGER, f"lan {name}" in self._leads
            if is_stranger and len(self._resolving) >= _MOST_RESOLVED_AT_ONCE:
                return
            if is_stranger and not is_known and not self._leads.has_room("lan"):
                return
            self._overheard.drop(name)
            if name not in self._resolving:
                self._resolving.add(name)
                self._run(self._resolve(zeroconf, name))

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            found = await _ask_where(zeroconf, name)
        except Exception:  # noqa: BLE001 - what somebody made up and the library does not take is no table
            found = None
        finally:
            self._resolving.discard(name)
        if found is None or not self._wanted(found[0]):
            return
        notice, addresses = found[0], tuple(near_first(found[1])[:_MOST_TRIED])
        rank = self._met.rank(notice, addresses)
        lead = self._leads.get(f"lan {name}")
        if lead is None:
            if not self._leads.has_room("lan", rank=rank, host=addresses[0].host):
                return
            lead = self._leads[f"lan {name}"] = Candidate("lan", addresses, rank=rank)
        lead.addresses, lead.failures, lead.version = addresses, 0, notice.version
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
                is_stranger = lead.source == "lan" and lead.rank == STRANGER
                pauses = min(2**lead.failures, _LONGEST_PAUSE) if is_stranger else 1
                lead.ask_at = now + self._ask_every_s * pauses
                lead.task = self._run(self._ask(lead))

    async def _ask(self, lead: Candidate) -> None:
        before = (lead.info, lead.answered)
        try:
            async with self._gates[lead.rank]:
                lead.answered = None
                lead.failures += 1
                for address in lead.addresses:
                    with contextlib.suppress(CannotReach):
                        asked = replace(address, table="")
                        info = await ask_table(asked, timeout_s=ASK_WITHIN_S, owner_uid=lead.owner_uid)
                        if not info.key.startswith(address.key):
                            continue  # some addresses of a host belong to other machines when seen from here
                        lead.info, lead.failures = info, 0
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

    def _run(self, work: asyncio._CoroutineLike[None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


Announced = tuple[Announcement, tuple[Address, ...]]
"""An announcement: the facts about a table, and at least one address where it is."""


async def _ask_where(zeroconf: Zeroconf, name: str) -> Announced | None:
    """The announcement under a name; None if it cannot be found. Raises whatever zeroconf raises."""
    asynchronous = importlib.import_module("zeroconf.asyncio")
    announced = asynchronous.AsyncServiceInfo(service(), name)
    return _read(announced) if await announced.async_request(zeroconf, _RESOLVE_WITHIN_MS) else None


def _in_cache(zeroconf: Zeroconf | None, name: str) -> Announced | None:
    """The same from the cache; None if a part is missing."""
    if zeroconf is None:
        return None
    try:
        announced = importlib.import_module("zeroconf.asyncio").AsyncServiceInfo(service(), name)
        return _read(announced) if announced.load_from_cache(zeroconf) else None
    except Exception:  # noqa: BLE001 - as above: it is no table
        return None


def _read(announced: AsyncServiceInfo) -> Announced | None:
    notice, port = read_notice(announced.properties), announced.port
    texts = announced.parsed_addresses()[:MOST_ADDRESSES] if port else []
    addresses = tuple(tcp_address(text, port or 0, notice.table_id, notice.fp) for text in texts)
    return (notice, addresses) if addresses else None


def _version_of(announced: str) -> tuple[int, int] | None:
    """The version of the wire protocol in an announcement, None if it is not one."""
    numbers = re.fullmatch(r"([0-9]{1,5})\.([0-9]{1,5})", announced)
    return (int(numbers[1]), int(numbers[2])) if numbers else None


def _read_met() -> Met:
    """The hosts and tables that this user has met."""
    pins, recent = KnownHosts().all(), recent_tables()
    places = set()
    for text in [pin.address for pin in pins] + [table.address for table in recent]:
        with contextlib.suppress(AddressError):
            address = parse_address(text)
            places.add((address.host, address.port))
    return Met(
        frozenset(pin.key[:KEY_DIGITS] for pin in pins),
        frozenset(places),
        frozenset([pin.table_id for pin in pins if pin.table_id] + [table.table_id for table in recent]),
    )


def _found(lead: Candidate, now: float) -> FoundTable | None:
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


def listed(ways: Iterable[FoundTable]) -> tuple[FoundTable, ...]:
    """Each table once, with the shortest way to it, without those whose match is over. Tables with a free seat come
    first, then open ones, then by title.
    """
    best: dict[str, FoundTable] = {}
    for found in ways:
        known = best.get(found.info.table_id)
        if known is None or _preference(found) < _preference(known):
            best[found.info.table_id] = found
    return tuple(sorted((one for one in best.values() if one.info.phase != "over"), key=_order))


def _order(found: FoundTable) -> tuple[bool, bool, bool, str, str]:
    """The place of a table in the list."""
    is_free = any(seat.kind == "empty" for seat in found.info.seats)
    return not found.reachable, not is_free, found.info.phase != "open", found.info.title, found.info.table_id


def _preference(found: FoundTable) -> tuple[bool, int]:
    return not found.reachable, _RANKS[found.source]


def is_vouched_for(table: FoundTable, old: TableInfo) -> bool:
    """Whether it is certain that the host at the other end has the key that was signed.

    On this machine no key answers, but the system tells whose socket it is: ours, or that of the user who sat on the
    seat that signed. Any other user of this machine could repeat what that host says to everybody.
    """
    if table.address.kind == "tcp":
        return True
    claim = table.info.goes_on
    users = [seat.user for seat in old.seats if claim is not None and seat.seat == claim.seat]
    return table.user in (clean_name(user_name(own_user())), *(clean_name(user) for user in users if user))


def name_at(info: TableInfo, seat: Seat) -> str:
    """Name of the player on that seat, "" for nobody."""
    return next((one.name for one in info.seats if one.seat == seat), "")
