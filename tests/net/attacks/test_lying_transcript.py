"""A host that takes back what it has told, rewrites what is finished, draws the cards alone, or makes things up."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.api import (
    Act,
    Card,
    Event,
    Happened,
    HostChain,
    JournalError,
    Move,
    Moved,
    SecretRevealed,
    SharesMixed,
    Signed,
    Table,
    Turned,
    find_game,
)
from net.client.session import ClientSession
from net.host.driver import RoomDriver
from net.match.match import to_move
from net.match.people import Person
from net.match.settings import RoomConfig
from net.news import LinkClosed, News, Notice, Outcome, Verdict
from net.problems import JoinRefused
from net.room import table_journal
from net.room.table_journal import LobbyDiff
from net.verification.chain_check import ChainCheck
from net.verification.deal_replay import Fairness
from net.verification.own_moves import OwnMoves
from net.verification.transcript import MOST_EVENTS, BadTranscript, Transcript
from net.wire.client_messages import HEAD_BYTES, PlayMove, Request, to_client_move
from net.wire.framing import pack
from net.wire.host_messages import Events, HostMessage, Welcome
from net.wire.table_info import SeatInfo, TableInfo
from tests.harness.players import Player
from tests.harness.room import Bench
from tests.net.verification.test_deal_replay import SHARING, table_of, until_verdict

from ...harness.local_table import NOWHERE, MemoryTransport, open_table

SEED = "told twice"
OPTIONS = find_game("hearts").meta.resolve({"limit": 25})


# What was told is told otherwise.


class Shelf:
    """Keeps a table's records in memory."""

    problem: str | None = None

    def __init__(self) -> None:
        self.records: list[bytes] = []

    def keep(self, record: bytes) -> None:
        self.records.append(record)

    def retry(self) -> None:
        """Nothing waits."""

    def sync_now(self) -> None:
        """Nothing is on a disk."""

    async def close(self) -> None:
        """Nothing is open."""


def events_of(record: bytes) -> list[Event]:
    part = table_journal.read_part(record, 0)
    return [event for made in part.records for event in made.events] if isinstance(part, table_journal.Entry) else []


async def test_a_host_that_dies_and_takes_back_what_it_had_told_is_not_called_fair(home: Path) -> None:
    shelf, table = Shelf(), open_table("hearts", bots=("easy",) * 3, clocks=SHARING, options={"limit": 25})
    table.server.keeper = shelf  # type: ignore[assignment]
    # The opening was written before the shelf was there.
    shelf.keep(
        table_journal.write(table_journal.Opening(table_journal.JOURNAL_FORMAT, table.server.room._state.config))
    )
    ann = Player(table.session("Ann", is_owner=True), plays=True)
    await ann.session.open()
    await ann.session.ready()
    assert (await ann.session.start()).accepted
    await ann.until(lambda: sum(isinstance(event, Moved) for event in ann.events) > 12, "some play")
    ann.may_play.clear()
    await ann.session.say("well played")
    said = next(
        place
        for place, record in enumerate(shelf.records)
        if any(isinstance(event, Happened) and event.what == "said" for event in events_of(record))
    )
    table.server._stop()
    second = RoomDriver.open(
        table.server.room._state.config,
        shelf.records[:said],
        keeper=None,
        chance=random.Random(2),
        thinker_process=False,
    )
    table.server = second
    table.links[-1].break_off()
    ann.may_play.set()
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert verdict.state == "unverified"
    assert "took back" in verdict.sentence
    assert [told for told in ann.told(Notice) if "took back" in told.text]
    assert not any(isinstance(event, Happened) and event.text == "well played" for event in ann.events)
    await ann.session.close()
    await table.close()


def finished_deal() -> tuple[Table, list[Event]]:
    """A deal of Hearts and what happened in it, all faces shown."""
    game = find_game("hearts")
    table = Table(game, 4, dict(game.meta.resolve({})), seed=SEED)
    table.commit()
    table.mix_shares([])
    table.start()
    while not any(isinstance(event, SecretRevealed) for event in events_in(table)):
        for decision in table.decisions():
            table.play(decision.seat, decision.id, decision.default)
        if table.awaits_close:
            table.close()
    return table, events_in(table)


def events_in(table: Table) -> list[Event]:
    assert table.journal is not None
    return list(table.journal.events())


def told(table: Table, events: list[Event], first: int = 0) -> Events:
    """All of that as a host tells it to somebody from whom nothing is hidden, with the veils and head that fit."""
    host_chain = HostChain(table)
    for event in events:
        host_chain.add(event)
    veils = b"".join(veiled for number, veiled in host_chain.veils.items() if number >= first)
    return Events(first=first, events=tuple(events[first:]), veils=veils, head=host_chain.chain.head[:HEAD_BYTES])


def shown(table: Table) -> TableInfo:
    seats = tuple(SeatInfo(seat=seat) for seat in range(table.seats))
    return TableInfo(table_id="t1", title="", game=table.game.meta.id, options=dict(table.options), seats=seats)


@pytest.fixture(scope="module")
def played() -> tuple[Table, list[Event]]:
    return finished_deal()


def test_a_story_that_begins_anew_and_is_the_same_is_believed_however_much_of_it_comes(
    played: tuple[Table, list[Event]],
) -> None:
    table, events = played
    heads, info = ChainCheck(), shown(table)
    for length in (len(events) - 3, 20, len(events), len(events) - 1, len(events)):
        heads.begin_anew()
        assert heads.check_frame(told(table, events[:length]), events[:length], info) == ""
    assert heads.is_true
    assert not heads.retold


def test_a_finished_deal_that_is_told_otherwise_when_the_story_begins_anew_is_found(
    played: tuple[Table, list[Event]],
) -> None:
    table, events = played
    heads, info = ChainCheck(), shown(table)
    assert heads.check_frame(told(table, events), events, info) == ""
    assert heads.chain is not None
    assert list(heads.chain.ends) == [1]
    heads.begin_anew()
    # Another word at its beginning, and a head that fits: the host tells one story, and it is another one.
    other: list[Event] = [Happened("said", 0, "Ann", "I never said that"), *events]
    assert "changed the game record of deal 1" in heads.check_frame(told(table, other), other, info)
    assert not heads.is_true


def test_a_story_that_goes_on_at_another_host_is_compared_as_far_as_it_is_the_same(
    played: tuple[Table, list[Event]],
) -> None:
    table, events = played
    heads, info = ChainCheck(), shown(table)
    later: list[Event] = [*events, Happened("said", 0, "Ann", "lost with the host")]
    assert heads.check_frame(told(table, later), later, info) == ""
    heads.cut(len(events))
    other: list[Event] = [*events, Happened("carried", 1, "Ben", "t1")]
    assert heads.check_frame(told(table, other, len(events)), other, info) == ""
    assert heads.is_true
    assert not heads.retold


# Cards that the host draws alone.


async def test_a_player_who_was_not_asked_for_a_share_does_not_call_a_deal_fair(home: Path) -> None:
    table, (ann, ben) = await table_of(2, limit=40)
    lobby = table.server.room._state.lobby
    # From the second deal on the host asks everybody but Ben: those may all be its own.
    lobby.sitter(1).gives_shares = False  # type: ignore[union-attr]
    await until_verdict(ann, 2)
    await until_verdict(ben, 2)
    stirred = [event for event in ben.events if isinstance(event, SharesMixed)][1]
    assert [share.seat for share in stirred.shares] == [0]
    assert ben.session.fairness.verdicts[2].state == "unverified"
    assert "did not ask you for a random number" in ben.session.fairness.verdicts[2].sentence
    assert ann.session.fairness.verdicts[2].state == "verified"
    for player in (ann, ben):
        await player.session.close()
    await table.close()


# Moves that the host plays in somebody's place.


async def test_a_host_that_takes_a_move_and_plays_another_is_found(home: Path) -> None:
    table, (ann,) = await table_of(1)
    match, rules = table.server.room._state.match, table.server.room._dispatcher.rules
    swapped: list[Move] = []

    def play(person: Person, request: PlayMove) -> None:
        decision, move = match._asks[0].decision, to_move(request.move)
        if decision.sealed and not swapped:
            swapped.append(move)
            move = next(other for other in decision.moves(find_game("hearts").deck(dict(OPTIONS))) if other != move)
        match.play(person, msgspec.structs.replace(request, move=to_client_move(move)))

    rules[PlayMove] = replace(rules[PlayMove], handler=play)
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert swapped
    assert verdict.state == "failed"
    assert "accepted your move (pass)" in verdict.sentence
    await ann.session.close()
    await table.close()


def test_a_move_of_ours_is_found_among_those_of_all_whatever_the_order_of_its_cards() -> None:
    moves = OwnMoves(Transcript())
    one, two = Move("pass", (Card("QS"), Card("2C"))), Move("play", (Card("2C"),))
    moves.add(1, 0, one)
    moves.add(1, 0, two)
    moves.add(2, 0, two)
    moves.add(1, None, two)
    turned, other = Act("play", 0, Move("pass", (Card("2C"), Card("QS")))), Act("play", 1, two)
    assert moves.missing(1, (Act("start"), other, turned, other, Act("play", 0, two))) is None
    assert moves.missing(1, (turned, other)) == two
    assert moves.missing(1, (Act("play", 0, two), turned)) == two, "in their order"
    assert moves.missing(3, ()) is None
    moves.cut(1)
    assert moves.missing(2, ()) is None
    assert moves.missing(1, ()) is not None


# What failed stays in sight.


class Desk:
    """A client's fairness without a table, and what it tells."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self.fairness = Fairness(Transcript(), self._ask, lambda *items: self.news.extend(items), {})

    async def _ask(self, make: Callable[..., Request]) -> Outcome:
        raise AssertionError


def test_a_deal_that_failed_stays_in_sight_whatever_is_found_of_it_or_of_later_ones() -> None:
    fairness = Desk().fairness
    fairness._find(Verdict(1, "verified", 2, "Fair."))
    failed = Verdict(2, "failed", 0, "Told otherwise.", "evidence")
    fairness._find(failed)
    fairness._find(Verdict(2, "verified", 2, "A check that was under way meanwhile."))
    fairness._find(Verdict(3, "unverified", 0, "A deal before it could not be checked."))
    assert fairness.verdicts[2] == failed
    assert fairness.last == failed
    assert fairness.verdicts[3].state == "unverified"


async def test_a_thousand_false_signatures_are_one_notice_and_one_file(
    home: Path, played: tuple[Table, list[Event]]
) -> None:
    table, events = played
    desk, info = Desk(), shown(table)
    fairness = desk.fairness
    false = [Signed("t1", deal, 7, bytes(32), "ab" * 32, bytes(64), deal % 4) for deal in range(1, 1001)]
    fairness._story.events += [*events, *false]
    for event in events:
        if not isinstance(event, SecretRevealed):
            fairness.absorb(event, info)
    assert fairness.check_frame(told(table, [*events, *false]), info, 0) is None
    while fairness._savings:
        await asyncio.gather(*fairness._savings)
    assert len([item for item in desk.news if isinstance(item, Notice)]) == 1
    assert len(list(home.rglob("*.msgpack"))) == 1


# What no game has.


class Liar(asyncio.Protocol):
    """A host that says what it likes as soon as somebody comes."""

    def __init__(self, *messages: HostMessage) -> None:
        self.messages = messages

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, MemoryTransport)
        asyncio.get_running_loop().call_soon(transport.write, b"".join(map(pack, self.messages)))


UNKNOWN_ZONE = (Moved("slot:9:9", "nowhere", ()),)
HEARTS = find_game("hearts")


@pytest.mark.parametrize(
    ("changes", "events"),
    [
        ({}, UNKNOWN_ZONE),
        ({}, (Turned("", ()),)),
        ({"options": {}}, (Happened("said"),)),
        ({"options": {"limit": "many"}}, (Happened("said"),)),
        ({"game": "nosuch"}, (Happened("said"),)),
        ({"seats": ()}, (Happened("said"), SecretRevealed(1, "ab" * 32))),
    ],
)
async def test_what_no_game_has_ends_the_visit_in_a_sentence_and_nothing_else(
    home: Path, changes: dict[str, Any], events: tuple[Event, ...]
) -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    seats = tuple(SeatInfo(seat=seat) for seat in range(4))
    basis = TableInfo(table_id="t1", title="", game="hearts", options=dict(HEARTS.meta.resolve({})), seats=seats)
    info = msgspec.structs.replace(basis, **changes)
    frame_of_it = Events(first=0, events=events, head=bytes(HEAD_BYTES))
    liar = Liar(Welcome(table=info, name="Ann", token=bytes(16)), frame_of_it)

    async def connect(protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
        return MemoryTransport.pair(protocol(), liar)[0]

    player = Player(ClientSession(NOWHERE, name="Ann", connector=connect))
    sentences: list[str] = []
    try:
        await player.session.open()
    except JoinRefused as refused:
        sentences.append(str(refused))
    else:
        await player.until(lambda: player.session.is_closed or player.session.fairness.verdicts, "the end of the visit")
        sentences += [closed.reason for closed in player.told(LinkClosed)]
    assert not faults
    if player.session.is_closed:
        assert all(sentences)
        assert sentences
    await player.session.close()


def test_a_host_that_tells_without_end_is_left() -> None:
    story, info = Transcript(), TableInfo(table_id="t1", title="", game="hearts", options={}, seats=())
    word = Happened("said", 0, "Ann", "again")
    story.events += [word] * (MOST_EVENTS - 1)
    assert story.add(MOST_EVENTS - 1, word, info, None)
    with pytest.raises(BadTranscript, match="more events than a match can have"):
        story.add(MOST_EVENTS, word, info, None)
    assert len(story.events) == MOST_EVENTS


def test_a_file_that_tells_of_seats_without_number_is_no_table() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts"))
    bench.join("Ann")
    part = table_journal.read_part(bench.records[-1], 0)
    assert isinstance(part, table_journal.Entry)
    lobby = msgspec.structs.replace(bench.room._state.lobby, seats=2**31)
    bench.records.append(table_journal.write(msgspec.structs.replace(part, lobby=LobbyDiff(lobby=lobby))))
    with pytest.raises(JournalError, match="2147483648 seats"):
        bench.crash()
