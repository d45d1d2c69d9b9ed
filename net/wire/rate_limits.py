"""Limits for each address: counts and rates, so that no address can use up what is there for all.

An address is a machine on the network or a user of this one. For IPv6 it is the first half, the network: each machine
may use many addresses of the second half. The rates are generous, since a whole class may be behind one router.
Anything beyond them is refused, and forgotten after a while.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final


class TokenBucket:
    """A token bucket: so many messages a second, and so many at once after a rest."""

    def __init__(self, per_second: float, burst: int, now_ms: int) -> None:
        self._per_ms = per_second / 1000
        self._burst = float(burst)
        self._left = float(burst)
        self._at_ms = now_ms

    def take(self, now_ms: int) -> bool:
        """Whether one more may pass now; if so, count it."""
        if not self.has(now_ms):
            return False
        self._left -= 1
        return True

    def has(self, now_ms: int) -> bool:
        """Whether one more could pass now."""
        self._left = min(self._burst, self._left + (now_ms - self._at_ms) * self._per_ms)
        self._at_ms = now_ms
        return self._left >= 1


CONNECTIONS_A_SECOND: Final = 8
NEWCOMERS_A_SECOND: Final = 0.5
SPARE: Final = 64
KNOCKS_A_SECOND: Final = 2
KNOCKS_AT_ONCE: Final = 6
_MOST_ADDRESSES: Final = 4096
_HALF: Final = len("2001:0db8:0000:0000")


@lru_cache(_MOST_ADDRESSES)
def counted_as(peer: str) -> str:
    """The key under which an address is counted: an IPv6 address as its /64, on any interface; others unchanged. peer:
    from the system; "user 1000" for a user of this machine, "" for no address.
    """
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped) if address.ipv4_mapped else f"{address.exploded[:_HALF]}::/64"


class Rates:
    """A bucket for each address. make: a new bucket for an address not seen lately."""

    def __init__(self, make: Callable[[int], TokenBucket]) -> None:
        self._make = make
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, peer: str, now_ms: int) -> bool:
        """Whether one more may pass now; if so, count it. peer: "" for a link in memory, which is never refused."""
        return not peer or self._bucket(peer, now_ms).take(now_ms)

    def has(self, peer: str, now_ms: int) -> bool:
        """Whether one more could pass now."""
        return not peer or self._bucket(peer, now_ms).has(now_ms)

    def _bucket(self, peer: str, now_ms: int) -> TokenBucket:
        peer = counted_as(peer)
        bucket = self._buckets.get(peer)
        if bucket is None:
            bucket = self._buckets[peer] = self._make(now_ms)
            if len(self._buckets) > _MOST_ADDRESSES:
                self._buckets.popitem(last=False)  # an attacker with so many addresses meets the limits for all
        self._buckets.move_to_end(peer)
        return bucket


def connection_rates(most_watchers: int) -> Rates:
    """How often an address may connect: many at once, then some each second."""
    return Rates(lambda now_ms: TokenBucket(CONNECTIONS_A_SECOND, most_watchers + SPARE, now_ms))


def newcomer_rates(most_watchers: int) -> Rates:
    """How many new people may join from one address; fewer than from all addresses together."""
    return Rates(lambda now_ms: TokenBucket(NEWCOMERS_A_SECOND, most_watchers + SPARE // 4, now_ms))


def knock_rates() -> Rates:
    """How often an address may knock at a private table: half of the limit for all."""
    return Rates(lambda now_ms: TokenBucket(KNOCKS_A_SECOND, KNOCKS_AT_ONCE, now_ms))


def most_known(most_watchers: int) -> int:
    """How many people from one address may be at a table; some places are always left for others."""
    return most_watchers * 3 // 4 + SPARE
