"""Which players are away, since when, and what the table does meanwhile."""

from collections import Counter
from collections.abc import Callable, Iterable

from engine.api import Happened, Record, Seat

from .lobby import Lobby
from .people import LobbyRefusal, Person
from .settings import TimeControls

MISSES_TO_DOZE = 2


class Absence:
    """The absences of one match. say: puts an event of the room into the stream.

    waited_for: seats for whose absent players the table is paused. Coming back gives a player no new time: it is the
    next move of their own that does. Otherwise somebody who comes and goes could hold the table for ever.
    """

    def __init__(self, lobby: Lobby, clocks: TimeControls, say: Callable[[Happened], None]) -> None:
        self.waited_for: tuple[Seat, ...] = ()
        self._lobby = lobby
        self._clocks = clocks
        self._say = say
        self._since: dict[int, int] = {}
        self._earlier_ms: Counter[int] = Counter()
        self._all_since: int | None = None
        self._said_for: Seat | None = None

    def take_up(self, records: Iterable[Record]) -> None:
        """Note that everybody knows for whom the table is paused, so that the news is not sent twice."""
        for event in (event for record in records for event in record.events):
            if isinstance(event, Happened) and event.what in ("paused", "resumed") and event.seat is not None:
                self._said_for = event.seat if event.what == "paused" else None

    def update(self, now_ms: int, *, is_sealed: bool) -> bool:
        """Update who is away. Returns whether that changed. is_sealed: a sealed decision is open."""
        is_news = False
        for person in self._lobby.seated:
            if person.presence == "away":
                self._since.setdefault(person.key, now_ms)
            elif person.key in self._since:
                self._earlier_ms[person.key] += now_ms - self._since.pop(person.key)
            # A restarted host does not know at once who is here; until it does, nobody counts as back.
            is_here = person.presence == "here"
            if not is_sealed:
                # While a sealed decision is open, a change between asleep and awake would reveal who answers it.
                person.is_dozing = person.missed >= MISSES_TO_DOZE
            is_away = person.state == "away"
            if is_away != person.said_away and (is_away or is_here):
                person.said_away, is_news = is_away, True
                self._say(Happened("away" if is_away else "back", person.seat, person.name))
        return is_news

    def note_move(self, person: Person) -> None:
        """A player has made a move: from now on the table may wait for them again."""
        self._earlier_ms.pop(person.key, None)
        if person.key in self._lobby.waived:
            self._lobby.waived.remove(person.key)

    def update_waiting(self, asked: Iterable[Seat], now_ms: int) -> bool:
        """Update for whom the table is paused. Returns whether that changed. asked: seats that must answer."""
        before = self._said_for
        self.waited_for = tuple(seat for seat in asked if self.is_waited_for(seat, now_ms))
        self._said_for = self.waited_for[0] if self.waited_for else None
        if (before is None) == (self._said_for is None):
            return False
        seat = self._said_for if before is None else before
        assert seat is not None
        name = self._lobby.name_at(seat)
        if self.waited_for and self._lobby.away_policy == "wait":
            others = any(person.seat not in (None, seat) for person in self._lobby.seated)
            votes = ", or until half of the others vote to resume" if others else ""
            self._say(Happened("paused", seat, name, f"until {name} is back{votes}"))
        elif self.waited_for:
            left_s = -(-((self.waits_until_ms() or now_ms) - now_ms) // 1000)
            self._say(Happened("paused", seat, name, f"until {name} is back, or until {left_s} seconds have passed"))
        else:
            self._say(Happened("resumed", seat, name))
        return True

    def is_waited_for(self, seat: Seat, now_ms: int) -> bool:
        """Whether the table is paused until the player of a seat is back."""
        lobby, person = self._lobby, self._lobby.sitter(seat)
        if person is None or person.presence != "away" or lobby.away_policy == "bot" or person.key in lobby.waived:
            return False
        return lobby.away_policy == "wait" or not self._has_had_time(person, now_ms)

    def is_played_for(self, person: Person, now_ms: int) -> bool:
        """Whether the table no longer waits for an absent player, and defaults or a bot play for them."""
        if person.presence != "away" or person.seat is None:
            return False
        if self._lobby.away_policy == "bot":
            return self._has_had_time(person, now_ms)
        return not self.is_waited_for(person.seat, now_ms)

    def waits_until_ms(self) -> int | None:
        """When the wait for an absent player ends by itself; None for never."""
        lobby = self._lobby
        if lobby.away_policy != "pause":
            return None
        missed = [person for seat in self.waited_for if (person := lobby.sitter(seat)) is not None]
        return max((self._ends_ms(person.key) for person in missed if person.key in self._since), default=None)

    def waive(self) -> None:
        """Stop waiting for the players for whom the table waits now, until they have come back and made a move."""
        missed = [person for seat in self.waited_for if (person := self._lobby.sitter(seat)) is not None]
        self._lobby.waived += [person.key for person in missed]

    def _ends_ms(self, person_key: int) -> int:
        return self._since[person_key] - self._earlier_ms[person_key] + self._lobby.away_s * 1000

    def _has_had_time(self, person: Person, now_ms: int) -> bool:
        return person.key in self._since and now_ms >= self._ends_ms(person.key)

    def has_been_long(self, person: Person, now_ms: int) -> bool:
        """Whether a player has been away for so long that their vote is not needed."""
        since = self._since.get(person.key)
        limit_ms = self._clocks.abandon_ms
        return since is not None and limit_ms > 0 and now_ms - since >= limit_ms

    def all_gone_since(self, now_ms: int, *, is_attended: bool) -> int | None:
        """The time since which spectators have watched a match that no person plays any more. None if that is not so.

        A seat whose player has left counts as that player's; a seat that was given to a bot does not count.
        """
        lobby = self._lobby
        seats = [seat for seat in range(lobby.seats) if lobby.bot_at(seat) is None and not lobby.is_dropped(seat)]
        is_anybody_here = any(person.state != "away" for person in lobby.seated)
        if not is_attended or not seats or is_anybody_here or lobby.is_halted:
            self._all_since = None
        elif self._all_since is None:
            self._all_since = now_ms
        return self._all_since

    def breaks_off_ms(self) -> int | None:
        """When the match is broken off unless one of its players comes back. None if it will not be, as things are."""
        if self._all_since is None or not self._clocks.abandon_ms:
            return None
        return self._all_since + self._clocks.abandon_ms

    def changes_ms(self, now_ms: int) -> list[int]:
        """The next time when time alone changes one of these answers."""
        times = [self._ends_ms(key) for key in self._since]
        if (off_ms := self.breaks_off_ms()) is not None:
            times.append(off_ms)
        return [time for time in times if time > now_ms]


LEFT = -1
"""Used in place of a player's number: the player left for good."""


def missing_key(lobby: Lobby, seat: Seat) -> int | None:
    """Number of the absent player of a seat. LEFT if the player left for good, None if no player is absent."""
    sitter = lobby.sitter(seat)
    if sitter is not None:
        return sitter.key if sitter.state == "away" else None
    return None if lobby.bot_at(seat) is not None or lobby.is_dropped(seat) else LEFT


def verify_missing(lobby: Lobby, seat: Seat) -> int:
    """Number of the absent player of a seat, or LEFT. Raises LobbyRefusal if no player of the seat is absent."""
    lobby.verify_seat(seat)
    if lobby.stage == "open":
        raise LobbyRefusal("The match has not begun, so you need not ask for a seat. Take a free seat.", "stage")
    if lobby.stage == "over":
        raise LobbyRefusal("The match is over.", "stage")
    if lobby.is_dropped(seat):
        raise LobbyRefusal(f"Seat {seat + 1} is out of the match.", "unavailable")
    key = missing_key(lobby, seat)
    if key is None:
        raise LobbyRefusal(
            f"{lobby.name_at(seat)} is at the table. Choose the seat of an absent player.", "unavailable"
        )
    return key


def is_still_missing(lobby: Lobby, seat: Seat, key: int) -> bool:
    """Whether a seat's player is still the same, and has not come back. A host that has just been started again
    does not know of anybody so soon whether they are away."""
    sitter = lobby.sitter(seat)
    if sitter is None:
        return missing_key(lobby, seat) == key
    return sitter.key == key and sitter.state != "here"
