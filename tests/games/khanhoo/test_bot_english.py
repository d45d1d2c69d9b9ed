"""The bots of Khanhoo at English tables: shown takes, orphan, caches, bumps upon one's honour; they are fair."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.api import Card, Deal, Move, SelfPlay, find_game, never, parse_cards
from engine.games.khanhoo.bot.beliefs import Knowledge, cannot_be_true
from engine.games.khanhoo.bot.policy import best_quartette, gain_by_quartette, spare_trio
from engine.games.khanhoo.bot.search import Evaluator
from engine.games.khanhoo.bot.valuation import Prospects
from engine.games.khanhoo.melds.solver import best_value
from engine.games.khanhoo.pack import book_of, complete_options
from engine.model.moves import Choice
from tests.games.trials import Trial, look_alikes, verify_blind

from ...harness.slow import slow
from .positions import options_of

KHANHOO = find_game("khanhoo")
ALL = ("random", "easy", "medium", "hard")
PEOPLE = ("easy", "medium", "hard")
TRIOS: dict[str, Any] = {"trio_quartette_cache": True}
HONOUR: dict[str, Any] = {"honour_bumps": True}
IDLE = "2H 4H 7H 9H 2D 6D 8D 4C 6C 9C JS"
"""Eleven cards without a meld, and with none that a five of hearts would make."""


def trial(
    seats: int, viewer: int, hands: Mapping[int, str], *, stock: str = "", seed: str = "english", **options: Any
) -> Trial:
    """A table of the English game at which seat 0 is the eldest."""
    dealt = {seat: parse_cards(text) for seat, text in hands.items()}
    given = {**KHANHOO.meta.preset("english").options, "orphan": False, **options}
    return Trial("khanhoo", seats, viewer, given, Deal(dealt, parse_cards(stock), seats - 1), seed)


def move(verb: str, cards: str = "", *places: str) -> Move:
    return Move(verb, parse_cards(cards), places)


def cached(thrown: str, *, viewer: int = 1, **options: Any) -> Trial:
    """Seat 1 has laid a cache of fives and thrown a king; seat 2 has thrown a card."""
    table = trial(3, viewer, {0: "KS", 1: f"5H 5H 5H KS {IDLE}", 2: thrown}, **{**TRIOS, **options})
    table.do(0, move("discard", "KS"))
    table.do(1, move("leave"))
    table.do(2, move("pass"))
    table.do(None, None)
    table.do(1, move("cache", "5H 5H 5H"))
    table.do(1, move("discard", "KS"))
    table.do(2, move("leave"))
    table.do(0, move("pass"))
    table.do(None, None)
    table.do(2, move("discard", thrown))
    return table


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, HONOUR),
        *slow(
            [
                (2, {}),
                (4, {}),
                (4, {"copies": 3, **TRIOS}),
                (5, {**TRIOS, **HONOUR}),
                (8, {}),
                (6, {**TRIOS, "jokers": 5, "expose_taken_discard": False}),
            ]
        ),
    ],
)
def test_every_level_plays_legal_moves_to_the_end_of_the_deals(level: str, seats: int, options: dict[str, Any]) -> None:
    lineup = [KHANHOO.bot(level if seat % 2 == 0 else "random") for seat in range(seats)]
    table = SelfPlay(KHANHOO, options_of("english", target=1000, **options), lineup, seed=f"legal {level}").play(2)
    assert len(table.scores) == 2


@pytest.mark.parametrize("level", ALL)
@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {**TRIOS, **HONOUR}), (5, {"copies": 3})])
def test_cards_that_a_seat_may_not_know_change_nothing(level: str, seats: int, options: dict[str, Any]) -> None:
    given = {**KHANHOO.meta.preset("english").options, "orphan": False, **options}
    verify_blind(level, look_alikes("khanhoo", seats, f"{level} {seats}", given, most_asked=5, tries=12), least=4)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_makes_a_khanhoo_is_taken_and_shown(level: str) -> None:
    table = trial(3, 1, {0: "3D", 1: "AH 2C 4H 4C 4D JS QS KS 6H 8H 9C 6C 8D 2D AD"})
    table.do(0, move("discard", "3D"))
    advice = table.advice(level)
    assert advice == move("take", "AH 2C")
    assert "khanhoo" in table.reason(level)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_would_break_a_better_meld_is_left(level: str) -> None:
    table = trial(3, 1, {0: "AD", 1: "AH 2C 3D AC 4H 4C 4D JS QS KS 5H 6H 7H 8D 9C"})
    table.do(0, move("discard", "AD"))
    assert table.advice(level) == move("leave")


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_good_players_decline_to_be_the_orphan(level: str) -> None:
    table = Trial("khanhoo", 4, 0, options_of("english"), Deal({}, (), 3), "orphan")
    bot = KHANHOO.bot(level)
    answers = {
        bot.choose(table.view, table.table.decisions()[0], Random(number), never).move.verb for number in range(40)
    }
    assert answers == {"decline"}


def test_an_easy_player_is_tempted_at_times() -> None:
    table = Trial("khanhoo", 4, 0, options_of("english"), Deal({}, (), 3), "orphan")
    bot = KHANHOO.bot("easy")
    advice = [bot.choose(table.view, table.table.decisions()[0], Random(number), never) for number in range(40)]
    assert 3 < sum(each.move.verb == "orphan" for each in advice) < 20
    assert all(each.reason.endswith(".") for each in advice)


@pytest.mark.parametrize("level", PEOPLE)
def test_the_fourth_card_to_a_cache_is_claimed(level: str) -> None:
    table = cached("5H")
    assert table.advice(level) == move("cache_bump")
    assert "end the deal" in table.reason(level)


@pytest.mark.parametrize("level", PEOPLE)
def test_four_equal_cards_end_the_deal(level: str) -> None:
    table = trial(3, 0, {0: f"5H 5H 5H 5H {IDLE} KS"}, **TRIOS)
    assert table.advice(level) == move("quartette", "5H 5H 5H 5H")


@pytest.mark.parametrize("level", PEOPLE)
def test_going_out_for_more_is_better_than_a_quartette(level: str) -> None:
    table = trial(3, 0, {0: "5H 5H 5H 5H AH AH 2C 2C 3D 3D 6H 6H 6H 7C 7C 7C"}, **TRIOS)
    # Out with a five thrown: three trios and the double khanhoo, 33 points; the quartette and the rest are 39.
    assert table.advice(level).verb == "quartette"
    table = trial(3, 0, {0: "5H 5H 5H AH AH 2C 2C 3D 3D 6H 6H 6H 7C 7C 7C JS"}, **TRIOS)
    assert table.advice(level).verb == "out"


@pytest.mark.parametrize("level", PEOPLE)
def test_three_equal_cards_that_can_be_spared_are_laid_aside(level: str) -> None:
    table = trial(3, 0, {0: f"5H 5H 5H KS QS {IDLE}"}, **TRIOS)
    assert table.advice(level) == move("cache", "5H 5H 5H")
    assert "fourth" in table.reason(level)


def test_a_cache_that_would_cost_a_better_meld_is_not_laid() -> None:
    book = book_of(complete_options(options_of("english", **TRIOS), 3))
    three = Choice("cache", sets=(parse_cards("AH AH AH"),))
    assert spare_trio(three, parse_cards(f"AH AH AH 2C 2C 3D 3D {IDLE}"), book) is None
    assert spare_trio(three, parse_cards(f"AH AH AH {IDLE} KS"), book) == parse_cards("AH AH AH")
    assert spare_trio(three, parse_cards("AH AH AH KS KS"), book) is None  # one card would be left, and make no meld


def test_who_counts_lays_no_cache_whose_fourth_is_gone() -> None:
    table = trial(3, 1, {0: "5H", 1: f"5H 5H 5H KS {IDLE}"}, stock="QS", expose_taken_discard=False, **TRIOS)
    table.do(0, move("discard", "5H"))
    table.do(1, move("leave"))
    table.do(2, move("pass"))
    table.do(None, None)
    assert Evaluator(Knowledge.of(table.view), never).cache(table.asked().choice("cache")) is None
    assert table.advice("easy").verb == "cache"


def test_the_hard_bot_fears_the_fourth_card_to_a_cache() -> None:
    table = cached("KS", viewer=2)
    evaluator = Evaluator(Knowledge.of(table.view), never)
    waiting = [card for card in evaluator.known.hand if evaluator.known.live[card] >= 3 and card != "*"]
    others = [card for card in evaluator.known.hand if evaluator.known.live[card] < 3]
    assert waiting
    assert min(map(evaluator.danger, waiting)) > 1
    assert all(evaluator._chance_of_fourth(card) == 0 for card in others)


def test_what_a_quartette_adds() -> None:
    book = book_of(complete_options(options_of("english", **TRIOS), 3))
    hand = parse_cards("5H 5H 5H 5H AH 2C 3D 9H")
    assert gain_by_quartette(hand[:4], hand, book) == 12 + 5
    assert (
        gain_by_quartette(parse_cards("9H"), parse_cards("9H AH 2C 3D"), book) == 6 + 5
    )  # the cache counts six already
    assert gain_by_quartette((), parse_cards("AH 2C 3D"), book) == 6 + 5
    assert best_quartette(None, hand, book) is None


@pytest.mark.parametrize("level", PEOPLE)
def test_upon_ones_honour_a_bump_is_called_by_its_kind_and_laid(level: str) -> None:
    table = trial(3, 2, {0: "3D", 2: f"AH 2C KS QS {IDLE}"}, **HONOUR)
    table.do(0, move("discard", "3D"))
    assert table.advice(level) == move("bump", "", "khanhoo")
    table.do(1, move("leave"))
    table.do(2, move("bump", "", "khanhoo"))
    table.do(None, None)
    table.do(0, move("accept"))
    table.do(1, move("accept"))
    table.do(None, None)
    assert table.advice(level) == move("lay", "AH 2C")


@pytest.mark.parametrize("level", PEOPLE)
def test_nobody_bluffs(level: str) -> None:
    table = trial(3, 2, {0: "3D", 2: f"AC 3C KS QS {IDLE}"}, **HONOUR)
    table.do(0, move("discard", "3D"))
    assert table.advice(level) == move("pass")


def called(hand: str, kind: str) -> Trial:
    """Seat 2 has called a bump of the three of diamonds; seat 1 with this hand is asked what it thinks of that."""
    table = trial(3, 1, {0: "3D", 1: hand}, seed="called", jokers=1, **HONOUR)
    table.do(0, move("discard", "3D"))
    table.do(1, move("leave"))
    table.do(2, move("bump", "", kind))
    table.do(None, None)
    return table


def test_a_bump_that_cannot_be_true_is_known_by_the_cards_one_holds() -> None:
    assert cannot_be_true(called(f"AH AH * {IDLE} KS", "khanhoo").view, 2)
    assert not cannot_be_true(called(f"AH AH {IDLE} KS KS", "khanhoo").view, 2)  # the joker may stand for the ace
    assert not cannot_be_true(called(f"AH * {IDLE} KS KS", "khanhoo").view, 2)
    assert cannot_be_true(called(f"AH * {IDLE} KS KS", "double khanhoo").view, 2)


def test_easy_believes_medium_counts_and_hard_loses_nothing_by_doubting() -> None:
    plain, false = called(f"{IDLE} KS KS QS QS", "khanhoo"), called(f"AH AH * {IDLE} KS", "khanhoo")
    doubt = move("challenge", "", "seat:2")
    assert [table.advice("easy").verb for table in (plain, false)] == ["accept", "accept"]
    assert [table.advice("medium").verb for table in (plain, false)] == ["accept", "challenge"]
    assert [table.advice("hard") for table in (plain, false)] == [doubt, doubt]
    assert "cannot be true" in false.reason("hard")
    assert "costs nothing" in plain.reason("hard")


@pytest.mark.parametrize("level", PEOPLE)
def test_the_last_card_can_only_go_out(level: str) -> None:
    table = trial(3, 1, {0: "6H"}, expose_taken_discard=False)
    table.table.zones["hand:1"] = []  # as if all fifteen cards of the seat were laid
    table.view.zones["hand:1"] = []
    table.do(0, move("discard", "6H"))
    table.do(1, move("take"))
    table.do(2, move("pass"))
    table.do(None, None)
    assert table.advice(level) == move("out", "6H")


def test_prospects_know_four_copies_and_five_jokers() -> None:
    book = book_of(complete_options(options_of("english", jokers=5, **TRIOS), 6))
    prospects = Prospects(book, lambda card, is_run: 0.0, step=0.0)
    for hand in ("5H 5H 5H 5H 6H 6H 6H", "AH AH AH AH 2C 2C 2C 2C 3D 3D 3D 3D", "* * * * * KS", "KS KS KS * 9H 9H"):
        assert 0 < prospects.worth(parse_cards(hand)) <= best_value(parse_cards(hand), book)
    assert prospects.worth(parse_cards("5H 5H 5H 5H 6H 6H 6H")) == 18
    assert prospects.worth([Card("*")] * 5) == 0


def test_bots_play_on_when_a_seat_has_left() -> None:
    lineup = [KHANHOO.bot(level) for level in ("hard", "medium", "easy", "hard")]
    self_play = SelfPlay(KHANHOO, options_of("english", target=1000), lineup, seed="left")
    self_play.play(1)
    self_play._tell(self_play.table.drop(2))
    table = self_play.play(2)
    assert len(table.scores) == 2
    assert table.scores[1].points[2] == 0
