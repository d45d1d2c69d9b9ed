"""Kanhu under the Ming: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.tricks import HANDS, LEADER, TAKEN_ZONES, not_held
from ...model.board import Board
from ...model.cards import Card, Deck, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import hints
from .cards import (
    BIT,
    HAND_SIZES,
    MELD_OF,
    MELD_SIZE,
    PACK,
    SUITS,
    THOUSAND,
    HouseRules,
    beating,
    bonus,
    cards_of,
    melds_in,
    set_of,
    singles,
)
from .hints import names_of, play_name
from .meta import META
from .scoring import match_end, next_eldest, reckon, settle
from .state import (
    BEST,
    PRIZES,
    SLUFFS,
    answers_last,
    answers_next,
    captured_count,
    draw_for_eldest,
    house_of,
    prizes_of,
    unseen_by,
)

if TYPE_CHECKING:
    from ...model.view import View
    from ...play.table import Table


class Dealing(Phase):
    """The draw for the first lead, then thirteen or nine cards each. Rule: kanhu_ming §2."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        if _is_drawn(table, table.deal) and (table.given_deal is None or table.given_deal.dealer is None):
            drawn, eldest = draw_for_eldest(table.deal_seed, table.deal, table.seats)
            table.declare("eldest_draw", drawn, eldest)
        size = HAND_SIZES[table.seats]
        table.deal_hands((table.right_of(table.dealer, steps), size) for steps in range(table.seats))
        LEADER.declare(table, table.dealer, table.dealer)
        table.enter(Lead.name)


class Lead(Phase):
    """One card, or a meld of three. Rule: kanhu_ming §3.1, §3.2."""

    name = "lead"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (LEADER.of(board),)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand, unseen = set_of(table.zones[HANDS[seat]]), unseen_by(table, seat)
        plays = (*[meld.cards for meld in melds_in(hand)[::-1]], *singles(hand)[::-1])
        names = names_of(plays, unseen)
        return (Choice("lead", sets=tuple(map(cards_of, plays)), names=names, paragraph="3.2"),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("lead", (table.zones[HANDS[seat]][0],))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        _hold_trick(table, seat, move)
        table.enter(Follow.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_lead(table.zone("hand", seat), move)


class Follow(Phase):
    """The others, to the right: they beat the best cards, or discard. Rule: kanhu_ming §3.3, §4, §5."""

    name = "follow"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (answers_next(board),)

    def ask(self, table: Table, seat: Seat) -> tuple[tuple[Choice, ...], Move]:
        hand, best = tuple(table.zones[HANDS[seat]]), BEST.of(table)[1]
        count = len(best)
        sluff, default = Choice("sluff", hand, count, count, paragraph="3.5"), Move("sluff", hand[:count])
        plays = beating(set_of(hand), set_of(best))
        if not plays:
            return (sluff,), default
        is_last = answers_last(table, seat)
        unseen = 0 if is_last else unseen_by(table, seat)
        names = names_of(plays, unseen, is_last=is_last)
        return (Choice("beat", sets=tuple(map(cards_of, plays)), names=names, paragraph="3.3"), sluff), default

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return self.ask(table, seat)[0]

    def default(self, table: Table, seat: Seat) -> Move:
        return self.ask(table, seat)[1]

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "beat":
            _hold_trick(table, seat, move)
        else:
            face_down = house_of(table).face_down
            table.move(move.cards, HANDS[seat], SLUFFS[seat] if face_down else "trick")
        if answers_last(table, seat):
            _take_trick(table)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return no_answer(table.zone("hand", seat), move, BEST.of(table)[1])


class Counting(CountingPhase):
    """All cards are turned up and scored, and the match goes on or ends. Rule: kanhu_ming §3.7, §7, §8."""

    extra_fact = "extra_hand"

    def reckon(self, table: Table) -> Reckoning:
        for taker in range(table.seats):
            for sluffer in range(table.seats):
                if table.zones.get(zone := zone_id("captured", taker, sluffer)):
                    table.turn_up(zone)
        table.turn_up("stock")
        return reckon([captured_count(table, seat) for seat in range(table.seats)], prizes_of(table))

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table))

    def payouts(self, table: Table) -> tuple[int, ...]:
        return settle(table.totals) if house_of(table).pairwise else ()


def _hold_trick(table: Table, seat: Seat, move: Move) -> None:
    """Play a lead or cards that beat, which are then the best of the trick."""
    table.move(move.cards, HANDS[seat], "trick")
    BEST.declare(table, (seat, move.cards), seat)
    if len(move.cards) == MELD_SIZE:
        table.declare("meld", play_name(set_of(move.cards)), seat)


def _take_trick(table: Table) -> None:
    """The best play takes all cards, and its player leads next. Rule: kanhu_ming §3.6, §7."""
    winner, cards = BEST.of(table)
    zones = table.zones
    table.move(tuple(zones["trick"]), "trick", TAKEN_ZONES[winner])
    for seat in range(table.seats):
        if sluffed := zones[SLUFFS[seat]]:
            table.move(tuple(sluffed), SLUFFS[seat], zone_id("captured", winner, seat))
    points = bonus(set_of(cards))
    if points:
        PRIZES.declare(table, (*PRIZES.of(table), (winner, " ".join(cards))), winner)
        table.declare("bonus", points, winner)
    if zones[HANDS[winner]]:
        LEADER.declare(table, winner, winner)
        table.enter(Lead.name)
    else:
        table.enter(Counting.name)


_WANTED: Final = {1: "one card", MELD_SIZE: "three cards"}


def no_lead(hand: Sequence[Card], move: Move) -> IllegalMove:
    """Why a move is not a lead."""
    if move.verb != "lead":
        return IllegalMove("You lead this trick.", "3.2")
    if len(move.cards) not in _WANTED:
        return IllegalMove(f"Lead one card or three cards. You selected {len(move.cards)}.", "3.2")
    missing = not_held(hand, move, "3.2")
    if missing is not None:
        return missing
    return IllegalMove("You cannot lead these three cards: they make no gibbon, leopard or special meld.", "3.2")


def no_answer(hand: Sequence[Card], move: Move, best: tuple[Card, ...]) -> IllegalMove:
    """Why a move does not answer the lead. best: the best cards so far."""
    if move.verb == "lead":
        return IllegalMove("You cannot lead now.", "3.3")
    if len(move.cards) != len(best):
        wanted = _WANTED[len(best)]
        return IllegalMove(f"The lead has {wanted}, so play {wanted}. You selected {len(move.cards)}.", "3.3")
    missing = not_held(hand, move, "3.3")
    if missing is not None:
        return missing
    if len(best) == 1:
        return _no_single(move.cards[0], best[0])
    return _no_meld(move.cards, best)


def _no_single(card: Card, best: Card) -> IllegalMove:
    held = play_name(BIT[best])
    if best == THOUSAND:
        return IllegalMove("Nothing beats the Thousand Myriad.", "4.4")
    if card == THOUSAND:
        return IllegalMove(f"The Thousand Myriad beats only Myriads, not the {held}.", "4.3")
    if any(BIT[card] & suit and BIT[best] & suit for suit in SUITS):
        return IllegalMove(f"The {play_name(BIT[card])} is lower than the {held}.", "4.1")
    return IllegalMove(f"The {play_name(BIT[card])} cannot beat the {held}, because its suit is lower.", "4.2")


def _no_meld(cards: tuple[Card, ...], best: tuple[Card, ...]) -> IllegalMove:
    holding = MELD_OF[set_of(best)]
    meld = MELD_OF.get(set_of(cards))
    if meld is None:
        return IllegalMove(
            f"These three cards make no meld and cannot beat the {holding.name}. You may discard them.", "3.3"
        )
    if meld.kind == holding.kind:
        paragraph = {"gibbon": "5.5", "leopard": "5.6", "special": "5.7"}[meld.kind]
        return IllegalMove(f"{meld.name} is lower than {holding.name}.", paragraph)
    if holding.kind == "leopard":
        return IllegalMove("Only a higher leopard or the Hero beats a leopard.", "5.6")
    paragraph = "5.5" if holding.kind == "gibbon" else "5.7"
    return IllegalMove(f"Only a higher {holding.kind} beats a {holding.kind}.", paragraph)


def _is_drawn(board: Board, hand: int) -> bool:
    """Whether a draw decides who leads first in a deal. Rule: kanhu_ming §2.3, §9.3."""
    return hand == 1 or house_of(board).eldest_next == "redraw"


class KanhuMing(Game):
    """The game as the registry finds it. The dealer of a deal is the player who leads first."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("trick", Visibility.PUBLIC),
            # Discarded to the current trick: only its owner knows it.
            ZoneKind("sluff", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("taken", Visibility.PUBLIC, per_seat=True),
            # Cards taken face down: one group in a seat's pile for each player who discarded, by that player's seat.
            # Nobody sees them, but each player knows their own discards.
            ZoneKind("captured", Visibility.NOBODY, per_seat=True, grouped=True, ordered=False),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Lead(), Follow(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset(("lead", "beat", "sluff"))
    arrangements = ("suit", "number", "melds")
    hints = hints

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """Thirty cards, whatever the options. Rule: kanhu_ming §1.2."""
        return _DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: kanhu_ming §9."""
        return HouseRules.of(options)

    def in_hand(self, view: View) -> Mapping[str, str]:
        """The viewer's melds of each kind. Rule: kanhu_ming §5."""
        return hints.in_hand(view)

    def trick_note(self, board: Board) -> str:
        """How many cards each player plays to the trick. Rule: kanhu_ming §3.2, §3.3."""
        return hints.trick_note(board)

    def choose_dealer(self, table: Table) -> Seat:
        """The first leader: by a draw, or from the deal before. Rule: kanhu_ming §2.3, §8.4, §9.3."""
        if _is_drawn(table, table.deal + 1):
            return draw_for_eldest(table.deal_seed, table.deal + 1, table.seats)[1]
        return next_eldest(table.dealer, table.scores[-1].points, house_of(table).eldest_next)


_DECK: Final = Deck(PACK)

GAME: Final = KanhuMing()
