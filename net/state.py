"""What the parts of a room share: people, connections, the match, and what this call has to say so far."""

import random
from collections import OrderedDict

import msgspec

from engine.api import Happened, RoomEvent

from .clocks import TokenBucket
from .effects import Close, ConnectionId, Effect, Send
from .links import Link
from .lobby import Lobby, RoomConfig
from .match import Match
from .people import Person
from .protocol import Bye, Done, HostMessage, Refused, Seated, TableInfo, pack
from .tableinfo import PauseInfo
from .tablelook import look_of

_MOST_REMEMBERED = 64
_NEWCOMERS_A_SECOND = 2
_NEWCOMERS_SPARE = 64


class RoomState:
    """The state of one room.

    opened_ms: when the table was opened, by today's clock. key: with which the host answers on the network.
    code_told: the table's code that its host was told last.
    out: answers and farewells of this call, in order.
    lobby_changed: the lobby may have to be written down, and shown. shown_changed: only shown (who is here).
    newcomers: how many may still come in who were not here before, since each is news to all and stays in the stream.
    did: the request that this call carried out: its person's key and its id. idle_since_ms: since when nobody is here.
    is_unsettled: somebody came, went or was heard from; else nothing changes about anybody before quiet_until_ms.
    """

    def __init__(self, config: RoomConfig, lobby: Lobby, match: Match, chance: random.Random, opened_ms: int) -> None:
        self.config = config
        self.lobby = lobby
        self.match = match
        self.chance = chance
        self.opened_ms = opened_ms
        self.key = self.code_told = ""
        self.links: dict[ConnectionId, Link] = {}
        self.out: list[Effect] = []
        self.lobby_changed = True
        self.shown_changed = False
        self.did: tuple[int, str] | None = None
        self.idle_since_ms: int | None = opened_ms
        self.is_unsettled = True
        self.quiet_until_ms = 0
        self.newcomers = TokenBucket(_NEWCOMERS_A_SECOND, config.most_watchers + _NEWCOMERS_SPARE, opened_ms)
        self._lost_ms: dict[int, int] = {}
        self._answers: dict[int, OrderedDict[str, Done]] = {}

    # Saying.

    def reply(self, link: Link, message: HostMessage) -> None:
        """Answer one connection, ahead of all news."""
        self.out.append(Send((link.id,), pack(message)))

    def hang_up(self, link: Link, message: Bye | Refused) -> None:
        """Say the last word to a connection and forget it. Its person is not gone by that."""
        self.reply(link, message)
        self.out.append(Close(link.id))
        self.drop(link)

    def drop(self, link: Link) -> None:
        """A connection is gone. Its person is missed since the last word from it."""
        self.links.pop(link.id, None)
        self.is_unsettled = True
        if link.person is not None:
            self._lost_ms.setdefault(link.person.key, link.heard_ms)

    def say(self, event: RoomEvent) -> None:
        """Put something that happened in the room into the stream."""
        self.match.happen(event)

    # People and their connections.

    def link_of(self, person: Person) -> Link | None:
        """The connection of a person who is here."""
        return next((link for link in self.links.values() if link.person is person), None)

    def lost(self, person: Person, now_ms: int) -> None:
        """A person with a seat has no connection; it is waited for."""
        self._lost_ms[person.key] = now_ms
        person.presence = "lagging"
        self.is_unsettled = True

    def begin_anew(self, link: Link) -> None:
        """Who is at a connection sits elsewhere now: it is told what its new place may see, from the beginning."""
        if self.match.table is not None:
            link.told = 0
            link.is_fresh = True

    def reseat(self, person: Person, sentence: str) -> None:
        """A person has another seat, or none any more, without having asked for it just now."""
        link = self.link_of(person)
        if link is not None:
            self.reply(link, Seated(seat=person.seat, sentence=sentence))
            self.begin_anew(link)
        if person.seat is not None:
            self.match.tell_again(person.seat)

    def depart(self, person: Person, what: str) -> None:
        """A person goes for good, with seat and token. what: the word for it in the stream."""
        if what == "unwatching":
            self.lobby.lose(person)
        else:
            self.lobby.leave(person)
        self.forget(person)
        self.say(Happened(what, person.seat, person.name))

    def forget(self, person: Person) -> None:
        """A person is no longer at the table."""
        self._lost_ms.pop(person.key, None)
        self._answers.pop(person.key, None)
        self.lobby_changed = True

    def note_presence(self, now_ms: int) -> None:
        """See who is here, by connections and their silence; who was only watching and is gone has left.

        Nobody is looked at while nothing about anybody can have changed: with a thousand spectators, every move would
        cost a look at them all.
        """
        if not self.is_unsettled and now_ms < self.quiet_until_ms:
            return
        self.is_unsettled = False
        linked = {link.person.key: link for link in self.links.values() if link.person is not None}
        for person in list(self.lobby.people):
            link = linked.get(person.key)
            if link is not None:
                self._lost_ms.pop(person.key, None)
                presence = link.presence(self.config.clocks, now_ms)
            elif person.seat is None:
                self.depart(person, "unwatching")
                continue
            else:
                gone_ms = now_ms - self._lost_ms[person.key]
                if self.lobby.stage == "open" and gone_ms >= self.config.clocks.seat_kept_ms:
                    self.depart(person, "left")
                    continue
                presence = "lagging" if gone_ms < self.config.clocks.away_ms else "away"
            if presence != person.presence:
                person.presence = presence
                self.shown_changed = True
        if linked:
            self.idle_since_ms = None
        elif self.idle_since_ms is None:
            self.idle_since_ms = now_ms
        times = [link.next_ms(self.config.clocks, now_ms) for link in self.links.values()]
        self.quiet_until_ms = min(times + self._absences_end_ms(now_ms), default=2**62)

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected. A table at which nobody is stands still."""
        return self.idle_since_ms is None

    def _absences_end_ms(self, now_ms: int) -> list[int]:
        """When something about people without a connection changes by time alone."""
        clocks = self.config.clocks
        waits = [clocks.away_ms] + ([clocks.seat_kept_ms] if self.lobby.stage == "open" else [])
        return [lost + wait for lost in self._lost_ms.values() for wait in waits if lost + wait > now_ms]

    # Requests that came before.

    def answer_to(self, person: Person, action: str) -> Done | None:
        """What was answered to a request when it came for the first time."""
        return self._answers.get(person.key, OrderedDict()).get(action)

    def remember(self, person_key: int, answer: Done) -> None:
        """Keep an answer, in case its request comes again."""
        answers = self._answers.setdefault(person_key, OrderedDict())
        answers[answer.id] = answer
        if len(answers) > _MOST_REMEMBERED:
            answers.popitem(last=False)

    # Looking.

    def pause(self) -> PauseInfo | None:
        """Why the table stands still, if it does."""
        absence = self.match.absence
        if self.lobby.stage not in ("playing", "between"):
            return None
        if self.lobby.is_halted:
            return PauseInfo(why="vote")
        if not self.is_attended:
            return PauseInfo(why="empty")
        if not absence.waited_for:
            return None
        until_ms = absence.waits_until_ms()
        ends_s = None if until_ms is None else max(0, until_ms - self.opened_ms) // 1000
        return PauseInfo(why="away", seat=absence.waited_for[0], ends_s=ends_s)

    def info(self, now_ms: int) -> TableInfo:
        """The table from outside."""
        info = look_of(
            self.lobby,
            age_s=max(0, now_ms - self.opened_ms) // 1000,
            turn_s=self.match.clocks.limit_ms("turn") // 1000,
            pause=self.pause(),
            version=self.config.version,
        )
        if not self.key and self.config.goes_on is None:
            return info
        return msgspec.structs.replace(info, key=self.key, goes_on=self.config.goes_on)
