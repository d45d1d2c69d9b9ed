"""What can be set at a table: each setting once, how its host changes it, and how the table's file holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec

from engine.api import OptionValue, Seat

from ..wire.sanitize import clean_title
from ..wire.table_info import MOST_SEATS, Forebear, GoesOn, LookKind, TableInfo, Talk
from .bans import BannedPerson
from .people import BotSeat, DroppedSeat, OpenHands, Pass, Person, RevokedToken, SeatRequest, Vote

AwayPolicy = Literal["wait", "pause", "bot"]
LobbyStage = Literal["open", "playing", "between", "over"]

USUAL_AWAY_S: Final[dict[AwayPolicy, int]] = {"wait": 0, "pause": 120, "bot": 10}
LONGEST_S: Final = 86_400
LONGEST_PACE_MS: Final = 60_000
MOST_WATCHERS: Final = 5_000
MOST_SECONDS: Final = 3_600
LEAST_TURN_S: Final = 5
"""The shortest limit of a turn that is not 0. With less time nobody could read the turn, or the score of a deal."""

IDLE_S: Final = 180
"""Before the first deal, a player who is ready waits no longer for one who does nothing."""
HELD_IDLES: Final = 5
"""Before the first deal, players wait so many times IDLE_S for the host and for each other, whatever those do."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_S)]

USUAL_LIMITS_MS: Final = {
    "turn": 60_000,
    "claim": 15_000,
    "pass": 45_000,
    "declare": 45_000,
    "bid": 30_000,
    "moon": 20_000,
}


class TimeControls(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table's clocks. A limit of 0 means no limit.

    limits_ms: for a decision, by the name of its clock; other_ms: for clocks that are not named there.
    reserve_ms: each seat's time bank for a match. between_ms: pause between deals, unless all players send next.
    pace_ms: a bot's move, always the same. dwell_ms: least and most of the time a claim window stays open.
    absent_ms: an inattentive seat's default move. lagging_ms, away_ms: silence after which a player is shown so.
    abandon_ms: how long spectators may wait for a match without any player before it is broken off. vote_ms: how long
    a vote, or a request to take over the table, is open. seat_kept_ms: how long the seat of a disconnected player is
    kept before the first deal. ping_ms: silence after which the host asks; silent_ms: after which it hangs up.
    hello_ms: time for the first message. share_ms: how long the host waits for a person's program before a deal, once
    for its pledge and once for its share; 0 waits for nobody. idle_ms: before the first deal, if a player is ready,
    others who send no request for so long count as away; 0 for never.
    """

    limits_ms: dict[str, Milliseconds] = msgspec.field(default_factory=lambda: dict(USUAL_LIMITS_MS))
    other_ms: Milliseconds = 60_000
    reserve_ms: Milliseconds = 120_000
    between_ms: Milliseconds = 30_000
    pace_ms: Milliseconds = 900
    dwell_ms: tuple[Milliseconds, Milliseconds] = (300, 900)
    absent_ms: Milliseconds = 2_000
    lagging_ms: Milliseconds = 6_000
    away_ms: Milliseconds = 10_000
    abandon_ms: Milliseconds = 600_000
    vote_ms: Milliseconds = 60_000
    seat_kept_ms: Milliseconds = 60_000
    ping_ms: Milliseconds = 4_000
    silent_ms: Milliseconds = 12_000
    hello_ms: Milliseconds = 5_000
    share_ms: Milliseconds = 3_000
    idle_ms: Milliseconds = IDLE_S * 1000

    def limit_ms(self, clock: str) -> int:
        """Time for a decision, 0 for no limit."""
        return self.limits_ms.get(clock, self.other_ms)

    def paced(self, turn_s: int | None, between_s: int | None = None) -> TimeControls:
        """The same clocks with these seconds for a turn, other limits in proportion, and these seconds between two
        deals. None changes nothing.
        """
        if between_s is not None:
            return msgspec.structs.replace(self, between_ms=between_s * 1000).paced(turn_s)
        if turn_s is None:
            return self
        limits_ms = {name: ms * turn_s * 1000 // USUAL_LIMITS_MS["turn"] for name, ms in USUAL_LIMITS_MS.items()}
        return msgspec.structs.replace(self, limits_ms=limits_ms, other_ms=turn_s * 1000)


class OpeningSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings that a table can be opened with, as in TableInfo; `private` is called `coded` there, and `watching`
    is called `watch`.

    title: "" for the game's own. None: the usual time.
    """

    title: str = ""
    listed: bool = True
    private: bool = False
    pace_ms: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_PACE_MS)] = 900
    turn_s: Seconds | None = None
    bank_s: Seconds | None = None
    between_s: Seconds | None = None
    away_policy: AwayPolicy = "wait"
    away_s: Seconds | None = None
    watching: LookKind = "public"
    chat: Talk = "together"

    def time_controls(self) -> TimeControls:
        usual = TimeControls()
        return TimeControls(
            reserve_ms=usual.reserve_ms if self.bank_s is None else self.bank_s * 1000, pace_ms=self.pace_ms
        ).paced(self.turn_s, self.between_s)


def settings_as_they_were(info: TableInfo) -> dict[str, Any]:
    """OpeningSettings of a table, for another table that continues it: its match, or its players with a new match.
    `locked` is not among them, since it would keep these players out of the new table.
    """
    told = {"private": "coded", "watching": "watch"}
    found = {name: getattr(info, told.get(name, name)) for name in OpeningSettings.__struct_fields__}
    return {name: min(value, LONGEST_S) if name.endswith("_s") else value for name, value in found.items()}


class RoomConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is opened.

    title: "" for one made from the game. seats: None for the game's usual number. bots: levels of bots that sit from
    the start, on the last seats. seed: text that the cards are shuffled from, "" for chance. deal: a given first deal
    as text. owner: 16 secret bytes; the person who sends them in the hello has the host's rights, and owns the table
    even while away. Without this key the first player who sits down owns the table; with first_is_host this is so
    although there is a key.
    away_policy, away_s: see TableInfo; None for the usual time. autostart: the first deal begins as soon as the
    owner sits and every seat is taken. goes_on: the table whose match continues here. descent: the tables of that match
    before this one.
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
    watching: LookKind = "public"
    chat: Talk = "together"
    most_watchers: int = 200
    autostart: bool = False
    owner: Annotated[bytes, msgspec.Meta(max_length=16)] = b""
    first_is_host: bool = False
    clocks: TimeControls = TimeControls()
    version: str = ""
    goes_on: GoesOn | None = None
    descent: tuple[Forebear, ...] = ()


class LobbyRecord(msgspec.Struct, kw_only=True):
    """Everything about the lobby in a table's file. The host writes the whole record whenever it changes.

    Settings that have another name here than in TableInfo: private (coded), watching (watch), bank_ms (bank_s).
    turn_s, between_s: None for those of the config.
    people: everybody at the table, in the order of coming. away_policy: what happens at the turn of a player who is
    away: the table pauses until they are back or the others vote to continue (wait), it pauses for away_s seconds and
    then plays defaults (pause), or a bot plays after away_s seconds (bot). turn_s: limit of a turn, between_s: the
    longest pause between two deals, None for those of the config. bank_ms: each seat's time bank for a match;
    reserves_ms: what is left of it; banks_ms: what everybody is shown, which includes time used for sealed decisions
    only after the deal.
    is_halted: the players have agreed on a pause. is_faulty: the program cannot carry out the next step. waived: people
    who are away and for whom the table no longer waits.
    votes, petitions: what the players vote on, and who asks for the seat of an absent player.
    watching, chat: see TableInfo. watched: number of events when a spectator last left.
    looks: what spectators may see of each finished deal. gone: seats that are out of the
    match. voided: tokens of people whose seat now belongs to another person. private: new people need the code. locked:
    nobody new can join. passes: tokens of former spectators who may come back. bans: people who may not join.
    admitted: marks of the keys of spectators who were at the old table of this match, and may come without its code.
    has_owner: the table belongs to the person with the owner's key, here or not; nobody becomes its owner by sitting
    down. If false (no key, or a table for the first player), the first player who sits down owns the table.
    owner_tokens: earlier tokens of the person with the key; they count like the key. is_passed_on: the owner has given
    the host's rights to another person. closed: the final sentence of a table that its host has closed.
    """

    table_id: str
    game_id: str
    title: str
    options: dict[str, OptionValue]
    seats: int
    listed: bool
    away_policy: AwayPolicy
    pace_ms: int
    most_watchers: int
    stage: LobbyStage = "open"
    people: list[Person] = []
    bots: list[BotSeat] = []
    away_s: int = 0
    turn_s: int | None = None
    between_s: int | None = None
    bank_ms: int = 0
    reserves_ms: list[int] = []
    banks_ms: list[int] = []
    is_halted: bool = False
    is_faulty: bool = False
    waived: list[int] = []
    votes: list[Vote] = []
    petitions: list[SeatRequest] = []
    gone: list[DroppedSeat] = []
    voided: list[RevokedToken] = []
    locked: bool = False
    passes: list[Pass] = []
    bans: list[BannedPerson] = []
    admitted: list[str] = []
    has_owner: bool = False
    owner_tokens: Pass = ()
    is_passed_on: bool = False
    handing: Seat | None = None
    closed: str = ""
    next_key: int = 0
    private: bool = False
    code: str = ""
    watching: LookKind = "public"
    chat: Talk = "together"
    looks: list[OpenHands] = []
    watched: int = 0

    def hold(self, field: str, value: Any) -> None:
        """Change one setting, and what depends on it."""
        if field == "away_policy" and value != self.away_policy:
            self.away_s = USUAL_AWAY_S[value]
        elif field == "bank_ms":
            self.reserves_ms = [value] * len(self.reserves_ms)
            self.banks_ms = list(self.reserves_ms)
        setattr(self, field, value)

    def paced(self, clocks: TimeControls) -> TimeControls:
        """The table's clocks, with later changes applied to the clocks that it was opened with."""
        return clocks.paced(self.turn_s, self.between_s)

    def settings(self, clocks: TimeControls) -> dict[str, Any]:
        """The present settings, by the fields of TableInfo. clocks: the table's present clocks."""
        return {
            "title": self.title,
            "listed": self.listed,
            "coded": self.private,
            "locked": self.locked,
            "away_policy": self.away_policy,
            "away_s": self.away_s,
            "turn_s": clocks.limit_ms("turn") // 1000,
            "bank_s": self.bank_ms // 1000,
            "between_s": -(-clocks.between_ms // 1000),
            "pace_ms": self.pace_ms,
            "watch": self.watching,
            "chat": self.chat,
        }


def settings_opened(config: RoomConfig) -> dict[str, Any]:
    """The fields of a LobbyRecord that hold the settings of a new table. The title is cleaned by the caller."""
    clocks = config.clocks
    return {
        "listed": config.listed,
        "private": config.private,
        "away_policy": config.away_policy,
        "away_s": USUAL_AWAY_S[config.away_policy] if config.away_s is None else config.away_s,
        "pace_ms": clocks.pace_ms,
        "watching": config.watching,
        "chat": config.chat,
        "bank_ms": clocks.reserve_ms,
        "reserves_ms": [clocks.reserve_ms] * MOST_SEATS,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOption:
    """An option that the host sets as "table." and its name. kept: the field of LobbyRecord that holds it. held:
    converts a value to the form in that field, None if the value is not allowed.
    until: when it may still be changed: always, before the first deal (open), or then and between deals (pause).
    unreadies: after a change nobody is ready any more. own: what a stand-in host cannot do, in words; "" if a stand-in
    may change it. refusal: the sentence for a value that is not allowed, "" for the usual one.
    """

    kept: str
    held: Callable[[OptionValue], OptionValue | None]
    until: Literal["always", "open", "pause"] = "always"
    unreadies: bool = False
    own: str = ""
    refusal: str = ""


def _flag(value: OptionValue) -> bool | None:
    return value if isinstance(value, bool) else None


def _whole(least: int, most: int, *, or_none: bool = False) -> Callable[[OptionValue], int | None]:
    """A check for a whole number in this range. or_none: 0 is also allowed."""

    def read(value: OptionValue) -> int | None:
        fits = type(value) is int and (least <= value <= most or (or_none and value == 0))
        return int(value) if fits else None

    return read


def _word(*words: str) -> Callable[[OptionValue], str | None]:
    return lambda value: value if isinstance(value, str) and value in words else None


def _bank(value: OptionValue) -> int | None:
    seconds = _whole(0, MOST_SECONDS)(value)
    return None if seconds is None else seconds * 1000


TABLE_OPTIONS: Final[dict[str, TableOption]] = {
    "seats": TableOption(kept="seats", held=lambda value: value if type(value) is int else None, until="open"),
    "title": TableOption(
        kept="title",
        held=lambda value: clean_title(value) or None if isinstance(value, str) else None,
        own="change the table's title",
    ),
    "listed": TableOption(kept="listed", held=_flag, own="change whether the table is listed"),
    "private": TableOption(kept="private", held=_flag, own="change who needs a code"),
    "away": TableOption(kept="away_policy", held=_word("wait", "pause", "bot")),
    "away_s": TableOption(kept="away_s", held=_whole(0, MOST_SECONDS)),
    "turn_s": TableOption(
        kept="turn_s", held=_whole(LEAST_TURN_S, MOST_SECONDS, or_none=True), until="open", unreadies=True
    ),
    "bank_s": TableOption(kept="bank_ms", held=_bank, until="open", unreadies=True),
    "between_s": TableOption(
        kept="between_s", held=_whole(LEAST_TURN_S, MOST_SECONDS, or_none=True), until="open", unreadies=True
    ),
    "pace": TableOption(kept="pace_ms", held=_whole(0, 10_000)),
    "watching": TableOption(
        kept="watching",
        held=_word("public", "shoulder", "hands"),
        until="pause",
        unreadies=True,
        own="change what spectators see",
    ),
    "chat": TableOption(
        kept="chat", held=_word("together", "apart"), until="pause", own="change whom spectators talk to"
    ),
}
"""All table options by the name after "table.", in the order in which a refusal names them."""

SETTING_FIELDS: Final = ("locked", *(option.kept for name, option in TABLE_OPTIONS.items() if name != "seats"))
"""The fields of LobbyRecord that hold the settings."""
