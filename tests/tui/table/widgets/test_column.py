"""The columns beside a table in a wide window: what counts, the points, the log, and the chat of company."""

import pytest
from rich.cells import cell_len

from engine.api import Happened, find_game, gain_words
from tui.table.geometry import SIDE_WIDTH
from tui.table.screen import TableScreen
from tui.table.widgets.board import TableBoard
from tui.table.widgets.column import Column, ColumnLook
from tui.table.widgets.log import Log
from tui.widgets.canvas import Grid
from tui.widgets.glyphs import UNICODE

from ....conformance.cases import Case, every_option, presets
from ....harness.screens import settled
from ....harness.tabletop import TableApp, Tabletop, new_table
from ...scene import grid_text, screen_text, shown
from ...scenes_table import TO_OUT, hearts, khanhoo

ALONE = {1: "bot", 2: "bot", 3: "bot"}


def alone(game: str) -> Tabletop:
    """A table with bots only."""
    return Tabletop(new_table(game, seats=find_game(game).meta.usual_seats), kinds=ALONE).begin()


async def _board(pilot_app: TableApp) -> TableBoard:
    screen = pilot_app.screen
    assert isinstance(screen, TableScreen)
    return screen.board


async def test_from_100_columns_a_column_says_what_counts_and_what_i_have_of_it() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        lines = [line.split() for line in shown((await _board(app)).column).split("\n")]
        assert lines[0] == ["What", "counts"]
        place = lines.index(["khanhoo", "5"])
        assert lines[place + 1] == ["A♥", "2♠", "3♦"]
        assert ["double", "aces", "10"] in lines


async def test_signs_without_a_meaning_are_no_cards_that_i_have() -> None:
    app = TableApp(khanhoo(*TO_OUT), ascii=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert not [line for line in shown((await _board(app)).column).split("\n") if line.split() == ["-"]]


@pytest.mark.parametrize("game", ["hearts", "kanhu_ming", "kanhu_qing", "khamul", "chinaso", "solo"])
async def test_every_game_says_what_counts_beside_its_table(game: str) -> None:
    app = TableApp(alone(game))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        board = await _board(app)
        assert "What counts" in shown(board.column)
        assert board.events_log.size.height >= 8


async def test_from_160_columns_the_log_is_at_the_left_and_the_points_are_at_the_right() -> None:
    app = TableApp(hearts(0, 20))
    async with app.run_test(size=(160, 45)) as pilot:
        await settled(pilot)
        board = await _board(app)
        assert board.events_log.region.x == 0
        assert board.column.region.right == 160
        rows = [line.split() for line in shown(board.column).split("\n")]
        totals = [str(total) for total in app.session.view.totals]
        gains = [gain_words(gain) for gain in app.session.view.scores[-1].points]
        assert rows[1] == ["deal", "1", "total"]
        assert [row[1:] for row in rows[2:6]] == [list(pair) for pair in zip(gains, totals, strict=True)]


@pytest.mark.parametrize("size", [(120, 40), (160, 45)])
async def test_what_people_say_has_a_place_beside_the_table_from_the_first_line(size: tuple[int, int]) -> None:
    table = hearts(0)
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = await _board(app)
        before = board.column.size.height + board.events_log.size.height
        assert board.chat_log.size.height == 0
        table.happen(Happened("said", 1, "bea", "Good evening!"))
        await settled(pilot)
        assert shown(board.chat_log).split() == ["Chat", "bea:", '"Good', 'evening!"']
        assert "Good evening!" not in shown(board.events_log)
        assert board.chat_log.region.bottom == size[1] - 1
        assert board.column.size.height + board.events_log.size.height + 2 == before


async def test_no_line_of_the_column_begins_in_its_middle() -> None:
    app = TableApp(hearts(0, 20))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        board = await _board(app)
        for height in range(4, 20):
            grid = Grid(36, height, board.events_log.look["panel"])
            board.events_log.paint(grid)
            assert not grid_text(grid).splitlines()[0].startswith("   ")


async def test_terminal_colours_have_no_bright_block_beside_the_table() -> None:
    app = TableApp(khanhoo(*TO_OUT), theme="ansi")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for part in (*app.screen.query(Column), *app.screen.query(Log)):
            styles = [style for row in part._painted().rows for _, style in row]
            assert not any(style.reverse for style in styles)
            assert all(row[0][0] == "│" for row in part._painted().rows)


@pytest.mark.parametrize("size", [(120, 40), (160, 45)])
async def test_looking_back_moves_no_part_of_the_table(size: tuple[int, int]) -> None:
    app = TableApp(alone("khanhoo").advance(3))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = await _board(app)
        before = board.plan
        await pilot.press("comma")
        assert "LOOKING BACK" in screen_text(app)
        assert board.plan == before
        assert "What counts" in shown(board.column)


@pytest.mark.parametrize("company", [True, False])
async def test_the_log_says_who_sat_down_and_what_was_committed_only_in_company(company: bool) -> None:
    table = hearts(0) if company else alone("hearts")
    table.happen(Happened("sat", 1, "bea"))
    table.happen(Happened("sealed", None, "", "3f9a12bc00"))
    app = TableApp(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        text = screen_text(app)
        assert ("bea sits down" in text) is company
        assert ("The host committed to the" in text) is company


def test_a_table_that_is_too_wide_for_the_column_keeps_each_cell_whole() -> None:
    counts = find_game("solo").rulebook.counts(find_game("solo").meta.resolve({}))
    look = ColumnLook(counts=counts)
    lines = [(words, end) for words, end, _ in look.lines(SIDE_WIDTH - 2, UNICODE, scored=False)]
    assert ("game  tricks needed", "points") in lines
    assert lines[lines.index(("favoured simple", "4")) + 1] == ("  5, with a partner", "")
    assert ("favoured tout  8, alone", "32") in lines
    assert lines[lines.index(("red trumps", "")) + 1][0] == "  Q♣ 7 Q♠ A K Q J 10 9 8"
    assert all(cell_len(words) + 2 * bool(end) + cell_len(end) <= SIDE_WIDTH - 2 for words, end in lines)


@pytest.mark.parametrize("case", [*presets(), *every_option()], ids=str)
def test_no_line_of_what_counts_is_wider_than_the_column(case: Case) -> None:
    counts = case.game.rulebook.counts(case.game.meta.resolve(case.options))
    assert counts
    for has_held in (False, True):
        lines = ColumnLook(counts=counts, has_held=has_held).lines(SIDE_WIDTH - 2, UNICODE, scored=False)
        assert all(cell_len(words) + bool(end) + cell_len(end) <= SIDE_WIDTH - 2 for words, end, _ in lines)
        shown = "".join(words + end for words, end, _ in lines).replace(" ", "")
        assert all(row[0].replace(" ", "") in shown for table in counts for row in table)
