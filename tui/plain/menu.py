"""The first list by lines: the games by number, and what can be done with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..forms.game_list import entries
from ..forms.host_config import get_game, listed_config, named_game, shared_config
from ..problems import Problem
from ..session.routes import Journey, Role, ToKiosk, ToLesson, ToList, ToOwnTable, ToTable
from .commands import LEVELS_ABOUT, set_level
from .rules import say_rules

if TYPE_CHECKING:
    from ..config.settings import Settings
    from .lines import NextLine
    from .voice import Voice

_ABOUT: Final = {
    "1": "play game 1 against bots",
    "host 1": "open a table of game 1 for other players",
    "learn 1": "learn game 1, step by step",
    "rules 1": "the list of sections in the rulebook of game 1. rules 1 4.2: its paragraph 4.2",
    "join": "choose a table to join. join ADDRESS: join the table with this address or link",
    "watch": "choose a table to watch. watch all: watch one match after another",
    **LEVELS_ABOUT,
    "quit": "leave Khanhoo",
}
_ROLES: Final[dict[str, Role]] = {"join": "player", "watch": "watcher"}


class PlainMenu:
    """Says what can be done, and hears what a person wants."""

    def __init__(self, settings: Settings, voice: Voice) -> None:
        self._settings, self._voice = settings, voice
        self._entries = entries()

    async def choose(self, lines: NextLine) -> Journey | None:
        """Where a person wants to go; None to leave."""
        self._say_games()
        self._voice.say("Type the number of a game, or join, watch, quit. ?: what else you can type")
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
        for number, entry in enumerate(self._entries, 1):
            minutes = f", {entry.preset.minutes} minutes" if entry.preset.minutes else ""
            self._voice.say(f"{number}: {entry.preset.title}, {entry.players} players{minutes}")

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

    def _game(self, named: str) -> tuple[str, str]:
        """The ids of a game and a preset, by number or name. Raises Problem."""
        if not named:
            raise Problem("Type the number of a game too, such as: host 1")
        if not named.isdecimal():
            return named_game(named)
        if not 0 < int(named) <= len(self._entries):
            raise Problem(f"The games have the numbers 1 to {len(self._entries)}.")
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
