"""What a player of Solo is told besides the cards: only what its own view holds."""

import pytest

from engine.api import View, redact
from engine.games.solo.hints import insight, seat_note, table_note
from tests.games.trials import Trial

from .positions import say, sit

FOUR = {0: "QC KH 9D 7C", 1: "QS AD 8C 7H", 2: "AH 7D KC", 3: "AS 10C JH"}
WON = "ask pass pass pass"


def lines(trial: Trial, seat: int | None) -> str:
    """What a viewer is told, as one text."""
    view = View(trial.game, 4, trial.table.options, seat)
    assert trial.table.journal is not None
    for number, event in enumerate(trial.table.journal.events()):
        view.absorb(number, redact(event, seat, trial.game.plan))
    return "\n".join(insight(view))


def test_trumps_are_counted_for_every_suit_before_they_are_named() -> None:
    told = lines(sit({0: "QC 7C 8C AH 9H 10H JD AS", 1: "QS"}), 0)
    assert "Your trumps: 4 if hearts are trumps, 3 if clubs, 2 if diamonds, 2 if spades." in told


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("QC 7C QS AC KC JC AD AH", "tout in color (clubs)"),
        ("QC 7H AH KH 9H 8H 8D 9S", "solo in hearts"),
        ("QC KH JH 9H AD 8D 9S 8C", "simple in hearts"),
    ],
)
def test_the_rung_that_a_hand_is_worth(hand: str, worth: str) -> None:
    told = lines(sit({0: hand}), 0)
    assert f"Best bid: {worth}" in told


def test_a_hand_that_is_worth_nothing() -> None:
    assert "Even your best bid now, " in lines(sit({0: "7C 8D 9H 10S 7S 8H 9D JC", 1: "QC", 2: "QS"}), 0)


def test_the_duty_of_the_queens_is_told_to_their_holder_alone() -> None:
    trial = sit({0: "QC QS"})
    assert "both black queens" in lines(trial, 0)
    assert not any("queens" in lines(trial, seat) for seat in (1, 2, 3))


def test_the_secret_partner_is_told_and_nobody_else() -> None:
    trial = sit(FOUR, WON, "simple C AH")
    assert "You hold AH: you are the secret partner." in lines(trial, 2)
    assert "The player with AH is your partner. AH has not been played yet." in lines(trial, 0)
    for seat in (1, 3):
        assert "The player with AH is the partner. AH has not been played yet." in lines(trial, seat)
    assert "Declarer and partner need 5 together." in lines(trial, 0)


def test_when_the_card_has_fallen_everybody_knows_his_friend() -> None:
    trial = sit(FOUR, WON, "simple C AH", "KH 7H AH")
    assert "Your partner is the player across." in lines(trial, 0)
    assert "Your partner is the player across." in lines(trial, 2)
    assert "You defend together with the player across." in lines(trial, 1)
    assert seat_note(trial.view, 2) == "partner"


def test_who_called_an_own_card_is_told_so() -> None:
    trial = sit({0: "QC AS KS", 1: "QS"}, WON, "simple S AS")
    assert "You hold AS and play alone." in lines(trial, 0)
    assert "The player with AS is the partner" in lines(trial, 1)


def test_an_own_card_that_has_fallen_is_known() -> None:
    trial = sit({0: "QC AH KH", 1: "QS 7H", 2: "8H", 3: "9H"}, WON, "simple S AH", "AH 7H 8H 9H")
    assert "called their own card and plays alone" in lines(trial, 1)
    assert "You need 4 more tricks to defeat the game." in lines(trial, 1)


def test_trumps_held_and_trumps_out() -> None:
    trial = sit({0: "QC 7C AC KC JC 10C 9C 8C", 1: "QS"}, WON, "solo C")
    assert "You hold 8 trumps. The others hold only QS." in lines(trial, 0)
    assert "You hold 1 trump. The others hold 8 trumps, and the highest is QC." in lines(trial, 1)
    assert "You hold no trumps. The others hold 9 trumps, and the highest is QC." in lines(trial, 2)


def test_tricks_are_counted_for_the_own_side() -> None:
    trial = sit({0: "AD QC", 1: "9D", 2: "8D", 3: "7D QS"}, WON, "solo S", "AD 9D 8D 7D")
    assert "Your side has 1 of the 5 tricks that it needs." in lines(trial, 0)
    assert "You need 4 more tricks to defeat the game." in lines(trial, 1)


LONG = {
    0: "QC 7S AS KS JS 10S 9S AD",
    1: "QS 7D 8D 9D 10D JD QD KD",
    2: "8S 7H 8H 9H 10H JH QH KH",
    3: "AH 7C 8C 9C 10C JC KC AC",
}
FIVE = "QC QS 8S 7C 7S 7D 7H 8C AS 8D 8H 9C KS 9D 9H 10C JS 10D 10H JC"
"""Five tricks for seat 0, with spades as trumps."""


@pytest.mark.parametrize("game", ["solo S", "simple S AH", "simple S AD"])
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_game_that_is_made_is_not_to_be_defeated_any_more(game: str, seat: int) -> None:
    assert "The game is made." in lines(sit(LONG, WON, game, FIVE), seat)
    assert "The game is made." not in lines(sit(LONG, WON, game, FIVE.removesuffix("JS 10D 10H JC")), seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_is_lost_is_lost_for_either_side(seat: int) -> None:
    assert "The game is lost." in lines(sit(LONG, WON, "tout S", "AD KD 8S 7C"), seat)


def test_notes_of_seats_and_table_are_public() -> None:
    trial = sit(FOUR, "ask query")
    assert table_note(trial.view) == "bid: simple in suit, asked for a simple in color"
    say(trial, "hold")
    assert seat_note(trial.view, 0) == "bidder"
    assert table_note(trial.view) == "bid: simple in color (5 tricks with a partner)"
    played = sit(FOUR, WON, "simple C AH", "9D AD 7D")
    assert table_note(played.view) == "simple in color (clubs), trick 1 of 8, AH called"
    assert seat_note(played.view, 0) == "declarer"
    assert seat_note(played.view, 2) == ""
    fallen = sit(FOUR, WON, "simple C AH", "KH 7H AH")
    assert table_note(fallen.view) == "simple in color (clubs), trick 1 of 8", "the card has fallen"


def test_a_spectator_is_told_nothing_of_hands() -> None:
    assert lines(sit(FOUR, WON, "simple C AH"), None) == ""
