"""Every game has the same shape: who knows one folder finds the way in all."""

import ast
from pathlib import Path

from .sources import ROOT, nodes

GAMES = sorted(path.parent for path in (ROOT / "engine" / "games").glob("*/meta.py"))
MODULES = {
    *("__init__", "meta", "rules"),
    *("cards", "pack"),  # the cards, what they are worth, and the house rules
    *("state", "steps", "hand_rules", "seen_cards", "contracts", "solver", "melds"),
    *("deal", "turn", "claims", "honour", "auction", "declaring"),  # sections of the book
    *("scoring", "hints"),
}
"""Names that a module or folder of a game may have."""
TEXTS = {"rulebook.md", "table.toml", "lesson.toml"}
NEEDED = {"meta.py", "rules.py", "bot", "rulebook.md", "table.toml"}
FOLDERS = {"bot", "melds", "hand_solver"}
MOST_MODULES = 12


def modules_in(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.py") if path.name != "__init__.py"]


def test_the_files_of_all_games_have_the_same_names() -> None:
    for game in GAMES:
        found = {path.name for path in game.iterdir() if path.name != "__pycache__"}
        found -= {path.name for path in game.glob("lesson_*.toml")}  # further lessons, of options and special parts
        names = {f"{name}.py" for name in MODULES} | TEXTS | FOLDERS
        assert found <= names, f"{game.name}: {found - names}"
        assert found >= NEEDED, f"{game.name}: {NEEDED - found}"


def test_a_name_of_the_list_is_one_that_some_game_uses() -> None:
    used = {path.stem for game in GAMES for path in game.iterdir()}
    assert len(GAMES) == 1 or set(MODULES) <= used


def test_a_game_has_few_modules_beside_its_bot() -> None:
    assert not {game.name for game in GAMES if len(modules_in(game)) > MOST_MODULES}


def test_rules_do_not_know_their_bot() -> None:
    """The exception are the hints, which tell a player what the bot would think of the hand."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for game in GAMES
        for path in game.rglob("*.py")
        if path.relative_to(game).parts[0] not in ("bot", "hints.py")
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and "bot" in (node.module or "").split(".")
    ]
    assert not found
