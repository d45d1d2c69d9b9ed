"""What lives in the background and makes a mistake is noticed, and does not stop the others."""

import asyncio
import socket
from pathlib import Path
from threading import Event as Flag

import pytest

from engine.api import Move, SecretRevealed, read_records
from net.discovery.finder import Finder
from net.host.acceptor import Acceptor
from net.host.bots import BotMinds, BotWorker, Thought
from net.host.host import CannotHost, TableHost
from net.host.journal_file import JournalFile, JournalKeeper
from net.host.pake_worker import PakeWorker
from net.host.watchdog import Watchdog
from net.match.outbox import Think
from net.migration.failover import Failover
from net.news import LinkClosed, Notice
from net.problems import StoreProblem
from net.room.effects import ComputePake
from net.verification.deal_replay import Fairness
from net.wire.rate_limits import connection_rates

from ...harness.local_table import open_table
from ...harness.players import Player, quick_config


async def test_a_fault_of_the_arithmetic_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ImportError("planted")

    monkeypatch.setattr("net.host.pake_worker.answer_knock", fail)
    answers: asyncio.Queue[object] = asyncio.Queue()
    lines: list[str] = []
    reckoner = PakeWorker(lambda connection, answer: answers.put_nowait((connection, answer)), lines.append)
    reckoner.compute(ComputePake(3, "code", "table", "", b""), b"")
    assert await asyncio.wait_for(answers.get(), 60) == (3, None)
    assert "ImportError" in lines[0]
    reckoner.close()


async def test_a_bot_that_hangs_in_a_thread_plays_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("hearts", bots=("easy",) * 3)
    own = Player(table.session("Own", is_owner=True))
    await own.session.open()
    assert (await own.session.start()).accepted
    decision = await own.until_asked()
    answers: asyncio.Queue[Move | None] = asyncio.Queue()
    lines: list[str] = []
    release = Flag()

    def hang(self: BotMinds, job: object) -> Thought:
        release.wait(60)
        return Thought()

    monkeypatch.setattr(BotMinds, "think", hang)
    monkeypatch.setattr("net.host.bots._GRACE_S", 0.01)
    thinker = BotWorker(
        lambda seat, number, move: answers.put_nowait(move), budget_ms=1, own_process=False, say=lines.append
    )
    thinker.think("hearts", 4, {}, Think(1, "easy", 0, (), decision))
    assert await asyncio.wait_for(answers.get(), 60) is None
    thinker.think("hearts", 4, {}, Think(2, "easy", 0, (), decision))
    assert await asyncio.wait_for(answers.get(), 60) is None
    assert any("did not finish its move" in line for line in lines)
    release.set()
    await thinker.close()
    await table.close()


async def test_a_mistake_while_coming_back_ends_the_visit_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("hearts")
    ann = Player(table.session("Ann"))
    await ann.session.open()

    async def fail(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(ann.session._line, "_connect", fail)
    table.links[-1].break_off()
    await ann.until(lambda: ann.told(LinkClosed), "for the end of the visit")
    assert "made a mistake (KeyError)" in ann.told(LinkClosed)[0].reason
    await table.close()


async def test_a_mistake_after_the_room_is_there_is_told_to_whoever_opens_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(_: TableHost) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(TableHost, "_listen_here", fail)
    host = TableHost(quick_config(), None)
    with pytest.raises(CannotHost, match=r"made a mistake and cannot open this table"):
        await host.open()


async def test_who_looks_for_tables_goes_on_after_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    finder, looks = Finder(network=False, machine=False, recent=False, ask_every_s=0.01), asyncio.Queue[None]()

    def fail() -> None:
        looks.put_nowait(None)
        raise KeyError("planted")

    monkeypatch.setattr(finder, "_look_once", fail)
    async with finder:
        await asyncio.wait_for(looks.get(), 60)
        await asyncio.wait_for(looks.get(), 60)
        assert finder.problem is not None
        assert "made a mistake while searching for tables (KeyError)" in finder.problem


async def test_an_acceptor_takes_in_who_comes_after_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    made: asyncio.Queue[None] = asyncio.Queue()
    receive, planted = Acceptor._receive, [KeyError("planted")]

    def fail_once(acceptor: Acceptor, plug: socket.socket, peer: str) -> None:
        if planted:
            raise planted.pop()
        receive(acceptor, plug, peer)

    class Noted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.put_nowait(None)
            transport.close()

    monkeypatch.setattr(Acceptor, "_receive", fail_once)
    monkeypatch.setattr("net.host.acceptor._AGAIN_AFTER_FAULT_S", 0.01)
    lines: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as plug:
        acceptor = Acceptor(plug, Noted, None, connection_rates(8), lines.append)
        for _ in range(2):
            _, writer = await asyncio.open_connection(*plug.getsockname())
            writer.close()
        await asyncio.wait_for(made.get(), 60)
        assert "KeyError" in lines[0]
        assert "planted" not in lines[0]
        acceptor.close()


async def test_a_mistake_while_saving_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: asyncio.Queue[StoreProblem | None] = asyncio.Queue()
    keeper = JournalKeeper(JournalFile.open(tmp_path / "journal"))
    keeper.on_problem = lambda: told.put_nowait(keeper.problem)

    def fail(_: JournalFile) -> None:
        raise KeyError("planted")

    with monkeypatch.context() as broken:
        broken.setattr(JournalFile, "sync", fail)
        keeper.keep(b"one")
        keeper.sync_now()
        sentence = await asyncio.wait_for(told.get(), 60)
    assert str(sentence) == "The program made a mistake while saving the table (KeyError)."
    keeper.keep(b"two")
    keeper.retry()
    assert await asyncio.wait_for(told.get(), 60) is None
    await keeper.close()
    assert read_records((tmp_path / "journal").read_bytes()).payloads == [b"one", b"two"]


async def test_a_mistake_in_the_background_of_a_session_is_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise KeyError("planted")

    table = open_table("hearts")
    ann = Player(table.session("Ann", is_owner=True))
    await ann.session.open()
    monkeypatch.setattr(Failover, "_look", fail)
    monkeypatch.setattr(Failover, "is_wanted", True)
    monkeypatch.setattr(Fairness, "_judge", fail)
    Failover(ann.session, ann._hear).lost("refused")
    await ann.until(lambda: any("while searching for the new host" in n.text for n in ann.told(Notice)), "a notice")
    info = ann.session.info
    assert info is not None
    ann.session.fairness.absorb(SecretRevealed(1, ""), info)
    await ann.until(lambda: any("while checking the deals" in n.text for n in ann.told(Notice)), "a notice")
    assert not ann.session.is_closed
    await table.close()


def test_a_step_that_does_not_end_is_told_with_its_place() -> None:
    came, lines, began = Flag(), list[str](), list[float]()

    def say(line: str) -> None:
        lines.append(line)
        came.set()

    def endless_rule() -> bool:
        began.append(0.0)
        return came.wait(60)

    watchdog = Watchdog(lambda: began[0] if began else None, say, after_s=0.01)
    assert endless_rule()
    assert "endless_rule" in lines[0]
    watchdog.close()
