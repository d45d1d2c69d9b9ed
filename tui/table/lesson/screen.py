"""A lesson on the screen: the real table with its rules, keys and refusals, and a panel that says what to look at."""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from engine.api import Advice, Lesson, LessonError, lessons_of

from ...session.lesson_session import LessonSession
from ...widgets.global_keys import KEY_OF
from ...widgets.key_bar import KeyHint
from ...widgets.messages import SessionNews
from ..clocks import Delayed
from ..key_actions import Action, Think
from ..scores import ScoreScreen
from ..screen import TableScreen
from ..widgets.board import TableBoard, TableLook, board_for
from ..widgets.prompt import OfferLook, PromptLook
from .panel import LessonLook, LessonPanel
from .spotlight import LessonKeys, NothingToShow, point_at

if TYPE_CHECKING:
    from net.news import News

LINE_S: Final = {"instant": 0.02, "quick": 0.3, "normal": 0.8, "slow": 1.5}
"""How long each move of the others takes, by the pace of the player's settings."""
_MANY_LINES: Final = {"instant": 20, "quick": 8}
"""While more moves of the others than these are left, they are shown at this pace."""
_BACK: Final = KeyHint(KEY_OF["take back"], "back", keep=True)
_WATCH: Final = "Watch what the other players do."
_OTHER: Final = "1"
"""The key of what else can be done at the beginning and at the end of a lesson."""
_IDLE: Final = ("chat", "people", "next deal", "table")
"""Entries of the table's key bar that mean nothing in a lesson, or another thing."""


class LessonScreen(TableScreen):
    """One lesson, from where it was left."""

    PLACE: ClassVar[str] = ""  # a visit to a table does not move it
    ACTS_BY_ITSELF: ClassVar[bool] = False  # a step may ask for the pass itself

    def __init__(self, lesson: Lesson) -> None:
        """Raises LessonError."""
        self.lesson_session = LessonSession(
            lesson, self.room.lesson_progress.answers(lesson), self.hear, self.with_keys
        )
        super().__init__(self.lesson_session)
        self._keys = LessonKeys(self.state.layout)
        self._panel = LessonPanel()
        self._line = Delayed(self, self._play_line)
        self._is_resumed = bool(self.lesson_session.run.answers)

    def make_board(self) -> TableBoard:
        return board_for(self.state.view, self._panel)

    def on_mount(self) -> None:
        self._go_on()

    # What comes in: from the lesson's own table alone.

    def on_session_news(self, message: SessionNews) -> None:
        message.prevent_default()

    def hear(self, news: "News") -> None:
        from net.news import Answered, BegunAnew

        super().hear(news)
        if isinstance(news, BegunAnew):
            self.state.stop_waiting()
            self.state.sending = None
        if isinstance(news, Answered | BegunAnew):
            self._save()
            self._go_on()
        self.refresh_soon()

    def _save(self) -> None:
        run = self.lesson_session.run
        if problem := self.room.lesson_progress.note(run.lesson, run.answers):
            self.tell(problem, "warning")

    def _plan_hint(self) -> None:
        """No hint shows by itself: the panel says what to do."""

    def _go_on(self) -> None:
        """Let the others move, one after the other, until the next step can be told."""
        run = self.lesson_session.run
        wanted = run.wanted()
        if wanted != self.state.wanted:
            self.state.wanted = wanted
            self.state.chooser.begin_step()
        if not run.is_ready:
            usual = self.room.settings.pace
            pace = next((pace for pace, many in _MANY_LINES.items() if run.lines_left > many), usual)
            self._line.begin(min(LINE_S[pace], LINE_S[usual]))
        self.refresh_soon()

    def _play_line(self) -> None:
        try:
            self.lesson_session.play_line()
        except LessonError as problem:
            self.tell(str(problem), "error")
            return
        self._go_on()

    def show_result(self) -> None:
        """Do nothing: the lesson itself says what was scored."""

    def action_scores(self, *, result: bool = False) -> None:
        """Show the scores. A lesson has no next deal."""
        self.app.push_screen(ScoreScreen(self.state.view, self.lesson_session.lesson.names))

    # What is shown.

    def look(self) -> TableLook:
        look, run = super().look(), self.lesson_session.run
        step = run.step
        keys = tuple(hint for hint in look.keys if hint.label not in _IDLE)
        look = replace(look, keys=keys, right=run.lesson.title)
        if run.is_ready and (self._is_resumed or self._is_reading):
            says, offers = self._asks()
            prompt = look.prompt
            look = replace(look, prompt=PromptLook(f"▸ {says}", True, "", offers, prompt.message, prompt.bad))
        if step is not None and run.is_ready and not self.state.review.is_on:
            for thing in step.show:
                with suppress(NothingToShow):  # such as a card that a wrong move has in its way
                    look = point_at(look, (thing,), run.wanted())
        return look

    def _asks(self) -> tuple[str, tuple[OfferLook, ...]]:
        """What the lesson itself asks, where no move is wanted."""
        run = self.lesson_session.run
        if self._is_resumed:
            words = f"You left this lesson at step {run.place + 1} of {len(run.lesson.steps)}."
            return words, (OfferLook("enter", "go on"), OfferLook(_OTHER, "begin again"))
        if run.step is not None:
            return "Read the lines above.", (OfferLook("enter", "go on"),)
        play = OfferLook("enter", "play a first game" if self._can_play else "back")
        further = self._next_lesson
        offers = (play,) if further is None else (play, OfferLook(_OTHER, f"next lesson: {further.title}"))
        return "The lesson is done.", offers

    @property
    def _can_play(self) -> bool:
        """Whether a game can start from here: not if the lesson was opened from a table."""
        return self.room.tables.session is None

    @property
    def _next_lesson(self) -> Lesson | None:
        lessons = lessons_of(self.lesson_session.lesson.game)
        place = [lesson.id for lesson in lessons].index(self.lesson_session.lesson.id)
        return lessons[place + 1] if place + 1 < len(lessons) else None

    def refresh_table(self) -> None:
        super().refresh_table()
        run = self.lesson_session.run
        if not self.is_mounted:
            return
        step, count = run.step, len(run.lesson.steps)
        if not run.is_ready:  # what the last step asked for cannot be done now
            self._panel.show(LessonLook(f"{run.place + 1}/{count}", _WATCH), ())
            return
        if step is None:
            self._panel.show(LessonLook("Done.", self.filled(run.lesson.end.say)), (_BACK,))
            return
        self._keys.renew(self.state.chooser)
        back = (_BACK,) if run.place else ()
        keys = (*self._keys.hints(step.show), *back)
        self._panel.show(LessonLook(f"{run.place + 1}/{count}", self.filled(step.say)), keys)

    def filled(self, text: str) -> str:
        """A text of the lesson with its keys and cards as this table has them."""
        return self.state.printed(self.with_keys(text))

    def with_keys(self, text: str) -> str:
        """A text of the lesson with its keys."""
        return text.format_map(self._keys)

    @property
    def _is_reading(self) -> bool:
        step = self.lesson_session.run.step
        return step is None or not step.want

    # Keys.

    def press(self, key: str, character: str | None) -> bool:
        session, state = self.lesson_session, self.state
        is_free = not state.review.is_on and not state.glimpses.seen and session.run.is_ready
        if is_free and key != "escape" and self._is_resumed:
            self._is_resumed = False
            if character == _OTHER:
                session.go_back(0)
            self.refresh_soon()
            if key == "enter" or character == _OTHER:
                return True
        if is_free and key == "enter" and self._is_reading:
            state.drop_message()
            if session.run.step is None:
                self._play()
            else:
                session.next_step()
            return True
        if is_free and character == KEY_OF["hint"] and self._is_reading:
            self.tell("Nothing to decide here. Press Enter.")
            return True
        if is_free and character == _OTHER and session.run.step is None and self._next_lesson is not None:
            self.dismiss()
            self.room.open_screen("lesson", self._next_lesson)
            return True
        if is_free and character == KEY_OF["take back"]:
            state.drop_message()
            if session.run.answers:
                session.go_back(session.run.place - 1)
            else:
                self.tell("This is the first step.")
            return True
        return super().press(key, character)

    def perform(self, action: Action) -> bool:
        match action:
            case Think(decision):
                wanted = self.lesson_session.run.wanted()
                if wanted:
                    self.state.show_hint(
                        decision, Advice(wanted[0], (f"Press {KEY_OF['hint']} again to make this move."))
                    )
                    self.tell(self.state.hint.text if self.state.hint is not None else "")
                return True
            case "write" | "ready" | "next deal" | "coach":
                return True
        return super().perform(action)

    def open_from_table(self, screen: str, paragraph: str) -> None:
        if screen in ("people", "table"):
            self.tell("In a lesson, you play alone with bots. Finish the lesson, or press Esc to leave.")
            return
        step = self.lesson_session.run.step
        rule = self.lesson_session.lesson.end.rule if step is None else step.rule
        super().open_from_table(screen, paragraph or rule)

    def _play(self) -> None:
        """The lesson is done: a first game with its rules, against easy bots."""
        self.dismiss()
        if self._can_play:
            from ...forms.host_config import alone_config

            lesson, settings = self.lesson_session.lesson, self.room.settings
            game = lesson.game.meta.id
            config = alone_config(settings, game, seats=lesson.seats, bots=["easy"], options=lesson.options)
            self.room.tables.open_table(config, is_lessons=True)

    def lesson_id(self) -> str:
        """No lesson can be opened from here: the table is a lesson itself."""
        return ""

    def leave(self) -> None:
        """Esc: the lesson goes on from here the next time."""
        self.dismiss()
