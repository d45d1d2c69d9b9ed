"""What a player of Hearts is told besides the cards: only what its own view holds."""

from engine.api import BETWEEN, Entered, Move, parse_cards
from engine.games.hearts.hints import insight, seat_note, table_note
from tests.games.hearts.positions import sit
from tests.games.trials import Trial, full_deal

HANDS = {0: "2C QS 9D 3H", 1: "3C 5D 6D", 2: "4C 7D 8D", 3: "AC 6H 7H KD"}


def passing() -> Trial:
    return Trial("hearts", 4, 0, {}, full_deal("hearts", 4, {}, "notes"), "notes")


def test_who_gets_the_cards_is_said_while_they_are_picked() -> None:
    trial = passing()
    assert insight(trial.view)[0] == "Three of these cards go to the player on your left."
    assert table_note(trial.view) == "pass to the left"


def test_cards_that_were_passed_and_not_played_are_remembered() -> None:
    trial = passing()
    passed = trial.asked().default.cards
    for decision in trial.table.decisions():
        trial.do(decision.seat, decision.default)
    assert f"You passed {' '.join(passed)}: the player on your left holds them." in insight(trial.view)


def test_a_void_that_was_shown_is_told_and_one_that_was_not_is_not() -> None:
    trial = sit(HANDS | {0: "2C QS 3H"}, "2C 3C 4C AC KD 3H", voids={0: "D"}, viewer=3)
    assert "The player on your left has no diamonds." in insight(trial.view)
    assert not any(" has no " in line for line in insight(sit(HANDS, "2C", viewer=3).view))


def test_the_queen_is_told_with_the_spades_beside_her() -> None:
    eleven = "2C 9C JC 2D 8D 9D 10D KD 3H 5H 7H"
    for beside, words in (("AH", "no other spade"), ("4S", "one other spade")):
        lines = insight(sit({0: f"{eleven} QS {beside}"}).view)
        assert f"You hold the queen of spades and {words}." in lines


def test_the_queen_and_in_omnibus_the_jack() -> None:
    assert any(line.startswith("You hold the queen of spades") for line in insight(sit(HANDS, "2C").view))
    assert "The queen of spades has not been played yet." in insight(sit(HANDS, "2C", viewer=2).view)
    with_jack = sit(HANDS | {2: "4C JD"}, "2C", viewer=2, options={"omnibus": True})
    assert any(line.startswith("If you take a trick with your jack of diamonds") for line in insight(with_jack.view))
    assert not any("jack" in line for line in insight(sit(HANDS | {2: "4C JD"}, "2C", viewer=2).view))


def test_a_moon_in_the_making_is_a_warning_and_split_points_are_none() -> None:
    trial = sit({0: "AC KC QC JC 10C 9C 8C 7C 6C 5C AH KH AS", 1: "2C", 2: "3C", 3: "4C"}, viewer=1)
    told = []
    while trial.table.phase == "tricks":
        decision = trial.table.decisions()[0]
        cards = decision.choices[0].cards
        best = max(cards, key=lambda card: (card[-1] == "C", cards.index(card))) if decision.seat == 0 else cards[-1]
        trial.do(decision.seat, Move("play", (best,)))
        told.append(any(line.startswith("Moon: the player on your right") for line in insight(trial.view)))
    assert told[-2]
    assert not told[4]


def test_notes_count_points_and_tricks() -> None:
    trial = sit(HANDS | {0: "2C 3H 4H"}, "2C 3C 4C AC KD 3H 5D 7D", voids={0: "D"})
    assert seat_note(trial.view, 3) == "took 1 point"
    assert seat_note(trial.view, 1) == "took 0 points"
    assert table_note(trial.view) == "trick 3 of 13, hearts broken"
    for phase in ("dealing", "counting", BETWEEN):
        trial.view.fold(Entered(phase))
        assert table_note(trial.view) == "", "no trick is played"


def test_a_spectator_is_told_nothing_of_hands() -> None:
    trial = sit(HANDS, "2C")
    trial.view.viewer = None
    assert insight(trial.view) == ()
    assert parse_cards("2C")[0] in trial.view.zone("trick")
