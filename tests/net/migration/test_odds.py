"""Going on where something comes between: the host is back, nobody can open a table, an answer leads nowhere."""

import asyncio
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.api import CheckpointError, Happened
from net.host.config import CONFIG_NAME, table_folder
from net.host.forwards import Forward, note_forward
from net.host.host import LOOK_EVERY_S
from net.host.launcher import HostProblem, restart_table, running_tables
from net.host.registry import sign_of_life
from net.migration.failover import Failover, FailoverEvent
from net.migration.successors import host_gone, with_people
from net.migration.takeover import HostedHere
from net.migration.takeover import carry_on as truly_carry_on
from net.news import CarriedOn, HostGone, News, Notice, Outcome
from net.transport.dial import ask_table
from net.transport.sockets import CannotReach
from net.verification.deal_replay import Fairness
from net.verification.transcript import Transcript
from net.wire.address import Address
from net.wire.client_messages import Request, TakenOver
from net.wire.handover import Moved, TakeOver
from net.wire.table_info import GoesOn, SeatInfo, TableInfo

from ...harness.host_gone import (
    at_one_table,
    hearts_of_three,
    is_offered,
    kill_for_good,
    next_deal,
    until_carried,
    until_deal_checked,
)
from ...harness.players import Player, agreed, until_tables

pytestmark = pytest.mark.usefixtures("soon")


def has_declined(player: Player) -> bool:
    return any(isinstance(event, Happened) and event.what == "declined" for event in player.events)


def problems_of(player: Player) -> list[str]:
    """What goes wrong when this player is asked to take a table over, from now on."""
    problems: list[str] = []

    async def take_over() -> None:
        try:
            await player.session.going_on.take_over(is_wanted=True)
        except HostProblem as problem:
            problems.append(str(problem))

    player._take_over = take_over  # type: ignore[method-assign]
    return problems


@pytest.mark.slow
async def test_a_host_that_comes_back_while_another_one_is_opened_keeps_its_match(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await hearts_of_three(players, listed=False)
    ben = players[1]
    await until_deal_checked(players)
    kept = home / "config"
    shutil.copy(table_folder(host.table_id) / CONFIG_NAME, kept)
    await kill_for_good(host, told=[ben])

    def slowly(*given: Any, **more: Any) -> HostedHere:
        carried = truly_carry_on(*given, **more)
        shutil.copy(kept, table_folder(host.table_id) / CONFIG_NAME)
        sign_of_life(host.table_id)  # however busy the machine is: it died just now
        restart_table(host.table_id)
        end_s = time.monotonic() + 60
        while not ben.session.is_up and time.monotonic() < end_s:
            time.sleep(0.02)
        return carried

    monkeypatch.setattr("net.migration.failover.carry_on", slowly)
    with pytest.raises(HostProblem, match="The old host is back"):
        await ben.session.going_on.carry_on()
    await until_tables(host.table_id)
    assert not [item for player in players for item in player.told(CarriedOn)]
    assert ben.session.going_on.gone is None
    await next_deal(players[:3])
    await until_deal_checked(players, 2)


@pytest.mark.slow
async def test_who_could_not_open_a_table_is_asked_again_and_can_follow_somebody_else(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    await kill_for_good(host, told=(ann, ben, cat))

    def never(*_given: Any, **_more: Any) -> HostedHere:
        raise HostProblem("No disk.")

    monkeypatch.setattr("net.migration.failover.carry_on", never)
    with pytest.raises(HostProblem, match="No disk"):
        await ben.session.going_on.carry_on()
    await ben.until(lambda: len(ben.told(HostGone)) == 2, "to be asked again")
    monkeypatch.setattr("net.migration.failover.carry_on", truly_carry_on)
    await cat.session.going_on.carry_on()
    for player in (ann, ben, cat):
        await until_carried(player)
    assert [player.seat for player in (ann, ben, cat)] == [0, 1, 2]


@pytest.mark.slow
async def test_who_cannot_open_the_table_that_is_handed_over_says_so_and_it_stays(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)

    def never(*_given: Any, **_more: Any) -> HostedHere:
        raise HostProblem("No disk.")

    monkeypatch.setattr("net.migration.failover.carry_on", never)
    problems = problems_of(ben)
    await agreed(lambda: ann.session.hand_over(1))
    await cat.until(partial(has_declined, cat), "for a no")
    await ben.until(lambda: problems, "to be told why")
    assert problems == ["No disk."]
    await next_deal([ann, ben, cat])
    await until_deal_checked(players, 2)


@pytest.mark.slow
async def test_a_table_that_the_host_does_not_hand_over_after_all_is_ended_again(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)

    def otherwise(*given: Any, **more: Any) -> HostedHere:
        carried = truly_carry_on(*given, **more)
        assert carried.info.goes_on is not None
        claim = msgspec.structs.replace(carried.info.goes_on, head=bytes(32))
        return replace(carried, info=msgspec.structs.replace(carried.info, goes_on=claim))

    monkeypatch.setattr("net.migration.failover.carry_on", otherwise)
    problems = problems_of(ben)
    await agreed(lambda: ann.session.hand_over(1))
    async with asyncio.timeout(60):
        while not problems:
            await asyncio.sleep(0.02)
    assert "the player named in the claim did not sign" in problems[0]
    await until_tables(host.table_id)
    await next_deal([ann, ben, cat])
    await until_deal_checked(players, 2)


@pytest.mark.slow
async def test_a_table_that_is_taken_over_waits_for_its_people_however_late_the_host_hears_of_it(
    home: Path, players: list[Player]
) -> None:
    host = await hearts_of_three(players)
    ann, ben, cat, _ = players
    await until_deal_checked(players)
    request = ben.session.request

    async def slowly(make: Callable[..., Request]) -> Outcome:
        if isinstance(make, partial) and make.func is TakenOver:
            end_s = time.monotonic() + 3 * LOOK_EVERY_S
            while time.monotonic() < end_s:  # the new table finds the old one, at which everybody still is
                assert len(running_tables()) == 2
                await asyncio.sleep(0.1)
        return await request(make)

    ben.session.request = slowly  # type: ignore[method-assign]
    await agreed(lambda: ann.session.hand_over(1))
    for player in (ann, ben, cat):
        await until_carried(player)
    for player in (ann, ben, cat):
        await player.until(lambda: at_one_table([ann, ben, cat]), "for one table")
    assert ben.session.info is not None
    assert ben.session.info.table_id != host.table_id
    assert [len(player.told(CarriedOn)) for player in (ann, ben, cat)] == [1, 1, 1]
    await until_tables(ben.session.info.table_id)


@pytest.mark.slow
async def test_who_looks_for_a_table_finds_none_where_it_has_moved_away(home: Path, players: list[Player]) -> None:
    host = await hearts_of_three(players)
    ann, ben, *_ = players
    await until_deal_checked(players)
    await agreed(lambda: ann.session.hand_over(1))
    await until_carried(ben)
    with pytest.raises(CannotReach):  # it answers for a while, to tell late comers where to go
        await ask_table(host.address)


@pytest.mark.slow
async def test_a_host_that_sends_everybody_to_a_path_of_their_own_machines_is_not_followed(
    home: Path, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    await hearts_of_three(players, listed=False)
    ann, _, cat, _ = players
    await until_deal_checked(players)
    monkeypatch.setattr(
        "net.migration.failover.ways_to", lambda carried, listening: ("/tmp/somebody/else.sock", "no link")
    )
    await agreed(lambda: ann.session.hand_over(1))
    await cat.until(partial(is_offered, cat), "for the word")
    (notice,) = {item.text for item in cat.told(Notice) if "cannot follow" in item.text}  # each try says it
    assert notice.endswith("The new table did not give its address.")
    assert cat.told(HostGone)[0].now_at == "Ben"
    assert not cat.told(CarriedOn)


# Without a network.


class Nowhere:
    """A session of which only this is asked."""

    seat = 1
    person = None
    info: TableInfo | None = None
    view = None
    is_up = is_closed = False
    host = SimpleNamespace(key="ab" * 32)


def lonely(news: list[News]) -> Failover:
    return Failover(Nowhere(), news.append)  # type: ignore[arg-type]


def goes_to(table: str) -> Moved:
    claim = GoesOn(table="t1", seat=1, deal=1, number=9, head=bytes(32), signature=b"")
    return Moved(ways=("khanhoo://127.0.0.1:1",), table=table, key="ab" * 32, goes_on=claim)


async def test_a_will_that_is_not_understood_is_said_so_and_nothing_can_be_taken_over() -> None:
    news: list[News] = []
    going_on = lonely(news)
    going_on.asked(TakeOver(name="Ann", will=b"junk"))
    (notice,) = news
    assert isinstance(notice, Notice)
    assert "cannot be read" in notice.text
    for is_wanted in (True, False):
        with pytest.raises(HostProblem, match="Nobody is handing over a table"):
            await going_on.take_over(is_wanted=is_wanted)


async def test_a_host_that_sends_us_elsewhere_than_to_the_table_that_we_opened_for_it_does_not_bring_us_to_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    went: list[str] = []
    monkeypatch.setattr(Failover, "_settle_at_own", lambda self, carried, left: went.append("own"))

    async def go_there(self: Failover) -> None:
        assert self._to is not None
        went.append(self._to.table)

    monkeypatch.setattr(Failover, "_go_there", go_there)
    for table in ("t3", "t2"):
        going_on = lonely([])
        own: Any = (HostedHere(None, table_of(table_id="t2")), None)  # type: ignore[arg-type]
        going_on._own = own
        going_on.moved(goes_to(table))
        await asyncio.sleep(0)
    assert went == ["t3", "own"]


async def test_who_is_on_the_way_stays_on_it_though_the_host_answers_and_says_the_same_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []
    may_go = asyncio.Event()

    async def go_there(self: Failover) -> None:
        assert self._to is not None
        begun.append(self._to.table)
        await may_go.wait()
        begun.append("there")
        self._on(FailoverEvent.SETTLED)

    monkeypatch.setattr(Failover, "_go_there", go_there)
    going_on = lonely([])
    going_on.moved(goes_to("t2"))
    await asyncio.sleep(0)
    going_on.back()
    going_on.moved(goes_to("t2"))
    await asyncio.sleep(0)
    going_on.back()  # the host closes before it says so once more
    may_go.set()
    assert going_on._task is not None
    await asyncio.wait((going_on._task,))
    assert begun == ["t2", "there"]
    going_on.moved(goes_to("t3"))
    await asyncio.sleep(0)
    assert begun[2] == "t3"


async def test_who_comes_after_the_host_has_closed_goes_where_it_noted_that_the_match_went(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[Moved | None] = []

    async def go_there(self: Failover) -> None:
        went.append(self._to)
        self._on(FailoverEvent.SETTLED)  # as where it cannot be followed
        self.parted()

    async def none_left(_self: Failover) -> tuple[None, str]:
        looked.set()
        await asyncio.Event().wait()
        return None, ""

    looked = asyncio.Event()
    monkeypatch.setattr(Failover, "_go_there", go_there)
    monkeypatch.setattr(Failover, "_left", none_left)
    monkeypatch.setattr(Failover, "is_wanted", True)
    monkeypatch.setattr(Nowhere, "info", table_of(key="ab" * 32))
    note_forward("t1", Forward(to=goes_to("t2"), sentence="The match continued on Ben's machine."), "ab" * 32)
    going_on = lonely([])
    going_on.parted()
    async with asyncio.timeout(60):
        await looked.wait()
    assert went == [goes_to("t2")], "once: where nobody can follow it is looked elsewhere"
    going_on.close()


@pytest.mark.parametrize(
    ("table", "key", "why"),
    [
        (
            "t1",
            "ab" * 32,
            "The old host answers at that address. Leave for now, and join at this address. Your seat is kept.",
        ),
        ("t1", "cd" * 32, "The match does not continue at that address. That table continues another match."),
        ("t2", "ab" * 32, "The match does not continue at that address. That table continues another match."),
    ],
)
async def test_a_link_of_the_host_that_was_gone_is_told_from_a_wrong_one(
    monkeypatch: pytest.MonkeyPatch, table: str, key: str, why: str
) -> None:
    async def ask(_address: Address) -> TableInfo:
        return table_of(table_id=table, key=key)

    monkeypatch.setattr("net.migration.failover.ask_table", ask)
    going_on = lonely([])
    monkeypatch.setattr(Nowhere, "info", table_of(key="ab" * 32))
    monkeypatch.setattr(Nowhere, "fairness", Fairness(Transcript(), None, None, {}), raising=False)  # type: ignore[arg-type]
    going_on.gone = HostGone(deal=0, can_carry=False, why_not="", suggested="", is_suggested=False)
    with pytest.raises(HostProblem) as refusal:
        await going_on.follow_link("khanhoo://127.0.0.1:4242/aaaaaaaa")
    assert str(refusal.value) == why


def table_of(*seats: SeatInfo, **more: Any) -> TableInfo:
    usual: dict[str, Any] = {"table_id": "t1", "title": "T", "game": "hearts", "options": {}, "host_seat": 0}
    return TableInfo(seats=seats, **{**usual, **more})


def sits(seat: int, name: str, **more: Any) -> SeatInfo:
    return SeatInfo(seat=seat, name=name, **{"kind": "person", **more})


@pytest.mark.parametrize(
    ("seats", "suggested"),
    [
        ((sits(0, "Ann"), sits(1, "Ben"), sits(2, "Cat")), "Ben"),
        ((sits(0, "Ann"), sits(1, "Ben", state="away"), sits(2, "Cat")), "Cat"),
        ((sits(0, "Ann"), sits(1, "Ben", state="lagging"), sits(2, "Cat")), "Ben"),
        ((sits(0, "Ann"), sits(1, "Birch", kind="bot"), sits(2, "Cat")), "Cat"),
        ((sits(0, "Ann"), sits(1, "Ben", is_dropped=True), sits(2, "Cat")), "Cat"),
        ((sits(0, "Ann"), sits(1, "Ben", state="away")), ""),
        ((sits(0, "Ann"),), ""),
    ],
)
def test_the_first_who_was_here_and_is_not_the_host_should_go_on(seats: tuple[SeatInfo, ...], suggested: str) -> None:
    word = host_gone(table_of(*seats), 1, None, "", "")
    assert word.suggested == suggested
    assert word.is_suggested == (suggested == "Ben")
    elsewhere = host_gone(table_of(*seats), 1, None, "", "Dan")
    assert (elsewhere.suggested, elsewhere.is_suggested, elsewhere.now_at) == ("", False, "Dan")
    assert [host_gone(table_of(listed=on), 1, None, "", "").by_link for on in (True, False)] == [False, True]


def test_of_a_private_table_the_people_are_those_from_before_and_of_another_those_it_tells() -> None:
    old = table_of(sits(0, "Ann", key="aa" * 32), sits(1, "Ben", key="bb" * 32), sits(2, "Cat"))
    hidden = table_of(sits(0, ""), sits(1, "Benno", key="cc" * 32), SeatInfo(seat=2), coded=True)
    told = with_people(hidden, old).seats
    assert [(seat.name, seat.key) for seat in told] == [("Ann", "aa" * 32), ("Benno", "cc" * 32), ("Cat", "")]
    shown = msgspec.structs.replace(hidden, coded=False)
    assert with_people(shown, old) is shown
    assert with_people(hidden, None) is hidden


async def test_a_deal_that_is_being_checked_when_the_host_dies_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Checking:
        """What a session knows of its deals while the last one is played again."""

        asked = 0

        @property
        def is_judging(self) -> bool:
            return self.asked < 3

        def checkpoint(self) -> str:
            self.asked += 1
            if self.is_judging:
                raise CheckpointError("The last deal is still being checked.")
            return "all of it"

    monkeypatch.setattr("net.migration.failover._PATIENCE_S", 0.0)
    monkeypatch.setattr(Nowhere, "fairness", Checking(), raising=False)
    assert await lonely([])._left() == ("all of it", "")
    monkeypatch.setattr(Checking, "is_judging", True)
    monkeypatch.setattr(Checking, "asked", -1_000)
    assert await lonely([])._left() == (None, "The last deal is still being checked.")


async def test_nobody_is_looked_for_while_a_table_of_our_own_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failover, "is_wanted", True)
    going_on = lonely([])
    going_on._on(FailoverEvent.OPEN)
    going_on.parted()
    assert going_on._task is None
    going_on._on(FailoverEvent.OPENED)
    going_on.parted()
    assert going_on._task is not None
    going_on.close()


def test_where_we_are_again_nobody_goes_on_with_what_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = table_of(table_id="t1"), table_of(table_id="t2")
    monkeypatch.setattr(Nowhere, "info", new)
    going_on = lonely([])
    going_on._before, going_on._now_at = old, "Ben"
    assert going_on._olds() == (old, new)
    going_on.back()
    assert (going_on._olds(), going_on._now_at) == ((new,), "")


async def test_nothing_is_gone_on_with_before_a_seat_or_a_table_is_known() -> None:
    with pytest.raises(HostProblem, match="Only a player"):
        await lonely([])._open_here(None)
    with pytest.raises(HostProblem, match="has a host again"):
        await lonely([]).follow_link("khanhoo://127.0.0.1:1/aaaaaaaa")
