"""The example client, which shares no code with the project, plays and verifies whole matches at real hosts."""

import ast
import asyncio
import json
import sys

import pytest

from engine.api import OptionValue, find_game
from net.host.launcher import start_host
from net.transport.tls import own_identity

from ..harness.players import quick_config
from ..harness.ports import free_port
from ..harness.slow import one_of_each
from ..harness.terminal import ROOT

CLIENT = ROOT / "examples" / "client.py"
MATCHES: dict[tuple[str, str], dict[str, OptionValue]] = {
    ("hearts", "hearts"): {"limit": 10},
    ("hearts", "omnibus"): {"limit": 10},
    ("khanhoo", "denexa"): {"target": 20},
    ("khanhoo", "english"): {"target": 20},
    ("kanhu_ming", "ming"): {"hands": 2},
    ("kanhu_qing", "qing"): {"hands": 2},
    ("khamul", "khamul"): {"limit": 15},
    ("chinaso", "chinaso"): {},
    ("chinaso", "express"): {},
    ("solo", "solo"): {"hands": 2},
    ("solo", "points"): {"points": 1, "max_hands": 2},
}
"""Options that make a match of each game and preset short, but longer than a deal that ends with its first move."""
PLAYERS = 2


@pytest.mark.parametrize(("game", "preset"), one_of_each(MATCHES, len))
async def test_a_match_is_played_and_every_deal_verified_by_a_client_that_knows_the_document_alone(
    game: str, preset: str
) -> None:
    given = next(one for one in find_game(game).meta.presets if one.id == preset).options
    options = {**given, **MATCHES[game, preset]}
    seats = find_game(game).meta.usual_seats
    config = quick_config(game, tcp=True, bind="127.0.0.1", port=free_port(), seats=seats, options=options)
    host = await asyncio.to_thread(start_host, config)
    key = (await asyncio.to_thread(own_identity))[0].fingerprint
    link = f"khanhoo://127.0.0.1:{host.port}/{host.table_id}#{key}"
    command = [sys.executable, "-I", str(CLIENT), link, "--players", str(PLAYERS), "--seed", preset]
    client = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output, _ = await client.communicate()
    assert client.returncode == 0, output.decode()
    told = json.loads(output.decode().splitlines()[-1])
    assert [one["came_back"] > 0 for one in told["clients"]] == [True] * PLAYERS
    assert all(one["deals"] and one["shares"] and one["signatures"] and one["record_bytes"] for one in told["clients"])


def test_the_client_imports_the_standard_library_and_msgpack_alone() -> None:
    imported = set[str]()
    for node in ast.walk(ast.parse(CLIENT.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            imported.add((node.module or "").partition(".")[0])
    assert imported - sys.stdlib_module_names == {"msgpack"}
