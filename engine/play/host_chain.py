"""The hash chain on the host's side: hidden events enter as veils, which need the secret of the deal."""

from ..fairness.chain import Chain, needs_commitment
from ..fairness.commitments import event_commitment
from ..model.events import DealBegan, Event
from ..record.codec import encode
from .table import Table


class HostChain:
    """The hash chain with its veils, made from the secrets of the deals. table: has the secrets. heads: the head after
    each event. veils: of events that have one, by number.
    """

    def __init__(self, table: Table) -> None:
        self.chain = Chain(table)
        self.heads: list[bytes] = []
        self.veils: dict[int, bytes] = {}
        self._table = table
        self._plan = table.game.plan
        self._deal = 0

    def add(self, event: Event) -> bytes:
        """Add the next event, with all its faces; return its veil, b"" if it has none."""
        if isinstance(event, DealBegan):
            self._deal = event.number
        number, veiled = self.chain.length, b""
        if needs_commitment(event, self._plan):
            veiled = self.veils[number] = event_commitment(self._table.secret(self._deal), number, encode(event))
        self.heads.append(self.chain.add(event, veiled))
        return veiled
