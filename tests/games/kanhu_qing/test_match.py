"""Kanhu, Qing §6, §7, §8: winning a deal, the pot and the match, the options."""

import pytest

from engine.api import Move
from engine.cards import UNKNOWN, Seat
from engine.codec import encode
from engine.events import Declared, Turned
from engine.games.kanhu_qing.house import House
from engine.games.kanhu_qing.scoring import Past, Standing, reckon_drawn, reckon_won, verdict
from engine.games.kanhu_qing.wins import division
from engine.moves import IllegalMove
from engine.options import OptionError, OptionValue
from engine.redact import redact
from engine.replay import view_of
from engine.table import Table

from .seated import (
    KANHU,
    LOST,
    WON,
    act,
    book,
    cards,
    decision_of,
    empty_the_stock,
    facts_told,
    hand,
    idle,
    started,
    verbs,
    win_deal,
)

SHORT = WON.replace("C5 ", "")
"""Fourteen cards that win with C5 alone."""


def house(**options: OptionValue) -> House:
    return House.of(KANHU.settle(KANHU.meta.resolve(options), 3))


def standing(*past: Past, players: tuple[Seat, ...] = (0, 1, 2), **options: OptionValue) -> Standing:
    """A match of three seats after these deals."""
    totals = tuple(sum(deal.points[seat] for deal in past) for seat in range(3))
    return Standing(past, totals, players, (0, 1, 2), house(**options))


def won(winner: Seat, stake: int = 1) -> Past:
    return Past("won", tuple(2 * stake if seat == winner else -stake for seat in range(3)))


DRAWN = Past("drawn", (-1, -1, -1))


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
    limited = standing(won(0), DRAWN, Past("drawn", (-1, -1, 0)), players=(0, 1), hands=4, bankroll=5)
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
    before = standing(won(0), DRAWN, hands=3, tie_break="extra")
    result, outcome = reckon_drawn(before)
    assert outcome is not None
    assert (outcome.how, outcome.winners, result.how) == ("won", (0,), "returned")
    groups = division(cards(WON), book())
    assert groups is not None
    result, outcome = reckon_won(before, 1, groups)
    assert result.points == (-1, 5, -1)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert verdict(standing(won(0), won(1), won(2), hands=4), (1, 0, -1), 3) is not None


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
