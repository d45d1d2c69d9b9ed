"""The statements that a person's key signs, to the byte (docs/fairness.md, *Signatures*). Each begins with its own
label, so that a signature of one statement is never valid for another. Fields have a fixed width, except texts, which
follow their length.
"""

import re
from typing import Final

from engine.api import Seat

from .pake import between

_LABEL: Final = b"khanhoo/1 "
_DIGEST_BYTES: Final = 32
_HOST: Final = 255

_PRIME: Final = 2**255 - 19
_OF_ORDER_8: Final = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
_SMALL: Final = frozenset({0, 1, _PRIME - 1, _OF_ORDER_8, _PRIME - _OF_ORDER_8})
"""The y of all points of the curve whose order is at most 8. A signature by such a key can fit any message."""
_SMALL_KEYS: Final = "|".join(
    (y + sign * 2**255).to_bytes(32, "little").hex() for y in sorted(_SMALL) for sign in (0, 1)
)
_NOT_BELOW_PRIME: Final = "(?:e[d-f]|f[0-9a-f])(?:ff){30}[7f]f"
PERSON_KEY: Final = rf"(?!(?:{_SMALL_KEYS}|{_NOT_BELOW_PRIME})\Z)[0-9a-f]{{64}}"
"""A person's public key: 64 lower-case hexadecimal digits, in one form only, and no point of small order."""


def at_table(host_key: str, table_id: str, host_user: int | None = None) -> bytes:
    """Say that this person joins this table ("" for any table) of the host with this key, or of this user's hosts.

    TLS hides the signature from everybody but that host, and on a Unix socket the system says whose host it is. Another
    host, or another user's host, cannot use it; so it needs no nonce. host_key: the host's fingerprint. host_user: who
    runs the host, as the system says of a Unix socket; None for every other connection.
    """
    end = _digest(host_key) if host_user is None else between("", host_user)
    return _statement("at", end, _text(table_id))


def head_of_deal(table_id: str, deal: int, number: int, head: bytes, seat: Seat | None) -> bytes:
    """Say that a seat replayed this deal and found what it was told; seat None: that the host told everybody this deal.

    number: of its last event; head: of the chain there.
    """
    signer = _HOST if seat is None else seat
    return _statement("deal", _text(table_id), _end_of(deal, number, head), signer.to_bytes(1, "big"))


def host_statement(person_key: str, host_key: str) -> bytes:
    """Say that the host with this key ("" for none) signs deals with that person's key."""
    return _statement("host", _digest(person_key), _digest(host_key))


def goes_on(old_table_id: str, deal: int, number: int, head: bytes, new_host_key: str, new_table_id: str) -> bytes:
    """Say that the match of the old table goes on at the new one, from the end of this deal.

    new_host_key: "" for none.
    """
    new = _digest(new_host_key) + _text(new_table_id)
    return _statement("goes on", _text(old_table_id), _end_of(deal, number, head), new)


def _statement(word: str, *fields: bytes) -> bytes:
    return _LABEL + word.encode() + b"\0" + b"".join(fields)


def _end_of(deal: int, number: int, head: bytes) -> bytes:
    if len(head) != _DIGEST_BYTES:
        raise ValueError(f"The head of a chain has {_DIGEST_BYTES} bytes, not {len(head)}.")
    return deal.to_bytes(4, "big") + number.to_bytes(8, "big") + head


def _digest(digits: str) -> bytes:
    if not digits:
        return bytes(_DIGEST_BYTES)
    digest = bytes.fromhex(digits)
    if len(digest) != _DIGEST_BYTES:
        raise ValueError(f"A fingerprint has {2 * _DIGEST_BYTES} digits, not {len(digits)}.")
    return digest


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2, "big") + encoded


# The key library takes 60 ms to load, so it is imported only when needed.


class PersonKey:
    """A key pair. public: the public key, 64 hexadecimal digits. notice: why the key could not be stored, "" if it was.
    Raises ValueError unless private has 32 bytes.
    """

    def __init__(self, private: bytes, notice: str = "") -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public: str = self._key.public_key().public_bytes_raw().hex()
        self.notice = notice

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes; the same for the same message."""
        return self._key.sign(message)


def is_person_key(public: str) -> bool:
    """Whether this can be a person's public key."""
    return re.fullmatch(PERSON_KEY, public) is not None


def verify(public: str, signature: bytes, message: bytes) -> bool:
    """Whether this is the signature of the message by that person's key. It never raises, whatever the arguments."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not is_person_key(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
