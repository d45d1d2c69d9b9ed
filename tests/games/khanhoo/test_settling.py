"""Khanhoo §16 to §18: settling up, a match that goes on without a player, and the two games side by side."""

from typing import Any

import pytest

from engine.games.khanhoo.pack import MOST_SEATS, HouseRules, complete_options, stock_size
from engine.games.khanhoo.scoring import match_end, payouts
from engine.model.cards import Seat
from engine.model.moves import BadMove
from engine.model.options import OptionError, OptionValue
from engine.play.table import Table

from .positions import KHANHOO, act, cards, claim, english, hand, idle, offered, options_of, run, started, throw, verbs
from .test_match import verdict
from .test_scores import house

WON = f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"


@pytest.mark.parametrize(
    ("totals", "paid"),
    [
        ((52, 49, 47, 47), (13, 1, -7, -7)),
        ((50, 20), (30, -30)),
        ((60, 60, 0), (60, 60, -120)),
        ((51, -4, 10), (96, -69, -27)),
    ],
)
def test_rule_16_1_each_pays_each_the_difference(totals: tuple[int, ...], paid: tuple[int, ...]) -> None:
    assert payouts(totals, range(len(totals))) == paid
    assert sum(paid) == 0
    by_pairs = tuple(sum(mine - other for other in totals) for mine in totals)
    assert by_pairs == paid


@pytest.mark.parametrize(("settlement", "paid"), [("off", ()), ("pairwise", (10, -10))])
def test_rule_10_9_settlement_is_in_the_end_of_the_match(settlement: str, paid: tuple[int, ...]) -> None:
    table = started(2, {0: WON}, target=10, settlement=settlement)
    table.zones["hand:1"] = list(cards("2H 4D"))
    act(table, 0, "out JC")
    assert table.over is not None
    assert table.over.payouts == paid


def test_rule_16_1_points_below_nothing_are_paid_for_too() -> None:
    table = started(3, {0: WON}, target=10, settlement="pairwise")
    table.declare("fined", (1,))
    for seat in (1, 2):
        table.zones[f"hand:{seat}"] = list(cards("2H 4D"))
    act(table, 0, "out JC")
    assert table.totals == [10, -5, 0]
    assert table.over is not None
    assert table.over.payouts == (25, -20, -5)


def shrunk(seats: int, gone: Seat, **options: Any) -> Table:
    """A table at which a seat has left after the first deal, and the next has been dealt."""
    table = started(seats, target=1000, **options)
    idle(table, until="between")
    table.drop(gone)
    table.close()
    return table


def test_rule_17_1_the_next_deal_is_dealt_to_those_who_play() -> None:
    table = shrunk(4, 2)
    assert table.playing == (0, 1, 3)
    assert [len(hand(table, seat)) for seat in range(4)] == [15, 16, 0, 15]
    assert table.dealer == 0
    assert len(table.zone("stock")) == 15  # where four had none


def test_rule_17_1_turns_and_claims_pass_over_the_seat() -> None:
    table = shrunk(4, 2)
    act(table, 1, f"discard {hand(table, 1)[0]}")
    assert table.acting() == (0, 3)
    assert "leave" in verbs(table, 3)
    assert "pass" in verbs(table, 0)


def test_rule_17_1_two_who_are_left_do_not_bump() -> None:
    table = shrunk(3, 0)
    seat = table.acting()[0]
    act(table, seat, f"discard {hand(table, seat)[0]}")
    assert table.acting() == (table.left_of(seat),)
    with pytest.raises(BadMove):
        table.drop(1)


def test_rule_17_1_takes_in_a_row_are_counted_by_those_who_play() -> None:
    table = shrunk(3, 2)
    for _ in range(8):
        seat = table.acting()[0]
        throw(table, seat, str(offered(table, seat, "discard")[0][0]), **{f"s{table.left_of(seat)}": "take"})
    seat = table.acting()[0]
    act(table, seat, f"discard {offered(table, seat, 'discard')[0][0]}")
    assert verbs(table, table.left_of(seat)) == {"leave"}


def test_rule_17_1_an_orphan_may_be_where_those_who_play_are_four() -> None:
    table = started(5, preset="english", copies=3, target=1000)
    idle(table, until="between")
    table.drop(1)
    table.close()
    assert table.phase == "opening"  # with 92 cards nobody is asked
    table = started(4, preset="english", target=1000)
    idle(table, until="between")
    table.drop(1)
    table.close()
    assert table.phase == "opening"  # three players leave a stock


def test_rule_17_2_the_total_stands_and_cannot_win_or_end_the_match() -> None:
    assert verdict([(60, 40, 30)], ["out"], house(), (1, 2)) is None
    ended = verdict([(60, 51, 30)], ["out"], house(), (1, 2))
    assert ended is not None
    assert ended.winners == (1,)
    ended = verdict([(51, 51, 30)], ["out"], house(), (1, 2))
    assert ended is not None
    assert (ended.how, ended.winners) == ("won", (1,))
    assert match_end(house(), ["out"]).extra_deals([(60, 40, 30), (60, 50, 50)], (1, 2)) == 1


def test_rule_17_2_it_gains_nothing_and_takes_no_part_in_the_settling() -> None:
    table = shrunk(3, 0, settlement="pairwise")
    frozen = table.totals[0]
    idle(table, until="between")
    assert table.scores[1].points[0] == 0
    assert table.totals[0] == frozen
    assert payouts((60, 51, 30), (1, 2)) == (0, 21, -21)


def test_rule_17_2_not_even_by_the_false_bump_of_another() -> None:
    table = shrunk(3, 0, false_bump="award")
    table.declare("fined", (1,))
    idle(table, until="between")
    assert table.scores[1].points[0] == 0
    assert [line.seat for line in table.scores[1].lines if "false" in line.label] == [2]


def test_rule_17_2_a_total_that_left_at_the_target_calls_for_no_extra_deal() -> None:
    table = shrunk(3, 0)
    table.totals[0] = 5000
    idle(table, until="between")
    assert table.over is None
    assert "extra_deal" not in table.facts


# The two games side by side: every difference, as the presets play it.


def settled(preset: str, seats: int) -> dict[str, OptionValue]:
    return complete_options(options_of(preset), seats)


def seats_of(preset: str) -> list[int]:
    """Numbers of players for which a preset finds a pack."""
    found = []
    for seats in range(2, 9):
        try:
            settled(preset, seats)
        except OptionError:
            continue
        found.append(seats)
    return found


@pytest.mark.parametrize(("preset", "seats", "packs"), [("denexa", [2, 3, 4], {61}), ("english", [*range(2, 9)], {61})])
def test_rule_18_1_players_and_packs(preset: str, seats: list[int], packs: set[int]) -> None:
    assert seats_of(preset) == seats
    sizes = {len(Table(KHANHOO, count, options_of(preset), seed="x").deck.cards) for count in seats}
    assert sizes == (packs if preset == "denexa" else {61, 62, 121})
    large = options_of("english", copies=4, jokers=5)
    assert len(Table(KHANHOO, 8, large, seed="x").deck.cards) == 125
    assert set(MOST_SEATS.values()) == {3, 4, 5, 8}


@pytest.mark.parametrize("preset", ["denexa", "english"])
def test_rule_18_1_four_players_with_61_cards(preset: str) -> None:
    table = started(4, preset=preset)
    if preset == "denexa":
        throw(table, 0, str(hand(table, 0)[0]), s1="leave")
        assert len(hand(table, 1)) == 16  # the card is got, willing or not
        assert table.zone("stock") == []
    else:
        act(table, table.acting()[0], "orphan")
        assert len(table.zone("stock")) == 9 == stock_size(61, 4, 1)


@pytest.mark.parametrize("preset", ["denexa", "english"])
def test_rule_18_1_taking_a_discard_in_turn(preset: str) -> None:
    skinned: Any = english if preset == "english" else str
    table = started(3, {0: "6H", 1: "4H 5H"}, preset=preset)
    act(table, 0, "discard 6H")
    claim(table, s1="take 4H 5H" if preset == "english" else "take")
    assert table.groups("meld", 1) == ([list(cards(skinned("4H 5H 6H")))] if preset == "english" else [])


@pytest.mark.parametrize(("preset", "seats"), [("denexa", 4), ("english", 5)])
def test_rule_18_1_claims_to_one_discard(preset: str, seats: int) -> None:
    """With one bumper it is the modern rule; with several the best meld wins, and the elder on ties, in both."""
    court, khanhoo = ("JC", "2S 3D") if preset == "denexa" else ("JS", "2C 3D")
    for hands, thrown, bumps, winner in (
        ({2: f"{court} 7D", 3: f"{court} 7D"}, "*", {"s2": f"bump 7D {court}", "s3": f"bump 7D {court}"}, 2),
        ({2: f"{court} 7D", 3: khanhoo}, "*", {"s2": f"bump 7D {court}", "s3": f"bump {khanhoo}"}, 3),
    ):
        table = started(seats, {0: thrown, **hands}, preset=preset, copies=4, jokers=1)
        throw(table, 0, thrown, s1="leave", **bumps)
        assert table.acting() == (winner,)


@pytest.mark.parametrize(("preset", "kept"), [("denexa", 1), ("english", 0)])
def test_rule_18_1_an_empty_stock(preset: str, kept: int) -> None:
    table = started(2, preset=preset, target=1000)
    while table.zone("stock"):
        idle(table, turns=1)
        if table.phase == "claims":
            claim(table)
    seat = table.acting()[0]
    act(table, seat, f"discard {offered(table, seat, 'discard')[0][0]}")
    heap = list(table.zone("discard"))
    claim(table)
    assert len(table.zone("discard")) == kept
    as_it_lies = [*table.zone("stock"), table.last_drawn] == heap[::-1]
    assert as_it_lies is (preset == "english")


@pytest.mark.parametrize(("preset", "points"), [("denexa", 5 + 5), ("english", 2 + 5)])
def test_rule_18_1_six_in_a_row(preset: str, points: int) -> None:
    table = started(2, {0: WON if preset == "denexa" else english(WON)}, preset=preset)
    act(table, 0, "out JC" if preset == "denexa" else "out JS")
    assert table.scores[0].points[0] == points


@pytest.mark.parametrize("preset", ["denexa", "english"])
def test_rule_18_1_false_bumps_targets_and_the_rest_are_options(preset: str) -> None:
    found = HouseRules.of(settled(preset, 3))
    assert found.target == 50
    assert not found.honour_bumps
    assert not found.has_caches
    assert not found.settles
    assert (found.fine, found.award) == (5, 0)
    assert HouseRules.of(complete_options(options_of(preset, target=100), 3)).target == 100
    assert found.orphan is (preset == "english")


@pytest.mark.parametrize(
    ("preset", "khanhoo", "courts"), [("denexa", "AH 2S 3D", "JC QC KC"), ("english", "AH 2C 3D", "JS QS KS")]
)
def test_rule_18_1_suits(preset: str, khanhoo: str, courts: str) -> None:
    found = HouseRules.of(settled(preset, 3)).book
    assert found.khanhoo == cards(khanhoo)
    assert found.courts == cards(courts)


def test_a_modern_table_needs_none_of_the_english_sections() -> None:
    modern = complete_options(KHANHOO.meta.resolve({}), 3)
    unused = [section.number for section in KHANHOO.rulebook.sections if not section.condition.holds(modern)]
    assert unused == ["12", "13", "14", "15", "16", "18"]
