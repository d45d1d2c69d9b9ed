"""How a table is opened: everything that is settled before anybody comes."""

from typing import Annotated, Literal

import msgspec

from engine.api import OptionValue

from ..wire.table_info import Forebear, GoesOn
from .clocks import TimeControls

AwayPolicy = Literal["wait", "pause", "bot"]

USUAL_AWAY_S: dict[AwayPolicy, int] = {"wait": 0, "pause": 120, "bot": 10}


class RoomConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is opened.

    title: "" for one made from the game. seats: None for the game's usual number. bots: levels of bots that sit from
    the start, on the last seats. seed: text that the cards are shuffled from, "" for chance. deal: a given first deal
    as text. owner: 16 secret bytes; who says them in the hello has the host's rights, and the table is theirs though
    they are not there. Without, it belongs to the first who sits down; first_is_host: so it does though there is a key.
    away_policy, away_s: see Lobby; None for the usual time. autostart: the first deal begins as soon as the owner sits
    and every seat is taken. goes_on: with which other table's match. descent: the tables of that
    match before this one.
    """

    table_id: str
    game: str
    title: str = ""
    options: dict[str, OptionValue] = {}
    seats: int | None = None
    bots: tuple[str, ...] = ()
    seed: str = ""
    deal: str = ""
    listed: bool = True
    private: bool = False
    away_policy: AwayPolicy = "wait"
    away_s: int | None = None
    most_watchers: int = 200
    autostart: bool = False
    owner: Annotated[bytes, msgspec.Meta(max_length=16)] = b""
    first_is_host: bool = False
    clocks: TimeControls = TimeControls()
    version: str = ""
    goes_on: GoesOn | None = None
    descent: tuple[Forebear, ...] = ()


LONGEST_S = 86_400


MOST_WATCHERS = 5_000
