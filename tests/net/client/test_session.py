"""A session through drops, displacement and refusals, over links in memory and over real sockets."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from engine.api import Happened, MatchEnded, Move, Moved, Scored, parse_cards
from net.client import reconnect
from net.client.session import ClientSession
from net.discovery.recent import recent_tables
from net.match.settings import TimeControls
from net.news import Answered, Asked, BegunAnew, LinkClosed, LinkLost, LinkUp, News, Notice, Outcome, Told, Waiting
from net.problems import JoinRefused
from net.storage.seat_tokens import SeatTokens
from net.transport.sockets import CannotReach
from net.wire.address import Address
from net.wire.client_messages import PlayMove, to_client_move

from ...harness.local_table import NOWHERE, LocalTable, open_local_table, open_table
from ...harness.players import QUICK, Player, numbers, quick_host, tcp

BOTS = ("easy", "easy", "easy")


async def seated(table: LocalTable, name: str = "Ann", *, stranger: bool = False, plays: bool = False) -> Player:
    player = Player(table.session(name, is_owner=not stranger), plays=plays)
    await player.session.open()
    return player


async def started(*, plays: bool = False) -> tuple[LocalTable, Player]:
    table = open_table("hearts", bots=BOTS, clocks=QUICK, seed="a seed", options={"limit": 25})
    ann = await seated(table, plays=plays)
    assert (await ann.session.start()).accepted
    return table, ann


async def test_a_whole_match_is_played_through_a_session(home: Path) -> None:
    table, ann = await started(plays=True)
    await ann.until_event(MatchEnded)
    assert ann.session.view is not None
    assert ann.session.view.over is not None
    assert numbers(ann) == list(range(len(ann.events)))
    await table.close()
    assert ann.told(LinkClosed)


async def test_a_table_in_memory_comes_with_its_owners_session(home: Path) -> None:
    table, session = await open_local_table("hearts", bots=BOTS)
    assert session.seat == 0
    assert session.view is None
    assert session.info is not None
    assert session.info.host_seat == 0
    await session.close()
    await table.close()


async def test_who_drops_and_returns_gets_exactly_what_was_missed_and_the_open_decision(home: Path) -> None:
    table = open_table("hearts", clocks=QUICK, seed="a seed", bots=("easy", "easy"))
    ann = await seated(table)
    ben = await seated(table, "Ben", stranger=True)
    assert (await ben.session.ready()).accepted
    assert (await ann.session.start()).accepted
    asked = await ben.until_asked()
    held = len(ben.events)
    link = table.links[-1]
    link.cut()
    decision = await ann.until_asked()
    assert (await ann.session.submit(decision.id, ann.pick(decision))).accepted
    assert (await ann.session.say("Ben?")).accepted
    news = len(ben.news)
    link.break_off()
    await ben.until(lambda: len(ben.told(LinkUp)) == 2 and ben.session.decision)
    assert ben.session.seat == 1
    assert ben.session.decision is not None
    assert ben.session.decision.id == asked.id
    assert ben.told(LinkUp)[1].resumed
    missed = [item for item in ben.news[news:] if isinstance(item, Told)]
    assert [item.number for item in missed] == list(range(held, len(ben.events)))
    assert all(item.is_past for item in missed)
    assert not [item for item in ben.news[:news] if isinstance(item, Told)][-1].is_past
    assert any(isinstance(item.event, Happened) and item.event.text == "Ben?" for item in missed)
    assert len(ben.events) == len(ann.events)
    assert (await ben.session.submit(asked.id, ben.pick(asked))).accepted
    assert (await ann.session.say("There you are.")).accepted
    await ben.until(lambda: isinstance(ben.news[-1], Told) and ben.events[-1] == ann.events[-1])
    assert not ben.told(Told)[-1].is_past
    await table.close()


async def test_what_is_told_again_is_past_and_what_happens_then_is_not(home: Path) -> None:
    table = open_table("hearts", bots=BOTS, clocks=QUICK, seed="a seed")
    ann = await seated(table)
    assert (await ann.session.set_option("table.watching", "shoulder")).accepted
    assert (await ann.session.consent()).accepted
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    cat = Player(table.session("Cat", watch=True))
    await cat.session.open()
    assert (await cat.session.look("shoulder", 0)).accepted
    assert (await cat.session.look("public")).accepted
    await cat.until(lambda: len(cat.told(BegunAnew)) == 2 and len(cat.events) == len(ann.events))
    seen: set[int] = set()
    for item in cat.told(Told):
        assert item.is_past or item.number not in seen
        seen.add(item.number)
    assert cat.told(Told)[0].is_past
    assert (await ann.session.say("Now.")).accepted
    await cat.until(lambda: cat.events[-1] == ann.events[-1])
    assert not cat.told(Told)[-1].is_past
    await table.close()


async def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(home: Path) -> None:
    table, ann = await started()
    decision = await ann.until_asked()
    link = table.links[-1]
    link.cut(only_answers=True)
    waiting = asyncio.create_task(ann.session.submit(decision.id, decision.default))
    for _ in range(20):  # turns of the loop, in which the move arrives and its answer gets lost
        await asyncio.sleep(0)
    assert not waiting.done()
    link.break_off()
    assert await waiting == Outcome(True)
    await ann.until(lambda: ann.session.decision is not None and ann.session.decision.id != decision.id)
    passed = [event for event in ann.events if isinstance(event, Moved) and event.src == "hand:0"]
    assert len(passed) == 1
    assert numbers(ann) == list(range(len(ann.events)))
    await table.close()


async def test_a_request_made_while_the_link_is_down_is_carried_out_after(home: Path) -> None:
    table, ann = await started()
    table.links[-1].break_off()
    await ann.until(lambda: ann.told(LinkLost))
    outcome = await ann.session.say("anybody here?")
    assert outcome.accepted
    assert len(ann.told(LinkUp)) == 2
    await ann.until(lambda: any(isinstance(e, Happened) and e.text == "anybody here?" for e in ann.events))
    await table.close()


async def test_a_stale_answer_is_refused_with_a_reason(home: Path) -> None:
    table, ann = await started()
    decision = await ann.until_asked()
    assert (await ann.session.submit(decision.id, decision.default)).accepted
    outcome = await ann.session.submit(decision.id, decision.default)
    assert not outcome.accepted
    assert outcome.reason.endswith(".")
    await table.close()


async def test_an_illegal_move_is_refused_with_its_paragraph(home: Path) -> None:
    table, ann = await started()
    passing = await ann.until_asked()
    assert (await ann.session.submit(passing.id, passing.default)).accepted
    await ann.until(lambda: ann.session.decision is not None and ann.session.decision.phase == "tricks")
    while True:
        decision = await ann.until_asked()
        assert ann.session.view is not None
        legal = {move.cards for move in decision.moves(ann.session.view.deck)}
        wrong = next((card for card in ann.session.view.hand if (card,) not in legal), None)
        if wrong is not None:
            break
        await ann.session.submit(decision.id, decision.default)
    outcome = await ann.session.submit(decision.id, type(decision.default)("play", (wrong,)))
    assert not outcome.accepted
    assert outcome.paragraph
    assert ann.session.decision == decision
    await table.close()


async def test_a_second_session_with_the_token_displaces_the_first_and_goes_on(home: Path) -> None:
    table, ann = await started()
    decision = await ann.until_asked()
    twin = await seated(table)
    await ann.until(lambda: ann.told(LinkClosed))
    assert ann.told(LinkClosed)[0].code == "displaced"
    assert ann.session.is_closed
    assert twin.session.seat == 0
    assert (await twin.until_asked()).id == decision.id
    assert twin.events[: len(ann.events)] == ann.events
    assert not (await ann.session.say("hello?")).accepted
    await table.close()


async def test_a_kicked_player_is_told_and_does_not_come_back(home: Path) -> None:
    table = open_table("hearts", clocks=QUICK)
    ann = await seated(table)
    ben = await seated(table, "Ben", stranger=True)
    assert (await ann.session.kick(1)).accepted
    await ben.until(lambda: ben.told(LinkClosed))
    assert ben.told(LinkClosed)[0].code == "kicked"
    assert not (await ben.session.sit(2)).accepted
    await table.close()


async def test_a_session_that_is_closed_by_its_player_is_away_at_once_and_keeps_the_seat(home: Path) -> None:
    table = open_table("hearts", clocks=QUICK)
    ann = await seated(table)
    ben = await seated(table, "Ben", stranger=True)
    await ben.session.close()
    await ann.until(lambda: ann.session.info and ann.session.info.seats[1].state != "here")
    assert ann.session.info is not None
    assert (ann.session.info.seats[1].name, ann.session.info.seats[1].state) == ("Ben", "away")
    await table.close()


async def test_the_lobby_is_agreed_on_through_sessions(home: Path) -> None:
    table = open_table("hearts", clocks=QUICK)
    ann = await seated(table)
    ben = await seated(table, "Ben", stranger=True)
    assert not (await ben.session.set_bot(3, "easy")).accepted
    assert (await ann.session.set_bot(3, "easy")).accepted
    assert (await ann.session.set_option("omnibus", True)).accepted
    assert (await ben.session.sit(2)).accepted
    assert ben.seat == 2
    assert (await ben.session.stand()).accepted
    assert ben.seat is None
    await ann.until(lambda: ann.session.info is not None and ann.session.info.watchers == ("Ben",))
    assert ann.session.info is not None
    assert ann.session.info.options["omnibus"] is True
    assert ann.session.info.seats[3].kind == "bot"
    await ben.session.leave()
    await ann.until(lambda: ann.session.info is not None and not ann.session.info.watchers)
    await table.close()


async def test_news_come_in_order_and_never_inside_each_other(home: Path) -> None:
    table = open_table("hearts", bots=BOTS, clocks=QUICK, options={"limit": 20})
    session = table.session("Ann", is_owner=True)
    depth, deepest, seen = 0, 0, list[News]()

    def hear(news: News) -> None:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)
        seen.append(news)
        if isinstance(news, Asked):
            session._tell(Waiting((9,)))  # what a listener's own call may cause
        depth -= 1

    ann = Player(session, plays=True)
    session.on_news(hear)
    await session.open()
    assert (await session.start()).accepted
    await ann.until_event(Scored)
    assert deepest == 1
    told = [item.number for item in seen if isinstance(item, Told)]
    assert told == sorted(told)
    await table.close()


async def test_a_view_holds_an_event_before_its_listener_hears_of_it(home: Path) -> None:
    table = open_table("hearts", bots=BOTS, clocks=QUICK, options={"limit": 20})
    session = table.session("Ann", is_owner=True)
    held = []

    def hear(news: News) -> None:
        if isinstance(news, Told) and session.view is not None:
            held.append(len(session.view.events) > news.number)

    ann = Player(session, plays=True)
    session.on_news(hear)
    await session.open()
    assert (await session.start()).accepted
    await ann.until_event(Scored)
    assert held
    assert all(held)
    await table.close()


async def test_a_watcher_that_returns_gets_the_rest_of_the_public_stream(home: Path) -> None:
    table, ann = await started()
    eve = Player(table.session("Eve", watch=True))
    await eve.session.open()
    await eve.until(lambda: len(eve.events) >= len(ann.events))
    assert eve.session.view is not None
    assert eve.session.seat is None
    table.links[-1].break_off()
    await eve.until(lambda: len(eve.told(LinkUp)) == 2)
    await eve.until(lambda: len(eve.events) >= len(ann.events))
    assert numbers(eve) == list(range(len(eve.events)))
    await table.close()


async def test_the_time_left_is_counted_down_and_gone_with_the_decision(home: Path) -> None:
    clocks = TimeControls(pace_ms=0, limits_ms={"pass": 50_000}, reserve_ms=10_000)
    table = open_table("hearts", bots=BOTS, clocks=clocks)
    ann = await seated(table)
    assert ann.remaining_ms is None
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    first = ann.remaining_ms
    assert first is not None
    assert 50_000 < first <= 60_000
    await ann.until(lambda: ann.remaining_ms is not None and ann.remaining_ms < first, "for time to pass")
    assert (await ann.session.submit(decision.id, decision.default)).accepted
    assert ann.told(Answered) == [Answered(decision.id)]
    await table.close()


@pytest.mark.parametrize("leader", [0, 1])
async def test_a_decision_that_ran_out_is_over_for_the_player_too(home: Path, leader: int) -> None:
    clocks = TimeControls(pace_ms=0, limits_ms={"pass": 30}, reserve_ms=0, other_ms=0)
    # The default passes the highest on. Who then holds the two of clubs is asked next: Ann again, or somebody else.
    deal = f"{leader}: 2C KH AH QH JH 10H 9H 8H 7H 6H 5H 4H 3H"
    table = open_table("hearts", bots=BOTS, clocks=clocks, deal=deal)
    ann = await seated(table)
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    await ann.until(lambda: ann.told(Answered))
    assert ann.told(Answered)[0] == Answered(decision.id, late=decision)
    await table.close()


async def test_a_silent_host_is_given_up_and_looked_for_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.client.reconnect.PING_AFTER_S", 0.05)
    monkeypatch.setattr("net.client.reconnect.SILENT_FOR_S", 0.2)
    table, ann = await started()
    table.links[-1].cut()
    await ann.until(lambda: ann.told(LinkLost))
    await ann.until(lambda: len(ann.told(LinkUp)) == 2)
    await table.close()


async def test_the_token_brings_a_later_program_back_to_its_seat(home: Path) -> None:
    host = await quick_host(bots=BOTS, tcp=True, bind="127.0.0.1")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert ann.session.info is not None
    assert ann.session.info.host_seat == 0
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    await ann.session.close()
    again = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert again.session.seat == 0
    assert (await again.until_asked()).id == decision.id
    await again.session.close()


async def test_a_second_terminal_of_one_user_joins_beside_the_first(home: Path) -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    ben = await Player.join(tcp(host), "Ben", keep=SeatTokens())
    assert (ann.session.seat, ben.session.seat) == (0, 1)
    assert not ann.told(LinkClosed)
    assert [table.title for table in recent_tables()] == ["Hearts"]
    await ben.session.leave()
    await ann.session.close()


async def test_a_lost_key_is_not_the_end_one_joins_as_a_stranger(home: Path) -> None:
    host = await quick_host()
    ann = await Player.join(host.address, "Ann", token=b"no such token!!!")
    assert ann.session.seat == 0
    await ann.session.close()


async def test_a_full_table_refuses_in_a_sentence_and_the_session_is_closed(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 4, most_watchers=0)
    session = ClientSession(host.address, name="Ann")
    with pytest.raises(JoinRefused, match="full"):
        await session.open()
    assert session.is_closed
    with pytest.raises(CannotReach):
        await ClientSession(Address("unix", path="/nowhere.sock"), name="Ann").open()


def test_an_answer_on_the_wire_is_bounded() -> None:
    from engine.api import Move

    move = to_client_move(Move("play", ("QS",)))  # type: ignore[arg-type]
    assert PlayMove(id="a-1", decision=3, move=move).move.cards == ("QS",)


async def test_who_meets_a_crowd_tries_twice_more_by_itself_and_then_says_why(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnect, "RETRY_WAITS_S", (0.01, 0.02))
    monkeypatch.setattr(reconnect, "LONGEST_RETRY_S", 0.02)
    table = open_table("hearts")
    connects: list[int] = []

    async def crowded(protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        connects.append(1)
        table.server.most_connections = 256 if len(connects) == allowed else 0
        return await table.connect(protocol)

    for allowed in (3, 99):
        connects.clear()
        session = ClientSession(NOWHERE, name="Ann", connector=crowded)
        heard: list[News] = []
        session.on_news(heard.append)
        if allowed == 3:
            await session.open()
            assert session.seat == 0
            await session.leave()
        else:
            with pytest.raises(JoinRefused, match="no room"):
                await session.open()
        assert len(connects) == 3
        assert sum("Trying again" in item.text for item in heard if isinstance(item, Notice)) == 2
    await table.close()


async def test_where_waiting_does_not_help_nobody_tries_again(home: Path) -> None:
    table = open_table("hearts")
    ann = table.session("Ann", is_owner=True)
    await ann.open()
    assert (await ann.lock()).accepted
    ben = table.session("Ben")
    with pytest.raises(JoinRefused, match="locked"):
        await ben.open()
    assert len(table.links) == 2
    await ann.close()
    await table.close()


@pytest.mark.parametrize(
    "make",
    [
        lambda session: session.submit(1, Move("pass", parse_cards("QS") * 300)),
        lambda session: session.submit(1, Move("peek", places=("slot:0:1",) * 300)),
        lambda session: session.submit(1, Move("v" * 9000)),
        lambda session: session.set_option("o" * 9000, 1),
    ],
    ids=["cards", "places", "verb", "option"],
)
async def test_a_request_that_no_host_can_read_is_answered_here(
    make: Callable[[ClientSession], Awaitable[Outcome]],
) -> None:
    """At once, and the host does not count it as a damaged message: after the third it would close the connection."""
    table, ann = await open_local_table("hearts", name="Ann")
    for _ in range(4):
        outcome = await make(ann)
        assert (outcome.accepted, outcome.code) == (False, "malformed")
    assert ann.is_up
    assert (await ann.fill("easy")).accepted
    await ann.close()
    await table.close()
