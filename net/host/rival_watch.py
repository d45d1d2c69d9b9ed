"""A host looks for other tables of its match, and closes in favour of another one where the rule says so.

The rule is in net/match/rivals.py. The host finds tables by their announcements and by the sockets of this machine. If
nothing is announced, it asks the addresses that this user's clients noted, that returning people name, of the players,
and of the table before this one. It asks a silent address again and again, because a table that is found late also
closes a fork.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..discovery.announcer import Announcement
from ..discovery.finder import Finder, FoundTable, is_vouched_for, name_at
from ..environment import usual_port
from ..match.rivals import Fork, NotOurs, choose, fork_of, line_of, machine_name, moved_to, own_seat, standing_of
from ..transport.dial import ask_table
from ..transport.interfaces import hosts_here
from ..transport.sockets import CannotReach
from ..wire.address import Address, AddressError, parse_address, tcp_address
from ..wire.table_info import OtherTable, TableInfo
from .config import HostConfig
from .driver import RoomDriver
from .forwards import Forward, forward_of
from .listeners import spoken_on

RIVAL_LOOK_S = 3.0
"""How long a host that was away searches before its match continues."""
AWAY_AFTER_S = 4.0
"""A host counts as away if it was dead, stopped or asleep for so long. No client calls a host gone sooner."""
SILENT_AFTER_S = 10.0
"""A host that only waited for its turn counts as away after so long. A client gives up a silent connection a little
later.
"""
_ASK_EVERY_S = 3.0
_ASK_WITHIN_S = 2.0
_ASK_AGAIN_WITHIN_S = 10.0
"""The time for an address that did not answer in the usual time, because its network may be slow."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 3.0, 30.0
"""How long after an attempt an address that does not answer is asked again. The pause doubles each time up to the
longest, so that a fork closes within half a minute after the address answers, and a machine that is gone costs little.
"""
_LOOK_AGAIN_S = 0.25
_GREET_EVERY_S = 15.0
_FINDER_FOR_S = 60.0
"""How long the host listens before it starts to listen anew. A listener asks less and less often, and networks come and
go.
"""
_WAY_WITHIN_S = 1.5
"""If a table was found on this machine, how long the host waits for an address on the network, which the others need.
"""
_MOST_WAYS = 8
_PEOPLE_COME_S = 10.0
"""How long a table that took over a match waits for its players before it closes in favour of the old table."""


class RivalWatch:
    """Watches for other tables of one table's match. say: gets lines for the log. yield_to: called once, if the match
    continues at another table. port: the network port on which this table listens.
    """

    def __init__(
        self,
        server: RoomDriver,
        config: HostConfig,
        say: Callable[[str], None],
        yield_to: Callable[[Forward], None],
        port: Callable[[], int],
    ) -> None:
        self._server = server
        self._config = config
        self._port = port
        self._say = say
        self._yield_to = yield_to
        self._finder: Finder | None = None
        self._task: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self._judging = asyncio.Lock()
        self._has_yielded = asyncio.Event()
        self._heard: dict[Address, FoundTable] = {}
        self._silent = self._ways()
        self._asked_at, self._ask_pause_s = 0.0, _FIRST_PAUSE_S
        self._told_of: set[str] = set()
        self._found_at: dict[str, float] = {}
        self._greeted: dict[str, float] = {}
        self._opened_s = asyncio.get_running_loop().time()
        self._finder_since = 0.0
        self._logged: set[tuple[str, str]] = set()

    @property
    def is_needed(self) -> bool:
        """Whether there is an unfinished match that another player could continue."""
        return self._server.room.has_others

    async def look(self) -> None:
        """Search for a while before the match continues; end sooner if there is nothing to wait for."""
        self._finder_since = 0.0
        await self._keep_finder()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RIVAL_LOOK_S):
                await self._ask_at_new_ways()
                while self._finder is not None and not self._has_yielded.is_set():
                    await self._judge(self._finder.ways)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._has_yielded.wait(), _LOOK_AGAIN_S)

    def follow(self) -> None:
        """Look now and then at the addresses that players name, and at the tables found so far."""
        if self._following is None or self._following.done():
            self._following = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        await self._keep_finder()
        now = asyncio.get_running_loop().time()
        if self._server.room.followed:
            await self._ask_at_new_ways()
            self._server.room.forget_followed()
        elif self._silent and now - self._asked_at >= self._ask_pause_s:
            await self._ask(self._silent, within_s=_ASK_AGAIN_WITHIN_S)
            self._ask_pause_s = min(2 * self._ask_pause_s, _LONGEST_PAUSE_S)
        elif self._heard:
            await self._ask()
        elif self._finder is not None:
            await self._judge(self._finder.ways)

    async def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
        await self._stop()

    async def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        finder, self._finder, self._task = self._finder, None, None
        if finder is not None:
            await finder.close()

    async def _keep_finder(self) -> None:
        """Look on the network, and at the sockets of this machine, while the match may be found there."""
        now = asyncio.get_running_loop().time()
        if not (self.is_needed and self._here().listed) or now - self._finder_since > _FINDER_FOR_S:
            known = self._finder.ways if self._finder is not None else ()
            self._heard |= {found.address: found for found in known if self._fork_of(found) is not None}
            await self._stop()
        if not self.is_needed:
            self._heard, self._silent = {}, []
        if self._finder is None and self.is_needed and self._here().listed:
            self._finder_since = now
            interfaces = self._config.interfaces or spoken_on(self._config.bind)
            self._finder = Finder(
                interfaces=interfaces or (),
                network=self._config.tcp and interfaces is not None,
                recent=False,
                ask_every_s=_ASK_EVERY_S,
                wanted=self._is_wanted,
            )
            self._finder.start()
            self._task = asyncio.get_running_loop().create_task(self._watch(self._finder))

    def _is_wanted(self, notice: Announcement) -> bool:
        """Whether an announcement seems to be of a table of this match."""
        line = {step.table for step in line_of(self._here())}
        if notice.table_id == self._config.table_id:
            return False
        return not line.isdisjoint((notice.table_id, notice.goes_on, *notice.before))

    async def _watch(self, finder: Finder) -> None:
        async for _ in finder.changes():
            await self._judge(finder.ways)

    def _here(self) -> TableInfo:
        return self._server.room.info(self._server.now_ms())

    # If nothing is announced.

    def _ways(self) -> list[Address]:
        """Addresses where the match may continue, in addition to announced ones."""
        noted, followed = forward_of(self._config.table_id), self._server.room.followed
        moves = [*([noted.to] if noted is not None else []), *followed]
        told = [way for to in moves for way in to.ways[:_MOST_WAYS]]
        ways = []
        for way in dict.fromkeys((*told, *self._config.before)):
            with contextlib.suppress(AddressError):
                address = parse_address(way)
                ways += [address] if address.kind == "tcp" else []
        players = self._server.room.addresses_of_others()
        return [*ways, *(tcp_address(one, usual_port()) for one in players)][: 2 * _MOST_WAYS]

    async def _ask_at_new_ways(self) -> None:
        self._ask_pause_s = _FIRST_PAUSE_S
        await self._ask(self._ways())

    async def _ask(self, ways: Iterable[Address] = (), *, within_s: float = _ASK_WITHIN_S) -> None:
        """Ask at these addresses, and where a table of this match was heard. The newest that do not answer are asked
        again later, also if the asking itself is broken off."""
        more = list(ways)
        asked = [*dict.fromkeys((*more, *self._heard))][: 2 * _MOST_WAYS]
        self._silent = [*dict.fromkeys((*asked, *self._silent))][: 2 * _MOST_WAYS]
        answers = await asyncio.gather(*(_answer(way, within_s) for way in asked))
        if more:
            self._asked_at = asyncio.get_running_loop().time()
        answered = {way: found for way, found in zip(asked, answers, strict=True) if found is not None}
        self._silent = [way for way in self._silent if way not in answered]
        self._heard = {way: found for way, found in answered.items() if self._fork_of(found) is not None}
        await self._judge(self._finder.ways if self._finder is not None else ())

    # The rule.

    async def _judge(self, ways: Iterable[FoundTable]) -> None:
        """Follow the rule for all tables of this match that answer."""
        async with self._judging:
            if self._has_yielded.is_set():
                return
            others: list[tuple[FoundTable, Fork]] = []
            known = [*ways, *self._heard.values()]
            for found in known:
                if (fork := self._fork_of(found)) is None:
                    continue
                await self._greet(found)
                match choose(self._here(), found.info, fork):
                    case "other":
                        if await self._close_for(found, known):
                            return
                    case "both":
                        if self._server.room.goes_there and await self._close_for(found, known):
                            return
                        others.append((found, fork))
            self._tell_of(others)

    def _fork_of(self, found: FoundTable) -> Fork | None:
        """Where the match of a table separates from ours; None if it is another match, or no claim is valid."""
        here = self._here()
        if not found.reachable or not is_vouched_for(found, here):
            return None
        try:
            return fork_of(here, found.info, self._server.room.deal_ends)
        except NotOurs as why:
            if str(why) and (found.info.table_id, str(why)) not in self._logged:
                self._logged.add((found.info.table_id, str(why)))
                self._say(f"Table {found.info.table_id} claims to continue this match. {why}")
            return None

    async def _greet(self, found: FoundTable) -> None:
        """Tell the host of another table of this match where we are: after a break of the network it may not hear our
        announcement for long."""
        now, table_id = asyncio.get_running_loop().time(), found.info.table_id
        if found.address.kind != "tcp" or now - self._greeted.get(table_id, -_GREET_EVERY_S) < _GREET_EVERY_S:
            return
        self._greeted[table_id] = now
        here, port, hosts = self._here(), self._port(), hosts_here(self._config.bind)[:_MOST_WAYS]
        ways = tuple(tcp_address(host, port, here.table_id, here.key).link() for host in hosts)
        with contextlib.suppress(NotOurs, CannotReach, OSError):
            after = moved_to(found.info, here, ways)
            await ask_table(found.address, timeout_s=_ASK_WITHIN_S, after=after)

    async def _close_for(self, found: FoundTable, ways: list[FoundTable]) -> bool:
        """Close in favour of a table, if it still answers and still continues the match. Returns whether it closed."""
        links = [one.link for one in ways if one.info.table_id == found.info.table_id and one.address.kind == "tcp"]
        now = asyncio.get_running_loop().time()
        if not links and now - self._found_at.setdefault(found.info.table_id, now) < _WAY_WITHIN_S:
            return False
        if self._are_people_on_the_way(now):
            return False
        asked = await _answer(found.address, _ASK_WITHIN_S)
        if asked is None or (fork := self._fork_of(replace(found, info=asked.info))) is None:
            return False
        here = self._here()
        choice = choose(here, asked.info, fork)
        if choice == "one" or (choice == "both" and not self._server.room.goes_there):
            return False
        try:
            to = moved_to(here, asked.info, tuple(dict.fromkeys(links))[:_MOST_WAYS])
        except NotOurs as why:
            self._say(f"The match continues at table {asked.info.table_id}. {why}")
            return False
        self._has_yielded.set()
        where = _machine_of(here, asked.info)
        self._yield_to(Forward(to=to, sentence=f"The match continues {where}, from the end of deal {fork.deal}."))
        return True

    def _are_people_on_the_way(self, now: float) -> bool:
        """Whether this table continued the match just now, and no player has come yet."""
        here = self._here()
        is_empty = here.standing is None or not here.standing.people
        is_new = here.goes_on is not None and now - self._opened_s < _PEOPLE_COME_S
        return is_empty and is_new and not self._server.is_held

    def _tell_of(self, others: list[tuple[FoundTable, Fork]]) -> None:
        """Tell everybody once about another table of the match, and when it is gone."""
        here = self._here()
        if not others:
            if here.other is not None:
                self._server.tell_other(None, "")
            return
        found, fork = min(others, key=lambda one: (one[0].address.kind != "tcp", one[0].info.table_id))
        standing = standing_of(found.info, fork)
        seat = own_seat(found.info)
        seats = [*([seat] if seat is not None else []), *standing.people]
        other = OtherTable(
            table=found.info.table_id,
            name=machine_name(here, found.info),
            deals=standing.deals,
            people=tuple(name for one in dict.fromkeys(seats) if (name := name_at(here, one))),
            way=found.link if found.address.kind == "tcp" else "",
        )
        sentence = (
            f"This match also continues {_machine_of(here, found.info)}, with {', '.join(other.people)}. The two "
            f"tables have played separately since the end of deal {fork.deal}. Neither table closes by itself."
        )
        if here.other != other:
            self._server.tell_other(other, "" if other.table in self._told_of else sentence)
            self._told_of.add(other.table)


async def _answer(address: Address, within_s: float) -> FoundTable | None:
    """The table that answers at an address now."""
    with contextlib.suppress(CannotReach, OSError):
        info = await ask_table(replace(address, table="", key=""), timeout_s=within_s)
        if info.key.startswith(address.key):
            return FoundTable(info, replace(address, table=info.table_id, key=""), "lan")
    return None


def _machine_of(here: TableInfo, there: TableInfo) -> str:
    """Words for the machine that has a table: "on Cedar's machine"."""
    name = machine_name(here, there)
    return f"on {name}'s machine" if name else "on another machine"
