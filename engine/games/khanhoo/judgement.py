"""What the levels share, and how the easy and the medium bot judge a hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...cards import JOKER, Card, rank_of, suit_of
from ...meldbook import NUMERALS, MeldBook
from ...melds import Meld, best_packing, best_value, cover_value, read_meld
from ...moves import Choice, Decision
from .house import House
from .prospects import Chance
from .scoring import OUT_BONUS, laid_points

if TYPE_CHECKING:
    from ...view import View

Laying = tuple[tuple[Card, ...], Meld]
"""A way to lay a meld with a discard: the cards from the hand, and the meld."""


def less(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Cards without some of them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def chance_to_get(live: Mapping[Card, int], *, for_runs: float, for_others: float) -> Chance:
    """How likely a face, or a joker in its place, comes in reach.

    for_runs: how many cards will come in reach that a sequence may take; for_others: that another meld may take.
    """
    size = max(1, sum(live.values()))
    jokers = live.get(JOKER, 0)

    def chance(card: Card, is_run: bool) -> float:
        outs = live.get(card, 0) + (jokers if card != JOKER else 0)
        return float(1 - (1 - min(1.0, outs / size)) ** (for_runs if is_run else for_others))

    return chance


def best_way_out(decision: Decision, hand: Sequence[Card], book: MeldBook) -> tuple[Card, int] | None:
    """The card to throw last so that the rest is worth most, and that worth; None if the seat cannot go out."""
    choice = decision.choice("out")
    if choice is None:
        return None
    ways = [(card, cover_value(less(hand, (card,)), book) or 0) for card in dict.fromkeys(choice.cards)]
    return max(ways, key=lambda way: way[1])


def bumps(choice: Choice | None, card: Card, book: MeldBook) -> Iterator[Laying]:
    """The ways to bump: cards from the hand, and the meld that they make."""
    for cards in choice.sets if choice else ():
        meld = read_meld((*cards, card), book)
        if meld is not None:
            yield cards, meld


def can_finish(concealed: int) -> bool:
    """Whether so many cards, kept after a discard, can ever all be in melds."""
    return concealed == 0 or concealed >= 3


def can_go_out(hand: Sequence[Card], book: MeldBook) -> bool:
    """Whether a hand is complete but for one card to throw."""
    return any(cover_value(less(hand, (card,)), book) is not None for card in set(hand))


def is_lost_by_going_out(view: "View", points: int) -> bool:
    """Whether going out would end the match for somebody who is ahead even without a concealed meld.

    points: of the melds of the hand that would go out.
    """
    house, me = House.of(view.options), view.viewer
    totals = [total + laid_points(view.groups("meld", seat), house.book) for seat, total in enumerate(view.totals)]
    mine = totals[me or 0] + points + OUT_BONUS
    best = max(total for seat, total in enumerate(totals) if seat != me)
    return max(best, mine) >= house.target and best > mine


# The easy bot: what is in a meld now.


def loose_cards(hand: Sequence[Card], throwable: Iterable[Card], book: MeldBook) -> tuple[Card, ...]:
    """The throwable cards that are in no meld of the best division; all that may be thrown if there is none."""
    may = [card for card in dict.fromkeys(throwable) if card != JOKER]
    left = best_packing(hand, book).left
    return tuple(card for card in may if card in left) or tuple(may) or tuple(throwable)


# The medium bot: what the hand is worth, and what goes with each card.


def careful_discard(hand: Sequence[Card], throwable: Iterable[Card], book: MeldBook) -> Card:
    """The card whose loss costs least now; among equals the one with the fewest neighbours in the hand."""
    return max(
        dict.fromkeys(throwable),
        key=lambda card: (card != JOKER, best_value(less(hand, (card,)), book), -_neighbours(card, hand)),
    )


def gain_now(hand: Sequence[Card], card: Card, book: MeldBook) -> int:
    """Points that a hand gains at once by a card more."""
    return best_value((*hand, card), book) - best_value(hand, book)


def careful_bump(hand: Sequence[Card], card: Card, choice: Choice, book: MeldBook) -> Laying | None:
    """The bump that is worth most at once, if it is worth more than the hand without it."""
    ways = [
        (meld.points + best_value(less(hand, cards), book), cards, meld) for cards, meld in bumps(choice, card, book)
    ]
    worth, cards, meld = max(ways, key=lambda way: way[0])
    return (cards, meld) if worth > best_value(hand, book) else None


def _neighbours(card: Card, hand: Sequence[Card]) -> int:
    """Cards of the hand that might share a meld with a card, roughly: same rank, or close in the suit."""
    if card == JOKER:
        return len(hand)
    rank, suit = rank_of(card), suit_of(card)
    if rank not in NUMERALS:
        return sum(suit_of(other) == suit for other in hand) - 1
    place = NUMERALS.index(rank)
    count = 0
    for other in hand:
        other_rank = rank_of(other)
        if other_rank == rank and suit_of(other) != suit:
            count += 1
        elif suit_of(other) == suit and other_rank in NUMERALS:
            count += 0 < abs(NUMERALS.index(other_rank) - place) < 3
    return count
