"""A crowd that would have a host tell more than clients take, do the same work for each, or name its users."""

import pytest

from engine.api import Journal
from net.wire.client_messages import Admit, CastVote, GetRecord, Ready, Say, TakeSeat
from net.wire.host_messages import RecordPart
from net.wire.table_info import MOST_PETITIONS
from tests.harness.room import Bench, info, play_with_toys, started, toy_config, without_ben


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


@pytest.mark.slow
def test_however_many_ask_for_a_seat_everybody_is_told_a_table_that_clients_take() -> None:
    bench, ann, _, cat, eve = without_ben()
    crowd = [eve, *(bench.join(f"Eve {place}", "watcher") for place in range(MOST_PETITIONS))]
    answers = [guest.do(TakeSeat, seat=1) for guest in crowd]
    assert [answer.accepted for answer in answers] == [True] * MOST_PETITIONS + [False]
    assert f"already {MOST_PETITIONS} requests for a seat" in answers[-1].reason
    # Whoever hears anything has read it as a client of ours does, which takes no longer list.
    assert len(info(cat)[1]) == MOST_PETITIONS
    assert ann.do(Admit, seat=1, name="Eve", yes=False).accepted
    assert crowd[-1].do(TakeSeat, seat=1).accepted
    assert len(info(cat)[1]) == MOST_PETITIONS
    assert crowd[-1].do(TakeSeat, seat=1).accepted, "who asks already only asks again"


def test_however_many_ask_for_the_record_it_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = Journal.sealed

    def sealed(journal: Journal) -> bytes:
        made.append(len(journal.records))
        return real(journal)

    monkeypatch.setattr(Journal, "sealed", sealed)
    bench, guests = started()
    crowd = [*guests, *(bench.join(f"Eve {place}", "watcher") for place in range(20))]
    assert "when the match is over" in guests[0].do(GetRecord).reason
    for guest in guests[:2]:
        assert guest.do(CastVote, what="stop").accepted
    assert {guest.info.phase for guest in crowd if guest.info is not None} == {"over"}
    for guest in crowd:
        assert guest.do(GetRecord).accepted
    records = {b"".join(part.data for part in guest.heard if isinstance(part, RecordPart)) for guest in crowd}
    assert len(made) == len(records) == 1
    # What is said afterwards is in the record, too.
    assert guests[0].do(Say, text="good game").accepted
    assert crowd[-1].do(GetRecord).accepted
    assert len(made) == 2
    assert b"good game" in crowd[-1].last(RecordPart).data


def test_who_does_not_read_is_not_sent_the_record_again_and_again() -> None:
    bench, guests = started()
    for guest in guests[:2]:
        assert guest.do(CastVote, what="stop").accepted
    bench.run(bench.room.congest(guests[2].id, True, bench.now_ms))
    assert "Wait until you have received all data" in guests[2].do(GetRecord).reason
    assert not guests[2].count(RecordPart)
    bench.run(bench.room.congest(guests[2].id, False, bench.now_ms))
    assert guests[2].do(GetRecord).accepted


def test_the_names_of_the_machines_users_stay_on_the_machine() -> None:
    bench = Bench(toy_config())
    ann = bench.join("Ann", user="ann-of-this-machine")
    ben = bench.join("Ben", address="192.0.2.7")
    cat = bench.join("Cat", user="cat-of-this-machine")
    eve, zoe = bench.join("Eve", "watcher", address="192.0.2.8"), bench.join("Zoë", "watcher", user="zoe")
    probe = bench.join("", "probe", address="192.0.2.9")
    for guest in (ann, ben, cat):
        assert guest.do(Ready).accepted
    assert ann.do(Say, text="hello").accepted
    for guest in (ben, eve, probe):
        assert b"-of-this-machine" not in guest.raw
        assert guest.info is not None
        assert [seat.name for seat in guest.info.seats] == ["Ann", "Ben", "Cat"]
    for guest in (ann, cat, zoe):
        assert guest.info is not None
        assert [seat.user for seat in guest.info.seats] == ["ann-of-this-machine", "", "cat-of-this-machine"]
    assert [seat.ready for seat in eve.info.seats] == [True] * 3  # type: ignore[union-attr]
