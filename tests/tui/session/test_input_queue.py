"""Keys that come in one packet do what they do when they come one at a time."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from textual.events import Key
from textual.pilot import Pilot

from tui.config.settings import Settings

from ...harness.screens import Opened, until
from ...harness.slow import slow
from ..scene import screen_text

_MENU_KEYS: Final = ("o", "i", "r", "e", "question_mark", "2", "down", "up")
_KEYS: Final = ("escape", "enter", "tab", "down", "up", "right", "a", "3", "backspace", "ctrl+u", "home", "end")


def key(name: str) -> Key:
    return Key(name, {"space": " "}.get(name, name) if len(name) == 1 or name == "space" else None)


def walk(seed: int, length: int = 12) -> list[str]:
    """Keys through pages of the menu."""
    chance = random.Random(seed)
    return [chance.choice(_MENU_KEYS if chance.random() < 0.4 else _KEYS) for _ in range(length)]


async def until_quiet(pilot: Pilot[None], app: Opened) -> None:
    await until(pilot, lambda: not app.input_queue.is_busy)


def shown(app: Opened) -> tuple[str, str, int]:
    """The screen, its kind, and the number of tables that were opened."""
    return screen_text(app), type(app.screen).__name__, len(app.opened)


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[tuple[Opened, Pilot[None]]]:
    app = Opened(Settings(name=name))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: ("Choose a game" if name else "Welcome to") in screen_text(app))
        yield app, pilot


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("", ["ctrl+u", "1", "A", "b", "ctrl+u", "Z", "o", "e", "backspace", "y", "enter", "i", "down"]),
        ("Ann", walk(1)),
        *slow(
            [
                ("", ["enter", "enter", "escape", "question_mark", "escape", "o", "tab", "down"]),
                ("Ann", ["i", "down", "enter", "B", "o", "enter", "escape", "r", "enter", "down"]),
                ("Ann", ["o", "escape", "i", "escape", "e", "escape", "t", "down"]),
                *(("Ann", walk(seed, 25)) for seed in range(2, 10)),
                *(("", walk(seed, 25)) for seed in range(10, 12)),
            ]
        ),
    ],
)
async def test_a_packet_of_keys(name: str, keys: list[str]) -> None:
    async with opened(name) as (app, pilot):
        for pressed in keys:
            app.post_message(key(pressed))
            await until_quiet(pilot, app)
        expected = shown(app)
    async with opened(name) as (app, pilot):
        for pressed in keys:
            app.post_message(key(pressed))
        await until_quiet(pilot, app)
        await until(pilot, lambda: shown(app) == expected)
