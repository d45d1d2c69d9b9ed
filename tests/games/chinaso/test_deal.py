"""Chinaso §2, §3: the draw, the cut, the deal, and the contract of every hand."""

import pytest

from engine.games.chinaso.cards import CONTRACTS
from engine.games.chinaso.deal import draw_for_deal
from engine.model.cards import JOKER
from engine.model.events import Declared, Moved
from engine.play.table import Table
from tests.games.viewers import view_of

from .positions import CHINASO, cards, hand, idle, started


def fresh(seed: int, seats: int = 4, **options: object) -> Table:
    table = Table(CHINASO, seats, CHINASO.meta.resolve(options), seed=f"{seed}")  # type: ignore[arg-type]
    table.start()
    return table


def told(table: Table, fact: str) -> Declared:
    assert table.journal is not None
    return next(e for e in table.journal.events() if isinstance(e, Declared) and e.fact == fact)


def with_cutters_joker(seats: int = 4, **options: object) -> Table:
    """The first table by seed at which a joker lies at the bottom of the cut, or would."""
    return next(table for seed in range(200) if _joker_told(table := fresh(seed, seats, **options)))


def _joker_told(table: Table) -> bool:
    assert table.journal is not None
    return any(isinstance(event, Moved) and event.dst == "cut" for event in table.journal.events())


@pytest.mark.parametrize("seed", range(20))
def test_rule_2_3_the_highest_card_drawn_deals_aces_high(seed: int) -> None:
    table = fresh(seed)
    drawn, dealer = draw_for_deal(table, table.seed)
    heights = ["23456789TJQKA".index(card[:-1].replace("10", "T")) for card in drawn]
    assert heights.count(max(heights)) == 1
    assert heights.index(max(heights)) == dealer == table.dealer
    assert told(table, "dealer_draw") == Declared("dealer_draw", drawn, dealer)


def test_rule_2_4_the_deal_passes_to_the_left() -> None:
    table = started(3, dealer=1)
    idle(table, until="between")
    table.close()
    assert table.dealer == 2


def test_rule_2_5_the_cut_is_made_on_the_dealers_right_and_told() -> None:
    lifted = set()
    for seed in range(60):
        table = fresh(seed)
        cut = told(table, "cut")
        assert cut.seat == (table.dealer - 1) % 4
        assert isinstance(cut.value, int)
        lifted.add(cut.value)
    assert min(lifted) >= 5
    assert max(lifted) <= 103
    assert len(lifted) > 30


def test_rule_2_6_a_joker_at_the_cut_is_the_cutters_first_card() -> None:
    table = with_cutters_joker()
    cutter = (table.dealer - 1) % 4
    assert JOKER in hand(table, cutter)
    assert [len(hand(table, seat)) for seat in range(4)] == [9, 9, 9, 9]
    assert len(table.zone("stock")) == 71
    assert table.zone("cut") == []


def test_rule_2_6_everybody_sees_the_cutters_joker() -> None:
    table = with_cutters_joker()
    assert table.journal is not None
    cutter = (table.dealer - 1) % 4
    for viewer in (None, (cutter + 1) % 4):
        seen = view_of(table.journal, viewer).events
        assert Moved("cut", f"hand:{cutter}", (JOKER,)) in seen


def test_rule_2_6_how_often_it_happens() -> None:
    found = sum(_joker_told(fresh(seed)) for seed in range(300))
    assert 10 <= found <= 36  # two places of 108, four jokers: 7.3 in a hundred


def test_rule_2_6_of_two_jokers_together_the_cutter_gets_one() -> None:
    """Two jokers at the bottom of a given pack: one goes to the cutter, the other stays in the deck."""
    rest = [card for card in CHINASO.deck({}).cards if card != JOKER]
    given = {0: rest[:9], 1: rest[9:18], 3: [JOKER, JOKER, *rest[27:34]]}
    taken = {card: rest.count(card) for card in rest}
    for held in given.values():
        for card in held:
            if card != JOKER:
                taken[card] -= 1
    left = [card for card, count in taken.items() for _ in range(count)]
    hands = {seat: " ".join(held) for seat, held in given.items()}
    table = started(4, {**hands, 2: " ".join(left[:8])}, stock=" ".join([*left[9:], JOKER, JOKER]), dealer=3)
    assert hand(table, 2).count(JOKER) == 1
    assert len(hand(table, 2)) == 9
    assert table.zone("stock").count(JOKER) == 1


def test_rule_2_6_who_is_given_a_whole_hand_gets_no_joker_besides() -> None:
    for seed in range(40):
        table = started(4, {2: "2C 3C 4C 5D 6D 7D 8S 9S 10S"}, seed=str(seed), dealer=3)
        assert hand(table, 2) == list(cards("2C 3C 4C 5D 6D 7D 8S 9S 10S"))


def test_rule_10_4_cutters_joker_can_be_switched_off() -> None:
    with_cutters_joker()
    assert not any(_joker_told(fresh(seed, cutters_joker=False)) for seed in range(60))


def test_rule_2_7_the_hands_one_card_turned_up_and_the_deck() -> None:
    table = started(4, stock="9H", dealer=2)
    assert table.zone("discard") == ["9H"]
    assert [len(hand(table, seat)) for seat in range(4)] == [9] * 4
    assert len(table.zone("stock")) == 71
    assert table.facts["turn"] == 3


@pytest.mark.parametrize("express", [False, True])
def test_rule_3_1_every_hand_has_its_contract(express: bool) -> None:
    table = started(3, turn_cap=10, express=express)
    numbers = (1, 2, 3, 6, 7) if express else (1, 2, 3, 4, 5, 6, 7)
    for place, number in enumerate(numbers, start=1):
        contract = CONTRACTS[number - 1]
        assert table.deal == place
        assert table.facts["contract"] == contract.title
        assert [len(hand(table, seat)) for seat in range(3)] == [contract.cards] * 3
        idle(table, until="between")
        if table.over is None:
            table.close()
    assert table.over is not None


def test_rule_3_2_who_did_not_lay_down_goes_on_to_the_next_contract() -> None:
    table = started(2, turn_cap=10)
    idle(table, until="between")
    assert not table.groups("meld", 0)
    table.close()
    assert table.facts["contract"] == "two straights"
