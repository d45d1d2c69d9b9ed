"""What people see of the host's key: its words beside the link, marks in the lists, and a question when it changes."""

import asyncio
import json
import re
from pathlib import Path

import msgspec
import pytest

from net.crypto.key_words import four_words
from net.discovery.finder import FoundTable
from net.host.config import HostConfig
from net.host.launcher import HostHandle, running_tables, start_host, stop_table
from net.storage import paths
from net.storage.known_hosts import KnownHosts
from net.transport.tls import make_identity, own_identity
from net.wire.address import Address, tcp_address
from tui.app import KhanhooApp
from tui.config.settings import Settings
from tui.config.terminal import Terminal as Looks
from tui.forms.host_config import shared_config
from tui.screens.lobby import invite_blocks
from tui.session.invitation import invite_words, key_standing
from tui.session.routes import ToTable

from ...harness.ports import free_port
from ...harness.screens import khanhoo, place, resize, settled, until, until_shown
from ...harness.slow import slow
from ...harness.terminal import Terminal
from ..scene import screen_text
from ..scenes import ANN, FREE, KEY, LEAST, OTHER_KEY, SMALL, at_the_list, in_lobby, room, table_info


def listening(port: int = 0) -> HostHandle:
    """A table that listens on the loopback."""
    return start_host(HostConfig(game="hearts", listed=False, bind="127.0.0.1", port=port or free_port()))


def own_words() -> str:
    """The words of this installation's key."""
    return four_words(own_identity()[0].fingerprint)


def change_key(handle: HostHandle) -> HostHandle:
    """The machine behind a port is set up anew: another table there, and another key."""
    stop_table(handle.table_id)
    (paths.data_dir() / "host-key.pem").write_bytes(make_identity().pem)
    return listening(handle.port)


async def met_and_changed() -> tuple[Address, str, str]:
    """A host that this user has met at an address, and the words of its key before and now."""
    handle = await asyncio.to_thread(listening)
    address, before = tcp_address("127.0.0.1", handle.port), own_words()
    KnownHosts().keep(own_identity()[0].fingerprint, str(address), handle.table_id)
    await asyncio.to_thread(change_key, handle)
    assert own_words() != before
    return address, before, own_words()


# In the lobby.


async def test_host_and_guest_see_the_same_four_words_and_the_guest_that_they_are_new() -> None:
    ann, bea = room(), room()
    async with ann.run_test(size=SMALL) as pilot:
        ann.tables.open_table(shared_config(ann.settings, "hearts", listed=False, bind="127.0.0.1"))
        text = await until_shown(pilot, "Host's words:")
        assert f"{own_words()} (everybody must see the same words)" in " ".join(text.split())
        assert f"#{own_identity()[0].fingerprint[:32]}" in text
    (table,) = running_tables()
    for note in ("not met before: the host must see the same words", "met before"):
        async with bea.run_test(size=SMALL) as pilot:
            bea.tables.join_table(tcp_address("127.0.0.1", table.port), "watcher")
            text = await until_shown(pilot, "Host's words:")
            assert f"{own_words()} ({note})" in " ".join(text.split())
            assert f"#{own_identity()[0].fingerprint[:32]}" in text
        bea = room()


@pytest.mark.slow
async def test_the_words_are_those_of_the_key_that_answered_and_not_of_the_one_that_was_told() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby(1)(pilot)
        assert app.session is not None
        assert app.session.info is not None
        app.session.info = msgspec.structs.replace(app.session.info, key=OTHER_KEY)
        app.screen.show_table()  # type: ignore[attr-defined]
        await settled(pilot)
        assert four_words(KEY) in screen_text(app)
        assert four_words(OTHER_KEY) not in screen_text(app)


async def test_a_link_stands_in_a_row_of_its_own_and_whole_in_the_least_window() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby(1)(pilot)
        link = f"khanhoo://192.168.1.5:4242/a1b2c3d4e5f6#{KEY[:32]}"
        assert link in [line.strip() for line in screen_text(app).splitlines()]
        await resize(pilot, *LEAST)
        await until(pilot, lambda: link in re.sub(r"\s+", "", screen_text(app)))
        assert four_words(KEY) in screen_text(app)


def test_a_table_that_is_on_no_network_says_so_and_has_no_words() -> None:
    info = table_info(ANN, FREE, listed=False)
    (block,) = invite_blocks(info, [], "the table accepts no connections from the network", "")
    assert block.text == "only on this machine, because the table accepts no connections from the network"
    (block,) = invite_blocks(table_info(ANN, FREE), [], "this machine is on no network", "")
    assert block.text == "with f in the menu, only on this machine, because this machine is on no network"


def test_unannounced() -> None:
    """If other machines cannot find the table, its host is not told that they find it with f, but why not."""
    how, _, why = invite_blocks(table_info(ANN, FREE), ["khanhoo://10.0.0.5:4242/t1"], "A firewall blocks it.", "")
    assert (how.text, why.text) == ("khanhoo join", "A firewall blocks it.")
    lead = invite_words(["khanhoo://10.0.0.5:4242/t1"], "A firewall blocks it.")[1]
    assert lead.endswith("Other machines do not find the table in their list. A firewall blocks it.")


# The host's key has changed.


async def test_a_changed_key_is_shown_with_the_old_one_and_not_joined_by_default() -> None:
    address, before, now = await met_and_changed()
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(address, "watcher")
        text = await until_shown(pilot, "The host's key has changed")
        assert re.search(rf"It was: +{before}\n", text)
        assert re.search(rf"It is now: +{now}\n", text)
        for key in ("enter", "escape"):
            await pilot.press(key)
            await until_shown(pilot, "You did not join")
            assert app.session is None
            assert place(app) == ""
            app.tables.join_table(address, "watcher")
            await until_shown(pilot, "The host's key has changed")
    fingerprint = own_identity()[0].fingerprint
    assert not KnownHosts().knows(fingerprint)


async def test_a_new_key_that_the_person_trusts_is_joined_and_known_from_then_on() -> None:
    address, _, now = await met_and_changed()
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(address, "watcher")
        await until_shown(pilot, "The host's key has changed")
        await pilot.press("down", "enter")
        assert f"{now} (not met before" in await until_shown(pilot, "Host's words:")
    again = room()
    async with again.run_test(size=SMALL) as pilot:
        again.tables.join_table(address, "watcher")
        assert f"{now} (met before)" in await until_shown(pilot, "Host's words:")


async def test_a_link_that_names_another_key_is_no_matter_of_trust() -> None:
    handle = await asyncio.to_thread(listening)
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(tcp_address("127.0.0.1", handle.port, handle.table_id, OTHER_KEY[:32]), "player")
        await until(pilot, lambda: "The link is for another host" in " ".join(screen_text(app).split()))
        assert "Trust" not in screen_text(app)
        assert app.session is None


@pytest.mark.parametrize("key", ["t", *slow(["y", "n", "space"])])
async def test_no_single_key_trusts(key: str) -> None:
    app = room()
    answers: list[bool | None] = []
    async with app.run_test(size=SMALL) as pilot:
        asking = app.make_screen("other_host", "10.0.0.5:4242", four_words(OTHER_KEY), four_words(KEY))
        await app.push_screen(asking, answers.append)
        await pilot.press(key)
        await settled(pilot)
    assert True not in answers


# On the command line.


@pytest.mark.slow
async def test_the_command_line_stops_at_a_changed_key_and_says_what_to_do() -> None:
    address, before, now = await met_and_changed()
    app = KhanhooApp(Settings(name="Ann"), ToTable(address, "watcher"), terminal=Looks(colours="truecolor"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app._exit)
        assert app.return_code == 1
    assert before in app.parting
    assert now in app.parting
    assert "--trust" in app.parting


@pytest.mark.slow
async def test_trust_joins_by_the_words_that_the_host_reads_out(own_home: Path) -> None:
    address, before, now = await met_and_changed()
    journey = await asyncio.to_thread(_run_to_end, own_home, "join", str(address))
    assert journey[0] == 1
    assert before in journey[1]
    assert now in journey[1]
    journey = await asyncio.to_thread(_run_to_end, own_home, "watch", str(address), "--trust", before)
    assert journey[0] == 1
    assert f"You expected: {before}" in journey[1]
    await asyncio.to_thread(_join_and_go, own_home, "join", str(address), "--trust", now.upper())
    await asyncio.to_thread(_join_and_go, own_home, "watch", str(address))


def _run_to_end(home: Path, *words: str) -> tuple[int, str]:
    """A command in a terminal that ends by itself: its exit code and its last words."""
    terminal = Terminal(home, *words, "--name", "Ann", columns=300)
    try:
        return terminal.wait_for_end(), terminal.picture()
    finally:
        terminal.close()


def _join_and_go(home: Path, *words: str) -> None:
    """A command in a terminal that leads to the lobby, for a player over the rules of the game."""
    terminal = Terminal(home, *words, "--name", "Ann")
    try:
        if words[0] == "join":
            terminal.wait_for("in six lines")
            terminal.press("escape")
        terminal.wait_for("Host's words:")
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["join", "10.0.0.5", "--trust", "acorn actor"], "Type the host's 4 words"),
        (["watch", "10.0.0.5", "--trust", "acorn actor alarm zeppelin"], "A host's words never include 'zeppelin'"),
        (["join", "--trust", "acorn actor alarm album"], "needs an address or a link"),
        (["join", "/run/x.sock", "--trust", "acorn actor alarm album"], "is for tables on the network"),
    ],
)
def test_trust_that_makes_no_sense_is_said(words: list[str], sentence: str, own_home: Path) -> None:
    told = khanhoo(*words, home=own_home)
    assert told.returncode == 2
    assert sentence in told.stderr


@pytest.mark.slow
def test_serve_tables_and_list_show_the_words_and_links_with_the_key(own_home: Path) -> None:
    served = khanhoo("serve", "hearts", "--bind", "127.0.0.1", "--unlisted", home=own_home).stdout
    (table,) = running_tables()
    link = tcp_address("127.0.0.1", table.port, table.table_id, own_identity()[0].fingerprint).link()
    assert f"khanhoo join {link}\n" in served
    assert f"the host's words  {own_words()}\n" in served
    listed = khanhoo("tables", home=own_home).stdout
    assert f"khanhoo join {link}  {own_words()}\n" in listed
    (told,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
    assert (told["link"], told["words"]) == (link, own_words())


@pytest.mark.slow
def test_a_table_without_a_network_has_neither_link_nor_words(own_home: Path) -> None:
    start_host(HostConfig(game="hearts", listed=False, tcp=False))
    assert "WORDS" not in khanhoo("tables", home=own_home).stdout
    (told,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
    assert (told["link"], told["words"]) == ("", "")


# In the lists.


async def test_the_list_marks_hosts_met_before_and_hosts_with_another_key() -> None:
    pins = KnownHosts()
    pins.keep(KEY, "10.0.0.1:4242", "one")
    pins.keep(OTHER_KEY, "10.0.0.2:4242", "two")
    found = tuple(
        FoundTable(table_info(ANN, FREE, title=title, key=KEY), tcp_address(f"10.0.0.{number}", 4242), "lan")
        for number, title in enumerate(("Met", "Changed"), start=1)
    )
    stranger = FoundTable(table_info(ANN, title="Stranger", key="ab" * 32), tcp_address("10.0.0.9", 4242), "lan")
    assert [key_standing(one, pins) for one in (*found, stranger)] == ["met", "changed", "new"]
    assert found[0].link.endswith(f"#{KEY[:32]}")
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list((*found, stranger))(pilot)
        await settled(pilot)
        text = screen_text(app)
        assert re.search(r"Met .*network, met", text)
        assert re.search(r"Changed .*KEY CHANGED", text)
        assert re.search(r"Stranger .*network *\n", text)
