"""The room: coming in, coming back, the lobby over the wire, and what becomes of who is gone."""

import pytest

from net.clocks import Clocks
from net.frames import EmptyFrame
from net.protocol import (
    CAPABILITIES,
    MAJOR,
    Bye,
    Done,
    Fault,
    Hello,
    Kick,
    Leave,
    OtherVersion,
    Ping,
    Pong,
    ProtocolError,
    Ready,
    Refused,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
    TableFrame,
    Welcome,
)
from tests.net.roomkit import PROMPT, Bench, Guest, full_table, play_with_toys, refused, toy_config


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
    for number in range(100, 164):
        assert not bench.room.connect(number, bench.now_ms)
    assert [type(e).__name__ for e in bench.room.connect(164, bench.now_ms)] == ["Close"]


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


def test_chat_is_cleaned_and_kept_in_the_stream() -> None:
    bench = Bench(toy_config())
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    assert eve.do(Say, text="well\x1b[2J played\u202e").accepted
    assert not eve.do(Say, text="\x1b\u202e").accepted
    assert [(e.name, e.seat, e.text) for e in ann.happenings("said")] == [("Eve", None, "well[2J played")]


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


# Who is gone, who floods, who babbles.


def test_a_watcher_who_drops_is_gone_and_disturbs_nobody() -> None:
    bench, guests = full_table(toy_config())
    guests[0].do(Start)
    asked = [guest.decision for guest in guests]
    eve = bench.join("Eve", "watcher")
    eve.drop()
    assert [guest.decision for guest in guests] == asked
    assert [e.what for e in guests[0].happenings()][-2:] == ["watching", "unwatching"]
    assert bench.room.info(bench.now_ms).watching == 0


def state_of(guest: Guest, seat: int) -> str:
    assert guest.info is not None
    return guest.info.seats[seat].state


def test_silence_is_lagging_at_six_seconds_and_away_at_ten() -> None:
    bench, (ann, ben, _) = full_table(toy_config())
    ben.is_silent = True
    seen = []
    for span_ms in (5_900, 200, 3_800, 200):
        bench.pass_time(span_ms)
        seen.append(state_of(ann, 1))
    assert seen == ["here", "lagging", "lagging", "away"]
    assert [e.name for e in ann.happenings("away")] == ["Ben"]
    ben.is_silent = False
    ben.send(Pong(n=1))
    assert state_of(ann, 1) == "here"
    assert [e.name for e in ann.happenings("back")] == ["Ben"]


def test_the_host_asks_who_is_silent_and_hangs_up_in_the_end() -> None:
    bench, (_, ben, _) = full_table(toy_config())
    ben.is_silent = True
    bench.pass_time(40_000)
    assert ben.count(Ping) > 3
    assert refused(ben).code == "silent"


def test_before_the_first_deal_a_seat_is_kept_for_a_minute() -> None:
    bench, (ann, ben, _) = full_table(toy_config())
    ben.drop()
    bench.pass_time(59_000)
    assert ann.info is not None
    assert ann.info.seats[1].name == "Ben"
    bench.pass_time(2_000)
    assert ann.info.seats[1].kind == "empty"


def test_a_ping_is_answered_by_its_number() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    ann.send(Ping(n=77))
    assert ann.last(Pong).n == 77


def test_more_than_twenty_messages_a_second_are_not_taken() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    answers = [ann.do(Ready, ready=True) for _ in range(60)]
    assert sum(done.accepted for done in answers) == 39  # forty at once, of which one was the hello
    bench.now_ms += 1_000
    assert sum(ann.do(Ready, ready=True).accepted for _ in range(30)) == 20


def test_who_goes_on_flooding_is_dropped() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    for _ in range(200):
        if not ann.is_closed:
            ann.send(Ping(n=1))
    assert refused(ann).code == "slow"


def test_chat_is_slower_than_the_rest() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    answers = [ann.do(Say, text=f"line {number}").accepted for number in range(8)]
    assert answers == [True] * 5 + [False] * 3
    bench.now_ms += 1_000
    assert ann.do(Say, text="later").accepted


def test_two_bad_messages_are_named_and_the_third_is_the_last() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    for _ in range(3):
        bench.run(bench.room.reject(ann.id, ProtocolError("Object missing required field `t`"), bench.now_ms))
    assert [type(m) for m in ann.heard[-3:]] == [Fault, Fault, Bye]
    assert refused(ann).code == "malformed"


def test_after_a_bad_frame_the_connection_ends_at_once() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    bench.run(bench.room.reject(ann.id, EmptyFrame("A frame is empty."), bench.now_ms))
    assert refused(ann).code == "malformed"


def test_a_second_hello_is_a_fault() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    ann.send(Hello(name="Ben"))
    assert ann.last(Fault).code == "malformed"
    assert ann.do(Ready, ready=True).accepted


def test_when_the_host_goes_everybody_hears_why() -> None:
    bench, guests = full_table(toy_config())
    bench.run(bench.room.close("Ann has closed the table.", bench.now_ms))
    assert [refused(guest).sentence for guest in guests] == ["Ann has closed the table."] * 3


def test_the_room_knows_since_when_nobody_is_there() -> None:
    bench = Bench(toy_config())
    idle = [bench.room.idle_since_ms]
    ann = bench.join("Ann")
    idle.append(bench.room.idle_since_ms)
    bench.now_ms += 500
    ann.drop()
    idle.append(bench.room.idle_since_ms)
    assert idle == [bench.now_ms - 500, None, bench.now_ms]


def test_a_room_where_nothing_is_due_wants_no_tick() -> None:
    bench = Bench(toy_config(clocks=Clocks()))
    assert bench.room.wake_ms is None
    bench.join("Ann", "probe")
    assert bench.room.wake_ms is None


def test_an_answer_goes_out_before_the_news_and_players_hear_before_spectators() -> None:
    bench = Bench(toy_config(clocks=PROMPT))
    eve = bench.join("Eve", "watcher")
    ann, ben = bench.join("Ann"), bench.join("Ben")
    bench.effects.clear()
    ben.do(Say, text="hi")
    to = [getattr(effect, "to", ("disk",))[0] for effect in bench.effects]
    assert to == ["disk", ben.id, ann.id, ben.id, eve.id]
    assert isinstance(ben.heard[-2], Done)
