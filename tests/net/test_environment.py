"""Where tables are found is set by the environment, and who sets another service meets none of ours."""

import os
from pathlib import Path

import pytest

from net import environment
from net.discovery.finder import Finder
from net.host import registry
from net.wire.address import parse_address

from ..harness.players import quick_host


@pytest.mark.parametrize(
    ("named", "port"),
    [("4300", 4300), ("", 4242), ("0", 4242), ("65536", 4242), ("-1", 4242), ("٤٢٤٢", 4242), ("http", 4242)],
)
def test_the_usual_port_is_what_is_named_if_it_is_one(monkeypatch: pytest.MonkeyPatch, named: str, port: int) -> None:
    monkeypatch.setenv(environment.PORT, named)
    assert environment.usual_port() == port
    assert parse_address("den.local").port == port


@pytest.mark.parametrize(
    ("named", "service"),
    [
        ("ab12ef", "_khanhoo-ab12ef._tcp.local."),
        ("", "_khanhoo._tcp.local."),
        ("a.b", "_khanhoo._tcp.local."),
        ("sevenxx", "_khanhoo._tcp.local."),
    ],
)
def test_the_service_is_ours_or_a_short_label_of_it(monkeypatch: pytest.MonkeyPatch, named: str, service: str) -> None:
    monkeypatch.setenv(environment.SERVICE, named)
    assert environment.service() == service


def test_interfaces_are_addresses_with_commas_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.INTERFACES, "127.0.0.1, 10.0.0.5,")
    assert environment.interfaces() == ("127.0.0.1", "10.0.0.5")
    monkeypatch.delenv(environment.INTERFACES)
    assert environment.interfaces() == ()


def test_these_tests_have_an_environment_of_their_own(home: Path) -> None:
    assert environment.home() == home
    assert environment.usual_port() != 4242
    assert environment.service() != "_khanhoo._tcp.local."
    assert environment.interfaces() == ("127.0.0.1",)


async def test_a_table_of_somebody_else_on_this_machine_is_not_seen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = environment.service()
    other_home = home / "other"
    other_home.mkdir(mode=0o700)
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv(environment.HOME, str(other_home))
        elsewhere.setenv(environment.SERVICE, "other")
        theirs = await quick_host(tcp=True, listed=True, title="Theirs")
        async with Finder(recent=False, machine=False, ask_every_s=0.2) as finder:
            await until_found(finder, theirs.table_id)  # it is announced by now
    assert environment.service() == ours
    own = await quick_host(tcp=True, listed=True, title="Ours")
    async with Finder(ask_every_s=0.2) as finder:
        await until_found(finder, own.table_id)
        assert {table.info.title for table in finder.tables} == {"Ours"}
    assert registry.find_running(theirs.table_id) is None
    assert os.environ[environment.HOME] == str(home)


async def until_found(finder: Finder, table_id: str) -> None:
    """Wait until the list has this table."""
    async for tables in finder.changes():
        if table_id in {table.info.table_id for table in tables}:
            return
