"""Host processes killed -9 at many lengths of their journal, in matches over real sockets; the sessions revive them.

The usual run kills four times in a match of each of three games; `python -m tests.net.test_host_killed 40` so many
times in a match of every game.
"""

import asyncio
import os
import random
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.api import MatchEnded, games, public_form, replay
from net.hostconfig import JOURNAL_NAME, LOG_NAME, table_folder
from net.news import LinkClosed, LinkUp, Told
from net.process import HostHandle, running_tables, stop_table
from net.tokens import TokenStore

from .helpers import Player, as_seen, numbers, quick_host, tcp
from .test_crash import kill

KILLS = 4
SHORT: dict[str, dict[str, Any]] = {
    "hearts": {"options": {"limit": 50}, "bots": ("easy",) * 2},
    "khanhoo": {"options": {"target": 20}, "bots": ("easy",), "seats": 3},
    "khamul": {"seats": 3, "bots": ("easy",)},
}
FACE = re.compile(r"\b(10|[2-9AJQK])[CDHS]\b")
LARGEST_STEP = 3_000  # bytes between two kills


@dataclass
class Match:
    """A match of two people and bots, one of them over TCP, and somebody who watches."""

    host: HostHandle
    players: list[Player]
    watcher: Player

    @classmethod
    async def begin(cls, game: str, **more: Any) -> "Match":
        host = await quick_host(game, tcp=True, bind="127.0.0.1", **more)
        ann = await Player.join(host.address, "Ann", plays=True, keep=TokenStore())
        ben = await Player.join(tcp(host), "Ben", plays=True, keep=TokenStore())
        eve = await Player.join(host.address, "Eve", role="watcher")
        assert (await ben.session.ready()).accepted
        assert (await ann.session.start()).accepted
        return cls(host, [ann, ben], eve)

    @property
    def everybody(self) -> list[Player]:
        return [*self.players, self.watcher]

    @property
    def written(self) -> int:
        """Bytes in the journal now."""
        return (table_folder(self.host.table_id) / JOURNAL_NAME).stat().st_size

    async def until_written(self, length: int) -> bool:
        """Wait until the journal is so long; whether the match is still on."""
        async with asyncio.timeout(120):
            while self.written < length:
                if self.players[0].is_over:
                    return False
                await asyncio.sleep(0.001)
        return not self.players[0].is_over

    async def survive(self, kills: int, chance: random.Random) -> list[int]:
        """Kill the host so many times, each time a little further on; gives the lengths of the journal."""
        lengths = []
        for _ in range(kills):
            if not await self.until_written(self.written + chance.randrange(1, LARGEST_STEP)):
                break
            ups = [len(player.told(LinkUp)) for player in self.everybody]
            await kill(self.host.table_id)
            lengths.append(self.written)
            for player, before in zip(self.everybody, ups, strict=True):
                await player.until_linked(before + 1)
        return lengths

    async def verify(self, *, is_stopped: bool = False) -> None:
        """Play to the end, and see that nothing is missing, doubled or other than it was told.

        is_stopped: the match was broken off, so that the last moves may have come too late.
        """
        for player in self.everybody:
            await player.until_event(MatchEnded)
            assert not player.told(LinkClosed)
        record = await self.players[0].record()
        assert record.verify_seal()
        events = [event for entry in record.records if entry.act.kind != "seal" for event in entry.events]
        table = replay(record)
        assert table.over is not None
        for player in self.everybody:
            view = player.session.view
            assert view is not None
            told = [item.event for item in player.told(Told)]
            seen = as_seen(events, view)
            if player is self.watcher and table.game.plan.has_fleeting:
                # A spectator is a new one after each death, and begins anew without the faces that are shown once.
                plan = table.game.plan
                told = [public_form(event, plan) for event in player.events]
                seen = [public_form(event, plan) for event in seen]
            else:
                assert numbers(player) == list(range(len(player.events)))
            assert told[: len(events)] == seen[: len(told)]
            assert view.totals == table.totals
        for player in self.players:
            assert is_stopped or all(accepted for _, accepted in player.outcomes)
            await player.until(lambda who=player: len(who.session.fairness.verdicts) >= table.deal)  # type: ignore[misc]
            assert {verdict.state for verdict in player.session.fairness.verdicts.values()} <= {
                "verified",
                "unverified",
            }
        log = (table_folder(self.host.table_id) / LOG_NAME).read_text()
        assert "is open" in log
        assert not FACE.search(log), "the host's player reads this log"
        for player in self.everybody:
            await player.session.close()


@pytest.mark.parametrize("game", SHORT)
async def test_a_match_outlives_its_host_at_many_lengths_of_its_journal(home: Path, game: str) -> None:
    match = await Match.begin(game, **SHORT[game])
    lengths = await match.survive(KILLS, random.Random(game))
    assert len(set(lengths)) >= KILLS - 1, "the match was over too soon"
    await match.verify()


async def main(kills: int) -> None:
    """Kill so many times in a match of every game."""
    for meta in games():
        more = SHORT.get(meta.id, {"bots": ("easy",) * (meta.usual_seats - 2)})
        match = await Match.begin(meta.id, **{**more, "options": {}})
        lengths = await match.survive(kills, random.Random(f"slow {meta.id}"))
        is_stopped = not match.players[0].is_over
        if is_stopped:
            assert (await match.players[0].session.vote_to_stop()).accepted
            assert (await match.players[1].session.vote_to_stop()).accepted
        await match.verify(is_stopped=is_stopped)
        print(f"{meta.id}: killed {len(lengths)} times, at {lengths[0]} to {lengths[-1]} bytes", flush=True)


if __name__ == "__main__":
    place = tempfile.mkdtemp(prefix="kh-")
    os.environ["KHANHOO_HOME"] = place
    try:
        asyncio.run(main(int(sys.argv[1])))
    finally:
        for table in running_tables():
            stop_table(table.table_id)
        shutil.rmtree(place, ignore_errors=True)
