"""Tables that claim to continue a match: checking their claims, and the news about a host that is gone."""

import msgspec

from engine.api import Checkpoint, Seat

from .. import news
from ..match.rivals import NotOurs, fork_of, line_of, step_after
from ..wire.table_info import TableInfo
from .claims import fault_of


def fault_with(new: TableInfo, olds: tuple[TableInfo, ...], left: Checkpoint | None) -> str:
    """What is wrong with a table's claim to continue the match of one of these tables; "" if nothing."""
    faults = [_fault_with(new, old, left) for old in olds]
    return "" if "" in faults else faults[0]


def _fault_with(new: TableInfo, old: TableInfo, left: Checkpoint | None) -> str:
    if old.table_id in {step.table for step in line_of(new)}:
        first = step_after(old.table_id, new)
        if (fault := fault_of(first, old, left)) or first is new:
            return fault
    elif len(line_of(old)) == 1:
        return "That table continues another match."
    try:
        # A table that continued after the first one has a claim too, and so does one that continued from the same table
        # as ours.
        fork = fork_of(old, new, {left.deal: (left.number - 1, left.head)} if left is not None else {})
    except NotOurs as why:
        return str(why) or "That table continues another match."
    if left is not None and fork.deal < left.deal:
        return f"That table continues from deal {fork.deal}, but deal {left.deal} is already finished."
    return ""


def with_people(found: TableInfo, old: TableInfo | None) -> TableInfo:
    """A found table, with the earlier names and keys of people, since a private table shows them to no outsider."""
    if old is None or not found.coded:
        return found
    pairs = zip(found.seats, old.seats, strict=True)  # as many seats as before: else its claim would be invalid
    seats = [msgspec.structs.replace(new, name=new.name or was.name, key=new.key or was.key) for new, was in pairs]
    return msgspec.structs.replace(found, seats=tuple(seats))


def host_gone(
    old: TableInfo, seat: Seat | None, left: Checkpoint | None, why_not: str, now_at: str, *, is_lost: bool = False
) -> news.HostGone:
    """The news for a seat whose host is gone. now_at: the player whose machine has the table but never answered us.
    Others may be there, so nobody is asked to continue. is_lost: nobody can continue.
    """
    others = [one for one in old.seats if one.kind == "person" and one.seat != old.host_seat and not one.is_dropped]
    first = min((one for one in others if one.state != "away"), key=lambda one: one.seat, default=None)
    suggested = first if not now_at else None
    return news.HostGone(
        deal=left.deal if left is not None else 0,
        can_carry=not why_not,
        why_not=why_not,
        suggested=suggested.name if suggested is not None else "",
        is_suggested=suggested is not None and suggested.seat == seat,
        by_link=not old.listed,
        now_at=now_at,
        is_lost=is_lost and left is None and not now_at,
    )
