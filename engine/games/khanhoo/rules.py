"""Khanhoo: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...model.board import Board
from ...model.cards import Deck, Seat
from ...model.events import Event
from ...model.options import OptionValue
from ...model.telling import Telling
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import hints, pack
from .claims import Claims
from .deal import Dealing, Orphan
from .honour import Challenges, Laying
from .meta import META
from .pack import HouseRules, deck_of
from .scoring import Ending, match_end, payouts, reckon
from .state import FINED, OUT, QUARTETTE, draw_for_deal, has_stock, holdings, house_of
from .turn import Opening, Turn

if TYPE_CHECKING:
    from ...model.view import View
    from ...play.table import Table


class Counting(CountingPhase):
    """All cards are shown and scored, and the match goes on or ends. Rule: khanhoo §8, §9, §16."""

    def reckon(self, table: Table) -> Reckoning:
        for seat in table.playing:
            table.turn_up(zone_id("hand", seat))
            for group in range(len(table.groups("cache", seat))):
                table.turn_up(zone_id("cache", seat, group))
        return reckon(holdings(table), _ending(table), house_of(table), seats=table.seats)

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table), [scored.how for scored in table.scores])

    def payouts(self, table: Table) -> tuple[int, ...]:
        return payouts(table.totals, table.playing) if house_of(table).settles else ()


def _ending(table: Table) -> Ending:
    for fact in (OUT, QUARTETTE):
        if fact.is_declared(table):
            return Ending(fact.name, fact.of(table), FINED.of(table))
    return Ending("dead", None, FINED.of(table))


class Khanhoo(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("discard", Visibility.PUBLIC),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("meld", Visibility.PUBLIC, per_seat=True, grouped=True, ordered=False),
            ZoneKind("cache", Visibility.OWNER, per_seat=True, grouped=True, ordered=False),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase
        for phase in (
            Dealing(),
            Orphan(),
            Opening(),
            Claims(),
            Challenges(),
            Laying(),
            Turn(),
            Counting(),
            Between(),
        )
    }
    first_phase = Dealing.name
    verbs = frozenset(
        (
            *("orphan", "decline", "discard", "out", "cache", "quartette"),
            *("take", "leave", "bump", "pass", "cache_bump", "challenge", "accept", "lay"),
        )
    )
    arrangements = ("melds", "suit", "rank")
    hints = hints

    def complete_options(self, options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
        """The options with the pack for this number of seats. Rule: khanhoo §12.2, §12.4."""
        return pack.complete_options(options, seats)

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """The pack of the table. Rule: khanhoo §2.1."""
        return deck_of(HouseRules.of(options))

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: khanhoo §10."""
        return HouseRules.of(options)

    def in_hand(self, view: View) -> Mapping[str, str]:
        """What the viewer has of each kind of meld. Rule: khanhoo §6."""
        return hints.in_hand(view)

    def circumstances(self, board: Board) -> Mapping[str, OptionValue]:
        """Whether the deal has a stock. Rule: khanhoo §2.5."""
        return {"stock": has_stock(board)}

    def telling(self, event: Event, board: Board) -> Telling | None:
        return hints.telling(event, board)

    def choose_dealer(self, table: Table) -> Seat:
        """The first dealer draws the lowest card; then the deal passes left. Rule: khanhoo §2.3, §9.3."""
        if table.deal:
            return table.left_of(table.dealer)
        return draw_for_deal(table, table.deal_seed)[1]


GAME: Final = Khanhoo()
