"""What a person's key signs, to the byte (docs/fairness.md, *Signatures*). Each begins with a label of its own, so
that no signature of one thing is ever one of another, and has fields of fixed width but for texts, which have their
length before them.
"""

from typing import Final

from engine.api import Seat

_LABEL: Final = b"khanhoo/1 "
_DIGEST_BYTES: Final = 32
_HOST: Final = 255


def at_table(host_key: str, table_id: str) -> bytes:
    """I come to this table ("" for whichever is there) of the host with this key.

    TLS hides the signature from everybody but that host, and to another host it is worth nothing; so it needs no
    number that is used once. host_key: the fingerprint with which the host answers.
    """
    return _statement("at", _digest(host_key), _text(table_id))


def head_of_deal(table_id: str, deal: int, number: int, head: bytes, seat: Seat | None) -> bytes:
    """A seat: I have played this deal again, and it is what I was told. None, the host: so I have told it to everybody.

    number: of its last event; head: of the chain there.
    """
    signer = _HOST if seat is None else seat
    return _statement("deal", _text(table_id), _end_of(deal, number, head), signer.to_bytes(1, "big"))


def host_statement(person_key: str, host_key: str) -> bytes:
    """The host that answers with this key ("" for none) signs how deals ended with that person's key."""
    return _statement("host", _digest(person_key), _digest(host_key))


def goes_on(old_table_id: str, deal: int, number: int, head: bytes, new_host_key: str, new_table_id: str) -> bytes:
    """The match of the old table goes on at the new one, from the end of this deal. new_host_key: "" for none."""
    new = _digest(new_host_key) + _text(new_table_id)
    return _statement("goes on", _text(old_table_id), _end_of(deal, number, head), new)


def _statement(word: str, *fields: bytes) -> bytes:
    return _LABEL + word.encode() + b"\0" + b"".join(fields)


def _end_of(deal: int, number: int, head: bytes) -> bytes:
    if len(head) != _DIGEST_BYTES:
        raise ValueError(f"A head has {_DIGEST_BYTES} bytes, not {len(head)}.")
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


# The library of the keys takes 60 ms to load, which nobody at a menu should wait for: hence the imports below.


class PersonKey:
    """A key pair. public: the key by which others know it, 64 hexadecimal digits. notice: why it will be another one
    next time, "" if it was kept. Raises ValueError unless private has 32 bytes."""

    def __init__(self, private: bytes, notice: str = "") -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public: str = self._key.public_key().public_bytes_raw().hex()
        self.notice = notice

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes; the same for the same message."""
        return self._key.sign(message)


def verify(public: str, signature: bytes, message: bytes) -> bool:
    """Whether this is the signature of the message by that key; whatever they are, it raises nothing."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = bytes.fromhex(public)
        if key.hex() != public:  # one key has one form, or the same record could be written in several ways
            return False
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
