"""What `join` and `watch` have in common: an address or a link, or else the list."""

import argparse

from ..problems import UsageProblem
from ..session.routes import Role


def add_address(parser: argparse.ArgumentParser, *, without: str) -> None:
    """ADDRESS or LINK. without: what comes if it is left out."""
    parser.add_argument(
        "address",
        metavar="ADDRESS|LINK",
        nargs="?",
        help=f"such as 192.168.1.5:4242 or khanhoo://host:4242/table; {without} if left out",
    )
    parser.add_argument(
        "--trust",
        metavar='"FOUR WORDS"',
        default="",
        help="the words that the host reads out to you: join that host and no other, though it had another key before",
    )
    parser.add_argument(
        "--code", metavar="CODE", default="", help="the code of a private table, which its host tells you"
    )


def run_find(args: argparse.Namespace, role: Role) -> int:
    from net.wire.address import AddressError, parse_address

    from ..launch import open_room
    from ..session.routes import ToList, ToTable

    trusted, code = _read_trust(args.trust), _read_code(args.code)
    if args.address is None:
        if trusted or code:
            raise UsageProblem(f"{'--trust' if trusted else '--code'} goes with an address or a link.")
        return open_room(args, ToList(role))
    try:
        address = parse_address(args.address)
    except AddressError as error:
        raise UsageProblem(str(error)) from None
    if trusted and address.kind == "unix":
        raise UsageProblem("--trust is for tables on the network; who is on this machine, the system says.")
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
