"""Why a move is not allowed: a sentence for the player, and the paragraph that forbids it."""

from ...board import Board
from ...cards import Seat
from ...melds import read_meld
from ...moves import IllegalMove, Move
from ...zones import zone_id
from .reading import begin, house_of, must_draw, spoken, top_discard


def no_throw(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To the seat in turn, which may throw a card or go out."""
    if move.verb not in ("discard", "out"):
        return IllegalMove("It is your turn: throw one card, or go out.", "3.3")
    if len(move.cards) != 1:
        return IllegalMove("Throw exactly one card.", "3.3")
    card = move.cards[0]
    if card not in board.zones[zone_id("hand", seat)]:
        return IllegalMove(f"{begin(spoken(card))} is not in your hand.", "3.3")
    if move.verb == "out":
        return IllegalMove(f"Without {spoken(card)} your other cards are not all in melds.", "7.1")
    return IllegalMove(f"You have just taken {spoken(card)} and may not throw it back.", "3.4")


def no_take(board: Board, move: Move) -> IllegalMove:
    """To the next player, who may take the discard or leave it."""
    house = house_of(board)
    if move.verb == "bump":
        return IllegalMove("You are next in turn: take the card or leave it; bumping is for the others.", "4.4")
    if move.verb != "take":
        return IllegalMove("Take the card that was thrown, or leave it.", "3.2")
    if house.has_stock(board.seats) and must_draw(board):
        return IllegalMove("Discards have been taken too often in a row: you must draw from the stock.", "3.5")
    if house.expose_taken_discard and house.has_stock(board.seats):
        return IllegalMove("Who takes a discard here lays it at once, in a meld with cards of the hand.", "10.5")
    if move.cards:
        return IllegalMove("Take the card without naming others.", "3.2")
    return IllegalMove("You would have no card left to throw.", "3.6")


def no_bump(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To a player out of turn, who may bump the discard or pass."""
    hand, card = board.zones[zone_id("hand", seat)], top_discard(board)
    if move.verb != "bump":
        return IllegalMove("You are not next in turn: bump the card, or pass.", "4.1")
    missing = next((held for held in move.cards if move.cards.count(held) > hand.count(held)), None)
    if missing is not None:
        return IllegalMove(f"{begin(spoken(missing))} is not in your hand that often.", "4.2")
    meld = read_meld((*move.cards, card), house_of(board).book)
    if meld is None:
        return IllegalMove(f"These cards make no meld with {spoken(card)}.", "4.2")
    if meld.is_sequence:
        return IllegalMove("A sequence makes no bump.", "4.2")
    return IllegalMove("You would have no card left to throw.", "4.3")
