"""What a player is told of the own hand, of the others, and how a hand may be sorted."""

import re
from random import Random

import pytest

from engine.games.chinaso.bot.policy import outlook_of
from engine.games.chinaso.cards import CONTRACTS, COPIES, DECK, FACES, Contract
from engine.games.chinaso.hints import would_do_too
from engine.games.chinaso.solver import best_division, code_of
from engine.play.table import Table
from tests.games.claims import advised
from tests.games.viewers import view_of

from .positions import CHINASO, answer, cards, loose, placed, seen_by, started, to_play
from .test_contracts import dense_hand


def lines(table: Table, viewer: int | None) -> tuple[str, ...]:
    return CHINASO.insight(seen_by(table, viewer))


def test_it_says_what_can_be_laid_and_what_stays() -> None:
    table = to_play(placed(1, {0: "4H 4S 4D 9H 9S 9C 2C 6D"}), s0="take")
    assert lines(table, 0) == (
        "From your hand, you can lay down two sets. The cards left over cost 11 points.",
        "If the deal ends now, your hand costs 50 points.",
    )


def test_one_card_that_stays_is_one_card() -> None:
    table = placed(1, {0: "4H 4S 4D 9H 9S 9C 2C"}, discard="6D")
    assert "You have two sets, and the card left over costs 2 points." in lines(table, 0)
    table = to_play(placed(1, {0: "4H 4S 4D 9H 9S 9C"}, discard="6D"), s0="take")
    assert lines(table, 0)[0] == "From your hand, you can lay down two sets. The card left over costs 6 points."


def test_it_says_what_is_lacking() -> None:
    table = to_play(placed(2, {0: "4H 5H 6H 6S 7S KD KC 2D"}), s0="take")
    assert lines(table, 0)[0] == "You need 5S or 8S for 6S 7S."
    table = to_play(placed(4, {0: "4H 5H 9S 9C KD KC KS 2D"}), s0="take")
    assert lines(table, 0)[0] == "You need a nine for 9C 9S, and 3H or 6H for 4H 5H."


def test_of_the_last_card_it_says_all_that_would_do() -> None:
    table = to_play(placed(4, {0: "4H 5H 9S 9C KD KC KS *"}), s0="take")
    assert lines(table, 0)[:2] == ("You need a nine for 9C 9S.", "3H or 6H would also complete the contract.")
    table = to_play(placed(1, {0: "4H 4S 9S 9C 9D KD KC"}), s0="take")
    assert lines(table, 0)[:2] == ("You need a four for 4H 4S.", "Any of the kings would also complete the contract.")


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.title)
def test_the_cards_said_to_do_are_all_that_complete_the_contract(contract: Contract) -> None:
    """Held against the solver, face by face."""
    chance, asked = Random(f"last {contract.number}"), 0
    while asked < 4:
        hand = DECK.sort(dense_hand(chance, contract, contract.cards))
        plan = outlook_of(contract).plan(code_of(hand))
        if plan.lacking != 1:
            continue
        asked += 1
        (part,) = [part for part in plan.parts if part.lacking]
        told = {face for face in part.steps[0] if hand.count(face) < COPIES} | set(would_do_too(hand, contract))
        more = [face for face in FACES if hand.count(face) < COPIES]
        assert told == {face for face in more if best_division((*hand, face), contract) is not None}, hand


def test_it_counts_a_joker_where_it_helps() -> None:
    table = to_play(placed(4, {0: "4H 5H 9S 9C KD KC KS *"}), s0="take")
    assert "You need a nine for" in lines(table, 0)[0]
    table = to_play(placed(1, {0: "4H 4S * 9S 9C * 2D 6D"}), s0="take")
    assert lines(table, 0)[0].startswith("From your hand, you can lay down two sets")


def test_it_says_when_little_or_nothing_is_there_yet() -> None:
    table = to_play(placed(6, {0: "4H 2D"}), s0="take")
    assert "two more hearts near 4H" in lines(table, 0)[0]
    table = to_play(placed(7, {0: "4H"}), s0="take")
    assert lines(table, 0)[0].endswith(", and two whole sets.")


def test_it_says_what_the_discard_would_do() -> None:
    table = placed(1, {0: "4H 4S 4D 9H 9S 2C 6D", 2: "4C 9D 9C KS 7H"}, discard="9D")
    assert lines(table, 0)[0] == "If you take 9D, you have two sets."
    assert lines(table, 2)[0] == "If you buy 9D, you need only two more cards."
    joker = placed(1, {2: "4C 4H 9C 9H"}, discard="*")
    assert lines(joker, 2)[0] == "If you buy the joker, you need only one more card."
    assert lines(placed(1, {0: loose(9)}, discard="AH"), 0)[0] == "AH brings you no closer to two sets."


def test_it_says_what_fits_on_the_table_once_one_is_down() -> None:
    table = placed(2, {0: "9H 3S KD"}, {0: ["4S 5S 6S", "7C 8C 9C"], 1: ["8H * 10H", "2D 3D 4D"]}, discard="5D")
    assert lines(table, 0)[:2] == ("5D fits a meld.", "You can lay off 3S.")
    to_play(table, s0="take")
    assert lines(table, 0) == (
        "You can lay off 5D and 3S.",
        "You can replace a joker with 9H.",
        "If the deal ends now, your hand costs 27 points.",
    )
    table = to_play(placed(1, {0: "KD"}, {0: ["4H 4S 4D", "9H 9S 9C"]}), s0="take")
    assert lines(table, 0)[0] == "None of your cards fits a meld on the table."


def test_it_is_silent_for_a_spectator_and_between_deals() -> None:
    table = started(3)
    assert table.journal is not None
    assert CHINASO.insight(view_of(table.journal, None)) == ()
    table.phase = "between"
    assert lines(table, 0) == ()


def test_seats_and_table_are_noted() -> None:
    table = placed(1, {}, {1: ["4H 4S 4D", "9H 9S 9C"]})
    assert [CHINASO.seat_note(table, seat) for seat in range(4)] == ["", "down", "", ""]
    table.declare("out", 2, 2)
    assert CHINASO.seat_note(table, 2) == "out"
    assert CHINASO.table_note(started(4)) == "contract: two sets"
    table.declare("reshuffles", 2)
    assert CHINASO.table_note(table).endswith(" · stock reshuffled 2 times")
    answer(table)


def test_a_hand_may_be_shown_by_melds_by_suit_or_by_rank() -> None:
    table = placed(2, {})
    held = list(cards("9S 5H * KD 3H 8S AC 4H"))
    assert CHINASO.arrange(held, "melds", seen_by(table, 0)) == cards("8S 9S * 3H 4H 5H AC KD")
    assert CHINASO.arrange(held, "suit", seen_by(table, 0)) == cards("AC KD 3H 4H 5H 8S 9S *")
    assert CHINASO.arrange(held, "rank", seen_by(table, 0)) == cards("AC 3H 4H 5H 8S 9S KD *")


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_a_claim_that_completes_the_contract_is_recommended_and_the_hint_says_the_same(seats: int) -> None:
    verbs = set()
    for view, decision, advice in advised("chinaso", seats, 6, rounds=3):
        move = CHINASO.recommends(view)
        claims = decision.choice("buy") or decision.choice("take")
        completes = any(re.match(r"If you (buy|take) .*, you have ", line) for line in CHINASO.insight(view))
        if claims is not None:
            assert move is not None
            assert decision.choice(move.verb) is not None
        if completes and claims is not None:
            assert move is not None
            assert move == advice.move
            verbs.add(move.verb)
    assert verbs == {"buy", "take"}
