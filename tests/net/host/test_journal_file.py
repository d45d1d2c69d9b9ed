"""The journal on disk, on real files: torn tails, refused places, full disks."""

import asyncio
import contextlib
import errno
import os
import resource
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.api import read_records
from engine.record.framing import LARGEST_RECORD, Records
from net.host.host import say
from net.host.journal_file import JournalFile, JournalKeeper
from net.problems import DiskFull, DiskReadOnly, StoreBusy, StoreProblem
from net.storage.files import read_bounded, write_whole

RECORDS = [b"header", b"a first act", bytes(range(256)), b"the last"]


def written(path: Path, records: list[bytes]) -> bytes:
    journal = JournalFile.open(path)
    for record in records:
        journal.append(record)
    journal.sync()
    journal.close()
    return path.read_bytes()


def in_child(act: Callable[[], str]) -> str:
    """What act says in a forked process, so that limits and rights taken away stay there."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = act()
        except BaseException as fault:  # noqa: BLE001 - the parent reports it
            said = f"{type(fault).__name__}: {fault}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


def keeper_of(path: Path, tell: Callable[[str | None], object]) -> JournalKeeper:
    """A keeper that tells its problem each time it changes."""
    keeper = JournalKeeper(JournalFile.open(path))

    def changed() -> None:
        tell(None if keeper.problem is None else str(keeper.problem))

    keeper.on_problem = changed
    return keeper


def as_plain_user() -> None:
    """Give up root, for which nothing is ever read-only."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    written(tmp_path / "journal", RECORDS)
    journal = JournalFile.open(tmp_path / "journal")
    assert journal.records == RECORDS
    assert journal.cut_bytes == 0
    journal.close()


def test_a_tail_torn_at_any_byte_is_cut_and_the_journal_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, RECORDS)
    before = written(tmp_path / "shorter", RECORDS[:-1])
    for length in range(len(before), len(whole)):
        path.write_bytes(whole[:length])
        journal = JournalFile.open(path)
        assert journal.records == RECORDS[:-1]
        assert journal.cut_bytes == length - len(before)
        journal.append(b"written after the crash")
        journal.close()
        assert read_records(path.read_bytes()) == Records(
            [*RECORDS[:-1], b"written after the crash"], path.stat().st_size, is_damaged=False
        )


def test_a_flipped_bit_anywhere_in_a_record_ends_the_journal_before_it(tmp_path: Path) -> None:
    whole = written(tmp_path / "journal", RECORDS)
    start = len(written(tmp_path / "shorter", RECORDS[:1]))
    for place in range(start, start + 8 + len(RECORDS[1])):
        damaged = bytearray(whole)
        damaged[place] ^= 0x10
        assert read_records(bytes(damaged)) == Records(RECORDS[:1], start, is_damaged=True)


def test_what_was_cut_off_is_kept_beside_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, RECORDS)
    end = len(whole) - 8 - len(RECORDS[-1])
    for cut in (3, 2):
        path.write_bytes(whole[:-cut])
        journal = JournalFile.open(path)
        assert path.read_bytes() == whole[:-cut], "nothing is changed before something has to be written"
        journal.make_ready()
        journal.close()
    assert (tmp_path / "journal.cut").read_bytes() == whole[end:-3]
    assert (tmp_path / "journal.cut1").read_bytes() == whole[end:-2]


def test_a_journal_is_private_to_its_user(tmp_path: Path) -> None:
    written(tmp_path / "journal", RECORDS)
    assert stat.S_IMODE((tmp_path / "journal").stat().st_mode) == 0o600


def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"something else")
    (tmp_path / "journal").symlink_to(tmp_path / "victim")
    with pytest.raises(StoreProblem, match="symbolic link"):
        JournalFile.open(tmp_path / "journal")
    with pytest.raises(StoreProblem, match="symbolic link"):
        read_bounded(tmp_path / "journal", 100)
    assert (tmp_path / "victim").read_bytes() == b"something else"


def test_two_hosts_cannot_hold_one_journal(tmp_path: Path) -> None:
    journal = JournalFile.open(tmp_path / "journal")
    with pytest.raises(StoreBusy):
        JournalFile.open(tmp_path / "journal")
    journal.close()
    JournalFile.open(tmp_path / "journal").close()


def test_a_read_only_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    place = tmp_path / "shut"
    place.mkdir()
    place.chmod(0o555)

    def act() -> str:
        as_plain_user()
        journal = JournalFile.open(place / "journal")
        with pytest.raises(DiskReadOnly) as caught:
            journal.make_ready()
        return str(caught.value)

    assert "cannot be written" in in_child(act)


def test_a_full_disk_is_typed_and_leaves_whole_records(tmp_path: Path) -> None:
    path = tmp_path / "journal"

    def act() -> str:
        journal = JournalFile.open(path)
        journal.append(b"x" * 500)
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
        with pytest.raises(DiskFull) as caught:
            journal.append(b"y" * 500)
        journal.append(b"z" * 50)
        return str(caught.value)

    assert str(path) in in_child(act)
    assert read_records(path.read_bytes()) == Records([b"x" * 500, b"z" * 50], path.stat().st_size, is_damaged=False)


def test_a_device_without_room_is_a_full_disk(tmp_path: Path) -> None:
    journal = JournalFile(lambda: tmp_path / "journal")
    journal.make_ready()
    os.dup2(full := os.open("/dev/full", os.O_RDWR), journal._descriptor)
    os.close(full)
    with pytest.raises(DiskFull, match="The disk is full"):
        journal.append(b"anything")
    journal.close()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("call", ["write_at", "sync_content"])
async def test_a_quota_is_a_full_disk(code: int, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A used-up quota, like a full disk, stops no match: what cannot be written or synced waits, and is saved later."""

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    path, told = tmp_path / "journal", list[str | None]()
    keeper = keeper_of(path, told.append)
    with monkeypatch.context() as full:
        full.setattr(f"net.host.journal_file.{call}", refuse)
        for letter in (b"a", b"b"):
            keeper.keep(letter * 100)
        keeper.sync_now()
        while keeper.problem is None:
            await asyncio.sleep(0)
        assert isinstance(keeper.problem, DiskFull)
        assert keeper.problem.in_public == "The host's disk is full."
    keeper.retry()
    await keeper.close()
    assert read_records(path.read_bytes()).payloads == [b"a" * 100, b"b" * 100]
    assert keeper.problem is None
    assert told[-1] is None


def test_records_wait_in_order_while_the_disk_is_full_and_are_written_after(tmp_path: Path) -> None:
    path = tmp_path / "journal"

    async def play() -> list[str | None]:
        told: list[str | None] = []
        keeper = keeper_of(path, told.append)
        keeper.keep(b"a" * 100)
        resource.setrlimit(resource.RLIMIT_FSIZE, (150, 100_000))
        for letter in (b"b", b"c", b"d"):
            keeper.keep(letter * 100)
        assert keeper.problem is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        keeper.retry()
        keeper.keep(b"e" * 100)
        await keeper.close()
        return told

    def act() -> str:
        problem, none = asyncio.run(play())
        return f"{problem} {none}"

    said = in_child(act)
    assert "maximum size" in said
    assert said.endswith("None")
    assert read_records(path.read_bytes()).payloads == [letter * 100 for letter in (b"a", b"b", b"c", b"d", b"e")]


async def test_a_keeper_brings_all_to_disk_before_it_closes(tmp_path: Path) -> None:
    keeper = JournalKeeper(JournalFile.open(tmp_path / "journal"))
    for record in RECORDS:
        keeper.keep(record)
    assert read_records((tmp_path / "journal").read_bytes()).payloads == RECORDS
    keeper.sync_now()
    await keeper.close()
    assert keeper.problem is None


async def test_after_failed_syncs_the_journal_is_called_saved_when_a_sync_went_well_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = iter((False, False, True))
    tries = 0

    def sync(descriptor: int) -> None:
        nonlocal tries
        tries += 1
        if not next(results, True):
            raise OSError(errno.EIO, "Input/output error")
        os.fsync(descriptor)

    monkeypatch.setattr("net.host.journal_file.sync_content", sync)
    told: list[tuple[int, str | None]] = []
    path = tmp_path / "journal"
    keeper = keeper_of(path, lambda problem: told.append((tries, problem)))
    first = path.stat().st_ino
    keeper.keep(b"one")
    while not told:
        keeper.sync_now()
        await asyncio.sleep(0.01)
    keeper.keep(b"two")
    while keeper.problem is not None:
        keeper.sync_now()
        keeper.retry()
        await asyncio.sleep(0.01)
    assert [count for count, _ in told] == [1, 3]
    assert told[-1][1] is None
    assert path.stat().st_ino != first, "a file of which a sync failed is not trusted again"
    keeper.keep(b"three")
    await keeper.close()
    assert read_records(path.read_bytes()).payloads == [b"one", b"two", b"three"]
    assert [place.name for place in tmp_path.iterdir()] == ["journal"]
    again = JournalFile.open(path)
    assert again.records == [b"one", b"two", b"three"]
    again.close()


async def test_what_is_kept_while_the_journal_is_written_anew_follows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, may_end = threading.Event(), threading.Event()
    rewrite = JournalFile.rewrite

    def slow(journal: JournalFile) -> None:
        began.set()
        may_end.wait(60)
        rewrite(journal)

    def fail(descriptor: int) -> None:
        monkeypatch.setattr("net.host.journal_file.sync_content", os.fsync)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("net.host.journal_file.sync_content", fail)
    monkeypatch.setattr(JournalFile, "rewrite", slow)
    told: list[str | None] = []
    keeper = keeper_of(tmp_path / "journal", told.append)
    keeper.keep(b"one")
    while not began.is_set():
        keeper.sync_now()
        keeper.retry()
        await asyncio.sleep(0.01)
    for record in (b"two", b"three"):
        keeper.keep(record)
    may_end.set()
    await keeper.close()
    assert told[-1] is None
    assert read_records((tmp_path / "journal").read_bytes()).payloads == [b"one", b"two", b"three"]


async def test_a_record_that_no_reader_takes_is_a_problem_and_does_not_end_the_host(tmp_path: Path) -> None:
    told: list[str | None] = []
    keeper = keeper_of(tmp_path / "journal", told.append)
    keeper.keep(bytes(LARGEST_RECORD + 1))
    assert told[0] is not None
    assert "An entry must have 1 to" in told[0]
    await keeper.close()


def test_a_small_file_is_replaced_whole_and_privately(tmp_path: Path) -> None:
    write_whole(tmp_path / "entry", b"old")
    write_whole(tmp_path / "entry", b"new")
    assert read_bounded(tmp_path / "entry", 3) == b"new"
    assert stat.S_IMODE((tmp_path / "entry").stat().st_mode) == 0o600
    assert [place.name for place in tmp_path.iterdir()] == ["entry"]


def test_a_file_larger_than_its_limit_is_not_read(tmp_path: Path) -> None:
    write_whole(tmp_path / "entry", b"long")
    with pytest.raises(StoreProblem, match="larger"):
        read_bounded(tmp_path / "entry", 3)


def test_a_file_that_cannot_be_replaced_is_a_problem_in_a_sentence_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(place: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, "Read-only file system")  # what a read-only disk says of a file that is not there

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(StoreProblem, match="does not exist"):
        write_whole(tmp_path / "none" / "file", b"x")


def test_a_log_on_a_full_disk_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    with contextlib.suppress(OSError), Path("/dev/full").open("w", buffering=1, encoding="utf-8") as full:
        monkeypatch.setattr("sys.stderr", full)
        say("The disk is full.")
        with pytest.raises(OSError, match="No space left"):
            full.flush()
