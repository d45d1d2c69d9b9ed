"""Wait until nothing is left that could change the screen: no message, no thread and no worker.

So no test waits a number of times for what a thread brings.
"""

import asyncio
from typing import Any

from textual.pilot import Pilot
from textual.worker import Worker

WITHIN_S = 60.0
ENDLESS = {"typing", "default", "looking"}
"""Groups of workers that wait for an answer of the player, or look for tables for as long as a screen stands."""

_in_threads: set[asyncio.Future[Any]] = set()
_run_in_executor = asyncio.BaseEventLoop.run_in_executor


def _run_counted(loop: asyncio.BaseEventLoop, *work: Any) -> asyncio.Future[Any]:
    future = _run_in_executor(loop, *work)
    _in_threads.add(future)
    future.add_done_callback(_in_threads.discard)
    return future


setattr(asyncio.BaseEventLoop, "run_in_executor", _run_counted)  # noqa: B010 - mypy lets no method be assigned


async def quiet(pilot: Pilot[Any]) -> None:
    """Wait for all messages, threads and workers of an app."""
    try:
        async with asyncio.timeout(WITHIN_S):
            await heard(pilot)
            while left := _left(pilot):
                await asyncio.sleep(0.005)
                await heard(pilot)
    except TimeoutError:
        raise AssertionError(f"These never ended: {left}") from None


async def heard(pilot: Pilot[Any]) -> None:
    """Wait for what was sent to the widgets of the screen. One that is taken away meanwhile never answers: then those
    of the next screen are asked."""
    while pilot.app.screen_stack:
        screen, pause = pilot.app.screen, asyncio.ensure_future(pilot.pause())
        while not pause.done() and screen in pilot.app.screen_stack:
            await asyncio.wait([pause], timeout=0.02)
        if pause.done():
            return pause.result()
        pause.cancel()
        await asyncio.wait([pause])
    return None


def _left(pilot: Pilot[Any]) -> list[object]:
    loop = asyncio.get_running_loop()
    threads = [future for future in _in_threads if future.get_loop() is loop]
    return [*threads, *(worker for worker in pilot.app.workers if _will_end(worker))]


def _will_end(worker: Worker[Any]) -> bool:
    return not worker.is_finished and worker.group not in ENDLESS
