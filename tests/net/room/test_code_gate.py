"""A private table, seen from its room: whom it asks for the code, what counts as a try, and who is told another one."""

from typing import Any

import msgspec
import pytest

from net.crypto.pake import GuestPake, answer_knock, between, guest_proof, host_proof
from net.crypto.work import find
from net.match.settings import RoomConfig
from net.room import code_gate
from net.room.code_gate import GATE_KNOCKS_AT_ONCE, MOST_COMPUTATIONS
from net.room.effects import ComputePake
from net.wire.client_messages import PAKE_BYTES, Hello, Knock, Leave, LetIn, Look, NewCode, PassHost, SetOption
from net.wire.host_messages import Answer, Bye, Fault, Refused, TableCode, TableFrame, Welcome
from net.wire.table_info import Forebear

from ...harness.messages import ELSEWHERE
from ...harness.room import Bench, Guest, play_with_toys, refused, toy_config

KEY = b"the owner's key!"
ENDS = between("", None)
PAKE = b"A" + bytes(PAKE_BYTES - 1)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def private(**more: Any) -> RoomConfig:
    """A private table with an owner's key."""
    return toy_config(**{"private": True, "owner": KEY, **more})


def come(bench: Bench, *, peer: str = "10.0.0.7", is_own: bool = False, user: str = "") -> Guest:
    """A connection that has said nothing yet."""
    connection, bench.next_id = bench.next_id, bench.next_id + 1
    guest = bench.guests[connection] = Guest(bench, connection, Hello())
    bench.run(bench.room.connect(connection, bench.now_ms, user=user, peer=peer, is_own=is_own))
    return guest


def knock(guest: Guest, code: str) -> bytes:
    """Knock with a code, let the arithmetic be done; the proof to say hello with."""
    half = GuestPake(code, "t1", ENDS)
    guest.send(Knock(table="t1", pake=half.pake))
    reckon(guest.bench)
    return guest_proof(half.finish(guest.last(Answer).pake))


def reckon(bench: Bench) -> None:
    """Do the arithmetic that the room waits for."""
    wanted = [effect for effect in bench.effects if isinstance(effect, ComputePake)]
    bench.effects = [effect for effect in bench.effects if not isinstance(effect, ComputePake)]
    for one in wanted:
        answer = answer_knock(one.code, one.table, ENDS, one.pake)
        bench.run(bench.room.pake_done(one.connection, answer, bench.now_ms))


def enter(bench: Bench, code: str, *, role: Any = "player", **more: Any) -> Guest:
    """Come with a code, right or wrong."""
    guest = come(bench, **more)
    guest.send(Hello(name="Zoë", role=role, table="t1", code_proof=knock(guest, code)))
    return guest


def opened(**more: Any) -> tuple[Bench, Guest, str]:
    """A private table with its owner at it, and the code that the owner was told."""
    bench = Bench(private(**more))
    owner = bench.join("Ann", token=KEY)
    return bench, owner, owner.last(TableCode).code


def other_than(code: str) -> str:
    """A code that is surely wrong."""
    return "222-222" if code != "222-222" else "333-333"


def test_tries_outlast_a_fault_after_which_the_room_is_made_again() -> None:
    bench, _, code = opened()
    for _ in range(code_gate.TRIES):
        enter(bench, other_than(code))
    again = bench.crash()
    again.room.take_place_of(bench.room)
    stranger = come(again)
    stranger.send(Knock(table="t1", pake=PAKE))
    word = refused(stranger)
    assert isinstance(word, Refused)
    assert word.code == "slow"
    friend = come(again, peer="10.0.0.8")
    friend.send(Hello(name="Zoë", table="t1", code_proof=knock(friend, code)))
    assert friend.count(Welcome)


# Who needs it.


def test_a_newcomer_without_the_code_is_asked_for_it_and_told_which_table_that_was() -> None:
    bench, _, _ = opened()
    stranger = come(bench)
    stranger.send(Hello(name="Zoë"))
    word = refused(stranger)
    assert isinstance(word, Refused)
    assert (word.code, word.table) == ("code", "t1")
    assert "private" in word.sentence
    assert not stranger.count(Welcome)


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_the_right_code_lets_players_and_watchers_in_and_shows_them_that_the_host_has_it_too(role: Any) -> None:
    bench, _, code = opened()
    guest = come(bench)
    half = GuestPake(code, "t1", ENDS)
    guest.send(Knock(table="t1", pake=half.pake))
    reckon(bench)
    secret = half.finish(guest.last(Answer).pake)
    guest.send(Hello(name="Zoë", role=role, table="t1", code_proof=guest_proof(secret)))
    assert guest.last(Welcome).code_proof == host_proof(secret)


def test_a_token_outranks_the_code_on_return_and_so_does_the_owners_key() -> None:
    bench, owner, code = opened()
    guest = enter(bench, code)
    assert owner.do(NewCode).accepted
    assert owner.last(TableCode).code != code
    for token in (guest.last(Welcome).token, KEY):
        back = come(bench)
        back.send(Hello(name="Zoë", table="t1", token=token))
        assert back.last(Welcome).resumed
        assert back.last(Welcome).code_proof == b""


def test_a_spectators_token_outranks_the_code_too_unless_it_left_for_good() -> None:
    bench, owner, code = opened()
    stays, leaves = enter(bench, code, role="watcher"), enter(bench, code, role="watcher")
    leaves.send(Leave())
    stays.drop()
    owner.do(SetOption, name="table.private", value=False)
    owner.do(SetOption, name="table.private", value=True)
    back, gone = come(bench), come(bench)
    back.send(Hello(name="Zoë", role="watcher", table="t1", token=stays.last(Welcome).token))
    gone.send(Hello(name="Eve", role="watcher", table="t1", token=leaves.last(Welcome).token))
    assert back.count(Welcome) == 1
    assert gone.last(Refused).code == "code"


def test_a_token_of_nobody_is_no_way_round_the_code() -> None:
    bench, _, _ = opened()
    for token in (b"x" * 16, b"", KEY[:-1] + b"?"):
        stranger = come(bench)
        stranger.send(Hello(name="Zoë", table="t1", token=token))
        assert stranger.last(Refused).code == "code"


def test_the_hosts_own_user_on_this_machine_needs_no_code_and_other_users_do() -> None:
    bench, _, _ = opened()
    own, other = come(bench, is_own=True, user="ann"), come(bench, user="eve")
    for guest in (own, other):
        guest.send(Hello(name="Zoë"))
    assert own.count(Welcome) == 1
    assert other.last(Refused).code == "code"


def test_a_list_is_told_the_table_without_names_and_the_owners_program_the_code() -> None:
    bench, _, code = opened()
    stranger, own = come(bench), come(bench, is_own=True)
    for probe in (stranger, own):
        probe.send(Hello(role="probe"))
    told = stranger.last(TableFrame).info
    assert told.coded
    assert [seat.kind for seat in told.seats] == ["person", "empty", "empty"]
    assert "Ann" not in stranger.raw.decode("latin-1")
    assert code.encode() not in stranger.raw
    assert own.last(TableCode).code == code
    assert own.last(TableFrame).info.seats[0].name == "Ann"


def test_a_list_is_told_neither_keys_of_people_nor_who_looks_at_a_hand() -> None:
    bench, owner, code = opened()
    key = "5a" * 32
    for role in ("player", "watcher"):
        guest = come(bench, user="zoe")
        guest.send(Hello(name="Zoë", role=role, table="t1", key=key, code_proof=knock(guest, code)))
    assert owner.do(SetOption, name="table.watching", value="hands").accepted
    assert guest.do(Look, how="hands").accepted
    assert owner.info is not None
    assert owner.info.seats[1].key == key
    assert [look.name for look in owner.info.looks] == ["Zoë 2"]
    stranger = come(bench)
    stranger.send(Hello(role="probe"))
    info = stranger.last(TableFrame).info
    assert not any(seat.key or seat.name or seat.user for seat in info.seats)
    assert (info.looks, info.watchers, info.watching) == ((), (), 1)


def test_a_list_is_not_told_at_whose_machines_a_private_match_was_before() -> None:
    before = Forebear(table="t0", key="1e" * 32, name="Ann")
    bench = Bench(private(descent=(before,)))
    stranger, own = come(bench), come(bench, is_own=True)
    for probe in (stranger, own):
        probe.send(Hello(role="probe"))
    assert stranger.last(TableFrame).info.descent == (msgspec.structs.replace(before, name=""),)
    assert own.last(TableFrame).info.descent == (before,)


def test_who_waits_outside_is_told_neither_why_a_table_closes_nor_where_it_goes_on() -> None:
    for is_moved in (True, False):
        bench, owner, _ = opened()
        stranger = come(bench)
        sentence = "Ann closed the table."
        if is_moved:
            bench.run(bench.room.move_to(ELSEWHERE, sentence))
            assert stranger.heard == []
            impatient = come(bench)
            impatient.send(Hello(name="Zoë", role="player", table="t1"))
            assert refused(impatient).code == "code"
        bench.run(bench.room.close(sentence, bench.now_ms))
        assert owner.last(Bye).sentence == sentence
        assert refused(stranger).code == "closed"
        assert b"Ann" not in stranger.raw
        assert not stranger.count(Bye)


# Tries.


def wrong_from(bench: Bench, code: str, peer: str, times: int = code_gate.TRIES) -> Refused:
    """So many wrong codes from an address; the last answer."""
    for _ in range(times):
        word = refused(enter(bench, other_than(code), peer=peer))
        bench.pass_time(2_000)
    assert isinstance(word, Refused)
    return word


def knock_with_work(bench: Bench, code: str, peer: str) -> Guest:
    """Knock, do the work that is asked for, come again with it and with a code."""
    first = come(bench, peer=peer)
    first.send(Knock(table="t1", pake=PAKE))
    wanted = refused(first)
    assert isinstance(wanted, Refused)
    assert wanted.work is not None
    guest, half = come(bench, peer=peer), GuestPake(code, "t1", ENDS)
    counter = find("t1", wanted.work.nonce, wanted.work.bits, first=len(bench.guests) << 32)
    guest.send(Knock(table="t1", pake=half.pake, nonce=wanted.work.nonce, counter=counter))
    reckon(bench)
    if guest.count(Answer):
        guest.send(Hello(name="Zoë", table="t1", code_proof=guest_proof(half.finish(guest.last(Answer).pake))))
    return guest


@pytest.fixture
def light_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_gate, "LEAST_BITS", 8)


def test_an_address_has_three_tries_and_is_told_how_many_are_left() -> None:
    bench, owner, code = opened()
    said = [wrong_from(bench, code, "10.0.0.7", 1) for _ in range(3)]
    assert [word.code for word in said] == ["code"] * 3
    assert "You have 2 attempts left." in said[0].sentence
    assert "You have 1 attempt left." in said[1].sentence
    assert "Try again in 5 minutes, or ask the host to let you in." in said[2].sentence
    assert "Too many wrong codes" in knock_is_refused(bench, "10.0.0.7").sentence
    assert enter(bench, code, peer="10.0.0.8").count(Welcome) == 1
    bench.pass_time(301_000)
    assert enter(bench, code, peer="10.0.0.7").count(Welcome) == 1
    assert owner.last(TableCode).code == code


def knock_is_refused(bench: Bench, peer: str) -> Refused:
    guest = come(bench, peer=peer)
    guest.send(Knock(table="t1", pake=PAKE))
    word = refused(guest)
    assert isinstance(word, Refused)
    assert word.code == "slow"
    return word


def test_each_wait_is_twice_as_long_as_the_one_before_up_to_a_day_and_a_64_is_one_address() -> None:
    counted, now_ms, waits = code_gate.Tries(), 0, []
    for number in range(12):
        for _ in range(code_gate.TRIES):
            counted.wrong(f"2001:db8:1:2::{number}", now_ms)
        waits.append(counted.wait_ms("2001:db8:1:2::ffff", now_ms))
        now_ms += waits[-1]
    assert waits[:3] == [300_000, 600_000, 1_200_000]
    assert waits[-1] == waits[-2] == 86_400_000
    assert counted.left("2001:db8:1:3::1", now_ms) == code_gate.TRIES


def test_tries_at_the_same_time_over_many_connections_are_no_more_tries() -> None:
    bench, _, code = opened()
    guests = [come(bench, peer="10.0.0.7") for _ in range(5)]
    proofs = [knock(guest, other_than(code)) for guest in guests[:4]]
    right = knock(guests[4], code)
    for guest, proof in zip(guests, [*proofs, right], strict=True):
        guest.send(Hello(name="Zoë", table="t1", code_proof=proof))
    words = [refused(guest) for guest in guests]
    assert [word.code for word in words] == ["code"] * 3 + ["slow"] * 2


@pytest.mark.slow
@pytest.mark.usefixtures("light_work")
def test_a_hundred_addresses_do_not_void_the_code_and_who_has_it_comes_in_with_some_work() -> None:
    bench, owner, code = opened()
    guest, began_ms, tried = enter(bench, code), bench.now_ms, 0
    for number in range(100):
        for _ in range(code_gate.TRIES):
            stranger = come(bench, peer=f"10.0.1.{number}")
            half = GuestPake(other_than(code), "t1", ENDS)
            stranger.send(Knock(table="t1", pake=half.pake))
            reckon(bench)
            if stranger.count(Answer):
                proof = guest_proof(half.finish(stranger.last(Answer).pake))
                stranger.send(Hello(name="Zoë", table="t1", code_proof=proof))
                tried += 1
            bench.pass_time(300)
    hours = (bench.now_ms - began_ms) / 3_600_000
    assert tried <= code_gate.FREE_AN_HOUR * (1 + hours) + 1
    assert owner.last(TableCode).code == code
    assert knock_with_work(bench, code, "10.0.2.1").count(Welcome) == 1
    assert not guest.is_closed
    back = come(bench, peer="10.0.2.2")
    back.send(Hello(name="Zoë", table="t1", token=guest.last(Welcome).token))
    assert back.last(Welcome).resumed


@pytest.mark.usefixtures("light_work")
def test_work_is_good_for_one_knock_and_only_with_the_right_counter() -> None:
    bench, _, code = opened()
    for number in range(10):
        wrong_from(bench, code, f"10.0.3.{number}")
    wrong_from(bench, code, "10.0.3.99", 1)  # some were forgotten meanwhile
    work = knock_is_refused(bench, "10.0.4.1").work
    assert work is not None
    assert work.bits == 8
    counter = find("t1", work.nonce, work.bits, first=0)
    for number, (nonce, count) in enumerate([(work.nonce, counter + 1), (bytes(16), counter), (b"", 0)]):
        guest = come(bench, peer=f"10.0.5.{number}")
        guest.send(Knock(table="t1", pake=PAKE, nonce=nonce, counter=count))
        assert refused(guest).code == "slow"
    for number, answers in enumerate((1, 0)):
        guest = come(bench, peer=f"10.0.6.{number}")
        guest.send(Knock(table="t1", pake=GuestPake(code, "t1", ENDS).pake, nonce=work.nonce, counter=counter))
        reckon(bench)
        assert guest.count(Answer) == answers
    assert knock_with_work(bench, other_than(code), "10.0.7.1").last(Refused).code == "code"


def test_the_work_rises_with_the_number_of_wrong_codes_and_is_over_an_hour_later() -> None:
    counted, bits = code_gate.Tries(), []
    for number in range(2000):
        counted.wrong(f"10.{number % 50}.{number}.1", 0)
        bits.append(counted.bits("10.99.0.1", 0))
    assert [bits[at - 1] for at in (29, 30, 119, 120, 480, 1920)] == [0, 22, 22, 23, 24, 25]
    for _ in range(300_000):
        counted.wrong("", 0)
    assert counted.bits("", 0) == code_gate.MOST_BITS
    other = code_gate.Tries()
    for _ in range(31):
        other.wrong("", 0)
    assert (other.bits("", 0), other.bits("", 3_600_000)) == (22, 0)


def test_the_host_is_warned_and_lets_one_address_try_again() -> None:
    bench, owner, code = opened()
    for number in range(3):
        wrong_from(bench, code, f"10.0.0.{number}")
    told = owner.last(TableCode)
    assert told.code == code
    assert told.sentence == "Many wrong codes came from 3 addresses, most recently from 10.0.0.2."
    assert told.shut_out == ("10.0.0.2", "10.0.0.1", "10.0.0.0")
    assert knock_is_refused(bench, "10.0.0.1")
    assert owner.do(LetIn, address="10.0.0.1").accepted
    assert owner.last(TableCode).shut_out == ("10.0.0.2", "10.0.0.0")
    assert enter(bench, code, peer="10.0.0.1").count(Welcome) == 1
    assert owner.do(LetIn, address="10.0.0.9").code == "unknown"


def test_another_code_gives_everybody_their_tries_anew() -> None:
    bench, owner, code = opened()
    wrong_from(bench, code, "10.0.0.7")
    guest = enter(bench, code, peer="10.0.0.8")
    assert owner.do(NewCode).accepted
    told = owner.last(TableCode)
    assert told.code != code
    assert told.shut_out == ()
    assert enter(bench, told.code, peer="10.0.0.7").count(Welcome) == 1
    assert not guest.is_closed
    assert guest.count(TableCode) == 0


def test_the_warnings_to_a_host_are_few_however_many_come() -> None:
    bench, owner, code = opened()
    before = owner.count(TableCode)
    for number in range(10):
        wrong_from(bench, code, f"10.0.0.{number}")
    assert before < owner.count(TableCode) <= before + 3 + 60_000 // 10_000
    records = len(bench.records)
    wrong_from(bench, code, "10.0.1.1", 1)
    assert len(bench.records) == records, "what strangers try fills no disk"


def test_the_codes_of_a_table_reach_its_host_and_no_other_connection() -> None:
    bench, owner, code = opened()
    guests = [enter(bench, code), come(bench, peer="10.0.0.4")]
    assert owner.do(NewCode).accepted
    guests.append(enter(bench, owner.last(TableCode).code))
    codes = {message.code for message in owner.heard if isinstance(message, TableCode)}
    assert len(codes) == 2
    for guest in guests:
        assert not any(one.encode() in guest.raw for one in codes)


def test_a_knock_is_no_try_and_tells_nothing_by_which_codes_could_be_tried() -> None:
    bench, owner, code = opened()
    for number in range(2 * code_gate.TRIES):
        guest = come(bench, peer=f"10.0.1.{number}")
        knock(guest, other_than(code))
        assert [type(message) for message in guest.heard] == [Answer]
        guest.drop()
        bench.pass_time(1_000)
    assert owner.count(TableCode) == 1


def test_of_a_code_that_is_void_by_now_right_and_wrong_proofs_are_told_the_same() -> None:
    bench, owner, code = opened()
    right, wrong = come(bench, peer="10.0.0.20"), come(bench, peer="10.0.0.21")
    proofs = {right.id: knock(right, code), wrong.id: knock(wrong, other_than(code))}
    assert owner.do(NewCode).accepted
    heard = []
    for guest in (right, wrong):
        guest.send(Hello(name="Zoë", table="t1", code_proof=proofs[guest.id]))
        heard.append(guest.heard[-1])
    assert heard[0] == heard[1]
    assert owner.count(TableCode) == 2


def test_the_code_stays_through_the_death_of_the_host() -> None:
    bench, _, code = opened()
    wrong_from(bench, code, "10.0.0.7")
    again = bench.crash()
    assert again.join("Ann", token=KEY).last(TableCode).code == code


# A flood.


def test_a_flood_of_knocks_is_refused_beyond_a_few_and_costs_no_arithmetic() -> None:
    bench, owner, code = opened()
    for number in range(100):
        guest = come(bench, peer=f"10.0.{number}.1")
        guest.send(Knock(table="t1", pake=PAKE))
    wanted = [effect for effect in bench.effects if isinstance(effect, ComputePake)]
    assert len(wanted) == MOST_COMPUTATIONS
    words = [guest.heard[-1] for guest in bench.guests.values() if guest.is_closed and guest is not owner]
    assert {word.code for word in words if isinstance(word, Refused)} == {"slow"}
    assert len(words) == 100 - MOST_COMPUTATIONS
    for one in wanted:
        bench.run(bench.room.pake_done(one.connection, None, bench.now_ms))
    bench.effects.clear()
    bench.pass_time(1_000)
    assert enter(bench, code).count(Welcome) == 1


def test_so_many_knocks_a_second_and_no_more_however_fast_they_are_answered() -> None:
    bench, _, code = opened()
    answered = 0
    for number in range(3 * GATE_KNOCKS_AT_ONCE):
        guest = come(bench, peer=f"10.0.{number}.1")
        guest.send(Knock(table="t1", pake=GuestPake(code, "t1", ENDS).pake))
        reckon(bench)
        answered += guest.count(Answer)
    assert answered == GATE_KNOCKS_AT_ONCE


def test_a_knock_whose_guest_is_gone_makes_room_for_the_next() -> None:
    bench, _, code = opened()
    for number in range(MOST_COMPUTATIONS):
        guest = come(bench, peer=f"10.0.{number}.1")
        guest.send(Knock(table="t1", pake=GuestPake(code, "t1", ENDS).pake))
        guest.drop()
    reckon(bench)
    bench.pass_time(1_000)
    assert enter(bench, code).count(Welcome) == 1


def test_a_second_knock_a_knock_for_another_table_and_one_that_is_none_are_refused() -> None:
    bench, _, code = opened()
    twice, elsewhere, nonsense = (
        come(bench, peer="10.0.0.1"),
        come(bench, peer="10.0.0.2"),
        come(bench, peer="10.0.0.3"),
    )
    knock(twice, code)
    twice.send(Knock(table="t1", pake=PAKE))
    assert refused(twice).code == "malformed"
    elsewhere.send(Knock(table="t2", pake=PAKE))
    assert refused(elsewhere).code == "table"
    nonsense.send(Knock(table="t1", pake=PAKE))
    bench.run(bench.room.pake_done(nonsense.id, None, bench.now_ms))
    assert refused(nonsense).code == "malformed"


def test_who_is_in_and_knocks_is_told_so_and_stays() -> None:
    _, owner, _ = opened()
    owner.send(Knock(table="t1", pake=PAKE))
    assert owner.last(Fault).code == "malformed"
    assert not owner.is_closed


# The host's choice.


def test_the_host_makes_a_table_private_and_opens_it_again_and_the_code_is_another_each_time() -> None:
    bench = Bench(toy_config(owner=KEY))
    owner = bench.join("Ann", token=KEY)
    assert not owner.count(TableCode)
    assert owner.do(SetOption, name="table.private", value=True).accepted
    first = owner.last(TableCode)
    assert first.sentence == ""
    assert owner.info is not None
    assert owner.info.coded
    assert come_plainly(bench).last(Refused).code == "code"
    assert owner.do(SetOption, name="table.private", value=False).accepted
    assert owner.last(TableCode).code == ""
    assert come_plainly(bench).count(Welcome) == 1
    assert owner.do(SetOption, name="table.private", value=True).accepted
    assert owner.last(TableCode).code not in ("", first.code)


def come_plainly(bench: Bench) -> Guest:
    """Somebody who knows of no code."""
    guest = come(bench)
    guest.send(Hello(name="Zoë"))
    return guest


def test_nobody_but_the_host_changes_whether_a_table_is_private() -> None:
    bench, owner, code = opened()
    guest = enter(bench, code)
    assert not guest.do(SetOption, name="table.private", value=False).accepted
    assert not owner.do(SetOption, name="table.private", value="yes").accepted
    assert owner.info is not None
    assert owner.info.coded


def test_whoever_becomes_the_host_is_told_the_code() -> None:
    bench, owner, code = opened()
    guest = enter(bench, code)
    assert not guest.count(TableCode)
    assert owner.do(PassHost, seat=1).accepted
    assert guest.last(TableCode).code == code


def test_an_open_table_answers_a_knock_with_nothing() -> None:
    bench = Bench(toy_config())
    guest = come(bench)
    guest.send(Knock(table="t1", pake=PAKE))
    assert guest.last(Answer).pake == b""
    guest.send(Hello(name="Zoë", table="t1"))
    assert guest.count(Welcome) == 1


def test_neither_the_code_nor_that_one_was_tried_is_in_what_a_player_may_ever_read() -> None:
    bench, _, code = opened()
    guest = enter(bench, code)
    enter(bench, other_than(code), peer="10.0.0.9")
    bench.join("Eve", user="eve", role="probe")
    assert code.encode() not in guest.raw
    assert not any(code in repr(event) or "wrong" in repr(event) for event in guest.events)
    assert any(code.encode() in record for record in bench.records), "only the host's own file keeps it"
