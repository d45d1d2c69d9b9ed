"""What a web door is asked for: the table, where to listen, and what the page may show."""

from __future__ import annotations

import argparse
import ipaddress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from net.storage.paths import shared_socket
from net.transport.interfaces import hosts_here, needs_scope

from ...problems import MissingPackages, UsageProblem
from ..process import read_place, start_door

if TYPE_CHECKING:
    from net.host.launcher import HostHandle

MOST_TABS: Final = 8
"""Tabs at once, if nothing else is said: each costs a process."""
_REQUEST_S: Final = 15.0
_ANSWER_S: Final = 120.0


class WebOrder(msgspec.Struct, frozen=True):
    """A web door.

    host, port: where to listen, "" for all addresses, 0 for any free port. most_tabs: at once. replays: the folder
    whose replays the page offers, "" for none. table_id, address, title: of the table; the address is written as
    `parse_address` reads it. request_s, answer_s: how long a connection may take to send its request, and to take the
    answer.
    """

    host: str
    port: int
    most_tabs: int = MOST_TABS
    replays: str = ""
    table_id: str = ""
    address: str = ""
    title: str = ""
    request_s: float = _REQUEST_S
    answer_s: float = _ANSWER_S

    @property
    def most_of_address(self) -> int:
        """Tabs at once from one address: half of them. On this machine alone, everybody has the same address."""
        is_here = bool(self.host) and ipaddress.ip_address(self.host).is_loopback
        return self.most_tabs if is_here else (self.most_tabs + 1) // 2


def add_web(parser: argparse.ArgumentParser) -> None:
    """The options of a command that can open a web door."""
    group = parser.add_argument_group("watching in a browser")
    group.add_argument(
        "--web",
        metavar="[ADDRESS:]PORT",
        help="show the table to spectators on a web page; without an address, the page opens only on this machine",
    )
    group.add_argument(
        "--web-tabs", type=int, default=MOST_TABS, metavar="N", help=f"at most N browser tabs at once ({MOST_TABS})"
    )
    group.add_argument(
        "--web-replays", default="", metavar="FOLDER", help="also offer the replays in FOLDER on the page"
    )


def read_web(args: argparse.Namespace) -> WebOrder | None:
    """The door that a command line asks for, its table still missing; None for no door. Raises Problem."""
    if args.web is None:
        if args.web_replays or args.web_tabs != MOST_TABS:
            raise UsageProblem("--web-tabs and --web-replays need --web PORT.")
        return None
    host, port = read_place("--web", args.web, usual="127.0.0.1")
    if args.private:
        raise UsageProblem("--web cannot be used with --private: the page does not ask for a join code.")
    if args.web_tabs < 1:
        raise UsageProblem(f"--web-tabs must be at least 1, not {args.web_tabs}.")
    if args.web_replays and not Path(args.web_replays).is_dir():
        raise UsageProblem(f"There is no folder {args.web_replays}.")
    if not all(map(find_spec, ("aiohttp", "textual_serve"))):
        raise MissingPackages("--web", "web")
    replays = str(Path(args.web_replays).absolute()) if args.web_replays else ""
    return WebOrder(host=host, port=port, most_tabs=args.web_tabs, replays=replays)


def open_web(order: WebOrder, handle: HostHandle, title: str) -> list[str]:
    """Open the door to a table. Returns the addresses of its page, one for each network of this machine. Raises
    Problem."""
    address = shared_socket(handle.table_id) or handle.address.link()
    told = msgspec.structs.replace(order, table_id=handle.table_id, address=address, title=title)
    port = start_door("tui.doors.web", told, handle.table_id)
    hosts = [host for host in hosts_here(order.host) if not needs_scope(host)]  # no browser opens one that needs it
    return [f"http://{f'[{host}]' if ':' in host else host}:{port}/" for host in hosts or ["localhost"]]
