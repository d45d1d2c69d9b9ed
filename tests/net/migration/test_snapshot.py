"""What a table leaves to its next host, branch by branch: nothing secret, nothing void, nothing that would stop it."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.api import find_game
from net.discovery.finder import FoundTable
from net.host import config
from net.host.config import read_estate, write_estate
from net.match import snapshot as estates
from net.match.bans import BannedPerson, ban_elsewhere, ban_of, is_marked, with_pass, without_pass
from net.match.lobby import Lobby
from net.match.people import Pass, Person, RevokedToken, SeatRequest, Vote
from net.match.settings import RoomConfig, TimeControls
from net.match.snapshot import estate_of, read_will, write_will
from net.migration.claims import best_of, fault_of, people_here
from net.problems import StoreProblem
from net.wire.client_messages import Ban as BanRequest
from net.wire.client_messages import CloseTable, HandOver, Kick, Lock, NextDeal, Ready, Say, Start, TakenOver
from net.wire.handover import TakeOver
from net.wire.host_messages import TableFrame
from net.wire.table_info import GoesOn, SeatInfo, TableInfo
from tests.harness.room import Bench, Guest, full_table, play_with_toys, refused, toy_config
from tests.net.migration.test_room_handover import claim_of
from tests.net.migration.test_room_takeover import (
    CLOCKS,
    NEW_HOST,
    OLD_HOST,
    all_come,
    begun,
    come,
    estate_from,
    hearts,
    left_to,
    new_room,
    play_deal,
)

KEY = b"k" * 16
SECRET = b"secret secret 16"
CODE = "K7M-4XR"


@pytest.fixture
def table() -> tuple[Bench, list[Guest]]:
    """Hearts for four people, in the pause after the first deal; Ann is the host."""
    bench, guests = begun("hearts", find_game("hearts").meta.presets[0], 4)
    play_deal(bench, guests, random.Random("hearts"))
    return bench, guests


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def lobby_of(bench: Bench) -> Lobby:
    return bench.room._state.lobby


# A will.


def test_a_will_holds_no_token_no_person_and_nothing_that_goes_by_their_numbers() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts", private=True))
    lobby.people = [Person(key=3, name="Ann", token=SECRET, old_token=SECRET, address="10.0.0.5", user="ann")]
    lobby.voided, lobby.passes = [RevokedToken(SECRET, "Ben has your seat.")], [(SECRET,)]
    lobby.votes, lobby.petitions, lobby.waived = [Vote(what="pause", yes=[3])], [SeatRequest(key=3, seat=1)], [3]
    lobby.bans = [
        BannedPerson(name="Eve", tokens=(SECRET,), key="ee" * 32, mark="ab" * 40, address="10.0.0.7", user="eve")
    ]
    will = write_will(lobby, TimeControls())
    for word in (SECRET, b"10.0.0.5", b"ann", b"eve"):
        assert word not in will
    told = read_will(will).lobby
    assert (told.people, told.voided, told.passes, told.votes, told.petitions, told.waived) == ([], [], [], [], [], [])
    assert told.bans == [BannedPerson(name="Eve", key="ee" * 32, mark="ab" * 40, address="10.0.0.7")]
    assert lobby.people, "of the host's own lobby nothing is taken"


def test_what_a_host_writes_into_its_will_is_cleaned_like_all_that_comes_from_elsewhere() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts"))
    lobby.title = "A\x1b[31m table"
    lobby.bans = [BannedPerson(name="E\u202eve")]
    told = read_will(write_will(lobby, TimeControls())).lobby
    assert told.title.isprintable()
    assert (told.title, told.bans[0].name) == ("A[31m table", "Eve")


@pytest.mark.parametrize(("private", "code", "told"), [(True, CODE, CODE), (True, "", ""), (False, CODE, "")])
def test_code_in_will(private: bool, code: str, told: str) -> None:
    """The code of a private table goes to its next host, and is no part of the lobby that others are told."""
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts", private=private))
    lobby.code = code
    will = read_will(write_will(lobby, TimeControls()))
    assert (will.code, will.lobby.code) == (told, "")


@pytest.mark.parametrize("code", ["K7M4XR", "k7m-4xr", "000-000", "K7M-4XRK7M"])
def test_strange_code_in_will(code: str) -> None:
    """A code that no host makes is refused: nobody could type it."""
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts", private=True))
    lobby.code = code
    with pytest.raises(StoreProblem, match="cannot exist"):
        read_will(write_will(lobby, TimeControls()))


@pytest.mark.parametrize("will", [b"", b"\x80", b"\xc1", b"\x81\xa5lobby\xc0"])
def test_what_is_no_will_is_said_so(will: bytes) -> None:
    with pytest.raises(StoreProblem, match="cannot be read"):
        read_will(will)


def test_the_table_of_a_will_is_locked_as_the_will_says_and_stands_still_for_no_handing_over(
    table: tuple[Bench, list[Guest]],
) -> None:
    _, guests = table
    ann, ben, *_ = guests
    lobby_of(ann.bench).locked = True
    assert ann.do(HandOver, seat=1).accepted
    will = read_will(ben.last(TakeOver).will)
    assert ben.info is not None
    shown = msgspec.structs.replace(ben.info, locked=False)
    estate = estate_of(shown, left_to(ben), claim_of(ben).goes_on, will.lobby)
    heirs = new_room(ben, estate)
    assert heirs.room.info(0).locked
    came = all_come(heirs, guests, estate)
    assert came[0].do(Say, text="hello").accepted


def test_a_seat_that_had_left_the_match_is_nobodys_there() -> None:
    _, guests, estate = hearts()
    assert guests[2].info is not None
    seats = list(guests[2].info.seats)
    seats[3] = SeatInfo(seat=3, name="Dan", is_dropped=True)
    old = msgspec.structs.replace(guests[2].info, seats=tuple(seats))
    left = estate_of(old, left_to(guests[2]), estate.goes_on)
    assert [(gone.seat, gone.name) for gone in left.gone] == [(3, "Dan")]
    seat = new_room(guests[2], left).room.info(0).seats[3]
    assert (seat.name, seat.is_dropped, seat.kind) == ("Dan", True, "empty")


def test_everybody_of_the_old_table_has_a_number_of_their_own_and_one_has_the_owners_key() -> None:
    _, guests, estate = hearts()
    lobby = lobby_of(new_room(guests[2], estate))
    assert len({person.key for person in lobby.people}) == 4
    assert lobby.next_key > max(person.key for person in lobby.people)
    assert [person.seat for person in lobby.people if person.holds_key] == [2]


def test_an_estate_of_another_version_or_too_long_a_match_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, estate = hearts()
    place = tmp_path / "estate"
    write_estate(place, msgspec.structs.replace(estate, format=estates.SNAPSHOT_FORMAT + 1))
    with pytest.raises(StoreProblem, match="another version"):
        read_estate(place)
    monkeypatch.setattr(config, "LARGEST_ESTATE", 1_000)
    with pytest.raises(StoreProblem, match="too long"):
        write_estate(tmp_path / "other", estate)
    assert not (tmp_path / "other").exists()


# Handing over.


def test_a_table_is_handed_to_nobody_who_could_not_take_it(table: tuple[Bench, list[Guest]]) -> None:
    bench, (ann, ben, cat, dan) = table
    assert "already on your machine" in ann.do(HandOver, seat=0).reason
    assert ann.do(HandOver, seat=9).reason == "This table has seats 1 to 4."
    state = bench.room._state
    state.lobby.sitter(1).is_dozing = True  # type: ignore[union-attr]
    assert "Seat 2 has no player" in ann.do(HandOver, seat=1).reason
    state.lobby.sitter(2).key_ed = ""  # type: ignore[union-attr]
    assert "Cat cannot take over" in ann.do(HandOver, seat=2).reason
    dan.drop()
    assert "Seat 4 has no player" in ann.do(HandOver, seat=3).reason
    assert sum(guest.count(TakeOver) for guest in (ann, ben, cat, dan)) == 0
    assert lobby_of(bench).handing is None


def test_a_match_whose_cards_were_written_down_beforehand_stays_with_its_host() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seats=4, clocks=CLOCKS, seed="typed"))
    bench.room.listens_with(OLD_HOST)
    guests = [come(bench, seat, host=OLD_HOST, table="t1") for seat in range(4)]
    for guest in guests:
        guest.do(Ready)
    assert guests[0].do(Start).accepted
    play_deal(bench, guests, random.Random("hearts"))
    assert "fixed in advance" in guests[0].do(HandOver, seat=1).reason


def test_a_host_on_loan_hands_nothing_over(table: tuple[Bench, list[Guest]]) -> None:
    bench, (ann, ben, cat, _) = table
    lobby_of(bench).give_key(lobby_of(bench).sitter(0))  # type: ignore[arg-type]
    ann.is_silent = True
    bench.pass_time(11_000)
    assert cat.info is not None
    assert cat.info.host == "Ben"
    assert "You cannot hand over the table" in ben.do(HandOver, seat=2).reason


def test_who_was_ready_before_the_table_was_offered_has_to_say_so_again(table: tuple[Bench, list[Guest]]) -> None:
    bench, (ann, ben, cat, dan) = table
    for guest in (ann, ben, cat):
        assert guest.do(NextDeal).accepted
    assert ann.do(HandOver, seat=1).accepted
    assert ben.do(TakenOver).accepted
    assert [event.name for event in cat.happenings("declined")] == ["Ben"]
    assert dan.do(NextDeal).accepted
    bench.pass_time(60_000)
    assert dan.info is not None
    assert dan.info.phase == "between"


def test_a_match_that_ends_while_the_next_host_is_awaited_is_handed_over_to_nobody(
    table: tuple[Bench, list[Guest]],
) -> None:
    bench, (ann, ben, cat, _) = table
    to = claim_of(ben)
    assert ann.do(HandOver, seat=1).accepted
    bench.room._state.match.abandon()
    bench.pass_time(5_000)
    assert bench.room.is_over
    assert cat.do(Say, text="well").accepted
    assert "Nobody is handing over this table" in ben.do(TakenOver, to=to).reason


# Which of several claims counts.


def found(seat: int, deal: int, here: int, away: int = 0) -> FoundTable:
    people = [SeatInfo(seat=number, kind="person") for number in range(here)]
    people += [SeatInfo(seat=here + number, kind="person", state="away") for number in range(away)]
    people.append(SeatInfo(seat=here + away, kind="bot"))
    claim = GoesOn(table="t1", seat=seat, deal=deal, number=9, head=bytes(32), signature=b"")
    info = TableInfo(table_id=f"t{seat}", title="", game="hearts", options={}, seats=tuple(people), goes_on=claim)
    return FoundTable(info, None, "lan")  # type: ignore[arg-type]


def test_of_several_who_go_on_the_most_deals_count_then_the_people_who_are_there_then_the_lowest_seat() -> None:
    ladder = [found(3, 2, 1), found(2, 1, 3), found(1, 1, 2, away=2), found(0, 1, 1, away=3), found(4, 1, 1)]
    for place, best in enumerate(ladder):
        assert best_of(reversed(ladder[place:])) is best
        assert best_of(ladder[place:]) is best
    assert best_of([]) is None
    assert people_here(ladder[2].info) == 2


def test_a_bot_signs_for_nothing() -> None:
    _, guests, estate = hearts()
    old = guests[1].info
    assert old is not None
    new = msgspec.structs.replace(old, table_id="t2", key=NEW_HOST, goes_on=estate.goes_on)
    seats = tuple(msgspec.structs.replace(seat, kind="bot") if seat.seat == 2 else seat for seat in old.seats)
    assert fault_of(new, old, None) == ""
    assert "no player of this match signed" in fault_of(new, msgspec.structs.replace(old, seats=seats), None)


# Bans, and what several people have in common.


def test_a_ban_leaves_out_what_the_host_has_in_common_with_who_is_banned() -> None:
    ann = Person(key=0, name="Ann", key_ed="aa" * 32, address="10.0.0.7", user="home")
    twin = Person(key=1, name="Ben", key_ed="aa" * 32, address="10.0.0.7", user="home", token=KEY, old_token=SECRET)
    assert ban_of(twin, ann, bytes(8)) == BannedPerson(name="Ben", tokens=(KEY, SECRET))
    other = Person(key=2, name="Cat", key_ed="cc" * 32, address="10.0.0.8", user="cat", token=KEY)
    ban = ban_of(other, ann, bytes(8))
    assert (ban.key, ban.address, ban.user, ban.tokens) == ("cc" * 32, "10.0.0.8", "cat", (KEY,))
    assert ban.mark


@pytest.mark.usefixtures("toys")
def test_a_ban_of_somebody_with_the_hosts_key_bars_nobody_else_of_that_key() -> None:
    bench = Bench(toy_config(owner=KEY, seats=3))
    ann = bench.join("Ann", token=KEY, key="a1" * 32, address="10.0.0.5")
    ben = bench.join("Ann's laptop", "watcher", key="a1" * 32, address="10.0.0.6")
    assert ann.do(BanRequest, name="Ann's laptop").accepted
    assert refused(bench.rejoin(ben)).code == "banned", "the token is banned"
    assert not bench.join("Ann's phone", "watcher", key="a1" * 32, address="10.0.0.9").is_closed
    assert refused(bench.join("Eve", "watcher", key="ee" * 32, address="10.0.0.6")).code == "banned"


@pytest.mark.usefixtures("toys")
def test_a_ban_from_where_the_host_is_bars_nobody_who_comes_from_there() -> None:
    bench = Bench(toy_config(owner=KEY, seats=3))
    ann = bench.join("Ann", token=KEY, key="a1" * 32, address="10.0.0.5")
    bench.join("Ben", key="be" * 32, address="10.0.0.5")
    assert ann.do(BanRequest, name="Ben").accepted
    assert not bench.join("Cat", key="ca" * 32, address="10.0.0.5").is_closed
    assert "You are banned" in refused(bench.join("Bob", key="be" * 32, address="10.0.0.5")).sentence


@pytest.mark.usefixtures("toys")
def test_who_is_at_the_table_from_where_somebody_is_banned_stays_and_comes_back_and_newcomers_are_told_why() -> None:
    bench = Bench(toy_config(owner=KEY, seats=3))
    ann = bench.join("Ann", token=KEY, address="10.0.0.5")
    bench.join("Ben", key="be" * 32, address="10.0.0.7")
    cat = bench.join("Cat", key="ca" * 32, address="10.0.0.7")
    assert ann.do(BanRequest, name="Ben").accepted
    assert cat.do(Say, text="still here").accepted
    cat.drop()
    assert bench.join("Cat", token=cat.token, address="10.0.0.7").seat == cat.seat
    word = refused(bench.join("Dan", "watcher", key="da" * 32, address="10.0.0.7"))
    assert word.code == "banned"
    assert word.sentence.startswith("A player at your address is banned")
    assert "You are banned" in refused(bench.join("Bob", key="be" * 32, address="10.0.0.7")).sentence


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("10.0.0.7", "10.0.0.7"), ("2001:db8::7", "2001:db8::7"), ("fe80::7", "fe80::7"), ("127.0.0.1", ""),
        ("::1", ""), ("user 1000", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_ban_goes_elsewhere_by_what_is_the_same_there(address: str, kept: str) -> None:
    ban = BannedPerson(name="Eve", tokens=(KEY,), key="ee" * 32, address=address, user="eve")
    assert ban_elsewhere(ban) == BannedPerson(name="Eve", key="ee" * 32, address=kept)


def test_passes_are_bounded_hold_both_tokens_and_are_spent_one_by_one() -> None:
    passes: list[Pass] = []
    for number in range(300):
        token = number.to_bytes(2, "big") * 8
        passes = with_pass(passes, Person(key=number, name="", token=token, old_token=token[::-1]))
    assert len(passes) == 256
    last = (299).to_bytes(2, "big") * 8
    assert passes[-1] == (last, last[::-1])
    for spent in passes[-1]:
        assert without_pass(passes, spent) == passes[:-1]
    assert without_pass(passes, SECRET) == passes


# Keys that no person can have.

IDENTITY = "01" + 31 * "00"
"""A point of order 1. A signature by such a key fits any message."""


def test_small_key_in_will() -> None:
    """A ban of a key that no person can have is refused with the will."""
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts"))
    lobby.bans = [BannedPerson(name="Eve", key=IDENTITY)]
    with pytest.raises(StoreProblem, match="cannot exist"):
        read_will(write_will(lobby, TimeControls()))


# Spectators of a table that not everybody may join.


def closed(bench: Bench, ann: Guest, how: str) -> None:
    """From now on nobody new may join without the code, or at all."""
    if how == "private":
        lobby_of(bench).private, lobby_of(bench).code = True, CODE
    assert ann.do(Lock, on=how == "locked").accepted
    bench.pass_time(10)


def marks_seen(guest: Guest) -> tuple[str, ...]:
    assert guest.info is not None
    return guest.info.watcher_marks


@pytest.mark.parametrize("how", ["private", "locked"])
@pytest.mark.parametrize("is_handed", [True, False])
def test_spectators_go_along(table: tuple[Bench, list[Guest]], how: str, is_handed: bool) -> None:
    """Who watched is let in by the next host without a code, and by the one after that; nobody else is. Who is removed
    there is not let in again. The code stays if the old host tells it.
    """
    bench, guests = table
    ann, ben, *_ = guests
    eve, fay = (come(bench, seat, host=OLD_HOST, table="t1") for seat in (4, 5))
    closed(bench, ann, how)
    estate = estate_from(ben)
    assert len(estate.admitted) == 2
    if is_handed:
        assert ann.do(HandOver, seat=1).accepted
        will = read_will(ben.last(TakeOver).will)
        assert ben.info is not None
        estate = estate_of(ben.info, left_to(ben), claim_of(ben).goes_on, will.lobby, will.code)
    heirs = new_room(ben, estate, private=how == "private")
    came = all_come(heirs, guests, estate)
    assert (lobby_of(heirs).code == CODE) is (is_handed and how == "private")
    assert bool(lobby_of(heirs).code) is (how == "private")

    stranger = come(heirs, 6, host=NEW_HOST, table="t2")
    assert refused(stranger).code == ("code" if how == "private" else "locked")
    eve, fay = (come(heirs, seat, host=NEW_HOST, table="t2", held=guest.events) for seat, guest in ((4, eve), (5, fay)))
    assert (eve.is_closed, eve.seat) == (fay.is_closed, fay.seat) == (False, None)
    assert len(marks_seen(came[2])) == 2, "the next host of all knows them too"
    assert came[1].do(Kick, name=eve.hello.name).accepted
    assert come(heirs, 4, host=NEW_HOST, table="t2").is_closed
    assert len(marks_seen(came[2])) == 1


def test_nobody_learns_who_watches(table: tuple[Bench, list[Guest]]) -> None:
    """Marks go only to players, and only of a table that not everybody may join. They do not name a key, and do not
    change while nobody comes or goes.
    """
    bench, guests = table
    ann, ben, *_ = guests
    eve = come(bench, 4, host=OLD_HOST, table="t1")
    assert not any(marks_seen(guest) for guest in (*guests, eve))
    closed(bench, ann, "locked")
    (mark,) = marks_seen(ben)
    assert {marks_seen(guest) for guest in guests} == {(mark,)}
    assert not marks_seen(eve)
    assert eve.hello.key not in mark
    assert is_marked(mark, eve.hello.key)
    probe = bench.join("Dan", "probe")
    assert not probe.last(TableFrame).info.watcher_marks
    assert ann.do(BanRequest, name="Nobody").accepted is False
    bench.pass_time(60_000)
    assert marks_seen(ben) == (mark,)
    assert ann.do(Lock, on=False).accepted
    assert not marks_seen(ben)


def test_key_must_be_proven(table: tuple[Bench, list[Guest]]) -> None:
    """Whoever knows a spectator's key and cannot sign with it is not let in for it. A ban counts more than a mark."""
    bench, guests = table
    ann, ben, *_ = guests
    eve = come(bench, 4, host=OLD_HOST, table="t1")
    closed(bench, ann, "private")
    estate = estate_from(ben)
    heirs = new_room(ben, estate, private=True)
    all_come(heirs, guests, estate)
    assert refused(heirs.join("Eve", "watcher", key=eve.hello.key)).code == "key"
    heirs.room.listens_with("")
    assert refused(heirs.join("Eve", "watcher", key=eve.hello.key)).code == "code"
    heirs.room.listens_with(NEW_HOST)
    lobby_of(heirs).bans = [BannedPerson(name="Eve", key=eve.hello.key)]
    assert refused(come(heirs, 4, host=NEW_HOST, table="t2")).code == "banned"


# The host's rights, where nothing was looked at.


@pytest.mark.usefixtures("toys")
def test_a_lock_that_is_on_is_said_once_and_what_it_let_back_is_void_when_it_is_taken_off() -> None:
    bench, (ann, *_) = full_table(toy_config(owner=KEY, seats=3), first_token=KEY)
    eve = bench.join("Eve", "watcher")
    for _ in range(2):
        assert ann.do(Lock).accepted
    assert len(ann.happenings("locked")) == 1
    eve.drop()
    bench.pass_time(1_000)
    assert lobby_of(bench).passes
    assert ann.do(Lock, on=False).accepted
    assert ann.do(Lock, on=False).accepted
    assert len(ann.happenings("unlocked")) == 1
    assert ann.do(Lock).accepted
    assert refused(bench.rejoin(eve)).code == "locked"


@pytest.mark.usefixtures("toys")
def test_a_host_sends_neither_itself_nor_an_owner_away_and_frees_a_bots_seat() -> None:
    bench, (ann, ben) = full_table(toy_config(owner=KEY, seats=3), "Ann Ben", first_token=KEY)
    for ask in ({"seat": 0}, {"name": "Ann"}):
        assert ann.do(Kick, **ask).reason == "You cannot remove yourself. Leave the table instead."
    assert ann.do(BanRequest, name="Ann").reason == "You cannot remove yourself. Leave the table instead."
    assert not lobby_of(bench).bans
    assert ann.do(Kick, seat=7).reason == "This table has seats 1 to 3."
    assert ann.do(Kick, seat=2).reason == "Seat 3 has no player."
    lobby_of(bench).set_bot(2, "easy")
    name = lobby_of(bench).name_at(2)
    assert ann.do(Kick, seat=2).accepted
    assert lobby_of(bench).bot_at(2) is None
    assert [(event.seat, event.name) for event in ben.happenings("left")] == [(2, name)]


@pytest.mark.usefixtures("toys")
def test_who_is_banned_and_who_is_sent_away_is_told_apart_in_the_story_and_last_words_are_bounded() -> None:
    bench, (ann, ben, cat) = full_table(toy_config(owner=KEY, seats=3), first_token=KEY)
    assert ann.do(BanRequest, name="Ben").accepted
    assert ann.do(Kick, name="Cat").accepted
    told: list[Any] = [(event.what, event.name) for event in ann.happenings() if event.what in ("banned", "kicked")]
    assert told == [("banned", "Ben"), ("kicked", "Cat")]
    assert ann.do(CloseTable, sentence="x" * 500).accepted
    assert lobby_of(bench).closed == f'Ann closed the table: "{"x" * 120}"'
    assert all(come_back.is_closed for come_back in (ben, cat))


def test_an_estate_needs_no_word_of_the_host() -> None:
    _, guests, estate = hearts()
    assert estate == estate_from(guests[2])
    assert estate.lobby is None
    assert come(new_room(guests[2], estate), 2, host=NEW_HOST, table="t2", owner=True).seat == 2
