"""Khanhoo §4: bumping."""

from collections.abc import Mapping

import pytest

from engine.model.cards import Seat
from engine.model.events import Declared, Event, Moved
from engine.model.moves import BadMove, IllegalMove, StaleMove
from engine.model.redact import redact
from engine.play.table import Table
from engine.record.codec import encode
from tests.games.tables import decision_of

from .positions import KHANHOO, act, cards, claim, facts_told, hand, offered, started, throw, verbs


def duel(thrown: str, next_hand: str, bump_hand: str, *, answer: str = "take", bump: str = "") -> Table:
    """Seat 0 throws, seat 1 takes or leaves, seat 2 bumps with its best set."""
    table = started(3, {0: thrown, 1: next_hand, 2: bump_hand})
    act(table, 0, f"discard {thrown}")
    best = bump or " ".join(offered(table, 2, "bump")[0])
    claim(table, s1=answer, s2=f"bump {best}")
    return table


def test_rule_4_1_everybody_but_the_thrower_is_asked() -> None:
    table = started(4)
    act(table, 0, f"discard {hand(table, 0)[0]}")
    assert table.acting() == (1, 2, 3)
    assert {"take", "leave"} == verbs(table, 1)
    assert all("pass" in verbs(table, seat) for seat in (2, 3))


def test_rule_4_1_with_two_players_only_the_next_is_asked() -> None:
    table = started(2, {0: "7D", 1: "7H 7S"})
    act(table, 0, "discard 7D")
    assert table.acting() == (1,)
    assert verbs(table, 1) == {"take", "leave"}
    with pytest.raises(IllegalMove):
        act(table, 1, "bump 7H 7S")


@pytest.mark.parametrize(("seats", "asked"), [(2, (1,)), (3, (1, 2)), (4, (1, 2, 3))])
def test_rule_4_1_whatever_is_thrown_and_whatever_is_held(seats: int, asked: tuple[Seat, ...]) -> None:
    for face in KHANHOO.deck(KHANHOO.meta.resolve({})).faces:
        table = started(seats, {0: face}, seed=face)
        act(table, 0, f"discard {face}")
        assert table.acting() == asked
        assert [decision.seat for decision in table.decisions()] == list(asked)


def test_rule_4_1_answers_are_sealed_until_the_window_closes() -> None:
    table = started(3, {0: "7D", 2: "7H 7S"})
    act(table, 0, "discard 7D")
    assert act(table, 2, "bump 7H 7S") == ()
    assert table.decision(2) is None
    with pytest.raises(BadMove):
        table.close()
    assert act(table, 1, "leave") == ()
    assert table.awaits_close
    assert table.acting() == (1, 2)
    assert table.close()
    assert table.phase == "turn"


def test_rule_4_1_an_answer_after_the_close_is_stale() -> None:
    table = started(3, {0: "7D"})
    act(table, 0, "discard 7D")
    late = decision_of(table, 2)
    claim(table)
    with pytest.raises(StaleMove):
        table.play(2, late.id, late.default)


def test_rule_4_2_a_bump_makes_a_meld_that_is_no_sequence() -> None:
    table = started(3, {0: "7D", 2: "8D 9D JC 7D 2H 2S 4S 4H AH 9S 9H QC KC 6H AS"})
    act(table, 0, "discard 7D")
    assert offered(table, 2, "bump") == [cards("7D JC")]
    with pytest.raises(IllegalMove) as refused:
        act(table, 2, "bump 8D 9D")
    assert refused.value.paragraph == "4.2"
    assert "sequence" in refused.value.reason.lower()
    for wrong in ("bump 2H 2S", "bump 7D 7D", "bump 5H 5S", "bump"):
        with pytest.raises(IllegalMove):
            act(table, 2, wrong)


def test_rule_4_2_each_set_says_what_it_makes() -> None:
    table = started(3, {0: "7D", 2: "JC 7D 7H 7S *"})
    act(table, 0, "discard 7D")
    choice = decision_of(table, 2).choice("bump")
    assert choice is not None
    named = dict(zip(choice.sets, choice.names, strict=True))
    assert named[cards("7D JC")] == "court meld, 4 points"
    assert named[cards("7H 7S")] == "triplet, 2 points"
    assert named[cards("7H *")] == "triplet, 2 points"
    assert named[cards("JC *")] == "court meld, 4 points"


def test_rule_4_2_a_double_may_be_bumped_with_five_cards() -> None:
    table = started(3, {0: "AH", 2: "AH 2S 2S 3D 3D"})
    throw(table, 0, "AH", s2="bump AH 2S 2S 3D 3D")
    assert table.facts["bump"] == "double khanhoo"
    assert len(table.zone("meld", 2, 0)) == 6


def test_rule_4_3_a_bump_must_leave_a_card_to_throw() -> None:
    table = started(3, {0: "7D", 2: "7H 7S"})
    table.zones["hand:2"] = list(cards("7H 7S"))
    act(table, 0, "discard 7D")
    assert verbs(table, 2) == {"pass"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 2, "bump 7H 7S")
    assert refused.value.paragraph == "4.3"


def test_rule_4_4_the_next_player_does_not_bump() -> None:
    table = started(3, {0: "7D", 1: "7H 7S"})
    act(table, 0, "discard 7D")
    assert verbs(table, 1) == {"take", "leave"}
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, "bump 7H 7S")
    assert refused.value.paragraph == "4.4"


def test_rule_4_3_but_one_card_is_enough() -> None:
    table = started(3, {0: "7D"})
    table.zones["hand:2"] = list(cards("7H 7S KC"))  # as if the others were laid
    throw(table, 0, "7D", s2="bump 7H 7S")
    assert verbs(table, 2) == {"discard", "out"}


COURT, TRIPLET = "JC 7D", "7H 7S"
NOTHING = "2H 4H QC 9S KC 9D 5S 4S AS 9H JC 5D 2H 4D 5H"


@pytest.mark.parametrize(
    ("thrown", "next_hand", "bump_hand", "bump", "winner"),
    [
        ("7D", f"{TRIPLET} 2H 4H QC 9S KC 9D 5S 4S AS 9H 5D 2H 4D", COURT, "7D JC", 2),  # 4 against 2
        ("7D", TRIPLET, TRIPLET, "7H 7S", 1),  # 2 against 2
        ("7D", "8D 9D 3H 3S JC QC 5H AH AS 2S 5S 9H KC 6H 6S", TRIPLET, "7H 7S", 2),  # 2 against a sequence
        ("AD", "2D 3D 4H 5H 7H 8H 4S 5S 7S 8S JC QC JC QC 6D", "AH AS", "AH AS", 1),  # 1 against a sequence
        ("7D", NOTHING, TRIPLET, "7H 7S", 2),  # 2 against nothing
        ("AD", "2D 4D 4H 5H 7H 8H 4S 5S 7S 8S JC QC JC QC 6D", "AH AS", "AH AS", 2),  # 1 against nothing
    ],
)
def test_rule_4_5_an_equal_or_better_defence_keeps_the_card(
    thrown: str, next_hand: str, bump_hand: str, bump: str, winner: Seat
) -> None:
    table = duel(thrown, next_hand, bump_hand, bump=bump)
    assert table.acting() == (winner,)
    if winner == 1:
        assert table.groups("meld", 1) == []
        assert cards(thrown)[0] in hand(table, 1)
        assert len(hand(table, 1)) == 16
        assert len(table.zone("stock")) == 15


def test_rule_4_6_a_card_that_is_left_goes_to_any_bump() -> None:
    table = duel("7D", "JC 7D", "7H 7S", answer="leave", bump="7H 7S")
    assert table.acting() == (2,)


@pytest.mark.parametrize(
    ("hands", "bumps", "winner"),
    [
        ({2: "JC 7D", 3: "JC * "}, {"s2": "bump 7D JC", "s3": "bump JC *"}, 2),  # 4 and 4: the elder
        ({2: "QC 8S", 3: "AH 2S"}, {"s2": "bump QC 8S", "s3": "bump AH 2S"}, 3),  # 4 and 5
    ],
)
def test_rule_4_7_the_best_bump_wins_and_of_equals_the_elder(
    hands: Mapping[Seat, str], bumps: Mapping[str, str], winner: Seat
) -> None:
    thrown = "7D" if hands[2].startswith("JC") else "*"
    table = started(4, {0: thrown, **hands})
    throw(table, 0, thrown, s1="leave", **bumps)
    assert table.acting() == (winner,)


def test_rule_4_8_the_winner_lays_the_meld_and_throws() -> None:
    table = started(4, {0: "7D", 3: "7H 7S 9S"})
    before = len(hand(table, 3))
    throw(table, 0, "7D", s3="bump 7H 7S")
    assert sorted(table.zone("meld", 3, 0)) == sorted(cards("7D 7H 7S"))
    assert len(hand(table, 3)) == before - 2
    assert table.zone("discard") == []
    assert table.acting() == (3,)
    act(table, 3, "discard 9S")
    assert table.acting() == (0, 1, 2)
    assert "leave" in verbs(table, 0)


def test_rule_4_8_another_card_like_the_one_bumped_may_be_thrown() -> None:
    table = started(3, {0: "7D", 2: "7H 7S 7D"})
    throw(table, 0, "7D", s2="bump 7H 7S")
    act(table, 2, "discard 7D")
    assert table.phase == "claims"


def test_rule_4_9_kinds_of_claims_are_told_when_somebody_bumped() -> None:
    table = started(4, {0: "7D", 1: "7H 7S", 2: "JC 7D", 3: "JC *"})
    events = throw(table, 0, "7D", s1="take", s2="bump 7D JC", s3="bump JC *")
    assert facts_told(events, "defence") == [(1, "triplet")]
    assert facts_told(events, "bump") == [(2, "court meld"), (3, "court meld")]
    assert facts_told(events, "bumped") == [(2, 2)]
    assert not any(isinstance(e, Moved) and e.src == "hand:3" for e in events)


def test_rule_4_9_but_not_with_which_cards_a_claim_that_failed_was_made() -> None:
    """Whatever cards a lost bump and a lost defence were made of, a third party is told the same, byte for byte."""
    told = set()
    for second, third, lost in (("7H 7S", "JC *", "JC *"), ("7S *", "7D JC", "7D JC")):
        table = started(4, {0: "7D"})
        for seat, held in ((1, second), (2, "7D JC"), (3, third)):
            table.zones[f"hand:{seat}"] = list(cards(f"{held} 2H 4H QC 9S KC 9D 5S 4S AS 9H 2D"))
        act(table, 0, "discard 7D")
        events = claim(table, s1="take", s2="bump 7D JC", s3=f"bump {lost}")
        assert facts_told(events, "bumped") == [(2, 2)]
        assert facts_told(events, "defence") == [(1, "triplet")]
        told.add(encode([redact(event, None, KHANHOO.plan) for event in events]))
    assert len(told) == 1


@pytest.mark.parametrize(("seats", "answer"), [(3, "take"), (4, "take"), (4, "leave")])
def test_rule_4_9_a_card_that_nobody_bumped_is_not_said_to_be_defended(seats: int, answer: str) -> None:
    table = started(seats, {0: "7D", 1: "7H 7S"})
    events = throw(table, 0, "7D", s1=answer)
    assert "7D" in hand(table, 1)
    assert not facts_told(events, "defended")
    assert not facts_told(events, "defence")


def test_rule_4_9_nothing_is_told_when_nobody_bumped() -> None:
    """Two tables that differ in what seats 1 and 2 could have claimed tell a third party the same, byte for byte."""
    told: list[list[Event]] = []
    for second, third in (("7H 7S 5D", "7D JC 5H"), ("KC 9H 5D", "3H 3S 5H")):
        table = started(3, {0: "7D", 1: second, 2: third}, stock="4D")
        events = [*act(table, 0, "discard 7D"), *claim(table, s1="leave", s2="pass")]
        told.append([redact(event, None, KHANHOO.plan) for event in events])
    assert told[0] == told[1]
    assert not any(isinstance(e, Declared) and e.fact in ("bump", "defence", "bumped") for e in told[0])


def test_rule_4_10_a_laid_khanhoo_does_not_become_a_double() -> None:
    table = started(3, {0: "3D", 2: "AH 2S AH 2S 3D 4H 5H 6H 7S 8S 9S 7D 8D 9D KC"})
    throw(table, 0, "3D", s2="bump AH 2S")
    act(table, 2, "out KC")
    lines = [(line.label, line.points) for line in table.scores[0].lines if line.seat == 2]
    assert lines[:2] == [("khanhoo, laid", 5), ("khanhoo", 5)]
    assert table.scores[0].points[2] == 5 + 5 + 3 + 5


def test_rule_4_10_a_laid_meld_keeps_the_joker_in_its_role() -> None:
    table = started(3, {0: "3D", 2: "AH *"})
    throw(table, 0, "3D", s2="bump AH *")
    roles = table.facts["roles:2:0"]
    assert isinstance(roles, tuple)
    assert roles[0] == "khanhoo"
    assert sorted(map(str, roles[1:])) == ["2S", "3D", "AH"]


def test_rule_4_10_laid_melds_count_towards_the_fifteen() -> None:
    rest = "4H 5H 6H 7S 8S 9S 3S 4S 5S AD AS AH"
    table = started(3, {0: "7D", 2: f"JC 7D {rest} KC"})
    throw(table, 0, "7D", s2="bump 7D JC")
    assert offered(table, 2, "out") == [cards("KC")]
    act(table, 2, "out KC")
    assert table.scores[0].points[2] == 4 + 1 + 1 + 1 + 1 + 5
