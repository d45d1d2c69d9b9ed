"""The list of games: what it says of each agrees with the README and the rules."""

import re

from tui.config.settings import Settings
from tui.forms.game_list import DIGITS, entries, last_entry, start_words

from ...harness.screens import ROOT


def test_the_readme_says_of_each_game_what_the_list_says() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \*\*(.+?)\*\*.*? \| (\d)(?: (?:to|or) (\d))? \| (\d+) \|", text, re.MULTILINE)
    told = {title: (f"{least}-{most}" if most else least, int(minutes)) for title, least, most, minutes in rows}
    listed = {entry.preset.title: (entry.players, entry.preset.minutes) for entry in entries()}
    assert len(told) == 8
    assert {title: listed[title] for title in told} == told


def test_every_entry_has_a_key_and_fits_its_columns() -> None:
    assert len(entries()) <= len(DIGITS)
    for entry in entries():
        assert 0 < len(entry.preset.brief) <= 24, entry.id
        assert len(entry.preset.title) <= 15, entry.id
        assert entry.preset.minutes > 0, entry.id


def test_what_was_played_last_is_known_again_and_a_game_of_long_ago_is_passed_over() -> None:
    assert last_entry(Settings()).id == "khanhoo/denexa"
    assert last_entry(Settings(last_game="whist", last_options="trumps=on")).id == "khanhoo/denexa"
    assert last_entry(Settings(last_game="hearts", last_options="omnibus=on moon=choice")).id == "hearts/omnibus"


def test_the_list_says_which_table_enter_opens() -> None:
    english = next(entry for entry in entries() if entry.preset.id == "english")
    assert start_words(english, Settings(last_bots="hard easy")) == "3 players, hard bots"
    kept = Settings(kept_options="hearts limit=50")
    hearts = next(entry for entry in entries() if entry.id == "hearts/hearts")
    assert start_words(hearts, kept) == "4 players, easy bots, your options"
