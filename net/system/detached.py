"""A process that outlives the one that starts it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from . import DETACHED


class DetachedProcess(subprocess.Popen[bytes]):
    """A process that outlives this one. It reads its order from our pipe, and answers through another."""

    def __init__(self, arguments: Sequence[str], errors: IO[bytes] | int, cwd: Path, env: dict[str, str]) -> None:
        super().__init__(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=cwd,
            env=env,
            **DETACHED,
        )

    def __del__(self) -> None:
        """Nothing: that it still runs at our end is no fault, and Popen would warn of it."""
