"""Deals that nobody can choose and everybody can check: the commitments and the keys.

Before a deal the host commits to a secret of that deal; then every person at the table commits to a random share, and
opens it when all have committed. The deal's key comes from the secret and all shares, so that nobody alone, not even
the host, chooses the cards. After the deal the host opens the secret, and anybody can deal the cards again.

Every digest is SHA-256 over a label, a zero byte, and fixed-width fields; docs/fairness.md has test vectors.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from ..model.cards import Seat
from ..model.events import Share

SHARE_BYTES: Final = 32
"""Bytes of a share, a secret, a key and every digest; as text, twice as many hexadecimal digits."""

VEIL_BYTES: Final = 16
"""Bytes of a veil. Half a digest is enough. To cheat, a host needs two events with the same veil. It must find them,
with 2^64 trials, before the shares tell it which cards to lie about. And the opened secret shows the truth."""

_LABEL: Final = b"khanhoo/1 "


class ShareError(ValueError):
    """A share that breaks its commitment or is malformed; the message names the seat."""


def deal_secret(seed: str, deal: int) -> str:
    """The host's secret of one deal, derived from that of the match. Opening it reveals nothing about other deals."""
    return _mac(seed.encode(), "secret", deal.to_bytes(4, "big"))


def commitment(secret: str, deal: int, rules: bytes) -> str:
    """What the host publishes before it knows any pledge. rules: `first_head` of the table, which the commitment binds
    too.
    """
    return _digest("commit", deal.to_bytes(4, "big"), rules, bytes.fromhex(secret))


def commitment_to_share(committed: str, seat: Seat, value: str) -> str:
    """What a seat publishes before it knows any share. It binds the seat and the host's commitment."""
    return _digest("pledge", bytes.fromhex(committed), seat.to_bytes(1, "big"), bytes.fromhex(value))


def deal_key(secret: str, shares: Sequence[Share]) -> str:
    """The key of a deal, from which all its randomness comes. shares: by seat, verified."""
    pledged = _digest("pledges", *(bytes([share.seat]) + bytes.fromhex(share.pledge) for share in shares))
    opened = b"".join(bytes([share.seat]) + bytes.fromhex(share.value) for share in shares if share.value)
    return _mac(bytes.fromhex(secret), "key", bytes.fromhex(pledged), opened)


def verify_shares(committed: str, shares: Sequence[Share]) -> None:
    """Raises ShareError unless the shares are in seat order and each matches its commitment."""
    seats = [share.seat for share in shares]
    if seats != sorted(set(seats)):
        raise ShareError("The random numbers of a deal are not in the order of seats, or one seat has two.")
    for share in shares:
        if not is_digest(share.pledge) or (share.value and not is_digest(share.value)):
            raise ShareError(f"The random number of seat {share.seat} must have {2 * SHARE_BYTES} hexadecimal digits.")
        if share.value and not hmac.compare_digest(
            commitment_to_share(committed, share.seat, share.value), share.pledge
        ):
            raise ShareError(f"Seat {share.seat} committed to one random number and revealed a different one.")


def event_commitment(secret: str, number: int, event: bytes) -> bytes:
    """The veil of an event with hidden faces: it binds the host and reveals no face.

    number: of the event in the stream. event: encoded, with all its faces.
    """
    salt = _mac(bytes.fromhex(secret), "salt", number.to_bytes(8, "big"))
    return hashlib.sha256(_LABEL + b"veil\0" + bytes.fromhex(salt) + event).digest()[:VEIL_BYTES]


def next_head(head: bytes, number: int, public: bytes, veiled: bytes) -> bytes:
    """The head of the chain after one more event.

    public: the event encoded as everybody may see it. veiled: its veil if it has hidden faces, else empty.
    """
    lengths = number.to_bytes(8, "big") + len(public).to_bytes(4, "big")
    return hashlib.sha256(_LABEL + b"chain\0" + head + lengths + public + veiled).digest()


def first_head(game: str, seats: int, options: bytes) -> bytes:
    """The head before the first event: it names the game, the seats and the settled options, encoded."""
    return hashlib.sha256(_LABEL + b"table\0" + game.encode() + b"\0" + seats.to_bytes(1, "big") + options).digest()


def _digest(label: str, *parts: bytes) -> str:
    return hashlib.sha256(_LABEL + label.encode() + b"\0" + b"".join(parts)).hexdigest()


def _mac(key: bytes, label: str, *parts: bytes) -> str:
    return hmac.new(key, _LABEL + label.encode() + b"\0" + b"".join(parts), hashlib.sha256).hexdigest()


def is_digest(text: str) -> bool:
    """Whether a text has the form of a secret, a share, a key or a digest."""
    return len(text) == 2 * SHARE_BYTES and all(sign in "0123456789abcdef" for sign in text)
