"""Khanhoo §14: trio, quartette and cache."""

from typing import Any

import pytest

from engine.games.khanhoo.hand_rules import bumps_open_to, cards_to_cache, quartettes
from engine.games.khanhoo.melds.solver import read_meld
from engine.games.khanhoo.scoring import Ending, Holding, reckon
from engine.model.cards import UNKNOWN, Card
from engine.model.events import Moved
from engine.model.moves import BadMove, IllegalMove, Move
from engine.model.redact import redact
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import KHANHOO, act, cards, claim, facts_told, hand, offered, started, throw, verbs
from .test_packs import book
from .test_scores import house

FIVES = "5H 5H 5H"
IDLE = "2H 4H 7H 9H 2D 6D 8D 4C 6C 9C JS"
"""Cards without a meld, and with none that a five of hearts would make."""


def large(seats: int, hands: dict[int, str], stock: str = "", **options: Any) -> Table:
    given: dict[str, Any] = {"trio_quartette_cache": True, "expose_taken_discard": False, **options}
    return started(seats, hands, stock=stock, preset="english", **given)


def cached(seats: int = 3, *, thrown: str = "KS", **hands: str) -> Table:
    """Seat 1 has laid a cache of fives and thrown; seat 2, or 0 with two players, is next."""
    table = large(seats, {0: "KS", 1: f"{FIVES} {thrown} {IDLE}", **{int(s[1:]): text for s, text in hands.items()}})
    throw(table, 0, "KS", s1="leave")
    act(table, 1, f"cache {FIVES}")
    throw(table, 1, thrown)
    return table


@pytest.mark.parametrize(
    ("meld", "kind", "points"),
    [
        ("5H 5H 5H", "trio", 6),
        ("5H 5H *", "trio", 6),
        ("KS KS KS", "trio", 6),
        ("5H 5H 5H 5H", "quartette", 12),
        ("5H 5H * *", "quartette", 12),
    ],
)
def test_rule_14_1_three_and_four_equal_cards(meld: str, kind: str, points: int) -> None:
    found = read_meld(cards(meld), book(125, trio_quartette_cache=True))
    assert found is not None
    assert (found.kind, found.points) == (kind, points)
    assert read_meld(cards(meld), book(125)) is None


def test_rule_10_14_trio_quartette_cache_is_off_unless_asked_for() -> None:
    table = started(3, {0: "5H 5H 5H 5H"}, preset="english", copies=4)
    assert not verbs(table, 0) & {"cache", "quartette"}
    for move in (f"cache {FIVES}", f"quartette {FIVES} 5H"):
        with pytest.raises(IllegalMove) as refused:
            act(table, 0, move)
        assert refused.value.paragraph == "10.14"


def test_rule_14_1_they_may_be_bumped() -> None:
    table = large(3, {0: "5H", 2: f"5H 5H * {IDLE}"})
    act(table, 0, "discard 5H")
    assert set(offered(table, 2, "bump")) >= {cards("5H 5H"), cards("5H 5H *")}
    claim(table, s1="leave", s2="bump 5H 5H *")
    assert table.facts["bump"] == "quartette"
    assert not table.scores


def test_rule_14_1_a_trio_outbids_a_khanhoo() -> None:
    table = large(4, {0: "AH", 2: "2C 3D", 3: "AH AH"})
    throw(table, 0, "AH", s1="leave", s2="bump 2C 3D", s3="bump AH AH")
    assert table.acting() == (3,)


def test_rule_14_2_three_copies_have_trios_but_no_caches() -> None:
    table = large(3, {0: f"{FIVES} 6H 6H 6H"}, copies=3)
    assert "cache" not in verbs(table, 0)
    trio = read_meld(cards(FIVES), table.rules_in_force.book)
    assert trio is not None
    assert trio.kind == "trio"
    with pytest.raises(IllegalMove):
        act(table, 0, f"cache {FIVES}")


def test_rule_14_3_a_cache_is_laid_face_down_in_turn() -> None:
    table = large(3, {0: f"{FIVES} 6H"})
    events = act(table, 0, f"cache {FIVES}")
    assert table.groups("cache", 0) == [list(cards(FIVES))]
    assert len(hand(table, 0)) == 13
    assert verbs(table, 0) == {"discard"}  # the fourth is not there yet
    assert table.acting() == (0,)
    moved = [e for e in events if isinstance(e, Moved)]
    assert [redact(moved[0], viewer, KHANHOO.plan) == moved[0] for viewer in (0, 1, None)] == [True, False, False]
    assert table.journal is not None
    assert view_of(table.journal, 1).groups("cache", 0) == [[UNKNOWN] * 3]
    act(table, 0, "discard 6H")
    assert table.phase == "claims"


def test_rule_14_3_several_caches_may_be_laid() -> None:
    table = large(3, {0: f"{FIVES} KS KS KS 6H"})
    act(table, 0, f"cache {FIVES}")
    act(table, 0, "cache KS KS KS")
    assert len(table.groups("cache", 0)) == 2
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, f"discard {FIVES.split(maxsplit=1)[0]}")
    assert refused.value.paragraph == "3.3"


@pytest.mark.parametrize("wrong", ["cache 5H 5H *", "cache 5H 5H 6H", "cache 5H 5H", "cache 5H 5H 5H 5H"])
def test_rule_14_3_three_natural_cards_and_no_others(wrong: str) -> None:
    table = large(3, {0: "5H 5H 5H 5H 6H *"})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, wrong)
    assert refused.value.paragraph == "14.3"
    table = large(3, {0: f"5H 5H * {IDLE}"})
    assert "cache" not in verbs(table, 0)


def test_rule_14_3_a_laid_trio_is_no_cache() -> None:
    table = large(3, {0: "5H", 1: "5H", 2: f"5H 5H {IDLE}"})
    throw(table, 0, "5H", s2="bump 5H 5H")
    act(table, 2, "discard 2H")
    claim(table)
    claim_of_five = throw(table, 0, str(hand(table, 0)[0]))
    assert claim_of_five
    act(table, 1, "discard 5H")
    assert "cache_bump" not in verbs(table, 2)


def test_rule_14_3_a_cache_is_six_points_and_counts_towards_the_fifteen() -> None:
    table = large(3, {0: f"{FIVES} 2H 3H 4H 2C 3C 4C 7C 8C 9C JS QS KS KS"})
    act(table, 0, f"cache {FIVES}")
    assert offered(table, 0, "out") == [cards("KS")]
    act(table, 0, "out KS")
    assert table.scores[0].points[0] == 6 + 1 + 1 + 1 + 3 + 5
    line = next(line for line in table.scores[0].lines if line.label == "cache")
    assert (line.points, line.cards, line.paragraph) == (6, cards(FIVES), "14.3")


def test_rule_14_3_a_cache_counts_for_who_is_not_out() -> None:
    held = {0: Holding(cards("AH AS"), (cards("4H 5H 6H"),), (cards("7D 7D 7D"),))}
    counted = reckon(held, Ending("dead"), house(copies=4, trio_quartette_cache=True), seats=1)
    assert counted.points == (7,)


def test_rule_3_6_a_fourth_card_may_be_taken_to_go_out_with_it_where_three_are_a_trio() -> None:
    table = large(2, {0: "5H"})
    table.zones["hand:1"] = list(cards(FIVES))  # as if all other cards of the seat were laid
    throw(table, 0, "5H", s1="take")
    assert "out" in verbs(table, 1)


def test_rule_3_6_a_third_card_that_may_not_be_taken_is_not_recommended() -> None:
    table = large(2, {0: "5H"})
    table.zones["hand:1"] = list(cards("5H 5H"))  # as if all other cards of the seat were laid
    act(table, 0, "discard 5H")
    assert verbs(table, 1) == {"leave"}
    assert table.journal is not None
    view = view_of(table.journal, 1)
    view.zones["hand:1"] = table.zone("hand", 1)
    assert KHANHOO.recommends(view) == Move("leave")
    assert any(line.startswith("You cannot take 5H") for line in KHANHOO.insight(view))


@pytest.mark.parametrize("seats", [2, 8])
def test_rule_11_1_who_has_laid_the_card_just_got_into_a_cache_throws_another(seats: int) -> None:
    """The card was drawn, or with eight players, who have no stock, got from the thrower."""
    table = large(seats, {0: "5H" if seats == 8 else "KS", 1: f"5H 5H {IDLE}"}, orphan=False)
    if seats == 2:
        table.zones["stock"].append(Card("5H"))
    throw(table, 0, "5H" if seats == 8 else "KS", s1="leave")
    act(table, 1, f"cache {FIVES}")
    assert decision_of(table, 1).default.cards[0] in hand(table, 1)


def test_rule_14_4_a_cache_must_leave_a_card_to_throw() -> None:
    assert cards_to_cache(cards(FIVES)) == ()
    assert cards_to_cache(cards("* * * 6H")) == ()
    assert cards_to_cache(cards(f"{FIVES} 6H")) == (Card("5H"),)
    table = large(3, {0: "6H"})
    table.zones["hand:1"] = list(cards(f"{FIVES} 6H"))
    throw(table, 0, "6H", s1="take")  # two sixes are left then, and neither may be thrown back
    with pytest.raises(IllegalMove) as refused:
        act(table, 1, f"cache {FIVES}")
    assert refused.value.paragraph == "14.4"


@pytest.mark.parametrize("thrower", [0, 2])
def test_rule_14_5_the_fourth_card_may_be_claimed_in_turn_or_out_of_turn(thrower: int) -> None:
    table = cached(3, s0="KS 5H" if thrower == 0 else "KS", s2="5H" if thrower == 2 else "")
    if thrower == 0:
        throw(table, 2, str(next(card for card in hand(table, 2) if card != "5H")))
    act(table, thrower, "discard 5H")
    assert "cache_bump" in verbs(table, 1)
    other = ({0, 1, 2} - {1, thrower}).pop()
    assert "cache_bump" not in verbs(table, other)
    claim(table, s1="cache_bump")
    assert table.scores[0].how == "quartette"
    assert table.phase == "between"


def test_rule_14_5_no_other_card_may_be_claimed() -> None:
    table = cached(3, s2="5C")
    act(table, 2, "discard 5C")
    assert "cache_bump" not in verbs(table, 1)


def test_rule_14_5_with_two_players_too() -> None:
    table = cached(2, s0="KS 5H")
    act(table, 0, "discard 5H")
    assert verbs(table, 1) == {"cache_bump", "take", "leave"}
    claim(table, s1="cache_bump")
    assert table.scores[0].how == "quartette"


def test_rule_14_5_nobody_can_outbid_it_and_no_other_claim_is_told() -> None:
    table = large(4, {0: "KS", 1: f"{FIVES} KS {IDLE}", 3: "5H"})
    throw(table, 0, "KS", s1="leave")
    act(table, 1, f"cache {FIVES}")
    throw(table, 1, "KS")
    throw(table, 2, str(hand(table, 2)[0]))
    table.zones["hand:2"] = list(cards("5C 5C 5D 5D * 5C 2H"))
    act(table, 3, "discard 5H")
    best = " ".join(offered(table, 2, "bump")[0])
    events = claim(table, s0="take", s1="cache_bump", s2=f"bump {best}")
    assert facts_told(events, "quartette") == [(1, 1)]
    assert not facts_told(events, "bump")
    assert not facts_told(events, "defence")
    assert sorted(table.zone("cache", 1, 0)) == sorted(cards("5H 5H 5H 5H"))


def test_rule_14_5_it_need_not_be_claimed_and_only_by_its_owner() -> None:
    table = cached(3, s2="5H")
    act(table, 2, "discard 5H")
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "cache_bump")
    assert refused.value.paragraph == "14.5"
    claim(table, s1="pass")
    assert not table.scores


def test_rule_14_5_one_cannot_claim_ones_own_card() -> None:
    table = large(2, {0: f"5H {FIVES}"})
    act(table, 0, f"cache {FIVES}")
    act(table, 0, "discard 5H")
    assert table.acting() == (1,)
    with pytest.raises(BadMove):
        table.play(0, table.step, decision_of(table, 1).default)


def test_rule_14_6_four_equal_cards_on_the_opening_may_end_the_deal() -> None:
    table = large(3, {0: f"5H {FIVES} 2C 3C 4C {' '.join(IDLE.split()[:9])}"})
    assert offered(table, 0, "quartette") == [cards("5H 5H 5H 5H")]
    act(table, 0, "quartette 5H 5H 5H 5H")
    assert table.scores[0].how == "quartette"
    assert table.scores[0].points[0] >= 12 + 1 + 5


def test_rule_14_6_a_joker_makes_no_natural_quartette() -> None:
    assert quartettes(cards("5H 5H 5H *"), ()) == ()
    assert quartettes(cards("5H * * * *"), ()) == ()
    table = large(3, {0: f"{FIVES} *"})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, f"quartette {FIVES} *")
    assert refused.value.paragraph == "14.6"


def test_rule_14_6_the_fourth_to_ones_own_cache_may_be_drawn() -> None:
    table = large(2, {0: f"{FIVES} KS {IDLE}", 1: "KS"}, stock="2C 5H")
    act(table, 0, f"cache {FIVES}")
    throw(table, 0, "KS", s1="leave")
    throw(table, 1, "KS", s0="leave")
    assert offered(table, 0, "quartette") == [cards("5H")]
    act(table, 0, "quartette 5H")
    assert table.scores[0].how == "quartette"
    line = next(line for line in table.scores[0].lines if line.points == 12)
    assert (line.label, line.paragraph) == ("quartette by cache", "14.5")


def test_rule_14_6_a_fourth_without_its_cache_shows_nothing() -> None:
    table = large(2, {0: f"5H {IDLE}"})
    with pytest.raises(IllegalMove) as refused:
        act(table, 0, "quartette 5H")
    assert refused.value.paragraph == "14.6"


def test_rule_14_6_it_need_not_be_shown() -> None:
    table = large(3, {0: f"5H {FIVES} KS"})
    throw(table, 0, "KS")
    assert not table.scores


def test_rule_14_6_a_fourth_that_is_bumped_is_laid_and_the_deal_goes_on() -> None:
    table = large(3, {0: "5H", 2: f"{FIVES} {IDLE}"})
    throw(table, 0, "5H", s2=f"bump {FIVES}")
    assert table.facts["bump"] == "quartette"
    assert table.phase == "turn"
    assert verbs(table, 2) == {"discard"}


def test_rule_14_7_twelve_the_best_of_the_rest_and_five() -> None:
    table = cached(3, s2="5H")
    table.zones["hand:1"] = list(cards("2C 3C 4C 6C 9D 9D 7C 8C JS QS KS KS"))
    act(table, 2, "discard 5H")
    claim(table, s1="cache_bump")
    lines = [(line.label, line.points) for line in table.scores[0].lines if line.seat == 1]
    assert lines[0] == ("quartette by cache", 12)
    assert lines[-1] == ("quartette", 5)
    assert table.scores[0].points[1] == 12 + 3 + 1 + 1 + 5  # sixes to eights, though nine and king are left over


def test_rule_14_7_another_cache_and_laid_melds_count_too() -> None:
    held = Holding(cards("AH 2C 3D"), (cards("4H 5H 6H"),), (cards("7D 7D 7D"), cards("8C 8C 8C 8C")))
    counted = reckon(
        {0: held}, Ending("quartette", 0), house(skin="english", copies=4, trio_quartette_cache=True), seats=1
    )
    assert counted.points == (12 + 6 + 1 + 5 + 5,)


def test_rule_14_7_others_score_their_melds_and_all_cards_are_shown() -> None:
    table = cached(3, s2="5H")
    table.zones["hand:0"] = list(cards("AH 2C 3D 9H 9H"))
    act(table, 2, "discard 5H")
    events = claim(table, s1="cache_bump")
    assert table.scores[0].points[0] == 5
    shown = {getattr(e, "zone", "") for e in events if type(e).__name__ == "Turned"}
    assert shown == {"hand:0", "hand:1", "hand:2", "cache:1:0"}


def test_rule_14_8_the_last_discard_cannot_be_claimed() -> None:
    table = cached(3, s2="5H")
    table.zones["hand:2"] = list(cards("AH 2C 3D 5H"))
    act(table, 2, "out 5H")
    assert table.scores[0].how == "out"


def test_caches_beyond_the_first_can_be_claimed_too() -> None:
    table = large(2, {0: f"{FIVES} KS KS KS 6H", 1: "KS"})
    act(table, 0, f"cache {FIVES}")
    act(table, 0, "cache KS KS KS")
    throw(table, 0, "6H")
    act(table, 1, "discard KS")
    claim(table, s0="cache_bump")
    points = [line.points for line in table.scores[0].lines if "cache" in line.label and line.seat == 0]
    assert points == [6, 12]


def test_a_trio_is_among_the_bumps_of_a_card() -> None:
    found = bumps_open_to(Card("5H"), cards(f"5H 5H {IDLE}"), book(121, trio_quartette_cache=True))
    assert [meld.kind for meld in found] == ["trio"]
