"""How a guest proves to a host that it knows the table's code, and the host to the guest, without either saying it.

This is SPAKE2 (the package `spake2`, its usual Ed25519 group), the guest as side A. Both sides' names in it hold what
stands between them, so that the proof is good for no other connection than one to this very host: over TLS the
fingerprint of the host's certificate, on a socket of one machine the host's user, as the system tells both. Somebody in
between, with a certificate of his own, ends with another key than either. docs/fairness.md says it to the byte.

Whoever does not know the code learns nothing that could be tried elsewhere: each try takes a connection and is counted.
The arithmetic is pure Python, takes some 30 ms, and is not of constant time, which is why it serves a code of three
tries and nothing else. It is for threads: never call it on an event loop.
"""

import hashlib
import hmac
from typing import Any, Final

_LABEL: Final = b"khanhoo/1 "


class BadKnock(ValueError):
    """What came is no half of this exchange."""


def between(key: str, uid: int | None) -> bytes:
    """What stands between guest and host, 32 bytes. key: the host's fingerprint over TLS, else "". uid: of the host's
    user on a Unix socket. Neither: a link in memory."""
    if key:
        return bytes.fromhex(key)
    if uid is not None:
        return hashlib.sha256(_label("user") + str(uid).encode()).digest()
    return bytes(32)


class GuestPake:
    """The guest's half. pake: what is said first."""

    def __init__(self, code: str, table: str, ends: bytes) -> None:
        from spake2 import SPAKE2_A  # works for a tenth of a second when it is imported, and few tables have a code

        self._half: Any = SPAKE2_A(code.encode(), idA=_name("guest", table, ends), idB=_name("host", table, ends))
        self.pake: bytes = self._half.start()

    def finish(self, pake: bytes) -> bytes:
        """The secret that both have if both have the code. pake: what the host answered. Raises BadKnock."""
        return _finish(self._half, pake)


def answer_knock(code: str, table: str, ends: bytes, pake: bytes) -> tuple[bytes, bytes]:
    """The host's half: (what to answer, the secret). pake: what the guest said. Raises BadKnock."""
    from spake2 import SPAKE2_B

    half: Any = SPAKE2_B(code.encode(), idA=_name("guest", table, ends), idB=_name("host", table, ends))
    answer: bytes = half.start()
    return answer, _finish(half, pake)


def guest_proof(secret: bytes) -> bytes:
    """By which the guest shows that it has the secret. It comes first: a host that answered with a proof would let
    everybody try codes and hang up before any of them is counted."""
    return hmac.digest(secret, _label("guest"), "sha256")


def host_proof(secret: bytes) -> bytes:
    """By which the host shows that it has it too."""
    return hmac.digest(secret, _label("host"), "sha256")


def _finish(half: Any, pake: bytes) -> bytes:
    from spake2 import SPAKEError
    from spake2.ed25519_basic import NotOnCurve

    try:
        secret: bytes = half.finish(pake)
    except (SPAKEError, NotOnCurve, ValueError) as fault:  # no point of the group, a wrong side, or our own reflected
        raise BadKnock("That is not a valid part of a code proof.") from fault
    return secret


def _name(side: str, table: str, ends: bytes) -> bytes:
    return _label(side) + ends + table.encode()


def _label(word: str) -> bytes:
    return _LABEL + word.encode() + b"\0"
