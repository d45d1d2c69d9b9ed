"""The law of Enter: it is the move that a line recommends; without one it costs nothing that cannot be taken back."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.api import Advice, Decision, Move, recommended_by
from engine.bots.random import random_move
from tests.harness.tabletop import Tabletop
from tui.table.key_actions import Submit, press
from tui.table.state import TableState

from ..test_all_tables import CASES, Case
from ..test_state import state_of


class Reconnecting(Tabletop):
    """A table whose question can be out of sight, as in a pause or while the connection is lost."""

    is_gone = False

    @property
    def decision(self) -> Decision | None:
        return None if self.is_gone else super().decision


def _seated(case: Case, seat: int) -> Reconnecting:
    made = case.begin(seat).table
    table = Reconnecting(made, seat, others_play=False)
    assert made.journal is not None
    table.tell(made.journal.events())
    return table


def _questions(case: Case, seat: int, acts: int) -> Iterator[tuple[Reconnecting, Decision, Random]]:
    """Each question of one seat, while all seats play at random."""
    table, chance = _seated(case, seat), Random(f"enter {case} {seat}")
    for _ in range(acts):
        truth = table.table
        if truth.over is not None:
            return
        if table.decision is not None:
            yield table, table.decision, chance
        if truth.awaits_close:
            table.tell(truth.close())
            continue
        decision = chance.choice(truth.decisions())
        table.tell(truth.play(decision.seat, decision.id, random_move(decision, truth.deck, chance)))


def _entered(state: TableState) -> Move | str:
    """The move that Enter makes, once all its parts are taken; or the sentence with which Enter asks first."""
    for _ in range(12):
        action = press(state, "enter", None)
        state.look()
        if isinstance(action, Submit):
            return action.move
        if state.message.text:
            return state.message.text
    return "nothing"


def _goes_away_and_comes_back(table: Reconnecting, state: TableState) -> None:
    for table.is_gone in (True, False):
        state.look()


def _check_recommended(state: TableState, table: Reconnecting, decision: Decision) -> None:
    assert state.shown is not None
    wanted, move = recommended_by(state.shown.insight), _entered(state)
    if wanted is not None:
        assert decision.choice(wanted.verb) is not None, f"{state.shown.insight} recommends what cannot be done"
        is_asked = isinstance(move, str) and "again to" in move
        assert is_asked or (isinstance(move, Move) and move.verb == wanted.verb), (state.shown.insight, wanted, move)
        assert is_asked or not wanted.cards or move.cards == wanted.cards, (wanted, move)  # type: ignore[union-attr]
    elif isinstance(move, Move):
        assert not state.doubt(move, by_enter=True)
        is_only = len(decision.choices) == 1
        assert not decision.window or is_only or move.verb == decision.default.verb, "Enter claims by itself"


def _check(case: Case, seat: int, acts: int) -> None:
    for table, decision, chance in _questions(case, seat, acts):
        _check_recommended(state_of(table), table, decision)
        state = state_of(table)
        _goes_away_and_comes_back(table, state)
        _check_recommended(state, table, decision)
        advised = random_move(decision, table.table.deck, chance)
        for is_away in (False, True):
            state = state_of(table)
            state.show_hint(decision, Advice(advised, "So."))
            state.look()
            if is_away:
                _goes_away_and_comes_back(table, state)
            move = _entered(state)
            is_asked = isinstance(move, str) and "again to" in move
            assert is_asked or (isinstance(move, Move) and _same(move, advised, decision)), (advised, move, is_away)


def _same(move: Move, advised: Move, decision: Decision) -> bool:
    alike = sorted(move.cards) == sorted(advised.cards) and len(move.groups) == len(advised.groups)
    return move.verb == advised.verb and alike and sorted(move.places) == sorted(advised.places)


FIRST = {case.game: case for case in reversed(CASES)}


@pytest.mark.parametrize("case", FIRST.values(), ids=str)
def test_enter_is_what_is_recommended(case: Case) -> None:
    """Also with a hint, and after the question was out of sight."""
    _check(case, 1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_enter_is_what_is_recommended_in_whole_matches(case: Case) -> None:
    """At every preset and seat."""
    for seat in range(case.seats):
        _check(case, seat, 400)
