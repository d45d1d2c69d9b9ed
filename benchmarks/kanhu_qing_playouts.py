"""How fast Kanhu, Qing, is played out at random: whole deals, move by move, with no table and no log.

    python -m benchmarks.kanhu_qing_playouts [--deals N] [--rounds N]

A move is an answer to any question: throw this card, take, buy, win. Each player's fifteen cards are looked at for a
win in every turn. The deals are made beforehand; the best of the rounds counts, so that a busy machine wrongs nobody.
"""

import argparse
import random
import time
from collections.abc import Iterator

from benchmarks.report import Figure, at_least, tell
from engine.games.kanhu_qing.bot.state import Sim
from engine.games.kanhu_qing.pack import FACES, HAND_SIZE, EyesBook, book_of


def deals_of(seats: int, count: int, book: EyesBook, *, claims: bool) -> list[Sim]:
    """So many random deals."""
    chance = random.Random(seats)
    pack = [place for place in range(len(FACES)) for _ in range(4)]
    found = []
    for _ in range(count):
        chance.shuffle(pack)
        ends = [HAND_SIZE + (HAND_SIZE - 1) * seat for seat in range(seats)]
        hands = [pack[end - HAND_SIZE + (end > HAND_SIZE) : end] for end in ends]
        found.append(Sim(hands, pack[ends[-1] :], book, claims=claims))
    return found


def moves_a_second(seats: int, count: int, honours: str, *, claims: bool) -> float:
    """Play so many deals; gives the rate."""
    book = book_of({"eye6": "wealth", "honours": honours})
    deals = deals_of(seats, count, book, claims=claims)
    choose = random.Random(2).choice
    began = time.perf_counter()
    for deal in deals:
        deal.play_out(choose)
    return sum(deal.moves for deal in deals) / (time.perf_counter() - began)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100, help="deals in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each")
    given = parser.parse_args()
    tell(_figures(given.deals, given.rounds))


def _figures(deals: int, rounds: int) -> Iterator[Figure]:
    for seats in (2, 4, 6):
        rate = max(moves_a_second(seats, deals, "attach", claims=False) for _ in range(rounds))
        yield at_least(f"{seats} players: moves a second", rate, "", 50_000)
    rate = max(moves_a_second(4, deals, "attach", claims=True) for _ in range(rounds))
    yield at_least("4 players, wins out of turn: moves a second", rate, "", 50_000)
    rate = max(moves_a_second(4, deals, "wild", claims=False) for _ in range(rounds))
    yield Figure("4 players, wild honours: moves a second", rate, "")


if __name__ == "__main__":
    main()
