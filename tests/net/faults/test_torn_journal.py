"""A host killed in the middle of writing: its file cut at every byte of every kind of record, opened again and gone on.

The usual run cuts at every byte and lets everybody go on from some of the cuts; `python -m
tests.net.faults.test_torn_journal` lets them go on from every single one.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.api import frame_record
from net.host.journal_file import JournalFile
from net.room import table_journal
from net.room.room import Room
from tests.harness.killed_host import Hand, Moment, Outcome, World, undisturbed
from tests.net.faults.test_killed import HOUSES, WHOLE_DEALS, whole_deal

HANDS = (HOUSES["a spectator"], HOUSES["shares of chance"])
KINDS = ("opening", "lobby", "header", "acts", "sealed answer")
GOES_ON_EVERY = 251  # bytes


def kind_of(record: bytes) -> str:
    """What a record of the file is."""
    part = table_journal.read_part(record, 0)
    if isinstance(part, table_journal.Opening):
        return "opening"
    if part.header is not None:
        return "header"
    if part.lobby is not None:
        return "lobby"
    return "acts" if any(made.events for made in part.records) else "sealed answer"


def torn(hand: Hand) -> Iterator[tuple[World, Outcome, str, int]]:
    """Of each kind of record in a hand's file the last there is, by its number; the whole hand beside it."""
    world, expected = undisturbed(hand)
    places = {kind_of(record): place for place, record in enumerate(world.records)}
    for kind, place in places.items():
        yield world, expected, kind, place


def cuts(record: bytes) -> range:
    """How many bytes of a record, its prefix included, may be on disk when the writer dies."""
    return range(len(frame_record(record)))


def open_cut(path: Path, world: World, place: int, cut: int) -> list[bytes]:
    """What a new host reads from a file that ends so many bytes into a record."""
    path.with_name("journal.cut").unlink(missing_ok=True)
    whole = b"".join(frame_record(record) for record in world.records[:place])
    path.write_bytes(whole + frame_record(world.records[place])[:cut])
    journal = JournalFile.open(path)
    try:
        assert journal.records == world.records[:place]
        assert (journal.length, journal.cut_bytes, journal.was_damaged) == (len(whole), cut, False)
        journal.make_ready()
        assert path.stat().st_size == len(whole)
        assert not cut or path.with_name("journal.cut").read_bytes() == frame_record(world.records[place])[:cut]
        journal.append(b"what comes next")
    finally:
        journal.close()
    again = JournalFile.open(path)
    assert again.records == [*world.records[:place], b"what comes next"]
    again.close()
    return again.records[:-1]


def go_on(world: World, expected: Outcome, records: list[bytes]) -> None:
    """Everybody comes back to what was read and plays on: whoever was not answered says the same again."""
    hand = world.hand
    if not records:
        _, outcome = undisturbed(hand)
        assert outcome == expected, "nothing was on disk, so nobody had been let in: the table is opened anew"
        return
    moment = last_moment(world, len(records))
    if moment is None:
        room, _ = Room.restore(records, Random(1), 0)
        assert not room.is_over
        return
    clients = [client.twin() for client in moment.clients]
    after = World.revive(hand, records, clients, moment, f"torn {len(records)}")
    for client in clients:
        after.connect(client)
    after.play()
    if hand.config.seed or any(kind_of(record) == "header" for record in records):
        assert Outcome.of(after) == expected
    else:
        # The seed was never written, so no card had been dealt: this host draws another.
        assert after.played == world.played


def last_moment(world: World, records: int) -> Moment | None:
    """How everybody stood when so many records were written and the next one was not; None before the hand."""
    return next((moment for moment in reversed(world.moments) if moment.records == records), None)


@pytest.fixture(autouse=True)
def _no_syncs(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the death of a process that is tried here, not that of the machine."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


def memory() -> str | None:
    """A folder that is no disk, where this system has one: some thousand files are written."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=memory()) as place:
        yield Path(place)


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_a_file_cut_at_any_byte_of_any_kind_of_record_is_whole_up_to_there_and_the_table_goes_on(
    hand: Hand, folder: Path
) -> None:
    kinds = set()
    for world, expected, kind, place in torn(hand):
        kinds.add(kind)
        length = len(cuts(world.records[place]))
        for cut in cuts(world.records[place]):
            records = open_cut(folder / "journal", world, place, cut)
            if cut in (0, length - 1) or cut % GOES_ON_EVERY == 8:
                go_on(world, expected, records)
    assert kinds >= {"opening", "lobby", "header", "acts"}


def main() -> None:
    """Cut at every byte of one record of every kind, and go on from each."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        for hand in (*HANDS, *map(whole_deal, WHOLE_DEALS)):
            for world, expected, kind, place in torn(hand):
                for cut in cuts(world.records[place]):
                    go_on(world, expected, open_cut(Path(folder) / "journal", world, place, cut))
                print(f"{hand.name}, {kind}: {len(cuts(world.records[place]))} cuts", flush=True)


if __name__ == "__main__":
    main()
