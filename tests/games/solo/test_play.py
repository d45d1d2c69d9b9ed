"""Solo §8: what may be played, who takes it; and a deal that stops when it is decided (§11.8)."""

import pytest

from engine.api import BadMove, Declared, IllegalMove, Move, Moved, parse_cards
from engine.games.solo.cards import may_play
from tests.games.trials import Trial

from .positions import cards, do, finish, offered, sit

WON = "ask pass pass pass"


def may(hand: str, led: str, trump: str) -> str:
    """The cards that may be played, as text."""
    return " ".join(may_play(parse_cards(hand), parse_cards(led)[0] if led else None, trump))


def refusal(trial: Trial, card: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        do(trial, Move("play", parse_cards(card)))
    return refused.value


@pytest.mark.parametrize("bids", ["ask pass pass pass", "pass ask pass pass", "pass pass pass ask"])
def test_rule_8_1_the_dealers_left_leads_whoever_declares(bids: str) -> None:
    trial = sit({0: "QC", 1: "QS"}, bids, "solo H")
    assert trial.table.acting() == (0,)
    assert len(offered(trial)) == 8


def test_rule_8_1_one_card_of_the_own_hand_at_a_time() -> None:
    trial = sit({0: "QC AC", 1: "QS"}, WON, "solo H")
    assert refusal(trial, "").paragraph == "8.1"
    assert refusal(trial, "QC AC").paragraph == "8.1"
    assert refusal(trial, "QS").reason == "You do not hold QS."
    with pytest.raises(BadMove, match="takes no places"):
        do(trial, Move("play", parse_cards("AC"), ("H",)))


def test_rule_8_2_who_holds_the_suit_follows() -> None:
    assert may("9D JD AH KS", "AD", "H") == "9D JD"
    trial = sit({0: "QC AD", 1: "9D AH QS"}, WON, "solo S", "AD")
    refused = refusal(trial, "AH")
    assert (refused.reason, refused.paragraph) == ("You must follow suit: you hold diamonds.", "8.2")


def test_rule_8_2_a_black_queen_is_no_card_of_its_printed_suit() -> None:
    assert may("QC 9C AH", "AC", "D") == "9C"
    trial = sit({0: "AC", 1: "QC 9C AH", 2: "QS"}, WON, "solo D", "AC")
    refused = refusal(trial, "QC")
    assert (refused.reason, refused.paragraph) == (
        "The black queens are trumps. You hold clubs and must follow suit.",
        "8.2",
    )


def test_rule_8_2_a_black_queen_follows_trumps_and_has_to() -> None:
    assert may("QS AS KD", "8H", "H") == "QS"
    trial = sit({0: "8H QC", 1: "QS AS KD"}, WON, "solo H", "8H", keep={1: "7H 9H 10H JH QH KH AH"})
    assert cards(trial) == "QS"
    refused = refusal(trial, "AS")
    assert (refused.reason, refused.paragraph) == ("You must follow suit: trumps were led, and you hold QS.", "8.2")


def test_rule_8_2_a_black_queen_led_is_a_trump_led() -> None:
    assert may("7H AC KC", "QC", "H") == "7H"
    assert may("AC KC 9D", "QC", "H") == "AC KC 9D"


def test_rule_8_3_without_the_suit_any_card() -> None:
    assert may("QC AH", "AC", "D") == "QC AH"
    assert may("9D 8S", "AC", "D") == "9D 8S"


def test_rule_8_3_what_is_asked_cites_the_rule_that_binds() -> None:
    diamonds = "7D 8D 9D 10D JD QD KD"
    for second, keep, paragraph in (("9D QS", "", "8.2"), ("QS", diamonds, "8.3")):
        trial = sit({0: "QC AD", 1: second}, WON, "solo S", "AD", keep={1: keep})
        assert trial.table.decisions()[0].choices[0].paragraph == paragraph


def test_rule_8_5_the_winner_takes_the_cards_openly_and_leads() -> None:
    hands = {0: "AD QC", 1: "9D", 2: "8D", 3: "7D QS"}
    trial = sit(hands, WON, "solo S", "AD 9D 8D 7D", viewer=2)
    assert trial.view.zone("taken", 0) == list(parse_cards("AD 9D 8D 7D"))
    assert trial.view.zone("trick") == []
    assert trial.view.acting() == (0,)


def test_rule_8_5_a_trump_takes_over_the_lead() -> None:
    trial = sit({0: "AD QC", 1: "9D", 2: "8S", 3: "7D QS"}, WON, "solo S", "AD 9D 8S 7D", keep={2: "KD QD JD 10D 8D"})
    assert trial.table.acting() == (2,)


def test_rule_8_6_all_eight_tricks_are_played() -> None:
    table = finish(sit({0: "QC 7S AS KS JS 10S 9S 8S", 1: "QS"}, WON, "solo S").table)
    assert sum(len(table.zone("taken", seat)) for seat in range(4)) == 32
    assert len(table.zone("taken", 0)) >= 28


STRONG = {0: "QC 7S AS KS JS 10S 9S 8S", 1: "QS"}


def test_rule_11_8_a_game_that_is_made_may_stop_at_once() -> None:
    table = finish(sit(STRONG, WON, "solo S", options={"stop_when_decided": True}).table)
    assert len(table.zone("taken", 0)) == 20
    assert table.facts["decided"] is True
    assert not {"alone", "partner"} & set(table.facts), "no card was called"
    assert table.scores[0].points == (4, 0, 0, 0)


def test_rule_11_8_a_tout_stops_with_the_first_trick_lost() -> None:
    trial = sit(
        {0: "9D QC", 1: "AD", 2: "8D", 3: "7D QS"}, WON, "tout S", "9D AD 8D 7D", options={"stop_when_decided": True}
    )
    assert trial.table.scores[0].how == "tout_lost"
    assert sum(len(trial.table.zone("hand", seat)) for seat in range(4)) == 28


def test_rule_11_8_the_holder_of_the_called_card_is_named_then() -> None:
    hands = {0: "QC 7C KC 9C AC JC QH 7D", 1: "QS KH", 2: "AH KD", 3: "AD"}
    trial = sit(hands, WON, "simple C AH", keep={1: "10C 8C"}, options={"stop_when_decided": True}, viewer=3)
    for card in ("QC", "7C", "AC", "KC", "JC"):
        play_round(trial, card)
    assert trial.table.scores[0].how == "simple_made"
    assert trial.table.facts["partner"] == 2
    assert "AH" in trial.table.zone("hand", 2)
    told = [event.fact for event in trial.view.events if isinstance(event, Declared)]
    assert told.index("decided") < told.index("partner")


def test_rule_11_8_an_own_called_card_is_told_of_too() -> None:
    hands = {0: "QC 7C KC 9C AC JC AH 7D", 1: "QS KH", 2: "KD", 3: "AD"}
    trial = sit(hands, WON, "simple C AH", keep={1: "10C 8C"}, options={"stop_when_decided": True})
    for card in ("QC", "7C", "AC", "KC", "JC"):
        play_round(trial, card)
    assert trial.table.facts["alone"] is True
    assert trial.table.scores[0].points == (4, 0, 0, 0)


def test_rule_11_8_what_is_known_is_not_told_again() -> None:
    hands = {0: "QC 7C KC 9C AC JC AH 7D", 1: "QS KH", 2: "KD", 3: "AD"}
    trial = sit(hands, WON, "simple C AH", keep={1: "10C 8C"}, options={"stop_when_decided": True})
    for card in ("QC", "7C", "AC", "AH", "KC"):
        play_round(trial, card)
    told = [event.fact for event in trial.view.events if isinstance(event, Declared)]
    assert told[-1] == "decided"
    assert told.count("alone") == 1


def test_rule_11_8_usually_play_goes_on() -> None:
    table = finish(sit(STRONG, WON, "solo S", options={"stop_when_decided": False}).table)
    assert "decided" not in table.facts
    assert table.journal is not None
    played = [event for event in table.journal.events() if isinstance(event, Moved) and event.dst == "trick"]
    assert len(played) == 32


def play_round(trial: Trial, card: str) -> None:
    """Seat 0 leads a card, the others give what costs them least."""
    do(trial, Move("play", parse_cards(card)))
    while trial.table.phase == "tricks" and trial.table.acting() != (0,):
        do(trial, trial.table.decisions()[0].default)


def test_rule_11_9_the_lowest_card_and_plain_suits_before_trumps() -> None:
    trial = sit({0: "QC 8H 9D AS", 1: "QS"}, WON, "solo H", keep={0: "7C 7D 7S 8C 8D 8S"})
    assert trial.asked().default.cards[0][-1] != "H"
    for hand, game, lowest in (
        ("QC 7H 8H AC KC 9D 10S KS", "solo H", "9D"),  # not the lowest of the first suit
        ("QC 7D 8D AS 9S 9H AH KH", "solo D", "9H"),  # of equals hearts come before spades
    ):
        assert sit({0: hand, 1: "QS"}, WON, game).asked().default == Move("play", parse_cards(lowest))
    led = sit({0: "9H QC", 1: "QS AH KD"}, WON, "solo H", "9H", keep={1: "7H 8H 10H JH QH KH"})
    assert led.table.decisions()[0].default == Move("play", parse_cards("AH"))
