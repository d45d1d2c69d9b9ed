"""Without POSIX the usual journeys go the same way.

What cannot be tried here: Windows itself. A stand-in plays its locks, and its refusal to replace or
remove a file that is open, and its processes end as here.
"""

import os
import subprocess
import sys
from pathlib import Path

from ...harness.terminal import ROOT

WITHOUT_POSIX = Path(__file__).with_name("no_posix")


def test_a_table_is_opened_played_killed_restarted_and_stopped(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.net.system.journey"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(WITHOUT_POSIX)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
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
