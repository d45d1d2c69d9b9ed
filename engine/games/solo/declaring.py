"""The phases before the play: bidding, declaring, calling. In the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...kit.tricks import ASKED_ALONE, HANDS
from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...play.phases import Phase
from . import auction as bidding
from .auction import OFFERED_BY, Auction
from .cards import ANY, NAMED, QUEEN_OF_CLUBS, callable_cards, holds_both_queens, trump_count
from .contracts import COLOR, DUTY, KINDS, SIMPLE, Rung, games_from, in_words, rung, rung_of
from .state import ALL_PASS, AUCTION, CALLED, DECLARER, GAME, RUNG, TRUMP_SUIT, holder_of, house_of, seat_at

if TYPE_CHECKING:
    from ...play.table import Table

OPEN: Final = "I ask"


class Bidding(Phase):
    """The auction. Rule: solo §4, §5."""

    name = "bidding"
    clock = "bid"

    def enter(self, table: Table) -> None:
        AUCTION.declare(table, Auction())

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return ASKED_ALONE[seat_at(board, AUCTION.of(board).actor)]

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        auction = AUCTION.of(table)
        answers = auction.answers(both_queens=holds_both_queens(table.zones[HANDS[seat]]))
        return tuple(_offer(auction, answer) for answer in answers)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move(self.choices(table, seat)[-1].verb)

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        auction = AUCTION.of(table)
        table.declare(move.verb, _words(auction, move.verb), seat)
        after = auction.after(move.verb)
        AUCTION.declare(table, after)
        if after.is_over:
            self._close(table, after)

    def _close(self, table: Table, auction: Auction) -> None:
        if auction.holder != bidding.NOBODY:
            declarer = seat_at(table, auction.holder)
            DECLARER.declare(table, declarer, declarer)
        else:
            forced = holder_of(table, QUEEN_OF_CLUBS)
            assert forced is not None, "the queen of clubs is in a hand before the play"
            ALL_PASS.declare(table, QUEEN_OF_CLUBS, forced)
            DECLARER.declare(table, forced, forced)
        table.enter(Declaring.name)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        auction = AUCTION.of(table)
        words = rung(auction.level + 1).question
        if move.verb in auction.answers(both_queens=False):
            if move != Move(move.verb):
                return IllegalMove("To bid, select no card.", OFFERED_BY[move.verb])
            return IllegalMove(
                "You hold both black queens: you cannot pass or yield until a player's bid is at least a solo.", "5.2"
            )
        if auction.asked:
            return IllegalMove(f"You are asked: {words}", "4.5")
        if auction.holder == bidding.NOBODY:
            return IllegalMove("Nobody has bid yet.", "4.3")
        return IllegalMove(f"The next question is: {words}", "4.4")


def _offer(auction: Auction, answer: str) -> Choice:
    """The choice of an answer in its own words, without cards."""
    return Choice(answer, sets=((),), names=(_about(auction, answer),), paragraph=OFFERED_BY[answer])


def _about(auction: Auction, answer: str) -> str:
    step = auction.next_rung
    return {
        bidding.ASK: f"a {step.title} or higher",
        bidding.QUERY: f"is the bid {step.asked} ({step.meaning})?",
        bidding.HOLD: f"yes, a {step.title} ({step.meaning})",
        bidding.YIELD: f"no, not a {step.title}",
        bidding.PASS: "no bid" if auction.holder == bidding.NOBODY else f"the bid stays a {rung(auction.level).title}",
    }[answer]


def _words(auction: Auction, answer: str) -> str:
    if answer == bidding.QUERY:
        return auction.next_rung.question
    return OPEN if answer == bidding.ASK else auction.next_rung.title if answer != bidding.PASS else ""


def _worth(step: Rung) -> str:
    """What a game wins or loses: "2 points", "4 points, in the favoured suit"."""
    return f"{step.points} points{f', in {COLOR}' if step.in_color else ''}"


class Declaring(Phase):
    """The declarer names the game and the trumps. Rule: solo §6."""

    name = "declaring"
    clock = "declare"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return ASKED_ALONE[DECLARER.of(board)]

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        games = _games(table, seat)
        return tuple(
            Choice(
                kind,
                places=tuple((suit,) for _, suit in of_kind),
                names=tuple(_worth(step) for step, _ in of_kind),
                paragraph="6.1",
            )
            for kind in KINDS
            if (of_kind := [(step, suit) for step, suit in games if step.kind == kind])
        )

    def default(self, table: Table, seat: Seat) -> Move:
        hand = table.zones[HANDS[seat]]
        games = _games(table, seat)
        lowest = [(step, suit) for step, suit in games if step == games[0][0]]
        # max returns the first of equal suits, and the suits are in the order that decides.
        step, suit = max(lowest, key=lambda game: trump_count(hand, game[1]))
        return Move(step.kind, places=(suit,))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        (suit,) = move.places
        step = rung_of(move.verb, in_color=suit == house_of(table).color)
        TRUMP_SUIT.declare(table, suit, seat)
        RUNG.declare(table, step, seat)
        GAME.declare(table, in_words(step, suit), seat)
        table.enter(Calling.name if step.kind == SIMPLE else "tricks")

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb not in KINDS:
            return IllegalMove("", "6.2")
        if move.cards or len(move.places) != 1 or move.places[0] not in NAMED:
            return IllegalMove("Choose a game and a trump suit.", "6.2")
        step = rung_of(move.verb, in_color=move.places[0] == house_of(table).color)
        if ALL_PASS.is_declared(table) and step.kind != SIMPLE:
            return IllegalMove("Everybody passed, so you can declare only a simple game.", "5.1")
        if step.number < AUCTION.of(table).level:
            return IllegalMove(
                f"You cannot choose a game lower than your bid: {rung(AUCTION.of(table).level).title}.", "6.1"
            )
        if step.number < DUTY and holds_both_queens(table.zones[HANDS[seat]]):
            return IllegalMove("You hold both black queens, so you cannot declare a simple game.", "5.3")
        return IllegalMove("You cannot choose these trumps: no card would be left to call.", "6.3")


def _games(table: Table, seat: Seat) -> tuple[tuple[Rung, str], ...]:
    """The games that the declarer may name, lowest rung first."""
    hand, house = table.zones[HANDS[seat]], house_of(table)
    least = AUCTION.of(table).level
    if holds_both_queens(hand):
        least = max(least, DUTY)
    return tuple(
        (step, suit)
        for step, suit in games_from(least, house.color, simple_only=ALL_PASS.is_declared(table))
        if step.kind != SIMPLE or callable_cards(hand, suit, house.call_rule)
    )


class Calling(Phase):
    """The declarer of a simple game calls a card, whose holder is the partner. Rule: solo §7."""

    name = "calling"
    clock = "declare"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return ASKED_ALONE[DECLARER.of(board)]

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand, trump = table.zones[HANDS[seat]], TRUMP_SUIT.of(table)
        # The others' cards come first: calling one's own card is rare and should not happen by accident.
        cards = sorted(callable_cards(hand, trump, house_of(table).call_rule), key=hand.__contains__)
        names = tuple(_called_name(card, trump, own=card in hand) for card in cards)
        paragraph = "7.1" if cards[0][0] == "A" else "7.2"
        return (Choice("call", sets=tuple((card,) for card in cards), names=names, paragraph=paragraph),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("call", self.choices(table, seat)[0].sets[0])

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        CALLED.declare(table, move.cards[0], seat)
        table.enter("tricks")

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if move.verb != "call":
            return IllegalMove("", "7.1")
        if len(move.cards) != 1:
            return IllegalMove("Call one card: the player who holds it is your partner.", "7.1")
        card, rule = move.cards[0], house_of(table).call_rule
        choice = self.choices(table, seat)[0]
        if (card,) in choice.sets:
            return IllegalMove("Call one card, and select nothing else.", "7.1")
        if card[:-1] != choice.sets[0][0][:-1]:
            kind = "an ace" if choice.paragraph == "7.1" else "only a king, because you hold the aces"
            return IllegalMove(f"You may call {kind}.", choice.paragraph)
        if rule != ANY and card in table.zones[HANDS[seat]]:
            return IllegalMove(f"You cannot call {card}: at this table you cannot call a card that you hold.", "11.7")
        return IllegalMove(f"You cannot call {card}: at this table you cannot call a trump.", "11.7")


def _called_name(card: Card, trump: str, *, own: bool) -> str:
    """The meaning of calling a card, in words."""
    if own:
        return "yours, play alone"
    return "another player's, trumps" if card[-1] == trump else "another player's"
