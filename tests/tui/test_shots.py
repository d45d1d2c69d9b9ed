"""The committed pictures are what the code draws now."""

from pathlib import Path

import pytest

from .scene import draw, normalise
from .shots import PICTURES, TEXTS, all_scenes, picture_of, text_of


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHANHOO_HOME", str(tmp_path))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", sorted(all_scenes()))
async def test_a_scene_is_drawn_as_it_was_committed(name: str) -> None:
    drawn = await draw(all_scenes()[name])
    assert drawn.text == text_of(name).read_text("utf-8"), "run `make shots` and look at what changed"
    assert drawn.svg == picture_of(name).read_text("utf-8"), "run `make shots` and look at what changed"


@pytest.mark.parametrize("name", sorted(all_scenes()))
def test_a_picture_fits_its_terminal(name: str) -> None:
    columns, lines = all_scenes()[name].size
    text = text_of(name).read_text("utf-8").splitlines()
    assert len(text) == lines
    assert max(map(len, text)) <= columns


def test_no_picture_is_left_of_a_scene_that_is_gone() -> None:
    names = set(all_scenes())
    assert {path.stem for path in PICTURES.iterdir()} == names
    assert {path.stem for path in TEXTS.iterdir()} == names


def test_a_picture_fetches_nothing_from_elsewhere() -> None:
    for name in all_scenes():
        places = set(picture_of(name).read_text("utf-8").split("http")[1:])
        assert all(place.startswith("://www.w3.org/") for place in places)


def test_what_differs_from_run_to_run_is_taken_out_of_a_picture() -> None:
    assert normalise('<g id="terminal-123-line-1"/> \n\n') == normalise('<g id="terminal-456-line-1"/>\n')
