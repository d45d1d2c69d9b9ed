"""The room: who is gone, who floods it, who babbles; and in what order things are said."""

import pytest

from net.match.settings import TimeControls
from net.room import table_journal
from net.room.effects import Broadcast, FollowUp
from net.wire.client_messages import Hello, Ping, Pong, Ready, Say, Sit, Start
from net.wire.framing import EmptyFrame, ProtocolError
from net.wire.host_messages import Bye, Done, Fault, TableFrame
from tests.harness.room import PROMPT, Bench, Guest, full_table, play_with_toys, refused, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def test_a_watcher_who_drops_is_gone_and_disturbs_nobody() -> None:
    bench, guests = full_table(toy_config())
    guests[0].do(Start)
    asked = [guest.decision for guest in guests]
    eve = bench.join("Eve", "watcher")
    eve.drop()
    assert [guest.decision for guest in guests] == asked
    assert [line.what for line in guests[0].gallery.since(0)] == ["watching", "unwatching"]
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
    assert ben.count(Ping) == 2
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


def test_changing_seats_is_as_slow_as_chat_since_everybody_is_told() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    answers = [ann.do(Sit, seat=number % 2 + 1).accepted for number in range(8)]
    assert answers == [True] * 5 + [False] * 3


def test_asking_for_nothing_new_neither_shows_the_table_again_nor_writes_the_lobby_down() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    shown, kept = guests[1].count(TableFrame), len(bench.records)
    for _ in range(20):
        assert eve.do(Ready).accepted
    assert guests[1].count(TableFrame) == shown
    entries = [table_journal.read_part(record, 1) for record in bench.records[kept:]]
    assert [entry.lobby for entry in entries if isinstance(entry, table_journal.Entry)] == [None] * 20


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
    bench.run(bench.room.close("Ann closed the table.", bench.now_ms))
    assert [refused(guest).sentence for guest in guests] == ["Ann closed the table."] * 3


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
    bench = Bench(toy_config(clocks=TimeControls()))
    assert bench.room.wake_ms is None
    bench.join("Ann", "probe")
    assert bench.room.wake_ms is None


def test_an_answer_goes_out_before_the_news_and_players_hear_before_spectators() -> None:
    bench = Bench(toy_config(clocks=PROMPT))
    eve = bench.join("Eve", "watcher")
    ann, ben = bench.join("Ann"), bench.join("Ben")
    bench.effects.clear()
    ben.do(Say, text="hi")
    done = [effect for effect in bench.effects if not isinstance(effect, FollowUp | Broadcast)]
    to = [getattr(effect, "to", ("disk",))[0] for effect in done]
    assert to == ["disk", ben.id, ann.id, ben.id, eve.id]
    assert isinstance(ben.heard[-2], Done)


def test_who_leaves_a_row_of_spectators_takes_nothing_from_the_others() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    eve, fay = bench.join("Eve", "watcher"), bench.join("Fay", "watcher")
    ann.do(Say, text="both stand in one row now")
    assert eve.do(Sit, seat=1).accepted
    assert [event.what for event in fay.happenings()][-2:] == ["said", "sat"]
    assert fay.info == eve.info == ann.info


def test_who_does_not_read_falls_behind_alone_and_catches_up_with_all_of_it() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    eve, fay, gus = (bench.join(name, "watcher") for name in ("Eve", "Fay", "Gus"))
    ann.do(Say, text="all stand in one row now")
    bench.run(bench.room.congest(eve.id, True, bench.now_ms))
    ann.do(Say, text="not for Eve yet")
    ann.do(Ready)
    assert [event.text for event in fay.happenings("said")] == [event.text for event in gus.happenings("said")]
    assert (len(fay.happenings("said")), len(eve.happenings("said"))) == (2, 1)
    assert fay.info == ann.info != eve.info
    bench.run(bench.room.congest(eve.id, False, bench.now_ms))
    assert eve.events == fay.events
    assert eve.info == fay.info


def test_who_is_to_be_asked_soon_is_asked_together_with_who_is_asked_now() -> None:
    bench = Bench(toy_config(clocks=TimeControls(ping_ms=4_000)))
    ann = bench.join("Ann")
    bench.now_ms += 400
    eve = bench.join("Eve", "watcher")
    bench.now_ms += 3_600
    bench.run(bench.room.tick(bench.now_ms))
    assert (ann.count(Ping), eve.count(Ping)) == (1, 1)
    bench.now_ms += 400
    bench.run(bench.room.tick(bench.now_ms))
    assert (ann.count(Ping), eve.count(Ping)) == (1, 1)
