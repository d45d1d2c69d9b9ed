"""A match goes on in another room, from what one of its players holds when the host is gone."""

import random

import msgspec
import pytest

from engine.api import (
    Act,
    Auditor,
    Checkpoint,
    Committed,
    Event,
    Happened,
    Journal,
    JournalError,
    OptionValue,
    Preset,
    Record,
    SecretRevealed,
    find_game,
    head_after,
    replay,
)
from net.crypto.signing import PersonKey, at_table
from net.host.config import read_estate, write_estate
from net.match.people import BotSeat
from net.match.settings import RoomConfig, TimeControls
from net.match.snapshot import MatchSnapshot, estate_of
from net.migration.claims import fault_of, make_claim
from net.problems import StoreProblem
from net.wire.client_messages import CAPABILITIES, GetAudit, Hello, NextDeal, Ready, Start
from net.wire.host_messages import ActsPart
from net.wire.table_info import TableInfo
from tests.games.viewers import told_of_deal
from tests.harness.room import Bench, Guest
from tests.net.room.test_games import NAMES, pick, tables

from ...harness.slow import one_of_each

CLOCKS = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(1, 2), between_ms=0, share_ms=0)
OLD_HOST, NEW_HOST = "ab" * 32, "cd" * 32
OWNER = b"the heir's key.."

SHORTER: dict[str, dict[str, OptionValue]] = {"khamul": {"turn_cap": 8}}
"""Options with which a deal that is played by lot is no longer than those of the other games."""


def person(seat: int) -> PersonKey:
    """The key of whoever sits on a seat."""
    return PersonKey(bytes([seat + 1]) * 32)


def come(
    bench: Bench, seat: int, *, host: str, table: str, held: list[Event] | None = None, owner: bool = False
) -> Guest:
    """Somebody comes with a key, and with what it holds of the match."""
    key = person(seat)
    connection, bench.next_id = bench.next_id, bench.next_id + 1
    hello = Hello(
        capabilities=CAPABILITIES,
        name=NAMES.split()[seat],
        table=table,
        key=key.public,
        proof=key.sign(at_table(host, table)),
        held=len(held or ()) - 1,
        viewer=seat if held else None,
        token=OWNER if owner else b"",
    )
    guest = Guest(bench, connection, hello, events=list(held or ()))
    bench.guests[connection] = guest
    bench.run(bench.room.connect(connection, bench.now_ms))
    guest.send(hello)
    return guest


def begun(game: str, preset: Preset, seats: int, seed: int = 7) -> tuple[Bench, list[Guest]]:
    """A match in its first deal."""
    options = {**preset.options, **SHORTER.get(game, {})}
    config = RoomConfig(table_id="t1", game=game, options=options, seats=seats, clocks=CLOCKS)
    bench = Bench(config, seed=seed)
    bench.room.listens_with(OLD_HOST)
    guests = [come(bench, seat, host=OLD_HOST, table="t1") for seat in range(seats)]
    for guest in guests:
        guest.do(Ready)
    done = guests[0].do(Start)
    assert done.accepted, done.reason
    return bench, guests


def play_deal(bench: Bench, guests: list[Guest], chance: random.Random) -> None:
    """Everybody plays by chance until the deal is over, by default when it takes long."""
    for step in range(20_000):
        assert guests[0].info is not None
        if guests[0].info.phase in ("over", "between"):
            return
        asked = [guest for guest in guests if guest.decision is not None]
        if not asked:
            bench.pass_time(10)
            continue
        guest = chance.choice(asked)
        assert guest.decision is not None
        guest.play(pick(guest.decision, chance, guest) if step < 150 else None)
        bench.now_ms += 600
    raise AssertionError("the deal does not end")


def next_deal(bench: Bench, guests: list[Guest]) -> None:
    """The next deal begins."""
    for guest in guests:
        bench.now_ms += 100
        assert guest.do(NextDeal).accepted
    bench.pass_time(50)
    assert guests[0].info is not None
    assert guests[0].info.phase in ("playing", "paused")


def left_to(guest: Guest) -> Checkpoint:
    """What a player holds who has checked every finished deal as its program does."""
    assert guest.info is not None
    auditor = Auditor(guest.bench.game, len(guest.info.seats), dict(guest.view().options), guest.seat)
    for deal in range(1, 1 + sum(isinstance(event, SecretRevealed) for event in guest.events)):
        guest.bench.now_ms += 1_100
        before = len(guest.heard)
        assert guest.do(GetAudit, deal=deal).accepted
        acts = [act for part in guest.heard[before:] if isinstance(part, ActsPart) for act in part.acts]
        auditor.verify(acts, told_of_deal(guest.events, deal))
    return auditor.checkpoint(guest.events)


def estate_from(guest: Guest) -> MatchSnapshot:
    """What a player who goes on with the match gives to the new host."""
    assert guest.info is not None
    assert guest.seat is not None
    left = left_to(guest)
    claim = make_claim(guest.info, left, guest.seat, person(guest.seat), host_key=NEW_HOST, table_id="t2")
    return estate_of(guest.info, left, claim)


def new_room(guest: Guest, estate: MatchSnapshot, clocks: TimeControls = CLOCKS, *, private: bool = False) -> Bench:
    """The room on another machine."""
    old = guest.info
    assert old is not None
    config = RoomConfig(
        table_id="t2",
        game=old.game,
        title=old.title,
        options=old.options,
        seats=len(old.seats),
        owner=OWNER,
        clocks=clocks,
        private=private,
    )
    bench = Bench(config, seed=99, estate=estate)
    bench.room.listens_with(NEW_HOST)
    return bench


def all_come(bench: Bench, old: list[Guest], estate: MatchSnapshot) -> list[Guest]:
    """All players come to the new room with what they hold up to the end of the deal; the heir with the owner's key."""
    number = estate.goes_on.number
    return [
        come(bench, seat, host=NEW_HOST, table="t2", held=guest.events[:number], owner=seat == estate.heir)
        for seat, guest in enumerate(old)
    ]


def state_of(bench: Bench) -> tuple[object, ...]:
    table = bench.room._state.match.table
    assert table is not None
    told = (table.totals, table.scores, table.deal, table.dealer, table.phase, table.playing, table.dropped)
    return (*msgspec.to_builtins(told), {zone: tuple(cards) for zone, cards in table.zones.items()}, dict(table.facts))


def one_deal_played(game: str, preset: Preset, seats: int) -> tuple[Bench, list[Guest], random.Random]:
    """A match that is not over with its first deal."""
    for seed in range(20):
        bench, guests = begun(game, preset, seats, seed)
        chance = random.Random(f"{game} {preset.id} {seats} {seed}")
        play_deal(bench, guests, chance)
        assert guests[0].info is not None
        if guests[0].info.phase == "between":
            return bench, guests, chance
    raise AssertionError("every match was over with its first deal")


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    one_of_each(tables(), lambda _: True),
    ids=lambda part: getattr(part, "id", str(part)),
)
def test_a_match_of_every_game_goes_on_in_another_room_from_its_last_finished_deal(
    game: str, preset: Preset, seats: int
) -> None:
    bench, guests, chance = one_deal_played(game, preset, seats)
    undisturbed = state_of(bench)
    number = len(guests[0].events)
    next_deal(bench, guests)
    heir = guests[1]
    estate = estate_from(heir)
    assert estate.goes_on.deal == 1
    heirs = new_room(heir, estate)
    assert state_of(heirs) == undisturbed
    came = all_come(heirs, guests, estate)
    for seat, (guest, before) in enumerate(zip(came, guests, strict=True)):
        assert guest.seat == seat
        assert guest.events[: estate.goes_on.number] == before.events[: estate.goes_on.number]
        assert guest.info is not None
        assert guest.info.host_seat == heir.seat
    assert guests[0].info is not None
    assert came[0].info is not None
    assert fault_of(came[0].info, guests[0].info, left_to(guests[0])) == ""
    assert estate.goes_on.number <= number
    next_deal(heirs, came)
    play_deal(heirs, came, chance)
    table = heirs.room._state.match.table
    assert table is not None
    assert table.journal is not None
    assert table.deal == 2
    assert replay(table.journal).totals == table.totals
    assert head_after(table.journal, estate.goes_on.number) == estate.goes_on.head
    assert head_after(table.journal, estate.goes_on.number) == head_after(_journal(bench), estate.goes_on.number)
    for guest in came:
        assert guest.view().totals == table.totals
    crashed = heirs.crash().room._state.match.table
    assert crashed is not None
    assert (crashed.zones, crashed.totals) == (table.zones, table.totals)


def _journal(bench: Bench) -> Journal:
    table = bench.room._state.match.table
    assert table is not None
    assert table.journal is not None
    return table.journal


# Hearts for three people, where it is told in detail.


def hearts() -> tuple[Bench, list[Guest], MatchSnapshot]:
    """A match of Hearts in its second deal, and what the player of seat 2 holds of it."""
    bench, guests = begun("hearts", find_game("hearts").meta.presets[0], 4)
    play_deal(bench, guests, random.Random("hearts"))
    next_deal(bench, guests)
    return bench, guests, estate_from(guests[2])


def test_the_new_host_binds_itself_to_secrets_of_its_own() -> None:
    bench, guests, estate = hearts()
    heirs = new_room(guests[2], estate)
    came = all_come(heirs, guests, estate)
    next_deal(heirs, came)
    old, new = _journal(bench).header, _journal(heirs).header
    assert old.seed != new.seed
    assert old.seed not in str(estate)
    digests = [[event.digest for event in one.events if isinstance(event, Committed)] for one in (guests[0], came[0])]
    assert digests[0][0] == digests[1][0]
    assert digests[0][1] != digests[1][1]


def test_everybody_reads_where_the_match_went_on_and_the_deal_under_way_is_void() -> None:
    _, guests, estate = hearts()
    came = all_come(new_room(guests[2], estate), guests, estate)
    after = came[0].events[estate.goes_on.number :]
    assert [event for event in after if isinstance(event, Happened) and event.what == "carried"] == [
        Happened("carried", 2, "Cat", "t1")
    ]
    assert not [event for event in after if not isinstance(event, Happened)]
    assert came[0].view().deal == 1
    assert came[0].info is not None
    assert came[0].info.phase == "between"


def test_the_heir_has_the_hosts_rights_and_nobody_else() -> None:
    _, guests, estate = hearts()
    heirs = new_room(guests[2], estate)
    came = all_come(heirs, guests, estate)
    hosts = [seat.seat for seat in came[0].info.seats if seat.is_host]  # type: ignore[union-attr]
    assert hosts == [2]


def test_who_does_not_come_is_away_and_the_others_can_go_on() -> None:
    _, guests, estate = hearts()
    heirs = new_room(guests[2], estate)
    came = [come(heirs, seat, host=NEW_HOST, table="t2", owner=seat == 2) for seat in (1, 2, 3)]
    assert [guest.seat for guest in came] == [1, 2, 3]
    heirs.pass_time(CLOCKS.away_ms + 1_000)
    assert came[0].info is not None
    assert came[0].info.seats[0].state == "away"
    next_deal(heirs, came)
    assert came[0].view().deal == 2


def test_a_stranger_gets_no_seat_of_the_old_table() -> None:
    _, guests, estate = hearts()
    heirs = new_room(guests[2], estate)
    stranger = come(heirs, 7, host=NEW_HOST, table="t2")
    assert stranger.seat is None


def test_seats_of_bots_and_reserves_are_taken_over() -> None:
    bench, guests, estate = hearts()
    told = msgspec.structs.replace(bench.room._state.lobby, reserves_ms=[1, 2, 3, 4])
    estate = msgspec.structs.replace(estate, sitters=estate.sitters[1:], bots=(BotSeat(0, "Elm", "hard"),), lobby=told)
    room = new_room(guests[2], estate).room
    assert room.info(0).seats[0].level == "hard"
    assert room._state.lobby.reserves_ms[:4] == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_long_match_fits_into_the_file_of_the_new_table() -> None:
    _, guests, estate = hearts()
    many = tuple(estate.records) + tuple(
        Record(Act("room"), (Happened("said", 0, "Ann", f"line {number}"),)) for number in range(20_000)
    )
    heirs = new_room(guests[2], msgspec.structs.replace(estate, records=many))
    crashed = heirs.crash()
    assert state_of(crashed) == state_of(heirs)
    assert len(list(_journal(crashed).events())) == len(list(_journal(heirs).events()))


def test_a_host_that_died_while_it_took_the_match_up_is_no_table_without_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.match.snapshot._RECORDS_AN_ENTRY", 20)
    _, guests, estate = hearts()
    heirs = new_room(guests[2], estate)
    assert len(heirs.records) > 3
    for kept in range(1, len(heirs.records)):
        with pytest.raises(JournalError, match="Repeat the takeover"):
            heirs.crash(heirs.records[:kept])
    assert [seat.name for seat in heirs.crash().room.info(0).seats][:3] == [guest.hello.name for guest in guests[:3]]


@pytest.fixture
def old_table() -> tuple[TableInfo, Checkpoint, TableInfo]:
    """A table that is gone, what a player holds of it, and how a table looks that rightly goes on with it."""
    _, guests, estate = hearts()
    assert guests[1].info is not None
    old = guests[1].info
    new = msgspec.structs.replace(old, table_id="t2", key=NEW_HOST, goes_on=estate.goes_on)
    return old, left_to(guests[1]), new


def test_a_claim_is_believed_by_who_holds_the_same_deal(old_table: tuple[TableInfo, Checkpoint, TableInfo]) -> None:
    old, left, new = old_table
    assert fault_of(new, old, left) == ""
    assert fault_of(new, old, None) == ""


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"key": "ee" * 32}, "the player named in the claim did not sign"),
        ({"key": ""}, "the player named in the claim did not sign"),
        ({"table_id": "t3"}, "the player named in the claim did not sign"),
        ({"options": {}}, "differ from the rules"),
        ({"game": "khanhoo"}, "differ from the rules"),
        ({"seats": ()}, "differ from the rules"),
        ({"goes_on": None}, "another match"),
    ],
)
def test_a_table_that_is_not_what_was_signed_is_not_believed(
    old_table: tuple[TableInfo, Checkpoint, TableInfo], changed: dict[str, object], why: str
) -> None:
    old, left, new = old_table
    assert why in fault_of(msgspec.structs.replace(new, **changed), old, left)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"table": "t9"}, "another match"),
        ({"seat": 1}, "the player named in the claim did not sign"),
        ({"seat": 9}, "no player of this match signed"),
        ({"deal": 2}, "the player named in the claim did not sign"),
        ({"number": 3}, "the player named in the claim did not sign"),
        ({"head": bytes(32)}, "the player named in the claim did not sign"),
        ({"signature": b""}, "the player named in the claim did not sign"),
        ({"deal": 2**31}, "the player named in the claim did not sign"),
    ],
)
def test_a_claim_changed_in_any_field_is_not_believed(
    old_table: tuple[TableInfo, Checkpoint, TableInfo], changed: dict[str, object], why: str
) -> None:
    old, left, new = old_table
    assert new.goes_on is not None
    claim = msgspec.structs.replace(new.goes_on, **changed)
    assert why in fault_of(msgspec.structs.replace(new, goes_on=claim), old, left)


def test_a_claim_that_tells_another_match_or_less_of_it_is_not_believed(
    old_table: tuple[TableInfo, Checkpoint, TableInfo],
) -> None:
    old, left, new = old_table
    more = Checkpoint(left.journal, left.deal + 1, left.number + 9, left.head)
    assert "deal 2 is already finished" in fault_of(new, old, more)
    other = Checkpoint(left.journal, left.deal, left.number, bytes(32))
    assert "record of the match differs" in fault_of(new, old, other)


def test_an_estate_is_the_same_after_it_was_written_down(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("estate") / "estate"
    _, _, estate = hearts()
    write_estate(place, estate)
    assert read_estate(place) == estate
    assert place.stat().st_mode & 0o077 == 0
    place.write_bytes(place.read_bytes()[:-1])
    with pytest.raises(StoreProblem, match="not a table that can be continued"):
        read_estate(place)
