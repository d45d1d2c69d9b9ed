"""Kanhu, Qing §2, §3, §4, §9: the cards, the deal, a turn, and what the table does for the absent."""

from collections import Counter

import pytest

from engine.games.kanhu_qing.pack import DECK, HONOURS
from engine.games.kanhu_qing.state import draw_for_deal
from engine.model.cards import UNKNOWN, Card, Seat
from engine.model.events import Declared, Event, Moved
from engine.model.game_info import SeatsError
from engine.model.moves import BadMove, IllegalMove
from engine.model.redact import redact
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import KANHU, LOST, WON, act, empty_the_stock, hand, idle, started, verbs


def test_rule_2_1_the_pack_is_four_of_each_of_thirty_cards() -> None:
    counts = Counter(DECK.cards)
    assert len(DECK.cards) == 120
    assert set(counts.values()) == {4}
    numerals = {f"{suit}{rank}" for suit in "CSM" for rank in range(1, 10)}
    assert set(counts) == numerals | {"RF", "WF", "OT"}


@pytest.mark.parametrize("seats", [1, 7])
def test_rule_2_2_two_to_six_play(seats: int) -> None:
    with pytest.raises(SeatsError):
        KANHU.meta.verify_seats(seats)
    for number in range(2, 7):
        KANHU.meta.verify_seats(number)


def test_rule_2_3_play_goes_to_the_left() -> None:
    table = started(4, {0: LOST})
    for seat in (0, 1, 2, 3, 0):
        assert table.acting() == (seat,)
        act(table, seat, f"discard {decision_of(table, seat).default.cards[0]}")
        act(table, (seat + 1) % 4, "buy")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_rule_2_4_the_first_dealer_is_counted_out_by_a_drawn_card(seats: int) -> None:
    redrawn = 0
    for seed in range(40):
        table = Table(KANHU, seats, KANHU.meta.resolve({}), seed=str(seed))
        events = table.start()
        seat, drawn = _drawn(events)
        assert all(card in HONOURS for card in drawn[:-1])
        assert drawn[-1] not in HONOURS
        assert seat == table.dealer == (int(str(drawn[-1])[1:]) - 1) % seats
        redrawn += len(drawn) > 1
    assert redrawn


def _drawn(events: tuple[Event, ...]) -> tuple[Seat | None, tuple[int | str, ...]]:
    """The dealer, and the cards drawn to find one."""
    (fact,) = [event for event in events if isinstance(event, Declared) and event.fact == "dealer_draw"]
    assert isinstance(fact.value, tuple)
    return fact.seat, fact.value


def test_rule_2_4_the_draw_is_seen_where_only_hands_are_given() -> None:
    table = started(3, {0: LOST}, dealer=None)
    assert table.facts["dealer_draw"]
    assert "dealer_draw" not in started(3, {0: LOST}, dealer=1).facts


def test_rule_2_4_counting_goes_in_the_direction_of_play() -> None:
    table = Table(KANHU, 5, KANHU.meta.resolve({"direction": "right"}), seed="right")
    events = table.start()
    _, drawn = _drawn(events)
    assert table.dealer == (1 - int(str(drawn[-1])[1:])) % 5
    assert draw_for_deal(table, "right") == (drawn, table.dealer)


def test_rule_3_1_everybody_pays_the_ante_and_a_pot_that_stands_grows() -> None:
    table = started(4, {0: LOST})
    assert table.facts["pot"] == 4
    idle(table, until="between")
    assert table.totals == [-1, -1, -1, -1]
    table.close()
    assert table.facts["pot"] == 8


@pytest.mark.parametrize(("seats", "stock"), [(2, 91), (3, 77), (4, 63), (5, 49), (6, 35)])
def test_rule_3_2_the_dealer_gets_fifteen_and_the_others_fourteen(seats: int, stock: int) -> None:
    table = started(seats, dealer=1)
    assert [len(hand(table, seat)) for seat in range(seats)] == [15 if seat == 1 else 14 for seat in range(seats)]
    assert len(table.zone("stock")) == stock


def test_rule_4_1_the_dealer_begins_without_drawing() -> None:
    table = started(3, {2: LOST}, dealer=2)
    assert table.acting() == (2,)
    assert verbs(table, 2) == {"discard"}
    act(table, 2, "discard C2")
    assert table.zone("discard") == ["C2"]
    assert len(hand(table, 2)) == 14


def test_rule_4_2_the_next_player_alone_takes_or_buys() -> None:
    table = started(3, {0: LOST}, stock="M6 M7")
    act(table, 0, "discard C2")
    assert table.acting() == (1,)
    assert verbs(table, 1) == {"take", "buy"}
    with pytest.raises(BadMove):
        table.play(2, table.step, decision_of(table, 1).default)
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "discard C2")
    assert refused.value.paragraph == "4.2"
    act(table, 1, "buy")
    assert "M6" in hand(table, 1)
    assert table.zone("discard") == ["C2"]


def test_rule_4_3_with_fifteen_cards_again_one_is_thrown() -> None:
    table = started(3, {0: LOST, 1: "C4"})
    act(table, 0, "discard C2")
    act(table, 1, "take")
    assert table.acting() == (1,)
    assert len(hand(table, 1)) == 15
    others = " ".join(card for card in decision_of(table, 1).choices[-1].cards if card != "C4")
    for wrong in ("discard", "discard C4 C4", f"discard C4 {others.split()[0]}", "discard RF RF", "take"):
        with pytest.raises(IllegalMove):
            act(table, 1, wrong)
    act(table, 1, "discard C4")
    assert table.acting() == (2,)
    assert table.zone("discard") == ["C4"]


def test_rule_4_3_a_card_that_is_not_held_cannot_be_thrown() -> None:
    table = started(2, {0: f"{LOST} C2"})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "discard RF")
    assert refused.value.paragraph == "4.3"


def test_rule_4_4_a_taken_card_is_not_laid_open_and_a_bought_one_is_shown_to_nobody() -> None:
    table = started(3, {0: LOST}, stock="M6")
    act(table, 0, "discard C2")
    events = act(table, 1, "buy")
    (bought,) = [event for event in events if isinstance(event, Moved)]
    for viewer in (0, 2, None):
        seen = redact(bought, viewer, KANHU.plan)
        assert isinstance(seen, Moved)
        assert seen.cards == (UNKNOWN,)
    act(table, 1, f"discard {hand(table, 1)[0]}")
    act(table, 2, "take")
    assert table.journal is not None
    seen_hand = view_of(table.journal, 0).zone("hand", 2)
    assert len(seen_hand) == 15
    assert seen_hand.count(UNKNOWN) == 14  # which card was taken everybody has seen


def test_rule_4_5_a_taken_card_may_not_be_thrown_back_nor_one_like_it() -> None:
    table = started(3, {0: LOST, 1: "C2 C3"})
    act(table, 0, "discard C2")
    act(table, 1, "take")
    assert hand(table, 1).count(Card("C2")) >= 2
    assert "C2" not in decision_of(table, 1).choices[-1].cards
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "discard C2")
    assert refused.value.paragraph == "4.5"
    act(table, 1, "discard C3")
    act(table, 2, "buy")
    act(table, 2, f"discard {hand(table, 2)[0]}")


def test_rule_4_5_what_one_has_taken_another_may_throw() -> None:
    table = started(3, {0: LOST, 1: "C2 C3", 2: "C2"})
    act(table, 0, "discard C2")
    act(table, 1, "take")
    act(table, 1, "discard C3")
    act(table, 2, "buy")
    act(table, 2, "discard C2")
    assert table.zone("discard") == ["C3", "C2"]


def test_rule_4_5_a_bought_card_may_be_thrown() -> None:
    table = started(3, {0: LOST}, stock="M6")
    act(table, 0, "discard C2")
    act(table, 1, "buy")
    act(table, 1, "discard M6")
    assert table.zone("discard") == ["C2", "M6"]


def _take_and_throw(table: Table) -> None:
    """One turn in which the discard is taken."""
    seat = table.acting()[0]
    act(table, seat, "take")
    act(table, seat, f"discard {decision_of(table, seat).choices[-1].cards[0]}")


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_4_6_after_four_takes_for_each_player_the_next_must_buy(seats: int) -> None:
    table = started(seats, {0: LOST})
    act(table, 0, "discard C2")
    for _ in range(4 * seats):
        assert "take" in verbs(table, table.acting()[0])
        _take_and_throw(table)
    seat = table.acting()[0]
    assert verbs(table, seat) == {"buy"}
    with pytest.raises(IllegalMove) as refused:
        act(table, seat, "take")
    assert refused.value.paragraph == "4.6"
    act(table, seat, "buy")
    assert table.facts["takes"] == 0
    act(table, seat, f"discard {decision_of(table, seat).choices[-1].cards[0]}")
    assert "take" in verbs(table, table.acting()[0])


def test_rule_4_7_only_the_newest_discard_is_taken() -> None:
    table = started(3, {0: LOST, 1: "C4"})
    act(table, 0, "discard C2")
    act(table, 1, "buy")
    act(table, 1, "discard C4")
    act(table, 2, "take")
    assert "C4" in hand(table, 2)
    assert table.zone("discard") == ["C2"]


def test_rule_4_8_with_an_empty_stock_the_discard_may_still_be_taken() -> None:
    table = started(2, {0: LOST})
    empty_the_stock(table)
    seat = table.acting()[0]
    assert verbs(table, seat) == {"take", "leave"}
    with pytest.raises(IllegalMove) as refused:
        act(table, seat, "buy")
    assert refused.value.paragraph == "4.8"
    act(table, seat, "take")
    act(table, seat, f"discard {decision_of(table, seat).choices[-1].cards[0]}")
    other = table.acting()[0]
    assert verbs(table, other) == {"take", "leave"}
    act(table, other, "leave")
    assert table.scores[0].how == "drawn"


def test_rule_4_8_leaving_is_no_answer_while_there_is_a_stock() -> None:
    table = started(2, {0: LOST})
    act(table, 0, "discard C2")
    with pytest.raises(IllegalMove):
        act(table, 1, "leave")


def test_rule_4_8_who_may_not_take_any_more_ends_the_deal() -> None:
    table = started(2, {0: LOST})
    empty_the_stock(table)
    for _ in range(8):
        _take_and_throw(table)
    assert verbs(table, table.acting()[0]) == {"leave"}
    idle(table, acts=1)
    assert table.scores[0].how == "drawn"


def test_rule_9_1_the_absent_buy_and_throw_what_they_bought() -> None:
    table = started(3, {0: LOST}, stock="M6 M7")
    act(table, 0, "discard C2")
    idle(table, acts=2)
    assert table.zone("discard") == ["C2", "M6"]
    assert table.acting() == (2,)


def test_rule_9_1_an_absent_dealer_throws_a_card_that_is_in_no_group() -> None:
    table = started(3, {0: WON.replace("C7 S7 M7", "C7 M2 S2")})
    idle(table, acts=1)
    assert table.zone("discard") == ["S2"]


def test_rule_9_1_so_does_who_has_taken_and_never_the_taken_card() -> None:
    table = started(3, {0: f"{LOST} M9", 1: WON.replace("C7 S7 M7", "C7 M2")})
    act(table, 0, "discard M9")
    act(table, 1, "take")
    assert decision_of(table, 1).default.cards[0] in ("M2", "C7", "M7", "M8")
    idle(table, acts=1)
    assert table.zone("discard") != ["M9"]


def test_rule_9_1_the_absent_leave_the_last_discard_and_never_win() -> None:
    table = started(2, {0: WON})
    assert decision_of(table, 0).default.verb == "discard"
    empty_the_stock(table)
    assert decision_of(table, table.acting()[0]).default.verb == "leave"
