"""Statistics add up, survive a rejoin, and say clearly when the disk will not have them."""

import sqlite3
import stat
import time
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tui.screens.history import course
from tui.session.statistics import (
    _SCHEMA,
    PlayedMatch,
    Standing,
    Statistics,
    StatisticsProblem,
    against,
    firsts,
    match_cells,
    minute_words,
    record_name,
    standing,
    successes,
)

HEARTS = PlayedMatch("t1", "2026-05-01T20:00:00+00:00", "hearts", 4, 0, 1, 1, 44, True, 0, 6, 1, "Bea, Cy, Di")


def played(statistics: Statistics, places: str, game: str = "hearts") -> None:
    """Keep one match a digit, in order; the digit is the place."""
    for number, place in enumerate(places):
        when = f"2026-05-{number + 1:02d}T20:00:00+00:00"
        table, points = f"{game}-{number}", 10 * int(place)
        statistics.add(
            replace(
                HEARTS,
                table_id=table,
                finished=when,
                game=game,
                place=int(place),
                points=points,
                best_deal=number,
            )
        )


def test_nothing_is_made_before_a_match_is_kept(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "data")
    assert statistics.summaries() == ()
    assert statistics.match("t1", 0) is None
    assert statistics.records() == ()
    assert not (tmp_path / "data").exists()


def test_a_match_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    Statistics(tmp_path).add(HEARTS)
    assert Statistics(tmp_path).matches() == (HEARTS,)


def test_the_first_of_each_feat_is_known_by_its_day() -> None:
    latest = replace(HEARTS, finished="2026-05-03T20:00:00+00:00", feats="moon, moon missed by a point")
    earlier = replace(HEARTS, finished="2026-05-02T20:00:00+00:00", feats="moon")
    undone = replace(HEARTS, feats="moon", undone=True, place=0)
    matches = [latest, earlier, undone]
    assert firsts(matches) == {"moon": "2026-05-02", "moon missed by a point": "2026-05-03"}
    assert "First moon 2026-05-02" in course("Hearts", matches, is_ascii=True)[-1].text


def test_the_same_table_and_seat_count_once(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    statistics.add(HEARTS)
    statistics.add(replace(HEARTS, record="a.khr"))
    assert [result.record for result in statistics.matches()] == ["a.khr"]


def test_matches_come_latest_first_and_by_game(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    played(statistics, "12")
    played(statistics, "3", "khanhoo")
    assert [result.place for result in statistics.matches("hearts")] == [2, 1]
    assert len(statistics.matches()) == 3


def test_a_summary_counts_wins_places_and_streaks(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    played(statistics, "1113114")
    (line,) = statistics.summaries()
    assert (line.played, line.won, line.won_percent) == (7, 5, 71)
    assert (line.streak, line.longest_streak) == (-1, 3)
    assert line.best_deal == 0, "fewer points are better here"
    assert line.average_place == pytest.approx(12 / 7)


def test_a_current_winning_streak_is_positive(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    played(statistics, "3211")
    assert statistics.summaries()[0].streak == 2


def test_places_follow_the_way_the_winners_are_ahead() -> None:
    hearts, khanhoo = (102, 40, 55, 63), (52, 31, 31)
    assert [standing(hearts, (1,), seat) for seat in range(4)] == [
        Standing(4, 1, True), Standing(1, 1, True), Standing(2, 1, True), Standing(3, 1, True),
    ]  # fmt: skip
    assert [standing(khanhoo, (0,), seat) for seat in range(3)] == [
        Standing(1, 1, False), Standing(2, 2, False), Standing(2, 2, False),
    ]  # fmt: skip


def test_a_shared_win_is_shared() -> None:
    assert standing((60, 60, 10), (0, 1), 1) == Standing(1, 2, False)
    assert standing((60, 60, 10), (0, 1), 2) == Standing(3, 1, False)


def test_records_never_overwrite_each_other(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    names = {statistics.keep_record("../hearts 1", record) for record in (b"one", b"two")}
    assert names == {"hearts-1.khr", "hearts-1-2.khr"}
    assert {path.read_bytes() for path in statistics.records()} == {b"one", b"two"}
    assert {path.parent for path in statistics.records()} == {statistics.records_folder}
    assert len(list(statistics.records_folder.iterdir())) == 2, "nothing half-written stays behind"


def test_a_disk_that_refuses_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "flat").write_text("not a folder", encoding="utf-8")
    statistics = Statistics(tmp_path / "flat")
    with pytest.raises(StatisticsProblem, match="The match goes on"):
        statistics.add(HEARTS)
    with pytest.raises(StatisticsProblem, match="cannot be saved"):
        statistics.keep_record("x", b"x")


def test_a_database_that_is_no_database_is_said_in_a_sentence_and_kept(tmp_path: Path) -> None:
    (tmp_path / "statistics.sqlite3").write_bytes(b"this is no database at all" * 60)
    with pytest.raises(StatisticsProblem, match="cannot be used"):
        Statistics(tmp_path).summaries()
    assert (tmp_path / "statistics.sqlite3").read_bytes().startswith(b"this is no database")


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "statistics.sqlite3") as database:
        database.execute("PRAGMA user_version = 9")
    with pytest.raises(StatisticsProblem, match="newer version of Khanhoo"):
        Statistics(tmp_path).add(HEARTS)


def test_with_whom_somebody_played_is_read_by_nobody_else(tmp_path: Path) -> None:
    Statistics(tmp_path).add(HEARTS)
    database = tmp_path / "statistics.sqlite3"
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    database.chmod(0o644)
    assert Statistics(tmp_path).matches() == (HEARTS,)
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_statistics_are_written_through_no_symbolic_link(tmp_path: Path) -> None:
    (tmp_path / "statistics.sqlite3").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StatisticsProblem):
        Statistics(tmp_path).add(HEARTS)
    assert not (tmp_path / "elsewhere").exists()


def test_a_match_that_was_left_counts_for_its_deals_alone(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    played(statistics, "12")
    statistics.add(replace(HEARTS, table_id="left", place=0, deals=3))
    (line,) = statistics.summaries()
    assert (line.played, line.won, line.deals) == (2, 1, 2 * HEARTS.deals + 3)
    assert statistics.match("left", HEARTS.seat) == replace(HEARTS, table_id="left", place=0, deals=3)
    assert statistics.match("none", 0) is None


def test_how_matches_went_is_told_over_time_and_against_each_kind_of_opponent() -> None:
    def match(place: int, bots: str, people: int = 0) -> PlayedMatch:
        return replace(HEARTS, place=place, seats=3, bots=bots, people=people)

    matches = [match(1, "hard"), match(0, "hard"), match(2, "easy"), match(3, "easy"), match(1, "", people=1)]
    assert successes(matches) == [1.0, 0.0, 0.5, 1.0]
    assert against(matches) == {"hard": (1, 1), "easy": (0, 2), "people": (1, 1)}


def test_a_file_of_the_first_version_keeps_its_matches(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "statistics.sqlite3") as database:
        database.execute(_SCHEMA)
        row = [getattr(HEARTS, field.name) for field in fields(HEARTS)][:14]
        database.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(row))})", row)
        database.execute("PRAGMA user_version = 1")
    database.close()
    assert Statistics(tmp_path).matches() == (HEARTS,)
    Statistics(tmp_path).add(replace(HEARTS, table_id="new", preset="omnibus", bots="easy", seconds=60))
    assert {match.preset for match in Statistics(tmp_path).matches()} == {"", "omnibus"}


def test_a_match_in_which_a_move_was_taken_back_is_kept_and_counts_for_nothing(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path)
    played(statistics, "1")
    before = statistics.summaries()
    marked = replace(HEARTS, table_id="back", place=0, undone=True, deals=9)
    statistics.add(marked)
    assert statistics.summaries() == before
    assert marked in statistics.matches()
    assert successes([marked]) == []
    assert against([marked]) == {}
    assert match_cells(marked)[2] == "taken back"


def test_a_match_without_a_place_says_how_it_ended_and_in_an_older_file_that_it_was_left() -> None:
    endings = ("unfinished", "broken off", "removed", "left", "")
    cells = [match_cells(replace(HEARTS, place=0, ending=ending))[2] for ending in endings]
    assert cells == ["unfinished", "broken off", "removed", "left", "left"]


@pytest.mark.parametrize("zone", ["East-14", "West+12"])
def test_replays_have_the_local_day(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a replay has the day of this machine; in one of the two zones, that is not the day of UTC."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        days = [time.strftime("%Y-%m-%d"), record_name("hearts", "t1")[7:-3], time.strftime("%Y-%m-%d")]
        assert days[1] in (days[0], days[2])
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(("zone", "told"), [("UTC", "2026-05-02 20:00"), ("Asia/Kolkata", "2026-05-03 01:30")])
def test_local_time(zone: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are those of this machine, also where the day is another one; a damaged time is shown as it is."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert minute_words("2026-05-02T20:00:00+00:00") == minute_words("2026-05-02T20:00:00") == told
        assert match_cells(HEARTS)[0] == minute_words(HEARTS.finished)
        assert minute_words("yesterday") == "yesterday"
    finally:
        monkeypatch.undo()
        time.tzset()
