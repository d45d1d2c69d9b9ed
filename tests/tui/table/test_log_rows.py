"""The log at the foot of a table: a few rows, of which the newest line may have all."""

from tui.table.narration import LogLine
from tui.table.widgets.log import Log

from ..scene import screen_text
from ..widgets.test_list import Bench

LONG = "Bea: I think that we should all go to bed after this deal, whoever wins it, for it is two o'clock already!"


async def _shown(*lines: LogLine) -> list[str]:
    log = Log()
    log.styles.height = 2
    async with Bench(log).run_test(size=(80, 2)) as pilot:
        log.show(lines)
        await pilot.pause()
        return [line.strip() for line in screen_text(pilot.app).splitlines()]


async def test_what_was_said_just_now_is_read_whole() -> None:
    assert " ".join(await _shown(LogLine("ann plays 2♣", "play"), LogLine(LONG, "chat", "Bea"))) == LONG


async def test_an_older_line_is_shown_whole_or_not_at_all() -> None:
    assert await _shown(LogLine(LONG, "chat", "Bea"), LogLine("ann plays 2♣", "play")) == ["", "ann plays 2♣"]


async def test_the_newest_line_is_read_whole() -> None:
    points = "Points of the deal: you +24, Dogwood-the-1st +10, Dogwood-the-2nd +0, Dogwood-the-3rd +0"
    assert " ".join(await _shown(LogLine("ann plays 2♣", "play"), LogLine(points, "deal"))) == points


async def test_a_line_that_stays_is_shown_above_newer_ones_until_the_next_like_it() -> None:
    stays = LogLine("Cedar bumps your 3♦", stays=True)
    newer = [LogLine(f"ann draws and discards {rank}♣") for rank in range(2, 8)]
    log = Log()
    log.styles.height = 4
    async with Bench(log).run_test(size=(80, 4)) as pilot:
        log.show([stays, *newer])
        await pilot.pause()
        first, *rest = (line.strip() for line in screen_text(pilot.app).splitlines())
        assert first == stays.text
        assert rest[-3:] == [line.text for line in newer[-3:]]
        log.show([stays, *newer, LogLine("Elm bumps your 4♦", stays=True)])
        await pilot.pause()
        assert stays.text not in screen_text(pilot.app)
        assert screen_text(pilot.app).splitlines()[-1].strip() == "Elm bumps your 4♦"
