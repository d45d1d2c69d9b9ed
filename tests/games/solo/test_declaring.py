"""Solo §6 and §7: naming the game, and calling a card; the secret partner."""

import pytest

from engine.api import Declared, IllegalMove, Move, Moved, OptionValue, parse_cards
from engine.games.solo.cards import NAMED, callable_cards
from tests.games.trials import Trial

from .positions import declare, do, finish, offered, sit

PLAIN = {0: "QC AC", 1: "QS AD"}
WON = "ask pass pass pass"
RULES = ("any", "not_own", "not_own_not_trump")


def games(trial: Trial) -> set[str]:
    return {f"{move.verb} {move.places[0]}" for move in offered(trial)}


def called(trial: Trial) -> str:
    """The cards that may be called."""
    return " ".join(move.cards[0] for move in offered(trial))


def refusal(trial: Trial, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        do(trial, move)
    return refused.value


def test_rule_6_1_any_game_on_the_rung_reached_or_above() -> None:
    assert games(sit(PLAIN, WON)) == {f"{kind} {suit}" for kind in ("simple", "solo", "tout") for suit in NAMED}
    committed = sit(PLAIN, "ask query hold query hold query hold pass pass pass")
    assert games(committed) == {"solo C", "tout C", "tout D", "tout H", "tout S"}
    assert refusal(committed, Move("solo", places=("H",))).paragraph == "6.1"


def test_rule_6_1_what_is_declared_is_public() -> None:
    trial = sit(PLAIN, WON, "solo H", viewer=2)
    assert [trial.view.facts[fact] for fact in ("trump", "rung", "game")] == ["H", 3, "solo in hearts"]
    assert trial.table.phase == "tricks"


@pytest.mark.parametrize(("color", "only"), [("clubs", "C"), ("hearts", "H")])
def test_rule_6_2_only_the_suit_in_color_is_in_color(color: str, only: str) -> None:
    trial = sit(PLAIN, "ask query hold pass pass pass", options={"color": color})
    assert {game for game in games(trial) if game.startswith("simple")} == {f"simple {only}"}
    declare(trial, f"simple {only} AS")
    assert trial.table.facts["rung"] == 2


def test_rule_6_2_a_game_wants_one_trump_suit() -> None:
    wrong = [Move("solo"), Move("solo", places=("C", "H")), Move("solo", places=("X",)), Move("play")]
    wrong += [Move("play", places=("H",)), Move("solo", parse_cards("QC"), ("H",))]
    for move in wrong:
        assert refusal(sit(PLAIN, WON), move).paragraph == "6.2"


def test_rule_6_2_names_say_what_a_game_is_worth() -> None:
    trial = sit(PLAIN, WON)
    simple = trial.table.decisions()[0].choice("simple")
    assert simple is not None
    assert simple.names[0] == "2 points"
    assert simple.names[-1] == "4 points, in color"


FULL = "AC KC AD KD AH KH AS KS"
"""Every ace and every king: nothing is left to call."""


def test_rule_6_3_no_simple_game_where_nothing_could_be_called() -> None:
    trial = sit({0: FULL, 1: "QC", 2: "QS"}, WON, options={"call_rule": "not_own"})
    assert not any(game.startswith("simple") for game in games(trial))
    assert refusal(trial, Move("simple", places=("H",))).paragraph == "6.3"
    assert any(game.startswith("simple") for game in games(sit({0: FULL, 1: "QC", 2: "QS"}, WON)))


def test_rule_6_3_trumps_that_leave_no_card_are_not_offered() -> None:
    options: dict[str, OptionValue] = {"call_rule": "not_own_not_trump"}
    trial = sit({0: "AC KC AD KD AH KH 9S 8S", 1: "QC", 2: "QS"}, WON, options=options)
    assert {game for game in games(trial) if game.startswith("simple")} == {"simple C", "simple D", "simple H"}
    assert refusal(trial, Move("simple", places=("S",))).paragraph == "6.3"


def test_rule_6_3_nor_after_four_passes() -> None:
    options: dict[str, OptionValue] = {"call_rule": "not_own_not_trump"}
    trial = sit({0: "QC AC KC AD KD AH KH 9S", 1: "QS"}, "pass pass pass pass", options=options)
    assert games(trial) == {"simple C", "simple D", "simple H"}
    assert refusal(trial, Move("simple", places=("S",))).paragraph == "6.3"
    assert refusal(trial, Move("solo", places=("S",))).paragraph == "5.1"


def test_rule_7_1_one_of_the_four_aces() -> None:
    trial = sit(PLAIN, WON, "simple H")
    assert sorted(called(trial).split()) == ["AC", "AD", "AH", "AS"]
    names = trial.table.decisions()[0].choices[0].names
    assert (names[0], names[-1]) == (
        "another player's",
        "yours, play alone",
    )
    assert refusal(trial, Move("call", parse_cards("KD"))).paragraph == "7.1"
    assert refusal(trial, Move("call")).paragraph == "7.1"


def test_rule_7_1_the_ace_of_trumps_makes_its_holder_the_partner() -> None:
    trial = sit({0: "QC 7D AC", 1: "QS 8C", 2: "AD", 3: "KD"}, WON, "simple D AD", "QC QS AD KD")
    assert trial.table.facts["partner"] == 2


def test_rule_7_2_a_king_where_every_callable_ace_is_held() -> None:
    hand = "AC AD AH AS KC QC 9D 8D"
    trial = sit({0: hand}, WON, "simple H", options={"call_rule": "not_own"})
    assert called(trial) == "KD KH KS"
    assert trial.table.decisions()[0].choices[0].names[1] == "another player's, trumps"
    assert refusal(trial, Move("call", parse_cards("AC"))).paragraph == "7.2"
    not_trump = sit({0: hand}, WON, "simple H", options={"call_rule": "not_own_not_trump"})
    assert called(not_trump) == "KD KS"


@pytest.mark.parametrize(
    ("rule", "expected"), [("any", "AC AD AH AS"), ("not_own", "AD AH AS"), ("not_own_not_trump", "AD AS")]
)
def test_rule_11_7_which_cards_may_be_called(rule: str, expected: str) -> None:
    assert " ".join(callable_cards(parse_cards("AC QC 9D"), "H", rule)) == expected
    trial = sit(PLAIN, WON, "simple H", options={"call_rule": rule})
    assert sorted(called(trial).split()) == expected.split()


def test_rule_11_7_a_refusal_says_why() -> None:
    own = sit(PLAIN, WON, "simple H", options={"call_rule": "not_own"})
    assert "a card that you hold" in refusal(own, Move("call", parse_cards("AC"))).reason
    trump = sit(PLAIN, WON, "simple H", options={"call_rule": "not_own_not_trump"})
    assert "cannot call a trump" in refusal(trump, Move("call", parse_cards("AH"))).reason


def test_rule_7_2_there_is_always_a_game_after_four_passes() -> None:
    hand = parse_cards("QC AC AD AH AS KC KD KH")
    for rule in RULES:
        assert any(callable_cards(hand, trump, rule) for trump in NAMED)


FOUR = {0: "QC KH 9D", 1: "QS AD 8C", 2: "AH 7D KC", 3: "AS 10C JH"}


def test_rule_7_3_nobody_is_told_the_partner_before_the_card_falls() -> None:
    trial = sit(FOUR, WON, "simple C AH", viewer=3)
    assert "partner" not in trial.table.facts
    assert all("2" not in str(value) for fact, value in trial.view.facts.items() if fact == "called")
    assert trial.table.facts["called"] == "AH"


def test_rule_7_3_the_partner_is_named_when_the_card_is_played() -> None:
    trial = sit({**FOUR, 1: "QS AD 8C 7H"}, WON, "simple C AH", "KH 7H AH", viewer=3)
    told = [event for event in trial.view.events if isinstance(event, Declared) and event.fact == "partner"]
    assert [(event.value, event.seat) for event in told] == [(2, 2)]


def test_rule_7_3_at_the_end_the_partner_is_known_and_scores() -> None:
    table = finish(sit(FOUR, WON, "simple C AH").table)
    assert table.facts["partner"] == 2
    assert table.scores[0].points[0] == table.scores[0].points[2] != 0


OWN = {0: "QC AS KS 9S 8S JS 7S 10S", 1: "QS"}


def test_rule_7_4_an_own_ace_may_be_called_and_then_nobody_is_partner() -> None:
    trial = sit(OWN, WON, "simple S AS", viewer=1)
    assert "alone" not in trial.table.facts
    table = finish(trial.table)
    assert (table.facts["alone"], "partner" in table.facts) == (True, False)
    assert table.scores[0].points == (2, 0, 0, 0)
    assert [line.seat for line in table.scores[0].lines] == [0]


def test_rule_7_4_five_tricks_are_needed_all_the_same() -> None:
    table = sit({0: "AS QC 7D 8D 9D 7C 8C 9C", 1: "QS 7S"}, WON, "simple S AS").table
    assert finish(table).scores[0].points == (-2, 0, 0, 0)


def test_rule_7_5_the_called_card_need_not_be_played_soon() -> None:
    hands = {0: "QC 9D 8D KH", 1: "QS 7H", 2: "AH 8H 7D"}
    trial = sit(hands, WON, "simple C AH", "KH 7H")
    assert {"AH", "8H"} <= {move.cards[0] for move in offered(trial)}


def test_rule_7_5_it_may_fall_in_the_last_trick() -> None:
    hands = {0: "QC 7C AC KC JC 10C 9C 8C", 1: "QS AD KD QD JD 10D 9D 8D", 2: "AH KH QH JH 10H 9H 8H 7H"}
    table = finish(sit(hands, WON, "simple C AH").table)
    assert table.journal is not None
    events = list(table.journal.events())
    shown = next(n for n, event in enumerate(events) if isinstance(event, Declared) and event.fact == "partner")
    fallen = [event.cards for event in events[:shown] if isinstance(event, Moved) and event.dst == "trick"]
    assert len(fallen) > 28
    assert table.scores[0].points == (4, 0, 4, 0)


def test_rule_11_9_the_first_callable_card_that_another_holds_is_called() -> None:
    trial = sit(PLAIN, WON, "simple H")
    assert trial.asked().default == Move("call", parse_cards("AD"))
    assert called(trial).split()[-1] == "AC", "the own ace is offered last"


def test_rule_11_9_the_lowest_game_with_the_suit_of_most_trumps_is_declared() -> None:
    trial = sit({0: "QC KH JH 9H AD 8D 9S 8C", 1: "QS"}, WON)
    assert trial.asked().default == Move("simple", places=("H",))
    even = sit({0: "QC KH JH AD 8D 9S 8S 8C", 1: "QS"}, WON)
    assert even.asked().default == Move("simple", places=("D",)), "of equals diamonds come before hearts and spades"
    clubs = sit({0: "QC KC JC 9C AD 8D 9S 8H", 1: "QS"}, WON)
    assert clubs.asked().default == Move("simple", places=("D",)), "clubs would be in color, a higher game"
