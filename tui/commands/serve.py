"""`khanhoo serve [GAME]`: a table on this machine, with nobody of ours at it."""

import argparse

from ..problems import Problem
from ..session.invitation import network_links, told_code, told_info
from ._table import add_game, add_hosting, add_rules_of_play, read_shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    add_rules_of_play(parser, alone=False)
    add_hosting(parser)
    parser.add_argument(
        "--first-is-host",
        action="store_true",
        help="whoever sits down first may do all with the table, also close it (for a network that you trust)",
    )
    parser.add_argument(
        "--idle-minutes",
        type=int,
        default=None,
        metavar="N",
        help="end when nobody was connected for so long; 0 never (usually 15)",
    )


def run(args: argparse.Namespace) -> int:
    import msgspec

    from net.crypto.key_words import four_words
    from net.host.launcher import HostProblem, start_host
    from net.storage.paths import shared_socket

    config = msgspec.structs.replace(read_shared(args), first_is_host=args.first_is_host)
    if args.idle_minutes is not None:
        config = msgspec.structs.replace(config, idle_minutes=max(0, args.idle_minutes))
    try:
        handle = start_host(config)
    except HostProblem as problem:
        raise Problem(str(problem)) from None
    print(f"Table {handle.table_id} is open ({config.game}); it runs on in the background, as process {handle.pid}.")
    print(f"  for you           khanhoo join {handle.address}")
    if shared := shared_socket(handle.table_id):
        print(f"  on this machine   khanhoo join {shared}")
    if handle.port:
        info = told_info(handle.address)
        key = info.key if info is not None else ""
        for link in network_links(handle.port, handle.table_id, key):
            print(f"  on the network    khanhoo join {link}")
        if key:
            print(f"  the host's words  {four_words(key)}")
    if config.private:
        print(f"  the table's code  {told_code(handle.address)} (whom you tell it can come in)")
    if not config.first_is_host:
        print("  the table is yours: who sits down first sets its rules and starts it; only you close it or send away")
    print(f"  to lock it        khanhoo tables --lock {handle.table_id}")
    print(f"  to end it         khanhoo tables --stop {handle.table_id}")
    if handle.notice:
        print(f"  note              {handle.notice}")
    return 0
