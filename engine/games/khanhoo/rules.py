"""Khanhoo: its table and its phases, in the order of the rulebook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...board import Board
from ...cards import Card, Deck, Seat
from ...game import Game
from ...melds import read_meld
from ...moves import Choice, IllegalMove, Move
from ...options import OptionValue
from ...phases import Between, Phase
from ...zones import Visibility, ZoneKind, ZonePlan, zone_id
from . import insight
from .claims import NO_MELD, best_defence, bumps_open_to, from_hand, shown_takes, weigh
from .house import HAND_SIZE, House, deck_of
from .meta import META
from .reading import (
    barred_card,
    cards_to_go_out,
    count_of,
    draw_for_deal,
    holdings,
    house_of,
    idle_card,
    must_draw,
    top_discard,
    turn_of,
)
from .refusals import no_bump, no_take, no_throw
from .scoring import extra_deals, reckon, verdict

if TYPE_CHECKING:
    from ...melds import Meld
    from ...table import Table
    from ...view import View

MOST_REFORMS: Final = 3
MOST_PASSED_ON: Final = 8
MOST_DISCARDS: Final = 100


class Dealing(Phase):
    """Fifteen cards each and a sixteenth for the eldest. Rule: khanhoo §2."""

    name = "dealing"

    def enter(self, table: "Table") -> None:
        if table.deal == 1 and (table.given is None or table.given.dealer is None):
            drawn, _ = draw_for_deal(table, table.seed)
            table.declare("dealer_draw", drawn, table.dealer)
        eldest = table.left_of(table.dealer)
        table.deal_hands((seat, HAND_SIZE + (seat == eldest)) for seat in table.clockwise_from(eldest))
        table.declare("turn", eldest, eldest)
        table.enter(Opening.name)


class Turn(Phase):
    """The seat in turn holds sixteen cards in all; it throws one, or goes out. Rule: khanhoo §3, §7."""

    name = "turn"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (turn_of(board),)

    def choices(self, table: "Table", seat: Seat) -> tuple[Choice, ...]:
        hand = table.zones[zone_id("hand", seat)]
        barred = barred_card(table)
        found = [
            Choice("discard", tuple(card for card in hand if card != barred), 1, 1, paragraph="3.3"),
            Choice("out", cards_to_go_out(hand, table), 1, 1, paragraph="7.1"),
        ]
        return tuple(choice for choice in found if choice.cards)

    def default(self, table: "Table", seat: Seat) -> Move:
        hand = table.zones[zone_id("hand", seat)]
        taken = table.facts.get("taken")
        if table.facts.get("drew") and table.last_drawn is not None:
            return Move("discard", (table.last_drawn,))
        if isinstance(taken, str) and not barred_card(table):
            return Move("discard", (Card(taken),))
        if all(card == taken for card in hand):  # all others are laid, and this one may only be thrown to go out
            return Move("out", (hand[0],))
        return Move("discard", (idle_card(hand, table),))

    def play(self, table: "Table", seat: Seat, move: Move) -> None:
        card = move.cards[0]
        table.move(move.cards, zone_id("hand", seat), "discard")
        if move.verb == "out":
            table.declare("out", seat, seat)
            table.enter(Counting.name)
        elif not house_of(table).has_stock(table.seats) and self._stalls(table, card):
            table.enter(Counting.name)
        else:
            table.enter(Claims.name)

    def _stalls(self, table: "Table", card: Card) -> bool:
        """Whether a table without a stock only passes one card round, or plays for ever. Rule: khanhoo §5.4."""
        passed_on = count_of(table, "passed_on")
        if table.facts.get("taken") == card:
            passed_on += 1
            table.declare("passed_on", passed_on)
        elif passed_on:
            passed_on = 0
            table.declare("passed_on", passed_on)
        table.declare("discards", count_of(table, "discards") + 1)
        if passed_on < MOST_PASSED_ON and count_of(table, "discards") < MOST_DISCARDS:
            return False
        table.declare("dead", "stall")
        return True

    def refusal(self, table: "Table", seat: Seat, move: Move) -> IllegalMove:
        return no_throw(table, seat, move)


class Opening(Turn):
    """The eldest throws the first card of the deal, or goes out at once. Rule: khanhoo §3.1, §7.2."""

    name = "opening"


class Claims(Phase):
    """Everybody may want the card just thrown; all answer at once. Rule: khanhoo §4."""

    name = "claims"
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        thrower = turn_of(board)
        if board.seats == 2:
            return (board.left_of(thrower),)
        return tuple(seat for seat in range(board.seats) if seat != thrower)

    def choices(self, table: "Table", seat: Seat) -> tuple[Choice, ...]:
        hand, card = table.zones[zone_id("hand", seat)], top_discard(table)
        if seat == table.left_of(turn_of(table)):
            return (*self._take(table, hand, card), Choice("leave", paragraph="3.2"))
        bumps = bumps_open_to(card, hand, house_of(table).book)
        return (*_sets("bump", bumps, card, table, "4.2"), Choice("pass", paragraph="4.1"))

    def _take(self, table: "Table", hand: list[Card], card: Card) -> tuple[Choice, ...]:
        house = house_of(table)
        has_stock = house.has_stock(table.seats)
        if has_stock and must_draw(table):
            return ()
        if has_stock and house.expose_taken_discard:
            return _sets("take", shown_takes(card, hand, house.book), card, table, "10.5")
        if has_stock and hand and all(held == card for held in hand):
            return ()  # nothing would be left that may be thrown
        return (Choice("take", paragraph="3.2" if has_stock else "5.3"),)

    def default(self, table: "Table", seat: Seat) -> Move:
        return Move("leave" if seat == table.left_of(turn_of(table)) else "pass")

    def resolve(self, table: "Table", answers: Mapping[Seat, Move]) -> None:
        card, thrower = top_discard(table), turn_of(table)
        in_turn = table.left_of(thrower)
        bumps = [
            (seat, _meld_of(table, answers[seat], card))
            for seat in table.clockwise_from(in_turn)
            if seat in answers and answers[seat].verb == "bump"
        ]
        wants = answers[in_turn].verb == "take"
        defence = self._defence(table, in_turn, answers[in_turn], card) if bumps and wants else None
        if bumps:  # with no bump, nobody may learn who could have claimed
            if wants:
                table.declare("defence", defence.kind if defence else NO_MELD, in_turn)
            for seat, meld in bumps:
                table.declare("bump", meld.kind, seat)
        points = (defence.points if defence else 0) if wants else None
        found = weigh([(seat, meld.points) for seat, meld in bumps], points)
        if found.bumper is not None:
            self._bump(table, found.bumper, answers[found.bumper], card)
        elif wants:
            self._take_up(table, in_turn, answers[in_turn], card, defended=found.defended)
        elif not house_of(table).has_stock(table.seats):
            self._take_up(table, in_turn, Move("take"), card, defended=False)
        else:
            self._draw(table, in_turn)

    def _defence(self, table: "Table", seat: Seat, move: Move, card: Card) -> "Meld | None":
        if move.cards:
            return _meld_of(table, move, card)
        return best_defence(card, table.zones[zone_id("hand", seat)], house_of(table).book)

    def _bump(self, table: "Table", seat: Seat, move: Move, card: Card) -> None:
        """The winner of a bump lays the meld; who sits between is passed over. Rule: khanhoo §4.8."""
        table.declare("bumped", seat, seat)
        _lay(table, seat, move, card)
        _begin_turn(table, seat, taken=None, drew=False)

    def _take_up(self, table: "Table", seat: Seat, move: Move, card: Card, *, defended: bool) -> None:
        if defended:
            table.declare("defended", seat, seat)
        if move.cards:
            _lay(table, seat, move, card)
        else:
            table.move((card,), "discard", zone_id("hand", seat))
        if house_of(table).has_stock(table.seats):
            table.declare("takes", count_of(table, "takes") + 1)
        _begin_turn(table, seat, taken=None if move.cards else card, drew=False)

    def _draw(self, table: "Table", seat: Seat) -> None:
        if not table.zones["stock"] and not _reform(table):
            table.declare("dead", "stock")
            table.enter(Counting.name)
            return
        table.draw(1, "stock", zone_id("hand", seat))
        if table.facts.get("takes"):
            table.declare("takes", 0)
        _begin_turn(table, seat, taken=None, drew=True)

    def refusal(self, table: "Table", seat: Seat, move: Move) -> IllegalMove:
        if seat == table.left_of(turn_of(table)):
            return no_take(table, move)
        return no_bump(table, seat, move)


class Counting(Phase):
    """Everybody's cards are shown and scored, and the match goes on or ends. Rule: khanhoo §8, §9."""

    name = "counting"

    def enter(self, table: "Table") -> None:
        house = house_of(table)
        for seat in range(table.seats):
            table.turn_up(zone_id("hand", seat))
        out = table.facts.get("out")
        result = reckon(holdings(table), out if isinstance(out, int) else None, house)
        table.score(result.how, result.points, result.lines)
        history = [scored.totals for scored in table.scores]
        outcome = verdict(history, [scored.how for scored in table.scores], house)
        if outcome is not None:
            table.end_match(outcome.how, outcome.winners)
            return
        if max(table.totals) >= house.target:
            table.declare("extra_deal", extra_deals(history, house))
        table.next_deal()


def _begin_turn(table: "Table", seat: Seat, *, taken: Card | None, drew: bool) -> None:
    for fact, value in (("taken", taken), ("drew", drew)):
        if table.facts.get(fact) != value:
            table.declare(fact, value)
    table.declare("turn", seat, seat)
    table.enter(Turn.name)


def _reform(table: "Table") -> bool:
    """Make a new stock of the discards; false if that is no longer possible. Rule: khanhoo §5.1, §5.2."""
    reforms, pile = count_of(table, "reforms"), table.zones["discard"]
    turn_over = house_of(table).turn_over
    again = tuple(reversed(pile)) if turn_over else tuple(pile[:-1])
    if reforms == MOST_REFORMS or not again:
        return False
    table.declare("reforms", reforms + 1)
    table.move(again, "discard", "stock")
    if not turn_over:
        table.shuffle("stock", f"reform {reforms + 1}")
    return True


def _sets(verb: str, melds: "tuple[Meld, ...]", card: Card, table: "Table", paragraph: str) -> tuple[Choice, ...]:
    """The choice among melds, named by what they are; none if there are none."""
    if not melds:
        return ()
    sets = tuple(from_hand(meld, card, table.deck) for meld in melds)
    names = tuple(f"{meld.kind}, {meld.points}" for meld in melds)
    return (Choice(verb, sets=sets, names=names, paragraph=paragraph),)


def _meld_of(table: "Table", move: Move, card: Card) -> "Meld":
    meld = read_meld((*move.cards, card), house_of(table).book)
    assert meld is not None, "the choice offered melds only"
    return meld


def _lay(table: "Table", seat: Seat, move: Move, card: Card) -> None:
    meld = _meld_of(table, move, card)
    group = len(table.groups("meld", seat))
    zone = zone_id("meld", seat, group)
    table.move((card,), "discard", zone)
    table.move(move.cards, zone_id("hand", seat), zone)
    table.declare(f"roles:{seat}:{group}", (meld.kind, *meld.roles), seat)


class Khanhoo(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("discard", Visibility.PUBLIC),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("meld", Visibility.PUBLIC, per_seat=True, grouped=True, ordered=False),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Opening(), Claims(), Turn(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset(("discard", "out", "take", "leave", "bump", "pass"))
    arrangements = ("melds", "suit", "rank")

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """The pack of the table. Rule: khanhoo §2.1."""
        return deck_of(House.of(options))

    def terms(self, options: Mapping[str, OptionValue]) -> House:
        """What the options amount to. Rule: khanhoo §10."""
        return House.of(options)

    def choose_dealer(self, table: "Table") -> Seat:
        """The first dealer draws the lowest card; then the deal passes left. Rule: khanhoo §2.3, §9.3."""
        if table.deal:
            return table.left_of(table.dealer)
        return draw_for_deal(table, table.seed)[1]

    def arrange(self, cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
        return insight.arrange(cards, how, board)

    def insight(self, view: "View") -> tuple[str, ...]:
        return insight.insight(view)

    def seat_note(self, board: Board, seat: Seat) -> str:
        return insight.seat_note(board, seat)

    def table_note(self, board: Board) -> str:
        return insight.table_note(board)


GAME: Final = Khanhoo()
