"""Solo §10 and the options that belong to it: when a match is over, and who has won."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.api import Declared, Entered, MatchEnded, OptionValue, Table
from engine.bots.random import random_move
from engine.games.solo.cards import HouseRules
from engine.games.solo.scoring import match_end
from engine.play.match_end import MatchResult

from .endings import DEAL_ENDINGS, deal_that_ends, ended_match
from .positions import SOLO, finish


def verdict(history: Sequence[Sequence[int]], house: HouseRules) -> MatchResult | None:
    return match_end(house).result(history, range(len(history[-1])))


POINTS = HouseRules(by_points=True, points=25, ties_shared=False)
HANDS = HouseRules(hands=16)
TIED = (30, 30, -10, 0)


def house(**options: OptionValue) -> HouseRules:
    return HouseRules.of(SOLO.meta.resolve(options))


def test_rule_10_1_sixteen_deals_and_the_highest_total_wins() -> None:
    history = [(4, 0, 0, 2)] * 15
    assert verdict(history, HANDS) is None
    assert verdict([*history, (4, 0, 0, 2)], HANDS) == MatchResult("highest", (0,))


def test_rule_10_2_a_total_of_just_the_points_plays_on() -> None:
    assert verdict([(25, 0, 0, 2)], POINTS) is None
    assert verdict([(26, 0, 0, 2)], POINTS) == MatchResult("highest", (0,))


def test_rule_10_2_only_the_end_of_a_deal_counts() -> None:
    table = ended_match("highest")
    assert all(max(scored.totals) <= table.rules_in_force.points for scored in table.scores[:-1])
    assert max(table.scores[-1].totals) > table.rules_in_force.points


def test_rule_10_3_the_highest_total_wins_however_many_are_above() -> None:
    assert verdict([(26, 30, 28, 0)], POINTS) == MatchResult("highest", (1,))
    assert verdict([(-8, -2, -4, -6)] * 16, HANDS) == MatchResult("highest", (1,))


def test_rule_10_3_equals_share_after_the_last_deal() -> None:
    assert verdict([TIED] * 16, HANDS) == MatchResult("shared", (0, 1))
    table = ended_match("shared")
    assert table.over is not None
    assert len(table.over.winners) > 1
    assert len(table.scores) == 1


def test_rule_10_4_for_points_equals_play_another_deal() -> None:
    assert verdict([TIED], POINTS) is None
    assert verdict([TIED, (32, 30, -10, 0)], POINTS) == MatchResult("highest", (0,))


def test_rule_10_4_a_total_that_came_back_goes_on() -> None:
    assert verdict([TIED, (24, 22, -10, 0)], POINTS) is None


def test_rule_10_4_after_five_extra_deals_they_share() -> None:
    assert verdict([TIED] * 5, POINTS) is None
    assert verdict([TIED] * 6, POINTS) == MatchResult("extra_deals_spent", (0, 1))
    assert verdict([TIED, TIED, (24, 24, 0, 0), TIED, TIED, TIED], POINTS) is None


def test_rule_10_4_at_the_table_extra_deals_are_counted_aloud() -> None:
    table = ended_match("extra_deals_spent")
    assert table.journal is not None
    told = [
        event.value for event in table.journal.events() if isinstance(event, Declared) and event.fact == "extra_deal"
    ]
    assert told == [1, 2, 3, 4, 5]


def test_rule_10_5_after_64_deals_the_highest_wins_and_equals_share() -> None:
    assert verdict([(1, 2, 3, 4)] * 63, POINTS) is None
    assert verdict([(1, 2, 3, 4)] * 64, POINTS) == MatchResult("deals_spent", (3,))
    assert verdict([(4, 2, 3, 4)] * 64, POINTS) == MatchResult("deals_spent", (0, 3))


def test_rule_11_2_the_match_is_for_deals_or_for_points() -> None:
    assert not house(end="hands").by_points
    assert house(end="points").by_points
    assert verdict([(99, 0, 0, 0)], house(end="hands")) is None
    assert verdict([(99, 0, 0, 0)], house(end="points")) is not None


@pytest.mark.parametrize("hands", [1, 3])
def test_rule_11_3_so_many_deals(hands: int) -> None:
    table = Table(SOLO, 4, SOLO.meta.resolve({"hands": hands}), seed="hands")
    table.start()
    while table.over is None:
        finish(table)
        if table.awaits_close:
            table.close()
    assert len(table.scores) == hands


@pytest.mark.parametrize("points", [1, 500])
def test_rule_11_4_the_points_are_the_tables(points: int) -> None:
    assert verdict([(points, 0, 0, 0)], house(end="points", points=points)) is None
    assert verdict([(points + 1, 0, 0, 0)], house(end="points", points=points)) is not None


def test_rule_11_5_the_most_deals_are_the_tables() -> None:
    table = ended_match("deals_spent")
    assert table.options["max_hands"] == len(table.scores) == 4
    assert verdict([(1, 0, 0, 0)] * 5, house(end="points", max_hands=6)) is None
    assert verdict([(1, 0, 0, 0)] * 6, house(end="points", max_hands=6)) == MatchResult("deals_spent", (0,))
    assert verdict([(1, 0, 0, 0)] * 6, house(end="hands", max_hands=6)) is None


@pytest.mark.parametrize(
    ("tie_break", "end", "shared"),
    [
        ("usual", "hands", True),
        ("usual", "points", False),
        ("extra", "hands", False),
        ("extra", "points", False),
        ("shared", "hands", True),
        ("shared", "points", True),
    ],
)
def test_rule_11_6_ties_are_shared_or_played_off(tie_break: str, end: str, shared: bool) -> None:
    agreed = house(tie_break=tie_break, end=end)
    assert agreed.ties_shared is shared
    assert (verdict([TIED] * 16, agreed) == MatchResult("shared", (0, 1))) is shared


def test_rule_11_6_extra_deals_after_the_agreed_number() -> None:
    agreed = house(tie_break="extra", hands=2)
    assert verdict([(0, 0, 0, 0), TIED], agreed) is None
    assert verdict([(0, 0, 0, 0), TIED, (2, 4, 0, 0)], agreed) == MatchResult("highest", (1,))
    assert verdict([(0, 0, 0, 0)] + [TIED] * 6, agreed) == MatchResult("extra_deals_spent", (0, 1))


def test_the_last_words_of_a_match() -> None:
    table = ended_match("highest")
    assert table.journal is not None
    *_, entered, ended = table.journal.events()
    assert entered == Entered("over")
    assert isinstance(ended, MatchEnded)
    assert (table.decisions(), table.acting(), table.awaits_close) == ((), (), False)


@pytest.mark.parametrize("how", DEAL_ENDINGS)
def test_every_way_in_which_a_deal_can_end_is_reached_at_a_table(how: str) -> None:
    assert deal_that_ends(how).scores[0].how == how


def test_a_match_of_random_moves_ends() -> None:
    chance = Random("match")
    table = Table(SOLO, 4, SOLO.meta.resolve({}), seed="random")
    table.start()
    while table.over is None:
        if table.awaits_close:
            table.close()
        for decision in table.decisions():
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    assert len(table.scores) == 16
