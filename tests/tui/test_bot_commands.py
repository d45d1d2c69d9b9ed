"""`khanhoo arena` and `khanhoo simulate`: what they print, what they write, and what they refuse."""

import json
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
    assert "The medium bot plays better than the random bot" in printed


def test_arena_finds_the_same_with_one_process_and_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in ("1", "2"):
        words = ["arena", "khanhoo", "--hero", "easy", "--field", "random", "--deals", "6", "--seats", "3"]
        assert main([*words, "--workers", workers, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        told.pop("ms_a_decision")
        found.append(told)
    assert found[0] == found[1]
    assert found[0]["margin"] > 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["arena", "hearts", "--hero", "genius"], "genius"),
        (["arena", "hearts", "--deals", "1"], "two deals"),
        (["arena", "bridge"], "bridge"),
        (["arena", "hearts", "--option", "limit"], "name=value"),
        (["simulate", "khanhoo", "--bots", "easy", "easy", "easy", "easy", "easy"], "5"),
        (["simulate", "hearts", "--deals", "0"], "one deal"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err
