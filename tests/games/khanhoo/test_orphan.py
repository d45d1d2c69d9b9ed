"""Khanhoo §13: the highest cut plays with six cards, where the pack would else be used up."""

from typing import Any

import pytest

from engine.games.khanhoo.pack import stock_size
from engine.games.khanhoo.scoring import Ending, Holding, reckon
from engine.model.cards import JOKER
from engine.model.events import Declared
from engine.model.moves import IllegalMove
from engine.model.redact import redact
from engine.play.table import Table
from engine.record.codec import encode
from tests.games.tables import decision_of

from .positions import (
    KHANHOO,
    act,
    cards,
    claim,
    english,
    facts_told,
    hand,
    idle,
    offered,
    options_of,
    started,
    throw,
    verbs,
)
from .test_scores import house

TABLES = [(4, 61), (8, 121)]
"""Players, and the cards of the pack with which they may have an orphan."""


def asked(seats: int = 4, *, highest: int | None = None, **options: Any) -> Table:
    """A table whose highest cut is asked. highest: a seat that shall have it; seat 0 is the eldest."""
    for number in range(200):
        table = started(seats, preset="english", seed=f"orphan {number}", **options)
        if highest is None or table.acting() == (highest,):
            return table
    raise AssertionError("nobody cuts that card")


def orphaned(highest: int, **options: Any) -> Table:
    """A table of four at which a seat has gone orphan."""
    table = asked(4, highest=highest, **options)
    act(table, highest, "orphan")
    return table


@pytest.mark.parametrize(("seats", "pack"), TABLES)
def test_rule_13_1_an_orphan_where_the_pack_would_be_used_up(seats: int, pack: int) -> None:
    table = asked(seats)
    assert table.phase == "orphan"
    assert len(table.deck.cards) == pack
    assert not any(table.zones.values())


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {}),
        (3, {"jokers": 1}),
        (4, {"copies": 4}),
        (4, {"copies": 3}),
        (5, {}),
        (5, {"copies": 3}),
        (7, {}),
        (8, {"copies": 4, "jokers": 2}),
        (8, {"copies": 4, "jokers": 5}),
    ],
)
def test_rule_13_1_and_in_no_other_case(seats: int, options: dict[str, Any]) -> None:
    table = started(seats, preset="english", **options)
    assert table.phase == "opening"
    assert "cut" not in table.facts


def test_rule_10_13_without_the_option_there_is_no_orphan() -> None:
    assert started(4, preset="english", orphan=False).phase == "opening"
    assert started(4, preset="denexa").phase == "opening"
    assert started(4, preset="denexa", orphan=True).phase == "orphan"


@pytest.mark.parametrize(("seats", "pack"), TABLES)
def test_rule_13_2_the_highest_card_is_asked_and_all_see_the_cut(seats: int, pack: int) -> None:
    chosen = set()
    for seed in range(60):  # many enough for ties and jokers to have come up, which are cut again
        table = Table(KHANHOO, seats, options_of("english"), seed=str(seed))
        told = [e for e in table.start() if isinstance(e, Declared) and e.fact == "cut"]
        assert len(told) == 1
        cut = told[0].value
        assert isinstance(cut, tuple)
        assert len(cut) == seats
        assert JOKER not in cut
        places = ["A23456789JQK".index(str(card)[0]) for card in cut]
        assert places.count(max(places)) == 1
        assert table.acting() == (places.index(max(places)),) == (told[0].seat,)
        chosen |= set(table.acting())
    assert len(chosen) > seats // 2


def test_rule_13_2_it_may_be_declined_and_nobody_else_is_asked() -> None:
    table = asked(highest=2)
    events = act(table, 2, "decline")
    assert facts_told(events, "declined") == [(2, 2)]
    assert table.phase == "opening"
    assert [len(hand(table, seat)) for seat in range(4)] == [16, 15, 15, 15]
    assert table.zone("stock") == []


def test_rule_13_2_nothing_else_can_be_answered() -> None:
    table = asked(highest=1)
    assert verbs(table, 1) == {"orphan", "decline"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "discard 5H")
    assert refused.value.paragraph == "13.2"


def test_rule_13_2_each_deal_is_cut_for_anew() -> None:
    table = asked(target=1000)
    cuts = {table.facts["cut"]}
    for _ in range(3):
        idle(table, until="between")
        table.close()
        assert table.phase == "orphan"
        assert "orphan" not in table.facts
        cuts.add(table.facts["cut"])
    assert len(cuts) == 4


def test_rule_11_2_who_lets_the_time_pass_declines() -> None:
    table = asked()
    assert decision_of(table, table.acting()[0]).default.verb == "decline"


@pytest.mark.parametrize(("seats", "pack"), TABLES)
@pytest.mark.parametrize("eldest", [True, False])
def test_rule_13_3_six_cards_or_seven_and_nine_in_the_stock(seats: int, pack: int, eldest: bool) -> None:
    highest = 0 if eldest else 1
    table = asked(seats, highest=highest)
    act(table, highest, "orphan")
    wanted = [16] + [15] * (seats - 1)
    wanted[highest] -= 9
    assert [len(hand(table, seat)) for seat in range(seats)] == wanted
    assert len(table.zone("stock")) == 9 == stock_size(pack, seats, 1)
    assert facts_told(table.journal.events() if table.journal else (), "orphan") == [(highest, highest)]


def test_rule_13_4_the_orphan_takes_bumps_and_throws() -> None:
    table = orphaned(2)
    table.zones["hand:0"] = list(cards(english("7D 5H 5H 8S 8S 9D 2H 2S 3S 4D 4D 6H QC KC AS AD")))
    table.zones["hand:2"] = list(cards(english("7H 7S 2H 9S JC 4H")))
    throw(table, 0, "7D", s2=english("bump 7H 7S"))
    assert table.acting() == (2,)
    assert len(hand(table, 2)) == 4
    act(table, 2, "discard 2H")
    assert table.acting() == (0, 1, 3)
    assert "leave" in verbs(table, 3)


def test_rule_13_4_with_a_stock_cards_are_drawn_and_not_forced_upon() -> None:
    table = orphaned(1)
    throw(table, 0, str(hand(table, 0)[0]), s1="leave")
    assert len(table.zone("stock")) == 8
    assert len(hand(table, 1)) == 7


@pytest.mark.parametrize(("split_runs", "points"), [(False, 6), (True, 7)])
def test_rule_13_5_the_least_that_an_orphan_wins(split_runs: bool, points: int) -> None:
    table = orphaned(0, split_runs=split_runs)
    table.zones["hand:0"] = list(cards("AH 2H 3H 4H 5H 6H KS"))
    assert offered(table, 0, "out") == [cards("KS")]
    act(table, 0, "out KS")
    assert table.scores[0].points[0] == points


def test_rule_13_5_the_most_that_an_orphan_wins() -> None:
    table = orphaned(0)
    table.zones["hand:0"] = list(cards("AH * 2C 2C 3D 3D KS"))
    act(table, 0, "out KS")
    assert table.scores[0].points[0] == 15 + 5


def test_rule_13_5_laid_melds_count_towards_the_six() -> None:
    table = orphaned(2)
    table.zones["hand:0"] = list(cards("7D 5H 5H 8C 8C 9D 2H 2C 3C 4D 4D 6H QS KS AC AD"))
    table.zones["hand:2"] = list(cards("7H 7C 4H 5H 6H JS"))
    throw(table, 0, "7D", s2="bump 7H 7C")
    assert offered(table, 2, "out") == [cards("JS")]
    act(table, 2, "out JS")
    assert table.scores[0].points[2] == 2 + 1 + 5


def test_rule_13_5_an_orphan_who_is_not_out_scores_the_best_melds() -> None:
    held = {0: Holding(cards("AH 2S 3D 5H 5S 5D")), 1: Holding(cards("4H 5H 6H 9S KC KC"))}
    assert reckon(held, Ending("dead"), house(), seats=2).points == (5 + 2, 1)


def test_rule_13_5_the_orphan_goes_on_after_the_draw() -> None:
    table = orphaned(1)
    table.zones["hand:1"] = list(cards("AH 2H 3H 4H 5H 6H"))
    act(table, 0, f"discard {hand(table, 0)[0]}")
    claim(table, s1="leave")
    assert "out" in verbs(table, 1)


def test_an_orphans_cards_are_as_secret_as_any() -> None:
    """Two tables that differ in cards of the orphan and the stock tell a third party the same, byte for byte."""
    told = set()
    for swapped in (False, True):
        table = orphaned(2)
        stock, held = table.zone("stock"), table.zone("hand", 2)
        if swapped:
            stock[0], held[0] = held[0], stock[0]
            held.sort(key=table.deck.order.__getitem__)
        events = [*act(table, 0, f"discard {hand(table, 0)[0]}"), *claim(table)]
        told.add(encode([redact(event, 0, KHANHOO.plan) for event in events]))
    assert len(told) == 1


def test_a_deal_that_is_given_and_leaves_a_stock_is_that_of_an_orphan() -> None:
    table = started(4, {}, stock="2H 3H 4H 5H 6H 7H 8H 9H AH", preset="english")
    seat = table.acting()[0]
    assert verbs(table, seat) == {"orphan"}
    assert decision_of(table, seat).default.verb == "orphan"
    act(table, seat, "orphan")
    assert table.zone("stock") == list(reversed(cards("2H 3H 4H 5H 6H 7H 8H 9H AH")))


def test_a_deal_that_is_given_fifteen_cards_makes_no_orphan_of_their_holder() -> None:
    full = "AH AH 2H 2H 3H 3H 4H 4H 5H 5H 6H 6H 7H 7H 8H"
    cut = [started(4, {1: full}, preset="english", seed=f"given {seed}") for seed in range(30)]
    assert {table.acting() for table in cut if table.phase == "orphan"} == {(0,), (2,), (3,)}
    assert any(table.phase == "opening" for table in cut)  # the holder had cut the highest card
