"""The bots' simulation plays by the same rules as the table: §8 and §9, move by move, after any bidding."""

from itertools import product
from random import Random

import pytest

from engine.api import Card, Deal, Move, OptionValue, Table
from engine.bots.random import random_move
from engine.games.solo.bot.beliefs import Knowledge
from engine.games.solo.bot.state import ALL, TrickState, TrickStateError, by_suits, cards_of, set_of
from engine.games.solo.cards import PACK, RANKINGS, SUITS, may_play, trick_winner
from engine.games.solo.contracts import LADDER, rung
from engine.games.solo.scoring import Contract
from engine.games.solo.state import house_of, tricks_of, true_contract
from engine.kit.tricks import LEADER
from tests.games.trials import verify_clone

from .positions import DEALER, SOLO, sit

RULES: list[dict[str, OptionValue]] = [
    {"color": color, "call_rule": call, "stop_when_decided": stop}
    for color, call, stop in product(("clubs", "hearts"), ("any", "not_own", "not_own_not_trump"), (False, True))
]
FIELDS = [name for name in TrickState.__slots__ if name != "contract"]


def hands_of(chance: Random) -> list[list[Card]]:
    """Four hands, dealt evenly or, every other time, by long suits."""
    order = list(PACK)
    if chance.random() < 0.5:
        chance.shuffle(order)
    else:
        for _ in range(chance.randrange(1, 16)):
            one, other = chance.randrange(32), chance.randrange(32)
            order[one], order[other] = order[other], order[one]
    return [order[8 * seat : 8 * seat + 8] for seat in range(4)]


def table_with(hands: list[list[Card]], rules: dict[str, OptionValue]) -> Table:
    deal = Deal({seat: tuple(cards) for seat, cards in enumerate(hands)}, (), DEALER)
    table = Table(SOLO, 4, SOLO.meta.resolve(rules), seed="sim", deal=deal, log=False)
    table.start()
    return table


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(str(value) for value in rules.values()))
def test_the_simulation_is_the_table_move_by_move(rules: dict[str, OptionValue]) -> None:
    chance = Random(f"table {rules}")
    for _ in range(60):
        table = table_with(hands_of(chance), rules)
        while table.phase != "tricks":
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
        hands = [table.zone("hand", seat) for seat in range(4)]
        contract = true_contract(table)
        trump = str(table.facts["trump"])
        code, cards = RANKINGS[trump].code, RANKINGS[trump].cards
        stops = house_of(table).stop_when_decided
        held = [set_of(cards) for cards in hands]
        sim = TrickState.of_hands(held, contract, trump, leader=LEADER.of(table), stops=stops)
        while table.phase == "tricks":
            decision = table.decisions()[0]
            assert sim.turn == decision.seat
            assert sim.legal() == tuple(sorted(code[card] for card in decision.choices[0].cards))
            assert sim.shown == ("partner" in table.facts or "alone" in table.facts)
            card = chance.choice(sim.legal())
            sim.play(card)
            table.play(decision.seat, decision.id, Move("play", (cards[card],)))
            assert tuple(sim.tricks) == tricks_of(table)
        assert (sim.legal(), sim.left) == ((), 0)
        assert table.scores[0].points == sim.points()


def test_the_simulation_keeps_the_laws_over_many_deals() -> None:
    chance = Random("laws")
    for number in range(1600):
        trump = SUITS[number % 4]
        hands = [list(cards) for cards in hands_of(chance)]
        sim = TrickState.of_hands([set_of(cards) for cards in hands], Contract(rung(3), 0), trump, leader=number % 3)
        leader = number % 3
        trick: list[Card] = []
        for _ in range(32):
            seat = (leader + len(trick)) % 4
            legal = may_play(hands[seat], trick[0] if trick else None, trump)
            assert (sim.turn, sim.legal()) == (seat, tuple(sorted(RANKINGS[trump].code[card] for card in legal)))
            card = chance.choice(legal)
            sim.play(RANKINGS[trump].code[card])
            hands[seat].remove(card)
            trick.append(card)
            if len(trick) == 4:
                leader, trick = trick_winner(trick, leader, trump), []
        assert sim.leader == leader


def test_a_clone_plays_on_and_leaves_its_original_alone() -> None:
    chance = Random("clone")
    sim = TrickState.of_hands(
        [set_of(hand) for hand in hands_of(chance)], Contract(rung(1), 0, 2, Card("AH")), "C", leader=1
    )
    for _ in range(14):
        sim.play(chance.choice(sim.legal()))
    verify_clone(sim, FIELDS)


def test_a_state_in_mid_trick_is_made_from_what_a_seat_knows_and_a_guess() -> None:
    hands = {0: "AD QC", 1: "9D KD", 2: "8D", 3: "7D QS"}
    trial = sit(hands, "ask pass pass pass", "solo S", "AD 9D 8D 7D QC")
    known = Knowledge.of(trial.view)
    sim = known.state([set_of(trial.table.zone("hand", seat)) for seat in range(4)], known.game)
    assert (sim.turn, sim.leader, sim.count, sim.left) == (1, 0, 1, 7)
    assert sim.tricks == [1, 0, 0, 0]


@pytest.mark.parametrize("trump", SUITS)
def test_sets_of_cards_and_their_suits_are_the_same_thing(trump: str) -> None:
    assert cards_of(set_of(PACK)) == PACK
    assert set_of(PACK) == ALL
    chance = Random(trump)
    for _ in range(50):
        cards = chance.sample(PACK, 8)
        sets = [0, 0, 0, 0]
        for card in cards:
            suit, height = divmod(RANKINGS[trump].code[card], 10)
            sets[suit] |= 1 << height
        assert by_suits(set_of(cards), trump) == sets


def test_what_is_no_deal_in_progress_is_refused() -> None:
    with pytest.raises(TrickStateError, match="each player must have one card"):
        TrickState.of_hands([1, 6, 8, 16], Contract(LADDER[0], 0), "C", leader=0)
    sim = TrickState.of_hands([set_of(hand) for hand in hands_of(Random(1))], Contract(rung(3), 0), "C", leader=0)
    with pytest.raises(TrickStateError, match="not decided"):
        sim.points()
