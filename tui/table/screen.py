"""The table on the screen, for every game: it mounts the board, hands keys and news to the state, and paints.

Keys come to the screen and are routed here, so that the focus never moves while playing. A move goes out as a command
and is shown as sent until the table has answered; nothing is changed here before the table says so.
"""

import asyncio
from typing import ClassVar, Final, cast

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from engine.api import Decision, Move, Viewer

from ..forms.people import owns
from ..session.shell import Shell
from ..session.table_session import TableOutcome, TableSession, advise
from ..widgets.messages import SessionNews, SettingsChanged
from ..widgets.title_bar import Severity
from .clocks import TableClocks
from .help import table_help
from .key_actions import Action, Open, Scroll, Submit, Think, click, go_on, press
from .presenters import Message
from .state import Effect, TableState
from .widgets.board import TableBoard, board_for
from .widgets.hand import Hand
from .widgets.prompt import Prompt

RESULT_DELAY_S: Final = 1.6
"""How long the last card lies before the score covers it."""
TRICK_S: Final = 1.5
TRICK_AT_ONCE_S: Final = 0.8
"""How long a full trick lies there to be read, though the next one has begun; shorter where bots take no time."""
GLIMPSE_S: Final = 6.0
"""How long a card that is shown once lies open at most, unless it is held."""
SENT_AFTER_S: Final = 0.15
"""How long the table may take to answer a move before it is said that the move is on its way."""
CATCH_UP_S: Final = 2.0
"""How long an old picture may stand while a stream is told anew."""


class TableScreen(Screen[None]):
    """A table that is being played at, or watched. session: None for the one that the app has."""

    PLACE: ClassVar[str] = "table"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "scores", "scores", show=False, id="table.scores"),
        Binding("question_mark,f1", "help", "help", show=False, id="table.help"),
    ]

    def __init__(self, session: TableSession | None = None) -> None:
        super().__init__()
        # It stays the session of this table, also when the program has already let go of it.
        session = session or self.shell.tables.session
        assert session is not None
        clocks = TableClocks(self, self._tick)
        self.state = TableState(session, clocks, sort=self.shell.settings.sort, muted=self.shell.mutes.names)
        self.pack = self.state.pack
        self._is_due = False
        self._turner: Timer | None = None
        self._result: Timer | None = None

    @property
    def shell(self) -> Shell:
        """The app, by its own type."""
        return cast(Shell, self.app)

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the table is seen."""
        return self.state.view.eyes

    @property
    def board(self) -> TableBoard:
        """The table as it is drawn."""
        return self.query_one(TableBoard)

    def compose(self) -> ComposeResult:
        """The table, once."""
        board = board_for(self.state.view)
        board.side_log = self.shell.settings.log
        yield board

    def on_mount(self) -> None:
        """Point the keys at the hand, and draw."""
        self.board.hand.focus()
        self.state.clocks.note(self.state.session.info)
        self.state.clocks.ask(self.state.session)
        self.refresh_table()

    # What comes in.

    def on_session_news(self, message: SessionNews) -> None:
        """The table said something."""
        for effect in self.state.hear(message.news):
            match effect:
                case Effect.CATCH_UP:
                    self.set_timer(CATCH_UP_S, self._stop_waiting)
                case Effect.GLIMPSE:
                    self._begin_glimpse()
                case Effect.RESULT:
                    self._show_result_soon()
                case Effect.NO_RESULT:
                    self._drop_result()
                case Effect.BELL if self.shell.settings.bell:
                    self.app.bell()
        self.refresh_soon()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """The settings changed under way."""
        self.state.sort = message.settings.sort
        self.board.side_log = message.settings.log
        self.board.lay_out(self.size.width, self.size.height)
        self.refresh_soon()

    def on_screen_resume(self) -> None:
        """Another screen lay on top meanwhile."""
        self.shell.tables.settle()
        if self.state.glimpses.seen:
            self._begin_glimpse()
        self.refresh_soon()

    def tell(self, sentence: str, severity: Severity = "information") -> None:
        """Say a sentence in the prompt, until the next key."""
        self.state.say(sentence, bad=severity != "information")
        self.refresh_soon()

    # Drawing.

    def refresh_soon(self) -> None:
        """Draw once after all that is already on its way: a burst of events is one picture."""
        if not self._is_due and self.is_mounted:
            self._is_due = True
            self.call_later(self._refresh_now)

    def _refresh_now(self) -> None:
        self._is_due = False
        self.refresh_table()

    def refresh_table(self) -> None:
        """Draw what is known now."""
        if not self.is_mounted or self.state.is_behind():
            return
        if not self.state.review.is_on and not self.board.fits(self.state.view):
            return  # seen from another seat, or from none: the app puts up a table for that
        if self.state.catch_up():
            self._lay_trick()
        self.board.show(self.state.look())

    def _tick(self) -> None:
        if self.state.picture is not None and self.is_current:
            self.refresh_table()

    def _stop_waiting(self) -> None:
        self.state.stop_waiting()
        self.refresh_table()

    def _lay_trick(self) -> None:
        """A trick was taken: it lies there for a moment, or until the next key."""
        info, tricks = self.state.session.info, self.state.story.tricks

        def clear() -> None:
            if self.state.shows_trick and tricks == self.state.story.tricks:
                self.state.shows_trick = False
                self.refresh_soon()

        self.set_timer(TRICK_AT_ONCE_S if info is not None and not info.pace_ms else TRICK_S, clear)

    def _begin_glimpse(self) -> None:
        """A face lies open from now on, for a while that begins when it can be seen."""
        if self._turner is not None:
            self._turner.stop()
        self._turner = self.set_timer(GLIMPSE_S, self._end_glimpse)

    def _end_glimpse(self) -> None:
        """The while is over; a face that is held, or covered by something else, or shown after a deal, stays."""
        if not self.state.glimpses.is_held and self.is_current and not self.state.is_resting:
            self.state.glimpses.clear()
            self.refresh_soon()

    # The score.

    def _show_result_soon(self) -> None:
        """The sheet of the newest deal comes up in a moment; that of an earlier one does not any more."""
        self._drop_result()
        self._result = self.set_timer(RESULT_DELAY_S, self._show_result)

    def _drop_result(self) -> None:
        if self._result is not None:
            self._result.stop()
            self._result = None

    def _show_result(self) -> None:
        if self.board.foot.writing:
            self._show_result_soon()  # nobody is interrupted in the middle of a word
        elif self.is_current and self.state.is_resting:
            self.action_scores(result=True)

    def action_scores(self, *, result: bool = False) -> None:
        """The score sheet of the match. result: it comes up by itself at the end of a deal."""
        from .scores import ScoreScreen

        self._drop_result()
        state = self.state
        people = tuple(name for name, _ in state.people())
        may_go_on = state.is_seated
        self.app.push_screen(ScoreScreen(state.view, people, session=state.session, may_go_on=may_go_on, result=result))

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a line is being written, every key is a sign of it."""
        return not (action in ("scores", "help") and self.board.foot.writing)

    async def on_key(self, event: events.Key) -> None:
        """Every key that no binding took."""
        if self.board.foot.writing:
            self._write(event)
        elif not self.press(event.key, event.character):
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the line that is being written, and nowhere else."""
        if self.board.foot.writing:
            self.board.foot.line.insert(event.text)
            self.board.foot.redraw()

    def _write(self, event: events.Key) -> None:
        foot = self.board.foot
        if event.key == "enter":
            text = foot.take()
            if text:
                self.run_worker(self.state.session.say(text), exit_on_error=False)
        elif event.key == "escape":
            foot.leave()
        else:
            foot.press(event.key, event.character)

    def press(self, key: str, character: str | None) -> bool:
        """Whether a key means something here; does it."""
        return self._perform(press(self.state, key, character))

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """A card of mine, or one of my places, is clicked."""
        message.stop()
        self._perform(click(self.state, message.index))

    def on_prompt_read(self, message: Prompt.Read) -> None:
        """The message has been read."""
        message.stop()
        self.state.message = Message()
        self.refresh_table()

    def _perform(self, action: Action) -> bool:
        """Do what a key or a click leaves for the screen to do; whether it meant anything."""
        session, tables = self.state.session, self.shell.tables
        match action:
            case "unknown":
                return False
            case "ready":
                self.run_worker(session.ready(), exit_on_error=False)
            case "next deal":
                self.run_worker(session.next_deal(), exit_on_error=False)
            case "write":
                self.board.foot.begin()
            case "leave":
                tables.leave_table()
            case "host gone":
                if not tables.offer_going_on():
                    return self._perform(go_on(self.state))
            case Submit(decision, move):
                self._submit(decision, move)
            case Think(decision):
                self._think(decision)
            case Scroll(lines):
                self.board.tableau.scroll_by(lines)
            case Open(screen, paragraph):
                self._open(screen, paragraph)
        self.refresh_table()
        return True

    @work(group="move", exit_on_error=False)
    async def _submit(self, decision: Decision, move: Move) -> None:
        """Send a move; until the table answers it is shown as sent, and not asked again."""
        state = self.state
        if state.sending is not None and state.sending.id == decision.id:
            return
        state.sending, accepted = decision, False
        late = self.set_timer(SENT_AFTER_S, self._say_sent)
        try:
            outcome: TableOutcome = await state.session.submit(decision.id, move)
            accepted = outcome.accepted
        except OSError as problem:
            state.say(str(problem) or "The line is down: the move did not get through.", bad=True)
        else:
            if accepted:
                state.chooser.moved(move)
            else:
                state.say(state.printed(outcome.reason), bad=True, paragraph=outcome.paragraph)
        finally:
            late.stop()
            state.is_slow = False
            if not accepted or decision.free:
                state.sending = None
        self.refresh_table()

    def _say_sent(self) -> None:
        """The table has not answered the move for a while."""
        self.state.is_slow = True
        self.refresh_table()

    @work(group="hint", exclusive=True, exit_on_error=False)
    async def _think(self, decision: Decision) -> None:
        """What the hard bot would do, from what I know."""
        state, view = self.state, self.state.view
        advice = await asyncio.to_thread(advise, view.game, view, tuple(view.events), decision)
        if state.chooser.decision == decision:
            assert state.picture is not None
            what = state.words(state.picture).move(advice.move)
            state.say(f"Hint: {what}. {state.printed(advice.reason)}")
            self.refresh_table()

    # Other screens.

    def _open(self, screen: str, paragraph: str) -> None:
        state, shell = self.state, self.shell
        match screen:
            case "scores":
                self.action_scores()
            case "rules":
                offer = state.chooser.main_offer() or next(iter(state.chooser.offers), None)
                found = paragraph or (offer.choice.paragraph if offer is not None else "")
                shell.open_rules(state.view.game.meta.id, found)
            case "log":
                shell.open_screen("log", state.log, state.pack)
            case "options":
                shell.open_screen("options", state.view.game, state.view.options, state.view.seats)
            case _:
                shell.open_screen(screen, state.session)

    def action_help(self) -> None:
        """All keys of the table."""
        game, session = self.state.view.game, self.state.session
        is_owner = session.info is not None and owns(session.info, session.seat, session.name)
        told = table_help(game, self.state.keys, seated=self.state.is_seated, owns=is_owner)
        self.shell.open_screen("help", f"The table: {game.meta.title}", told)
