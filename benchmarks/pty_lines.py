"""Programs on a pty, their output counted as bytes and timed as it comes."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pexpect

ROOT = Path(__file__).resolve().parents[1]
LONGEST_S = 30.0


class Line:
    """A program on the other side of a terminal line of 80 by 24.

    home: stands for the user's own folders. Nothing is drawn: bytes are all that counts here.
    """

    def __init__(self, arguments: Sequence[str], home: Path, **environment: str) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.began = time.perf_counter()
        self.received = b""
        self._child = pexpect.spawn(
            sys.executable,
            list(arguments),
            cwd=str(ROOT),
            env={
                **kept,
                "KHANHOO_HOME": str(home),
                "LANG": "C.UTF-8",
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "PYTHONPATH": str(ROOT),
                **environment,
            },
            dimensions=(24, 80),
            timeout=None,
        )
        self._child.delaybeforesend = None

    def read(self, timeout_s: float) -> bytes:
        """What comes next, b"" if nothing does in time."""
        try:
            data: bytes = self._child.read_nonblocking(1 << 16, timeout_s)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return b""
        self.received += data
        # A terminal answers when it is asked where its cursor is.
        self._child.send("\x1b[1;2R" * data.count(b"\x1b[6n"))
        return data

    def seconds_until(self, mark: bytes) -> float:
        """Time from the start until some bytes have come."""
        while mark not in self.received:
            if time.perf_counter() - self.began > LONGEST_S:
                raise TimeoutError(f"{mark!r} does not come; the last bytes: {self.received[-400:]!r}")
            self.read(0.5)
        return time.perf_counter() - self.began

    def settle(self, quiet_s: float = 0.6) -> int:
        """Read until nothing has come for a while; gives the number of bytes."""
        count = 0
        while data := self.read(quiet_s):
            count += len(data)
        return count

    def bytes_of(self, *keys: str) -> int:
        """Bytes that come back for some keys, pressed together."""
        self._child.send("".join(keys))
        return self.settle()

    def bytes_in(self, seconds: float) -> int:
        """Bytes that come by themselves in a span of time."""
        end, count = time.perf_counter() + seconds, 0
        while (left := end - time.perf_counter()) > 0:
            count += len(self.read(left))
        return count

    def close(self) -> None:
        """End the program."""
        self._child.close(force=True)
