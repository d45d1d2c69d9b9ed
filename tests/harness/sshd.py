"""An SSH server of this machine: who logs in gets a terminal in it, as from any other.

`python -m tests.harness.sshd FOLDER` lets in whoever has the key FOLDER/key, under any name, runs what they ask for in
a terminal of their own with FOLDER/NAME for the user's own folders, and writes its port. FOLDER/known_hosts has its
key.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import asyncssh
from ptyprocess import PtyProcess

from .terminal import ROOT, plain_environment

_PEER = ("peername", "sockname")


def make_keys(folder: Path) -> None:
    """The key that logs in, the server's own, and what a client knows of it. Only ever for one test."""
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(folder / "host_key")
    own = asyncssh.generate_private_key("ssh-ed25519")
    own.write_private_key(folder / "key")
    own.write_public_key(folder / "key.pub")
    (folder / "key").chmod(0o600)


async def serve(folder: Path) -> None:
    """Let people in until the process is ended."""

    async def log_in(process: asyncssh.SSHServerProcess[bytes]) -> None:
        await _run(process, folder / process.get_extra_info("username"))

    server = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_host_keys=[folder / "host_key"],
        authorized_client_keys=str(folder / "key.pub"),
        process_factory=log_in,
        encoding=None,
        line_editor=False,
    )
    port = server.get_port()
    known = asyncssh.read_private_key(folder / "host_key").export_public_key().decode()
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {known}")
    print(port, flush=True)
    await server.wait_closed()


async def _run(process: asyncssh.SSHServerProcess[bytes], home: Path) -> None:
    """Run a command in a terminal. When the line is gone the terminal is closed, and the system says SIGHUP to it."""
    columns, lines, *_ = process.term_size
    (host, port, *_), (own_host, own_port, *_) = (process.get_extra_info(end) for end in _PEER)
    child = PtyProcess.spawn(
        ["sh", "-c", process.command or "true"],
        cwd=str(ROOT),
        env={
            **plain_environment(),
            "TERM": process.term_type or "dumb",
            "KHANHOO_HOME": str(home),
            "SSH_CONNECTION": f"{host} {port} {own_host} {own_port}",
        },
        dimensions=(lines, columns),
    )
    typed, shown = (os.fdopen(os.dup(child.fd), mode, buffering=0) for mode in ("wb", "rb"))
    child.fileobj.close()
    child.closed = True  # or it would close a number that is somebody else's by then
    await process.redirect(stdin=typed, stdout=shown, send_eof=False)
    _, status = await asyncio.to_thread(os.waitpid, child.pid, 0)
    await process.stdout.drain()  # all that it wrote before it ended
    process.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
