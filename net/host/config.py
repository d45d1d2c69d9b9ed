"""The configuration of a host process: the table, who may see it, and when the process ends."""

import contextlib
import re
import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec

from engine.api import CodecError, OptionValue, decode, encode

from ..match.settings import MOST_WATCHERS, OpeningSettings, RoomConfig, TimeControls
from ..match.snapshot import LARGEST_ESTATE, MOST_ESTATE_ITEMS, SNAPSHOT_FORMAT, MatchSnapshot
from ..problems import StoreProblem
from ..storage import paths
from ..storage.files import read_bounded, write_whole
from ..wire.client_messages import TOKEN_BYTES

CONFIG_NAME = "config.json"
JOURNAL_NAME = "journal"
LOG_NAME = "host.log"
DAMAGED_SUFFIX = ".damaged"
"""Added to the journal's name, for a copy of damaged records. Only a person who forgets the table deletes it."""
LARGEST_CONFIG = 256 * 1024
IDLE_MINUTES: Final = 15
"""If nobody is at a table for so long, its host ends. A table may be opened with another time."""
_TABLE_ID = re.compile(r"[0-9a-z]{8,32}")

OwnerKey = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{32})?$")]


class HostConfig(OpeningSettings, kw_only=True, omit_defaults=True, frozen=True):
    """A table that a host process opens, with its settings.

    game: id of the game. options: of the game, by name; a missing one has its default. seats: None for the game's usual
    number. bots: levels of the bots that sit from the start, on the last seats. host_name: the name of the player who
    hosts, for the list of tables. seed: text that fixes the shuffle, "" for a random one. deal: a given deal as text,
    "" for none. plain: without TLS, only to measure what TLS costs; no client of ours joins such a table. tcp: whether
    the host listens for other machines. bind: address to listen on, "" for all. port: 0 for the usual one, or any free
    one. interfaces: addresses on which the table is announced, none for all that listen. clocks: all times together, in
    place of the settings. most_watchers: spectators at once. idle_minutes: the host ends if nobody is at the table for
    so long; 0 never. autostart: the first deal begins as soon as the owner sits and every seat is taken. estate: in the
    table's folder, the file with the snapshot of another table (net/match/snapshot.py), if its match continues here;
    else "". before: join links of that other table. If its host comes back, this host finds it there. table_id, owner:
    made by start_host. The id names the table's folder; the owner's key gives the host's rights. first_is_host: the
    first player to sit down owns the table. Otherwise the user who runs the host owns it.
    """

    game: str
    options: dict[str, OptionValue] = {}
    seats: int | None = None
    bots: tuple[str, ...] = ()
    host_name: str = ""
    seed: str = ""
    deal: str = ""
    tcp: bool = True
    plain: bool = False
    bind: str = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    interfaces: tuple[str, ...] = ()
    clocks: TimeControls | None = None
    most_watchers: Annotated[int, msgspec.Meta(ge=0, le=MOST_WATCHERS)] = 200
    idle_minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = IDLE_MINUTES
    autostart: bool = False
    estate: str = ""
    before: tuple[str, ...] = ()
    table_id: str = ""
    owner: OwnerKey = ""
    first_is_host: bool = False

    def room_config(self, version: str) -> RoomConfig:
        config = {
            name: value for name, value in msgspec.structs.asdict(self).items() if name in RoomConfig.__struct_fields__
        }
        config["owner"] = bytes.fromhex(self.owner)
        config["clocks"] = self.clocks if self.clocks is not None else self.time_controls()
        return RoomConfig(**config, version=version)


class HostAnswer(msgspec.Struct, omit_defaults=True):
    """The one line that a host process writes to its parent: where it listens, or why it does not. is_busy: because
    another process runs the table."""

    pid: int = 0
    socket: str = ""
    port: int = 0
    problem: str = ""
    is_busy: bool = False
    notice: str = ""


def completed(config: HostConfig) -> HostConfig:
    """The same config with an id and an owner's key. Missing ones are made at random."""
    return msgspec.structs.replace(
        config,
        table_id=config.table_id or secrets.token_hex(6),
        owner=config.owner or secrets.token_hex(TOKEN_BYTES),
    )


def tables_dir() -> Path:
    """The folder of all tables of this user: one folder each, named by the table's id. Raises PathProblem."""
    return paths.state_dir("tables")


def table_folder(table_id: str) -> Path:
    """The folder of one table. Raises StoreProblem if the text is not a table id: it might be a path."""
    if not _TABLE_ID.fullmatch(table_id):
        raise StoreProblem(f"{table_id!r} is not a table id.")
    return tables_dir() / table_id


def save_config(config: HostConfig) -> Path:
    """Make the table's folder, and write the config file there. Returns its path. Raises StoreProblem, OSError."""
    folder = table_folder(config.table_id)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = folder / CONFIG_NAME
    try:
        write_whole(place, msgspec.json.format(msgspec.json.encode(config)))
    except StoreProblem:
        with contextlib.suppress(OSError):
            folder.rmdir()  # only an empty one: the disk may have no space for a file
        raise
    return place


def damaged_copies(folder: Path) -> list[Path]:
    """The damaged records of a table, the newest last. Raises OSError."""
    found = [place for place in folder.iterdir() if place.name.startswith(f"{JOURNAL_NAME}{DAMAGED_SUFFIX}")]
    return sorted(found, key=lambda place: place.stat().st_mtime)


def remove_table(folder: Path, *, with_damaged: bool = False) -> None:
    """Remove a table's folder. If it has damaged records, they stay, and the config that says of which table they are.

    with_damaged: remove them too. Raises OSError.
    """
    stays = set() if with_damaged else set(damaged_copies(folder))
    if stays:
        stays.add(folder / CONFIG_NAME)
    for place in list(folder.iterdir()):
        if place not in stays:
            place.unlink()
    if not stays:
        folder.rmdir()


def read_config(content: bytes, source: str) -> HostConfig:
    """A config from its file's content. Raises StoreProblem with a sentence that says what is wrong."""
    try:
        config = msgspec.json.decode(content, type=HostConfig)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise StoreProblem(f"{source} does not describe a table: {fault}") from fault
    if not _TABLE_ID.fullmatch(config.table_id):
        raise StoreProblem(f"{source} does not describe a table: it contains no valid table id.")
    return config


def load_config(place: Path) -> HostConfig:
    """Read a config file. Raises StoreProblem."""
    return read_config(read_bounded(place, LARGEST_CONFIG), str(place))


def write_estate(place: Path, estate: MatchSnapshot) -> None:
    """Write the snapshot of a match for the host that is about to start. Raises StoreProblem."""
    content = encode(estate)
    if len(content) > LARGEST_ESTATE:
        raise StoreProblem("This match is too long to continue on another machine.")
    write_whole(place, content)


def read_estate(place: Path) -> MatchSnapshot:
    """Read the snapshot of a match. Raises StoreProblem."""
    try:
        estate = decode(
            read_bounded(place, LARGEST_ESTATE), MatchSnapshot, limit=LARGEST_ESTATE, most_items=MOST_ESTATE_ITEMS
        )
    except CodecError as fault:
        raise StoreProblem(f"{place} is not a table that can be continued: {fault}") from fault
    if estate.format != SNAPSHOT_FORMAT:
        raise StoreProblem(f"{place} was written by another version of this program.")
    return estate
