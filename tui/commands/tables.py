"""`khanhoo tables`: the tables this user hosts, to list, to stop, to start again."""

import argparse
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..invitation import network_link, told_code, told_key
from ..problems import Problem
from ._text import plain_table

if TYPE_CHECKING:
    from net.registry import RunningTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with which table."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--stop", metavar="TABLE", help="end a table; a match that is not over can go on later")
    group.add_argument("--stop-all", action="store_true", help="end all your tables")
    group.add_argument("--restart", metavar="TABLE", help="go on with a table whose host has ended")
    group.add_argument("--forget", metavar="TABLE", help="remove a table that has ended, with its journal")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    """Do it, or list."""
    from net.files import StoreProblem
    from net.process import HostProblem

    try:
        return _run(args)
    except (HostProblem, StoreProblem) as problem:
        raise Problem(str(problem)) from None


def _run(args: argparse.Namespace) -> int:
    from net.process import address_of, forget_table, kept_tables, restart_table, running_tables, stop_table

    if args.stop:
        stop_table(args.stop)
        goes_on = args.stop in {table.table_id for table in kept_tables()}
        print(f"Table {args.stop} has ended." + (f" khanhoo tables --restart {args.stop} goes on." if goes_on else ""))
        return 0
    if args.stop_all:
        for table in running_tables():
            stop_table(table.table_id)
            print(f"Table {table.table_id} has ended.")
        return 0
    if args.restart:
        handle = restart_table(args.restart)
        print(f"Table {handle.table_id} goes on: khanhoo join {handle.address}")
        if handle.notice:
            print(f"  note              {handle.notice}")
        return 0
    if args.forget:
        forget_table(args.forget)
        print(f"Table {args.forget} is gone.")
        return 0
    running, kept = running_tables(), kept_tables()
    ways = {table.table_id: _way(table) for table in running}
    codes = {table.table_id: told_code(address_of(table)) for table in running}
    if args.json:
        import msgspec

        tables = [
            {
                **msgspec.structs.asdict(t),
                "state": "running",
                "link": ways[t.table_id][0],
                "words": ways[t.table_id][1],
                "code": codes[t.table_id],
            }
            for t in running
        ]
        tables += [{"table_id": t.table_id, "title": t.title, "game": t.game, "state": "ended"} for t in kept]
        print(msgspec.json.format(msgspec.json.encode(tables)).decode())
        return 0
    now = time.time()
    rows = [
        (t.table_id, t.game, t.title, _span(now - t.began), _state(t, codes[t.table_id]), str(address_of(t)))
        for t in running
    ]
    rows += [(t.table_id, t.game, t.title, _span(now - t.changed), "ended", "") for t in kept]
    if not rows:
        print("You host no tables. khanhoo host GAME opens one.")
        return 0
    print(plain_table(("TABLE", "GAME", "TITLE", "SINCE", "STATE", "ADDRESS"), rows))
    links = [(table_id, f"khanhoo join {link}", words) for table_id, (link, words) in ways.items() if link]
    if links:
        print()
        print(plain_table(("TABLE", "ON THE NETWORK", "THE HOST'S WORDS"), links))
    return 0


def _way(table: "RunningTable") -> tuple[str, str]:
    """The join link of a table that listens to the network, and its host's words; "" twice for one that does not."""
    if not table.port:
        return "", ""
    from net.files import StoreProblem
    from net.hostconfig import CONFIG_NAME, load_config
    from net.process import address_of
    from net.words import four_words

    key = told_key(address_of(table))
    bind = ""
    if table.folder:
        with suppress(StoreProblem, OSError):
            bind = load_config(Path(table.folder) / CONFIG_NAME).bind
    return network_link(bind, table.port, table.table_id, key), four_words(key) if key else ""


def _state(table: "RunningTable", code: str) -> str:
    """Who may come to a running table. code: what newcomers need, which only its host's own user is told."""
    listed = "listed" if table.listed else "unlisted"
    return f"{listed}, code {code}" if code else listed


def _span(seconds: float) -> str:
    """A time span in one word."""
    for size, word in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {word}"
    return f"{int(max(0, seconds))} s"
