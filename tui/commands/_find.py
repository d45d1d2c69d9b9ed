"""What `join` and `watch` have in common: an address or a link, or else the list."""

import argparse

from ..journeys import Role
from ..problems import UsageProblem


def add_address(parser: argparse.ArgumentParser) -> None:
    """ADDRESS or LINK."""
    parser.add_argument(
        "address",
        metavar="ADDRESS|LINK",
        nargs="?",
        help="such as 192.168.1.5:4242 or khanhoo://host:4242/table; the list of tables if left out",
    )


def run_find(args: argparse.Namespace, role: Role) -> int:
    """Open the room at that table, or at the list."""
    from net.addresses import AddressError, parse_address

    from ..journeys import ToList, ToTable
    from ..launch import open_room

    if args.address is None:
        return open_room(args, ToList(role))
    try:
        address = parse_address(args.address)
    except AddressError as error:
        raise UsageProblem(str(error)) from None
    return open_room(args, ToTable(address, role))
