"""`make shots`: draws every named scene again, into screenshots/ and the text goldens beside the tests."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from .scene import Scene, draw
from .scenes_match import draw_match

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "screenshots"
TEXTS = ROOT / "tests" / "golden" / "screens"


def all_scenes() -> dict[str, Scene]:
    """Every named scene: of the shell, of the tables, of the lessons."""
    from . import scenes, scenes_games, scenes_lessons, scenes_table

    return scenes.SCENES | scenes_table.SCENES | scenes_games.SCENES | scenes_lessons.SCENES


ANIMATED = "khanhoo-match"
"""The one picture that moves; it has no text beside the tests."""


def picture_of(name: str) -> Path:
    """The committed picture of a scene, or the animated one."""
    return PICTURES / f"{name}.svg"


def text_of(name: str) -> Path:
    """The committed text of a scene."""
    return TEXTS / f"{name}.txt"


async def _draw_all() -> None:
    scenes = all_scenes()
    for folder, kept in (
        (PICTURES, {picture_of(name) for name in (*scenes, ANIMATED)}),
        (TEXTS, {text_of(name) for name in scenes}),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        for old in set(folder.iterdir()) - kept:
            old.unlink()
    for name, scene in scenes.items():
        drawn = await draw(scene)
        picture_of(name).write_text(drawn.svg, "utf-8")
        text_of(name).write_text(drawn.text, "utf-8")
        print(f"{name}: {scene.size[0]}x{scene.size[1]}")
    picture_of(ANIMATED).write_text(await draw_match(), "utf-8")
    print(ANIMATED)


def main() -> None:
    """Draw all scenes, in a home of their own so that no setting of the user shows."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"KHANHOO_HOME": home, "TZ": "UTC"}
        time.tzset()
        for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM"):
            os.environ.pop(name, None)
        asyncio.run(_draw_all())


if __name__ == "__main__":
    main()
