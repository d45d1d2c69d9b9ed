"""The program as it is, but no key ends it or opens another table: for terminals to which any bytes are sent.

`python -m tests.harness.sturdy PLACE` shows the menu ("menu"), or a table of a game, without a network. In its home it
writes a byte to the file `heard` for each Ctrl-C, and each fault to the file `faults`. Once there is a file `may_end`,
Ctrl-C ends it.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Any, ClassVar, Final

from tui.config.terminal import look_here, prepare_environment

if __name__ == "__main__":
    prepare_environment(look_here())  # before Textual is loaded, as the program does

from textual.app import App
from textual.binding import Binding, BindingType

from engine.api import find_game
from tests.harness.screens import Opened
from tests.harness.tabletop import TableApp, Tabletop, new_table
from tui.config.settings import Settings
from tui.session import input_queue

MENU: Final = "menu"
_BACK_AFTER: Final = 5
"""How often Ctrl-C is heard until the place is shown again, wherever the keys have led."""


class Sturdy(App[None]):
    """Hears Ctrl-C when everything that came before is handled, and notes faults."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", "", priority=True)]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.faults: list[str] = []
        self.heard = 0
        self.may_end = False
        super().__init__(*arguments, **more)

    def exit(self, *arguments: Any, **more: Any) -> None:
        if self.may_end:
            super().exit(*arguments, **more)

    def action_interrupt(self) -> None:
        if self.heard % _BACK_AFTER == 0:
            self.call_next(self.go_back)
        self.heard += 1
        self.note_heard()
        self.exit()

    def note_heard(self) -> None:
        """Ctrl-C was heard."""

    async def go_back(self) -> None:
        """Show the place again."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    def _handle_exception(self, error: Exception) -> None:
        self.faults.append("".join(traceback.format_exception(error)))


class SturdyMenu(Sturdy, Opened):
    """The menu; tables are only noted."""


class SturdyTable(Sturdy, TableApp):
    """A table of a game."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(a_table(game))

    async def go_back(self) -> None:
        await super().go_back()
        self.session = a_table(self.game)
        self.session.app = self
        await self.push_screen(self.first_screen())


def a_table(game: str) -> Tabletop:
    """The first deal."""
    return Tabletop(new_table(game, seats=find_game(game).meta.usual_seats), 0).begin()


def hear_in_order() -> None:
    """Let Ctrl-C wait for what came before, as any other key does: it tells that all of it is handled."""
    input_queue.is_interrupt = lambda message: False


def _run(place: str) -> int:
    from tui import app, cli

    home = Path(os.environ["KHANHOO_HOME"])

    class OfProcess(Sturdy):
        OWNS_PROCESS: ClassVar[bool] = True

        def note_heard(self) -> None:
            with (home / "heard").open("ab") as file:
                file.write(b".")

        def exit(self, *arguments: Any, **more: Any) -> None:
            self.may_end = (home / "may_end").exists()
            super().exit(*arguments, **more)

        def _handle_exception(self, error: Exception) -> None:
            super()._handle_exception(error)
            (home / "faults").write_text("\n".join(self.faults))

    class Menu(OfProcess, SturdyMenu):
        pass

    class Table(OfProcess, SturdyTable):
        pass

    def build(settings: Settings, *_: Any, **more: Any) -> Any:
        return Menu(settings) if place == MENU else Table(place)

    app.KhanhooApp = build  # type: ignore[assignment, misc]
    hear_in_order()
    return cli.main([])


if __name__ == "__main__":
    raise SystemExit(_run(sys.argv[1]))
