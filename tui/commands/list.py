"""`khanhoo list`: the tables that can be joined now."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from ..forms.found_tables import titles_of
from ..output import complain
from ..session.invitation import STANDING_WORDS, key_standing
from ._text import plain_table

if TYPE_CHECKING:
    from net.discovery.finder import FoundTable

NOTHING_FOUND: Final = "No table found. Open one with: khanhoo host GAME"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON: a list with one object for each table")
    parser.add_argument(
        "--seconds", type=float, default=3.0, metavar="S", help="listen for tables on the network for S seconds (3)"
    )


def run(args: argparse.Namespace) -> int:
    import asyncio

    from ..problems import UsageProblem

    if not 0 <= args.seconds <= 60:
        raise UsageProblem("--seconds must be between 0 and 60.")
    tables, problem = asyncio.run(_look(args.seconds))
    if args.json:
        import json

        print(json.dumps([_plain(found) for found in tables], ensure_ascii=False, indent=2))
    elif tables:
        heads = ("GAME", "TABLE", "SEATS", "WATCHING", "STATE", "HOST", "JOIN WITH")
        titles = titles_of(tables)
        print(plain_table(heads, [_row(one, titles[one.info.table_id]) for one in tables]))
    elif not problem:
        print(NOTHING_FOUND)
    if problem or (args.json and not tables):
        complain(problem or NOTHING_FOUND)
    return 0


async def _look(seconds: float) -> tuple[list[FoundTable], str | None]:
    import asyncio

    from net.discovery.finder import Finder

    async with Finder() as finder:
        await asyncio.sleep(seconds)
        return [found for found in finder.tables if found.reachable], finder.problem


def _row(found: FoundTable, title: str) -> tuple[str, ...]:
    from net.storage.known_hosts import KnownHosts

    from ..forms.host_config import game_title

    info = found.info
    taken = sum(seat.kind != "empty" for seat in info.seats)
    return (
        game_title(info.game, info.options),
        title,
        f"{taken}/{len(info.seats)}",
        str(info.watching),
        f"{info.phase}, private" if info.coded else info.phase,
        STANDING_WORDS[key_standing(found, KnownHosts()) or ""],
        f"khanhoo join {found.link}",
    )


def _plain(found: FoundTable) -> dict[str, Any]:
    import msgspec

    from net.storage.known_hosts import KnownHosts

    return {
        "address": str(found.address),
        "link": found.link,
        "host": key_standing(found, KnownHosts()),
        "source": found.source,
        "user": found.user,
        "table": msgspec.to_builtins(found.info),
    }
