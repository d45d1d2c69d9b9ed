"""What the cards of one suit can do: which of them make runs, and what that leaves for sets.

A *pool* is what runs leave over, of the ranks two to nine: three bits a rank, holding the count modulo three, for only
that matters to sets of three. Aces are never left over; they attach to anything.

Any way to cut a suit into runs is one into runs of three to five cards, as a longer one is two of those.
"""

from typing import Final

from .pack import COUNT_BITS

POOL_MASK: Final = (1 << 8 * COUNT_BITS) - 1
_HALF: Final = 12
HALF_MASK: Final = (1 << _HALF) - 1

_MOST_KNOWN: Final = 200_000  # pools of so many suits are kept; then all are forgotten, for memory's sake


def _counts(weight: tuple[int, int, int]) -> tuple[int, ...]:
    """For four ranks of a sum of pools (each count up to 6): the weights of the counts modulo three, added up."""
    return tuple(
        sum(weight[(half >> COUNT_BITS * place & 7) % 3] for place in range(4)) for half in range(HALF_MASK + 1)
    )


LEFT: Final = _counts((0, 1, 2))
"""By half a sum of pools: cards that are in no set of three."""

WANTED: Final = _counts((0, 2, 1))
"""By half a sum of pools: cards that would make sets of all that are left."""

_NEGATED: Final = tuple(
    sum((-(half >> COUNT_BITS * place & 7) % 3) << COUNT_BITS * place for place in range(4))
    for half in range(HALF_MASK + 1)
)


def completing(pools: int) -> int:
    """The pool that makes sets of everything in a sum of two pools."""
    return _NEGATED[pools & HALF_MASK] | _NEGATED[pools >> _HALF] << _HALF


def left_in(pools: int) -> int:
    """Cards that no set takes, in a sum of up to three pools."""
    return LEFT[pools & HALF_MASK] + LEFT[pools >> _HALF]


def wanted_by(pools: int) -> int:
    """Cards that would make sets of all, in a sum of up to three pools."""
    return WANTED[pools & HALF_MASK] + WANTED[pools >> _HALF]


_known: dict[int, tuple[int, ...]] = {0: (0,)}


def pools_of(suit: int) -> tuple[int, ...]:
    """Every pool that the cards of a suit can leave, each once, the one that leaves least first.

    suit: nine counts of three bits, the ace's lowest.
    """
    found = _known.get(suit)
    if found is None:
        if len(_known) > _MOST_KNOWN:
            _known.clear()
            _known[0] = (0,)
        found = _known[suit] = tuple(sorted(_find(suit), key=left_in))
    return found


def _find(suit: int) -> set[int]:
    place = ((suit & -suit).bit_length() - 1) // COUNT_BITS
    one = 1 << COUNT_BITS * place
    found: set[int] = set()
    present = (suit | suit >> 1 | suit >> 2) >> COUNT_BITS * place
    if not place:
        if present & 0o110 != 0o110:  # without two and three, the aces run nowhere
            return set(pools_of(suit & ~7))
        found.update(pools_of(suit - one))
    else:
        digit = COUNT_BITS * (place - 1)
        for pool in pools_of(suit - one):
            found.add(pool - (2 << digit) if pool >> digit & 2 else pool + (1 << digit))
    for run in (0o111, 0o1111, 0o11111):
        if present & run != run:
            break
        found.update(pools_of(suit - (run << COUNT_BITS * place)))
    return found
