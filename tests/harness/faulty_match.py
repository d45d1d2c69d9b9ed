"""A short match between real sessions and a real table, over a network with one fault, and whether all came out right.

Chance is the same every time: the same cards, the same shares, the same moves. So what a fault changed shows.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.api import Decision, Event, Happened, Move, Signed, Table, View, redact_for_all
from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.host.driver import RoomDriver
from net.match.match import Match
from net.match.settings import RoomConfig, TimeControls
from net.news import LinkLost, LinkUp, News, Offered, Told
from net.problems import JoinRefused
from net.transport.sockets import CannotReach
from net.wire.address import tcp_address

from .faulty_network import FAULTS, WAYS, Fault, FaultProxy, Way
from .players import Player

# A silence ends before anybody is shown as away, and nobody's share is left out.
CLOCKS = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=1, share_ms=60_000, ping_ms=1_500, silent_ms=5_000)
KEY = "ab" * 32
SAID = "Good evening"
AT_ONCE = 16
STALL_S = 1.0
GAMES: dict[str, dict[str, Any]] = {
    "kanhu_ming": {"seats": 2, "options": {"hands": 1}},
    "hearts": {"seats": 4, "options": {"limit": 1}, "bots": ("easy", "easy")},
    "khamul": {"seats": 2, "options": {"limit": 1, "turn_cap": 4, "match_s": 30}},
}
DULL = ("khamul", "rearrange")
"""Moves that end a round before anything has come of it, or change nothing: made where there are no others."""


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions that notice a silence soon, and chance that is the same every time."""
    be_impatient(monkeypatch)


def be_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """See `short_patience`."""
    monkeypatch.setattr("net.client.reconnect.PING_AFTER_S", 0.6)
    monkeypatch.setattr("net.client.reconnect.SILENT_FOR_S", 3.0)
    monkeypatch.setattr("net.client.reconnect.WELCOME_WITHIN_S", 3.0)
    monkeypatch.setattr("net.verification.contribution.secrets", SameShares)


MORE_MESSAGES = 8
"""At most so many messages of a match are due to a busy machine."""


class SameShares:
    """Stands for the module by which a session makes its share of a deal."""

    @staticmethod
    def token_hex(size: int) -> str:
        return "5a" * size


@dataclass
class Acted:
    """Turns in which something was done that nobody waited for."""

    begun: set[tuple[int, int]] = field(default_factory=set)
    done: dict[tuple[int, int], asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))


def _turn_of(board: Table | View) -> tuple[int, int]:
    turn = board.facts.get("turn", 0)
    assert isinstance(turn, int)
    return board.deal, turn


class SteadyPlayer(Player):
    """Answers a decision in the same way whenever it is asked it.

    In each turn of Ann's in which Ben may do something that nobody waits for, he does it once, and she waits for that:
    whatever the network does, they do the same in the same order. match: of the table. acted: what Ben has begun and
    done so, by deal and turn.
    """

    match: Match
    acted: Acted

    def _hear(self, news: News) -> None:
        super()._hear(news)
        view = self.session.view
        if (
            isinstance(news, Offered)
            and news.decision is not None
            and news.decision.phase == "turn"
            and view is not None
        ):
            turn = _turn_of(view)
            if self.seat == 1 and turn not in self.acted.begun:
                self.acted.begun.add(turn)
                task = asyncio.get_running_loop().create_task(self._act_freely(news.decision, turn))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _act_freely(self, offer: Decision, turn: tuple[int, int]) -> None:
        await super()._play(offer)
        self.acted.done[turn].set()

    async def _play(self, decision: Decision) -> None:
        table = self.match.table
        if self.seat == 0 and decision.phase == "turn" and table is not None:
            if any(offer.seat == 1 for offer in table.free_decisions()):
                await self.acted.done[_turn_of(table)].wait()
            if table.decision(0) != decision:
                return  # what he did was a new question to her, which she answers
        await super()._play(decision)

    def pick(self, decision: Decision) -> Move:
        assert self.session.view is not None
        moves = list(decision.moves(self.session.view.deck))[:200]
        moves = [move for move in moves if move.verb not in DULL] or moves
        return random.Random(f"{self.seat} {decision.id}").choice(moves)


@dataclass
class Outcome:
    """How a match went. events: of the match alone, as each seat was told them, but for faces that are shown once.

    freely: how often something was done that nobody waited for. wrong: what should not be.
    """

    events: list[list[Event]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    freely: int = 0
    counts: dict[tuple[int, Way], int] = field(default_factory=dict)
    has_struck: bool = False
    wrong: list[str] = field(default_factory=list)


class Evening:
    """Ann and Ben play a match at a table of this process; Ben's way to it leads through a proxy."""

    def __init__(self, game: str, faults: tuple[Fault, ...] = ()) -> None:
        self.outcome = Outcome()
        self._log: list[str] = []
        config = RoomConfig(table_id="faulty0000", game=game, listed=False, clocks=CLOCKS, **GAMES[game])
        self._server = RoomDriver.open(
            config, [], keeper=None, chance=random.Random(game), thinker_process=False, say=self._log.append
        )
        self._server.room.listens_with(KEY)
        # Apart from that of the tokens, of which there are more when somebody comes back.
        self._server.room._state.match._chance = random.Random(game)
        self._faults = faults
        self._acted = Acted()

    async def play(self) -> Outcome:
        """Play it to its end."""
        loop = asyncio.get_running_loop()
        door = await loop.create_server(self._server.new_link, "127.0.0.1", 0)
        port = door.sockets[0].getsockname()[1]
        roads = FaultProxy(port), FaultProxy(port, self._faults)
        for road in roads:
            await road.open()
        players: list[SteadyPlayer] = []
        try:
            for name, road in zip(("Ann", "Ben"), roads, strict=True):
                players.append(await self._come(name, road))
            await self._play(*players)
            self._judge(*players)
        except AssertionError as fault:
            self.outcome.wrong.append(str(fault))
        finally:
            self.outcome.freely = len(self._acted.begun)
            self.outcome.counts = dict(roads[1].counts)  # without the farewells
            self.outcome.has_struck = roads[1].struck == set(self._faults)
            for player in players:
                await player.session.close()
            await self._server.close("The table is closed.")
            for road in roads:
                await road.close()
            door.close()
        return self.outcome

    async def _come(self, name: str, road: FaultProxy) -> SteadyPlayer:
        """Sit down, as a person would: who could not join the first time tries again."""
        person = PersonKey(name.encode().ljust(32, b"."))
        address = tcp_address("127.0.0.1", road.port)
        for _ in range(5):
            session = ClientSession(address, name=name, person=person, connector=road.connect)
            session.verify_key(KEY, address)
            player = SteadyPlayer(session, plays=True)
            player.match, player.acted = self._server.room._state.match, self._acted
            try:
                await session.open()
            except (CannotReach, JoinRefused) as fault:
                self._log.append(f"{name}: {fault}")
            else:
                return player
        raise AssertionError(f"{name} never came in: {self._log}")

    async def _play(self, ann: SteadyPlayer, ben: SteadyPlayer) -> None:
        assert (ann.seat, ben.seat) == (0, 1), "not in their seats"
        assert (await ben.session.ready()).accepted
        assert (await ben.session.say(SAID)).accepted
        assert (await ann.session.start()).accepted
        stream = self._server.room._state.match
        for player in (ann, ben):
            await player.until(lambda who=player: who.is_over and who.session.fairness.verdicts, "for the end")  # type: ignore[misc]
        for player in (ann, ben):
            await player.until_event(Signed, 2)
        records = [(await player.record()).to_bytes() for player in (ann, ben)]
        assert records[0] == records[1], "two records of one match"
        for player in (ann, ben):
            await player.until(lambda who=player: len(who.events) == len(stream.stream), "for all events")  # type: ignore[misc]

    def _judge(self, ann: SteadyPlayer, ben: SteadyPlayer) -> None:
        outcome, wrong = self.outcome, self.outcome.wrong
        stream = self._server.room._state.match.stream
        for seat, player in enumerate((ann, ben)):
            name = player.session.name
            view = player.session.view
            assert view is not None
            # Of faces that are shown once those on a message that was lost are lost, too.
            plan = view.game.plan
            told, seen = player.events, list(stream.seen_by(seat, 0))
            if plan.shows_once:
                told, seen = ([redact_for_all(event, plan) for event in events] for events in (told, seen))
            if told != seen:
                wrong.append(f"{name} holds other events than the table")
            if [item.number for item in player.told(Told)] != list(range(len(told))):
                wrong.append(f"{name} was told events twice, or not in order")
            if not all(accepted for _, accepted in player.outcomes):
                wrong.append(f"a move of {name} was not accepted: {player.outcomes}")
            outcome.events.append([event for event in told if not isinstance(event, Happened | Signed)])
            outcome.totals = list(view.totals)
            outcome.verdicts.append(player.session.fairness.verdicts[1].state)
        rooms = Counter((event.what, event.name) for event in ben.events if isinstance(event, Happened))
        if rooms["said", "Ben"] != 1:
            wrong.append(f"Ben said once what he said, and it was told {rooms['said', 'Ben']} times")
        if rooms["away", "Ben"] or rooms["sat", "Ben"] != 1:
            wrong.append(f"Ben came and went: {rooms}")
        if ann.told(LinkLost) or len(ann.told(LinkUp)) != 1:
            wrong.append(f"Ann's connection was touched: {ann.told(LinkLost)}")
        if self._server.is_broken:
            wrong.append("the table was lost")


Case = tuple[str, tuple[Fault, ...]]
"""A game, and what goes wrong in its match."""


async def play_all(cases: Iterable[Case]) -> dict[Case, Outcome]:
    """Play a match for each, several at once. A mistake on the event loop is held against all that are played then.

    A silence is what these sessions hang up for, so a case that went wrong while this machine stood still is played
    again: nobody could be heard then, and nobody was silent. So is one whose fault was not reached: the connection on
    which it waited was given up before, or had fewer messages this time.
    """
    loop, mistakes, turn = asyncio.get_running_loop(), list[str](), asyncio.Semaphore(AT_ONCE)
    loop.set_exception_handler(lambda _, context: mistakes.append(str(context)))
    outcomes: dict[Case, Outcome] = {}
    stalls: list[float] = []

    async def watch() -> None:
        while True:
            before = loop.time()
            await asyncio.sleep(0.1)
            if loop.time() - before > STALL_S:
                stalls.append(before)

    async def play(case: Case) -> None:
        async with turn:
            for _ in range(3):
                before, stalled = len(mistakes), len(stalls)
                outcomes[case] = await Evening(*case).play()
                outcomes[case].wrong += mistakes[before:]
                is_right = not outcomes[case].wrong
                if outcomes[case].has_struck and (is_right or len(stalls) == stalled):
                    return

    watching = loop.create_task(watch())
    await asyncio.gather(*(play(case) for case in cases))
    watching.cancel()
    return outcomes


def cases_of(game: str, undisturbed: Outcome, *, every: int = 1) -> Iterator[Case]:
    """Every fault at every message, or every so manieth, of Ben's connection to a match."""
    for way in WAYS:
        for message in range(0, undisturbed.counts[1, way], every):
            for what in FAULTS:
                yield game, (Fault(what, way, message),)


def cases_of_return(game: str, undisturbed: Outcome) -> Iterator[Case]:
    """Every fault at the first messages of the connection by which Ben comes back in the middle of a match."""
    broken = Fault("reset", "to guest", undisturbed.counts[1, "to guest"] // 2)
    for way, first in zip(WAYS, (3, 6), strict=True):
        for message in range(first):
            for what in FAULTS:
                yield game, (broken, Fault(what, way, message, connection=2))


def faults_found(case: Case, outcome: Outcome, undisturbed: Outcome) -> list[str]:
    """What is not as it should be in a match that was disturbed.

    Each fault must be reached, but for those at the last messages: on a busy machine, the undisturbed match may have
    had some more messages than this one.
    """
    found = list(outcome.wrong)
    if not found and outcome.events != undisturbed.events:
        found.append("another match was played")
    if not found and (outcome.totals, outcome.verdicts) != (undisturbed.totals, undisturbed.verdicts):
        found.append(f"it ended otherwise: {outcome.totals} {outcome.verdicts}")
    if not found and outcome.freely != undisturbed.freely:
        found.append(f"other offers were taken: {outcome.freely}")
    fault = case[1][-1]
    is_last = fault.connection == 1 and fault.message >= undisturbed.counts[1, fault.way] - MORE_MESSAGES
    if not outcome.has_struck and not is_last:
        found.append("its fault was never reached")
    return found
