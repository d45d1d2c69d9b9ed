"""Possible tables: the unseen cards dealt out again, each way that fits what a seat knows as likely as any other.

Cards are grouped by who may hold them; from how many ways the rest of the groups can still be dealt it follows how
likely each split of a group is. What cannot be said of single cards (nobody who passed holds both black queens; play
that goes on was not decided yet) is asked of the whole deal, and a deal that fails is drawn again.
"""

from functools import cached_property
from math import comb
from random import Random
from typing import Final

from ....model.cards import Seat
from ..cards import SEATS
from ..scoring import Contract, is_made
from .beliefs import QUEENS, Knowledge
from .state import set_of

_Places = tuple[int, int, int]

TRIES: Final = 60
"""Deals drawn before one is taken that fits the hands, if not everything else."""


class Worlds:
    """Deals of the unseen cards that agree with what a seat knows."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._others = tuple(seat for seat in range(SEATS) if seat != known.me)
        self._played = [0] * SEATS
        for seat, card in known.plays:
            self._played[seat] |= set_of((card,))
        loose = known.unseen
        for seat in self._others:
            loose &= ~known.sure[seat]
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place in range(32):
            bit = loose & 1 << place
            if bit:
                groups.setdefault(tuple(not known.cannot[seat] & bit for seat in self._others), []).append(bit)
        # The most confined cards come first: the fewer ways stay open, the smaller the table of counts.
        self._groups = sorted(groups.items(), key=lambda item: sum(item[0]))
        first, second, third = (known.sizes[seat] - known.sure[seat].bit_count() for seat in self._others)
        self._room: _Places = (first, second, third)
        self._ways: dict[tuple[int, _Places], list[tuple[_Places, int]]] = {}

    @cached_property
    def count(self) -> int:
        """How many deals fit the hands."""
        return self._count(0, self._room)

    def draw(self, chance: Random) -> list[int]:
        """One deal: the cards of each seat as a set, mine included."""
        for _ in range(TRIES):
            hands = self._deal(chance)
            if self._fits(hands):
                break
        return hands

    def partner_in(self, hands: list[int]) -> Seat | None:
        """Who is the declarer's partner in a deal."""
        contract = self._known.contract
        if contract is None or contract.partner is not None:
            return None if contract is None else contract.partner
        called = self._known.called_bit
        holder = next((seat for seat, cards in enumerate(hands) if called and cards & called), None)
        return None if holder == contract.declarer else holder

    def contract_in(self, hands: list[int]) -> Contract:
        """The game with the partner that it has in a deal."""
        game = self._known.game
        return Contract(game.rung, game.declarer, self.partner_in(hands), game.called, game.forced)

    def dealt(self, hands: list[int], seat: Seat) -> int:
        """The eight cards that a seat was dealt, if it holds these now."""
        return hands[seat] | self._played[seat]

    def _fits(self, hands: list[int]) -> bool:
        """Whether a deal agrees with what follows from the bidding and from play that was not stopped."""
        known = self._known
        if any((hands[seat] | self._played[seat]) & QUEENS == QUEENS for seat in known.not_both):
            return False
        if known.contract is None or not known.house.stop_when_decided:
            return True
        return is_made(self.contract_in(hands), known.tricks) is None

    def _deal(self, chance: Random) -> list[int]:
        known = self._known
        hands = list(known.sure)
        hands[known.me] = known.hand
        room = self._room
        for number, (_, cards) in enumerate(self._groups):
            split = self._choose(self._splits(number, room), chance)
            order = cards[:]
            chance.shuffle(order)
            start = 0
            for seat, share in zip(self._others, split, strict=True):
                hands[seat] |= sum(order[start : start + share])
                start += share
            room = (room[0] - split[0], room[1] - split[1], room[2] - split[2])
        return hands

    @staticmethod
    def _choose(splits: list[tuple[_Places, int]], chance: Random) -> _Places:
        if len(splits) == 1:
            return splits[0][0]
        point = chance.randrange(sum(ways for _, ways in splits))
        for split, ways in splits:
            point -= ways
            if point < 0:
                return split
        raise AssertionError("the chances do not add up")

    def _count(self, number: int, room: _Places) -> int:
        if number == len(self._groups):
            return int(room == (0, 0, 0))
        return sum(ways for _, ways in self._splits(number, room))

    def _splits(self, number: int, room: _Places) -> list[tuple[_Places, int]]:
        """How a group may be shared out, each with the number of deals in which it is."""
        known = self._ways.get((number, room))
        if known is None:
            known = self._ways[number, room] = list(self._work_out(number, room))
        return known

    def _work_out(self, number: int, room: _Places) -> "list[tuple[_Places, int]]":
        may, cards = self._groups[number]
        size = len(cards)
        most = [places if allowed else 0 for places, allowed in zip(room, may, strict=True)]
        found = []
        for first in range(min(size, most[0]) + 1):
            for second in range(max(0, size - first - most[2]), min(size - first, most[1]) + 1):
                third = size - first - second
                rest = self._count(number + 1, (room[0] - first, room[1] - second, room[2] - third))
                if rest:
                    found.append(((first, second, third), rest * comb(size, first) * comb(size - first, second)))
        return found
