"""Signatures of other players who saw a deal end in the same way; nobody need trust the host for this. A signature
counts if the key at its seat made it, over exactly the end that we received. A signature that does not fit shows that a
player received other events, or that a program has a fault; it is kept as evidence.
"""

from collections.abc import Mapping

from engine.api import Signed

from ..crypto.signing import head_of_deal, host_statement, verify
from ..wire.table_info import TableInfo

DealEnd = tuple[int, bytes]
"""Number of a deal's last event, and the head there."""


class Cosignatures:
    """The signatures that one session received. host_key: of the host's first signature."""

    def __init__(self) -> None:
        self.host_key = ""
        self._fitting: dict[int, dict[int | None, Signed]] = {}

    def begin_anew(self) -> None:
        """All events become void and are sent again."""
        self._fitting.clear()

    def cut(self, deal: int) -> None:
        """Everything after a deal becomes void."""
        self._fitting = {known: found for known, found in self._fitting.items() if known <= deal}

    def of_deal(self, deal: int) -> tuple[Signed, ...]:
        """Valid signatures of a deal, by seat, the host's last."""
        found = self._fitting.get(deal, {})
        return tuple(found[seat] for seat in sorted(found, key=lambda seat: (seat is None, seat)))

    def seats_of(self, deal: int) -> int:
        """How many players have signed a deal as we received it."""
        return sum(seat is not None for seat in self._fitting.get(deal, {}))

    def add(self, signed: Signed, ends: Mapping[int, DealEnd], info: TableInfo) -> str:
        """Add a signature. ends: the ends of the deals as we received them. Returns a sentence if it does not fit."""
        whose = "the host" if signed.seat is None else _name_of(signed.seat, info)
        end = ends.get(signed.deal)
        if not is_genuine(signed):
            return f"The table passed on a false signature of {whose} (deal {signed.deal})."
        if end != (signed.number, signed.head):
            return f"The signature of {whose} is for another end of deal {signed.deal}: your game records differ."
        shown = shown_key(info) if signed.seat is None and signed.table == info.table_id else ""
        if shown and signed.key != shown:
            return f"Deal {signed.deal} was signed in the host's name, but not with the host's key."
        if self._is_known(signed, info):
            self._fitting.setdefault(signed.deal, {})[signed.seat] = signed
        return ""

    def _is_known(self, signed: Signed, info: TableInfo) -> bool:
        """Whether the key is the one of its seat, or of the host. Nobody knows the keys of earlier players on the
        seat.
        """
        if signed.seat is None:
            self.host_key = self.host_key or signed.key
            return signed.key == self.host_key
        return signed.seat < len(info.seats) and info.seats[signed.seat].key == signed.key


def is_genuine(signed: Signed) -> bool:
    """Whether the signature was made by its key over its own statement."""
    if len(signed.head) != 32 or not 0 <= signed.deal < 2**32 or not 0 <= signed.number < 2**63:
        return False
    if signed.seat is not None and not 0 <= signed.seat < 255:
        return False
    statement = head_of_deal(signed.table, signed.deal, signed.number, signed.head, signed.seat)
    return verify(signed.key, signed.signature, statement)


def shown_key(info: TableInfo) -> str:
    """The key with which the host of a table signs; "" if it does not sign, or has not signed this statement itself."""
    shown = info.host_key_signed
    return (
        shown.key
        if shown is not None and verify(shown.key, shown.signature, host_statement(shown.key, info.key))
        else ""
    )


def _name_of(seat: int, info: TableInfo) -> str:
    name = info.seats[seat].name if seat < len(info.seats) else ""
    return name or f"seat {seat + 1}"
