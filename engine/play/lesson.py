"""Lessons: a deal that a game teaches with, step by step, on the engine's own table.

A lesson is a file in a game's folder: `lesson.toml` is the first, `lesson_NAME.toml` are more. Format::

    title = "Khanhoo in four minutes"
    preset = "denexa"               the table; options = {...} changes single options of the preset
    seats = 3
    you = 0
    names = ["You", "Birch", "Cedar"]
    seed = "any text"               decides all cards that the deal does not name
    deal = '''                      as engine/model/deal.py reads it
    dealer: 1
    0: AH 3H
    '''
    [[step]]
    bots = ["2 discard QC", "usual 3"]  moves before the step, also forced moves of the learner: a seat and its move; or
                                    "usual 3" for three default moves of the players in turn
    say = "At most 140 signs. {take} is the key of that verb or action."
    show = ["hand:9H 9H", "key:take"]
    want = ["take", "leave"]        "next", or the wanted moves; impossible ones are skipped
    else.discard = "An answer to a legal move that is not wanted."  # above all steps, it holds for each step
    else."discard AH" = "The same, for one move of this verb."
    rule = "4.2"
    [end]
    say = "You score 18."
    points = 18                     your score in the deal; without it the lesson may end before the deal does
    rule = "7.1"

A move is a verb, its cards, its places with "@" and "_" for a blank, and its groups, each after "|": `swap @hand:0:2`,
`bump @court_meld`, `lay_down | 4H 4S 4D | 7C 7D 7S`. A wanted move with only a verb
admits every move of that verb.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec

from ..model.cards import CardError, Deck, Seat, parse_cards
from ..model.deal import Deal, DealError, parse_deal
from ..model.events import BETWEEN, Event, Scored
from ..model.game_info import SeatsError
from ..model.moves import Decision, Move, Refusal
from ..model.options import OptionError, OptionValue
from .game import Game
from .rulebook import UnknownParagraph
from .table import Table

_FIRST: Final = "lesson"
_USUAL: Final = "usual"


class LessonError(ValueError):
    """A lesson that cannot be played; the message names the file and the step."""


class _StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as it is written."""

    say: str
    want: str | list[str]
    rule: str
    bots: list[str] = []
    show: list[str] = []
    wrong: dict[str, str] = msgspec.field(name="else", default_factory=dict)


class LessonEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a lesson. points: what the learner scores in the deal. None if the score depends on the learner's
    choices, or if the lesson ends before the deal does.
    """

    say: str
    rule: str
    points: int | None = None


class _LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written."""

    title: str
    seats: int
    names: list[str]
    seed: str
    step: list[_StepText]
    end: LessonEnd
    preset: str = ""
    options: dict[str, OptionValue] = {}
    you: int = 0
    deal: str = ""
    wrong: dict[str, str] = msgspec.field(name="else", default_factory=dict)


@dataclass(frozen=True)
class LessonStep:
    """One step. want: moves, () where the learner only reads. wrong: answers to other legal moves, by verb or by move.

    bots: what is played before it, None for the answer that is given when time runs out. show: what to point at.
    rule: its paragraph.
    """

    say: str
    want: tuple[Move, ...]
    wrong: dict[str, str]
    bots: tuple[tuple[Seat, Move] | None, ...]
    show: tuple[str, ...]
    rule: str

    def wants(self, move: Move) -> bool:
        """Whether a move is one of those wanted; a wanted verb alone admits each of its moves."""
        return any(wanted in (move, Move(move.verb)) for wanted in self.want)

    def answer(self, move: Move) -> str:
        """The lesson's answer to a legal move that the step does not want."""
        return self.wrong.get(format_move(move)) or self.wrong.get(move.verb, "Not this time.")


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game. id: "khanhoo", or "khanhoo/english" for lesson_english.toml."""

    id: str
    game: Game
    title: str
    options: dict[str, OptionValue]
    seats: int
    you: Seat
    names: tuple[str, ...]
    seed: str
    deal: Deal
    steps: tuple[LessonStep, ...]
    end: LessonEnd

    def table(self) -> Table:
        """Its table before the first act."""
        return Table(self.game, self.seats, self.options, seed=self.seed, deal=self.deal)


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, the first one first. Raises LessonError."""
    return tuple(read_lesson(game, name, text) for name, text in sorted(game.texts(_FIRST, ".toml").items()))


def read_lesson(game: Game, name: str, text: str) -> Lesson:
    """Read a lesson. name: of its file, without ".toml". Raises LessonError."""
    where = f"{game.meta.id}/{name}.toml"
    try:
        raw = msgspec.convert(tomllib.loads(text), _LessonText)
        preset = next((each for each in game.meta.presets if each.id == raw.preset), None)
        if raw.preset and preset is None:
            raise LessonError(f"There is no preset {raw.preset!r}.")
        given = {**(preset.options if preset is not None else {}), **raw.options}
        game.meta.verify_seats(raw.seats)
        options = game.complete_options(game.meta.resolve(given), raw.seats)
        deck = game.deck(options)
        deal = parse_deal(raw.deal, deck)
        if not 0 <= raw.you < raw.seats or len(raw.names) != raw.seats:
            raise LessonError("The learner needs a seat, and each seat needs a name.")
        game.rulebook.paragraph(raw.end.rule)
    except (ValueError, LookupError, SeatsError, OptionError, DealError) as problem:
        raise LessonError(f"{where}: {problem}") from None
    steps = []
    for number, step in enumerate(raw.step, start=1):
        try:
            steps.append(_read_step(step, game, deck, raw))
        except (LessonError, CardError, UnknownParagraph) as problem:
            raise LessonError(f"{where}, step {number}: {problem}") from None
    lesson_id = game.meta.id + name.removeprefix(_FIRST).replace("_", "/", 1)
    return Lesson(
        lesson_id,
        game,
        raw.title,
        options,
        raw.seats,
        raw.you,
        tuple(raw.names),
        raw.seed,
        deal,
        tuple(steps),
        raw.end,
    )


def _read_step(step: _StepText, game: Game, deck: Deck, lesson: _LessonText) -> LessonStep:
    game.rulebook.paragraph(step.rule)
    answers = {**lesson.wrong, **step.wrong}
    wrong = {format_move(parse_move(text, game, deck)): answer for text, answer in answers.items()}
    if isinstance(step.want, str) and step.want != "next":
        raise LessonError('want must be "next" or a list of moves.')
    want = () if isinstance(step.want, str) else tuple(parse_move(text, game, deck) for text in step.want)
    bots: list[tuple[Seat, Move] | None] = []
    for line in step.bots:
        seat, _, text = line.partition(" ")
        if seat == _USUAL and text.isdecimal():
            bots += [None] * int(text)
            continue
        if not seat.isdecimal() or int(seat) >= lesson.seats:
            raise LessonError(f"{line!r} does not begin with a seat.")
        bots.append((int(seat), parse_move(text, game, deck)))
    return LessonStep(step.say, want, wrong, tuple(bots), tuple(step.show), step.rule)


def parse_move(text: str, game: Game, deck: Deck) -> Move:
    """A move from words, as written above. Raises LessonError or CardError."""
    bare, *groups = text.split("|")
    verb, *words = bare.split() or [""]
    if verb not in game.verbs:
        raise LessonError(f"The game has no verb {verb!r}.")
    places = tuple(word[1:].replace("_", " ") for word in words if word.startswith("@"))
    cards = parse_cards(" ".join(word for word in words if not word.startswith("@")), deck.faces)
    laid = tuple(parse_cards(group, deck.faces) for group in groups)
    return Move(verb, cards, places, laid).in_order(deck)


def format_move(move: Move) -> str:
    """A move in the words that `parse_move` reads back."""
    words = " ".join((move.verb, *move.cards, *(f"@{place}".replace(" ", "_") for place in move.places)))
    return " | ".join((words, *(" ".join(group) for group in move.groups)))


class LessonRun:
    """A lesson while it is learned.

    place: the number of steps that are done. answers: the moves that did them, None for a step that was only read.
    events: all that happened at its table, faces included.
    """

    def __init__(self, lesson: Lesson) -> None:
        """Raises LessonError for a deal that does not fit."""
        self.lesson = lesson
        self.place = 0
        self.answers: list[Move | None] = []
        self.table = lesson.table()
        try:
            self.events: list[Event] = list(self.table.start())
        except DealError as problem:
            raise self._error(str(problem)) from None
        self._lines: list[tuple[Seat, Move] | None] = []
        self._begin_step()

    @property
    def step(self) -> LessonStep | None:
        """The step that is told now; None at the end."""
        return self.lesson.steps[self.place] if self.place < len(self.lesson.steps) else None

    @property
    def is_ready(self) -> bool:
        """Whether all moves before the step have been played."""
        return not self._lines

    @property
    def lines_left(self) -> int:
        """How many moves of the others come before the step is told."""
        return len(self._lines)

    @property
    def points(self) -> int | None:
        """What the learner scored in the deal; None before it is over."""
        scored = next((event for event in reversed(self.events) if isinstance(event, Scored)), None)
        return None if scored is None else scored.points[self.lesson.you]

    def decision(self) -> Decision | None:
        """What the learner is asked now, if a move is wanted."""
        step = self.step
        return self.table.decision(self.lesson.you) if step is not None and step.want and self.is_ready else None

    def wanted(self) -> tuple[Move, ...]:
        """Every legal move that does this step."""
        step, decision = self.step, self.decision()
        if step is None or decision is None:
            return ()
        named = dict.fromkeys((*step.want, *self.legal()))
        return tuple(move for move in named if step.wants(move) and self._is_legal(move))

    def legal(self) -> tuple[Move, ...]:
        """Every legal move of the learner. Of moves with groups, only the examples that the table gives."""
        decision = self.decision()
        return () if decision is None else tuple(decision.moves(self.table.deck))

    def play_line(self) -> None:
        """Play the next move that is due before the step is told. Raises LessonError if it is not legal."""
        line, asked = self._lines.pop(0), self.table.decisions()
        if line is None and not asked:
            raise self._error("No player is asked for a move in this step.")
        seat, move = line or (asked[0].seat, asked[0].default)
        decision = self.table.decision(seat)
        try:
            if decision is None:
                raise self._error(f"Seat {seat} is not asked to {format_move(move)}.")
            self._take(self.table.play(seat, decision.id, move))
        except Refusal as refusal:
            raise self._error(f"Seat {seat} cannot {format_move(move)}: {refusal.reason}") from None

    def play(self, decision_id: int, move: Move) -> str:
        """The learner's move: "" if it does the step, or else the lesson's answer, and nothing has changed.

        Raises a Refusal where the rules forbid it, as the table does.
        """
        step = self.step
        assert step is not None
        # An unwanted move is tried on a copy of the table, so there is nothing to take back.
        self.table.clone().play(self.lesson.you, decision_id, move)
        move = move.in_order(self.table.deck)
        if not step.wants(move):
            return step.answer(move)
        self._take(self.table.play(self.lesson.you, decision_id, move))
        self._finish_step(move)
        return ""

    def next_step(self) -> None:
        """The learner has read a step that wants no move."""
        self._finish_step(None)

    def _finish_step(self, answer: Move | None) -> None:
        self.answers.append(answer)
        self.place += 1
        self._begin_step()

    def _begin_step(self) -> None:
        self._lines = list(self.step.bots) if self.step is not None else []

    def _take(self, events: Sequence[Event]) -> None:
        """Note what happened; windows in which everybody has answered close by themselves."""
        self.events += events
        while self.table.awaits_close and self.table.phase != BETWEEN:
            self.events += self.table.close()

    def _is_legal(self, move: Move) -> bool:
        decision = self.decision()
        if decision is None:
            return False
        try:
            self.table.clone().play(self.lesson.you, decision.id, move)
        except Refusal:
            return False
        return True

    def _error(self, sentence: str) -> LessonError:
        return LessonError(f"{self.lesson.id}, step {self.place + 1}: {sentence}")


def run_again(lesson: Lesson, answers: Sequence[Move | None]) -> LessonRun:
    """A run that has already given these answers. The learner goes on from there, now or one step back. Raises
    LessonError.
    """
    run = LessonRun(lesson)
    for answer in answers:
        play_lines(run)
        decision = run.decision()
        if run.step is None or (answer is None) != (not run.step.want):
            raise LessonError(f"{lesson.id}: the saved answers belong to another lesson.")
        if answer is None:
            run.next_step()
            continue
        try:
            if decision is None or run.play(decision.id, answer):
                raise LessonError(f"{lesson.id}: the saved answers belong to another lesson.")
        except Refusal as refusal:
            raise LessonError(f"{lesson.id}: {refusal.reason}") from None
    play_lines(run)
    return run


def play_lines(run: LessonRun) -> None:
    """Play all moves that come before the present step. Raises LessonError."""
    while not run.is_ready:
        run.play_line()
