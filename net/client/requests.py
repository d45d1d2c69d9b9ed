"""The requests of a session, one method for each request of the protocol. Each returns its outcome, even if the
connection broke and the request was sent again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from engine.api import OptionValue, Seat

from ..news import Outcome
from ..wire.client_messages import (
    Admit,
    Ban,
    CastVote,
    CloseTable,
    Consent,
    Fill,
    GoThere,
    HandOver,
    Hurry,
    Kick,
    LetIn,
    Lock,
    Look,
    NewCode,
    NextDeal,
    PassHost,
    Ready,
    Request,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
    TakeSeat,
    Undo,
    VoteKind,
)
from ..wire.table_info import LookKind


class RequestMethods(ABC):
    """The requests of a session, which sends them."""

    async def say(self, text: str) -> Outcome:
        return await self.request(partial(Say, text=text))

    # Before the first deal, and between two deals.

    async def sit(self, seat: Seat) -> Outcome:
        """Take a seat before the first deal."""
        return await self.request(partial(Sit, seat=seat))

    async def stand(self) -> Outcome:
        return await self.request(Stand)

    async def ready(self, ready: bool = True) -> Outcome:
        """Say that the player is ready for the first deal, or not; later, that the player is back."""
        return await self.request(partial(Ready, ready=ready))

    async def look(self, how: LookKind, seat: Seat | None = None) -> Outcome:
        """Change how a spectator watches, as far as the table allows it. seat: whose cards to see."""
        return await self.request(partial(Look, how=how, seat=seat))

    async def consent(self, yes: bool = True) -> Outcome:
        """Allow or forbid spectators to see our cards."""
        return await self.request(partial(Consent, yes=yes))

    async def next_deal(self) -> Outcome:
        """Between deals: go on to the next deal."""
        return await self.request(NextDeal)

    async def hurry(self) -> Outcome:
        """Alone with bots: let them move at once until our next decision."""
        return await self.request(Hurry)

    async def undo(self) -> Outcome:
        """Alone with bots: take back our last choice in this deal, and all that came after it."""
        return await self.request(Undo)

    # Requests of the host.

    async def start(self) -> Outcome:
        return await self.request(Start)

    async def set_option(self, name: str, value: OptionValue) -> Outcome:
        """Set an option of the game, or of the table ("table.seats" ...)."""
        return await self.request(partial(SetOption, name=name, value=value))

    async def set_bot(self, seat: Seat, level: str | None) -> Outcome:
        """Seat a bot or remove it. Between deals it may get the seat of a player who is away."""
        return await self.request(partial(SetBot, seat=seat, level=level))

    async def fill(self, level: str) -> Outcome:
        """Seat bots of a level on all empty seats, before the first deal."""
        return await self.request(partial(Fill, level=level))

    async def kick(self, seat: Seat) -> Outcome:
        return await self.request(partial(Kick, seat=seat))

    async def send_away(self, name: str) -> Outcome:
        """Remove a player or spectator by name."""
        return await self.request(partial(Kick, name=name))

    async def lock(self, on: bool = True) -> Outcome:
        """Lock or unlock the table for new people."""
        return await self.request(partial(Lock, on=on))

    async def ban(self, name: str, on: bool = True) -> Outcome:
        """Ban a person until the match is over, or lift the ban."""
        return await self.request(partial(Ban, name=name, on=on))

    async def pass_host(self, seat: Seat) -> Outcome:
        return await self.request(partial(PassHost, seat=seat))

    async def hand_over(self, seat: Seat | None) -> Outcome:
        """Ask a player to become the host, between two deals; None withdraws the request."""
        return await self.request(partial(HandOver, seat=seat))

    async def go_there(self) -> Outcome:
        """Close the table in favour of the other table of the same match, which `info.other` shows."""
        return await self.request(GoThere)

    async def close_table(self, sentence: str = "") -> Outcome:
        """Close the table for everybody. sentence: a farewell to them."""
        return await self.request(partial(CloseTable, sentence=sentence))

    async def new_code(self) -> Outcome:
        """Make a new code for a private table, as its host."""
        return await self.request(NewCode)

    async def let_in(self, address: str) -> Outcome:
        """Give an address new tries of the code, as the host."""
        return await self.request(partial(LetIn, address=address))

    async def admit(self, seat: Seat, name: str, yes: bool = True) -> Outcome:
        """Answer a person who asked for an absent player's seat."""
        return await self.request(partial(Admit, seat=seat, name=name, yes=yes))

    # Requests about absent players.

    async def take_seat(self, seat: Seat | None) -> Outcome:
        """As a spectator, ask for the seat of a player who is away or has left; None withdraws the request.
        `news.Seated` tells when the seat is ours.
        """
        return await self.request(partial(TakeSeat, seat=seat))

    async def vote_to_stop(self, yes: bool = True) -> Outcome:
        """Vote for or against breaking off the match."""
        return await self._vote("stop", None, yes)

    async def vote_to_drop(self, seat: Seat, yes: bool = True) -> Outcome:
        """Vote for or against going on without the seat of a player who is away."""
        return await self._vote("drop", seat, yes)

    async def vote_to_pause(self, yes: bool = True) -> Outcome:
        """Vote for or against a pause."""
        return await self._vote("pause", None, yes)

    async def vote_to_resume(self, yes: bool = True) -> Outcome:
        """Vote for or against going on: after a pause, or without waiting for an absent player."""
        return await self._vote("resume", None, yes)

    async def vote_to_kick(self, seat: Seat, yes: bool = True) -> Outcome:
        """Vote for or against removing a player."""
        return await self._vote("kick", seat, yes)

    async def _vote(self, what: VoteKind, seat: Seat | None, yes: bool) -> Outcome:
        return await self.request(partial(CastVote, what=what, seat=seat, yes=yes))

    @abstractmethod
    async def request(self, make: Callable[..., Request]) -> Outcome:
        """Send a request and wait for its outcome. make: makes it from an id."""
