"""The progress of each lesson, in one small file, so that the player can go on where they stopped."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.api import CardError, Lesson, LessonError, Move, format_move, parse_move, run_again

_LARGEST_FILE: Final = 256 * 1024


def progress_path() -> Path:
    from net.storage.paths import state_dir

    return state_dir() / "lessons.json"


class LessonProgress:
    """The finished lessons, and the answers in those that were started. An unreadable file counts as empty; if the file
    cannot be written, the progress is lost at the end.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._done, self._begun = _read(place)

    def is_done(self, lesson: Lesson) -> bool:
        return lesson.id in self._done

    def steps(self, lesson: Lesson) -> int:
        """How many steps of an unfinished lesson are done."""
        return len(self.answers(lesson))

    def answers(self, lesson: Lesson) -> list[Move | None]:
        """The saved answers of a lesson; none if they no longer fit it."""
        deck = lesson.game.deck(lesson.options)
        try:
            found = [parse_move(text, lesson.game, deck) if text else None for text in self._begun.get(lesson.id, [])]
            run_again(lesson, found)
        except (LessonError, CardError):
            return []
        return found

    def note(self, lesson: Lesson, answers: list[Move | None]) -> None:
        """Save these answers."""
        if len(answers) == len(lesson.steps):
            self._begun.pop(lesson.id, None)
            self._done = sorted({*self._done, lesson.id})
        else:
            self._begun[lesson.id] = ["" if move is None else format_move(move) for move in answers]
        self._write()

    def forget(self, lesson: Lesson) -> None:
        """Begin a lesson again."""
        self._begun.pop(lesson.id, None)
        self._write()

    def _write(self) -> None:
        from net.problems import StoreProblem
        from net.storage.files import write_whole

        with suppress(StoreProblem, OSError):
            write_whole(self._place, json.dumps({"done": self._done, "begun": self._begun}, indent=1).encode())


def _read(place: Path) -> tuple[list[str], dict[str, list[str]]]:
    from net.problems import StoreProblem
    from net.storage.files import read_bounded

    try:
        found = json.loads(read_bounded(place, _LARGEST_FILE))
    except (StoreProblem, OSError, ValueError):
        return [], {}
    if not isinstance(found, dict):
        return [], {}
    done, begun = found.get("done"), found.get("begun")
    return (
        [each for each in done if isinstance(each, str)] if isinstance(done, list) else [],
        {
            lesson: answers
            for lesson, answers in (begun.items() if isinstance(begun, dict) else ())
            if isinstance(answers, list) and all(isinstance(answer, str) for answer in answers)
        },
    )
