"""Hearts §4, §5 and §6: what may be played, and who takes it."""

from itertools import permutations

import pytest

from engine.api import Declared, IllegalMove, Move, Moved, OptionValue, parse_cards
from engine.games.hearts.cards import PACK, PLACE, HouseRules, breaks_hearts, cards_of, may_play, set_of, trick_winner
from tests.games.hearts.positions import sit
from tests.games.trials import Trial

PLAIN, OMNIBUS = HouseRules(), HouseRules(omnibus=True)


def may(hand: str, led: str = "", *, first: bool = False, broken: bool = False, house: HouseRules = PLAIN) -> str:
    """The cards that may be played, as text, with the paragraph."""
    cards, paragraph = may_play(set_of(parse_cards(hand)), led, first_trick=first, broken=broken, house=house)
    return " ".join(cards_of(cards)) + (f" §{paragraph}" if paragraph else "")


def refusal(trial: Trial, card: str) -> IllegalMove:
    """What the seat in turn is told when it plays a card that it may not."""
    with pytest.raises(IllegalMove) as refused:
        trial.do(trial.table.acting()[0], Move("play", parse_cards(card)))
    return refused.value


def offered(trial: Trial) -> set[str]:
    """The cards that the seat in turn may play."""
    return set(trial.table.decisions()[0].choices[0].cards)


def broken(trial: Trial) -> bool:
    return bool(trial.table.facts.get("broken"))


def test_rule_4_1_the_holder_of_the_two_of_clubs_leads_it() -> None:
    trial = sit({2: "2C 9H AS"}, viewer=2)
    assert trial.table.acting() == (2,)
    assert offered(trial) == {"2C"}
    refused = refusal(trial, "AS")
    assert (refused.reason, refused.paragraph) == ("Lead the two of clubs to the first trick.", "4.1")


def test_rule_4_2_who_holds_the_suit_follows() -> None:
    trial = sit({0: "2C", 1: "9C KC 4H"}, "2C", voids={1: ""})
    assert all(card[-1] == "C" for card in offered(trial))
    refused = refusal(trial, "4H")
    assert (refused.reason, refused.paragraph) == ("You must follow suit: you hold clubs.", "4.2")


def test_rule_4_2_in_every_trick_and_suit() -> None:
    assert may("9C 2D 4D QS AH", "D", broken=True) == "2D 4D §4.2"
    assert may("9C 2D QS AH 2H", "H", broken=True) == "2H AH §4.2"


def test_rule_4_3_no_heart_and_no_queen_of_spades_on_the_first_trick() -> None:
    assert may("9D KS QS AH 2H", "C", first=True) == "9D KS §4.3"
    assert may("9D KS QS AH 2H", "C") == "9D QS KS 2H AH"


def test_rule_4_3_is_told_with_its_reason() -> None:
    trial = sit({0: "2C", 1: "QS AH 3D"}, "2C", voids={1: "C"})
    refused = refusal(trial, "QS")
    assert refused.paragraph == "4.3"
    assert "first trick" in refused.reason


def test_rule_4_3_nothing_but_scoring_cards_and_any_of_them_will_do() -> None:
    twelve = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    assert len(may(f"{twelve} QS", "C", first=True).split()) == 13
    assert may(f"{twelve} 4D", "C", first=True) == "4D §4.3"
    assert may("2H 3H JD", "C", first=True) == "JD §4.3"


def test_rule_4_3_at_the_table_with_twelve_hearts_and_the_queen() -> None:
    trial = sit({0: "2C", 1: "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH QS"}, "2C")
    assert len(offered(trial)) == 13
    trial.do(1, Move("play", parse_cards("5H")))
    assert broken(trial)


def test_rule_4_4_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    assert trick_winner(parse_cards("5D AC KD 2H"), 1) == 3
    assert trick_winner(parse_cards("2S AH AC AD"), 2) == 2


def test_rule_4_4_whatever_the_order_the_trick_falls_in() -> None:
    for cards in permutations(parse_cards("9S QS AD 3S KS 10H"), 4):
        led = [card for card in cards if card[-1] == cards[0][-1]]
        assert cards[trick_winner(cards, 0)] == max(led, key=PLACE.__getitem__)


def test_rule_4_5_otherwise_any_card() -> None:
    assert may("9D KS QS AH", "C", broken=False) == "9D QS KS AH"
    assert may("9D KS AH", "", broken=True) == "9D KS AH"


@pytest.mark.parametrize("cards", ["", "3C 4C"])
def test_rule_4_5_one_card_at_a_time(cards: str) -> None:
    trial = sit({0: "2C", 1: "3C 4C"}, "2C")
    with pytest.raises(IllegalMove, match="one card") as refused:
        trial.do(1, Move("play", parse_cards(cards)))
    assert refused.value.paragraph == "4.5"


def test_rule_4_5_only_cards_of_the_own_hand() -> None:
    trial = sit({0: "2C 9S", 1: "3C"}, "2C")
    assert refusal(trial, "9S").reason == "You do not hold 9S."


FOUR_CLUBS = {0: "2C 9D 3H 4H", 1: "3C 5D 6D", 2: "4C 7D 8D", 3: "AC 6H 7H KD"}


def test_rule_5_1_no_heart_is_led_before_hearts_are_broken() -> None:
    trial = sit(FOUR_CLUBS, "2C 3C 4C AC")
    assert trial.table.acting() == (3,)
    assert not any(card[-1] == "H" for card in offered(trial))
    refused = refusal(trial, "6H")
    assert refused.paragraph == "5.1"
    assert "not broken" in refused.reason


def test_rule_5_1_hearts_may_be_led_when_nothing_else_is_held() -> None:
    assert may("2H 9H AH") == "2H 9H AH"
    assert may("2H 9H 4S") == "4S §5.1"


def test_rule_5_2_a_heart_thrown_on_another_suit_breaks_hearts() -> None:
    trial = sit(FOUR_CLUBS | {0: "2C 3H 4H"}, "2C 3C 4C AC KD", voids={0: "D"})
    assert not broken(trial)
    trial.do(0, Move("play", parse_cards("3H")))
    assert broken(trial)
    assert may("2H 9S", broken=True) == "9S 2H"


def test_rule_5_2_hearts_are_broken_once_and_for_the_whole_deal() -> None:
    trial = sit(FOUR_CLUBS | {0: "2C 3H 4H"}, "2C 3C 4C AC KD 3H", voids={0: "D"})
    table = trial.table
    while table.phase == "tricks":
        decision = table.decisions()[0]
        trial.do(decision.seat, decision.default)
    told = [event for event in trial.view.events if isinstance(event, Declared) and event.fact == "broken"]
    assert len(told) == 1


def test_rule_5_2_a_heart_that_is_led_breaks_hearts() -> None:
    assert breaks_hearts(parse_cards("2H")[0], PLAIN)


def test_rule_5_3_the_queen_of_spades_breaks_nothing_and_may_be_led() -> None:
    trial = sit(FOUR_CLUBS | {3: "AC QS KD"}, "2C 3C 4C AC")
    assert "QS" in offered(trial)
    trial.do(3, Move("play", parse_cards("QS")))
    assert not broken(trial)


def test_rule_6_1_the_winner_takes_the_cards_openly_and_leads() -> None:
    trial = sit(FOUR_CLUBS, "2C 3C 4C AC", viewer=1)
    assert trial.view.zone("taken", 3) == list(parse_cards("2C 3C 4C AC"))
    assert trial.view.acting() == (3,)
    assert trial.view.zone("trick") == []


def test_rule_6_2_all_thirteen_tricks_are_played() -> None:
    trial = sit({}, "")
    table = trial.table
    while table.phase == "tricks":
        decision = table.decisions()[0]
        trial.do(decision.seat, decision.default)
    assert sum(len(table.zone("taken", seat)) for seat in range(4)) == 52
    assert sum(isinstance(event, Moved) and event.dst == "trick" for event in trial.view.events) == 52


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("9D JD KS 2H", "9D KS §4.3"), ("JD 2H QS", "JD QS 2H"), ("JD 9S 2H", "9S §4.3")],
)
def test_rule_9_2_the_jack_of_diamonds_is_barred_from_the_first_trick_too(hand: str, legal: str) -> None:
    assert may(hand, "C", first=True, house=OMNIBUS) == legal


def test_rule_9_2_at_the_table() -> None:
    trial = sit({0: "2C", 1: "JD 3D QS"}, "2C", voids={1: "C"}, options={"omnibus": True})
    assert "JD" not in offered(trial)
    assert "3D" in offered(trial)


@pytest.mark.parametrize(("options", "breaks"), [({}, False), ({"queen_breaks": True}, True)])
def test_rule_10_5_the_queen_breaks_hearts_led_or_thrown(options: dict[str, OptionValue], breaks: bool) -> None:
    led = sit(FOUR_CLUBS | {3: "AC QS KD"}, "2C 3C 4C AC QS", options=options)
    assert broken(led) is breaks
    thrown = sit(FOUR_CLUBS | {0: "2C 3H QS"}, "2C 3C 4C AC KD QS", voids={0: "D"}, options=options)
    assert broken(thrown) is breaks


@pytest.mark.parametrize("omnibus", [False, True])
def test_rule_10_6_any_card_may_be_thrown_on_the_first_trick(omnibus: bool) -> None:
    house = HouseRules(omnibus=omnibus, first_trick_points=True)
    assert may("9D JD KS QS 2H", "C", first=True, house=house) == "9D JD QS KS 2H"


def test_rule_10_6_at_the_table_and_a_heart_so_thrown_breaks_hearts() -> None:
    trial = sit({0: "2C", 1: "QS AH 3D"}, "2C AH", voids={1: "C"}, options={"first_trick_points": True})
    assert broken(trial)


def test_sets_of_cards_and_cards_are_the_same_thing() -> None:
    assert cards_of(set_of(PACK)) == PACK
    assert cards_of(0) == ()
