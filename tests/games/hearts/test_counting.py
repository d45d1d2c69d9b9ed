"""Hearts §7 and §9: what the cards taken are worth, and the moon."""

import random

import pytest

from engine.api import IllegalMove, Move, OptionValue, Scored, parse_cards
from engine.games.hearts.cards import HEARTS, PACK, HouseRules, set_of, trick_winner
from engine.games.hearts.rules import GAME
from engine.games.hearts.scoring import deal_points, moon_shooter, reckon, worth
from tests.games.hearts.positions import sit
from tests.games.trials import Trial

PLAIN, OMNIBUS = HouseRules(), HouseRules(omnibus=True)
ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def took(*hands: str) -> list[int]:
    """Cards taken, as text, for the first seats; the others took none."""
    return [set_of(parse_cards(text)) for text in (*hands, "", "", "", "")[:4]]


def test_what_counts_names_the_jack_only_where_it_takes_points_off() -> None:
    rows = [{row[0] for row in GAME.rulebook.counts({"omnibus": is_on})[0]} for is_on in (False, True)]
    assert rows[1] - rows[0] == {"jack of diamonds (in the variant Omnibus, §9)"}


def test_rule_7_1_each_heart_counts_one() -> None:
    assert [worth(set_of(parse_cards(text)), PLAIN) for text in ("", "2H", "2H AH 9C", ALL_HEARTS)] == [0, 1, 2, 13]


def test_rule_7_2_the_queen_counts_thirteen() -> None:
    assert worth(set_of(parse_cards("QS KS AS")), PLAIN) == 13
    assert worth(set_of(parse_cards("QS 4H 9H KH")), PLAIN) == 16


def test_rule_7_2_thirteen_five_eight_and_nought_are_a_deal() -> None:
    points = deal_points(took("QS", "2H 3H 4H 5H 6H", "7H 8H 9H 10H JH QH KH AH"), PLAIN)
    assert (points, sum(points)) == ((13, 5, 8, 0), 26)


@pytest.mark.parametrize(
    ("house", "off_own_score", "sums"),
    [(PLAIN, False, {26, 78}), (OMNIBUS, False, {16, 78}), (PLAIN, True, {26, -26}), (OMNIBUS, True, {16, -26})],
)
def test_rule_7_2_every_deal_adds_up(house: HouseRules, off_own_score: bool, sums: set[int]) -> None:
    chance = random.Random("sums")
    found = set()
    for number in range(400):
        takers = [chance.randrange(4) if number % 2 else 2 for _ in PACK]
        taken = [set_of(card for card, taker in zip(PACK, takers, strict=True) if taker == seat) for seat in range(4)]
        found.add(sum(deal_points(taken, house, off_own_score=off_own_score)))
    assert found == sums


def test_rule_7_3_the_moon_is_nothing_for_the_shooter_and_26_for_the_others() -> None:
    taken = took(ALL_HEARTS + " QS", "9C")
    assert moon_shooter(taken, PLAIN) == 0
    assert deal_points(taken, PLAIN) == (0, 26, 26, 26)
    assert reckon(taken, PLAIN).how == "moon_others"


def test_rule_7_3_all_hearts_without_the_queen_are_no_moon() -> None:
    assert deal_points(took(ALL_HEARTS, "QS"), PLAIN) == (13, 13, 0, 0)


def test_rule_7_4_off_the_own_score() -> None:
    result = reckon(took("", ALL_HEARTS + " QS"), PLAIN, off_own_score=True)
    assert (result.how, result.points) == ("moon_self", (0, -26, 0, 0))


def test_the_lines_of_a_reckoning_add_up_and_name_their_cards() -> None:
    result = reckon(took("2H QS", "JD 3H"), OMNIBUS)
    assert [(line.seat, line.label, line.points, line.cards, line.paragraph) for line in result.lines] == [
        (0, "hearts", 1, ("2H",), "7.1"),
        (0, "queen of spades", 13, ("QS",), "7.2"),
        (1, "hearts", 1, ("3H",), "7.1"),
        (1, "jack of diamonds", -10, ("JD",), "9.1"),
    ]
    assert result.points == (14, -9, 0, 0)


def test_rule_9_1_the_jack_takes_ten_off() -> None:
    trick = parse_cards("QD KD JD 2H")
    assert trick_winner(trick, 0) == 1
    assert (worth(set_of(trick), OMNIBUS), worth(set_of(trick), PLAIN)) == (-9, 1)


def test_rule_9_3_the_moon_needs_the_jack() -> None:
    assert deal_points(took(ALL_HEARTS + " QS", "JD"), OMNIBUS) == (26, -10, 0, 0)
    assert deal_points(took(ALL_HEARTS + " QS JD"), OMNIBUS) == (0, 26, 26, 26)
    assert deal_points(took(ALL_HEARTS + " QS JD"), OMNIBUS, off_own_score=True) == (-26, 0, 0, 0)


def shoot(**options: OptionValue) -> Trial:
    """Seat 0 takes every trick but the first: hers are the highest cards, and she leads them from the second on."""
    trial = sit(
        {0: "AC KC QC JC 10C 9C 8C 7C 6C 5C AH KH AS", 1: "2C", 2: "3C", 3: "4C"},
        "",
        options=options,
    )
    return finish(trial)


def finish(trial: Trial) -> Trial:
    """Seat 0 plays her highest, the others throw what scores."""
    table = trial.table
    while table.phase == "tricks":
        decision = table.decisions()[0]
        cards = decision.choices[0].cards
        best = cards[-1] if decision.seat else max(cards, key=lambda card: (card[-1] == "C", cards.index(card)))
        trial.do(decision.seat, Move("play", (best,)))
    return trial


def test_rule_7_3_a_moon_at_the_table() -> None:
    trial = shoot()
    assert set_of(trial.table.zone("taken", 0)) & HEARTS == HEARTS
    assert trial.table.totals == [0, 26, 26, 26]
    assert trial.table.phase == "between"


def test_rule_7_4_the_shooter_alone_is_asked() -> None:
    trial = shoot(moon="choice")
    assert (trial.table.phase, trial.table.acting()) == ("moon", (0,))
    assert [choice.verb for choice in trial.asked().choices] == ["others26", "self26"]
    with pytest.raises(IllegalMove) as refused:
        trial.do(0, Move("play", parse_cards("2C")))
    assert refused.value.paragraph == "7.4"


@pytest.mark.parametrize(("verb", "totals"), [("others26", [0, 26, 26, 26]), ("self26", [-26, 0, 0, 0])])
def test_rule_7_4_and_the_choice_counts(verb: str, totals: list[int]) -> None:
    trial = shoot(moon="choice")
    trial.do(0, Move(verb))
    assert trial.table.totals == totals


def test_rule_7_4_nobody_is_asked_when_the_moon_was_not_shot() -> None:
    trial = sit({}, "", options={"moon": "choice"})
    while trial.table.phase == "tricks":
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)
    assert sum(trial.table.totals) == 26
    assert trial.table.scores[0].how == "counted"


def test_rule_7_4_26_for_the_others_unless_the_shooter_says_otherwise() -> None:
    assert shoot(moon="choice").asked().default == Move("others26")


def test_rule_10_1_with_omnibus_the_jack_counts_and_without_it_does_not() -> None:
    sums = {}
    for omnibus in (False, True):
        trial = sit({}, "", options={"omnibus": omnibus})
        while trial.table.phase == "tricks":
            decision = trial.table.decisions()[0]
            trial.do(decision.seat, decision.default)
        sums[omnibus] = sum(trial.table.totals)
    assert sums == {False: 26, True: 16}


def test_rule_10_2_nobody_is_asked_unless_the_table_plays_with_the_choice() -> None:
    assert shoot(moon="others26").table.scores[0].how == "moon_others"
    assert shoot(moon="choice").table.scores == []


def test_a_deal_is_scored_once_with_the_points_of_the_cards_taken() -> None:
    trial = sit({}, "")
    while trial.table.phase == "tricks":
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)
    (scored,) = [event for event in trial.view.events if isinstance(event, Scored)]
    taken = [set_of(trial.table.zone("taken", seat)) for seat in range(4)]
    assert scored.points == deal_points(taken, PLAIN)
