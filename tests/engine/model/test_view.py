"""Folding events: what a viewer knows is true, and no more than it was told."""

from typing import cast

import pytest

from engine.api import (
    UNKNOWN,
    Board,
    DealBegan,
    Declared,
    Entered,
    Event,
    GapError,
    Moved,
    Seat,
    Shuffled,
    Turned,
    View,
    parse_cards,
)
from engine.play.phases import Phase

from ..toy import TOY, Play


def view_after(viewer: int | None, *events: Event) -> View:
    view = View(TOY, 3, TOY.meta.resolve({}), viewer)
    for number, event in enumerate((DealBegan(1, 0), *events)):
        view.absorb(number, event)
    return view


UNSEEN = (UNKNOWN, UNKNOWN)
PACK = Moved("", "stock", (UNKNOWN,) * 4)


def test_an_unseen_draw_adds_an_unknown_card() -> None:
    view = view_after(0, PACK, Moved("stock", "hand:1", UNSEEN))
    assert (view.zone("hand", 1), len(view.zone("stock"))) == ([UNKNOWN, UNKNOWN], 2)


def test_a_card_taken_in_sight_is_known_in_a_hidden_hand_until_it_is_played() -> None:
    pile = (PACK, Moved("stock", "pile", parse_cards("9H")), Moved("pile", "hand:1", parse_cards("9H")))
    assert view_after(0, *pile).zone("hand", 1) == ["9H"]
    assert view_after(0, *pile, Moved("hand:1", "pile", parse_cards("9H"))).zone("hand", 1) == []


def test_a_card_not_known_before_takes_an_unknown_ones_place() -> None:
    view = view_after(0, PACK, Moved("stock", "hand:1", UNSEEN), Moved("hand:1", "pile", parse_cards("3C")))
    assert (view.zone("hand", 1), view.zone("pile")) == ([UNKNOWN], ["3C"])


def test_when_an_unseen_card_leaves_a_hand_nothing_in_it_is_known_any_more() -> None:
    view = view_after(
        0,
        PACK,
        Moved("stock", "hand:1", UNSEEN),
        Moved("stock", "pile", parse_cards("9H")),
        Moved("pile", "hand:1", parse_cards("9H")),
        Moved("hand:1", "hand:2", (UNKNOWN,)),
    )
    assert (view.zone("hand", 1), view.zone("hand", 2)) == ([UNKNOWN, UNKNOWN], [UNKNOWN])


def test_who_knows_the_order_of_a_stock_knows_what_is_drawn_from_it() -> None:
    view = view_after(0, Moved("", "stock", (UNKNOWN, *parse_cards("2C 9H"))), Moved("stock", "hand:1", (UNKNOWN,)))
    assert (view.zone("hand", 1), view.zone("stock")) == (["9H"], [UNKNOWN, "2C"])


def test_a_shuffle_ends_what_was_known_of_an_order() -> None:
    view = view_after(0, Moved("", "stock", parse_cards("2C 9H")), Shuffled("stock", UNSEEN))
    assert view.zone("stock") == [UNKNOWN, UNKNOWN]


def test_of_equal_cards_in_a_pile_the_uppermost_leaves() -> None:
    view = view_after(0, Moved("", "pile", parse_cards("9H 2C 9H")), Moved("pile", "hand:0", parse_cards("9H")))
    assert view.zone("pile") == ["9H", "2C"]


def test_a_hand_is_kept_in_canonical_order_and_a_pile_in_the_order_of_play() -> None:
    view = view_after(0, Moved("", "hand:0", parse_cards("5D 2C")), Moved("", "pile", parse_cards("5C 3C")))
    assert (view.hand, view.zone("pile")) == (["2C", "5D"], ["5C", "3C"])


def test_cards_turned_up_are_known_to_all() -> None:
    view = view_after(None, PACK, Moved("stock", "hand:1", UNSEEN), Turned("hand:1", parse_cards("2C 9H")))
    assert view.zone("hand", 1) == ["2C", "9H"]


def test_groups_are_read_in_the_order_in_which_they_were_laid() -> None:
    view = view_after(0, *(Moved("", f"meld:1:{n}", parse_cards(text)) for n, text in enumerate(("2C 3C", "9H"))))
    assert view.groups("meld", 1) == [["2C", "3C"], ["9H"]]


def test_a_new_deal_clears_table_and_facts() -> None:
    view = view_after(0, Moved("", "pile", parse_cards("9H")))
    view.facts["led"] = "C"
    view.absorb(2, DealBegan(2, 1))
    assert (view.zone("pile"), view.facts, view.deal, view.dealer) == ([], {}, 2, 1)


@pytest.mark.parametrize("number", [0, 2, 7])
def test_an_event_out_of_its_turn_is_a_gap(number: int) -> None:
    with pytest.raises(GapError):
        view_after(0).absorb(number, DealBegan(2, 0))


def test_a_card_that_cannot_be_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="The zone has no"):
        view_after(0, Moved("hand:1", "pile", parse_cards("9H")))


class Reading(Play):
    """Asks the seat that something names: a public fact, or else a zone."""

    def acting(self, board: Board) -> tuple[Seat, ...]:
        turn = board.facts["turn"]
        assert isinstance(turn, int)
        return (turn,) if board.zones[f"hand:{turn}"] else ()


def test_in_the_middle_of_an_act_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Phase]", TOY.phases), "play", Reading())
    view = view_after(0, Moved("", "hand:1", parse_cards("9H")), Entered("play"))
    assert view.acting() == ()
    view.absorb(3, Declared("turn", 1))
    assert view.acting() == (1,)


def test_a_slip_of_a_game_is_not_taken_for_the_middle_of_an_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Phase]", TOY.phases), "play", Reading())
    view = view_after(0, Entered("play"), Declared("turn", 7))
    with pytest.raises(KeyError, match="hand:7"):
        view.acting()
