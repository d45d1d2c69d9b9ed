"""Who a person is: a key of the installation, shown at the table, proven to its host and to no other."""

import stat
from pathlib import Path

import msgspec
import pytest

from net.client.session import ClientSession
from net.crypto.signing import PersonKey, at_table, goes_on, head_of_deal, verify
from net.match.settings import RoomConfig, TimeControls
from net.problems import JoinRefused
from net.storage import paths
from net.storage.files import write_new
from net.storage.person_key import make_person_key, own_person_key
from net.transport.tls import own_identity
from net.wire.client_messages import Hello, Ready
from net.wire.framing import pack, read_client_message
from net.wire.host_messages import Welcome
from tests.harness.players import Player, quick_host, tcp
from tests.harness.room import Bench, Guest, refused

HOST_KEY, OTHER_HOST = "1f" * 32, "2f" * 32
HEAD = bytes(range(32))


HOST_USER, OTHER_USER = 1000, 1001


def come(bench: Bench, key: PersonKey, name: str = "Ann", *, host_user: int | None = None, **changes: object) -> Guest:
    """Somebody comes with a key and its proof for the host with HOST_KEY, or over a socket of that user's."""
    hello = Hello(name=name, key=key.public, proof=key.sign(at_table(HOST_KEY, "", host_user)))
    hello = msgspec.structs.replace(hello, **changes)
    connection, bench.next_id = bench.next_id, bench.next_id + 1
    guest = bench.guests[connection] = Guest(bench, connection, hello)
    user = "" if host_user is None else "ann"
    bench.run(bench.room.connect(connection, bench.now_ms, user=user, host_user=host_user))
    guest.send(hello)
    return guest


@pytest.fixture
def bench() -> Bench:
    made = Bench(RoomConfig(table_id="t1", game="hearts", seed="one"))
    made.room.listens_with(HOST_KEY)
    return made


# The key.


def test_the_key_is_made_at_first_use_private_and_stays() -> None:
    first = own_person_key()
    place = paths.state_dir() / "person-key"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert own_person_key().public == first.public
    assert (first.notice, len(first.public)) == ("", 64)
    assert [found.name for found in paths.state_dir().iterdir() if found.name.endswith(".new")] == []


def test_of_two_that_make_a_file_at_once_the_first_ones_stays(home: Path) -> None:
    place = home / "key"
    write_new(place, b"first")
    write_new(place, b"second")
    assert place.read_bytes() == b"first"
    assert [found.name for found in home.iterdir()] == ["key"]


def test_a_key_that_cannot_be_kept_serves_for_this_run_and_says_so() -> None:
    place = paths.state_dir() / "person-key"
    place.write_text("no key at all")
    key = own_person_key()
    assert "cannot be saved" in key.notice
    assert own_person_key().public != key.public
    assert place.read_text() == "no key at all"


def test_a_signature_fits_its_message_and_key_and_nothing_else() -> None:
    ann, ben = make_person_key(), make_person_key()
    signature = ann.sign(b"message")
    assert verify(ann.public, signature, b"message")
    assert not verify(ann.public, signature, b"massage")
    assert not verify(ben.public, signature, b"message")
    assert not verify(ann.public, signature[:-1], b"message")
    for nonsense in (ann.public.upper(), f" {ann.public}", "", "zz", "00" * 31, "ff" * 32):
        assert not verify(nonsense, signature, b"message")


def test_no_statement_is_another_one_whatever_its_fields() -> None:
    made = [
        at_table(HOST_KEY, ""),
        at_table(HOST_KEY, "t"),
        at_table(OTHER_HOST, "t"),
        at_table("", "t", HOST_USER),
        at_table("", "t", OTHER_USER),
        head_of_deal("t", 1, 2, HEAD, 0),
        head_of_deal("t", 1, 2, HEAD, 1),
        head_of_deal("t", 1, 2, HEAD, None),
        head_of_deal("t1", 1, 2, HEAD, 0),
        head_of_deal("t", 2, 2, HEAD, 0),
        head_of_deal("t", 1, 3, HEAD, 0),
        head_of_deal("t", 1, 2, HEAD[::-1], 0),
        goes_on("t", 1, 2, HEAD, "", "u"),
        goes_on("t", 1, 2, HEAD, HOST_KEY, "u"),
        goes_on("t", 1, 2, HEAD, HOST_KEY, "v"),
    ]
    assert len(set(made)) == len(made)
    assert all(message.startswith(b"khanhoo/1 ") for message in made)
    with pytest.raises(ValueError, match="32 bytes"):
        head_of_deal("t", 1, 2, HEAD[1:], 0)
    with pytest.raises(ValueError, match="64 digits"):
        at_table("1f", "t")


# At the table.


def test_a_proven_key_is_shown_at_the_seat(bench: Bench) -> None:
    key = make_person_key()
    guest = come(bench, key)
    assert guest.info is not None
    assert guest.info.seats[0].key == key.public


@pytest.mark.parametrize("flaw", ["another host", "another table", "another key", "no proof"])
def test_a_wrong_proof_is_refused_in_a_sentence(bench: Bench, flaw: str) -> None:
    key = make_person_key()
    proof = {
        "another host": key.sign(at_table(OTHER_HOST, "")),
        "another table": key.sign(at_table(HOST_KEY, "t9")),
        "another key": make_person_key().sign(at_table(HOST_KEY, "")),
        "no proof": b"",
    }[flaw]
    word = refused(come(bench, key, proof=proof))
    assert (word.code, word.sentence) == ("key", "Your signature does not prove that the key is yours.")
    assert not bench.room.info(bench.now_ms).seats[0].name


@pytest.mark.parametrize("flaw", ["another user", "another table", "the network", "no proof"])
def test_on_the_machines_own_socket_the_proof_names_the_hosts_user(bench: Bench, flaw: str) -> None:
    key = make_person_key()
    first = come(bench, key, host_user=HOST_USER)
    assert first.seat == 0
    first.drop()
    proof = {
        "another user": key.sign(at_table("", "", OTHER_USER)),
        "another table": key.sign(at_table("", "t9", HOST_USER)),
        "the network": key.sign(at_table(HOST_KEY, "")),
        "no proof": b"",
    }[flaw]
    assert refused(come(bench, key, host_user=HOST_USER, proof=proof)).code == "key"
    back = come(bench, key, "Ann again", host_user=HOST_USER)
    assert (back.seat, back.last(Welcome).resumed, back.last(Welcome).name) == (0, True, "Ann")


def test_a_proof_for_the_hosts_user_is_worth_nothing_over_the_network(bench: Bench) -> None:
    key = make_person_key()
    assert refused(come(bench, key, proof=key.sign(at_table("", "", HOST_USER)))).code == "key"


def test_where_nothing_names_the_host_no_proof_is_wanted_and_no_seat_is_given_for_a_key() -> None:
    bench = Bench(RoomConfig(table_id="t1", game="hearts", seed="one"))
    key = make_person_key()
    come(bench, key, proof=b"").drop()
    again = come(bench, key, proof=b"")
    assert again.seat == 1
    assert again.info is not None
    assert again.info.seats[1].key == key.public


def test_a_proven_key_without_token_gets_its_seat_back(bench: Bench) -> None:
    key = make_person_key()
    first = come(bench, key)
    come(bench, make_person_key(), "Ben")
    first.drop()
    back = come(bench, key, "Ann again")
    assert (back.seat, back.last(Welcome).resumed, back.last(Welcome).name) == (0, True, "Ann")
    assert back.token != first.token
    back.do(Ready)
    late = bench.join("Ann", token=first.token)
    assert late.seat == 2


def test_a_second_terminal_of_the_same_key_displaces_nobody(bench: Bench) -> None:
    key = make_person_key()
    first, second = come(bench, key), come(bench, key)
    assert (first.seat, second.seat) == (0, 1)
    assert not first.is_closed
    second.drop()
    assert come(bench, key, role="watcher").seat is None
    assert come(bench, key).seat == 1


def test_a_proven_key_gets_its_seat_though_the_connection_on_which_the_welcome_was_lost_still_stands(
    bench: Bench,
) -> None:
    key = make_person_key()
    first = come(bench, key)
    first.is_silent = True
    bench.pass_time(TimeControls().ping_ms - 1)
    early = come(bench, key)
    assert early.seat == 1
    bench.pass_time(1)
    assert come(bench, key).seat == 0
    assert first.is_closed
    assert not early.is_closed


def test_another_persons_key_opens_nobodys_seat(bench: Bench) -> None:
    first = come(bench, make_person_key())
    first.drop()
    assert come(bench, make_person_key(), "Eve").seat == 1


def test_the_key_lives_through_the_death_of_the_host(bench: Bench) -> None:
    key = make_person_key()
    come(bench, key)
    again = bench.crash()
    again.room.listens_with(HOST_KEY)
    assert come(again, key).seat == 0


def test_no_nonsense_passes_for_a_key() -> None:
    for field in ({"key": "1F" * 32}, {"key": "1f"}, {"proof": bytes(65)}):
        with pytest.raises(ValueError, match=r"key|proof"):
            read_client_message(pack(msgspec.structs.replace(Hello(), **field))[4:], welcome=False)


# Over real sockets.


async def test_over_the_network_a_person_is_known_by_the_installations_key_and_gets_the_seat_back() -> None:
    handle = await quick_host(tcp=True, bind="127.0.0.1")
    mine = own_person_key()
    ann = await Player.join(tcp(handle), "Ann", person=mine)
    assert ann.session.info is not None
    seat = ann.seat
    assert seat is not None
    assert ann.session.info.seats[seat].key == mine.public
    other = await Player.join(tcp(handle), "Ben", person=make_person_key())
    assert other.seat not in (None, seat)
    await ann.session.close()

    def is_missed() -> bool:
        info = other.session.info
        return info is not None and info.seats[seat].state != "here"

    await other.until(is_missed, "Ann to be missed")
    back = await Player.join(tcp(handle), "Anna", person=mine)
    assert (back.seat, back.session.name) == (seat, "Ann")
    for player in (back, other):
        await player.session.close()


async def test_on_the_machines_own_socket_a_person_without_token_gets_the_seat_back_by_the_key() -> None:
    handle = await quick_host()
    mine = own_person_key()
    ann = await Player.join(handle.address, "Ann", person=mine)
    other = await Player.join(handle.address, "Ben", person=make_person_key())
    seat = ann.seat
    assert seat is not None
    await ann.session.close()

    def is_missed() -> bool:
        info = other.session.info
        return info is not None and info.seats[seat].state != "here"

    await other.until(is_missed, "Ann to be missed")
    back = await Player.join(handle.address, "Anna", person=mine)
    assert (back.seat, back.session.name) == (seat, "Ann")
    for player in (back, other):
        await player.session.close()


async def test_a_proof_for_another_host_is_refused_over_the_network() -> None:
    handle = await quick_host(tcp=True, bind="127.0.0.1")

    class Relay(PersonKey):
        """What another host could say with what it was told: the statement that was made to it."""

        def sign(self, message: bytes) -> bytes:
            return super().sign(message.replace(bytes.fromhex(own_identity()[0].fingerprint), bytes(32)))

    session = ClientSession(tcp(handle), name="Eve", person=Relay(bytes(range(32))))
    with pytest.raises(JoinRefused, match="does not prove"):
        await session.open()
