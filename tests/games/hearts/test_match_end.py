"""Hearts §8 and the options that belong to it: when a match is over, and who has won."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.api import Declared, Entered, MatchEnded, Table, find_game
from engine.bots.random import random_move
from engine.games.hearts.cards import HouseRules
from engine.games.hearts.scoring import deal_points, limit_reached, match_end
from engine.play.match_end import MatchResult
from tests.games.hearts.endings import deal_that_ends, ended_match


def verdict(history: Sequence[Sequence[int]], house: HouseRules) -> MatchResult | None:
    return match_end(house).result(history, range(len(history[-1])))


PLAIN = HouseRules()
TIED = (50, 50, 80, 101)
HEARTS = find_game("hearts")


def test_rule_8_1_a_hundred_plays_on_and_a_hundred_and_one_ends() -> None:
    assert verdict([(100, 60, 50, 50)], PLAIN) is None
    assert verdict([(101, 60, 51, 50)], PLAIN) == MatchResult("lowest", (3,))


def test_rule_8_1_only_the_end_of_a_deal_counts() -> None:
    table = ended_match("lowest")
    assert all(max(scored.totals) <= table.rules_in_force.limit for scored in table.scores[:-1])
    assert max(table.scores[-1].totals) > table.rules_in_force.limit


def test_rule_8_2_the_lowest_total_wins_however_many_are_above_the_limit() -> None:
    assert verdict([(140, 120, 101, 90)], PLAIN) == MatchResult("lowest", (3,))
    assert verdict([(110, 120, 101, 130)], PLAIN) == MatchResult("lowest", (2,))


def test_rule_8_2_at_the_table() -> None:
    table = ended_match("lowest")
    assert table.over is not None
    assert [table.totals[seat] for seat in table.over.winners] == [min(table.totals)]


def test_the_choice_of_the_moon_decides_whether_the_shooter_loses() -> None:
    taken = [(1 << 52) - 1, 0, 0, 0]
    before = (80, 90, 60, 40)
    totals = {
        off: tuple(a + b for a, b in zip(before, deal_points(taken, PLAIN, off_own_score=off), strict=True))
        for off in (False, True)
    }
    assert totals == {False: (80, 116, 86, 66), True: (54, 90, 60, 40)}
    assert verdict([totals[False]], PLAIN) == MatchResult("lowest", (3,))
    assert verdict([totals[True]], PLAIN) is None


def test_rule_8_3_equal_lowest_totals_play_another_deal() -> None:
    assert verdict([TIED], PLAIN) is None
    assert verdict([TIED, (51, 60, 90, 110)], PLAIN) == MatchResult("lowest", (0,))


def test_rule_8_3_a_total_that_came_back_under_the_limit_goes_on() -> None:
    assert verdict([TIED, (50, 50, 80, 91)], PLAIN) is None


def test_rule_8_3_after_five_extra_deals_they_share() -> None:
    assert verdict([TIED] * 5, PLAIN) is None
    assert verdict([TIED] * 6, PLAIN) == MatchResult("extra_deals_spent", (0, 1))


def test_rule_8_3_extra_deals_need_not_follow_each_other() -> None:
    assert verdict([TIED, TIED, (50, 50, 80, 95), TIED, TIED, TIED], PLAIN) is None
    assert verdict([TIED, TIED, (50, 50, 80, 95), TIED, TIED, TIED, TIED], PLAIN) is not None


def test_rule_8_3_at_the_table_passing_goes_on_in_its_round() -> None:
    table = ended_match("extra_deals_spent")
    assert table.over is not None
    assert len(table.over.winners) > 1
    assert table.journal is not None
    told = [event for event in table.journal.events() if isinstance(event, Declared)]
    assert [event.value for event in told if event.fact == "extra_deal"] == [1, 2, 3, 4, 5]
    ways = [event.value for event in told if event.fact == "pass"]
    assert ways == (["left", "right", "across", "none"] * 2)[: len(ways)]


def test_rule_8_4_after_64_deals_the_lowest_wins_and_equals_share() -> None:
    assert verdict([(1, 2, 3, 4)] * 63, HouseRules(limit=1000)) is None
    assert verdict([(1, 2, 3, 4)] * 64, HouseRules(limit=1000)) == MatchResult("deals_spent", (0,))
    assert verdict([(4, 2, 3, 2)] * 64, HouseRules(limit=1000)) == MatchResult("deals_spent", (1, 3))


def test_rule_8_4_at_the_table() -> None:
    table = ended_match("deals_spent")
    assert table.deal == 64
    assert max(table.totals) <= 1000


@pytest.mark.parametrize("limit", [1, 26, 500])
def test_rule_10_3_the_limit_is_the_tables(limit: int) -> None:
    assert not limit_reached((limit, 0, 0, 0), HouseRules(limit=limit))
    assert limit_reached((limit + 1, 0, 0, 0), HouseRules(limit=limit))


def test_rule_10_4_inclusive_ends_at_the_limit() -> None:
    assert limit_reached((100, 0, 0, 0), HouseRules(limit_inclusive=True))
    assert not limit_reached((99, 0, 0, 0), HouseRules(limit_inclusive=True))


@pytest.mark.parametrize(("limit_rule", "over"), [("strict", False), ("inclusive", True)])
def test_rule_10_4_at_the_table(limit_rule: str, over: bool) -> None:
    once = deal_that_ends("counted")
    most = max(once.totals)
    assert once.totals.count(min(once.totals)) == 1
    table = Table(HEARTS, 4, HEARTS.meta.resolve({"limit": most, "limit_rule": limit_rule}), seed=once.seed)
    table.start()
    assert once.journal is not None
    for record in once.journal.records:
        if record.act.move is not None and record.act.seat is not None:
            table.play(record.act.seat, table.step, record.act.move)
    assert table.totals == once.totals
    assert (table.over is not None) is over


def test_rule_10_7_equal_lowest_totals_may_share_at_once() -> None:
    assert verdict([TIED], HouseRules(ties_shared=True)) == MatchResult("shared", (0, 1))
    table = ended_match("shared")
    assert table.options["tie_break"] == "shared"
    assert table.deal == len(table.scores)
    assert sum(max(scored.totals) > table.rules_in_force.limit for scored in table.scores) == 1


def test_the_last_words_of_a_match() -> None:
    table = ended_match("lowest")
    assert table.journal is not None
    *_, entered, ended = table.journal.events()
    assert entered == Entered("over")
    assert isinstance(ended, MatchEnded)
    assert ended.totals == tuple(table.totals)
    assert (table.decisions(), table.acting(), table.awaits_close) == ((), (), False)


@pytest.mark.parametrize("how", ["counted", "moon_others", "moon_self"])
def test_every_way_in_which_a_deal_can_end_is_reached_at_a_table(how: str) -> None:
    table = deal_that_ends(how)
    assert isinstance(table, Table)
    assert table.scores[0].how == how


def test_a_match_of_random_moves_ends() -> None:
    chance = Random("match")
    table = Table(HEARTS, 4, HEARTS.meta.resolve({"limit": 40}), seed="random")
    table.start()
    while table.over is None:
        if table.awaits_close:
            table.close()
        for decision in table.decisions():
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    assert max(table.totals) > 40
