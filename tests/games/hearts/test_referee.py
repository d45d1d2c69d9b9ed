"""Whole matches of Hearts, refereed by the source text alone: the rules a second time, and nothing of ours.

At every step what the table offers is held against what the text allows, and each score against the text's reckoning.
"""

from collections import Counter
from random import Random

import pytest

from engine.api import Card, Deal, Move, OptionValue, Table, find_game, parse_cards

HEARTS = find_game("hearts")
MOONY = "AS KS QS AH KH QH JH 10H 9H AC 2D 3D 4D"
"""A hand that shoots the moon when three low diamonds are passed and it plays high."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def height(card: str) -> int:
    return RANKS.index(card[:-1])


def offered(table: Table, seat: int) -> list[Move]:
    decision = table.decision(seat)
    assert decision is not None
    return list(decision.moves(table.deck))


class Referee:
    """One deal. shooter: a seat that plays high while the others play low, so that the moon is shot now and then."""

    def __init__(self, table: Table, number: int, chance: Random, shooter: int | None) -> None:
        self.table, self.number, self.chance, self.shooter = table, number, chance, shooter
        self.options = table.options
        self.hands = [[str(card) for card in table.zone("hand", seat)] for seat in range(4)]

    def counts(self, card: str) -> bool:
        """Whether a card scores."""
        return card[-1] == "H" or card == "QS" or (card == "JD" and bool(self.options["omnibus"]))

    def deal(self) -> str:
        """Play it; gives how it ended."""
        if self.number % 4:
            self.passing({1: 1, 2: 3, 3: 2}[self.number % 4])
        taken = self.tricks()
        moon = [seat for seat in range(4) if sum(map(self.counts, taken[seat])) == 14 + bool(self.options["omnibus"])]
        how = "counted"
        points = [
            sum(1 if card[-1] == "H" else 13 if card == "QS" else -10 for card in cards if self.counts(card))
            for cards in taken
        ]
        if moon:
            how, points = "others", [0 if seat in moon else 26 for seat in range(4)]
            if self.options["moon"] == "choice":
                assert [move.verb for move in offered(self.table, moon[0])] == ["others26", "self26"]
                if self.chance.random() < 0.5:
                    how, points = "self", [-26 if seat in moon else 0 for seat in range(4)]
                self.table.play(moon[0], self.table.step, Move(f"{how}26"))
        assert self.table.scores[-1].points == tuple(points)
        return how

    def passing(self, way: int) -> None:
        """Everybody gives three cards to the seat so many to the left."""
        given = {}
        for seat in range(4):
            hand = self.hands[seat]
            best = sorted(hand, key=lambda card: (self.counts(card), height(card)))
            given[seat] = self.chance.sample(hand, 3) if self.shooter is None else best[:3]
            if self.shooter not in (None, seat):
                given[seat] = best[-3:]
            self.table.play(seat, self.table.step, Move("pass", tuple(map(Card, given[seat]))))
        for seat, cards in given.items():
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        for seat, cards in given.items():
            self.hands[(seat + way) % 4] += cards
        assert [sorted(map(str, self.table.zone("hand", seat))) for seat in range(4)] == [*map(sorted, self.hands)]

    def tricks(self) -> list[list[str]]:
        """Thirteen tricks: what each seat has taken."""
        taken: list[list[str]] = [[], [], [], []]
        leader = next(seat for seat in range(4) if "2C" in self.hands[seat])
        is_broken = False
        for number in range(13):
            trick: list[str] = []
            for seat in [(leader + step) % 4 for step in range(4)]:
                legal = self.legal(self.hands[seat], trick, is_first=number == 0, is_broken=is_broken)
                assert {str(move.cards[0]) for move in offered(self.table, seat)} == set(legal)
                card = self.chosen(seat, sorted(legal))
                self.hands[seat].remove(card)
                trick.append(card)
                self.table.play(seat, self.table.step, Move("play", (Card(card),)))
                is_broken |= card[-1] == "H" or (card == "QS" and bool(self.options["queen_breaks"]))
            best = max((card for card in trick if card[-1] == trick[0][-1]), key=height)
            leader = (leader + trick.index(best)) % 4
            taken[leader] += trick
        return taken

    def legal(self, hand: list[str], trick: list[str], *, is_first: bool, is_broken: bool) -> list[str]:
        """What the text lets a seat play."""
        if not trick:
            if is_first:
                return ["2C"]
            return hand if is_broken else [card for card in hand if card[-1] != "H"] or hand
        follow = [card for card in hand if card[-1] == trick[0][-1]]
        if follow or not is_first or self.options["first_trick_points"]:
            return follow or hand
        return [card for card in hand if not self.counts(card)] or hand

    def chosen(self, seat: int, cards: list[str]) -> str:
        if self.shooter is None:
            return self.chance.choice(cards)
        return (max if seat == self.shooter else min)(cards, key=height)


TABLES: list[dict[str, OptionValue]] = [
    {},
    {"omnibus": True, "moon": "choice"},
    {"moon": "choice", "limit_rule": "inclusive", "queen_breaks": True},
    {"omnibus": True, "first_trick_points": True, "tie_break": "shared"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_offer_and_every_score_is_as_the_text_has_it(options: dict[str, OptionValue]) -> None:
    chance, seen = Random(str(options)), Counter[str]()
    for match in range(6):
        dealt, given = Deal({match % 4: parse_cards(MOONY)}, (), match % 4), {**options, "limit": 60}
        table = Table(HEARTS, 4, HEARTS.meta.resolve(given), seed=f"witness {match} {options}", deal=dealt)
        table.start()
        totals, number, extra = [0, 0, 0, 0], 0, 0
        while table.over is None:
            if table.awaits_close:
                table.close()
                continue
            number += 1
            shooter = match % 4 if number == 1 else chance.choice((None, 0, 1, 2, 3))
            seen[Referee(table, number, chance, shooter).deal()] += 1
            totals = [total + points for total, points in zip(totals, table.scores[-1].points, strict=True)]
            low = [seat for seat in range(4) if totals[seat] == min(totals)]
            is_due = max(totals) > 60 or (max(totals) == 60 and options.get("limit_rule") == "inclusive")
            ends = is_due and (len(low) == 1 or options.get("tie_break") == "shared" or extra == 5)
            extra += is_due
            assert (table.over is not None) == (ends or number == 64)
        assert (table.over.winners, table.totals) == (tuple(low), totals)
    assert seen["counted"] > 10
    assert seen["others"] + seen["self"] > 0
