"""Host processes killed -9 at many lengths of their journal, in matches over real sockets; the sessions revive them.

The usual run kills four times in a match of each of three games; `python -m tests.net.faults.test_host_killed 40` so
many times in matches of every game.
"""

from __future__ import annotations

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

from engine.api import MatchEnded, games, redact_for_all, replay
from net.host.config import JOURNAL_NAME, LOG_NAME, table_folder
from net.host.launcher import HostHandle, running_tables, stop_table
from net.host.registry import find_running
from net.news import LinkClosed, LinkUp, Told
from net.storage.seat_tokens import SeatTokens

from ...harness.players import Player, as_seen, numbers, quick_host, tcp
from .test_host_crash import kill

KILLS = 4
LONG: dict[str, dict[str, Any]] = {
    "chinaso": {"seats": 3, "bots": ("easy",)},
    "hearts": {"options": {"limit": 1000}, "bots": ("easy",) * 2},
    "kanhu_ming": {"options": {"hands": 30}, "bots": ("easy",)},
    "kanhu_qing": {"options": {"hands": 96}, "bots": ("easy",) * 2},
    "khamul": {"options": {"limit": 500}, "seats": 3, "bots": ("easy",)},
    "khanhoo": {"options": {"target": 1000}, "bots": ("easy",), "seats": 3},
    "solo": {"options": {"hands": 256}, "bots": ("easy",) * 2},
}
"""Matches that are far from their end after some kills, whatever is dealt and played."""
USUAL = ("hearts", "khanhoo", "khamul")
FACE = re.compile(r"\b(10|[2-9AJQK])[CDHS]\b")
LARGEST_STEP = 3_000  # bytes between two kills


@dataclass
class Match:
    """A match of two people and bots, one of them over TCP, and somebody who watches."""

    host: HostHandle
    players: list[Player]
    watcher: Player

    @classmethod
    async def begin(cls, game: str, **more: Any) -> Match:
        host = await quick_host(game, tcp=True, bind="127.0.0.1", **more)
        ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
        ben = await Player.join(tcp(host), "Ben", plays=True, keep=SeatTokens())
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
        """Kill the host so many times, each time a little further on; gives the lengths of the journal.

        Moves that are under way when it dies stay so. New ones are made when everybody is back, so that the match gets
        no further than it should while a slow machine brings them back.
        """
        lengths: list[int] = []
        while len(lengths) < kills and await self.until_written(self.written + chance.randrange(1, LARGEST_STEP)):
            ups = [len(player.told(LinkUp)) for player in self.everybody]
            for player in self.players:
                player.may_play.clear()
            await kill(self.host.table_id)
            lengths.append(self.written)
            for player, before in zip(self.everybody, ups, strict=True):
                await player.until_linked(before + 1)
            for player in self.players:
                player.may_play.set()
        return lengths

    async def stop(self) -> None:
        """Both players vote to break the match off, while they play on."""
        for player in self.players:
            while not player.is_over and not (outcome := await player.session.vote_to_stop()).accepted:
                assert outcome.code == "slow" or player.is_over, outcome.reason
                await asyncio.sleep(0.2)

    async def verify(self) -> None:
        """See the match to its end, and that nothing is missing, doubled or other than it was told."""
        for player in self.everybody:
            await player.until_event(MatchEnded)
            assert not player.told(LinkClosed)
        assert [player.seat for player in self.everybody] == [0, 1, None]
        running = find_running(self.host.table_id)
        assert running is not None
        assert running.port == self.host.port
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
            if player is self.watcher and table.game.plan.shows_once:
                # A spectator is a new one after each death, and begins anew without the faces that are shown once.
                plan = table.game.plan
                told = [redact_for_all(event, plan) for event in player.events]
                seen = [redact_for_all(event, plan) for event in seen]
            else:
                assert numbers(player) == list(range(len(player.events)))
            assert told[: len(events)] == seen[: len(told)]
            assert view.totals == table.totals
        is_stopped = any(entry.act.kind == "abandon" for entry in record.records)
        for player in self.players:
            await player.until_answered()
            accepted = [accepted for _, accepted in player.outcomes]
            # Every move that was acknowledged is there, once. Of a match broken off, the last may have come too late.
            assert all(accepted[:-1] if is_stopped else accepted)
            played = [
                entry.act for entry in record.records if entry.act.kind == "play" and entry.act.seat == player.seat
            ]
            assert len(played) == sum(accepted)
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


async def play_among_kills(game: str, kills: int, chance: random.Random) -> list[int]:
    """A match of a game whose host is killed so often, and which is then broken off; another if it ended before.

    Gives the lengths of the journal at the kills.
    """
    lengths: list[int] = []
    while len(lengths) < kills:
        match = await Match.begin(game, **LONG[game])
        lengths += await match.survive(kills - len(lengths), chance)
        await match.stop()
        await match.verify()
    return lengths


def test_the_slow_form_plays_every_game() -> None:
    assert set(LONG) == {meta.id for meta in games()}


@pytest.mark.slow
@pytest.mark.parametrize("game", USUAL)
async def test_a_match_outlives_its_host_at_many_lengths_of_its_journal(home: Path, game: str) -> None:
    lengths = await play_among_kills(game, KILLS, random.Random(game))
    assert len(set(lengths)) == KILLS


async def main(kills: int) -> None:
    """Kill so many times in matches of every game."""
    for meta in games():
        lengths = await play_among_kills(meta.id, kills, random.Random(f"slow {meta.id}"))
        print(f"{meta.id}: killed {len(lengths)} times, at {min(lengths)} to {max(lengths)} bytes", flush=True)


if __name__ == "__main__":
    place = tempfile.mkdtemp(prefix="kh-")
    os.environ["KHANHOO_HOME"] = place
    try:
        asyncio.run(main(int(sys.argv[1])))
    finally:
        for table in running_tables():
            stop_table(table.table_id)
        shutil.rmtree(place, ignore_errors=True)
