"""What people who are not wanted at a table try: stale passes, floods of knocks, rights that are not theirs."""

import pytest

from net.crypto.pake import GuestPake
from net.match.bans import BannedPerson as Banned
from net.match.bans import ban_elsewhere
from net.match.snapshot import read_will, write_will
from net.room.effects import ComputePake
from net.wire.client_messages import Ban, HandOver, Kick, Knock, Lock
from net.wire.host_messages import Answer, Welcome
from net.wire.rate_limits import KNOCKS_AT_ONCE
from tests.harness.room import PROMPT, Bench, Guest, full_table, play_with_toys, refused, toy_config
from tests.net.room.test_code_gate import ENDS, come, enter, opened, reckon

KEY = b"k" * 16
OWNED = toy_config(owner=KEY, seats=3)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


# Passes of those who were watching.


def back(bench: Bench, guest: Guest) -> Guest:
    """A spectator loses the line and comes back with its token."""
    guest.drop()
    bench.pass_time(1_000)
    return bench.join(guest.hello.name, "watcher", token=guest.token)


@pytest.mark.parametrize("sends_away", [Kick, Ban])
def test_a_pass_that_was_used_lets_nobody_in_who_was_then_sent_away(sends_away: type[Kick | Ban]) -> None:
    bench, (ann, *_) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher", address="10.0.0.7")
    ann.do(Lock)
    again = back(bench, eve)
    assert not again.is_closed
    bench.pass_time(1_000)
    assert ann.do(sends_away, name="Eve").accepted
    for token in (eve.token, again.token):
        assert refused(bench.join("Eva", "watcher", token=token, address="10.0.0.9")).code in ("locked", "banned")


def test_a_used_pass_is_no_way_round_the_code_either() -> None:
    bench, owner, code = opened()
    eve = enter(bench, code, role="watcher")
    again = back(bench, eve)
    assert again.count(Welcome) == 1
    bench.pass_time(1_000)
    assert owner.do(Kick, name=again.last(Welcome).name).accepted
    assert refused(bench.join("Eva", "watcher", token=eve.token)).code == "code"


def test_a_spectator_whose_welcome_was_lost_comes_back_with_the_token_before() -> None:
    bench, (ann, *_) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    ann.do(Lock)
    lost = back(bench, eve)
    lost.drop()  # before it has said a word
    assert not bench.join("Eve", "watcher", token=eve.token).is_closed


def test_a_table_that_is_locked_anew_knows_no_passes_of_before() -> None:
    bench, (ann, *_) = full_table(OWNED, first_token=KEY)
    eve = bench.join("Eve", "watcher")
    ann.do(Lock)
    eve.drop()
    bench.pass_time(1_000)
    ann.do(Lock, on=False)
    ann.do(Lock)
    assert refused(bench.join("Eve", "watcher", token=eve.token)).code == "locked"


# Bans.


def test_a_ban_is_of_where_somebody_is_now() -> None:
    bench = Bench(OWNED)
    ann = bench.join("Ann", token=KEY, user="ann")
    ben = bench.join("Ben", address="10.0.0.7")
    ben.drop()
    assert bench.join("Ben", token=ben.token, address="10.0.0.8").count(Welcome) == 1
    assert ann.do(Ban, name="Ben").accepted
    assert refused(bench.join("Bob", address="10.0.0.8")).code == "banned"
    assert not bench.join("Cat", address="10.0.0.7").is_closed


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("user 1000", ""),
        ("", ""),
    ],
)
def test_what_of_a_ban_means_something_at_another_machine(address: str, kept: str) -> None:
    here = Banned(name="Eve", tokens=(b"t" * 16,), key="ee" * 32, address=address, user="eve")
    assert ban_elsewhere(here) == Banned(name="Eve", key="ee" * 32, address=kept)


def test_what_a_host_tells_the_next_one_says_of_nobody_where_they_are_and_holds_no_secret() -> None:
    bench = Bench(toy_config(owner=KEY, seats=3, private=True))
    ann = bench.join("Ann", token=KEY, user="ann-of-this-machine")
    code = bench.room._state.lobby.code
    for name, address in (("Ben", "10.0.0.7"), ("Cat", "10.0.0.8")):
        guest = enter(bench, code, peer=address)
        assert guest.count(Welcome), name
    eve = enter(bench, code, role="watcher", peer="10.0.0.9")
    assert ann.do(Ban, name=eve.last(Welcome).name).accepted
    lobby = bench.room._state.lobby
    lobby.waived = [1]
    will = write_will(lobby, PROMPT)
    for secret in (b"10.0.0.7", b"10.0.0.8", b"ann-of-this-machine", KEY, eve.token):
        assert secret not in will
    told = read_will(will).lobby
    assert read_will(will).code == code, "the table stays as private as it was"
    assert (told.people, told.waived, [ban.address for ban in told.bans]) == ([], [], ["10.0.0.9"])


# Rights.


def test_rights_on_loan_do_not_hand_the_table_over() -> None:
    bench, (ann, ben, _) = full_table(OWNED, first_token=KEY)
    ann.drop()
    bench.pass_time(PROMPT.away_ms + 1_000)
    assert ben.do(HandOver, seat=2).reason == (
        "This is Ann's table. You have some of the host's rights for now, but you cannot hand over the table."
    )
    assert ben.do(HandOver, seat=None).accepted


# Knocks.


def test_one_address_that_knocks_without_end_leaves_half_of_the_gate_to_others() -> None:
    bench, _, code = opened()
    answered = 0
    for _ in range(4 * KNOCKS_AT_ONCE):
        guest = come(bench, peer="10.0.0.66")
        guest.send(Knock(table="t1", pake=GuestPake(code, "t1", ENDS).pake))
        reckon(bench)
        answered += guest.count(Answer)
    assert answered == KNOCKS_AT_ONCE
    assert enter(bench, code, peer="10.0.0.8").count(Welcome) == 1


def test_one_address_has_never_all_of_what_is_reckoned_at_once() -> None:
    bench, _, code = opened()
    for _ in range(4 * KNOCKS_AT_ONCE):
        come(bench, peer="10.0.0.66").send(Knock(table="t1", pake=GuestPake(code, "t1", ENDS).pake))
    assert sum(isinstance(effect, ComputePake) for effect in bench.effects) == KNOCKS_AT_ONCE
    assert enter(bench, code, peer="10.0.0.8").count(Welcome) == 1
