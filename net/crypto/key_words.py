"""Four words for a key, which two people can compare aloud. A slow hash makes the words from the key, so that an
attacker cannot try millions of keys until one has the same words.
"""

import hashlib
from functools import lru_cache
from typing import Final

from ..shipped import read_shipped

WORDS: Final = tuple(read_shipped("words.txt").decode("ascii").split())
"""The 256 words; their order is part of the protocol."""

_COUNT: Final = 4


def read_words(text: str) -> str:
    """Four typed words in the form of `four_words`. Raises ValueError with a sentence."""
    typed = text.lower().replace(",", " ").split()
    if len(typed) != _COUNT:
        raise ValueError(
            f"Type the host's {_COUNT} words, such as {' '.join(WORDS[:_COUNT])}. Words that you typed: {len(typed)}."
        )
    for word in typed:
        if word not in WORDS:
            raise ValueError(f"A host's words never include {word!r}. Ask the host for the words again.")
    return " ".join(typed)


@lru_cache(maxsize=64)
def four_words(key: str) -> str:
    """The words of a key, or of a head of the chain. key: 64 hexadecimal digits."""
    digest = hashlib.scrypt(bytes.fromhex(key), salt=b"khanhoo words", n=2**12, r=8, p=1, dklen=_COUNT)
    return " ".join(WORDS[number] for number in digest)
