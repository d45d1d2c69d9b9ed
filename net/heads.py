"""The chain over what one viewer was told, made here, and compared with what the host says that all were told.

A host that tells two stories has two heads; it may say a fitting one to each viewer, and is then found out by the
signatures (net/witnesses.py), or by whoever compares four words of two heads aloud.
"""

from collections.abc import Sequence

from engine.api import VEIL_BYTES, Board, Chain, Event, find_game, needs_veil

from .protocol import HEAD_BYTES, Events, TableInfo

_OTHERWISE = "What the table has told you is not what it says that it has told everybody (until event {number})."
_UNVEILED = "The table keeps back what stands for hidden cards in its story (from event {number} on)."


class Heads:
    """What one session knows of its table's chain.

    chain: None until the match begins. veils: of the events that have one, by number. is_true: no head has differed.
    """

    def __init__(self) -> None:
        self.is_true = True
        self.begin_anew()

    def begin_anew(self) -> None:
        """What was told is void and is told again."""
        self.chain: Chain | None = None
        self.veils: dict[int, bytes] = {}
        self._told = -1

    def cut(self, number: int) -> None:
        """Of what was told only so many events stand; what comes after them is told next."""
        self.chain = None
        self.veils = {place: veiled for place, veiled in self.veils.items() if place < number}
        self._told = -1

    def follow(self, frame: Events, told: Sequence[Event], info: TableInfo) -> str:
        """A frame of events was told. told: all events so far. Gives a sentence when something does not fit, once."""
        if not frame.head and self.chain is None:
            return ""
        game = find_game(info.game)
        if self.chain is None:
            self.chain = Chain(Board(game, len(info.seats), dict(info.options)))
        chain, places = self.chain, range(0, len(frame.veils), VEIL_BYTES)
        pieces = [frame.veils[place : place + VEIL_BYTES] for place in places]
        hidden = [n for n, event in enumerate(frame.events, frame.first) if needs_veil(event, game.plan)]
        if len(hidden) != len(pieces):
            return self._differs(_UNVEILED, frame.first)
        for number, piece in zip(hidden, pieces, strict=True):
            self.veils.setdefault(number, piece)
        for number in range(chain.length, len(told)):
            chain.add(told[number], self.veils.get(number, b""))
        if chain.length == frame.first + len(frame.events) and frame.events and chain.head[:HEAD_BYTES] != frame.head:
            return self._differs(_OTHERWISE, chain.length - 1)
        return ""

    def news(self) -> tuple[int, bytes]:
        """Number of the last event and the head there, as a host is told them; (0, b"") when it has heard of them."""
        if self.chain is None or self.chain.length - 1 == self._told:
            return 0, b""
        self._told = self.chain.length - 1
        return self._told, self.chain.head[:HEAD_BYTES]

    def _differs(self, sentence: str, number: int) -> str:
        was_true, self.is_true = self.is_true, False
        return sentence.format(number=number) if was_true else ""
