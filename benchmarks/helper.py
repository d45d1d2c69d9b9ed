"""A module that runs in a process of its own, and is told and asked things by lines."""

from __future__ import annotations

import subprocess
import sys


class Helper:
    """One such process: `python -m MODULE ARGUMENTS`. It has said its first line, `first`, when this is made."""

    def __init__(self, *command: str) -> None:
        self._name = " ".join(command)
        self._process = subprocess.Popen(
            [sys.executable, "-m", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.first = self._line()

    def tell(self, word: str) -> None:
        """Say something that is not answered."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def ask(self, word: str) -> str:
        """Say something, and get the line that it is answered with."""
        self.tell(word)
        return self._line()

    def end(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Helper:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"{self._name} has ended")
        return line
