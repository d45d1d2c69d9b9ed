"""The hash chain over the events that one viewer received, computed here and compared with the host's heads. A host
that sends different events to two viewers has two heads. It may send each viewer the head that fits; then the
signatures (net/verification/cosignatures.py) reveal it, or two players who compare the four words aloud.
"""

from collections.abc import Sequence

from engine.api import VEIL_BYTES, Board, Chain, Event, find_game, needs_commitment

from ..wire.client_messages import HEAD_BYTES
from ..wire.host_messages import Events
from ..wire.table_info import TableInfo
from .cosignatures import DealEnd
from .transcript import BadTranscript

_OTHERWISE = (
    "Your game record differs from the record that the table announced to everybody. The first difference is in event "
    "{number} or before."
)
_REWRITTEN = "The table changed the game record of deal {number} after the deal was finished."
_UNVEILED = "The table sends no proofs for hidden cards from event {number} on."


class ChainCheck:
    """What one session knows about its table's chain. chain: None until the match begins. veils: of the events that
    have one, by number. is_true: no head has differed. retold: deals whose events changed while they were played.
    """

    def __init__(self) -> None:
        self.is_true = True
        self.chain: Chain | None = None
        self.veils: dict[int, bytes] = {}
        self.retold: set[int] = set()
        self._told = -1
        self._before: DealEnd = (0, b"")
        self._ends_before: dict[int, DealEnd] = {}

    def begin_anew(self, *, is_wanted: bool = False) -> None:
        """All events become void and are sent again: those that we had must be the same. is_wanted: the last of them
        may differ, because we have taken a move back; finished deals must stay the same.
        """
        if self.chain is not None:
            self._before = max(self._before, (self.chain.length, self.chain.head))
            self._ends_before |= self.chain.ends
        if is_wanted:
            self._before = (0, b"")
        self.chain, self.veils, self._told = None, {}, -1

    def cut(self, number: int) -> None:
        """Keep only this number of events; another host sends those that follow."""
        veils = {place: veiled for place, veiled in self.veils.items() if place < number}
        self.begin_anew()
        self.veils, self._before = veils, (0, b"")
        self._ends_before = {deal: end for deal, end in self._ends_before.items() if end[0] < number}

    def check_frame(self, frame: Events, told: Sequence[Event], info: TableInfo) -> str:
        """Check a frame of events. told: all events so far. Returns a sentence if something does not fit, once. Raises
        BadTranscript if no chain can be computed.
        """
        try:
            return self._check_frame(frame, told, info)
        except Exception as fault:
            # A host may invent zones, seats and options that no game has. Then the session leaves this table, and the
            # program goes on.
            raise BadTranscript("This table sent something that is impossible in its game.") from fault

    def _check_frame(self, frame: Events, told: Sequence[Event], info: TableInfo) -> str:
        if not frame.head and self.chain is None:
            return ""
        game = find_game(info.game)
        if self.chain is None:
            self.chain = Chain(Board(game, len(info.seats), dict(info.options)))
        chain, places = self.chain, range(0, len(frame.veils), VEIL_BYTES)
        pieces = [frame.veils[place : place + VEIL_BYTES] for place in places]
        hidden = [n for n, event in enumerate(frame.events, frame.first) if needs_commitment(event, game.plan)]
        if len(hidden) != len(pieces):
            return self._differs(_UNVEILED, frame.first)
        for number, piece in zip(hidden, pieces, strict=True):
            self.veils.setdefault(number, piece)
        for number in range(chain.length, len(told)):
            chain.add(told[number], self.veils.get(number, b""))
            if chain.length == self._before[0] and chain.head != self._before[1]:
                self.retold.add(len(chain.ends) + 1)
        if chain.length == frame.first + len(frame.events) and frame.events and chain.head[:HEAD_BYTES] != frame.head:
            return self._differs(_OTHERWISE, chain.length - 1)
        rewritten = [deal for deal, end in chain.ends.items() if self._ends_before.get(deal, end) != end]
        return self._differs(_REWRITTEN, rewritten[0]) if rewritten else ""

    def news(self) -> tuple[int, bytes]:
        """Number of the last event and the head there, to be sent to the host; (0, b"") if the host already has
        them.
        """
        if self.chain is None or self.chain.length - 1 == self._told:
            return 0, b""
        self._told = self.chain.length - 1
        return self._told, self.chain.head[:HEAD_BYTES]

    def _differs(self, sentence: str, number: int) -> str:
        was_true, self.is_true = self.is_true, False
        return sentence.format(number=number) if was_true else ""
