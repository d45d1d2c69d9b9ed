"""Checkpoints: the full state of a match after its last finished deal, from which another host can go on. A client that
replayed the finished deals knows them in full, since their secrets are open. Only the old host knows the current deal,
so that deal is void. The old host's seed stays secret; the next deals use the new host's seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ..model.events import BETWEEN, Dropped, Event, Happened, RoomEvent, Signed
from ..model.moves import Refusal
from ..play.host_chain import HostChain
from ..play.table import Table
from ..record.journal import Act, Journal, Record
from .replay import replay


class CheckpointError(ValueError):
    """A match cannot go on; the message says why."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The part of a match that another host takes over. journal: without a seed, up to the end of the last finished
    deal, with the room's events after it. deal: number of that deal. number: events up to its end. head: of the chain
    there.
    """

    journal: Journal
    deal: int
    number: int
    head: bytes


def checkpoint_of(table: Table, told: Sequence[Event]) -> Checkpoint:
    """Make a checkpoint from replayed deals. table: after the last finished deal, without events of the room. told:
    everything that a viewer was told, from event 0 to now. Raises CheckpointError.
    """
    if table.journal is None or not table.deal or table.phase != BETWEEN or table.over is not None:
        raise CheckpointError("Another host can continue a match only between two deals.")
    records: list[Record] = []
    number = 0
    for record in table.journal.records:
        if record.events:
            number = _take_room(records, told, number)
            if number + len(record.events) > len(told) or type(told[number]) is not type(record.events[0]):
                raise CheckpointError("The replayed events differ from the events that the table sent.")
            number += len(record.events)
        records.append(record)
    opened = tuple(table.secret(deal) for deal in range(1, table.deal + 1))
    header = msgspec.structs.replace(table.journal.header, seed="", opened=opened)
    finished = Journal(header, records)
    return Checkpoint(_with_pause(finished, told[number:]), table.deal, number, head_after(finished, number))


def head_after(journal: Journal, number: int) -> bytes:
    """The head of the chain after so many events of a record with all faces. Raises JournalError."""
    table = replay(Journal(journal.header, journal.records[:0]))
    host_chain = HostChain(table)
    for place, event in enumerate(journal.events()):
        if place == number:
            break
        host_chain.add(event)
    return host_chain.chain.head


def _take_room(records: list[Record], told: Sequence[Event], number: int) -> int:
    """Copy the room's events before the next act; return the number of the event after them."""
    while number < len(told) and isinstance(event := told[number], RoomEvent):
        records.append(Record(Act("room"), (event,)))
        number += 1
    return number


def _with_pause(finished: Journal, told: Sequence[Event]) -> Journal:
    """The record with the pause after its last deal: events of the room, and players who left the match."""
    journal = Journal(finished.header, list(finished.records))
    table = replay(finished)
    table.journal = journal
    for event in told:
        try:
            match event:
                case Happened() | Signed():
                    table.happen(event)
                case Dropped(seat=seat):
                    table.drop(seat)
                case _:
                    break
        except Refusal:
            break
    return journal
