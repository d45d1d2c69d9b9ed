"""What a player is told of the own hand."""

from typing import Any

from engine.model.groups import HandGroup
from engine.model.view import View
from engine.play.table import Table
from tests.games.viewers import view_of

from .positions import KHANHOO, act, cards, run, started, throw

WON = f"{run('A', '9', 'H')} {run('A', '6', 'S')}"


def seen_by(table: Table, viewer: int | None) -> View:
    assert table.journal is not None
    return view_of(table.journal, viewer)


def lines(table: Table, viewer: int) -> tuple[str, ...]:
    return KHANHOO.insight(seen_by(table, viewer))


def test_it_divides_the_hand_into_melds_with_their_points() -> None:
    table = started(2, {1: "AH 2S 3D 4H 5H 6H KC KC QC QC 8D 8H 2D 9S 9D"})
    view = seen_by(table, 1)
    assert KHANHOO.hand_groups(view) == (
        HandGroup("khanhoo", cards("AH 2S 3D"), 5),
        HandGroup("sequence", cards("4H 5H 6H"), 1),
    )
    assert KHANHOO.arrange(list(view.hand), "melds", view)[:6] == cards("AH 2S 3D 4H 5H 6H")
    assert "Your melds score 6 points now." in KHANHOO.insight(view)


def test_a_hand_that_can_go_out_is_divided_for_that() -> None:
    table = started(2, {0: f"{WON} JC"})
    view = seen_by(table, 0)
    melds = KHANHOO.hand_groups(view)
    assert sorted(card for meld in melds for card in meld.cards) == sorted(cards(WON))
    assert KHANHOO.arrange(list(view.hand), "melds", view)[-1] == "JC"


def test_it_says_when_and_how_to_go_out() -> None:
    table = started(2, {0: f"{WON} JC"})
    assert (
        KHANHOO.insight(seen_by(table, 0))[0]
        == "You can go out: discard JC. You score 10: 5 for melds, and 5 for going out."
    )


def test_it_says_which_card_is_missing() -> None:
    table = started(2, {0: "JC", 1: f"{run('A', '9', 'H')} AS 2S 4S 5S 6S KC"}, stock="KC")
    act(table, 0, "discard JC")
    assert "You need one card to go out: 3S or the joker." in KHANHOO.insight(seen_by(table, 1))


def test_it_names_no_card_that_lies_in_a_meld_on_the_table() -> None:
    mine = f"{run('A', '9', 'H')} AS 2S 4S 5S 6S KC"
    table = started(3, {0: "JC 9D 8D", 1: mine, 2: "7D * 3S 3S AD 9S"})
    throw(table, 0, "JC", s2="bump 7D *")
    assert "You need one card to go out: 3S." in KHANHOO.insight(seen_by(table, 1))


def test_it_counts_a_laid_card_as_gone_for_good() -> None:
    mine = f"{run('4', '9', 'H')} {run('4', '9', 'D')} 2S 4S KC"
    table = started(3, {0: "3S 9D 8D", 1: mine, 2: "3H 3H 3D 3S * JC 7D AD 9S"})
    assert "You need one card to go out: 3S, 9H or the joker." in KHANHOO.insight(seen_by(table, 1))
    throw(table, 0, "3S", s2="bump 3H 3H 3S 3D *")
    assert "You need one card to go out: 9H." in KHANHOO.insight(seen_by(table, 1))


def test_it_says_what_the_discard_would_make() -> None:
    full = "8D 9D 3H 3S JC QC 5H AH AS 2S 5S 9H KC 6H 6S"
    table = started(3, {0: "7D", 1: full, 2: "7H 7S 2H 4H QC 9S KC 9D 5S 4S 8H 9H 5D 2H 4D"})
    act(table, 0, "discard 7D")
    assert KHANHOO.insight(seen_by(table, 1))[0] == "7D makes a sequence 7D 8D 9D (1 point)."
    assert KHANHOO.insight(seen_by(table, 2))[0] == "7D makes a triplet 7H 7S 7D (2 points)."
    assert not any("makes" in line for line in KHANHOO.insight(seen_by(table, 0)))


def test_it_says_what_a_meld_takes_from_the_others() -> None:
    """The second seven of diamonds stands for the first; the second five costs a sequence its five."""
    held = "7D 8D 9D 5H 6H 7H 5S 3S KC 2S QC AH 8S 2D 9S"
    table = started(3, {0: "7D 5D", 1: held})
    act(table, 0, "discard 7D")
    assert lines(table, 1)[0] == "7D makes a sequence 7D 8D 9D (1 point), but your melds score the same."
    table = started(3, {0: "7D 5D", 1: held})
    act(table, 0, "discard 5D")
    assert lines(table, 1)[0] == "5D makes a triplet 5H 5S 5D (2 points), so your melds score 1 point more."


def test_it_says_that_a_bump_costs_the_hand_more_than_it_brings() -> None:
    """The third ace makes aces for one point, and would cost the khanhoo its ace."""
    table = started(3, {0: "AD", 2: "AH AS 2S 3D JC QC 5H 5S 7D 8D 9D KC 6H 8H 8S"})
    act(table, 0, "discard AD")
    assert lines(table, 2)[0] == "AD makes aces AH AS AD (1 point), but your melds score 4 points less."


def test_out_of_turn_it_says_that_sequences_cannot_be_bumped() -> None:
    table = started(3, {0: "7D", 2: "5D 6D 2H 4H QC 9S KC 9D 5S 4S 8H 9H 5D 2H 4D"})
    act(table, 0, "discard 7D")
    assert lines(table, 2)[0] == "7D makes only a sequence, and you cannot bump for a sequence."


def test_aces_have_no_article() -> None:
    full = "AH AS 3H 3S JC QC 5H 5S 7D 8D 9D KC 6H 8H 8S"
    table = started(3, {0: "AD", 2: full})
    act(table, 0, "discard AD")
    assert KHANHOO.insight(seen_by(table, 2))[0] == "AD makes aces AH AS AD (1 point)."


def test_it_says_when_the_discard_lets_the_next_player_go_out() -> None:
    table = started(2, {0: "3S", 1: f"{run('A', '9', 'H')} AS 2S 4S 5S 6S KC"})
    act(table, 0, "discard 3S")
    line = KHANHOO.insight(seen_by(table, 1))[0]
    assert line.startswith("3S makes a sequence ")
    assert line.endswith(", and it lets you go out.")


def test_when_all_cards_are_in_melds_any_card_will_do() -> None:
    table = started(3, {0: "JC", 1: WON, 2: "5H"})
    ready = "All your cards are in melds. To go out, get any card and discard one card."
    assert lines(table, 1)[0] == ready
    act(table, 0, "discard JC")
    assert lines(table, 1)[:2] == ("JC makes no meld with your cards, but it lets you go out.", ready)


def test_where_a_taken_card_is_laid_it_says_what_can_be_discarded_then() -> None:
    """The seven fits one end of a full sequence, and the other end can be discarded; a jack without a meld cannot even
    be taken."""
    hand = f"4H 5H 6H {run('A', '9', 'D')} AH 2H 3H"
    table = started(2, {0: "7H JS", 1: hand}, preset="english")
    act(table, 0, "discard 7H")
    assert lines(table, 1)[0].endswith("(1 point), and it lets you go out.")
    table = started(2, {0: "7H JS", 1: hand}, preset="english")
    act(table, 0, "discard JS")
    assert lines(table, 1)[0] == "JS makes no meld with your cards."


def test_a_discard_that_may_not_be_taken_is_not_praised() -> None:
    table = started(2, {0: "3S", 1: f"{run('A', '9', 'H')} AS 2S 4S 5S 6S KC"})
    table.declare("takes", 8)  # as if eight discards had been taken in turn
    act(table, 0, "discard 3S")
    assert lines(table, 1)[0] == "You must draw: the players took too many discards in a row."


def test_it_is_silent_for_a_spectator_and_between_deals() -> None:
    table = started(2, {0: f"{WON} JC"})
    assert KHANHOO.insight(seen_by(table, None)) == ()
    act(table, 0, "out JC")
    assert KHANHOO.insight(seen_by(table, 0)) == ()


def test_a_seat_is_noted_for_what_it_has_laid() -> None:
    table = started(3, {0: "7D", 2: "JC 7D"})
    assert KHANHOO.seat_note(table, 2) == ""
    throw(table, 0, "7D", s2="bump 7D JC")
    assert KHANHOO.seat_note(table, 2) == "laid 4 points"


def test_the_table_is_noted_for_its_stock() -> None:
    assert KHANHOO.table_note(started(3)) == ""
    assert KHANHOO.table_note(started(4)) == "no stock"


def test_the_table_is_noted_for_a_stock_made_anew() -> None:
    table = started(2)
    notes = []
    for reforms in (1, 2):
        table.declare("reforms", reforms)
        notes.append(KHANHOO.table_note(table))
    assert notes == ["stock reshuffled once", "stock reshuffled 2 times"]


def test_a_hand_may_be_shown_by_melds_by_suit_or_by_rank() -> None:
    table = started(2, {0: "9S 3D AH 2S"})
    four = [card for card in table.zone("hand", 0) if card in ("9S", "3D", "AH", "2S")][:4]
    assert KHANHOO.arrange(four, "melds", seen_by(table, 0)) == ("AH", "2S", "3D", "9S")
    assert KHANHOO.arrange(four, "suit", seen_by(table, 0)) == ("AH", "2S", "9S", "3D")
    assert KHANHOO.arrange(four, "rank", seen_by(table, 0)) == ("AH", "2S", "3D", "9S")


FULL: dict[str, Any] = {"trio_quartette_cache": True, "expose_taken_discard": False}
SCATTERED = "2H 4H 7H 9H 2D 6D 8D 4C 6C 9C JS"
"""Eleven cards without a meld."""


def test_a_quartette_that_may_end_the_deal_is_told_first() -> None:
    table = started(3, {0: f"5H 5H 5H 5H KS {SCATTERED}"}, preset="english", **FULL)
    assert lines(table, 0)[0] == "You can end the deal: show the quartette of 5H."


def test_a_cache_is_noted_and_its_fourth_card_is_told_to_its_owner() -> None:
    table = started(3, {0: f"5H 5H 5H KS {SCATTERED}", 1: "5H"}, preset="english", **FULL)
    act(table, 0, "cache 5H 5H 5H")
    assert KHANHOO.seat_note(table, 0) == "a cache"
    assert lines(table, 0)[-1].endswith(": 6 on the table, 1 in your hand.")
    throw(table, 0, "KS")
    act(table, 1, "discard 5H")
    assert lines(table, 0)[0] == "5H is the fourth card for your cache: claim the discard to end the deal."
    assert "cache" not in lines(table, 2)[0]


def test_the_orphan_is_noted_and_counts_six_cards() -> None:
    table = started(4, preset="english")
    seat = table.acting()[0]
    assert lines(table, seat) == ()  # nothing is dealt yet
    act(table, seat, "orphan")
    assert KHANHOO.seat_note(table, seat).startswith("orphan")
    assert len(table.zone("stock")) == 9
    view = seen_by(table, seat)
    view.zones[f"hand:{seat}"] = list(cards("AH 2H 3H 5C 5D 9H"))  # six, as between two turns
    assert KHANHOO.insight(view)[0].startswith("You need one card to go out: ")
    view.zones[f"hand:{seat}"] = list(cards("AH 2H 3H 5C 5D 5H KS"))  # seven, as in a turn
    assert KHANHOO.insight(view)[0] == "You can go out: discard KS. You score 8: 3 for melds, and 5 for going out."


def test_of_each_kind_of_meld_it_says_what_is_in_hand_and_what_is_unseen() -> None:
    table = started(2, {0: "4D", 1: "6S 7S 8S AH 2S 4H 4S KC 9H 5D 5H 7D 9D 2H 8D"})
    told = KHANHOO.in_hand(seen_by(table, 1))
    assert told["sequence"] == "6S 7S 8S · 7D 8D 9D"
    assert told["khanhoo"] == "AH 2S, missing 3D (2 unseen)"
    assert told["triplet"].endswith(" (2 unseen)"), "5S is, as one of 4D lies on the table"
    assert told["double khanhoo"] == "–"
    kinds = {row[0] for row in KHANHOO.rulebook.counts(table.options)[0]}
    assert told.keys() <= kinds, "each has a row of the rulebook's table"
    assert KHANHOO.in_hand(seen_by(table, None)) == {}


def test_a_kind_of_meld_that_the_table_does_not_play_with_is_left_out() -> None:
    def kinds(**options: Any) -> set[str]:
        return {row[0] for row in KHANHOO.rulebook.counts(options)[0]}

    assert kinds(trio_quartette_cache=True) - kinds(trio_quartette_cache=False) == {"trio (§14)", "quartette (§14)"}
