"""Khanhoo §2, §3, §5, §7: the deal, a turn, the stock, going out."""

from collections import Counter

import pytest

from engine.model.cards import JOKER, UNKNOWN
from engine.model.events import Declared, Moved
from engine.model.game_info import SeatsError
from engine.model.moves import Choice, IllegalMove
from engine.model.options import OptionError
from engine.model.redact import redact
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import KHANHOO, act, cards, claim, facts_told, hand, idle, offered, run, started, throw, verbs

WON = f"{run('A', '9', 'H')} {run('A', '6', 'S')}"
"""Fifteen cards in two long sequences."""


def test_rule_2_1_the_pack_has_61_cards() -> None:
    deck = KHANHOO.deck(KHANHOO.meta.resolve({}))
    assert len(deck.cards) == 61
    assert deck.counts[JOKER] == 1
    assert {deck.counts[face] for face in deck.faces if face != JOKER} == {2}
    assert {face for face in deck.faces if face[-1] == "C"} == {"JC", "QC", "KC"}
    assert not any(face.startswith("10") for face in deck.faces)


@pytest.mark.parametrize(("seats", "refusal"), [(1, SeatsError), (5, OptionError), (8, OptionError), (9, SeatsError)])
def test_rule_2_2_two_to_four_play(seats: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Table(KHANHOO, seats, KHANHOO.meta.resolve({}), seed="x")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_2_3_the_lowest_card_deals_and_all_see_the_draw(seats: int) -> None:
    dealers = set()
    for seed in range(120):  # many enough for ties and jokers to have come up, which are drawn again
        table = Table(KHANHOO, seats, KHANHOO.meta.resolve({}), seed=str(seed))
        told = [e for e in table.start() if isinstance(e, Declared) and e.fact == "dealer_draw"]
        assert len(told) == 1
        drawn = told[0].value
        assert isinstance(drawn, tuple)
        assert len(drawn) == seats
        places = ["A23456789JQK".index(str(card)[0]) for card in drawn]  # a joker would have none
        assert places.count(min(places)) == 1
        assert table.dealer == places.index(min(places))
        dealers.add(table.dealer)
    assert dealers == set(range(seats))


@pytest.mark.parametrize(("seats", "stock"), [(2, 30), (3, 15), (4, 0)])
def test_rule_2_4_fifteen_each_and_one_more_for_the_eldest(seats: int, stock: int) -> None:
    table = started(seats, dealer=1)
    eldest = 2 % seats
    assert [len(hand(table, seat)) for seat in range(seats)] == [16 if seat == eldest else 15 for seat in range(seats)]
    assert len(table.zone("stock")) == stock
    assert table.acting() == (eldest,)


def test_rule_2_5_four_players_have_no_stock() -> None:
    table = started(4)
    assert table.zone("stock") == []
    idle(table, turns=40)
    assert table.zone("stock") == []


def test_rule_3_1_the_eldest_throws_first() -> None:
    table = started(3, {0: "JC"})
    act(table, 0, "discard JC")
    assert table.zone("discard") == list(cards("JC"))
    assert table.phase == "claims"


def test_rule_3_2_the_next_player_takes_the_discard() -> None:
    table = started(2, {0: "JC"})
    throw(table, 0, "JC", s1="take")
    assert "JC" in hand(table, 1)
    assert len(hand(table, 1)) == 16
    assert table.zone("discard") == []
    assert table.acting() == (1,)


def test_rule_3_2_or_leaves_it_and_draws() -> None:
    table = started(2, {0: "JC"}, stock="3S 4S")
    before = Counter(hand(table, 1))
    throw(table, 0, "JC", s1="leave")
    assert Counter(hand(table, 1)) - before == Counter(cards("3S"))
    assert table.zone("discard") == list(cards("JC"))
    assert len(table.zone("stock")) == 29


def test_rule_3_3_any_card_of_the_hand_may_be_thrown() -> None:
    table = started(2)
    assert {found[0] for found in offered(table, 0, "discard")} == set(hand(table, 0))
    missing = next(card for card in table.deck.faces if card not in hand(table, 0))
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, f"discard {missing}")
    assert refused.value.paragraph == "3.3"
    assert refused.value.reason == f"{missing if missing != JOKER else 'The joker'} is not in your hand."
    with pytest.raises(IllegalMove):
        act(table, 0, "discard")
    with pytest.raises(IllegalMove):
        act(table, 0, "take")


@pytest.mark.parametrize("move", ["discard JC 6S", "out JC 6S"])
def test_rule_3_3_two_cards_are_not_thrown_at_once(move: str) -> None:
    table = started(2, {0: f"{run('A', '9', 'H')} {run('A', '6', 'S')} JC"})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, move)
    assert refused.value.paragraph == "3.3"
    assert refused.value.reason == "Discard exactly one card."


def test_rule_3_4_the_card_just_taken_may_not_be_thrown_back() -> None:
    table = started(2, {0: "JC", 1: "JC QC"})
    throw(table, 0, "JC", s1="take")
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "discard JC")
    assert refused.value.paragraph == "3.4"
    throw(table, 1, "QC", s0="leave")
    assert table.acting() == (0,)


def test_rule_3_4_a_card_drawn_may_be_thrown_at_once() -> None:
    table = started(2, {0: "JC", 1: "QC"}, stock="KC")
    throw(table, 0, "JC", s1="leave")
    throw(table, 1, "KC", s0="leave")
    assert table.zone("discard") == list(cards("JC KC"))


def test_rule_3_4_but_it_may_be_the_last_card() -> None:
    table = started(2, {0: "JC", 1: WON})
    throw(table, 0, "JC", s1="take")
    assert offered(table, 1, "out") == [cards("JC")]
    act(table, 1, "out JC")
    assert table.scores[0].how == "out"


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_3_5_after_four_takes_each_the_next_must_draw(seats: int) -> None:
    table = started(seats)
    for turn in range(4 * seats):
        seat = turn % seats
        card = next(found[0] for found in offered(table, seat, "discard"))
        throw(table, seat, card, **{f"s{(seat + 1) % seats}": "take"})
    seat = (4 * seats) % seats
    act(table, seat, f"discard {offered(table, seat, 'discard')[0][0]}")
    after = (seat + 1) % seats
    assert verbs(table, after) == {"leave"}
    with pytest.raises(IllegalMove) as refused:
        act(table, after, "take")
    assert refused.value.paragraph == "3.5"
    claim(table)
    act(table, after, f"discard {offered(table, after, 'discard')[0][0]}")
    assert "take" in verbs(table, (after + 1) % seats)


def test_rule_3_5_after_the_draw_the_count_begins_anew() -> None:
    table = started(2, {0: "JC", 1: "QC"})
    table.declare("takes", 8)  # as if eight discards had been taken in turn
    throw(table, 0, "JC")
    throw(table, 1, "QC", s0="take")
    assert table.facts["takes"] == 1


def test_rule_3_5_a_bump_is_no_draw() -> None:
    table = started(3, {0: "7D", 2: "7D JC 2H"})
    table.declare("takes", 12)  # as if twelve discards had been taken in turn
    throw(table, 0, "7D", s2="bump 7D JC")
    act(table, 2, "discard 2H")
    assert verbs(table, 0) == {"leave"}


def test_rule_3_6_a_discard_that_leaves_nothing_to_throw_may_not_be_taken() -> None:
    table = started(3, {0: "5H", 1: "5H"})
    table.zones["hand:1"] = list(cards("5H"))  # as if all other cards of the seat were laid
    act(table, 0, "discard 5H")
    assert verbs(table, 1) == {"leave"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "take")
    assert refused.value.paragraph == "3.6"


def test_rule_3_6_but_it_may_be_taken_to_go_out_with() -> None:
    table = started(3, {0: "5H"})
    table.zones["hand:1"] = []  # as if all fifteen cards of the seat were laid
    act(table, 0, "discard 5H")
    claim(table, s1="take")
    assert verbs(table, 1) == {"out"}
    assert decision_of(table, 1).default.verb == "out"
    act(table, 1, "out 5H")
    assert table.scores[0].how == "out"


def test_rule_3_7_only_the_newest_discard_can_be_had() -> None:
    table = started(3, {0: "JC 7D", 1: "QC", 2: "KC 7D"}, stock="4D")
    throw(table, 0, "JC", s1="leave")
    act(table, 1, "discard QC")
    assert decision_of(table, 2).choice("take") == Choice("take", paragraph="3.2")  # no card can be named
    with pytest.raises(IllegalMove):
        act(table, 2, "take JC")
    claim(table, s2="take")
    assert table.zone("discard") == list(cards("JC"))
    assert "QC" in hand(table, 2)


def test_rule_3_8_a_thrown_joker_is_a_card_like_any_other() -> None:
    table = started(3, {0: "*", 1: "QC", 2: "AH 2S"})
    throw(table, 0, "*", s2="bump AH 2S")
    assert sorted(table.zone("meld", 2, 0)) == sorted(cards("AH 2S *"))
    table = started(3, {0: "*"})
    throw(table, 0, "*", s1="take")
    assert "*" in hand(table, 1)


def test_rule_3_9_a_drawn_card_is_shown_to_its_drawer_alone() -> None:
    table = started(3, {0: "JC"}, stock="4D")
    events = throw(table, 0, "JC")
    drawn = next(e for e in events if isinstance(e, Moved) and e.src == "stock")
    seen = [redact(drawn, viewer, KHANHOO.plan) for viewer in (0, 1, 2, None)]
    assert [e.cards for e in seen if isinstance(e, Moved)] == [("??",), ("4D",), ("??",), ("??",)]


def _empty_stock(seats: int) -> Table:
    """A table at which everybody has drawn and thrown on until the stock is gone and a card was thrown."""
    table = started(seats)
    while table.zone("stock"):
        idle(table, turns=1)
        if table.phase == "claims":
            claim(table)
    seat = table.acting()[0]
    act(table, seat, f"discard {decision_of(table, seat).default.cards[0]}")
    return table


def test_rule_5_1_the_discards_but_the_newest_are_shuffled() -> None:
    table = _empty_stock(2)
    thrown = list(table.zone("discard"))
    events = claim(table)
    assert table.zone("discard") == thrown[-1:]
    assert len(table.zone("stock")) == len(thrown) - 2
    drawer = table.acting()[0]
    assert Counter([*table.zone("stock"), table.last_drawn]) == Counter(thrown[:-1])
    assert table.last_drawn in hand(table, drawer)
    assert facts_told(events, "reforms") == [(None, 1)]


def test_rule_5_1_nobody_knows_the_order_of_the_new_stock() -> None:
    table = _empty_stock(2)
    heap = list(table.zone("discard"))[:-1]
    claim(table)
    assert table.journal is not None
    lying = [*table.zone("stock"), table.last_drawn]
    assert lying not in (heap, heap[::-1])
    drawer = table.acting()[0]
    for viewer in (0, 1, None):
        view = view_of(table.journal, viewer)
        assert set(view.zone("stock")) == {UNKNOWN}
        assert viewer == drawer or set(view.zone("hand", drawer)) == {UNKNOWN}


def test_rule_5_1_taking_the_discard_leaves_an_empty_stock_as_it_is() -> None:
    table = _empty_stock(2)
    taker = table.acting()[0]
    claim(table, **{f"s{taker}": "take"})
    assert table.zone("stock") == []
    assert table.acting() == (taker,)


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_5_2_after_the_third_new_stock_the_hand_is_dead(seats: int) -> None:
    table = started(seats, target=1000)
    idle(table, until="between")
    assert table.scores[0].how == "dead"
    assert table.facts["reforms"] == 3
    assert table.facts["dead"] == "stock"


def test_rule_5_2_with_nothing_to_shuffle_the_hand_is_dead() -> None:
    table = started(2, {0: "JC"})
    act(table, 0, "discard JC")
    table.zones["stock"].clear()
    claim(table)
    assert table.scores[0].how == "dead"
    assert table.facts["dead"] == "stock"


@pytest.mark.parametrize("answer", ["take", "leave"])
def test_rule_5_3_four_players_get_the_card_willing_or_not(answer: str) -> None:
    table = started(4, {0: "JC", 1: "QC"})
    throw(table, 0, "JC", s1=answer)
    assert "JC" in hand(table, 1)
    act(table, 1, "discard JC")
    assert table.phase == "claims"


def test_rule_5_3_to_leave_it_is_not_to_defend_it() -> None:
    for answer, holder in (("take", 1), ("leave", 2)):
        table = started(4, {0: "7D", 1: "7H 7S", 2: "7H 7S"})
        throw(table, 0, "7D", s1=answer, s2="bump 7H 7S")
        assert table.acting() == (holder,)


def test_rule_5_4_one_card_passed_on_eight_times_ends_the_deal() -> None:
    table = started(4, {0: "JC"}, target=1000)
    throw(table, 0, "JC")
    for turn in range(1, 8):
        throw(table, turn % 4, "JC")
        assert table.phase == "turn"
    act(table, 0, "discard JC")
    assert table.scores[0].how == "dead"
    assert table.facts["dead"] == "stall"


def test_rule_5_4_another_card_between_begins_the_count_anew() -> None:
    table = started(4, {0: "JC", 3: "QC"}, target=1000)
    throw(table, 0, "JC")
    throw(table, 1, "JC")
    throw(table, 2, "JC")
    throw(table, 3, "QC")
    for turn in range(4, 11):
        throw(table, turn % 4, "QC")
    assert table.phase == "turn"
    act(table, 3, "discard QC")
    assert table.scores[0].how == "dead"


def test_rule_5_4_a_hundred_discards_end_the_deal() -> None:
    table = started(4, target=1000)
    thrown = 0
    while not table.scores:
        seat = table.acting()[0]
        taken = table.facts.get("taken")
        card = next(found[0] for found in offered(table, seat, "discard") if found[0] != taken)
        act(table, seat, f"discard {card}")
        thrown += 1
        if not table.scores:
            claim(table)
    assert thrown == 100
    assert table.scores[0].how == "dead"


def test_rule_7_1_fifteen_cards_in_melds_and_one_thrown() -> None:
    table = started(2, {0: f"{WON} JC"})
    assert offered(table, 0, "out") == [cards("JC")]
    act(table, 0, "out JC")
    assert table.scores[0].how == "out"
    assert table.scores[0].points[0] == 10


def test_rule_7_1_sixteen_cards_in_melds_are_out_by_throwing_one() -> None:
    table = started(2, {0: f"{WON} 7S"})
    assert cards("7S") in offered(table, 0, "out")
    assert cards("AH") in offered(table, 0, "out")
    assert cards("4H") in offered(table, 0, "out")
    act(table, 0, "out 7S")
    assert table.scores[0].how == "out"


def test_rule_7_1_no_card_will_do_when_two_are_idle() -> None:
    table = started(2, {0: f"{run('A', '9', 'H')} {run('A', '5', 'S')} JC KC"})
    assert "out" not in verbs(table, 0)
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "out JC")
    assert refused.value.paragraph == "7.1"


def test_rule_7_2_the_eldest_may_go_out_at_once() -> None:
    table = started(3, {0: f"{WON} JC"})
    assert table.phase == "opening"
    act(table, 0, "out JC")
    assert table.scores[0].points[0] == 5 + 5


def test_rule_7_2_others_must_get_a_card_first() -> None:
    table = started(3, {0: "JC", 1: WON}, stock="KC")
    act(table, 0, "discard JC")
    assert verbs(table, 1) == {"take", "leave"}
    claim(table)
    assert cards("KC") in offered(table, 1, "out")


def test_rule_7_3_nobody_is_asked_about_the_last_discard() -> None:
    table = started(3, {0: f"{WON} 7D", 2: "JC 7D"})
    act(table, 0, "out 7D")
    assert table.phase == "between"
    assert table.zone("discard") == list(cards("7D"))


def test_rule_7_4_nobody_has_to_go_out() -> None:
    table = started(2, {0: f"{WON} JC"})
    throw(table, 0, "JC")
    assert table.phase == "turn"
