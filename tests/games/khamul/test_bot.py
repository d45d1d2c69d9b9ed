"""The bots of Khamul: what they do in positions that a player would recognise, and that they are fair."""

from collections.abc import Mapping
from random import Random

import pytest

from engine.api import (
    UNKNOWN,
    Card,
    Deal,
    Move,
    OptionValue,
    Seat,
    SelfPlay,
    Table,
    View,
    never,
    redact,
    redact_for_rejoin,
)
from engine.games.khamul.bot.beliefs import Mind
from engine.games.khamul.bot.explain import why_throw
from engine.games.khamul.bot.player import Hard
from engine.games.khamul.bot.policy import Plan
from engine.games.khamul.bot.rollout import play_out
from engine.games.khamul.bot.search import Guess
from engine.games.khamul.cards import PACK
from tests.games.tables import decision_of
from tests.games.trials import Trial, look_alikes, verify_blind, walk

from .positions import KHAMUL, act, begun, place, quiet, turn, view_of

ALL = ("random", "easy", "medium", "hard")
PEOPLE = ("easy", "medium", "hard")
GOOD = ("medium", "hard")
HIGH = "QH QD 10S 10H"


def advice(table: Table, seat: Seat, level: str, view: View | None = None) -> tuple[Move, str]:
    """What a bot does now in a seat, and why."""
    seen = view or view_of(table, seat)
    found = KHAMUL.bot(level).choose(seen, decision_of(table, seat), Random("same"), never)
    assert any(choice.admits(found.move) for choice in decision_of(table, seat).choices)
    return found.move, found.reason


def move_of(table: Table, seat: Seat, level: str) -> tuple[str, ...]:
    """The move as text: its verb, then its places."""
    move, _ = advice(table, seat, level)
    return (move.verb, *move.places)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_the_rounds(level: str, seats: int) -> None:
    lineup = [KHAMUL.bot(level if seat % 2 == 0 else "random") for seat in range(seats)]
    table = SelfPlay(KHAMUL, KHAMUL.meta.resolve({"limit": 500}), lineup, seed=f"legal {level}").play(2)
    assert len(table.scores) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"memory_aid": True},
        {"false_call": "reject", "strict_khamul": True},
        {"lock_caller": True, "match_powers": False},
        {"turn_cap": 2, "starter": "random"},
    ],
    ids=str,
)
@pytest.mark.parametrize("level", PEOPLE)
def test_every_level_plays_with_every_option(level: str, options: dict[str, OptionValue]) -> None:
    lineup = [KHAMUL.bot(level) for _ in range(4)]
    table = SelfPlay(KHAMUL, KHAMUL.meta.resolve({"limit": 500, **options}), lineup, seed="options").play(4)
    assert len(table.scores) == 4


# Fairness.


def with_unseen_swapped(trial: Trial, deal: Deal, chance: Random) -> Deal:
    """The deal with two cards changed over of which the viewer was told nothing; its own may be among them."""
    told = {card for event in trial.view.events for card in getattr(event, "cards", ())}
    one, other = chance.sample([card for card in PACK if card not in told], 2)
    names = {one: other, other: one}
    hands = {seat: tuple(names.get(card, card) for card in cards) for seat, cards in deal.hands.items()}
    return Deal(hands, tuple(names.get(card, card) for card in deal.stock), deal.dealer)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_was_not_shown_change_nothing(level: str, seats: int) -> None:
    pairs = list(
        look_alikes("khamul", seats, f"{level} {seats}", deals=5, tries=12, enough=12, change=with_unseen_swapped)
    )
    verify_blind(level, pairs, least=8)
    assert any(one.table.groups("slot", 0) != other.table.groups("slot", 0) for one, other in pairs)


def test_the_same_is_remembered_however_often_one_is_asked() -> None:
    table = begun(3, {0: "7C 8C 9C 10C"}, stock="5H 6H 4H 3H 2H AH")
    quiet(table, 3)
    assert {advice(table, 0, "easy") for _ in range(5)} == {advice(table, 0, "easy")}


# Matching.


@pytest.mark.parametrize("level", PEOPLE)
def test_what_was_seen_is_matched(level: str) -> None:
    table = begun(3, {1: "9S 7D 3C 4C"}, stock="7H")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert move_of(table, 1, level) == ("match", place(1, "2"))
    assert "Card 2 matches" in advice(table, 1, level)[1]
    assert "seven of hearts" in advice(table, 1, level)[1]


@pytest.mark.parametrize("level", PEOPLE)
def test_what_was_not_seen_is_not_matched(level: str) -> None:
    table = begun(3, {1: "9S 8D 7C 7S"}, stock="7H")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert move_of(table, 1, level) == ("pass",)


@pytest.mark.parametrize("level", PEOPLE)
def test_two_of_a_rank_are_matched_together(level: str) -> None:
    table = begun(3, {1: "7S 7D 3C 4C"}, stock="7H")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert move_of(table, 1, level) == ("match", place(1, "1"), place(1, "2"))


def kept_in_mind(level: str, rounds: int) -> int:
    """Of twenty cards seen at the beginning, how many a level still matches after so many rounds of turns."""
    kept = 0
    calm = "AH 2H 3H 4H 5H 6H 8H 9H 10H AD 2D 3D 4D 5D 6D 8D 9D 10D QD QH"
    for number in range(20):
        table = begun(2, {1: "7S JD KH KD"}, stock=f"{calm} 7H", starter=0, seed=f"{number}")
        table.deal = number  # another round of the match is remembered in another way
        view = View(KHAMUL, 2, table.options, 1)
        quiet(table, 2 * rounds)
        table.move((Card("7H"),), "stock", "discard")
        table.enter("matching")
        assert table.journal is not None
        table._finish_act(table.journal.records[-1].act)
        for place_of_event, event in enumerate(table.journal.events()):
            view.absorb(place_of_event, redact(event, 1, KHAMUL.plan))
        view.deal = number
        kept += KHAMUL.bot(level).choose(view, decision_of(table, 1), Random(0), never).move.verb == "match"
    return kept


def test_a_level_says_how_well_one_remembers() -> None:
    easy, medium, hard = (kept_in_mind(level, 1) for level in PEOPLE)
    assert easy > 14
    assert (medium, hard) == (20, 20)
    easy, medium, hard = (kept_in_mind(level, 3) for level in PEOPLE)
    assert 0 < easy < 20
    assert medium > 16
    assert hard == 20
    easy, medium, hard = (kept_in_mind(level, 7) for level in PEOPLE)
    assert easy == 0
    assert 0 < medium < 20
    assert hard == 20


@pytest.mark.parametrize("level", GOOD)
def test_a_match_is_made_in_the_own_turn_too(level: str) -> None:
    table = begun(2, {0: "2C 3C 9D 9S", 1: "7S 8D 3S 4C"}, stock="7H")
    quiet(table)
    assert move_of(table, 1, level) == ("match", place(1, "1"))


# Turns.


@pytest.mark.parametrize("level", PEOPLE)
def test_five_points_that_are_known_are_called(level: str) -> None:
    table = begun(2, {0: "9C 10C 9D 9S", 1: "7C 7D 2S AS"}, peeks={1: "1 2"}, stock="7H JC 5H 6H 3H")
    turn(table, 0, "draw", "discard", s1="match 1 2")
    assert move_of(table, 1, level)[0] != "khamul"  # two cards are left, and neither is known
    table = begun(2, {1: "7C 7D 2S AS"}, peeks={1: "3 4"}, stock="7H 5H 6H 3H 4H")
    turn(table, 0, "draw", "discard", s1="match 1 2")
    assert move_of(table, 1, level) == ("khamul",)
    assert "count 3" in advice(table, 1, level)[1]


@pytest.mark.parametrize("level", PEOPLE)
def test_six_points_are_not_called(level: str) -> None:
    table = begun(2, {1: "7C 7D 2S 4S"}, peeks={1: "3 4"}, stock="7H 5H 6H 3H 4H")
    turn(table, 0, "draw", "discard", s1="match 1 2")
    assert move_of(table, 1, level)[0] in ("draw", "take")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_low_card_takes_the_place_of_a_high_one(level: str) -> None:
    table = begun(2, {0: "2S QH 5D 6D"}, stock="AC")
    act(table, 0, "draw")
    assert move_of(table, 0, level) == ("swap", place(0, "2"))
    assert "your queen of hearts counts 20" in advice(table, 0, level)[1]


@pytest.mark.parametrize("level", PEOPLE)
def test_a_high_card_is_thrown(level: str) -> None:
    table = begun(2, {0: "2S 3S 5D 6D"}, stock="QH")
    act(table, 0, "draw")
    assert move_of(table, 0, level) == ("discard",)


@pytest.mark.parametrize("level", PEOPLE)
def test_an_ace_on_the_pile_is_taken_for_a_red_queen(level: str) -> None:
    table = begun(2, {1: "2S QH 5D 6D"}, stock="AC")
    quiet(table)
    assert move_of(table, 1, level) == ("take", place(1, "2"))
    assert "ace of clubs counts 1" in advice(table, 1, level)[1]


@pytest.mark.parametrize("level", PEOPLE)
def test_a_nine_on_the_pile_is_not(level: str) -> None:
    table = begun(2, {1: "2S 10H 5D 6D"}, stock="9C")
    quiet(table)
    assert move_of(table, 1, level) == ("draw",)
    assert "nine of clubs" in advice(table, 1, level)[1]


@pytest.mark.parametrize("level", GOOD)
def test_of_two_equal_cards_one_is_swapped_out_and_the_other_follows(level: str) -> None:
    table = begun(2, {0: "9S 9D 5D 6D"}, stock="8C")
    act(table, 0, "draw")
    assert move_of(table, 0, level) in (("swap", place(0, "1")), ("swap", place(0, "2")))
    assert "you can match with card" in advice(table, 0, level)[1]
    act(table, 0, "swap 1")
    assert move_of(table, 0, level) == ("match", place(0, "2"))


@pytest.mark.parametrize("level", GOOD)
def test_a_card_drawn_that_matches_is_thrown_so_that_its_like_can_follow(level: str) -> None:
    table = begun(2, {0: "9S 2D 5D 6D"}, stock="9C")
    act(table, 0, "draw")
    move, reason = advice(table, 0, level)
    assert move.verb == "discard"
    assert "card 1" in reason


@pytest.mark.parametrize("level", PEOPLE)
def test_where_nothing_can_be_drawn_the_top_is_taken_or_the_turn_passed(level: str) -> None:
    table = begun(2, {1: "2S QH 5D 6D"}, stock="9C")
    quiet(table)
    table.move(tuple(table.zones["stock"]), "stock", "open:0")
    table.renew()
    view = view_of(table, 1)
    view.zones["stock"] = []
    assert advice(table, 1, level, view)[0].verb == "take"
    for number in range(4):
        table.move(tuple(table.zones[f"slot:1:{number}"]), f"slot:1:{number}", "open:1")
    table.renew()
    view = view_of(table, 1)
    view.zones.update({"stock": [], **{f"slot:1:{number}": [] for number in range(4)}})
    assert advice(table, 1, level, view)[0].verb in ("pass", "khamul")


# Powers.


@pytest.mark.parametrize("level", PEOPLE)
def test_a_jack_looks_at_a_card_that_is_not_known(level: str) -> None:
    table = begun(2, {0: "2S 3S 5D 6D"}, stock="JC")
    turn(table, 0, "draw", "discard")
    assert move_of(table, 0, level) == ("look", place(0, "3"))
    assert "card 3" in advice(table, 0, level)[1]


@pytest.mark.parametrize("level", GOOD)
def test_a_jack_is_declined_when_all_are_known(level: str) -> None:
    table = begun(2, {0: "2S 3S 9D 9H"}, peeks={0: "3 4"}, stock="4C AC 5C KH JC")
    turn(table, 0, "draw", "swap 1")
    quiet(table)
    turn(table, 0, "draw", "swap 2")
    quiet(table)
    turn(table, 0, "draw", "discard")
    assert table.phase == "power"
    assert move_of(table, 0, level) == ("decline",)
    assert "You know all" in advice(table, 0, level)[1]


@pytest.mark.parametrize("level", PEOPLE)
def test_a_king_gets_rid_of_a_red_queen(level: str) -> None:
    table = begun(3, {0: "2S QH 5D 6D"}, stock="KC")
    turn(table, 0, "draw", "discard")
    verb, own, other = move_of(table, 0, level)
    assert (verb, own) == ("exchange", place(0, "2"))
    assert not other.startswith("slot:0")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_king_is_declined_when_all_that_is_known_is_low(level: str) -> None:
    table = begun(3, {0: "2S AH 7C 7D"}, peeks={0: "1 2"}, stock="7H 8C 8D KC")
    turn(table, 0, "draw", "discard", s0="match 3 4")
    quiet(table, 2)
    turn(table, 0, "draw", "discard")
    assert move_of(table, 0, level) == ("decline",)


def test_hard_takes_a_low_card_that_it_has_seen_in_another_hand() -> None:
    table = begun(3, {0: "2S QH 5D 6D", 2: "9C KD 8C 8D"}, stock="AC 4C 9S 3C KC")
    turn(table, 0, "draw", "discard", s2="match 2")  # the red king is shown to all by a mistake
    quiet(table, 2)
    turn(table, 0, "draw", "discard")
    assert table.phase == "power"
    assert move_of(table, 0, "hard") == ("exchange", place(0, "2"), place(2, "2"))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_possible_table_has_all_that_the_seat_remembers_and_can_be_played_out(seats: int) -> None:
    deal = Deal({}, (), 0)
    for number in range(10):
        trial = Trial("khamul", seats, 0, {}, deal, f"possible {number}")
        for _ in walk(trial, Random(number), most_acts=60):
            view = trial.view
            if view.phase not in ("turn", "deciding", "power"):
                continue
            mind = Mind.of(view, Hard.recall)
            guessed = Guess(view, mind).sample(Random(number))
            lying = [card for cards in guessed.zones.values() for card in cards]
            assert sorted(lying) == sorted(PACK)
            assert {zone: len(cards) for zone, cards in guessed.zones.items()} == {
                zone: len(cards) for zone, cards in view.zones.items()
            }
            for row in mind.rows.values():
                for where, kept in row.items():
                    assert kept.card in (UNKNOWN, guessed.zones[where][0])
            play_out(guessed)
            assert len(guessed.scores) == len(view.scores) + 1


@pytest.mark.parametrize("level", GOOD)
def test_a_queen_burdens_who_has_called(level: str) -> None:
    table = begun(3, {0: "AC 2C 2D KH", 1: "3H 4H 5H 6H"}, stock="QC")
    act(table, 0, "khamul")
    turn(table, 1, "draw", "discard")
    assert move_of(table, 1, level) == ("burden", "seat:0")


@pytest.mark.parametrize("level", GOOD)
def test_or_who_has_fewest_cards(level: str) -> None:
    table = begun(3, {1: "3H 4H 5H 6H", 2: "7C 7D 9D 10D"}, stock="7H QC")
    turn(table, 0, "draw", "discard", s2="match 1 2")
    turn(table, 1, "draw", "discard")
    assert move_of(table, 1, level) == ("burden", "seat:2")
    assert "two cards" in advice(table, 1, level)[1]


# What a person is told.


def test_advice_to_a_person_remembers_nothing_for_them() -> None:
    table = begun(2, {1: "7S QH 3S 4C"}, stock="7H")
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert table.journal is not None
    view = View(KHAMUL, 2, table.options, 1)
    for number, event in enumerate(redact_for_rejoin(list(table.journal.events()), 1, KHAMUL.plan)):
        view.absorb(number, event)
    move, reason = advice(table, 1, "hard", view)
    assert move.verb == "pass"
    assert "No card that you know matches" in reason


@pytest.mark.parametrize("level", PEOPLE)
def test_where_the_table_helps_memory_nothing_is_forgotten(level: str) -> None:
    table = begun(2, {1: "7S JD KH KD"}, stock="AH 2H 3H 4H 5H 6H 8H 9H 10H AD 2D 3D 4D 5D 7H", memory_aid=True)
    quiet(table, 14)
    act(table, 0, "draw")
    act(table, 0, "discard")
    assert move_of(table, 1, level) == ("match", place(1, "1"))


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("3D", "The three of diamonds counts 3, but keep the eight of hearts to match a later discard."),
        ("9D", "The nine of diamonds counts 9, and an unseen card counts about 7."),
        ("JD", "The jack of diamonds counts 10, and an unseen card counts about 7."),
    ],
)
def test_a_low_card_that_is_thrown_is_not_said_to_be_no_better(drawn: str, said: str) -> None:
    table = begun(2, {0: "8H AC 2C 4C"}, stock=drawn)
    act(table, 0, "draw")
    assert why_throw(Mind.of(view_of(table, 0), Hard.recall), Card(drawn), Plan(0.0, "")) == said


def test_a_power_is_said_to_be_worth_more_than_the_place() -> None:
    table = begun(2, {0: "QH AC 2C 4C"}, stock="KS")
    act(table, 0, "draw")
    said = why_throw(Mind.of(view_of(table, 0), Hard.recall), Card("KS"), Plan(0.0, ""))
    assert said == "The king of spades is more useful for its power than in place of the queen of hearts."


@pytest.mark.parametrize("level", ALL)
def test_every_move_comes_with_a_sentence(level: str) -> None:
    said = set()
    table = begun(4, seed="said")
    chance = Random("said")
    view = {seat: View(KHAMUL, 4, table.options, seat) for seat in range(4)}
    for _ in range(160):
        if table.scores:
            break
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        _catch_up(table, view)
        found = KHAMUL.bot(level).choose(view[decision.seat], decision, chance, never)
        said.add(found.reason)
        table.play(decision.seat, decision.id, found.move)
    assert all(reason[0].isupper() and reason.endswith(".") and "??" not in reason for reason in said)


def _catch_up(table: Table, views: Mapping[Seat, View]) -> None:
    assert table.journal is not None
    for seat, view in views.items():
        for number, event in enumerate(table.journal.events()):
            if number >= len(view.events):
                view.absorb(number, redact(event, seat, KHAMUL.plan))
