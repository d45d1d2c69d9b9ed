"""How soon a hand can win, looked at over many futures: cards that may come are drawn by lot from those that are live,
and it is seen after how many of them the hand and what came hold fifteen cards that win.

A player who knew what comes would throw just the right cards; nobody does. But the same is granted to every hand that
is compared, and all are shown the same futures.
"""

from collections.abc import Sequence

from ..hand_solver.wins import code_wins, left_over
from ..pack import HAND_SIZE, EyesBook


def holds_win(code: int, size: int, book: EyesBook) -> bool:
    """Whether fifteen of these cards win. size: how many there are.

    Where a division leaves more than fifteen in groups, a run can be cut, a set left out, or a card not attached.
    """
    spare = size - HAND_SIZE
    return left_over(code, book, spare) <= spare if spare else code_wins(code, book)


def soonest(code: int, size: int, coming: Sequence[int], book: EyesBook) -> int:
    """After how many of the coming cards a hand wins; one more than there are if it does not.

    coming: codes of the hands made by the first one, two, three ... of them.
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
