"""The bots of Khanhoo: what they do in positions that a player would recognise, and that they are fair."""

from collections import Counter
from random import Random

import pytest

from engine.api import Advice, Bot, Card, Deal, Decision, Move, SelfPlay, View, find_game, never, parse_cards
from engine.games.khanhoo.bot.beliefs import Knowledge
from engine.games.khanhoo.bot.policy import can_finish, is_lost_by_going_out, less
from engine.games.khanhoo.bot.search import Evaluator, finishing_cards
from engine.games.khanhoo.bot.valuation import Prospects
from engine.games.khanhoo.melds.solver import best_value, cover_value, last_throws
from engine.games.khanhoo.pack import book_of
from engine.play.bot import OutOfTime
from tests.games.trials import Trial, look_alikes, verify_blind, walk

KHANHOO = find_game("khanhoo")
OPTIONS = KHANHOO.meta.resolve({})
BOOK = book_of(OPTIONS)
LONG = KHANHOO.meta.resolve({"target": 1000})
ALL = ("random", "easy", "medium", "hard")
PEOPLE = ("easy", "medium", "hard")
GOOD = ("medium", "hard")

COVERED = "AH 2S 3D 4H 4S 4D JC QC KC 5H 6H 7H 5S 6S 7S"
"""Fifteen cards, all in melds."""


def opened(hand: str, *, seats: int = 3, viewer: int = 0, hands: dict[int, str] | None = None) -> Trial:
    """The eldest, seat 0, holds these sixteen cards; the others what is said, or anything."""
    dealt = {0: parse_cards(hand), **{seat: parse_cards(text) for seat, text in (hands or {}).items()}}
    return Trial("khanhoo", seats, viewer, {}, Deal(dealt, (), seats - 1), "opened")


def thrown_at(hand: str, card: str, *, seats: int = 3, viewer: int = 1, rest: str = "") -> Trial:
    """Seat 0 has thrown a card; `viewer` holds these fifteen."""
    trial = Trial(
        "khanhoo",
        seats,
        viewer,
        {},
        Deal({0: parse_cards(f"{card} {rest}"), viewer: parse_cards(hand)}, (), seats - 1),
        "thrown",
    )
    trial.do(0, Move("discard", (Card(card),)))
    return trial


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ALL)
def test_every_level_plays_legal_moves_to_the_end_of_the_deals(level: str, seats: int) -> None:
    lineup = [KHANHOO.bot(level if seat % 2 == 0 else "random") for seat in range(seats)]
    table = SelfPlay(KHANHOO, LONG, lineup, seed=f"legal {level}").play(1)
    assert len(table.scores) == 1


@pytest.mark.parametrize("level", PEOPLE)
def test_every_level_plays_where_a_taken_discard_is_shown(level: str) -> None:
    options = KHANHOO.meta.resolve(
        {"expose_taken_discard": True, "aces_max": 5, "ace_triplets": True, "split_runs": False}
    )
    table = SelfPlay(KHANHOO, options, [KHANHOO.bot(level) for _ in range(3)], seed="shown").play(1)
    assert len(table.scores) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ALL)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str, seats: int) -> None:
    verify_blind(level, look_alikes("khanhoo", seats, f"{level} {seats}"), least=4)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_hand_that_is_complete_goes_out(level: str) -> None:
    trial = opened(f"{COVERED} 9D")
    assert trial.advice(level) == Move("out", (Card("9D"),))
    assert "out" in trial.reason(level)


@pytest.mark.parametrize("level", PEOPLE)
def test_the_last_card_is_the_one_that_leaves_most(level: str) -> None:
    # With either seven of spades thrown the hand is complete; the double khanhoo must stay whole.
    trial = opened("AH AH 2S 2S 3D 3D 4H 4S 4D JC QC KC 5H 6H 7H 8H")
    out = trial.advice(level)
    assert out.verb == "out"
    assert out.cards in {(Card("5H"),), (Card("8H"),)}


@pytest.mark.parametrize("level", GOOD)
def test_khanhoo_cards_are_kept(level: str) -> None:
    trial = opened("AH 2S 3D JC QC KC 4H 4S 4D 9D 6D 7H 5S 9S 2H 8D")
    move = trial.advice(level)
    assert move.verb == "discard"
    assert not set(move.cards) & {"AH", "2S", "3D", "JC", "QC", "KC", "4H", "4S", "4D"}


@pytest.mark.parametrize("level", PEOPLE)
def test_the_joker_is_not_thrown(level: str) -> None:
    trial = opened("* AH 4D 9S 6H 2D 7S JC 8D 3H 5S AS 9D 6S 2H 8H")
    assert trial.advice(level).cards != (Card("*"),)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_completes_the_hand_is_taken_in_turn(level: str) -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC KC 5H 6H 7H 5S 6S 7S 9D", "3D", rest="2H 3H 8H 9H")
    assert trial.advice(level) == Move("take")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_discard_that_goes_with_nothing_is_left(level: str) -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC KC 5H 6H 7H 5S 6S 7S AD", "9D", rest="2H 3H 8H 9H")
    assert trial.advice(level) == Move("leave")


@pytest.mark.parametrize("level", PEOPLE)
def test_a_bump_that_wins_the_khanhoo_is_made(level: str) -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC 9D 5H 7H 2D 5S 8S 7S AS", "3D", viewer=2, rest="2H 3H 8H 9H")
    move = trial.advice(level)
    assert move.verb == "bump"
    assert set(move.cards) == {"AH", "2S"}
    assert "khanhoo" in trial.reason(level)


@pytest.mark.parametrize("level", PEOPLE)
def test_a_bump_that_would_break_a_better_meld_is_not_made(level: str) -> None:
    # The third ace makes aces for one point, and would cost the khanhoo its ace.
    trial = thrown_at("AH 2S 3D AS 4H 4S 4D JC QC KC 5H 6H 7H 8D 9S", "AD", viewer=2, rest="2H 3H 8H 9H")
    assert trial.advice(level) == Move("pass")


@pytest.mark.parametrize("level", PEOPLE)
def test_no_bump_leaves_a_hand_that_cannot_finish(level: str) -> None:
    # Where five aces are a meld, a bump could leave two cards, which never are one.
    assert [can_finish(count) for count in (0, 1, 2, 3, 6, 12)] == [True, False, False, True, True, True]
    view = View(KHANHOO, 3, KHANHOO.meta.resolve({"aces_max": 4}), 2)
    assert view.hand == []
    trial = Trial("khanhoo", 3, 2, {"aces_max": 4}, Deal({}, (), 2), f"finish {level}")
    for _ in walk(trial, Random(level), most_acts=60):
        move = trial.advice(level)
        if move.verb == "bump":
            assert can_finish(len(trial.view.hand) - len(move.cards) - 1)


@pytest.mark.parametrize("level", PEOPLE)
def test_without_a_stock_the_card_is_claimed_and_so_defended(level: str) -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC 9D 5H 7H 2D 5S 8S 7S AS", "6D", seats=4, rest="2H 3H 8H 9H")
    assert trial.advice(level) == Move("take")


def test_going_out_is_put_off_only_if_it_loses_the_match() -> None:
    view = View(KHANHOO, 3, OPTIONS, 0)
    view.totals = [10, 49, 20]
    assert not is_lost_by_going_out(view, 6)
    view.totals = [10, 52, 20]
    assert is_lost_by_going_out(view, 6)
    view.totals = [40, 52, 20]
    assert not is_lost_by_going_out(view, 8)


def told(trial: Trial) -> Knowledge:
    return Knowledge.of(trial.view)


def test_live_cards_are_those_that_are_nowhere_to_be_seen() -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC 9D 5H 7H 2D 5S 8S 7S AS", "3D", viewer=2, rest="2H 3H 8H 9H")
    known = told(trial)
    assert known.live.total() == 61 - 15 - 1
    assert known.live["3D"] == 1  # type: ignore[index]
    assert known.live["4D"] == 1  # type: ignore[index]
    trial.do(1, Move("leave"))
    trial.do(2, Move("bump", trial.table.deck.sort(parse_cards("AH 2S"))))
    trial.do(None, None)
    known = told(trial)
    assert known.laid == (0, 0, 5)
    assert known.live.total() == 61 - 16


def test_a_card_taken_in_turn_is_known_to_be_held_until_it_is_thrown() -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC 9D 5H 7H 2D 5S 8S 7S AS", "6D", viewer=2, rest="2H 3H 8H 9H")
    trial.do(1, Move("take"))
    trial.do(2, Move("pass"))
    trial.do(None, None)
    known = told(trial)
    assert known.held[1] == Counter({Card("6D"): 1})
    assert known.chance_held(1, Card("6D")) == 1.0
    assert known.live["6D"] == 1  # type: ignore[index]


def test_finishing_cards_agree_with_trying_every_card() -> None:
    chance = Random(4)
    pack = [face for face in BOOK.faces for _ in range(2)] + [Card("*")]
    found = 0
    for _ in range(60):
        hand = list(parse_cards(COVERED))
        for _ in range(2):
            hand.remove(chance.choice(hand))
        left = list((Counter(pack) - Counter(hand)).elements())
        hand += chance.sample(left, 2)
        tried = set()
        for face in (*BOOK.faces, Card("*")):
            if Counter(hand)[face] < (1 if face == "*" else 2):
                more = [*hand, face]
                if any(cover_value(_less(more, card), BOOK) is not None for card in set(more)):
                    tried.add(face)
        told_faces = {face for face in finishing_cards(tuple(sorted(hand)), BOOK) if Counter(hand)[face] < 2}
        assert {face for face in told_faces if Counter(hand)[face] < (1 if face == "*" else 2)} == tried
        found += bool(tried)
    assert found > 10


def _less(cards: list[Card], card: Card) -> list[Card]:
    left = list(cards)
    left.remove(card)
    return left


def test_without_hope_prospects_are_the_best_division() -> None:
    chance = Random(5)
    pack = [face for face in BOOK.faces for _ in range(2)] + [Card("*")]
    prospects = Prospects(BOOK, lambda card, is_run: 0.0, step=0.0)
    for _ in range(150):
        hand = chance.sample(pack, 15)
        assert prospects.worth(hand) == best_value(hand, BOOK)


def test_hope_never_lowers_the_worth_of_a_hand_and_more_hope_is_worth_more() -> None:
    chance = Random(6)
    pack = [face for face in BOOK.faces for _ in range(2)] + [Card("*")]
    little = Prospects(BOOK, lambda card, is_run: 0.2, step=0.5)
    much = Prospects(BOOK, lambda card, is_run: 0.6, step=0.5)
    none = Prospects(BOOK, lambda card, is_run: 0.0, step=0.5)
    for _ in range(40):
        hand = chance.sample(pack, 15)
        assert none.worth(hand) <= little.worth(hand) <= much.worth(hand)


def test_a_throw_that_nobody_can_use_is_harmless() -> None:
    trial = thrown_at("AH 2S 4H 4S 4D JC QC 9D 5H 7H 2D 5S 8S 7S AS", "6D", viewer=2, rest="2H 3H 8H 9H")
    evaluator = Evaluator(told(trial), never)
    assert evaluator.danger(Card("*")) > evaluator.danger(Card("9S")) >= 0


class Watched:
    """A bot, and what it declined although it could have gone out with the card."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.declined: list[tuple[Card, ...]] = []
        self.could = 0

    def choose(self, view: View, decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        advice = self.bot.choose(view, decision, chance, out_of_time)
        card, book = view.zone("discard")[-1:], book_of(view.options)
        take, bump = decision.choice("take"), decision.choice("bump")
        if decision.phase == "claims" and card:
            ways = [tuple(sorted(view.hand))] if take is not None and not take.sets else []
            ways += [less(view.hand, cards) for cards in (bump.sets if bump else take.sets if take else ())]
            hands = [(*way, card[0]) if bump is None and not (take and take.sets) else way for way in ways]
            if any(last_throws(hand, book) for hand in hands):
                self.could += 1
                if advice.move.verb in ("leave", "pass"):
                    self.declined.append((card[0], *view.hand))
        return advice


@pytest.mark.slow
@pytest.mark.parametrize("level", GOOD)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_card_to_go_out_with_is_never_declined(level: str, seats: int) -> None:
    """Over whole deals, in turn and out of turn: §7.1."""
    could = 0
    for deal in range(6):
        bots = [Watched(KHANHOO.bot(level)) for _ in range(seats)]
        options = KHANHOO.complete_options(LONG, seats)
        SelfPlay(KHANHOO, options, bots, seed=f"out {deal}").play(1)
        assert [bot.declined for bot in bots] == [[] for _ in bots]
        could += sum(bot.could for bot in bots)
    assert could > 0
