"""Solo: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.wording import SUIT_WORDS
from ...model.board import Board, number_of
from ...model.cards import Deck, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.zones import Visibility, ZoneKind, ZonePlan
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import auction, hints
from .cards import (
    HAND_SIZE,
    PACK,
    QUEEN_OF_CLUBS,
    QUEEN_OF_SPADES,
    RANKINGS,
    RANKS,
    SEATS,
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
    HANDS,
    TAKEN,
    called_card,
    house_of,
    leader_of,
    missing_from,
    tricks_of,
    true_contract,
    trump_of,
)

if TYPE_CHECKING:
    from ...model.cards import Card
    from ...play.table import Table


class Dealing(Phase):
    """Eight cards each. Rule: solo §3."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        first = table.left_of(table.dealer)
        table.deal_hands((seat, HAND_SIZE) for seat in table.clockwise_from(first))
        table.enter(Bidding.name)


class Tricks(Phase):
    """Eight tricks. Rule: solo §8."""

    name = "tricks"

    def enter(self, table: Table) -> None:
        first = table.left_of(table.dealer)
        table.declare("leader", first, first)

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return ALONE[(leader_of(board) + len(board.zones["trick"])) % SEATS]

    def ask(self, table: Table, seat: Seat) -> tuple[tuple[Choice, ...], Move]:
        hand, trick, trump = table.zones[HANDS[seat]], table.zones["trick"], trump_of(table)
        cards = may_play(hand, trick[0] if trick else None, trump)
        paragraph = "8.1" if not trick else "8.2" if len(cards) < len(hand) else "8.3"
        lowest = min(cards, key=RANKINGS[trump].height.__getitem__)
        return (Choice("play", cards, 1, 1, paragraph=paragraph),), Move("play", (lowest,))

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return self.ask(table, seat)[0]

    def default(self, table: Table, seat: Seat) -> Move:
        return self.ask(table, seat)[1]

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        table.move(move.cards, HANDS[seat], "trick")
        if move.cards[0] == called_card(table):
            _reveal(table, seat)
        trick = table.zones["trick"]
        if len(trick) < SEATS:
            return
        winner = trick_winner(trick, leader_of(table), trump_of(table))
        table.move(tuple(trick), "trick", TAKEN[winner])
        if not table.zones[HANDS[winner]] or _stops(table):
            table.enter(Counting.name)
        else:
            table.declare("leader", winner, winner)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "play" or len(move.cards) != 1 or move.places:
            return IllegalMove("It is your turn to play one card to the trick.", "8.1")
        if missing_from(table.zones[HANDS[seat]], move.cards):
            return IllegalMove(f"You do not hold {move.cards[0]}.", "8.1")
        trick, trump = table.zones["trick"], trump_of(table)
        if move.cards[0] in self.choices(table, seat)[0].cards:
            return IllegalMove("Play the card, and name nothing else.", "8.1")
        suit = suit_in(trick[0], trump)
        if suit == trump:
            return IllegalMove(f"Trumps were led, and you hold one: {_trumps_in_words(table, seat, trump)}.", "8.2")
        if suit_in(move.cards[0], trump) != move.cards[0][-1]:
            return IllegalMove(f"The black queens are trumps: you hold {SUIT_WORDS[suit]} and must follow.", "8.2")
        return IllegalMove(f"You hold {SUIT_WORDS[suit]} and must follow suit.", "8.2")


def _trumps_in_words(table: Table, seat: Seat, trump: str) -> str:
    return " ".join(card for card in table.zones[HANDS[seat]] if suit_in(card, trump) == trump)


def _reveal(table: Table, seat: Seat) -> None:
    """The called card has been seen: say whose it is. Rule: solo §7.3, §7.4."""
    if seat == number_of(table, "declarer"):
        table.declare("alone", True, seat)
    else:
        table.declare("partner", seat, seat)


def _stops(table: Table) -> bool:
    """Whether the deal ends before its last trick; then the holder of the called card is named. Rule: solo §11.8."""
    if not house_of(table).stop_when_decided:
        return False
    contract = true_contract(table)
    if is_made(contract, tricks_of(table)) is None:
        return False
    table.declare("decided", True)
    called = called_card(table)
    if called is not None and "partner" not in table.facts and "alone" not in table.facts:
        _reveal(table, contract.declarer if contract.partner is None else contract.partner)
    return True


class Counting(CountingPhase):
    """The points of the deal, and whether the match is over. Rule: solo §9, §10."""

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

    def terms(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """What the options amount to. Rule: solo §11."""
        return HouseRules.of(options)

    def arrange(self, cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
        """By suit, the trumps last and by their power, or by rank with the trumps last; lowest first.

        Before trumps are named only the black queens stand with them, for they are trumps in any case.
        """
        trump = trump_of(board)
        if trump:
            ranking = RANKINGS[trump]
            return tuple(sorted(cards, key=(ranking.code if how == "suit" else ranking.height).__getitem__))
        return tuple(sorted(cards, key=_AS_DEALT[how].__getitem__))


_DECK: Final = Deck(PACK)

_SORTED: Final = sorted(PACK, key=lambda card: PACK.index(card) % len(RANKS))
_QUEENS_LAST: Final = (QUEEN_OF_SPADES, QUEEN_OF_CLUBS)
_AS_DEALT: Final = {
    how: {card: _QUEENS_LAST.index(card) + len(PACK) if card in _QUEENS_LAST else order.index(card) for card in PACK}
    for how, order in (("suit", list(PACK)), ("rank", _SORTED))
}
"""Places of the cards before trumps are named, for each arrangement."""

GAME: Final = Solo()
