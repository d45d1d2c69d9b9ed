"""Bots think here, in their own process, so that the table never waits for them.

A bot gets only what a seated person gets: the events as its seat received them, and its decision. This module knows no
Room and no Table. Run as a program, it is the worker: jobs come in on standard input and moves go out on standard
output, each in one frame.
"""

import asyncio
import contextlib
import hashlib
import os
import random
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import msgspec

from engine.api import CodecError, Decision, Event, Move, OptionValue, Seat, View, decode, encode, find_game

from ..match.outbox import Think
from ..system import ignore_terminal_signals, yield_to_others
from ..wire.framing import PREFIX_BYTES, frame
from .fault_place import blame, say_only_where

USUAL_BUDGET_MS = 50
_LARGEST_JOB = 16 * 1024 * 1024
_MOST_ITEMS = 1_000_000
_GRACE_S = 10.0
_NICENESS = 5
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]


class Job(msgspec.Struct, kw_only=True):
    """One decision for a bot. Its events follow the events sent before for this seat; with first 0 they start again."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    seat: Seat
    level: str
    first: int
    events: tuple[Event, ...]
    decision: Decision
    budget_ms: int


class Thought(msgspec.Struct, omit_defaults=True):
    """A bot's move, or None and the reason. held: events of the seat that the worker has now."""

    move: Move | None = None
    held: int = 0
    problem: str = ""


class BotMinds:
    """The worker's side: the events of each seat, kept between decisions."""

    def __init__(self) -> None:
        self._minds: dict[Seat, _Mind] = {}

    def think(self, job: Job) -> Thought:
        """Add the new events, and choose a move within the job's time."""
        deadline = time.monotonic() + job.budget_ms / 1000
        mind = self._minds.get(job.seat)
        try:
            if mind is None or not job.first:
                mind = self._minds[job.seat] = _Mind(job)
            mind.take_in(job)
            move = mind.choose(job, lambda: time.monotonic() >= deadline)
        except Exception as fault:  # noqa: BLE001 - a bot's mistake costs it a move, never the others their table
            self._minds.pop(job.seat, None)
            return Thought(problem=blame(fault))
        return Thought(move=move, held=len(mind.view.events))


class _Mind:
    """A seat's view, and a digest of all its events, the only source of the bot's random numbers."""

    def __init__(self, job: Job) -> None:
        self.view = View(find_game(job.game), job.seats, job.options, job.seat)
        self._told = hashlib.sha256(f"{job.game} {job.seats} {job.seat}".encode())

    def take_in(self, job: Job) -> None:
        for number, event in enumerate(job.events, start=job.first):
            if number < len(self.view.events):
                continue
            self.view.absorb(number, event)
            self._told.update(encode(event))

    def choose(self, job: Job, out_of_time: Callable[[], bool]) -> Move:
        chance = random.Random(self._told.digest() + encode(job.decision))
        bot = self.view.game.bot(job.level)
        return bot.choose(self.view, job.decision, chance, out_of_time).move


@dataclass
class _Memory:
    """What the host's side knows of one bot's seat. sent: events that the worker has."""

    level: str
    events: list[Event] = field(default_factory=list)
    sent: int = 0
    waiting: Decision | None = None


class BotWorker:
    """Thinks for all bots of a table, one after the other, outside the event loop.

    answered: called on the event loop with the seat, the decision id and the move (None if the bot found none).
    budget_ms: time for one decision. own_process: False thinks in a thread instead, and so does a machine that allows
    no process. say: gets lines for the log about problems.
    """

    def __init__(
        self,
        answered: Callable[[Seat, int, Move | None], None],
        *,
        budget_ms: int = USUAL_BUDGET_MS,
        own_process: bool = True,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._answered = answered
        self._budget_ms = budget_ms
        self._own_process = own_process
        self._say = say
        self._memories: dict[Seat, _Memory] = {}
        self._order: list[Seat] = []
        self._worker: Process | None = None
        self._threaded = BotMinds()
        self._has_hung = False
        self._task: asyncio.Task[None] | None = None
        self._table = ("", 0, dict[str, OptionValue]())

    def think(self, game: str, seats: int, options: dict[str, OptionValue], asked: Think) -> None:
        """Begin to think about a seat's decision. An older decision of the same seat that still waits is dropped."""
        self._table = (game, seats, options)
        memory = self._memories.get(asked.seat)
        if memory is None or not asked.first:
            memory = self._memories[asked.seat] = _Memory(asked.level)
        memory.level = asked.level
        del memory.events[asked.first :]
        memory.events += asked.events
        memory.sent = min(memory.sent, asked.first)
        memory.waiting = asked.decision
        if asked.seat not in self._order:
            self._order.append(asked.seat)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    @property
    def worker_pid(self) -> int | None:
        """The process in which the bots think now, if they have one."""
        return self._worker.pid if self._worker is not None else None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._end_worker()

    async def _work(self) -> None:
        try:
            while self._order:
                seat = self._order.pop(0)
                memory = self._memories[seat]
                decision, memory.waiting = memory.waiting, None
                if decision is None:
                    continue
                try:
                    thought = await self._ask(seat, memory, decision)
                except Exception as fault:  # noqa: BLE001 - the other bots go on thinking
                    thought = Thought(problem=blame(fault))
                if thought.problem:
                    self._say(f"The bot on seat {seat} could not decide: {thought.problem}")
                if self._memories[seat] is memory:  # otherwise a move was taken back, and this thought is void
                    self._answered(seat, decision.id, thought.move)
        finally:
            self._task = None

    async def _ask(self, seat: Seat, memory: _Memory, decision: Decision) -> Thought:
        thought = await self._ask_once(seat, memory, decision)
        if thought is None:
            # The worker died or hung. Start it once more, with all events.
            await self._end_worker()
            thought = await self._ask_once(seat, memory, decision)
        if thought is None:
            await self._end_worker()
            return Thought(problem="the bot process does not answer")
        memory.sent = thought.held
        return thought

    async def _ask_once(self, seat: Seat, memory: _Memory, decision: Decision) -> Thought | None:
        if self._own_process and (self._worker is None or self._worker.returncode is not None):
            await self._start_worker()
        game, seats, options = self._table
        job = Job(
            game=game,
            seats=seats,
            options=options,
            seat=seat,
            level=memory.level,
            first=memory.sent,
            events=tuple(memory.events[memory.sent :]),
            decision=decision,
            budget_ms=self._budget_ms,
        )
        if not self._own_process:
            return await self._think_in_thread(job)
        worker = self._worker
        if worker is None or worker.stdin is None or worker.stdout is None:
            return None
        try:
            async with asyncio.timeout(self._budget_ms / 1000 + _GRACE_S):
                worker.stdin.write(frame(encode(job)))
                await worker.stdin.drain()
                prefix = await worker.stdout.readexactly(PREFIX_BYTES)
                answer = await worker.stdout.readexactly(int.from_bytes(prefix, "big"))
            return decode(answer, Thought, limit=_LARGEST_JOB)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, CodecError) as fault:
            self._say(f"The bot process failed: {blame(fault)}")
            return None

    async def _think_in_thread(self, job: Job) -> Thought | None:
        """Think in a thread. If it hangs, nothing waits for it, and no thread thinks from then on."""
        if self._has_hung:
            return None
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Thought] = loop.create_future()

        def answer(thought: Thought) -> None:
            if not done.done():
                done.set_result(thought)

        def think() -> None:
            thought = self._threaded.think(job)
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits
                loop.call_soon_threadsafe(answer, thought)

        Thread(target=think, daemon=True, name="bots").start()
        try:
            async with asyncio.timeout(self._budget_ms / 1000 + _GRACE_S):
                return await done
        except TimeoutError:
            self._has_hung = True
            self._say("A bot did not finish its move. From now on, the bots play like players who run out of time.")
            return None

    async def _start_worker(self) -> None:
        for memory in self._memories.values():
            memory.sent = 0
        try:
            self._worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "net.host.bots",
                stdin=PIPE,
                stdout=PIPE,
                stderr=None if sys.stderr is not None else DEVNULL,
                cwd=_PACKAGE_ROOT,
            )
        except OSError as fault:
            self._say(f"The bot process cannot be started ({fault}), so the bots run in the host's process.")
            self._own_process = False

    async def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        if worker.stdin is not None:
            worker.stdin.close()
        await worker.wait()


def work() -> None:
    """The worker's life: read a job, think, answer, until the host is gone."""
    sys.excepthook = say_only_where
    ignore_terminal_signals()
    yield_to_others(_NICENESS)  # the table's own process has priority
    jobs, thoughts = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot's print must not get between the frames
    minds = BotMinds()
    while len(prefix := jobs.read(PREFIX_BYTES)) == PREFIX_BYTES:
        length = int.from_bytes(prefix, "big")
        content = jobs.read(length)
        if len(content) < length:
            return
        try:
            thought = minds.think(decode(content, Job, limit=_LARGEST_JOB, most_items=_MOST_ITEMS))
        except CodecError as fault:
            thought = Thought(problem=str(fault))
        try:
            thoughts.write(frame(encode(thought)))
            thoughts.flush()
        except BrokenPipeError:
            os._exit(0)  # the host is gone, and with it the reader of these bytes


if __name__ == "__main__":
    work()
