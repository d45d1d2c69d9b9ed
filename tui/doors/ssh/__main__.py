"""The process of an SSH door: `python -m tui.doors.ssh` reads its order from the standard input."""

import asyncio
import os
import sys
from typing import Final

import msgspec

from ..process import DoorAnswer, stand_back, tell_parent, telling_parent
from .order import SshOrder

_PART: Final = 64 * 1024


def main() -> None:
    """Read the order, and serve."""
    told = b"".join(iter(lambda: os.read(sys.stdin.fileno(), _PART), b""))
    order = msgspec.json.decode(told, type=SshOrder)
    with telling_parent("The SSH door"):
        from .door import OpenDoor, keep_open, prepare_process

        def opened(door: OpenDoor) -> None:
            stand_back()  # now that the threads run that start the tables of guests, which go first as any other table
            tell_parent(DoorAnswer(port=door.port))

        prepare_process()
        asyncio.run(keep_open(order, opened))


if __name__ == "__main__":
    main()
