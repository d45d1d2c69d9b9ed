"""A table that is not saved says so in its title, before the match and in it, until it is saved again."""

from net.host.driver import NOT_SAVED, SAVED

from ...harness.local_table import LocalTable
from ...harness.screens import place, until, until_shown
from ..scene import screen_text
from ..scenes import SMALL, room
from .test_people_host import begin, playing

TITLE = "NOT SAVED"


def tell(table: LocalTable, *, is_saved: bool) -> None:
    """The disk of the host has failed, or works again."""
    server = table.server
    sentence = SAVED if is_saved else NOT_SAVED
    server._do(lambda: server.room.tell_saving(sentence, server.now_ms(), is_saved=is_saved))


async def test_it_is_in_the_title() -> None:
    """In the lobby and at the table, beside a pause too, and after the notice is gone."""
    table, (ann, ben) = await playing("Ann", "Ben", is_owned=True)
    cat = room()
    async with cat.run_test(size=SMALL) as pilot:
        mine = table.session("Cat")
        await cat.tables.sit_down(mine)
        await until(pilot, lambda: place(cat) == "lobby")
        tell(table, is_saved=False)
        await until_shown(pilot, TITLE)
        await begin([ann, ben, mine])
        await until(pilot, lambda: place(cat) == "table")
        await until_shown(pilot, TITLE)
        for session in (ann, ben):
            assert (await session.vote_to_pause()).accepted
        head = next(line for line in (await until_shown(pilot, "PAUSED")).splitlines() if "PAUSED" in line)
        assert TITLE in head
        tell(table, is_saved=True)
        await until(pilot, lambda: TITLE not in screen_text(cat))
    await table.close()
