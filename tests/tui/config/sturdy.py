"""The program as it is, but that no key ends it until there is a file `may_end` in its home: a module to be run in a
terminal to which any bytes are sent."""

import os
from pathlib import Path
from typing import Any, Final

from tui.config.terminal import look_here, prepare_environment

prepare_environment(look_here())  # before Textual is loaded, as the program does

from tui import app, cli  # noqa: E402

_MAY_END: Final = Path(os.environ["KHANHOO_HOME"]) / "may_end"


class _SturdyApp(app.KhanhooApp):
    def exit(self, *arguments: Any, **more: Any) -> None:
        if _MAY_END.exists():
            super().exit(*arguments, **more)


app.KhanhooApp = _SturdyApp  # type: ignore[misc]

if __name__ == "__main__":
    raise SystemExit(cli.main())
