"""Lessons by lines: each step is said, and a typed move does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.api import Lesson, LessonError

from ..problems import Problem
from ..session.lesson_progress import LessonProgress
from ..session.lesson_session import LessonSession
from ..table.game_words import TableLayout, read_layout
from ..widgets.global_keys import KEY_OF
from .commands import Commands
from .table import PlainTable
from .told import Told

if TYPE_CHECKING:
    from net.news import News

    from ..config.settings import Settings
    from ..table.narration import LogLine
    from .lines import NextLine
    from .voice import Voice

_TYPED: Final = {"hint": "hint", "rules": "rules", "help": "?", "melds": "table", "next": "the number of the move"}
"""What is typed in place of a key of the screen."""
_BACK: Final = ("back", "undo")
_NOT_HERE: Final = ("score", "skip", "say", "undo")
"""Commands of a table that mean nothing in a lesson, or something of its own."""


class TypedNames(dict[str, str]):
    """What is typed for each verb and action, for texts that name keys."""

    def __init__(self, layout: TableLayout) -> None:
        super().__init__(KEY_OF)
        self.update((verb, words.label) for verb, words in layout.verbs.items())
        self.update(_TYPED)


class PlainLesson:
    """One lesson, from where it was left. Raises LessonError."""

    def __init__(self, lesson: Lesson, progress: LessonProgress, voice: Voice, settings: Settings) -> None:
        self._voice, self._progress = voice, progress
        names = TypedNames(read_layout(lesson.game))
        self._session = LessonSession(lesson, progress.answers(lesson), self._hear, lambda text: text.format_map(names))
        self._names = names
        self._told = Told(self._session, lesson.game, lesson.options, self._say_line)
        self._table = PlainTable(
            self._session, self._told, voice, replace(settings, forced=False, only_card=False, only_useful=False)
        )
        self._commands = Commands(self._table, voice)
        self._place = -1
        self._is_left = False

    def _hear(self, news: News) -> None:
        self._table.hear(news)

    def _say_line(self, line: LogLine) -> None:
        self._voice.say(line.text)

    async def learn(self, lines: NextLine) -> bool:
        """Go through the lesson; whether it was done."""
        run = self._session.run
        if run.answers:
            self._told.pass_over(self._table.view.events)
            self._voice.say(
                f"You left this lesson at step {run.place + 1} of {len(run.lesson.steps)}. "
                "Type next to go on. To begin at step 1, type again."
            )
            if await self._reads_on(lines) == "again":
                self._session.go_back(0)
                self._go_back()
        self._told.hear(self._table.view.events, len(self._table.view.events) - 1)
        while not self._is_left:
            run = self._session.run
            self._voice.say(self._progress.note(run.lesson, run.answers))
            while not run.is_ready:
                self._play_line()
            if run.step is None:
                self._told.flush()
                self._voice.say(self._filled(run.lesson.end.say), "The lesson is done")
                return True
            await self._do_step(lines)
        return False

    async def _reads_on(self, lines: NextLine) -> str:
        """Wait until a person has read; what they typed."""
        line = await lines.next_line()
        return "quit" if line is None else line.casefold()

    def _play_line(self) -> None:
        try:
            self._session.play_line()
        except LessonError as problem:
            raise Problem(str(problem)) from None

    async def _do_step(self, lines: NextLine) -> None:
        """Say a step, once, and do what is typed."""
        run = self._session.run
        step = run.step
        assert step is not None
        if self._place != run.place:
            self._place = run.place
            self._told.flush()
            how = "" if step.want else " Type next to go on."
            text = self._filled(step.say)
            self._voice.say(f"Step {run.place + 1} of {len(run.lesson.steps)}: {text}{how}")
        if step.want:
            if self._table.is_due:
                self._say_wanted()
            self._table.settle()
        line = await lines.next_line()
        if line is None or line.casefold().partition(" ")[0] == "quit":
            self._is_left = True
            self._voice.say("Next time, the lesson goes on from here")
        elif not step.want and line.casefold() in ("", "next"):
            self._session.next_step()
        elif line.casefold() in _BACK:
            self._step_back()
        else:
            await self._take(line)

    def _say_wanted(self) -> None:
        """Say the move that is wanted: the text of the step may name keys of the screen."""
        wanted = self._session.run.wanted()
        if wanted:
            self._voice.say(f"Now: {self._table.words().move(wanted[0])}")

    async def _take(self, line: str) -> None:
        run, word = self._session.run, line.casefold()
        decision, wanted = run.decision(), run.wanted()
        if word == "hint" and wanted:
            self._voice.say(f"Hint: {self._table.words().move(wanted[0])}. To make this move, type the word do")
        elif word == "do" and decision is not None and wanted:
            await self._table.submit(decision, wanted[0])
        elif word in ("hint", "do") and run.step is not None and not run.step.want:
            self._voice.say("This step needs no move. Type next to go on")
        elif word == "next" and wanted:
            self._say_wanted()
        elif word == "rules" and run.step is not None:
            await self._commands.take(f"rules {run.step.rule}")
        elif word in ("?", "help"):
            self._say_help()
        elif word.partition(" ")[0] in _NOT_HERE:
            self._voice.say("This command does not work in a lesson. Type ? for the commands")
        elif not await self._commands.take(line) and not await self._table.take(line):
            self._voice.say("Type next to go on, or ? for the commands")

    def _say_help(self) -> None:
        """Say again what the step wants, and what can be typed."""
        run = self._session.run
        assert run.step is not None
        self._voice.say(self._filled(run.step.say))
        about = {} if run.step.want else {"next": "go on"}
        if run.step.want:
            self._table.say_again()
            about = {"hint": "show the move that the step wants", "do": "make this move"}
        about |= {"back": "go one step back"} if run.answers else {}
        known = {name: what for name, what in self._commands.about().items() if name.partition(" ")[0] not in _NOT_HERE}
        self._voice.explain({**about, **known, **about, "quit": "leave. Next time, the lesson goes on from here"})

    def _step_back(self) -> None:
        run = self._session.run
        if not run.answers:
            self._voice.say("This is the first step")
            return
        self._session.go_back(run.place - 1)
        self._go_back()

    def _go_back(self) -> None:
        """The table is told again up to an earlier step."""
        self._told.is_quiet = False
        self._place = -1

    def _filled(self, text: str) -> str:
        return self._table.printed(text.format_map(self._names))


async def choose_lesson(
    lessons: Sequence[Lesson], progress: LessonProgress, voice: Voice, lines: NextLine
) -> Lesson | None:
    """Let a person choose by number; None for none."""
    while True:
        for number, lesson in enumerate(lessons, 1):
            steps = progress.steps(lesson)
            state = f"step {steps + 1} of {len(lesson.steps)}" if steps else "done" if progress.is_done(lesson) else ""
            title = f"({number}) {lesson.game.meta.title}: {lesson.title}"
            voice.list(", ".join(part for part in (title, state) if part))
        voice.say("Type the number of a lesson, or quit to leave")
        line = await lines.next_line()
        if line is None or line.casefold() == "quit":
            return None
        if line.isdecimal() and 0 < int(line) <= len(lessons):
            return lessons[int(line) - 1]
