"""A record with one field changed is refused: by its seal, and where somebody makes a new seal, by the rules.

Its signatures are borne out, too: what they sign is the chain over everything, so that even what was said before a
deal ended is bound. What nobody can know is what was said later, and an answer under seal that lost and was never told.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from engine.api import (
    Act,
    HostChain,
    Journal,
    JournalError,
    Record,
    Signed,
    frame_record,
    games,
    pack_record,
    read_records,
)
from engine.record.framing import RECORD_PREFIX
from net.crypto.signing import PersonKey, head_of_deal
from net.verification.record_check import check_record

from .test_audit import GAMES, played

MUTATIONS = 5_600
A_GAME = -(-MUTATIONS // len(GAMES))
NEWLY_SEALED = 60  # of each game; each is played again to its end

Path = tuple[int | str, ...]


@cache
def records_of(game: str) -> tuple[Any, ...]:
    """A sealed match of a game, signed by two players and the host, each record as plain data."""
    table = played(game, 1)
    journal = table.journal
    assert journal is not None
    host_chain = HostChain(table)
    for event in journal.events():
        host_chain.add(event)
    number, head = host_chain.chain.ends[1]
    for seat in (0, 1, None):
        key = PersonKey(bytes([7 if seat is None else seat]) * 32)
        signature = key.sign(head_of_deal("t4b1e", 1, number, head, seat))
        table.happen(Signed("t4b1e", 1, number, head, key.public, signature, seat))
    return tuple(msgspec.msgpack.decode(payload) for payload in read_records(journal.sealed()).payloads)


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where plain data has its texts, numbers and switches."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path


def mutated(value: Any, path: Path, chance: Random) -> Any:
    """The data with the leaf at a path changed."""
    if path:
        key, rest = path[0], path[1:]
        copy = value.copy()
        copy[key] = mutated(value[key], rest, chance)
        return copy
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 7))
        case bytes():
            place = chance.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
        case str() if value:
            place = chance.randrange(len(value))
            return value[:place] + chance.choice("0123456789ABCDHJKQSacdefhmst" + "z") + value[place + 1 :]
        case str():
            return "x"
        case None:
            return 0
    raise AssertionError(value)


def changed_records(game: str, count: int, *, with_seal: bool) -> Iterator[tuple[int, Path, tuple[bytes, ...]]]:
    """(record, path, the frames of all records) with one leaf changed; of the seal too, or never of it."""
    records, frames, chance = records_of(game), frames_of(game), Random(game)
    paths = [list(leaves(record)) for record in records[: len(records) - (not with_seal)]]
    weights = list(map(len, paths))
    while count:
        (number,) = chance.choices(range(len(weights)), weights)
        path = chance.choice(paths[number])
        other = mutated(records[number], path, chance)
        if other != records[number]:
            count -= 1
            yield number, path, (*frames[:number], as_frame(other), *frames[number + 1 :])


@cache
def frames_of(game: str) -> tuple[bytes, ...]:
    """The records of a game as a file has them."""
    return tuple(map(as_frame, records_of(game)))


def as_frame(record: Any) -> bytes:
    return frame_record(msgspec.msgpack.encode(record))


def is_borne_out(data: bytes) -> bool:
    """What `khanhoo verify` finds."""
    try:
        check_record(Journal.from_bytes(data))
    except JournalError:
        return False
    return True


def newly_sealed(frames: tuple[bytes, ...]) -> bytes:
    """A file of these records with a seal of its own in place of the old one."""
    content = b"".join(frames[:-1])
    return content + pack_record(Record(Act("seal", digest=hashlib.sha256(content).hexdigest())))


@pytest.mark.parametrize("game", GAMES)
def test_a_true_record_is_borne_out(game: str) -> None:
    assert is_borne_out(b"".join(frames_of(game)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_field_of_a_sealed_record_is_refused(game: str) -> None:
    for _, path, frames in changed_records(game, A_GAME, with_seal=True):
        assert not is_borne_out(b"".join(frames)), f"{path} was changed and not missed"


@pytest.mark.parametrize("game", GAMES)
def test_every_changed_field_under_a_new_seal_is_refused_by_the_rules(game: str) -> None:
    known_to_the_rules = 0
    for number, path, frames in changed_records(game, 4 * NEWLY_SEALED, with_seal=False):
        if known_to_the_rules == NEWLY_SEALED:
            break
        before = msgspec.msgpack.decode(frames[number][RECORD_PREFIX:])
        is_room = number and before["act"]["kind"] == "room" and before["events"][0]["e"] == "room"
        if is_room or (number and not before.get("events") and "act" in path):
            continue
        known_to_the_rules += 1
        assert not is_borne_out(newly_sealed(frames)), f"record {number}: {path} was changed and not missed"
    assert known_to_the_rules == NEWLY_SEALED


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_field_of_a_signature_under_a_new_seal_is_refused(game: str) -> None:
    records, frames, chance = records_of(game), frames_of(game), Random(game)
    signed = [number for number, record in enumerate(records) if number and _is_signed(record)]
    assert len(signed) == 3
    for number in signed:
        for path in leaves(records[number]):
            for _ in range(3):
                other = mutated(records[number], path, chance)
                changed = newly_sealed((*frames[:number], as_frame(other), *frames[number + 1 :]))
                assert other == records[number] or not is_borne_out(changed), path
        twice = (*frames[: number + 1], *frames[number:])
        assert not is_borne_out(newly_sealed(twice)), "the same signature twice"


def _is_signed(record: Any) -> bool:
    return any(event["e"] == "signed" for event in record.get("events", ()))


def test_what_was_said_before_a_deal_ended_is_bound_by_its_signatures() -> None:
    records = records_of("hearts")
    number = next(n for n, record in enumerate(records) if n and record["act"]["kind"] == "room")
    assert records[number]["events"][0]["text"] == "good luck"
    other = {**records[number], "events": [{**records[number]["events"][0], "text": "bad luck"}]}
    frames = frames_of("hearts")
    changed = newly_sealed((*frames[:number], as_frame(other), *frames[number + 1 :]))
    with pytest.raises(JournalError, match="The signature of seat 1 is for another end"):
        check_record(Journal.from_bytes(changed))


def test_so_many_mutations_are_tried() -> None:
    assert {meta.id for meta in games()} == set(GAMES)
    assert sum(1 for _ in changed_records("hearts", A_GAME, with_seal=True)) * len(GAMES) >= 5_000
