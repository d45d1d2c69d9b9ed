"""The bots of Kanhu (Ming): what they do in positions that a player would recognise, and that they are fair."""

from random import Random

import pytest

from engine.api import Deal, Move, SelfPlay, find_game
from engine.bots.pimc import margin
from engine.games.kanhu_ming.bot.beliefs import Knowledge
from engine.games.kanhu_ming.bot.explain import reason_for
from engine.games.kanhu_ming.bot.guesses import PossibleDeals
from engine.games.kanhu_ming.bot.search import candidates, think
from engine.games.kanhu_ming.cards import set_of
from tests.games.trials import Trial, full_deal, look_alikes, swapped, verify_blind, walk

from .positions import cards, sit

KANHU = find_game("kanhu_ming")
GOOD = ("medium", "hard")
ALL_LEVELS = ("random", "easy", "medium", "hard")


def done(trial: Trial, level: str) -> str:
    """What a bot does, as text."""
    move = trial.advice(level)
    return f"{move.verb} {' '.join(move.cards)}"


@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("level", ALL_LEVELS)
def test_every_level_plays_legal_moves_to_the_end_of_the_match(level: str, seats: int, face_down: bool) -> None:
    options = KANHU.meta.resolve({"sluff_face_down": face_down})
    lineup = [KANHU.bot(level), KANHU.bot("random"), KANHU.bot("medium")][:seats]
    table = SelfPlay(KANHU, options, lineup, seed=f"legal {level}", clock=lambda: lambda: True).play()
    assert table.over is not None


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("level", ALL_LEVELS)
def test_cards_that_a_seat_may_not_know_change_nothing(level: str, seats: int) -> None:
    pairs = look_alikes(
        "kanhu_ming",
        seats,
        level,
        deals=6,
        most_asked=3,
        tries=14,
        enough=2,
        change=_swap_unseen,
        repeat=_repeat_unseen,
    )
    verify_blind(level, pairs, least=8)


def _swap_unseen(trial: Trial, deal: Deal, chance: Random) -> Deal:
    """The deal with two cards changed over that were never shown: in hands, thrown face down, or out of play."""
    table = trial.table
    hidden = [(-1, card) for card in deal.stock]
    for seat in range(1, table.seats):
        lying = {*table.zone("hand", seat), *table.zone("sluff", seat)}
        lying |= {card for taker in range(table.seats) for card in table.zone("captured", taker, seat)}
        hidden += [(seat, card) for card in deal.hands[seat] if card in lying]
    return swapped(deal, hidden, chance)


def _repeat_unseen(trial: Trial, other: Trial) -> bool:
    """Do at another table what was done at the first, as far as its hands allow it: what is sluffed may differ."""
    for seat, move in trial.script:
        assert seat is not None
        assert move is not None
        held = other.table.zones[f"hand:{seat}"]
        if move.verb == "sluff" and not set(move.cards) <= set(held):
            lost = [card for card in held if card not in trial.table.deck.cards or card not in _later(trial, seat)]
            if len(lost) < len(move.cards):
                return False
            move = Move("sluff", other.table.deck.sort(lost[: len(move.cards)]))
        if not other.repeat([(seat, move)]):
            return False
    return True


def _later(trial: Trial, seat: int) -> set[str]:
    """All that a seat plays openly."""
    return {card for who, move in trial.script if who == seat and move and move.verb != "sluff" for card in move.cards}


def test_medium_beats_with_the_cheapest_card_when_nobody_plays_after_it() -> None:
    trial = sit({0: "C7 C9 C5 S2 M2 C3", 1: "S1 S4 S6 S8 M4 M9 C8 C4 C2 CH M6 TM M1"}, "lead C7", seats=2, viewer=1)
    assert done(trial, "medium") == "beat C2"  # the Four of Cash is part of a leopard
    assert trial.reason("medium") == "You play last. Of your cards that take the trick, you need the Two Cash least."


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_lowest_card_goes_when_nothing_beats(level: str) -> None:
    trial = sit({0: "TM", 1: "C9 C8 M6 M7 S9 S8 M2 S4 S5"}, "lead TM", eldest=0, viewer=1)
    trial.do(2, trial.table.decisions()[0].default)
    assert done(trial, level) == "sluff C9"
    assert "cannot beat" in trial.reason(level)


@pytest.mark.parametrize("level", GOOD)
def test_melds_are_kept_together_when_something_must_go(level: str) -> None:
    trial = sit({0: "TM", 1: "C9 S1 M1 C6 C4 S6 S3 M3 M8"}, "lead TM", eldest=0, viewer=1, seats=3)
    trial.do(2, trial.table.decisions()[0].default)
    assert not set(trial.advice(level).cards) & set(cards("C9 S1 M1"))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_special_is_answered_with_a_higher_one(level: str) -> None:
    trial = sit({0: "C9 S1 M1", 1: "C0 S9 TM M2"}, "lead C9 S1 M1", seats=2, viewer=1, stock="M9")
    assert done(trial, level) == "beat C0 S9 TM"
    assert "+6" not in trial.reason(level)
    assert "6 more" in trial.reason(level)


def test_medium_leads_a_sure_special_at_once_with_three_players() -> None:
    trial = sit({0: "C0 S9 TM C8 S4 M3 C5 S6 C2"})
    assert done(trial, "medium") == "lead C0 S9 TM"
    assert trial.reason("medium") == "Nothing can beat your Chariot, so it wins 9 points and 6 more."


@pytest.mark.parametrize("level", GOOD)
def test_sure_cards_are_led_when_there_is_nothing_else(level: str) -> None:
    trial = sit({0: "TM M9 C9 S1 S3 S5 S7 C3 C5", 1: "C8 C7 C6", 2: "M1 M2 M3"})
    assert trial.table.acting() == (0,)
    last = sit({0: "M7 M8 M9 TM S9 S8 S7 S6 S5"})
    assert set(last.advice(level).cards) <= set(last.view.hand)
    assert trial.reason(level).endswith(".")


def test_hard_does_not_spend_the_thousand_where_a_low_myriad_does() -> None:
    trial = sit({0: "C1 S2", 2: "M1 C4", 1: "TM M2 C8 C7 S3 S4"}, "lead C1; beat M1", viewer=1)
    assert done(trial, "hard") == "beat M2"


def test_every_world_fits_what_is_known_and_the_true_deal_is_one_of_them() -> None:
    for seats in (2, 3):
        for number in range(10):
            deal = full_deal("kanhu_ming", seats, {}, f"worlds {number}")
            trial = Trial("kanhu_ming", seats, 0, {}, deal, "worlds")
            for _ in walk(trial, Random(number), most_acts=40):
                known = Knowledge.of(trial.view)
                truth = [set_of(trial.table.zones[f"hand:{seat}"]) for seat in range(seats)]
                for hands in (truth, PossibleDeals(known).draw(Random(number))):
                    assert hands[0] == known.hand
                    assert all(not hand & ~known.unseen for hand in hands[1:])
                    assert tuple(hand.bit_count() for hand in hands) == known.sizes
                    assert sum(hands).bit_count() == sum(known.sizes)
                stock = 30 - seats * {2: 13, 3: 9}[seats]
                assert known.unseen.bit_count() == sum(known.sizes[1:]) + sum(known.thrown) + stock


def test_who_let_a_trick_go_is_seldom_given_what_would_have_taken_it() -> None:
    trial = sit({0: "M7 M1 M2 S9 S8", 1: "C8 C7 C6", 2: "C5 C4 C3"}, "lead M7; sluff C5; sluff C8", viewer=0)
    known = Knowledge.of(trial.view)
    assert known.declined == ((), (set_of(cards("M7")),), (set_of(cards("M7")),))
    chance, above = Random(3), set_of(cards("M8 M9 TM"))
    counts = [
        sum((sum(worlds.draw(chance)[1:]) & above).bit_count() for _ in range(300))
        for worlds in (PossibleDeals(known), PossibleDeals(_forgetting(known)))
    ]
    assert counts[0] < 0.9 * counts[1]


def _forgetting(known: Knowledge) -> Knowledge:
    none: tuple[int, ...] = ()
    return Knowledge(
        known.me,
        known.hand,
        known.unseen,
        known.leader,
        known.best,
        known.taker,
        known.answered,
        known.sizes,
        known.points,
        known.thrown,
        (none,) * known.seats,
    )


@pytest.mark.parametrize("face_down", [True, False])
def test_what_was_let_go_is_known_open_or_face_down(face_down: bool) -> None:
    hands = {0: "C7", 2: "S5", 1: "M6 C6"}
    trial = sit(hands, "lead C7; sluff S5; beat C6; lead M6", options={"sluff_face_down": face_down}, viewer=0)
    known = Knowledge.of(trial.view)
    assert known.declined == ((), (), (set_of(cards("C7")),))
    assert known.thrown == ((0, 0, 1) if face_down else (0, 0, 0))
    assert bool(known.unseen & set_of(cards("S5"))) is face_down


def test_only_the_present_hand_is_read() -> None:
    trial = sit({}, options={"hands": 3})
    while not trial.table.scores:
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)
    trial.do(None, None)
    while trial.table.decision(0) is None:
        decision = trial.table.decisions()[0]
        trial.do(
            decision.seat, Move("lead", decision.default.cards) if not decision.choice("sluff") else decision.default
        )
    known = Knowledge.of(trial.view)
    assert sum(map(len, known.declined)) <= 2
    assert known.points == (0, 0, 0)


def test_thinking_stops_when_time_is_up_and_still_answers() -> None:
    trial = sit({0: "C0 S9 C8 S4 M4 C5 S6 S3 M3"})
    evaluation = think(Knowledge.of(trial.view), Random(1), lambda: True)
    assert evaluation.samples == 1
    assert evaluation.best in Knowledge.of(trial.view).any_state().legal()


def test_cards_that_are_alike_are_thought_about_once() -> None:
    trial = sit({0: "C9 C7 C6 S2 S5 M1 M4 M7 C3", 1: "C8"}, seats=3)
    plays = candidates(Knowledge.of(trial.view))
    assert (set_of(cards("C7")) in plays) != (set_of(cards("C6")) in plays)
    assert set_of(cards("C9")) in plays


@pytest.mark.parametrize("seats", [2, 3])
def test_every_candidate_is_legal_and_there_is_always_one(seats: int) -> None:
    for number in range(12):
        trial = Trial("kanhu_ming", seats, 0, {}, Deal({}, (), 0), f"candidates {number}")
        for _ in walk(trial, Random(number), most_acts=40):
            known = Knowledge.of(trial.view)
            plays = candidates(known)
            assert plays
            assert len(set(plays)) == len(plays)
            assert set(plays) <= set(known.any_state().legal())


def test_worth_is_counted_against_the_mean_of_the_others() -> None:
    assert margin([9, 12, 6], 0) == 0
    assert margin([20, 10], 1) == -10


@pytest.mark.parametrize(
    ("thrown", "words"),
    [
        ("C8 CH S5", "This discard breaks up Half Leopard, which 2 melds of unseen cards beat."),
        ("C8 S5 C5", "This discard breaks up no meld."),
        ("C8 C5 C1", "This discard breaks up Half Leopard, which 2 melds of unseen cards beat."),
    ],
)
def test_a_sluff_says_which_meld_is_lost_by_it(thrown: str, words: str) -> None:
    trial = sit({1: "M1 M2 M3", 0: "C8 C5 C1 CH C0 M4 S5 S8 M6"}, "lead M1 M2 M3", seats=3, eldest=1)
    assert reason_for(Knowledge.of(trial.view), -set_of(cards(thrown))).endswith(words)
