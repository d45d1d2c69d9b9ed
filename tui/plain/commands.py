"""The commands that can be typed at every prompt of a table, and those of them that only tell what is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from engine.api import BETWEEN, OVER, Move, View

from ..session.table_session import advise
from .describe import points_words, table_words
from .rules import RULES_ABOUT, say_rules
from .voice import LEVELS, Verbosity

if TYPE_CHECKING:
    from ..table.wording import Words
    from .table import PlainTable
    from .voice import Voice

_LAST_LINES: Final = 10
_LEVEL_WORDS: Final[dict[Verbosity, str]] = {
    "brief": "From now on, you read what happens and what you have to decide, but no numbered choices",
    "normal": "From now on, you read your choices with their numbers",
    "full": "From now on, before each choice, you also read what is new in your hand and on the table",
}
LEVELS_ABOUT: Final = {
    "brief": "read less, without numbered choices",
    "normal": "read the usual text",
    "full": "read more, with your hand and the table before each choice",
}
QUIT_ABOUT: Final = {"quit": "leave and keep your seat", "quit for good": "leave and give up your seat"}


def set_level(line: str, voice: Voice) -> bool:
    """Do a line that sets how much is said; whether it is one."""
    level = next((level for level in LEVELS if level == line.casefold()), None)
    if level is not None:
        voice.verbosity = level
        voice.say(_LEVEL_WORDS[level])
    return level is not None


class Described(Protocol):
    """A table that can be told: one that is played, or a replay. names: of the seats."""

    @property
    def view(self) -> View: ...
    @property
    def names(self) -> Sequence[str]: ...

    def words(self) -> Words: ...

    def hand(self) -> list[str]:
        """The cards that are seen in hands."""

    def log(self, deal: int = 0) -> list[str]:
        """What happened in a deal, 0 for the whole match so far, a line for each."""

    def saving(self) -> str:
        """What it means that the table is not saved now, "" if it is saved."""

    def rule(self) -> str:
        """The paragraph of the rulebook that applies now, "" for none."""


class TellingCommands:
    """Does commands that only tell. table: what they tell of."""

    ABOUT: Final = {
        "table": "show the table and its players",
        "score": "show the points of each player",
        **RULES_ABOUT,
        "log": "show the last ten things that happened",
        "log 30": "show the last 30 things that happened",
        "log deal 1": "show all that happened in deal 1",
    }

    def __init__(self, table: Described, voice: Voice) -> None:
        self._described, self._voice = table, voice
        self._does: dict[str, Callable[[str], Awaitable[None]]] = {
            "hand": self._hand,
            "table": self._describe,
            "score": self._score,
            "rules": self._rules,
            "log": self._log,
        }

    def knows(self, line: str) -> bool:
        """Whether a line is a command."""
        word = line.partition(" ")[0].casefold()
        return word in self._does or line.casefold() in LEVELS

    async def take(self, line: str) -> bool:
        """Do a command; whether the line is one."""
        if set_level(line, self._voice):
            return True
        word, _, rest = line.partition(" ")
        command = self._does.get(word.casefold())
        if command is None:
            return False
        await command(rest.strip())
        return True

    async def _hand(self, _: str) -> None:
        self._voice.say(*self._described.hand())

    async def _describe(self, _: str) -> None:
        self._voice.say(*table_words(self._described.words(), self._described.saving()))

    async def _log(self, which: str) -> None:
        deals, (word, _, number) = self._described.view.deal, which.casefold().partition(" ")
        if word == "deal" and number.isdecimal() and 0 < int(number) <= deals:
            self._voice.say(*self._described.log(int(number)))
        elif word == "deal":
            self._voice.say(f"Type log deal and a number from 1 to {deals}, for example: log deal 1")
        elif not which or which.isdecimal():
            self._voice.say(*self._described.log()[-int(which or _LAST_LINES) :])
        else:
            self._voice.say("Type log, log 30, or log deal 1")

    async def _score(self, _: str) -> None:
        table = self._described
        self._voice.say(*points_words(table.view, table.names, table.words()))

    async def _rules(self, number: str) -> None:
        table = self._described
        say_rules(self._voice, table.view.game.rulebook, number, table.rule())


class Commands(TellingCommands):
    """Does commands. table: where they are typed."""

    def __init__(self, table: PlainTable, voice: Voice) -> None:
        super().__init__(table, voice)
        self._table = table
        self._hinted: tuple[int, Move] | None = None
        self._knows_do = False
        self._does |= {
            "sort": self._sort,
            "hint": self._hint,
            "do": self._do,
            "undo": self._undo,
            "skip": self._skip,
            "next": self._next,
            "say": self._say,
        }

    def about(self) -> dict[str, str]:
        """The commands that mean something now, and what they do."""
        table = self._table
        view, is_player = table.view, table.reader is not None
        is_asked = is_player and table.session.decision is not None
        found = {"hand": "show your cards"} if is_player and view.phase != OVER else {}
        if is_player and view.phase != OVER and len(view.game.arrangements) > 1:
            found["sort"] = "sort your hand in another order"
        found |= self.ABOUT
        if is_asked:
            found["hint"] = "show what the strongest bot would do with your cards, and why"
            found["do"] = "make the move that the hint names"
        if table.is_alone and table.session.serves_alone and view.phase not in (BETWEEN, OVER):
            found["undo"] = "take back your last choice"
        if is_player and view.phase != OVER and self._may_skip:
            found["skip"] = "let the program pass for you whenever you can pass. To stop this, type skip again"
        if is_player and view.phase == BETWEEN:
            found["next"] = "go on to the next deal"
        if not table.is_alone:
            found["say TEXT"] = "say something to everybody"
        return found | LEVELS_ABOUT

    @property
    def _may_skip(self) -> bool:
        return any(words.declines for words in self._table.layout.verbs.values())

    async def _sort(self, _: str) -> None:
        table = self._table
        if table.reader is None or len(table.view.game.arrangements) < 2:
            self._voice.say("There is no other order for a hand here")
        else:
            self._voice.say(f"Sorted by {table.sort()}", *table.hand()[:1])

    async def _hint(self, _: str) -> None:
        table = self._table
        decision, view = table.session.decision, table.view
        if decision is None or table.reader is None:
            self._voice.say(table.why_no_answer())
            return
        advice = await asyncio.to_thread(advise, view.game, view, tuple(view.events), decision, alone=table.is_alone)
        self._hinted = decision.id, advice.move
        self._voice.say(
            f"Hint: {table.words().move(advice.move)}. {table.printed(advice.reason)}",
            "" if self._knows_do else "To make this move, type the word do",
        )
        self._knows_do = True

    async def _do(self, _: str) -> None:
        decision, hinted = self._table.session.decision, self._hinted
        if decision is None or hinted is None or hinted[0] != decision.id:
            self._voice.say("Type hint to see a move. Then type the word do to make that move")
        else:
            await self._table.submit(decision, hinted[1])

    async def _undo(self, _: str) -> None:
        table = self._table
        if not table.is_alone or not table.session.serves_alone:
            self._voice.say("You can take a move back only if you are alone with bots")
        elif table.view.phase in (BETWEEN, OVER):
            self._voice.say("The deal is over: its moves cannot be taken back")
        else:
            self._voice.say(await table.undo())

    async def _skip(self, _: str) -> None:
        if not self._may_skip:
            self._voice.say("In this game, the program cannot pass for you")
        else:
            is_on = self._table.skip()
            self._voice.say(
                "The program now passes for you whenever you can pass. To stop this, type skip again"
                if is_on
                else "The program no longer passes for you"
            )

    async def _next(self, _: str) -> None:
        table = self._table
        if table.view.phase == BETWEEN and table.reader is not None:
            await table.go_on()
        else:
            self._voice.say(table.why_no_answer() if table.view.phase == OVER else "The deal is not over yet")

    async def _say(self, text: str) -> None:
        if text:
            await self._table.session.say(text)
        else:
            self._voice.say("Type what you want to say on the same line, such as: say hello")
