"""The committed pictures are what the code draws now."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

from .scene import draw, normalise
from .scenes_match import MOMENTS, draw_match
from .shots import ANIMATED, PICTURES, TEXTS, all_scenes, picture_of, text_of


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHANHOO_HOME", str(tmp_path))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", sorted(all_scenes()))
async def test_a_scene_is_drawn_as_it_was_committed(name: str) -> None:
    drawn = await draw(all_scenes()[name])
    assert drawn.text == text_of(name).read_text("utf-8"), "run `make shots` and look at what changed"
    assert not drawn.bare, "the theme has a background, and the terminal's own shows through"
    assert drawn.svg == picture_of(name).read_text("utf-8"), "run `make shots` and look at what changed"


@pytest.mark.parametrize("name", sorted(all_scenes()))
def test_a_picture_fits_its_terminal(name: str) -> None:
    columns, lines = all_scenes()[name].size
    text = text_of(name).read_text("utf-8").splitlines()
    assert len(text) == lines
    assert max(map(len, text)) <= columns


def test_no_picture_is_left_of_a_scene_that_is_gone() -> None:
    names = set(all_scenes())
    assert {path.stem for path in PICTURES.iterdir()} == {*names, ANIMATED}
    assert {path.stem for path in TEXTS.iterdir()} == names


@pytest.mark.slow
async def test_the_animated_picture_is_drawn_as_it_was_committed() -> None:
    assert await draw_match() == picture_of(ANIMATED).read_text("utf-8"), "run `make shots` and look at what changed"


def test_the_animated_picture_shows_one_frame_at_a_time_and_needs_no_script() -> None:
    tree = ElementTree.parse(picture_of(ANIMATED))
    style = "".join(element.text or "" for element in tree.iter(f"{SVG}style"))
    states = {name: _states(rule) for name, rule in re.findall(r"@keyframes (\w+) \{ (.*) \}$", style, re.MULTILINE)}
    titles = [states[group.get("class", "")] for group in tree.iter(f"{SVG}g") if group.find(TITLE) is not None]
    begins = sorted({begin for switches in states.values() for begin, _ in switches})
    assert begins[0] == 0
    assert len(begins) == len(MOMENTS)
    assert all(sum(_state(switches, begin) == "visible" for switches in titles) == 1 for begin in begins)
    assert {element.tag for element in tree.iter()} <= {f"{SVG}{tag}" for tag in ALLOWED}


SVG = "{http://www.w3.org/2000/svg}"
TITLE = f"{SVG}text[@class='t-title']"
ALLOWED = ("svg", "style", "defs", "clipPath", "rect", "g", "circle", "text")


def _states(rule: str) -> list[tuple[float, str]]:
    """When a group begins to be shown or hidden, in percent of the whole."""
    return [(float(at), state) for at, state in re.findall(r"([\d.]+)% \{ visibility: (\w+) \}", rule)]


def _state(switches: list[tuple[float, str]], at: float) -> str:
    return [state for begin, state in switches if begin <= at][-1]


@pytest.mark.parametrize("name", sorted(all_scenes()))
def test_each_piece_of_a_picture_is_as_long_as_its_signs_are_wide(name: str) -> None:
    for text in ElementTree.parse(picture_of(name)).iter(f"{SVG}text"):
        if (length := text.get("textLength")) is not None and (text.text or "").strip():
            assert float(length) == pytest.approx(12.2 * cell_len(text.text or ""))


def test_a_picture_fetches_nothing_from_elsewhere() -> None:
    for name in (*all_scenes(), ANIMATED):
        places = set(picture_of(name).read_text("utf-8").split("http")[1:])
        assert all(place.startswith("://www.w3.org/") for place in places)


def test_what_differs_from_run_to_run_is_taken_out_of_a_picture() -> None:
    assert normalise('<g id="terminal-123-line-1"/> \n\n') == normalise('<g id="terminal-456-line-1"/>\n')
