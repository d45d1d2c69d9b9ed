"""Runs of one suit, and the cards that they leave for sets. A *pool* is the cards of ranks two to nine that runs leave:
three bits for each rank with the count modulo three, which is all that sets of three need. Aces are never left over,
because they attach to anything. Runs of three to five cards are enough, since a longer run can be cut into these.
"""

from typing import Final

from ..pack import COUNT_BITS

HALF_BITS: Final = 12
HALF_MASK: Final = (1 << HALF_BITS) - 1

_MOST_KNOWN: Final = 200_000  # the cache holds the pools of so many suits; then it is cleared to limit memory


def _counts(weight: tuple[int, int, int]) -> tuple[int, ...]:
    """For four ranks of a sum of pools (each count up to 6): the sum of the weights of the counts modulo three."""
    return tuple(
        sum(weight[(half >> COUNT_BITS * place & 7) % 3] for place in range(4)) for half in range(HALF_MASK + 1)
    )


LEFT: Final = _counts((0, 1, 2))
"""By half a sum of pools: cards that are in no set of three."""

WANTED: Final = _counts((0, 2, 1))
"""By half a sum of pools: cards that would make sets of all that are left."""

TALLY: Final = _counts((0, 1, 16))
"""By half a sum of pools: ranks of which one card is over, and sixteen times those of which two are."""

NEGATED: Final = tuple(
    sum((-(half >> COUNT_BITS * place & 7) % 3) << COUNT_BITS * place for place in range(4))
    for half in range(HALF_MASK + 1)
)
"""By half a sum of two pools: the half of the pool that makes sets of everything."""

_HIGH_NEGATED: Final = tuple(half << HALF_BITS for half in NEGATED)


def sets_take(some: tuple[int, ...], others: tuple[int, ...], most: tuple[int, ...]) -> bool:
    """Whether sets of three can use everything that three suits leave. The arguments are the possible pools of each
    suit.
    """
    if len(some) > len(most):
        some, most = most, some
    if len(others) > len(most):
        others, most = most, others
    for first in some:
        for second in others:
            both = first + second
            if NEGATED[both & HALF_MASK] | _HIGH_NEGATED[both >> HALF_BITS] in most:
                return True
    return False


def fewest_left(
    some: tuple[int, ...], others: tuple[int, ...], most: tuple[int, ...], fewest: int, enough: int = 0
) -> int:
    """The fewest cards in no set, at most `fewest`. The arguments are the possible pools of each suit. enough: stop
    searching at this number.
    """
    for first in some:
        for second in others:
            both = first + second
            for third in most:
                pools = both + third
                left = LEFT[pools & HALF_MASK] + LEFT[pools >> HALF_BITS]
                if left < fewest:
                    fewest = left
                    if left <= enough:
                        return left
    return fewest


def left_in(pools: int) -> int:
    """The number of cards in no set, for a sum of up to three pools."""
    return LEFT[pools & HALF_MASK] + LEFT[pools >> HALF_BITS]


class _Pools(dict[int, tuple[int, ...]]):
    """Pools by suit, computed on first use; a known entry needs no function call."""

    def __missing__(self, suit: int) -> tuple[int, ...]:
        if len(self) > _MOST_KNOWN:
            self.clear()
        found = self[suit] = tuple(sorted(_find(suit), key=left_in)) if suit else (0,)
        return found


POOLS: Final = _Pools()
"""Every pool that the cards of a suit can leave, each once, the one that leaves least first.

By the suit: nine counts of three bits, the ace's lowest.
"""


def _find(suit: int) -> set[int]:
    place = ((suit & -suit).bit_length() - 1) // COUNT_BITS
    one = 1 << COUNT_BITS * place
    found: set[int] = set()
    present = (suit | suit >> 1 | suit >> 2) >> COUNT_BITS * place
    if not place:
        if present & 0o110 != 0o110:  # without two and three, aces are in no run
            return set(POOLS[suit & ~7])
        found.update(POOLS[suit - one])
    else:
        digit = COUNT_BITS * (place - 1)
        for pool in POOLS[suit - one]:
            found.add(pool - (2 << digit) if pool >> digit & 2 else pool + (1 << digit))
    for run in (0o111, 0o1111, 0o11111):
        if present & run != run:
            break
        found.update(POOLS[suit - (run << COUNT_BITS * place)])
    return found
