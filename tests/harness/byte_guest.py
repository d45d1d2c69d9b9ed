"""A guest in tests that does what a session does, in bytes, without a socket or a wait.

It keeps what it was told, comes back with its token and what it holds, and sends again what was not answered.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.api import Committed, Decision, Event, Seat, Share, commitment_to_share
from net.room.effects import ConnectionId
from net.wire.client_messages import ClientMessage, GivePledge, GiveShare, Hello, PlayMove, Request
from net.wire.framing import FrameParser, read_host_message
from net.wire.host_messages import (
    HOST_LIMIT,
    Ask,
    Bye,
    Clock,
    Done,
    Events,
    HostMessage,
    Offer,
    Pledges,
    Refused,
    Seated,
    TableFrame,
    WantPledge,
    Welcome,
)
from net.wire.table_info import TableInfo


@dataclass
class Client:
    """One guest: what it holds, what it waits for an answer to. accepted: its requests that were, in order."""

    name: str
    is_watcher: bool = False
    gives_shares: bool = False
    seat: Seat | None = None
    token: bytes = b""
    events: list[Event] = field(default_factory=list)
    info: TableInfo | None = None
    decision: Decision | None = None
    offer: Decision | None = None
    awaited: tuple[Seat, ...] = ()
    waiting: Request | None = None
    accepted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    to_say: deque[ClientMessage] = field(default_factory=deque)
    requests: int = 0
    connection: ConnectionId | None = None
    is_in: bool = False
    parser: FrameParser = field(default_factory=lambda: FrameParser(HOST_LIMIT))

    def twin(self) -> Client:
        """This guest as it stands, to go another way."""
        other = copy(self)
        other.events, other.accepted, other.refused = self.events[:], self.accepted[:], self.refused[:]
        other.to_say = self.to_say.copy()
        return other

    def lose_connection(self) -> None:
        """What was on its way is lost; what was heard is not."""
        self.connection, self.is_in, self.parser = None, False, FrameParser(HOST_LIMIT)
        self.to_say.clear()

    def hello(self) -> Hello:
        """What it says first on a new connection."""
        return Hello(
            name=self.name,
            role="watcher" if self.is_watcher else "player",
            capabilities=("fair",) if self.gives_shares else (),
            table="t1" if self.info is not None else "",
            token=self.token,
            held=len(self.events) - 1,
            viewer=self.seat,
        )

    def ask_for(self, kind: type[Request], **fields: Any) -> None:
        """Send a request, which is sent again until it is answered."""
        self.requests += 1
        self.waiting = kind(id=f"{self.name}-{self.requests}", **fields)
        self.to_say.append(self.waiting)

    def take(self, data: bytes, written: int) -> None:
        """Bytes from the room. written: events that are in its file."""
        self.parser.feed(data)
        while (payload := self.parser.next_payload()) is not None:
            self._hear(read_host_message(payload), written)

    def _hear(self, message: HostMessage, written: int) -> None:
        match message:
            case Welcome():
                self.seat, self.token, self.info = message.seat, message.token, message.table
                self.is_in, self.offer = True, None
                if self.waiting is not None:
                    self.to_say.append(self.waiting)
            case TableFrame(info=info):
                self.info = info
            case Events(first=first, events=events, fresh=fresh):
                if fresh:
                    self.events.clear()
                assert first == len(self.events), f"{self.name} holds {len(self.events)} events and is sent {first}"
                self.events += events
                assert len(self.events) <= written, "told before it was written down"
            case Ask(decision=decision):
                self.decision = decision
            case Offer(decision=offer):
                self.offer = offer
            case Clock(seats=seats):
                self.awaited = seats
            case Seated(seat=seat):
                self.seat = seat
            case Done():
                self._answered(message)
            case WantPledge(deal=deal):
                self.to_say.append(GivePledge(deal=deal, pledge=self._own_share(deal).pledge))
            case Pledges(deal=deal, pledges=listed):
                own = self._own_share(deal)
                if Share(own.seat, own.pledge) in listed:
                    self.to_say.append(GiveShare(deal=deal, value=own.value))
            case Refused(sentence=sentence) | Bye(sentence=sentence):
                raise AssertionError(f"{self.name} was sent away: {sentence}")

    def _answered(self, message: Done) -> None:
        if self.waiting is None or message.id != self.waiting.id:
            assert message.id in self.accepted, "an answer to nothing that was asked"
            return
        if message.accepted:
            self.accepted.append(message.id)
            if (
                isinstance(self.waiting, PlayMove)
                and self.decision is not None
                and self.decision.id == self.waiting.decision
            ):
                self.decision = None
        else:
            self.refused.append(message.reason)
        self.waiting = None

    def _own_share(self, deal: int) -> Share:
        assert self.seat is not None
        value = Random(f"{self.name} {deal}").randbytes(32).hex()
        committed = next(e.digest for e in self.events if isinstance(e, Committed) and e.deal == deal)
        return Share(self.seat, commitment_to_share(committed, self.seat, value), value)
