"""What is learned of an address at which no table answers."""

import asyncio
from pathlib import Path

import pytest

from net.transport.dial import ask_code, ask_table
from net.transport.sockets import CannotReach
from net.wire.address import unix_address


async def test_who_hangs_up_is_not_waited_for(tmp_path: Path) -> None:
    """A program that closes the connection has answered; only one that says nothing is waited for."""
    place = str(tmp_path / "socket")
    server = await asyncio.start_unix_server(lambda _, writer: writer.close(), place)
    async with server:
        with pytest.raises(CannotReach, match=r"closed|lost") as caught:
            await ask_table(unix_address(place, "t1"))
        assert caught.value.kind == "answered"
        assert await ask_code(unix_address(place, "t1")) == ""
