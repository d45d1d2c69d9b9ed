"""Connections that were told their last word stay a moment longer, over real sockets; whatever they do then harms
nobody."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.host.driver import RoomDriver
from net.room.admission import Admission
from net.room.connections import Connection
from net.wire.client_messages import Hello
from net.wire.framing import FrameParser, pack, read_host_message
from net.wire.host_messages import HOST_LIMIT, Bye, HostMessage, Refused, Welcome

from ...harness.room import play_with_toys, toy_config

ELSEWHERE = Hello(role="player", name="Eve", table="elsewhere")


class Caller:
    """A client of the wire alone. heard: the messages that came."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard: list[HostMessage] = []
        self.writer = writer
        self._reader, self._parser = reader, FrameParser(HOST_LIMIT)

    async def until(self, kind: type[HostMessage]) -> HostMessage:
        """Wait for a message of a kind."""
        while not any(isinstance(message, kind) for message in self.heard):
            data = await asyncio.wait_for(self._reader.read(4096), 30)
            assert data, f"the host hung up after {self.heard}"
            self._parser.feed(data)
            while (payload := self._parser.next_payload()) is not None:
                self.heard.append(read_host_message(payload))
        return self.heard[-1]


class Table:
    """A table that listens on a real socket. lines: of its log."""

    def __init__(self, place: Path, over: str) -> None:
        self.lines: list[str] = []
        self.server = RoomDriver.open(
            toy_config(), [], keeper=None, chance=random.Random(1), thinker_process=False, say=self.lines.append
        )
        self._place, self._port, self._over = place, 0, over

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen meanwhile."""
        loop = asyncio.get_running_loop()
        if self._over == "unix":
            listener = await loop.create_unix_server(self.server.new_link, self._place)
        else:
            listener = await loop.create_server(self.server.new_link, "127.0.0.1", 0)
            self._port = listener.sockets[0].getsockname()[1]
        yield
        listener.close()
        await self.server.close("The test is over.")

    async def call(self, hello: Hello) -> Caller:
        """Somebody connects and says hello."""
        if self._over == "unix":
            caller = Caller(*await asyncio.open_unix_connection(self._place))
        else:
            caller = Caller(*await asyncio.open_connection("127.0.0.1", self._port))
        caller.writer.write(pack(hello))
        return caller


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@pytest.mark.parametrize("over", ["unix", "tcp"])
async def test_a_fault_while_others_were_just_turned_away_ends_no_table(
    over: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, greet = Table(tmp_path / "s", over), Admission.greet

    def fail(door: Admission, link: Connection, hello: Hello, now_ms: int) -> None:
        if hello.name == "Bad":
            raise KeyError("planted")
        greet(door, link, hello, now_ms)

    monkeypatch.setattr(Admission, "greet", fail)
    async with table.open():
        ann = await table.call(Hello(role="player", name="Ann"))
        await ann.until(Welcome)
        turned_away = await table.call(ELSEWHERE)  # and it does not hang up
        assert isinstance(await turned_away.until(Refused), Refused)
        bad = await table.call(Hello(role="player", name="Bad"))
        refused = await bad.until(Refused)
        assert isinstance(refused, Refused)
        assert refused.code == "fault"
        bye = await ann.until(Bye)
        assert isinstance(bye, Bye)
        assert not table.server.is_broken
        assert [line.split(" at ")[0] for line in table.lines] == ["Mistake in room: KeyError"]


@pytest.mark.parametrize("over", ["unix", "tcp"])
async def test_who_is_gone_before_the_last_word_is_no_fault(over: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "s", over)
    async with table.open():
        ann = await table.call(Hello(role="player", name="Ann"))
        await ann.until(Welcome)
        for _ in range(40):
            gone = await table.call(ELSEWHERE)
            gone.writer.close()
        last = await table.call(ELSEWHERE)
        await last.until(Refused)
        assert not table.server.is_broken
        assert table.lines == []
        assert not any(isinstance(message, Bye) for message in ann.heard)
