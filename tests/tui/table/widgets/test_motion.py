"""Cards that move to the trick and to its taker: frame by frame, by a clock of the test's own."""

from collections.abc import Callable
from dataclasses import replace

from engine.api import UNKNOWN, Card
from tui.table.picture import MeldLook, PileLook
from tui.table.screen import TableScreen
from tui.table.widgets.centre import Centre, CentreLook, PlayedCard, frames

from ....harness.screens import settled
from ....harness.tabletop import TableApp
from ...scene import shown
from ...scenes_table import TO_OUT, hearts, khanhoo

FIRST, SECOND = PlayedCard(1, (Card("2C"),), "west", "Bea"), PlayedCard(2, (Card("5C"),), "north", "Cy")
ONE, TWO, TAKEN = CentreLook((FIRST,)), CentreLook((FIRST, SECOND)), CentreLook((FIRST, SECOND), "Cy")
EMPTY = CentreLook()


def test_a_card_comes_from_its_player_in_three_frames() -> None:
    found = frames(ONE, TWO)
    assert [round(look.coming, 2) for look in found] == [0.67, 0.33, 0]
    assert found[-1] == TWO


def test_a_trick_goes_to_its_taker_before_the_next_lead_comes() -> None:
    assert [round(look.going, 2) for look in frames(TAKEN, EMPTY)] == [0.33, 0.67, 1, 0]
    assert [round(look.coming, 2) for look in frames(TAKEN, ONE)] == [0, 0, 0, 0.67, 0.33, 0]


def test_what_is_no_single_card_is_there_at_once() -> None:
    assert frames(EMPTY, TWO) == (TWO,)
    assert frames(TWO, TAKEN) == (TAKEN,)
    assert frames(ONE, CentreLook((FIRST,), led="clubs led"))[:-1] == ()


def test_a_discard_comes_from_its_player_to_the_pile() -> None:
    stock, empty = PileLook("stock", "stock", 20, UNKNOWN), PileLook("discard", "discards", 0, None)
    one = replace(empty, count=1, top=Card("2C"))
    before = CentreLook(piles=(stock, empty))
    found = frames(before, CentreLook(piles=(stock, one), thrower="east"))
    assert [(look.flying, round(look.coming, 2)) for look in found[:-1]] == [
        (("discard", Card("2C")), far) for far in (1, 0.67, 0.33)
    ]
    assert all(look.piles == before.piles for look in found[:-1])
    assert found[-1] == CentreLook(piles=(stock, one), thrower="east")
    for still in (
        CentreLook(piles=(stock, one)),
        CentreLook(piles=(stock, one), thrower="row"),
        CentreLook(piles=(replace(stock, count=21), empty), thrower="east"),
        CentreLook(piles=(stock, replace(one, count=2)), thrower="east"),
    ):
        assert frames(before, still) == (still,)


async def test_a_discard_moves_over_the_table_and_lies_where_it_lay_before() -> None:
    table = khanhoo()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        centre, due = screen.board.centre, list[Callable[[], object]]()
        centre.after = lambda _, act: due.append(act)
        centre.moves = True
        look = replace(centre.value, piles=screen.look().picture.piles)
        discard = next(pile for pile in look.piles if pile.top is None)
        lying = tuple(
            replace(pile, count=1, top=Card("KC"), recent=()) if pile is discard else pile for pile in look.piles
        )
        for side in ("west", "east", "south"):
            centre.show(look)
            while due:
                due.pop()()
            pictures = _moved(centre, replace(look, piles=lying, thrower=side), due)
            assert len(set(pictures)) == 4, side
            assert "K♣" in pictures[-1]


async def test_what_decides_stands_there_in_large_for_a_moment() -> None:
    table = khanhoo("0 discard KC", viewer=2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        board, look = screen.board, screen.look()
        told = replace(look, picture=replace(look.picture, banner=(1, "BUMP! triplet, +2")))
        board.show(told)
        assert "BUMP!" not in shown(board.centre), "motion is off"
        board.show(look)
        board.centre.moves = True
        board.show(look)
        board.show(told)
        assert "BUMP! triplet, +2" in shown(board.centre)
        board.settle()
        assert "BUMP!" not in shown(board.centre)
        board.show(replace(look, picture=replace(look.picture, banner=(9, "old"))))
        assert "old" not in shown(board.centre), "it is past, and told again"


async def test_hands_are_turned_up_meld_by_meld_after_a_deal() -> None:
    table = khanhoo(*TO_OUT, viewer=1)
    table.pace_ms = 600
    app = TableApp(table, motion="on")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        board, due = screen.board, list[Callable[[], object]]()
        board.centre.after = lambda _, act: due.append(act)
        table.script("0 out 3S")
        await settled(pilot)
        groups = [len(seat.groups) for seat in screen.look().picture.others()]
        assert max(groups) > 2
        for turned in range(1, max(groups) + 1):
            for panel, count in zip(board.panels, groups, strict=True):
                seat = panel.value.seat
                assert seat is not None
                assert [UNKNOWN in group for group in seat.groups] == [at >= turned for at in range(count)]
            waiting, due[:] = due[:], []
            for act in waiting:
                act()
        assert not due


async def test_a_centre_shows_frame_by_frame_and_the_next_news_without_delay() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        centre, due = screen.board.centre, list[Callable[[], object]]()
        centre.after = lambda _, act: due.append(act)
        centre.show(ONE)
        at_once = shown(centre)
        assert not due, "motion is off in tests"
        centre.show(EMPTY)
        centre.moves = True
        pictures = _moved(centre, ONE, due)
        assert len(pictures) == len(set(pictures)) == 3
        assert pictures[-1] == at_once
        centre.show(TWO)
        centre.moves = False
        centre.show(TAKEN)
        at_rest = shown(centre)
        assert "Cy took it" in at_rest
        due.pop()()
        assert shown(centre) == at_rest
        assert not due


def _moved(centre: Centre, look: CentreLook, due: list[Callable[[], object]]) -> list[str]:
    """All pictures on the way to a look."""
    centre.show(look)
    pictures = [shown(centre)]
    while due:
        due.pop()()
        pictures.append(shown(centre))
    return pictures


async def test_a_new_meld_stands_out_until_it_was_seen() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        board, look = screen.board, screen.look()
        seat = replace(look.picture.seats[1], melds=(MeldLook("meld:1:0", (Card("2C"), Card("3C"), Card("4C"))),))
        laid = replace(look.picture, seats=(look.picture.seats[0], seat, *look.picture.seats[2:]))
        board.centre.moves = True
        board.show(replace(look, picture=laid))
        tints = [panel.value.tint(seat.melds[0]) for panel in board.panels]
        assert "pick" in tints
        board.settle()
        assert {panel.value.tint(seat.melds[0]) for panel in board.panels} == {"lit"}
        board.show(replace(look, picture=laid, right="news"))
        assert {panel.value.tint(seat.melds[0]) for panel in board.panels} == {"lit"}
