"""The exchange about a table's code: both ends meet only with the same code, table and host; a vector to the byte."""

import hashlib
import random

import pytest
from spake2 import SPAKE2_A, SPAKE2_B

from net.crypto.join_code import CODE_LENGTH, LETTERS, new_code, read_code
from net.crypto.pake import BadKnock, GuestPake, _name, answer_knock, between, guest_proof, host_proof

CODE, TABLE, HOST = "K7M-4XR", "ab12cd34ef56", between("11" * 32, None)


def meet(guest: tuple[str, str, bytes], host: tuple[str, str, bytes]) -> tuple[bytes, bytes]:
    """The secrets of both, each with a code, a table, and what it sees between itself and the other."""
    half = GuestPake(*guest)
    answer, secret = answer_knock(*host, half.pake)
    return half.finish(answer), secret


# The code.


def test_a_code_is_six_letters_none_of_which_looks_or_sounds_like_another() -> None:
    assert not set(LETTERS) & set("01OILBDEGPTVNSAHJZUQ")
    assert len(set(LETTERS)) == len(LETTERS) == 16
    made = {new_code(random.Random(seed)) for seed in range(500)}
    assert len(made) == 500
    assert all(read_code(code) == code and len(code) == CODE_LENGTH + 1 for code in made)


@pytest.mark.parametrize("typed", ["k7m4xr", " K7M-4XR ", "k7m 4xr", "K 7 M 4 X R"])
def test_a_code_is_read_as_somebody_types_it(typed: str) -> None:
    assert read_code(typed) == CODE


@pytest.mark.parametrize("typed", ["", "K7M", "K7M-4XRR", "acorn actor alarm", "K7M-4X\x1b"])
def test_what_can_be_no_code_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match="has 6 letters and digits, such as"):
        read_code(typed)


def test_what_was_misheard_is_named() -> None:
    with pytest.raises(ValueError, match="No join code contains B or 0"):
        read_code("b7m-4x0")


# The exchange.


def test_both_ends_of_one_code_have_one_secret_and_another_each_time() -> None:
    one, other = meet((CODE, TABLE, HOST), (CODE, TABLE, HOST)), meet((CODE, TABLE, HOST), (CODE, TABLE, HOST))
    assert one[0] == one[1]
    assert other[0] == other[1] != one[0]


@pytest.mark.parametrize(
    "host",
    [("K7M-4XW", TABLE, HOST), (CODE, "ab12cd34ef57", HOST), (CODE, TABLE, between("22" * 32, None))],
    ids=["another code", "another table", "another certificate"],
)
def test_ends_that_differ_in_anything_share_nothing(host: tuple[str, str, bytes]) -> None:
    guest_has, host_has = meet((CODE, TABLE, HOST), host)
    assert guest_proof(guest_has) != guest_proof(host_has)
    assert host_proof(guest_has) != host_proof(host_has)


def test_a_relay_with_a_certificate_of_its_own_is_refused_on_both_sides() -> None:
    half = GuestPake(CODE, TABLE, between("ee" * 32, None))  # what the guest sees: the relay's certificate
    answer, host_has = answer_knock(CODE, TABLE, HOST, half.pake)  # what the host sees: its own
    guest_has = half.finish(answer)
    assert guest_proof(guest_has) != guest_proof(host_has)
    assert host_proof(host_has) != host_proof(guest_has)


def test_on_one_machine_the_hosts_user_stands_for_its_certificate() -> None:
    ends = {between("", 1000), between("", 1001), between("", None), HOST}
    assert len(ends) == 4
    assert all(len(end) == 32 for end in ends)


def test_neither_proof_can_be_sent_back_as_the_other() -> None:
    secret = bytes(range(32))
    assert guest_proof(secret) != host_proof(secret)


@pytest.mark.parametrize(
    "pake",
    [bytes(33), b"A" + bytes(32), b"A\x01" + bytes(31), b"A" + b"\xff" * 32, b"A", b"", b"A\x02" + bytes(31)],
    ids=["no side", "of order four", "zero", "too large", "short", "nothing", "off the curve"],
)
def test_what_is_no_half_of_the_exchange_is_refused(pake: bytes) -> None:
    with pytest.raises(BadKnock):
        answer_knock(CODE, TABLE, HOST, pake)
    with pytest.raises(BadKnock):
        GuestPake(CODE, TABLE, HOST).finish(b"B" + pake[1:] if pake[:1] == b"A" else pake)


def test_hostile_halves_end_in_an_answer_or_the_one_refusal() -> None:
    chance = random.Random("halves")
    whole = GuestPake(CODE, TABLE, HOST).pake
    found: set[object] = set()
    for _ in range(150):
        data = bytearray(whole if chance.random() < 0.5 else b"A" + chance.randbytes(32))
        for _ in range(chance.randrange(3)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            answer, secret = answer_knock(CODE, TABLE, HOST, bytes(data))
        except BadKnock as refusal:
            found.add(str(refusal))
        else:
            found.add((len(answer), len(secret)))
    assert found == {"The field pake that the other program sent is not valid.", (33, 32)}


def test_our_own_half_sent_back_is_refused() -> None:
    half = GuestPake(CODE, TABLE, HOST)
    with pytest.raises(BadKnock):
        half.finish(half.pake)
    again = GuestPake(CODE, TABLE, HOST)
    with pytest.raises(BadKnock):
        again.finish(b"B" + again.pake[1:])


def test_the_exchange_is_as_protocol_md_has_it_to_the_byte() -> None:
    names = {"idA": _name("guest", TABLE, HOST), "idB": _name("host", TABLE, HOST)}
    guest = SPAKE2_A(CODE.encode(), entropy_f=lambda count: b"\1" * count, **names)
    host = SPAKE2_B(CODE.encode(), entropy_f=lambda count: b"\2" * count, **names)
    knock, answer = guest.start(), host.start()
    secret = guest.finish(answer)
    assert secret == host.finish(knock)
    x, y = (int.from_bytes(byte * 64, "big") % _ORDER for byte in (b"\1", b"\2"))
    found = {
        "x": f"{x:064x}",
        "y": f"{y:064x}",
        "knock": knock.hex(),
        "answer": answer.hex(),
        "secret": secret.hex(),
        "proof of guest": guest_proof(secret).hex(),
        "proof of host": host_proof(secret).hex(),
        "on one machine": between("", 1000).hex(),
    }
    assert found == _VECTOR
    assert hashlib.sha256(b"khanhoo/1 user\x001000").hexdigest() == _VECTOR["on one machine"]


_ORDER = 2**252 + 27742317777372353535851937790883648493
_VECTOR = {
    "x": "0558f2334ecafb95d3a28f02d4ece2a10dcbe2f5890dca70e3c5e6e084a6e24f",
    "y": "0ab1e4669d95f72ba7451e05a9d9c5421b97c5eb121b94e1c78bcdc1094dc49e",
    "knock": "412b52155c20a103f1133e9202af2e8ab4416a35dfebf0bb9548c693012542b785",
    "answer": "42cf16d82a52a6edda0a3dabe7895d6014fe4aea8ecd347cdb7d06e744e2095616",
    "secret": "073b81c2cf54995328ee361fbb9b31356d45af842d9a87907894c90544802fb1",
    "proof of guest": "c1b0ed4b3331016fee3d557324bb0692155e25c258e0cc526a4eb5439c555de6",
    "proof of host": "5ba88977a81b01e6404f71f9b350295d80123eb7826d0b77f49b723455dfaaf1",
    "on one machine": "7c906f8311da8ac757f29085ba3fffa038fa11d44842789864d22e348960388b",
}
