"""The hard bot's search: try several moves on possible tables, play each round out, and compare. The value of a move is
the mean of the others' points less one's own. These are tables of the game itself, so there is no second copy of rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Final

from ....bots.pimc import Evaluation, margin, search
from ....model.board import Facts
from ....model.cards import UNKNOWN, Card
from ....model.moves import Move
from ....play.bot import OutOfTime
from ....play.table import Table
from ..cards import MOST_TO_CALL, WORTH
from ..state import TURN_NUMBER, house_of
from .beliefs import Lying, Mind
from .rollout import play_out

if TYPE_CHECKING:
    from ....model.view import View

TRIAL_STATES: Final = 40
"""After so many tables, the bot drops each move that has not done better than the first."""
STATES: Final = 160
CAUTION: Final = 1.0
"""By how many standard errors another move must be better than the first."""
_ROUNDS: Final = 8
"""If a round lasts longer than so many rounds of turns, it is scored as it is."""


class Guess:
    """Possible tables that agree with what a seat remembers."""

    def __init__(self, view: View, mind: Mind) -> None:
        self._mind = mind
        self._stock = len(view.zones["stock"])
        self._hidden = [
            (place, seat)
            for seat, row in mind.rows.items()
            for place, lying in row.items()
            if lying.card == UNKNOWN and seat != mind.caller
        ]
        self._caller_hides = [place for place, lying in self._row_of_caller().items() if lying.card == UNKNOWN]
        self._table = self._known_table(view)

    def sample(self, chance: Random) -> Table:
        """A possible table."""
        mind, table = self._mind, self._table.clone()
        left = list(mind.unseen)
        chance.shuffle(left)
        self._deal_to_caller(table, left, chance)
        for place, seat in self._hidden:
            lying, card = mind.rows[seat][place], left.pop()
            if seat != mind.me:
                if lying.is_kept and left:
                    # Its owner chose to keep it: of two cards it is the lower.
                    at = int(chance.random() * len(left))
                    if WORTH[left[at]] < WORTH[card]:
                        card, left[at] = left[at], card
                if lying.is_seen:
                    table.hidden_notes[card] = 1 << seat
            table.zones[place] = [card]
        table.zones["stock"] = left[: self._stock]
        return table

    def value(self, state: Table, move: Move) -> float:
        """What a move is worth: the mean of the others' points less one's own."""
        table, me = state.clone(), self._mind.me
        table.game.phases[table.phase].play(table, me, move)
        play_out(table)
        points = table.scores[-1].points
        return -margin([points[seat] for seat in table.playing], table.playing.index(me))

    def _row_of_caller(self) -> dict[str, Lying]:
        caller = self._mind.caller
        return {} if caller is None else self._mind.rows[caller]

    def _known_table(self, view: View) -> Table:
        """The table with all that the seat remembers; its match begins with this round."""
        mind = self._mind
        table = Table(view.game, view.seats, view.options, seed="guess", log=False)
        table.dropped, table.playing = view.dropped, view.playing
        table.phase, table.deal, table.dealer = view.phase, view.deal, view.dealer
        table.facts = Facts(view.facts)
        table.zones = {zone: list(cards) for zone, cards in view.zones.items()}
        for seat, row in mind.rows.items():
            for place, lying in row.items():
                if lying.card != UNKNOWN:
                    table.zones[place] = [lying.card]
                    table.hidden_notes[lying.card] = 1 << mind.me | lying.is_seen << seat
        if mind.drawn is not None:
            table.hidden_notes[mind.drawn] = 1 << mind.me
        house, rounds = house_of(view), TURN_NUMBER.of(view) // len(view.playing)
        table.rules_in_force = replace(house, turn_cap=min(house.turn_cap, rounds + _ROUNDS))
        return table

    def _deal_to_caller(self, table: Table, left: list[Card], chance: Random) -> None:
        """Deal low cards to the player who has called, as long as there are some."""
        row = self._row_of_caller()
        room = MOST_TO_CALL - sum(WORTH[lying.card] for lying in row.values() if lying.card != UNKNOWN)
        for place in self._caller_hides:
            low = [card for card in left if WORTH[card] <= max(room, 1)]
            card = chance.choice(low or left)
            left.remove(card)
            room -= WORTH[card]
            table.zones[place] = [card]
            table.hidden_notes[card] = 1 << (self._mind.caller or 0)


def better(view: View, mind: Mind, moves: Sequence[Move], chance: Random, out_of_time: OutOfTime) -> Move:
    """The move to make: the first, unless another one is clearly better on possible tables."""
    first, *others = moves
    evaluation, guess = Evaluation(moves), Guess(view, mind)
    search(evaluation, guess, chance, out_of_time, most=TRIAL_STATES)
    evaluation.drop([move for move in others if _lead(evaluation, move, first)[0] <= 0])
    if len(evaluation.values) > 1:
        search(evaluation, guess, chance, out_of_time, most=STATES)
    leads = {move: _lead(evaluation, move, first) for move in evaluation.values if move != first}
    clear = {move: mean for move, (mean, error) in leads.items() if mean > CAUTION * error}
    return max(clear, key=clear.__getitem__, default=first)


def _lead(evaluation: Evaluation[Move], move: Move, first: Move) -> tuple[float, float]:
    """By how much a move is better than the first one, and the standard error of this."""
    leads = [one - other for one, other in zip(evaluation.values[move], evaluation.values[first], strict=True)]
    return fmean(leads), pstdev(leads) / sqrt(max(len(leads) - 1, 1))
