"""The sockets of this machine for announcements of tables: on every interface, while interfaces come and go."""

import asyncio
import contextlib
import errno
import importlib
import logging
import secrets
import sys
from typing import TYPE_CHECKING, Final

from ..transport.interfaces import all_addresses, network_addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

_CLOSE_WITHIN_S = 2.0
_RESPONSE, _TXT, _IN, _TEST_TTL_S = 0x8400, 16, 1, 10
"""Of the test record: the flags, type and class of RFC 1035, and how long it is kept."""
NO_NETWORK: Final = "This machine is not connected to a network. Connect it to the network of the other players."
DEAF: Final = "A firewall on this machine blocks announcements of tables. Allow multicast on UDP port 5353."


class Multicast:
    """zeroconf on all interfaces that this machine has now.

    interfaces: only these addresses of this machine; none for every interface on which other machines may be.
    zeroconf: None until the sockets are open. problem: why announcements do not arrive, in sentences; "" if they may.
    """

    def __init__(self, interfaces: tuple[str, ...]) -> None:
        self.zeroconf: AsyncZeroconf | None = None
        self.problem = ""
        self._only = tuple(address.partition("%")[0] for address in interfaces)
        self._test = ""
        self._is_heard = False

    async def follow(self) -> bool:
        """Open the sockets, or adapt them to the interfaces of now. Returns whether an interface came or went, or
        changed its address. Does not raise: what the network refuses is in `problem`, and the next call tries again.
        """
        wanted = self._wanted()
        try:
            if self.zeroconf is None:
                asynchronous = await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
                # Each interface that cannot be used now is a line of its log, again and again.
                logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
                self.zeroconf = asynchronous.AsyncZeroconf(interfaces=[])
                await self.zeroconf.zeroconf.async_wait_for_start()
            before = self._senders()
            await self._use(wanted)
        except Exception as fault:  # noqa: BLE001 - whatever this network does to multicast, there are other ways
            self.problem = _why_not(fault)
            return False
        is_changed = self._senders() != before
        if not self._senders():
            self.problem = self._why_none()
        elif is_changed or not self._is_heard:
            self._test_hearing(is_new=is_changed)
        return is_changed

    async def close(self) -> None:
        """Close the sockets."""
        zeroconf, self.zeroconf = self.zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_CLOSE_WITHIN_S):
                    await zeroconf.async_close()

    def _wanted(self) -> tuple[str | int, ...]:
        """The interfaces as zeroconf wants them: IPv4 by address, IPv6 by the number of the interface."""
        here = [one for one in all_addresses() if one.address in self._only] if self._only else network_addresses()
        found = dict.fromkeys(one.index if ":" in one.address else one.address for one in here)
        if sys.platform == "darwin" and any(isinstance(one, str) for one in found):
            # There a socket of both families takes no options for IPv4, so zeroconf can use only one.
            found = {one: None for one in found if isinstance(one, str)}
        return tuple(found)

    async def _use(self, wanted: tuple[str | int, ...]) -> None:
        assert self.zeroconf is not None
        try:
            await self.zeroconf.async_update_interfaces(list(wanted))
        except (OSError, RuntimeError):  # one that has just gone, or that refuses, must not keep the others away
            used: list[str | int] = []
            for one in wanted:
                with contextlib.suppress(OSError, RuntimeError):
                    await self.zeroconf.async_update_interfaces([*used, one])
                    used.append(one)

    def _test_hearing(self, *, is_new: bool) -> None:
        """Send a record that means nothing to anybody, and look at the next call whether it came back here: so a
        firewall of this machine is known from a network without tables. Until it comes back, send it each time.
        """
        assert self.zeroconf is not None
        if is_new:
            self._test = f"khanhoo-{secrets.token_hex(4)}.local."
        self._is_heard = not is_new and bool(self.zeroconf.zeroconf.cache.async_entries_with_name(self._test))
        self.problem = "" if is_new or self._is_heard else DEAF
        if not self._is_heard:
            zeroconf = importlib.import_module("zeroconf")
            told = zeroconf.DNSOutgoing(_RESPONSE)
            told.add_answer_at_time(zeroconf.DNSText(self._test, _TXT, _IN, _TEST_TTL_S, b"\0"), 0)
            self.zeroconf.zeroconf.async_send(told)

    def _senders(self) -> set[tuple[str, int]]:
        return {one.interface_key for one in self.zeroconf.zeroconf.engine.senders} if self.zeroconf else set()

    def _why_none(self) -> str:
        if self._only and not self._wanted():
            return f"This machine does not have the address {', '.join(self._only)}, so no table can be found on it."
        if not network_addresses():
            return NO_NETWORK
        return "The network connection of this machine carries no announcements of tables (multicast)."


def _why_not(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
        return "Another program keeps UDP port 5353 for itself. So this machine cannot receive announcements of tables."
    return f"This machine cannot receive announcements of tables ({type(fault).__name__})."
