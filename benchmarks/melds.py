"""The meld solver against OR-Tools CP-SAT, on the same hands in the same run.

Hands are fifteen cards drawn at random from the 61-card pack. For each, both find the best value and the best value
of melding everything. Our time is per hand, first in an interpreter that has seen no hand ("cold": the tables are
empty, and that they are made is counted), then on fresh hands after a few thousand others ("warm": no hand comes
twice, but single suits do, as they do in play; of three batches the one in which the machine was least disturbed).
CP-SAT gets every meld that the hand allows for nothing: only its
`Solve` is timed, one worker, the faster of presolve on and off; its answers must be ours.
"""

import sys
import time
from collections.abc import Iterator
from random import Random

from engine.games.khanhoo.house import book_of

from benchmarks.report import Figure, at_least, at_most, median, percentile, tell
from engine.cards import JOKER, Card
from engine.meldbook import MeldBook
from engine.melds import assess
from engine.registry import find_game

Hand = tuple[Card, ...]

COLD, WARMING, FRESH, SIDE_BY_SIDE = 1000, 20_000, 4000, 200
BATCHES = 3


def main() -> None:
    """Measure, and print the figures."""
    game = find_game("khanhoo")
    options = game.meta.resolve({})
    book, pack = book_of(options), game.deck(options).cards
    chance = Random("melds")
    started = time.perf_counter_ns()
    book.tables  # noqa: B018 - made when first asked for
    made_ms = (time.perf_counter_ns() - started) / 1e6
    cold = _times_us(_deal(chance, pack, COLD), book)
    _times_us(_deal(chance, pack, WARMING), book)
    batches = [_deal(chance, pack, FRESH) for _ in range(BATCHES)]
    warm, hands = min(((_times_us(hands, book), hands) for hands in batches), key=lambda pair: median(pair[0]))
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
        sys.exit("  OR-Tools is missing: pip install --group bench")
    some = hands[:SIDE_BY_SIDE]
    ours = _times_us(some, book)
    theirs, answers = solve_times_us(some, book)
    if answers != [assess(hand, book) for hand in some]:
        sys.exit("  CP-SAT and the solver disagree.")
    yield Figure(f"the same {SIDE_BY_SIDE} hands, side by side: ours, median", median(ours), "us")
    yield Figure(f"the same {SIDE_BY_SIDE} hands, side by side: CP-SAT, median", median(theirs), "us")
    yield at_least("times as fast as CP-SAT, in the median", median(theirs) / median(ours), "", 40)


def _deal(chance: Random, pack: tuple[Card, ...], count: int) -> list[Hand]:
    return [tuple(chance.sample(pack, 15)) for _ in range(count)]


def _times_us(hands: list[Hand], book: MeldBook) -> list[float]:
    times = []
    for hand in hands:
        started = time.perf_counter_ns()
        assess(hand, book)
        times.append((time.perf_counter_ns() - started) / 1000)
    return times


if __name__ == "__main__":
    main()
