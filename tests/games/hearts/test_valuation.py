"""What the end of a deal is worth to the hard bot: points, and places where the match ends with it."""

from engine.games.hearts.bot.state import TrickState
from engine.games.hearts.bot.valuation import MatchValue
from engine.games.hearts.cards import PACK, HouseRules, set_of

HOUSE = HouseRules()


def finished(shooter: int, house: HouseRules = HOUSE) -> TrickState:
    """A deal in which one seat has taken every card."""
    taken = [0, 0, 0, 0]
    taken[shooter] = set_of(PACK)
    return TrickState.of_hands([0, 0, 0, 0], house=house, leader=shooter, taken=taken, broken=True)


def test_early_in_a_match_points_count_against_those_of_the_others() -> None:
    value = MatchValue(0, (10, 20, 30, 5), HOUSE)
    assert value.of_points((4, 10, 6, 6)) == -(4 - 22 / 3)


def test_a_moon_that_ends_the_match_in_third_place_is_worse_than_a_quiet_deal() -> None:
    value = MatchValue(0, (60, 20, 30, 90), HOUSE)
    assert value.of_deal(finished(0)) < value.of_points((5, 7, 7, 7))


def test_a_moon_that_wins_the_match_is_better_than_any_other_deal() -> None:
    value = MatchValue(0, (40, 50, 60, 90), HOUSE)
    assert value.of_deal(finished(0)) > value.of_points((0, 9, 8, 8))


def test_a_shooter_who_may_choose_does_not_end_a_match_that_another_wins() -> None:
    chooses = HouseRules(moon_choice=True)
    totals = (60, 20, 30, 90)
    alone = MatchValue(0, totals, HOUSE).of_deal(finished(0))
    assert MatchValue(0, totals, chooses).of_deal(finished(0, chooses)) == 26.0 > alone


def test_of_two_deals_that_end_the_match_the_better_place_counts() -> None:
    value = MatchValue(1, (95, 70, 71, 72), HOUSE)
    leads = value.of_points((13, 4, 5, 4))
    trails = value.of_points((20, 6, 0, 0))
    assert leads > trails
