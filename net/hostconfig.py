"""What a host process is told when it is started: the table, who may see it, when it goes away."""

import re
import secrets
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from . import paths
from .files import StoreProblem, read_small, write_whole

CONFIG_NAME = "config.json"
JOURNAL_NAME = "journal"
LOG_NAME = "host.log"
_LARGEST_CONFIG = 256 * 1024
_TABLE_ID = re.compile(r"[0-9a-z]{8,32}")

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=600_000)]


class HostConfig(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One table to be hosted.

    game: id of the game. title: what the list calls the table ("" for "<host_name>'s <game>").
    options: of the game, by name; what is missing takes its default. seats: None for the game's usual number.
    bots: levels of the bots that sit from the start, on the last seats. host_name: of the player who hosts.
    seed: text from which the cards are shuffled, None for chance. deal: a given deal as text, "" for none.
    listed: shown to the network and to other users of this machine; otherwise only this user finds it.
    tcp: listens for other machines at all. bind: address to listen on, "" for all. port: 0 for any free one.
    pace_ms: time a bot takes to move, always the same. turn_s, window_ms, between_s: the host's clocks; 0 waits
    for ever (turn_s, between_s). away_policy, away_s: what becomes of a seat whose player is gone, and how soon.
    most_watchers: spectators at once. idle_minutes: without anybody connected for so long the host ends; 0 never.
    autostart: the first deal begins as soon as the hosting player has sat down.
    table_id: random when empty; names the folder of the table.
    """

    game: str
    title: str = ""
    options: dict[str, str | int | bool] = {}
    seats: int | None = None
    bots: tuple[str, ...] = ()
    host_name: str = ""
    seed: str | None = None
    deal: str = ""
    listed: bool = True
    tcp: bool = True
    bind: str = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    pace_ms: Milliseconds = 900
    turn_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    window_ms: Milliseconds = 6000
    between_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    away_policy: Literal["wait", "bot"] = "wait"
    away_s: Annotated[int, msgspec.Meta(ge=1, le=86_400)] = 20
    most_watchers: Annotated[int, msgspec.Meta(ge=0, le=5000)] = 200
    idle_minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 15
    autostart: bool = False
    table_id: str = ""


def new_table_id() -> str:
    """A random name for a table and its folder: 12 signs."""
    return secrets.token_hex(6)


def tables_dir() -> Path:
    """The folder of all tables of this user: one folder each, named by the table's id."""
    place = paths.state_dir() / "tables"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def table_folder(table_id: str) -> Path:
    """The folder of one table. Raises StoreProblem for what is no table id (and might be a path)."""
    if not _TABLE_ID.fullmatch(table_id):
        raise StoreProblem(f"{table_id!r} is no table.")
    return tables_dir() / table_id


def save_config(config: HostConfig) -> Path:
    """Make the table's folder and write its config file there; the file's path. Raises StoreProblem."""
    folder = table_folder(config.table_id)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise StoreProblem(f"The folder {folder} cannot be made: {fault.strerror or fault}.") from fault
    place = folder / CONFIG_NAME
    write_whole(place, msgspec.json.format(msgspec.json.encode(config)))
    return place


def load_config(place: Path) -> HostConfig:
    """Read a config file. Raises StoreProblem with a sentence that says what is wrong in it."""
    try:
        return msgspec.json.decode(read_small(place, _LARGEST_CONFIG), type=HostConfig)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise StoreProblem(f"{place} is no description of a table: {fault}") from fault
