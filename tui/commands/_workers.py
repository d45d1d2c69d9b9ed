"""Processes that play rounds for `arena` and `simulate`: on the cores of this machine, or on a Dask cluster.

Both are executors (concurrent.futures), so the commands need not know which one they use.
"""

from __future__ import annotations

import argparse
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from os import _exit, cpu_count
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any, Final, TypeVar

from ..problems import MissingPackages, Problem, UsageProblem

_PATIENCE_S: Final = 10
"""Seconds in which a cluster must answer."""
_AHEAD: Final = 4
"""Rounds that are submitted for each worker, so that no worker waits while the oldest round is still being played."""

T = TypeVar("T")


def add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="number of processes (one per core)")
    parser.add_argument(
        "--dask", default="", metavar="ADDRESS", help="play on the Dask cluster at ADDRESS, such as tcp://10.0.0.2:8786"
    )


class Workers:
    """An executor and its number of workers; with one worker and no cluster, this process plays the rounds itself."""

    def __init__(self, executor: Executor | None, count: int, place: str = "") -> None:
        self._executor = executor
        self._count = count
        self._place = place

    def play(self, play: Callable[..., T], rounds: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """The results of all rounds, in their order. A round is the arguments of `play`.

        The iterator of rounds is read as late as possible. A round whose worker dies is played again.
        Raises Problem if the cluster fails.
        """
        if self._executor is None:
            for one in rounds:
                yield play(*one)
            return
        submitted: deque[Future[T]] = deque()
        for one in rounds:
            submitted.append(self._executor.submit(play, *one))
            if len(submitted) >= _AHEAD * self._count:
                yield self._result(submitted.popleft())
        while submitted:
            yield self._result(submitted.popleft())

    def _result(self, future: Future[T]) -> T:
        if not self._place:
            return future.result()
        from distributed import KilledWorker

        try:
            return future.result()
        except CancelledError:
            raise Problem(
                f"The cluster at {self._place} has stopped. Start the cluster again, and repeat the command."
            ) from None
        except KilledWorker:
            raise Problem(
                f"Several workers of the cluster at {self._place} stopped. Repeat the command, or leave out --dask."
            ) from None


@contextmanager
def open_workers(args: argparse.Namespace, most: int) -> Iterator[Workers]:
    """The workers that a command line asks for, at most this many on this machine. Raises UsageProblem and Problem."""
    if args.workers < 0:
        raise UsageProblem(f"--workers must be at least 1, not {args.workers}.")
    if args.dask:
        if args.workers:
            raise UsageProblem(
                "Give --workers or --dask, not both: with --dask, the cluster decides how many workers there are."
            )
        with _silent(), _cluster(args.dask) as workers:
            yield workers
        return
    count = min(args.workers or cpu_count() or 1, most)
    if count == 1:
        yield Workers(None, 1)
        return
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_follow_parent)
    try:
        yield Workers(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _silent() -> Iterator[None]:
    """Without the library's own log: the user gets sentences."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    """The workers of a Dask cluster. Raises UsageProblem and Problem."""
    try:
        import distributed
    except ImportError:
        raise MissingPackages("--dask", "cluster") from None
    from net.version import app_version

    def describe(dask_worker: Any) -> tuple[str, int]:
        """Run on each worker. It is sent by value, since a worker may not have this module."""
        from net.version import app_version

        return app_version(), dask_worker.state.nthreads

    try:
        client: Any = distributed.Client(address, timeout=_PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, RuntimeError) as fault:
        why = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise Problem(f"No Dask cluster answers at {address} ({why}).") from None
    try:
        count, here = 0, app_version()
        for worker, told in client.run(describe, on_error="return").items():
            if isinstance(told, Exception):
                raise Problem(
                    f"The worker at {worker} does not have khanhoo {here}. Install it there, and restart the worker."
                )
            version, cores = told
            if version != here:
                raise Problem(f"The worker at {worker} has khanhoo {version}, but this program is khanhoo {here}.")
            count += cores
        if not count:
            raise Problem(f"The cluster at {address} has no workers.")
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, count, address)
        finally:
            executor.shutdown(wait=False)  # it cancels the rounds that nobody waits for
    finally:
        client.close()


def _follow_parent() -> None:
    """Make a worker end when its parent ends, for whatever reason, and never before."""
    # Ctrl-C reaches every process of the terminal, but only the parent answers it. A killed parent cannot tell its
    # workers, and no pipe closes: each worker holds both ends of the pipe that brings its rounds.
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        _exit(1)  # even during a round: no process waits for its result
