"""`--dask`: rounds on a real Dask cluster of processes give what this machine alone gives."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from tui.cli import main

from ...harness.processes import kill_process

PATIENCE_S = 60.0
ARENA = ["arena", "kanhu_ming", "--hero", "medium", "--field", "easy", "--deals", "200", "--json"]
PROGRAM = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from tui.cli import main
sys.exit(main())
"""
ANOTHER_VERSION = """
import sys
import net.version
net.version.app_version = lambda: "0.0.1"
from distributed.cli.dask_worker import main
main()
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as found:
        yield found


def outcome(text: str) -> dict[str, Any]:
    """What an arena found, without the times, which differ from run to run."""
    found: dict[str, Any] = json.loads(text)
    del found["ms_a_decision"]
    return found


@contextlib.contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The program, in a process that Ctrl-C reaches even if these tests run where it is ignored."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def playing_at(watcher: Any) -> Iterator[str]:
    """The workers that play rounds now."""
    return (worker for worker, rounds in watcher.processing().items() if rounds)


@pytest.mark.slow
def test_an_arena_finds_on_a_cluster_what_it_finds_here_although_a_worker_is_killed(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ARENA, "--workers", "1"]) == 0
    here = outcome(capsys.readouterr().out)
    with (
        Client(cluster.scheduler_address, set_as_default=False) as watcher,  # type: ignore[no-untyped-call]
        started(*ARENA, "--dask", cluster.scheduler_address) as arena,
    ):
        pids = watcher.run(os.getpid)
        victim, limit = "", time.monotonic() + PATIENCE_S
        while not victim:
            assert arena.poll() is None
            assert time.monotonic() < limit
            victim = next(playing_at(watcher), "")
        kill_process(pids[victim])
        output, _ = arena.communicate(timeout=PATIENCE_S)
    assert arena.returncode == 0
    assert outcome(output) == here


@pytest.mark.slow
def test_rounds_that_nobody_waits_for_are_cancelled(cluster: Any) -> None:
    with (
        Client(cluster.scheduler_address, set_as_default=False) as watcher,  # type: ignore[no-untyped-call]
        started(*ARENA[:-2], "100000", "--dask", cluster.scheduler_address) as arena,
    ):
        limit = time.monotonic() + PATIENCE_S
        while not any(playing_at(watcher)):
            assert arena.poll() is None
            assert time.monotonic() < limit
        arena.send_signal(signal.SIGINT)
        assert arena.wait(PATIENCE_S) == 130
        while any(playing_at(watcher)):
            assert time.monotonic() < limit


@pytest.mark.slow
def test_simulate_writes_the_same_records_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    words = ["simulate", "kanhu_ming", "--deals", "20", "--bots", "easy", "--seed", "3"]
    assert main([*words, "--workers", "1", "--out", str(tmp_path / "here")]) == 0
    assert main([*words, "--dask", cluster.scheduler_address, "--out", str(tmp_path / "there")]) == 0
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert {path.name: path.read_bytes() for path in (tmp_path / "there").iterdir()} == here
    assert len(here) == 4  # a match has six deals; the last one is broken off after two


def test_a_cluster_that_does_not_answer_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
    assert main([*ARENA, "--dask", address]) == 1
    assert f"No Dask cluster answers at {address}" in capsys.readouterr().err


def test_without_the_package_a_sentence_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*ARENA, "--dask", "tcp://127.0.0.1:1"]) == 1
    assert re.search('-m pip install "distributed[^"]*"', capsys.readouterr().err)


@pytest.mark.slow
def test_a_cluster_brings_its_own_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--dask", "tcp://127.0.0.1:1", "--workers", "2"]) == 2
    assert "not both" in capsys.readouterr().err


@pytest.mark.slow
def test_a_worker_with_another_version_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as empty:
        address = empty.scheduler_address
        assert main([*ARENA, "--dask", address]) == 1
        assert "has no workers" in capsys.readouterr().err
        with subprocess.Popen(
            [sys.executable, "-c", ANOTHER_VERSION, address, "--no-nanny"], stderr=subprocess.DEVNULL
        ) as worker:
            with Client(address, set_as_default=False) as watcher:  # type: ignore[no-untyped-call]
                watcher.wait_for_workers(1, timeout=PATIENCE_S)
            assert main([*ARENA, "--dask", address]) == 1
            worker.terminate()
    assert "has khanhoo 0.0.1" in capsys.readouterr().err
