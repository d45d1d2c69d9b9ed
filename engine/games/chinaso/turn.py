"""What a player may lay: the contract, cards on melds that lie there, a card in a joker's place."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ...model.board import Board
from ...model.cards import JOKER, Card
from ...model.moves import Choice
from .cards import FACES, SET, Contract
from .melds import Meld
from .solver import best_division
from .state import melds_on
from .wording import RANK_WORDS


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
                f"to the {RANK_WORDS[meld.rank]}"
                if meld.kind == SET
                else f"as {role} to {row}"
                if role
                else f"to {row}"
            )
            named = len(ends) > 1
            found.append((card, end if named else "", f"{words}, at the {end} end" if named and not role else words))
    return tuple(found)
