"""The card room in the Linux console itself: what the kernel's terminal shows while Hearts is played.

`python -m benchmarks.console FILE [NUMBER]` plays the beginning of a deal in /dev/ttyNUMBER (9), which no other program
may use, and writes what stood there to the file. Needs root, and `sysctl dev.tty.legacy_tiocsti=1` for the keys; it
needs no screen, and so shows nothing about the font.
"""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Final

from benchmarks.terminals import COMMAND, new_home, remove_home

_ROOT: Final = Path(__file__).resolve().parents[1]
_WITHIN_S: Final = 30.0
_LOOK_S: Final = 0.1
_BEFORE: Final = "before the program"


class Console:
    """A virtual terminal of the kernel, and the program in it."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._place = f"/dev/tty{number}"
        self._keys = os.open(self._place, os.O_RDWR | os.O_NOCTTY)
        os.write(self._keys, f"\x1bc{_BEFORE}\r\n".encode())

    def start(self, home: str) -> subprocess.Popen[bytes]:
        """The program, in a session of its own that this terminal controls."""
        told = {"TERM": "linux", "LANG": "C.UTF-8", "KHANHOO_HOME": home, "KHANHOO_INTERFACES": "127.0.0.1"}
        around = {key: value for key, value in os.environ.items() if key not in ("COLORTERM", "NO_COLOR")}
        order = ["setsid", "--ctty", "--wait", "sh", "-c", f"exec {COMMAND}"]
        with open(self._place, "r+b", buffering=0) as end:  # noqa: PTH123 - a device
            return subprocess.Popen(order, cwd=_ROOT, env=around | told, stdin=end, stdout=end, stderr=end)

    def press(self, keys: str) -> None:
        """As if these keys had been pressed at the keyboard."""
        for key in keys.encode():
            fcntl.ioctl(self._keys, termios.TIOCSTI, bytes([key]))

    def shown(self) -> list[str]:
        """What stands in it, line by line."""
        lines, columns = struct.unpack("2B", Path(f"/dev/vcsa{self._number}").read_bytes()[:2])
        cells = Path(f"/dev/vcsu{self._number}").read_bytes()
        text = "".join(chr(sign) for (sign,) in struct.iter_unpack("=I", cells))
        return [text[y * columns : (y + 1) * columns].rstrip() for y in range(lines)]

    def until(self, pattern: str) -> None:
        deadline = time.monotonic() + _WITHIN_S
        while not re.search(pattern, "\n".join(self.shown())):
            if time.monotonic() > deadline:
                raise SystemExit(f"waited for {pattern}; the console shows\n" + "\n".join(self.shown()))
            time.sleep(_LOOK_S)


def main() -> None:
    """Play, and write down what was seen."""
    console = Console(int(sys.argv[2]) if len(sys.argv) > 2 else 9)
    home = new_home()
    program = console.start(home)
    try:
        console.until("Choose three")
        for keys in ("\x1b[1~", " ", "\x1b[C", " ", "\x1b[C", " "):
            console.press(keys)
        console.until("3 of 3")
        console.press("\r")
        console.until("Your turn: play")
        during = console.shown()
        console.press("\x11")
        code = program.wait(_WITHIN_S)
    finally:
        program.terminate()
        remove_home(home)
    Path(sys.argv[1]).write_text("\n".join(during) + "\n", "utf-8")
    signs = "ASCII" if "".join(during).isascii() else "Unicode"
    after = "first screen is back" if console.shown()[0] == _BEFORE else f"screen shows {console.shown()}"
    print(f"Linux {os.uname().release}: {signs}, exit code {code}, the {after}")


if __name__ == "__main__":
    main()
