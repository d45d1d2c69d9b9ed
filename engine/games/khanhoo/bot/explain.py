"""Reasons for the moves of a bot or a hint."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ....kit.wording import capital, counted, listed, number_in_words, spoken
from ....model.cards import JOKER, Card
from ..hand_rules import best_defence, shown_takes, use_in_hand, use_laid
from ..melds.hopes import Hope, hopes
from ..melds.solver import Meld, best_packing, best_value, melds_with
from ..melds.tables import MeldBook
from .policy import Laying, can_go_out, less

_MANY: Final = 6
"""If a hint would name so many faces, it names none."""
Live = Counter[Card] | None
"""How many cards of each face may still come, for a level that counts them."""


def why_out(card: Card, points: int) -> str:
    """Why a player goes out. points: of the melds of the hand."""
    melds = counted(points, "point")
    return f"Without {spoken(card)} all your cards are in melds. You score {melds}, and 5 for going out."


def why_discard(hand: Sequence[Card], card: Card, book: MeldBook, live: Live = None) -> str:
    """Why a card is discarded, and what the others are kept for."""
    rest = less(hand, (card,))
    kept = best_packing(rest, book)
    says = _about_discarded(hand, card, book, live, kept.points)
    plan = "" if live is None else _plan(rest, kept.left, book, live, card)
    return f"{says} {plan}".strip() or f"{capital(spoken(card))} is in no meld."


def _about_discarded(hand: Sequence[Card], card: Card, book: MeldBook, live: Live, kept: int) -> str:
    """What a reason can say about a discard; "" for nothing. kept: points of the rest."""
    if kept < best_value(hand, book):
        return f"Without {spoken(card)} your melds still score {counted(kept, 'point')}."
    around = hopes(hand, live or {}, book, card)
    if not around and JOKER not in hand:
        return f"No card of your hand goes with {spoken(card)}."
    if live is not None and around and not any(hope.unseen for hope in around) and not _fits(hand, card, book):
        wanted = tuple(dict.fromkeys(face for hope in around for face in hope.wanted))
        pairs = {hope.cards for hope in around}
        goal = _pair(card, *pairs) if len(pairs) == 1 else spoken(card)
        if len(wanted) < _MANY:
            seen = listed([f"other {face}" if face == card else str(spoken(face)) for face in wanted])
            return f"You have seen every {seen}, which {goal} {'need' if len(pairs) == 1 else 'needs'}."
    return ""


def _fits(hand: Sequence[Card], card: Card, book: MeldBook) -> bool:
    """Whether a card of the hand makes a meld with others of it."""
    return bool(melds_with(card, less(hand, (card,)), book))


def _plan(rest: Sequence[Card], left: Sequence[Card], book: MeldBook, live: Counter[Card], discarded: Card) -> str:
    """What the cards that stay are kept for. left: those in no meld."""
    from .search import finishing_cards

    outs = tuple(face for face in finishing_cards(tuple(sorted(rest)), book) if live[face])
    if outs:
        unseen = sum(live[face] for face in outs)
        which = _any_of(outs) if len(outs) < _MANY else f"any of {len(outs)} cards"
        return f"Then {which} ({_unseen(unseen)}) lets you go out."
    hope = _best_hope(left, book, live)
    if hope is None:
        return ""
    kept = [f"the other {card}" if card == discarded else str(card) for card in hope.cards]
    return f"Keep {listed(kept)}: {_makes(hope)}."


def why_take(hand: Sequence[Card], card: Card, book: MeldBook, live: Live = None, planned: Card | None = None) -> str:
    """Why a discard is taken in turn. planned: the card to discard after it, for a level that plans so far."""
    if can_go_out((*hand, card), book):
        return f"With {spoken(card)} you can go out."
    use = use_in_hand(card, hand, book)
    if use is not None and use.gain:
        more = "" if use.gain == use.meld.points else f", so your melds score {counted(use.gain, 'point')} more"
        return f"{capital(spoken(card))} makes {_named(use.meld)}{more}."
    kept = less((*hand, card), () if planned is None else (planned,))
    left = best_packing(kept, book).left
    hope = next((each for each in hopes(left, live or {}, book, card) if each.unseen), None)
    if hope is not None:
        wanted = f"With {_wanted(hope)} ({_unseen(hope.unseen)})"
        return f"{wanted}, {_pair(card, hope.cards)} make {_meld_of(hope)}."
    return f"{capital(spoken(card))} fits your cards better than most cards that you could draw."


def why_leave(
    hand: Sequence[Card], card: Card, book: MeldBook, live: Live = None, *, must_draw: bool, shown: bool = False
) -> str:
    """Why a discard is left to the others. shown: whether it would have to be melded at once."""
    if must_draw:
        return "You must draw: the players took too many discards in a row."
    use = use_laid(card, hand, shown_takes(card, hand, book), book) if shown else use_in_hand(card, hand, book)
    name = capital(spoken(card))
    if use is not None and use.gain > 0:
        return f"{name} would add {counted(use.gain, 'point')} to your melds, but a draw is likely to be worth more."
    if use is None:
        says = f"{name} makes no meld with your cards."
    else:
        loss = f"your melds score {counted(-use.gain, 'point')} less" if use.gain else "your melds score the same"
        says = f"{name} makes {_named(use.meld)}, but {loss}."
        if use.gain < 0:
            return says
    hope = None if live is None else _best_hope(best_packing(hand, book).left, book, live)
    if hope is None:
        return f"{says} A draw is likely to help you more."
    pair = f" with {listed([*hope.cards])}" if use is None else ""
    return f"{says} A draw may bring {_any_of(hope.wanted)} ({_unseen(hope.unseen)}) for {_article(hope.kind)}{pair}."


def why_forced(hand: Sequence[Card], card: Card, book: MeldBook) -> str:
    """Why a discard is claimed where there is no stock."""
    meld = best_defence(card, hand, book)
    if meld is None:
        return f"You cannot draw. You have no meld with {spoken(card)}, so you get it only if nobody bumps it."
    return f"You cannot draw. If you defend {spoken(card)} with {_named(meld)}, only a better meld can bump it."


def why_bump(laying: Laying, hand: Sequence[Card], book: MeldBook, live: Live = None) -> str:
    """Why a discard is bumped, and what stays in the hand."""
    cards, meld = laying
    rest, lays = less(hand, cards), f"If you win the bump, you lay down {_named(meld)}"
    if can_go_out(rest, book):
        return f"{lays}, and then you can go out."
    gain = meld.points + best_value(rest, book) - best_value(hand, book)
    if gain <= 0:
        if not gain:
            return f"{lays}. Melds in your hand lose {counted(meld.points, 'point')}, but it is your turn at once."
        loss = f"Your melds score {counted(-gain, 'point')} less"
        return f"{lays}. {loss}, but it is your turn at once."
    kept = best_packing(rest, book)
    hope = None if live is None else _best_hope(kept.left, book, live)
    if hope is not None and hope.points > 1:
        return f"{lays}, and keep {listed([*hope.cards])} for {_article(hope.kind)}."
    if kept.melds:
        return f"{lays}, and keep melds of {counted(kept.points, 'point')}."
    return f"{lays}, and it is your turn at once."


def why_pass(card: Card, found: Laying | None, hand: Sequence[Card], book: MeldBook) -> str:
    """Why a discard is not bumped. found: the best bump that there is."""
    if found is None:
        if melds_with(card, hand, book):
            return f"{capital(spoken(card))} makes only a sequence, and you cannot bump for a sequence."
        return f"{capital(spoken(card))} makes no meld with your cards."
    cards, meld = found
    now, then = best_value(hand, book), best_value(less(hand, cards), book)
    laid = f"You could lay down {_named(meld)}"
    if meld.points + then <= now:
        return f"{laid}, but the melds in your hand would lose {counted(now - then, 'point')}."
    return f"{laid}, but if you keep these cards, they may score more later."


def why_quartette(card: Card, points: int) -> str:
    """Why the deal is ended by a quartette. points: that it adds, with the rest of the hand."""
    return (
        f"You have all four {spoken(card)}, so you can end the deal. "
        f"You score {counted(points, 'point')} more, and 5 for ending the deal."
    )


def why_cache(card: Card) -> str:
    """Why a cache is laid."""
    return f"You can spare three {spoken(card)}, and you get the fourth if another player discards it."


def why_challenge(*, is_sure: bool) -> str:
    """Why a bump is challenged."""
    if is_sure:
        return "The bump cannot be true, because the player cannot hold the cards for this meld."
    return "A challenge costs nothing, and the bump may be false."


def why_accept() -> str:
    """Why bumps are accepted."""
    return "The bump may be true."


def why_orphan(*, goes: bool) -> str:
    """Why a deal is played with six cards, or is not."""
    if goes:
        return "You can meld six cards faster than fifteen, and going out scores 5 points."
    return "A hand of six cards scores too few points, even with the 5 points for going out."


def _best_hope(left: Sequence[Card], book: MeldBook, live: Counter[Card]) -> Hope | None:
    return next((hope for hope in hopes(left, live, book) if hope.unseen), None)


def _wanted(hope: Hope) -> str:
    """The cards that complete a meld: "one more 9H"; "5S or 8S"."""
    return (
        f"one more {hope.wanted[0]}" if len(hope.wanted) == 1 and hope.wanted[0] in hope.cards else _any_of(hope.wanted)
    )


def _makes(hope: Hope) -> str:
    """What cards of the hand can make: "with 9H (one copy unseen) they make a court meld for 4 points"."""
    return f"with {_wanted(hope)} ({_unseen(hope.unseen)}) they make {_meld_of(hope)}"


def _meld_of(hope: Hope) -> str:
    return f"{_article(hope.kind)} for {counted(hope.points, 'point')}"


def _pair(card: Card, cards: Sequence[Card]) -> str:
    """Two cards in words, a given one first: "9H and KC"; "9H and the other 9H"."""
    (other,) = less(cards, (card,))
    return f"{card} and {'the other ' if other == card else ''}{other}"


def _unseen(count: int) -> str:
    return f"{number_in_words(count)} {'copy' if count == 1 else 'copies'} unseen"


def _any_of(cards: Sequence[Card]) -> str:
    return listed([spoken(card) for card in cards], "or")


def _article(kind: str) -> str:
    return kind if kind.endswith("aces") else f"a {kind}"


def _named(meld: Meld) -> str:
    return f"{_article(meld.kind)} for {counted(meld.points, 'point')}"
