"""From the menu to a table and back, on a screen: run by a Python without POSIX, it prints what it saw hold."""

import asyncio
import sys

from net import system
from tui.app import KhanhooApp
from tui.config.settings import Settings
from tui.config.terminal import Terminal
from tui.session.routes import ToMenu

from ...harness.screens import until_shown


async def main() -> None:
    assert system.peer_user.__module__ == "net.system.portable"
    settings = Settings(name="Ann", forced=False, guard=False, coach="off", motion="off")
    app = KhanhooApp(settings, ToMenu(), terminal=Terminal(colours="truecolor"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "Chinaso Express")
        print("the menu is shown")
        await pilot.press("9")
        await until_shown(pilot, "Choose three cards to pass")
        await pilot.press("home", "space", "right", "space", "right", "space")
        await until_shown(pilot, "3 of 3 selected")
        await pilot.press("enter")
        await until_shown(pilot, "trick 1 of 13")
        print("cards were passed")

        await pilot.press("escape")
        await until_shown(pilot, "Leave for now")
        await pilot.press("l")
        await until_shown(pilot, "Go on with")
        await pilot.press("home", "enter")
        await until_shown(pilot, "trick 1 of 13")
        print("the seat was kept")


if __name__ == "__main__":
    asyncio.run(main())
    sys.stdout.flush()
