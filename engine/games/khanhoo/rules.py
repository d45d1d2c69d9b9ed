"""Khanhoo: its table and its phases, in the order of the rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...model.board import Board, count_of
from ...model.cards import Card, Deck, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.phases import Between, Phase
from . import hints, pack
from .claims import Claims
from .deal import Dealing, Orphan
from .honour import Challenges, Laying
from .house_rules import HouseRules, deck_of
from .meta import META
from .refusals import no_throw
from .scoring import Ending, extra_deals, payouts, reckon, verdict
from .state import (
    barred_card,
    cards_to_go_out,
    draw_for_deal,
    false_bumps,
    has_stock,
    holdings,
    house_of,
    idle_card,
    turn_of,
)
from .turn import choices_aside, lay_cache, show_quartette

if TYPE_CHECKING:
    from ...play.table import Table

ROUNDS_PASSED_ON: Final = 2
"""So often may one card go round a table without a stock."""
DISCARDS_A_SEAT: Final = 25


class Turn(Phase):
    """The seat in turn holds a card too many; it throws one, or goes out. Rule: khanhoo §3, §7, §14."""

    name = "turn"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (turn_of(board),)

    def choices(self, table: "Table", seat: Seat) -> tuple[Choice, ...]:
        hand = table.zones[zone_id("hand", seat)]
        barred = barred_card(table)
        found = [
            Choice("discard", tuple([card for card in hand if card != barred]), 1, 1, paragraph="3.3"),
            Choice("out", cards_to_go_out(hand, table), 1, 1, paragraph="7.1"),
        ]
        if house_of(table).has_caches:
            found += choices_aside(table, seat, hand)
        return tuple([choice for choice in found if choice.cards or choice.sets])

    def default(self, table: "Table", seat: Seat) -> Move:
        hand = table.zones[zone_id("hand", seat)]
        taken = table.facts.get("taken")
        drawn = table.last_drawn
        if table.facts.get("drew") and drawn in hand:
            return Move("discard", (drawn,))
        if isinstance(taken, str) and taken in hand and not barred_card(table):
            return Move("discard", (Card(taken),))
        if all(card == barred_card(table) for card in hand):  # all others are laid, and this may only be thrown last
            return Move("out", (hand[0],))
        return Move("discard", (idle_card(hand, table),))

    def play(self, table: "Table", seat: Seat, move: Move) -> None:
        if move.verb in ("cache", "quartette"):
            (lay_cache if move.verb == "cache" else show_quartette)(table, seat, move)
            return
        card = move.cards[0]
        table.move(move.cards, zone_id("hand", seat), "discard")
        if move.verb == "out":
            table.declare("out", seat, seat)
            table.enter(Counting.name)
        elif not has_stock(table) and _stalls(table, card):
            table.enter(Counting.name)
        else:
            table.enter(Claims.name)

    def refusal(self, table: "Table", seat: Seat, move: Move) -> IllegalMove:
        return no_throw(table, seat, move)


def _stalls(table: "Table", card: Card) -> bool:
    """Whether a table without a stock only passes one card round, or plays for ever. Rule: khanhoo §5.4."""
    passed_on, players = count_of(table, "passed_on"), len(table.playing)
    if table.facts.get("taken") == card:
        passed_on += 1
        table.declare("passed_on", passed_on)
    elif passed_on:
        passed_on = 0
        table.declare("passed_on", passed_on)
    discards = count_of(table, "discards") + 1
    table.declare("discards", discards)
    if passed_on < ROUNDS_PASSED_ON * players and discards < DISCARDS_A_SEAT * players:
        return False
    table.declare("dead", "stall")
    return True


class Opening(Turn):
    """The eldest throws the first card of the deal, or goes out at once. Rule: khanhoo §3.1, §7.2."""

    name = "opening"


class Counting(Phase):
    """Everybody's cards are shown and scored, and the match goes on or ends. Rule: khanhoo §8, §9, §16."""

    name = "counting"

    def enter(self, table: "Table") -> None:
        house, playing = house_of(table), table.playing
        for seat in playing:
            table.turn_up(zone_id("hand", seat))
            for group in range(len(table.groups("cache", seat))):
                table.turn_up(zone_id("cache", seat, group))
        result = reckon(holdings(table), _ending(table), house, seats=table.seats)
        table.score(result.how, result.points, result.lines)
        history = [scored.totals for scored in table.scores]
        outcome = verdict(history, [scored.how for scored in table.scores], house, playing)
        if outcome is not None:
            settled = payouts(table.totals, playing) if house.settles else ()
            table.end_match(outcome.how, outcome.winners, settled)
            return
        if max(table.totals[seat] for seat in playing) >= house.target:
            table.declare("extra_deal", extra_deals(history, house, playing))
        table.next_deal()


def _ending(table: "Table") -> Ending:
    """How the deal has come to its end."""
    for how in ("out", "quartette"):
        seat = table.facts.get(how)
        if isinstance(seat, int):
            return Ending(how, seat, false_bumps(table))
    return Ending("dead", None, false_bumps(table))


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
        """The options with the pack that these seats play with. Rule: khanhoo §12.2, §12.4."""
        return pack.complete_options(options, seats)

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """The pack of the table. Rule: khanhoo §2.1."""
        return deck_of(HouseRules.of(options))

    def terms(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """What the options amount to. Rule: khanhoo §10."""
        return HouseRules.of(options)

    def choose_dealer(self, table: "Table") -> Seat:
        """The first dealer draws the lowest card; then the deal passes left. Rule: khanhoo §2.3, §9.3."""
        if table.deal:
            return table.left_of(table.dealer)
        return draw_for_deal(table, table.deal_seed)[1]

    def arrange(self, cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
        return hints.arrange(cards, how, board)


GAME: Final = Khanhoo()
