"""The tokens that bring people back: another each time, for one pair of eyes, compared so that time tells nothing."""

import ast
import hmac
import os
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.client import code_proof
from net.news import LinkUp
from net.problems import StoreProblem
from net.room import admission, code_gate
from net.storage.seat_tokens import KeptSeat, SeatTokens, new_holder
from net.wire.client_messages import TOKEN_BYTES, Ping
from net.wire.host_messages import Bye, Welcome

from ...harness.players import Player, RawClient, quick_host, tcp
from ...harness.room import Bench, play_with_toys, refused, toy_config

SECRETS = {"token", "old_token", "owner", "proof", "code_proof", "secret"}


def kept(token: str = "ab" * 16) -> KeptSeat:
    """A seat to be remembered."""
    return KeptSeat(table_id="ab12cd34", token=token, seat=1, name="Ann", address="10.0.0.5:4242")


def mode(place: Path) -> int:
    """Who may read a file."""
    return stat.S_IMODE(place.stat().st_mode)


# On disk.


def test_the_owners_key_stays_whatever_becomes_of_the_seat_and_nobody_else_takes_it_meanwhile() -> None:
    store, key = SeatTokens(), "0e" * 16
    store.keep(KeptSeat(table_id="ab12cd34", token=key, name="Ann", address="/run/t.sock", is_key=True))
    assert store.tables() == {"ab12cd34"}
    mine, other = new_holder(), new_holder()
    found = store.take("ab12cd34", "/run/t.sock", "Ann", mine)
    assert found is not None
    assert found.token == key
    seat = KeptSeat(table_id="ab12cd34", token="5e" * 16, seat=0, name="Ann", address="/run/t.sock", holder=mine)
    store.keep(seat, instead_of=key)
    assert store.take("ab12cd34", "/run/t.sock", "Bob", other) is None
    store.release(mine)
    mine = new_holder()
    again = store.take("ab12cd34", "/run/t.sock", "Ann", mine)
    assert again is not None
    assert again.token == seat.token
    assert store.take("ab12cd34", "/run/t.sock", "Bob", other) is None
    store.forget(seat.token)  # they have left for good
    store.release(mine)
    assert store.tables() == set()
    found = store.take("ab12cd34", "/run/t.sock", "Ann", mine)
    assert found is not None
    assert found.token == key


@pytest.mark.parametrize("before", [0o644, 0o666, 0o640, 0o604, 0o600])
def test_the_file_is_for_its_owner_alone_whatever_mode_it_had(before: int) -> None:
    store = SeatTokens()
    store.keep(kept())
    store.path.chmod(before)
    store.keep(kept("cd" * 16))
    assert mode(store.path) == 0o600


@pytest.mark.parametrize("touch", ["forget", "release"])
def test_a_file_that_others_could_read_is_closed_even_when_nothing_in_it_changes(touch: str) -> None:
    store = SeatTokens()
    store.keep(kept())
    content = store.path.read_bytes()
    store.path.chmod(0o644)
    getattr(store, touch)("nothing of ours")
    assert mode(store.path) == 0o600
    assert store.path.read_bytes() == content


def test_the_mode_does_not_depend_on_what_the_terminal_allows() -> None:
    before = os.umask(0)
    try:
        store = SeatTokens()
        store.keep(kept())
        assert mode(store.path) == 0o600
        assert mode(store.path.with_suffix(".lock")) == 0o600
    finally:
        os.umask(before)


def test_tokens_are_not_written_through_a_link_that_somebody_laid(tmp_path: Path) -> None:
    store, elsewhere = SeatTokens(), tmp_path / "elsewhere"
    elsewhere.write_text("[]")
    store.path.parent.mkdir(parents=True, exist_ok=True)
    store.path.symlink_to(elsewhere)
    with pytest.raises(StoreProblem, match="does not follow links"):
        store.keep(kept())
    assert elsewhere.read_text() == "[]"


# Rotation.


async def test_every_return_brings_another_token_and_only_the_newest_is_kept() -> None:
    host = await quick_host(tcp=True, bind="127.0.0.1")
    store = SeatTokens()
    ben = await Player.join(tcp(host), "Ben", keep=store)
    seen = []
    for times in range(2, 6):
        seen.append(ben.session._keeper.token)
        line = ben.session._line._link
        assert line is not None
        line.fail("The test cut the line.")
        await ben.until(lambda times=times: len(ben.told(LinkUp)) == times, "to be back")  # type: ignore[misc]
    newest = ben.session._keeper.token
    assert len({*seen, newest}) == 5
    assert all(len(token) == TOKEN_BYTES for token in (*seen, newest))
    on_disk = msgspec.json.decode(store.path.read_bytes(), type=list[KeptSeat])
    assert [seat.token for seat in on_disk if seat.seat == ben.seat] == [newest.hex()]
    for token in seen:
        raw = await RawClient.connect(tcp(host))
        raw.hello(token=token, table=host.table_id)
        welcome: Welcome = await raw.until_heard(Welcome)
        assert not welcome.resumed, "an old token opened a seat"
        assert welcome.seat != ben.seat
    await ben.session.close()


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@pytest.mark.usefixtures("toys")
def test_the_token_before_is_void_from_the_first_message_after_the_welcome_and_not_earlier() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann")
    first = ann.token
    ann.drop()
    back = bench.join("Ann", token=first)
    assert back.last(Welcome).resumed
    back.drop()
    again = bench.join("Ann", token=first)
    assert again.last(Welcome).resumed, "its welcome may have been lost"
    again.send(Ping(n=1))
    again.drop()
    assert not bench.join("Eve", token=first).last(Welcome).resumed
    assert not bench.join("Eve", token=back.token).last(Welcome).resumed
    assert bench.join("Ann", token=again.token).last(Welcome).resumed


@pytest.mark.usefixtures("toys")
def test_a_second_connection_with_the_token_displaces_the_first_with_a_notice_at_a_private_table_too() -> None:
    bench = Bench(toy_config(private=True, owner=b"the owner's key!"))
    ann = bench.join("Ann", token=b"the owner's key!")
    second = bench.join("Ann", token=ann.token)
    word = refused(ann)
    assert isinstance(word, Bye)
    assert (word.code, "from another place" in word.sentence) == ("displaced", True)
    assert second.seat == ann.seat


# Comparison.


@pytest.mark.usefixtures("toys")
def test_a_guess_is_compared_with_every_token_in_constant_time_and_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(toy_config(owner=b"the owner's key!"))
    people = [bench.join(name) for name in ("Ann", "Ben", "Cat")]
    compared: list[Any] = []
    true = hmac.compare_digest

    def spy(one: bytes, other: bytes) -> bool:
        compared.append({bytes(one), bytes(other)})
        return true(one, other)

    monkeypatch.setattr("net.room.admission.hmac.compare_digest", spy)
    for guess in (people[0].token, b"x" * TOKEN_BYTES):
        compared.clear()
        expected = [person.token for person in bench.room._state.lobby.people]
        bench.join("Eve", "watcher", token=guess)
        for token in (*expected, b"the owner's key!"):
            assert any(token in pair and guess in pair for pair in compared), "not compared, or by other means"


@pytest.mark.parametrize("module", [admission, code_gate, code_proof])
def test_no_secret_is_compared_by_an_operator(module: Any) -> None:
    source = ast.parse(Path(module.__file__).read_text("utf-8"))

    def is_secret(node: ast.expr) -> bool:
        return (isinstance(node, ast.Attribute) and node.attr in SECRETS) or (
            isinstance(node, ast.Name) and node.id in SECRETS
        )

    found = [
        ast.unparse(node)
        for node in ast.walk(source)
        if isinstance(node, ast.Compare)
        and any(isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn) for op in node.ops)
        and any(is_secret(side) for side in (node.left, *node.comparators))
    ]
    assert not found
