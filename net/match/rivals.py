"""Two tables that play one match: how to recognise them, and which of them continues.

A match has two tables when its host comes back after a player has taken it over, or when two players take it over at
once. The tables of a match form a tree, because each claim names the table that it continues. No clock decides. What
decides is the signatures, the people at each table, and whether a host did not run for a while. So both hosts and every
client find the same answer from the descriptions of the two tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from ..crypto.signing import goes_on, verify
from ..wire.handover import Moved
from ..wire.host_messages import Fault
from ..wire.table_info import Forebear, GoesOn, SeatNumber, Standing, TableInfo

End = tuple[int, bytes]
"""The end of a finished deal: the number of its last event, and the head of the chain there."""

Choice = Literal["one", "other", "both"]


CHECKING: Final = Fault(code="checking", sentence="Checking whether the match continues elsewhere…")
GOES_ON_HERE: Final = Fault(code="here", sentence="The match continues here.")
"""Sent when the check of CHECKING is over: the table waits for its players again."""


class NotOurs(ValueError):
    """A table does not play the same match, or cannot show that it does; the text says why, "" for another match."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Where the matches of two tables separate: at the end of this deal, unless one table continues the other and has
    more of it than the other knows."""

    deal: int


def line_of(info: TableInfo) -> tuple[Forebear, ...]:
    """The tables of a match from the first one that is known to this one."""
    before = info.descent
    if not before and info.goes_on is not None:  # a host of an earlier version names only the table before it
        before = (Forebear(table=info.goes_on.table),)
    return (*before, Forebear(table=info.table_id, key=info.key, name=_host_name(info), goes_on=info.goes_on))


def machine_name(here: TableInfo, there: TableInfo) -> str:
    """The name of the player on whose machine another table of our match is, "" if it is not known."""
    if there.goes_on is not None:
        return next((seat.name for seat in here.seats if seat.seat == there.goes_on.seat), "")
    return next((step.name for step in line_of(here) if step.table == there.table_id), "")


def _host_name(info: TableInfo) -> str:
    return next((seat.name for seat in info.seats if seat.seat == own_seat(info)), info.host)


def table_moved_to(here: TableInfo, to: Moved) -> TableInfo:
    """The facts about the table to which a match has moved. here: the table that reports or receives these facts."""
    claim = to.goes_on if to.goes_on.table != to.table else None
    return msgspec.structs.replace(
        here, table_id=to.table, key=to.key, goes_on=claim, descent=to.descent, standing=None
    )


def moved_to(here: TableInfo, there: TableInfo, ways: tuple[str, ...]) -> Moved:
    """The message that a match continues at another table. Raises NotOurs if no other machine can reach that table."""
    if not there.key:
        raise NotOurs("That table cannot be reached over the network.")
    line = line_of(here)
    after = (one.goes_on for one in line if one.goes_on is not None and one.goes_on.table == there.table_id)
    claim = there.goes_on or next(after, None)
    if claim is None:
        raise NotOurs("That table sent no proof that it continues this match.")
    return Moved(ways=ways, table=there.table_id, key=there.key, goes_on=claim, descent=there.descent)


def fork_of(ours: TableInfo, theirs: TableInfo, ends: Mapping[int, End]) -> Fork:
    """Where the match of another table separates from ours. ends: of our finished deals, by number.

    theirs: as that table told it, its key being the one with which it answered. Raises NotOurs.
    """
    own, other = line_of(ours), line_of(theirs)
    known = [step.table for step in other]
    shared = [step for step in own if step.table in known]
    if not shared or ours.table_id == theirs.table_id:
        raise NotOurs("")
    if theirs.game != ours.game or len(theirs.seats) != len(ours.seats) or theirs.options != ours.options:
        raise NotOurs("The rules of that table differ from the rules of this match.")
    last = shared[-1]
    theirs_after = other[known.index(last.table) + 1 :]
    ours_after = own[own.index(last) + 1 :]
    if not theirs_after:
        if last.key and theirs.key and last.key != theirs.key:
            raise NotOurs("The key of that table's host has changed.")
        return Fork(_claim_of(ours_after[0]).deal)
    _verify_steps(last.table, theirs_after, ours)
    claim = _claim_of(theirs_after[0])
    limit = _claim_of(ours_after[0]).deal if ours_after else claim.deal
    if claim.deal <= limit and claim.deal in ends and ends[claim.deal] != (claim.number - 1, claim.head):
        raise NotOurs("That table's record of the match differs from yours.")
    return Fork(min(claim.deal, limit))


def choose(one: TableInfo, other: TableInfo, fork: Fork) -> Choice:
    """Which of two tables of a match continues; the other one closes. "both": neither closes by itself.

    The answer is the same whichever of the two is called `one`.
    """
    first, second = standing_of(one, fork), standing_of(other, fork)
    if first.interrupted != second.interrupted:
        back = first if first.interrupted else second
        if back.witnessed > fork.deal:
            return "both"
        return "other" if first.interrupted else "one"
    if bool(first.people) != bool(second.people):
        return "one" if first.people else "other"
    if first.people:
        return "both"
    return "one" if _rank(one, first) < _rank(other, second) else "other"


def standing_of(info: TableInfo, fork: Fork) -> Standing:
    """The facts that decide about a table. For a host of an earlier version, which does not send them, its seats must
    do.
    """
    if info.standing is not None:
        return info.standing
    own = own_seat(info)
    people = tuple(s.seat for s in info.seats if s.kind == "person" and s.state == "here" and s.seat != own)
    return Standing(people=people, deals=fork.deal)


def own_seat(info: TableInfo) -> SeatNumber | None:
    """The seat of the player whose machine hosts a table."""
    return info.goes_on.seat if info.goes_on is not None else info.host_seat


def _rank(info: TableInfo, standing: Standing) -> tuple[int, int, int, int, str]:
    """The table with the lower rank continues. First the number of deals that people agree on decides, then the number
    of deals, then which table of the match is older, then the lower seat of the claim. If one player claimed twice,
    the id decides.
    """
    seat = info.goes_on.seat if info.goes_on is not None else -1
    return -standing.agreed, -standing.deals, len(line_of(info)), seat, info.table_id


def _claim_of(step: Forebear) -> GoesOn:
    if step.goes_on is None:
        raise NotOurs("That table sent no proof that it continues this match.")
    return step.goes_on


def step_after(table: str, info: TableInfo) -> TableInfo:
    """The table that continued this table's match and led to the other one; often the other one itself."""
    for step in info.descent:
        if step.goes_on is not None and step.goes_on.table == table:
            return msgspec.structs.replace(info, table_id=step.table, key=step.key, goes_on=step.goes_on, descent=())
    return info


def _verify_steps(table: str, steps: tuple[Forebear, ...], ours: TableInfo) -> None:
    """Each table is claimed by a player of this match, from the table before it. Raises NotOurs."""
    keys = {seat.seat: seat.key for seat in ours.seats if seat.kind == "person" and seat.key}
    for step in steps:
        claim = _claim_of(step)
        if claim.table != table:
            raise NotOurs("That table sent no proof that it continues this match.")
        if claim.seat not in keys:
            raise NotOurs("That table claims to continue this match, but no player of this match signed the claim.")
        if fault := fault_of_signature(claim, keys[claim.seat], host_key=step.key, table_id=step.table):
            raise NotOurs(fault)
        table = step.table


def fault_of_signature(claim: GoesOn, key: str, *, host_key: str, table_id: str) -> str:
    """What is wrong with the signature of a claim; "" if nothing is. key: of the person named as the signer."""
    try:
        statement = goes_on(claim.table, claim.deal, claim.number, claim.head, host_key, table_id)
    except (ValueError, OverflowError):
        return "That table claims to continue this match, but the claim is malformed."
    is_signed = verify(key, claim.signature, statement)
    return (
        ""
        if is_signed
        else "That table claims to continue this match, but the player named in the claim did not sign it."
    )
