"""`khanhoo serve [GAME]`: a table on this machine, or the whole card room over SSH, without a player of ours."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..doors.ssh.order import add_ssh, login_words, open_beside, read_ssh
from ..doors.web.order import add_web, open_web, read_web
from ..problems import Problem, UsageProblem
from ..session.invitation import NO_NETWORK, network_links, told_code, told_info
from ..session.own_tables import end_table
from ._table import add_game, add_hosting, add_rules_of_play, read_shared

if TYPE_CHECKING:
    from net.host.config import HostConfig
    from net.host.launcher import HostHandle

    from ..doors.ssh.door import OpenDoor
    from ..doors.ssh.order import SshOrder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, without="the game played last, or, with --ssh, a card room that is open until Ctrl-C")
    add_rules_of_play(parser, alone=False)
    add_hosting(parser)
    parser.add_argument(
        "--first-is-host",
        action="store_true",
        help="the first player to sit down owns the table, and may close it (only for a network that you trust)",
    )
    parser.add_argument(
        "--idle-minutes",
        type=int,
        default=None,
        metavar="N",
        help="end the table when nobody has been connected for N minutes; 0 for never (15)",
    )
    add_ssh(parser)
    add_web(parser)


def run(args: argparse.Namespace) -> int:
    ssh = read_ssh(args)
    if ssh is None or args.game:
        return _open_table(args, ssh)
    if args.web is not None:
        raise UsageProblem(
            "--web needs a table to show. Name its game, for example: khanhoo serve hearts --ssh 4222 --web 8080."
        )
    return _open_card_room(ssh)


def _open_card_room(ssh: SshOrder) -> int:
    """Serve the card room in this process, without a table of its own, until Ctrl-C."""
    import asyncio

    from ..doors.ssh.door import keep_open, prepare_process

    def tell(door: OpenDoor) -> None:
        print("The card room is open. Ctrl-C closes the room, but its tables go on.")
        for line in login_words(ssh.host, door.port):
            print(f"  to play           {line}")
        print(f"  the door's key    {door.fingerprint}", flush=True)

    prepare_process()
    asyncio.run(keep_open(ssh, tell))
    return 0


def _open_table(args: argparse.Namespace, ssh: SshOrder | None) -> int:
    import msgspec

    from net.host.launcher import HostProblem, start_host

    from ..forms.host_config import game_title

    config = msgspec.structs.replace(read_shared(args), first_is_host=args.first_is_host)
    web = read_web(args)
    if args.idle_minutes is not None:
        config = msgspec.structs.replace(config, idle_minutes=max(0, args.idle_minutes))
    try:
        handle = start_host(config)
    except HostProblem as problem:
        raise Problem(str(problem)) from None
    title = game_title(config.game, config.options)
    try:
        logins = open_beside(ssh, handle.table_id) if ssh is not None else ()
        pages = open_web(web, handle, config.title or title) if web is not None else ()
        _tell(config, handle, title, logins, pages)
        sys.stdout.flush()
    except Problem:
        end_table(handle.table_id)
        raise
    return 0


def _tell(config: HostConfig, handle: HostHandle, title: str, logins: Sequence[str], pages: Sequence[str]) -> None:
    """Print how people join a table. Raises OutputProblem."""
    from net.crypto.key_words import four_words
    from net.storage.paths import shared_socket

    print(f"Table {handle.table_id} is open ({title}). The table runs in the background as process {handle.pid}.")
    print(f"  for you           khanhoo join {handle.address}")
    if shared := shared_socket(handle.table_id):
        print(f"  on this machine   khanhoo join {shared}")
    if handle.port:
        info = told_info(handle.address)
        key = info.key if info is not None else ""
        links = network_links(handle.port, handle.table_id, key)
        for link in links:
            print(f"  on the network    khanhoo join {link}")
        if not links:
            print(f"  on the network    not now, because {NO_NETWORK}")
        if key:
            print(f"  the host's words  {four_words(key)}")
    if config.private:
        print(f"  the join code     {told_code(handle.address)} (tell it to the players you invite)")
    if not config.first_is_host:
        print("  The first player to sit down sets the rules and starts the match.")
        print("  Only you can close the table and remove players.")
    print(f"  to lock it        khanhoo tables --lock {handle.table_id}")
    print(f"  to end it         khanhoo tables --stop {handle.table_id}")
    if handle.notice:
        print(f"  note              {handle.notice}")
    for line in logins:
        print(f"  over SSH          {line}")
    for page in pages:
        print(f"  in a browser      {page}")
