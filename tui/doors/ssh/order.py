"""What an SSH door is asked for: where to listen, whom to let in, and how many at once."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from net.transport.interfaces import hosts_here, needs_scope

from ...problems import MissingPackages, UsageProblem
from ..process import read_place, start_door

MOST_SESSIONS: Final = 32
"""Sessions at once, if nothing else is said: each takes a few megabytes."""
MOST_OF_ADDRESS: Final = 8
"""Sessions at once from one address, if nothing else is said."""
LOGIN_S: Final = 60.0
LARGEST: Final = (240, 80)
"""Columns and rows of the largest picture that is drawn."""


class SshOrder(msgspec.Struct, frozen=True):
    """An SSH door.

    host, port: where to listen, "" for all addresses, 0 for any free port. keys: text of an authorized_keys file, if
    only those keys may log in. password: that everybody must know, "" for none. most_sessions, most_of_address: at
    once. login_s: how long a login may take. table_id: the table with which the door closes, "" for none.
    """

    host: str
    port: int
    keys: str | None = None
    password: str = ""
    most_sessions: int = MOST_SESSIONS
    most_of_address: int = MOST_OF_ADDRESS
    login_s: float = LOGIN_S
    table_id: str = ""


def add_ssh(parser: argparse.ArgumentParser) -> None:
    """The options of a command that can open an SSH door."""
    group = parser.add_argument_group("playing over SSH")
    group.add_argument(
        "--ssh",
        metavar="[ADDRESS:]PORT",
        help="let people play with ssh -p PORT NAME@HOST; without an address, listen on all addresses",
    )
    group.add_argument("--ssh-keys", metavar="FILE", help="let in only people with a key in this authorized_keys file")
    group.add_argument("--ssh-password-file", metavar="FILE", help="ask everybody for the password in this file")
    group.add_argument(
        "--ssh-sessions",
        type=int,
        default=MOST_SESSIONS,
        metavar="N",
        help=f"at most N sessions at once ({MOST_SESSIONS})",
    )
    group.add_argument(
        "--ssh-per-address",
        type=int,
        default=MOST_OF_ADDRESS,
        metavar="N",
        help=f"at most N sessions at once from one address ({MOST_OF_ADDRESS})",
    )


def read_ssh(args: argparse.Namespace) -> SshOrder | None:
    """The door that a command line asks for; None for no door. Raises Problem."""
    if args.ssh is None:
        if args.ssh_keys or args.ssh_password_file:
            raise UsageProblem("--ssh-keys and --ssh-password-file need --ssh PORT.")
        return None
    host, port = read_place("--ssh", args.ssh)
    for switch, count in (("--ssh-sessions", args.ssh_sessions), ("--ssh-per-address", args.ssh_per_address)):
        if count < 1:
            raise UsageProblem(f"{switch} must be at least 1, not {count}.")
    if args.ssh_keys and args.ssh_password_file:
        raise UsageProblem("Choose --ssh-keys or --ssh-password-file, not both.")
    if find_spec("asyncssh") is None:
        raise MissingPackages("--ssh", "ssh")
    return SshOrder(
        host=host,
        port=port,
        keys=_read_keys(args.ssh_keys) if args.ssh_keys else None,
        password=_read_password(args.ssh_password_file) if args.ssh_password_file else "",
        most_sessions=args.ssh_sessions,
        most_of_address=args.ssh_per_address,
    )


def open_beside(order: SshOrder, table_id: str) -> list[str]:
    """Open the door to a table's card room in a process of its own. Returns how to log in. Raises Problem."""
    port = start_door("tui.doors.ssh", msgspec.structs.replace(order, table_id=table_id), table_id)
    return login_words(order.host, port)


def login_words(host: str, port: int) -> list[str]:
    """What people type to log in, one line for each network of this machine. host: on which the door listens."""
    hosts = hosts_here(host) or ["localhost"]
    named = [f"{each.partition('%')[0]}%INTERFACE" if needs_scope(each) else each for each in hosts]
    return [f"ssh -p {port} NAME@{each}" for each in named]


def _read_keys(name: str) -> str:
    import asyncssh

    text = _read(name, "keys")
    try:
        asyncssh.import_authorized_keys(text)
    except ValueError as fault:
        raise UsageProblem(f"The file {name} is not an authorized_keys file: {fault}.") from None
    return text


def _read_password(name: str) -> str:
    password = _read(name, "password").strip()
    if not password:
        raise UsageProblem(f"The file {name} contains no password.")
    return password


def _read(name: str, what: str) -> str:
    from net.problems import StoreProblem
    from net.storage.files import read_bounded

    try:
        return read_bounded(Path(name), 64 * 1024, follows_links=True).decode("utf-8")
    except StoreProblem as problem:
        raise UsageProblem(f"Cannot read the {what}: {problem}") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"The file {name} is not a text file.") from None
