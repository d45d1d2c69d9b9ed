"""Hearts §2 and §3: the deal and the passing."""

from itertools import combinations

import pytest

from engine.api import (
    UNKNOWN,
    BadMove,
    DealBegan,
    Decision,
    Event,
    IllegalMove,
    Move,
    Moved,
    Table,
    View,
    encode,
    find_game,
    parse_cards,
    redact,
    replay,
)
from engine.games.hearts.cards import PACK, RANKS, passes_in, receiver
from tests.games.hearts.positions import sit

HEARTS = find_game("hearts")


def begun(seed: str = "deal") -> Table:
    table = Table(HEARTS, 4, HEARTS.meta.resolve({}), seed=seed)
    table.start()
    return table


def play_deal(table: Table) -> None:
    """Defaults to the end of the deal."""
    deal = table.deal
    while table.deal == deal and not table.over and table.phase != "between":
        for decision in table.decisions():
            table.play(decision.seat, decision.id, decision.default)


def passed(table: Table, seat: int, cards: str) -> None:
    table.play(seat, table.step, Move("pass", parse_cards(cards)))


def replay_of(table: Table) -> Table:
    """A table of its own that stands where this one does."""
    assert table.journal is not None
    return replay(table.journal)


def passes_its_last(table: Table, decision: Decision) -> tuple[Event, ...]:
    """A seat passes the last three cards of its hand; never the two of clubs, whose holder is known by leading it."""
    cards = [card for card in table.zone("hand", decision.seat) if card != "2C"][-3:]
    return table.play(decision.seat, decision.id, Move("pass", tuple(cards)))


def test_rule_2_1_the_first_dealer_is_drawn_and_the_deal_passes_left() -> None:
    assert {begun(f"seed {number}").dealer for number in range(30)} == {0, 1, 2, 3}
    table = begun()
    first = table.dealer
    for _ in range(4):
        play_deal(table)
        table.close()
    assert table.journal is not None
    dealers = [event.dealer for event in table.journal.events() if isinstance(event, DealBegan)]
    assert dealers == [(first + deal) % 4 for deal in range(5)]


def test_rule_2_2_thirteen_cards_each_beginning_on_the_dealers_left() -> None:
    table = begun()
    assert table.journal is not None
    dealt = [event for event in table.journal.events() if isinstance(event, Moved) and event.src == "stock"]
    assert [event.dst for event in dealt] == [f"hand:{(table.dealer + step) % 4}" for step in (1, 2, 3, 4)]
    assert [len(event.cards) for event in dealt] == [13] * 4
    assert table.zone("stock") == []


def test_rule_3_1_left_right_across_nobody_and_again() -> None:
    assert [passes_in(deal) for deal in range(1, 6)] == ["left", "right", "across", "none", "left"]
    assert [receiver(3, way) for way in ("left", "right", "across")] == [0, 2, 1]


def test_rule_3_1_the_table_says_where_cards_go_and_asks_nobody_in_the_fourth_deal() -> None:
    table = begun()
    told = []
    for _ in range(5):
        told.append((table.facts["pass"], table.phase))
        play_deal(table)
        table.close()
    assert told == [
        ("left", "passing"),
        ("right", "passing"),
        ("across", "passing"),
        ("none", "tricks"),
        ("left", "passing"),
    ]


@pytest.mark.parametrize(("deals", "way"), [(0, 1), (1, 3), (2, 2)])
def test_rule_3_1_the_cards_arrive_where_they_were_sent(deals: int, way: int) -> None:
    table = begun()
    for _ in range(deals):
        play_deal(table)
        table.close()
    sent = {decision.seat: decision.default.cards for decision in table.decisions()}
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    for giver, cards in sent.items():
        assert set(cards) <= set(table.zone("hand", (giver + way) % 4))


def test_a_hand_lies_in_the_order_of_the_pack_before_the_passing_and_after() -> None:
    table = begun()
    for phase in ("passing", "tricks"):
        assert table.phase == phase
        assert [table.zone("hand", seat) for seat in range(4)] == [
            sorted(table.zone("hand", seat), key=PACK.index) for seat in range(4)
        ]
        for decision in table.decisions():
            table.play(decision.seat, decision.id, decision.default)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_rule_3_2_exactly_three_cards_are_passed(count: int) -> None:
    table = begun()
    with pytest.raises(IllegalMove, match="Pass exactly three cards") as refused:
        table.play(1, table.step, Move("pass", tuple(table.zone("hand", 1)[:count])))
    assert refused.value.paragraph == "3.2"


def test_rule_3_2_only_cards_of_the_own_hand_and_each_once() -> None:
    table = begun()
    mine, other = table.zone("hand", 1), table.zone("hand", 2)[0]
    with pytest.raises(IllegalMove, match=f"You do not hold {other}"):
        table.play(1, table.step, Move("pass", (*mine[:2], other)))
    with pytest.raises(BadMove, match=f"more copies of {mine[0]}"):
        table.play(1, table.step, Move("pass", (mine[0], mine[0], mine[1])))


def test_rule_3_2_nobody_plays_while_cards_are_passed() -> None:
    table = begun()
    with pytest.raises(IllegalMove, match=r"^You cannot play yet\. Pass three cards\.$"):
        table.play(0, table.step, Move("play", (table.zone("hand", 0)[0],)))


def test_rule_3_3_nothing_happens_before_all_four_have_chosen() -> None:
    table = begun()
    before = {seat: list(table.zone("hand", seat)) for seat in range(4)}
    for seat in (2, 0, 3):
        assert table.play(seat, table.step, Move("pass", tuple(before[seat][:3]))) == ()
        assert table.decision(seat) is None
    assert {seat: table.zone("hand", seat) for seat in range(4)} == before
    assert table.play(1, table.step, Move("pass", tuple(before[1][:3])))
    assert table.phase == "tricks"


def test_rule_3_3_a_card_that_comes_in_cannot_be_passed_on() -> None:
    table = begun()
    assert table.journal is not None
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    ways = [
        (event.src.split(":")[0], event.dst.split(":")[0])
        for event in table.journal.events()
        if isinstance(event, Moved) and "passing" in event.src + event.dst
    ]
    assert ways == [("hand", "passing")] * 4 + [("passing", "hand")] * 4


def test_rule_3_3_giver_and_receiver_know_the_cards_and_nobody_else_does() -> None:
    table = begun()
    sent = table.decision(0)
    assert sent is not None
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    assert table.journal is not None
    known = {}
    for viewer in (0, 1, 2, 3, None):
        view = View(HEARTS, 4, table.options, viewer)
        for number, event in enumerate(table.journal.events()):
            view.absorb(number, redact(event, viewer, HEARTS.plan))
        known[viewer] = [card for card in view.zone("hand", 1) if card != UNKNOWN]
    assert known[0] == list(sent.default.cards)
    assert set(sent.default.cards) <= set(known[1])
    assert known[2] == known[3] == known[None] == []


@pytest.mark.parametrize("seed", ["one", "another", "a third", "a fourth"])
@pytest.mark.parametrize("giver", range(4))
def test_rule_3_3_the_exchange_tells_others_nothing_about_the_cards(giver: int, seed: str) -> None:
    told: dict[int | None, set[bytes]] = {(giver + 2) % 4: set(), (giver + 3) % 4: set(), None: set()}
    table = begun(seed)
    hand = [card for card in table.zone("hand", giver) if card != "2C"]
    for cards in combinations(hand, 3):
        twin = replay_of(table)
        twin.play(giver, twin.step, Move("pass", cards))
        events = [event for decision in twin.decisions() for event in passes_its_last(twin, decision)]
        for viewer, versions in told.items():
            versions.add(encode([redact(event, viewer, HEARTS.plan) for event in events]))
    assert [len(versions) for versions in told.values()] == [1, 1, 1]


def test_rule_10_8_three_highest_cards_are_passed_for_who_does_not_answer() -> None:
    table = begun()
    hand = table.zone("hand", 0)
    decision = table.decision(0)
    assert decision is not None
    highest = sorted(RANKS.index(card[:-1]) for card in hand)[-3:]
    assert sorted(RANKS.index(card[:-1]) for card in decision.default.cards) == highest


def test_rule_10_8_the_lowest_card_that_may_be_played() -> None:
    trial = sit({0: "2C 5C 9C 3D 2H 4H 6H 8S 10S JS KS AS AH"}, voids={})
    table = trial.table
    assert trial.asked().default == Move("play", parse_cards("2C"))
    table.play(0, table.step, Move("play", parse_cards("2C")))
    for _ in range(3):
        decision = table.decisions()[0]
        lowest = min(decision.choices[0].cards, key=lambda card: RANKS.index(card[:-1]))
        assert decision.default.cards == (lowest,)
        table.play(decision.seat, decision.id, decision.default)
