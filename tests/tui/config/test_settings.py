"""Settings survive a round trip, a bad file, a bad line and a disk that refuses."""

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.config.settings import Settings, SettingsProblem, as_toml, read_settings, write_settings


def test_a_missing_file_means_the_usual_settings_and_no_complaint(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == (Settings(), "")


def test_what_was_written_is_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    chosen = Settings().with_(name='An "odd" \\ name', pace="slow", bell=False, last_seats=3, glyphs="ascii")
    write_settings(path, chosen)
    assert read_settings(path) == (chosen, "")
    assert [item.name for item in path.parent.iterdir()] == ["settings.toml"], "no temporary file stays"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives_toml(text: str) -> None:
    assert tomllib.loads(as_toml({"name": text})) == {"name": text}


def test_a_file_that_is_not_toml_is_named_kept_and_replaced_by_the_usual_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("name = [unfinished", encoding="utf-8")
    settings, problem = read_settings(path)
    assert settings == Settings()
    assert str(path) in problem
    assert "The file is not changed" in problem
    assert path.read_text(encoding="utf-8") == "name = [unfinished"


def test_one_bad_line_costs_that_line_only(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('name = "Ann"\npace = "warp"\nbell = 3\nwhim = true\n', encoding="utf-8")
    settings, problem = read_settings(path)
    assert settings == Settings(name="Ann")
    assert "The setting pace must be" in problem
    assert "The setting bell must be true or false" in problem
    assert "There is no setting 'whim'" in problem


def test_saving_over_a_file_that_was_not_understood_sets_it_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("name = [unfinished", encoding="utf-8")
    write_settings(path, Settings(name="Ann"))
    assert read_settings(path) == (Settings(name="Ann"), "")
    assert (tmp_path / "settings.toml.kept").read_text(encoding="utf-8") == "name = [unfinished"


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "flat").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(SettingsProblem, match=r"cannot be saved in .* Changes last only until you quit"):
        write_settings(tmp_path / "flat" / "settings.toml", Settings())


def test_a_setting_takes_only_what_fits_it() -> None:
    with pytest.raises(SettingsProblem, match="The setting glyphs must be one of auto, unicode, ascii"):
        Settings().with_(glyphs="emoji")
    with pytest.raises(SettingsProblem, match="The setting last_seats must be a whole number"):
        Settings().with_(last_seats=True)


def test_a_blank_name_falls_back_to_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "bea")
    assert Settings(name="  ").shown_name == "bea"
    assert Settings(name="Ann").shown_name == "Ann"


def test_every_setting_is_text_a_number_or_yes_and_no() -> None:
    assert {type(field.default) for field in fields(Settings)} <= {str, bool, int}
