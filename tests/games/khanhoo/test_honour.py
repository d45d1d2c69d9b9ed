"""Khanhoo §15: bumps that are called by their kind alone, challenged, and fined."""

from typing import Any

import pytest

from engine.games.khanhoo.hand_rules import kinds_to_call, makes, points_of
from engine.games.khanhoo.melds.solver import read_meld
from engine.games.khanhoo.scoring import Ending, Holding, reckon
from engine.model.cards import Card
from engine.model.events import Moved
from engine.model.moves import BadMove, IllegalMove
from engine.model.redact import redact
from engine.play.table import Table
from engine.record.codec import encode
from tests.games.tables import decision_of

from .positions import KHANHOO, act, cards, claim, facts_told, hand, idle, offered, run, started, throw, verbs
from .test_packs import book
from .test_scores import house

IDLE = "2H 4H QC 9S KC 8D 5S 4S AS 9H 5D 2H 3D"
"""Thirteen cards that make no meld, nor one with a seven of diamonds."""


def honoured(seats: int, hands: dict[int, str], **options: Any) -> Table:
    """A table at which seat 0 has a seven of diamonds to throw, and the others hold what is said beside idle cards."""
    table = started(seats, {0: "7D"}, honour_bumps=True, **options)
    for seat in range(1, seats):
        table.zones[f"hand:{seat}"] = list(table.deck.sort(cards(f"{hands.get(seat, '6H 8H')} {IDLE}")))
    act(table, 0, "discard 7D")
    return table


def called(seats: int, hands: dict[int, str], calls: dict[int, str], next_says: str = "leave", **options: Any) -> Table:
    """Bumps have been called: called(4, {2: "7H 7S"}, {2: "triplet"})."""
    table = honoured(seats, hands, **options)
    claim(table, s1=next_says, **{f"s{seat}": f"bump @{kind.replace(' ', '_')}" for seat, kind in calls.items()})
    assert table.phase == "challenges"
    return table


def test_rule_10_15_honour_bumps_is_off_unless_asked_for() -> None:
    table = started(3, {0: "7D", 2: "7H 7S"})
    act(table, 0, "discard 7D")
    with pytest.raises(BadMove):
        act(table, 2, "bump @triplet")
    claim(table, s2="bump 7H 7S")
    assert table.phase == "turn"


def test_rule_15_1_a_bump_names_a_kind_and_no_cards() -> None:
    table = honoured(3, {2: "7H 7S"})
    choice = decision_of(table, 2).choice("bump")
    assert choice is not None
    assert choice.sets == ()
    assert choice.places == (("double triplet",), ("court meld",), ("triplet",))
    assert choice.names == ("10 points", "4 points", "2 points")
    table = started(3, {0: "AH"}, honour_bumps=True)
    act(table, 0, "discard AH")
    ace = decision_of(table, 2).choice("bump")
    assert ace is not None
    assert (ace.places[-1], ace.names[-1]) == (("aces",), "1 point")
    table = honoured(3, {2: "7H 7S"})
    for wrong in ("bump 7H 7S", "bump @sequence", "bump @khanhoo", "bump"):
        with pytest.raises(IllegalMove) as refused:
            act(table, 2, wrong)
        assert refused.value.paragraph == "15.1"


def test_rule_15_1_the_kinds_are_offered_whatever_is_held() -> None:
    asked = {decision_of(honoured(3, {2: held}), 2).choices for held in ("7H 7S", "JC 7D", "5H 3S", "* 8D")}
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("AH", ("double khanhoo", "double aces", "khanhoo", "aces")),
        ("KC", ("double royal", "court meld", "royal assembly")),
        ("6S", ("double triplet", "triplet")),
        (
            "*",
            (
                "double khanhoo",
                "double aces",
                "double royal",
                "double triplet",
                "khanhoo",
                "court meld",
                "royal assembly",
                "triplet",
                "aces",
            ),
        ),
    ],
)
def test_rule_15_1_kinds_in_which_a_card_may_be(card: str, kinds: tuple[str, ...]) -> None:
    assert kinds_to_call(Card(card), 15, house().book) == kinds


def test_rule_15_1_one_card_must_be_left_to_throw() -> None:
    modern = house().book
    assert kinds_to_call(Card("6S"), 6, modern) == ("double triplet", "triplet")
    assert kinds_to_call(Card("6S"), 5, modern) == ("triplet",)
    assert kinds_to_call(Card("6S"), 2, modern) == ()
    table = honoured(3, {})
    table.zones["hand:2"] = list(cards("7H 7S"))
    table._asked.clear()
    assert verbs(table, 2) == {"pass"}


def test_rule_15_2_everybody_learns_who_called_what() -> None:
    table = honoured(4, {2: "7H 7S"})
    events = claim(table, s1="take", s2="bump @triplet", s3="bump @court_meld")
    assert facts_told(events, "call") == [(2, "triplet"), (3, "court meld")]
    assert not facts_told(events, "defence")
    assert not any(isinstance(event, Moved) for event in events)


def test_rule_15_2_all_others_may_challenge_the_thrower_too() -> None:
    table = called(4, {2: "7H 7S"}, {2: "triplet"})
    assert table.acting() == (0, 1, 3)
    assert all(verbs(table, seat) == {"challenge", "accept"} for seat in (0, 1, 3))


def test_rule_15_2_but_not_their_own_bump() -> None:
    table = called(4, {}, {2: "triplet", 3: "court meld"})
    assert table.acting() == (0, 1, 2, 3)
    assert [move.places for move in decision_of(table, 2).moves(table.deck)] == [("seat:3",), ()]
    assert [move.places for move in decision_of(table, 0).moves(table.deck)] == [
        ("seat:2",),
        ("seat:3",),
        ("seat:2", "seat:3"),
        (),
    ]
    with pytest.raises(IllegalMove) as refused:
        act(table, 2, "challenge @seat:2")
    assert refused.value.paragraph == "15.2"


def test_rule_15_2_answers_are_sealed_until_the_window_closes() -> None:
    table = called(3, {2: "7H 7S"}, {2: "triplet"})
    assert act(table, 0, "challenge @seat:2") == ()
    with pytest.raises(BadMove):
        table.close()
    act(table, 1, "accept")
    assert table.awaits_close


def test_rule_15_2_a_challenge_that_is_wrong_costs_nothing() -> None:
    table = called(3, {2: "7H 7S"}, {2: "triplet"})
    events = claim(table, s0="challenge @seat:2")
    assert facts_told(events, "challenge") == [(0, "triplet")]
    assert facts_told(events, "upheld") == [(2, "triplet")]
    assert "fined" not in table.facts


def test_rule_11_2_who_lets_the_time_pass_accepts_and_lays() -> None:
    table = called(3, {2: "7H 7S *"}, {2: "triplet"})
    assert {decision.default.verb for decision in table.decisions()} == {"accept"}
    claim(table)
    assert decision_of(table, 2).default.cards == cards("7H 7S")


@pytest.mark.parametrize(
    ("held", "kind", "is_true"),
    [
        ("7H 7S", "triplet", True),
        ("7H *", "triplet", True),
        ("JC 7D", "court meld", True),
        ("JC 7D", "triplet", False),
        ("7H 7S", "court meld", False),
        ("8D 9D", "triplet", False),
        ("7H 7S 7H 7S 7D", "double triplet", True),
        ("7H 7S 7H 7S 5H", "double triplet", False),
    ],
)
def test_rule_15_3_a_challenged_bump_must_make_its_meld(held: str, kind: str, is_true: bool) -> None:
    table = called(3, {2: held}, {2: kind})
    events = claim(table, s1="challenge @seat:2")
    assert bool(facts_told(events, "upheld")) is is_true
    assert facts_told(events, "false_bump") == ([] if is_true else [(2, kind)])
    assert table.acting() == ((2,) if is_true else (1,))


def test_rule_15_3_cards_that_make_something_better_are_no_false_bump() -> None:
    modern = house(ace_triplets=True).book
    triplet = read_meld(cards("AH AS AD"), modern)
    assert triplet is not None
    assert triplet.kind == "triplet"
    assert makes(triplet, "aces", modern)
    assert not makes(triplet, "khanhoo", modern)
    trio = read_meld(cards("AH AH *"), book(121, trio_quartette_cache=True))
    assert trio is not None
    assert makes(trio, "aces", book(121, trio_quartette_cache=True))


def test_rule_15_3_the_others_do_not_see_the_hand() -> None:
    """Whatever cards a true bump that is outbid was called with, a third party is told the same, byte for byte."""
    told = set()
    for held in ("7H 7S", "7H *"):
        table = called(4, {2: held, 3: "JC 7D"}, {2: "triplet", 3: "court meld"})
        events = claim(table, s0="challenge @seat:2")
        told.add(encode([redact(event, None, KHANHOO.plan) for event in events]))
    assert len(told) == 1


def test_rule_15_4_the_winner_lays_a_meld_of_the_kind_that_was_called() -> None:
    table = called(3, {2: "7H 7S JC *"}, {2: "triplet"})
    events = claim(table)
    assert facts_told(events, "bumped") == [(2, 2)]
    assert table.phase == "laying"
    assert table.acting() == (2,)
    assert set(offered(table, 2, "lay")) == {cards("7H 7S"), cards("7H *"), cards("7S *")}
    with pytest.raises(IllegalMove) as refused:
        act(table, 2, "lay JC *")
    assert refused.value.paragraph == "15.4"
    act(table, 2, "lay 7S *")
    assert sorted(table.zone("meld", 2, 0)) == sorted(cards("7D 7S *"))
    assert table.phase == "turn"
    assert table.acting() == (2,)


def test_rule_15_4_a_winner_is_asked_even_where_there_is_one_way_only() -> None:
    table = called(3, {2: "7H 7S"}, {2: "triplet"})
    claim(table)
    assert offered(table, 2, "lay") == [cards("7H 7S")]


def test_rule_15_4_a_bump_that_wins_unchallenged_and_cannot_be_laid_is_false() -> None:
    table = called(4, {3: "7H 7S"}, {2: "double triplet", 3: "triplet"})
    events = claim(table)
    assert facts_told(events, "false_bump") == [(2, "double triplet")]
    assert facts_told(events, "bumped") == [(3, 3)]
    assert table.acting() == (3,)


def test_rule_15_4_a_false_bump_that_loses_unchallenged_is_not_found_out() -> None:
    table = called(4, {3: "JC 7D"}, {2: "triplet", 3: "court meld"})
    claim(table)
    assert table.acting() == (3,)
    assert "fined" not in table.facts


@pytest.mark.parametrize(
    ("next_hand", "kind", "bumper", "winner"),
    [
        ("7H 7S", "triplet", "7H 7S", 1),  # 2 against 2
        ("7H 7S", "court meld", "JC 7D", 2),  # 2 against 4
        ("8D 9D", "triplet", "7H 7S", 2),  # a sequence against 2
        ("7H 7S", "triplet", "5H 3S", 1),  # the defence beats what was called, true or not
    ],
)
def test_rule_15_4_the_defence_is_weighed_against_what_was_called(
    next_hand: str, kind: str, bumper: str, winner: int
) -> None:
    table = called(3, {1: next_hand, 2: bumper}, {2: kind}, "take")
    events = claim(table)
    assert len(facts_told(events, "defence")) == 1
    assert table.acting() == (winner,)
    assert bool(facts_told(events, "defended")) is (winner == 1)
    if winner == 1:
        assert "7D" in hand(table, 1)


def test_rule_15_4_a_defence_keeps_the_meld_that_was_named() -> None:
    table = honoured(3, {1: "7H 7S 8D 9D", 2: "7H 7S"}, expose_taken_discard=True)
    claim(table, s1="take 7H 7S", s2="bump @triplet")
    events = claim(table)
    assert facts_told(events, "defended") == [(1, 1)]
    assert sorted(table.zone("meld", 1, 0)) == sorted(cards("7D 7H 7S"))


@pytest.mark.parametrize("answer", ["take", "leave"])
def test_rule_15_5_the_next_player_gets_what_was_answered(answer: str) -> None:
    table = called(3, {}, {2: "triplet"}, answer)
    before, stock = len(hand(table, 1)), len(table.zone("stock"))
    events = claim(table, s0="challenge @seat:2")
    assert not facts_told(events, "defence")
    assert table.acting() == (1,)
    assert len(hand(table, 1)) == before + 1
    assert ("7D" in hand(table, 1)) is (answer == "take")
    assert len(table.zone("stock")) == stock - (answer == "leave")


def test_rule_15_5_without_a_stock_the_card_is_got_all_the_same() -> None:
    table = called(4, {}, {2: "triplet"})
    claim(table, s0="challenge @seat:2")
    assert "7D" in hand(table, 1)


def test_rule_15_6_a_false_bump_costs_five_points_at_the_count() -> None:
    held = {seat: Holding(cards("4H 5H 6H")) for seat in range(3)}
    ending = Ending("dead", None, (1, 1))
    assert reckon(held, ending, house(false_bump="deduct"), seats=3).points == (1, 1 - 10, 1)
    void = reckon(held, ending, house(dead_hand="void"), seats=3)
    assert (void.how, void.points) == ("void", (0, -10, 0))


def test_rule_10_16_false_bump_may_give_to_the_others_instead() -> None:
    held = {seat: Holding(cards("4H 5H 6H")) for seat in range(3)}
    counted = reckon(held, Ending("out", 0, (1,)), house(false_bump="award"), seats=3)
    assert counted.points == (1 + 5 + 5, 1, 1 + 5)
    assert [line.paragraph for line in counted.lines if "false" in line.label] == ["10.16", "10.16"]


def test_rule_15_6_totals_may_fall_below_nothing_and_the_deal_goes_on() -> None:
    table = called(3, {}, {2: "triplet"})
    cards_before = list(hand(table, 2))
    claim(table, s0="challenge @seat:2")
    assert hand(table, 2) == cards_before
    assert table.facts["fined"] == (2,)
    table.zones["hand:1"] = list(cards(f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"))
    act(table, 1, "out JC")
    assert table.totals[2] == -5
    line = next(line for line in table.scores[0].lines if line.label == "false bump")
    assert (line.seat, line.points, line.paragraph) == (2, -5, "15.6")


def test_rule_15_6_fines_of_one_deal_add_up_and_end_with_it() -> None:
    table = called(4, {}, {2: "triplet", 3: "court meld"}, target="1000")
    claim(table, s0="challenge @seat:2 @seat:3")
    assert table.facts["fined"] == (2, 3)
    idle(table, until="between")
    table.close()
    assert "fined" not in table.facts


def test_rule_15_1_the_claim_for_a_cache_is_looked_at_by_the_table() -> None:
    table = started(3, {0: "5H 5H 5H KS", 1: "5H"}, preset="english", trio_quartette_cache=True, honour_bumps=True)
    act(table, 0, "cache 5H 5H 5H")
    throw(table, 0, "KS")
    act(table, 1, "discard 5H")
    with pytest.raises(IllegalMove):
        act(table, 2, "cache_bump")
    claim(table, s0="cache_bump", s2="leave")
    assert table.scores[0].how == "quartette"


@pytest.mark.parametrize(("kind", "points"), [("aces", 1), ("khanhoo", 5), ("double royal", 10), ("trio", 6)])
def test_what_a_call_is_worth(kind: str, points: int) -> None:
    assert points_of(kind, book(121, trio_quartette_cache=True)) == points
