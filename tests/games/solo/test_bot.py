"""The bots of Solo: what they do in positions that a player would recognise, and that they are fair."""

from collections.abc import Callable, Mapping
from random import Random

import pytest

from engine.api import Advice, Bot, Card, Decision, Move, OptionValue, SelfPlay, View, find_game, never
from engine.bots.pimc import Evaluation, margin
from engine.games.solo.bot.beliefs import Knowledge
from engine.games.solo.bot.explain import why_play
from engine.games.solo.bot.player import Hard
from engine.games.solo.bot.rollout import is_friend
from engine.games.solo.bot.search import candidates, clearly_best, plan_game, think
from engine.games.solo.bot.state import TrickState, set_of
from engine.games.solo.bot.valuation import best_call, best_game, chance_of, ladder, prospects
from engine.games.solo.cards import PACK, RANKINGS, HouseRules
from engine.games.solo.contracts import rung
from engine.games.solo.scoring import Contract
from tests.games.trials import Trial, full_deal, look_alikes, verify_blind

from .positions import do, say, sit

SOLO = find_game("solo")
GOOD = ("medium", "hard")
ALL = ("random", "easy", "medium", "hard")
WON = "ask pass pass pass"
OPTIONS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"call_rule": "not_own", "stop_when_decided": True},
    {"call_rule": "not_own_not_trump", "color": "hearts", "end": "points"},
)


def cards(text: str) -> int:
    return set_of(text.split())  # type: ignore[arg-type]


def card_of(trial: Trial, level: str) -> str:
    move = trial.advice(level)
    assert move.verb == "play"
    return move.cards[0]


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "not_own", "not_trump"])
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_the_deals(level: str, options: Mapping[str, OptionValue]) -> None:
    lineup = [SOLO.bot(level), SOLO.bot("random"), SOLO.bot(level), SOLO.bot("medium")]
    out = SelfPlay(SOLO, SOLO.meta.resolve(options), lineup, seed=f"legal {level}", clock=lambda: lambda: True)
    assert len(out.play(6).scores) == 6


@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str) -> None:
    verify_blind(level, look_alikes("solo", 4, level, deals=10, tries=12, enough=4), least=6)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_who_the_secret_partner_is_changes_nothing_for_the_others(level: str) -> None:
    """The called ace and another card change places; neither the declarer nor an opponent may notice."""
    hands = {0: "QC 7C KC 10C KD 8D 9S KH", 3: "JC 9C 8S AC 10D JD 10H 9H"}
    one = hands | {1: "QS AS 7S JH AH 9D AD 8C", 2: "KS JS 10S QH 8H 7H QD 7D"}
    two = hands | {1: "QS KS 7S JH AH 9D AD 8C", 2: "AS JS 10S QH 8H 7H QD 7D"}
    for viewer in (0, 3):
        for plays in ("", "KD AD 7D JD") if viewer == 3 else ("",):
            trials = [sit(held, WON, "simple C AS", plays, viewer=viewer) for held in (one, two)]
            if viewer == 3:
                for trial in trials:
                    while trial.table.acting() != (3,):
                        do(trial, trial.table.decisions()[0].default)
            assert trials[0].view.events == trials[1].view.events
            assert trials[0].advised(level) == trials[1].advised(level)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_poor_hand_passes_and_a_strong_one_asks(level: str) -> None:
    assert sit({0: "7C 8D 9H 10S 7S 8H 9D JC", 1: "QC", 2: "QS"}).advice(level) in (Move("pass"), Move("ask"))
    assert sit({0: "QC 7H AH KH JH 9H AD KD", 1: "QS"}).advice(level) == Move("ask")


@pytest.mark.parametrize("level", GOOD)
def test_a_weak_hand_does_not_go_up_to_a_solo(level: str) -> None:
    trial = sit({2: "7C 8D 9H 10S 7S 8H 9D JC", 1: "QC", 0: "QS"}, "pass ask", viewer=2)
    say(trial, "query hold")
    assert trial.advice(level) == Move("pass")


@pytest.mark.parametrize("level", GOOD)
def test_a_tout_is_declared_with_every_trick_in_hand(level: str) -> None:
    trial = sit({0: "QC 7C QS AC KC JC AD AH", 1: "8C"}, WON)
    assert trial.advice(level) == Move("tout", places=("C",))


@pytest.mark.parametrize("level", GOOD)
def test_after_four_passes_a_simple_game_is_declared(level: str) -> None:
    trial = sit({0: "QC AH KH 9H", 1: "QS"}, "pass pass pass pass")
    assert trial.advice(level).verb == "simple"


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_with_both_queens_the_one_word_is_said(level: str) -> None:
    trial = sit({0: "QC QS 7D 8D 9D 8C 9C 10C"})
    assert trial.advice(level) == Move("ask")


@pytest.mark.parametrize("level", GOOD)
def test_an_ace_that_another_holds_is_called(level: str) -> None:
    trial = sit({0: "QC 7H AH KH 9H 9D 8S 8C", 1: "QS"}, WON, "simple H")
    move = trial.advice(level)
    assert move.verb == "call"
    assert move.cards[0] in ("AD", "AS", "AC")
    assert "ace" in trial.reason(level)


def test_a_suit_that_can_be_led_to_is_called() -> None:
    assert best_call(cards("QC 7H AH KH 9H 9D 8C JC"), "H", "any") == "AD"


@pytest.mark.parametrize("level", GOOD)
def test_the_declarers_trick_is_left_to_the_declarer_by_the_partner(level: str) -> None:
    hands = {0: "QC 7H KH 9H", 1: "QS 8H 9D", 2: "AS AH 10H", 3: "JH"}
    trial = sit(hands, WON, "simple H AS", "QC 8H", viewer=2)
    assert card_of(trial, level) == "10H"
    assert "is on your side" in trial.reason(level)


@pytest.mark.parametrize(
    ("eighth", "said"), [("8S", "so you can trump diamonds later."), ("8C", "you keep your high cards.")]
)
def test_only_who_has_a_trump_leads_a_single_card_to_trump_later(eighth: str, said: str) -> None:
    trial = sit({0: f"9D 7C 9C 10C JC KC AC {eighth}", 1: "QC", 2: "QS"}, "pass ask pass pass", "solo S")
    code = RANKINGS["S"].code[Card("9D")]
    assert why_play(Knowledge.of(trial.view), code).endswith(said)


@pytest.mark.parametrize("level", GOOD)
def test_an_opponent_takes_the_declarers_card_if_it_can(level: str) -> None:
    hands = {0: "QC KD 9D 7H", 1: "8D QS", 2: "7D JD", 3: "AD 10D"}
    trial = sit(hands, WON, "solo S", "KD 8D 7D", viewer=3)
    assert card_of(trial, level) == "AD"


@pytest.mark.parametrize("level", GOOD)
def test_a_declarer_with_the_highest_trumps_draws_them(level: str) -> None:
    trial = sit({0: "QC 7H QS AH KH 9H AD KD"}, WON, "solo H")
    assert card_of(trial, level)[-1] in "HCS"
    assert card_of(trial, level) not in ("AD", "KD")


def test_a_partner_is_found_by_what_was_played() -> None:
    """Seat 1 took the declarer's king with the ace; who spared it is the likelier friend."""
    hands = {0: "QC 7H KH 9H KD 8S 7C 10C", 1: "AD 8D KC 8C", 2: "7D AH AS", 3: "QS JD 9C"}
    trial = sit(hands, WON, "simple H AS", "KD AD 7D JD KC")
    while trial.table.acting() != (0,):
        do(trial, trial.table.decisions()[0].default)
    _, partners = think(Knowledge.of(trial.view), Random(1), never)
    assert set(partners) <= {1, 2, 3}
    assert sum(partners.values()) == pytest.approx(1)
    assert partners[1] < 0.25


def test_who_takes_whom_for_a_friend() -> None:
    deal = full_deal("solo", 4, {}, "friends")
    hands = [set_of(deal.hands[seat]) for seat in range(4)]
    ace = next(card for card in deal.hands[2] if card not in ("QC", "QS"))
    sim = TrickState.of_hands(hands, Contract(rung(1), 0, 2, ace), "C", leader=0)
    assert [is_friend(sim, 0, other) for other in (1, 2, 3)] == [False, False, False]
    assert [is_friend(sim, 2, other) for other in (0, 1, 3)] == [True, False, False]
    assert [is_friend(sim, 1, other) for other in (0, 2, 3)] == [False, True, True]
    sim.shown = True
    assert is_friend(sim, 0, 2)
    assert [is_friend(sim, 1, other) for other in (0, 2, 3)] == [False, False, True]


def test_of_cards_that_are_alike_only_one_is_tried() -> None:
    trial = sit({0: "QC AH KH QH 9D AS KS", 1: "QS"}, WON, "simple H AS")
    known = Knowledge.of(trial.view)
    sim = known.state([set_of(trial.table.zone("hand", seat)) for seat in range(4)], known.game)
    code = RANKINGS["H"].code
    tried = {str(RANKINGS["H"].cards[card]) for card in candidates(known, sim.legal(), -1)}
    assert {"AS", "KS"} <= tried, "the called card is like no other"
    assert not {"KH", "QH"} & tried
    usual = code["QH"]  # type: ignore[index]
    assert usual in candidates(known, sim.legal(), usual)
    assert len(candidates(known, sim.legal(), usual)) == len(tried)


def test_gain_is_counted_against_the_others() -> None:
    assert margin((2, 0, 2, 0), 0) == pytest.approx(4 / 3)
    assert margin((2, 0, 2, 0), 1) == pytest.approx(-4 / 3)
    assert margin((-8, 0, 0, 0), 1) == pytest.approx(8 / 3)


def test_worth_grows_with_trumps_and_high_cards() -> None:
    poor, fair, rich = "7D 8D 9H 10S 7S 8H 9D JC", "QC AH KH 9H AD 9S 8C 7D", "QC 7H QS AH KH 9H AD KD"
    for kind in ("simple", "solo", "tout"):
        chances = [chance_of(cards(hand), "H", kind) for hand in (poor, fair, rich)]
        assert chances == sorted(chances)
    assert prospects(cards(rich), HouseRules())[0].rung.number >= 3
    assert all(prospect.rung.number >= 3 for prospect in prospects(cards("QC QS 7D 8D 9D 8C 9C 10C"), HouseRules()))


def test_a_hard_bot_that_is_out_of_time_answers_with_the_best_found() -> None:
    trial = sit({0: "QC 7H AH KH 9H 9D 8S 8C", 1: "QS"}, WON, "simple H AD")
    looks = 0

    def soon() -> bool:
        nonlocal looks
        looks += 1
        return looks > 1

    advice = Hard().choose(trial.view, trial.asked(), Random(1), soon)
    assert advice.move in list(trial.asked().moves(trial.table.deck))
    assert looks < 40


def test_every_advice_has_a_reason_that_is_a_sentence() -> None:
    told: set[str] = set()
    for number, level in enumerate(("easy", "medium", "medium", "hard")):
        bots = [_Teller(SOLO.bot(level), told) for _ in range(4)]
        SelfPlay(SOLO, SOLO.meta.resolve({}), bots, seed=f"reasons {number}").play(1 if level == "hard" else 3)
    assert all(reason.endswith(".") and reason[0].isupper() for reason in told)
    assert len(told) > 30


class _Teller:
    """A bot that writes its reasons down."""

    def __init__(self, bot: Bot, told: set[str]) -> None:
        self._bot, self._told = bot, told

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: Callable[[], bool]) -> Advice:
        advice = self._bot.choose(view, decision, chance, out_of_time)
        self._told.add(advice.reason)
        return advice


def tried(*values: list[float]) -> Evaluation[int]:
    """What came of some actions, each in all states."""
    evaluation = Evaluation(range(len(values)))
    evaluation.values.update(enumerate(values))
    evaluation.samples = len(values[0])
    return evaluation


def test_a_trial_has_to_be_clearly_better_than_the_usual_answer() -> None:
    deals = [([0, 0, 0, 0], 1.0)] * 40
    usual, same, better = ([float(number % 2) * 2 + more for number in range(40)] for more in (0, 0, 1))
    noisy = [(8.0 if number % 2 else -7.9) for number in range(40)]
    assert clearly_best(tried(usual, same), deals, 0) == 0
    assert clearly_best(tried(usual, better), deals, 0) == 1
    assert clearly_best(tried(noisy, usual), deals, 1) == 1
    assert clearly_best(tried(noisy, same, better), deals, 0) == 2


def test_a_game_is_planned_with_how_often_it_is_made() -> None:
    trial = sit({0: "QC 7H AH KH 9H AD 9S 8C", 1: "QS"}, WON)
    found = plan_game(Knowledge.of(trial.view), 1, Random(1), never, simple_only=False)
    assert (found.trump, found.rung.kind) == ("H", "solo")
    assert found.chance > 0.6


def test_the_quick_way_to_the_best_game_is_the_long_one() -> None:
    chance = Random("quick")
    for rule in ("any", "not_own", "not_own_not_trump"):
        house = HouseRules(call_rule=rule)
        for _ in range(200):
            hand = set_of(chance.sample(PACK, 8))
            best = prospects(hand, house, 2)[0]
            step, trump = best_game(hand, house, 2)
            assert step.points * (2 * chance_of(hand, trump, step.kind) - 1) == pytest.approx(best.points)
            assert ladder(hand, HouseRules())[2] == pytest.approx(prospects(hand, HouseRules(), 3)[0].points)
