"""Chinaso §7-§11: how a hand ends, what it costs, the match, the options, and what the table does for the absent."""

from collections.abc import Sequence

import pytest

from engine.games.chinaso.cards import HouseRules
from engine.games.chinaso.scoring import match_end, reckon
from engine.games.chinaso.state import dull_discard
from engine.model.cards import Card, Seat
from engine.model.options import OptionError, OptionValue
from engine.play.match_end import MatchResult
from engine.play.table import Table
from tests.games.tables import decision_of

from .positions import CHINASO, act, answer, cards, hand, idle, placed, started, to_play


def verdict(totals: Sequence[int], playing: Sequence[Seat], deals: int, house: HouseRules) -> MatchResult | None:
    return match_end(house).result([totals] * deals, playing)


FOUR_SETS = "2H 2S 2D 5H 5S 5D 8H 8S 8D JH JS JD"
LAY_FOUR = "lay_down 2H 2S 2D | 5H 5S 5D | 8H 8S 8D | JH JS JD"


def house(**options: OptionValue) -> HouseRules:
    return HouseRules.of(CHINASO.meta.resolve(options))


def points(table: Table) -> tuple[int, ...]:
    return table.scores[-1].points


def test_rule_7_1_the_hand_is_over_the_moment_a_hand_is_empty() -> None:
    table = to_play(placed(1, {0: "4C 9D"}, {0: ["4H 4S 4D", "9H 9S 9C"]}, discard="9H"), s0="take")
    act(table, 0, "lay_off 4C @ meld:0:0")
    act(table, 0, "lay_off 9D @ meld:0:1")
    assert table.phase == "play"
    act(table, 0, "lay_off 9H @ meld:0:1")
    assert table.scores[-1].how == "out"
    assert points(table)[0] == 0
    assert table.phase == "between"


def test_rule_7_1_or_by_the_last_discard() -> None:
    table = to_play(placed(1, {0: "4C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    act(table, 0, "lay_off 4C @ meld:0:0")
    act(table, 0, "discard 3C")
    assert table.scores[-1].how == "out"


def test_rule_7_2_who_has_a_card_left_throws_one() -> None:
    table = to_play(placed(1, {0: "4C 2C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    act(table, 0, "lay_off 4C @ meld:0:0")
    assert table.acting() == (0,)
    act(table, 0, "discard 3C")
    assert table.facts["turn"] == 1


def test_rule_7_3_a_chinaso_doubles_all_others() -> None:
    others = {1: "AS KD 7C *", 2: "2C", 3: "10D"}
    table = to_play(placed(7, {0: FOUR_SETS, **others}), s0="take")
    act(table, 0, LAY_FOUR)
    assert table.phase == "play"
    act(table, 0, "discard 3C")
    assert table.scores[-1].how == "chinaso"
    assert points(table) == (0, 174, 4, 20)


def test_rule_7_3_laying_everything_without_a_discard_is_one_too() -> None:
    table = to_play(placed(7, {0: FOUR_SETS, 1: "2C"}, discard="JC"), s0="take")
    act(table, 0, LAY_FOUR + " JC")
    assert table.scores[-1].how == "chinaso"
    assert points(table)[1] == 4


def test_rule_7_3_what_is_laid_on_ones_own_new_melds_counts() -> None:
    table = to_play(placed(7, {0: FOUR_SETS, 1: "2C"}, discard="JC"), s0="take")
    act(table, 0, LAY_FOUR)
    act(table, 0, "lay_off JC @ meld:0:3")
    assert table.scores[-1].how == "chinaso"


def test_rule_7_3_none_if_somebody_else_is_down() -> None:
    table = to_play(
        placed(7, {0: FOUR_SETS, 1: "2C"}, {2: ["4C 4D 4H", "6C 6D 6H", "9C 9D 9H", "QC QD QH"]}), s0="take"
    )
    act(table, 0, LAY_FOUR)
    act(table, 0, "discard 3C")
    assert table.scores[-1].how == "out"
    assert points(table)[1] == 2


def test_rule_7_3_none_if_it_took_two_turns() -> None:
    table = to_play(placed(1, {0: "4C 4H 4S 9H 9S 9C 2C", 1: "KD", 2: "KS", 3: "KC"}), s0="take")
    act(table, 0, "lay_down 4C 4H 4S | 9H 9S 9C")
    act(table, 0, "discard 3C")
    for seat in (1, 2, 3):
        answer(table)
        act(table, seat, f"discard {hand(table, seat)[0]}")
    answer(table, s0="take")
    for card in [card for card in hand(table, 0) if card != "2C"]:
        act(table, 0, f"discard {card}")
    assert table.phase in ("offer", "drawing")
    answer(table)
    hand(table, 1).clear()
    hand(table, 1).append(Card("4D"))
    act(table, 1, "discard 4D")
    assert table.scores[-1].how == "out"


def test_rule_7_3_oracle_a_hand_of_ten_in_the_first_contract() -> None:
    """Nine dealt and one drawn: two cards over are one too many, one card over may be thrown."""
    table = to_play(placed(1, {0: "5H 5S 5D 5C 9H 9S 9C * 2C"}), s0="take")
    act(table, 0, "lay_down 5H 5S 5D 5C | 9H 9S 9C *")
    act(table, 0, "discard 3C")
    assert not table.scores
    table = to_play(placed(1, {0: "5H 5S 5D 5C 9H 9S 9C * 2C"}, discard="9D"), s0="take")
    act(table, 0, "lay_down 5H 5S 5D 5C | 9H 9S 9C 9D *")
    act(table, 0, "discard 2C")
    assert table.scores[-1].how == "chinaso"


def test_rule_7_3_oracle_the_first_to_lay_the_seventh_contract_makes_a_chinaso() -> None:
    table = to_play(placed(7, {0: FOUR_SETS, 1: "5C", 2: "AD", 3: "3H"}), s0="deck")
    act(table, 0, LAY_FOUR)
    act(table, 0, f"discard {hand(table, 0)[0]}")
    assert points(table) == (0, 10, 40, 6)


def test_rule_10_5_chinaso_with_discard_off_asks_for_every_card_to_be_laid() -> None:
    table = to_play(placed(7, {0: FOUR_SETS, 1: "2C"}, chinaso_with_discard=False), s0="take")
    act(table, 0, LAY_FOUR)
    act(table, 0, "discard 3C")
    assert (table.scores[-1].how, points(table)[1]) == ("out", 2)
    table = to_play(placed(7, {0: FOUR_SETS, 1: "2C"}, discard="JC", chinaso_with_discard=False), s0="take")
    act(table, 0, LAY_FOUR + " JC")
    assert table.scores[-1].how == "chinaso"


def test_rule_7_6_after_sixty_turns_a_player_the_hand_is_over() -> None:
    table = placed(1, {}, seats=3)
    table.declare("turns", 179)
    to_play(table, s0="take")
    act(table, 0, f"discard {hand(table, 0)[0]}")
    assert not table.scores
    answer(table, s1="take")
    act(table, 1, f"discard {hand(table, 1)[0]}")
    assert table.scores[-1].how == "turns"


def test_rule_10_6_turn_cap_sets_another_number_of_turns() -> None:
    table = started(3, turn_cap=10)
    idle(table, until="between")
    assert table.scores[-1].how == "turns"
    assert table.facts["turns"] == 30
    with pytest.raises(OptionError):
        CHINASO.meta.resolve({"turn_cap": 5})


def test_rule_10_6_turns_are_counted_by_those_who_still_play() -> None:
    table = started(3, turn_cap=10)
    idle(table, until="between")
    table.drop(1)
    table.close()
    idle(table, until="between")
    assert table.scores[-1].how == "turns"
    assert table.facts["turns"] == 20


def test_rule_8_1_everybody_scores_what_is_left() -> None:
    result = reckon([(), cards("AS KD 7C *"), cards("2C 10H")], (0, 1, 2), "out")
    assert result.points == (0, 87, 12)
    assert [(line.seat, line.points) for line in result.lines] == [(0, 0), (1, 87), (2, 12)]


def test_rule_8_2_who_is_out_scores_nothing() -> None:
    assert reckon([(), cards("2C")], (0, 1), "out").points[0] == 0


def test_rule_8_3_a_chinaso_doubles_and_nothing_doubled_is_nothing() -> None:
    result = reckon([cards("AS KD 7C *"), ()], (0, 1), "chinaso")
    assert result.points == (174, 0)
    assert [(line.label, line.points) for line in result.lines] == [
        ("Left in hand", 87),
        ("Doubled by the chinaso", 87),
        ("Chinaso", 0),
    ]


def test_rule_8_4_nobody_out() -> None:
    assert reckon([cards("2C"), cards("3C")], (0, 1), "stock").points == (2, 3)


def test_who_has_left_the_match_scores_nothing_and_cannot_win() -> None:
    assert reckon([cards("2C"), (), ()], (0, 2), "out").points == (2, 0, 0)
    ended = verdict([5, 0, 9], (0, 2), 7, house())
    assert ended is not None
    assert ended.winners == (0,)


def test_rule_9_1_the_lowest_total_wins_after_the_last_contract() -> None:
    assert verdict([10, 5], (0, 1), 6, house()) is None
    ended = verdict([10, 5, 7], (0, 1, 2), 7, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("won", (1,))
    assert verdict([10, 5], (0, 1), 4, house(express=True)) is None
    assert verdict([10, 5], (0, 1), 5, house(express=True)) is not None


def test_rule_9_2_equal_lowest_totals_share() -> None:
    ended = verdict([5, 9, 5], (0, 1, 2), 7, house())
    assert ended is not None
    assert (ended.how, ended.winners) == ("shared", (0, 2))


def test_rule_9_3_and_10_7_tie_break_extra_plays_the_last_contract_again() -> None:
    extra = house(tie_break="extra")
    assert all(verdict([5, 5], (0, 1), deals, extra) is None for deals in range(7, 12))
    ended = verdict([5, 5], (0, 1), 12, extra)
    assert ended is not None
    assert ended.how == "shared"
    ended = verdict([5, 6], (0, 1), 9, extra)
    assert ended is not None
    assert ended.how == "won"
    assert [extra.contract_of(deal).number for deal in (7, 8, 12)] == [7, 7, 7]
    express = house(tie_break="extra", express=True)
    assert [express.contract_of(deal).number for deal in (4, 5, 6, 10)] == [6, 7, 7, 7]


def test_rule_9_3_an_extra_hand_is_announced_and_played() -> None:
    table = placed(7, {0: FOUR_SETS, 1: "2C", 2: "2C", 3: "3S"}, tie_break="extra")
    table.scores.extend([table.scores[0]] * 6 if table.scores else [])
    for _ in range(6):
        table.score("out", [5, 3, 3, 9])
    table.totals[:] = [40, 3, 3, 50]
    to_play(table, s0="take")
    act(table, 0, LAY_FOUR)
    act(table, 0, "discard 3C")
    assert table.totals[1] == table.totals[2] == 7
    assert table.facts["extra_deal"] == 1
    assert table.over is None
    table.close()
    assert table.facts["contract"] == "four sets"


def test_rule_10_7_with_tie_break_shared_they_share_at_once() -> None:
    ended = verdict([5, 5], (0, 1), 7, house(tie_break="shared"))
    assert ended is not None
    assert ended.how == "shared"


def test_rule_11_1_the_absent_draw_buy_nothing_and_lay_nothing() -> None:
    table = placed(1, {0: "4C 4H 4S 9H 9S 9C 2C"})
    assert decision_of(table, 0).default.verb == "deck"
    assert decision_of(table, 1).default.verb == "pass"
    to_play(table, s0="take")
    assert decision_of(table, 0).default.verb == "discard"


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("KC QC 9D 2S", "9D"),  # king and queen of one suit go together
        ("KC 9D 2S", "KC"),
        ("KC KC 9D 2S", "9D"),  # its like is of its rank, too
        ("AC KC 9D 2S", "9D"),
        ("AC 2C 9D 5S", "9D"),  # the ace is near the two
        ("AC 4C 9D 5S", "AC"),
        ("QC QD 2S", "2S"),
        ("9D 9D 5S 5H", "9D"),  # nothing stands alone: the highest
        ("QC QD", "QC"),
        ("QD QH", "QD"),
        ("JD 8D 4S", "JD"),
        ("JD 9D 4S 5S", "JD"),
        ("* 2C 3C", "3C"),
        ("*", "*"),
    ],
)
def test_rule_11_1_what_the_absent_throw(text: str, thrown: str) -> None:
    assert dull_discard(cards(text)) == thrown


def test_rule_11_1_a_match_of_the_absent_ends() -> None:
    table = started(4, turn_cap=10)
    while table.over is None:
        idle(table, until="between")
        if table.over is None:
            table.close()
    assert len(table.scores) == 7
