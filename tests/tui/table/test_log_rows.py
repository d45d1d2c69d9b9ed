"""The log at the foot of a table: two rows, of which the newest line may have both."""

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


async def test_what_was_said_before_gives_its_row_to_what_happens() -> None:
    first, second = await _shown(LogLine(LONG, "chat", "Bea"), LogLine("ann plays 2♣", "play"))
    assert (first[-1], second) == ("…", "ann plays 2♣")


async def test_the_newest_line_is_read_whole() -> None:
    points = "Points of the deal: you +24, Dogwood-the-1st +10, Dogwood-the-2nd +0, Dogwood-the-3rd +0"
    assert " ".join(await _shown(LogLine("ann plays 2♣", "play"), LogLine(points, "deal"))) == points
