"""The game that CONTRIBUTING.md walks through is a whole game: these tests take its files from that page."""

import re
import sys
from pathlib import Path

import pytest

from .sources import ROOT, run_fresh

FILE = re.compile(r"^\*\*engine/games/highcard/([\w.]+)\*\*.*?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
JOIN = "import engine.games; engine.games.__path__.append({!r}); "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of games with High Card in it, as the page has it."""
    game = tmp_path / "highcard"
    game.mkdir()
    (game / "__init__.py").touch()
    found = FILE.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    for name, text in found:
        (game / name).write_text(text, "utf-8")
    assert {name for name, _ in found} == {"meta.py", "rules.py", "bot.py", "rulebook.md", "layout.toml"}
    return tmp_path


def _run(folder: Path, code: str) -> str:
    return run_fresh(JOIN.format(str(folder)) + code, PYTHONDONTWRITEBYTECODE="1").strip()


def test_the_game_of_the_page_is_found_beside_the_others(folder: Path) -> None:
    assert "highcard" in _run(folder, "from engine.api import games; print(*[meta.id for meta in games()])").split()


def test_its_bots_play_a_match_to_its_end(folder: Path) -> None:
    code = (
        "from engine.api import *; from engine.bots.company import Company; game = find_game('highcard'); "
        "bots = [game.bot(level) for level in ('easy', 'hard', 'random')]; "
        "table = Company(game, game.meta.resolve({}), bots, seed='page').play(); "
        "print(max(table.totals), table.over.winners, len(replay(table.journal).scores) == len(table.scores))"
    )
    assert _run(folder, code) == "3 (1,) True"


def test_its_rulebook_and_layout_can_be_read_and_its_code_cites_what_is_there(folder: Path) -> None:
    code = (
        "from engine.api import find_game; game = find_game('highcard'); "
        "print(*[game.rulebook.paragraph(n).is_rule for n in ('1.1', '2.1', '2.2', '3.1')], game.layout['verbs'])"
    )
    assert _run(folder, code).startswith("True True True True {'show'")


def test_the_page_names_the_interpreter_s_own_tools_only(folder: Path) -> None:
    rules = (folder / "highcard" / "rules.py").read_text("utf-8")
    imported = set(re.findall(r"^(?:from|import) ([a-z]\w*)", rules, re.MULTILINE))
    assert imported <= set(sys.stdlib_module_names)
