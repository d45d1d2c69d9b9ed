"""The people of a table by lines: who is here, votes and requests by number, and what a host decides about a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from ..forms.people import PeopleLine, owns, questions_for
from ..forms.requests import SURE, lines_for, request_for
from ..session.invitation import host_words, invitation, invite_words
from ..table.second_person import bare

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Outcome

    from ..config.mutes import Mutes
    from .voice import Voice

_GONE: Final = "Line {} was answered or has changed since you read the list. Type people for the new list"
_NO_QUESTION: Final = "Line {} has nothing to answer. Type people for the list"


class PlainPeople:
    """Says who is at a table, and does what a person decides about them.

    A number means the line that had it when the lines were last said, however many there are now.
    """

    def __init__(self, session: ClientSession, voice: Voice, mutes: Mutes) -> None:
        self._session, self._voice, self._mutes = session, voice, mutes
        self._heard: list[PeopleLine] = []
        self._sure = self._last = ""
        self._does: dict[str, Callable[[str], Awaitable[None]]] = {
            "people": self._say_lines,
            "yes": self._yes,
            "no": self._no,
            "mute": self._mute,
            "remove": self._remove,
            "ban": self._ban,
            "host": self._make_host,
            "invite": self._invite,
        }

    def knows(self, word: str) -> bool:
        return word in self._does

    def about(self) -> dict[str, str]:
        """The commands that mean something now."""
        session, info = self._session, self._session.info
        if info is None:
            return {}
        found = {
            "people": "list the players, the spectators and the votes, and what you can do about each",
            "invite": "show how others join",
        }
        if not self._others():
            return found
        found["mute NAME"] = "mute a person, or hear them again"
        if owns(info, session.seat, session.name):
            found["remove NAME"] = "remove a person, who may come back"
            found["ban NAME"] = "remove a person, who cannot come back during this match"
            found["host NAME"] = "make another player the host"
        return found

    async def take(self, line: str, *, is_known: bool = True) -> bool:
        """Do what a line asks; whether it is about people. Every line comes here first: if a request must be typed
        twice, a different line in between cancels it. is_known: the line means nothing else."""
        if line.casefold() != self._last:
            self._sure = ""
        self._last = line.casefold()
        word, _, rest = line.partition(" ")
        does = self._does.get(word.casefold()) if is_known else None
        if does is not None:
            await does(rest.strip())
        return does is not None

    def forget_sure(self) -> None:
        """A line in between cancels a request that must be typed twice."""
        self._sure = self._last = ""

    def lines(self) -> list[PeopleLine]:
        """The lines without the headings."""
        return [line for line in lines_for(self._session, self._mutes) if not line.heading]

    async def _say_lines(self, _: str) -> None:
        self._heard = self.lines()
        for number, line in enumerate(self._heard, 1):
            told = f"{line.label}: {line.value}" if line.value else line.label
            does = f"{'. To' if line.value else ': to'} {bare(line.does)}, type yes {number}" if line.does else ""
            refuses = f". To {bare(line.refuses)}, type no {number}" if line.refuses else ""
            self._voice.list(f"({number}) {told}{does}{refuses}")

    async def _yes(self, number: str) -> None:
        await self._respond(number, is_yes=True)

    async def _no(self, number: str) -> None:
        await self._respond(number, is_yes=False)

    def _meant(self, number: str) -> str:
        """The line that a number means; without a number, the first question to me. "" if there is none, which is
        said."""
        session = self._session
        asked = questions_for(session.info, session.seat, session.name)
        if not number and asked:
            return asked[0].id
        if not number.isdecimal() or not 0 < int(number) <= len(self._heard):
            self._voice.say(
                "Type the number of a line too, for example: yes 3. Type people for the lines with their numbers"
            )
            return ""
        line = self._heard[int(number) - 1]
        if not any((each.id, each.does) == (line.id, line.does) for each in self.lines()):
            self._voice.say(_GONE.format(number))
            return ""
        if not line.id:
            self._voice.say(_NO_QUESTION.format(number))
        return line.id

    async def _respond(self, number: str, *, is_yes: bool) -> None:
        line_id = self._meant(number)
        kind = line_id.partition(":")[0]
        if not line_id:
            return
        if kind == "invite" and is_yes:
            await self._invite("")
            return
        if is_yes and kind in SURE and not self._is_sure(line_id, f"yes {number}".strip(), SURE[kind]):
            return
        asked = request_for(self._session, line_id, is_yes=is_yes)
        if asked is None:
            self._voice.say(_NO_QUESTION.format(number) if number else "Type people for a list of what you can answer")
        else:
            await self._ask(*asked)

    def _is_sure(self, what: str, typed: str, does: str) -> bool:
        """Whether something is asked for the second time in a row; the first time says what it does."""
        is_sure, self._sure = self._sure == what, what
        if is_sure:
            self._sure = ""
        else:
            self._voice.say(f"Type {typed} again {does}")
        return is_sure

    async def _ask(self, asked: Awaitable[Outcome], done: str = "") -> None:
        outcome = await asked
        self._voice.say(done if outcome.accepted else outcome.reason or "The host did not allow that")

    async def _invite(self, _: str) -> None:
        session = self._session
        is_coded = session.info is not None and session.info.coded
        links, words = invite_words(*invitation(session, 0), is_coded=is_coded)
        self._voice.say(words)
        self._voice.read_out("\n".join(links))
        code = f"Join code: {session.table_code}" if session.table_code else ""
        words_of_host = host_words(session)
        self._voice.say(code, f"Host's words: {words_of_host}" if words_of_host else "")

    # About one person.

    def _others(self) -> list[str]:
        """The names of all other people."""
        session, info = self._session, self._session.info
        if info is None:
            return []
        seated = [seat.name for seat in info.seats if seat.kind == "person" and seat.seat != session.seat]
        return [*seated, *(name for name in info.watchers if name != session.name)]

    def _person(self, name: str) -> str:
        """Who is meant; "" for nobody, which is said."""
        found = [each for each in self._others() if each.casefold() == name.casefold()]
        if not found:
            self._voice.say(f"Nobody else here is called {name}" if name else "Type a name too, for example: mute Bea")
        return found[0] if found else ""

    def _of_owner(self, name: str, what: str) -> str:
        """Who is meant by the owner of the table; "" for nobody, which is said. what: only the owner can do."""
        session, info = self._session, self._session.info
        if info is None or not owns(info, session.seat, session.name):
            self._voice.say(f"Only the host can {what}")
            return ""
        return self._person(name)

    async def _mute(self, name: str) -> None:
        info = self._session.info
        if info is not None and (name := self._person(name)):
            self._voice.say(self._mutes.toggle(info, name))

    async def _remove(self, name: str) -> None:
        name = self._of_owner(name, "remove players")
        if name and self._is_sure(f"remove {name}", f"remove {name}", f"to remove {name}"):
            await self._ask(self._session.send_away(name), f"{name} was removed, and may join again")

    async def _ban(self, name: str) -> None:
        name = self._of_owner(name, "ban players")
        if name and self._is_sure(f"ban {name}", f"ban {name}", f"to ban {name} for this match"):
            await self._ask(self._session.ban(name), f"{name} is banned for this match")

    async def _make_host(self, name: str) -> None:
        info, name = self._session.info, self._of_owner(name, "choose another host")
        seat = next((each.seat for each in info.seats if each.name == name), None) if info is not None else None
        if name and seat is None:
            self._voice.say(f"{name} is a spectator. Only a player can be host")
        elif name and seat is not None and self._is_sure(f"host {name}", f"host {name}", f"to make {name} the host"):
            await self._ask(self._session.pass_host(seat), f"{name} is the host now")
