"""The value of a hand of fourteen cards.

If one or two cards can complete it, the value is exact, pair by pair: the chance to win, less a cost for each turn of
waiting, since others may win first. The next card is followed by the best discard, which is assumed to fit all later
cards. A hand farther away is tried on many random futures: after how many cards do the hand and the new cards hold
fifteen winning cards? This assumes perfect discards, but every compared hand gets the same help and the same futures.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..hand_solver.wins import code_wins, left_over
from ..pack import COUNT_BITS, FACES, HAND_SIZE, EyesBook

_CODES = tuple(1 << COUNT_BITS * place for place in range(len(FACES)))
_ROUNDS = 3
"""How often the value of waiting is computed again; it soon changes no more."""


def holds_win(code: int, size: int, book: EyesBook) -> bool:
    """Whether fifteen of these cards win. size: their number. If a division has more than fifteen cards in groups, a
    run can be cut, a set left out, or a card not attached.
    """
    spare = size - HAND_SIZE
    return left_over(code, book, spare) <= spare if spare else code_wins(code, book)


def soonest(code: int, size: int, coming: Sequence[int], book: EyesBook) -> int:
    """The number of new cards after which a hand wins; one more than there are if it does not. coming: codes of the
    first one, two, three ... new cards together.
    """
    low, high = 0, len(coming) + 1
    while low < high:
        middle = (low + high) // 2
        if middle > len(coming):
            break
        held = code + coming[middle - 1] if middle else code
        if holds_win(held, size + middle, book):
            high = middle
        else:
            low = middle + 1
    return low


@dataclass(frozen=True, slots=True)
class Outs:
    """The cards that may come. live: how many cards of each face are unseen. patience: the value of a win one turn
    later. fit: use of a card that another player discards, as a share of the use of an unseen one.
    """

    live: Sequence[int]
    patience: float
    fit: float

    def chance(self, cards: float) -> float:
        """The chance that a turn brings one of so many cards, from the stock or from the player before."""
        share = min(1.0, cards / max(1, sum(self.live)))
        return 1 - (1 - share) * (1 - self.fit * share)

    def worth_of_waiting(self, cards: float) -> float:
        """The value of a hand that so many cards complete."""
        chance = self.chance(cards)
        return chance / (1 - self.patience * (1 - chance))


def worth(code: int, book: EyesBook, outs: Outs, *, from_stock: bool = False) -> float:
    """The value of a hand before it gets its fifteenth card; 0 if two cards do not complete it. from_stock: the next
    card comes from the stock, since the discard was left.
    """
    places = [place for place, count in enumerate(outs.live) if count]
    size = HAND_SIZE + 1
    wins = [place for place in places if holds_win(code + _CODES[place], HAND_SIZE, book)]
    after = dict.fromkeys(places, 0)
    for number, first in enumerate(places):
        if first in wins:
            continue
        with_first = code + _CODES[first]
        for second in places[number:]:
            if second not in wins and holds_win(with_first + _CODES[second], size, book):
                after[first] += outs.live[second] - (first == second)
                if first != second:
                    after[second] += outs.live[first]
    sure = sum(outs.live[place] for place in wins)
    steps = [(outs.live[place], outs.worth_of_waiting(sure + more)) for place, more in after.items() if more]
    standing = outs.worth_of_waiting(sure)
    for _ in range(_ROUNDS):
        won, better = _turn(sure, steps, standing, outs)
        standing = (won + better) / (1 - outs.patience * (1 - outs.chance(sure + _useful(steps, standing))))
    if not from_stock:
        return standing
    won, better = _turn(sure, steps, standing, replace(outs, fit=0.0))
    stays = 1 - replace(outs, fit=0.0).chance(sure + _useful(steps, standing))
    return won + better + outs.patience * stays * standing


def _turn(sure: int, steps: list[tuple[int, float]], standing: float, outs: Outs) -> tuple[float, float]:
    """The expected result of a turn: a win, or a better hand. steps: cards that improve the hand without completing it,
    and its value then.
    """
    won, useful = outs.chance(sure), _useful(steps, standing)
    if not useful:
        return won, 0.0
    mean = sum(count * then for count, then in steps if then > standing) / useful
    return won, outs.patience * mean * (outs.chance(sure + useful) - won)


def _useful(steps: list[tuple[int, float]], standing: float) -> int:
    """The number of cards that improve the hand."""
    return sum(count for count, then in steps if then > standing)
