"""A disk that fills up in the middle of a match, at a real host: a sentence, the match goes on, and is saved again."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.api import MatchEnded, replay
from net.host.config import JOURNAL_NAME, table_folder
from net.news import LinkUp, Notice
from net.storage.seat_tokens import SeatTokens

from ...harness.players import Player, numbers, quick_host
from ...harness.processes import kill_process
from .test_host_crash import kill

NOT_SAVED, SAVED = "The match continues, but is not saved for now.", "Saving the table works again."


def heard(player: Player, sentence: str) -> Callable[[], bool]:
    return lambda: any(sentence in notice.text for notice in player.told(Notice))


async def fill_up_and_make_room(fill: Callable[[int, Path], None], make_room: Callable[[int, Path], None]) -> None:
    """A match whose host's disk is full for a while. fill, make_room: told the host's process and its journal."""
    host = await quick_host(bots=("easy",) * 3, options={"limit": 60}, seed="full")
    ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
    eve = await Player.join(host.address, "Eve", role="watcher")
    journal = table_folder(host.table_id) / JOURNAL_NAME
    assert (await ann.session.start()).accepted
    await ann.until_told(len(ann.events) + 10)
    fill(host.pid, journal)
    for player in (ann, eve):
        await player.until(heard(player, NOT_SAVED))
    stopped = journal.stat().st_size
    await ann.until_told(len(ann.events) + 30)
    assert not ann.is_over
    assert journal.stat().st_size <= stopped
    make_room(host.pid, journal)
    for player in (ann, eve):
        await player.until(heard(player, SAVED))
    assert journal.stat().st_size > stopped
    ups = len(ann.told(LinkUp))
    await kill(host.table_id)
    await ann.until_linked(ups + 1)
    await ann.until_event(MatchEnded)
    assert numbers(ann) == list(range(len(ann.events)))
    assert replay(await ann.record()).over is not None
    assert all(accepted for _, accepted in ann.outcomes)
    for player in (ann, eve):
        await player.session.close()


async def test_a_disk_that_is_full_for_a_while_costs_nothing(home: Path) -> None:
    def fill(pid: int, journal: Path) -> None:
        # No file of this process may grow beyond what its journal has now.
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (journal.stat().st_size, resource.RLIM_INFINITY))

    def make_room(pid: int, journal: Path) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    await fill_up_and_make_room(fill, make_room)


@pytest.mark.slow
async def test_a_host_that_ends_while_the_disk_is_full_leaves_whole_records(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, options={"limit": 60}, seed="full")
    ann = await Player.join(host.address, "Ann", keep=SeatTokens())
    assert (await ann.session.start()).accepted
    decision = await ann.until_asked()
    journal = table_folder(host.table_id) / JOURNAL_NAME
    size = journal.stat().st_size
    resource.prlimit(host.pid, resource.RLIMIT_FSIZE, (size + 20, resource.RLIM_INFINITY))  # half a record fits
    assert (await ann.session.submit(decision.id, decision.default)).accepted
    await ann.until(heard(ann, NOT_SAVED))
    assert journal.stat().st_size == size, "half a record stays in front of the next one"
    kill_process(host.pid)
    ups = len(ann.told(LinkUp))
    await ann.until_linked(ups + 1)
    # What could not be written is lost with the process, as everybody was told; the table goes on from before it.
    assert await ann.until_asked() == decision
    await ann.session.close()
