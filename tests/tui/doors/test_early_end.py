"""A session over SSH that ends early, at any moment and in any way, ends at once and frees its place: real clients."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from tui.doors.ssh.door import OpenDoor, open_door, prepare_process
from tui.doors.ssh.order import SshOrder

USUAL = ("-T",)
SCREEN = ("-tt",)
GREETED = rb"Choose a game|number of a game"
AFTER = (rb"Server accepts key|Authenticated to", rb"Entering interactive session", GREETED)


class Client:
    """One real `ssh`, whose output is kept."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.shown = process, b""

    async def until(self, words: bytes) -> None:
        """Read until these words have come, or the client has ended."""
        assert self.process.stdout is not None
        while not re.search(words, self.shown) and (more := await self.process.stdout.read(4096)):
            self.shown += more

    async def end(self) -> int:
        """Wait until the client has ended; its exit code."""
        await self.until(rb"\Z(?!)")
        return await self.process.wait()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    place = tmp_path / "key"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(place)
    place.chmod(0o600)
    return place


@pytest.fixture
async def opened(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OpenDoor]:
    monkeypatch.setenv("TERM", "")
    prepare_process()
    opened = await open_door(SshOrder(host="127.0.0.1", port=0, most_of_address=1))
    yield opened
    await opened.close()


@contextlib.asynccontextmanager
async def client(opened: OpenDoor, key: Path, *words: str, typed: bytes | None = None) -> AsyncIterator[Client]:
    """A client that logs in. words: more of its command line. typed: its whole input, None if it stays open."""
    options = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={key.parent / 'known'}", "IdentitiesOnly=yes")
    process = await asyncio.create_subprocess_exec(
        "ssh", "-v", "-F", "none", "-i", str(key), "-p", str(opened.port),
        *(f"-o{each}" for each in options), *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={"TERM": "xterm-256color", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert process.stdin is not None
    if typed is not None:
        process.stdin.write(typed)
        process.stdin.close()
    try:
        yield Client(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def until_free(opened: OpenDoor) -> None:
    async with asyncio.timeout(20):
        while len(opened.sessions) or opened.sessions.logging_in:
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("words", [USUAL, SCREEN], ids=["lines", "screen"])
@pytest.mark.parametrize(
    "typed", [b"", b"quit\n", b"?\nhelp\n1", b"\xff\x00\x1b["], ids=["nothing", "quit", "help", "bytes"]
)
async def test_an_input_that_ends_at_once(opened: OpenDoor, key: Path, words: tuple[str, ...], typed: bytes) -> None:
    """The end of the input, with or without something before it, ends the session: here six times in a row."""
    for _ in range(6):
        async with client(opened, key, *words, "ann@127.0.0.1", typed=typed) as ann, asyncio.timeout(20):
            await ann.end()
        assert b"Authenticated to" in ann.shown
        await until_free(opened)


@pytest.mark.parametrize("moment", AFTER)
@pytest.mark.parametrize("words", [USUAL, SCREEN], ids=["lines", "screen"])
async def test_a_client_that_is_killed(opened: OpenDoor, key: Path, words: tuple[str, ...], moment: bytes) -> None:
    """The client dies as it logs in, before it has a terminal, and when it has seen something."""
    async with client(opened, key, *words, "ann@127.0.0.1") as ann, asyncio.timeout(20):
        await ann.until(moment)
    await until_free(opened)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ann@127.0.0.1", "ls"), b"it runs no commands"),
        (("-s", "ann@127.0.0.1", "sftp"), b"it transfers no files"),
        (("-W", "127.0.0.1:1", "ann@127.0.0.1"), b"it forwards no connections"),
        (("-R", "0:127.0.0.1:1", "-oExitOnForwardFailure=yes", "-N", "ann@127.0.0.1"), b"it forwards no connections"),
    ],
    ids=["command", "subsystem", "forward", "listen"],
)
async def test_what_the_door_refuses(opened: OpenDoor, key: Path, words: tuple[str, ...], sentence: bytes) -> None:
    """A request that is refused gets a sentence, and its client keeps no place."""
    async with client(opened, key, *words) as ann, asyncio.timeout(20):
        assert await ann.end() != 0
        assert sentence in ann.shown
    await until_free(opened)


async def test_a_match_whose_window_closes(opened: OpenDoor, key: Path) -> None:
    """By lines, with a move before and after the end of the input: the seat is kept, and the place is free."""
    async with client(opened, key, *USUAL, "ann@127.0.0.1") as ann, asyncio.timeout(60):
        assert ann.process.stdin is not None
        await ann.until(GREETED)
        ann.process.stdin.write(b"hearts\n")
        await ann.until(b"Choose three")
        ann.process.stdin.write(b"1 2 3\n")
        ann.process.stdin.close()
        await ann.end()
    await until_free(opened)
    async with client(opened, key, *USUAL, "ann@127.0.0.1") as ann, asyncio.timeout(60):
        assert ann.process.stdin is not None
        await ann.until(b"go on")
        ann.process.stdin.write(b"go on\n")
        await ann.until(b"Hearts, deal 1")
        ann.process.stdin.write(b"quit for good\n")
        await ann.until(b"The games:")
        ann.process.stdin.close()
        await ann.end()
    await until_free(opened)
