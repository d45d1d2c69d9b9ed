"""Before a deal: the host commits, players send pledges, everybody gets the list of pledges, players open their shares.

Only then the key of the deal is computed, so neither the host nor any single player chooses the cards. A slow player is
left out, by name, and nobody waits longer than a few seconds. A host that is killed in the middle begins again with the
same commitment, because its secret follows from the match's seed; players then send the same shares again.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from engine.api import Committed, Record, Seat, Share, Table, commitment_to_share

from ..wire.client_messages import GivePledge, GiveShare
from ..wire.host_messages import Pledges, WantPledge
from .lobby import Lobby
from .people import Person
from .settings import TimeControls


class Shares:
    """The shares of the coming deal of one match. keep: called when the table has a new record.

    is_used: the deals of this match use shares; not if the seed or the first deal was given, because then the cards
    are known. step: counts the requests to players; a new number means a new message.
    """

    def __init__(self, lobby: Lobby, clocks: TimeControls, keep: Callable[[Table], None]) -> None:
        self.step = 0
        self._lobby = lobby
        self._clocks = clocks
        self._keep = keep
        self._committed = 0
        self._stage: Literal["", "pledging", "opening"] = ""
        self._since_ms = 0
        self._coming = 0
        self._pledges: dict[Seat, tuple[int, str]] = {}
        self._values: dict[Seat, str] = {}

    @property
    def is_used(self) -> bool:
        """Whether the deals of this match use shares."""
        return self._committed > 0

    def take_up(self, records: Iterable[Record]) -> None:
        """Continue after these records of the match."""
        for record in records:
            for event in record.events:
                if isinstance(event, Committed):
                    self._committed = event.deal

    def commit(self, table: Table) -> None:
        """Commit the host to the secret of the coming deal."""
        table.commit()
        self._committed = table.coming_deal
        self._keep(table)

    def begin_again(self) -> None:
        """The table was restored: ask the players again, with the same commitment."""
        self._stage = ""

    def are_wanted(self, table: Table) -> bool:
        """Whether the coming deal still waits for shares."""
        return self.is_used and table.coming_deal not in table.keys

    def ends_ms(self) -> int | None:
        """When the host stops waiting for shares. None if it waits for nobody."""
        return self._since_ms + self._clocks.share_ms if self._stage else None

    def advance(self, table: Table, now_ms: int) -> bool:
        """Do the next step towards the key of the coming deal. Returns whether there was one."""
        coming = table.coming_deal
        if self._committed < coming:
            self.commit(table)
            return True
        if not self._stage:
            self._pledges.clear()
            self._values.clear()
            self._coming = coming
            self._ask("pledging", now_ms)
        elif self._stage == "pledging" and self._is_enough(self._pledges, now_ms):
            for seat, (key, _) in list(self._pledges.items()):
                if seat not in table.playing or self._sits(seat) != key:
                    del self._pledges[seat]
            self._ask("opening", now_ms)
        elif self._stage == "opening" and self._is_enough(self._values, now_ms):
            self._stage = ""
            # A seat may have left the match before its share came; a player with another seat now stays in.
            table.mix_shares([share for share in self._listed() if share.seat in table.playing])
            self._keep(table)
        else:
            return False
        return True

    def receive(self, person: Person, message: GivePledge | GiveShare, table: Table | None) -> None:
        """Take a pledge or a share from a player's program. It does not count if it comes too late, or if the share had
        no pledge.
        """
        seat = person.seat
        if table is None or seat is None or message.deal != self._coming:
            return
        if isinstance(message, GivePledge):
            if self._stage == "pledging":
                self._pledges[seat] = (person.key, message.pledge)
        elif self._stage == "opening" and seat in self._pledges:
            digest = commitment_to_share(table.commitment(self._coming), seat, message.value)
            if self._pledges[seat] == (person.key, digest):
                self._values[seat] = message.value

    def word(self, person: Person) -> WantPledge | Pledges | None:
        if not person.gives_shares or person.seat is None or not self._stage:
            return None
        if self._stage == "pledging":
            return WantPledge(deal=self._coming)
        return Pledges(deal=self._coming, pledges=tuple(Share(share.seat, share.pledge) for share in self._listed()))

    def _ask(self, stage: Literal["pledging", "opening"], now_ms: int) -> None:
        self._stage = stage
        self._since_ms = now_ms
        self.step += 1

    def _listed(self) -> list[Share]:
        return [Share(seat, digest, self._values.get(seat, "")) for seat, (_, digest) in sorted(self._pledges.items())]

    def _is_enough(self, answered: Iterable[Seat], now_ms: int) -> bool:
        if now_ms - self._since_ms >= self._clocks.share_ms:
            return True
        return set(self._awaited()) <= set(answered)

    def _awaited(self) -> list[Seat]:
        """Seats whose programs may still answer. Programs answer by themselves, so it does not matter whether their
        players are awake.
        """
        if self._stage == "opening":
            return [seat for seat, (key, _) in self._pledges.items() if self._is_here(seat) and self._sits(seat) == key]
        return [seat for seat in range(self._lobby.seats) if self._is_here(seat)]

    def _is_here(self, seat: Seat) -> bool:
        person = self._lobby.sitter(seat)
        return person is not None and person.gives_shares and person.presence != "away"

    def _sits(self, seat: Seat) -> int | None:
        person = self._lobby.sitter(seat)
        return person.key if person is not None else None
