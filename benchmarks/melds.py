"""The meld solver against OR-Tools CP-SAT, on the same hands in the same run.

Hands are fifteen cards drawn at random from the 61-card pack. For each, both find the best value and the best value
of melding everything. "Cold" is an interpreter that has seen no hand: the tables are empty, and filling them is
counted. "Warm" are fresh hands after some thousands of others; no answer is kept for a hand, but what the single
suits allow is, and they come again, as they do in play. Warm times, and those of CP-SAT, are the least of three
looks at each hand, with a round of all the others between.

CP-SAT is given every meld that the hand allows. Its `Solve` alone is timed, with one worker and the faster of
presolve on and off; building its model is told apart. Its answers must be ours.
"""

import sys
import time
from collections.abc import Iterator
from functools import partial
from random import Random

from benchmarks.report import Figure, at_least, at_most, least_us, median, percentile, tell
from engine.games.khanhoo.melds.solver import assess
from engine.games.khanhoo.melds.tables import MeldBook
from engine.games.khanhoo.pack import book_of
from engine.model.cards import JOKER, Card
from engine.play.registry import find_game

Hand = tuple[Card, ...]

COLD, WARMING, FRESH, SIDE_BY_SIDE = 1000, 20_000, 4000, 200
LOOKS = 3


def main() -> None:
    """Measure, and print the figures."""
    game = find_game("khanhoo")
    options = game.meta.resolve({})
    book, pack = book_of(options), game.deck(options).cards
    chance = Random("melds")
    started = time.perf_counter_ns()
    book.tables  # noqa: B018 - made when first asked for
    made_ms = (time.perf_counter_ns() - started) / 1e6
    ask = partial(assess, book=book)
    cold = least_us(ask, _deal(chance, pack, COLD), looks=1)
    least_us(ask, _deal(chance, pack, WARMING), looks=1)
    hands = _deal(chance, pack, FRESH)
    warm = least_us(ask, hands, LOOKS)
    tell(_figures(made_ms, cold, warm, hands, book))


def _figures(
    made_ms: float, cold: list[float], warm: list[float], hands: list[Hand], book: MeldBook
) -> Iterator[Figure]:
    yield Figure("tables of the pack made in", made_ms, "ms")
    yield Figure(f"value and cover, cold, first {COLD} hands: median", median(cold), "us")
    yield Figure(f"value and cover, cold, first {COLD} hands: 99th percentile", percentile(cold, 99), "us")
    yield at_most("value and cover, warm, fresh hands: median", median(warm), "us", 25)
    yield at_most("value and cover, warm, fresh hands: 99th percentile", percentile(warm, 99), "us", 300)
    with_joker = [spent for spent, hand in zip(warm, hands, strict=True) if JOKER in hand]
    yield Figure("value and cover, warm, hands with the joker: median", median(with_joker), "us")
    try:
        from benchmarks.cp_sat import solve_times_us
    except ImportError:
        sys.exit("  OR-Tools is missing. `make bench` installs it.")
    some = hands[:SIDE_BY_SIDE]
    ours = least_us(partial(assess, book=book), some, LOOKS)
    theirs, building, answers = solve_times_us(some, book, LOOKS)
    if answers != [assess(hand, book) for hand in some]:
        sys.exit("  CP-SAT and the solver disagree.")
    yield Figure(f"the same {SIDE_BY_SIDE} hands, side by side: ours, median", median(ours), "us")
    yield Figure(f"the same {SIDE_BY_SIDE} hands, side by side: CP-SAT, median", median(theirs), "us")
    yield Figure(f"the same {SIDE_BY_SIDE} hands: building the models for CP-SAT, median", median(building), "us")
    yield at_least("times as fast as CP-SAT, in the median", median(theirs) / median(ours), "", 40)


def _deal(chance: Random, pack: tuple[Card, ...], count: int) -> list[Hand]:
    return [tuple(chance.sample(pack, 15)) for _ in range(count)]


if __name__ == "__main__":
    main()
