"""Why a move is not allowed: a sentence for the player, and the paragraph that forbids it."""

from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.moves import IllegalMove, Move
from ...model.zones import zone_id
from .cards import SET
from .melds import Meld
from .state import contract_of, is_down, melds_on, turn_of


def no_offer(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To who is asked about the newest discard."""
    if seat == turn_of(board):
        if move.verb == "buy":
            return IllegalMove("It is your turn: take the discard, you need not buy it.", "5.2")
        if move.verb in ("take", "deck"):
            return IllegalMove("Say only whether you take the discard or draw; name no card.", "5.2")
        return IllegalMove("First get a card: take the discard, or draw from the deck.", "5.2")
    if move.verb in ("buy", "pass"):
        return IllegalMove("Say only whether you buy the discard or pass; name no card.", "5.4")
    if move.verb in ("take", "deck"):
        return IllegalMove("It is not your turn: you may buy the discard if the player in turn leaves it.", "5.4")
    return IllegalMove("It is not your turn: nothing is laid or thrown out of turn.", "7.4")


def no_play(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To the seat in turn, which may lay cards and must throw one."""
    hand = board.zones[zone_id("hand", seat)]
    if move.verb in ("take", "deck", "buy", "pass"):
        return IllegalMove("You have your card: lay what you can and want to, then throw a card.", "5.11")
    if move.verb == "lay_down":
        return _no_lay_down(board, seat, move, hand)
    if len(move.cards) != 1:
        return IllegalMove("Name exactly one card.", "5.11" if move.verb == "discard" else "6.4")
    card = move.cards[0]
    if card not in hand:
        return IllegalMove(f"{_begin(card)} is not in your hand.", "5.11" if move.verb == "discard" else "6.4")
    if move.verb == "discard":
        return IllegalMove("Throw one card, and name nothing else.", "5.11")
    if not is_down(board, seat):
        return IllegalMove(f"First lay down your contract, {contract_of(board).title}.", "6.4")
    found = dict(melds_on(board)).get(move.places[0]) if move.places else None
    if found is None:
        return IllegalMove("Say on which meld of the table.", "6.4")
    return _no_lay_off(card, found) if move.verb == "lay_off" else _no_replacing(card, found)


def _no_lay_down(board: Board, seat: Seat, move: Move, hand: list[Card]) -> IllegalMove:
    contract = contract_of(board)
    if is_down(board, seat):
        return IllegalMove("You have laid your contract down, and no other melds may follow.", "6.3")
    laid = [card for group in move.groups for card in group]
    if len(move.groups) != contract.melds:
        return IllegalMove(f"The contract is {contract.title}, all at once.", "6.1")
    missing = next((card for card in laid if laid.count(card) > hand.count(card)), None)
    if missing is not None:
        return IllegalMove(f"{_begin(missing)} is not in your hand that often.", "6.1")
    return IllegalMove(f"Your cards do not make {contract.title}.", "6.1")


def _no_lay_off(card: Card, meld: Meld) -> IllegalMove:
    if card == JOKER and meld.has_joker:
        return IllegalMove(f"This {meld.kind} has its joker; a meld holds one at most.", "4.5")
    ends = meld.ends_for(card)
    if ends:
        return IllegalMove(f"{_begin(card)} fits at both ends: say at which.", "6.7")
    if meld.kind == SET:
        return IllegalMove(f"{_begin(card)} is not of this set's rank.", "6.4")
    if not meld.free_ends():
        return IllegalMove("A straight of thirteen cannot grow: the ace stands at one end alone.", "4.4")
    return IllegalMove(f"{_begin(card)} does not go on at either end of {' '.join(meld.cards)}.", "6.4")


def _no_replacing(card: Card, meld: Meld) -> IllegalMove:
    if not meld.has_joker:
        return IllegalMove("There is no joker in this meld.", "6.5")
    if meld.kind == SET:
        return IllegalMove("The joker of a set stands for no one card, so none replaces it.", "6.5")
    if card != meld.joker_stands_for:
        return IllegalMove(f"This joker stands for {meld.joker_stands_for}; no other card replaces it.", "6.5")
    if not meld.free_ends():
        return IllegalMove("The joker could go to neither end of this straight, so it stays.", "6.6")
    return IllegalMove("Say to which end of the straight the joker goes.", "6.6")


def _begin(card: Card) -> str:
    return "The joker" if card == JOKER else card
