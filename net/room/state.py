"""What the parts of a room share: people, connections, the match, and the outbox of this call."""

import contextlib
import random
from collections import OrderedDict
from dataclasses import replace
from hashlib import sha256

import msgspec

from engine.api import DealError, Happened, OptionError, RoomEvent, Seat, SeatsError, encode

from ..match.bans import SALT_BYTES, is_marked, mark_of, without_marks
from ..match.lobby import Lobby
from ..match.match import Match
from ..match.people import LobbyRefusal, Person, Presence
from ..match.settings import RoomConfig, TimeControls
from ..wire.client_messages import Request
from ..wire.framing import pack
from ..wire.gallery import GalleryLine, GalleryLines
from ..wire.handover import Moved
from ..wire.host_messages import Bye, Done, HostMessage, Refused, Seated
from ..wire.rate_limits import TokenBucket
from ..wire.table_info import (
    MOST_WATCHERS_NAMED,
    HostKeySigned,
    LookInfo,
    OtherTable,
    PauseInfo,
    SeatInfo,
    Standing,
    TableInfo,
)
from .connections import Connection, Connections, Cursor
from .effects import Close, RoomOutbox, Send
from .returning_spectators import ReturningSpectators

MOST_REMEMBERED = 64
_DIGEST_BYTES = 16
_SALT_BYTES = 16
CLOSING = "This table is closing."
_REUSED = "This id belongs to an earlier request, so the host ignored this request. Give each request its own id."
_NEWCOMERS_A_SECOND = 2
_NEWCOMERS_SPARE = 64


def digest_of(request: Request) -> bytes:
    """A digest of a request. It shows if a later request has the same id but other content."""
    return sha256(encode(request)).digest()[:_DIGEST_BYTES]


class RoomState:
    """The state of one room.

    opened_ms: when the table was opened, by today's clock. key: the host's key on the network. key_signed: the key with
    which the host signs. code_told: the last code that the host's player was sent. outbox: what this call, with its
    match, must write and send. newcomers: how many new people may join now, because everybody gets the news of each.
    gallery: what spectators say and do. unsaid: spectators who left when the host stopped, and nobody was told.
    idle_since_ms: since when nobody is here. is_held: the match waits until the host has looked whether it continues
    elsewhere. is_interrupted: the host did not run for a while, and since then nobody has come back except the player
    who hosts. followed: the tables to which people say that they followed the match. other: another table of the same
    match. not_saved: the host's disk accepts nothing now. goes_there: the host wants to close this table in favour of
    that one. farewell: once the match has moved to another host, the last message for everybody who is here or comes
    later; else None. answers: to requests that were carried out, by person and id, with a digest of each request.
    connections: who is connected, and who is missing. comebacks: spectators who were disconnected and may come back at
    once.
    """

    def __init__(self, config: RoomConfig, lobby: Lobby, chance: random.Random, opened_ms: int) -> None:
        self.config = config
        self.lobby = lobby
        self.outbox = RoomOutbox(lobby_changed=True)
        self.match = Match(lobby, config.clocks, chance, self.outbox)
        self.chance = chance
        self.opened_ms = opened_ms
        self.key = self.code_told = ""
        self.key_signed: HostKeySigned | None = None
        self.connections = Connections(config.clocks)
        self.comebacks = ReturningSpectators(config.most_watchers)
        self.gallery = GalleryLines()
        self.unsaid: set[int] = set()
        self.idle_since_ms: int | None = opened_ms
        self.newcomers = TokenBucket(_NEWCOMERS_A_SECOND, config.most_watchers + _NEWCOMERS_SPARE, opened_ms)
        self.is_held = self.is_interrupted = False
        self.followed: dict[int, Moved] = {}
        self.other: OtherTable | None = None
        self.not_saved = False
        self.goes_there = False
        self.farewell: Bye | None = None
        self.asked_ms: dict[int, int] = {}
        self.answers: dict[int, OrderedDict[str, tuple[Done, bytes]]] = {}
        self._salt = b""

    @property
    def now_ms(self) -> int:
        return self.match.budget.now_ms

    # Messages.

    def reply(self, link: Connection, message: HostMessage) -> None:
        """Answer one connection, ahead of all news."""
        self.outbox.answers.append(Send((link.id,), pack(message, squeezed=link.is_squeezed)))

    def hang_up(self, link: Connection, message: Bye | Refused) -> None:
        """Send a connection its last message and forget it. Its person stays at the table."""
        self.reply(link, message)
        self.outbox.answers.append(Close(link.id))
        self.drop(link)

    def hang_up_on_all(self, farewell: Bye) -> None:
        """Send everybody at the table a `bye`. Clients before their welcome get no names and no addresses."""
        for link in list(self.connections.links.values()):
            is_in = link.person is not None
            self.hang_up(link, farewell if is_in else Refused(code="closed", sentence=CLOSING, app=self.config.version))

    def move_to(self, to: Moved, sentence: str) -> None:
        """Tell everybody, and all who join until this host ends, that the match continues at another host."""
        self.farewell = Bye(code="moved", sentence=sentence, to=to)
        for link in list(self.connections.links.values()):
            if link.person is not None:  # clients before their hello get it when they join
                self.hang_up(link, self.farewell)

    def drop(self, link: Connection) -> None:
        """A connection is gone. Its person is missed since the last word from it."""
        self.outbox.is_crowd_behind = True
        self.connections.gone(link)

    def say(self, event: RoomEvent) -> None:
        """Add an event of the room to the stream."""
        self.match.happen(event)

    def tell_gallery(self, name: str, what: str, text: str = "", *, is_apart: bool = False) -> None:
        """Send what a spectator said or did. is_apart: to spectators only."""
        line = GalleryLine(name=name, what=what, text=text, after=len(self.match.stream))
        self.gallery.add(line, is_apart=is_apart)

    def start(self) -> None:
        """Begin the match. Raises LobbyRefusal."""
        self.lobby.verify_start()
        try:
            self.match.start(self.config.seed, self.config.deal)
        except (DealError, OptionError, SeatsError) as error:
            raise LobbyRefusal(str(error), "value") from None

    def begin_if_agreed(self) -> None:
        """Begin the match by itself if the table was opened for that, and everybody is there and ready."""
        lobby = self.lobby
        if not self.config.autostart or lobby.stage != "open" or self.match.table is not None:
            return
        if any(person.is_owner for person in lobby.seated):
            with contextlib.suppress(LobbyRefusal):
                self.start()

    # People and their connections.

    def lost(self, person: Person, now_ms: int) -> None:
        """A seated person lost the connection, and the table waits. A person who was away before is still away."""
        was_away = person.said_away and not person.is_dozing
        self.connections.miss(person, now_ms - self.config.clocks.away_ms if was_away else now_ms)
        person.presence = "away" if was_away else "lagging"

    def begin_anew(self, person: Person) -> None:
        """A person has another seat or another view: send the whole stream as they may see it now."""
        link = self.connections.link_of(person)
        if link is None:
            return
        self.outbox.is_crowd_behind = True
        link.held = replace(link.held, gallery=-1)
        if self.match.table is not None:
            link.held = Cursor(is_fresh=True)
            person.since = self.match.reach(person)

    def reseat(self, person: Person, sentence: str) -> None:
        """A person has another seat, or none any more, without a request."""
        link = self.connections.link_of(person)
        if link is not None:
            self.reply(link, Seated(seat=person.seat, sentence=sentence))
            self.begin_anew(person)
        if person.seat is not None:
            self.match.tell_again(person.seat)

    def depart(self, person: Person, what: str) -> None:
        """Remove a person with seat and token. what: the word for it in the stream."""
        if what == "unwatching":
            self.lose(person)
        else:
            self._note_watched()
            self.lobby.leave(person)
            self.forget(person)
        if person.seat is None:
            self.tell_gallery(person.name, "unwatching")
        else:
            self.say(Happened(what, person.seat, person.name))

    def lose(self, person: Person) -> None:
        """A person without a seat lost the connection, and may come back."""
        self._note_watched()
        self.lobby.lose(person)
        self.connections.forget(person.key)
        forgotten = self.comebacks.lost(person)
        if forgotten is not None:
            self.answers.pop(forgotten, None)
        self.outbox.lobby_changed = True

    def _note_watched(self) -> None:
        """Somebody goes who has seen the match so far. With several players nobody can take a move back anyway."""
        if len(self.lobby.seated) == 1:
            self.lobby.watched = len(self.match.stream)

    def forget(self, person: Person) -> None:
        self.connections.forget(person.key)
        self.lobby.admitted = without_marks(self.lobby.admitted, person.key_ed)
        self.comebacks.forget(person.key)
        self.answers.pop(person.key, None)
        self.asked_ms.pop(person.key, None)
        self.outbox.lobby_changed = True

    @property
    def is_attended(self) -> bool:
        """Whether the table runs: somebody is connected, and the table is not held."""
        return self.idle_since_ms is None and not self.is_held

    # Repeated requests.

    def answer_again(self, person: Person, request: Request) -> Done:
        """The first answer to a request with this id; a refusal if that was another request."""
        answer, digest = self.answers[person.key][request.id]
        if digest in (b"", digest_of(request)):
            return answer
        return Done(id=request.id, accepted=False, reason=_REUSED, code="reused")

    def remember(self, person_key: int, answer: Done, digest: bytes) -> None:
        """Keep an answer, in case its request comes again. digest: of the request, b"" if it is not known."""
        answers = self.answers.setdefault(person_key, OrderedDict())
        answers[answer.id] = (answer, digest)
        if len(answers) > MOST_REMEMBERED:
            answers.popitem(last=False)

    # Descriptions.

    def pause(self) -> PauseInfo | None:
        """Why the table is paused, if it is."""
        absence = self.match.absence
        if self.lobby.stage not in ("playing", "between"):
            return None
        if self.lobby.is_halted:
            return PauseInfo(why="fault" if self.lobby.is_faulty else "vote")
        if self.idle_since_ms is not None:
            return PauseInfo(why="empty")
        if not absence.waited_for:
            return None
        until_ms, off_ms = absence.waits_until_ms(), absence.breaks_off_ms()
        breaks_off = off_ms is not None and (until_ms is None or off_ms <= until_ms)
        ends_ms = off_ms if breaks_off else until_ms
        ends_s = None if ends_ms is None else max(0, ends_ms - self.opened_ms) // 1000
        return PauseInfo(why="away", seat=absence.waited_for[0], ends_s=ends_s, breaks_off=breaks_off)

    def shown_to(self, link: Connection, now_ms: int) -> TableInfo:
        """The description of the table for the client of a connection."""
        info = self.info(now_ms)
        if info.pause is not None and info.pause.why == "fault" and not link.knows_faults:
            info = msgspec.structs.replace(info, pause=PauseInfo(why="vote"))
        if link.person is None or link.person.seat is None:
            info = msgspec.structs.replace(info, watcher_marks=())
        return info if link.user else without_users(info)

    def info(self, now_ms: int) -> TableInfo:
        info = look_of(
            self.lobby,
            age_s=max(0, now_ms - self.opened_ms) // 1000,
            clocks=self.match.clocks,
            pause=self.pause(),
            version=self.config.version,
        )
        table = self.match.table
        return msgspec.structs.replace(
            info,
            key=self.key,
            settled=dict(table.options) if table is not None else {},
            host_key_signed=self.key_signed,
            goes_on=self.config.goes_on,
            descent=self.config.descent,
            standing=self._standing(),
            other=self.other,
            not_saved=self.not_saved,
            watcher_marks=self._watcher_marks(),
        )

    def _watcher_marks(self) -> tuple[str, ...]:
        """The marks by which the next host of the match knows the spectators. Sorted: the names have another order."""
        lobby = self.lobby
        if not (lobby.private or lobby.locked):
            return ()
        keys = {person.key_ed for person in lobby.watchers if person.key_ed}
        if not (keys or lobby.admitted):
            return ()
        self._salt = self._salt or self.chance.randbytes(_SALT_BYTES)
        marks = [mark_of(key, sha256(self._salt + bytes.fromhex(key)).digest()[:SALT_BYTES]) for key in keys]
        absent = [mark for mark in lobby.admitted if not any(is_marked(mark, key) for key in keys)]
        return tuple(sorted([*marks, *absent][:MOST_WATCHERS_NAMED]))

    # Other tables of the same match.

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the player whose machine hosts the table."""
        claim = self.config.goes_on
        holder = next((person.seat for person in self.lobby.seated if person.holds_key), None)
        return claim.seat if holder is None and claim is not None else holder

    @property
    def has_others(self) -> bool:
        """Whether there is an unfinished match that another player could continue elsewhere."""
        own = self.own_seat
        return self.lobby.stage in ("playing", "between") and any(one.seat != own for one in self.lobby.seated)

    def ends(self) -> dict[int, tuple[int, bytes]]:
        """Of each finished deal, the number of its last event and the head of the chain there."""
        host_chain = self.match.stream.host_chain
        return host_chain.chain.ends if host_chain is not None else {}

    def others_here(self) -> tuple[Seat, ...]:
        """Seats of the players who are here, without the one whose machine hosts and those who followed the match."""
        own = self.own_seat
        return tuple(
            person.seat
            for person in self.lobby.seated
            if person.seat is not None and person.seat != own and person.key not in self.followed
            if person.presence == "here" and self.connections.link_of(person) is not None
        )

    def _standing(self) -> Standing | None:
        own, seated, signers = self.own_seat, self.lobby.seated, dict[int, set[Seat]]()
        if self.lobby.stage == "open" or all(person.seat == own for person in seated):
            return None
        for deal, seat in self.match.stream.signed:
            if seat is not None:
                signers.setdefault(deal, set()).add(seat)
        return Standing(
            people=self.others_here(),
            deals=max(self.ends(), default=0),
            agreed=max((deal for deal, seats in signers.items() if 2 * len(seats) >= len(seated)), default=0),
            witnessed=max((deal for deal, seats in signers.items() if seats - {own}), default=0),
            interrupted=self.is_interrupted,
        )


def look_of(lobby: Lobby, *, age_s: int, clocks: TimeControls, pause: PauseInfo | None, version: str) -> TableInfo:
    """The description of the table."""
    host = lobby.host()
    watchers = lobby.watchers
    return TableInfo(
        table_id=lobby.table_id,
        game=lobby.game_id,
        options=lobby.options,
        seats=tuple(_seat_info(lobby, seat, host) for seat in range(lobby.seats)),
        watchers=tuple(person.name for person in watchers[:MOST_WATCHERS_NAMED]),
        watching=len(watchers),
        looks=tuple(
            LookInfo(name=person.name, how=person.look, seat=person.look_seat)
            for person in watchers
            if person.look != "public"
        )[:MOST_WATCHERS_NAMED],
        phase="paused" if pause else lobby.stage,
        pause=pause,
        host_seat=host.seat if host else None,
        host=host.name if host else "",
        on_loan=host is not None and lobby.lends_to(host),
        age_s=age_s,
        version=version,
        votes=tuple(vote.info(lobby.people) for vote in lobby.votes),
        petitions=tuple(petition.info(lobby.people) for petition in lobby.petitions),
        bans=tuple(ban.name for ban in lobby.bans),
        ban_marks=tuple(ban.mark for ban in lobby.bans),
        **lobby.settings(clocks),
    )


def without_users(info: TableInfo) -> TableInfo:
    """The description for the network, without the names of this machine's users."""
    return msgspec.structs.replace(info, seats=tuple(msgspec.structs.replace(seat, user="") for seat in info.seats))


def _seat_info(lobby: Lobby, seat: Seat, host: Person | None) -> SeatInfo:
    person = lobby.sitter(seat)
    if person is not None:
        return SeatInfo(
            seat=seat,
            name=person.name,
            kind="person",
            state=person.state,
            ready=person.ready,
            is_host=person is host,
            user=person.user,
            bank_s=lobby.banks_ms[seat] // 1000,
            key=person.key_ed,
            consents=person.consents,
            differs=person.differs,
        )
    bot = lobby.bot_at(seat)
    if bot is not None:
        return SeatInfo(seat=seat, name=bot.name, kind="bot", level=bot.level, ready=True)
    state: Presence = "here" if lobby.stage == "open" else "away"
    return SeatInfo(seat=seat, name=lobby.name_at(seat), state=state, is_dropped=lobby.is_dropped(seat))
