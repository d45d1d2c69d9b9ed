"""The program as it is, but that it writes much to its terminal all the time, and notes each time in the file `beats`
of its home: a module to be run in a terminal."""

import os
from pathlib import Path
from typing import Final

from tui.config.terminal import look_here, prepare_environment

prepare_environment(look_here())  # before Textual is loaded, as the program does

from tui import app, cli  # noqa: E402

_AGAIN_S: Final = 0.01
_TITLE: Final = f"\x1b]2;{'a' * 20_000}\x07"
_BEATS: Final = Path(os.environ["KHANHOO_HOME"]) / "beats"


class _RestlessApp(app.KhanhooApp):
    def on_mount(self) -> None:
        self.set_interval(_AGAIN_S, self._beat)

    def _beat(self) -> None:
        if self._driver is not None:
            self._driver.write(_TITLE)
        with _BEATS.open("ab") as file:
            file.write(b".")


app.KhanhooApp = _RestlessApp  # type: ignore[misc]

if __name__ == "__main__":
    raise SystemExit(cli.main())
