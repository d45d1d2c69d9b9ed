"""What a player is told of the own hand, and of the table."""

from engine.games.kanhu_qing.hand_solver.nearest import distance
from engine.games.kanhu_qing.pack import DECK
from engine.games.kanhu_qing.state import house_of
from engine.kit.wording import number_in_words
from engine.model.moves import Move
from engine.model.view import View
from engine.play.table import Table
from tests.games.tables import decision_of
from tests.games.viewers import view_of

from .positions import KANHU, LOST, WON, act, cards, hand, idle, run, started, win_deal

SHORT = WON.replace("C5 ", "")


def seen_by(table: Table, viewer: int | None) -> View:
    assert table.journal is not None
    return view_of(table.journal, viewer)


def test_it_says_that_and_how_a_hand_wins() -> None:
    (line,) = KANHU.insight(seen_by(started(2, {0: WON}), 0))
    assert line.startswith("You can win: tiger C9 S1 M1 · run C4 C5 C6 · ")
    assert "set C7 S7 M7" in line


def test_a_discard_is_recommended_where_it_wins() -> None:
    for discard in ("C5", "M3"):
        table = started(2, {0: discard, 1: SHORT})
        act(table, 0, f"discard {discard}")
        assert KANHU.recommends(seen_by(table, 1)) == Move("take" if discard == "C5" else "buy")
        assert KANHU.recommends(seen_by(table, 0)) is None


def test_it_says_what_a_hand_waits_for() -> None:
    table = started(2, {0: "M3", 1: SHORT})
    act(table, 0, "discard M3")
    lines = KANHU.insight(seen_by(table, 1))
    assert lines[0] == "M3 brings you no closer to winning."
    assert lines[1] == "You need one card to win: C5."


def test_aces_and_honours_that_would_all_do_are_named_together() -> None:
    waiting = f"C9 S1 M1 {run('S', 4, 6)} {run('M', 4, 6)} C1 C1 C1 OT OT"
    table = started(2, {0: "M3", 1: waiting})
    assert "You need one card to win: S3, S7, M3, M7, any ace or any honour." in KANHU.insight(seen_by(table, 1))


def test_it_says_that_the_discard_wins_or_brings_nearer() -> None:
    table = started(2, {0: "C5", 1: SHORT})
    act(table, 0, "discard C5")
    assert KANHU.insight(seen_by(table, 1))[0] == "With C5 you can win."
    table = started(3, {0: "C5", 1: LOST, 2: SHORT}, out_of_turn_win=True)
    act(table, 0, "discard C5")
    assert KANHU.insight(seen_by(table, 2))[0] == "With C5 you can win."
    assert KANHU.insight(seen_by(table, 1))[0] == "You cannot win with C5."
    table = started(2, {0: "RF", 1: "C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C1 M4"})
    act(table, 0, "discard RF")
    assert KANHU.insight(seen_by(table, 1))[0] == "RF brings you closer to winning."


def test_it_says_when_nothing_may_be_taken_any_more() -> None:
    table = started(2, {0: LOST})
    act(table, 0, "discard C2")
    for _ in range(8):
        seat = table.acting()[0]
        act(table, seat, "take")
        act(table, seat, f"discard {decision_of(table, seat).choices[-1].cards[0]}")
    lines = KANHU.insight(seen_by(table, table.acting()[0]))
    assert lines[0] == "You cannot take the discard: the players took too many discards in a row."


def test_it_names_what_is_in_no_group_and_what_groups_want() -> None:
    table = started(2, {0: "C9 S1 M1 C4 C5 C6 S5 S6 S7 M7 M8 M9 C2 S2 M4"})
    lines = KANHU.insight(seen_by(table, 0))
    assert lines[0] == "After your discard, you need one card to win."
    assert lines[1] == "You can spare M4."
    assert lines[2] == "Incomplete groups: C2 S2 (needs any 2)"


def test_of_the_groups_only_those_that_lack_a_card_are_named_the_nearest_first() -> None:
    for seed in range(40):
        table = started(3, {}, seed=f"groups {seed}")
        for seat in range(3):
            insight = KANHU.insight(seen_by(table, seat))
            lines = [line for line in insight if line.startswith("Incomplete groups: ")]
            groups = lines[0].removeprefix("Incomplete groups: ").split(" · ") if lines else []
            also = [line for line in insight if line.startswith("You also need ")]
            needs = [group.partition("(needs ")[2].removesuffix(")").removeprefix("any ") for group in groups]
            lacks = [2 if need.startswith("two ") else len(need.split()) for need in needs]
            assert lacks == sorted(lacks)
            assert all(lacks), lines
            if groups:
                hand = table.zone("hand", seat)
                further = distance(hand, house_of(table).book) - sum(lacks)
                more = "more " if any(line.startswith("You can attach ") for line in insight) else ""
                kinds = "ace or honour" if further == 1 else "aces or honours"
                cards = f"{number_in_words(further, 9)} {more}{kinds}"
                said = [f"You also need {cards} to attach to any group."] if further > 0 else []
                assert also == said, insight


def test_it_is_silent_for_a_spectator_and_between_deals() -> None:
    table = started(2, {0: WON})
    assert KANHU.insight(seen_by(table, None)) == ()
    act(table, 0, "win")
    assert KANHU.insight(seen_by(table, 0)) == ()


def test_a_seat_is_noted_for_winning_for_sitting_out_and_for_its_chips() -> None:
    table = started(3, {0: WON}, bankroll=1)
    assert KANHU.seat_note(table, 1) == "1 chip"
    act(table, 0, "win")
    assert KANHU.seat_note(table, 0) == "won"
    table = started(4, {0: WON}, bankroll=2, hands=9)
    act(table, 0, "win")
    table.close()
    win_deal(table, 1)
    table.close()
    assert KANHU.seat_note(table, 3) == "sits out"
    assert KANHU.seat_note(started(3), 1) == ""


def test_the_table_is_noted_for_the_pot_and_the_stock() -> None:
    table = started(4, {0: LOST})
    assert KANHU.table_note(table) == "pot 4"
    idle(table, until="between")
    assert KANHU.table_note(table) == ""


def test_a_hand_may_be_shown_by_groups_by_suit_or_by_rank() -> None:
    table = started(2, {0: "RF M3 C9 S1 M1 C4 C5 C6 S4 S5 S6 M7 M8 M9 C1"})
    held = hand(table, 0)
    by_groups = KANHU.arrange(held, "groups", seen_by(table, 0))
    assert by_groups[:3] == cards("C9 S1 M1")
    assert by_groups[-1] == "M3"
    assert set(by_groups[-3:-1]) == {"C1", "RF"}
    assert KANHU.arrange(held, "suit", seen_by(table, 0)) == DECK.sort(held)
    assert KANHU.arrange(held, "rank", seen_by(table, 0))[:4] == cards("C1 S1 M1 M3")
    assert KANHU.arrange(held, "rank", seen_by(table, 0))[-1] == "RF"
    assert KANHU.arrange(held[:5], "groups", seen_by(table, 0)) == DECK.sort(held[:5])
