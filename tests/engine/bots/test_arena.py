"""The arena: what it reckons from outcomes, and that it finds the better bot."""

from random import Random
from statistics import mean, stdev

import pytest

from engine.api import ArenaResult, Bot, Contest, Game, OptionValue, find_game, judge, play_round
from engine.bots.arena import estimate, run
from engine.bots.random import RandomBot
from engine.games.hearts.cards import passes_in


def contest(hero: str, field: str, deals: int) -> Contest:
    options = find_game("hearts").meta.resolve({})
    return Contest("hearts", 4, options, hero, field, deals, "arena test")


def table_of(game: str, seats: int, **given: OptionValue) -> Contest:
    return Contest(game, seats, find_game(game).meta.resolve(given), "random", "random", 2, "arena test")


def test_the_hero_is_read_from_another_seat_in_each_rotation() -> None:
    outcome = ArenaResult(((1, 10, 10, 10), (20, 2, 20, 20), (30, 30, 3, 30), (40, 40, 40, 4)))
    assert outcome.hero == (1 + 2 + 3 + 4) / 4
    assert outcome.field == (3 * 10 + 3 * 20 + 3 * 30 + 3 * 40) / 12


def test_two_seats_have_a_field_of_one() -> None:
    outcome = ArenaResult(((7, 3), (4, 8)))
    assert (outcome.hero, outcome.field) == (7.5, 3.5)


def test_mean_and_standard_error_agree_with_the_standard_library() -> None:
    values = [3.0, -1.5, 4.25, 0.0, 2.5, 2.5]
    found = estimate(values)
    assert found.mean == pytest.approx(mean(values))
    assert found.error == pytest.approx(stdev(values) / len(values) ** 0.5)


def test_the_order_in_which_deals_were_played_changes_no_digit() -> None:
    chance = Random("order")
    values = [chance.uniform(-30, 30) for _ in range(60)]
    estimates = {(found.mean, found.error) for found in (estimate(chance.sample(values, 60)) for _ in range(50))}
    assert len(estimates) == 1


def test_the_margin_is_paired_by_deal_and_its_sign_follows_the_game() -> None:
    outcomes = [ArenaResult(((5, 1), (0, 4))), ArenaResult(((9, 8), (6, 9))), ArenaResult(((3, 3), (2, 2)))]
    margins = [4.5 - 0.5, 9.0 - 7.0, 2.5 - 2.5]
    high, low = judge(outcomes, high_wins=True), judge(outcomes, high_wins=False)
    assert high.deals == 3
    assert high.margin.mean == pytest.approx(mean(margins))
    assert high.margin.error == pytest.approx(stdev(margins) / 3**0.5)
    assert high.sigmas == pytest.approx(high.margin.mean / high.margin.error)
    assert low.margin.mean == -high.margin.mean
    assert low.sigmas == -high.sigmas


def test_no_outcomes_are_no_verdict() -> None:
    with pytest.raises(ValueError, match="No deal"):
        judge([], high_wins=True)


def test_a_round_has_a_deal_from_every_dealer_unless_the_game_says_more() -> None:
    assert (table_of("khanhoo", 2).round_deals, table_of("khanhoo", 4).round_deals) == (2, 4)
    assert table_of("kanhu_qing", 6).round_deals == 6


@pytest.mark.slow
@pytest.mark.parametrize(("express", "contracts"), [(False, 7), (True, 5)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_round_of_chinaso_has_every_contract_however_many_play(seats: int, express: bool, contracts: int) -> None:
    asked = table_of("chinaso", seats, express=express)
    assert asked.round_deals == contracts
    assert len(play_round(asked, 0)) == contracts


def test_a_round_of_hearts_has_every_way_of_passing() -> None:
    ways = {passes_in(deal) for deal in range(1, contest("easy", "easy", 4).round_deals + 1)}
    assert ways == {"left", "right", "across", "none"}


def test_rounds_hold_as_many_deals_as_are_wanted_or_a_few_more() -> None:
    assert contest("easy", "easy", 9).rounds == 3
    assert contest("easy", "easy", 8).rounds == 2
    assert len(play_round(contest("random", "random", 4), 0)) == 4


def test_the_same_bot_everywhere_has_no_margin() -> None:
    outcomes = play_round(contest("easy", "easy", 4), 1)
    assert all(outcome.hero == outcome.field for outcome in outcomes)
    assert judge(outcomes, high_wins=False).sigmas == 0


def test_every_rotation_plays_the_same_cards() -> None:
    seen: list[tuple[str, ...]] = []

    class Watcher(RandomBot):
        def choose(self, view, decision, chance, out_of_time):  # type: ignore[no-untyped-def]
            if view.deal == 1 and decision.phase == "passing":
                seen.append((str(decision.seat), *view.hand))
            return super().choose(view, decision, chance, out_of_time)

    def make(game: Game, level: str) -> Bot:
        return Watcher()

    play_round(contest("hero", "field", 4), 0, make_bot=make)
    assert len(seen) == 16
    assert len(set(seen)) == 4


def test_a_contest_is_the_same_each_time_it_is_played() -> None:
    once = [outcomes for _, outcomes in run(contest("medium", "easy", 8))]
    again = [outcomes for _, outcomes in run(contest("medium", "easy", 8))]
    assert once == again


def test_medium_hearts_beats_random_beyond_doubt() -> None:
    outcomes = [outcome for _, found in run(contest("medium", "random", 12)) for outcome in found]
    assert judge(outcomes, high_wins=False).sigmas > 4
