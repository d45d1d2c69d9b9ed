"""What I wait for at the table: the table's answer to a move of mine, and the adviser's to a question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from engine.api import Decision, Move

from ..session.table_session import advise, open_decision
from .clocks import Delayed
from .state import TableState

if TYPE_CHECKING:
    from net.news import News

SENT_AFTER_S: Final = 0.15
"""How long the table may take to answer a move before it is said that the move is on its way."""


class Answers:
    """Sends the requests of one screen, and changes its state by the answers. redraw: shows the change."""

    def __init__(self, screen: Screen[Any], state: TableState, redraw: Callable[[], None]) -> None:
        self._screen, self._state, self._redraw = screen, state, redraw

    @property
    def hint_in_s(self) -> float | None:
        """After how many seconds a hint shows by itself, None for never. If I follow the hints in this turn, the next
        hint shows at once. The coach's hint shows later. No hint shows in the middle of a choice.
        """
        state, decision = self._state, self._state.chooser.decision
        if decision is None or decision.free or decision == state.sending or state.forced_move() is not None:
            return None
        if self._is_busy or state.hint is not None:
            return None
        return 0.0 if state.coach.gives_next_hint(state.view) else state.coach.hint_in_s(decision)

    @property
    def _is_busy(self) -> bool:
        """Whether I am in the middle of a choice, or look at something else."""
        state, chooser = self._state, self._state.chooser
        is_choosing = chooser.picking is not None or chooser.composing is not None or bool(chooser.chosen)
        return is_choosing or bool(state.sheet or state.glimpses.seen) or state.review.is_on

    async def submit(self, decision: Decision, move: Move) -> None:
        """Send a move; until the table answers it is shown as sent, and not asked again."""
        state = self._state
        if state.sending is not None and state.sending.id == decision.id:
            return
        state.sending, accepted = decision, False
        late = Delayed(self._screen, self._say_sent)
        late.begin(SENT_AFTER_S)
        try:
            outcome = await state.session.submit(decision.id, move)
            accepted = outcome.accepted
        except OSError as problem:
            state.say(str(problem) or "Disconnected: your move may not have arrived.", bad=True)
        else:
            if accepted:
                state.chooser.moved(move)
                self._note_choice(decision, move)
                if state.plays_on and state.is_alone and state.session.serves_alone:
                    await state.session.hurry()
            else:
                state.say(state.printed(outcome.reason), bad=True, paragraph=outcome.paragraph)
        finally:
            late.drop()
            state.is_slow = False
            if not accepted or decision.free:
                state.sending = None
            if not accepted:
                state.unsent = decision
        self._redraw()

    def _note_choice(self, decision: Decision, move: Move) -> None:
        """Remember a choice of mine where it can be taken back."""
        state = self._state
        if state.session.serves_alone and state.picture is not None:
            words = state.words(state.picture).move(move)
            state.choices.made(decision, move, state.view.deck, state.view.deal, words)

    def hear(self, news: News) -> None:
        """Say which choice was taken back, when its decision is asked again."""
        from net import news as n

        state = self._state
        match news:
            case n.BegunAnew():
                state.choices.told_again()
            case n.Asked():
                state.plays_on = state.plays_on and state.forced_move() is not None
                state.stop_waiting()  # all events before a question have come
                if undone := state.choices.take_sentence():
                    state.sending = None  # it may be the very decision that I answered
                    state.say(undone)

    async def take_back(self) -> None:
        """Take my last choice back; the host then tells the match again up to there."""
        state = self._state
        state.choices.begin_undo(state.view)
        state.drop_hint()  # the player saw the hint before they took the move back
        outcome = await state.session.undo()
        state.choices.end_undo(is_done=outcome.accepted)
        state.skips = state.skips and not outcome.accepted
        state.plays_on = state.plays_on and not outcome.accepted
        if not outcome.accepted:
            state.say(outcome.reason, bad=True)
        self._redraw()

    def _say_sent(self) -> None:
        """The table has not answered the move for a while."""
        self._state.is_slow = True
        self._redraw()

    async def think(self, decision: Decision, *, by_itself: bool = False) -> None:
        """What the hard bot would do, from what I know. A key that is pressed while it appears was not meant for it.
        by_itself: nobody asked for it, so that it gives way to what I have begun meanwhile."""
        state, view = self._state, self._state.view
        advice = await asyncio.to_thread(advise, view.game, view, tuple(view.events), decision, alone=state.is_alone)
        if open_decision(state.session) != decision or (by_itself and self._is_busy):
            return
        state.guard.renew()
        state.show_hint(decision, advice)
        self._redraw()
