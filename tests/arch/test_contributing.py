"""The game that CONTRIBUTING.md walks through is a whole game: these tests take its files from that page."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .sources import ROOT

FILE = re.compile(
    r"^\*\*((?:engine|tests)/games/highcard/[\w./\\]+)\*\*.*?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
WHOLE = {"meta.py", "rules.py", "player.py", "__init__.py", "rulebook.md", "table.toml", "lesson.toml", "test_rules.py"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rules and their tests with High Card added, as the page says."""
    project = tmp_path_factory.mktemp("project")
    games = [folder.name for folder in (ROOT / "engine" / "games").iterdir() if folder.is_dir()]
    aside = shutil.ignore_patterns("__pycache__", *games)
    shutil.copytree(ROOT / "engine", project / "engine", ignore=aside)
    for part in ("conformance", "arch", "games"):
        shutil.copytree(ROOT / "tests" / part, project / "tests" / part, ignore=aside)
    for folder in (
        "engine/games/highcard",
        "engine/games/highcard/bot",
        "tests/games/highcard",
        "tests/harness",
        "tests",
    ):
        (project / folder).mkdir(exist_ok=True)
        (project / folder / "__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", project)
    shutil.copy(ROOT / "tests" / "harness" / "slow.py", project / "tests" / "harness")
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = [(name.replace("\\", ""), text) for name, text in FILE.findall(page)]
    assert {Path(name).name for name, _ in found} == WHOLE
    for name, text in found:
        (project / name).write_text(text, "utf-8")
    return project


def _run(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def test_the_game_of_the_page_is_found_by_its_folder(project: Path) -> None:
    assert _run(project, "-c", "from engine.api import games; print(*[meta.id for meta in games()])") == "highcard"


def test_it_passes_its_own_tests_and_all_that_every_game_must_pass(project: Path) -> None:
    told = _run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/highcard", "tests/conformance")
    assert int(re.search(r"(\d+) passed", told)[1]) > 100  # type: ignore[index]


def test_its_bots_play_a_match_to_its_end(project: Path) -> None:
    code = (
        "from engine.api import *; from engine.bots.self_play import SelfPlay; game = find_game('highcard'); "
        "bots = [game.bot(level) for level in ('easy', 'hard', 'random')]; "
        "table = SelfPlay(game, game.meta.resolve({}), bots, seed='page').play(); "
        "print(max(table.totals), table.over.winners, len(replay(table.journal).scores) == len(table.scores))"
    )
    assert _run(project, "-c", code) == "5 (1,) True"
