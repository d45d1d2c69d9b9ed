"""Whole deals of Solo, refereed by the source text alone: the rules a second time, and nothing of ours.

At every step what the table offers is held against what the text allows, and each score against the text's reckoning.
"""

from collections import Counter
from random import Random

import pytest

from engine.api import Card, Move, OptionValue, Table, find_game

SOLO = find_game("solo")
POINTS = {1: 2, 2: 4, 3: 4, 4: 8, 5: 16, 6: 32}
KINDS = ("simple", "solo", "tout")
HIGH = ("A", "K", "Q", "J", "10", "9", "8", "7")
QUEENS = {"QC", "QS"}


class Referee:
    """One deal. bold: how often a bid is made that may be left."""

    def __init__(self, table: Table, chance: Random, bold: float) -> None:
        self.table, self.chance, self.bold = table, chance, bold
        self.order = [(table.dealer + step) % 4 for step in (1, 2, 3, 4)]
        self.hands = [[str(card) for card in table.zone("hand", seat)] for seat in range(4)]
        self.color = str(table.options["color"])[0].upper()

    def deal(self) -> tuple[int, bool]:
        """Play it; gives the rung and whether it was made."""
        declarer, level = self.auction()
        forced = declarer is None
        if declarer is None:
            declarer = next(seat for seat in range(4) if "QC" in self.hands[seat])
        least = max(level, 1, 3 * self.has_both(declarer))
        games = {
            (KINDS[(rung - 1) // 2], suit)
            for rung in range(least, 3 if forced else 7)
            for suit in "CDHS"
            if (suit == self.color) == (rung % 2 == 0) and (rung > 2 or self.callable(declarer, suit))
        }
        assert {(move.verb, move.places[0]) for move in self.offered(declarer)} == games
        kind, trump = self.chance.choice(sorted(games))
        self.answer(declarer, Move(kind, places=(trump,)))
        side, called = {declarer}, ""
        if kind == "simple":
            cards = self.callable(declarer, trump)
            assert {str(move.cards[0]) for move in self.offered(declarer)} == cards
            called = self.chance.choice(sorted(cards))
            side.add(next(seat for seat in range(4) if called in self.hands[seat]))
            self.answer(declarer, Move("call", (Card(called),)))
        won = self.tricks(trump, declarer, called)
        made = sum(won[seat] for seat in side) >= (8 if kind == "tout" else 5)
        rung = 1 + 2 * KINDS.index(kind) + (trump == self.color)
        worth = POINTS[rung] if made else -POINTS[rung]
        assert self.table.scores[-1].points == tuple(worth if seat in side else 0 for seat in range(4))
        return rung, made

    def auction(self) -> tuple[int | None, int]:
        """The bidding: who won it, and at which rung."""
        holder, level = None, 0
        for seat in self.order:
            if holder is None:
                if self.says(seat, "ask", "pass", bound=self.has_both(seat)):
                    holder, level = seat, 1
                continue
            while level < 6:
                if not self.says(seat, "query", "pass", bound=self.has_both(seat) and level < 3):
                    break
                level += 1
                if not self.says(holder, "hold", "yield", bound=self.has_both(holder) and level <= 3):
                    holder = seat
                    break
        return holder, level

    def says(self, seat: int, bid: str, refusal: str, *, bound: bool) -> bool:
        """A seat bids or refuses. bound: it may not refuse."""
        assert self.table.acting() == (seat,)
        assert {move.verb for move in self.offered(seat)} == ({bid} if bound else {bid, refusal})
        bids = bound or self.chance.random() < self.bold
        self.answer(seat, Move(bid if bids else refusal))
        return bids

    def tricks(self, trump: str, declarer: int, called: str) -> Counter[int]:
        """Eight tricks: how many each seat takes."""
        won: Counter[int] = Counter()
        leader = self.order[0]
        for _ in range(8):
            trick: list[str] = []
            for seat in [(leader + step) % 4 for step in range(4)]:
                hand = self.hands[seat]
                legal = [card for card in hand if trick and suit(card, trump) == suit(trick[0], trump)] or hand
                assert {str(move.cards[0]) for move in self.offered(seat)} == set(legal)
                card = self.chance.choice(sorted(legal))
                hand.remove(card)
                trick.append(card)
                self.answer(seat, Move("play", (Card(card),)))
                if card == called:
                    assert self.table.facts.get("partner") == (seat if seat != declarer else None)
            best = max(trick, key=lambda card: rank(card, trump) if suit(card, trump) == trump else -1)
            if suit(best, trump) != trump:
                best = min(
                    (c for c in trick if suit(c, trump) == suit(trick[0], trump)), key=lambda c: HIGH.index(c[:-1])
                )
            leader = (leader + trick.index(best)) % 4
            won[leader] += 1
        return won

    def has_both(self, seat: int) -> bool:
        return set(self.hands[seat]) >= QUEENS

    def callable(self, declarer: int, trump: str) -> set[str]:
        """The cards that may be called at this table."""
        rule = self.table.options["call_rule"]
        for high in "AK":
            cards = {high + suit for suit in "CDHS" if rule != "not_own_not_trump" or suit != trump}
            if rule != "any":
                cards -= set(self.hands[declarer])
            if cards:
                return cards
        return set()

    def offered(self, seat: int) -> list[Move]:
        decision = self.table.decision(seat)
        assert decision is not None
        return list(decision.moves(self.table.deck))

    def answer(self, seat: int, move: Move) -> None:
        self.table.play(seat, self.table.step, move)


def suit(card: str, trump: str) -> str:
    """Black queens are trumps, whatever is printed on them."""
    return trump if card in QUEENS else card[-1]


def rank(card: str, trump: str) -> int:
    """How high a trump is: QC, the seven, QS, and then as usual."""
    order = ["QC", f"7{trump}", "QS", *(high + trump for high in HIGH[:-1])]
    return len(order) - order.index(card)


@pytest.mark.parametrize("color", ["clubs", "hearts"])
@pytest.mark.parametrize("rule", ["any", "not_own", "not_own_not_trump"])
def test_every_offer_and_every_score_is_as_the_text_has_it(rule: str, color: str) -> None:
    seen: Counter[tuple[int, bool]] = Counter()
    options: dict[str, OptionValue] = {"color": color, "call_rule": rule, "hands": 30}
    table = Table(SOLO, 4, SOLO.meta.resolve(options), seed=f"witness {rule} {color}")
    table.start()
    chance = Random(f"{rule} {color}")
    while table.over is None:
        if table.awaits_close:
            table.close()
        else:
            seen[Referee(table, chance, chance.random()).deal()] += 1
    assert sum(seen.values()) == 30
    assert len({rung for rung, _ in seen}) >= 5
    assert {made for _, made in seen} == {True, False}
