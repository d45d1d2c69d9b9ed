"""Kanhu, Qing §8: the options of the table."""

import pytest

from engine.api import Move
from engine.games.kanhu_qing.hand_solver.wins import division
from engine.games.kanhu_qing.scoring import reckon_drawn, reckon_won, verdict
from engine.model.cards import Seat
from engine.model.events import Declared
from engine.model.moves import IllegalMove
from engine.model.options import OptionError, OptionValue
from engine.model.redact import redact
from engine.play.table import Table
from engine.record.codec import encode
from tests.games.tables import decision_of

from .positions import (
    DRAWN,
    KANHU,
    LOST,
    SHORT,
    WON,
    act,
    book,
    cards,
    facts_told,
    hand,
    idle,
    standing,
    started,
    verbs,
    win_deal,
    won_by,
)


@pytest.mark.parametrize("ante", [1, 5])
def test_rule_8_1_the_ante_may_be_another(ante: int) -> None:
    table = started(3, {0: WON}, ante=ante)
    assert table.facts["pot"] == 3 * ante
    act(table, 0, "win")
    assert table.totals == [2 * ante, -ante, -ante]


@pytest.mark.parametrize(("honours", "may_win"), [("attach", False), ("wild", True)])
def test_rule_8_2_honours_may_be_wild_at_the_table(honours: str, may_win: bool) -> None:
    table = started(3, {0: WON.replace("C5", "RF")}, honours=honours)
    assert ("win" in verbs(table, 0)) is may_win


@pytest.mark.parametrize(
    ("eye6", "wins_with"), [("wealth", ("RF S9 M9",)), ("culin", ("C8 S3 M2",)), ("both", ("RF S9 M9", "C8 S3 M2"))]
)
def test_rule_8_3_the_eyes_that_the_witnesses_disagree_on(eye6: str, wins_with: tuple[str, ...]) -> None:
    for eyes in ("RF S9 M9", "C8 S3 M2"):
        table = started(3, {0: f"{eyes} C4 C5 C6 S4 S5 S6 M4 M5 M6 C1 C1 S1"}, eye6=eye6)
        assert ("win" in verbs(table, 0)) == (eyes in wins_with)


def claimed(*seats: Seat, players: int = 4) -> Table:
    """Seat 0 throws C5, and these seats can win with it."""
    other = "C9 S1 M1 C4 C6 S4 S5 S6 M7 M8 M9 RF C1 OT"
    held = {seat: SHORT if place == 0 else other for place, seat in enumerate(seats)}
    table = started(players, {0: "C5 C2 C8 S2 S3 M2 M3 M5", **held}, out_of_turn_win=True)
    act(table, 0, "discard C5")
    return table


def answer(table: Table, **said: str) -> None:
    for decision in table.decisions():
        act(table, decision.seat, said.get(f"s{decision.seat}", "pass"))
    table.close()


def test_rule_8_4_everybody_but_the_thrower_is_asked_whatever_they_hold() -> None:
    table = claimed(2)
    assert table.phase == "claims"
    assert table.acting() == (1, 2, 3)
    assert verbs(table, 2) == {"win", "pass"}
    assert verbs(table, 1) == verbs(table, 3) == {"pass"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "win")
    assert refused.value.paragraph == "8.4"
    with pytest.raises(IllegalMove):
        act(table, 1, "take")


def test_rule_8_4_a_seat_with_fourteen_cards_wins_by_the_discard() -> None:
    table = claimed(2)
    answer(table, s2="win")
    assert table.facts["winner"] == 2
    assert sorted(hand(table, 2)) == sorted(cards(WON))
    assert table.zone("discard") == []
    assert table.totals == [-1, -1, 3, -1]


@pytest.mark.parametrize(("direction", "winner"), [("left", 2), ("right", 3)])
def test_rule_8_4_of_several_the_one_whose_turn_would_come_first(direction: str, winner: Seat) -> None:
    table = started(
        4,
        {0: "C5 C2 C8 S2 S3 M2 M3", 2: SHORT, 3: "C9 S1 M1 C4 C6 S4 S5 S6 M7 M8 M9 RF C1 OT"},
        out_of_turn_win=True,
        direction=direction,
    )
    act(table, 0, "discard C5")
    answer(table, s2="win", s3="win")
    assert table.facts["winner"] == winner


def test_rule_8_4_if_nobody_wins_the_next_player_chooses_and_nobody_learns_who_could_have() -> None:
    """Two tables that differ in who could have won tell a third party the same, byte for byte."""
    told = []
    for held in (SHORT, LOST):
        table = started(3, {0: "C5", 1: "M5 M5", 2: held}, stock="S2", out_of_turn_win=True)
        events = [*act(table, 0, "discard C5"), *act(table, 1, "pass"), *act(table, 2, "pass"), *table.close()]
        assert (table.phase, table.acting()) == ("offer", (1,))
        assert not any(isinstance(event, Declared) for event in events)
        told.append(encode([redact(event, 1, KANHU.plan) for event in events]))
    assert told[0] == told[1]


def test_rule_8_4_with_two_in_the_deal_nothing_changes() -> None:
    table = started(2, {0: "C5", 1: SHORT}, out_of_turn_win=True)
    act(table, 0, "discard C5")
    assert table.phase == "offer"


def test_rule_8_4_it_is_off_unless_agreed() -> None:
    table = started(4, {0: "C5", 2: SHORT})
    act(table, 0, "discard C5")
    assert (table.phase, table.acting()) == ("offer", (1,))


def test_rule_9_1_the_absent_do_not_win_out_of_turn() -> None:
    table = claimed(2)
    assert decision_of(table, 2).default == Move("pass")


def test_rule_8_5_play_goes_to_the_right() -> None:
    table = started(4, {0: LOST}, direction="right")
    for seat in (0, 3, 2, 1, 0):
        assert table.acting() == (seat,)
        idle(table, acts=2)
    idle(table, until="between")
    table.close()
    assert table.dealer == 3


@pytest.mark.parametrize(("hands", "deals"), [(0, 6), (1, 1), (4, 4)])
def test_rule_8_6_the_number_of_deals(hands: int, deals: int) -> None:
    table = started(3, {0: LOST}, hands=hands)
    assert table.options["hands"] == deals
    idle(table)
    assert len(table.scores) == deals


def test_rule_8_7_the_deal_may_pass_on_whoever_won() -> None:
    table = started(4, {0: LOST}, dealer=0, next_dealer="next")
    win_deal(table, 2)
    table.close()
    assert table.dealer == 1


def test_rule_8_8_who_cannot_pay_the_ante_sits_out() -> None:
    table = started(3, {0: WON}, bankroll=2, ante=2)
    act(table, 0, "win")
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("broke", (0,))
    table = started(3, {0: WON}, bankroll=3, ante=1)
    act(table, 0, "win")
    for winner in (1, 1):
        table.close()
        win_deal(table, winner)
    table.close()
    assert table.totals == [0, 3, -3]
    assert table.facts["players"] == (0, 1)
    assert table.facts["pot"] == 2
    assert hand(table, 2) == []
    assert KANHU.seat_note(table, 2) == "sits out"
    idle(table, acts=2)
    assert table.acting() in ((0,), (1,))


def test_rule_8_8_who_sits_out_does_not_deal() -> None:
    table = started(3, {0: WON}, bankroll=2, next_dealer="next")
    act(table, 0, "win")
    table.close()
    win_deal(table, 1)
    table.close()
    assert table.totals == [1, 1, -2]
    assert (table.facts["players"], table.dealer) == ((0, 1), 0)


def test_rule_8_8_takes_in_a_row_are_counted_by_those_who_do_not_sit_out() -> None:
    table = started(3, {0: WON}, bankroll=3)
    act(table, 0, "win")
    for _ in range(2):
        table.close()
        win_deal(table, 1)
    table.close()
    assert table.facts["players"] == (0, 1)
    idle(table, until="offer")
    for _ in range(8):
        seat = table.acting()[0]
        act(table, seat, "take")
        act(table, seat, f"discard {decision_of(table, seat).choices[-1].cards[0]}")
    assert verbs(table, table.acting()[0]) == {"buy"}


def test_rule_8_8_a_pot_that_stands_when_too_few_can_pay_is_given_back() -> None:
    table = started(2, {0: LOST}, bankroll=3)
    idle(table)
    assert [scored.how for scored in table.scores] == ["drawn", "drawn", "returned"]
    assert table.over is not None
    assert (table.over.how, table.totals) == ("broke", [0, 0])


def test_rule_8_8_so_it_is_when_a_player_leaves_and_the_rest_cannot_play() -> None:
    table = started(3, {0: WON}, bankroll=2)
    act(table, 0, "win")
    table.close()
    win_deal(table, 0)
    assert table.over is not None
    table = started(4, {0: WON}, bankroll=2, hands=9)
    act(table, 0, "win")
    table.close()
    win_deal(table, 1)
    table.close()
    assert table.facts["players"] == (0, 1)
    idle(table, until="between")
    table.drop(2)
    table.drop(0)
    table.close()
    assert table.scores[-1].how == "returned"
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("broke", (1,))
    assert table.totals[1] == 2


def test_rule_8_8_a_bankroll_pays_at_least_one_ante() -> None:
    with pytest.raises(OptionError):
        started(3, bankroll=2, ante=3)


def test_rule_8_9_equal_leaders_play_on_until_one_leads_alone() -> None:
    table = started(2, {0: WON}, hands=2, tie_break="extra")
    act(table, 0, "win")
    table.close()
    win_deal(table, 1)
    assert table.over is None
    assert table.facts["extra_deal"] == 1
    table.close()
    win_deal(table, 1)
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("won", (1,))


def test_rule_8_9_after_five_extra_deals_they_share() -> None:
    table = started(2, {0: LOST}, hands=1, tie_break="extra")
    idle(table)
    assert [scored.how for scored in table.scores] == ["drawn"] * 5 + ["returned"]
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("shared", (0, 1))


def test_rule_8_9_a_standing_pot_is_looked_at_as_if_given_back() -> None:
    before = standing(won_by(0), DRAWN, hands=3, tie_break="extra")
    result, outcome = reckon_drawn(before)
    assert outcome is not None
    assert (outcome.how, outcome.winners, result.how) == ("won", (0,), "returned")
    groups = division(cards(WON), book())
    assert groups is not None
    result, outcome = reckon_won(before, 1, groups)
    assert result.points == (-1, 5, -1)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert verdict(standing(won_by(0), won_by(1), won_by(2), hands=4), (1, 0, -1), 3) is not None


@pytest.mark.parametrize(
    "given", [{"ante": 0}, {"honours": "jokers"}, {"eye6": "none"}, {"direction": "up"}, {"next_dealer": "loser"}]
)
def test_rule_8_1_options_outside_their_bounds_are_refused(given: dict[str, OptionValue]) -> None:
    with pytest.raises(OptionError):
        KANHU.meta.resolve(given)


def test_oracle_of_a_table_of_four() -> None:
    table = started(4, {0: LOST})
    assert [len(hand(table, seat)) for seat in range(4)] == [15, 14, 14, 14]
    assert (len(table.zone("stock")), table.facts["pot"]) == (63, 4)
    idle(table, until="between")
    table.close()
    assert table.facts["pot"] == 8
    assert facts_told(table.journal.events() if table.journal else (), "pot") == [(None, 4), (None, 8)]
