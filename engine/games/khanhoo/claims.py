"""The claim window: players may claim the newest discard. Rule: khanhoo §4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...kit.wording import capital, counted, spoken
from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.zones import zone_id
from ...play.phases import Phase
from .hand_rules import NO_MELD, bumps_open_to, kinds_to_call, may_keep, points_of, shown_takes, weigh
from .honour import call_bumps
from .melds.solver import melds_with, read_meld
from .melds.tables import MeldBook
from .state import IN_TURN, cached_faces, has_stock, house_of, must_draw, must_meld, top_discard
from .steps import CLAIMS, begin_turn, defence_of, give_in_turn, lay, meld_of, not_in_hand, sets_of, take_up
from .turn import claim_fourth

if TYPE_CHECKING:
    from ...play.table import Table


class Claims(Phase):
    """Players may claim the latest discard; all answer at once. Rule: khanhoo §4."""

    name = CLAIMS
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        thrower = IN_TURN.of(board)
        if len(board.playing) == 2:
            return (board.left_of(thrower),)
        return tuple([seat for seat in board.playing if seat != thrower])

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        hand, card, house = table.zones[zone_id("hand", seat)], top_discard(table), house_of(table)
        fourth = (
            (Choice("cache_bump", paragraph="14.5"),) if house.has_caches and card in cached_faces(table, seat) else ()
        )
        if seat == table.left_of(IN_TURN.of(table)):
            return (*fourth, *_takes(table, hand, card), Choice("leave", paragraph="3.2"))
        if house.honour_bumps:
            bump = _calls(card, len(hand), table)
        else:
            bump = sets_of("bump", bumps_open_to(card, hand, house.book), card, table, "4.2")
        return (*fourth, *bump, Choice("pass", paragraph="4.1"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("leave" if seat == table.left_of(IN_TURN.of(table)) else "pass")

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        card, thrower = top_discard(table), IN_TURN.of(table)
        in_turn = table.left_of(thrower)
        fourth = next((seat for seat in answers if answers[seat].verb == "cache_bump"), None)
        bumps = {
            seat: answers[seat]
            for seat in table.clockwise_from(in_turn)
            if seat in answers and answers[seat].verb == "bump"
        }
        answer = answers[in_turn]
        if fourth is not None:
            claim_fourth(table, fourth, card)
        elif not bumps:  # no player may learn who could have claimed
            give_in_turn(table, in_turn, answer if answer.verb == "take" else None)
        elif house_of(table).honour_bumps:
            call_bumps(table, [(seat, move.places[0]) for seat, move in bumps.items()], answer)
        else:
            _award(table, bumps, in_turn, answer, card)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        if seat == table.left_of(IN_TURN.of(table)):
            return no_take(table, move)
        return no_bump(table, seat, move)


def _takes(table: Table, hand: list[Card], card: Card) -> tuple[Choice, ...]:
    """How the next player may take the discard. Rule: khanhoo §3.2, §3.5, §3.6, §5.3, §10.5."""
    house = house_of(table)
    if not has_stock(table):
        return (Choice("take", paragraph="5.3"),)
    if must_draw(table):
        return ()
    if must_meld(table):
        return sets_of("take", shown_takes(card, hand, house.book), card, table, "10.5")
    return (Choice("take", paragraph="3.2"),) if may_keep(card, hand, house.book) else ()


def _calls(card: Card, concealed: int, table: Table) -> tuple[Choice, ...]:
    """The kinds that a bump may name, whatever the hand."""
    book = house_of(table).book
    kinds = kinds_to_call(card, concealed, book)
    if not kinds:
        return ()
    names = tuple(counted(points_of(kind, book), "point") for kind in kinds)
    return (Choice("bump", names=names, paragraph="15.1", places=tuple((kind,) for kind in kinds)),)


def _award(table: Table, bumps: Mapping[Seat, Move], in_turn: Seat, answer: Move, card: Card) -> None:
    """Give the card to the best of the bumps and the defence. Rule: khanhoo §4.5-§4.9."""
    melds = {seat: meld_of(table, move, card) for seat, move in bumps.items()}
    wants = answer.verb == "take"
    defence = defence_of(table, in_turn, answer) if wants else None
    if wants:
        table.declare("defence", defence.kind if defence else NO_MELD, in_turn)
    for seat, meld in melds.items():
        table.declare("bump", meld.kind, seat)
    points = (defence.points if defence else 0) if wants else None
    bumper = weigh([(seat, meld.points) for seat, meld in melds.items()], points).bumper
    if bumper is None:
        take_up(table, in_turn, answer, defended=True)
        return
    table.declare("bumped", bumper, bumper)
    lay(table, bumper, bumps[bumper], card)
    begin_turn(table, bumper, taken=None, drew=False)


def no_take(board: Board, move: Move) -> IllegalMove:
    """Why a move of the next player is refused."""
    if move.verb == "bump":
        return IllegalMove("You are next, so you cannot bump.", "4.4")
    if move.verb == "cache_bump":
        return _no_cache_bump(board)
    if move.verb != "take":
        return IllegalMove("To leave the discard, select no card." if move.verb == "leave" else "", "3.2")
    if has_stock(board) and must_draw(board):
        return IllegalMove("You cannot take the discard: the players took too many discards in a row.", "3.5")
    if must_meld(board):
        return IllegalMove("If you take the discard at this table, you must meld it at once.", "10.5")
    if move.cards or move.places or move.groups:
        return IllegalMove("You take the discard into your hand, so select no card.", "3.2")
    return IllegalMove("You cannot take this card: you would have no card left that you may discard.", "3.6")


def no_bump(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """Why a move of a player out of turn is refused."""
    house = house_of(board)
    hand, card = board.zones[zone_id("hand", seat)], top_discard(board)
    if move.verb == "cache_bump":
        return _no_cache_bump(board)
    if move.verb != "bump":
        return IllegalMove("To pass, select no card." if move.verb == "pass" else "It is not your turn.", "4.1")
    if house.honour_bumps and not kinds_to_call(card, len(hand), house.book):
        return IllegalMove(
            f"You cannot bump: after a meld with {spoken(card)}, you would have no card to discard.", "4.3"
        )
    if house.honour_bumps:
        return IllegalMove(f"Call a kind of meld that can contain {spoken(card)}, and keep a card to discard.", "15.1")
    if not bumps_open_to(card, hand, house.book):
        return _no_bump_at_all(card, hand, house.book)
    missing = next((held for held in move.cards if move.cards.count(held) > hand.count(held)), None)
    if missing is not None:
        return not_in_hand(missing, hand, "4.2")
    meld = read_meld((*move.cards, card), house.book)
    if meld is None or move.places or move.groups:
        return IllegalMove(f"You cannot bump: these cards make no meld with {spoken(card)}.", "4.2")
    if meld.is_sequence:
        return IllegalMove("You cannot bump for a sequence.", "4.2")
    return IllegalMove("You cannot bump: no card would be left to discard.", "4.3")


def _no_bump_at_all(card: Card, hand: list[Card], book: MeldBook) -> IllegalMove:
    """Why no cards of the hand can make a bump."""
    found = melds_with(card, hand, book)
    if not found:
        return IllegalMove(f"You cannot bump: {spoken(card)} makes no meld with your cards.", "4.2")
    if all(meld.is_sequence for meld in found):
        only = f"{capital(spoken(card))} makes only a sequence with your cards"
        return IllegalMove(f"{only}, and you cannot bump for a sequence.", "4.2")
    return IllegalMove("You cannot bump: no card would be left to discard.", "4.3")


def _no_cache_bump(board: Board) -> IllegalMove:
    return IllegalMove(f"You have no cache of {spoken(top_discard(board))}.", "14.5")
