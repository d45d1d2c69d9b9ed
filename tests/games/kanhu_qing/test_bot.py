"""The bots of Kanhu, Qing: what they do in positions that a player would recognise, and that they are fair."""

from collections import Counter
from random import Random

import pytest

from engine.api import Card, Deal, Move, OptionValue, SelfPlay, find_game, never
from engine.games.kanhu_qing.bot.beliefs import Knowledge
from engine.games.kanhu_qing.bot.search import Evaluator
from engine.games.kanhu_qing.bot.valuation import Outs, holds_win, soonest, worth
from engine.games.kanhu_qing.hand_solver.nearest import distance
from engine.games.kanhu_qing.pack import CODE, DECK, FACES, FREE, code_of
from tests.games.trials import Trial, look_alikes, verify_blind

from .positions import LOST, SHORT, WON, book, cards

KANHU = find_game("kanhu_qing")
ALL = ("random", "easy", "medium", "hard")
PEOPLE = ("easy", "medium", "hard")
GOOD = ("medium", "hard")


def begun(hand: str, *, seats: int = 3, **given: OptionValue) -> Trial:
    """The dealer, seat 0, holds these fifteen cards."""
    return Trial("kanhu_qing", seats, 0, given, Deal({0: cards(hand)}, (), 0), "begun")


def offered(hand: str, card: str, *, seats: int = 3, viewer: int = 1, **given: OptionValue) -> Trial:
    """Seat 0 has thrown a card; `viewer` holds these fourteen."""
    deal = Deal({0: cards(f"{card} C2 C5 C8 S2 S4 M3"), viewer: cards(hand)}, (), 0)
    trial = Trial("kanhu_qing", seats, viewer, given, deal, "offered")
    trial.do(0, Move("discard", (Card(card),)))
    return trial


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_a_deal(level: str, seats: int) -> None:
    lineup = [KANHU.bot(level if seat % 2 == 0 else "random") for seat in range(seats)]
    table = SelfPlay(KANHU, KANHU.meta.resolve({}), lineup, seed=f"legal {level}").play(1)
    assert len(table.scores) == 1


@pytest.mark.parametrize("level", PEOPLE)
def test_every_level_plays_with_every_other_rule(level: str) -> None:
    given: dict[str, OptionValue] = {
        "honours": "wild",
        "eye6": "both",
        "out_of_turn_win": True,
        "direction": "right",
        "bankroll": 3,
    }
    bots = [KANHU.bot(level) for _ in range(4)]
    table = SelfPlay(KANHU, KANHU.meta.resolve(given), bots, seed="others").play(2)
    assert len(table.scores) == 2


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str, seats: int) -> None:
    verify_blind(level, look_alikes("kanhu_qing", seats, f"{level} {seats}"), least=4)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_winning_hand_is_shown(level: str) -> None:
    trial = begun(WON)
    assert trial.advice(level) == Move("win")
    assert "pot" in trial.reason(level)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_wins_is_taken_in_turn_and_out_of_turn(level: str) -> None:
    trial = offered(SHORT, "C5")
    assert trial.advice(level) == Move("take")
    assert "you win" in trial.reason(level)
    trial = offered(SHORT, "C5", viewer=2, out_of_turn_win=True)
    assert trial.advice(level) == Move("win")
    trial = offered(SHORT, "C4", viewer=2, out_of_turn_win=True)
    assert trial.advice(level) == Move("pass")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_goes_with_nothing_is_left(level: str) -> None:
    trial = offered("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 M6 S7", "C2")
    assert trial.advice(level) == Move("buy")


@pytest.mark.parametrize("level", GOOD)
def test_a_flower_is_taken_where_cards_are_wanting(level: str) -> None:
    trial = offered("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C1 M4", "RF")
    assert trial.advice(level) == Move("take")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_card_that_is_in_no_group_is_thrown(level: str) -> None:
    trial = begun("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 RF C1 M4")
    assert trial.advice(level) == Move("discard", (Card("M4"),))


@pytest.mark.parametrize("level", GOOD)
def test_the_only_eyes_are_kept(level: str) -> None:
    trial = begun("C7 S3 M3 C4 C5 C6 S5 S6 S7 M5 M6 M7 C2 C9 S9")
    assert trial.advice(level).cards[0] in ("C2", "C9", "S9")


def test_the_hard_bot_does_not_wait_for_what_is_dead() -> None:
    """The pair whose third cards have all been thrown goes first."""
    trial = Trial(
        "kanhu_qing",
        2,
        0,
        {},
        Deal(
            {
                0: cards("C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M7 C2 C2 OT C5"),
                1: cards("M7 M7 C7 C7 C7 S7 S7 S7 S7 C7 M3 M3 M4 M4"),
            },
            (),
            0,
        ),
        "dead",
    )
    trial.do(0, Move("discard", (Card("C5"),)))
    trial.do(1, Move("buy"))
    for card in ("M7", "M7", "C7", "C7", "C7", "C7", "S7", "S7", "S7", "S7"):
        trial.do(1, Move("discard", (Card(card),)))
        trial.do(0, Move("buy"))
        if card == "S7" and trial.view.zones["discard"].count(Card("S7")) == 4:
            break
        bought = trial.table.last_drawn
        assert bought is not None
        trial.do(0, Move("discard", (bought,)))
        trial.do(1, Move("buy"))
    known = Knowledge.of(trial.view)
    assert not any(known.live[Card(card)] for card in ("M7", "C7", "S7"))
    evaluator = Evaluator(known, Random(1), never)
    worths = evaluator.worths(cards("M7 C2"))
    assert worths[Card("M7")] > worths[Card("C2")]


def told(trial: Trial) -> Knowledge:
    return Knowledge.of(trial.view)


def test_live_cards_are_those_that_are_nowhere_to_be_seen() -> None:
    trial = offered(LOST, "C5", viewer=2)
    known = told(trial)
    assert known.live.total() == 120 - 14 - 1
    assert known.others == (0, 1)
    trial.do(1, Move("take"))
    known = told(trial)
    assert known.held[1] == Counter({Card("C5"): 1})
    assert known.live.total() == 120 - 14 - 1
    thrown = next(card for card in trial.table.zones["hand:1"] if card != "C5")
    trial.do(1, Move("discard", (thrown,)))
    assert told(trial).live.total() == 120 - 14 - 2
    assert len(told(trial).unseen) == 104


def test_the_soonest_win_is_found_as_by_looking_after_each_card() -> None:
    chance, played = Random("soon"), book()
    found: Counter[int] = Counter()
    for _ in range(60):
        pack = chance.sample(DECK.cards, 28)
        hand, coming = pack[:14], pack[14:]
        codes, total = [], 0
        for card in coming:
            total += CODE[card]
            codes.append(total)
        code = code_of(hand)
        after = next((n for n in range(1, 15) if holds_win(code + codes[n - 1], 14 + n, played)), 15)
        assert soonest(code, 14, codes, played) == after
        found[after] += 1
    assert len(found) > 4


ALIVE = [4] * len(FACES)


def outs(**gone: int) -> Outs:
    """All cards are live, but so many of these are gone."""
    live = [count - gone.get(face, 0) for face, count in zip(FACES, ALIVE, strict=True)]
    return Outs(live, patience=0.8, fit=0.0)


def test_a_hand_that_more_cards_complete_is_worth_more_and_dead_cards_count_for_nothing() -> None:
    waits_for_one = code_of(cards(SHORT))
    waits_for_two = code_of(cards("C9 S1 M1 C4 C5 S4 S5 S6 M7 M8 M9 C7 S7 M7"))
    assert 0 < worth(waits_for_one, book(), outs()) < worth(waits_for_two, book(), outs()) < 1
    assert worth(waits_for_one, book(), outs(C5=3)) < worth(waits_for_one, book(), outs())
    assert worth(waits_for_two, book(), outs(C3=4)) < worth(waits_for_two, book(), outs())


def test_the_worth_of_a_hand_that_no_card_makes_better_is_its_chance_turn_by_turn() -> None:
    found = Outs([2, *[0] * 28, 18], patience=0.5, fit=0.0).worth_of_waiting(2)
    assert found == pytest.approx(0.1 / (1 - 0.5 * 0.9))
    assert found == pytest.approx(sum(0.1 * 0.45**turn for turn in range(60)))


def test_a_hand_that_is_two_cards_away_is_worth_less_than_one_and_more_than_nothing() -> None:
    two_away = code_of(cards("C9 S1 M1 C4 C6 S4 S5 S6 M7 M8 M9 C7 S7 M2"))
    assert distance(cards("C9 S1 M1 C4 C6 S4 S5 S6 M7 M8 M9 C7 S7 M2"), book()) == 2
    assert 0 < worth(two_away, book(), outs()) < worth(code_of(cards(SHORT)), book(), outs())
    assert worth(code_of(cards("C2 C5 C8 S2 S4 S7 S9 M3 M5 M8 C3 C9 S5 M6")), book(), outs()) < 0.1


def test_a_card_of_the_stock_is_less_likely_to_help_than_it_and_a_discard_together() -> None:
    hand, both = code_of(cards(SHORT)), Outs(ALIVE, patience=0.8, fit=0.6)
    assert worth(hand, book(), both, from_stock=True) < worth(hand, book(), both)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_bot_that_is_out_of_time_still_answers(level: str) -> None:
    trial = begun(LOST + " C2")
    bot = KANHU.bot(level)
    advice = bot.choose(trial.view, trial.asked(), Random(1), lambda: True)
    assert any(choice.admits(advice.move) for choice in trial.asked().choices)


def test_medium_throws_what_leaves_it_nearest() -> None:
    chance = Random("near")
    for number in range(12):
        held = " ".join(chance.sample(DECK.cards, 15))
        trial = begun(held, seats=2)
        move = trial.advice("medium")
        if move.verb == "win":
            continue
        far = {card: distance(_less(trial.view.hand, card), book()) for card in set(trial.view.hand)}
        assert far[move.cards[0]] == min(far.values()), number
        assert move.cards[0] not in FREE or all(card in FREE or far[card] > min(far.values()) for card in far)


def _less(hand: list[Card], card: Card) -> list[Card]:
    left = hand.copy()
    left.remove(card)
    return left
