"""Open decisions as the host sees them: who answers, how much time is left, and which free moves are offered.

All times are those of the table (net/match/clocks.py), which stand still in a pause.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal

from engine.api import Decision, Move, Seat, Table

from ..wire.rate_limits import TokenBucket
from .absence import Absence
from .clocks import TimeControls
from .lobby import Lobby

BOT_PATIENCE_MS = 20_000
"""How long after its move was due a bot that has not answered is waited for."""

RETHINK_MS = 200
"""What a bot has at least when a free move has changed its question just before its move was due."""

Player = Literal["person", "bot", "nobody"]


def player_of(lobby: Lobby, absence: Absence, seat: Seat, now_ms: int) -> Player:
    """Who answers for a seat now."""
    substitute: Player = "bot" if lobby.away_policy == "bot" else "nobody"
    if lobby.bot_at(seat) is not None:
        return "bot"
    person = lobby.sitter(seat)
    if person is None or person.is_dozing or absence.is_played_for(person, now_ms):
        return substitute
    return "person"


@dataclass
class OpenQuestion:
    """An open decision.

    player: who answers it: the person on the seat, a bot, or nobody, then its default is played at due_ms.
    limit_ms: 0 for none. left_ms: until limit and reserve are used up, as of running_since, when it was asked.
    due_ms: when a bot's or nobody's move is made; lapses_ms: when silence is an answer though a bot still thinks.
    advice: the bot's, once it has thought. is_told: the seat has been sent the decision. is_renewed: see `renewed`.
    """

    decision: Decision
    player: Player
    limit_ms: int
    reserve_ms: int
    left_ms: int
    running_since: int | None = None
    due_ms: int | None = None
    lapses_ms: int | None = None
    advice: Move | None = None
    is_thinking: bool = False
    is_told: bool = False
    is_renewed: bool = False

    @classmethod
    def open(cls, decision: Decision, clocks: TimeControls, reserve_ms: int) -> OpenQuestion:
        """A new decision. One that lapses by the rules has the rules' own time, and no reserve, at any table."""
        if decision.lapse_ms:
            return cls(decision, "person", decision.lapse_ms, 0, decision.lapse_ms)
        limit_ms = clocks.limit_ms(decision.clock)
        return cls(decision, "person", limit_ms, reserve_ms, limit_ms + reserve_ms)

    def renewed(self, decision: Decision) -> OpenQuestion:
        """The same question asked anew, since a free move has changed what may be answered. Its time goes on."""
        return replace(self, decision=decision, advice=None, is_thinking=False, is_told=False, is_renewed=True)

    @property
    def lapses(self) -> bool:
        """Whether silence is an answer by the rules, which nobody is blamed for."""
        return self.decision.lapse_ms > 0

    def run(self, now_ms: int) -> None:
        """Let the person's clock run."""
        if self.running_since is None:
            self.running_since = now_ms

    def hand_to(self, player: Player, delay_ms: int, now_ms: int) -> None:
        """Somebody else is to answer, so much later. What lapses, lapses for a bot too, and at once for nobody."""
        self.player = player
        self.advice = None
        self.is_thinking = False
        self.due_ms = now_ms + delay_ms
        self.lapses_ms = None
        if self.lapses:
            self.lapses_ms = now_ms + (self._left(now_ms) if player == "bot" else 0)
            self.due_ms = min(self.due_ms, self.lapses_ms)

    def think(self, pace_ms: int, now_ms: int) -> None:
        """A bot begins to think; its move is made after the table's even pace, however fast it is."""
        if not self.is_renewed:
            self.hand_to("bot", pace_ms, now_ms)
        elif self.due_ms is not None:
            # Its time goes on, but for as much as it takes to think again: else it would show how long that took.
            self.due_ms = max(self.due_ms, now_ms + min(pace_ms, RETHINK_MS))
            if self.lapses_ms is not None:
                self.due_ms = min(self.due_ms, self.lapses_ms)
        self.is_thinking = True

    def remaining_ms(self, now_ms: int) -> int | None:
        """Time that the seat has, its reserve included; None without limit."""
        if self.player == "nobody" and self.due_ms is not None:
            return max(0, self.due_ms - now_ms)
        return self._left(now_ms) if self.limit_ms else None

    def reserve_left_ms(self, now_ms: int) -> int:
        """What is left of the seat's reserve if it answers now."""
        return min(self.reserve_ms, self._left(now_ms)) if self.limit_ms else self.reserve_ms

    def ends_ms(self) -> int | None:
        """When a move is made, as things stand, if nothing comes in; None for never."""
        if self.player == "person":
            if not self.limit_ms or self.running_since is None:
                return None
            return self.running_since + self.left_ms
        if self.due_ms is None or self.player == "nobody" or self.advice is not None:
            return self.due_ms
        return self.due_ms + BOT_PATIENCE_MS if self.lapses_ms is None else self.lapses_ms

    def _left(self, now_ms: int) -> int:
        gone = now_ms - self.running_since if self.running_since is not None else 0
        return max(0, self.left_ms - gone)


def draw_time_bank(lobby: Lobby, seat: Seat, ask: OpenQuestion, table_ms: int) -> bool:
    """Take what a seat has used over a question that it answers now, or whose time is over; whether it was anything."""
    if ask.player != "person" or ask.lapses:
        return False
    left = ask.reserve_left_ms(table_ms)
    used = lobby.reserves_ms[seat] - left
    lobby.reserves_ms[seat] = left
    if not ask.decision.sealed:
        # What was used over a sealed question would tell how long it was thought about, and by whom.
        lobby.banks_ms[seat] = max(0, lobby.banks_ms[seat] - used)
    return used != 0


def show_time_banks(lobby: Lobby) -> bool:
    """Show what is left, when no deal is under way; whether that is news."""
    if lobby.stage == "playing" or lobby.banks_ms == lobby.reserves_ms:
        return False
    lobby.banks_ms = list(lobby.reserves_ms)
    return True


FREE_MOVES_A_SECOND, FREE_MOVES_AT_ONCE = 2, 8


@dataclass
class _Offer:
    """decision: None when there is nothing to do any more. is_told: the seat has been sent this."""

    decision: Decision | None
    is_told: bool = False


class FreeMoves:
    """The free decisions of a match's seats, as their people were told them."""

    def __init__(self) -> None:
        self._open: dict[Seat, _Offer] = {}
        self._looked_at = -1
        self._spent: dict[Seat, TokenBucket] = {}

    def follow(self, table: Table, asked: Container[Seat]) -> None:
        """See what may be done now. asked: seats that are waited for, and so have no need of an offer."""
        assert table.journal is not None
        acts = len(table.journal.records)
        if acts == self._looked_at:
            return
        self._looked_at = acts
        now = {decision.seat: decision for decision in table.free_decisions() if decision.seat not in asked}
        for seat in {*self._open, *now}:
            self._set(seat, now.get(seat), table.free_since)

    def look_again(self) -> None:
        """The table is another one."""
        self._looked_at = -1

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat may do."""
        offer = self._open.get(seat)
        return offer.decision if offer is not None else None

    def has_news_for(self, seat: Seat) -> bool:
        """Whether the seat's person has not been told what it may do; afterwards it counts as told."""
        offer = self._open.get(seat)
        if offer is None or offer.is_told:
            return False
        offer.is_told = True
        return True

    def tell_again(self, seat: Seat) -> None:
        """The seat's person has a new connection, or is another: what it may do is said once more."""
        if seat in self._open:
            self._open[seat].is_told = False

    def may_act(self, seat: Seat, now_ms: int) -> bool:
        """Whether a free move of a seat comes no faster than the others can follow."""
        if seat not in self._spent:
            self._spent[seat] = TokenBucket(FREE_MOVES_A_SECOND, FREE_MOVES_AT_ONCE, now_ms)
        return self._spent[seat].take(now_ms)

    def _set(self, seat: Seat, decision: Decision | None, free_since: int) -> None:
        offer = self._open.get(seat)
        before = offer.decision if offer is not None else None
        if before is not None and decision is not None and before.id >= free_since:
            # An answer to the older one is still good, so there is nothing to say if it is the same.
            if (before.phase, before.choices) == (decision.phase, decision.choices):
                return
        elif before is None and decision is None:
            return
        if decision is None and offer is not None and not offer.is_told:
            del self._open[seat]
        else:
            self._open[seat] = _Offer(decision)
