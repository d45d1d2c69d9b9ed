"""Whole hands of Kanhu (Ming), refereed by the text of 1613 alone: the rules a second time, and nothing of ours.

Cards are words here, every three of a hand are looked at, and what is won is counted trick by trick. The table must
offer the same plays, give each trick to the same seat, and count the same points.
"""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.api import Decision, Move, Table

from .endings import begun

CASH = ["C9", "C8", "C7", "C6", "C5", "C4", "C3", "C2", "C1", "CH", "C0"]
STRINGS = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"]
MYRIADS = ["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "TM"]
SPECIALS = ("C7 S3 M3", "C8 S2 M2", "C9 S1 M1", "C0 S9 TM", "C9 S9 M9", "C0 S9 M9", "S1 M1 TM")
BONUSES = (3, 4, 5, 6, 7, 8, 9)

Play = frozenset[str]
Reading = tuple[str, int, int]
"""Kind, height of the suit, height within it."""


def reading(play: Play) -> Reading | None:
    """What three cards are: a special if they are one, else a leopard or a gibbon."""
    for rank, special in enumerate(SPECIALS):
        if play == set(special.split()):
            return "special", 0, rank
    for number in "12345678":
        if play == {"C" + number, "S" + number, "M" + number}:
            return "leopard", 0, int(number)
    if play == {"C1", "CH", "C0"}:
        return "gibbon", 2, 0  # over all Cash and all Strings, under all Myriads
    for height, suit in ((0, CASH), (1, STRINGS), (3, MYRIADS)):
        places = sorted(suit.index(card) for card in play if card in suit)
        if len(places) == 3 and places[2] - places[0] == 2:
            return "gibbon", height, places[0]
    return None


def single_beats(card: str, held: str) -> bool:
    suits = (CASH, STRINGS, MYRIADS)
    mine, its = (next(place for place, suit in enumerate(suits) if one in suit) for one in (card, held))
    if mine == its:
        return suits[mine].index(card) > suits[mine].index(held)
    return mine > its and card != "TM"


def beats(play: Play, held: Play) -> bool:
    """Whether a play goes over what holds the trick."""
    if len(held) == 1:
        return single_beats(*play, *held)
    mine, its = reading(play), reading(held)
    assert its is not None
    if mine is None:
        return False
    if its[0] == "leopard" and mine[0] == "special":
        return play in (set(SPECIALS[4].split()), set(SPECIALS[6].split()))  # the leopard of nines, and the Hero
    return mine[0] == its[0] and mine > its


def bonus(play: Play) -> int:
    if len(play) == 1:
        (card,) = play
        return {"M5": 2, "M8": 3}.get(card, 0)
    found = reading(play)
    if found is not None and found[0] == "special":
        return BONUSES[found[2]]
    return int(play in ({"C1", "CH", "C0"}, {"M8", "M9", "TM"}))


def plays_of(hand: list[str], held: Play | None) -> set[Play]:
    """Everything that a hand may lead, or with which it may beat what holds the trick."""
    ones = [frozenset((card,)) for card in hand]
    threes = [frozenset(three) for three in combinations(hand, 3)]
    if held is None:
        return {*ones, *(three for three in threes if reading(three))}
    return {play for play in (ones if len(held) == 1 else threes) if beats(play, held)}


def offered(decision: Decision, verb: str) -> set[Play]:
    choice = decision.choice(verb)
    return {frozenset(map(str, cards)) for cards in choice.sets} if choice else set()


def referee(table: Table, chance: Random) -> Counter[str]:
    """Play one hand by lot, and see that it goes by the old text. Gives how often each kind of play took a trick."""
    seats, leader, won = table.seats, table.dealer, Counter[str]()
    points = [0] * seats
    while not table.scores:
        best: tuple[int, Play] | None = None
        for step in range(seats):
            seat = (leader - step) % seats  # to the right
            assert table.acting() == (seat,)
            (decision,) = table.decisions()
            hand = [str(card) for card in table.zone("hand", seat)]
            may = plays_of(hand, best[1] if best else None)
            assert offered(decision, "beat" if best else "lead") == may
            verb = "lead" if best is None else "beat" if may and chance.random() < 0.7 else "sluff"
            moves = [move for move in decision.moves(table.deck) if move.verb == verb]
            threes = [move for move in moves if len(move.cards) == 3]
            move: Move = chance.choice(threes if threes and chance.random() < 0.7 else moves)
            if verb != "sluff":
                best = seat, frozenset(map(str, move.cards))
            size = len(best[1]) if best else 0
            assert len(move.cards) == size
            table.play(seat, decision.id, move)
        assert best is not None
        leader = best[0]
        points[leader] += seats * len(best[1]) + bonus(best[1])
        found = reading(best[1])
        won[found[0] if found else "single"] += 1
    assert table.scores[0].points == tuple(points)
    return won


@pytest.mark.parametrize(("seats", "cards"), [(2, 26), (3, 27)])
def test_whole_hands_go_by_the_old_text(seats: int, cards: int) -> None:
    won = Counter[str]()
    for number in range(30):
        won += referee(begun(seats, {"hands": 1}, f"witness {number}"), Random(f"{seats} {number}"))
    assert won.keys() == {"single", "gibbon", "leopard", "special"}
    assert won["single"] * seats + (won.total() - won["single"]) * 3 * seats == 30 * cards
