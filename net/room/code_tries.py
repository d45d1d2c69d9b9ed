"""How often a private table's code may be tried, so that nobody finds it and nobody can take it from its friends.

The code stands however many try. Instead trying becomes dear: an address has three tries, then waits, longer each time.
All addresses together have thirty wrong tries an hour; beyond that each try has to be paid for with a proof of work
(net/crypto/work.py), which costs the more the more wrong ones come.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from ..wire.rate_limits import counted_as

TRIES: Final = 3
FIRST_WAIT_MS: Final = 5 * 60_000
LONGEST_WAIT_MS: Final = 24 * 3_600_000
FREE_AN_HOUR: Final = 30
LEAST_BITS: Final = 22
MOST_BITS: Final = 28
PASS_MS: Final = 5 * 60_000
MOST_SHOWN: Final = 8
_MOST_ADDRESSES: Final = 4096
_HOUR_MS: Final = 3_600_000
_STEP: Final = 4
"""Each so many times as many wrong tries make the work twice as long."""


@dataclass
class _Address:
    """wrong: tries since the last wait. wait_ms: how long the next wait is. until_ms: when this one is over. free_ms:
    until when the host lets it try without work."""

    wrong: int = 0
    wait_ms: int = FIRST_WAIT_MS
    until_ms: int = 0
    free_ms: int = 0


class Tries:
    """The wrong codes that came to one table. peer: an address, "" for a link in memory, which is never stopped."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._level = 0.0
        self._at_ms = 0

    def left(self, peer: str, now_ms: int) -> int:
        """How many tries an address has now."""
        known = self._addresses.get(counted_as(peer))
        if known is None or not peer:
            return TRIES
        return 0 if now_ms < known.until_ms else TRIES - known.wrong

    def wait_ms(self, peer: str, now_ms: int) -> int:
        """How long an address has to wait for its next try."""
        known = self._addresses.get(counted_as(peer))
        return max(0, known.until_ms - now_ms) if known is not None and peer else 0

    def bits(self, peer: str, now_ms: int) -> int:
        """How much work the next try of an address costs, 0 for none."""
        known = self._addresses.get(counted_as(peer))
        if known is not None and now_ms < known.free_ms:
            return 0
        level, bits = self._now(now_ms), LEAST_BITS
        if level < FREE_AN_HOUR:
            return 0
        while level >= _STEP * FREE_AN_HOUR and bits < MOST_BITS:
            level, bits = level / _STEP, bits + 1
        return bits

    def wrong(self, peer: str, now_ms: int) -> None:
        """A wrong code came."""
        self._level = self._now(now_ms) + 1
        if not peer:
            return
        known = self._of(peer)
        known.wrong += 1
        if known.wrong >= TRIES:
            known.wrong, known.until_ms = 0, now_ms + known.wait_ms
            known.wait_ms = min(LONGEST_WAIT_MS, 2 * known.wait_ms)

    def let_in(self, peer: str, now_ms: int) -> None:
        """The host wants an address to try anew, without work for a while."""
        known = self._of(peer)
        known.wrong, known.wait_ms, known.until_ms, known.free_ms = 0, FIRST_WAIT_MS, 0, now_ms + PASS_MS

    def begin_anew(self) -> None:
        """There is another code: nobody has tried it."""
        self._addresses.clear()
        self._level = 0.0

    def waiting(self, now_ms: int) -> tuple[str, ...]:
        """The addresses that have to wait, the last one first."""
        return tuple(peer for peer, known in reversed(self._addresses.items()) if now_ms < known.until_ms)

    def _of(self, peer: str) -> _Address:
        peer = counted_as(peer)
        known = self._addresses.setdefault(peer, _Address())
        self._addresses.move_to_end(peer)
        if len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)  # whoever has so many addresses is stopped by what all may
        return known

    def _now(self, now_ms: int) -> float:
        """Wrong codes of all, of which thirty are forgotten each hour."""
        self._level = max(0.0, self._level - (now_ms - self._at_ms) * FREE_AN_HOUR / _HOUR_MS)
        self._at_ms = now_ms
        return self._level
