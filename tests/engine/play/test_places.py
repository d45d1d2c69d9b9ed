"""Numbered places: an emptied one stays, a row is laid in another order, cards are dealt apart; private notes."""

import pytest

from engine.api import UNKNOWN, Rearranged, Table, View, decode, encode, redact, redact_for_rejoin
from engine.model.events import Event

from ..slots import SLOTS, SlotsTable


def known(remembers: bool = True) -> tuple[SlotsTable, dict[int | None, View]]:
    """A table on which each seat has seen its left slot, and views that remember it."""
    played = SlotsTable()
    played.look()
    assert played.table.journal is not None
    views: dict[int | None, View] = {
        viewer: View(SLOTS, 3, played.table.options, viewer, remembers=remembers) for viewer in (0, 1, None)
    }
    tell(played.table, views)
    return played, views


def tell(table: Table, views: dict[int | None, View]) -> None:
    assert table.journal is not None
    for viewer, view in views.items():
        for number, event in enumerate(table.journal.events()):
            if number >= len(view.events):
                view.absorb(number, redact(event, viewer, SLOTS.plan))


def rearranged(order: tuple[int, ...]) -> tuple[Table, dict[int | None, View]]:
    played, views = known()
    played.table.rearrange("slot", 0, order)
    played.table._finish_act(played.table.journal.records[0].act)  # type: ignore[union-attr]
    tell(played.table, views)
    return played.table, views


def test_an_emptied_group_keeps_its_number() -> None:
    table = known()[0].table
    table.move(tuple(table.zones["slot:0:0"]), "slot:0:0", "pile")
    assert [len(cards) for cards in table.groups("slot", 0)] == [0, 1]
    assert table.groups("slot", 1) == [table.zones["slot:1:0"], table.zones["slot:1:1"]]
    assert table.groups("slot", 9) == []


def test_a_row_is_laid_in_another_order() -> None:
    played, _ = known()
    table = played.table
    before = [cards[:] for cards in table.groups("slot", 0)]
    table.rearrange("slot", 0, (1, 0))
    assert table.groups("slot", 0) == before[::-1]
    with pytest.raises(ValueError, match="not an order"):
        table.rearrange("slot", 0, (1, 1))
    with pytest.raises(ValueError, match="not an order"):
        table.rearrange("slot", 0, (0,))


def test_the_order_is_told_to_its_seat_and_to_no_other() -> None:
    event = Rearranged("slot", 0, (1, 0))
    assert redact(event, 0, SLOTS.plan) == event
    for viewer in (1, None):
        assert redact(event, viewer, SLOTS.plan) == Rearranged("slot", 0)
        assert redact_for_rejoin([event], viewer, SLOTS.plan) == (Rearranged("slot", 0),)
    assert decode(encode(event), Event, limit=1000) == event  # type: ignore[arg-type]


def test_who_was_told_the_order_knows_where_the_cards_lie_now_and_others_no_more() -> None:
    table, views = rearranged((1, 0))
    assert views[0].groups("slot", 0) == [[UNKNOWN], table.zones["slot:0:1"]]
    assert views[1].groups("slot", 0) == [[UNKNOWN], [UNKNOWN]]
    assert views[1].groups("slot", 1)[0] == table.zones["slot:1:0"]


def test_who_knew_a_card_of_another_row_has_lost_it() -> None:
    played, views = known()
    table = played.table
    table.turn_up("slot:0:1")
    table.rearrange("slot", 0, (0, 1))
    table._finish_act(table.journal.records[0].act)  # type: ignore[union-attr]
    tell(table, views)
    assert views[0].groups("slot", 0) == table.groups("slot", 0)
    assert views[1].groups("slot", 0) == [[UNKNOWN], [UNKNOWN]]


def test_cards_are_dealt_apart_each_to_a_place_of_its_own() -> None:
    table = Table(SLOTS, 2, SLOTS.meta.resolve({}), seed="apart")
    table.deal_hands([(0, 3), (1, 2)], hand="slot", apart=True)
    assert [len(cards) for cards in table.groups("slot", 0)] == [1, 1, 1]
    assert [len(cards) for cards in table.groups("slot", 1)] == [1, 1]


def test_notes_go_with_a_clone_and_end_with_the_deal() -> None:
    table = known()[0].table
    table.hidden_notes["seen:2C"] = 1
    twin = table.clone()
    twin.hidden_notes["seen:3C"] = 2
    assert table.hidden_notes == {"seen:2C": 1}
    assert twin.hidden_notes == {"seen:2C": 1, "seen:3C": 2}
    played = SlotsTable()
    played.table.hidden_notes["seen:2C"] = 1
    played.deal()
    played.table.close()
    assert played.table.hidden_notes == {}


def test_asking_anew_may_leave_to_free_seats_what_they_may_do() -> None:
    table = known()[0].table
    step, since = table.step, table.free_since
    table.renew(free=False)
    assert (table.step, table.free_since) == (step + 1, since)
    table.renew()
    assert (table.step, table.free_since) == (step + 2, step + 2)
