"""Chinaso §5: a turn, the discard and who may buy it, the deck and what becomes of it."""

from collections import Counter

import pytest

from engine.games.chinaso.turn import first_buyer
from engine.model.cards import Card
from engine.model.moves import BadMove, IllegalMove
from engine.model.redact import redact
from engine.play.table import Table
from engine.record.codec import encode
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import CHINASO, act, answer, facts_told, hand, loose, placed, started, to_play, verbs


def test_rule_5_1_the_dealers_left_begins_and_turns_go_left() -> None:
    table = started(4, dealer=1)
    assert table.facts["turn"] == 2
    answer(table)
    act(table, 2, f"discard {hand(table, 2)[0]}")
    assert table.facts["turn"] == 3


def test_rule_5_2_the_player_in_turn_takes_the_discard_or_draws() -> None:
    table = started(4, stock="9H 4S")
    assert verbs(table, 0) == {"take", "deck"}
    answer(table, s0="take")
    assert "9H" in hand(table, 0)
    assert table.zone("discard") == []
    assert len(hand(table, 0)) == 10

    table = started(4, stock="9H 4S")
    before = Counter(hand(table, 0))
    answer(table)
    assert Counter(hand(table, 0)) - before == Counter({Card("4S"): 1})
    assert table.zone("discard") == ["9H"]


def test_rule_5_3_everybody_may_want_the_card_turned_up() -> None:
    table = started(4, stock="9H")
    assert table.acting() == (0, 1, 2, 3)
    assert table.zone("discard") == ["9H"]


def test_rule_5_4_others_may_buy_what_the_player_in_turn_leaves() -> None:
    table = started(4, stock="9H 4S")
    assert [verbs(table, seat) for seat in (1, 2, 3)] == [{"buy", "pass"}] * 3
    had = hand(table, 2).count(Card("9H"))
    events = answer(table, s2="buy")
    assert hand(table, 2).count(Card("9H")) == had + 1
    assert len(hand(table, 2)) == 10
    assert facts_told(events, "bought") == [(2, 2)]


def test_rule_5_4_what_the_player_in_turn_takes_nobody_buys() -> None:
    table = started(4, stock="9H 4S")
    events = answer(table, s0="take", s1="buy", s2="buy")
    assert "9H" in hand(table, 0)
    assert facts_told(events, "bought") == []
    assert [len(hand(table, seat)) for seat in range(4)] == [10, 9, 9, 9]


def test_rule_5_4_all_are_asked_at_once_and_answers_are_sealed() -> None:
    table = started(4)
    decisions = table.decisions()
    assert {decision.seat for decision in decisions} == {0, 1, 2, 3}
    assert all(decision.sealed and decision.window for decision in decisions)
    assert act(table, 2, "buy") == ()
    assert not table.awaits_close


def test_rule_5_4_refusals_say_what_may_be_done() -> None:
    table = started(4)
    for seat, move, paragraph in (
        (0, "buy", "5.2"),
        (0, "discard 4S", "5.2"),
        (1, "take", "5.4"),
        (1, "buy 4S", "5.4"),
    ):
        with pytest.raises(IllegalMove) as refused:
            act(table, seat, move)
        assert refused.value.paragraph == paragraph


# Oracle: dealer 0, four players; seats that buy, and who gets the card.
PRIORITIES = [
    ("dealer_left", 1, (0, 3), 3),
    ("turn_left", 1, (0, 3), 3),
    ("dealer_left", 0, (2, 3), 2),
    ("turn_left", 0, (2, 3), 2),
    ("dealer_left", 2, (0, 1), 1),
    ("turn_left", 2, (0, 1), 0),
]


@pytest.mark.parametrize(("priority", "discarder", "buyers", "winner"), PRIORITIES)
def test_rule_5_5_and_10_2_who_of_several_buyers_gets_the_card(
    priority: str, discarder: int, buyers: tuple[int, ...], winner: int
) -> None:
    table = placed(1, {}, turn=(discarder + 1) % 4, buy_priority=priority)
    table.dealer = 0
    events = answer(table, **{f"s{seat}": "buy" for seat in buyers})
    assert facts_told(events, "bought") == [(winner, winner)]


@pytest.mark.parametrize(("priority", "discarder", "buyers", "winner"), PRIORITIES)
def test_rule_5_5_the_dealers_left_comes_first(
    priority: str, discarder: int, buyers: tuple[int, ...], winner: int
) -> None:
    order = [1, 2, 3, 0] if priority == "dealer_left" else [(discarder + 2 + step) % 4 for step in range(4)]
    assert first_buyer(buyers, order) == winner
    assert first_buyer((), order) is None


def test_rule_10_2_buy_priority_turn_left_begins_at_the_player_in_turn() -> None:
    table = placed(1, {}, turn=3, buy_priority="turn_left")
    table.dealer = 0
    assert facts_told(answer(table, s0="buy", s1="buy"), "bought") == [(0, 0)]


def test_rule_5_6_a_buyer_pays_nothing_and_may_buy_again() -> None:
    table = placed(1, {2: loose(9)}, turn=0)
    answer(table, s2="buy")
    act(table, 0, f"discard {hand(table, 0)[0]}")
    answer(table, s2="buy")
    assert len(hand(table, 2)) == 11


def test_rule_5_7_after_a_buy_the_card_below_is_not_on_offer() -> None:
    table = placed(1, {}, turn=0, discard="5C 9D", seats=3)
    before = Counter(hand(table, 0))
    top = table.zone("stock")[-1]
    answer(table, s1="buy")
    assert "9D" in hand(table, 1)
    assert Counter(hand(table, 0)) - before == Counter({top: 1})
    assert table.zone("discard") == ["5C"]
    assert table.phase == "play"


def test_rule_5_8_the_discarder_may_not_buy_nor_may_who_is_down() -> None:
    table = placed(1, {}, {2: ["4H 4S 4D", "6C 6D 6S"]}, turn=1)
    assert table.acting() == (1, 3)  # seat 0 threw, seat 2 is down
    with pytest.raises(BadMove):
        table.play(2, table.step, decision_of(table, 3).default)


def test_rule_5_8_who_is_down_may_take_in_turn() -> None:
    table = placed(1, {}, {1: ["4H 4S 4D", "6C 6D 6S"]}, turn=1, discard="4C")
    assert verbs(table, 1) == {"take", "deck"}
    answer(table, s1="take")
    assert "4C" in hand(table, 1)


def test_rule_5_9_of_two_players_one_buys_only_the_card_turned_up() -> None:
    table = started(2)
    assert table.phase == "offer"
    answer(table, s1="buy")
    act(table, 0, f"discard {hand(table, 0)[0]}")
    assert table.phase == "drawing"
    assert table.acting() == (1,)
    assert not decision_of(table, 1).sealed
    assert verbs(table, 1) == {"take", "deck"}


def test_rule_5_10_only_the_buying_that_is_carried_out_is_told() -> None:
    table = started(4, stock="9H 4S")
    events = answer(table, s1="buy", s2="buy", s3="buy")
    assert facts_told(events, "bought") == [(1, 1)]
    told = [event for event in events if getattr(event, "seat", None) in (2, 3)]
    assert told == []


@pytest.mark.parametrize(("turn", "first"), [("deck", "buy"), ("take", "pass")])
def test_rule_5_10_a_buying_that_is_lost_changes_no_byte(turn: str, first: str) -> None:
    """Two tables that differ in who else wanted the card tell everybody the same."""
    told = []
    for lost in ("buy", "pass"):
        table = started(4, stock="9H 4S")
        events = answer(table, s0=turn, s1=first, s2=lost, s3=lost)
        told.append([encode([redact(event, viewer, CHINASO.plan) for event in events]) for viewer in (None, 0, 1, 2)])
    assert told[0] == told[1]


def test_rule_5_11_any_card_may_be_thrown_a_joker_and_the_card_just_taken_too() -> None:
    table = to_play(placed(1, {0: f"* {loose(8)}"}, discard="3C"), s0="take")
    assert set(decision_of(table, 0).choice("discard").cards) == set(hand(table, 0))  # type: ignore[union-attr]
    act(table.clone(), 0, "discard 3C")
    act(table, 0, "discard *")
    assert table.zone("discard") == ["*"]
    answer(table, s1="deck", s2="buy")
    assert "*" in hand(table, 2)


def test_rule_5_11_refusals_of_a_throw() -> None:
    table = to_play(placed(1, {0: loose(9)}), s0="take")
    for move in ("discard AH", "discard 3C 4D", "discard", "take"):
        with pytest.raises(IllegalMove) as refused:
            act(table, 0, move)
        assert refused.value.paragraph == "5.11"
    with pytest.raises(BadMove):
        act(table, 0, "discard 3C @ meld:0:0")


def _emptied(discard: str, stock: int = 0, **more: object) -> Table:
    """A table whose stock has so many cards left; the rest is out of the way in seat 3's hand."""
    table = placed(1, {}, turn=0, discard=discard, **more)  # type: ignore[arg-type]
    hand(table, 3).extend(table.zones["stock"][stock:])
    del table.zones["stock"][stock:]
    return table


def test_rule_5_12_an_empty_deck_is_made_of_all_discards_but_the_newest() -> None:
    table = _emptied("5C 9D 6H AD")
    events = answer(table)
    assert table.zone("discard") == ["AD"]
    assert len(table.zone("stock")) == 2
    assert len(hand(table, 0)) == 6
    assert facts_told(events, "reshuffles") == [(None, 1)]


def test_rule_5_12_when_the_newest_was_bought_all_discards_are_shuffled() -> None:
    table = _emptied("5C 9D 6H AD")
    answer(table, s2="buy")
    assert table.zone("discard") == []
    assert len(table.zone("stock")) == 2
    assert "AD" in hand(table, 2)


def test_rule_5_12_the_deck_is_not_made_before_a_card_is_drawn() -> None:
    table = _emptied("5C 9D 6H AD", stock=1)
    answer(table)
    assert table.zone("stock") == []
    assert "reshuffles" not in table.facts
    act(table, 0, f"discard {hand(table, 0)[0]}")
    answer(table, s1="take")
    assert table.zone("stock") == []


def test_rule_7_5_a_deck_that_cannot_be_made_ends_the_hand_before_any_buy() -> None:
    table = _emptied("AD")
    events = answer(table, s1="buy", s2="buy")
    assert facts_told(events, "bought") == []
    assert facts_told(events, "ended") == [(None, "stock")]
    assert table.scores[-1].how == "stock"


def test_rule_7_5_the_fourth_need_ends_the_hand_and_taking_is_still_open() -> None:
    table = _emptied("5C 9D 6H AD")
    table.declare("reshuffles", 3)
    again = table.clone()
    answer(again, s0="take")
    assert again.phase == "play"
    answer(table)
    assert table.scores[-1].how == "stock"


def test_rule_8_4_when_nobody_is_out_everybody_scores() -> None:
    table = _emptied("AD")
    answer(table)
    assert all(points > 0 for points in table.scores[-1].points)


def test_rule_10_3_buy_penalty_is_a_card_drawn_before_the_player_in_turn_draws() -> None:
    table = placed(1, {}, turn=0, discard="9D", buy_penalty=1)
    first, second = table.zone("stock")[-1], table.zone("stock")[-2]
    before, mine = Counter(hand(table, 2)), Counter(hand(table, 0))
    answer(table, s2="buy")
    assert Counter(hand(table, 2)) - before == Counter([Card("9D"), first])
    assert Counter(hand(table, 0)) - mine == Counter([second])


def test_rule_10_3_no_penalty_where_it_would_leave_no_card() -> None:
    table = _emptied("AD", stock=1, buy_penalty=1)
    answer(table, s2="buy")
    assert len(hand(table, 2)) == 6
    assert len(hand(table, 0)) == 6
    assert table.phase == "play"


def test_rule_10_3_two_cards_are_enough_for_both() -> None:
    table = _emptied("AD", stock=2, buy_penalty=1)
    answer(table, s2="buy")
    assert len(hand(table, 2)) == 7
    assert len(hand(table, 0)) == 6
    assert table.zone("stock") == []


def test_rule_10_3_the_penalty_may_be_the_last_card_before_a_new_deck() -> None:
    table = _emptied("5C 9D 6H AD", stock=1, buy_penalty=1)
    answer(table, s2="buy")
    assert len(hand(table, 2)) == 7
    assert len(hand(table, 0)) == 6
    assert table.facts["reshuffles"] == 1


def test_what_a_buyer_saw_is_seen_by_all_and_what_is_drawn_by_nobody_else() -> None:
    table = started(4, stock="9H 4S")
    answer(table, s2="buy")
    assert table.journal is not None
    view = view_of(table.journal, 1)
    assert set(view.zone("hand", 0)) == {"??"}
    assert view.zone("hand", 2).count(Card("9H")) == 1
