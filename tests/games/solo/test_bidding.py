"""Solo §4 and §5: the questioning duel, and the black queens in it."""

import pytest

from engine.api import BadMove, Declared, IllegalMove, Move
from engine.games.solo.auction import Auction, BidError
from engine.games.solo.contracts import LADDER, in_words, rung
from tests.games.trials import Trial

from .positions import cards, declare, do, offered, say, sit, verbs

PLAIN = {0: "QC AC", 1: "QS AD"}
"""No hand holds both black queens."""
QUEENS = {1: "QC QS 8D"}


def auction(said: str) -> Auction:
    """The auction after some answers."""
    state = Auction()
    for word in said.split():
        state = state.after(word)
    return state


def told(trial: Trial, *facts: str) -> list[tuple[str, object, int | None]]:
    """What was declared of some facts, in order."""
    declared = [event for event in trial.view.events if isinstance(event, Declared)]
    return [(event.fact, event.value, event.seat) for event in declared if event.fact in facts]


def refusal(trial: Trial, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        do(trial, move)
    return refused.value


def test_rule_4_1_six_rungs_and_their_points() -> None:
    assert [(step.number, step.title, step.points) for step in LADDER] == [
        (1, "simple in suit", 2),
        (2, "simple in color", 4),
        (3, "solo in suit", 4),
        (4, "solo in color", 8),
        (5, "tout in suit", 16),
        (6, "tout in color", 32),
    ]


def test_rule_4_1_a_solo_in_suit_outbids_a_simple_in_color_though_both_count_four() -> None:
    trial = sit(PLAIN, "ask query hold query hold pass pass pass")
    with pytest.raises(IllegalMove) as refused:
        declare(trial, "simple C")
    assert refused.value.paragraph == "6.1"
    assert all(move.verb != "simple" for move in offered(trial))


def test_rule_4_2_the_dealers_left_speaks_first_and_the_dealer_last() -> None:
    trial = sit(PLAIN)
    for seat in (0, 1, 2, 3):
        assert trial.table.acting() == (seat,)
        say(trial, "pass")
    assert trial.table.phase == "declaring"


def test_rule_4_2_who_has_passed_stays_out() -> None:
    trial = sit(PLAIN, "pass ask pass pass")
    assert trial.table.facts["declarer"] == 1


def test_rule_4_3_to_ask_or_to_pass() -> None:
    trial = sit(PLAIN)
    assert verbs(trial) == ["ask", "pass"]
    say(trial, "ask")
    assert trial.table.facts["auction"] == (1, 0, 1, 0)


def test_rule_4_3_the_dealer_may_open_unopposed_and_declare_anything() -> None:
    trial = sit(PLAIN, "pass pass pass ask")
    assert (trial.table.phase, trial.table.acting()) == ("declaring", (3,))
    assert trial.table.facts["auction"] == (4, 3, 1, 0)
    declare(trial, "tout C")
    assert trial.table.facts["game"] == "tout in color (clubs)"


def test_rule_4_3_with_a_wrong_word_the_question_is_told() -> None:
    assert refusal(sit(PLAIN), Move("query")).paragraph == "4.3"
    refused = refusal(sit(PLAIN, "ask"), Move("ask"))
    assert (refused.reason, refused.paragraph) == ("The next question is: Is it in color? Query, or pass.", "4.4")
    refused = refusal(sit(PLAIN, "ask query"), Move("pass"))
    assert (refused.reason, refused.paragraph) == ("You are asked: Is it in color? Hold, or yield.", "4.5")
    assert refusal(sit(PLAIN), Move("pass", ("AC",))).paragraph == "4.8"  # type: ignore[arg-type]
    with pytest.raises(BadMove):
        do(sit(PLAIN), Move("double"))


def test_rule_4_4_a_challenger_asks_for_the_next_rung_in_words() -> None:
    trial = sit(PLAIN, "ask")
    questions: list[str] = []
    for _ in range(5):
        (query,) = [choice for choice in trial.table.decisions()[0].choices if choice.verb == "query"]
        questions += [name.partition(" (")[0] + "?" for name in query.names]
        assert query.names[0].endswith(("tricks with a partner)?", "tricks alone)?"))
        say(trial, "query")
        assert trial.table.acting() == (0,)
        say(trial, "hold")
    assert questions == [
        "is the bid in color?",
        "is the bid a solo?",
        "is the bid a solo in color?",
        "is the bid a tout?",
        "is the bid a tout in color?",
    ]


def test_rule_4_4_rungs_are_not_skipped() -> None:
    state = auction("ask query hold query hold")
    assert (state.level, state.next_rung) == (3, rung(4))


def test_rule_4_5_who_holds_is_one_rung_higher_and_the_challenger_may_go_on() -> None:
    trial = sit(PLAIN, "ask query")
    assert verbs(trial) == ["hold", "yield"]
    say(trial, "hold")
    assert trial.table.acting() == (1,)
    assert trial.table.facts["auction"] == (1, 0, 2, 0)


def test_rule_4_5_at_an_equal_rung_the_holder_keeps_the_bid() -> None:
    trial = sit(PLAIN, "ask query hold pass pass pass")
    assert trial.table.facts["declarer"] == 0


def test_rule_4_6_who_yields_is_out_and_the_challenger_is_committed() -> None:
    trial = sit(PLAIN, "ask query yield")
    assert trial.table.facts["auction"] == (2, 1, 2, 0)
    assert trial.table.acting() == (2,)
    say(trial, "pass pass")
    assert trial.table.facts["declarer"] == 1
    assert {move.verb for move in offered(trial)} == {"simple", "solo", "tout"}
    assert [move.places for move in offered(trial) if move.verb == "simple"] == [("C",)]


def test_rule_4_6_the_last_challenger_wins_by_a_yield() -> None:
    trial = sit(PLAIN, "ask pass pass query yield")
    assert trial.table.facts["declarer"] == 3
    assert trial.table.phase == "declaring"


def test_rule_4_7_every_step_is_heard_by_all() -> None:
    trial = sit(PLAIN, "ask query hold query yield pass pass", viewer=3)
    assert told(trial, "ask", "query", "hold", "yield", "pass") == [
        ("ask", "I ask", 0),
        ("query", "Is it in color?", 1),
        ("hold", "simple in color", 0),
        ("query", "Is it a solo?", 1),
        ("yield", "solo in suit", 0),
        ("pass", "", 2),
        ("pass", "", 3),
    ]


def test_rule_4_8_after_a_pass_the_next_goes_on_from_the_same_rung() -> None:
    trial = sit(PLAIN, "ask query hold pass query")
    assert told(trial, "query")[-1] == ("query", "Is it a solo?", 2)


def test_rule_4_8_a_pass_is_said_in_its_own_words() -> None:
    for said, words in (
        ("", "no bid"),
        ("ask", "the bid stays a simple in suit"),
        ("ask query hold", "the bid stays a simple in color"),
    ):
        passing = sit(PLAIN, said).table.decisions()[0].choice("pass")
        assert passing is not None
        assert passing.names == (words,)


def test_rule_4_9_a_duel_to_its_end() -> None:
    state = auction("ask query hold query yield")
    assert (state.holder, state.level, state.turn) == (1, 3, 2)
    state = state.after("pass").after("query").after("hold").after("pass")
    assert (state.is_over, state.holder, state.level) == (True, 1, 4)
    trial = sit(PLAIN, "ask query hold query yield pass query hold pass")
    assert trial.table.acting() == (1,)
    games = {(move.verb, *move.places) for move in offered(trial)}
    assert games == {("solo", "C"), ("tout", "C"), ("tout", "D"), ("tout", "H"), ("tout", "S")}


def test_rule_4_10_at_the_top_the_bidding_ends_at_once() -> None:
    trial = sit(PLAIN, "ask query hold query hold query hold query hold query hold")
    assert trial.table.phase == "declaring"
    assert [(move.verb, *move.places) for move in offered(trial)] == [("tout", "C")]
    yielded = auction("ask query hold query hold query hold query hold query yield")
    assert (yielded.is_over, yielded.holder, yielded.level) == (True, 1, 6)


def test_a_word_that_does_not_fit_is_no_bid() -> None:
    with pytest.raises(BidError):
        auction("query")
    with pytest.raises(BidError):
        auction("pass pass pass pass pass")
    with pytest.raises(BidError):
        Auction.of_fact("nonsense")


def test_an_auction_is_a_public_fact_and_back() -> None:
    for said in ("", "ask", "pass ask query", "ask query hold pass pass pass"):
        assert Auction.of_fact(auction(said).to_fact()) == auction(said)


def test_games_have_their_names() -> None:
    assert [in_words(step, "H") for step in LADDER if not step.in_color] == [
        "simple in hearts",
        "solo in hearts",
        "tout in hearts",
    ]
    assert in_words(rung(4), "C") == "solo in color (clubs)"


def test_rule_5_1_all_pass_and_the_queen_of_clubs_is_shown() -> None:
    trial = sit({2: "QC AH", 0: "QS"}, "pass pass pass pass", viewer=0)
    assert told(trial, "all_pass", "declarer") == [("all_pass", "QC", 2), ("declarer", 2, 2)]
    assert trial.table.acting() == (2,)
    assert [(move.verb, *move.places) for move in offered(trial)] == [
        ("simple", "D"),
        ("simple", "H"),
        ("simple", "S"),
        ("simple", "C"),
    ]


def test_rule_5_1_nothing_but_a_simple_game() -> None:
    trial = sit({2: "QC AH", 0: "QS"}, "pass pass pass pass")
    assert refusal(trial, Move("solo", places=("H",))).paragraph == "5.1"
    declare(trial, "simple C AH")
    assert trial.table.phase == "tricks"


def test_rule_5_2_both_queens_may_not_pass() -> None:
    trial = sit({0: "QC QS"})
    assert verbs(trial) == ["ask"]
    refused = refusal(trial, Move("pass"))
    assert refused.paragraph == "5.2"
    assert "both black queens" in refused.reason


@pytest.mark.parametrize("said", ["ask", "ask query hold"])
def test_rule_5_2_they_have_to_query_up_to_the_solo_in_suit(said: str) -> None:
    trial = sit(QUEENS, said)
    assert trial.table.acting() == (1,)
    assert verbs(trial) == ["query"]


@pytest.mark.parametrize("said", ["pass ask query", "pass ask query hold query"])
def test_rule_5_2_they_have_to_hold_up_to_the_solo_in_suit(said: str) -> None:
    trial = sit(QUEENS, said)
    assert trial.table.acting() == (1,)
    assert verbs(trial) == ["hold"]
    assert refusal(trial, Move("yield")).paragraph == "5.2"


def test_rule_5_2_above_that_they_are_free() -> None:
    holder = sit(QUEENS, "pass ask query hold query hold query")
    assert verbs(holder) == ["hold", "yield"]
    challenger = sit(QUEENS, "ask query hold query hold")
    assert verbs(challenger) == ["query", "pass"]


def test_rule_5_2_one_queen_binds_nobody() -> None:
    assert verbs(sit({0: "QC", 1: "QS"})) == ["ask", "pass"]


def test_rule_5_3_at_a_lower_bid_a_solo_in_suit_is_due_all_the_same() -> None:
    trial = sit({0: "QC QS"}, "ask pass pass pass")
    assert trial.table.facts["auction"] == (4, 0, 1, 0)
    assert {move.verb for move in offered(trial)} == {"solo", "tout"}
    assert refusal(trial, Move("simple", places=("H",))).paragraph == "5.3"


def test_rule_5_4_others_are_told_the_same_with_the_queens_or_without() -> None:
    with_queens = sit({0: "QC QS 9D", 1: "7D AS"}, "ask query", viewer=2)
    without = sit({0: "QC 9D 7D", 1: "QS AS"}, "ask query", viewer=2)
    assert with_queens.table.acting() == without.table.acting() == (0,)
    assert with_queens.table.facts == without.table.facts
    said = [[event for event in trial.view.events if isinstance(event, Declared)] for trial in (with_queens, without)]
    assert said[0] == said[1]


def test_rule_5_4_a_single_answer_is_asked_for_like_any_other() -> None:
    bound, free = (sit(hands).table.decisions()[0] for hands in ({0: "QC QS"}, {0: "QC", 1: "QS"}))
    assert (bound.clock, bound.sealed, bound.window, bound.lapse_ms) == (free.clock, free.sealed, free.window, 0)


def test_rule_11_9_who_does_not_bid_passes_or_does_the_least_that_is_due() -> None:
    assert sit(PLAIN).table.decisions()[0].default == Move("pass")
    assert sit(PLAIN, "ask").table.decisions()[0].default == Move("pass")
    assert sit(PLAIN, "ask query").table.decisions()[0].default == Move("yield")
    assert sit({0: "QC QS"}).table.decisions()[0].default == Move("ask")
    assert cards(sit(PLAIN, "ask pass pass pass", "solo H")) != ""
