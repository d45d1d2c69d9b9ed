"""Claims: who continues a match whose host is gone, and how the others can check that it is a player with the same
match.

A claim is signed with the key of a seat of the old table, and names the end of the last finished deal, the head of the
chain there, and the key of the new host. So a client with the same deal and head does not have to trust anybody new.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.api import Checkpoint, Seat

from ..crypto.signing import PersonKey, goes_on
from ..match.rivals import fault_of_signature
from ..wire.table_info import GoesOn, TableInfo

if TYPE_CHECKING:
    from ..discovery.finder import FoundTable


def make_claim(
    old: TableInfo, left: Checkpoint, seat: Seat, person: PersonKey, *, host_key: str, table_id: str
) -> GoesOn:
    """The claim of a seat's player to continue the match at a host with this key. old: the table that is gone."""
    statement = goes_on(old.table_id, left.deal, left.number, left.head, host_key, table_id)
    return GoesOn(
        table=old.table_id,
        seat=seat,
        deal=left.deal,
        number=left.number,
        head=left.head,
        signature=person.sign(statement),
    )


def fault_of(new: TableInfo, old: TableInfo, left: Checkpoint | None) -> str:
    """What is wrong with the claim of a table to continue another table's match; "" if nothing is.

    new: as its host described it, with the key with which that host answered. left: our own copy of the match, None
    if we have checked no deal of it.
    """
    claim = new.goes_on
    if claim is None or claim.table != old.table_id:
        return "That table continues another match."
    key = next((seat.key for seat in old.seats if seat.seat == claim.seat and seat.kind == "person"), "")
    if not key:
        return "That table claims to continue this match, but no player of this match signed the claim."
    if fault := fault_of_signature(claim, key, host_key=new.key, table_id=new.table_id):
        return fault
    if new.game != old.game or len(new.seats) != len(old.seats) or new.options != old.options:
        return "The rules of that table differ from the rules of this match."
    if left is None or claim.deal > left.deal:
        return ""
    if claim.deal < left.deal:
        return f"That table continues from deal {claim.deal}, but deal {left.deal} is already finished."
    return (
        ""
        if (claim.number, claim.head) == (left.number, left.head)
        else "That table's record of the match differs from yours."
    )


def best_of(found: Iterable[FoundTable]) -> FoundTable | None:
    """Of several tables that go on with one match, that with the most deals, then people, then the lowest seat."""
    return min(found, key=_rank, default=None)


def _rank(found: FoundTable) -> tuple[int, int, int]:
    claim = found.info.goes_on
    return (-claim.deal if claim else 0, -people_here(found.info), claim.seat if claim else 0)


def people_here(info: TableInfo) -> int:
    """How many people with a seat are at a table now."""
    return sum(seat.kind == "person" and seat.state == "here" for seat in info.seats)
