"""The bots' simulation plays by the same rules as the table: §4, §5, §7 and §9, move by move."""

from itertools import product
from random import Random

import pytest

from engine.api import Card, Deal, Move, OptionValue, Table, find_game
from engine.games.hearts.bot.beliefs import Knowledge
from engine.games.hearts.bot.state import TrickState, TrickStateError
from engine.games.hearts.cards import BIT, PACK, PLACE, TWO, HouseRules, breaks_hearts, may_play, set_of, trick_winner
from engine.games.hearts.scoring import moon_shooter
from tests.games.hearts.positions import sit
from tests.games.trials import verify_clone

from ...harness.slow import slow

HEARTS = find_game("hearts")

RULES = [
    {"omnibus": omnibus, "queen_breaks": queen, "first_trick_points": points}
    for omnibus, queen, points in product((False, True), repeat=3)
]
FIELDS = list(TrickState.__slots__)


def house_of(rules: dict[str, bool]) -> HouseRules:
    return HouseRules.of(HEARTS.meta.resolve(rules))


def hands_of(chance: Random) -> list[list[Card]]:
    """Four hands, dealt evenly or, every other time, by long suits, where the rare rules bite."""
    order: list[Card] = list(PACK)
    if chance.random() < 0.5:
        chance.shuffle(order)
    else:
        for _ in range(chance.randrange(1, 25)):
            one, other = chance.randrange(52), chance.randrange(52)
            order[one], order[other] = order[other], order[one]
    return [order[13 * seat : 13 * seat + 13] for seat in range(4)]


def table_after_passing(hands: list[list[Card]], rules: dict[str, OptionValue]) -> Table:
    """A table at the first lead, with these hands."""
    given = {seat: (*hands[seat][3:], *hands[(seat + 1) % 4][:3]) for seat in range(4)}
    deal = Deal(given, (), 0)
    table = Table(HEARTS, 4, HEARTS.meta.resolve(rules), seed="sim", deal=deal, log=False)
    table.start()
    for seat in range(4):
        table.play(seat, table.step, Move("pass", tuple(hands[(seat + 1) % 4][:3])))
    return table


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(k for k, on in rules.items() if on) or "plain")
@pytest.mark.parametrize("moon", ["others26", *slow(["choice"])])
def test_the_simulation_is_the_table_move_by_move(rules: dict[str, OptionValue], moon: str) -> None:
    chance = Random(f"table {rules} {moon}")
    for _ in range(60):
        hands = hands_of(chance)
        table = table_after_passing(hands, rules | {"moon": moon})
        sim = TrickState.of_hands([set_of(hand) for hand in hands], house=table.rules_in_force)
        while table.phase == "tricks":
            decision = table.decisions()[0]
            assert sim.turn == decision.seat
            assert sim.legal() == tuple(PLACE[card] for card in decision.choices[0].cards)
            assert sim.broken == bool(table.facts.get("broken"))
            place = chance.choice(sim.legal())
            sim.play(place)
            table.play(decision.seat, decision.id, Move("play", (PACK[place],)))
            assert sim.taken == [set_of(table.zone("taken", seat)) for seat in range(4)]
        assert (sim.legal(), sim.left) == ((), 0)
        shot = moon_shooter(sim.taken, table.rules_in_force)
        assert (table.phase == "moon") == (shot is not None and moon == "choice")
        off_own_score = table.phase == "moon" and chance.random() < 0.5
        if shot is not None and table.phase == "moon":
            table.play(shot, table.step, Move("self26" if off_own_score else "others26"))
        assert table.scores[0].points == sim.points(off_own_score=off_own_score)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(k for k, on in rules.items() if on) or "plain")
def test_the_simulation_keeps_the_laws_over_many_deals(rules: dict[str, bool]) -> None:
    house, chance = house_of(rules), Random(f"laws {rules}")
    for _ in range(400):
        hands = [set_of(hand) for hand in hands_of(chance)]
        sim = TrickState.of_hands(hands, house=house)
        broken, leader = False, next(seat for seat in range(4) if hands[seat] & BIT[TWO])
        trick: list[Card] = []
        for turn in range(52):
            seat = (leader + len(trick)) % 4
            led = trick[0][-1] if trick else ""
            legal, _ = may_play(hands[seat], led, first_trick=turn < 4, broken=broken, house=house)
            assert (sim.turn, sum(1 << card for card in sim.legal())) == (seat, legal)
            place = chance.choice(sim.legal())
            sim.play(place)
            hands[seat] ^= 1 << place
            broken |= breaks_hearts(PACK[place], house)
            trick.append(PACK[place])
            if len(trick) == 4:
                leader, trick = trick_winner(trick, leader), []


def test_a_clone_plays_on_and_leaves_its_original_alone() -> None:
    chance = Random("clone")
    sim = TrickState.of_hands([set_of(hand) for hand in hands_of(chance)])
    for _ in range(22):
        sim.play(chance.choice(sim.legal()))
    verify_clone(sim, FIELDS)


def test_a_state_in_mid_trick_is_made_from_what_a_seat_knows_and_a_guess() -> None:
    trial = sit({0: "2C 9D 3H", 1: "3C 5D", 2: "4C 7D", 3: "AC KD"}, "2C 3C 4C AC KD 9D")
    sim = Knowledge.of(trial.view).state([set_of(trial.table.zone("hand", seat)) for seat in range(4)])
    assert (sim.turn, sim.leader, sim.count, sim.left) == (1, 3, 2, 46)
    assert sim.legal() == tuple(PLACE[card] for card in trial.table.decisions()[0].choices[0].cards)
    assert sim.taken[3] == set_of(trial.table.zone("taken", 3))


@pytest.mark.parametrize(
    ("hands", "reason"),
    [([0, 0, 0, 0], "Nobody holds the two of clubs"), ([1, 6, 8, 16], "do not all have the same size")],
)
def test_what_is_no_deal_in_progress_is_refused(hands: list[int], reason: str) -> None:
    with pytest.raises(TrickStateError, match=reason):
        TrickState.of_hands(hands)
