"""Who came where in a match that is over, and the sentence about how it was decided."""

import pytest

from engine.api import Feat, MatchEnded, Scored, View, find_game
from tui.table.ending.chart import chart_lines
from tui.table.ending.sheet import ending_lines
from tui.table.ending.story import Feats, places, story

PEOPLE = ("You", "Birch", "Cedar", "Dogwood")
NOTHING: Feats = {}


def _over(game_id: str, deals: list[tuple[int, ...]], winners: tuple[int, ...], how: str = "won") -> View:
    """A match that is over. deals: the points of each."""
    game = find_game(game_id)
    view = View(game, len(deals[0]), game.meta.resolve({}), 0)
    totals = [0] * len(deals[0])
    for number, points in enumerate(deals, start=1):
        totals = [total + gain for total, gain in zip(totals, points, strict=True)]
        view.scores.append(Scored(number, "counted", points, tuple(totals)))
    view.deal, view.totals = len(deals), totals
    view.over = MatchEnded(how, winners, tuple(totals))
    return view


def test_equal_totals_share_a_place_and_the_winner_is_first() -> None:
    view = _over("hearts", [(50, 105, 42, 42)], (3,), "lowest")
    assert [(each.place, each.seat) for each in places(view, NOTHING)] == [(1, 3), (2, 2), (3, 0), (4, 1)]
    view = _over("khanhoo", [(20, 51, 20, 3)], (1,))
    assert [(each.place, each.seat) for each in places(view, NOTHING)] == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_who_left_has_no_place() -> None:
    view = _over("khanhoo", [(20, 51, 60, 3)], (1,))
    view.dropped, view.playing = (2,), (0, 1, 3)
    assert [(each.place, each.seat) for each in places(view, NOTHING)] == [(1, 1), (2, 0), (3, 3), (0, 2)]
    lines = [" ".join(span.text for span in line) for line in ending_lines(view, PEOPLE, 80)]
    assert any("Cedar" in line and "left the match" in line for line in lines)


def test_a_feat_is_told_once_with_how_often_and_notes_of_the_last_deal_only() -> None:
    moon, over = Feat(0, "shot the moon", "moon"), Feat(1, "went over 100")
    view = _over("hearts", [(0, 26, 26, 26), (0, 26, 26, 26)], (0,), "lowest")
    placed = {each.seat: each.notes for each in places(view, {1: (moon, over), 2: (moon,)})}
    assert placed[0] == ("shot the moon twice",)
    assert placed[1] == ()
    assert places(view, {1: (moon,), 2: (over,)})[-1].seat == 3


@pytest.mark.parametrize(
    ("deals", "winners", "told"),
    [
        ([(10, 0, 0, 0), (0, 20, 0, 0)], (1,), "Birch reached first place in the last deal."),
        ([(10, 0, 0, 0), (0, 20, 0, 0), (9, 10, 0, 0)], (1,), "Birch held first place from deal 2 to the end."),
        ([(20, 0, 3, 5), (10, 0, 3, 5)], (0,), "You held first place from the first deal to the last."),
        (
            [(3, 20, 5, 5), (3, 2, 5, 5), (30, 2, 5, 5), (30, 2, 5, 5)],
            (0,),
            "You rose from last place after deal 2 to first place.",
        ),
        ([(20, 0, 3, 19)], (0,), "One point decided the match."),
        ([(20, 0, 3, 5)], (0,), "One deal decided the match."),
        ([(20, 0, 20, 5)], (2, 0), "You and Cedar share first place after 1 deal."),
    ],
)
def test_one_sentence_says_how_it_was_decided(
    deals: list[tuple[int, ...]], winners: tuple[int, ...], told: str
) -> None:
    assert story(_over("khanhoo", deals, winners), NOTHING, PEOPLE) == told


def test_a_feat_that_took_a_total_over_the_limit_ended_the_match() -> None:
    deals: list[tuple[int, ...]] = [(30, 10, 11, 12), (0, 95, 1, 2), (0, 26, 26, 26)]
    view = _over("hearts", deals, (3,), "lowest")
    over = Feat(1, "went over 100", ends=True)
    moon = {3: (Feat(0, "shot the moon", "moon"), over)}
    assert story(view, moon, PEOPLE) == "Your moon ended the match."
    assert story(view, moon, ("Ann", *PEOPLE[1:])) == "Ann's moon ended the match."
    late = {3: (Feat(1, "missed the moon", "moon missed"), over)}
    assert story(view, late, PEOPLE) != "Birch's moon missed ended the match."


def test_a_note_that_ends_nothing_does_not_make_a_feat_end_the_match() -> None:
    view = _over("hearts", [(30, 10, 11, 12), (0, 26, 26, 26)], (0,), "lowest")
    noted = {2: (Feat(0, "shot the moon", "moon"), Feat(1, "held no heart"))}
    assert story(view, noted, PEOPLE) == "Your moon in the last deal decided the match."


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ([(4, 0, 0, 0), (0, 0, 2, 0)], "You held first place from the first deal to the last."),
        ([(0, 4, 0, 0), (9, 0, 0, 0)], "Your solo in the last deal decided the match."),
    ],
)
def test_where_the_number_of_deals_ends_a_match_a_feat_decided_it_only_by_a_change_of_the_first_place(
    deals: list[tuple[int, ...]], told: str
) -> None:
    view = _over("solo", deals, (0,), "highest")
    best = max(range(4), key=deals[-1].__getitem__)
    assert story(view, {2: (Feat(best, "made a solo", "solo"),)}, PEOPLE) == told


def test_a_match_that_was_broken_off_has_no_story() -> None:
    assert story(_over("khanhoo", [(20, 0, 3, 5)], (), "abandoned"), NOTHING, PEOPLE) == ""


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("is_ascii", [False, True])
def test_the_chart_of_any_number_of_deals_fits(width: int, is_ascii: bool) -> None:
    for deals in (2, 15, 200):
        view = _over("khanhoo", [(7, -3, 0, 40)] * deals, (3,))
        lines = chart_lines(view, range(4), PEOPLE, width, is_ascii=is_ascii)
        assert len(lines) == 5
        for line in lines:
            assert max(span.column + len(span.text) for span in line) < width
            assert all(span.text.isascii() for span in line) or not is_ascii
    assert chart_lines(_over("khanhoo", [(1, 2, 3, 4)], (3,)), range(4), PEOPLE, width, is_ascii=is_ascii) == []


def test_the_chart_in_ascii_has_one_digit_for_each_deal_and_says_what_digits_mean() -> None:
    view = _over("khanhoo", [(10, 0, 0, 30), (20, -15, 0, 90)], (3,))
    heading, *lines = chart_lines(view, range(4), PEOPLE, 60, is_ascii=True)
    totals = [scored.totals for scored in view.scores]
    least, most = min(0, *totals[0], *totals[1]), max(*totals[0], *totals[1])
    assert heading[0].text == f"Totals after each deal, as digits: 0 is {least}, 9 is {most}"
    digits = [[str(round(9 * (total[seat] - least) / (most - least))) for total in totals] for seat in range(4)]
    assert [line[1].text.split() for line in lines] == digits
