"""A lobby by lines: who sits where, what the first deal waits for, and the settings by number."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final

from net import news as n
from net.wire.sanitize import quoted

from ..forms.host_config import get_game
from ..forms.lobby import changes, lobby_items, missing_words, seat_words, set_all
from ..forms.people import hosts
from ..forms.table_draft import Item
from ..forms.time_words import saving_words
from .commands import LEVELS_ABOUT, QUIT_ABOUT, set_level
from .people import PlainPeople
from .rules import RULES_ABOUT, say_rules
from .told import Say, Told

if TYPE_CHECKING:
    from net.client.session import ClientSession
    from net.news import Outcome
    from net.wire.table_info import TableInfo

    from .voice import Voice

_ABOUT: Final = {
    "?": "show the seats, why the match has not begun, and these commands",
    "sit 2": "sit down on seat 2",
    "watch": "give up your seat and watch",
    "ready": "say that you are ready",
    "not ready": "say that you are not ready",
    "settings": "show the settings and rules of this table, with their numbers",
    **RULES_ABOUT,
    "say TEXT": "say something to everybody",
    **LEVELS_ABOUT,
}
_ABOUT_HOSTING: Final = {
    "start": "start the match",
    "bots": "put bots on all free seats",
    "bots hard": "put hard bots on all free seats",
    "change 8": "choose the next value of setting 8",
    "change 8 back": "choose the previous value of setting 8",
    "remove 2": "remove the player or the bot from seat 2",
}
_LATER: Final = ("hand", "sort", "score", "hint", "do", "undo", "skip", "next")
"""Commands of a table that mean nothing before the first deal."""


class PlainLobby:
    """The lobby as one person hears it. told: what happens in it."""

    def __init__(self, session: ClientSession, voice: Voice, say: Say, people: PlainPeople) -> None:
        info = session.info
        assert info is not None, "a lobby is heard from the welcome on"
        game = get_game(info.game)
        self._session, self._voice, self._people = session, voice, people
        self.told = Told(session, game, game.meta.resolve(dict(info.options)), say)
        self._missing = ""
        self._settings: dict[str, str] = {}

    @property
    def _info(self) -> TableInfo:
        assert self._session.info is not None
        return self._session.info

    def hear(self, news: n.News) -> None:
        """The table said something."""
        match news:
            case n.Told(number=number, is_past=True):
                self.told.pass_over(self._session.events[: number + 1])
            case n.Told(number=number):
                self.told.hear(self._session.events, number)
                self.told.flush()
            case n.GalleryTold():
                self.told.hear_gallery(self._session.events, self._session.gallery)
                self.told.flush()
            case n.Notice(text=text):
                self._voice.say(text)
            case n.TableChanged() if self._settings:
                self._say_changes()
            case _:
                pass

    def settle(self) -> None:
        """Say what the first deal waits for, when that changes."""
        session, info = self._session, self._info
        if not self._missing:
            self.told.pass_over(session.events)
            title = get_game(info.game).meta.nearest_preset(info.options).title
            at = f"You are at the table {quoted(info.title)}: {title}. Type ? for help"
            self._voice.say(at, *self._seats(), saving_words(info))
            self._settings = self._values()
        missing = missing_words(info, session.seat, session.name, "Type start to begin.")
        if missing != self._missing and info.phase == "open":
            self._missing = missing
            mine = info.seats[session.seat] if session.seat is not None else None
            ready = "" if mine is None or mine.ready or mine.is_host else " Type ready when you are ready."
            self._voice.say(f"{missing}{ready}")

    def _seats(self) -> list[str]:
        info, mine = self._info, self._session.seat
        game = get_game(info.game)
        said = [
            f"{'Your seat' if seat.seat == mine else 'Seat'} {seat.seat + 1}: "
            + (self._free(seat.seat) if seat.kind == "empty" else seat_words(seat, mine, game))
            for seat in info.seats
        ]
        return [*said, f"Spectators: {', '.join(info.watchers)}"] if info.watchers else said

    def _free(self, number: int) -> str:
        return "free" if self._session.seat is not None else f"free. Type sit {number + 1} to sit down here"

    @staticmethod
    def knows(line: str) -> bool:
        """Whether a line, which may seem to be about people, is about a seat."""
        word, _, rest = line.casefold().partition(" ")
        return word == "remove" and rest.strip().isdecimal()

    async def take(self, line: str) -> None:
        """A typed line."""
        word, _, rest = line.casefold().partition(" ")
        rest = rest.strip()
        session = self._session
        match word:
            case "" | "table":
                self._voice.say(*self._seats(), self._missing)
            case _ if set_level(line, self._voice):
                pass
            case "rules":
                say_rules(self._voice, get_game(self._info.game).rulebook, rest)
            case _ if word in _LATER:
                self._voice.say("The match has not begun. Type ? for help")
            case "say":
                await self._ask(session.say(line.partition(" ")[2].strip()))
            case "sit" if rest.isdecimal():
                await self._ask(session.sit(int(rest) - 1))
            case "watch":
                await self._ask(session.stand())
            case "ready":
                await self._ask(session.ready())
            case "not":
                await self._ask(session.ready(False))
            case "start":
                await self._ask(session.start())
            case "bots":
                levels = [level.id for level in get_game(self._info.game).levels]
                await self._ask(session.fill(rest or levels[0]))
            case "remove" if rest.isdecimal():
                await self._ask(session.kick(int(rest) - 1))
            case "settings":
                self._say_settings()
            case "change":
                await self._change(rest)
            case _:
                self._voice.say(f"{line!r} is not a command here. Type ? for the commands")

    def say_help(self) -> None:
        """Say what the lobby is like, and what can be typed."""
        self._voice.say(*self._seats(), self._missing)
        self._voice.explain(self._about())

    async def _ask(self, asked: Awaitable[Outcome]) -> None:
        outcome = await asked
        if not outcome.accepted:
            self._voice.say(outcome.reason or "The host did not allow that")

    def _about(self) -> dict[str, str]:
        """What can be typed now."""
        session = self._session
        is_host = hosts(self._info, session.seat, session.name)
        ways = QUIT_ABOUT if session.seat is not None else {"quit": "leave"}
        return {**_ABOUT, **(_ABOUT_HOSTING if is_host else {}), **self._people.about(), **ways}

    def _items(self) -> list[Item]:
        """The seats and settings that can be changed, in the order of their numbers."""
        items = lobby_items(self._info, self._session.seat, self._session.name)
        return [item for item in items if not item.heading]

    def _values(self) -> dict[str, str]:
        """The settings by their labels."""
        return {item.label.removesuffix(" *"): item.value for item in self._items() if not item.id.startswith("seat:")}

    def _say_changes(self) -> None:
        """Say the settings that have changed, whoever changed them."""
        before, self._settings = self._settings, self._values()
        self._voice.say(*(f"{name}: {value}" for name, value in self._settings.items() if before.get(name) != value))

    def _say_settings(self) -> None:
        for number, item in enumerate(self._items(), 1):
            self._voice.list(f"({number}) {item.label}: {item.value}")

    async def _change(self, rest: str) -> None:
        session, info = self._session, self._info
        number, _, way = rest.partition(" ")
        items = self._items()
        if not hosts(info, session.seat, session.name):
            self._voice.say("Only the host can change settings")
        elif not number.isdecimal() or not 0 < int(number) <= len(items):
            self._voice.say(
                "Type change and the number of a setting, for example: change 8. Type settings for the numbers"
            )
        elif (item := items[int(number) - 1]).id.startswith("seat:"):
            await self._change_seat(int(item.id.partition(":")[2]))
        elif item.id == "consent" and session.seat is not None:
            await self._ask(session.consent(not info.seats[session.seat].consents))
        elif wanted := changes(info, item.id, -1 if way == "back" else 1):
            await self._ask(set_all(session, wanted))
        else:
            self._voice.say(item.help or f"Setting {number} cannot be changed")

    async def _change_seat(self, number: int) -> None:
        """The next level of a bot, or none."""
        levels = [None, *(level.id for level in get_game(self._info.game).levels)]
        held = self._info.seats[number].level
        at = levels.index(held) if held in levels else 0
        await self._ask(self._session.set_bot(number, levels[(at + 1) % len(levels)]))
