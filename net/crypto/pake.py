"""How a guest and a host prove to each other that they know the table's code, without sending it.

This is SPAKE2 (the package `spake2`, its usual Ed25519 group), the guest as side A. The names of both sides contain the
channel between them, so the proof is valid only for connections to this host: over TLS the fingerprint of the host's
certificate, on a Unix socket the host's user as the system reports it. An attacker in between, with another
certificate, gets a different key. docs/fairness.md has the bytes.

A person without the code learns nothing that would help with guesses elsewhere: each try needs a connection and is
counted. The arithmetic is pure Python, takes some 30 ms, and is not constant-time, so use it only for a code with three
tries. Call it in threads, never on an event loop.
"""

import hashlib
import hmac
from typing import Any, Final

_LABEL: Final = b"khanhoo/1 "


class BadKnock(ValueError):
    """The received bytes are not half of this exchange."""


def between(key: str, uid: int | None) -> bytes:
    """The channel between guest and host, 32 bytes. key: the host's fingerprint over TLS, else "". uid: of the host's
    user on a Unix socket. Neither: a link in memory.
    """
    if key:
        return bytes.fromhex(key)
    if uid is not None:
        return hashlib.sha256(_label("user") + str(uid).encode()).digest()
    return bytes(32)


class GuestPake:
    """The guest's half. pake: its message."""

    def __init__(self, code: str, table: str, ends: bytes) -> None:
        from spake2 import SPAKE2_A  # its import takes a tenth of a second, and few tables have a code

        self._half: Any = SPAKE2_A(code.encode(), idA=_name("guest", table, ends), idB=_name("host", table, ends))
        self.pake: bytes = self._half.start()

    def finish(self, pake: bytes) -> bytes:
        """The secret, equal on both sides if both have the code. pake: the host's answer. Raises BadKnock."""
        return _finish(self._half, pake)


def answer_knock(code: str, table: str, ends: bytes, pake: bytes) -> tuple[bytes, bytes]:
    """The host's half: (answer, secret). pake: the guest's message. Raises BadKnock."""
    from spake2 import SPAKE2_B

    half: Any = SPAKE2_B(code.encode(), idA=_name("guest", table, ends), idB=_name("host", table, ends))
    answer: bytes = half.start()
    return answer, _finish(half, pake)


def guest_proof(secret: bytes) -> bytes:
    """The guest's proof that it has the secret. The guest proves first: if the host did, anybody could try codes and
    disconnect before the try is counted.
    """
    return hmac.digest(secret, _label("guest"), "sha256")


def host_proof(secret: bytes) -> bytes:
    """The host's proof that it has the secret too."""
    return hmac.digest(secret, _label("host"), "sha256")


def _finish(half: Any, pake: bytes) -> bytes:
    from spake2 import SPAKEError
    from spake2.ed25519_basic import NotOnCurve

    try:
        secret: bytes = half.finish(pake)
    except (SPAKEError, NotOnCurve, ValueError) as fault:
        # not a point of the group, the wrong side, or our own message sent back
        raise BadKnock("The field pake that the other program sent is not valid.") from fault
    return secret


def _name(side: str, table: str, ends: bytes) -> bytes:
    return _label(side) + ends + table.encode()


def _label(word: str) -> bytes:
    return _LABEL + word.encode() + b"\0"
