"""The card room in terminals that people have: what each shows while Hearts is played, and what it is left as.

`python -m benchmarks.terminals FOLDER [NAME ...]` plays the beginning of a deal in every terminal named, or in all,
writes what each shows to FOLDER/NAME.txt and prints one line about each. Needs tmux, which holds the terminals; GNU
screen, xterm, Xvfb and ImageMagick for those of them that need these; xterm is also written as a picture.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parents[1]
_WITHIN_S: Final = 30.0
_LOOK_S: Final = 0.1
COMMAND: Final = f"{shlex.quote(sys.executable)} -m tui play hearts --pace instant --seed terminals"
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Trial:
    """One terminal. within: a program that is started first, in whose terminal the card room then runs."""

    columns: int = 80
    lines: int = 24
    environment: dict[str, str] = field(default_factory=dict)
    within: str = ""


TRIALS: Final = {
    "tmux": Trial(),
    "screen": Trial(within="screen -c /dev/null -q sh"),
    "screen-vt100": Trial(within="screen -c /dev/null -q -T vt100 sh"),
    "linux": Trial(environment={"TERM": "linux", "COLORTERM": ""}),
    "16-colours": Trial(environment={"TERM": "xterm", "COLORTERM": ""}),
    "no-colour": Trial(environment={"NO_COLOR": "1"}),
    "lang-c": Trial(environment={"LANG": "C", "LC_ALL": "C"}),
    "ascii-stream": Trial(environment={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
    "60x20": Trial(60, 20),
    "200x60": Trial(200, 60),
    "40x12": Trial(40, 12),
}
XTERMS: Final[dict[str, tuple[list[str], dict[str, str]]]] = {
    "xterm": (["-fa", "DejaVu Sans Mono", "-fs", "10", "-u8"], {"LANG": "C.UTF-8"}),
    "xterm-256": (["-fa", "DejaVu Sans Mono", "-fs", "10", "-u8", "-tn", "xterm-256color"], {"LANG": "C.UTF-8"}),
    "xterm-latin1": (["+u8", "-fn", "9x15"], {"LANG": "C", "LC_ALL": "C"}),
}
"""Options and environment of each xterm."""
_PICTURE_AFTER_S: Final = 6.0


class Pane:
    """A shell in a terminal that tmux holds."""

    def __init__(self, name: str, trial: Trial) -> None:
        self._name = f"trial-{os.getpid()}-{name}"
        size = ["-x", str(trial.columns), "-y", str(trial.lines)]
        clean = ["env", "-u", "COLORTERM", "-u", "NO_COLOR", "PS1=ready> ", "sh"]
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", self._name, *size, *clean)
        self.until(r"ready>\s*$")

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", "khanhoo-trials", *words], cwd=_ROOT, capture_output=True, text=True, check=True
        )
        return done.stdout

    def type(self, line: str) -> None:
        self._tmux("send-keys", "-t", self._name, "-l", line)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self._tmux("send-keys", "-t", self._name, key)

    def shown(self, *, coloured: bool = False) -> str:
        return self._tmux("capture-pane", "-p", "-t", self._name, *(["-e"] if coloured else [])).rstrip("\n")

    def modes(self) -> str:
        """What is switched on in it: the alternate screen, the mouse, the cursor."""
        return self._tmux(
            "display", "-p", "-t", self._name, "screen #{alternate_on}, mouse #{mouse_any_flag}, cursor #{cursor_flag}"
        ).strip()

    def until(self, pattern: str) -> None:
        deadline = time.monotonic() + _WITHIN_S
        while not re.search(pattern, self.shown()):
            if time.monotonic() > deadline:
                raise SystemExit(f"waited for {pattern}; the terminal shows\n{self.shown()}")
            time.sleep(_LOOK_S)

    def close(self) -> None:
        self._tmux("kill-session", "-t", self._name)


def try_out(name: str, trial: Trial, folder: Path) -> str:
    """Play in one terminal; a line about it."""
    home = new_home()
    pane = Pane(name, trial)
    try:
        if trial.within:
            pane.type(f"PS1='inside> ' {trial.within}")
            pane.until(r"inside>\s*$")
        told = {"KHANHOO_HOME": home, "KHANHOO_INTERFACES": "127.0.0.1", **trial.environment}
        before = pane.modes()
        pane.type(" ".join([*(f"{key}={shlex.quote(value)}" for key, value in told.items()), COMMAND]))
        if trial.columns < 60:
            pane.until("60")
        else:
            pane.until("Choose three")
            pane.press("Home", "Space", "Right", "Space", "Right", "Space")
            pane.until("3 of 3")
            pane.press("Enter")
            pane.until("Your turn: play")
        shown, coloured, during = pane.shown(), pane.shown(coloured=True), pane.modes()
        pane.press("C-q")
        pane.until(r"(?:ready|inside)>\s*$")
        after = pane.modes()
        (folder / f"{name}.txt").write_text(f"{shown}\n", "utf-8")
        is_ascii = "ASCII" if shown.isascii() else "Unicode"
        return f"{name:14} {is_ascii:8} {_depth(coloured):12} during: {during}; after: {after}" + (
            "" if after == before else f" BUT BEFORE: {before}"
        )
    finally:
        if trial.within:
            pane.type("exit")  # it would live on without its terminal
            pane.until(r"ready>\s*$")
        pane.close()
        remove_home(home)


def new_home() -> str:
    """A folder in place of the user's own: for a player with a name, who needs no tips and answers like a program."""
    home = tempfile.mkdtemp(prefix="trial-")
    settings = Path(home, "config", "settings.toml")
    settings.parent.mkdir(mode=0o700)
    settings.write_text("name = 'Ann'\nforced = false\nguard = false\ncoach = 'off'\nmotion = 'off'\n", "utf-8")
    return home


def remove_home(home: str) -> None:
    """End the tables of this home, which would wait for their player, and delete it."""
    stop = [sys.executable, "-m", "tui", "tables", "--stop-all"]
    subprocess.run(stop, cwd=_ROOT, env=os.environ | {"KHANHOO_HOME": home}, stdout=subprocess.DEVNULL, check=True)
    shutil.rmtree(home)


def _depth(coloured: str) -> str:
    """The richest kind of colour in a text."""
    orders = "".join(_COLOUR.findall(coloured))
    if "8;2;" in orders:
        return "true colour"
    if "8;5;" in orders:
        return "256 colours"
    return "16 colours" if re.search(r"[\[;](?:3|4|9|10)[0-7][;m]", orders) else "no colour"


def in_xterm(name: str, folder: Path) -> str:
    """The first picture in an xterm on a virtual display, and how it is left; a line about it."""
    look, environment = XTERMS[name]
    display = f":{200 + os.getpid() % 700}"
    home = new_home()
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1000x640x24"], stderr=subprocess.DEVNULL)
    try:
        while not Path(f"/tmp/.X11-unix/X{display[1:]}").exists():
            time.sleep(_LOOK_S)
        told = {"DISPLAY": display, "KHANHOO_HOME": home, "KHANHOO_INTERFACES": "127.0.0.1", **environment}
        around = {key: value for key, value in os.environ.items() if key not in ("COLORTERM", "NO_COLOR", "LC_ALL")}
        order = [sys.executable, "-m", "benchmarks.terminal_modes", f"{home}/modes", str(_PICTURE_AFTER_S + 1)]
        xterm = subprocess.Popen(
            ["xterm", "-geometry", "100x30+0+0", *look, "-e", *order, *shlex.split(COMMAND)],
            cwd=_ROOT,
            env=around | told,
        )
        time.sleep(_PICTURE_AFTER_S)
        picture = folder / f"{name}.png"
        subprocess.run(["import", "-display", display, "-window", "root", str(picture)], env=around | told, check=True)
        xterm.wait(_WITHIN_S)
        return f"{name:14} picture: {picture}; {Path(home, 'modes').read_text('utf-8')}"
    finally:
        server.terminate()
        server.wait()
        remove_home(home)


def main() -> None:
    """Try the terminals that the command line names."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or [*TRIALS, *XTERMS]:
        print(in_xterm(name, folder) if name in XTERMS else try_out(name, TRIALS[name], folder), flush=True)


if __name__ == "__main__":
    main()
