"""What a session may ask of its table, one method for each request of the protocol.

Every request is answered by what became of it, also when the connection broke meanwhile and another one had to carry
it.
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
    VoteKind,
)
from ..wire.table_info import LookKind


class RequestMethods(ABC):
    """The requests of a session. How they get to the table is for the session itself to say."""

    async def say(self, text: str) -> Outcome:
        return await self.request(partial(Say, text=text))

    # Before the first deal, and between two.

    async def sit(self, seat: Seat) -> Outcome:
        """Take a seat, before the first deal."""
        return await self.request(partial(Sit, seat=seat))

    async def stand(self) -> Outcome:
        return await self.request(Stand)

    async def ready(self, ready: bool = True) -> Outcome:
        """Ready for the first deal, or not; later: back at the table."""
        return await self.request(partial(Ready, ready=ready))

    async def look(self, how: LookKind, seat: Seat | None = None) -> Outcome:
        """Watch in another way, where the table allows it. seat: over whose shoulder."""
        return await self.request(partial(Look, how=how, seat=seat))

    async def consent(self, yes: bool = True) -> Outcome:
        """Let spectators look over our shoulder, or not any more."""
        return await self.request(partial(Consent, yes=yes))

    async def next_deal(self) -> Outcome:
        """Between deals: the score has been read."""
        return await self.request(NextDeal)

    async def hurry(self) -> Outcome:
        """Alone with bots: let them move at once, until we are asked."""
        return await self.request(Hurry)

    # What only the host may do.

    async def start(self) -> Outcome:
        return await self.request(Start)

    async def set_option(self, name: str, value: OptionValue) -> Outcome:
        """Set an option of the game, or of the table ("table.seats" ...)."""
        return await self.request(partial(SetOption, name=name, value=value))

    async def set_bot(self, seat: Seat, level: str | None) -> Outcome:
        """Seat a bot, or send it away. Between deals it may have the seat of a player who is away."""
        return await self.request(partial(SetBot, seat=seat, level=level))

    async def fill(self, level: str) -> Outcome:
        """Seat bots of a level on all empty seats, before the first deal."""
        return await self.request(partial(Fill, level=level))

    async def kick(self, seat: Seat) -> Outcome:
        return await self.request(partial(Kick, seat=seat))

    async def send_away(self, name: str) -> Outcome:
        """Send somebody away by name, also who only watches."""
        return await self.request(partial(Kick, name=name))

    async def lock(self, on: bool = True) -> Outcome:
        """Let nobody new in, or again."""
        return await self.request(partial(Lock, on=on))

    async def ban(self, name: str, on: bool = True) -> Outcome:
        """Send somebody away until the match is over, or lift that."""
        return await self.request(partial(Ban, name=name, on=on))

    async def pass_host(self, seat: Seat) -> Outcome:
        return await self.request(partial(PassHost, seat=seat))

    async def hand_over(self, seat: Seat | None) -> Outcome:
        """Ask a player to host the table from now on, between two deals; None: not any more."""
        return await self.request(partial(HandOver, seat=seat))

    async def go_there(self) -> Outcome:
        """Close the table in favour of the other one of the same match, which `info.other` shows."""
        return await self.request(GoThere)

    async def close_table(self, sentence: str = "") -> Outcome:
        """End the table for all. sentence: last words to them."""
        return await self.request(partial(CloseTable, sentence=sentence))

    async def new_code(self) -> Outcome:
        """Have another code made for a private table, as its host."""
        return await self.request(NewCode)

    async def let_in(self, address: str) -> Outcome:
        """Let an address that has used up its tries of the code try anew, as the host."""
        return await self.request(partial(LetIn, address=address))

    async def admit(self, seat: Seat, name: str, yes: bool = True) -> Outcome:
        """Say yes or no to somebody who has asked for an absent player's seat."""
        return await self.request(partial(Admit, seat=seat, name=name, yes=yes))

    # When somebody is away.

    async def take_seat(self, seat: Seat | None) -> Outcome:
        """As a spectator, ask for the seat of a player who is away or has left; None: not any more.

        Accepted means asked: `news.Seated` says when the seat is ours.
        """
        return await self.request(partial(TakeSeat, seat=seat))

    async def vote_to_stop(self, yes: bool = True) -> Outcome:
        """Vote for or against breaking the match off."""
        return await self._vote("stop", None, yes)

    async def vote_to_drop(self, seat: Seat, yes: bool = True) -> Outcome:
        """Vote for or against going on without the seat of a player who is away."""
        return await self._vote("drop", seat, yes)

    async def vote_to_pause(self, yes: bool = True) -> Outcome:
        """Vote for or against letting the table stand still."""
        return await self._vote("pause", None, yes)

    async def vote_to_resume(self, yes: bool = True) -> Outcome:
        """Vote for or against going on: after a pause, or without waiting longer for somebody who is away."""
        return await self._vote("resume", None, yes)

    async def vote_to_kick(self, seat: Seat, yes: bool = True) -> Outcome:
        """Vote for or against sending a player from the table."""
        return await self._vote("kick", seat, yes)

    async def _vote(self, what: VoteKind, seat: Seat | None, yes: bool) -> Outcome:
        return await self.request(partial(CastVote, what=what, seat=seat, yes=yes))

    @abstractmethod
    async def request(self, make: Callable[..., Request]) -> Outcome:
        """Send a request and wait for what becomes of it. make: makes it, given its id."""
