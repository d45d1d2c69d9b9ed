"""Reproducible randomness: a stream of numbers from a seed, the same on every machine.

SHAKE-256 over (seed, tag), read in blocks of eight bytes; numbers below n by rejection, so all are equally likely.
The standard library's generator is not used for deals: its methods may change between versions.
"""

from collections.abc import Sequence
from hashlib import shake_256
from struct import Struct
from typing import TypeVar

_T = TypeVar("_T")

_BLOCK = 64  # numbers drawn from the hash at a time; a shuffled pack of 61 needs one block
_WORD = 8
_WORDS = 1 << 8 * _WORD  # number of different words of eight bytes
_READ_WORDS = Struct(f">{_BLOCK}Q").unpack


class Chance:
    """A stream of chance.

    seed: the match's secret, any text. tag: what the stream is for ("deal 3"), so that two uses never share numbers.
    """

    def __init__(self, seed: str, tag: str) -> None:
        self._key = f"khanhoo/1\x00{tag}\x00{seed}".encode()
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as the others. Raises ValueError for a bound under 1."""
        if bound < 1:
            raise ValueError(f"The bound of a random number must be 1 or more, not {bound}.")
        while True:
            if not self._words:
                self._read_block()
            word = self._words.pop()
            # Only above the first limit can a word lie in the last, incomplete row of `bound` numbers.
            if word < _WORDS - bound or word < _WORDS - _WORDS % bound:
                return word % bound

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in a random order (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, items: Sequence[_T]) -> _T:
        """One of the items. Raises ValueError when there are none."""
        return items[self.below(len(items))]

    def _read_block(self) -> None:
        digest = shake_256(self._key + self._block.to_bytes(4, "big")).digest(_BLOCK * _WORD)
        self._words = [*_READ_WORDS(digest)][::-1]
        self._block += 1
