"""The progress of each lesson, in one small file, so that the player can go on where they stopped."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.api import CardError, Lesson, LessonError, Move, format_move, parse_move, run_again
from net.storage.json_file import JsonFile

_LARGEST_FILE: Final = 256 * 1024


class _Progress(msgspec.Struct):
    done: list[str] = []
    begun: dict[str, list[str]] = {}


class LessonProgress:
    """The finished lessons, and the answers in those that were started. If the progress cannot be saved, it lasts as
    long as this object.
    """

    def __init__(self) -> None:
        self._file = JsonFile("lessons.json", _Progress, _LARGEST_FILE)

    def is_done(self, lesson: Lesson) -> bool:
        return lesson.id in self._now().done

    def steps(self, lesson: Lesson) -> int:
        """How many steps of an unfinished lesson are done."""
        return len(self.answers(lesson))

    def answers(self, lesson: Lesson) -> list[Move | None]:
        """The saved answers of a lesson; none if they no longer fit it."""
        deck, begun = lesson.game.deck(lesson.options), self._now().begun
        try:
            found = [parse_move(text, lesson.game, deck) if text else None for text in begun.get(lesson.id, [])]
            run_again(lesson, found)
        except (LessonError, CardError):
            return []
        return found

    def note(self, lesson: Lesson, answers: list[Move | None]) -> str:
        """Save these answers. Returns a sentence if they cannot be saved, "" if that is known already."""
        progress = self._now()
        if len(answers) == len(lesson.steps):
            progress.begun.pop(lesson.id, None)
            progress.done = sorted({*progress.done, lesson.id})
        else:
            progress.begun[lesson.id] = ["" if move is None else format_move(move) for move in answers]
        problem = self._file.save(progress)
        return f"Your progress lasts only until you quit. {problem}" if problem else ""

    def forget(self, lesson: Lesson) -> None:
        """Begin a lesson again."""
        progress = self._now()
        progress.begun.pop(lesson.id, None)
        self._file.save(progress)

    def _now(self) -> _Progress:
        return self._file.load() or _Progress()
