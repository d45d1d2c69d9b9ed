"""The program as it is, but that it stays less long with what is over: a module to be run in a terminal."""

from tui import cli
from tui.screens import kiosk

kiosk.SCORES_S, kiosk.PATIENCE_S = 2.0, 2.0  # type: ignore[misc]

if __name__ == "__main__":
    raise SystemExit(cli.main())
