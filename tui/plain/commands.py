"""The commands that can be typed at every prompt of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from engine.api import BETWEEN, OVER, Move

from ..forms.people import people_lines
from ..forms.requests import SURE, request_for
from ..forms.rulebooks import cited, written
from ..forms.spectating import look_lines
from ..problems import Problem
from ..session.table_session import advise, open_decision
from .describe import hand_words, points_words, table_words
from .voice import LEVELS

if TYPE_CHECKING:
    from net.client.session import ClientSession

    from .table import PlainTable
    from .voice import Voice

ABOUT: Final = {
    "?": "these commands, and what you can do now",
    "hand": "your cards",
    "sort": "another order of your hand",
    "table": "the table and its players",
    "score": "the points, line by line",
    "rules 4.2": "a paragraph of the rulebook. rules: the paragraph that applies now. rules all: the sections",
    "hint": "what the strongest bot would do with your cards. do: make that move",
    "undo": "take back your last choice, if you are alone with bots",
    "skip": "pass every claim until your turn. skip again: stop passing",
    "next": "go on to the next deal",
    "say TEXT": "say something to everybody",
    "people": "list the players, spectators and votes, with numbers. yes NUMBER, no NUMBER: answer one of these lines",
    "brief, normal, full": "how much the program tells you",
    "quit": "leave and keep your seat. quit for good: give up your seat",
}


class Commands:
    """Does commands. table: where they are typed. session: of a table with other people, None in a lesson."""

    def __init__(self, table: PlainTable, voice: Voice, session: ClientSession | None = None) -> None:
        self._table, self._voice, self._session = table, voice, session
        self._hinted: tuple[int, Move] | None = None
        self._sure = ""
        self._does: dict[str, Callable[[str], Awaitable[None]]] = {
            "?": self._help,
            "help": self._help,
            "hand": self._hand,
            "sort": self._sort,
            "table": self._describe,
            "score": self._score,
            "rules": self._rules,
            "hint": self._hint,
            "do": self._do,
            "undo": self._undo,
            "skip": self._skip,
            "next": self._next,
            "say": self._say,
            "people": self._people,
            "yes": self._yes,
            "no": self._no,
        }

    def knows(self, line: str) -> bool:
        """Whether a line is a command."""
        word = line.partition(" ")[0].casefold()
        return word in self._does or line.casefold() in LEVELS

    async def take(self, line: str) -> bool:
        """Do a command; whether the line is one."""
        word, _, rest = line.partition(" ")
        word = word.casefold()
        for level in LEVELS:
            if word == level and not rest:
                self._voice.verbosity = level
                self._voice.say(f"From now on: {level}")
                return True
        command = self._does.get(word)
        if command is None:
            return False
        await command(rest.strip())
        return True

    async def _help(self, _: str) -> None:
        self._table.say_again()
        self._voice.say(*(f"{name}: {about}" for name, about in ABOUT.items()))

    async def _hand(self, _: str) -> None:
        self._voice.say(*hand_words(self._table.words()))

    async def _sort(self, _: str) -> None:
        table = self._table
        if table.reader is None or len(table.view.game.arrangements) < 2:
            self._voice.say("There is no other order here")
        else:
            self._voice.say(f"Sorted by {table.sort()}", *hand_words(table.words())[:1])

    async def _describe(self, _: str) -> None:
        self._voice.say(*table_words(self._table.words()))

    async def _score(self, _: str) -> None:
        table = self._table
        self._voice.say(*points_words(table.view, table.names, table.words()))

    async def _rules(self, number: str) -> None:
        book = self._table.view.game.rulebook
        decision = open_decision(self._table.session)
        now = next((choice.paragraph for choice in decision.choices), "") if decision is not None else ""
        if number == "all" or not (number or now):
            self._voice.say(*(f"§{section.number} {section.heading}" for section in book.sections))
            return
        try:
            for part in cited(book, number or now):
                self._voice.read_out(written(part))
        except Problem as problem:
            self._voice.say(str(problem))

    async def _hint(self, _: str) -> None:
        table = self._table
        decision, view = table.session.decision, table.view
        if decision is None or table.reader is None:
            self._voice.say(table.why_no_answer())
            return
        advice = await asyncio.to_thread(advise, view.game, view, tuple(view.events), decision, alone=table.is_alone)
        self._hinted = decision.id, advice.move
        self._voice.say(f"Hint: {table.words().move(advice.move)}. {table.printed(advice.reason)}")

    async def _do(self, _: str) -> None:
        decision, hinted = self._table.session.decision, self._hinted
        if decision is None or hinted is None or hinted[0] != decision.id:
            self._voice.say("Ask for a hint first")
        else:
            await self._table.submit(decision, hinted[1])

    async def _undo(self, _: str) -> None:
        table = self._table
        if not table.is_alone or not table.session.serves_alone:
            self._voice.say("You can take a move back only where you are alone with bots")
        elif table.view.phase in (BETWEEN, OVER):
            self._voice.say("The deal is over: its moves cannot be taken back")
        else:
            self._voice.say(await table.undo())

    async def _skip(self, _: str) -> None:
        if not any(words.declines for words in self._table.layout.verbs.values()):
            self._voice.say("In this game you are asked only at your turn")
        else:
            is_on = self._table.skip()
            self._voice.say(
                "You pass every claim until your turn. skip: stop passing"
                if is_on
                else "From now on you are asked about each claim again"
            )

    async def _next(self, _: str) -> None:
        table = self._table
        if table.view.phase == BETWEEN and table.reader is not None:
            await table.go_on()
        else:
            self._voice.say("The match is over" if table.view.phase == OVER else "The deal is not over")

    async def _say(self, text: str) -> None:
        if text:
            await self._table.session.say(text)
        else:
            self._voice.say("Type what you want to say on the same line, such as: say hello")

    # People.

    async def _people(self, _: str) -> None:
        self._voice.say(*(f"{number}: {label}: {value}" for number, (_, label, value) in enumerate(self._lines(), 1)))

    def _lines(self) -> list[tuple[str, str, str]]:
        """The lines of the people: id, label, value."""
        session, table = self._session, self._table
        info = None if session is None else session.info
        if session is None or info is None:
            return [("", name, state or "here") for name, state in table.people()]
        watching = look_lines(info, session.seat, session.gaze, session.name)
        addresses = session.shut_out if session.can_renew_code else None
        found = people_lines(
            info, session.seat, table.view.game, session.table_code, watching, (), addresses, session.name
        )
        return [(line.id, line.label, line.value) for line in found if not line.heading]

    async def _yes(self, number: str) -> None:
        await self._respond(number, is_yes=True)

    async def _no(self, number: str) -> None:
        await self._respond(number, is_yes=False)

    async def _respond(self, number: str, *, is_yes: bool) -> None:
        lines, line_id = self._lines(), self._table.question
        if number.isdecimal() and 0 < int(number) <= len(lines):
            line_id = lines[int(number) - 1][0]
        kind = line_id.partition(":")[0]
        session = self._session
        if session is None or not line_id:
            self._voice.say("Nothing to answer here. people: the lines that can be answered")
            return
        if is_yes and kind in SURE and self._sure != line_id:
            self._sure = line_id
            self._voice.say(f"Type yes {number} again {SURE[kind]}")
            return
        self._sure = ""
        asked = request_for(session, line_id, is_yes=is_yes)
        if asked is None:
            self._voice.say("Nothing to answer here")
            return
        outcome = await asked[0]
        self._voice.say(asked[1] if outcome.accepted else outcome.reason)
