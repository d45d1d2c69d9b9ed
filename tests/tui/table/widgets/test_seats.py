"""What stands at a seat: the points of the match and of the deal are told apart, and no number reads as points."""

import pytest

from engine.api import Card
from tui.table.picture import MeldLook, SeatView
from tui.table.widgets.seats import OwnSeat, SeatLook, SeatPanel

from ....harness.screens import settled
from ...scene import screen_text
from ...widgets.test_list import Bench

MELDS = tuple(MeldLook(f"meld:1:{number}", tuple(map(Card, ("5H", "5D", "*")))) for number in range(6))


async def _lines(panel: SeatPanel | OwnSeat, seat: SeatView, size: tuple[int, int]) -> list[str]:
    panel.styles.width, panel.styles.height = size
    async with Bench(panel).run_test(size=size) as pilot:
        panel.show(SeatLook(seat))
        await settled(pilot)
        return [line.strip() for line in screen_text(pilot.app).splitlines() if line.strip()]


@pytest.mark.parametrize("points", [7, -7, 117])
@pytest.mark.parametrize("note", ["took 2 points", "declarer, 3 tricks", "took 13 points"])
async def test_beside_the_points_of_the_deal_the_total_is_called_by_its_name(points: int, note: str) -> None:
    lines = await _lines(SeatPanel(), SeatView(1, "bea", 9, points, note), (24, 7))
    shown = [f"total {points} · {note}"] if len(f"total {points} · {note}") <= 24 else [f"total {points}", note]
    assert lines[2:] == shown


async def test_a_row_that_is_too_short_for_both_has_what_the_game_says_of_the_deal() -> None:
    seat = SeatView(1, "bea", 9, 117, "declarer of a solo, 3 tricks", melds=MELDS[:1])
    assert (await _lines(SeatPanel(), seat, (60, 1)))[0].endswith("total 117")
    line = (await _lines(SeatPanel(), SeatView(1, "Bartholomew_the_A_Guest1", 9, 117, seat.note), (60, 1)))[0]
    assert line.endswith(" declarer of a solo, 3…")


@pytest.mark.parametrize(
    ("width", "row"),
    [(40, "5 cards · total 117 · declarer, 1 trick"), (33, "5 cards · declarer, 1 trick"), (20, "5 cards · total 117")],
)
async def test_beside_the_number_of_cards_the_note_comes_before_the_total(width: int, row: str) -> None:
    lines = await _lines(SeatPanel(), SeatView(1, "bea", 5, 117, "declarer, 1 trick"), (width, 2))
    assert lines[1] == row


@pytest.mark.parametrize(
    ("width", "row"),
    [
        (26, "Berta AWAY · dealer · next"),
        (22, "Berta AWAY dealer next"),
        (21, "Berta AWAY D next"),
        (15, "Berta AWAY next"),
        (14, "Berta AWAY"),
    ],
)
async def test_beside_a_name_dots_go_before_words(width: int, row: str) -> None:
    seat = SeatView(1, "Berta", 4, 0, state="away", dealer="dealer", follows=True)
    assert (await _lines(SeatPanel(), seat, (width, 4)))[0] == row


@pytest.mark.parametrize("size", [(24, 4), (60, 1)])
async def test_melds_without_room_are_counted_in_words(size: tuple[int, int]) -> None:
    seat = SeatView(1, "bea", 3, 0, melds=MELDS)
    text = " ".join(await _lines(SeatPanel(), seat, size))
    shown = text.count("★")
    assert 0 < shown < 6
    assert f"{6 - shown} more" in text
    assert "+" not in text


async def test_my_melds_are_counted_where_none_has_room() -> None:
    seat = SeatView(0, "You", 10, 0, "laid 6 points", melds=MELDS[:2], dealer="dealer", turn=True)
    assert (await _lines(OwnSeat(), seat, (60, 1)))[0].endswith("laid 6 points 2 melds")


@pytest.mark.parametrize(("melds", "shown"), [(1, 1), (3, 3), (6, 4)])
async def test_where_one_row_is_left_melds_lie_beside_the_points(melds: int, shown: int) -> None:
    seat = SeatView(1, "cy", 3, 12, "laid 6 points", melds=MELDS[:melds])
    lines = await _lines(SeatPanel(), seat, (78, 2))
    assert lines[1].startswith("3 cards · total 12 · laid 6 points  ")
    assert lines[1].count("★") == shown
    assert lines[1].endswith("2 more") == (shown < melds)


async def test_of_points_and_melds_that_do_not_fit_one_row_the_number_of_cards_and_the_melds_stay() -> None:
    seat = SeatView(1, "cy", 3, 112, "laid 16 points", melds=MELDS[:2])
    assert (await _lines(SeatPanel(), seat, (20, 2)))[1] == "3 cards  2 melds"


@pytest.mark.parametrize("width", [30, 45, 60, 61, 70])
async def test_a_seat_of_one_row_runs_no_words_together(width: int) -> None:
    note = "declarer of a solo, 3 tricks"
    for seat in (SeatView(1, "Bartholomew_the_A_Guest1", 9, 117, note), SeatView(1, "bea", 9, 117, note, melds=MELDS)):
        line = (await _lines(SeatPanel(), seat, (width, 1)))[0]
        assert line.startswith("bea " if seat.melds else "Bart")
        assert "9 cards" in line


@pytest.mark.parametrize("note", ["laid 6 points", "laid 36 points and the quartette"])
@pytest.mark.parametrize("width", [45, 60, 61, 70, 80])
async def test_my_row_always_says_how_many_melds_i_laid(width: int, note: str) -> None:
    seat = SeatView(0, "You", 10, 1117, note, melds=MELDS, dealer="dealer", turn=True)
    line = (await _lines(OwnSeat(), seat, (width, 1)))[0]
    shown = line.count("★")
    assert line.endswith("6 melds" if not shown else f"{6 - shown} more")


@pytest.mark.parametrize(("rows", "shown"), [(4, ["laid 6 points"]), (5, ["total 112", "laid 6 points"])])
async def test_points_take_a_second_row_only_where_the_melds_keep_one(rows: int, shown: list[str]) -> None:
    seat = SeatView(1, "cy", 3, 112, "laid 6 points", melds=MELDS)
    lines = await _lines(SeatPanel(), seat, (24, rows))
    assert lines[2:-1] == shown
    assert lines[-1].count("★") + int(lines[-1].split()[-2]) == 6
