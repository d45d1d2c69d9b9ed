"""The table on the screen, for every game: it mounts the board, hands keys and news to the state, and paints.

Keys come to the screen and are routed here, so that the focus never moves while playing. A move goes out as a command
and is shown as sent until the table has answered; nothing is changed here before the table says so.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from engine.api import View

from ..config.settings import Settings
from ..forms.people import owns
from ..forms.table_settings import pace_words
from ..session.shell import PlaceScreen
from ..widgets.global_keys import KEY_OF
from ..widgets.messages import SessionNews, SettingsChanged
from ..widgets.timers import call_after
from ..widgets.title_bar import Severity
from .answers import Answers
from .choice.forced import forced_after_s
from .clocks import Delayed, TableClocks
from .coach.card import card_title
from .coach.coach import DEALS, Coach
from .help import table_help
from .key_actions import Action, Open, Scroll, SetPace, Submit, Think, click, go_on, press
from .narration import discards_by_player
from .state import Effect, TableState
from .widgets.board import TableBoard, TableLook, board_for
from .widgets.hand import Hand
from .widgets.prompt import Prompt

if TYPE_CHECKING:
    from net.news import News

    from ..session.table_session import TableSession

RESULT_DELAY_S: Final = 1.6
"""How long the last card stays in sight before the score covers it."""
TRICK_S: Final = 1.5
TRICK_AT_ONCE_S: Final = 0.8
"""How long a full trick stays in sight after the next one has begun; shorter where bots take no time."""
GLIMPSE_S: Final = 6.0
"""How long a card that is shown once stays open at most, unless it is held."""
CATCH_UP_S: Final = 2.0
"""How long the old picture may stay while the stream is sent again."""


class TableScreen(PlaceScreen):
    """A table that is being played at, or watched. session: None for the one that the app has."""

    PLACE = "table"
    ACTS_BY_ITSELF: ClassVar[bool] = True
    """Whether the program gives an answer without a choice, and coaches a new player."""
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "scores", "scores", show=False, id="table.scores"),
        Binding("question_mark,f1", "help", "help", show=False, id="table.help"),
    ]

    def __init__(self, session: TableSession | None = None) -> None:
        super().__init__()
        # This screen keeps its session, also when the program has already let go of that session.
        session = session or self.room.tables.session
        assert session is not None
        clocks = TableClocks(self, self._tick)
        settings = self.room.settings
        self.state = TableState(
            session,
            clocks,
            sort=settings.sort,
            muted=self.room.mutes.names,
            guards=settings.guard,
            coach=self._make_coach(session),
        )
        self._set_forced(settings)
        self.pack = self.state.pack
        self._is_due = False
        self._forced_for: tuple[int, bool] | None = None
        self._forced = Delayed(self, self._send_forced)
        self._hint = Delayed(self, self._hint_by_itself)
        self._answers = Answers(self, self.state, self.refresh_table)
        self._trick = Delayed(self, self._clear_trick)
        self._glimpse = Delayed(self, self._end_glimpse)
        self._result = Delayed(self, self.show_result)

    def _make_coach(self, session: TableSession) -> Coach | None:
        """For a player: a spectator learns by watching, and a lesson speaks for itself."""
        if session.seat is None or session.view is None or not self.ACTS_BY_ITSELF:
            return None
        return Coach(session.view, self.room.first_deals, self.room.settings.coach)

    def is_seen_as(self, view: View) -> bool:
        return view.eyes == self.state.view.eyes

    @property
    def board(self) -> TableBoard:
        return self.query_one(TableBoard)

    def compose(self) -> ComposeResult:
        board = self.make_board()
        board.side_log = self.room.settings.log
        yield board

    def make_board(self) -> TableBoard:
        return board_for(self.state.view)

    def on_mount(self) -> None:
        self.board.hand.focus()
        self.state.clocks.note(self.state.session.info)
        self.state.clocks.ask(self.state.session)
        self.refresh_table()

    # What comes in.

    def on_session_news(self, message: SessionNews) -> None:
        self.hear(message.news)

    def hear(self, news: News) -> None:
        """The table said something."""
        self._answers.hear(news)
        for effect in self.state.hear(news):
            match effect:
                case Effect.CATCH_UP:
                    self._forced_for = None
                    call_after(self, CATCH_UP_S, self._stop_waiting)
                case Effect.GLIMPSE:
                    self._glimpse.begin(GLIMPSE_S)
                case Effect.RESULT:
                    self._result.begin(RESULT_DELAY_S)
                case Effect.NO_RESULT:
                    self._result.drop()
                case Effect.BELL if self.room.settings.bell and not self.state.is_unasked:
                    self.app.bell()
        self.refresh_soon()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        self.state.sort, self.state.coach.mode = message.settings.sort, message.settings.coach
        self._set_forced(message.settings)
        self.board.side_log = message.settings.log
        self.board.lay_out(self.size.width, self.size.height)
        self.refresh_soon()

    def on_screen_resume(self) -> None:
        """The screen that lay on top of this one has closed."""
        self.room.tables.settle()
        if self.state.glimpses.seen:
            self._glimpse.begin(GLIMPSE_S)  # it begins when the face can be seen
        self.refresh_soon()

    def tell(self, sentence: str, severity: Severity = "information", about: str = "") -> None:
        """Say a sentence in the prompt, until the next key."""
        self.state.say(sentence, bad=severity != "information", about=about)
        self.refresh_soon()

    def drop_notice(self, about: str) -> None:
        self.state.drop_message(about)
        self.refresh_soon()

    # Drawing.

    def refresh_soon(self) -> None:
        """Draw once after all that is already on its way: a burst of events is one picture."""
        if not self._is_due and self.is_mounted:
            self._is_due = True
            self.call_later(self.refresh_table)

    def refresh_table(self) -> None:
        self._is_due = False
        if not self.is_mounted or self.state.is_behind():
            return
        if not self.state.review.is_on and not self.board.fits(self.state.view):
            return  # the viewer's seat has changed: the app opens another table screen
        if self.state.catch_up():
            self._trick.begin(TRICK_S if self.state.waits_for_tricks else TRICK_AT_ONCE_S)
        is_live = self.state.waits_for_tricks and not self.state.review.is_on
        self.board.centre.moves = self.room.moves_cards and is_live
        self.board.show(self.look())
        self._plan_forced()
        self._plan_hint()

    def look(self) -> TableLook:
        """All that is drawn now."""
        return self.state.look()

    def _tick(self) -> None:
        if self.state.picture is not None and self.is_active:
            self.refresh_table()

    def _stop_waiting(self) -> None:
        self.state.stop_waiting()
        self.refresh_table()

    def _clear_trick(self) -> None:
        """Clear a taken trick after a moment. The next key would also clear it."""
        if self.state.shows_trick:
            self.state.clear_trick()
            self.refresh_soon()

    def _end_glimpse(self) -> None:
        """Hide a shown face after its time. It stays if it is held, if another screen covers it, or after a deal."""
        if not self.state.glimpses.is_held and self.is_active and not self.state.is_resting:
            self.state.glimpses.clear()
            self.refresh_soon()

    # Answers without a choice.

    def _set_forced(self, settings: Settings) -> None:
        acts, state = self.ACTS_BY_ITSELF, self.state
        state.forces, state.plays_only_card = acts and settings.forced, acts and settings.only_card
        state.asks_only_useful = acts and settings.only_useful

    def _plan_forced(self) -> None:
        """A new question may have only one answer: it is given at once, or among others after a moment."""
        asked = self._asked
        if asked == self._forced_for:
            return
        self._forced_for = asked
        if asked is not None and self.state.forced_move() is not None:
            self._forced.begin(forced_after_s(alone=self.state.is_alone))

    @property
    def _asked(self) -> tuple[int, bool] | None:
        """The question that is open, and whether it is to be declined."""
        decision = self.state.session.decision
        if decision is None or self.state.is_held or self.state.is_halted or self.state.sheet == "card":
            return None
        return decision.id, self.state.skips or self.state.plays_on

    def _send_forced(self) -> None:
        decision, move = self.state.session.decision, self.state.forced_move()
        if decision is not None and move is not None and self._asked == self._forced_for:
            self._work(partial(self._answers.submit, decision, move), "move")

    # The coach.

    def _plan_hint(self) -> None:
        """A new player gets a hint after a while."""
        after_s = self._answers.hint_in_s
        if after_s is None:
            self._hint.drop()
        else:
            self._hint.begin(after_s)

    def _hint_by_itself(self) -> None:
        decision, after_s = self.state.chooser.decision, self._answers.hint_in_s
        if decision is None or after_s is None or not self.is_active:
            return  # when this changes, the table is drawn again and the hint planned again
        if after_s:
            self._plan_hint()
        else:
            self.state.coach.hinted(decision)
            self._work(partial(self._answers.think, decision, by_itself=True), "hint", is_alone=True)

    def _turn_coach(self) -> None:
        """Let the coach speak, or be silent from now on."""
        is_on = self.room.settings.coach == "on"
        self.room.change_settings(coach="card" if is_on else "on")
        key, deals = KEY_OF["coach"], f"your first {DEALS} deals of a game"
        self.tell(f"No more tips. Press {key} for tips." if is_on else f"Tips in {deals}. Press {key} for no tips.")

    # The score.

    def show_result(self) -> None:
        if not self.query(TableBoard):
            return  # the program is about to end
        if self.board.foot.writing:
            self._result.begin(RESULT_DELAY_S)  # nobody is interrupted in the middle of a word
        elif self.is_active and self.state.is_resting:
            self.action_scores(result=True)

    def action_scores(self, *, result: bool = False) -> None:
        """The score sheet of the match. result: it comes up by itself at the end of a deal."""
        from .scores import ScoreScreen

        self._result.drop()
        state = self.state
        people = tuple(name for name, _ in state.people_shown())
        self.app.push_screen(
            ScoreScreen(
                state.view,
                people,
                session=state.session,
                may_go_on=state.is_seated,
                result=result,
                look_back=self._look_back,
            )
        )

    def _look_back(self) -> None:
        self.state.look_back()
        self.refresh_table()

    # Keys.

    @property
    def is_writing(self) -> bool:
        return any(board.foot.writing for board in self.query(TableBoard))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While the player writes a line, every key is a character of this line."""
        return not (action in ("scores", "help") and self.board.foot.writing)

    async def on_key(self, event: events.Key) -> None:
        """Every key that no binding took."""
        foot = self.board.foot
        if foot.writing:
            if text := foot.press(event.key, event.character):
                self.run_worker(self.state.session.say(text), exit_on_error=False)
            if not self.is_writing:
                self.app.call_later(self.room.settle)
        elif not self.press(event.key, event.character):
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the line that is being written, and nowhere else."""
        if self.board.foot.writing:
            self.board.foot.line.insert(event.text)
            self.board.foot.redraw()

    def press(self, key: str, character: str | None) -> bool:
        """Do what a key means here. Returns whether it means anything."""
        return self.perform(press(self.state, key, character))

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        message.stop()
        self.perform(click(self.state, message.index))

    def on_prompt_read(self, message: Prompt.Read) -> None:
        message.stop()
        self.state.drop_message()
        self.refresh_table()

    def perform(self, action: Action) -> bool:
        """Do what a key or a click leaves for the screen to do. Returns whether it meant anything."""
        session, tables = self.state.session, self.room.tables
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
                self.leave()
            case "host gone":
                if not tables.offer_going_on():
                    return self.perform(go_on(self.state))
            case "coach":
                self._turn_coach()
            case "hurry":
                self.run_worker(session.hurry(), exit_on_error=False)
            case "take back":
                self._work(self._answers.take_back, "move")
            case SetPace(ms):
                self._work(partial(self._set_pace, ms), "pace")
            case Submit(decision, move):
                self.state.passes.note(decision, move)
                self._work(partial(self._answers.submit, decision, move), "move")
            case Think(decision):
                self._work(partial(self._answers.think, decision), "hint", is_alone=True)
            case Scroll(lines):
                self.board.tableau.scroll_by(lines)
            case Open(screen, paragraph):
                self.open_from_table(screen, paragraph)
        self.refresh_table()
        return True

    def leave(self) -> None:
        """Esc, with nothing left to put back."""
        self.room.tables.leave_table()

    async def _set_pace(self, ms: int) -> None:
        outcome = await self.state.session.set_option("table.pace", ms)
        self.tell(f"Bot speed: {pace_words(ms)}." if outcome.accepted else outcome.reason)

    # Other screens.

    def _work(self, work: Callable[[], Coroutine[None, None, None]], group: str, *, is_alone: bool = False) -> None:
        """Do long work in a worker. `work` is called when the worker runs, so that no coroutine is left unawaited."""
        _: Worker[None] = self.run_worker(work, group=group, exclusive=is_alone, exit_on_error=False)

    def open_from_table(self, screen: str, paragraph: str) -> None:
        state, room = self.state, self.room
        match screen:
            case "scores":
                self.action_scores()
            case "rules":
                offer = state.chooser.main_offer() or next(iter(state.chooser.offers), None)
                found = paragraph or (offer.choice.paragraph if offer is not None else "")
                room.open_rules(state.view.game.meta.id, found, state.view.options)
            case "log":
                names = [name for name, _ in state.people_shown()]
                discards = discards_by_player(state.story, names, state.pack)
                room.open_screen("log", state.log, state.pack, discards)
            case "table":
                room.open_screen("options", state.view.game, state.view.options, state.view.seats, state.session)
            case _:
                room.open_screen(screen, state.session)

    def action_help(self) -> None:
        state, session, chooser = self.state, self.state.session, self.state.chooser
        told = table_help(
            state.view,
            state.keys.values(),
            now="" if state.shown is None or state.sheet == "card" else state.shown.prompt.says,
            offers=[(chooser.key_of(offer) or "Enter", offer.words) for offer in chooser.offers],
            seated=state.is_seated,
            owns=session.info is not None and owns(session.info, session.seat, session.name),
            alone=state.is_alone,
        )
        self.room.open_screen("help", card_title(state.view), told, self.lesson_id())

    def lesson_id(self) -> str:
        """The lesson that the help offers, as the list of lessons takes it."""
        return self.state.coach.entry
