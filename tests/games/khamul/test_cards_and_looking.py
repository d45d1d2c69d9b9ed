"""Khamul §2 and §3: the cards, the places, what is seen and once, and rearranging."""

import pytest

from engine.api import UNKNOWN, BadMove, IllegalMove, Shown, redact_for_rejoin
from engine.games.khamul.cards import PACK, WORTH, worth
from tests.games.tables import decision_of

from .positions import (
    KHAMUL,
    act,
    answer,
    begun,
    cards,
    faces_told,
    offered,
    place,
    quiet,
    row,
    started,
    turn,
    verbs,
    view_of,
)


def test_rule_2_1_the_whole_pack_is_worth_340() -> None:
    assert len(PACK) == 52
    assert worth(PACK) == 340
    assert KHAMUL.deck({}).cards == PACK


@pytest.mark.parametrize(
    ("held", "points"),
    [("AC", 1), ("7D", 7), ("10S", 10), ("JH", 10), ("QC QS", 20), ("QH QD", 40), ("KS KC", 20), ("KH KD", 0)],
)
def test_rule_2_1_what_each_card_counts(held: str, points: int) -> None:
    assert worth(cards(held)) == points
    assert all(card in WORTH for card in cards(held))


def test_rule_2_1_two_red_kings_and_a_black_queen_are_ten_and_red_king_and_queen_twenty() -> None:
    assert worth(cards("KH KD QC")) == 10
    assert worth(cards("KH QH")) == 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rule_2_2_everybody_is_dealt_four_and_the_rest_is_the_stock(seats: int) -> None:
    table = started(seats)
    assert [len(table.groups("slot", seat)) for seat in range(seats)] == [4] * seats
    assert len(table.zone("stock")) == 52 - 4 * seats
    assert table.zone("discard") == []


def test_rule_2_2_four_players_leave_a_stock_of_36() -> None:
    assert len(started(4).zone("stock")) == 36


def test_rule_2_2_a_given_deal_lies_in_the_places_in_order() -> None:
    table = started(2, {0: "AC 2C 3C 4C", 1: "5D 6D 7D 8D"}, stock="9H 10H")
    assert row(table, 0) == "AC 2C 3C 4C"
    assert row(table, 1) == "5D 6D 7D 8D"
    assert table.zone("stock")[-1:-3:-1] == list(cards("9H 10H"))


def test_rule_2_3_an_emptied_place_stays_empty_and_gets_the_next_unseen_card() -> None:
    table = begun(2, {0: "AC 7C 3C 4C", 1: "7H KD 2D 3D"}, stock="7D 9H JC")
    turn(table, 0, "draw", "discard", s0="match 2")
    assert row(table, 0) == "AC - 3C 4C"
    assert offered(table, 0, "match") == [(place(0, number),) for number in ("1", "3", "4")]
    act(table, 0, "match 3")
    assert row(table, 0) == "AC 9H 3C 4C"
    act(table, 0, "match 3")
    assert row(table, 0) == "AC 9H 3C 4C JC"


def test_rule_3_1_everybody_picks_two_of_the_own_four() -> None:
    table = started(3)
    assert table.acting() == (0, 1, 2)
    assert len(offered(table, 0, "peek")) == 6
    for text in ("peek 1", "peek 1 2 3", "peek 1 1:2", "peek 2 1"):
        with pytest.raises(IllegalMove) as caught:
            act(table, 0, text)
        assert caught.value.paragraph == "3.1"


def test_rule_3_1_all_look_at_the_same_time_and_only_the_owner_sees() -> None:
    table = started(2, {0: "AC 2C 3C 4C", 1: "5D 6D 7D 8D"})
    assert not faces_told(act(table, 1, "peek 2 4"), "Shown")
    events = act(table, 0, "peek 1 3")
    assert faces_told(events, "Shown") == ["AC", "3C", "6D", "8D"]
    assert table.phase == "turn"
    told = [event for event in view_of(table, 0).events if isinstance(event, Shown)]
    assert [(event.zone, event.cards[0]) for event in told] == [
        ("slot:0:0", "AC"),
        ("slot:0:2", "3C"),
        ("slot:1:1", UNKNOWN),
        ("slot:1:3", UNKNOWN),
    ]


def test_rule_3_2_a_view_does_not_keep_what_was_shown() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"})
    view = view_of(table, 0)
    assert view.groups("slot", 0) == [[UNKNOWN]] * 4
    assert "AC" not in repr(view.zones)


def test_rule_3_2_who_comes_back_is_not_shown_a_face_anew() -> None:
    table = begun(2, {0: "AC 2C 3C 4C", 1: "9C 9D 9H 9S"}, stock="5C JC 8C")
    turn(table, 0, "draw", "swap 1")
    turn(table, 1, "draw", "discard", s1="match 2")
    act(table, 1, "look 3")
    assert table.journal is not None
    for viewer in (0, 1, None):
        told = repr(redact_for_rejoin(list(table.journal.events()), viewer, KHAMUL.plan))
        assert "'AC'" in told  # it lies on the pile
        assert not [face for face in ("2C", "5C", "9C", "9D", "9H") if f"'{face}'" in told]


def test_rule_3_2_a_card_drawn_is_seen_by_who_comes_back_while_it_is_not_laid() -> None:
    table = begun(2, stock="5C")
    act(table, 0, "draw")
    assert table.journal is not None
    events = list(table.journal.events())
    assert "'5C'" in repr(redact_for_rejoin(events, 0, KHAMUL.plan))
    assert "'5C'" not in repr(redact_for_rejoin(events, 1, KHAMUL.plan))
    assert view_of(table, 0).zone("drawn", 0) == ["5C"]
    assert view_of(table, 1).zone("drawn", 0) == [UNKNOWN]


def test_rule_3_3_a_card_wrongly_matched_is_seen_by_all_and_kept_by_none() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="9D")
    turn(table, 0, "draw", "discard", s0="match 3")
    for viewer in (0, 1, None):
        view = view_of(table, viewer)
        assert [card for event in view.events if type(event).__name__ == "Turned" for card in event.cards] == ["3C"]  # type: ignore[union-attr]
        assert view.groups("slot", 0)[2] == [UNKNOWN]


def test_rule_3_3_what_is_swapped_out_is_seen_by_all_and_what_is_swapped_in_by_its_owner() -> None:
    table = begun(2, {0: "AC 2C 3C 4C"}, stock="9D")
    turn(table, 0, "draw", "swap 3")
    assert view_of(table, 1).zone("discard") == ["3C"]
    told = [getattr(event, "cards", ()) for event in view_of(table, 1).events]
    assert ("9D",) not in told
    assert ("9D",) in [getattr(event, "cards", ()) for event in view_of(table, 0).events]


def test_rule_3_4_two_own_cards_change_places_unseen() -> None:
    table = begun(3, {1: "AC 2C 3C 4C"})
    events = act(table, 1, "rearrange 1 4")
    assert row(table, 1) == "4C 2C 3C AC"
    assert not faces_told(events, "Turned")
    assert view_of(table, 1).groups("slot", 1) == [[UNKNOWN]] * 4


def test_rule_3_4_the_others_learn_that_it_happened_and_not_how() -> None:
    tables = [begun(3), begun(3)]
    act(tables[0], 1, "rearrange 1 4")
    act(tables[1], 1, "rearrange 2 3")
    for viewer in (0, 2, None):
        assert view_of(tables[0], viewer).events == view_of(tables[1], viewer).events
    assert view_of(tables[0], 1).events != view_of(tables[1], 1).events


def test_rule_3_4_it_is_possible_in_the_own_turn_and_out_of_it_three_times_a_turn() -> None:
    table = begun(2, stock="5C 6C")
    step = table.step
    for _ in range(3):
        act(table, 1, "rearrange 1 2")
    assert table.step == step  # who is waited for is not asked anew
    assert table.decision(1) is None
    with pytest.raises(BadMove):
        act(table, 1, "rearrange 1 2")
    for _ in range(3):
        act(table, 0, "rearrange 3 4")
    with pytest.raises(IllegalMove, match="three times") as caught:
        act(table, 0, "rearrange 3 4")
    assert caught.value.paragraph == "3.4"
    turn(table, 0, "draw", "discard")
    act(table, 1, "rearrange 1 2")


def test_rule_3_4_not_while_everybody_is_asked_at_once() -> None:
    table = started(2)
    with pytest.raises(IllegalMove):
        act(table, 0, "rearrange 1 2")
    table = begun(2, stock="5C")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert table.free_decisions() == ()
    with pytest.raises(IllegalMove) as caught:
        act(table, 1, "rearrange 1 2")
    assert caught.value.paragraph == "5.2"


def test_rule_3_4_while_a_black_king_waits_only_its_owner_may() -> None:
    table = begun(3, stock="KS 5H")
    turn(table, 0, "draw", "discard")
    assert table.phase == "power"
    assert "rearrange" in verbs(table, 0)
    assert verbs(table, 1) == {"match"}
    with pytest.raises(IllegalMove, match="black king") as caught:
        act(table, 1, "rearrange 1 2")
    assert caught.value.paragraph == "3.4"
    act(table, 0, "rearrange 1 2")
    act(table, 0, "decline")
    act(table, 1, "rearrange 1 2")


def test_rule_3_4_two_full_places_are_needed() -> None:
    table = begun(2, {0: "7C 7D 7S 4C"}, stock="7H 5C")
    turn(table, 0, "draw", "discard", s0="match 1 2 3")
    assert row(table, 0) == "- - - 4C"
    assert table.phase == "turn"
    assert "rearrange" not in {choice.verb for d in table.free_decisions() if d.seat == 0 for choice in d.choices}
    with pytest.raises(IllegalMove, match="two of your own"):
        act(table, 1, "rearrange 1 0:4")


def test_rule_10_1_who_does_not_answer_looks_at_places_1_and_2() -> None:
    table = started(3)
    assert [decision.default.places for decision in table.decisions()] == [
        (place(seat, "1"), place(seat, "2")) for seat in range(3)
    ]


def test_rule_10_1_draws_throws_matches_nothing_and_declines() -> None:
    table = begun(2, stock="JC")
    assert decision_of(table, 0).default.verb == "draw"
    act(table, 0, "draw")
    assert decision_of(table, 0).default.verb == "discard"
    act(table, 0, "discard")
    assert {decision.default.verb for decision in table.decisions()} == {"pass"}
    answer(table)
    assert decision_of(table, 0).default.verb == "decline"


def test_rule_10_1_the_table_never_calls_for_anybody() -> None:
    table = begun(2, {0: "AC AD KD KH"}, peeks={0: "1 2"})
    quiet(table, 1)
    assert "khamul" not in table.facts
