"""A host says what cannot be, one thing at a time: the visit goes on or ends with a sentence, the program goes on."""

import asyncio
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, cast, get_args

import msgspec
import pytest
from textual.pilot import Pilot

from engine.api import (
    Committed,
    Decision,
    Dropped,
    Event,
    Happened,
    MatchEnded,
    Scored,
    Seat,
    SecretRevealed,
    Share,
    SharesMixed,
    Signed,
    Table,
    encode,
    find_game,
    redact,
)
from net.client.session import ClientSession
from net.host.registry import RunningTable
from net.match.visibility import SpectatorView
from net.migration.failover import FailoverState
from net.news import LinkClosed
from net.verification.transcript import Transcript
from net.wire.address import Address, tcp_address, unix_address
from net.wire.framing import ProtocolError, frame, read_host_message
from net.wire.host_messages import Ask, Bye, Events, HostMessage, Looking, Offer, Refused, TableFrame, Welcome
from net.wire.table_info import GoesOn, LookInfo, PauseInfo, PetitionInfo, SeatInfo, TableInfo, VoteInfo
from tui.app import KhanhooApp
from tui.forms.lobby import lobby_items
from tui.forms.people import people_lines, questions_for
from tui.forms.spectating import look_lines, watcher_words
from tui.forms.time_words import pause_words
from tui.screens.menu import MenuScreen
from tui.session.connection import TableConnection
from tui.session.own_tables import deserted_table
from tui.session.table_session import head_words, people_of
from tui.table.game_words import read_layout
from tui.table.narration import Narration as Tale
from tui.table.picture import picture
from tui.table.wording import match_words
from tui.widgets.title_bar import NoticeLine

from ...harness.lies import filled, kinds_in, kinds_of, lies
from ...harness.local_table import NOWHERE, open_table
from ...harness.messages import FROM_HOST, ONE, TWO
from ...harness.screens import place, settled, until
from ...harness.slow import slow
from ..scenes import SMALL, LobbySession, room

GAMES = ("hearts", "khamul", "khanhoo")
SEATS = 4
NEWEST = 12
"""Events that a screen is shown; those before them are no lies."""
MINE: Seat = 1


# The table about which lies are told.


def table_info(game: str, phase: str = "playing") -> TableInfo:
    """A table at which something of every kind is going on."""
    info = TableInfo(
        table_id="t4b1e",
        title="Ann's table",
        game=game,
        options=find_game(game).meta.resolve({}),
        seats=(
            SeatInfo(seat=0, name="Ann", kind="person", is_host=True, ready=True, bank_s=60),
            SeatInfo(seat=1, name="Ben", kind="person", ready=True, consents=True, key="ab" * 32),
            SeatInfo(seat=2, name="Cedar", kind="bot", level="hard"),
            SeatInfo(seat=3, name="Dee", kind="person", state="away"),
        ),
        watchers=("Zoë",),
        watching=1,
        phase=phase,  # type: ignore[arg-type]
        host_seat=0,
        host="Ann",
        pause=PauseInfo(why="away", seat=3, ends_s=90),
        votes=(VoteInfo(what="drop", seat=3, yes=(0,), no=(2,), needed=2), VoteInfo(what="stop")),
        petitions=(PetitionInfo(seat=3, name="Zoë"),),
        looks=(LookInfo(name="Zoë", how="shoulder", seat=1), LookInfo(name="Eve", how="hands")),
        watch="hands",
        delay=4,
        bans=("Ben",),
        ban_marks=("",),
        key="cd" * 32,
        goes_on=GoesOn(table="t0", seat=1, deal=1, number=9, head=bytes(32), signature=bytes(64)),
    )
    return cast(TableInfo, filled(info))


@cache
def played(game: str) -> tuple[Table, tuple[Event, ...]]:
    """A match of one deal, and its events as our seat sees them."""
    table = Table(find_game(game), SEATS, find_game(game).meta.resolve({}), seed="lies")
    chance = Random("lies")
    table.start()
    while not table.scores:
        for asked in table.decisions():
            moves = list(zip(range(40), asked.moves(table.deck), strict=False))
            move = chance.choice(moves)[1] if moves and chance.random() < 0.5 else asked.default
            table.play(asked.seat, asked.id, move)
        if table.awaits_close:
            table.close()
    if table.over is None:
        table.abandon()
    assert table.journal is not None
    return table, tuple(redact(event, MINE, table.game.plan) for event in table.journal.events())


def scripted(game: str) -> Iterator[tuple[tuple[Event, ...], Event]]:
    """One event of each kind, and what was told before it."""
    events = played(game)[1]
    first: dict[type[Event], int] = {}
    for number, event in enumerate(events):
        first.setdefault(type(event), number)
    for number in first.values():
        yield events[:number], events[number]
    begun = events[: first[Scored]]
    signed = Signed("t4b1e", 1, 7, bytes(32), ONE, bytes(64), 2)
    shared = SharesMixed(1, (Share(0, ONE, TWO),))
    ended = MatchEnded("limit", (0, 2), (1, 2, 3, 4), (-3, 1, 1, 1))
    for event in (
        Happened("said", 0, "Ann", "hello"),
        signed,
        Committed(2, ONE),
        shared,
        SecretRevealed(1, TWO),
        Dropped(3),
    ):
        yield begun, event
    for event in (Happened("said", 0, "Ann", "hello"), signed, Committed(1, ONE), SharesMixed(1, shared.shares)):
        yield (), event
    yield events[: first[MatchEnded]], ended


def truths(game: str, *, has_begun: bool) -> Iterator[tuple[tuple[Event, ...], HostMessage]]:
    """Messages that the host of this table may well send, each with what was told before it."""
    info = table_info(game, "playing" if has_begun else "open")
    events = played(game)[1]
    begun = events[: next(number for number, event in enumerate(events) if isinstance(event, Scored))]
    told = begun if has_begun else ()
    for message in FROM_HOST if game == GAMES[0] else ():
        match message:
            case Welcome():
                yield told, msgspec.structs.replace(message, table=info, seat=MINE, number=len(told))
            case TableFrame():
                yield told, TableFrame(info=info)
            case Ask() | Offer() | Events():
                pass
            case _:
                yield told, message
    if has_begun:
        yield told, Offer()
        for decision in _decisions(game):
            yield told, Ask(decision=decision, remaining_ms=45_000, reserve_ms=120_000)
            yield told, Offer(decision=decision)
    for before, event in scripted(game):
        if bool(before) == has_begun or not has_begun:
            yield before, Events(first=len(before), events=(event,), veils=bytes(16), head=bytes(16))


def _decisions(game: str) -> tuple[Decision, ...]:
    """What a seat is asked in a match, once of each phase."""
    table = Table(find_game(game), SEATS, find_game(game).meta.resolve({}), seed="lies")
    table.start()
    found: dict[str, Decision] = {}
    while not table.scores:
        for asked in table.decisions():
            found.setdefault(asked.phase, msgspec.structs.replace(asked, seat=MINE))
            table.play(asked.seat, asked.id, asked.default)
        if table.awaits_close:
            table.close()
    return tuple(found.values())


def test_every_message_and_every_part_of_one_is_lied_about() -> None:
    told = [message for game in GAMES for begun in (False, True) for _, message in truths(game, has_begun=begun)]
    assert {type(message) for message in told} == set(get_args(HostMessage))
    assert set().union(*map(kinds_in, told)) >= kinds_of(HostMessage)


# A session and all that a screen works out of it, without a screen.


class Line:
    """A connection that is up, over which nothing comes or goes."""

    is_up, is_closed, is_own = True, False, False
    address = NOWHERE

    def __init__(self) -> None:
        self.faults: list[str] = []

    def send(self, message: object) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        self.is_closed, self.is_up = True, False

    def welcomed(self) -> None:
        """As before."""

    def fail(self, sentence: str) -> None:
        self.faults.append(sentence)

    def refused(self, sentence: str, code: str, *_: object) -> None:
        self.faults.append(sentence)

    def move(self, to: object) -> None:
        """Nowhere."""


class Visit:
    """Makes sessions that are in the middle of a visit. gaze: of somebody who watches."""

    def __init__(self, game: str, told: tuple[Event, ...], gaze: SpectatorView | None = None) -> None:
        self.info = table_info(game, "playing" if told else "open")
        self.told, self.gaze = told, gaze
        self._story: Transcript | None = None

    def session(self) -> tuple[ClientSession, Line]:
        session, line = ClientSession(NOWHERE, name="Ben"), Line()
        session._line = line  # type: ignore[assignment]
        session.seat = MINE if self.gaze is None else None
        session.gaze = self.gaze or session.gaze
        session.info = self.info
        session.going_on.state = FailoverState.OPENING  # so that it looks for nobody elsewhere
        if self._story is None:
            for number, event in enumerate(self.told):
                session._story.add(number, event, self.info, session.gaze.eyes(session.seat))
            self._story = session._story
        session._story = session.fairness._story = self._story
        return session, line

    def heard(self, message: HostMessage) -> None:
        """A message may have changed the story, which is else the same for all."""
        if isinstance(message, Events):
            self._story = None


def look_at(session: ClientSession) -> None:
    """Everything that the screens of a table work out of a session before they draw it."""
    info, mine, view = session.info, session.seat, session.view
    assert info is not None
    game = find_game(info.game)
    people_lines(info, mine, game, "", look_lines(info, mine, session.gaze), ())
    questions_for(info, mine)
    watcher_words(info)
    pause_words(info, mine, "u")
    lobby_items(info, mine)
    if view is None:
        return
    names = people_of(info, view.seats)
    story = Tale(view.game, view.viewer, lambda seat: names[seat][0], view.deck)
    story.told = max(0, len(view.events) - NEWEST)
    story.catch_up(view.events)
    picture(view, story, names)
    head_words(session, seated=mine is not None, pause="", check_key="i")
    if view.over is not None:
        match_words(read_layout(view.game), view.over, lambda seat: names[seat][0], view.viewer)


@pytest.mark.slow
@pytest.mark.parametrize("has_begun", [False, True])
@pytest.mark.parametrize("game", GAMES)
async def test_no_lie_gets_past_the_session_to_a_screen_that_falls_over_it(game: str, has_begun: bool) -> None:
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    for told, truth in truths(game, has_begun=has_begun):
        visit = Visit(game, told)
        session, line = visit.session()
        session.hear(truth)
        visit.heard(truth)
        ends = isinstance(truth, Bye | Refused)
        assert ends or not (session.is_closed or line.faults), f"{truth} is no lie"
        for what, payload in lies(truth):
            try:
                message = read_host_message(payload)
            except ProtocolError:
                continue
            session, line = visit.session()
            heard: list[object] = []
            session.on_news(heard.append)
            try:
                session.hear(message)
                if session.is_closed:
                    assert any(isinstance(item, LinkClosed) and item.reason for item in heard), what
                elif not line.faults:
                    look_at(session)
            except Exception as fault:
                raise AssertionError(f"{what} at {game}") from fault
            visit.heard(message)
            await session.close()
    await asyncio.sleep(0)
    assert not faults


# The app.


class Liar:
    """A table in memory at which Ann plays, or watches, and a way to say something else to her."""

    def __init__(self, *, has_begun: bool) -> None:
        self.has_begun = has_begun
        self.table = open_table("hearts", bots=("easy",) * 2)
        self.own = self.table.session("Own", is_owner=True)
        self.ann = self.table.session("Ann")

    async def open(self, app: KhanhooApp) -> None:
        """The match begins once Ann has come, and waits for the two people at the table."""
        await self.own.open()
        await self.own.sit(0)
        await app.tables.sit_down(self.ann)
        if self.has_begun:
            await self.ann.ready()
            assert (await self.own.start()).accepted

    async def come_back(self, app: KhanhooApp, pilot: Pilot[Any]) -> None:
        """Ann is at the table, and sees it; if a lie has sent her to the menu, she takes her seat again."""
        wanted = "table" if self.has_begun else "lobby"
        if app.session is None:
            token = self.ann._keeper.token
            self.ann = self.table.session("Ann")
            self.ann._keeper.token = token
            await app.tables.sit_down(self.ann)
        await until(pilot, lambda: place(app) == wanted)

    def say(self, payload: bytes) -> None:
        """Ann hears this from the host."""
        link = self.ann._line._link
        assert link is not None
        link.data_received(frame(payload))

    async def close(self) -> None:
        await self.own.close()
        await self.table.close()


def about(table: TableInfo, message: HostMessage) -> HostMessage:
    """A message about another table as it would be about this one."""
    if isinstance(message, Welcome):
        return msgspec.structs.replace(message, table=about_table(table, message.table))
    if isinstance(message, TableFrame):
        return TableFrame(info=about_table(table, message.info))
    return message


def about_table(table: TableInfo, other: TableInfo) -> TableInfo:
    return msgspec.structs.replace(other, table_id=table.table_id, options=table.options)


def worst(liar: Liar) -> list[tuple[str, HostMessage]]:
    """What has ended the program of everybody who joined, and the like of it."""
    info = liar.ann.info
    assert info is not None
    first, replace = len(liar.ann.events), msgspec.structs.replace
    no_points = Scored(1, "counted", (), ())
    return [
        ("looking", Looking(how="shoulder", seat=15)),
        ("no seats", TableFrame(info=replace(info, seats=()))),
        ("seat 15", TableFrame(info=replace(info, seats=tuple(replace(seat, seat=15) for seat in info.seats)))),
        ("other game", TableFrame(info=replace(info, game="khanhoo"))),
        ("no game", TableFrame(info=replace(info, game="nosuch"))),
        ("scored", Events(first=first, events=(no_points,))),
        ("ended", Events(first=first, events=(MatchEnded("limit", (0,), ()),))),
        ("winner", Events(first=first, events=(MatchEnded("limit", (15,), (1, 2, 3, 4)),))),
    ]


@pytest.mark.parametrize(("has_begun", "every"), [(True, 6), *slow([(False, 1), (True, 1)])])
async def test_the_room_stands_whatever_a_host_says(has_begun: bool, every: int) -> None:
    """every: of the messages that are lied about, each so-manieth one."""
    app, liar, chance = room(), Liar(has_begun=has_begun), Random("room")
    async with app.run_test(size=SMALL) as pilot:
        await liar.open(app)
        await liar.come_back(app, pilot)
        for what, message in worst(liar):
            await lie_to(app, pilot, liar, what, encode(message))
        assert liar.ann.info is not None
        for _, truth in islice(truths(GAMES[0], has_begun=has_begun), 0, None, every):
            what, payload = chance.choice(list(lies(about(liar.ann.info, truth))))
            await lie_to(app, pilot, liar, what, payload)
    await liar.close()


async def lie_to(app: KhanhooApp, pilot: Pilot[Any], liar: Liar, what: str, payload: bytes) -> None:
    """The program goes on at the table, or at the menu with a sentence."""
    await liar.come_back(app, pilot)
    liar.say(payload)
    await settled(pilot)
    if app.session is not None and place(app) == "table":
        await pilot.press("u", "escape")  # what is seen of the people there
    await until(pilot, lambda: app.session is None or app.session.is_up)
    assert app.is_running, what
    if app.session is None:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and bool(app.screen.query(NoticeLine)))
        await until(pilot, lambda: bool(app.screen.query_one(NoticeLine).sentence))


@pytest.mark.parametrize(
    ("address", "ends"),
    [
        (unix_address("/run/ours.sock", "ours"), True),
        (unix_address("/run/theirs.sock", "ours"), False),
        (tcp_address("127.0.0.1", 4242, "ours"), True),
        (tcp_address("192.168.1.5", 4242, "ours"), False),
    ],
)
def test_a_host_that_names_a_table_of_ours_as_its_own_cannot_have_it_ended(
    monkeypatch: pytest.MonkeyPatch, address: Address, ends: bool
) -> None:
    ours = RunningTable(
        table_id="ours", pid=1, started="", boot="", socket="/run/ours.sock", port=4242, title="", game="hearts",
        listed=False, began=0,
    )  # fmt: skip
    monkeypatch.setattr("net.host.registry.find_running", lambda table_id: ours if table_id == "ours" else None)
    info = TableInfo(table_id="ours", title="", game="hearts", options={}, seats=(SeatInfo(seat=0),), listed=False)
    connection = TableConnection(room())
    connection.session = cast(ClientSession, LobbySession(info, address=address))
    assert deserted_table(connection.session) == ("ours" if ends else "")
