"""The table for one more match: every setting of the table is as it was."""

from typing import Any

import msgspec
import pytest

from net.match.settings import SETTING_FIELDS, TABLE_OPTIONS, OpeningSettings
from net.wire.client_messages import SetOption
from tests.harness.room import Bench, toy_config
from tui.config.settings import Settings
from tui.forms.host_config import again_config

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


def test_values_cover_every_option() -> None:
    """A new option of a table needs a value here, and a field to open a table with."""
    assert VALUES.keys() == TABLE_OPTIONS.keys()
    opened = {"away_policy", "pace_ms", "turn_s", "bank_s", "between_s", "away_s", "title", "listed", "private"}
    assert set(OpeningSettings.__struct_fields__) == opened | {"watching", "chat"}
    assert "locked" in SETTING_FIELDS  # the only one that the next table does not take


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
