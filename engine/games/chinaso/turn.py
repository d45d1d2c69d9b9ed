"""What a player may do with the discard and lay on the table, and why not: a sentence and its paragraph."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from ...kit.wording import capital, spoken
from ...model.board import Board
from ...model.cards import JOKER, Card, Seat
from ...model.moves import Choice, IllegalMove, Move
from ...model.zones import zone_id
from .cards import FACES, RANKS_IN_WORDS, SET, Contract
from .melds import Meld
from .solver import best_division
from .state import IN_TURN, contract_of, is_down, melds_on


def lay_down(hand: Sequence[Card], contract: Contract) -> Choice | None:
    """The choice to lay a contract down, with the best division; None if the hand does not hold it.

    Rule: chinaso §6.1.
    """
    found = best_division(hand, contract)
    if found is None:
        return None
    return Choice("lay_down", tuple(hand), paragraph="6.1", shape=contract.shape, divisions=(found.groups,))


def lay_offs(hand: Iterable[Card], board: Board) -> Choice | None:
    """The choice among cards of a hand and melds that they fit; None if none does. Rule: chinaso §6.4, §6.7."""
    place_in_hand = {card: place for place, card in enumerate(dict.fromkeys(hand))}
    found = [
        (place_in_hand[card], card, (zone, end) if end else (zone,), name)
        for zone, meld in melds_on(board)
        for card, end, name in _fitting(meld)
        if card in place_in_hand
    ]
    if not found:
        return None
    found.sort(key=lambda way: way[0])
    _, cards, places, names = zip(*found, strict=True)
    return Choice("lay_off", sets=tuple([(card,) for card in cards]), places=places, names=names, paragraph="6.4")


def replacements(hand: Iterable[Card], board: Board) -> Choice | None:
    """The choice among jokers that cards of a hand may replace, and where they go. Rule: chinaso §6.5, §6.6."""
    held = set(hand)
    sets, places, names = [], [], []
    for zone, meld in melds_on(board):
        if meld.kind == SET or not meld.has_joker:
            continue
        card = Card(meld.joker_stands_for)
        for end in meld.free_ends() if card in held else ():
            sets.append((card,))
            places.append((zone, end))
            names.append(
                f"in {' '.join(meld.cards)}; the joker becomes {meld.with_joker_replaced(end).joker_stands_for}"
            )
    if not sets:
        return None
    return Choice("replace_joker", sets=tuple(sets), places=tuple(places), names=tuple(names), paragraph="6.5")


@lru_cache(maxsize=4096)
def _fitting(meld: Meld) -> tuple[tuple[Card, str, str], ...]:
    """Every face that may be laid on a meld, the end ("" where there is no choice), and that in words."""
    found = []
    row = " ".join(meld.cards)
    for card in (*FACES, JOKER):
        ends = meld.ends_for(card)
        for end in ends:
            role = meld.with_card(card, end).joker_stands_for if card == JOKER and end else ""
            words = (
                f"to the {RANKS_IN_WORDS[meld.rank]}"
                if meld.kind == SET
                else f"as {role} to {row}"
                if role
                else f"to {row}"
            )
            named = len(ends) > 1
            found.append((card, end if named else "", f"{words}, at the {end} end" if named and not role else words))
    return tuple(found)


def first_buyer(buyers: Collection[Seat], order: Iterable[Seat]) -> Seat | None:
    """The buyer who comes first in an order of seats. Rule: chinaso §5.5, §10.2."""
    return next((seat for seat in order if seat in buyers), None)


def no_offer(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """To who is asked about the newest discard."""
    if seat == IN_TURN.of(board):
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
        return IllegalMove(f"{capital(spoken(card))} is not in your hand.", "5.11" if move.verb == "discard" else "6.4")
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
        return IllegalMove(f"{capital(spoken(missing))} is not in your hand that often.", "6.1")
    return IllegalMove(f"Your cards do not make {contract.title}.", "6.1")


def _no_lay_off(card: Card, meld: Meld) -> IllegalMove:
    if card == JOKER and meld.has_joker:
        return IllegalMove(f"This {meld.kind} has its joker; a meld holds one at most.", "4.5")
    ends = meld.ends_for(card)
    if ends:
        return IllegalMove(f"{capital(spoken(card))} fits at both ends: say at which.", "6.7")
    if meld.kind == SET:
        return IllegalMove(f"{capital(spoken(card))} is not of this set's rank.", "6.4")
    if not meld.free_ends():
        return IllegalMove("A straight of thirteen cannot grow: the ace stands at one end alone.", "4.4")
    return IllegalMove(f"{capital(spoken(card))} does not go on at either end of {' '.join(meld.cards)}.", "6.4")


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
