"""Kanhu, Qing §6, §7: winning a deal, the pot and the match."""

import pytest

from engine.games.kanhu_qing.scoring import Past, reckon_drawn
from engine.model.cards import UNKNOWN
from engine.model.events import Turned
from engine.model.moves import IllegalMove
from tests.games.viewers import view_of

from .positions import (
    DRAWN,
    LOST,
    SHORT,
    WON,
    act,
    cards,
    empty_the_stock,
    hand,
    idle,
    standing,
    started,
    verbs,
    win_deal,
    won_by,
)


def test_rule_6_1_who_has_a_winning_hand_in_turn_wins() -> None:
    table = started(3, {0: WON})
    assert verbs(table, 0) == {"win", "discard"}
    act(table, 0, "win")
    assert table.scores[0].how == "won"
    assert table.facts["winner"] == 0


def test_rule_6_1_but_need_not() -> None:
    table = started(3, {0: WON})
    act(table, 0, "discard C9")
    assert table.acting() == (1,)


def test_rule_6_2_the_dealer_alone_wins_with_the_cards_dealt() -> None:
    table = started(3, {0: f"{LOST} C5", 1: SHORT}, stock="C2")
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "win")
    assert refused.value.paragraph == "5.1"
    act(table, 0, "discard C5")
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "win")
    assert refused.value.paragraph == "6.2"
    act(table, 1, "take")
    act(table, 1, "win")
    assert table.facts["winner"] == 1


def test_rule_6_2_the_fifteenth_card_may_be_bought() -> None:
    table = started(3, {0: LOST, 1: SHORT}, stock="C5")
    act(table, 0, "discard C2")
    act(table, 1, "buy")
    act(table, 1, "win")
    assert table.totals == [-1, 2, -1]


def test_rule_6_3_the_winners_cards_are_shown_and_nobody_elses() -> None:
    table = started(3, {0: WON})
    events = act(table, 0, "win")
    assert [event.zone for event in events if isinstance(event, Turned)] == ["hand:0"]
    groups = [line for line in table.scores[0].lines if line.seat == 0 and line.cards]
    assert [line.label for line in groups] == ["tiger", "run", "run", "run", "set"]
    assert not any(line.points for line in groups), "how they fit together is shown, and pays nothing"
    assert sorted(card for line in groups for card in line.cards) == sorted(cards(WON))
    assert table.journal is not None
    view = view_of(table.journal, 1)
    assert sorted(view.zone("hand", 0)) == sorted(cards(WON))
    assert set(view.zone("hand", 2)) == {UNKNOWN}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rule_6_4_the_winner_takes_the_pot(seats: int) -> None:
    table = started(seats, {0: WON})
    act(table, 0, "win")
    assert table.totals == [seats - 1, *[-1] * (seats - 1)]


def test_rule_6_4_and_what_stood_from_drawn_deals() -> None:
    table = started(4, {0: LOST})
    idle(table, until="between")
    table.close()
    win_deal(table, 2)
    assert table.totals == [-2, -2, 6, -2]
    (line,) = [line for line in table.scores[1].lines if line.label == "the pot"]
    assert (line.seat, line.points) == (2, 8)


def test_rule_6_5_in_a_drawn_deal_the_pot_stays_and_no_cards_are_shown() -> None:
    table = started(3, {0: LOST})
    empty_the_stock(table)
    events = act(table, table.acting()[0], "leave")
    assert not any(isinstance(event, Turned) for event in events)
    assert (table.scores[0].how, table.totals) == ("drawn", [-1, -1, -1])


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (LOST + " C2", "no eyes"),
        (WON.replace("C7 S7 M7", "RF C1 M5"), "M5 fits nowhere"),
    ],
)
def test_rule_6_6_a_hand_that_does_not_fit_is_no_win_and_costs_nothing(held: str, why: str) -> None:
    table = started(3, {0: held})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "win")
    assert why in refused.value.reason
    assert refused.value.paragraph == "5.1"
    assert table.totals == [0, 0, 0]
    with pytest.raises(IllegalMove):
        act(started(3, {0: WON}), 0, "win C4")


def test_rule_7_1_chips_may_be_owed() -> None:
    table = started(2, {0: WON})
    act(table, 0, "win")
    table.close()
    win_deal(table, 0)
    assert table.totals == [2, -2]


def test_rule_7_2_the_winner_deals_next_and_the_next_player_after_a_drawn_deal() -> None:
    table = started(4, {0: LOST}, dealer=0)
    win_deal(table, 2)
    table.close()
    assert table.dealer == 2
    idle(table, until="between")
    table.close()
    assert table.dealer == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_7_3_a_match_has_two_deals_a_player_and_the_most_chips_win(seats: int) -> None:
    table = started(seats, {0: WON})
    act(table, 0, "win")
    for _ in range(2 * seats - 1):
        assert table.over is None
        table.close()
        win_deal(table, 1)
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("won", (1,))
    assert len(table.scores) == 2 * seats


def test_rule_7_3_equals_share() -> None:
    table = started(2, {0: WON}, hands=2)
    act(table, 0, "win")
    table.close()
    win_deal(table, 1)
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("shared", (0, 1))


def test_rule_7_4_the_pot_of_a_last_deal_that_is_drawn_is_given_back() -> None:
    table = started(3, {0: WON}, hands=3)
    act(table, 0, "win")
    for _ in range(2):
        table.close()
        idle(table, until="between")
    assert [scored.how for scored in table.scores] == ["won", "drawn", "returned"]
    assert table.totals == [2, -1, -1]
    assert table.over is not None
    assert table.over.winners == (0,)


def test_rule_7_4_each_gets_what_it_paid_since_the_last_deal_won() -> None:
    limited = standing(won_by(0), DRAWN, Past("drawn", (-1, -1, 0)), players=(0, 1), hands=4, bankroll=5)
    result, outcome = reckon_drawn(limited)
    assert outcome is not None
    assert (result.how, result.points) == ("returned", (2, 2, 1))
    assert [line.points for line in result.lines if line.label == "antes given back"] == [3, 3, 1]


def test_rule_7_4_what_a_player_paid_who_has_left_stays_out() -> None:
    table = started(3, {0: LOST}, hands=2)
    idle(table, until="between")
    table.drop(2)
    table.close()
    assert table.facts["pot"] == 5
    idle(table)
    assert table.totals == [0, 0, -1]
    assert table.over is not None
    assert table.over.winners == (0, 1)


def test_rule_7_5_a_match_goes_on_without_a_player_who_leaves() -> None:
    table = started(4, {0: WON})
    act(table, 0, "win")
    table.drop(0)
    table.close()
    assert table.dealer == 1
    assert table.facts["players"] == (1, 2, 3)
    assert table.facts["pot"] == 3
    assert hand(table, 0) == []
    for seat in (1, 2, 3, 1):
        assert table.acting() == (seat,)
        idle(table, acts=2)
    win_deal(table, 3)
    assert table.totals == [3, -2, -2, 1]
    while table.over is None:
        table.close()
        idle(table, until="between")
    assert table.over.winners == (3,)


def test_rule_7_6_a_match_that_is_broken_off_gives_the_pot_back() -> None:
    table = started(3, {0: LOST}, hands=6)
    idle(table, until="between")
    table.close()
    assert table.facts["pot"] == 6
    table.abandon()
    assert table.over is not None
    assert (table.over.winners, table.over.totals, table.over.payouts) == ((), (-1, -1, -1), (1, 1, 1))


def test_rule_7_6_what_a_deal_has_won_stays_won() -> None:
    table = started(3, {0: WON}, hands=6)
    act(table, 0, "win")
    table.abandon()
    assert table.over is not None
    assert (table.over.totals, table.over.payouts) == ((2, -1, -1), (0, 0, 0))
