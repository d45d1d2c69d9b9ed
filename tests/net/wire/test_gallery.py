"""What spectators say reaches everybody's log, in bounded memory and beside the stream."""

import asyncio
from collections.abc import Callable

from engine.api import DealBegan, find_game
from net.wire.framing import pack
from net.wire.gallery import LINES_A_MINUTE, MOST_BYTES, MOST_LINES, GalleryLine, GalleryLines
from net.wire.host_messages import HOST_LIMIT, Gallery
from tui.table.narration import Narration

from ...harness.local_table import open_local_table


async def eventually(holds: Callable[[], object]) -> None:
    """Wait for a fact."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def test_no_more_than_two_hundred_lines_are_kept_and_a_host_can_send_them_all_in_one_frame() -> None:
    lines = GalleryLines()
    for number in range(1_000):
        lines.add(GalleryLine(name="Eve", text=f"{number} " + "\u5353" * 150))
    kept = lines.since(0)
    assert len(kept) <= MOST_LINES
    assert sum(len(line.text.encode()) for line in kept) <= MOST_BYTES
    assert kept[-1].text.startswith("999 ")
    assert lines.since(999) == kept[-1:]
    assert lines.since(1_000) == ()
    assert len(pack(Gallery(lines=kept, fresh=True))) < HOST_LIMIT / 2


def test_spectators_together_say_so_much_in_a_minute() -> None:
    lines = GalleryLines()
    assert [lines.is_full(now_ms) for now_ms in range(LINES_A_MINUTE + 5)].count(True) == 5
    assert not lines.is_full(60_001)


def test_lines_that_are_told_again_after_a_break_are_known() -> None:
    host, guest = GalleryLines(), GalleryLines()
    for number in range(3):
        host.add(GalleryLine(name="Eve", text=str(number)))
    assert len(guest.add_told(host.since(0), is_fresh=True)) == 3
    host.add(GalleryLine(name="Eve", text="3"))
    assert [line.text for line in guest.add_told(host.since(0), is_fresh=True)] == ["3"]
    assert guest.add_told((), is_fresh=True) == ()
    assert [line.text for line in guest.since(0)] == ["0", "1", "2", "3"]


def test_the_log_shows_each_line_where_it_was_said() -> None:
    game, lines = find_game("hearts"), GalleryLines()
    story = Narration(game, None, lambda seat: "Ann", game.deck(game.meta.resolve({})))
    lines.add(GalleryLine(name="Eve", text="before the deal"))
    lines.add(GalleryLine(name="Eve", text="after it", after=1))
    lines.add(GalleryLine(name="Eve", what="sealed", text="what no spectator says"))
    lines.add(GalleryLine(name="Fay", what="watching", after=1))
    story.catch_up([DealBegan(1, 0)], lines)
    assert [line.text for line in story.log] == [
        'Eve: "before the deal"',
        "Deal 1. Dealer: Ann",
        'Eve: "after it"',
        "Fay watches",
    ]
    story.catch_up([DealBegan(1, 0)], lines)
    assert len(story.log) == 4


def test_a_player_and_a_spectator_hear_each_other() -> None:
    async def evening() -> None:
        table, ann = await open_local_table("hearts", bots=("easy", "easy", "easy"), name="Ann")
        eve = table.session("Eve", watch=True)
        await eve.open()
        assert (await eve.say("good luck")).accepted
        assert (await ann.say("thank you")).accepted
        await eventually(lambda: any(line.text == "good luck" for line in ann.gallery.since(0)))
        await eventually(lambda: any(line.text == "good luck" for line in eve.gallery.since(0)))
        await eventually(lambda: any(getattr(event, "text", "") == "thank you" for event in eve.events))
        assert not any(getattr(event, "text", "") == "good luck" for event in ann.events)
        fay = table.session("Fay", watch=True)
        await fay.open()
        await eventually(lambda: [line.name for line in fay.gallery.since(0)] == ["Eve", "Eve", "Fay"])
        for session in (ann, eve, fay):
            await session.close()
        await table.close()

    asyncio.run(evening())
