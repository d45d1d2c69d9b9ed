"""Cards that move to the trick and to its taker: frame by frame, by a clock of the test's own."""

from collections.abc import Callable
from dataclasses import replace

from engine.api import Card
from tui.table.picture import MeldLook
from tui.table.screen import TableScreen
from tui.table.widgets.centre import Centre, CentreLook, PlayedCard, frames

from ....harness.tabletop import TableApp
from ...scene import shown
from ...scenes_table import hearts

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


async def test_a_centre_shows_frame_by_frame_and_the_next_news_without_delay() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
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
        settled = shown(centre)
        assert "Cy took it" in settled
        due.pop()()
        assert shown(centre) == settled
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
        await pilot.pause()
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
