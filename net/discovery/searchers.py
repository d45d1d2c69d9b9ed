"""The programs at a table that have lost its host hear each other on the local network.

Who hears another machine is not offline. An announcement names no table and no person: it is a salt, and a digest of
the salt and the table's id, so only a program that knows the table recognises it. Anybody can repeat one, and shows by
that only that this machine is on a network.
"""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from ..environment import search_service
from ..transport.interfaces import network_addresses

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

_AGAIN_S: Final = 4.0
_FRESH_S: Final = 14.0
"""How long an announcement counts: a few of the next ones may be lost."""
_SALT_BYTES: Final = 8
_MARK_DIGITS: Final = 32
_LABEL: Final = b"khanhoo search\n"
_PORT: Final = 9
"""An announcement needs a port. Nobody connects to this one (discard)."""


class Searchers:
    """Announces this program to the others at a table, and hears them. table_id: of the table. on_change: called when
    others are heard again.
    """

    def __init__(self, table_id: str, on_change: Callable[[], None]) -> None:
        self._table_id = table_id
        self._on_change = on_change
        self._name = _named(table_id, secrets.token_hex(_SALT_BYTES))
        self._heard_at = -_FRESH_S
        self._again_at = 0.0
        self._count = 0
        self._service: AsyncServiceInfo | None = None
        self._browser: AsyncServiceBrowser | None = None

    @property
    def hears_others(self) -> bool:
        """Whether a program of this table on another machine was heard a moment ago."""
        return asyncio.get_running_loop().time() - self._heard_at < _FRESH_S

    async def update(self, zeroconf: AsyncZeroconf, *, is_changed: bool) -> None:
        """Announce again if it is time. is_changed: an interface came or went. Raises what zeroconf raises."""
        asynchronous = importlib.import_module("zeroconf.asyncio")
        kind, now = search_service(), asyncio.get_running_loop().time()
        if is_changed:
            await self.stop_listening()
            self._browser = asynchronous.AsyncServiceBrowser(zeroconf.zeroconf, kind, handlers=[self._heard])
        elif now < self._again_at:
            return
        self._again_at = now + _AGAIN_S
        self._count += 1
        service = asynchronous.AsyncServiceInfo(
            kind,
            f"{self._name}.{kind}",
            port=_PORT,
            addresses=[ipaddress.ip_address(one.address).packed for one in network_addresses()[:8]],
            properties={"n": str(self._count)},  # only what has changed is news for others
            server=f"khanhoo-{self._name}.local.",
        )
        if self._service is None:
            await (await zeroconf.async_register_service(service, cooperating_responders=True))
        else:
            await (await zeroconf.async_update_service(service))
        self._service = service

    async def stop_listening(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.async_cancel()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: object) -> None:
        """An announcement came, or was renewed."""
        mark = name.partition(".")[0]
        if getattr(state_change, "name", "") == "Removed" or mark != _named(self._table_id, mark[: 2 * _SALT_BYTES]):
            return
        asynchronous = importlib.import_module("zeroconf.asyncio")
        told = asynchronous.AsyncServiceInfo(service_type, name)
        here = {one.address for one in network_addresses()}
        if not told.load_from_cache(zeroconf) or here.issuperset(told.parsed_addresses()):
            return
        is_news = not self.hears_others
        self._heard_at = asyncio.get_running_loop().time()
        if is_news:
            self._on_change()


def _named(table_id: str, salt: str) -> str:
    """The name of an announcement with this salt."""
    return salt + sha256(_LABEL + f"{salt}\n{table_id}".encode()).hexdigest()[:_MARK_DIGITS]
