"""The line-up before the first deal: two to eight seats, people who move up, bots on what is left."""

import pytest

from net.match.lobby import Lobby
from net.match.people import LobbyRefusal
from net.match.settings import RoomConfig
from net.wire.client_messages import Fill, Leave, Ready, SetBot, SetOption, Sit, Start
from net.wire.host_messages import Seated, TableFrame
from tests.harness.room import PROMPT, Bench, Guest

KHANHOO = RoomConfig(table_id="t1", game="khanhoo", options={"copies": 4}, seats=2, seed="x", clocks=PROMPT)
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eli", "Fay", "Gus", "Hal"]


def table_of(seats: int) -> tuple[Bench, list[Guest]]:
    """A table of so many seats, changed to that number after it was opened, and a guest on each of them."""
    bench = Bench(KHANHOO)
    ann = bench.join("Ann")
    assert ann.do(SetOption, name="table.seats", value=seats).accepted
    return bench, [ann, *(bench.join(name) for name in NAMES[1:seats])]


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_table_has_as_many_seats_as_its_host_says_and_each_can_be_taken(seats: int) -> None:
    bench, guests = table_of(seats)
    assert [guest.seat for guest in guests] == list(range(seats))
    assert bench.join("Zoë").seat is None
    for guest in guests[1:]:
        guest.do(Ready)
    assert guests[0].do(Start).accepted
    assert [len(guest.view().hand) >= 15 for guest in guests] == [True] * seats
    assert guests[-1].view().seats == seats


@pytest.mark.parametrize("seats", [1, 9, 0])
def test_a_number_of_seats_that_the_game_does_not_have_is_refused(seats: int) -> None:
    bench = Bench(KHANHOO)
    done = bench.join("Ann").do(SetOption, name="table.seats", value=seats)
    assert (done.accepted, "2 to 8 players" in done.reason) == (False, True)


def test_who_would_lose_the_seat_moves_to_the_lowest_free_one_and_is_told() -> None:
    bench, guests = table_of(8)
    for guest in guests[1:5]:
        guest.send(Leave())
    guests[0].do(SetBot, seat=1, level="easy")
    assert guests[0].do(SetOption, name="table.seats", value=5).accepted
    assert [guest.seat for guest in guests[5:]] == [1, 2, 3]
    assert all(guest.count(Seated) == 1 for guest in guests[5:])
    info = bench.room.info(bench.now_ms)
    assert [seat.name for seat in info.seats] == ["Ann", "Fay", "Gus", "Hal", ""]
    again = bench.crash()
    assert again.rejoin(guests[7]).seat == 3


def test_a_table_does_not_become_too_small_for_the_people_at_it() -> None:
    _, guests = table_of(6)
    done = guests[0].do(SetOption, name="table.seats", value=5)
    assert (done.accepted, "6 players have a seat" in done.reason) == (False, True)
    assert [guest.seat for guest in guests] == list(range(6))


def test_people_are_asked_again_whether_they_are_ready_when_the_line_up_changes() -> None:
    _, guests = table_of(3)
    for guest in guests[1:]:
        guest.do(Ready)
    guests[0].do(SetOption, name="table.seats", value=5)
    assert "empty" in guests[0].do(Start).reason
    guests[0].do(Fill, level="easy")
    assert "Not ready yet: Ben, Cat" in guests[0].do(Start).reason


def test_the_host_fills_all_empty_seats_with_bots_at_once() -> None:
    bench, guests = table_of(8)
    for guest in guests[3:]:
        guest.send(Leave())
    guests[0].do(SetBot, seat=3, level="hard")
    assert not guests[1].do(Fill, level="easy").accepted
    assert not guests[0].do(Fill, level="godlike").accepted
    assert guests[0].do(Fill, level="medium").accepted
    info = bench.room.info(bench.now_ms)
    assert [seat.level for seat in info.seats] == ["", "", "", "hard", *["medium"] * 4]
    assert len({seat.name for seat in info.seats}) == 8
    assert [event.seat for event in guests[1].happenings("bot")] == [3, 4, 5, 6, 7]
    for guest in guests[1:3]:
        guest.do(Ready)
    assert guests[0].do(Start).accepted
    assert not guests[0].do(Fill, level="easy").accepted


def test_filling_a_full_table_changes_nothing() -> None:
    _, guests = table_of(2)
    frames = guests[0].count(TableFrame)
    assert guests[0].do(Fill, level="easy").accepted
    assert guests[0].count(TableFrame) == frames


def test_a_table_of_bots_alone_is_filled_by_a_host_who_watches() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="khanhoo", options={"copies": 4}, seats=7, owner=b"k" * 16))
    host = bench.join("Hal", "watcher", token=b"k" * 16)
    assert host.do(Fill, level="easy").accepted
    assert host.do(Start).accepted
    assert bench.room.info(bench.now_ms).phase == "playing"


def test_the_highest_seat_can_be_chosen_and_acts_like_any_other() -> None:
    bench, guests = table_of(8)
    guests[7].send(Leave())
    assert guests[1].do(Sit, seat=7).accepted
    guests[0].do(Fill, level="easy")
    for guest in guests[1:7]:
        guest.do(Ready)
    guests[0].do(Start)
    for _ in range(400):
        bench.let_bots_play(20)
        for guest in guests[:7]:
            if guest.decision is not None and guest is not guests[1]:
                guest.play()
        if guests[1].decision is not None:
            break
        bench.pass_time(10)
    assert guests[1].decision is not None
    assert guests[1].decision.seat == 7
    assert guests[1].play().accepted


def test_options_that_do_not_go_with_the_seats_are_named() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="khanhoo", seats=4))
    ann = bench.join("Ann")
    done = ann.do(SetOption, name="table.seats", value=8)
    assert not done.accepted
    assert done.reason.endswith(".")
    assert ann.info is not None
    assert len(ann.info.seats) == 4
    assert ann.do(SetOption, name="copies", value=4).accepted
    assert ann.do(SetOption, name="table.seats", value=8).accepted


def test_names_of_bots_are_enough_for_the_largest_table() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="khanhoo", options={"copies": 4}, seats=8, bots=("easy",) * 8))
    assert len({bot.name for bot in lobby.bots}) == 8
    with pytest.raises(LobbyRefusal):
        lobby.set_bot(8, "easy")


def test_with_fewer_seats_bots_make_room() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="khanhoo", options={"copies": 4}, seats=8))
    person = lobby.join("Ann")
    lobby.sit(person, 7)
    lobby.fill("easy")
    assert lobby.set_option("table.seats", 3) == [person]
    assert (person.seat, [bot.seat for bot in lobby.bots]) == (0, [1, 2])
