"""Without POSIX the usual journeys go the same way.

What cannot be tried here: Windows itself. A stand-in plays its locks, and its refusal to replace or
remove a file that is open, and its processes end as here.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ...harness.terminal import ROOT

WITHOUT_POSIX = Path(__file__).with_name("no_posix")


def steps(journey: str, **environment: str) -> list[str]:
    """What a journey saw hold."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.net.system.{journey}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(WITHOUT_POSIX), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_a_table_is_opened_played_killed_restarted_and_stopped(home: Path) -> None:
    assert steps("journey") == [
        "played",
        "a stranger was refused",
        "silent strangers kept nobody out",
        "the journal is locked",
        "a journal was written anew",
        "a program on the port of a host that ended learned nothing",
        "came back and finished the deal",
        "a guest watches",
        "listed",
        "stopped",
        "a table that never began left nothing",
    ]


@pytest.mark.slow
def test_a_match_whose_host_is_gone_goes_on_at_another_player(home: Path) -> None:
    assert steps("journey_failover") == [
        "a deal was played",
        "the match went on at another player",
        "the next deal was played",
    ]


def test_the_menu_leads_to_a_table_and_back_to_the_seat_that_was_left(home: Path) -> None:
    without_terminal = {"TEXTUAL_DRIVER": "textual.drivers.headless_driver:HeadlessDriver"}
    assert steps("journey_app", **without_terminal) == ["the menu is shown", "cards were passed", "the seat was kept"]
