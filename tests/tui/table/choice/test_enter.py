"""The law of Enter: it is the move that a line recommends; without one it costs nothing that cannot be taken back."""

import re
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.api import Advice, ChoiceLine, Decision, Move, recommended_by
from engine.bots.random import random_move
from net.wire.table_info import PauseInfo, TableInfo
from tests.harness.tabletop import TableApp, Tabletop
from tui.session.first_deals import FirstDeals
from tui.table.clocks import TableClocks
from tui.table.coach.coach import Coach
from tui.table.key_actions import Submit, press
from tui.table.screen import TableScreen
from tui.table.state import TableState

from ....harness.screens import resize, settled, until
from ..test_all_tables import CASES, Case

RECOMMENDS = {
    r"^If you take \S+, you ": "take",
    r"^If you buy \S+, you ": "buy",
    r"^You can win|^With \S+ you can win": "win",
    r"^You can go out": "out",
    r"^You can end the deal": "quartette",
    r"^You can lay off ": "lay_off",
    r"^You can replace ": "replace_joker",
    r"^From your hand, you can lay down ": "lay_down",
    r"^Best bid: |^Even your best bid ": "pass",
    r"^Best game: |^Even your best game ": "simple",
    r" would take the trick": "beat",
    r" if you lead ": "lead",
    r" brings you closer ": "take",
    r" brings you no closer |^You must draw": "",
    r" is the fourth card ": "cache_bump",
    r" makes (a|no|only) ": "",
}
"""What a line says when it speaks for a move, and the verb that must be possible, "" for any: a line may also speak
of a move of a later phase."""
PARTS: int = 12
"""So often Enter is pressed at most: once for each part of a move."""


class Interrupted(Tabletop):
    """A table whose question can be out of sight: the connection is lost, or the table pauses."""

    is_gone = is_paused = False

    @property
    def decision(self) -> Decision | None:
        return None if self.is_gone else super().decision

    @property
    def info(self) -> TableInfo:
        info = super().info
        return msgspec.structs.replace(info, pause=PauseInfo(why="vote")) if self.is_paused else info


class Player:
    """One seat of a match in which all seats play by chance. The seat's own program stays open, and has a coach."""

    def __init__(self, case: Case, seat: int) -> None:
        made = case.begin(seat).table
        assert made.journal is not None
        self.table = Interrupted(made, seat, others_play=False)
        self.table.tell(made.journal.events())
        self.chance = Random(f"enter {case} {seat}")
        self.state = self._opened(Coach(self.table.view, FirstDeals(), "on"))
        self.state.coach.card_read()
        self.state.close_sheet()

    def _opened(self, coach: Coach | None = None) -> TableState:
        timer: Any = SimpleNamespace(stop=lambda: None)
        screen: Any = SimpleNamespace(set_timer=lambda *_: timer, set_interval=lambda *_: timer)
        state = TableState(self.table.as_session, TableClocks(screen, lambda: None), coach=coach)
        state.catch_up()
        return state

    def questions(self, acts: int) -> Iterator[Decision]:
        """Each question of the seat, until the match is over."""
        table, truth, chance = self.table, self.table.table, self.chance
        for _ in range(acts):
            if truth.over is not None:
                return
            if table.decision is not None:
                self.state.catch_up()
                yield table.decision
            if truth.awaits_close:
                table.tell(truth.close())
                continue
            decision = chance.choice(truth.decisions())
            move = random_move(decision, truth.deck, chance)
            if decision.seat == table.viewer:
                wanted = self.entered()
                move = wanted if isinstance(wanted, Move) and chance.random() < 0.5 else move
                self.state.chooser.moved(move)
            table.tell(truth.play(decision.seat, decision.id, move))

    def entered(self) -> Move | str:
        """The move that Enter makes, once all its parts are taken; or the sentence with which Enter asks first."""
        state = self.state
        state.look()
        try:
            for _ in range(PARTS):
                action = press(state, "enter", None)
                state.look()
                if isinstance(action, Submit):
                    return action.move
                if state.message.text:
                    return state.message.text
            return "nothing"
        finally:
            while state.chooser.picking is not None or state.chooser.composing is not None:
                press(state, "escape", None)
            press(state, "escape", None)

    def goes_away_and_comes_back(self) -> None:
        """The connection is lost, or the table pauses; or the program is opened again."""
        table, case = self.table, self.chance.random()
        if case < 0.02:
            self.state = self._opened(self.state.coach)
        elif case < 0.5:
            for table.is_gone in (True, False):
                self.state.look()
        else:
            for table.is_paused in (True, False):
                self.state.look()

    def check(self, decision: Decision) -> None:
        """Enter holds the law now."""
        state, truth = self.state, self.table.table
        lines = state.look().insight
        wanted, move = recommended_by(lines), self.entered()
        is_asked = isinstance(move, str) and "again to" in move
        if isinstance(move, Move):
            truth.clone().play(decision.seat, decision.id, move)
        for line in lines:
            verbs = [verb for words, verb in RECOMMENDS.items() if re.search(words, line)]
            is_possible = any(not verb or decision.choice(verb) is not None for verb in verbs)
            assert not is_possible or getattr(line, "move", None) is not None, f"no move: {line}"
        if wanted is not None:
            assert decision.choice(wanted.verb) is not None, f"{lines} recommend what cannot be done"
            assert is_asked or (isinstance(move, Move) and move.verb == wanted.verb), (lines, wanted, move)
            assert is_asked or not wanted.cards or move.cards == wanted.cards, (lines, wanted, move)  # type: ignore[union-attr]
            assert is_asked or not wanted.places or move.places == wanted.places, (lines, wanted, move)  # type: ignore[union-attr]
        elif isinstance(move, Move):
            assert not state.doubt(move, by_enter=True)
            is_only = len(decision.choices) == 1
            assert not decision.window or is_only or move.verb == decision.default.verb, "Enter claims by itself"
        if state.coach.line and isinstance(move, Move) and (wanted is not None or not decision.window):
            assert state.coach.verb == move.verb, f"{state.coach.line} beside Enter: {move}"

    def check_hint(self, decision: Decision, *, is_away: bool) -> None:
        """Enter makes the move of a hint in sight."""
        state, advised = self.state, random_move(decision, self.table.table.deck, self.chance)
        state.look()
        state.show_hint(decision, Advice(advised, "So."))
        state.look()
        if is_away:
            self.goes_away_and_comes_back()
            if state is not self.state:
                return  # the program was opened anew, without a hint
        move = self.entered()
        is_asked = isinstance(move, str) and "again to" in move
        assert is_asked or (isinstance(move, Move) and _same(move, advised)), (advised, move, is_away)
        state.drop_hint()


def _same(move: Move, advised: Move) -> bool:
    alike = sorted(move.cards) == sorted(advised.cards) and len(move.groups) == len(advised.groups)
    return move.verb == advised.verb and alike and sorted(move.places) == sorted(advised.places)


def _check(player: Player, acts: int, share: float = 1.0) -> None:
    """share: of the questions that are tried."""
    chosen = Random(acts)
    for decision in player.questions(acts):
        if chosen.random() > share:
            continue
        player.check(decision)
        player.goes_away_and_comes_back()
        player.check(decision)
        player.check_hint(decision, is_away=False)
        player.check_hint(decision, is_away=True)


FIRST = {case.game: case for case in reversed(CASES)}


@pytest.mark.parametrize("case", FIRST.values(), ids=str)
def test_enter_is_what_is_recommended(case: Case) -> None:
    """With a coach and with a hint, also after a pause or a lost connection, and in the program opened again."""
    _check(Player(case, 1), 60)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_enter_is_what_is_recommended_in_whole_matches(case: Case) -> None:
    """At every preset, from a seat that differs from preset to preset."""
    _check(Player(case, CASES.index(case) % case.seats), 6_000, share=0.1)


def _recommending(case: Case) -> Interrupted | None:
    """A table at which a line recommends a move."""
    player = Player(case, 1)
    for decision in player.questions(400):
        wanted = recommended_by(player.state.look().insight)
        if wanted is not None and wanted.verb != decision.default.verb:
            return player.table
    return None


@pytest.mark.slow
@pytest.mark.parametrize("case", FIRST.values(), ids=str)
async def test_enter_after_a_resize(case: Case) -> None:
    """A terminal of another size asks the same, and Enter is the same."""
    table = _recommending(case)
    if table is None:
        assert case.game in ("hearts", "khamul"), "no line of these games recommends a move"
        return
    wanted = recommended_by(table.view.game.insight(table.view))
    assert wanted is not None
    app = TableApp(table, guard=False, forced=False)
    async with app.run_test(size=(80, 24)) as pilot:
        for size in ((60, 20), (120, 40)):
            await resize(pilot, *size)
            await settled(pilot)
            screen = app.screen
            assert isinstance(screen, TableScreen)
            offer = screen.state.chooser.main_offer()
            assert offer is not None
            assert offer.choice.verb == wanted.verb
        for _ in range(PARTS):
            await pilot.press("enter")
            await settled(pilot)
            if table.sent:
                break
        await until(pilot, lambda: bool(table.sent))
    assert table.sent[0].verb == wanted.verb
    assert not wanted.cards or table.sent[0].cards == wanted.cards


def test_a_line_without_a_move_recommends_none() -> None:
    """Of the lines, the first that recommends a move counts."""
    lines = ("You need one card.", ChoiceLine("You drew 3♦."), ChoiceLine("Take it.", Move("take")))
    assert recommended_by(lines) == Move("take")
    assert recommended_by(lines[:2]) is None
