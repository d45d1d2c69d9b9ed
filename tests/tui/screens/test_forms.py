"""New table and settings: forms that do what they show."""

from pathlib import Path

import pytest

from tui.config.settings import CHOICES, Settings, read_settings, settings_path
from tui.config.themes import THEME_NAMES
from tui.screens.form_screen import FormScreen
from tui.screens.new_table import NewTableScreen
from tui.widgets.key_bar import KeyBar
from tui.widgets.list import RowList
from tui.widgets.page import Page

from ...harness.screens import Opened, settled, until_asked
from ...harness.slow import slow
from ..scene import screen_text
from ..scenes import LARGE, LEAST, SMALL, ascii_room, room


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_table_is_opened_as_the_form_shows_it(size: tuple[int, int]) -> None:
    app = Opened()
    async with app.run_test(size=size) as pilot:
        await pilot.press("o", "down", "right", "down", "right", "down", "down", "right")
        text = await settled(pilot)
        assert "Omnibus Hearts" in text
        assert "anybody who finds it" in text
        await pilot.press("o")
        (config,) = app.opened
        assert config.options["omnibus"] is True
        assert (config.listed, config.autostart) == (True, False)
        assert config.bots == ("easy",)


async def test_the_last_line_opens_too() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o", "up")
        assert "Open the table" in await settled(pilot)
        await pilot.press("enter")
        assert len(app.opened) == 1


async def test_an_option_shows_its_help_and_its_paragraph() -> None:
    app = room()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("o", *["down"] * 7)
        text = await settled(pilot)
        assert "The jack of diamonds" in text
        assert "§10.1" in text


@pytest.mark.parametrize("place", ["o", "i"], ids=["new table", "settings"])
async def test_no_value_of_a_form_is_cut_in_the_least_window(place: str) -> None:
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        await pilot.press(place)
        for _ in range(13):
            await pilot.press("down")
            assert "…" not in await settled(pilot)


async def test_r_opens_the_rule_of_the_option() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o", *["down"] * 7, "r")
        text = await settled(pilot)
        assert "Rules of Hearts" in text
        assert "10.1" in text


async def test_a_number_is_typed_and_one_out_of_bounds_is_refused_in_a_sentence() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o", *["down"] * 9, "enter")
        await until_asked(pilot)
        await pilot.press(*["backspace"] * 3, *"50", "enter")
        screen = app.screen
        assert isinstance(screen, NewTableScreen)
        await settled(pilot)
        assert screen.draft.options["limit"] == 50
        await pilot.press("enter")
        await until_asked(pilot)
        await pilot.press(*["backspace"] * 2, *"9999", "enter")
        assert "limit must be from 1 to 1000" in await settled(pilot)
        assert screen.draft.options["limit"] == 50


async def test_escape_leaves_the_line_before_it_leaves_the_screen() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o", "end", "up", "enter")
        await until_asked(pilot)
        await pilot.press(*"abc", "escape")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)
        assert app.screen.draft.seed == ""
        await pilot.press("escape")
        await settled(pilot)
        assert len(app.screen_stack) == 1


async def test_keys_typed_after_enter_are_not_lost_in_the_line() -> None:
    app = Opened()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o", "end", "up", "enter")
        await until_asked(pilot)
        await pilot.press(*"rematch", "enter", "o")
        await settled(pilot)
        assert [config.seed for config in app.opened] == ["rematch"]


async def test_a_setting_holds_at_once_and_is_kept_at_once() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i", "down", "right")
        await settled(pilot)
        assert app.theme == THEME_NAMES[1]
        assert read_settings(settings_path())[0].theme == THEME_NAMES[1]


@pytest.mark.slow
async def test_every_setting_can_be_stepped_through_all_its_values() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i")
        seen: dict[str, set[object]] = {field: set() for field in CHOICES}
        for _ in range(16):
            await pilot.press("down")
            for _ in range(4):
                await pilot.press("right")
                for field, values in seen.items():
                    values.add(getattr(app._settings, field))
        assert {field: set(words) for field, words in CHOICES.items()} == seen


async def test_glyphs_change_under_the_players_eyes() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i", "down", "down", "down", "left")
        assert (await settled(pilot)).isascii()
        await pilot.press("left")
        assert "♠" in await settled(pilot)


async def test_ascii_from_the_command_line_is_not_written_into_the_settings() -> None:
    app = ascii_room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i", "down", "right")
        await settled(pilot)
        assert read_settings(settings_path())[0].glyphs == "auto"
        assert (await settled(pilot)).isascii()


async def test_a_name_is_typed_and_cleaned() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i", "enter")
        await until_asked(pilot)
        await pilot.press(*["backspace"] * 3, *"Bea ", "enter")
        text = await settled(pilot)
        assert app.settings.shown_name == "Bea"
        assert text.splitlines()[0].rstrip().endswith("Bea")


async def test_a_disk_that_refuses_is_said_and_the_setting_holds(own_home: Path) -> None:
    own_home.mkdir()
    (own_home / "config").write_text("a file where the folder should be", encoding="utf-8")
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("i", "down", "right")
        text = await settled(pilot)
        assert app.theme == THEME_NAMES[1]
        assert "!" in text.splitlines()[-2] or "!" in text.splitlines()[-3]


async def test_the_help_of_the_settings_says_where_they_lie() -> None:
    app = room()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("i", "question_mark")
        assert settings_path().name in (await settled(pilot)).replace("\n", "").replace(" ", "")


def test_what_the_form_offers_is_what_the_file_takes() -> None:
    from tui.screens.settings import next_value, setting_items

    settings = Settings(name="Ann")
    for item in setting_items(settings):
        if item.steps and not item.heading:
            value = next_value(settings, item.id, 1)
            assert getattr(settings.with_(**{item.id: value}), item.id) == value


async def test_below_a_form_stands_no_more_than_the_meaning_of_a_line_needs() -> None:
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        await pilot.press("i")
        await settled(pilot)
        lines, meaning = app.screen.query_one(RowList), app.screen.query_one(Page)
        needed = set()
        for _ in lines.rows:
            text = [line.strip() for line in screen_text(app).splitlines()[-1 - meaning.size.height : -1]]
            assert text[0], "its name is in sight in the form"
            needed.add(len([line for line in text if line]))
            await pilot.press("down")
            await settled(pilot)
        assert max(needed) == meaning.size.height


@pytest.mark.parametrize("size", [LEAST, *slow([(SMALL,)])], ids=str)
@pytest.mark.parametrize("place", ["i", *slow("o")])
async def test_the_bar_of_a_form_shows_the_keys_that_do_something_to_its_line(
    place: str, size: tuple[int, int]
) -> None:
    app = room()
    async with app.run_test(size=size) as pilot:
        await pilot.press(place)
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, FormScreen)
        kinds = set()
        for _ in screen.query_one(RowList).rows:
            item = screen.current
            assert item is not None
            keys = [hint.key for hint in screen.query_one(KeyBar).value]
            kinds.add((item.steps, item.types))
            assert ("left,right" in keys, "enter" in keys) == (item.steps, item.types)
            await pilot.press("down")
            await settled(pilot)
        assert len(kinds) > 1
