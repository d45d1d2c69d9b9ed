"""What the levels share, and how the easy and the medium bot judge a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ....model.cards import JOKER, Card, Seat, rank_of, suit_of
from ....model.moves import Choice, Decision
from ..hand_rules import CACHE_SIZE, bumps_open_to
from ..melds.solver import Meld, best_packing, best_value, cover_value, last_throws, read_meld
from ..melds.tables import NUMERALS, MeldBook
from ..scoring import CACHE, OUT_BONUS, QUARTETTE, laid_points
from ..state import house_of
from .valuation import Chance

if TYPE_CHECKING:
    from ....model.view import View

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
    """The last discard that leaves the most points, and those points; None if the seat cannot go out."""
    choice = decision.choice("out")
    if choice is None:
        return None
    ways = [(card, cover_value(less(hand, (card,)), book) or 0) for card in dict.fromkeys(choice.cards)]
    return max(ways, key=lambda way: way[1])


def layings(choice: Choice | None, card: Card, hand: Sequence[Card], book: MeldBook) -> Iterator[Laying]:
    """The ways to lay a meld with a discard: cards from the hand, and the meld that they make.

    Where the choice names kinds alone, the bumps that the hand can make good.
    """
    if choice is not None and choice.places:
        for bump in bumps_open_to(card, hand, book):
            if (bump.kind,) in choice.places:
                yield less(bump.cards, (card,)), bump
    for cards in choice.sets if choice else ():
        meld = read_meld((*cards, card), book)
        if meld is not None:
            yield cards, meld


def best_quartette(choice: Choice | None, hand: Sequence[Card], book: MeldBook) -> tuple[tuple[Card, ...], int] | None:
    """The quartette that ends the deal, and the points that it adds to the melds laid down. None if there is none."""
    ways = [(cards, gain_by_quartette(cards, hand, book)) for cards in choice.sets] if choice else []
    return max(ways, key=lambda way: way[1], default=None)


def gain_by_quartette(cards: Sequence[Card], hand: Sequence[Card], book: MeldBook) -> int:
    """Points that a quartette and the rest of the hand add to what is laid. cards: those of it from the hand."""
    return QUARTETTE - (0 if len(cards) == CACHE_SIZE + 1 else CACHE) + best_value(less(hand, cards), book)


def can_finish(concealed: int) -> bool:
    """Whether so many cards, kept after a discard, can ever all be in melds."""
    return concealed == 0 or concealed >= 3


def can_go_out(hand: Sequence[Card], book: MeldBook) -> bool:
    """Whether a hand is complete except for one card to discard."""
    return bool(last_throws(hand, book))


def is_lost_by_going_out(view: View, points: int) -> bool:
    """Whether going out would end the match while another player is ahead, even without that player's concealed melds.

    points: of the melds of the hand that would go out.
    """
    house, me = house_of(view), view.viewer
    totals = {seat: view.totals[seat] + points_down(view, seat, house.book) for seat in view.playing}
    mine = totals[me or 0] + points + OUT_BONUS
    best = max(total for seat, total in totals.items() if seat != me)
    return max(best, mine) >= house.target and best > mine


def points_down(view: View, seat: Seat, book: MeldBook) -> int:
    """Points of the melds that a seat has laid down."""
    return laid_points(view.groups("meld", seat), book) + CACHE * len(view.groups("cache", seat))


# The easy bot: what is in a meld now.


def loose_cards(hand: Sequence[Card], throwable: Iterable[Card], book: MeldBook) -> tuple[Card, ...]:
    """The possible discards that are in no meld of the best division; all of them if there is none."""
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


def careful_laying(hand: Sequence[Card], card: Card, choice: Choice, book: MeldBook) -> tuple[int, Laying] | None:
    """The laying that is worth most at once, with that worth; None if the hand can make none."""
    ways = [
        (laying[1].points + best_value(less(hand, laying[0]), book), laying)
        for laying in layings(choice, card, hand, book)
    ]
    return max(ways, key=lambda way: way[0], default=None)


def careful_bump(hand: Sequence[Card], card: Card, choice: Choice, book: MeldBook) -> Laying | None:
    """The bump that is worth most at once. None if the hand is worth more without a bump."""
    found = careful_laying(hand, card, choice, book)
    return found[1] if found and found[0] > best_value(hand, book) else None


def laying_to_go_out(hand: Sequence[Card], card: Card, choice: Choice, book: MeldBook) -> Laying | None:
    """The laying worth most after which the hand can go out; None if there is none."""
    ways = [way for way in layings(choice, card, hand, book) if can_go_out(less(hand, way[0]), book)]
    return max(ways, key=lambda way: way[1].points + best_value(less(hand, way[0]), book), default=None)


def spare_trio(choice: Choice | None, hand: Sequence[Card], book: MeldBook) -> tuple[Card, ...] | None:
    """Three equal cards for a cache at no cost: the hand is worth as much, and can still be finished."""
    for cards in choice.sets if choice else ():
        rest = less(hand, cards)
        if CACHE + best_value(rest, book) >= best_value(hand, book) and can_finish(len(rest) - 1):
            return cards
    return None


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
