"""A record with one field changed is refused: by its seal, and where somebody makes a new seal, by the rules.

What the rules cannot know is what people said, and an answer under seal that lost and was never told.
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
    Journal,
    JournalError,
    Record,
    frame_record,
    games,
    pack_record,
    read_records,
    replay,
)

from .test_audit import GAMES, played

MUTATIONS = 5_600
A_GAME = -(-MUTATIONS // len(GAMES))
NEWLY_SEALED = 60  # of each game; each is played again to its end

Path = tuple[int | str, ...]


@cache
def records_of(game: str) -> tuple[Any, ...]:
    """A sealed match of a game, each record as plain data."""
    journal = played(game, 1).journal
    assert journal is not None
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
        case str() if value:
            place = chance.randrange(len(value))
            return value[:place] + chance.choice("0123456789ABCDHJKQSacdefhmst" + "z") + value[place + 1 :]
        case str():
            return "x"
        case None:
            return 0
    raise AssertionError(value)


def changed_records(game: str, count: int, *, with_seal: bool) -> Iterator[tuple[int, Path, tuple[Any, ...]]]:
    """(record, path, all records) with one leaf changed; of the seal too, or never of it."""
    records, chance = records_of(game), Random(game)
    weights = [len(list(leaves(record))) for record in records[: len(records) - (not with_seal)]]
    while count:
        (number,) = chance.choices(range(len(weights)), weights)
        path = chance.choice(list(leaves(records[number])))
        other = mutated(records[number], path, chance)
        if other != records[number]:
            count -= 1
            yield number, path, (*records[:number], other, *records[number + 1 :])


def as_file(records: tuple[Any, ...]) -> bytes:
    return b"".join(frame_record(msgspec.msgpack.encode(record)) for record in records)


def is_borne_out(data: bytes) -> bool:
    """What `khanhoo verify` finds."""
    try:
        replay(Journal.from_bytes(data))
    except JournalError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_true_record_is_borne_out(game: str) -> None:
    assert is_borne_out(as_file(records_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_changed_field_of_a_sealed_record_is_refused(game: str) -> None:
    for _, path, records in changed_records(game, A_GAME, with_seal=True):
        assert not is_borne_out(as_file(records)), f"{path} was changed and not missed"


@pytest.mark.parametrize("game", GAMES)
def test_every_changed_field_under_a_new_seal_is_refused_by_the_rules(game: str) -> None:
    known_to_the_rules = 0
    for number, path, records in changed_records(game, 4 * NEWLY_SEALED, with_seal=False):
        if known_to_the_rules == NEWLY_SEALED:
            break
        before = records[number]
        is_room = number and before["act"]["kind"] == "room"
        if is_room or (number and not before.get("events") and "act" in path):
            continue
        known_to_the_rules += 1
        content = as_file(records[:-1])
        seal = pack_record(Record(Act("seal", digest=hashlib.sha256(content).hexdigest())))
        assert not is_borne_out(content + seal), f"record {number}: {path} was changed and not missed"
    assert known_to_the_rules == NEWLY_SEALED


def test_so_many_mutations_are_tried() -> None:
    assert {meta.id for meta in games()} == set(GAMES)
    assert sum(1 for _ in changed_records("hearts", A_GAME, with_seal=True)) * len(GAMES) >= 5_000
