"""`khanhoo arena` and `khanhoo simulate`: what they print, what they write, and what they refuse."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.api import Journal, replay
from tui.cli import main


def test_simulate_writes_records_that_the_rules_bear_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "hearts", "--deals", "3", "--seed", "7", "--bots", "easy", "--out", str(tmp_path), "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(len(match["deals"]) for match in told["matches"]) == 3
    table = replay(Journal.from_bytes(Path(told["matches"][0]["record"]).read_bytes()))
    assert list(table.totals) == told["matches"][0]["totals"]


def test_simulate_writes_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    written = []
    for folder in ("a", "b"):
        out = tmp_path / folder
        words = ["simulate", "khanhoo", "--deals", "2", "--seed", "9", "--bots", "medium", "easy", "--out", str(out)]
        assert main(words) == 0
        written.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert written[0] == written[1]


def test_simulate_goes_on_with_another_match_when_one_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--option", "limit=20", "--out", str(tmp_path), "--bots", "easy"]
    assert main(["simulate", "hearts", "--deals", "6", *options]) == 0
    assert len(list(tmp_path.glob("*.khr"))) > 1
    assert "6 deals" in capsys.readouterr().out


def test_simulate_says_where_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert main(["simulate", "hearts", "--deals", "1", "--bots", "easy", "--out", str(blocked)]) == 1
    assert "--out" in capsys.readouterr().err


def test_arena_prints_points_errors_and_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "hearts", "--hero", "medium", "--field", "random", "--deals", "12", "--workers", "1"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "STD ERROR" in printed
    assert "sigmas" in printed
    assert "The medium bot beats the random bot" in printed


@pytest.mark.slow
def test_arena_finds_the_same_with_one_process_and_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in ("1", "2"):
        words = ["arena", "khanhoo", "--hero", "easy", "--field", "random", "--deals", "6", "--players", "3"]
        assert main([*words, "--workers", workers, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        told.pop("ms_a_decision")
        found.append(told)
    assert found[0] == found[1]
    assert found[0]["margin"] > 0


def workers_of(parent: int) -> int:
    """How many processes play for an arena."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=1) for line in listed.splitlines()]
    return sum(int(row[0]) == parent and "spawn_main" in row[1] for row in rows if len(row) == 2)


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_an_arena_that_is_killed_leaves_no_worker_behind(ending: signal.Signals) -> None:
    """Its output is inherited by its workers, so reading that comes to an end only when the last of them is gone."""
    words = ["arena", "hearts", "--hero", "easy", "--field", "easy", "--deals", "40000", "--workers", "2"]
    arena = subprocess.Popen([sys.executable, "-m", "tui", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + 60
        while workers_of(arena.pid) < 2:
            assert arena.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        arena.send_signal(ending)
        arena.communicate(timeout=60)
    assert arena.returncode == -ending


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["arena", "hearts", "--hero", "genius"], "genius"),
        (["arena", "hearts", "--deals", "1"], "--deals must be at least 2"),
        (["arena", "bridge"], "bridge"),
        (["arena", "hearts", "--option", "limit"], "name=value"),
        (["simulate", "khanhoo", "--bots", "easy", "easy", "easy", "easy", "easy"], "5"),
        (["simulate", "hearts", "--deals", "0"], "--deals must be at least 1"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err
