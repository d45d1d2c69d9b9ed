"""Golden bytes of whole evenings: every frame that clients and a host send each other, and the host's journal.

Real sessions sit at a real table in memory. The event loop's clock moves only when nobody has anything to do, and all
chance comes from seeds, so that the same bytes come every time. Squeezed frames are kept as they were before, since
what zlib makes of them is its own affair. `make golden` writes the files.
"""

import asyncio
import os
import random
import secrets
import selectors
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from hashlib import shake_256
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import TypeVar, TypeVarTuple
from unittest.mock import patch

import msgspec

from engine.api import Decision, Move, encode, read_records
from net import environment
from net.client.session import ClientSession
from net.crypto.signing import PersonKey
from net.host.driver import RoomDriver
from net.host.journal_file import JournalFile, JournalKeeper
from net.match.settings import RoomConfig, TimeControls
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.problems import JoinRefused
from net.version import app_version
from net.wire.client_messages import Hello, Ping
from net.wire.framing import FrameParser, expand, frame, is_squeezed, pack
from net.wire.host_messages import HOST_LIMIT, kind_of
from net.wire.table_info import TableInfo
from tests.harness.messages import FROM_CLIENT, FROM_HOST

from ..harness.local_table import NOWHERE, LocalTable, MemoryTransport

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

EVENINGS = Path(__file__).resolve().parent / "evenings"
MESSAGES = EVENINGS / "messages.txt"
GAMES = ("hearts", "khamul")
OWNER = b"the owner's key!"
CLOCKS = TimeControls(pace_ms=0, dwell_ms=(300, 900))
MOST_ACTS = 400
LATER = 6
"""Moves in the second deal."""


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A frame, or a record of the journal.

    source: who sent it over which connection, in words. payload: what it holds; tail: what a squeezed one has beside
    that. is_squeezed: whether it was.
    """

    source: str
    payload: bytes
    tail: bytes = b""
    is_squeezed: bool = False


class _Leap(selectors.SelectSelector):
    """Does not wait for time to pass, but lets it have passed."""

    now_s = 1_000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits for somebody else"
            self.now_s += timeout
        return ready


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock leaps from one thing that is due to the next. What is for a thread is done at once."""

    def __init__(self) -> None:
        self._leap = _Leap()
        super().__init__(self._leap)

    def time(self) -> float:
        return self._leap.now_s

    async def pass_time(self, seconds: float) -> None:
        """Let so much time pass by this clock, and hardly any by others."""
        passed = self.create_future()
        self.call_later(seconds, passed.set_result, None)
        await passed

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Arguments], Result], *args: *Arguments
    ) -> asyncio.Future[Result]:
        done: asyncio.Future[Result] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as fault:  # noqa: BLE001 - it is for whoever waits
            done.set_exception(fault)
        return done


class _Wire(MemoryTransport):
    """An end of a link that keeps what is written to it."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__(protocol)
        self.written = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data
        super().write(data)


class _Stranger(asyncio.Protocol):
    """Who says something of its own, and hears whatever comes."""

    def __init__(self, said: bytes) -> None:
        self._said = said

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._said)


class Evening(LocalTable):
    """A table in memory that keeps the bytes of its connections. wires: both ends of each, by its name."""

    def __init__(self, game: str, folder: Path) -> None:
        self.place = folder / "journal"
        self.journal = JournalFile.open(self.place)
        config = RoomConfig(table_id="evening000", game=game, title="An evening", owner=OWNER, clocks=CLOCKS)
        keeper = JournalKeeper(self.journal)
        server = RoomDriver.open(config, [], keeper=keeper, chance=random.Random(game), thinker_process=False)
        super().__init__(server, OWNER)
        self.chance = random.Random(f"{game} moves")
        self.wires: dict[str, tuple[_Wire, _Wire]] = {}
        self.sessions: dict[str, ClientSession] = {}

    async def arrive(self, name: str, gaze: SpectatorView | None = None) -> ClientSession:
        """A session of somebody, open if the table lets it in. gaze: how a spectator watches."""

        async def connect(protocol: Callable[[], asyncio.Protocol]) -> asyncio.BaseTransport:
            return self.link(name, protocol())

        session = ClientSession(
            NOWHERE,
            name=name,
            role="player" if gaze is None else "watcher",
            token=self.owner if not self.sessions else b"",
            connector=connect,
            person=PersonKey(name.ljust(32).encode()),
            gaze=gaze or AS_EVERYBODY,
        )
        self.sessions[name] = session
        try:
            await session.open()
        except JoinRefused:
            del self.sessions[name]
        await self.quiet()
        return session

    def link(self, name: str, protocol: asyncio.Protocol) -> MemoryTransport:
        """Connect somebody, by a link whose bytes are kept."""
        client_end, host_end = _Wire.pair(protocol, self.server.new_link())
        assert isinstance(client_end, _Wire)
        assert isinstance(host_end, _Wire)
        self.wires[f"{len(self.wires)} {name}"] = client_end, host_end
        return client_end

    async def quiet(self, seconds: float = 0.4) -> None:
        """Let everybody do what they have to do."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StillLoop)
        await loop.pass_time(seconds)

    def pieces(self) -> Iterator[Piece]:
        """All that was said, connection by connection, and all that was written down."""
        for name, ends in self.wires.items():
            for side, end in zip(("client", "host"), ends, strict=True):
                parser = FrameParser(HOST_LIMIT)
                parser.feed(bytes(end.written))
                while (payload := parser.next_payload()) is not None:
                    source = f"{name} {side}"
                    if is_squeezed(payload):
                        yield Piece(source, *expand(payload, HOST_LIMIT), is_squeezed=True)
                    else:
                        yield Piece(source, payload)
        for record in read_records(self.place.read_bytes()).payloads:
            yield Piece("journal", record)

    # What happens.

    async def play_on(self, most_acts: int) -> None:
        """Everybody plays by chance, so many moves or until the deal is over."""
        for _ in range(most_acts):
            players = [session for session in self.sessions.values() if session.seat is not None]
            asked = [one for one in players if one.decision is not None]
            offered = [one for one in players if one.offer is not None]
            info = players[0].info
            if info is None or info.phase != "playing":
                return
            if offered and (not asked or self.chance.random() < 0.2):
                await self.play(one := self.chance.choice(offered), one.offer)
            elif asked:
                await self.play(one := self.chance.choice(asked), one.decision)
            else:
                await self.quiet(1)

    async def play(self, session: ClientSession, decision: Decision | None) -> None:
        """Somebody makes a move of chance, among the first that there are."""
        assert decision is not None
        assert session.view is not None
        moves = list(islice(decision.moves(session.view.deck), 60))
        await session.submit(decision.id, self.chance.choice(moves))
        await self.quiet()

    async def gather(self) -> list[ClientSession]:
        """Players and spectators come, and the table is set."""
        ann = await self.arrive("Ann")
        seats = len(self.info(ann).seats)
        await ann.say("Good evening.")
        await ann.set_bot(1, "easy")
        await ann.fill("medium")
        for seat in range(1, seats):
            await ann.set_bot(seat, None)
        await ann.set_option("limit", 300)
        await ann.set_option("table.watching", "hands")
        await ann.set_option("table.away_s", 30)
        await ann.set_option("table.private", True)
        await ann.new_code()
        await ann.set_option("table.private", False)
        await ann.set_option("nonsense", 1)
        players = [ann, *[await self.arrive(name) for name in ("Ben", "Cat", "Dan")[: seats - 1]]]
        await players[1].stand()
        await players[1].sit(1)
        wanda = await self.arrive("Wanda", SpectatorView())
        await self.arrive("Will", SpectatorView("hands"))
        await ann.consent()
        await wanda.look("shoulder", 0)
        await wanda.say("Hello.")
        await ann.lock()
        await self.arrive("Zoe")
        await ann.lock(False)
        await ann.ban("Will")
        await self.quiet()
        await ann.ban("Will", False)
        await self.arrive("Will", SpectatorView())
        await ann.send_away("Will")
        await self.arrive("Will", SpectatorView())
        await ann.pass_host(1)
        await players[1].let_in("10.0.0.1")
        await players[1].go_there()
        await players[1].pass_host(0)
        return players

    async def strangers(self) -> None:
        """Who asks how the table stands, who speaks another version, and who speaks nonsense."""
        other = encode({"t": "hello", "magic": "khanhoo", "major": 9, "minor": 0, "name": "Max"})
        nonsense = encode({"t": "nonsense"})
        max_says = pack(Hello(name="Max", role="watcher")) + frame(nonsense)
        for said in (pack(Hello(role="probe")), frame(other), frame(nonsense), pack(Ping(n=1)), max_says):
            self.link("stranger", _Stranger(said))
            await self.quiet()

    async def first_deal(self, players: list[ClientSession]) -> None:
        """A whole deal, in which much else happens."""
        ann, ben = players[:2]
        for player in players:
            await player.ready()
        await ann.start()
        await self.quiet()
        await self.play_on(6)
        await ben.submit(0, Move("nonsense"))
        decided = next(one for one in players if one.decision is not None)
        assert decided.decision is not None
        await decided.submit(decided.decision.id, Move("nonsense"))
        self.links_of("Ben")[-1].break_off()
        await self.quiet(5)
        await self.play_on(4)
        for player in players:
            await player.vote_to_pause()
        await self.quiet(20)
        for player in players:
            await player.vote_to_resume()
        await self.sessions["Wanda"].look("hands")
        await players[-1].say("On we go.")
        await self.play_on(MOST_ACTS)
        await self.quiet(3)

    async def second_deal(self, players: list[ClientSession]) -> None:
        """A player leaves and a spectator takes over; after some moves of another deal the match is broken off."""
        gone, wanda = players[-1], self.sessions["Wanda"]
        seat = gone.seat or 0
        await gone.leave()
        await self.quiet()
        del self.sessions[gone.name]
        await wanda.take_seat(seat)
        await players[0].admit(seat, wanda.name)
        await self.quiet(2)
        players = [*players[:-1], wanda]
        for player in players:
            await player.next_deal()
        await self.quiet(2)
        await self.play_on(LATER)
        for player in players:
            await player.vote_to_stop()
        await self.quiet(2)
        with suppress(JoinRefused):
            await players[1].fetch_record()
        await players[0].close_table("Good night.")
        await self.quiet(2)

    def links_of(self, name: str) -> list[_Wire]:
        """The client ends of somebody's links, newest last."""
        return [ends[0] for known, ends in self.wires.items() if known.endswith(f" {name}")]

    @staticmethod
    def info(session: ClientSession) -> TableInfo:
        """The table as a session is shown it."""
        assert session.info is not None
        return session.info


async def _play(game: str, folder: Path) -> list[Piece]:
    evening = Evening(game, folder)
    await evening.strangers()
    players = await evening.gather()
    await evening.first_deal(players)
    await evening.second_deal(players)
    for session in evening.sessions.values():
        await session.close()
    await evening.close()
    return list(evening.pieces())


@contextmanager
def given_chance() -> Iterator[None]:
    """What programs draw by lot follows from how much of it they drew before; the version is always the same one."""
    drawn: Counter[int] = Counter()

    def draw(count: int) -> bytes:
        drawn[count] += 1
        return shake_256(f"{count} {drawn[count]}".encode()).digest(count)

    with ExitStack() as stack:
        stack.enter_context(patch.object(secrets, "token_bytes", draw))
        stack.enter_context(patch.object(secrets, "token_hex", lambda count: draw(count).hex()))
        stack.enter_context(patch.object(secrets, "randbits", lambda bits: int.from_bytes(draw(-(-bits // 8)), "big")))
        stack.enter_context(patch.object(metadata, "version", lambda name: "0.0.0"))
        app_version.cache_clear()
        stack.callback(app_version.cache_clear)
        yield


def play(game: str) -> list[Piece]:
    """An evening of a game: all that is said over all connections, and then the records of its journal."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {environment.HOME: folder}),
        given_chance(),
        asyncio.Runner(loop_factory=StillLoop) as runner,
    ):
        return runner.run(_play(game, Path(folder)))


def path_of(game: str) -> Path:
    """Where an evening is kept."""
    return EVENINGS / f"{game}.z"


def committed(game: str) -> list[Piece]:
    """The evening that is kept."""
    return msgspec.msgpack.decode(zlib.decompress(path_of(game).read_bytes()), type=list[Piece])


def messages() -> str:
    """The bytes of a message of every kind, as both sides say them, a line each."""
    return "".join(f"{kind_of(message)} {pack(message).hex()}\n" for message in (*FROM_CLIENT, *FROM_HOST))


def write() -> None:
    """Play the evenings again and keep them."""
    EVENINGS.mkdir(exist_ok=True)
    MESSAGES.write_text(messages(), "utf-8")
    for game in GAMES:
        pieces = play(game)
        path_of(game).write_bytes(zlib.compress(encode(pieces), 9))
        print(f"{path_of(game).name}: {len(pieces)} frames and records, {path_of(game).stat().st_size} bytes")


if __name__ == "__main__":
    write()
