"""Checks that a record of a match is the one that was signed at the table: computes its chain again and checks each
signature.
"""

from dataclasses import dataclass

from engine.api import HostChain, Journal, JournalError, Signed, Table, replay

from .cosignatures import is_genuine


@dataclass(frozen=True, slots=True)
class Signers:
    """The signatures of the end of one deal. players: number of seats that signed. host: whether the host signed."""

    players: int
    host: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that follows the rules, and whose signatures are all valid. head: of the chain after its last event.
    signers: of each signed deal, by number.
    """

    table: Table
    is_sealed: bool
    head: bytes
    signers: dict[int, Signers]


def check_record(journal: Journal) -> Checked:
    """Replay a whole record and check its signatures. Raises JournalError where something does not fit."""
    is_sealed = journal.verify_seal()
    table = replay(journal)
    host_chain, found = HostChain(table), set[tuple[int, int | None]]()
    for event in journal.events():
        if isinstance(event, Signed):
            _verify(event, host_chain, found)
            found.add((event.deal, event.seat))
        host_chain.add(event)
    signers = {
        deal: Signers(sum(signed == deal and seat is not None for signed, seat in found), (deal, None) in found)
        for deal in sorted({deal for deal, _ in found})
    }
    return Checked(table, is_sealed, host_chain.chain.head, signers)


def _verify(signed: Signed, host_chain: HostChain, found: set[tuple[int, int | None]]) -> None:
    whose = "the host" if signed.seat is None else f"seat {signed.seat + 1}"
    if (signed.deal, signed.seat) in found:
        raise JournalError(f"Deal {signed.deal} is signed twice by {whose}.")
    if not is_genuine(signed):
        raise JournalError(f"Deal {signed.deal}: the signature of {whose} is not valid.")
    if host_chain.chain.ends.get(signed.deal) != (signed.number, signed.head):
        raise JournalError(f"The signature of {whose} is for another end of deal {signed.deal}.")
