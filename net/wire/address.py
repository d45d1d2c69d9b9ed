"""Addresses of tables: what a player may type, paste from a friend, or find in the list."""

import ipaddress
import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote

from ..environment import usual_port

SCHEME = "khanhoo"
LINK_KEY_DIGITS = 32
"""Digits of the host's fingerprint in a join link. They are half of it, and nobody can make a key that begins like
this.
"""
_KEY = re.compile(r"[0-9a-f]{16,64}")
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,48}")
_HOST_NAME = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_-]{1,63})*\.?")


class AddressError(ValueError):
    """What was typed is no address; the text says what one looks like."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table can be reached.

    kind: "tcp" (host, port) or "unix" (path). table: id of the table meant, "" for whichever is there. key: how the
    fingerprint of the host's key begins, "" where nothing is known of it.
    """

    kind: Literal["tcp", "unix"]
    host: str = ""
    port: int = 0
    path: str = ""
    table: str = ""
    key: str = ""

    def __str__(self) -> str:
        """The shortest text that `parse_address` reads back (without the table)."""
        if self.kind == "unix":
            return self.path
        return f"{self._bracketed_host()}:{self.port}"

    def link(self) -> str:
        """The join link to give to a friend: khanhoo://host:port/table#key. It names no interface of this machine,
        because that of the friend has another name."""
        if self.kind == "unix":
            return self.path
        if "%" in self.host:
            return replace(self, host=self.host.partition("%")[0]).link()
        tail = f"/{self.table}" if self.table else ""
        mark = f"#{self.key[:LINK_KEY_DIGITS]}" if self.key else ""
        return f"{SCHEME}://{self._bracketed_host()}:{self.port}{tail}{mark}"

    def _bracketed_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def tcp_address(host: str, port: int, table: str = "", key: str = "") -> Address:
    """Address of a TCP listener."""
    return Address("tcp", host=host, port=port, table=table, key=key)


def unix_address(path: str, table: str = "") -> Address:
    """Address of a Unix socket on this machine."""
    return Address("unix", path=path, table=table)


def parse_address(text: str) -> Address:
    """Read "192.168.1.5", "host:4242", "[fe80::1%eth0]:4242", "khanhoo://host:port/table#key" or "/run/x.sock".

    Raises AddressError with a sentence that shows the right form.
    """
    given = text.strip()
    if not given:
        raise AddressError("Type an address such as 192.168.1.5:4242, or paste a join link.")
    if len(given) > 400 or any(ord(sign) < 33 or ord(sign) == 127 for sign in given):
        raise AddressError("An address is short and has no spaces. Example: 192.168.1.5:4242.")
    if given.startswith("/"):
        if len(given.encode()) > 107:
            raise AddressError("The path of that socket is too long for this system.")
        return unix_address(str(PurePosixPath(given)))
    table = key = ""
    scheme, mark, rest = given.partition("://")
    if mark:
        if scheme.lower() != SCHEME:
            raise AddressError(f"A join link begins with {SCHEME}://. This link begins with {scheme}://.")
        rest, _, fragment = rest.partition("#")
        key = _read_key(fragment)
        given, _, tail = rest.partition("/")
        table = _read_table(tail)
    host, port = _split_port(given)
    return tcp_address(_read_host(host), port, table, key)


def _read_key(fragment: str) -> str:
    key = fragment.lower()
    if key and not _KEY.fullmatch(key):
        raise AddressError("In that link, the part after # is not a host's key.")
    return key


def _read_table(tail: str) -> str:
    table = unquote(tail.split("?", 1)[0]).strip("/")
    if table and not _TABLE_ID.fullmatch(table):
        raise AddressError("The last part of that link is not a table id.")
    return table


def _split_port(given: str) -> tuple[str, int]:
    if given.startswith("["):
        host, closed, rest = given[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError("Write an IPv6 address with a port as [fe80::1]:4242.")
        return host, _read_port(rest[1:]) if rest else usual_port()
    if given.count(":") > 1:
        return given, usual_port()
    host, colon, port = given.partition(":")
    return host, _read_port(port) if colon else usual_port()


def _read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise AddressError("The port after the colon must be a number from 1 to 65535, such as 4242.")
    return int(text)


def _read_host(text: str) -> str:
    if ":" in text:
        try:
            ipaddress.IPv6Address(text)
        except ValueError:
            raise AddressError("That is not a computer's name or address. Example: 192.168.1.5:4242.") from None
        return text
    if re.fullmatch(r"[0-9.]+", text):
        try:
            return str(ipaddress.IPv4Address(text))
        except ValueError:
            raise AddressError("An IPv4 address has four numbers from 0 to 255, such as 192.168.1.5.") from None
    if not _HOST_NAME.fullmatch(text):
        raise AddressError("That is not a computer's name or address. Example: 192.168.1.5:4242.")
    return text
