"""What was agreed on at a table, and shown to all, holds where its match goes on without its host."""

from typing import Any

import msgspec
import pytest

from net.estate import estate_of
from net.protocol import CastVote, NextDeal
from net.tableinfo import PauseInfo
from tests.net.test_room_heir import CLOCKS, all_come, hearts, left_to, new_room


def test_what_everybody_was_shown_of_the_table_holds_when_its_host_is_gone() -> None:
    _, guests, estate = hearts()
    old = guests[2].info
    assert old is not None
    changed: dict[int, dict[str, Any]] = {
        0: {"bank_s": 17},
        1: {"bank_s": 999, "consents": True},
        2: {"bank_s": 0},
        3: {"kind": "bot", "level": "easy"},
    }
    seats = tuple(msgspec.structs.replace(seat, **changed[seat.seat]) for seat in old.seats)
    shown = msgspec.structs.replace(
        old, seats=seats, bank_s=60, locked=True, watch="shoulder", delay=9, chat="apart", pause=PauseInfo(why="vote")
    )
    left = left_to(guests[2])
    clocks = msgspec.structs.replace(CLOCKS, reserve_ms=60_000, between_ms=90_000)
    room = new_room(guests[2], estate_of(shown, left, estate.goes_on), clocks=clocks).room
    info, lobby = room.info(0), room._state.lobby
    assert [seat.bank_s for seat in info.seats] == [17, 60, 0, 0]
    assert lobby.reserves_ms[:4] == lobby.banks_ms[:4] == [17_000, 60_000, 0, 60_000]
    assert [seat.consents for seat in info.seats] == [False, True, False, False]
    assert (info.bank_s, info.between_s, info.locked) == (60, 90, True)
    assert (info.watch, info.delay, info.chat) == ("shoulder", 9, "apart")
    assert lobby.is_halted
    usual = new_room(guests[2], estate).room._state.lobby
    assert not usual.is_halted
    assert not usual.locked


@pytest.mark.parametrize(
    "pause", [None, PauseInfo(why="away", seat=1), PauseInfo(why="empty")], ids=lambda pause: getattr(pause, "why", "")
)
def test_a_table_that_stood_still_by_itself_has_no_pause_that_was_agreed_on(pause: PauseInfo | None) -> None:
    _, guests, estate = hearts()
    assert guests[2].info is not None
    old = msgspec.structs.replace(guests[2].info, pause=pause)
    assert not estate_of(old, left_to(guests[2]), estate.goes_on).is_halted


def test_a_pause_that_was_voted_goes_over_and_is_ended_by_a_vote() -> None:
    _, guests, estate = hearts()
    heirs = new_room(guests[2], msgspec.structs.replace(estate, is_halted=True))
    came = all_come(heirs, guests, estate)
    for guest in came:
        assert guest.do(NextDeal).accepted
    heirs.pass_time(60_000)
    assert came[0].info is not None
    assert came[0].info.pause is not None
    assert came[0].info.pause.why == "vote"
    for guest in came[:2]:
        assert guest.do(CastVote, what="resume").accepted
    heirs.pass_time(50)
    assert came[0].view().deal == 2
