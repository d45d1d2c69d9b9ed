"""What happened at a table, one line for each event, each said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.api import DealBegan, Event, Game, OptionValue, Seat, View

from ..session.table_session import TableSession, forgets, people_of
from ..table.narration import LogLine, Narration, blank_board

if TYPE_CHECKING:
    from net.wire.gallery import GalleryLines

    from .voice import Voice

Say = Callable[[LogLine], None]

JOINED: Final = 20
"""A later event can change only the newest lines, and fewer lines than this."""


class Told:
    """Feeds a narration and hands on its lines.

    The narration joins what belongs together into one sentence, so its newest line is kept back until another follows,
    or until the table asks something. say: gets each line. is_quiet: the stream is told again; nothing is said.
    """

    def __init__(self, session: TableSession, game: Game, options: Mapping[str, OptionValue], say: Say) -> None:
        self._session, self._say = session, say
        self.story = Narration(game, None, self.name_of, game.deck(dict(options)))
        self.is_quiet = False
        self._said = 0
        self._names: dict[Seat, str] = {}

    def name_of(self, seat: Seat) -> str:
        """The name of a seat, as it is now, or as it was before its player left."""
        info = self._session.info
        if info is not None and seat < len(info.seats) and info.seats[seat].name:
            self._names[seat] = info.seats[seat].name
        return self._names.get(seat) or people_of(info, seat + 1)[seat][0]

    def begin(self, view: View, reader: Seat | None) -> None:
        """The match begins, or is told again from its start: what was said is not said again."""
        self.flush()
        heard = self.story.heard
        self.story = self._blank(view, reader)
        self.story.heard = heard

    def _blank(self, view: View, reader: Seat | None) -> Narration:
        board = blank_board(view)
        return Narration(view.game, view.viewer, self.name_of, view.deck, forgets(view), reader, board)

    def retell(self, view: View, reader: Seat | None) -> list[tuple[int, LogLine]]:
        """The lines of the match so far, each with the number of its deal."""
        return retold(self._blank(view, reader), view.events)

    def pass_over(self, events: Sequence[Event]) -> None:
        """What happened before we came is not said."""
        self._said = len(events)
        self.story.heard = self._session.gallery.count

    def hear(self, events: Sequence[Event], number: int) -> None:
        """Take in the events up to a number."""
        story = self.story
        for each in range(story.told, number + 1):
            story.tell(events[each])
            if self.is_quiet or each < self._said:
                story.log.clear()
            self._said = story.told if self.is_quiet else max(self._said, story.told)

    def hear_gallery(self, events: Sequence[Event], gallery: GalleryLines) -> None:
        """Take in what spectators said and did."""
        self.story.catch_up(events[: self.story.told], gallery)

    def speak(self) -> None:
        """Say the lines so far. The newest line is kept back if a later event can still join it."""
        while len(self.story.log) > 1 or (self.story.log and self.story.log[-1].tone == "chat"):
            self._say(self.story.log.popleft())

    @property
    def holds(self) -> bool:
        """Whether a line is kept back."""
        return bool(self.story.log)

    def flush(self) -> None:
        """Say what was kept back."""
        while self.story.log:
            self._say(self.story.log.popleft())


def is_said(line: LogLine, voice: Voice) -> bool:
    """Whether a voice says a line of the log as it comes."""
    return line.tone in ("play", "deal", "chat") or not voice.says_little()


def retold(story: Narration, events: Sequence[Event]) -> list[tuple[int, LogLine]]:
    """The lines of events, each with the number of its deal. story: of the match before its first event."""
    found: list[tuple[int, LogLine]] = []
    deal = 1
    for event in events:
        if isinstance(event, DealBegan):
            found += [(deal, line) for line in story.log]
            story.log.clear()
            deal = event.number
        story.tell(event)
        while len(story.log) > JOINED:
            found.append((deal, story.log.popleft()))
    return found + [(deal, line) for line in story.log]
