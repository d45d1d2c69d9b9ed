"""The table of a lesson as its screen plays at it: no host, no other people, and the lesson's answers to moves."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from engine.api import Decision, Lesson, LessonRun, Move, OptionValue, Refusal, Seat, View, redact, run_again
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.news import Answered, BegunAnew, News, Outcome, Told
from net.wire.gallery import GalleryLines
from net.wire.table_info import SeatInfo, TableInfo

from .table_session import CheckedDeals, HostState


class LessonSession:
    """A seat in a lesson. Passes on news like a client's session; unused parts are empty. run: the lesson so far. tell:
    receives the news. filled: writes the keys into a text of the lesson.
    """

    remaining_ms: int | None = None
    reserve_ms: int = 0
    offer: Decision | None = None

    def __init__(
        self,
        lesson: Lesson,
        answers: Sequence[Move | None],
        tell: Callable[[News], None],
        filled: Callable[[str], str] = str,
    ) -> None:
        """answers: those given before, in order to go on. Raises LessonError."""
        self.lesson = lesson
        self.name = lesson.names[lesson.you]
        self.serves_alone = False
        self.seat: Seat | None = lesson.you
        self.gallery = GalleryLines()
        self.gaze: SpectatorView = AS_EVERYBODY
        self.fairness: CheckedDeals = SimpleNamespace(last=None)
        self.going_on: HostState = SimpleNamespace(gone=None)
        seats = tuple(
            SeatInfo(seat=seat, name=name, kind="person" if seat == lesson.you else "bot")
            for seat, name in enumerate(lesson.names)
        )
        meta = lesson.game.meta
        self.info: TableInfo | None = TableInfo(
            table_id="lesson", title=lesson.title, game=meta.id, options=lesson.options, seats=seats, phase="playing"
        )
        self._tell: Callable[[News], None] = lambda news: None
        self.run = self._begin(run_again(lesson, answers) if answers else LessonRun(lesson))
        self._tell, self._filled = tell, filled

    def _begin(self, run: LessonRun) -> LessonRun:
        self.run, self._told = run, 0
        table = run.table
        self.view: View | None = View(table.game, table.seats, table.options, self.lesson.you)
        self._catch_up()
        return run

    @property
    def decision(self) -> Decision | None:
        return self.run.decision()

    async def submit(self, decision_id: int, move: Move) -> Outcome:
        """Make a move. A move that the lesson does not want is refused with the lesson's answer."""
        step = self.run.step
        try:
            answer = self.run.play(decision_id, move)
        except Refusal as refusal:
            return Outcome(False, refusal.reason, refusal.paragraph)
        if answer:
            return Outcome(False, self._filled(answer), step.rule if step is not None else "")
        self._catch_up()
        self._tell(Answered(decision_id))
        return Outcome(True)

    def next_step(self) -> None:
        """Go on after a step that is only read."""
        self.run.next_step()
        self._tell(Answered(0))

    def play_line(self) -> None:
        """Let the next of the others move. Raises LessonError."""
        self.run.play_line()
        self._catch_up()

    def go_back(self, place: int) -> None:
        """Go back to a step: the table is built again from the answers before it."""
        self._begin(run_again(self.lesson, self.run.answers[:place]))
        self._tell(BegunAnew())

    async def say(self, text: str) -> None:
        """Do nothing: in a lesson, nobody would read the text."""

    async def ready(self) -> None:
        """Do nothing: nobody waits in a lesson."""

    async def next_deal(self) -> None:
        """Do nothing: a lesson has only one deal."""

    async def hurry(self) -> None:
        """Do nothing: in a lesson, nobody takes time."""

    async def undo(self) -> Outcome:
        return Outcome(False, "To take back a move in a lesson, go one step back.")

    async def set_option(self, name: str, value: OptionValue) -> Outcome:
        return Outcome(False, "The settings of a lesson cannot be changed.")

    def _catch_up(self) -> None:
        """Add the new events of the table, as the learner sees them."""
        view = self.view
        assert view is not None
        while self._told < len(self.run.events):
            event = redact(self.run.events[self._told], self.lesson.you, self.lesson.game.plan)
            view.absorb(self._told, event)
            self._told += 1
            self._tell(Told(self._told - 1, event))
