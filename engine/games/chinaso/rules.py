"""Chinaso: its phases and its table, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.first_dealer import tell_draw
from ...model.board import Board
from ...model.cards import Card, Deck, Seat
from ...model.events import Event
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.telling import Telling
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import hints
from .cards import DECK, HouseRules
from .deal import draw_for_deal, lay_stock
from .melds import LOW, Meld, fault_in, lying, read_group
from .meta import META
from .scoring import CHINASO, NO_STOCK, NO_TURNS, OUT, match_end, reckon
from .state import (
    ENDED,
    IN_TURN,
    LAID_DOWN,
    RESTOCK,
    TURNS,
    WENT_OUT,
    contract_of,
    could_draw,
    dull_discard,
    house_of,
    is_chinaso,
    is_down,
    seats_asked,
    top_discard,
)
from .turn import first_buyer, lay_down, lay_offs, no_offer, no_play, replacements

if TYPE_CHECKING:
    from ...model.view import View
    from ...play.table import Table

_IN_TURN: Final = (Choice("take", paragraph="5.2"), Choice("deck", paragraph="5.2"))
_OUT_OF_TURN: Final = (Choice("buy", paragraph="5.4"), Choice("pass", paragraph="5.4"))
_DECK: Final = Move("deck")
_PASS: Final = Move("pass")


class Dealing(Phase):
    """The cut, the hands, and a card turned up. Rule: chinaso §2."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        tell_draw(table, draw_for_deal)
        contract, house = contract_of(table), house_of(table)
        table.declare("contract", contract.title)
        first = table.left_of(table.dealer)
        sizes = [(seat, contract.cards) for seat in table.clockwise_from(first)]
        for seat, size in lay_stock(table, sizes, for_cutter=house.cutters_joker).items():
            table.draw(size, "stock", zone_id("hand", seat))
        table.draw(1, "stock", "discard")
        _begin_turn(table, first)


class Offer(Phase):
    """The latest discard is offered to the player in turn and to those who may buy it; all answer at once. Rule:
    chinaso §5.
    """

    name = "offer"
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return seats_asked(board)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return _IN_TURN if seat == IN_TURN.of(table) else _OUT_OF_TURN

    def default(self, table: Table, seat: Seat) -> Move:
        return _DECK if seat == IN_TURN.of(table) else _PASS

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        turn = IN_TURN.of(table)
        first = table.left_of(table.dealer) if house_of(table).from_dealer else table.left_of(turn)
        buyers = [seat for seat, move in answers.items() if move.verb == "buy"]
        _get_card(table, turn, answers[turn], first_buyer(buyers, table.clockwise_from(first)))

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_offer(table, seat, move)


class Drawing(Phase):
    """If nobody else may buy, the player in turn takes the discard or draws. Rule: chinaso §5.2, §5.9."""

    name = "drawing"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (IN_TURN.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return _IN_TURN

    def default(self, table: Table, seat: Seat) -> Move:
        return _DECK

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        _get_card(table, seat, move, None)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_offer(table, seat, move)


class Play(Phase):
    """The player in turn lays cards if they like, and discards one. Rule: chinaso §5.11, §6, §7."""

    name = "play"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (IN_TURN.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand = table.zones[zone_id("hand", seat)]
        discard = Choice("discard", tuple(hand), 1, 1, paragraph="5.11")
        if is_down(table, seat):
            found = (lay_offs(hand, table), replacements(hand, table), discard)
        else:
            found = (lay_down(hand, contract_of(table)), None, discard)
        return tuple([choice for choice in found if choice is not None])

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("discard", (dull_discard(table.zones[zone_id("hand", seat)]),))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        match move.verb:
            case "discard":
                self._discard(table, seat, move)
                return
            case "lay_down":
                _lay_down(table, seat, move)
            case "lay_off":
                _lay_off(table, seat, move.cards[0], move.places)
            case "replace_joker":
                _replace_joker(table, seat, move.cards[0], move.places)
        if not table.zones[zone_id("hand", seat)]:
            _go_out(table, seat, CHINASO if is_chinaso(table, seat) else OUT)

    def _discard(self, table: Table, seat: Seat, move: Move) -> None:
        table.move(move.cards, zone_id("hand", seat), "discard")
        if table.zones[zone_id("hand", seat)]:
            _begin_turn(table, table.left_of(seat))
            return
        doubled = is_chinaso(table, seat) and house_of(table).chinaso_with_discard
        _go_out(table, seat, CHINASO if doubled else OUT)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_play(table, seat, move)


class Counting(CountingPhase):
    """The cards left in the hands are shown and scored, and the match goes on or ends. Rule: chinaso §8, §9."""

    def reckon(self, table: Table) -> Reckoning:
        for seat in table.playing:
            table.turn_up(zone_id("hand", seat))
        hands = [table.zones[zone_id("hand", seat)] for seat in range(table.seats)]
        return reckon(hands, table.playing, ENDED.of(table))

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table))


def _begin_turn(table: Table, seat: Seat) -> None:
    """Begin the next turn, unless the deal has lasted too long. Rule: chinaso §7.6."""
    turns = TURNS.of(table)
    if turns >= house_of(table).turn_cap * len(table.playing):
        _end_hand(table, NO_TURNS)
        return
    TURNS.declare(table, turns + 1)
    IN_TURN.declare(table, seat, seat)
    table.enter(Offer.name if len(seats_asked(table)) > 1 else Drawing.name)


def _get_card(table: Table, seat: Seat, move: Move, buyer: Seat | None) -> None:
    """The player in turn takes the discard, or leaves it to a buyer and draws. Rule: chinaso §5.2, §5.7, §7.5."""
    card = top_discard(table)
    if move.verb == "take":
        table.move((card,), "discard", zone_id("hand", seat))
        table.enter(Play.name)
        return
    left = could_draw(table)
    if not left:
        _end_hand(table, NO_STOCK)
        return
    if buyer is not None:
        table.declare("bought", buyer, buyer)
        table.move((card,), "discard", zone_id("hand", buyer))
        if left > 1 and house_of(table).buy_penalty:
            RESTOCK.draw(table, zone_id("hand", buyer), keeps_top=False)
    RESTOCK.draw(table, zone_id("hand", seat), keeps_top=buyer is None)
    table.enter(Play.name)


def _lay_down(table: Table, seat: Seat, move: Move) -> None:
    """The whole contract at once. Rule: chinaso §6.1."""
    LAID_DOWN.declare(table, TURNS.of(table), seat)
    shape = contract_of(table).shape
    for group, (word, cards) in enumerate(zip(shape, move.groups, strict=True)):
        meld = read_group(word, cards)
        assert meld is not None, "the groups were looked at before the move was taken"
        zone = zone_id("meld", seat, group)
        table.move(meld.cards, zone_id("hand", seat), zone)
        _tell_roles(table, zone, meld, seat)


def _lay_off(table: Table, seat: Seat, card: Card, places: tuple[str, ...]) -> None:
    """Lay off a card on a meld of the table. Rule: chinaso §6.4, §6.7."""
    zone = places[0]
    meld = lying(table.zones[zone])
    end = places[1] if len(places) > 1 else meld.ends_for(card)[0]
    table.move((card,), zone_id("hand", seat), zone)
    _set_down(table, zone, meld.with_card(card, end), seat, is_moved=end == LOW)


def _replace_joker(table: Table, seat: Seat, card: Card, places: tuple[str, ...]) -> None:
    """A joker's own card in its place; the joker goes to an end of the same straight. Rule: chinaso §6.5, §6.6."""
    zone, end = places
    meld = lying(table.zones[zone])
    table.move((card,), zone_id("hand", seat), zone)
    _set_down(table, zone, meld.with_joker_replaced(end), seat, is_moved=True)


def _set_down(table: Table, zone: str, meld: Meld, seat: Seat, *, is_moved: bool) -> None:
    if is_moved:
        table.reorder(zone, meld.cards)
    _tell_roles(table, zone, meld, seat)


def _tell_roles(table: Table, zone: str, meld: Meld, seat: Seat) -> None:
    """Declare what each card of a meld stands for. Rule: chinaso §4.6."""
    table.declare(f"roles:{zone.partition(':')[2]}", (meld.kind, *meld.roles), seat)


def _go_out(table: Table, seat: Seat, how: str) -> None:
    WENT_OUT.declare(table, seat, seat)
    _end_hand(table, how)


def _end_hand(table: Table, how: str) -> None:
    ENDED.declare(table, how)
    table.enter(Counting.name)


class Chinaso(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("discard", Visibility.PUBLIC),
            ZoneKind("cut", Visibility.PUBLIC),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("meld", Visibility.PUBLIC, per_seat=True, grouped=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Offer(), Drawing(), Play(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset(("take", "deck", "buy", "pass", "lay_down", "lay_off", "replace_joker", "discard"))
    arrangements = ("melds", "suit", "rank")
    hints = hints
    high_wins = False

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """Two packs and four jokers. Rule: chinaso §2.1."""
        return DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: chinaso §10."""
        return HouseRules.of(options)

    def in_hand(self, view: View) -> Mapping[str, str]:
        """What the viewer has of the contract. Rule: chinaso §3."""
        return hints.in_hand(view)

    def choose_dealer(self, table: Table) -> Seat:
        """The first dealer draws the highest card; then the deal passes left. Rule: chinaso §2.3, §2.4."""
        if table.deal:
            return table.left_of(table.dealer)
        return draw_for_deal(table, table.deal_seed)[1]

    def telling(self, event: Event, board: Board) -> Telling | None:
        return hints.telling(event, board)

    def round_deals(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """One deal for each contract: a whole match. Rule: chinaso §3.1, §10.1."""
        return len(HouseRules.of(options).contracts)

    def group_fault(self, word: str, cards: tuple[Card, ...], board: Board) -> str:
        """Why cards are not a set or a straight. Rule: chinaso §4."""
        return fault_in(word, cards)


GAME: Final = Chinaso()
