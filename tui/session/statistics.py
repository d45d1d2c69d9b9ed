"""The matches of this player: one SQLite file, and a folder of replays, in the data directory.

Statistics are a convenience: if the disk is full, read-only or broken, only they are lost. Whatever
touches the disk raises StatisticsProblem with a sentence for the player; the app shows it, and the game goes
on.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net.problems import PathProblem
from net.storage.paths import data_dir
from net.system import NO_LINKS, make_private

from ..forms.host_config import preset_title
from .table_session import took_back

if TYPE_CHECKING:
    from datetime import datetime

    from engine.api import Seat, View
    from net.wire.table_info import TableInfo

DATABASE: Final = "statistics.sqlite3"
RECORDS: Final = "records"
RECORD_SUFFIX: Final = ".khr"
_SCHEMA_VERSION: Final = 5
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    table_id  TEXT NOT NULL,
    finished  TEXT NOT NULL,           -- UTC, ISO 8601, seconds
    game      TEXT NOT NULL,
    seats     INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    place     INTEGER NOT NULL,        -- 1 is first; equal totals share a place
    shared    INTEGER NOT NULL,        -- how many share that place
    points    INTEGER NOT NULL,
    fewer     INTEGER NOT NULL,        -- 1 when fewer points win
    best_deal INTEGER NOT NULL,        -- the points of the deal that went best for this seat
    deals     INTEGER NOT NULL,
    people    INTEGER NOT NULL,        -- how many of the others were people
    opponents TEXT NOT NULL,           -- as shown, comma between
    record    TEXT NOT NULL,           -- file name in the records folder, or empty
    PRIMARY KEY (table_id, seat)
) STRICT
"""
_ADDED: Final = (
    "preset TEXT NOT NULL DEFAULT ''",  # the nearest of the game
    "bots TEXT NOT NULL DEFAULT ''",  # their one level; empty with people, or with several levels
    "seconds INTEGER NOT NULL DEFAULT 0",  # how long this player sat at the table
    "undone INTEGER NOT NULL DEFAULT 0",  # 1 where a move was taken back
    "feats TEXT NOT NULL DEFAULT ''",  # names of this player's feats, comma between
    "ending TEXT NOT NULL DEFAULT ''",  # why a match has no place; empty with one, and in older files
)
"""Columns since the first version, the oldest first."""


class StatisticsProblem(Exception):
    """The disk failed to read or write; the text is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One finished match as its player saw it."""

    table_id: str
    finished: str
    """UTC, ISO 8601 with seconds; the caller reads the clock."""
    game: str
    seats: int
    seat: int
    place: int
    """1 is first, 0 where the match was left or broken off, or does not count."""
    shared: int
    """How many seats share that place; 1 when it is mine alone."""
    points: int
    fewer_win: bool
    """Whether fewer points win in this game."""
    best_deal: int
    """The points of the deal that went best for this seat."""
    deals: int
    people: int
    """How many of the others were people, not bots."""
    opponents: str
    record: str = ""
    """File name of the record, or "" when it could not be kept."""
    preset: str = ""
    """The game's preset that its options are nearest to."""
    bots: str = ""
    """The level of the bots, if all others were bots of one level."""
    seconds: int = 0
    """How long this player sat at the table."""
    undone: bool = False
    """Whether a move was taken back, so that the match counts in no statistics; its place is 0."""
    feats: str = ""
    """The names of this player's feats, each once, comma between."""
    ending: str = ""
    """Why a match has no place, in the words of the list: "left", "unfinished", "removed" or "broken off"; "" with a
    place."""

    @property
    def is_won(self) -> bool:
        """Whether the player was first, alone or with others."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game's line of the statistics."""

    game: str
    preset: str
    played: int
    won: int
    average_place: float
    average_points: float
    best_deal: int
    deals: int
    streak: int
    """Matches won in a row up to the last; negative: matches since the last win."""
    longest_streak: int

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.played)


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a seat at the end of a match."""

    place: int
    shared: int
    fewer_win: bool


def standing(totals: Sequence[int], winners: Sequence[int], seat: int) -> Standing:
    """Place of a seat at the end of a match, winners first. The totals show whether more points are better: the
    direction in which the winners are ahead of more seats. So no game needs to say it, and games with their own tie
    rules are still shown correctly.
    """
    best = totals[winners[0]]
    others = [total for other, total in enumerate(totals) if other not in winners]
    fewer_win = sum(total > best for total in others) > sum(total < best for total in others)
    if seat in winners:
        return Standing(1, len(winners), fewer_win)
    mine = totals[seat]
    ahead = sum(total < mine if fewer_win else total > mine for total in others)
    return Standing(1 + len(winners) + ahead, others.count(mine), fewer_win)


def firsts(matches: Sequence[PlayedMatch]) -> dict[str, str]:
    """When each feat was done for the first time, the oldest first: a day, by the feat's name. matches: the latest
    first."""
    found: dict[str, str] = {}
    for match in reversed(matches):
        for name in match.feats.split(", ") if match.feats and not match.undone else ():
            found.setdefault(name, minute_words(match.finished)[:10])
    return found


def match_result(view: View, info: TableInfo, seat: Seat, finished: datetime) -> PlayedMatch:
    """The match as the player of a seat saw it: finished, broken off or not yet over. finished: in UTC."""
    stands = Standing(0, 1, not view.game.high_wins)
    undone = took_back(view)
    if view.over is not None and view.over.winners and not undone:
        stands = standing(view.over.totals, view.over.winners, seat)
    others = [other for other in info.seats if other.seat != seat and other.kind != "empty"]
    deals = [score.points[seat] for score in view.scores]
    levels = {other.level for other in others}  # "" of a person
    return PlayedMatch(
        table_id=info.table_id,
        finished=finished.isoformat(timespec="seconds"),
        game=info.game,
        seats=view.seats,
        seat=seat,
        place=stands.place,
        shared=stands.shared,
        points=view.over.totals[seat] if view.over is not None else sum(deals),
        fewer_win=stands.fewer_win,
        best_deal=(min if stands.fewer_win else max)(deals, default=0),
        deals=len(deals),
        people=sum(other.kind == "person" for other in others),
        opponents=", ".join(other.name for other in others),
        preset=view.game.meta.nearest_preset(view.options).id,
        bots=levels.pop() if len(levels) == 1 else "",
        undone=undone,
        feats=", ".join(_own_feats(view, seat)),
        ending="broken off" if view.over is not None and not view.over.winners else "",
    )


def _own_feats(view: View, seat: Seat) -> Sequence[str]:
    """The names of a seat's feats, each once; none if the game's code fails."""
    from engine.api import feats_of

    try:
        done = feats_of(view.game, view.seats, view.options, view.events)
    except Exception:  # noqa: BLE001 - a feat is not worth the match
        return ()
    return tuple(dict.fromkeys(feat.name for deal in done.values() for feat in deal if feat.seat == seat and feat.name))


class Statistics:
    """The matches of one data directory. Nothing is opened or made before it is needed. folder: None for the usual
    one."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where everything is. Raises StatisticsProblem."""
        try:
            return self._folder if self._folder is not None else data_dir()
        except PathProblem as problem:
            raise StatisticsProblem(f"There are no statistics. {problem}") from problem

    @property
    def records_folder(self) -> Path:
        """Where the replays are. Raises StatisticsProblem."""
        return self.folder / RECORDS

    def replay_of(self, match: PlayedMatch) -> Path | None:
        """The file of a match's replay, None if there is none."""
        path = self.records_folder / match.record
        return path if match.record and path.is_file() else None

    def add(self, result: PlayedMatch) -> None:
        """Keep a match. The same table and seat again replaces what was kept, so a rejoin counts once."""
        row = [getattr(result, field.name) for field in fields(PlayedMatch)]
        with self._open() as database, database:
            database.execute(f"INSERT OR REPLACE INTO matches VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - only question marks

    def matches(self, game: str = "", limit: int = 200) -> tuple[PlayedMatch, ...]:
        """The matches kept, the latest first; of one game or of all."""
        if not self._has_database():
            return ()
        query = "SELECT * FROM matches WHERE ? IN ('', game) ORDER BY finished DESC, rowid DESC LIMIT ?"
        with self._open() as database:
            return tuple(_match(row) for row in database.execute(query, (game, limit)))

    def match(self, table_id: str, seat: Seat) -> PlayedMatch | None:
        """The saved match of a seat, None if there is none."""
        if not self._has_database():
            return None
        with self._open() as database:
            row = database.execute("SELECT * FROM matches WHERE table_id = ? AND seat = ?", (table_id, seat)).fetchone()
        return _match(row) if row is not None else None

    def summaries(self) -> tuple[GameSummary, ...]:
        """One line for each game and preset of which a match was finished, the most played first."""
        by_game: dict[tuple[str, str], list[PlayedMatch]] = {}
        counted = (result for result in self.matches(limit=100_000) if not result.undone)
        for result in counted:
            by_game.setdefault((result.game, result.preset), []).append(result)
        lines = [_summary(results) for results in by_game.values() if any(result.place for result in results)]
        return tuple(sorted(lines, key=lambda line: (-line.played, line.game)))

    def keep_record(self, name: str, record: bytes) -> str:
        """Write a record of a match; returns its file name. A name that is taken gets a number."""
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-") or "match"
        try:
            self.records_folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.records_folder, delete=False) as file:
                try:
                    file.write(record)
                    file.flush()
                    return self._settle(Path(file.name), stem)
                finally:
                    Path(file.name).unlink(missing_ok=True)
        except OSError as error:
            raise StatisticsProblem(
                f"The replay cannot be saved in {self.records_folder} ({error.strerror or error})."
            ) from error

    def _settle(self, written: Path, stem: str) -> str:
        """Give a complete file its final name without ever replacing another."""
        for number in range(1, 1000):
            final = self.records_folder / f"{stem}{'' if number == 1 else f'-{number}'}{RECORD_SUFFIX}"
            try:
                os.link(written, final)
            except FileExistsError:
                continue
            return final.name
        raise OSError(0, f"there are a thousand replays called {stem}")

    def records(self) -> tuple[Path, ...]:
        """The records kept, the latest first."""
        try:
            found = [(path.stat().st_mtime, path.name, path) for path in self.records_folder.glob(f"*{RECORD_SUFFIX}")]
        except OSError as error:
            raise StatisticsProblem(
                f"The replays in {self.records_folder} cannot be read ({error.strerror})."
            ) from error
        return tuple(path for _, _, path in sorted(found, reverse=True))

    def _has_database(self) -> bool:
        """Raises StatisticsProblem."""
        path = self.folder / DATABASE
        try:
            return path.exists()
        except OSError as error:
            raise StatisticsProblem(f"The statistics in {path} cannot be read ({error.strerror}).") from error

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        path = self.folder / DATABASE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _make_private(path)
            database = sqlite3.connect(path, timeout=2.0)
            try:
                if _version(database) > _SCHEMA_VERSION:
                    raise StatisticsProblem(
                        f"{path} was written by a newer version of Khanhoo, so this version does not change it."
                    )
                if _version(database) < _SCHEMA_VERSION:
                    _bring_up(database)
                yield database
            finally:
                database.close()
        except (sqlite3.Error, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise StatisticsProblem(
                f"The statistics in {path} cannot be used ({why}). The match goes on without statistics."
            ) from error


def _version(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def _bring_up(database: sqlite3.Connection) -> None:
    """Convert a file of an older version. Another program may be doing the same."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        if _version(database) < _SCHEMA_VERSION:
            database.execute(_SCHEMA)
            known = {row[1] for row in database.execute("PRAGMA table_info(matches)")}
            for column in _ADDED:
                if column.partition(" ")[0] not in known:
                    database.execute(f"ALTER TABLE matches ADD COLUMN {column}")
            database.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")


def _make_private(path: Path) -> None:
    """Make the file private: it shows who plays with whom. SQLite copies the mode for its files. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CREAT | NO_LINKS, 0o600)
    try:
        with suppress(OSError):  # a disk that may only be read can still be read
            make_private(descriptor)
    finally:
        os.close(descriptor)


def _match(row: tuple[str | int, ...]) -> PlayedMatch:
    result = PlayedMatch(*row)  # type: ignore[arg-type]  # STRICT columns, in the order of the fields
    return replace(result, fewer_win=bool(result.fewer_win), undone=bool(result.undone))


def _summary(all_matches: Sequence[PlayedMatch]) -> GameSummary:
    """all_matches: of a game, the latest first; those that were left count for their deals alone."""
    latest_first = [result for result in all_matches if result.place]
    won = [result.is_won for result in latest_first]
    run = sum(1 for _ in takewhile(lambda is_won: is_won == won[0], won))
    count = len(latest_first)
    return GameSummary(
        game=latest_first[0].game,
        preset=latest_first[0].preset,
        played=count,
        won=sum(won),
        average_place=sum(result.place for result in latest_first) / count,
        average_points=sum(result.points for result in latest_first) / count,
        best_deal=(min if latest_first[0].fewer_win else max)(result.best_deal for result in latest_first),
        deals=sum(result.deals for result in all_matches),
        streak=run if won[0] else -run,
        longest_streak=_longest(won),
    )


def successes(matches: Sequence[PlayedMatch]) -> list[float]:
    """How well each finished match went, the earliest first: 1.0 for the first place, 0.0 for the last. matches: the
    latest first."""
    return [1 - (match.place - 1) / max(1, match.seats - 1) for match in reversed(matches) if match.place]


def against(matches: Sequence[PlayedMatch]) -> dict[str, tuple[int, int]]:
    """How many finished matches were won, and how many there were: against bots of each level, and people."""
    found: dict[str, tuple[int, int]] = {}
    for match in matches:
        whom = "people" if match.people else match.bots
        if match.place and whom:
            won, played = found.get(whom, (0, 0))
            found[whom] = won + match.is_won, played + 1
    return found


def last_results(matches: Sequence[PlayedMatch]) -> dict[tuple[str, str], str]:
    """How the last match of each game and preset ended: "won" or "2nd". matches: the latest first."""
    found: dict[tuple[str, str], str] = {}
    for match in matches:
        if match.place:
            found.setdefault((match.game, match.preset), place_word(match.place))
    return found


def place_word(place: int) -> str:
    """A place at the end of a match, 1 for the first."""
    return "won" if place == 1 else {2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def match_cells(match: PlayedMatch) -> tuple[str, str, str, str, str, str]:
    """A match in short: when it ended, its game, place, points, time and opponents."""
    place = f"{place_word(match.place)} of {match.seats}" if match.place > 1 else "won"
    if not match.place:
        place = match.ending or "left"
    if match.undone:
        place = "taken back"
    elif match.shared > 1:
        place = f"{place}, tied" if match.place == 1 else place
    time = f"{round(match.seconds / 60)} min" if match.seconds else ""
    title = preset_title(match.game, match.preset)
    return minute_words(match.finished), title, place, str(match.points), time, match.opponents


def minute_words(when: str) -> str:
    """A time in UTC, ISO 8601, as the time of this machine to the minute: "2026-05-02 20:00"."""
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(when)
        moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return moment.astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return when[:16].replace("T", " ")


def record_name(game: str, table_id: str) -> str:
    """The name of the record of a match that is saved now, with the day of this machine."""
    return f"{game}-{time.strftime('%Y-%m-%d')}-{table_id}"


def _longest(won: Sequence[bool]) -> int:
    longest = run = 0
    for is_won in won:
        run = run + 1 if is_won else 0
        longest = max(longest, run)
    return longest
