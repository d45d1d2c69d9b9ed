"""What people see when the machine that hosts their match is gone."""

from collections.abc import Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets._toast import Toast

from engine.api import DealBegan, find_game
from net.news import CarriedOn, HandedOver, HostGone, LinkClosed, LinkLost, LinkUp, News, Told, Waiting
from net.wire.table_info import SeatInfo, TableInfo
from tui.forms.host_gone import own_words
from tui.forms.people import people_lines
from tui.screens.dialogs import HelpScreen, InviteScreen, LinkScreen, TakingOverScreen
from tui.screens.host_gone import HostGoneScreen, gone_blocks
from tui.session.failover import FailoverFlow
from tui.session.invitation import invite_words
from tui.session.room_screen import RoomScreen
from tui.session.shell import PlaceScreen
from tui.session.table_session import link_words
from tui.table.scores import ScoreScreen
from tui.widgets.messages import SessionNews
from tui.widgets.title_bar import NoticeLine, Severity

from ...harness.screens import settled, until
from ...harness.slow import slow
from ...harness.tabletop import Tabletop, new_table
from ..scene import screen_text
from ..scenes import room


def gone(**changes: object) -> HostGone:
    usual: dict[str, Any] = {"deal": 3, "can_carry": True, "why_not": "", "suggested": "Ben", "is_suggested": False}
    return HostGone(**{**usual, **changes})


def said(word: HostGone) -> str:
    return " ".join(block.text for block in gone_blocks(word))


async def answers(word: HostGone, *keys: str) -> list[str | None]:
    """What the question is answered when these keys are pressed."""
    app = room()
    found: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(HostGoneScreen(word), found.append)
        await pilot.press(*keys)
        await settled(pilot)
    return found


async def test_who_should_go_on_finds_that_first() -> None:
    assert await answers(gone(is_suggested=True), "enter") == ["carry"]


async def test_who_should_not_finds_waiting_first_and_may_go_on_all_the_same() -> None:
    assert await answers(gone(), "enter") == ["wait"]
    assert await answers(gone(), "down", "enter") == ["carry"]
    assert await answers(gone(), "end", "enter") == ["leave"]


async def test_who_cannot_go_on_may_wait_or_follow_or_leave() -> None:
    word = gone(deal=0, can_carry=False, why_not="You are watching. Only a player can take over the match.")
    assert await answers(word, "down", "enter") == ["link"]
    assert await answers(word, "down", "down", "enter") == ["leave"]
    assert await answers(word, "escape") == ["wait"]
    assert "You are watching" in said(word)


@pytest.mark.parametrize("news", [CarriedOn("Ben", 3, is_own=False), LinkUp(resumed=True)])
async def test_the_line_for_a_link_goes_away_when_there_is_a_host_again_and_a_second_word_takes_it_from_nobody(
    news: Any,
) -> None:
    app = room()
    found: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        screen = LinkScreen()
        await app.push_screen(screen, found.append)
        FailoverFlow(app, app.tables).hear(gone(is_alone=True))
        await pilot.press("k", "h")
        assert (app.screen, screen.query_one(Input).value) == (screen, "kh")
        screen.post_message(SessionNews(news))
        await settled(pilot)
    assert found == [None]


async def test_a_second_word_asks_again_whoever_looks_at_the_table() -> None:
    class Asked:
        going_on = type("GoingOn", (), {"gone": gone(is_alone=True)})

    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        table: Any = type("AtTable", (), {"session": Asked})
        await app.push_screen(PlaceScreen())
        FailoverFlow(app, table).hear(gone(is_alone=True))
        await settled(pilot)
        assert not isinstance(app.screen, HostGoneScreen)
        app.screen.PLACE = "table"  # type: ignore[attr-defined]
        FailoverFlow(app, table).hear(gone(is_alone=True))
        await settled(pilot)
        assert isinstance(app.screen, HostGoneScreen)


@pytest.mark.parametrize("by_link", [True, *slow([False])])
@pytest.mark.parametrize("is_alone", [True, False])
@pytest.mark.parametrize(
    ("deal", "can_carry", "is_lost"), [(2, True, False), (2, False, False), (0, False, False), (0, False, True)]
)
async def test_the_page_offers_what_it_speaks_of(
    deal: int, can_carry: bool, by_link: bool, is_alone: bool, is_lost: bool
) -> None:
    why_not = "" if can_carry else "That is why not."
    word = gone(
        deal=deal, can_carry=can_carry, why_not=why_not, by_link=by_link, is_alone=is_alone, is_lost=is_lost,
        suggested="Ben" if can_carry else "",
    )  # fmt: skip
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(HostGoneScreen(word))
        await settled(pilot)
        shown = " ".join(screen_text(app).split())
    assert ("Take over:" in shown) is can_carry
    assert ("Ben should take over" in shown) is can_carry
    assert ("That is why not." in shown) is not can_carry
    assert ("Save the match so far" in shown) is bool(deal)
    assert ("save a replay" in shown) is (is_alone and bool(deal) and not by_link)
    assert ("Another player took over" in shown) is ("The new table has a signed proof" in shown) is not is_lost
    assert ("only if the host comes back" in shown) is is_lost
    assert "Wait for the host" in shown
    assert "Leave the table" in shown


async def test_offline_page() -> None:
    """Who is offline is not told that the host is gone, and is not offered to take over; when it turns out that the
    host is gone, the same page says so, offers it, and leaves the cursor where it was.
    """
    app = room()
    found: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        screen = HostGoneScreen(gone(is_suggested=True, is_offline=True))
        await app.push_screen(screen, found.append)
        shown = " ".join(screen_text(app).split())
        assert "You seem to be offline" in screen_text(app).splitlines()[0]
        assert "Take over" not in shown
        assert "The host is gone" not in shown
        assert "should take over" not in shown
        screen.post_message(SessionNews(gone(is_suggested=True)))
        await until(pilot, lambda: "Take over: this machine becomes the host" in screen_text(app))
        assert "The host is gone" in screen_text(app).splitlines()[0]
        assert "offline" not in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: bool(found))
    assert found == ["wait"]


@pytest.mark.parametrize(("deal", "can_carry", "is_lost"), [(2, True, False), (0, False, False), (0, False, True)])
async def test_offline_waits_first(deal: int, can_carry: bool, is_lost: bool) -> None:
    """Whatever could be done if the host were gone, a player who is offline waits first."""
    word = gone(deal=deal, can_carry=can_carry, is_lost=is_lost, is_suggested=can_carry, is_offline=True)
    assert await answers(word, "enter") == ["wait"]
    assert await answers(word, "end", "enter") == ["leave"]


async def test_more_is_known() -> None:
    """A change from offline to a lost host comes up at the table, and nowhere else: nobody is interrupted twice."""
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        table: Any = SimpleNamespace(session=SimpleNamespace(going_on=SimpleNamespace(gone=gone(is_offline=True))))
        flow = FailoverFlow(app, table)
        flow.hear(gone(is_offline=True))
        await until(pilot, lambda: isinstance(app.screen, HostGoneScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, HostGoneScreen))
        app.open_screen("help", "Help", "Text.")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        flow.hear(gone())
        assert isinstance(app.screen, HelpScreen)


async def test_who_follows_to_another_host_reads_it_at_the_table_and_not_over_the_cards() -> None:
    class AtTable(PlaceScreen):
        PLACE = "table"
        told: list[str] = []

        def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
            self.told.append(sentence)

    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(AtTable())
        await app.push_screen(HostGoneScreen(gone()))
        FailoverFlow(app, app.tables).hear(CarriedOn("Ben", 3, is_own=False))
        await settled(pilot)
        assert AtTable.told == ["Ben is the host now. The match continues from the end of deal 3."]
        assert not list(app.screen.query(Toast))


async def test_what_has_no_line_of_its_own_stands_at_the_lower_edge_alone() -> None:
    app = room()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await app.push_screen(HostGoneScreen(gone()))
        app.tell("Press Ctrl-C again to quit.", "warning")
        await until(pilot, lambda: bool(app.screen.query(Toast)))
        assert screen_text(app).splitlines()[-1].strip().endswith("Press Ctrl-C again to quit.")
        assert app.screen.query_one(Toast).region.height == 1


def test_the_words_name_the_deal_and_who_should_go_on() -> None:
    assert "from the end of deal 3" in said(gone())
    assert "Ben should take over" in said(gone())
    assert "You should take over" in said(gone(is_suggested=True))
    assert "deal 0" not in said(gone(deal=0, can_carry=False, why_not="No deal is finished."))


async def test_the_record_is_offered_to_whoever_holds_a_finished_deal() -> None:
    assert await answers(gone(), "down", "down", "down", "enter") == ["keep"]
    assert await answers(gone(deal=0), "down", "down", "down", "enter") == ["leave"]


def test_who_follows_nobody_is_told_what_can_be_done() -> None:
    assert "you follow the new host automatically" in said(gone())
    assert "No new host was found. If the others play on at a new table, ask them for its link" in said(
        gone(is_alone=True)
    )
    assert "save a replay" in said(gone(is_alone=True))
    assert "Ask the new host for its link" in said(gone(by_link=True))
    assert "When you take over, you see the link." in said(gone(by_link=True, is_suggested=True))
    word = said(gone(now_at="Ben", by_link=True, suggested=""))
    assert "moved to Ben's machine, which does not answer" in word
    assert "Ask Ben for the table's link" in word
    assert "should take over" not in word


async def test_what_is_known_later_is_said_in_the_question_that_is_open() -> None:
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = HostGoneScreen(gone(deal=0, can_carry=False, why_not="Nothing is finished."))
        await app.push_screen(screen)
        assert "Save the match so far" not in screen_text(app)
        screen.post_message(SessionNews(gone(is_alone=True)))
        await settled(pilot)
        shown = screen_text(app)
    assert "No new host was found" in " ".join(shown.split())
    assert "Save the match so far" in shown


def test_who_hosts_from_now_on_is_told_how_the_others_come() -> None:
    assert "Players on your network follow automatically" in own_words(3, is_listed=True)
    words = own_words(3, is_listed=False)
    assert "from the end of deal 3" in words
    assert "so give this link to the other players" in words


async def test_whoever_hosts_from_now_on_sees_the_link_whole_in_a_row_and_what_its_host_has_to_say() -> None:
    link = "khanhoo://192.168.100.106:4242/0a1b2c3d4e5f#" + "1e" * 16
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("invite", [link], own_words(3, is_listed=False), "Port 4242 is already in use.")
        await settled(pilot)
        rows = [line.strip() for line in screen_text(app).split("\n")]
        assert link in rows
        assert "Port 4242 is already in use." in rows
        await pilot.press("enter")
        assert not isinstance(app.screen, InviteScreen)


def test_a_line_that_is_down_says_what_to_do_once_the_host_is_gone() -> None:
    session: Any = SimpleNamespace(going_on=SimpleNamespace(gone=None))
    assert "Trying again" in link_words(session, "the host hung up.")
    session.going_on.gone = gone()
    assert link_words(session, "the host hung up.") == "The host is gone. Press Enter to decide what to do."
    session.going_on.gone = gone(is_offline=True)
    assert link_words(session, "No route.") == "You seem to be offline. Press Enter to decide what to do."


def test_how_others_join_is_said_with_links_and_without_and_of_a_private_table() -> None:
    link = "khanhoo://10.0.0.5:4242/t1"
    assert invite_words([link], "")[1].startswith("To join, others type khanhoo join and one of these links.")
    assert "code" not in invite_words([link], "")[1]
    for links in ([link], []):
        assert invite_words(links, "x", is_coded=True)[1].endswith("New players also need the join code.")
    assert invite_words([], "the table accepts no connections from the network") == (
        [],
        "Others join with f in the menu, on this machine only, because the table accepts no connections from the "
        "network.",
    )


# Pages and sentences that end with what they tell of.

FOLLOWED = CarriedOn("Ben", 3, is_own=False)
NEXT_DEAL = Told(9, DealBegan(2, 0))
TAKEN_BACK = HandedOver("")


@pytest.mark.parametrize("is_covered", [*slow([False]), True])
@pytest.mark.parametrize(
    ("make", "news"),
    [
        *((lambda: HostGoneScreen(gone()), news) for news in (FOLLOWED, LinkUp(resumed=True), LinkClosed("Over."))),
        *((LinkScreen, news) for news in (FOLLOWED, LinkUp(resumed=True), LinkClosed("Over."))),
        (lambda: TakingOverScreen("Ann"), TAKEN_BACK),
        (lambda: TakingOverScreen("Ann"), LinkLost("Nothing comes.", 1.0)),
        (lambda: ScoreScreen(Tabletop(new_table("hearts")).begin().view, ("Ann",) * 4, result=True), NEXT_DEAL),
        *(
            (lambda: InviteScreen(["khanhoo://10.0.0.5:4242/t1"], "You are the host now."), x)
            for x in (FOLLOWED, gone())
        ),
    ],
)
async def test_page_ends(make: Callable[[], Screen[Any]], news: News, is_covered: bool) -> None:
    """A page closes once its question or its news is void, also if another page covers it at that time."""
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        page = make()
        found: list[object] = []
        await app.push_screen(page, found.append)
        if is_covered:
            app.open_screen("help", "Help", "Text.")
            await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        page.post_message(SessionNews(Waiting(())))
        page.post_message(SessionNews(news))
        if is_covered:
            await settled(pilot)
            assert page in app.screen_stack
            await pilot.press("escape")
        await until(pilot, lambda: page not in app.screen_stack)
        await until(pilot, lambda: bool(found))
        assert found in ([""], [None])


async def test_work_ends() -> None:
    """A sentence about work goes with the work, from a screen that is covered by now, and takes nothing else away."""
    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        below = app.screen
        assert isinstance(below, RoomScreen)
        with app.telling("Opening the table here…"):
            assert below.query_one(NoticeLine).sentence == "Opening the table here…"
            app.open_screen("help", "Help", "Text.")
            await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert not below.query_one(NoticeLine).sentence
        with app.telling("Checking the link…"):
            app.tell("That link is too short.", "warning")
        assert app.screen.query_one(NoticeLine).sentence == "That link is too short."


async def test_old_work_ends() -> None:
    """Work that a newer request replaces does not take the newer sentence away."""
    app = room()
    async with app.run_test(size=(80, 24)):
        with app.telling("Connecting…"):
            with app.telling("Connecting…"):
                pass
            assert not app.screen.query_one(NoticeLine).sentence
        with ExitStack() as older:
            older.enter_context(app.telling("Connecting…"))
            with app.telling("Connecting…"):
                older.close()
                assert app.screen.query_one(NoticeLine).sentence == "Connecting…"


async def test_host_asks_no_more() -> None:
    """A host that asks no longer leaves no question behind, and the table says so."""

    class AtTable(PlaceScreen):
        PLACE = "table"
        told: list[str] = []

        def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
            self.told.append(sentence)

    app = room()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(AtTable())
        flow = FailoverFlow(app, app.tables)
        for news in (HandedOver("Ann"), TAKEN_BACK):
            flow.hear(news)
            for screen in app.screen_stack:
                screen.post_message(SessionNews(news))
            await settled(pilot)
        await until(pilot, lambda: isinstance(app.screen, AtTable))
        assert AtTable.told == ["The host no longer asks you to become the host."]


# A host that hands its table over.


async def answers_host(*keys: str) -> list[str | None]:
    """What a host that hands its table over is answered when these keys are pressed."""
    app = room()
    found: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(TakingOverScreen("Ann"), found.append)
        await pilot.press(*keys)
        await settled(pilot)
    return found


async def test_a_host_that_asks_is_answered_yes_or_no() -> None:
    assert await answers_host("enter") == ["yes"]
    assert await answers_host("down", "enter") == ["no"]
    assert await answers_host("escape") == ["no"]


@pytest.mark.parametrize(
    ("mine", "phase", "handed"),
    [(0, "between", ["hand:1"]), (0, "playing", []), (1, "between", []), (None, "between", [])],
)
def test_the_host_may_hand_the_table_to_whoever_is_here_between_two_deals(
    mine: int | None, phase: Any, handed: list[str]
) -> None:
    seats = (
        SeatInfo(seat=0, name="Ann", kind="person", is_host=True),
        SeatInfo(seat=1, name="Ben", kind="person"),
        SeatInfo(seat=2, name="Cat", kind="person", state="away"),
        SeatInfo(seat=3, name="Elm", kind="bot", level="easy"),
    )
    info = TableInfo(table_id="t", title="T", game="hearts", options={}, seats=seats, host_seat=0, phase=phase)
    lines = people_lines(info, mine, find_game("hearts"))
    assert [line.id for line in lines if line.id.startswith("hand:")] == handed
