"""The replay of a match by lines: what happened is said trick by trick or turn by turn, from any seat or with all cards
open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.api import BETWEEN, MatchEnded, Seat, View, counted, listed

from ..table.game_words import layout_at, read_layout
from ..table.narration import LogLine, heard
from ..table.outline import part_word
from ..table.recording import OPEN, Recording
from ..table.wording import Words, match_words
from ..widgets.packs import read_pack
from .commands import LEVELS_ABOUT, TellingCommands
from .describe import ending_words, pile_words, seat_cards, totals_words
from .told import JOINED, is_said, retold

if TYPE_CHECKING:
    from ..session.records import Playable
    from .lines import NextLine
    from .voice import Voice

_EYES: Final[dict[str, str | None]] = {"all": OPEN, "none": None}


class PlainReplay:
    """A record as one person hears it. reader: the seat of its player who hears it, None for none."""

    def __init__(self, found: Playable, voice: Voice, reader: Seat | None = None) -> None:
        self._reel, self._voice, self._notice = Recording(found.journal, reader), voice, found.notice
        self._layout, self._pack = read_layout(self._reel.game), read_pack(self._reel.game)
        self._part = part_word(self._reel.game)
        self._commands = TellingCommands(self, voice)
        self._about: list[str] = []
        voice.speak_of(self._reel.game)

    async def listen(self, lines: NextLine) -> None:
        """Say what the match is, and do what is typed until the person leaves."""
        self._introduce()
        self._tell(self._reel.deals[0])
        while (line := await lines.next_line()) is not None and line.casefold() != "quit":
            if not self._step(line) and not await self._commands.take(line):
                self._voice.say(f"Type next for the next {self._part}, quit to leave, or ? for help")

    def _introduce(self) -> None:
        reel = self._reel
        over = next((event for event in reel.journal.events() if isinstance(event, MatchEnded)), None)
        result = "The match is not over"
        if over is not None:
            result = match_words(self._layout, over, reel.name_of, reel.reader)
        title = reel.game.meta.nearest_preset(reel.options).title
        players = [name for seat, name in enumerate(self.names) if seat != reel.reader]
        self._voice.say(
            self._notice,
            f"Replay of {title} with {listed(players)}, {counted(len(reel.deals), 'deal')}",
            result,
            f"Type next for the next {self._part}, all for the whole match, or ? for help",
        )

    # What commands tell of.

    @property
    def view(self) -> View:
        return self._reel.view

    @property
    def names(self) -> list[str]:
        return self._reel.people

    def words(self) -> Words:
        """The words of the view. In every view, the reader's seat is "you"."""
        reel, shown = self._reel, self._reel.picture()
        seats = tuple(replace(seat, me=seat.seat == reel.reader) for seat in shown.seats)
        return Words(layout_at(reel.view), self._pack, reel.view.deck, replace(shown, seats=seats, viewer=reel.reader))

    def hand(self) -> list[str]:
        return self._hands() or ["This view shows no hand"]

    def _hands(self) -> list[str]:
        words = self.words()
        return [sentence for seat in words.picture.seats for sentence in seat_cards(seat, words)]

    def log(self, deal: int = 0) -> list[str]:
        lines = retold(self._reel.blank()[1], self.view.events)
        return [line.spoken for line in heard((line for number, line in lines if deal in (0, number)), (), alone=True)]

    def rule(self) -> str:
        return ""

    def saving(self) -> str:
        return ""

    # What is typed.

    def _step(self, line: str) -> bool:
        """Go where a line says; whether it is about a place or a view."""
        reel, (word, _, rest) = self._reel, line.casefold().partition(" ")
        match word:
            case "" | "next":
                self._tell(reel.part_from_here(1))
            case "all":
                self._tell(reel.length)
            case "back":
                self._tell_again(reel.part_from_here(-1))
            case "deal":
                if rest.isdecimal() and 0 < int(rest) <= len(reel.deals):
                    self._tell_again(reel.deals[int(rest) - 1])
                else:
                    self._voice.say(f"Type deal and a number from 1 to {len(reel.deals)}, for example: deal 1")
            case "seat":
                self._look_through(rest.strip())
            case "?" | "help":
                self._voice.explain(self._help())
            case _:
                return False
        return True

    def _help(self) -> dict[str, str]:
        part = self._part
        return {
            "next, or an empty line": f"go to the next {part}",
            "back": f"go one {part} back",
            "deal 1": "go to the beginning of deal 1",
            "all": "read the rest of the match",
            "seat 1": "show only what seat 1 knew",
            "seat all": "show all cards",
            "seat none": "show only what a spectator knew",
            "hand": "show the hands that you may see",
            **self._commands.ABOUT,
            "rules": "list the sections of the rulebook",
            **LEVELS_ABOUT,
            "quit": "leave",
        }

    def _look_through(self, whose: str) -> None:
        reel = self._reel
        if whose.isdecimal() and 0 < int(whose) <= reel.seats:
            reel.look_through(int(whose) - 1)
        elif whose in _EYES:
            reel.look_through(_EYES[whose])
        else:
            seats = ", ".join(f"seat {seat + 1} for {name}" for seat, name in enumerate(self.names))
            self._voice.say(f"Type {seats}, seat all for all cards, or seat none for what a spectator knew")
            return
        reel.story.log.clear()
        self._voice.say(reel.whose(), *self._hands())

    # What is said.

    def _tell_again(self, place: int) -> None:
        """Say what led to an earlier or later place, from the part before it on."""
        reel = self._reel
        place = max(place, reel.deals[0])
        is_deal = place in reel.deals
        reel.go(place - 1 if is_deal else place)
        if not is_deal:
            reel.go(reel.part_from_here(-1))
        reel.story.log.clear()
        self._tell(place)

    def _tell(self, place: int) -> None:
        """Go on to a place, and say what happened on the way."""
        reel = self._reel
        if reel.place == reel.length:
            self._voice.say(
                "This is the end of the replay. Type back for one step back, deal 1 for the beginning, or quit to leave"
            )
            return
        while reel.place < place:
            was_between = self.view.phase == BETWEEN
            reel.go(reel.place + 1)
            self._speak(JOINED)
            if self.view.phase == BETWEEN and not was_between:
                self._speak()
                self._voice.say(totals_words(self.view, self.names))
        self._speak()
        if reel.place == reel.length and self.view.over is not None:
            self._voice.say(*ending_words(self.view, self.names))
        elif self._voice.says_much():
            about = [*self._hands(), *pile_words(self.words())]
            self._voice.say(*(each for each in about if each not in self._about))
            self._about = about

    def _speak(self, keeps: int = 0) -> None:
        """Say the lines of the log that are new. keeps: so many of the newest may still change."""
        log, new = self._reel.story.log, list[LogLine]()
        while len(log) > keeps:
            new.append(log.popleft())
        self._voice.say(*(line.spoken for line in heard(new, (), alone=True) if is_said(line, self._voice)))
