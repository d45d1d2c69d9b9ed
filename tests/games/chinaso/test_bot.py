"""The bots of Chinaso: what they do in positions that a player would recognise, and that they are fair."""

from collections import Counter
from random import Random

import pytest

from engine.api import Card, Deal, Move, SelfPlay, find_game, never
from engine.games.chinaso.bot.beliefs import Knowledge
from engine.games.chinaso.bot.layoffs import best_laying
from engine.games.chinaso.bot.policy import missing, outlook_of, plain_discard, use_of
from engine.games.chinaso.bot.search import Evaluator
from engine.games.chinaso.bot.valuation import count_missing
from engine.games.chinaso.cards import CONTRACTS, PACK, Contract
from engine.games.chinaso.solver import best_division, code_of
from engine.games.chinaso.state import contract_of, melds_on
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.trials import Trial, look_alikes, verify_blind

from .positions import act, answer, cards, hand, placed, seen_by, started, to_play

CHINASO = find_game("chinaso")
OPTIONS = CHINASO.meta.resolve({})
ALL = ("random", "easy", "medium", "hard")
PEOPLE = ("easy", "medium", "hard")
GOOD = ("medium", "hard")
TWO_SETS = "4H 4S 4D 9H 9S 9C"


def advice(table: Table, seat: int, level: str) -> Move:
    return CHINASO.bot(level).choose(seen_by(table, seat), decision_of(table, seat), Random(1), never).move


def reason(table: Table, seat: int, level: str) -> str:
    return CHINASO.bot(level).choose(seen_by(table, seat), decision_of(table, seat), Random(1), never).reason


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_the_deals(level: str, seats: int) -> None:
    lineup = [CHINASO.bot(level if seat % 2 == 0 else "random") for seat in range(seats)]
    table = SelfPlay(CHINASO, OPTIONS, lineup, seed=f"legal {level}").play(2)
    assert len(table.scores) == 2


@pytest.mark.slow
@pytest.mark.parametrize("level", PEOPLE)
def test_every_level_plays_every_contract_and_option(level: str) -> None:
    options = CHINASO.meta.resolve(
        {"buy_penalty": 1, "buy_priority": "turn_left", "chinaso_with_discard": False, "cutters_joker": False}
    )
    table = SelfPlay(CHINASO, options, [CHINASO.bot(level) for _ in range(3)], seed="options").play()
    assert len(table.scores) == 7


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str, seats: int) -> None:
    verify_blind(level, look_alikes("chinaso", seats, f"{level} {seats}"), least=4)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_contract_in_hand_is_laid_down(level: str) -> None:
    table = to_play(placed(1, {0: f"{TWO_SETS} 2C 6D"}), s0="take")
    assert advice(table, 0, level).verb == "lay_down"
    assert reason(table, 0, level) == "Then only three cards stay in your hand, worth 11 points."


@pytest.mark.parametrize("level", PEOPLE)
def test_what_fits_is_laid_off_before_anything_is_thrown(level: str) -> None:
    table = to_play(placed(1, {0: "4C KD 2C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    assert advice(table, 0, level) == Move("lay_off", (Card("4C"),), ("meld:0:0",))


@pytest.mark.parametrize("level", PEOPLE)
def test_once_down_the_dearest_card_is_thrown(level: str) -> None:
    table = to_play(placed(1, {0: "KD 2C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    assert advice(table, 0, level) == Move("discard", (Card("KD"),))


@pytest.mark.parametrize("level", PEOPLE)
def test_a_joker_that_fits_nowhere_is_thrown_once_one_is_down(level: str) -> None:
    table = to_play(placed(1, {0: "* KD 2C"}, {0: ["4H 4S *", "9H 9S *"]}), s0="take")
    assert advice(table, 0, level) == Move("discard", (Card("*"),))


@pytest.mark.parametrize("level", PEOPLE)
def test_a_joker_is_laid_off_where_it_can_be(level: str) -> None:
    table = to_play(placed(1, {0: "* KD 2C"}, {0: ["4H 4S *", "9H 9S 9C"]}), s0="take")
    assert advice(table, 0, level) == Move("lay_off", (Card("*"),), ("meld:0:1",))


@pytest.mark.parametrize("level", PEOPLE)
def test_a_card_that_can_take_a_jokers_place_is_not_thrown(level: str) -> None:
    table = to_play(placed(2, {0: "9H 2C"}, {0: ["4S 5S 6S", "8H * 10H"]}), s0="take")
    move = advice(table, 0, level)
    assert (move.verb, move.cards) == ("replace_joker", (Card("9H"),))


def test_the_easy_bot_takes_no_card_that_it_would_throw_at_once() -> None:
    held, card = cards("9C QC 5D 3H 8H QH 6S 8S 10S"), Card("KC")
    table = placed(2, {0: " ".join(held)}, discard=card)
    assert use_of(held, card, contract_of(table)).helps
    assert plain_discard(table.deck.sort((*held, card))) == card
    assert advice(table, 0, "easy").verb == "deck"
    assert advice(table, 0, "medium").verb == "take"


@pytest.mark.parametrize("level", GOOD)
def test_the_card_that_completes_the_contract_is_bought(level: str) -> None:
    table = placed(1, {2: "4H 4S 4D 9H 9S 2C 6D KD JC"}, discard="9C")
    assert advice(table, 2, level).verb == "buy"
    assert reason(table, 2, level) == "With the nine of clubs you have two sets, and you can lay them down."


def test_the_easy_bot_never_buys() -> None:
    table = placed(1, {2: "4H 4S 4D 9H 9S 2C 6D KD JC"}, discard="9C")
    assert advice(table, 2, "easy").verb == "pass"


@pytest.mark.parametrize("level", PEOPLE)
def test_the_card_that_completes_the_contract_is_taken_in_turn(level: str) -> None:
    table = placed(2, {0: "4H 5H 6H 9S 10S 2C 6D KD JC"}, discard="JS")
    assert advice(table, 0, level).verb == "take"


@pytest.mark.parametrize("level", PEOPLE)
def test_a_card_of_no_use_is_left(level: str) -> None:
    table = placed(1, {0: "4H 4S 4D 9H 9S 2C 6D KD JC", 2: "8H 8S 8D QH QS 2C 6D KD JC"}, discard="AC")
    assert advice(table, 0, level).verb == "deck"
    assert advice(table, 2, level).verb == "pass"


@pytest.mark.parametrize("level", PEOPLE)
def test_who_is_down_takes_what_can_be_laid_and_nothing_else(level: str) -> None:
    table = placed(1, {0: "KD 2C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}, discard="4C")
    assert advice(table, 0, level).verb == "take"
    table = placed(1, {0: "KD 2C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}, discard="5C")
    assert advice(table, 0, level).verb == "deck"


@pytest.mark.parametrize("level", GOOD)
def test_pairs_are_kept_for_sets_and_neighbours_for_straights(level: str) -> None:
    table = to_play(placed(1, {0: "4H 4S KD KC 9H 9S 2C JD AS"}), s0="deck")
    assert advice(table, 0, level).cards[0] not in cards("4H 4S KD KC 9H 9S")
    table = to_play(placed(2, {0: "4H 5H KD QD 9H 8H 2C 2S AS"}), s0="deck")
    assert advice(table, 0, level).cards[0] not in cards("4H 5H KD QD 9H 8H")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_joker_is_kept_while_the_hand_is_young(level: str) -> None:
    table = to_play(started(4, {0: "* AH 4D 9S 6H 2D 7S JC 8D"}, stock="3C KH"))
    assert advice(table, 0, level).cards != (Card("*"),)


def test_the_hard_bot_hoards_no_joker_when_the_end_is_near() -> None:
    hopeless = "* * 3C 5D 7H 9S JC KD 2H 4S 6C 8D"
    table = to_play(placed(7, {0: hopeless, 1: "2C"}, {1: ["3H 3S 3D", "5H 5S 5C", "7C 7S 7D", "JH JS JD"]}), s0="deck")
    assert advice(table, 0, "hard") == Move("discard", (Card("*"),))
    assert reason(table, 0, "hard") == "The deal is nearly over, and a joker in your hand costs 50 points."


def test_the_hard_bot_replaces_a_joker_and_sends_it_where_more_fits() -> None:
    """With 9H in its place the joker goes to the low end, so that JH and QH can follow at the high one."""
    melds = {0: ["4S 5S 6S", "2C 3C 4C"], 1: ["8H * 10H", "2D 3D 4D"]}
    table = to_play(placed(2, {0: "9H QH JH"}, melds, discard="KD"), s0="take")
    while table.phase == "play" and advice(table, 0, "hard").verb != "discard":
        table.play(0, decision_of(table, 0).id, advice(table, 0, "hard"))
    assert hand(table, 0) == ["KD"]
    assert table.groups("meld", 1)[0] == list(cards("* 8H 9H 10H JH QH"))


def test_the_best_laying_finds_chains_and_the_place_for_a_joker() -> None:
    table = placed(2, {0: "8H * 10H 3S 2S"}, {0: ["4S 5S 6S", "5H 6H 7H"]})
    found = best_laying(table.zones["hand:0"], tuple(melds_on(table)))
    assert (found.points, found.cards) == (8 + 50 + 10 + 3 + 2, 5)  # the joker as 9H, or the ten would stay


def test_nothing_to_lay_is_no_move() -> None:
    table = placed(2, {0: "KD"}, {0: ["4S 5S 6S", "5H 6H 7H"]})
    assert best_laying(table.zones["hand:0"], tuple(melds_on(table))).first is None


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.title)
def test_nothing_is_missing_just_where_the_contract_can_be_laid(contract: Contract) -> None:
    chance = Random(1)
    for _ in range(150):
        held = chance.sample(PACK, chance.randint(10, 17))
        can = best_division(held, contract) is not None
        assert (missing(held, contract) == 0) == can


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.title)
def test_the_cards_said_to_help_are_those_that_help(contract: Contract) -> None:
    """By trying: a hand that you need one more card gets its contract from each of the faces named."""
    chance, found = Random(2), 0
    for _ in range(4000):
        held = tuple(chance.sample(PACK, chance.randint(9, 13)))
        if missing(held, contract) != 1:
            continue
        plan = outlook_of(contract).plan(code_of(held))
        (step,) = [step for part in plan.parts for step in part.steps]
        for face in step:
            assert use_of(held, face, contract).helps
            assert best_division((*held, face), contract) is not None
        found += 1
        if found == 25:
            return
    assert found > 0


def test_the_toll_that_counts_is_one_for_each_card() -> None:
    assert count_missing((), True) == 0
    assert 1 < count_missing((cards("7H 7S"),), True) < 1.1
    assert count_missing((cards("7H"),), True) > count_missing((cards("7H 8H"),), True)


def test_live_cards_are_those_that_are_nowhere_to_be_seen() -> None:
    table = started(4, stock="9H 4S")
    known = Knowledge.of(seen_by(table, 1))
    assert known.live.total() == 108 - 9 - 1
    assert known.others == (2, 3, 0)


def test_a_card_taken_openly_is_known_to_be_held_until_it_is_laid_or_thrown() -> None:
    trial = Trial("chinaso", 3, 1, {}, Deal({}, cards("9H"), 2), "known")
    trial.do(0, Move("take"))
    trial.do(1, Move("pass"))
    trial.do(2, Move("pass"))
    trial.do(None, None)
    assert Knowledge.of(trial.view).held[0] == Counter({Card("9H"): 1})
    trial.do(0, Move("discard", (Card("9H"),)))
    assert +Knowledge.of(trial.view).held[0] == Counter()


def test_the_wait_is_shorter_the_more_cards_would_do() -> None:
    near = Evaluator(Knowledge.of(seen_by(placed(1, {0: "4H 4S 4D 9H 9S 2C 6D"}), 0)), never)
    far = Evaluator(Knowledge.of(seen_by(placed(1, {0: "4H 4S JD 9H 8S 2C 6D"}), 0)), never)
    assert near.wait_ahead(code_of(near.known.hand)) < far.wait_ahead(code_of(far.known.hand))


def test_the_end_is_nearer_the_fewer_cards_who_is_down_has() -> None:
    laid = {1: ["4H 4S 4D", "9H 9S 9C"]}
    one = Evaluator(Knowledge.of(seen_by(placed(1, {0: "KD 2C", 1: "3H"}, laid), 0)), never)
    three = Evaluator(Knowledge.of(seen_by(placed(1, {0: "KD 2C", 1: "3H 5H 7H"}, laid), 0)), never)
    nobody = Evaluator(Knowledge.of(seen_by(started(4), 0)), never)
    assert one.rounds_left < three.rounds_left < nobody.rounds_left


def test_the_end_is_farther_the_fewer_play() -> None:
    young = [Evaluator(Knowledge.of(seen_by(started(seats), 0)), never).rounds_left for seats in (2, 3, 4)]
    assert young == sorted(young, reverse=True)
    assert young[0] > 1.5 * young[2]
    laid = {1: ["4H 4S 4D", "9H 9S 9C"]}
    tables = [placed(1, {0: "KD 2C", 1: "3H 5H"}, laid, seats=seats) for seats in (2, 3, 4)]
    late = [Evaluator(Knowledge.of(seen_by(table, 0)), never).rounds_left for table in tables]
    assert late == sorted(late, reverse=True)
    assert late[0] > 2 * late[2]


@pytest.mark.parametrize("level", GOOD)
def test_a_bot_that_is_out_of_time_answers_all_the_same(level: str) -> None:
    table = started(4)
    bot = CHINASO.bot(level)
    for _ in range(30):
        for decision in table.decisions():
            move = bot.choose(seen_by(table, decision.seat), decision, Random(1), lambda: True).move
            table.play(decision.seat, decision.id, move)
        if table.awaits_close:
            table.close()
        if table.scores:
            break


def test_the_last_card_is_thrown_with_its_own_words() -> None:
    table = to_play(placed(1, {0: "4C"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    act(table, 0, "lay_off 4C @ meld:0:0")
    assert reason(table, 0, "hard") == "The three of clubs is your last card. Discard it to go out."


def test_an_offer_is_answered_after_a_buy_too() -> None:
    table = placed(1, {2: "4H 4S 4D 9H 9S 2C 6D KD JC"}, discard="9C")
    answer(table, s2="buy")
    assert decision_of(table, 0).choice("discard") is not None
