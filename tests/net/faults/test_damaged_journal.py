"""A journal that was damaged on disk: the match goes on from before the damage or is lost, and no byte is deleted."""

import asyncio
from functools import partial
from pathlib import Path

import msgspec
import pytest

from engine.api import MatchEnded, frame_record, read_records
from net.host import registry
from net.host.config import JOURNAL_NAME, damaged_copies, save_config, table_folder
from net.host.host import CannotHost, TableHost
from net.host.launcher import HostProblem, forget_table, kept_tables, restart_table, running_tables, stop_table
from net.match.time_limits import Interrupted, TurnTime
from net.news import HostGone
from net.room.table_journal import has_match
from net.wire.client_messages import Start

from ...harness.host_gone import at_one_table, hearts_of_three, until_carried, until_deal_checked
from ...harness.players import Player, quick_config, quick_host
from ...harness.processes import kill_process
from ...harness.room import full_table
from .test_room_crash import HEARTS


@pytest.fixture
def records() -> list[bytes]:
    """A small match: its opening, its lobby, its header and some moves."""
    bench, guests = full_table(HEARTS, "Ann Ben Cat Dan")
    guests[0].do(Start)
    for guest in guests:
        guest.play()
    return bench.records


@pytest.fixture
def table(home: Path) -> TableHost:
    """A table that is started again."""
    config = quick_config(table_id="abcdef012345", owner="0" * 32)
    return TableHost(config, save_config(config).parent, is_restart=True)


def read_again(table: TableHost) -> tuple[list[bytes], str]:
    """What a host restores from its journal, or the sentence with which it opens nothing."""
    try:
        keeper, found = table._open_journal()
    except CannotHost as fault:
        return [], str(fault)
    keeper._journal.close()
    return found, ""


def all_bytes(folder: Path) -> bytes:
    """All that is kept of a journal, in the order in which it was written."""
    journal = folder / JOURNAL_NAME
    return (journal.read_bytes() if journal.exists() else b"") + b"".join(
        place.read_bytes() for place in damaged_copies(folder)
    )


@pytest.mark.slow
def test_damage_at_any_byte(records: list[bytes], table: TableHost) -> None:
    """A changed bit anywhere ends the journal before its record. If the match was not begun there, it is lost and said
    so: nobody finds an empty lobby. Every byte of the damaged file is kept."""
    whole = b"".join(map(frame_record, records))
    begins = next(number for number in range(len(records)) if has_match(records[: number + 1]))
    folder, at = table_folder("abcdef012345"), 0
    journal = folder / JOURNAL_NAME
    for number, record in enumerate(records):
        end = at + len(frame_record(record))
        for place in {*range(at, at + 8), *range(at + 8, end, 29), end - 1}:
            damaged = bytearray(whole)
            damaged[place] ^= 1 << place % 8
            journal.write_bytes(damaged)
            found, sentence = read_again(table)
            assert all_bytes(folder) == damaged
            if number <= begins:
                assert "The match is lost at this host. The damaged file is kept at" in sentence
                assert sentence.endswith(f"{damaged_copies(folder)[-1]}.")
                assert read_again(table) == ([], sentence), "it is said again, and nothing else happens"
            else:
                assert found == records[:number]
                assert "The match continues from before the damage" in table.notice
            for copy in damaged_copies(folder):
                copy.unlink()
        at = end


@pytest.mark.parametrize("rest", [b"", b"\x00" * 64, b"\x00\x00\x02"])
def test_a_journal_with_nothing_in_it(rest: bytes, table: TableHost) -> None:
    """A restart of a table of which nothing was saved opens no new table."""
    folder = table_folder("abcdef012345")
    (folder / JOURNAL_NAME).write_bytes(rest)
    found, sentence = read_again(table)
    assert not found
    assert "The match is lost at this host" in sentence
    assert not rest or all_bytes(folder) == rest


def test_a_match_that_the_journal_does_not_have(records: list[bytes], table: TableHost) -> None:
    """By the last sign of life a match was played, and the journal has only its lobby: the match is lost."""
    folder = table_folder("abcdef012345")
    begins = next(number for number in range(len(records)) if has_match(records[: number + 1]))
    lobby = b"".join(map(frame_record, records[:begins]))
    (folder / JOURNAL_NAME).write_bytes(lobby)
    assert read_again(table) == (records[:begins], ""), "the match had not begun, as far as anybody knows"
    turn = TurnTime(3, Interrupted(("play", (0,)), 0, {}))
    registry.sign_of_life("abcdef012345", msgspec.json.encode(turn))
    for _ in range(2):
        found, sentence = read_again(table)
        assert not found
        assert "was not saved when its host stopped" in sentence
        assert (folder / JOURNAL_NAME).read_bytes() == lobby


@pytest.mark.slow
async def test_two_damages_leave_two_copies(home: Path) -> None:
    """A table that is damaged again keeps the earlier copy, through its end and until a person forgets it."""
    host = await quick_host(bots=("easy",) * 3, options={"limit": 20}, seed="torn")
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.start()).accepted
    for _ in range(3):
        decision = await ann.until_asked()
        assert (await ann.session.submit(decision.id, decision.default)).accepted
        await ann.until(lambda before=decision: ann.session.decision not in (None, before))  # type: ignore[misc]
    await ann.session.close()
    folder, copies = table_folder(host.table_id), list[bytes]()
    for _ in range(2):
        entry = registry.find_running(host.table_id)
        assert entry is not None
        kill_process(entry.pid)
        content = bytearray((folder / JOURNAL_NAME).read_bytes())
        last = read_records(bytes(content)).payloads[-1]
        start = len(content) - len(frame_record(last))
        content[start + 9] ^= 1
        (folder / JOURNAL_NAME).write_bytes(content)
        copies.append(bytes(content[start:]))
        again = await asyncio.to_thread(restart_table, host.table_id)
        assert "was damaged on disk" in again.notice
    back = await Player.join(again.address, "Ann", plays=True, token=bytes.fromhex(host.owner))
    await back.until_event(MatchEnded)
    await back.session.close()
    await asyncio.to_thread(stop_table, host.table_id)
    assert [place.read_bytes() for place in damaged_copies(folder)] == copies
    assert kept_tables() == []
    (kept,) = kept_tables(with_lost=True)
    assert (kept.table_id, kept.game, kept.is_lost) == (host.table_id, "hearts", True)
    forget_table(host.table_id)
    assert len(damaged_copies(folder)) == 2, "what a program forgets by itself"
    forget_table(host.table_id, with_damaged=True)
    assert not folder.exists()


@pytest.mark.slow
async def test_the_players_take_the_match_over(home: Path) -> None:
    """The first record is damaged: the players' programs hear that the host is gone, and one of them goes on."""
    players: list[Player] = []
    host = await hearts_of_three(players)
    await until_deal_checked(players)
    for player in players:
        player.may_play.clear()
    entry = registry.find_running(host.table_id)
    assert entry is not None
    journal = table_folder(host.table_id) / JOURNAL_NAME
    kill_process(entry.pid)
    damaged = bytearray(journal.read_bytes())
    damaged[10] ^= 1
    journal.write_bytes(damaged)
    for player in players:
        await player.until(partial(player.told, HostGone), "for the word that the host is gone")
    with pytest.raises(HostProblem, match="The match is lost at this host"):
        await asyncio.to_thread(restart_table, host.table_id)
    ben = players[1]
    await ben.session.going_on.carry_on()
    for player in players:
        await until_carried(player)
        player.may_play.set()
    await ben.until(partial(at_one_table, players), "for everybody at one table")
    assert host.table_id not in {one.table_id for one in running_tables()}
    kept = damaged_copies(table_folder(host.table_id)) or [journal]
    assert any(place.read_bytes() == damaged for place in kept)
    for player in players:
        await player.session.close()
