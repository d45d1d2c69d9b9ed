"""The log at the foot of a table: a few rows, of which the newest line may have all."""

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import patch

import pytest
from textual.geometry import Region

from engine.api import BETWEEN
from tui.table.narration import LogLine
from tui.table.screen import TableScreen
from tui.table.widgets.log import Log

from ...harness.screens import settled, until
from ...harness.slow import slow
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scene import screen_text, shown
from ..widgets.test_list import Bench

LONG = "Bea: I think that we should all go to bed after this deal, whoever wins it, for it is two o'clock already!"


async def _shown(*lines: LogLine) -> list[str]:
    log = Log()
    log.styles.height = 2
    async with Bench(log).run_test(size=(80, 2)) as pilot:
        log.show(lines)
        await settled(pilot)
        return [line.strip() for line in screen_text(pilot.app).splitlines()]


async def test_what_was_said_just_now_is_read_whole() -> None:
    assert " ".join(await _shown(LogLine("ann plays 2♣", "play"), LogLine(LONG, "chat", "Bea"))) == LONG


async def test_an_older_line_is_shown_whole_or_not_at_all() -> None:
    assert await _shown(LogLine(LONG, "chat", "Bea"), LogLine("ann plays 2♣", "play")) == ["", "ann plays 2♣"]


async def test_the_newest_line_is_read_whole() -> None:
    points = "Points of the deal: you +24, Dogwood-the-1st +10, Dogwood-the-2nd 0, Dogwood-the-3rd 0"
    assert " ".join(await _shown(LogLine("ann plays 2♣", "play"), LogLine(points, "deal"))) == points


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Birch bumps Cedar's 9♦: court meld 9♦ J♣ 9♥, 4 points. You are skipped", "… 9♥, 4 points …"),
        ("Bea: I think that we should all go to bed after this deal and this glass", "… bed after this deal…"),
    ],
)
async def test_in_a_single_row_a_line_ends_with_a_clause_that_fits(text: str, shown: str) -> None:
    log = Log()
    async with Bench(log).run_test(size=(60, 1)) as pilot:
        log.show([LogLine("ann plays 2♣"), LogLine(text)])
        await settled(pilot)
        assert screen_text(pilot.app).rstrip().endswith(shown.removeprefix("…"))


async def test_a_line_that_stays_is_shown_above_newer_ones_until_the_next_like_it() -> None:
    stays = LogLine("Cedar bumps your 3♦", stays=True)
    newer = [LogLine(f"ann draws and discards {rank}♣") for rank in range(2, 8)]
    log = Log()
    log.styles.height = 4
    async with Bench(log).run_test(size=(80, 4)) as pilot:
        log.show([stays, *newer])
        await settled(pilot)
        first, *rest = (line.strip() for line in screen_text(pilot.app).splitlines())
        assert first == stays.text
        assert rest[-3:] == [line.text for line in newer[-3:]]
        log.show([stays, *newer, LogLine("Elm bumps your 4♦", stays=True)])
        await settled(pilot)
        assert stays.text not in screen_text(pilot.app)
        assert screen_text(pilot.app).splitlines()[-1].strip() == "+Elm bumps your 4♦"
        log.show([stays, *newer, LogLine("bob plays 2♣"), LogLine("bob plays 3♣")])
        await settled(pilot)
        assert stays.text not in screen_text(pilot.app), "it stays for a while, and not for the whole deal"
        log.show([stays, LogLine("Deal 2. Dealer: Elm", "deal", key="deal"), *newer])
        await settled(pilot)
        assert stays.text not in screen_text(pilot.app), "it belongs to the deal before"


async def test_a_line_that_has_just_come_is_marked_and_after_a_quiet_time_none_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.table.widgets.log.FRESH_S", 1_000.0)
    first, stays, newer, chat = (
        LogLine("Deal 1. Dealer: ann", "deal"),
        LogLine("Cedar bumps your 3♦", stays=True),
        LogLine("ann draws"),
        LogLine(LONG, "chat", "Bea"),
    )
    log = Log()
    log.styles.height = 6
    async with Bench(log).run_test(size=(80, 6)) as pilot:

        async def marked(*lines: LogLine) -> list[str]:
            log.show(lines)
            await settled(pilot)
            return [line[1:].strip() for line in screen_text(pilot.app).splitlines() if line.startswith("+")]

        assert await marked(first, stays) == [], "what was there when the table was opened is not new"
        assert await marked(first, stays, newer) == [newer.text]
        assert await marked(first, stays, newer) == [newer.text], "the same again"
        assert await marked(first, stays, newer, chat) == [newer.text, LONG[:79].rpartition(" ")[0]]
        log.settle()
        assert await marked(first, stays, newer, chat) == []
        again = [replace(line) for line in (first, stays, newer)]
        assert await marked(*again) == [], "the past is looked at"
        log.show([*again, chat])
        monkeypatch.setattr("tui.table.widgets.log.FRESH_S", 0.001)
        log.show([*again, chat, newer])
        await until(pilot, lambda: "+" not in [line[:1] for line in screen_text(pilot.app).splitlines()])


async def test_the_mark_of_a_new_line_costs_few_cells() -> None:
    log = Log()
    log.styles.height = 4
    async with Bench(log).run_test(size=(80, 4)) as pilot:
        log.show([LogLine("ann draws"), LogLine("bea draws")])
        log.show([*log.value, LogLine("cy draws")])
        await settled(pilot)
        sent: list[Region] = []
        with patch.object(log, "refresh", lambda *regions: sent.extend(regions)):
            log.settle()
        assert sum(region.area for region in sent) == 1


@pytest.mark.parametrize("size", [(60, 20), *slow([((80, 24),), ((120, 40),), ((200, 60),)])])
@pytest.mark.parametrize("game", ["hearts", *slow(["khanhoo", "kanhu_ming"])])
async def test_the_log_of_a_table_shows_as_many_whole_lines_as_fit(game: str, size: tuple[int, int]) -> None:
    table = Tabletop(new_table(game, seats=4 if game == "hearts" else 3), 0).begin()
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        for _ in range(12):
            if table.advance(1).view.phase == BETWEEN:
                break  # soon the result lies over the table
            await settled(pilot)
            log = app.screen.query_one(Log)
            column = size[0] > 100
            width, rows = log.size.width - 2, log.size.height
            newest = list(reversed(told(app)))
            taken = [len(log._parts(line, width, column=column)) for line in newest]
            wanted = min(rows, max(_filled(taken, rows), taken[0]))
            ends = next((place for place, line in enumerate(newest) if line.key == "deal"), len(newest))
            stays = next((place for place, line in enumerate(newest[:ends]) if line.stays), None)
            if stays is not None and not column and sum(taken[: stays + 1]) > rows >= taken[stays] + taken[0]:
                wanted = taken[stays] + _filled(taken, rows - taken[stays])
            filled = [line for line in shown(log).splitlines() if line[1:].strip()]
            assert len(filled) == wanted, (taken, rows)


def _filled(taken: Sequence[int], rows: int) -> int:
    """The rows of the newest lines that fit whole. taken: rows of each line, the newest first."""
    return max(total for count in range(len(taken) + 1) if (total := sum(taken[:count])) <= rows)


def told(app: TableApp) -> Sequence[LogLine]:
    """All lines of the log."""
    assert isinstance(app.screen, TableScreen)
    return app.screen.state.log
