"""Shared by `join` and `watch`: an address, a link, or the list of tables."""

import argparse

from ..problems import UsageProblem
from ..session.routes import Role


def add_address(parser: argparse.ArgumentParser, *, without: str) -> None:
    """ADDRESS or LINK. without: what happens if it is left out, for the help."""
    parser.add_argument(
        "address",
        metavar="ADDRESS|LINK",
        nargs="?",
        help=f"such as 192.168.1.5:4242 or khanhoo://host:4242/table (without an address: {without})",
    )
    parser.add_argument(
        "--trust",
        metavar='"FOUR WORDS"',
        default="",
        help="join only if the host shows these four words; then a changed key of the host does not matter",
    )
    parser.add_argument(
        "--code", metavar="CODE", default="", help="the join code of a private table; ask the host for it"
    )


def run_find(args: argparse.Namespace, role: Role) -> int:
    from net.wire.address import AddressError, parse_address

    from ..launch import open_room
    from ..session.routes import ToList, ToTable

    trusted, code = _read_trust(args.trust), _read_code(args.code)
    if args.address is None:
        if trusted or code:
            raise UsageProblem(f"{'--trust' if trusted else '--code'} needs an address or a link.")
        return open_room(args, ToList(role))
    try:
        address = parse_address(args.address)
    except AddressError as error:
        raise UsageProblem(str(error)) from None
    if trusted and address.kind == "unix":
        raise UsageProblem("--trust is for tables on the network. Join a table on this machine without --trust.")
    return open_room(args, ToTable(address, role, trusted, code))


def _read_code(text: str) -> str:
    from net.crypto.join_code import read_code

    try:
        return read_code(text) if text else ""
    except ValueError as error:
        raise UsageProblem(str(error)) from None


def _read_trust(text: str) -> str:
    from net.crypto.key_words import read_words

    try:
        return read_words(text) if text else ""
    except ValueError as error:
        raise UsageProblem(str(error)) from None
