"""One keyboard grammar: no game takes a key of the program, and a letter means one thing in a game."""

import tomllib
from collections import Counter

import pytest

from tui.widgets.global_keys import GAME_LETTERS, GLOBAL_KEYS

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
