"""The table for one more match: every setting of the table is as it was."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from net.host.config import HostConfig, save_config
from net.match.settings import TABLE_OPTIONS, OpeningSettings
from net.wire.client_messages import SetOption
from tests.harness.room import Bench, toy_config
from tui.config.settings import Settings
from tui.forms.host_config import again_config
from tui.session import next_match
from tui.session.next_match import OF_THE_PLACE

VALUES: dict[str, Any] = {
    "title": "Friday",
    "listed": False,
    "private": True,
    "away": "bot",
    "away_s": 77,
    "turn_s": 33,
    "bank_s": 44,
    "between_s": 55,
    "pace": 1_234,
    "watching": "hands",
    "chat": "apart",
    "seats": 3,
}
"""A value for each option of a table that is not the usual one."""


OF_THE_MATCH = {"game", "options", "seats", "bots", "autostart"}
"""What the table tells of its match."""
NEW = {"table_id", "owner", "seed", "deal", "port", "clocks", "estate", "before", "first_is_host", "host_name"}
"""What is another table's own: the next one has its own cards, its own place beside the old one, and one owner."""


def test_every_field_is_decided() -> None:
    """A new field of a table's configuration needs a decision: kept, or why not. A new option needs a value here."""
    assert VALUES.keys() == TABLE_OPTIONS.keys()
    decided = [*OpeningSettings.__struct_fields__, *OF_THE_PLACE, *OF_THE_MATCH, *NEW]
    assert sorted(decided) == sorted(HostConfig.__struct_fields__)


@pytest.mark.parametrize("name", OF_THE_PLACE)
def test_again_keeps_the_place(name: str, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next table is opened as ours was: for which machines, and for how long."""
    values: dict[str, Any] = {
        "bind": "127.0.0.1", "interfaces": ("127.0.0.1",), "tcp": False, "plain": True, "most_watchers": 3,
        "idle_minutes": 99,
    }  # fmt: skip
    usual = HostConfig(game="hearts", table_id="abcdefgh")
    old = msgspec.structs.replace(usual, **{name: values[name]})
    assert getattr(usual, name) != getattr(old, name)
    save_config(old)
    monkeypatch.setattr(next_match, "is_ours", lambda session: True)
    bench = Bench(toy_config(game="hearts", seats=None))
    session = Mock(say=AsyncMock(), info=msgspec.structs.replace(bench.room.info(0), table_id="abcdefgh"))
    placed = asyncio.run(next_match.announce_next(session, HostConfig(game="hearts")))
    assert getattr(placed, name) == getattr(old, name)


def test_again_without_others_starts_at_once() -> None:
    """A table that nobody could join is such a table again; one that others could find waits for them again."""
    bench = Bench(toy_config(game="hearts", seats=None, bots=("easy",) * 3))
    bench.join("Ann")
    info = bench.room.info(bench.now_ms)
    for listed in (True, False):
        config = again_config(Settings(), msgspec.structs.replace(info, listed=listed), 0)
        assert config is not None
        assert (config.autostart, config.listed, config.tcp) == (not listed, listed, listed)


@pytest.mark.parametrize("name", VALUES)
def test_again_keeps_each_setting(name: str) -> None:
    """Each setting that the host changed is a setting of the next table."""
    bench = Bench(toy_config(game="hearts", seats=None, private=name == "private"))
    ann, _ = bench.join("Ann"), bench.join("Ben")
    if name not in ("private", "seats"):
        assert ann.do(SetOption, name=f"table.{name}", value=VALUES[name]).accepted
    info = bench.room.info(bench.now_ms)
    config = again_config(Settings(), info, 0)
    assert config is not None
    again = Bench(config.room_config("0"))
    told, now = msgspec.structs.asdict(info), msgspec.structs.asdict(again.room.info(again.now_ms))
    for field in ("title", "listed", "coded", "away_policy", "away_s", "turn_s", "bank_s", "between_s", "pace_ms"):
        assert now[field] == told[field], field
    for field in ("watch", "chat", "options", "game"):
        assert now[field] == told[field], field
    assert len(now["seats"]) == len(told["seats"])
