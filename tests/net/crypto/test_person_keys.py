"""Which public keys a person may have."""

import msgspec
import pytest

from engine.api import CodecError, decode, encode
from net.crypto.signing import PersonKey, is_person_key, verify
from net.wire.client_messages import Hello
from net.wire.table_info import HostKeySigned, SeatInfo

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def doubled(point: tuple[int, int]) -> tuple[int, int]:
    """Twice a point of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, section 5.1)."""
    x, y = point
    product = D * x * x * y * y
    return 2 * x * y * pow(1 + product, -1, P) % P, (y * y + x * x) * pow(1 - product, -1, P) % P


def root(square: int) -> int | None:
    found = pow(square, (P + 3) // 8, P)
    if (found * found - square) % P:
        found = found * pow(2, (P - 1) // 4, P) % P
    return None if (found * found - square) % P else found


def small_points() -> set[tuple[int, int]]:
    """All points of an order of at most 8: those that any point becomes when the curve's large factor is taken out."""
    large = 2**252 + 27742317777372353535851937790883648493
    found: set[tuple[int, int]] = set()
    y = 2
    while len(found) < 8:
        x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
        if x is not None:
            found.add(times(large, (x, y)))
            found.add(times(large, (P - x, y)))
        y += 1
    return found


def times(number: int, point: tuple[int, int]) -> tuple[int, int]:
    result = (0, 1)
    for bit in f"{number:b}":
        result = doubled(result)
        if bit == "1":
            result = added(result, point)
    return result


def added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def digits(y: int, sign: int) -> str:
    return (y | sign << 255).to_bytes(32, "little").hex()


def test_small_order() -> None:
    """A point of small order is nobody's key, whatever its sign bit says."""
    points = small_points()
    assert {times(8, point) for point in points} == {(0, 1)}
    assert not [y for _, y in points for sign in (0, 1) if is_person_key(digits(y, sign))]


@pytest.mark.parametrize("sign", [0, 1])
def test_one_form(sign: int) -> None:
    """A number that is not reduced would be a second form of the same key."""
    assert not [y for y in range(P, 2**255) if is_person_key(digits(y, sign))]


def test_own_keys() -> None:
    """Keys that the program makes are valid in lower case only, and sign what they signed."""
    for number in range(1, 50):
        key = PersonKey(number.to_bytes(32, "big"))
        assert is_person_key(key.public)
        assert not is_person_key(key.public[:-2])
        assert is_person_key(key.public.upper()) is (key.public == key.public.upper())
        assert verify(key.public, key.sign(b"yes"), b"yes")
        assert not verify(key.public, key.sign(b"yes"), b"no")


def test_identity_signs_nothing() -> None:
    """The identity with a signature of R = identity and S = 0 fits every message in a lenient check."""
    identity = digits(1, 0)
    assert not verify(identity, bytes.fromhex(identity) + bytes(32), b"any message")


def test_wire_refuses() -> None:
    """Nobody joins with a key that no person can have, with a proof or without, and no host shows one."""
    own = PersonKey(bytes(32)).public
    for key, is_refused in ((own, False), *((digits(y, sign), True) for _, y in small_points() for sign in (0, 1))):
        shown: list[msgspec.Struct] = [Hello(key=key), SeatInfo(seat=1, key=key)]
        for struct in [*shown, HostKeySigned(key=key, signature=bytes(64))]:
            if is_refused:
                with pytest.raises(CodecError):
                    decode(encode(struct), type(struct), limit=4096)
            else:
                assert decode(encode(struct), type(struct), limit=4096) == struct
