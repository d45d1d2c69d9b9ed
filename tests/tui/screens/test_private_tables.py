"""What people see of a private table: its code beside the links, a mark in the list, a question for those who come."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from net.crypto.key_words import four_words
from net.discovery.finder import FoundTable
from net.host.launcher import HostHandle, start_host
from net.news import CodeTold
from net.wire.address import tcp_address
from tui.app import KhanhooApp
from tui.config.settings import Settings
from tui.config.terminal import Terminal as Looks
from tui.forms.host_config import get_game, shared_config
from tui.forms.lobby import lobby_items
from tui.forms.people import people_lines
from tui.forms.table_draft import fresh_draft, new_draft
from tui.screens.lobby import invite_blocks
from tui.session.connection import TableConnection
from tui.session.routes import ToTable
from tui.widgets.messages import SessionNews

from ...harness.screens import khanhoo, place, settled, until, until_shown
from ..scene import screen_text
from ..scenes import ANN, BEA, DOGWOOD, FREE, KEY, SMALL, LobbySession, ascii_room, at_the_list, room, table_info

CODE = "K7M-4XR"
WORDS = Settings(name="Ann")


async def hosted() -> HostHandle:
    """A private table on the loopback."""
    config = msgspec.structs.replace(shared_config(WORDS, "hearts", private=True, listed=False), bind="127.0.0.1")
    return await asyncio.to_thread(start_host, config)


def told_code(handle: HostHandle) -> str:
    """The code, as the owner's own program is told it."""
    from tui.session.invitation import told_code

    return told_code(handle.address)


# Opening one.


def test_a_table_that_is_thought_up_can_be_private_and_stays_so_with_another_game() -> None:
    draft = fresh_draft(get_game("hearts"), new_draft(WORDS)).open_to("listed")
    assert [item.value for item in draft.items("Ann") if item.id == "private"] == ["none"]
    private = draft.step("private", 1)
    assert [item.value for item in private.items("Ann") if item.id == "private"] == ["required"]
    assert private.config(WORDS).private
    assert private.step("game", 1).config(WORDS).private
    assert not private.step("private", -1).config(WORDS).private


def test_a_table_alone_needs_no_code_and_does_not_ask() -> None:
    draft = fresh_draft(get_game("hearts"), new_draft(WORDS))
    assert "private" not in [item.id for item in draft.items("Ann")]
    assert not draft.config(WORDS).private


@pytest.mark.slow
def test_serve_tables_and_list_tell_the_owner_the_code_and_others_that_there_is_one(own_home: Path) -> None:
    served = khanhoo("serve", "hearts", "--private", "--bind", "127.0.0.1", home=own_home).stdout
    code = re.search(r"the join code +([2-9A-Z]{3}-[2-9A-Z]{3}) \(", served)
    assert code is not None
    assert f"listed, join code {code[1]}" in khanhoo("tables", home=own_home).stdout
    assert f'"code": "{code[1]}"' in khanhoo("tables", "--json", home=own_home).stdout
    listed = khanhoo("list", "--seconds", "2", home=own_home).stdout
    assert "open, private" in listed
    assert code[1] not in listed


# In the lobby and among the people.


def test_the_code_stands_beside_the_links_for_the_host_and_for_nobody_else() -> None:
    info = table_info(ANN, FREE, host_seat=0, coded=True)
    links = ["khanhoo://192.168.1.5:4242/a1b2c3d4e5f6#0123456789abcdef0123456789abcdef"]
    assert [block.text for block in invite_blocks(info, links, "", "", CODE) if CODE in block.text]
    assert not [block.text for block in invite_blocks(info, links, "", "") if "code" in block.text.lower()]
    lines = people_lines(info, 0, get_game("hearts"), CODE)
    assert [(line.label, line.value) for line in lines if line.id == "private"] == [("Join code", CODE)]
    for mine in (1, None):
        assert not [line for line in people_lines(info, mine, get_game("hearts")) if line.id == "private"]


async def test_the_hosts_lobby_shows_the_code_and_says_at_once_when_it_is_another() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        session = LobbySession(table_info(ANN, BEA, FREE, DOGWOOD, host_seat=0, coded=True), table_code=CODE)
        app.tables.session = session  # type: ignore[assignment]
        app.open_screen("lobby")
        assert re.search(rf"Join code: +{CODE} ", await until_shown(pilot, CODE))
        session.table_code = "222-333"
        app.post_message(SessionNews(CodeTold("222-333", "3 wrong codes were tried: the table has another code now.")))
        text = await until_shown(pilot, "222-333")
        assert "3 wrong codes were tried" in text
        assert CODE not in text


async def test_with_eight_seats_all_but_the_rules_is_in_sight_beside_link_code_and_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    links = ["khanhoo://192.168.1.5:4242/a1b2c3d4e5f6#" + KEY[:32], "khanhoo://[fd00::2]:4242/a1b2c3d4e5f6#" + KEY[:32]]
    monkeypatch.setattr(TableConnection, "invitation", lambda self: (links, ""))
    free = [msgspec.structs.replace(FREE, seat=seat) for seat in range(1, 8)]
    for seats, shown in ((free[:3], links), (free, links[:1])):
        options = get_game("khanhoo").meta.resolve({"skin": "english"})
        info = table_info(ANN, *seats, game="khanhoo", host_seat=0, coded=True, key=KEY, options=options)
        app = room()
        async with app.run_test(size=SMALL) as pilot:
            app.tables.session = LobbySession(info, table_code=CODE)  # type: ignore[assignment]
            app.open_screen("lobby")
            text = await until_shown(pilot, CODE)
            assert four_words(KEY) in text
            assert [link for link in links if link in text] == shown
            items = lobby_items(info, 0)
            rules = max(place for place, item in enumerate(items) if item.heading)
            assert [item.label for item in items[:rules] if item.label not in text] == []


# In the list.


@pytest.mark.parametrize(("make", "mark"), [(room, "⚿"), (ascii_room, "#")], ids=["unicode", "ascii"])
async def test_the_list_marks_private_tables(make: Callable[[], KhanhooApp], mark: str) -> None:
    found = tuple(
        FoundTable(table_info(ANN, FREE, title=title, coded=title == "Private"), tcp_address("10.0.0.1", port), "lan")
        for port, title in enumerate(("Private", "Free"), start=4242)
    )
    app = make()
    async with app.run_test(size=SMALL) as pilot:
        await at_the_list(found)(pilot)
        await settled(pilot)
        text = screen_text(app)
        assert re.search(rf"Private .*{mark} open", text)
        assert re.search(r"Free .* open", text)
        assert not re.search(rf"Free .*{mark}", text)


# Coming in.


async def test_who_comes_is_asked_for_the_code_until_it_is_right() -> None:
    handle = await hosted()
    code = await asyncio.to_thread(told_code, handle)
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(tcp_address("127.0.0.1", handle.port), "player")
        assert "Ask its owner for the code" in await until_shown(pilot, "A private table")
        await pilot.press(*"abc", "enter")
        await until_shown(pilot, "6 letters and digits, such as")
        for wrong in ("222222", "333333"):
            if wrong != code.replace("-", ""):
                await pilot.press("home", *["delete"] * 8, *wrong, "enter")
                await until(pilot, lambda: "That is not this table's code" in screen_text(app))
                break
        await pilot.press(*code.lower(), "enter")
        await until_shown(pilot, "you have seat")
        assert place(app) == "lobby"


async def test_who_does_not_have_it_goes_back_to_where_they_were_and_is_told_so() -> None:
    handle = await hosted()
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.join_table(tcp_address("127.0.0.1", handle.port), "watcher")
        await until_shown(pilot, "A private table")
        await pilot.press("escape")
        await until_shown(pilot, "You did not join: the table is private")
        assert app.session is None


@pytest.mark.slow
async def test_a_code_on_the_command_line_is_used_and_without_one_the_person_is_asked() -> None:
    handle = await hosted()
    code = await asyncio.to_thread(told_code, handle)
    address = tcp_address("127.0.0.1", handle.port)

    app = KhanhooApp(WORDS, ToTable(address, "watcher", code=code), terminal=Looks(colours="truecolor"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "you watch")
    app = KhanhooApp(WORDS, ToTable(address, "watcher"), terminal=Looks(colours="truecolor"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "A private table")
        await pilot.press("escape")
        await until(pilot, lambda: app._exit)
        assert "This table is private" in app.parting
        assert app.return_code == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["join", "10.0.0.5", "--code", "acorn"], "has 6 letters and digits"),
        (["watch", "--code", CODE], "--code needs an address or a link"),
    ],
)
def test_a_code_that_makes_no_sense_is_said(words: list[str], sentence: str, own_home: Path) -> None:
    told = khanhoo(*words, home=own_home)
    assert told.returncode == 2
    assert sentence in told.stderr


def test_a_join_link_does_not_carry_the_code() -> None:
    found = FoundTable(table_info(ANN, coded=True), replace(tcp_address("10.0.0.1", 4242), table="t4b1e"), "lan")
    assert "code" not in found.link
    assert found.link.count("#") == 0
