"""A proof of work, which makes tries of a private table's code expensive while many wrong ones come. The work is a
number, the counter, for which SHA-256 over the label, the table's id, a zero byte, the host's nonce and the counter in
8 bytes begins with enough zero bits. `python -m net.crypto.work` finds one in a process of its own, because a thread
would slow down the screen.
"""

import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import Final

NONCE_BYTES: Final = 16
MOST_WANTED_BITS: Final = 30
"""The most zero bits that a client accepts: a search for more would take a quarter of an hour."""
_LABEL: Final = b"khanhoo/1 work\0"


def fits(table: str, nonce: bytes, counter: int, bits: int) -> bool:
    """Whether a counter is the requested work."""
    digest = sha256(_LABEL + table.encode() + b"\0" + nonce + counter.to_bytes(8)).digest()
    return int.from_bytes(digest) >> (256 - bits) == 0


def find(table: str, nonce: bytes, bits: int, first: int) -> int:
    """The lowest counter that fits, from `first` on; about 2**bits are tried. first: random, since each counter is
    valid for one guest.
    """
    begun = sha256(_LABEL + table.encode() + b"\0" + nonce)
    bound = (1 << (256 - bits)).to_bytes(32) if bits else b""
    for counter in count(first):
        trial = begun.copy()
        trial.update(counter.to_bytes(8))
        if not bits or trial.digest() < bound:
            return counter
    raise AssertionError("there is always another number")


def main(arguments: Sequence[str]) -> int:
    """Find the work for a table's id and a nonce, both as hexadecimal digits, a number of bits, and the counter to
    begin with; print it."""
    table, nonce, bits, first = arguments
    found = find(bytes.fromhex(table).decode(), bytes.fromhex(nonce), int(bits), int(first))
    sys.stdout.write(f"{found}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
