"""What lives in the background and makes a mistake is noticed, and does not stop the others."""

import asyncio
from threading import Event as Flag

import pytest

from engine.api import Move
from net.botseat import Minds, Thinker, Thought
from net.discovery import Finder
from net.effects import Reckon, Think
from net.host import CannotHost, TableHost
from net.local import open_table
from net.news import LinkClosed
from net.reckoner import Reckoner
from net.watchdog import Watchdog

from .helpers import Player, quick_config


async def test_a_fault_of_the_arithmetic_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ImportError("planted")

    monkeypatch.setattr("net.reckoner.answer_knock", fail)
    answers: asyncio.Queue[object] = asyncio.Queue()
    lines: list[str] = []
    reckoner = Reckoner(lambda connection, answer: answers.put_nowait((connection, answer)), lines.append)
    reckoner.reckon(Reckon(3, "code", "table", "", b""), b"")
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

    def hang(self: Minds, job: object) -> Thought:
        release.wait(60)
        return Thought()

    monkeypatch.setattr(Minds, "think", hang)
    monkeypatch.setattr("net.botseat._GRACE_S", 0.01)
    thinker = Thinker(
        lambda seat, number, move: answers.put_nowait(move), budget_ms=1, own_process=False, say=lines.append
    )
    thinker.think("hearts", 4, {}, Think(1, "easy", 0, (), decision))
    assert await asyncio.wait_for(answers.get(), 60) is None
    thinker.think("hearts", 4, {}, Think(2, "easy", 0, (), decision))
    assert await asyncio.wait_for(answers.get(), 60) is None
    assert any("does not come to an end" in line for line in lines)
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
        assert "made a mistake while it looked for tables (KeyError)" in finder.problem


def test_a_step_that_does_not_end_is_told_with_its_place() -> None:
    came, lines = Flag(), list[str]()

    def say(line: str) -> None:
        lines.append(line)
        came.set()

    def endless_rule() -> bool:
        return came.wait(60)

    watchdog = Watchdog(lambda: 0.0, say, after_s=0.01)
    assert endless_rule()
    assert "endless_rule" in lines[0]
    watchdog.close()
