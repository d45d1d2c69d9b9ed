"""Why a move is not allowed: a sentence for the player, and the paragraph that forbids it."""

from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.moves import IllegalMove, Move
from ...model.zones import zone_id
from .caches import CACHE_SIZE
from .melds.solver import read_meld
from .state import begin, cached_faces, has_stock, house_of, must_draw, spoken, top_discard


def no_throw(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To the seat in turn, which may throw a card or go out, and perhaps lay cards aside or show a quartette."""
    hand = board.zones[zone_id("hand", seat)]
    if move.verb not in ("discard", "out", "cache", "quartette"):
        return IllegalMove("It is your turn: throw one card, or go out.", "3.3")
    missing = next((held for held in move.cards if move.cards.count(held) > hand.count(held)), None)
    if missing is not None:
        often = " that often" if missing in hand else ""
        return IllegalMove(f"{begin(spoken(missing))} is not in your hand{often}.", "3.3")
    if move.verb == "cache":
        return _no_cache(board, hand, move)
    if move.verb == "quartette":
        return _no_quartette(board, seat, move)
    if len(move.cards) != 1 or move.places or move.groups:
        return IllegalMove("Throw exactly one card.", "3.3")
    card = move.cards[0]
    if move.verb == "out":
        return IllegalMove(f"Without {spoken(card)} your other cards are not all in melds.", "7.1")
    return IllegalMove(f"You have just taken {spoken(card)} and may not throw it back.", "3.4")


def _no_cache(board: Board, hand: list[Card], move: Move) -> IllegalMove:
    if not house_of(board).has_caches:
        return IllegalMove("There are no caches at this table.", "10.14")
    if len(move.cards) != CACHE_SIZE or len(set(move.cards)) > 1 or JOKER in move.cards:
        return IllegalMove("A cache is three equal cards, and no joker.", "14.3")
    return IllegalMove("You would have no card left to throw.", "14.4")


def _no_quartette(board: Board, seat: Seat, move: Move) -> IllegalMove:
    if not house_of(board).has_caches:
        return IllegalMove("No quartette ends the deal at this table.", "10.14")
    if len(move.cards) == 1 and move.cards[0] not in cached_faces(board, seat):
        return IllegalMove(f"You have no cache that waits for {spoken(move.cards[0])}.", "14.6")
    return IllegalMove("Show four equal cards, or the fourth to a cache; no joker.", "14.6")


def no_take(board: Board, move: Move) -> IllegalMove:
    """To the next player, who may take the discard or leave it."""
    house, from_stock = house_of(board), has_stock(board)
    if move.verb == "bump":
        return IllegalMove("You are next in turn: take the card or leave it; bumping is for the others.", "4.4")
    if move.verb == "cache_bump":
        return _no_cache_bump(board)
    if move.verb != "take":
        return IllegalMove("Take the card that was thrown, or leave it.", "3.2")
    if from_stock and must_draw(board):
        return IllegalMove("Discards have been taken too often in a row: you must draw from the stock.", "3.5")
    if house.expose_taken_discard and from_stock:
        return IllegalMove("Who takes a discard here lays it at once, in a meld with cards of the hand.", "10.5")
    if move.cards or move.places or move.groups:
        return IllegalMove("Take the card without naming others.", "3.2")
    return IllegalMove("You would have no card left to throw.", "3.6")


def no_bump(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To a player out of turn, who may bump the discard or pass."""
    house = house_of(board)
    hand, card = board.zones[zone_id("hand", seat)], top_discard(board)
    if move.verb == "cache_bump":
        return _no_cache_bump(board)
    if move.verb != "bump":
        return IllegalMove("You are not next in turn: bump the card, or pass.", "4.1")
    if house.honour_bumps:
        return IllegalMove(f"Call a kind of meld that {spoken(card)} may be in, and keep a card to throw.", "15.1")
    missing = next((held for held in move.cards if move.cards.count(held) > hand.count(held)), None)
    if missing is not None:
        return IllegalMove(f"{begin(spoken(missing))} is not in your hand that often.", "4.2")
    meld = read_meld((*move.cards, card), house.book)
    if meld is None or move.places or move.groups:
        return IllegalMove(f"These cards make no meld with {spoken(card)}.", "4.2")
    if meld.is_sequence:
        return IllegalMove("A sequence makes no bump.", "4.2")
    return IllegalMove("You would have no card left to throw.", "4.3")


def _no_cache_bump(board: Board) -> IllegalMove:
    return IllegalMove(f"You have no cache that waits for {spoken(top_discard(board))}.", "14.5")
