"""The usual journeys of a table, run as a program by a Python without POSIX: it prints each step that it saw hold."""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path

from engine.api import Scored
from net import system
from net.host.config import JOURNAL_NAME, table_folder
from net.host.journal_file import JournalFile
from net.host.launcher import forget_table, kept_tables, restart_table, running_tables, start_host, stop_table
from net.news import LinkClosed, LinkUp
from net.problems import StoreBusy, StoreProblem
from net.transport.sockets import CannotReach, connect
from net.wire.address import unix_address

from ...harness.players import Player, quick_config, until_tables
from ...harness.processes import kill_process


async def play(player: Player, decisions: int) -> int:
    """Answer so many decisions; the id of the next one."""
    for _ in range(decisions):
        decision = await player.until_asked()
        assert (await player.session.submit(decision.id, player.pick(decision))).accepted
    return (await player.until_asked()).id


async def finish_deal(player: Player) -> None:
    """Answer until the deal is scored."""

    def is_scored() -> bool:
        return any(isinstance(event, Scored) for event in player.events)

    while not is_scored():
        await player.until(lambda: player.session.decision is not None or is_scored(), "for the end of the deal")
        if (decision := player.session.decision) is not None and not is_scored():
            assert (await player.session.submit(decision.id, player.pick(decision))).accepted


def knock(place: Path, first: bytes) -> bytes:
    """What a program that has not read the token gets for what it sends."""
    port = int(place.read_text("ascii").split()[0])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as plug:
        plug.sendall(first)
        told = plug.recv(1024)
        plug.sendall(bytes(32))
        return told[64:] + plug.recv(1024)


async def squat(place: Path) -> bytes:
    """What a client tells a program that got the port of a host after its end, and has not read the token."""
    told = b""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal told
        told += await reader.readexactly(32)
        writer.write(bytes(64))
        with contextlib.suppress(ConnectionResetError):
            told += await reader.read()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    place.write_text(f"{server.sockets[0].getsockname()[1]} {'7a' * 32}", "ascii")
    try:
        await connect(unix_address(str(place)), asyncio.Protocol)
    except CannotReach:
        return told
    finally:
        server.close()
        place.unlink()
    raise AssertionError("a client trusts whoever has the port")


def write_anew(folder: Path) -> None:
    """A journal is written anew; while another program reads it, the old file stays."""
    folder.mkdir()
    place = folder / "journal"
    journal = JournalFile.open(place)
    journal.append(b"one")
    with place.open("rb"):
        try:
            journal.rewrite()
        except StoreProblem:
            journal.append(b"two")
    before = place.stat().st_ino
    journal.rewrite()
    assert place.stat().st_ino != before
    journal.append(b"three")
    try:
        JournalFile.open(place)
    except StoreBusy:
        assert journal.written() == [b"one", b"two", b"three"]
        journal.close()
    again = JournalFile.open(place)
    assert again.records == [b"one", b"two", b"three"]
    again.close()
    assert list(folder.iterdir()) == [place]
    print("a journal was written anew")


async def leave_unused() -> None:
    """A table that ends before its match begins leaves nothing."""
    unused = await asyncio.to_thread(start_host, quick_config("hearts"))
    await asyncio.to_thread(stop_table, unused.table_id)
    assert not table_folder(unused.table_id).exists()
    print("a table that never began left nothing")


async def main() -> None:
    assert system.peer_user.__module__ == "net.system.portable"
    host = await asyncio.to_thread(start_host, quick_config("hearts", bots=("easy", "easy", "easy")))
    ann = await Player.join(host.address, "Ann")
    assert (await ann.session.start()).accepted
    asked = await play(ann, 3)
    print("played")

    place = Path(host.address.path)
    with contextlib.suppress(ConnectionResetError):
        assert not knock(place, b"\0" * 32), "a stranger was told something"
    print("a stranger was refused")

    silent = [await asyncio.open_connection("127.0.0.1", int(place.read_text("ascii").split()[0])) for _ in range(80)]
    cat = await Player.join(host.address, "Cat")
    await cat.session.close()
    for _, writer in silent:
        writer.transport.abort()
    print("silent strangers kept nobody out")

    try:
        JournalFile.open(table_folder(host.table_id) / JOURNAL_NAME)
    except StoreBusy:
        print("the journal is locked")

    write_anew(table_folder(host.table_id).with_name("journals"))

    told = await squat(place.with_name("squat.sock"))
    assert len(told) == 32
    assert told != b"z" * 32
    print("a program on the port of a host that ended learned nothing")

    kill_process(host.pid)
    assert [table.table_id for table in kept_tables()] == [host.table_id]
    again = await asyncio.to_thread(restart_table, host.table_id)
    await ann.until(lambda: any(link.resumed for link in ann.told(LinkUp)))
    assert (await ann.until_asked()).id == asked
    await finish_deal(ann)
    print("came back and finished the deal")

    guest = await Player.join(again.address, "Guest")
    assert guest.seat is None
    print("a guest watches")

    await until_tables(host.table_id)
    khanhoo = [sys.executable, "-m", "tui", "tables"]
    listed = await asyncio.create_subprocess_exec(*khanhoo, stdout=asyncio.subprocess.PIPE)
    assert host.table_id[:6] in (await listed.communicate())[0].decode()
    print("listed")

    await asyncio.to_thread(stop_table, host.table_id)
    await ann.until(lambda: ann.told(LinkClosed))
    assert ann.told(LinkClosed)[-1].reason == "The host has closed the table."
    assert not running_tables()
    await asyncio.to_thread(forget_table, host.table_id)
    assert not kept_tables()
    print("stopped")
    await leave_unused()


if __name__ == "__main__":
    asyncio.run(main())
    sys.stdout.flush()
