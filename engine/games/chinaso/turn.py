"""What a player may lay, and why other moves are refused: a sentence and its paragraph."""

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
    """The choice to lay a contract down, with the best division; None if the hand lacks it.

    Rule: chinaso §6.1.
    """
    found = best_division(hand, contract)
    if found is None:
        return None
    return Choice("lay_down", tuple(hand), paragraph="6.1", shape=contract.shape, divisions=(found.groups,))


def lay_offs(hand: Iterable[Card], board: Board) -> Choice | None:
    """The choice to lay off cards of a hand on melds; None if no card fits. Rule: chinaso §6.4, §6.7."""
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
    """The choice to replace jokers with cards of a hand, and the ends where the jokers go. Rule: chinaso §6.5, §6.6."""
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
    """Every face that may be laid on a meld, the end ("" if there is no choice), and the words for it."""
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
    """The first buyer in an order of seats. Rule: chinaso §5.5, §10.2."""
    return next((seat for seat in order if seat in buyers), None)


def no_offer(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move by a seat that may claim the discard."""
    if seat == IN_TURN.of(board):
        if move.verb == "buy":
            return IllegalMove("You cannot buy when it is your turn.", "5.2")
        if move.verb in ("take", "deck"):
            return IllegalMove("Take the discard or draw. Select no card.", "5.2")
        return IllegalMove("First take the discard or draw a card.", "5.2")
    if move.verb in ("buy", "pass"):
        return IllegalMove("Buy or pass. Select no card.", "5.4")
    if move.verb in ("take", "deck"):
        return IllegalMove("It is not your turn.", "5.4")
    return IllegalMove("You cannot lay down or discard cards out of turn.", "7.4")


def no_play(board: Board, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move by the seat in turn, which may lay cards and must discard one."""
    hand = board.zones[zone_id("hand", seat)]
    if move.verb in ("take", "deck", "buy", "pass"):
        return IllegalMove("You have already taken or drawn a card in this turn.", "5.11")
    if move.verb == "lay_down":
        return _no_lay_down(board, seat, move, hand)
    if not move.places and is_down(board, seat):
        if move.verb == "lay_off" and lay_offs(hand, board) is None:
            return IllegalMove("None of your cards fits a meld on the table.", "6.4")
        if move.verb == "replace_joker" and replacements(hand, board) is None:
            return IllegalMove("None of your cards can replace a joker.", "6.5")
    if move.verb != "discard" and not is_down(board, seat):
        contract = contract_of(board).title
        wish = "replace a joker" if move.verb == "replace_joker" else "lay off"
        return IllegalMove(f"You cannot {wish} before you lay down your contract: {contract}.", "6.4")
    if len(move.cards) != 1:
        return IllegalMove("Select exactly one card.", "5.11" if move.verb == "discard" else "6.4")
    card = move.cards[0]
    if card not in hand:
        return IllegalMove(f"{capital(spoken(card))} is not in your hand.", "5.11" if move.verb == "discard" else "6.4")
    if move.verb == "discard":
        return IllegalMove("Select one card to discard, and nothing else.", "5.11")
    found = dict(melds_on(board)).get(move.places[0]) if move.places else None
    if found is None:
        return IllegalMove("Choose a meld on the table.", "6.4")
    return _no_lay_off(card, found) if move.verb == "lay_off" else _no_replacing(card, found)


def _no_lay_down(board: Board, seat: Seat, move: Move, hand: list[Card]) -> IllegalMove:
    contract = contract_of(board)
    if is_down(board, seat):
        return IllegalMove("You have laid down your contract. You cannot lay down more melds.", "6.3")
    laid = [card for group in move.groups for card in group]
    if len(move.groups) != contract.melds:
        return IllegalMove(f"You must lay down the whole contract at once: {contract.title}.", "6.1")
    missing = next((card for card in laid if laid.count(card) > hand.count(card)), None)
    if missing is not None:
        return IllegalMove(f"You selected more copies of {spoken(missing)} than you hold.", "6.1")
    return IllegalMove(f"These cards do not make {contract.title}.", "6.1")


def _no_lay_off(card: Card, meld: Meld) -> IllegalMove:
    if card == JOKER and meld.has_joker:
        return IllegalMove(f"This {meld.kind} already has a joker. A meld has at most one joker.", "4.5")
    ends = meld.ends_for(card)
    if ends:
        return IllegalMove(f"{capital(spoken(card))} fits at both ends of the straight. Choose an end.", "6.7")
    if meld.kind == SET:
        return IllegalMove(f"{capital(spoken(card))} does not have the rank of this set.", "6.4")
    if not meld.free_ends():
        return IllegalMove("You cannot add a card to a straight that already has all thirteen ranks.", "4.4")
    return IllegalMove(f"{capital(spoken(card))} fits at neither end of {' '.join(meld.cards)}.", "6.4")


def _no_replacing(card: Card, meld: Meld) -> IllegalMove:
    if not meld.has_joker:
        return IllegalMove("This meld has no joker.", "6.5")
    if meld.kind == SET:
        return IllegalMove("You cannot replace a joker in a set.", "6.5")
    if card != meld.joker_stands_for:
        return IllegalMove(f"Only {meld.joker_stands_for} can replace this joker.", "6.5")
    if not meld.free_ends():
        none = "it must move to a free end, and a straight of thirteen cards has none"
        return IllegalMove(f"You cannot replace this joker: {none}.", "6.6")
    return IllegalMove("Choose an end of the straight: the joker moves to this end.", "6.6")
