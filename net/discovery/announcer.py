"""The announcement of a table on the local network (zeroconf).

An announcement is a hint: a program that reads it asks the table itself. zeroconf is imported only when a table is
listed.
"""

import asyncio
import contextlib
import importlib
import ipaddress
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..environment import interfaces as usual_interfaces
from ..environment import service as service_type
from ..transport.interfaces import network_addresses
from ..wire.client_messages import MAJOR, MINOR
from ..wire.sanitize import clean_line
from ..wire.table_info import TableInfo
from .multicast import Multicast

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo

_LONGEST_TITLE_BYTES = 40
_LONGEST_VALUE = 60
KEY_DIGITS = 16
_MOST_BEFORE = 4
_FOLLOW_EVERY_S = 2.0
"""How often the host looks at its own addresses."""
MOST_ADDRESSES = 32
"""The most addresses that are announced. A finder tries those near to it."""
_WITHIN_S = 10.0
"""How long the network may take to accept an announcement. Then it is tried again."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A table's announcement on the network: version, id, game, "taken/seats", state; nothing personal.

    fp: the first 16 hexadecimal digits of the host key's fingerprint, "" if it is not known. goes_on: id of the table
    whose match continues here, "" for none. pw: whether it has a code, "1" or "0". before: ids of the tables of this
    match before that one, newest first.
    """

    version: str
    table_id: str
    game: str
    seats: str
    state: str
    fp: str = ""
    goes_on: str = ""
    pw: str = "0"
    before: tuple[str, ...] = ()

    def to_txt(self) -> dict[str, str]:
        """As TXT keys, well below 200 bytes."""
        told = {
            "v": self.version,
            "id": self.table_id,
            "g": self.game,
            "s": self.seats,
            "st": self.state,
            "fp": self.fp,
            "pw": self.pw,
        }
        if self.goes_on:
            told["c"] = self.goes_on
        if self.before:
            told["a"] = " ".join(self.before)
        return told


def notice_of(info: TableInfo) -> Announcement:
    """The announcement of the present state of a table."""
    taken = sum(seat.kind != "empty" for seat in info.seats)
    return Announcement(
        version=f"{MAJOR}.{MINOR}",
        table_id=info.table_id,
        game=info.game,
        seats=f"{taken}/{len(info.seats)}",
        # Facts that change often are requested from the table itself, because each change here sends a packet to
        # everybody.
        state=info.phase if info.phase in ("open", "over") else "playing",
        fp=info.key[:KEY_DIGITS],
        goes_on=info.goes_on.table if info.goes_on is not None else "",
        before=tuple(step.table for step in reversed(info.descent[:-1]))[:_MOST_BEFORE],
        pw="1" if info.coded else "0",
    )


def read_notice(txt: Mapping[bytes, bytes | None]) -> Announcement:
    """The announcement in TXT records from elsewhere: cleaned, cut short, "" for missing parts."""

    def text(key: bytes) -> str:
        value = txt.get(key) or b""
        return clean_line(value[: 4 * _LONGEST_VALUE].decode("utf-8", "replace"), _LONGEST_VALUE)

    fp = text(b"fp")
    is_key = re.fullmatch(rf"[0-9a-f]{{{KEY_DIGITS}}}", fp) is not None
    return Announcement(
        text(b"v"),
        text(b"id"),
        text(b"g"),
        text(b"s"),
        text(b"st"),
        fp if is_key else "",
        goes_on=text(b"c"),
        pw="1" if text(b"pw") == "1" else "0",
        before=tuple(text(b"a").split()[:_MOST_BEFORE]),
    )


def instance_name(title: str, mark: str) -> str:
    """A service name: the title, shortened to fit, and four hex digits, so that equal titles never collide."""
    # Dots separate the labels of a name, and zeroconf would have to escape them.
    short = clean_line(title.replace(".", " "), 30) or "Table"
    while len(short.encode()) > _LONGEST_TITLE_BYTES:
        short = short[:-1]
    return f"{short.strip()} {mark}"


class Announcer:
    """Announces one table on the network. port: the port of the table. interfaces: addresses to announce on, none for
    all on which players may be. say: gets a line for the log if the table cannot be announced. problem: why others
    do not find it, in sentences; "" if they may.
    """

    def __init__(self, port: int, interfaces: tuple[str, ...], say: Callable[[str], None]) -> None:
        self.problem = ""
        self._port = port
        self._interfaces = interfaces or usual_interfaces()
        self._say = say
        self._mark = secrets.token_hex(2)
        self._multicast = Multicast(self._interfaces)
        self._service: AsyncServiceInfo | None = None
        self._told: tuple[str, Announcement, tuple[str, ...]] | None = None
        self._addresses: tuple[str, ...] = ()
        self._follow_at = 0.0

    async def update(self, info: TableInfo) -> None:
        """Update the announcement to the state of the table: make, renew or withdraw it."""
        if not info.listed:
            await self._withdraw()
            self.problem = ""
            return
        try:
            async with asyncio.timeout(_WITHIN_S):
                problem = await self._follow()
                wanted = (info.title, notice_of(info), self._addresses)
                if wanted != self._told and self._multicast.zeroconf is not None and self._addresses:
                    await self._announce(*wanted)
                    self._told = wanted
        except Exception as fault:  # noqa: BLE001 - whatever this network does to multicast, the table goes on
            why = "it does not answer" if isinstance(fault, TimeoutError) else type(fault).__name__
            problem = f"The network of this machine takes no announcements of tables ({why})."
        if problem and not self.problem:
            self._say(f"The table cannot be announced. {problem}")
        self.problem = problem

    async def close(self) -> None:
        """Withdraw the announcement and close the sockets."""
        await self._withdraw()
        await self._multicast.close()

    async def _announce(self, title: str, notice: Announcement, addresses: tuple[str, ...]) -> None:
        asynchronous = await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
        zeroconf = self._multicast.zeroconf
        assert zeroconf is not None
        if self._told is not None and self._told[0] != title:
            await self._withdraw()
        kind = service_type()
        service = asynchronous.AsyncServiceInfo(
            kind,
            f"{instance_name(title, self._mark)}.{kind}",
            port=self._port,
            addresses=[ipaddress.ip_address(address).packed for address in addresses],
            properties=notice.to_txt(),
            # One host name for each process: other programs may announce the machine's own name with other addresses.
            server=f"khanhoo-{notice.table_id}.local.",
        )
        if self._service is None:
            await (await zeroconf.async_register_service(service, cooperating_responders=True))
        else:
            await (await zeroconf.async_update_service(service))
        self._service = service

    async def _withdraw(self) -> None:
        service, self._service, self._told = self._service, None, None
        if service is not None and self._multicast.zeroconf is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2):
                    await (await self._multicast.zeroconf.async_unregister_service(service))

    async def _follow(self) -> str:
        """Adapt the sockets and the addresses to the interfaces of now. Returns why others hear nothing, "" if they
        may."""
        now = asyncio.get_running_loop().time()
        if now >= self._follow_at:
            await self._multicast.follow()
            self._follow_at = now + _FOLLOW_EVERY_S
            here = self._interfaces or tuple(one.address for one in network_addresses())
            self._addresses = tuple(dict.fromkeys(address.partition("%")[0] for address in here))[:MOST_ADDRESSES]
        return self._multicast.problem
