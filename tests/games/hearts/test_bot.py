"""The bots of Hearts: what they do in positions that a player would recognise, and that they are fair."""

from collections.abc import Mapping
from random import Random

import pytest

from engine.api import Card, Deal, Move, OptionValue, SelfPlay, View, find_game, never, parse_cards
from engine.games.hearts.bot.beliefs import Knowledge
from engine.games.hearts.bot.explain import reason_for
from engine.games.hearts.bot.passing import choose_moon
from engine.games.hearts.bot.policy import careful_card
from engine.games.hearts.bot.search import candidates, think
from engine.games.hearts.cards import PACK, PLACE, HouseRules, set_of
from tests.games.trials import Trial, look_alikes, verify_blind

from .positions import sit

HEARTS = find_game("hearts")
GOOD = ("medium", "hard")
ALL = ("random", "easy", "medium", "hard")
PRESETS = [preset.id for preset in HEARTS.meta.presets]


def card_of(trial: Trial, level: str) -> str:
    move = trial.advice(level)
    assert move.verb == "play"
    return move.cards[0]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_the_deals(level: str, preset: str) -> None:
    options = HEARTS.meta.resolve({**HEARTS.meta.preset(preset).options, "limit": 1000})
    lineup = [HEARTS.bot(level), HEARTS.bot("random"), HEARTS.bot(level), HEARTS.bot("medium")]
    table = SelfPlay(HEARTS, options, lineup, seed=f"legal {level}", clock=lambda: lambda: True).play(6)
    assert len(table.scores) == 6


@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str) -> None:
    verify_blind(level, look_alikes("hearts", 4, level, deals=6, most_asked=9), least=6)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_queen_goes_under_the_king(level: str) -> None:
    trial = sit({0: "5C QS 3S", 1: "6C", 2: "AC 4S", 3: "2C KS"}, "2C 5C 6C AC 4S KS")
    assert card_of(trial, level) == "QS"
    assert "queen" in trial.reason(level)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_queen_is_thrown_away_when_the_suit_led_is_not_held(level: str) -> None:
    trial = sit({0: "5C QS 3S 4C 7C 8C 9C 2H 4H 5H 6H 3H 7H", 1: "6C", 2: "AC 9D", 3: "2C 3D"}, "2C 5C 6C AC 9D 3D")
    assert card_of(trial, level) == "QS"


@pytest.mark.parametrize("level", GOOD)
def test_a_trick_with_the_queen_in_it_is_ducked(level: str) -> None:
    trial = sit({0: "5C AD 8D 2D", 1: "6C KD", 2: "AC 9D", 3: "2C QS"}, "2C 5C 6C AC 9D QS", voids={3: "D"})
    assert card_of(trial, level) in {"8D", "2D"}
    assert "under" in trial.reason("medium")


@pytest.mark.parametrize("level", GOOD)
def test_spades_are_not_led_from_under_the_queen(level: str) -> None:
    trial = sit({0: "AC QS 4S 2S 3D 2D 7D 3C 4C", 1: "6C KS", 2: "7C AS", 3: "2C"}, "2C AC 6C 7C")
    assert card_of(trial, level)[-1] != "S"


@pytest.mark.parametrize("level", GOOD)
def test_neither_ace_nor_king_of_spades_is_led_while_the_queen_is_out(level: str) -> None:
    trial = sit({0: "AC AS KS 3D 2D 7D 3C 4C", 1: "6C QS", 2: "7C", 3: "2C"}, "2C AC 6C 7C")
    assert card_of(trial, level) not in {"AS", "KS"}


def test_hard_takes_the_jack_of_diamonds_in_omnibus() -> None:
    hands = {0: "5C KD 2D", 1: "AC 4D", 2: "6C JD", 3: "2C 3D"}
    trial = sit(hands, "2C 5C AC 6C 4D JD 3D", options={"omnibus": True})
    assert card_of(trial, "hard") == "KD"
    assert card_of(trial, "medium") == "KD"
    assert "jack" in trial.reason("hard")


def endgame(hands: tuple[str, str, str, str], taken: tuple[str, str, str, str], leader: int, trick: str) -> Knowledge:
    """What seat 0 knows late in a deal; it has passed nothing."""
    held = [set_of(text.split()) for text in hands]  # type: ignore[arg-type]
    piles = tuple(set_of(text.split()) for text in taken)  # type: ignore[arg-type]
    table = tuple(PLACE[card] for card in trick.split())  # type: ignore[index]
    gone = sum(piles) + sum(1 << card for card in table)
    sizes = tuple(cards.bit_count() for cards in held)
    none = (0, 0, 0, 0)
    return Knowledge(0, HouseRules(), held[0], table, leader, piles, gone, True, sizes, none, none, none)


@pytest.mark.parametrize(
    ("hand", "trick", "card", "said"),
    [
        ("2H 8H JH AH", "4H 3H 6C", "AH", "You could avoid this trick with a low card"),
        ("8H JH AH", "4H 3H 6C", "AH", "You must win this trick"),
        ("2H 8H JH AH", "4H 3H", "8H", "You could avoid this trick with a low card"),
        (
            "8H JH AH",
            "4H 3H",
            "8H",
            "You must beat the four of hearts, so play your lowest card. The others still hold four higher hearts.",
        ),
        ("QS 7S", "6S 5S 2S", "QS", "You must win this trick"),
        ("QS 7S KH", "", "QS", "Your queen of spades will take"),
        ("KC KH", "", "KC", "Your king of clubs takes"),
        ("QC KH", "", "QC", "The other players hold one higher club"),
    ],
)
def test_the_reason_for_a_card_that_wins_says_what_is_true(hand: str, trick: str, card: str, said: str) -> None:
    known = endgame(
        (hand, "5D 9D 3D 4C", "6D 7D 8D 5C", "10D JD QD 6C"), ("", "AS KS", "AC", ""), 4 - len(trick.split()), trick
    )
    assert reason_for(known, PLACE[Card(card)]).startswith(said)


def chosen(known: Knowledge, level: str) -> str:
    if level == "medium":
        return PACK[careful_card(known)[0]]
    return PACK[think(known, Random(1), never).best[0]]


def spent_but(kept: str) -> str:
    """Every club, diamond and spade but these."""
    return " ".join(card for card in PACK if card[-1] != "H" and card not in kept.split())


@pytest.mark.parametrize("level", GOOD)
def test_a_trick_is_taken_from_who_has_all_the_points(level: str) -> None:
    collected = "3H 4H 5H 6H 7H 8H 9H " + spent_but("7D 8D")
    known = endgame(("KH 2H", "AH", "7D", "8D"), ("", collected, "", ""), 1, "QH 10H JH")
    assert chosen(known, level) == "KH"


@pytest.mark.parametrize("level", GOOD)
def test_no_heart_is_thrown_to_who_has_all_the_points(level: str) -> None:
    collected = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH AH " + spent_but("6D 7D 8D AC 2C 3C")
    known = endgame(("KH 6D", "QH", "7D", "8D"), ("", collected, "", ""), 1, "AC 2C 3C")
    assert chosen(known, level) == "6D"


def test_hard_shoots_the_moon_with_the_hand_for_it() -> None:
    monster = parse_cards("AS KS QS JS AH KH QH JH 10H AC KC AD KD")
    bots = [HEARTS.bot("hard"), *(HEARTS.bot("easy") for _ in range(3))]
    self_play = SelfPlay(HEARTS, HEARTS.meta.resolve({}), bots, seed="moon", deal=Deal({0: monster}, (), 0))
    assert self_play.play(1).scores[0].points == (0, 26, 26, 26)


def passed_by(level: str, hand: str, options: Mapping[str, OptionValue] | None = None) -> set[str]:
    deal = Deal({0: parse_cards(hand)}, (), 0)
    return set(Trial("hearts", 4, 0, options or {}, deal, "pass").advice(level).cards)


@pytest.mark.parametrize("level", GOOD)
def test_an_unguarded_queen_is_passed(level: str) -> None:
    assert "QS" in passed_by(level, "QS 3S 2C 4C 7C 9C 3D 5D 8D 2H 4H 6H 7H")


@pytest.mark.parametrize("level", GOOD)
def test_a_well_guarded_queen_is_kept(level: str) -> None:
    assert "QS" not in passed_by(level, "QS 3S 4S 6S 8S 9S AC KC 3D KD 2H AH KH")


@pytest.mark.parametrize("level", GOOD)
def test_ace_and_king_of_spades_are_passed_when_they_stand_alone(level: str) -> None:
    assert {"AS", "KS"} <= passed_by(level, "AS KS 2C 3C 4C 6C 2D 3D 5D 6D 2H 3H 5H")


def moon_choice(totals: tuple[int, int, int, int]) -> str:
    game = HEARTS
    view = View(game, 4, game.meta.resolve({"moon": "choice"}), 0)
    view.totals = list(totals)
    return choose_moon(view).move.verb


def test_rule_7_4_the_shooter_ends_the_match_only_when_that_wins_it() -> None:
    assert moon_choice((80, 90, 60, 40)) == "self26"
    assert moon_choice((30, 90, 60, 40)) == "others26"
    assert moon_choice((30, 31, 60, 40)) == "others26"


def test_thinking_stops_when_time_is_up_and_still_answers() -> None:
    trial = sit({0: "AC 3D 2D 7D 3C 4C", 1: "6C", 2: "7C", 3: "2C"}, "2C AC 6C 7C")
    evaluation = think(Knowledge.of(trial.view), Random(1), lambda: True)
    assert evaluation.samples == 1
    assert trial.asked().choices[0].admits(Move("play", (PACK[evaluation.best[0]],)))


def test_equal_cards_are_thought_about_once() -> None:
    trial = sit({0: "AC 3D 4D 5D 9D 4C", 1: "6C 6D", 2: "7C 7D", 3: "2C 8D"}, "2C AC 6C 7C")
    known = Knowledge.of(trial.view)
    told = {PACK[card] for card in candidates(known, tuple(PLACE[Card(c)] for c in ("3D", "4D", "5D", "9D")))}
    assert told == {"5D", "9D"}
