"""A host that comes back after its match went on elsewhere, in real processes: in the end there is one table."""

import asyncio
import contextlib
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.client.session import ClientSession
from net.environment import usual_port
from net.host import launcher, registry
from net.host.config import CONFIG_NAME, LOG_NAME, table_folder
from net.host.forwards import FORWARD_KEPT_S, Forward, forget_forward, forward_of, may_note, note_forward
from net.host.launcher import HostHandle, kept_tables, restart_table, running_tables
from net.host.rival_watch import AWAY_AFTER_S
from net.migration.takeover import HostedHere, Listening, carry_on
from net.news import CarriedOn, LinkClosed, Notice
from net.storage.seat_tokens import SeatTokens
from net.transport.tls import own_identity
from net.wire.address import Address, parse_address, unix_address
from net.wire.handover import Moved
from net.wire.host_messages import Bye, HostMessage, Refused
from net.wire.table_info import GoesOn, TableInfo

from ...harness.host_gone import (
    LOOPBACK,
    at_one_table,
    hearts_of_three,
    is_offered,
    join,
    kill_for_good,
    next_deal,
    until_carried,
    until_deal_checked,
)
from ...harness.players import Player, agreed, quick_host, tcp
from ...harness.ports import free_port
from ...harness.processes import kill_process
from ..faults.test_clock_jumps import DAY_S, wall

__all__ = ["wall"]

pytestmark = pytest.mark.usefixtures("soon")


async def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something of this machine holds."""
    try:
        async with asyncio.timeout(60):
            while not await asyncio.to_thread(holds):
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"in vain: {what}") from None


async def until_only(table_id: str) -> None:
    """Wait until one host is left, that of this table."""
    await until(lambda: [table.table_id for table in running_tables()] == [table_id], f"only {table_id}")


def keep_config(host: HostHandle, home: Path) -> Callable[[], None]:
    """Keep what a host needs to be started again; gives what puts it back."""
    place, kept = table_folder(host.table_id) / CONFIG_NAME, home / f"config {host.table_id}"
    shutil.copy(place, kept)

    def put_back() -> None:
        shutil.copy(kept, place)

    return put_back


def forget_when_it_ran(host: HostHandle) -> None:
    """As after a start of the machine: nobody knows how long the host was gone."""
    (registry.registry_dir() / f"{host.table_id}.alive").unlink(missing_ok=True)


async def come_back(players: list[Player], host: HostHandle) -> Player:
    """Ann's program is started again, on the machine of the first host."""
    again = await asyncio.to_thread(restart_table, host.table_id)
    person = players[0].session.person
    session = ClientSession(again.address, name="Ann", keep=SeatTokens(), person=person)
    players[0] = Player(session, plays=True)
    await session.open()
    return players[0]


@pytest.fixture
def _old_host_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host of a player who takes the match over does not know where the old one was."""

    def carry_on_alone(*given: Any, before: Address | None, **more: Any) -> HostedHere:
        return carry_on(*given, **more)

    monkeypatch.setattr("net.migration.failover.carry_on", carry_on_alone)


@contextlib.asynccontextmanager
async def answers_late(port: int, to: int) -> AsyncIterator[asyncio.Event]:
    """A way to a port of this machine on which nothing comes through before the event is set."""
    opened = asyncio.Event()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            await opened.wait()
            there, back = await asyncio.open_connection("127.0.0.1", to)
            await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    try:
        yield opened
    finally:
        server.close()


@pytest.mark.slow
@pytest.mark.parametrize("found", ["announced", "noted", "noted, and the clock was set back", "asked"])
async def test_a_host_that_comes_back_after_a_claim_sends_its_owner_to_the_table_that_is_alive(
    home: Path, wall: Path, players: list[Player], found: str
) -> None:
    host = await hearts_of_three(players, listed=found == "announced")
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    put_back = keep_config(host, home)
    await ann.session.close()
    await kill_for_good(host, told=[ben, cat])
    heir = await ben.session.going_on.carry_on()
    await until_carried(ben)
    if found == "announced":
        await until_carried(cat)
    else:
        await cat.session.going_on.follow_link(ben.told(CarriedOn)[0].ways[0])
    await cat.until(lambda: cat.session.is_up, "to be there")
    if not found.startswith("noted"):
        forget_forward(host.table_id)
    if found == "asked":  # neither announced nor noted: at the usual port of where the players came from last
        assert heir.handle.port == usual_port()
        assert not heir.info.listed
    if found.endswith("back"):
        wall.write_text(str(-DAY_S))
    put_back()
    forget_when_it_ran(host)

    ann = await come_back(players, host)
    await until_carried(ann)
    assert (ann.told(CarriedOn)[0].name, ann.told(CarriedOn)[0].deal) == ("Ben", 1)
    await ann.until(lambda: at_one_table([ann, ben, cat]), "for one table")
    assert [player.seat for player in (ann, ben, cat)] == [0, 1, 2]
    await until_only(heir.info.table_id)
    noted = forward_of(host.table_id)
    assert noted is not None
    assert noted.to.table == heir.info.table_id
    assert (table_folder(host.table_id) / "journal").exists()
    assert host.table_id not in {table.table_id for table in kept_tables()}
    log = (table_folder(host.table_id) / LOG_NAME).read_text()
    assert "The match continues on Ben's machine, from the end of deal 1." in log
    await next_deal([ann, ben, cat])
    for player in (ann, ben, cat):
        await player.until(lambda player=player: 2 in player.session.fairness.verdicts, "for deal 2")  # type: ignore[misc]
    assert ben.session.fairness.verdicts[2].state == "verified"


async def kept_apart(players: list[Player], home: Path) -> tuple[HostHandle, HostedHere, Forward]:
    """A match that Ben took over, with Cat, and whose old host can be started again. Nothing is announced, and what
    Ben noted is not on the old host's machine."""
    host = await hearts_of_three(players, listed=False)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    put_back = keep_config(host, home)
    await ann.session.close()
    await kill_for_good(host, told=[ben, cat])
    ben.session.going_on.listening = Listening(bind="127.0.0.1", port=free_port(), interfaces=LOOPBACK)
    heir = await ben.session.going_on.carry_on()
    await until_carried(ben)
    await cat.session.going_on.follow_link(ben.told(CarriedOn)[0].ways[0])
    await until_carried(cat)
    noted = forward_of(host.table_id)
    assert noted is not None
    forget_forward(host.table_id)
    put_back()
    forget_when_it_ran(host)
    return host, heir, noted


@pytest.mark.slow
@pytest.mark.usefixtures("_old_host_is_lost")
async def test_a_host_that_nobody_answered_in_time_asks_again_and_closes_for_the_table_that_is_alive(
    home: Path, players: list[Player]
) -> None:
    host, heir, _ = await kept_apart(players, home)
    async with answers_late(usual_port(), heir.handle.port) as may_answer:
        ann = await come_back(players, host)
        await next_deal([ann])  # it has asked in vain, and goes on
        assert not ann.told(CarriedOn)
        may_answer.set()
        await until_carried(ann)
        await until_only(heir.info.table_id)
        _, ben, cat, _ = players
        await ann.until(lambda: at_one_table([ann, ben, cat]), "for one table")


@pytest.mark.slow
async def test_the_host_that_took_a_match_over_finds_the_old_one_where_it_was(
    home: Path, players: list[Player]
) -> None:
    host, heir, _ = await kept_apart(players, home)
    ann = await come_back(players, host)
    await until_carried(ann)
    await until_only(heir.info.table_id)
    await ann.until(lambda: at_one_table([ann, *players[1:3]]), "for one table")


@pytest.mark.slow
async def test_a_claim_that_nobody_follows_closes_no_table(home: Path, players: list[Player]) -> None:
    """Death, restart, claim: the others are back by then."""
    host = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    links = [len(player.told(CarriedOn)) for player in (ann, ben, cat)]
    entry = registry.find_running(host.table_id)
    assert entry is not None
    kill_process(entry.pid)
    await until(lambda: registry.find_running(host.table_id) not in (None, entry), "for the host to be back")
    await ann.until(lambda: at_one_table([ann, ben, cat]), "for all to be back")
    old, left = ben.session.info, await asyncio.to_thread(ben.session.fairness.checkpoint)
    assert old is not None
    assert ben.session.person is not None
    listening = Listening(bind="127.0.0.1", interfaces=LOOPBACK)
    carried = await asyncio.to_thread(carry_on, old, left, 1, ben.session.person, "Ben", listening=listening)
    await until(lambda: forward_of(carried.info.table_id), "for the claim to be given up")
    await until_only(host.table_id)
    assert [len(player.told(CarriedOn)) for player in (ann, ben, cat)] == links
    await next_deal([ann, ben, cat])
    await until_deal_checked([ann, ben, cat], 2)


@pytest.mark.slow
async def test_a_host_that_slept_while_its_match_went_on_elsewhere_closes_when_it_wakes(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    await ann.session.close()
    monkeypatch.setattr("net.client.reconnect.PING_AFTER_S", 0.3)
    monkeypatch.setattr("net.client.reconnect.SILENT_FOR_S", 1.0)
    monkeypatch.setattr("net.client.reconnect.WELCOME_WITHIN_S", 1.0)
    monkeypatch.setattr("net.client.reconnect._is_own", lambda table_id, address: False)
    os.kill(host.pid, signal.SIGSTOP)
    stopped_s = time.monotonic()
    for player in (ben, cat):
        await player.until(partial(is_offered, player), "for the word that the host is gone")
    heir = await ben.session.going_on.carry_on()
    for player in (ben, cat):
        await until_carried(player)
    forget_forward(host.table_id)
    await asyncio.sleep(max(0.0, AWAY_AFTER_S + 1 - (time.monotonic() - stopped_s)))
    os.kill(host.pid, signal.SIGCONT)
    await until_only(heir.info.table_id)
    log = (table_folder(host.table_id) / LOG_NAME).read_text()
    assert "The host did not run for" in log
    assert "The match continues on Ben's machine" in log
    noted = forward_of(host.table_id)
    assert noted is not None
    assert noted.to.table == heir.info.table_id
    assert at_one_table([ben, cat]) or ben.session.info is not None


@pytest.mark.slow
async def test_a_host_that_comes_back_finds_the_third_heir_in_a_row(home: Path, players: list[Player]) -> None:
    first = await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    put_back = keep_config(first, home)
    await kill_for_good(first, told=(ann, ben, cat))
    host, makers = first, (ben, cat, ben)
    for number, maker in enumerate(makers, 1):
        host = (await maker.session.going_on.carry_on()).handle
        for player in (ann, ben, cat):
            await until_carried(player, number)
        if maker is not makers[-1] or number < len(makers):
            await kill_for_good(host, told=(ann, ben, cat))
    await ann.session.close()
    for table in SeatTokens().tables():
        forget_forward(table)
    forget_forward(first.table_id)
    put_back()
    forget_when_it_ran(first)
    ann = await come_back(players, first)
    await until_carried(ann)
    await until_only(host.table_id)
    info: TableInfo | None = ann.session.info
    assert info is not None
    assert [step.name for step in info.descent] == ["Ann", "Ben", "Cat"]
    assert not [notice for notice in ann.told(Notice) if "cannot follow" in notice.text]
    assert ann.seat == 0


@pytest.mark.slow
async def test_a_host_killed_and_started_at_once_does_not_look(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    await until_deal_checked(players)
    entry = registry.find_running(host.table_id)
    assert entry is not None
    kill_process(entry.pid)
    ago_s = registry.died_ago_s(host.table_id)
    assert ago_s is not None
    again = await asyncio.to_thread(restart_table, host.table_id)
    ann = await join(players, again.address, "Ann again", role="watcher")
    await ann.until(lambda: ann.session.info is not None, "for the table")
    assert ago_s > AWAY_AFTER_S / 2 or not [word for word in ann.told(Notice) if "Checking" in word.text]
    (table,) = launcher.running_tables()
    assert table.port == host.port


# What is noted of it.


def moved(table_id: str) -> Forward:
    claim = GoesOn(table=table_id, seat=1, deal=1, number=9, head=bytes(32), signature=b"")
    to = Moved(ways=("khanhoo://127.0.0.1:1/t2",), table="t2", key="ab" * 32, goes_on=claim)
    return Forward(to=to, sentence="The match continued on Ben's machine.")


@pytest.mark.slow
async def test_a_table_whose_match_went_on_is_kept_for_48_hours_and_offered_to_nobody(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    kill_process(host.pid)
    await until(kept_tables, "for the journal")
    note_forward(host.table_id, moved(host.table_id))
    assert kept_tables() == []
    (kept,) = kept_tables(with_moved=True)
    assert kept.elsewhere == "The match continued on Ben's machine."
    place = table_folder(host.table_id) / "elsewhere"
    for age_s, is_kept in ((FORWARD_KEPT_S - 60, True), (FORWARD_KEPT_S + 60, False)):
        os.utime(place, (time.time() - age_s, time.time() - age_s))
        other = await quick_host(bots=("easy",) * 3)
        assert table_folder(host.table_id).exists() == is_kept
        await asyncio.to_thread(launcher.stop_table, other.table_id)


@pytest.mark.parametrize("word", [Bye(code="closed", sentence="Closed."), Refused(code="closed", sentence="Closed.")])
async def test_who_comes_too_late_at_a_table_of_its_own_whose_match_went_on_elsewhere_is_not_sent_home(
    home: Path, word: HostMessage
) -> None:
    host = await quick_host(bots=("easy",) * 3)
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    await agreed(ann.session.start)
    await ann.until_asked()
    note_forward(host.table_id, moved(host.table_id))
    ann.session.hear(word)
    await ann.until_linked(2)
    assert not ann.told(LinkClosed)
    forget_forward(host.table_id)
    ann.session.hear(Bye(code="closed", sentence="Closed."))
    assert ann.told(LinkClosed)[0].code == "closed"


def test_a_note_of_somebody_elses_table_is_found_again_and_forgotten(home: Path) -> None:
    assert forward_of("t1") is None
    note_forward("t1", moved("t1"))
    assert forward_of("t1") == moved("t1")
    assert forward_of("../t1") is None
    forget_forward("t1")
    assert forward_of("t1") is None


async def test_a_note_counts_for_the_table_of_one_host_and_for_no_other_of_the_same_id(home: Path) -> None:
    ours, theirs, another = own_identity()[0].fingerprint, "ab" * 32, "cd" * 32
    note_forward("t1", moved("t1"), theirs)
    assert forward_of("t1", theirs) == moved("t1")
    assert [forward_of("t1", key) for key in ("", another, ours)] == [None] * 3
    forget_forward("t1", another)
    assert forward_of("t1", theirs) is not None
    host = await quick_host(bots=("easy",) * 3)
    note_forward(host.table_id, moved(host.table_id), theirs)
    assert [forward_of(host.table_id, key) for key in ("", ours)] == [None] * 2, "ours is put away by nobody else"
    note_forward(host.table_id, moved("t3"), ours)
    assert [forward_of(host.table_id, key) for key in ("", ours)] == [moved("t3")] * 2
    assert forward_of(host.table_id, theirs) == moved(host.table_id)


async def test_a_strangers_table_is_not_told_where_the_match_of_another_of_its_id_went(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3, tcp=True)
    note_forward(host.table_id, moved(host.table_id))
    session = ClientSession(tcp(host), name="Ann", keep=SeatTokens())
    session.host.key = "cd" * 32
    assert session.hello(b"").after is None
    session.host.key = own_identity()[0].fingerprint
    assert session.hello(b"").after == moved(host.table_id).to


async def test_a_table_elsewhere_with_the_id_of_ours_does_not_put_ours_away(home: Path) -> None:
    host = await quick_host(bots=("easy",) * 3)
    strange = (parse_address("khanhoo://192.0.2.7:4242"), unix_address(f"/tmp/khanhoo-1/{host.table_id}.sock"))
    assert not any(may_note(host.table_id, address) for address in strange)
    assert all(may_note(host.table_id, address) for address in (host.address, parse_address("127.0.0.1:4242")))
    assert may_note("t1", strange[0])


@pytest.mark.slow
@pytest.mark.usefixtures("_old_host_is_lost")
async def test_one_person_who_comes_back_and_says_where_the_match_went_is_enough(
    home: Path, players: list[Player]
) -> None:
    """Nothing is announced, and nobody noted anything on the machine of the first host."""
    host, heir, noted = await kept_apart(players, home)
    _, ben, cat, _ = players
    await cat.session.close()
    ann = await come_back(players, host)
    await next_deal([ann])  # it has looked, and goes on
    assert not ann.told(CarriedOn)

    note_forward(host.table_id, noted)
    person = cat.session.person
    players[2] = cat = Player(ClientSession(tcp(host), name="Cat", keep=SeatTokens(), person=person), plays=True)
    await cat.session.open()
    for player in (ann, cat):
        await until_carried(player)
    await ann.until(lambda: at_one_table([ann, ben, cat]), "for one table")
    await until_only(heir.info.table_id)


@pytest.mark.slow
async def test_what_was_played_after_the_deal_at_which_two_tables_part_is_void_for_who_follows(
    home: Path, players: list[Player]
) -> None:
    await hearts_of_three(players)
    ann, ben, cat, eve = players
    await until_deal_checked(players)
    await eve.session.close()
    old, left = ben.session.info, await asyncio.to_thread(ben.session.fairness.checkpoint)
    assert old is not None
    assert ben.session.person is not None
    await next_deal([ann, ben, cat])
    await until_deal_checked([ann, ben, cat], 2)
    people = [ben.session.person, cat.session.person]
    for player in (cat, ben):
        await player.session.close()
    listening = Listening(bind="127.0.0.1", interfaces=LOOPBACK)
    old = msgspec.structs.replace(old, listed=False)  # it is not to be found before its people are there
    heir = await asyncio.to_thread(carry_on, old, left, 1, ben.session.person, "Ben", listening=listening)
    for seat, (name, key) in enumerate(zip(("Ben", "Cat"), people, strict=True), 1):
        session = ClientSession(tcp(heir.handle), name=name, keep=SeatTokens(), person=key)
        players[seat] = Player(session, plays=True)
        await session.open()
    ben, cat = players[1:3]
    await agreed(lambda: ben.session.set_option("table.listed", True))

    await until_carried(ann)
    assert (ann.told(CarriedOn)[0].name, ann.told(CarriedOn)[0].deal) == ("Ben", 1)
    await until_only(heir.info.table_id)
    await ann.until(lambda: at_one_table([ann, ben, cat]), "for one table")
    assert ann.session.view is not None
    assert ann.session.view.deal == 1
    await next_deal([ann, ben, cat])
    await until_deal_checked([ann, ben, cat], 2)
    assert [ann.session.fairness.verdicts[deal].state for deal in (1, 2)] == ["verified"] * 2
