"""What a client needs to check the host's digests and signatures is in the table that it is shown."""

from hashlib import sha256

import msgpack
import pytest
from msgspec.structs import replace

from engine.api import Preset, Signed
from engine.fairness.chain import head_of
from net.crypto.signing import head_of_deal, host_statement
from net.match.settings import RoomConfig
from net.storage.person_key import make_person_key
from net.verification.cosignatures import Cosignatures
from net.wire.client_messages import Hello, Start
from net.wire.framing import read_client_message
from net.wire.host_messages import TableFrame
from net.wire.table_info import HostKeySigned
from tests.harness.room import Bench, full_table

from ...harness.messages import INFO
from ..room.test_games import NAMES, tables

TLS_KEY = "11" * 32


@pytest.mark.parametrize(("game", "preset", "seats"), tables(), ids=lambda part: getattr(part, "id", str(part)))
def test_the_digest_of_the_table_follows_from_what_is_shown_of_it(game: str, preset: Preset, seats: int) -> None:
    config = RoomConfig(table_id="t1", game=game, options=preset.options, seats=seats)
    bench, guests = full_table(config, " ".join(NAMES.split()[:seats]))
    assert guests[0].info is not None
    assert not guests[0].info.settled
    guests[0].do(Start)
    shown = guests[-1].last(TableFrame).info
    options = msgpack.packb(sorted([name, value] for name, value in shown.settled.items()))
    digest = sha256(b"khanhoo/1 table\0" + game.encode() + b"\0" + bytes([seats]) + options).digest()
    table = bench.room._state.match.table
    assert table is not None
    assert digest == head_of(table)


def test_the_table_shows_with_which_key_its_host_signs() -> None:
    bench, key = Bench(RoomConfig(table_id="t1", game="hearts")), make_person_key()
    bench.room.listens_with(TLS_KEY)
    bench.room.signs_with(key)
    ann = bench.join("Ann", address="10.0.0.1")
    assert ann.info is not None
    assert ann.info.host_key_signed == HostKeySigned(
        key=key.public, signature=key.sign(host_statement(key.public, TLS_KEY))
    )
    stranger = Bench(RoomConfig(table_id="t1", game="hearts", private=True))
    stranger.room.signs_with(key)
    assert stranger.join("Eve", "probe", address="10.0.0.2").last(TableFrame).info.host_key_signed is None


@pytest.mark.parametrize(("shows", "is_told"), [("its own", False), ("another", True), ("nothing", False)])
def test_a_host_that_signs_with_another_key_than_it_shows_is_told(shows: str, is_told: bool) -> None:
    signs, other = make_person_key(), make_person_key()
    shown = {"its own": signs, "another": other, "nothing": None}[shows]
    info = replace(INFO, key=TLS_KEY, goes_on=None)
    if shown is not None:
        statement = HostKeySigned(key=shown.public, signature=shown.sign(host_statement(shown.public, TLS_KEY)))
        info = replace(info, host_key_signed=statement)
    head = bytes(32)
    signature = signs.sign(head_of_deal(info.table_id, 1, 77, head, None))
    signed = Signed(info.table_id, 1, 77, head, signs.public, signature)
    witnesses = Cosignatures()
    assert ("was signed in the host's name, but not with" in witnesses.add(signed, {1: (77, head)}, info)) == is_told
    assert bool(witnesses.of_deal(1)) != is_told


def test_a_key_that_another_host_vouched_for_counts_as_none() -> None:
    signs, other = make_person_key(), make_person_key()
    stolen = HostKeySigned(key=other.public, signature=other.sign(host_statement(other.public, "22" * 32)))
    info = replace(INFO, key=TLS_KEY, goes_on=None, host_key_signed=stolen)
    head = bytes(32)
    signature = signs.sign(head_of_deal(info.table_id, 1, 77, head, None))
    signed = Signed(info.table_id, 1, 77, head, signs.public, signature)
    assert Cosignatures().add(signed, {1: (77, head)}, info) == ""


def test_signatures_of_void_deals_are_forgotten() -> None:
    """All events are sent again, or those after a deal: only signatures of what is left count."""
    key, head = make_person_key(), bytes(32)
    info, witnesses = replace(INFO, goes_on=None), Cosignatures()
    for deal in (1, 2):
        signature = key.sign(head_of_deal(info.table_id, deal, 77, head, None))
        assert (
            witnesses.add(Signed(info.table_id, deal, 77, head, key.public, signature), {deal: (77, head)}, info) == ""
        )
    witnesses.cut(1)
    assert [len(witnesses.of_deal(deal)) for deal in (1, 2)] == [1, 0]
    witnesses.begin_anew()
    assert witnesses.of_deal(1) == ()


def test_a_client_that_names_no_capability_has_none() -> None:
    hello = read_client_message(
        msgpack.packb({"t": "hello", "magic": "khanhoo", "major": 1, "minor": 0, "name": "Ann"})
    )
    assert isinstance(hello, Hello)
    assert hello.capabilities == ()
