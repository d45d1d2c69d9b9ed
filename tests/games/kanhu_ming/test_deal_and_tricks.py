"""Kanhu (Ming) §2 and §3 at the table: the draw, the deal, leading, answering, taking."""

from collections import Counter

import pytest

from engine.api import Declared, IllegalMove, Move, Moved, Table, Turned, find_game
from engine.games.kanhu_ming.cards import PLACE
from engine.games.kanhu_ming.state import captured_from
from tests.games.trials import Trial

from .positions import cards, finish, play, sit

KANHU = find_game("kanhu_ming")


def refusal(trial: Trial, text: str) -> IllegalMove:
    """What the seat in turn is told when it does what it may not."""
    verb, _, named = text.partition(" ")
    with pytest.raises(IllegalMove) as refused:
        trial.do(trial.table.acting()[0], Move(verb, cards(named)))
    return refused.value


def offered(trial: Trial, verb: str) -> set[str]:
    """What the seat in turn may do with a verb: sets of cards as text."""
    choice = trial.table.decisions()[0].choice(verb)
    return {" ".join(found) for found in choice.sets} if choice else set()


def begun(seats: int, seed: str) -> Table:
    table = Table(KANHU, seats, KANHU.meta.resolve({}), seed=seed)
    table.start()
    return table


def test_rule_2_1_two_or_three_play() -> None:
    assert (KANHU.meta.least_seats, KANHU.meta.most_seats) == (2, 3)


def test_rule_2_1_play_goes_to_the_right() -> None:
    trial = sit({0: "C9"}, "lead C9")
    assert trial.table.acting() == (2,)
    finish_one = trial.table.decisions()[0].default
    trial.do(2, finish_one)
    assert trial.table.acting() == (1,)


def test_rule_2_1_cards_are_dealt_to_the_right_from_the_eldest() -> None:
    table = begun(3, "right")
    assert table.journal is not None
    dealt = [event.dst for event in table.journal.events() if isinstance(event, Moved) and event.src == "stock"]
    assert dealt == [f"hand:{table.right_of(table.dealer, steps)}" for steps in range(3)]


@pytest.mark.parametrize(("seats", "hand", "stock"), [(2, 13, 4), (3, 9, 3)])
def test_rule_2_2_the_cards_and_the_stock(seats: int, hand: int, stock: int) -> None:
    table = begun(seats, "sizes")
    assert [len(table.zone("hand", seat)) for seat in range(seats)] == [hand] * seats
    assert len(table.zone("stock")) == stock


def test_rule_2_2_the_stock_is_never_used_or_seen_before_the_end() -> None:
    trial = sit({}, stock="C9 M5 TM")
    while trial.table.phase in ("lead", "follow"):
        assert trial.view.zone("stock") == ["??"] * 3
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)
    assert set(trial.view.zone("stock")) == set(cards("C9 M5 TM"))


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_2_3_everybody_draws_and_the_highest_is_eldest_and_leads(seats: int) -> None:
    drawn_by_eldest = Counter[int]()
    for number in range(30):
        table = begun(seats, f"draw {number}")
        drawn = table.facts["eldest_draw"]
        assert isinstance(drawn, tuple)
        assert len(set(drawn)) == seats
        assert drawn[table.dealer] == max(drawn, key=PLACE.__getitem__)  # type: ignore[arg-type]
        assert table.acting() == (table.dealer,)
        drawn_by_eldest[table.dealer] += 1
    assert len(drawn_by_eldest) == seats


def test_rule_2_3_the_draw_is_told_to_all() -> None:
    table = begun(3, "told")
    assert table.journal is not None
    (told,) = [e for e in table.journal.events() if isinstance(e, Declared) and e.fact == "eldest_draw"]
    assert told.seat == table.dealer


def test_rule_3_1_the_eldest_leads_and_then_who_took_the_trick() -> None:
    trial = sit({1: "C9 M9", 0: "TM", 2: "S1"}, "lead C9", eldest=1)
    play(trial, "sluff TM; beat S1")
    assert trial.table.acting() == (2,)
    assert trial.table.phase == "lead"


def test_rule_3_2_one_card_or_a_meld() -> None:
    trial = sit({0: "C9 S1 M1 M2 M3 S5 C0 C1 S7"})
    assert offered(trial, "lead") == {*trial.table.zone("hand", 0), "C9 S1 M1", "C1 S1 M1", "M1 M2 M3"}


def test_who_answers_last_is_told_that_the_trick_is_taken() -> None:
    trial = sit({0: "C7", 2: "TM C6 M8", 1: "M9"}, "lead C7")
    first = trial.table.decisions()[0].choice("beat")
    assert first is not None
    assert not any("takes the trick" in name for name in first.names)
    play(trial, "beat M8")
    last = trial.table.decisions()[0].choice("beat")
    assert last is not None
    assert "Nine Myriads, sure to take the trick" in last.names


def test_melds_that_are_led_and_that_beat_are_named_to_all() -> None:
    trial = sit({0: "C9 S1 M1", 1: "C0 S9 TM"}, "lead C9 S1 M1; beat C0 S9 TM", seats=2)
    told = [(e.seat, e.value) for e in trial.view.events if isinstance(e, Declared) and e.fact == "meld"]
    assert told == [(0, "Tiger"), (1, "Chariot")]


def test_rule_3_2_three_unrelated_cards_may_not_be_led() -> None:
    refused = refusal(sit({0: "C9 S1 M2"}), "lead C9 S1 M2")
    assert refused.paragraph == "3.2"
    assert "no gibbon, leopard or special" in refused.reason


@pytest.mark.parametrize("text", ["lead C9 S1", "sluff C9", "beat C9"])
def test_rule_3_2_what_is_no_lead_is_told(text: str) -> None:
    assert refusal(sit({0: "C9 S1 M2"}), text).paragraph == "3.2"


def test_rule_3_2_only_cards_of_the_own_hand() -> None:
    assert refusal(sit({0: "C9", 1: "S1"}), "lead S1").reason == "You do not hold S1."
    assert refusal(sit({0: "C9", 2: "S1"}, "lead C9"), "sluff C9").reason == "You do not hold C9."


def test_rule_3_3_with_as_many_cards_as_were_led() -> None:
    trial = sit({0: "C9 C8 C7", 2: "S1 S2 S3 M5"}, "lead C9 C8 C7")
    refused = refusal(trial, "beat M5")
    assert refused.paragraph == "3.3"
    assert "three cards" in refused.reason
    assert offered(trial, "beat") >= {"S1 S2 S3"}
    assert refusal(sit({0: "C9", 2: "S1 S2 S3"}, "lead C9"), "beat S1 S2 S3").paragraph == "3.3"
    assert refusal(trial, "lead S1").paragraph == "3.3"


@pytest.mark.parametrize(
    ("lead", "answer", "paragraph"),
    [
        ("TM", "beat M9", "4.4"),
        ("S9", "beat TM", "4.3"),
        ("S4", "beat S3", "4.1"),
        ("M1", "beat S3", "4.2"),
        ("M6 M7 M8", "beat S3 S4 S5", "5.5"),
        ("M6 M7 M8", "beat C5 S5 M5", "5.5"),
        ("C8 S8 M8", "beat C5 S5 M5", "5.6"),
        ("C8 S8 M8", "beat S3 S4 S5", "5.6"),
        ("C8 S2 M2", "beat C7 S3 M3", "5.7"),
        ("C8 S2 M2", "beat C5 S5 M5", "5.7"),
        ("C8 S2 M2", "beat C5 S3 M3", "3.3"),
    ],
)
def test_what_does_not_beat_is_refused_with_its_rule(lead: str, answer: str, paragraph: str) -> None:
    answers = {
        "beat M9": "M9",
        "beat TM": "TM",
    }
    trial = sit({0: lead, 1: answers.get(answer, answer.removeprefix("beat "))}, f"lead {lead}", seats=2)
    refused = refusal(trial, answer)
    assert refused.paragraph == paragraph
    assert refused.reason.endswith(".")


def test_rule_3_4_there_is_no_duty_to_follow_suit_or_to_beat() -> None:
    trial = sit({0: "C7", 2: "C8 C1 S5 M9"}, "lead C7")
    decision = trial.table.decisions()[0]
    sluff = decision.choice("sluff")
    assert sluff is not None
    assert set(sluff.cards) == set(trial.table.zone("hand", 2))
    play(trial, "sluff M9")
    assert trial.table.acting() == (1,)


def test_rule_3_4_any_three_may_be_sluffed_on_a_meld() -> None:
    trial = sit({0: "C7 C8 C9", 1: "S1 M9 C0 M1 M2 M3"}, "lead C7 C8 C9", seats=2)
    sluff = trial.table.decisions()[0].choice("sluff")
    assert sluff is not None
    assert (sluff.least, sluff.most) == (3, 3)
    play(trial, "sluff S1 M9 C0")
    assert trial.table.acting() == (0,)


def test_rule_3_5_a_sluff_is_known_to_who_threw_it_alone() -> None:
    for viewer, seen in ((0, "??"), (1, "??"), (2, "S5")):
        trial = sit({0: "C7", 2: "S5"}, "lead C7; sluff S5", viewer=viewer)
        assert trial.view.zone("sluff", 2) == [seen]
        assert "S5" not in trial.view.zone("hand", 2)


def test_rule_3_5_a_card_that_was_sluffed_takes_nothing_whatever_it_is() -> None:
    trial = sit({0: "C7", 2: "M9", 1: "C6"}, "lead C7; sluff M9; beat C6")
    assert trial.table.acting() == (1,)
    assert trial.table.zone("taken", 1) == list(cards("C7 C6"))


def test_rule_3_6_the_best_takes_the_open_cards_openly_and_the_others_unseen() -> None:
    for viewer in (0, 1, 2):
        trial = sit({0: "C7", 2: "S5", 1: "C6"}, "lead C7; sluff S5; beat C6", viewer=viewer)
        assert trial.view.zone("taken", 1) == list(cards("C7 C6"))
        seen = "S5" if viewer == 2 else "??"
        assert list(captured_from(trial.view, 1, 2)) == [seen]
        assert list(captured_from(trial.table, 1, 2)) == list(cards("S5"))


def test_rule_3_6_three_cards_sluffed_by_two_lie_in_heaps_of_their_own() -> None:
    trial = sit(
        {0: "M7 M8 M9", 1: "C1 S4 M2", 2: "C9 S1 TM"}, "lead M7 M8 M9; sluff C9 S1 TM; sluff C1 S4 M2", viewer=1
    )
    assert list(captured_from(trial.view, 0, 1)) == list(cards("C1 S4 M2"))
    assert list(captured_from(trial.view, 0, 2)) == ["??"] * 3


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_rule_3_7_at_the_end_everything_is_turned_up(viewer: int) -> None:
    trial = sit({}, viewer=viewer)
    finish(trial)
    assert not any(trial.table.zone("hand", seat) for seat in range(3))
    assert not any("??" in found for found in trial.view.zones.values())
    assert [event for event in trial.view.events if isinstance(event, Turned) and event.zone == "stock"]


def test_rule_4_4_a_card_is_measured_against_the_one_that_holds_the_trick() -> None:
    trial = sit({0: "C7", 2: "M2", 1: "TM"}, "lead C7")
    assert "TM" not in offered(trial, "beat")
    assert "TM" not in offered(sit({0: "C7", 2: "TM"}, "lead C7"), "beat")
    play(trial, "beat M2")
    assert "TM" in offered(trial, "beat")
    play(trial, "beat TM")
    assert trial.table.zone("taken", 1) == list(cards("C7 M2 TM"))


def test_rule_5_6_the_hero_takes_a_leopard_at_the_table() -> None:
    trial = sit({0: "C4 S4 M4", 1: "S1 M1 TM C9"}, "lead C4 S4 M4", seats=2)
    assert offered(trial, "beat") == {"S1 M1 TM"}
    play(trial, "beat S1 M1 TM")
    assert trial.table.acting() == (1,)


def test_rule_8_5_who_does_not_answer_leads_the_lowest_card_and_sluffs_the_lowest() -> None:
    trial = sit({0: "C9 C8 C7", 1: "C3 C2 S1 TM"}, seats=2)
    assert trial.table.decisions()[0].default == Move("lead", cards("C9"))
    play(trial, "lead C9")
    hand = trial.table.zone("hand", 1)
    assert trial.table.decisions()[0].default == Move("sluff", (hand[0],))
    trial = sit({0: "C9 C8 C7", 1: "C3 C2 S1 TM"}, "lead C9 C8 C7", seats=2)
    assert trial.table.decisions()[0].default == Move("sluff", tuple(trial.table.zone("hand", 1)[:3]))
