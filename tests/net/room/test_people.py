"""The room: coming in, coming back, and the lobby over the wire."""

import pytest

from net.match.settings import RoomConfig
from net.wire.client_messages import (
    CAPABILITIES,
    MAJOR,
    Fill,
    Kick,
    Leave,
    Ping,
    Ready,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
)
from net.wire.framing import OtherVersion
from net.wire.host_messages import Bye, Refused, TableFrame, Welcome
from tests.harness.room import Bench, full_table, play_with_toys, refused, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# The hello.


def test_a_player_is_welcome_and_sits_on_the_first_free_seat() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    welcome = ben.last(Welcome)
    assert (ann.seat, ben.seat, welcome.name, len(welcome.token)) == (0, 1, "Ben", 16)
    assert set(welcome.capabilities) == set(CAPABILITIES)
    assert [e.name for e in ann.happenings("sat")] == ["Ann", "Ben"]


def test_a_watcher_gets_no_seat() -> None:
    bench = Bench(toy_config())
    eve = bench.join("Eve", "watcher")
    assert eve.seat is None
    assert eve.info is not None
    assert eve.info.watchers == ("Eve",)


def test_a_player_at_a_full_table_watches() -> None:
    bench, _ = full_table(toy_config())
    assert bench.join("Dan").seat is None


def test_a_probe_is_told_the_table_and_leaves_no_trace() -> None:
    bench = Bench(toy_config())
    written = len(bench.records)
    probe = bench.join("P", "probe")
    assert [type(m) for m in probe.heard] == [TableFrame, Bye]
    assert probe.is_closed
    assert len(bench.records) == written
    assert not bench.room.info(bench.now_ms).watching


def test_anything_before_the_hello_is_refused_and_nothing_is_told() -> None:
    bench = Bench(toy_config())
    bench.join("Ann")
    stranger = bench.join("X", "probe")  # a connection of whom the bench keeps account; the next one says no hello
    bench.guests[99] = stranger
    stranger.heard.clear()
    bench.run(bench.room.connect(99, bench.now_ms))
    bench.run(bench.room.receive(99, Say(id="x", text="hi"), bench.now_ms))
    assert [type(m) for m in stranger.heard] == [Refused]


def test_another_table_is_not_here() -> None:
    bench = Bench(toy_config())
    word = refused(bench.join("Ann", table="elsewhere"))
    assert (word.code, type(word)) == ("table", Refused)


def test_another_version_is_refused_in_a_sentence() -> None:
    bench = Bench(toy_config())
    guest = bench.join("Ann", "probe")
    bench.guests[50] = guest
    bench.run(bench.room.connect(50, bench.now_ms))
    bench.run(bench.room.reject(50, OtherVersion(MAJOR + 1, 2), bench.now_ms))
    word = refused(guest)
    assert word.code == "version"
    assert f"{MAJOR + 1}.2" in word.sentence


def test_who_says_no_hello_in_time_is_sent_away() -> None:
    bench = Bench(toy_config())
    guest = bench.join("Ann", "probe")
    bench.guests[50] = guest
    bench.run(bench.room.connect(50, bench.now_ms))
    bench.pass_time(6_000)
    assert refused(guest).code == "silent"


def test_strangers_at_the_door_are_limited() -> None:
    bench = Bench(toy_config())
    for number in range(100, 356):
        assert not bench.room.connect(number, bench.now_ms)
    assert [type(e).__name__ for e in bench.room.connect(356, bench.now_ms)] == ["Close"]


def test_who_comes_and_goes_without_end_is_let_in_ever_more_seldom_and_who_was_here_at_once() -> None:
    bench = Bench(toy_config(most_watchers=6))
    ann = bench.join("Ann")
    came = 0
    for _ in range(100):
        eve = bench.join("Eve", "watcher")
        came += bool(eve.count(Welcome))
        if not eve.is_closed:
            eve.drop()
    assert came == 6 + 64 - 1  # Ann came in as well
    assert bench.rejoin(ann).seat == 0
    bench.now_ms += 1_000
    assert bench.join("Bea", "watcher").count(Welcome) == 1


def test_only_so_many_may_watch() -> None:
    bench = Bench(toy_config(most_watchers=1))
    bench.join("Eve", "watcher")
    assert refused(bench.join("Mal", "watcher")).code == "full"


def test_the_owners_key_gives_the_hosts_rights_whoever_came_first() -> None:
    bench = Bench(toy_config(owner=b"k" * 16))
    bench.join("Ben")
    ann = bench.join("Ann", token=b"k" * 16)
    assert ann.info is not None
    assert (ann.info.host, ann.last(Welcome).resumed) == ("Ann", False)


def test_the_owners_key_brings_the_owner_back_to_its_seat() -> None:
    bench = Bench(toy_config(owner=b"k" * 16))
    ann = bench.join("Ann", token=b"k" * 16)
    ann.drop()
    back = bench.join("Ann", token=b"k" * 16)
    assert (back.seat, back.last(Welcome).resumed, back.last(Welcome).name) == (0, True, "Ann")


def test_the_user_of_this_machine_is_shown() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann", user="ann\x1b")
    assert ann.info is not None
    assert ann.info.seats[0].user == "ann"


# Tokens.


def test_a_token_brings_one_back_and_is_void_once_the_next_has_arrived() -> None:
    bench, (ann, *_) = full_table(toy_config())
    first = ann.token
    ann.drop()
    back = bench.rejoin(ann)
    assert (back.seat, back.last(Welcome).resumed) == (0, True)
    assert back.token != first
    back.send(Ping(n=1))
    back.drop()
    late = bench.join("Mal", token=first)
    assert late.seat is None
    assert not late.last(Welcome).resumed


def test_when_the_welcome_was_lost_the_old_token_still_opens() -> None:
    bench, (ann, *_) = full_table(toy_config())
    ann.drop()
    bench.rejoin(ann).drop()
    assert bench.rejoin(ann).seat == 0


@pytest.mark.parametrize("token", [b"", b"x", b"\0" * 16, b"y" * 16])
def test_a_wrong_token_opens_nothing(token: bytes) -> None:
    bench, (ann, *_) = full_table(toy_config())
    ann.drop()
    assert bench.join("Mal", token=token).seat is None


def test_a_second_connection_with_the_token_displaces_the_first_and_says_so() -> None:
    bench, (ann, *_) = full_table(toy_config())
    second = bench.rejoin(ann)
    assert refused(ann).code == "displaced"
    assert second.seat == 0
    assert bench.room.disconnect(ann.id, bench.now_ms) == []
    assert second.do(Say, text="here").accepted


def test_nothing_that_others_are_sent_holds_a_token() -> None:
    bench, guests = full_table(toy_config(owner=b"k" * 16))
    guests[0].do(Start)
    eve = bench.join("Eve", "watcher")
    for guest in [*guests, eve]:
        for other in guests:
            assert (other.token in guest.raw) == (guest is other)
        assert b"k" * 16 not in guest.raw


# The lobby over the wire.


def test_everybody_sees_each_change_of_the_lobby() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    assert ann.do(SetOption, name="deals", value=3).accepted
    assert ben.info is not None
    assert ben.info.options["deals"] == 3
    assert ben.info == ann.info


def test_only_the_host_may_set_options_start_seat_bots_and_send_away() -> None:
    bench = Bench(toy_config())
    bench.join("Ann")
    ben = bench.join("Ben")
    asked = [
        ben.do(SetOption, name="deals", value=3),
        ben.do(SetBot, seat=2, level="easy"),
        ben.do(Kick, seat=0),
        ben.do(Start),
    ]
    assert [(done.accepted, "Ann" in done.reason) for done in asked] == [(False, True)] * 4


def test_standing_sitting_and_changing_seats() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    assert ann.do(Sit, seat=2).accepted
    assert ann.do(Stand).accepted
    assert not ann.do(Stand).accepted
    assert [(e.what, e.seat) for e in ann.happenings()] == [("sat", 0), ("sat", 2), ("stood", 2)]


def test_whoever_stands_in_for_the_owner_cannot_send_the_owner_away() -> None:
    bench = Bench(toy_config(owner=b"k" * 16))
    ann = bench.join("Ann", token=b"k" * 16)
    ben = bench.join("Ben")
    ann.drop()
    bench.pass_time(11_000)
    assert ben.info is not None
    assert ben.info.host == "Ben"
    done = ben.do(Kick, seat=0)
    assert (done.accepted, done.reason.partition(".")[0]) == (False, "This is Ann's table")
    assert bench.rejoin(ann).seat == 0


def test_who_is_sent_away_is_told_by_whom_and_its_token_is_void() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    ann.do(Kick, seat=1)
    assert refused(ben).code == "kicked"
    assert "Ann" in refused(ben).sentence
    assert not bench.join("Ben", token=ben.token).last(Welcome).resumed


def test_who_leaves_frees_the_seat_and_its_token() -> None:
    bench = Bench(toy_config())
    bench.join("Ann")
    ben = bench.join("Ben")
    ben.send(Leave())
    assert refused(ben).code == "left"
    assert bench.room.info(bench.now_ms).seats[1].kind == "empty"
    assert not bench.join("Ben", token=ben.token).last(Welcome).resumed


def test_chat_is_cleaned_and_what_players_say_is_kept_in_the_stream() -> None:
    bench = Bench(toy_config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    for guest in (ann, eve):
        assert guest.do(Say, text="well\x1b[2J played\u202e").accepted
        assert not guest.do(Say, text="\x1b\u202e").accepted
    assert [(e.name, e.seat, e.text) for e in eve.happenings("said")] == [("Ann", 0, "well[2J played")]
    assert [(line.name, line.text) for line in ann.lines()] == [("Eve", "well[2J played")]


def test_the_same_request_sent_again_counts_once() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    first = ann.do(Say, text="once")
    again = ann.ask_for(ann.sent[-1])
    assert again == first
    assert len(ann.happenings("said")) == 1


def test_a_table_may_begin_by_itself_when_its_owner_sits_and_bots_have_the_rest() -> None:
    bench = Bench(toy_config(bots=("easy", "easy"), autostart=True, owner=b"k" * 16))
    ann = bench.join("Ann", token=b"k" * 16)
    assert bench.room.info(bench.now_ms).phase == "playing"
    assert ann.decision is not None


# Ghosts and look-alikes.


def test_who_comes_with_a_name_that_looks_like_anothers_is_given_a_number() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    assert bench.join("\u0410nn").last(Welcome).name == "\u0410nn 2"
    assert ann.info is not None
    assert ann.info.seats[0].name == "Ann"


@pytest.mark.parametrize("is_listed", [True, False])
def test_four_who_come_and_hang_up_hold_no_table_for_longer_than_ten_seconds(is_listed: bool) -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seed="one", listed=is_listed, owner=b"k" * 16))
    for number in range(4):
        bench.join(f"Eve {number}", address="10.0.0.7").drop()
    bench.pass_time(10_100)
    assert bench.join("Ben", address="10.0.0.8").seat is not None
    assert sum(seat.kind == "person" for seat in bench.room.info(bench.now_ms).seats) == 1


def test_who_has_been_ready_and_the_owner_keep_their_seats_for_longer() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seed="one", owner=b"k" * 16))
    ann, ben, cat = bench.join("Ann", token=b"k" * 16), bench.join("Ben"), bench.join("Cat")
    ben.do(Ready)
    ben.do(Ready, ready=False)
    for guest in (ann, ben, cat):
        guest.drop()
    bench.pass_time(30_000)
    assert [seat.name for seat in bench.room.info(bench.now_ms).seats] == ["Ann", "Ben", "", ""]


def test_one_address_leaves_seats_to_others_until_its_people_are_ready_or_somebody_else_has_come() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seed="one", owner=b"k" * 16))
    flat = [bench.join(f"F{number}", address=f"2001:db8:1:2::{number}") for number in range(4)]
    assert [guest.seat for guest in flat] == [0, 1, 2, None]  # the first is the host, who does not say ready
    done = flat[3].do(Sit, seat=3)
    assert (done.accepted, done.code) == (False, "unavailable")
    assert "from your address already have" in done.reason
    assert flat[1].do(Sit, seat=3).accepted
    assert flat[1].do(Sit, seat=1).accepted
    assert flat[1].do(Ready).accepted
    assert flat[3].do(Sit, seat=3).accepted
    other = Bench(RoomConfig(table_id="t1", game="hearts", seed="one", owner=b"k" * 16))
    other.join("Ben", address="10.0.0.8")
    assert [other.join(f"F{number}", address="10.0.0.7").seat for number in range(3)] == [1, 2, 3]
    unlisted = Bench(RoomConfig(table_id="t1", game="hearts", seed="one", listed=False))
    assert [unlisted.join(f"F{number}", address="10.0.0.7").seat for number in range(4)] == [0, 1, 2, 3]


def test_a_player_who_stands_up_in_a_deal_watches_and_the_seat_counts_as_absent() -> None:
    bench = Bench(toy_config())
    ann, ben = bench.join("Ann"), bench.join("Ben")
    ann.do(Fill, level="easy")
    ben.do(Ready)
    ann.do(Start)
    assert ben.do(Stand).accepted
    assert ann.info is not None
    assert (ann.info.seats[1].kind, ann.info.seats[1].state) == ("empty", "away")
    assert ann.info.watchers == ("Ben",)
    assert not ben.do(Sit, seat=1).accepted
