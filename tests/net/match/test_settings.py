"""A table's settings: what is shown, kept, opened with and handed on follows from their one declaration."""

import msgspec

from net.host.config import HostConfig
from net.match.lobby import Lobby
from net.match.settings import (
    SETTING_FIELDS,
    TABLE_OPTIONS,
    LobbyRecord,
    RoomConfig,
    TimeControls,
    settings_as_they_were,
)
from net.room.state import look_of

OPENED = RoomConfig(table_id="t1", game="hearts")
SETTINGS = tuple(Lobby.open(OPENED).settings(TimeControls()))


def test_everybody_is_shown_every_setting_under_its_own_name() -> None:
    lobby, clocks = Lobby.open(OPENED), TimeControls()
    info = look_of(lobby, age_s=0, clocks=clocks, pause=None, version="1")
    assert {name: getattr(info, name) for name in SETTINGS} == lobby.settings(clocks)


def test_every_setting_has_a_field_in_the_tables_file() -> None:
    assert len(set(SETTING_FIELDS)) == len(SETTINGS)
    assert set(SETTING_FIELDS) <= set(LobbyRecord.__struct_fields__)
    assert {option.kept for option in TABLE_OPTIONS.values()} - {"seats"} < set(SETTING_FIELDS)


def test_a_config_for_going_on_elsewhere_holds_all_settings_that_a_config_has() -> None:
    info = look_of(Lobby.open(OPENED), age_s=0, clocks=TimeControls(), pause=None, version="1")
    told = settings_as_they_were(msgspec.structs.replace(info, coded=True, turn_s=10**6))
    assert set(told) == {"private", "watching", *SETTINGS} & set(HostConfig.__struct_fields__)
    assert (told["private"], told["turn_s"]) == (True, 86_400)
