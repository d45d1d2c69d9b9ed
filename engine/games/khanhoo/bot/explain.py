"""Reasons for the moves of a bot or a hint, one sentence each."""

from collections.abc import Sequence

from ....kit.wording import capital, counted, spoken
from ....model.cards import JOKER, Card
from ..melds.solver import Meld, best_packing
from ..melds.tables import MeldBook
from .policy import can_go_out, less

_LITTLE_HARM = 0.4


def why_out(card: Card, points: int) -> str:
    """points: of the melds of the hand."""
    melds = counted(points, "point")
    return f"Without {spoken(card)} all your cards are in melds: {melds}, and 5 for going out."


def why_discard(hand: Sequence[Card], card: Card, book: MeldBook, harm: float | None = None) -> str:
    """Why a card is discarded. harm: what it may give the others, if that was weighed."""
    packing = best_packing(hand, book)
    name = capital(spoken(card))
    lost = packing.points - best_packing(less(hand, (card,)), book).points
    if lost:
        return f"Without {spoken(card)} your melds lose the fewest points."
    if harm is not None and harm < _LITTLE_HARM:
        return f"{name} is in no meld of yours, and it is of little use to the others."
    if any(_is_close(card, other, book) for other in less(hand, (card,))):
        return f"{name} is in no meld of yours, and the cards that it needs are unlikely to come."
    return f"{name} is in no meld of yours, and no other card of your hand goes with it."


def why_take(hand: Sequence[Card], card: Card, book: MeldBook) -> str:
    """Why a discard is taken in turn."""
    if can_go_out((*hand, card), book):
        return f"With {spoken(card)} you can go out."
    made = next((meld for meld in best_packing((*hand, card), book).melds if card in meld.cards), None)
    if made is not None and best_packing((*hand, card), book).points > best_packing(hand, book).points:
        return f"{capital(spoken(card))} makes {_named(made)}."
    return f"{capital(spoken(card))} fits your cards better than most cards of the stock."


def why_leave(card: Card, *, must_draw: bool) -> str:
    """Why a discard is left to the others."""
    if must_draw:
        return "You must draw: too many discards in a row were taken."
    return f"A card from the stock is likely to help you more than {spoken(card)}."


def why_forced(card: Card) -> str:
    """Why a discard is claimed where there is no stock."""
    return f"Without a stock you get {spoken(card)} anyway, and taking it defends it against a bump."


def why_bump(meld: Meld, *, is_out: bool) -> str:
    """Why a discard is bumped."""
    if is_out:
        return f"You lay down {_named(meld)}, and then you can go out."
    return f"You lay down {_named(meld)}, and it is your turn at once."


def why_pass(card: Card, *, could: bool) -> str:
    """Why a discard is not bumped. could: the seat might have."""
    if could:
        return f"You could bump {spoken(card)}, but that would cost your hand more than it brings."
    return f"You have no meld for {spoken(card)}."


def why_quartette(card: Card, points: int) -> str:
    """Why the deal is ended by a quartette. points: that it adds, with the rest of the hand."""
    return f"Four of {spoken(card)} end the deal: {counted(points, 'point')} more, and 5 for ending it."


def why_cache(card: Card) -> str:
    """Why a cache is laid."""
    return f"You can spare three of {spoken(card)}, and you get the fourth if it is discarded."


def why_challenge(*, is_sure: bool) -> str:
    """Why a bump is challenged."""
    if is_sure:
        return "The bump cannot be true: too few of the cards for the meld are left."
    return "A challenge costs nothing, and the bump may be false."


def why_accept() -> str:
    """Why bumps are accepted."""
    return "The bump may well be true."


def why_orphan(*, goes: bool) -> str:
    """Why a deal is played with six cards, or is not."""
    if goes:
        return "Six cards are in melds sooner than fifteen, and going out is worth 5 points."
    return "With six cards you score too few melds, and the 5 points for going out do not make up for it."


def _named(meld: Meld) -> str:
    article = "" if meld.kind == "aces" else "an " if meld.kind[0] in "aeiou" else "a "
    return f"{article}{meld.kind} for {counted(meld.points, 'point')}"


def _is_close(card: Card, other: Card, book: MeldBook) -> bool:
    from .search import melds_around

    return JOKER in (card, other) or any(other in rest for _, rest, _ in melds_around(card, book))
