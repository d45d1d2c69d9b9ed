"""Tables that cannot be saved: they are played, everybody sees that they are not saved, and that they are again."""

import asyncio
import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.api import read_records
from net.host.config import CONFIG_NAME, JOURNAL_NAME, table_folder
from net.host.launcher import HostHandle, HostProblem, kept_tables, restart_table, running_tables, stop_table
from net.host.registry import find_running
from net.news import HostGone, LinkUp
from net.storage.seat_tokens import SeatTokens

from ...harness.players import Player, numbers, quick_host
from ...harness.processes import kill_process
from .test_host_crash import kill


def allow(pid: int, size: int) -> None:
    """No file of a process may grow beyond a size."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """This process, and each that it starts meanwhile, can make files, and write nothing into them."""
    allow(os.getpid(), 0)
    try:
        yield
    finally:
        allow(os.getpid(), resource.RLIM_INFINITY)


@pytest.fixture
def waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that cannot start a table waits for ever for another one that may, but only if there is another."""
    monkeypatch.setattr("net.host.launcher.ANSWER_WITHIN_S", 100_000.0)


async def host_on_a_full_disk() -> HostHandle:
    with full_disk():
        return await quick_host(bots=("easy",) * 3, options={"limit": 60}, seed="full")


def is_shown(player: Player, not_saved: bool) -> bool:
    info = player.session.info
    return info is not None and info.not_saved == not_saved


async def test_a_table_opened_on_a_full_disk(home: Path) -> None:
    """It is played, and saved from its first entry on when the disk has room. A restart then loses nothing."""
    host = await host_on_a_full_disk()
    assert "is not saved" in host.notice
    ann = await Player.join(host.address, "Ann", plays=True, token=bytes.fromhex(host.owner), keep=SeatTokens())
    eve = await Player.join(host.address, "Eve", role="watcher")
    assert (await ann.session.start()).accepted
    await ann.until_told(len(ann.events) + 20)
    assert is_shown(ann, not_saved=True)
    assert is_shown(eve, not_saved=True)
    entry = find_running(host.table_id)
    assert entry is None or entry.not_saved  # no entry: it lies on the same disk
    ann.may_play.clear()
    allow(host.pid, resource.RLIM_INFINITY)
    for player in (ann, eve):
        await player.until(lambda who=player: is_shown(who, not_saved=False), "for a saved table")  # type: ignore[misc]
    folder = table_folder(host.table_id)
    assert (folder / CONFIG_NAME).is_file()
    while (entry := find_running(host.table_id)) is None or entry.not_saved:
        await asyncio.sleep(0.05)
    assert entry.folder == str(folder)
    told = list(ann.events)
    await kill(host.table_id)
    await ann.until_linked(2)
    assert ann.events[: len(told)] == told
    assert numbers(ann) == list(range(len(ann.events)))
    assert is_shown(ann, not_saved=False)
    for player in (ann, eve):
        await player.session.close()


async def test_a_host_killed_before_anything_was_saved(home: Path) -> None:
    """It is no new table under the old id: whoever starts it again reads a sentence, and players hear of it."""
    host = await host_on_a_full_disk()
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner), keep=SeatTokens())
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    kill_process(host.pid)
    await ann.until(lambda: ann.told(HostGone), "to be told that the host is gone")
    with pytest.raises(HostProblem):
        await asyncio.to_thread(restart_table, host.table_id)
    assert running_tables() == kept_tables() == []
    assert len(ann.told(LinkUp)) == 1
    await ann.session.close()


@pytest.mark.slow
async def test_a_host_killed_while_its_match_is_not_saved(home: Path, waits_long: None) -> None:
    """The lobby was saved and the match was not: the table is not restored as a lobby, and its file stays."""
    host = await quick_host(bots=("easy",) * 3, options={"limit": 60}, seed="full")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    journal = table_folder(host.table_id) / JOURNAL_NAME
    allow(host.pid, journal.stat().st_size)
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    await ann.until(lambda: is_shown(ann, not_saved=True), "to be told")
    saved = journal.read_bytes()
    entry = find_running(host.table_id)
    assert entry is not None
    turn = Path(home / "run" / "tables" / f"{host.table_id}.alive")
    while b'"step":-1' in turn.read_bytes():
        await asyncio.sleep(0.05)
    kill_process(host.pid)
    await ann.until(lambda: ann.told(HostGone), "to be told that the host is gone")
    with pytest.raises(HostProblem, match="The match is lost at this host"):
        await asyncio.to_thread(restart_table, host.table_id)
    assert journal.read_bytes() == saved
    await ann.session.close()


async def test_a_table_that_is_not_saved_ends_in_order(home: Path) -> None:
    """It can be stopped, and leaves no process, no entry, and nothing that looks like a table."""
    host = await host_on_a_full_disk()
    if find_running(host.table_id) is None:
        os.kill(host.pid, 15)
    else:
        await asyncio.to_thread(stop_table, host.table_id)
    while Path(f"/proc/{host.pid}/stat").exists() and running_tables():
        await asyncio.sleep(0.05)
    assert running_tables() == kept_tables() == []


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["unreadable", "folder", "too large"])
async def test_a_journal_that_cannot_be_read(fault: str, home: Path, waits_long: None) -> None:
    """A saved table whose journal cannot be read is no new table: a sentence says why, and the file stays."""
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    await ann.session.close()
    await kill(host.table_id)
    journal = table_folder(host.table_id) / JOURNAL_NAME
    saved = journal.read_bytes()
    aside = journal.with_name("aside")
    journal.rename(aside)
    if fault == "unreadable":
        journal.symlink_to(aside)  # a mode stops no test that runs as root
    elif fault == "folder":
        journal.mkdir()
    else:
        journal.touch()
        os.truncate(journal, 300 * 1024 * 1024)
    with pytest.raises(HostProblem, match="cannot be restored, because its journal cannot be read"):
        await asyncio.to_thread(restart_table, host.table_id)
    if fault == "folder":
        journal.rmdir()
    else:
        journal.unlink()
    aside.rename(journal)
    assert read_records(saved).payloads
    again = await asyncio.to_thread(restart_table, host.table_id)
    assert again.table_id == host.table_id
    await asyncio.to_thread(stop_table, host.table_id)
