"""`khanhoo tables`: list, lock, stop and restart the tables that this user hosts."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..forms.time_words import NOT_SAVED
from ..problems import Problem
from ..session.invitation import network_links, told_code, told_info
from ._text import plain_table

if TYPE_CHECKING:
    from net.host.launcher import KeptTable
    from net.host.registry import RunningTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--stop", metavar="TABLE", help="end a table; an unfinished match can continue later")
    group.add_argument("--stop-all", action="store_true", help="end all your tables")
    group.add_argument(
        "--lock", metavar="TABLE", help="lock a table: nobody new can join, but players can still come back"
    )
    group.add_argument("--open", metavar="TABLE", help="unlock a table")
    group.add_argument("--restart", metavar="TABLE", help="restart a table whose host program has ended")
    group.add_argument("--forget", metavar="TABLE", help="delete an ended table and its journal")
    parser.add_argument(
        "--yes", action="store_true", help="with --restart: ask no question, even if the match continued elsewhere"
    )
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    from net.host.launcher import HostProblem
    from net.problems import StoreProblem

    try:
        return _run(args)
    except (HostProblem, StoreProblem) as problem:
        raise Problem(str(problem)) from None


def _run(args: argparse.Namespace) -> int:
    from net.host.config import tables_dir
    from net.host.launcher import kept_tables, running_tables

    if args.stop:
        _stop(args.stop)
    elif args.stop_all:
        _stop_all()
    elif args.lock or args.open:
        _lock(args.lock or args.open, is_on=bool(args.lock))
    elif args.restart:
        _restart(args.restart, is_sure=args.yes)
    elif args.forget:
        _forget(args.forget)
    else:
        running, kept = running_tables(), kept_tables(with_moved=True, with_lost=True)
        if args.json:
            _list_json(running, kept)
        elif running or kept:
            _list(running, kept)
        tables_dir()  # if tables may have been saved where they cannot be read, this says so
        if not (args.json or running or kept):
            print("You host no tables. Open one with: khanhoo host GAME")
    return 0


def _stop(table_id: str) -> None:
    from net.host.launcher import kept_tables, stop_table

    stop_table(table_id)
    goes_on = table_id in {table.table_id for table in kept_tables()}
    print(
        f"Table {table_id} has ended." + (f" Continue it with: khanhoo tables --restart {table_id}" if goes_on else "")
    )


def _stop_all() -> None:
    from net.host.launcher import running_tables, stop_table

    tables = running_tables()
    for table in tables:
        stop_table(table.table_id)
        print(f"Table {table.table_id} has ended.")
    if not tables:
        print("No table is running here.")


def _lock(table_id: str, *, is_on: bool) -> None:
    import asyncio

    from net.host.launcher import address_of, running_tables
    from net.transport.dial import ask_table
    from net.transport.sockets import CannotReach

    entry = next((table for table in running_tables() if table.table_id == table_id), None)
    if entry is None:
        raise Problem(f"No table {table_id} is running on this machine.")
    if not entry.socket:
        raise Problem(
            f"Table {table_id} accepts only network connections, so this command cannot lock or unlock it. "
            "Press u at the table instead."
        )
    try:
        info = asyncio.run(ask_table(address_of(entry), lock=is_on))
    except CannotReach as problem:
        raise Problem(f"Table {table_id} refused: {problem}") from None
    print(
        f"Table {table_id} is locked. New players cannot join."
        if info.locked
        else f"Table {table_id} is unlocked. New players can join."
    )


def _restart(table_id: str, *, is_sure: bool) -> None:
    from net.host.launcher import kept_tables, restart_table

    moved = next((table.elsewhere for table in kept_tables(with_moved=True) if table.table_id == table_id), "")
    if moved and not is_sure:
        if not sys.stdin.isatty():
            raise Problem(f"{moved} Join the match there. To start table {table_id} anyway, add --yes.")
        print(
            f"{moved} If you start this table too, the match continues at two tables. "
            "If one of the two tables has no other players, it usually closes soon."
        )
        if input(f"Start table {table_id} anyway? [y/N] ").strip().lower() not in ("y", "yes"):
            print(f"Table {table_id} was not started.")
            return
    handle = restart_table(table_id)
    print(f"Table {handle.table_id} is running again: khanhoo join {handle.address}")
    if handle.notice:
        print(f"  note              {handle.notice}")


def _forget(table_id: str) -> None:
    from net.host.launcher import forget_table

    forget_table(table_id, with_damaged=True)
    print(f"Table {table_id} is deleted.")


@dataclass(frozen=True, slots=True)
class _Found:
    """A running table, and how people join it.

    listed: whether lists show the table, as the table itself says. code: the join code for new players, shown only to
    the host's own user. own: the address for this user. shared: the socket for all users of this machine, "" for none.
    links: the links for the network. words: the host's four words.
    """

    table: RunningTable
    listed: bool
    code: str
    own: str
    shared: str
    links: list[str]
    words: str

    @property
    def state(self) -> str:
        listed = "listed" if self.listed else "unlisted"
        code = f"join code {self.code}" if self.code else ""
        return ", ".join(filter(None, (NOT_SAVED if self.table.not_saved else "", listed, code)))


def _found(table: RunningTable) -> _Found:
    from net.crypto.key_words import four_words
    from net.host.launcher import address_of
    from net.storage.paths import shared_socket

    address = address_of(table)
    info = told_info(address)
    key = info.key if info is not None else ""
    return _Found(
        table=table,
        listed=info.listed if info is not None else table.listed,
        code=told_code(address),
        own=str(address),
        shared=shared_socket(table.table_id),
        links=network_links(table.port, table.table_id, key) if table.port else [],
        words=four_words(key) if key else "",
    )


def _list_json(running: Sequence[RunningTable], kept: Sequence[KeptTable]) -> None:
    import msgspec

    tables = []
    for found in map(_found, running):
        more = {
            "state": "running",
            "listed": found.listed,
            "shared": found.shared,
            "link": next(iter(found.links), ""),
            "links": found.links,
            "words": found.words,
            "code": found.code,
        }
        tables.append({**msgspec.structs.asdict(found.table), **more})
    for t in kept:
        state = "damaged" if t.is_lost else "elsewhere" if t.elsewhere else "ended"
        told = {"table_id": t.table_id, "title": t.title, "game": t.game, "state": state}
        tables.append({**told, "elsewhere": t.elsewhere} if t.elsewhere else told)
    print(msgspec.json.format(msgspec.json.encode(tables)).decode())


def _list(running: Sequence[RunningTable], kept: Sequence[KeptTable]) -> None:
    now = time.time()
    tables = [_found(table) for table in running]
    rows = [
        (t.table.table_id, _game(t.table), t.table.title, _span(now - t.table.began), t.state, t.own) for t in tables
    ]
    for ended in kept:
        state = "damaged" if ended.is_lost else "continued elsewhere" if ended.elsewhere else "ended"
        rows.append((ended.table_id, _game(ended), ended.title, _span(now - ended.changed), state, ""))
    print(plain_table(("TABLE", "GAME", "TITLE", "SINCE", "STATE", "FOR YOU"), rows))
    shared = [(t.table.table_id, f"khanhoo join {t.shared}") for t in tables if t.shared]
    if shared:
        print()
        print(plain_table(("TABLE", "ON THIS MACHINE"), shared))
    links = [(t.table.table_id, f"khanhoo join {link}", t.words) for t in tables for link in t.links]
    if links:
        print()
        print(plain_table(("TABLE", "ON THE NETWORK", "THE HOST'S WORDS"), links))
    for problem in dict.fromkeys(table.unannounced for table in running if table.unannounced):
        hidden = ", ".join(table.table_id for table in running if table.unannounced == problem)
        print(f"\nOther machines do not find {hidden}. {problem}")


def _game(table: RunningTable | KeptTable) -> str:
    from ..forms.host_config import game_title

    return game_title(table.game, table.options)


def _span(seconds: float) -> str:
    for size, word in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {word}"
    return f"{int(max(0, seconds))} s"
