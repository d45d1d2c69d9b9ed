"""A table in a browser: only to be watched, only for pages of its own server, and gone with its table."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import get_args

import aiohttp
import msgspec
import pytest

from net.host.launcher import HostHandle, stop_table
from net.news import GalleryTold, Outcome
from net.wire.client_messages import GetAudit, GetRecord, Look, Request
from tui.cli import main
from tui.doors.web.guard import FOREIGN, WRONG_NAME, fault_in
from tui.doors.web.order import WebOrder, open_web
from tui.doors.web.viewer import READ_ONLY, PageSession

from ...harness.players import Player, agreed, quick_host
from ...harness.terminal_reports import inputs
from .browser_tab import PATIENCE_S, BrowserTab

JOURNAL = Path(__file__).parents[2] / "golden" / "journals" / "hearts-hearts-4.journal"
SEED = 9_127
SUITS = "♠♥♦♣"
FACE = r"(?:10|[2-9AJQK])[♠♥♦♣]"
NO_KEYS = "abcdefghjklmnopqstuwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-.[]<>!"
"""Keys that open nothing here; those of the rulebook, the log and the deal check are left out."""


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "192.168.1.5", "10.0.0.7:9"])
def test_a_page_is_asked_for_by_address_or_as_localhost(host: str) -> None:
    assert not fault_in("GET", host, None, needs_origin=False)
    assert not fault_in("GET", host, f"http://{host}", needs_origin=True)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "", "127.0.0.1.evil.example", "1.2.3.4;x:80"])
def test_a_name_that_anybody_can_point_here_is_refused(host: str) -> None:
    assert fault_in("GET", host, f"http://{host}", needs_origin=True) == WRONG_NAME


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://localhost:80", "https://localhost:8080"]
)
def test_only_the_page_itself_may_connect(origin: str | None) -> None:
    assert fault_in("GET", "localhost:8080", origin, needs_origin=True) == FOREIGN


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--web", "port"], "--web takes a port"),
        (["--web", "70000"], "--web takes a port"),
        (["--web", "example.org:8080"], "is not an address of this machine"),
        (["--web", "8080", "--private"], "--web cannot be used with --private"),
        (["--web", "8080", "--web-tabs", "0"], "at least 1"),
        (["--web", "8080", "--web-replays", "/nowhere"], "There is no folder /nowhere"),
        (["--web-tabs", "3"], "need --web PORT"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "hearts", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_without_its_packages_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.doors.web.order.find_spec", lambda name: None)
    assert main(["serve", "hearts", "--web", "8080"]) == 1
    assert re.search('-m pip install "aiohttp[^"]*" "textual-serve[^"]*"', capsys.readouterr().err)


async def test_the_session_of_a_tab_sends_no_request_that_changes_anything_for_others() -> None:
    session = PageSession(WebOrder(host="127.0.0.1", port=0, address="/nowhere.sock", table_id="0123456789ab"))
    harmless = {GetRecord, GetAudit, Look}
    for kind in set(get_args(Request)) - harmless:
        assert await session.request(kind) == Outcome(False, READ_ONLY)
        assert await session.request(partial(kind)) == Outcome(False, READ_ONLY)
    await session.close()


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(auto_decompress=True) as session:
        yield session


async def _open_page(handle: HostHandle, *, tabs: int = 1, replays: str = "") -> str:
    order = WebOrder(host="127.0.0.1", port=0, most_tabs=tabs, replays=replays)
    return (await asyncio.to_thread(open_web, order, handle, "Ann's Hearts"))[0]


@pytest.mark.slow
async def test_any_bytes_from_a_page_leave_its_tab(client: aiohttp.ClientSession) -> None:
    """Half a pair of UTF-16 too, which no text can hold but a page can send."""
    handle = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(handle.address, "Ann", token=bytes.fromhex(handle.owner))
    page = await _open_page(handle)
    assert (await ann.session.start()).accepted
    tab = await BrowserTab.open(client, page)
    await tab.until_shown("pass to the left")
    for data in inputs(SEED, 1_500):
        await tab.press(data.decode("latin-1"), data.decode("utf-8", "surrogateescape"))
    await tab.press("\x1b[201~", "\x03", *["escape"] * 5, "?")
    await tab.until_shown("Help")
    assert not tab.is_closed
    await tab.close()
    await ann.session.close()
    await asyncio.to_thread(stop_table, handle.table_id)


async def _status(client: aiohttp.ClientSession, url: str, **headers: str) -> tuple[int, str]:
    async with client.get(url, headers={name.title(): value for name, value in headers.items()}) as answer:
        return answer.status, await answer.text()


def _public_faces(watcher: Player) -> set[str]:
    """The cards that any spectator knows by now."""
    pack = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    told = msgspec.json.encode(watcher.events).decode()
    cards = re.findall(r'"(10|[2-9TAJQK])([SHDC])"', told)
    return {("10" if rank == "T" else rank) + pack[suit] for rank, suit in cards}


async def test_a_tab_sees_what_a_spectator_sees_and_can_do_nothing(client: aiohttp.ClientSession) -> None:
    handle = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(handle.address, "Ann", token=bytes.fromhex(handle.owner))
    cleo = await Player.join(handle.address, "Cleo", role="watcher")
    page = await _open_page(handle)
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    tab = await BrowserTab.open(client, page)
    await tab.until_shown("pass to the left")
    before = (list(ann.events), len(ann.told(GalleryTold)), ann.session.info)
    await tab.press(*NO_KEYS, *"chello", "enter", "tab")
    await tab.until_shown("Scores")
    await tab.press("escape")
    await tab.until_shown("pass to the left")
    assert not set(tab.signs.replace(SUITS, "")) & set(SUITS), "nobody has played, so no card is public"
    assert not (await ann.session.look("public")).accepted  # answered after all that the tab sent
    assert (list(ann.events), len(ann.told(GalleryTold)), ann.session.info) == before

    ann.plays = True
    decision = await ann.until_asked()
    await ann.session.submit(decision.id, ann.pick(decision))
    await tab.until_shown(r"trick (?:[3-9]|1\d) of 13|deal 1 · The|Scores")
    ann.may_play.clear()
    seen = set(re.findall(FACE, tab.signs))
    assert seen
    await cleo.until(lambda: seen <= _public_faces(cleo), f"{seen} to be public; {_public_faces(cleo)}")
    await tab.close()
    for player in (ann, cleo):
        await player.session.close()


async def _goes_to_the_beginning(tab: BrowserTab, faces: int) -> None:
    """Go back to the beginning of the match, where so many faces are seen."""
    await tab.press("left", "home")
    await tab.until(
        lambda: "deal 1 · pass to the left" in tab.text and len(re.findall(FACE, tab.text)) == faces, f"{faces} faces"
    )


@pytest.mark.slow
async def test_a_tab_sees_hands_when_the_deal_is_over_if_the_host_opens_them(client: aiohttp.ClientSession) -> None:
    handle = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(handle.address, "Ann", token=bytes.fromhex(handle.owner))
    page = await _open_page(handle, tabs=2)
    usual = await BrowserTab.open(client, page)
    await usual.until_shown("not started yet")
    assert "hands" not in usual.text
    await agreed(partial(ann.session.set_option, "table.watching", "hands"))
    late = await BrowserTab.open(client, page)
    await late.until_shown("All hands +hands after each deal")
    await late.press("enter")
    await late.until_shown("You see the hands when the deal is over")
    await agreed(ann.session.start)
    await _play_to_last_card(ann)
    await usual.until_shown("trick 13 of 13")
    await late.press("?")
    await late.until_shown("You watch this table")
    assert not re.findall(FACE, late.signs), "the others have seen twelve tricks"
    await late.press("escape")
    await late.until_shown("shown after the deal")

    decision = await ann.until_asked()
    await agreed(lambda: ann.session.submit(decision.id, ann.pick(decision)))
    await late.until_shown("deal 1 · The deal is over")
    await _goes_to_the_beginning(late, 52)
    await usual.until_shown("deal 2 · pass to the right")
    await _goes_to_the_beginning(usual, 0)
    for tab in (usual, late):
        await tab.close()
    await ann.session.close()


async def _play_to_last_card(player: Player) -> None:
    session = player.session
    while True:
        decision = await player.until_asked()
        assert session.view is not None
        assert session.seat is not None
        if len(session.view.zone("hand", session.seat)) == 1:
            return
        move = player.pick(decision)
        await agreed(partial(session.submit, decision.id, move))


@pytest.mark.slow
async def test_a_page_refuses_others_and_ends_with_its_table(client: aiohttp.ClientSession, tmp_path: Path) -> None:
    (tmp_path / "a-match.khr").write_bytes(b"no record")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    handle = await quick_host()
    page = await _open_page(handle, replays=str(tmp_path))
    assert (await _status(client, page))[0] == 200
    assert await _status(client, page, host="evil.example") == (403, WRONG_NAME)
    assert await _status(client, f"{page}ws/0") == (403, FOREIGN)
    assert await _status(client, f"{page}ws/0", origin="http://evil.example") == (403, FOREIGN)
    for path in ("secret.txt", "a-match.khr", "..%2Fserver.py", "static/", "page/page.html", "%2Fetc%2Fpasswd"):
        assert (await _status(client, page + path))[0] == 404
    async with client.post(page) as answer:
        assert answer.status == 403

    first = await BrowserTab.open(client, page)
    await first.until_shown("a-match +replay")
    assert "secret" not in first.text
    status, told = await _status(client, page)
    assert (status, "1 browser tab can watch at once" in told) == (503, True)
    second = await BrowserTab.open(client, page)
    await second.until(lambda: second.is_closed, "the second tab to be closed")
    assert "1 browser tab can watch at once" in second.stream.decode()
    await first.until_shown("not started yet")  # an answer of the table clears the line for sentences
    await first.press("down", "enter")
    await first.until_shown("This replay cannot be shown")
    await first.close()
    async with asyncio.timeout(PATIENCE_S):
        while (await _status(client, page))[0] != 200:  # until the program of the first tab has ended
            await asyncio.sleep(0.05)

    third = await BrowserTab.open(client, page)
    await third.until_shown("not started yet")
    await asyncio.to_thread(stop_table, handle.table_id)
    await third.until_shown("closed")
    await third.close()
    async with asyncio.timeout(PATIENCE_S):
        while await _listens(client, page):
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_a_page_that_is_loaded_again_shows_the_same_step_of_a_replay(
    client: aiohttp.ClientSession, tmp_path: Path
) -> None:
    shutil.copy(JOURNAL, tmp_path / "old.khr")
    handle = await quick_host()
    page = await _open_page(handle, tabs=1, replays=str(tmp_path))
    tab = await BrowserTab.open(client, page, mark="7")
    await tab.until_shown("old +replay")
    await tab.press("enter")
    await tab.until_shown(r"step \d+ of")
    await tab.press("home", *["right"] * 30)
    await tab.until_shown("step 30 of")
    await tab.close()
    async with asyncio.timeout(PATIENCE_S):
        while (await _status(client, page))[0] != 200:
            await asyncio.sleep(0.05)
    again = await BrowserTab.open(client, page, mark="7")
    await again.until_shown("step 30 of")
    await again.press("escape")
    await again.until_shown("old +replay")
    await again.close()


async def _listens(client: aiohttp.ClientSession, page: str) -> bool:
    try:
        await _status(client, page)
    except aiohttp.ClientError:
        return False
    return True
