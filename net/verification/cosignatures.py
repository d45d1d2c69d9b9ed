"""Who else has signed that a deal ended as one was told: the other players, who need not trust the host for it.

A signature counts when the key that sits at its seat has made it, over the very end that was told here. One that does
not fit shows that somebody was told another story, or that somebody's program is at fault; what it shows is kept.
"""

from collections.abc import Mapping

from engine.api import Signed

from ..crypto.signing import head_of_deal, host_statement, verify
from ..wire.table_info import TableInfo

DealEnd = tuple[int, bytes]
"""Number of a deal's last event, and the head there."""


class Cosignatures:
    """The signatures that one session was told of. host_key: of the first one that the host has made."""

    def __init__(self) -> None:
        self.host_key = ""
        self._fitting: dict[int, dict[int | None, Signed]] = {}

    def begin_anew(self) -> None:
        """What was told is void and is told again."""
        self._fitting.clear()

    def cut(self, deal: int) -> None:
        """What came after a deal is void."""
        self._fitting = {known: found for known, found in self._fitting.items() if known <= deal}

    def of_deal(self, deal: int) -> tuple[Signed, ...]:
        """Signatures of a deal that fit, by seat, the host's last."""
        found = self._fitting.get(deal, {})
        return tuple(found[seat] for seat in sorted(found, key=lambda seat: (seat is None, seat)))

    def seats_of(self, deal: int) -> int:
        """How many players have signed a deal as it was told here."""
        return sum(seat is not None for seat in self._fitting.get(deal, {}))

    def add(self, signed: Signed, ends: Mapping[int, DealEnd], info: TableInfo) -> str:
        """A signature was told. ends: of the deals, as they were told here. Gives a sentence if it does not fit."""
        whose = "the host" if signed.seat is None else _name_of(signed.seat, info)
        end = ends.get(signed.deal)
        if not is_genuine(signed):
            return f"The table passed on a false signature of {whose} (deal {signed.deal})."
        if end != (signed.number, signed.head):
            return f"Deal {signed.deal} ended differently for {whose}, who signed it: your game records differ."
        shown = shown_key(info) if signed.seat is None and signed.table == info.table_id else ""
        if shown and signed.key != shown:
            return f"The host signed deal {signed.deal} with another key than the one it shows."
        if self._is_known(signed, info):
            self._fitting.setdefault(signed.deal, {})[signed.seat] = signed
        return ""

    def _is_known(self, signed: Signed, info: TableInfo) -> bool:
        """Whether the key is the one that its seat, or the host, has. Of who sat there before nobody knows it."""
        if signed.seat is None:
            self.host_key = self.host_key or signed.key
            return signed.key == self.host_key
        return signed.seat < len(info.seats) and info.seats[signed.seat].key == signed.key


def is_genuine(signed: Signed) -> bool:
    """Whether a signature is its key's, of what it says that it signs."""
    if len(signed.head) != 32 or not 0 <= signed.deal < 2**32 or not 0 <= signed.number < 2**63:
        return False
    if signed.seat is not None and not 0 <= signed.seat < 255:
        return False
    statement = head_of_deal(signed.table, signed.deal, signed.number, signed.head, signed.seat)
    return verify(signed.key, signed.signature, statement)


def shown_key(info: TableInfo) -> str:
    """With which key the host of a table says that it signs; "" if it does not, or has not signed that itself."""
    shown = info.host_key_signed
    return (
        shown.key
        if shown is not None and verify(shown.key, shown.signature, host_statement(shown.key, info.key))
        else ""
    )


def _name_of(seat: int, info: TableInfo) -> str:
    name = info.seats[seat].name if seat < len(info.seats) else ""
    return name or f"seat {seat + 1}"
