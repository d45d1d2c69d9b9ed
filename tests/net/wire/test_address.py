"""What a player may type as an address, and what is said about the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.environment import usual_port
from net.wire.address import AddressError, parse_address, tcp_address, unix_address


@pytest.mark.parametrize(
    ("typed", "host", "port", "table"),
    [
        ("192.168.1.5:4300", "192.168.1.5", 4300, ""),
        ("192.168.1.5", "192.168.1.5", None, ""),
        ("  den.local:99 ", "den.local", 99, ""),
        ("khanhoo://den:5000/ab12cd34ef56", "den", 5000, "ab12cd34ef56"),
        ("KHANHOO://den/", "den", None, ""),
        ("[fe80::1%eth0]:4242", "fe80::1%eth0", 4242, ""),
        ("fe80::1", "fe80::1", None, ""),
        ("khanhoo://[::1]:80/t1", "::1", 80, "t1"),
    ],
)
def test_an_address_is_read(typed: str, host: str, port: int | None, table: str) -> None:
    assert parse_address(typed) == tcp_address(host, port or usual_port(), table)


def test_a_path_is_a_unix_socket() -> None:
    assert parse_address("/run/khanhoo/x.sock") == unix_address("/run/khanhoo/x.sock")


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "two words", "host:", "host:0", "host:65536", "host:١", "host:12a", "http://den:1", "1.2.3",
        "999.1.1.1", "[::1", "[::1]x", "a..b", "-dash", "khanhoo://", "khanhoo://den/a/b", "khanhoo://den/%2e%2e%2f",
        "/" + "x" * 200, "e\x1b[2J", "x" * 300, ":::",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(AddressError, match=r"\.$"):
        parse_address(typed)


@given(
    st.one_of(st.ip_addresses().map(str), st.sampled_from(["den", "den.local", "a-b.example"])),
    st.integers(1, 65535),
    st.from_regex(r"[a-z0-9]{8,32}", fullmatch=True),
)
def test_a_link_that_we_give_out_leads_back_to_the_table(host: str, port: int, table: str) -> None:
    address = tcp_address(host, port, table)
    assert parse_address(address.link()) == address
    assert parse_address(str(address)) == tcp_address(host, port)


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(typed: str) -> None:
    try:
        address = parse_address(typed)
    except AddressError:
        return
    assert address.path or (address.host and 0 < address.port < 65536)
