"""Solo: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.tricks import HANDS, TrickPhase, not_held
from ...kit.wording import SUIT_WORDS
from ...model.board import Board
from ...model.cards import Card, Deck, Seat
from ...model.events import Event
from ...model.moves import IllegalMove, Move
from ...model.options import OptionValue
from ...model.telling import Telling
from ...model.zones import Visibility, ZoneKind, ZonePlan
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import auction, hints
from .cards import (
    HAND_SIZE,
    PACK,
    RANKINGS,
    HouseRules,
    may_play,
    suit_in,
    trick_winner,
)
from .contracts import KINDS
from .declaring import Bidding, Calling, Declaring
from .meta import META
from .scoring import is_made, match_end, reckon
from .state import (
    ALONE,
    CALLED,
    DECLARER,
    PARTNER,
    TRUMP_SUIT,
    house_of,
    is_partner_hidden,
    tricks_of,
    true_contract,
)

if TYPE_CHECKING:
    from ...play.table import Table


class Dealing(Phase):
    """Eight cards each. Rule: solo §3."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        first = table.left_of(table.dealer)
        table.deal_hands((seat, HAND_SIZE) for seat in table.clockwise_from(first))
        table.enter(Bidding.name)


class Tricks(TrickPhase):
    """Eight tricks. Rule: solo §8."""

    def legal(self, table: Table, seat: Seat) -> tuple[tuple[Card, ...], str, Card]:
        hand, trick, trump = table.zones[HANDS[seat]], table.zones["trick"], TRUMP_SUIT.of(table)
        cards = may_play(hand, trick[0] if trick else None, trump)
        paragraph = "8.1" if not trick else "8.2" if len(cards) < len(hand) else "8.3"
        return cards, paragraph, min(cards, key=RANKINGS[trump].height.__getitem__)

    def winner(self, board: Board, trick: Sequence[Card], leader: Seat) -> Seat:
        return trick_winner(trick, leader, TRUMP_SUIT.of(board))

    def after_card(self, table: Table, seat: Seat, card: Card) -> None:
        if card == CALLED.of(table):
            _reveal(table, seat)

    def stop_early(self, table: Table) -> bool:
        """Rule: solo §11.8."""
        if not house_of(table).stop_when_decided:
            return False
        contract = true_contract(table)
        if is_made(contract, tricks_of(table)) is None:
            return False
        table.declare("decided", True)
        if is_partner_hidden(table):
            _reveal(table, contract.declarer if contract.partner is None else contract.partner)
        return True

    def finish(self, table: Table) -> None:
        table.enter(Counting.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "play":
            return IllegalMove("", "8.1")
        if len(move.cards) != 1 or move.places:
            return IllegalMove("Play one card to the trick.", "8.1")
        missing = not_held(table.zones[HANDS[seat]], move, "8.1")
        if missing is not None:
            return missing
        trick, trump = table.zones["trick"], TRUMP_SUIT.of(table)
        if move.cards[0] in self.choices(table, seat)[0].cards:
            return IllegalMove("Play one card, and select nothing else.", "8.1")
        suit = suit_in(trick[0], trump)
        if suit == trump:
            return IllegalMove(
                f"You must follow suit: trumps were led, and you hold {_trumps_in_words(table, seat, trump)}.", "8.2"
            )
        if suit_in(move.cards[0], trump) != move.cards[0][-1]:
            return IllegalMove(f"The black queens are trumps. You hold {SUIT_WORDS[suit]} and must follow suit.", "8.2")
        return IllegalMove(f"You must follow suit: you hold {SUIT_WORDS[suit]}.", "8.2")


def _trumps_in_words(table: Table, seat: Seat, trump: str) -> str:
    return " ".join(card for card in table.zones[HANDS[seat]] if suit_in(card, trump) == trump)


def _reveal(table: Table, seat: Seat) -> None:
    """The called card was played: declare the partner. Rule: solo §7.3, §7.4."""
    if seat == DECLARER.of(table):
        ALONE.declare(table, True, seat)
    else:
        PARTNER.declare(table, seat, seat)


class Counting(CountingPhase):
    """The deal is scored, and the match goes on or ends. Rule: solo §9, §10."""

    def reckon(self, table: Table) -> Reckoning:
        return reckon(true_contract(table), tricks_of(table))

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table))


class Solo(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("trick", Visibility.PUBLIC),
            ZoneKind("taken", Visibility.PUBLIC, per_seat=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase for phase in (Dealing(), Bidding(), Declaring(), Calling(), Tricks(), Counting(), Between())
    }
    first_phase = Dealing.name
    verbs = frozenset((*auction.VERBS, *KINDS, "call", "play"))
    arrangements = ("suit", "rank")
    hints = hints

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """32 cards, whatever the options. Rule: solo §2.1."""
        return _DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: solo §11."""
        return HouseRules.of(options)

    def telling(self, event: Event, board: Board) -> Telling | None:
        return hints.telling(event, board)

    def trick_note(self, board: Board) -> str:
        """The suit to follow. Rule: solo §8.2."""
        trick, trump = board.zones["trick"], TRUMP_SUIT.of(board)
        if not trick:
            return ""
        suit = suit_in(trick[0], trump)
        return "trumps led" if suit == trump else f"{SUIT_WORDS[suit]} led"


_DECK: Final = Deck(PACK)

GAME: Final = Solo()
