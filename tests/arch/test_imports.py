"""One way in: what each module brings with it when it is the first that a fresh interpreter imports."""

import ast

import pytest

from .sources import PACKAGES, calls, loaded_after, loaded_by_each, modules, nodes, place, python_files, tops

SCREEN = {"textual", "rich", "tui"}
ENGINE = "msgspec, msgpack, engine.api"
LIBRARY = "random, hashlib, hmac, dataclasses, tomllib, statistics, importlib.resources"  # of these, none in OUTSIDE
OUTSIDE = {"socket", "ssl", "asyncio", "selectors", "subprocess", "multiprocessing", "sqlite3", "zeroconf"}


@pytest.mark.slow
def test_an_engine_module_alone_brings_no_screen_and_no_network() -> None:
    names = modules("engine")
    already = f"import msgspec, msgpack, {LIBRARY}"
    brought = {name: tops(held) for name, held in loaded_by_each(names, already=already).items()}
    assert set(brought) == set(names)
    assert not {name for name, held in brought.items() if held & (SCREEN | OUTSIDE | {"net", "platformdirs"})}


@pytest.mark.slow
def test_a_net_module_alone_brings_no_screen() -> None:
    names = modules("net")
    already = f"import asyncio, ssl, {ENGINE}, cryptography.x509, secrets, platformdirs, ifaddr"
    brought = {name: tops(held) for name, held in loaded_by_each(names, already=already).items()}
    assert set(brought) == set(names)
    assert not {name for name, held in brought.items() if held & SCREEN}


def test_sans_io_modules_bring_no_event_loop_and_no_socket() -> None:
    code = (
        "import net.wire.framing, net.wire.host_messages, net.room.room, net.verification.transcript, net.wire.sanitize"
    )
    assert not tops(loaded_after(code)) & {"asyncio", "ssl", "socket", "zeroconf", "sqlite3"}


def test_the_host_process_brings_no_zeroconf_until_it_announces() -> None:
    assert "zeroconf" not in tops(loaded_after("import net.host.host"))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"], ["tables", "--help"]])
def test_asking_for_help_brings_neither_textual_nor_zeroconf_nor_an_event_loop(arguments: list[str]) -> None:
    loaded = loaded_after(f"from tui.cli import main; main({arguments!r})")
    assert not tops(loaded) & {"textual", "rich", "zeroconf", "asyncio", "sqlite3"}


@pytest.mark.slow
def test_any_tui_module_can_be_the_first_imported() -> None:
    names = modules("tui")
    lower = f"{ENGINE}, net.client.session, net.host.host, net.discovery.finder"  # which know nothing of it
    held = loaded_by_each(
        names, already=f"import textual.app, textual.screen, textual.widgets, asyncssh, json, {lower}"
    )
    assert set(held) == set(names)


def test_listing_the_games_loads_no_rules() -> None:
    loaded = loaded_after("from engine.api import games; games()")
    assert not {name for name in loaded if name.startswith("engine.games.") and name.endswith(".rules")}


def test_no_module_of_the_engine_uses_the_global_random_generator_or_prints_or_opens() -> None:
    forbidden = {"print", "open", "input", "hash", "id", "time.time", "os.urandom"}
    found = [
        f"{place(path, call)}: {name}"
        for path in python_files("engine")
        for call, name in calls(path)
        if name in forbidden or (name.startswith("random.") and name != "random.Random")
    ]
    assert not found, "Two replays of one journal would differ, or the rules would talk past the table."


def test_every_random_generator_of_the_engine_is_given_its_seed() -> None:
    unseeded = [
        place(path, call)
        for path in python_files("engine")
        for call, name in calls(path)
        if name in {"Random", "random.Random"} and not call.args
    ]
    assert not unseeded


def test_from_random_nothing_but_its_class_is_imported_by_the_engine() -> None:
    found = [
        f"{place(path, node)}: {alias.name}"
        for path in python_files("engine")
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
        if alias.name != "Random"
    ]
    assert not found


def test_inside_a_package_imports_are_relative() -> None:
    """So that a glance at an import tells whether it crosses a border."""
    crossing = [
        place(path, node)
        for package in PACKAGES
        for path in python_files(package)
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] == package
    ]
    assert not crossing
