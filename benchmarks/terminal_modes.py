"""What a program leaves switched on in the terminal that this runs in, by the terminal's own answers.

`python -m benchmarks.terminal_modes FILE SECONDS COMMAND ...` runs the command, tells it to end after so many seconds,
and writes a sentence to the file. For terminals that answer questions about their modes (DECRQM), such as xterm.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import termios
import tty
from pathlib import Path
from typing import Final

MODES: Final = (25, 1000, 1002, 1003, 1004, 1006, 1049, 2004)
"""The cursor, three kinds of mouse reports, focus reports, the encoding of the mouse, the second screen, pastes."""
_ANSWERED: Final = rb"\x1b\[\d+;\d+R"


def modes() -> object:
    """What the terminal says of its modes, and how it treats keys."""
    before = termios.tcgetattr(0)
    told = b""
    tty.setraw(0)
    try:
        os.write(1, b"".join(b"\x1b[?%d$p" % mode for mode in MODES) + b"\x1b[6n")
        while not re.search(_ANSWERED, told):
            told += os.read(0, 1024)
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)
    return re.findall(rb"\?(\d+);(\d)\$y", told), before


def main() -> None:
    """Run the command between two looks."""
    before = modes()
    program = subprocess.Popen(sys.argv[3:])
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(float(sys.argv[2]))
    program.send_signal(signal.SIGTERM)
    code = program.wait()
    left = "left as found" if modes() == before else "NOT LEFT AS FOUND"
    Path(sys.argv[1]).write_text(f"exit code {code}, {left}", "utf-8")


if __name__ == "__main__":
    main()
