"""One keyboard grammar: no game takes a key of the program, and a letter means one thing in a game."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator

import pytest

from tui.widgets.global_keys import GAME_LETTERS, GLOBAL_KEYS

from .sources import ROOT, nodes, python_files
from .test_games import GAMES

VERBS = {
    game.name: {
        verb: words.get("key", "")
        for verb, words in tomllib.loads((game / "table.toml").read_text("utf-8")).get("verbs", {}).items()
    }
    for game in GAMES
}
SAME = (
    {"cache_bump", "quartette"},  # both show four equal cards, and end the deal
    {"decline", "pass"},  # both do nothing
)
"""Verbs that do the same, and so may have one letter in a game."""


def test_a_global_key_does_one_thing() -> None:
    for what in ("key", "action"):
        counts = Counter(getattr(each, what) for each in GLOBAL_KEYS)
        assert not {name for name, count in counts.items() if count > 1}, what
    assert not set(GAME_LETTERS) & {each.key for each in GLOBAL_KEYS}


@pytest.mark.parametrize("game", VERBS)
def test_a_game_takes_only_letters_that_are_left_to_games(game: str) -> None:
    assert {key for key in VERBS[game].values() if key} <= set(GAME_LETTERS)


@pytest.mark.parametrize("game", VERBS)
def test_a_letter_means_one_thing_in_a_game(game: str) -> None:
    by_letter: dict[str, set[str]] = {}
    for verb, key in VERBS[game].items():
        by_letter.setdefault(key, set()).add(verb)
    shared = [verbs for key, verbs in by_letter.items() if key and len(verbs) > 1]
    assert not [verbs for verbs in shared if not any(verbs <= same for same in SAME)]


def test_a_verb_that_has_a_letter_has_the_same_one_in_all_games() -> None:
    by_verb: dict[str, set[str]] = {}
    for verbs in VERBS.values():
        for verb, key in verbs.items():
            by_verb.setdefault(verb, set()).update({key} - {""})
    assert not {verb: keys for verb, keys in by_verb.items() if len(keys) > 1}


_SIGNS = "question_mark slash comma full_stop apostrophe plus minus left_square_bracket right_square_bracket"
NAMES = dict(zip([*_SIGNS.split(), "less_than_sign", "greater_than_sign"], "?/,.'+-[]<>", strict=True))
"""Signs by Textual's names of them."""
ACTIONS = {
    "back": {"back", "quit", "leave_kiosk"},  # at the first screen of a program, back is out of it
    "help": {"help", "back"},  # in the help itself
    "table": {"table", "settings"},  # at a table both are one screen
    "up": {"move", "scroll"},
    "down": {"move", "scroll"},
    "top": {"edge"},
    "end": {"edge"},
    "past": {"past", "forward", "part"},  # backward is forward by -1; a part is a trick or a turn
    "forward": {"forward", "part"},
    "play on": {"play_on", "play", "stop"},  # pressed again, the key stops a replay
}
"""Names of what a screen does by a global key, where they are not that of the key itself."""
BY_KEY = {each.key: each for each in GLOBAL_KEYS}


def _calls(name: str) -> Iterator[tuple[str, list[str]]]:
    """Calls of a function with their place, and those of their arguments that are texts."""
    for path in python_files("tui"):
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                yield f"{path.relative_to(ROOT)}:{node.lineno}", [word for word in words if isinstance(word, str)]


def test_screens_bind_the_global_keys_to_what_they_mean() -> None:
    found = 0
    for place, words in _calls("Binding"):
        for name in words[0].split(",") if words else ():
            meant = BY_KEY.get(NAMES.get(name, name))
            if meant is None:
                continue
            done = words[1].partition("(")[0].rpartition(".")[2]
            assert done in ACTIONS.get(meant.action, {meant.action}), f"{place}: {name} does {done!r}"
            found += 1
    assert found > 20


@pytest.mark.parametrize("name", ["KeyHint", "OfferLook"])
def test_key_bars_call_the_global_keys_what_they_mean(name: str) -> None:
    for place, words in _calls(name):
        meant = BY_KEY.get(NAMES.get(words[0], words[0])) if len(words) > 1 else None
        if meant is not None:
            called = words[1].partition(" ")[0]
            assert called in ACTIONS.get(meant.action, set()) | {meant.label}, f"{place}: {words[0]}, {words[1]!r}"
