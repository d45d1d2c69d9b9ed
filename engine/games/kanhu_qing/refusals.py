"""Why a move is not allowed: a sentence for the player, and the paragraph that forbids it."""

from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.moves import IllegalMove, Move
from .hand_solver.nearest import outlook
from .hand_solver.wins import choices_of_eyes
from .pack import code_of
from .state import can_win, hand_of, house_of, may_take, top_discard


def no_throw(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To the seat in turn, which may throw a card, or win."""
    hand = hand_of(board, seat)
    if move.verb == "win":
        if can_win(board, hand):
            return IllegalMove("You win with all your cards: name none.", "6.1")
        return IllegalMove(f"Your cards are no winning hand: {_what_is_wrong(board, hand)}.", "5.1")
    if move.verb != "discard":
        return IllegalMove("It is your turn: throw a card, or win.", "4.3")
    if len(move.cards) != 1 or move.places or move.groups:
        return IllegalMove("Throw exactly one card.", "4.3")
    if move.cards[0] not in hand:
        return IllegalMove(f"{move.cards[0]} is not in your hand.", "4.3")
    return IllegalMove(f"You have just taken {move.cards[0]} and may not throw it back.", "4.5")


def no_take(board: Board, move: Move) -> IllegalMove:
    """To the next player, who may take the discard, buy a card, or leave it if the stock is empty."""
    has_stock = bool(board.zones["stock"])
    if move.verb == "take" and not may_take(board):
        again = "buy from the stock" if has_stock else "leave the card"
        return IllegalMove(f"Discards have been taken too often in a row: you must {again}.", "4.6")
    if move.verb == "buy" and not has_stock:
        return IllegalMove("The stock is empty: there is nothing to buy.", "4.8")
    if move.verb == "leave" and has_stock:
        return IllegalMove("You need a card: take the discard, or buy one from the stock.", "4.2")
    if move.verb in ("take", "buy", "leave"):
        return IllegalMove("Say only whether you take the discard; name no cards.", "4.2")
    if move.verb == "win":
        return IllegalMove("You need fifteen cards to win: take the discard, and win then.", "6.2")
    return IllegalMove("Take the card that was thrown, or buy one from the stock.", "4.2")


def no_claim(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To a player who may win with the discard of another, or pass."""
    if move.verb == "win":
        hand = [*hand_of(board, seat), top_discard(board)]
        if can_win(board, hand):
            return IllegalMove("You win with all your cards and the discard: name none.", "8.4")
        return IllegalMove(f"With {top_discard(board)} you do not win: {_what_is_wrong(board, hand)}.", "8.4")
    return IllegalMove("Win with the card that was thrown, or pass.", "8.4")


def _what_is_wrong(board: Board, hand: list[Card]) -> str:
    book = house_of(board).book
    if not any(True for _ in choices_of_eyes(code_of(hand), book)):
        return "you have no eyes"
    thrown = outlook(hand, book).thrown
    if not thrown:
        return "some cards fit nowhere"
    return f"{' '.join(thrown)} {'fits' if len(thrown) == 1 else 'fit'} nowhere"
