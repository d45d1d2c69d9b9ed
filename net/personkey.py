"""The key of a person: an Ed25519 key of this installation, made at first use, by which tables know who it is.

It signs three things only (net/statements.py): who comes to a table, how a deal ended, where a match goes on. Nobody
vouches for it: it says that it is the same person as before, not which.
"""

import secrets
from typing import Final

from . import paths
from .files import StoreProblem, read_bounded, write_new

_NAME: Final = "person-key"
_LARGEST: Final = 1024
_PRIVATE_BYTES: Final = 32

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


def make_person_key(notice: str = "") -> PersonKey:
    """A key for this run."""
    return PersonKey(secrets.token_bytes(_PRIVATE_BYTES), notice)


def own_person_key() -> PersonKey:
    """The key of this installation; one for this run, with a notice, where none can be kept."""
    try:
        place = paths.state_dir() / _NAME
        if not place.exists():
            write_new(place, secrets.token_hex(_PRIVATE_BYTES).encode() + b"\n")
        return PersonKey(bytes.fromhex(read_bounded(place, _LARGEST).decode("ascii")))
    except (StoreProblem, OSError, ValueError) as fault:
        return make_person_key(f"Your key cannot be kept, so you are a stranger to all tables next time. {fault}")
