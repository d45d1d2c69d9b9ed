"""Khanhoo §9, §10, §11: the match, its options, and what the table does for the absent."""

from collections.abc import Sequence

import pytest

from engine.games.khanhoo.pack import HouseRules
from engine.games.khanhoo.scoring import match_end
from engine.model.cards import Seat
from engine.model.options import OptionError, OptionValue
from engine.play.match_end import MatchResult
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import KHANHOO, act, cards, claim, hand, idle, run, started, throw


def verdict(
    history: Sequence[Sequence[int]], hows: Sequence[str], house: HouseRules, playing: Sequence[Seat]
) -> MatchResult | None:
    return match_end(house, hows).result(history, playing)


WON = f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"


def house(**options: OptionValue) -> HouseRules:
    return HouseRules.of(KHANHOO.meta.resolve(options))


def test_rule_9_1_the_highest_total_wins_once_one_is_at_the_target() -> None:
    assert verdict([(49, 30)], ["out"], house(), (0, 1)) is None
    ended = verdict([(50, 30)], ["out"], house(), (0, 1))
    assert ended is not None
    assert (ended.how, ended.winners) == ("won", (0,))
    ended = verdict([(50, 61, 55)], ["dead"], house(), range(3))
    assert ended is not None
    assert ended.winners == (1,)


def test_rule_9_1_a_match_ends_at_the_table() -> None:
    table = started(2, {0: WON}, target=10)
    act(table, 0, "out JC")
    assert table.over is not None
    assert table.over.how == "won"
    assert table.over.winners == (0,)


def test_rule_9_2_equal_leaders_play_on_and_share_after_five_extra_deals() -> None:
    tied = [(50 + more, 50 + more) for more in range(6)]
    for deals in range(1, 6):
        assert verdict(tied[:deals], ["out"] * deals, house(), (0, 1)) is None
    ended = verdict(tied, ["out"] * 6, house(), (0, 1))
    assert ended is not None
    assert (ended.how, ended.winners) == ("shared", (0, 1))
    ended = verdict([(50, 50), (50, 51)], ["out"] * 2, house(), (0, 1))
    assert ended is not None
    assert ended.winners == (1,)


def _tied_after_one_deal(tie_break: str) -> Table:
    """A match of which the first deal, played by the table itself, ends with two equal leaders."""
    for seed in range(40):
        table = started(2, seed=str(seed), target=1, tie_break=tie_break)
        idle(table, until="between")
        if table.totals[0] == table.totals[1]:
            return table
    raise AssertionError("no seed of the forty ties")


def test_rule_9_2_an_extra_deal_is_announced() -> None:
    table = _tied_after_one_deal("extra")
    assert table.over is None
    assert table.facts["extra_deal"] == 1
    table.close()
    assert table.deal == 2


@pytest.mark.parametrize(("target", "extra"), [(10, 1), (11, None)])
def test_rule_9_2_equal_totals_just_at_the_target_are_played_off(target: int, extra: int | None) -> None:
    table = started(2, {0: WON}, target=target)
    table.totals[1] = 10
    table.zones["hand:1"] = list(cards("2H 4D"))
    act(table, 0, "out JC")
    assert table.over is None
    assert table.facts.get("extra_deal") == extra


def test_rule_10_8_shared_ends_it_at_once() -> None:
    table = _tied_after_one_deal("shared")
    assert table.over is not None
    assert table.over.how == "shared"
    assert table.over.winners == (0, 1)


def test_rule_9_3_the_deal_passes_to_the_left() -> None:
    table = started(3, {0: WON}, target=1000)
    act(table, 0, "out JC")
    assert table.phase == "between"
    assert table.awaits_close
    table.close()
    assert (table.deal, table.dealer, table.acting()) == (2, 0, (1,))


def test_rule_9_4_no_match_is_longer_than_64_deals() -> None:
    totals = [(deal // 2, deal // 3) for deal in range(1, 65)]
    assert verdict(totals[:63], ["out"] * 63, house(), (0, 1)) is None
    ended = verdict(totals, ["out"] * 64, house(), (0, 1))
    assert ended is not None
    assert (ended.how, ended.winners) == ("stopped", (0,))


def test_rule_9_4_five_void_deals_in_a_row_end_it() -> None:
    table = started(2, dead_hand="void")
    idle(table)
    while table.over is None:
        table.close()
        idle(table, until="between")
    assert [scored.how for scored in table.scores] == ["void"] * 5
    assert table.over.how == "stopped"
    assert table.over.winners == (0, 1)
    assert verdict([(3, 0)] * 6, ["void", "out", "void", "void", "void", "void"], house(), (0, 1)) is None


@pytest.mark.parametrize(("target", "ends"), [(10, True), (11, False)])
def test_rule_10_1_the_target_may_be_another(target: int, ends: bool) -> None:
    table = started(2, {0: WON}, target=target)
    act(table, 0, "out JC")
    assert (table.over is not None) is ends


@pytest.mark.parametrize(
    "given",
    [
        {"target": 0},
        {"aces_max": 6},
        {"aces_max": 2},
        {"stock_reform": "burn"},
        {"copies": 5},
        {"jokers": 6},
        {"skin": "plain"},
    ],
)
def test_rule_10_1_options_outside_their_bounds_are_refused(given: dict[str, OptionValue]) -> None:
    with pytest.raises(OptionError):
        KHANHOO.meta.resolve(given)


def test_rule_10_6_the_heap_is_turned_over_as_it_lies() -> None:
    table = started(2, stock_reform="turn_over", target=1000)
    while table.zone("stock"):
        idle(table, turns=1)
        if table.phase == "claims":
            claim(table)
    seat = table.acting()[0]
    act(table, seat, f"discard {decision_of(table, seat).default.cards[0]}")
    heap = list(table.zone("discard"))
    claim(table)
    drawer = table.acting()[0]
    assert table.last_drawn == heap[0]
    assert heap[0] in hand(table, drawer)
    assert table.zone("discard") == []
    assert table.zone("stock") == heap[:0:-1]
    assert table.journal is not None
    assert view_of(table.journal, None).zone("stock") == heap[:0:-1]  # everybody has seen it lie
    idle(table, turns=1)
    claim(table)
    assert table.last_drawn == heap[1]


def test_rule_10_7_a_void_hand_scores_nothing() -> None:
    table = started(2, dead_hand="void")
    idle(table, until="between")
    assert table.scores[0].how == "void"
    assert table.scores[0].points == (0, 0)
    assert table.scores[0].lines == ()


def test_rule_10_7_a_deal_that_somebody_wins_counts_all_the_same() -> None:
    table = started(2, {0: WON}, dead_hand="void")
    act(table, 0, "out JC")
    assert (table.scores[0].how, table.scores[0].points[0]) == ("out", 10)


def test_rule_11_1_the_absent_leave_and_pass() -> None:
    table = started(3)
    act(table, 0, f"discard {hand(table, 0)[0]}")
    assert [decision.default.verb for decision in table.decisions()] == ["leave", "pass"]


def test_rule_11_1_the_absent_throw_the_card_drawn() -> None:
    table = started(2, {0: "JC"}, stock="4D")
    throw(table, 0, "JC")
    assert decision_of(table, 1).default.cards == cards("4D")


def test_rule_11_1_with_four_players_the_card_just_got() -> None:
    table = started(4, {0: "JC"})
    throw(table, 0, "JC")
    assert decision_of(table, 1).default.cards == cards("JC")


def test_rule_11_1_after_a_bump_no_card_was_just_drawn() -> None:
    held = "8H 8S 2H 4H QC 9S 9D 5S 4S AS 9H 3D 5D"
    table = started(3, {0: "JC 7D", 1: "KC", 2: f"7H 7S {held}"}, stock="2S 8D")
    throw(table, 0, "JC")
    throw(table, 1, "KC", s2="leave")
    act(table, 2, "discard QC")
    claim(table, s0="take")
    throw(table, 0, "7D", s2="bump 7H 7S")
    assert "8D" in hand(table, 2)  # drawn a turn ago, and now in a meld with two others
    assert decision_of(table, 2).default.cards[0] not in cards("8D 8H 8S")


def test_rule_11_1_otherwise_a_card_that_is_in_no_meld() -> None:
    table = started(
        2, {0: f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC", 1: f"{run('A', '9', 'H')} 9S 9D AD KC KC JC"}
    )
    assert decision_of(table, 0).default.cards == cards("JC")
    throw(table, 0, "JC", s1="take")
    default = decision_of(table, 1).default.cards[0]
    assert default in cards("9S 9D AD KC")


@pytest.mark.parametrize("held", ["8H 9H *", "JC *", "2H 2H *"])
def test_rule_11_1_never_the_joker_while_there_is_another(held: str) -> None:
    table = started(2)
    table.zones["hand:0"] = list(cards(held))  # as if the others were laid
    assert decision_of(table, 0).default.cards != cards("*")
