"""The hands of Kanhu, Qing, against OR-Tools CP-SAT, on the same hands in the same run.

For each hand both find the fewest numerals that its best division leaves in no group, and so whether it wins: hands
dealt at random, winning hands, and winning hands of which one card was changed. "Warm" is after some thousands of
others: no answer is kept for a hand, but what the single suits allow is, as in play. Times, also those of CP-SAT, are
the least of five looks at each hand, with a round of all the others between.

CP-SAT is given every group that the hand can hold. Its `Solve` alone is timed, with one worker and the faster of
presolve on and off; building its model is told apart. Its answers must be ours.

Asked only for a yes or no, CP-SAT refutes most hands while it reads the model, before it searches, so that little but
the cost of calling it is left. It is asked with the model ready, and so are we with the hand as a number: that is what
a hand is where bots and simulations ask, a sum to which a card is added. Asked with the cards one by one, most of the
time goes into adding them up, which for random hands alone takes about a fortieth of CP-SAT's time. So that comparison
has no goal; it is told, and what adding up takes.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.report import Figure, at_least, least_us, median, percentile, tell
from engine.games.kanhu_qing.hand_solver.wins import assess, code_wins, wins
from engine.games.kanhu_qing.pack import ACES, DECK, HAND_SIZE, HONOURS, NUMERALS, EyesBook, book_of, code_of
from engine.model.cards import Card

try:
    from benchmarks.kanhu_qing_cp_sat import solve_times_us
except ImportError:
    sys.exit("  OR-Tools is missing. `make bench` installs it.")

Hand = tuple[Card, ...]

COLD, WARMING, SIDE_BY_SIDE = 1000, 5000, 100
LOOKS = 5


def main() -> None:
    """Measure, and print the figures."""
    tell(_figures())


def _figures() -> Iterator[Figure]:
    for honours in ("attach", "wild"):
        book, chance = book_of({"eye6": "wealth", "honours": honours}), Random(honours)
        cold = least_us(partial(assess, book=book), _random(chance, COLD), looks=1)
        yield Figure(f"honours {honours}, cold, first {COLD} random hands: median", median(cold), "us")
        yield Figure(f"honours {honours}, cold, first {COLD} random hands: 99th percentile", percentile(cold, 99), "us")
        least_us(partial(assess, book=book), _random(chance, WARMING) + _winning(chance, WARMING, book), looks=1)
        for kind, hands in _kinds(chance, book):
            yield from _side_by_side(f"honours {honours}, {kind}", hands, book)


def _side_by_side(name: str, hands: list[Hand], book: EyesBook) -> Iterator[Figure]:
    ours = least_us(partial(assess, book=book), hands, LOOKS)
    theirs, building, answers = solve_times_us(hands, book, LOOKS, yes_or_no=False)
    if answers != [assess(hand, book) for hand in hands]:
        sys.exit("  CP-SAT and the engine disagree.")
    yield Figure(
        f"{name} ({100 * sum(won for _, won in answers) / len(hands):.0f}% win): ours, median", median(ours), "us"
    )
    yield Figure(f"{name}: CP-SAT, median", median(theirs), "us")
    yield Figure(f"{name}: building its models, median", median(building), "us")
    yield at_least(f"{name}: times as fast as CP-SAT", median(theirs) / median(ours), "", 40)
    yield from _yes_or_no(name, hands, book)


def _yes_or_no(name: str, hands: list[Hand], book: EyesBook) -> Iterator[Figure]:
    codes = [code_of(hand) for hand in hands]
    ours = least_us(lambda code: code_wins(code, book), codes, LOOKS)
    from_cards = least_us(lambda hand: wins(hand, book), hands, LOOKS)
    adding = least_us(code_of, hands, LOOKS)
    theirs, _, answers = solve_times_us(hands, book, LOOKS, yes_or_no=True)
    if not answers == [(0, wins(hand, book)) for hand in hands] == [(0, code_wins(code, book)) for code in codes]:
        sys.exit("  CP-SAT and the engine disagree.")
    yield Figure(f"{name}, yes or no: ours, median", median(ours), "us")
    yield Figure(f"{name}, yes or no: CP-SAT, median", median(theirs), "us")
    yield at_least(f"{name}, yes or no: times as fast as CP-SAT", median(theirs) / median(ours), "", 40)
    yield Figure(f"{name}, yes or no: from cards, median", median(from_cards), "us")
    yield Figure(f"{name}, yes or no: from cards, times as fast", median(theirs) / median(from_cards), "")
    yield Figure(f"{name}, yes or no: adding up the cards, median", median(adding), "us")


def _kinds(chance: Random, book: EyesBook) -> Iterator[tuple[str, list[Hand]]]:
    yield "random", _random(chance, SIDE_BY_SIDE)
    winning = _winning(chance, SIDE_BY_SIDE, book)
    yield "winning", winning
    yield "changed", [_changed(hand, chance) for hand in winning]


def _random(chance: Random, count: int) -> list[Hand]:
    return [tuple(chance.sample(DECK.cards, HAND_SIZE)) for _ in range(count)]


def _winning(chance: Random, count: int, book: EyesBook) -> list[Hand]:
    """Hands put together from eyes, runs, sets, and few cards that attach."""
    return [_put_together(chance, book) for _ in range(count)]


def _put_together(chance: Random, book: EyesBook) -> Hand:
    loose, hand = Counter(DECK.cards), Counter(chance.choice(book.eyes).cards)
    for _ in range(60):
        suit, first, rank = chance.randrange(3), chance.randrange(7), chance.randrange(9)
        run = NUMERALS[9 * suit + first : 9 * suit + min(9, first + chance.choice((3, 3, 4)))]
        alike = [NUMERALS[9 * chance.randrange(3) + rank] for _ in range(3)]
        more = hand + Counter(run if chance.random() < 0.6 else alike)
        if more.total() <= HAND_SIZE and more <= loose:
            hand = more
    while hand.total() < HAND_SIZE:
        more = hand + Counter((chance.choice((*ACES, *HONOURS)),))
        hand = more if more <= loose else hand
    return tuple(chance.sample(tuple(hand.elements()), HAND_SIZE))


def _changed(hand: Hand, chance: Random) -> Hand:
    """The hand with one of its cards changed for any other."""
    return (*hand[1:], chance.choice(DECK.sort(Counter(DECK.cards) - Counter(hand))))


if __name__ == "__main__":
    main()
