"""The host's rights: lock, send away, ban, pass on, close; all of it through the death of the host's program."""

import pytest

from net.room.effects import EndTable
from net.wire.client_messages import Ban, CastVote, CloseTable, Kick, Leave, Lock, PassHost, Request, Say
from net.wire.host_messages import Bye, Refused, TableFrame
from tests.harness.room import Bench, Guest, full_table, play_with_toys, refused, started, toy_config

KEY = b"k" * 16
OWNED = toy_config(owner=KEY, seats=3)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def host_of(guest: Guest) -> str:
    assert guest.info is not None
    return guest.info.host


def test_all_of_it_is_the_hosts_alone() -> None:
    _, (_, ben, _) = full_table(OWNED, first_token=KEY)
    asked: list[tuple[type[Request], dict[str, object]]] = [
        (Lock, {}), (Kick, {"name": "Cat"}), (Ban, {"name": "Cat"}), (PassHost, {"seat": 2}), (CloseTable, {}),
    ]  # fmt: skip
    for kind, fields in asked:
        assert ben.do(kind, **fields).reason == "Only the host can do that. The host is Ann."


# Lock.


def test_nobody_new_comes_into_a_locked_table_and_whoever_has_a_token_comes_back() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    assert ann.do(Lock).accepted
    assert [event.name for event in ben.happenings("locked")] == ["Ann"]
    for role in ("player", "watcher"):
        word = refused(bench.join("Fay", role))
        assert (word.code, word.sentence) == ("locked", "The table is locked: nobody new can join for now.")
    probe = bench.join("Gus", "probe")
    assert probe.last(TableFrame).info.locked
    for guest in (ben, eve):
        guest.drop()
        bench.pass_time(1_000)
        assert not bench.rejoin(guest).is_closed
    assert ann.do(Lock, on=False).accepted
    assert not bench.join("Fay", "watcher").is_closed


def test_a_lock_outlives_the_host_and_so_do_the_places_of_who_was_there() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    ann.do(Lock)
    again = bench.crash()
    assert refused(again.join("Fay", "watcher")).code == "locked"
    assert not again.rejoin(eve).is_closed
    assert not again.rejoin(ben).is_closed
    assert not again.join("Ann", token=KEY).is_closed


def test_who_was_sent_from_a_locked_table_does_not_come_back() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    ann.do(Lock)
    ann.do(Kick, seat=1)
    ann.do(Kick, name="Eve")
    eve_left = bench.rejoin(eve)
    assert [refused(bench.rejoin(ben)).code, refused(eve_left).code] == ["locked", "locked"]


# Sending away.


def test_a_spectator_is_sent_away_by_name_and_told_by_whom() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    assert ann.do(Kick, name="Eve").accepted
    assert refused(eve) == Bye(code="kicked", sentence="Ann removed you from the table.")
    assert [(event.seat, event.name) for event in ben.happenings("kicked")] == [(None, "Eve")]
    assert ann.do(Kick, name="Eve").reason == "Eve is not at the table."
    assert ann.do(Kick).reason == "That player is not at the table."


# Bans.


def test_who_is_banned_comes_back_neither_by_token_nor_by_name_from_the_same_machine() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY, user="ann")
    ben = bench.join("Ben", address="10.0.0.7")
    assert ann.do(Ban, name="Ben").accepted
    assert refused(ben) == Bye(code="banned", sentence="Ann banned you from this table until its match is over.")
    assert "You are banned" in refused(bench.rejoin(ben)).sentence
    other = refused(bench.join("Bob", "watcher", address="10.0.0.7"))
    assert (other.code, "at your address" in other.sentence) == ("banned", True)
    assert not bench.join("Cat", address="10.0.0.8").is_closed
    assert ann.info is not None
    assert ann.info.bans == ("Ben",)
    assert bench.join("Dan", "probe").last(TableFrame).info.bans == ()


def test_who_is_banned_is_known_by_the_key_of_their_person_wherever_they_come_from() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY, key="a1" * 32)
    bench.join("Ben", address="10.0.0.7", key="be" * 32)
    ann.do(Ban, name="Ben")
    assert "You are banned" in refused(bench.join("Bob", address="10.0.0.99", key="be" * 32)).sentence
    assert not bench.join("Cat", address="10.0.0.99", key="ca" * 32).is_closed


def test_a_ban_of_a_user_of_this_machine_is_never_one_of_the_host() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY, user="ann")
    ben = bench.join("Ben", user="ben")
    twin = bench.join("Ann's other terminal", "watcher", user="ann")
    assert ann.do(Ban, name="Ben").accepted
    assert ann.do(Ban, name=twin.last(TableFrame).info.watchers[0]).accepted
    assert refused(bench.join("Ben again", user="ben")).code == "banned"
    assert refused(bench.rejoin(ben)).code == "banned"
    assert not bench.join("Ann's third terminal", "watcher", user="ann").is_closed


def test_nobody_is_called_like_somebody_who_is_banned() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY, user="ann")
    bench.join("Ben", address="10.0.0.7")
    ann.do(Ban, name="Ben")
    bench.join("Ben", address="10.0.0.9")
    assert ann.info is not None
    assert [seat.name for seat in ann.info.seats] == ["Ann", "Ben 2", ""]


def test_a_ban_is_kept_through_the_death_of_the_host_until_it_is_lifted() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY)
    ben = bench.join("Ben", address="10.0.0.7")
    ann.do(Ban, name="Ben")
    again = bench.crash()
    ann = again.rejoin(ann)
    assert refused(again.rejoin(ben)).code == "banned"
    assert ann.do(Ban, name="Bob", on=False).reason == "Bob is not banned."
    assert ann.do(Ban, name="Ben", on=False).accepted
    assert [(event.name, event.text) for event in ann.happenings("unbanned")] == [("Ben", "Ann")]
    assert not again.join("Ben", address="10.0.0.7").is_closed


def test_a_ban_ends_with_the_match() -> None:
    bench, (ann, ben, cat) = started(toy_config(owner=KEY), owner=True)
    ann.do(Ban, name="Ben")
    for guest in (ann, cat):
        guest.do(CastVote, what="stop")
    assert bench.room.is_over
    assert not bench.rejoin(ben).is_closed
    assert "would end at once" in ann.do(Ban, name="Cat").reason


def test_a_table_has_room_for_so_many_bans() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY)
    for number in range(32):
        bench.join(f"Eve {number}", "watcher")
        assert ann.do(Ban, name=f"Eve {number}").accepted
        bench.now_ms += 1_000
    bench.join("Fay", "watcher")
    assert "A table can have at most 32 bans" in ann.do(Ban, name="Fay").reason


# Passing the rights on.


def test_the_hosts_rights_pass_to_another_player_and_are_not_taken_back_by_the_owners_key() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    assert ann.do(PassHost, seat=1).accepted
    assert host_of(ann) == "Ben"
    assert [(event.seat, event.name, event.text) for event in ben.happenings("host")] == [(1, "Ben", "Ann")]
    ann.drop()
    again = bench.join("Ann", token=KEY)
    assert (again.seat, host_of(again)) == (0, "Ben")
    assert not again.do(Kick, seat=2).accepted
    restarted = bench.crash()
    ben = restarted.rejoin(ben)
    restarted.join("Ann", token=KEY)
    assert host_of(ben) == "Ben"
    assert ben.do(PassHost, seat=0).accepted
    assert host_of(ben) == "Ann"


def test_the_rights_go_to_somebody_who_sits_and_is_here() -> None:
    bench, (ann, ben, cat) = full_table(toy_config(game="hearts", owner=KEY, bots=("easy",)), first_token=KEY)
    cat.drop()
    bench.pass_time(11_000)
    assert ann.do(PassHost, seat=0).reason == "You are already the host."
    assert ann.do(PassHost, seat=2).reason == "Cat is away."
    assert ann.do(PassHost, seat=3).reason == "Seat 4 has no player who can be host."
    assert ann.do(PassHost, seat=9).reason == "This table has seats 1 to 4."
    assert host_of(ben) == "Ann"


def test_rights_on_loan_are_neither_passed_on_nor_used_to_close_the_table() -> None:
    bench, (ann, ben, cat) = full_table(OWNED, first_token=KEY)
    ann.is_silent = True
    bench.pass_time(11_000)
    assert host_of(cat) == "Ben"
    loan = "This is Ann's table. You have some of the host's rights for now, but you cannot"
    assert ben.do(PassHost, seat=2).reason == f"{loan} make another player host."
    assert not ben.do(CloseTable).accepted
    assert ben.do(Ban, name="Ann").reason == ben.do(Ban, name="Cat").reason == f"{loan} ban people."


def test_where_a_table_is_nobodys_by_key_the_stand_in_sends_away_but_does_not_pass_the_rights_on() -> None:
    bench, (ann, ben, cat) = full_table(toy_config(seats=3))
    ann.is_silent = True
    bench.pass_time(11_000)
    assert host_of(cat) == "Ben"
    assert (
        ben.do(PassHost, seat=2).reason
        == "You have the host's rights only while Ann is away. You cannot pass on the host's rights."
    )
    assert not ben.do(CloseTable).accepted
    assert ben.do(Ban, name="Ann").reason == "Ann owns this table and cannot be removed."
    assert ben.do(Ban, name="Cat").accepted


def test_when_the_new_host_leaves_the_rights_go_on_to_the_first_player() -> None:
    bench, (ann, ben, cat) = full_table(OWNED, first_token=KEY)
    ann.do(PassHost, seat=1)
    ben.send(Leave())
    assert host_of(cat) == "Ann"
    for guest in (ann, cat):
        guest.send(Leave())
    back = bench.join("Ann", token=KEY)
    assert host_of(back) == "Ann"


# Closing.


def test_the_host_closes_the_table_for_all_with_a_sentence() -> None:
    bench, (ann, ben, cat) = started(toy_config(owner=KEY), owner=True)
    assert ann.do(CloseTable, sentence="Good\x07 night").accepted
    assert bench.room.is_over
    end = next(effect for effect in bench.effects if isinstance(effect, EndTable))
    assert end.sentence == 'Ann closed the table: "Good night"'
    assert not any(guest.count(Bye) for guest in (ben, cat))  # the driver says so, and hangs up
    bench.run(bench.room.close(end.sentence, bench.now_ms))
    assert refused(cat) == Bye(code="closed", sentence=end.sentence)
    again = bench.crash()
    assert [effect.sentence for effect in again.effects if isinstance(effect, EndTable)] == [end.sentence]


def test_a_table_is_closed_once_and_nothing_else_ends_it() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    assert ben.do(Say, text="hello").accepted
    assert not [effect for effect in bench.effects if isinstance(effect, EndTable)]
    ann.do(CloseTable)
    bench.run(bench.room.tick(bench.now_ms))
    assert [effect.sentence for effect in bench.effects if isinstance(effect, EndTable)] == ["Ann closed the table."]
    assert not isinstance(ann.heard[-1], Refused)
