"""Why a card is thrown, taken or bumped, in a sentence that a person at the table would say."""

from collections.abc import Sequence

from ....kit.wording import counted, in_words
from ....model.cards import JOKER, Card
from ..melds.solver import Meld, best_packing
from ..melds.tables import MeldBook
from .policy import can_go_out, less

_LITTLE_HARM = 0.4


def why_out(card: Card, points: int) -> str:
    """points: of the melds of the hand."""
    return (
        f"All your other cards are in melds: throw the {in_words(card)}, score {points} for them, and 5 for going out."
    )


def why_discard(hand: Sequence[Card], card: Card, book: MeldBook, harm: float | None = None) -> str:
    """Why a card is thrown. harm: what it may give the others, if that was weighed."""
    packing = best_packing(hand, book)
    name = f"The {in_words(card)}"
    lost = packing.points - best_packing(less(hand, (card,)), book).points
    if lost:
        return f"{name} costs you the least of what your melds could spare."
    if harm is not None and harm < _LITTLE_HARM:
        return f"{name} is in none of your melds, and it is of little use to the others."
    if any(_is_close(card, other, book) for other in less(hand, (card,))):
        return f"{name} is in none of your melds, and what else it could make is unlikely to come."
    return f"{name} is in none of your melds, and nothing in your hand goes with it."


def why_take(hand: Sequence[Card], card: Card, book: MeldBook) -> str:
    """Why a discard is taken in turn."""
    if can_go_out((*hand, card), book):
        return f"With the {in_words(card)} you can go out."
    made = next((meld for meld in best_packing((*hand, card), book).melds if card in meld.cards), None)
    if made is not None and best_packing((*hand, card), book).points > best_packing(hand, book).points:
        return f"The {in_words(card)} makes you {_named(made)}."
    return f"The {in_words(card)} goes with cards that you keep; a card from the stock rarely fits so well."


def why_leave(card: Card, *, must_draw: bool) -> str:
    """Why a discard is left to the others."""
    if must_draw:
        return "Discards have been taken so often in a row that you must draw."
    return f"The {in_words(card)} helps your hand less than the stock is likely to."


def why_forced(card: Card) -> str:
    """Why a discard is claimed where there is no stock."""
    return f"There is no stock, so the {in_words(card)} comes to you; by taking it you also defend it against a bump."


def why_bump(meld: Meld, *, is_out: bool) -> str:
    """Why a discard is bumped."""
    if is_out:
        return f"You lay {_named(meld)}, and with it you can go out."
    return f"You lay {_named(meld)}, and it is your turn at once."


def why_pass(card: Card, *, could: bool) -> str:
    """Why a discard is not bumped. could: the seat might have."""
    if could:
        return f"You could bump the {in_words(card)}, but the meld would cost your hand more than it brings."
    return f"You have no meld for the {in_words(card)}."


def why_quartette(card: Card, points: int) -> str:
    """Why the deal is ended by a quartette. points: that it adds, with the rest of the hand."""
    return f"Four times the {in_words(card)}: that ends the deal for {points} points more, and 5 on top."


def why_cache(card: Card) -> str:
    """Why three cards are laid aside."""
    return f"Three times the {in_words(card)}, which you can spare: if the fourth is thrown, it is yours."


def why_challenge(*, is_sure: bool) -> str:
    """Why a bump is challenged."""
    if is_sure:
        return "Too few of the cards that it takes are left: it cannot be true."
    return "To challenge costs nothing, and it may be false."


def why_accept() -> str:
    """Why bumps are accepted."""
    return "The cards that it takes may well be there."


def why_orphan(*, goes: bool) -> str:
    """Why a deal is played with six cards, or is not."""
    if goes:
        return "Six cards are melded sooner than fifteen, and who is out gets 5 points."
    return "Six cards hold too few melds: what going out brings does not make up for them."


def _named(meld: Meld) -> str:
    article = "" if meld.kind == "aces" else "an " if meld.kind[0] in "aeiou" else "a "
    return f"{article}{meld.kind} for {counted(meld.points, 'point')}"


def _is_close(card: Card, other: Card, book: MeldBook) -> bool:
    from .search import melds_around

    return JOKER in (card, other) or any(other in rest for _, rest, _ in melds_around(card, book))
