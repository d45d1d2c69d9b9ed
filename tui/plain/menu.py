"""The first list by lines: the games by number, and what can be done with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.api import counted

from ..forms.game_list import entries
from ..forms.host_config import get_game, listed_config, named_game, shared_config
from ..problems import Problem
from ..session.routes import (
    Journey,
    Role,
    ToKeptTable,
    ToKiosk,
    ToLesson,
    ToList,
    ToOwnTable,
    ToReplay,
    ToTable,
)
from ..session.statistics import PlayedMatch, Statistics, StatisticsProblem, match_cells
from .commands import LEVELS_ABOUT, set_level
from .rules import say_rules

if TYPE_CHECKING:
    from ..config.settings import Settings
    from ..session.saved_seat import SavedSeat
    from .lines import NextLine
    from .voice import Voice

_ABOUT: Final = {
    "1": "play game 1 against bots",
    "host 1": "open a table of game 1 for other players",
    "learn 1": "learn game 1, step by step",
    "rules 1": "list the sections in the rulebook of game 1",
    "rules 1 4.2": "read paragraph 4.2 of this rulebook",
    "join": "choose a table to join",
    "join ADDRESS": "join the table with this address or link",
    "watch": "choose a table to watch",
    "watch all": "watch one match after another",
    "history": "list your last ten matches",
    "history 30": "list your last 30 matches",
    "replay 1": "replay match 1 of your history",
    "replay FILE": "replay the match in this file",
    **LEVELS_ABOUT,
    "quit": "leave Khanhoo",
}
_GO_ON: Final = "go on"
_LAST_MATCHES: Final = 10
_ROLES: Final[dict[str, Role]] = {"join": "player", "watch": "watcher"}


class PlainMenu:
    """Says what can be done, and hears what a person wants. seat: finds the seats that wait for the person. kept: those
    seats, each in a few words.
    """

    def __init__(
        self, settings: Settings, voice: Voice, statistics: Statistics, seat: SavedSeat, kept: tuple[str, ...]
    ) -> None:
        self._settings, self._voice, self._statistics, self._seat = settings, voice, statistics, seat
        self._entries = entries()
        self._kept = kept

    async def choose(self, lines: NextLine) -> Journey | None:
        """Where a person wants to go; None to leave."""
        self._say_games()
        self._voice.say("Type the number of a game to play it. Type ? for all commands, or quit to leave")
        while True:
            line = await lines.next_line()
            if line is None or line.casefold() == "quit":
                return None
            try:
                journey = self._meaning(line)
            except Problem as problem:
                self._voice.say(str(problem))
                continue
            if journey is not None:
                return journey

    def _say_games(self) -> None:
        for number, words in enumerate(self._kept, 1):
            line = _GO_ON if number == 1 else f"{_GO_ON} {number}"
            self._voice.say(f"{words}. Type {line} to come back to this table")
        self._voice.say("The games:")
        for number, entry in enumerate(self._entries, 1):
            minutes = f", about {entry.preset.minutes} minutes" if entry.preset.minutes else ""
            self._voice.list(f"({number}) {entry.preset.title}: {entry.players} players{minutes}")

    def _meaning(self, line: str) -> Journey | None:
        """Where a line leads; None if it was answered here. Raises Problem."""
        word, _, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        match word:
            case "" | "?" | "help":
                self._say_games()
                self._voice.explain(_ABOUT)
            case _ if set_level(line, self._voice):
                pass
            case _ if (line.casefold() + " ").startswith(f"{_GO_ON} "):
                return self._way_back(line[len(_GO_ON) :].strip() or "1")
            case "history":
                self._say_matches(rest)
            case "replay":
                return self._replay(rest)
            case "join" | "watch":
                return _table(word, rest)
            case "learn" if not rest:
                return ToLesson()
            case "rules":
                named, _, number = rest.partition(" ")
                game = get_game(self._game(named)[0])
                self._voice.speak_of(game)
                say_rules(self._voice, game.rulebook, number.strip() or "all")
            case "host" | "learn" | "play":
                return self._begun(word, *self._game(rest))
            case _:
                return self._begun("play", *self._game(line))
        return None

    def _way_back(self, number: str) -> Journey:
        """Where a seat waits: the one with this number. Raises Problem."""
        if not self._kept:
            raise Problem("No table keeps a seat for you. Type the number of a game to play it.")
        if number not in [str(one) for one in range(1, len(self._kept) + 1)]:
            tables = counted(len(self._kept), "table")
            raise Problem(
                f"You have a kept seat at {tables}. Type go on and the number of a table, for example: go on 1"
            )
        seat = self._seat.found[int(number) - 1]
        return ToKeptTable(seat.table_id) if seat.address is None else ToTable(seat.address, "player")

    def _matches(self) -> tuple[PlayedMatch, ...]:
        """The matches of this player, the latest first. Raises Problem."""
        try:
            return self._statistics.matches()
        except (StatisticsProblem, OSError) as problem:
            raise Problem(str(problem)) from None

    def _say_matches(self, most: str) -> None:
        """Say the last matches by number. Raises Problem."""
        if most and not most.isdecimal():
            raise Problem("Type history or history 30")
        matches = self._matches()[: int(most or _LAST_MATCHES)]
        replays = [self._statistics.replay_of(match) is not None for match in matches]
        for number, match in enumerate(matches, 1):
            when, title, place, _, time, opponents = match_cells(match)
            saved = "" if replays[number - 1] else "no replay"
            told = (when, title, place, counted(match.points, "point"), time, f"against {opponents}", saved)
            self._voice.list(f"({number}) {', '.join(filter(None, told))}")
        if not matches:
            self._voice.say("You have not played a match yet")
        elif True in replays:
            number = replays.index(True) + 1
            self._voice.say(f"Type replay {number} for the replay of match {number}")

    def _replay(self, named: str) -> Journey:
        """The replay of a match by its number, or in a file. Raises Problem."""
        from ..session.records import read_playable, typed_path

        if not named:
            raise Problem("Type the number of a match too, for example: replay 1. To list your matches, type history.")
        if not named.isdecimal():
            return ToReplay(read_playable(typed_path(named)))
        matches = self._matches()
        if not 0 < int(named) <= len(matches):
            raise Problem(f"There is no match {named}. To list your matches, type history.")
        match = matches[int(named) - 1]
        path = self._statistics.replay_of(match)
        if path is None:
            raise Problem("No replay of this match was saved.")
        return ToReplay(read_playable(path), match.seat)

    def _game(self, named: str) -> tuple[str, str]:
        """The ids of a game and a preset, by number or name. Raises Problem."""
        if not named:
            raise Problem("Type the number of a game too, for example: host 1")
        if not named.isdecimal():
            return named_game(named)
        if not 0 < int(named) <= len(self._entries):
            raise Problem(f"There is no game {named}. Type a number from 1 to {len(self._entries)}.")
        entry = self._entries[int(named) - 1]
        return entry.meta.id, entry.preset.id

    def _begun(self, what: str, game: str, preset: str) -> Journey:
        if what == "learn":
            return ToLesson(f"{game}/{preset}" if preset else game)
        preset = preset or get_game(game).meta.presets[0].id
        if what == "play":
            return ToOwnTable(listed_config(self._settings, game, preset))
        return ToOwnTable(shared_config(self._settings, game, preset=preset))


def _table(word: str, rest: str) -> Journey:
    """Where `join` and `watch` lead. Raises Problem."""
    from net.wire.address import AddressError, parse_address

    if word == "watch" and rest.casefold() == "all":
        return ToKiosk()
    try:
        return ToTable(parse_address(rest), _ROLES[word]) if rest else ToList(_ROLES[word])
    except AddressError as problem:
        raise Problem(str(problem)) from None
