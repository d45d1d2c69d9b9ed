"""Files of strangers, through the commands that read them: pipes, devices, false names, forgeries, tables' journals."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from engine.api import (
    MOST_RECORDS,
    Act,
    Card,
    DealBegan,
    Entered,
    Event,
    Happened,
    Header,
    Journal,
    JournalError,
    MatchEnded,
    Moved,
    Record,
    Scored,
    Table,
    encode,
    find_game,
    frame_record,
)
from net.host.journal_file import JournalFile
from net.match.settings import RoomConfig
from net.problems import StoreProblem
from net.room import table_journal
from net.storage import file_bounds
from net.storage.files import read_bounded
from net.wire.client_messages import NextDeal, Ready, Start
from net.wire.sanitize import LINE_CELLS, clean_line
from tests.harness.room import PROMPT, Bench
from tui.cli import main
from tui.config.settings import Settings, read_settings
from tui.problems import Problem
from tui.session.records import parse_journal, playable, read_journal, read_playable, verdict
from tui.table.replay_screen import ReplayScreen

from ...harness.screens import until_shown
from ..scenes import SMALL, room

HEADER = Header(1, "hearts", 4, find_game("hearts").meta.resolve({}), "seed")
NASTY = "a\x1b]0;owned\x07\x9b2J\u202eb"


# What is no file, or too large a one.


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


@pytest.mark.parametrize("words", [["verify"], ["replay"], ["play", "hearts", "--deal"]])
def test_a_pipe_and_a_device_are_refused_at_once(words: list[str], pipe: Path, capsys: Any) -> None:
    for place in (pipe, Path("/dev/zero")):
        assert main([*words, str(place)])
        assert "is not a regular file" in "".join(capsys.readouterr())


def test_settings_and_journals_are_read_with_a_limit(
    pipe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, sentence = read_settings(pipe)
    assert found == Settings()
    assert "is not a regular file" in sentence
    (tmp_path / "large").write_bytes(b"x" * 11)
    (tmp_path / "link").symlink_to(tmp_path / "large")
    with pytest.raises(StoreProblem, match="too large"):
        read_bounded(tmp_path / "large", 10)
    with pytest.raises(StoreProblem, match="symbolic link"):
        read_bounded(tmp_path / "link", 11)
    assert read_bounded(tmp_path / "link", 11, follows_links=True) == b"x" * 11
    monkeypatch.setattr("net.host.journal_file.LARGEST_JOURNAL", 10)
    with pytest.raises(StoreProblem, match="too large"):
        JournalFile.open(tmp_path / "large")


def test_more_records_than_a_match_has_are_refused_before_one_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_: object, **__: object) -> None:
        raise AssertionError("a record was decoded")

    forgery = frame_record(b"\xc0") * (MOST_RECORDS + 1)
    monkeypatch.setattr("engine.record.journal.decode", decode)
    monkeypatch.setattr("net.room.table_journal.decode", decode)
    with pytest.raises(JournalError, match=f"more than {MOST_RECORDS} entries"):
        Journal.from_bytes(forgery)


def test_more_events_than_a_match_has_are_refused_before_the_rest_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.record.journal.MOST_EVENTS", 10)
    said = Record(Act("room"), (Happened("said", 0, "Ann", "again"),) * 11)
    with pytest.raises(JournalError, match="more than 10 events"):
        Journal.from_bytes(frame_record(encode(HEADER)) + frame_record(encode(said)) + frame_record(b"\xc0"))


WORD = Happened("said", 0, "Ann", "again")
CARDS = Moved("stock", "hand:0", (Card("2C"),) * 9)
TOO_MUCH: dict[str, tuple[tuple[Event, ...], str]] = {
    "events": ((Entered("tricks"),) * 11, "more than 10 events"),
    "cards of one event": ((CARDS,), "more cards"),
    "cards of all events": ((Moved("stock", "hand:0", (Card("2C"),) * 4),) * 9, "more cards"),
    "words": ((WORD,) * 5, "more chat"),
    "bytes of words": ((msgspec.structs.replace(WORD, text="w" * 50),) * 3, "more chat"),
    "comings and goings": ((msgspec.structs.replace(WORD, what="sat"),) * 5, "come and go"),
    "one word": ((msgspec.structs.replace(WORD, text="w" * 60_000),), "a text or list that is too long"),
}
"""Of what a forgery has too much, and what is said of it."""


BOUNDS = {
    "MOST_EVENTS": 10,
    "MOST_CARDS": 8,
    "MOST_ENTRIES": 30,
    "MOST_WORDS": 4,
    "MOST_WORD_BYTES": 100,
    "MOST_CHANGES": 4,
}
ENOUGH: dict[str, tuple[Event, ...]] = {
    "events": (Entered("tricks"),) * 10,
    "cards of one event": (msgspec.structs.replace(CARDS, cards=CARDS.cards[1:]),),
    "cards of all events": (Moved("stock", "hand:0", (Card("2C"),) * 5),) * 6,
    "words": (WORD,) * 4,
    "bytes of words": (msgspec.structs.replace(WORD, text="w" * 50),) * 2,
    "comings and goings": (msgspec.structs.replace(WORD, what="sat"),) * 4,
}
"""As much of each as a file may have."""


@pytest.mark.parametrize("what", ENOUGH)
def test_as_much_as_is_allowed_is_read(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit can be reached: a table that was used to its limits is read again."""
    for name, most in BOUNDS.items():
        monkeypatch.setattr(file_bounds, name, most)
    file_bounds.verify_bounds([b"", encode(Record(Act("room"), ENOUGH[what]))])


@pytest.mark.parametrize("is_of_table", [False, True])
@pytest.mark.parametrize("what", TOO_MUCH)
def test_too_much_of_anything_is_refused_before_a_record_is_decoded(
    what: str, is_of_table: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decode(*_: object, **__: object) -> None:
        raise AssertionError("a record was decoded")

    events, sentence = TOO_MUCH[what]
    for name, most in BOUNDS.items():
        monkeypatch.setattr(f"net.storage.file_bounds.{name}", most)
    monkeypatch.setattr("engine.record.journal.decode", decode)
    monkeypatch.setattr("net.room.table_journal.read_past", decode)
    records = (Record(Act("room")), Record(Act("room"), events))
    parts: list[Any] = [HEADER, *records]
    if is_of_table:
        opening = table_journal.Opening(table_journal.JOURNAL_FORMAT, RoomConfig(table_id="t1", game="hearts"))
        parts = [opening, table_journal.Entry(age_ms=0, header=HEADER, records=records)]
    with pytest.raises(JournalError, match=sentence):
        parse_journal(b"".join(frame_record(encode(part)) for part in parts))


@pytest.mark.parametrize("is_of_table", [False, True])
@pytest.mark.parametrize("text", ["漢" * 60, "x" * (LINE_CELLS + 1)])
def test_texts_that_take_long_to_be_cleaned_are_cleaned_once_and_are_not_many(
    text: str, is_of_table: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaned: list[str] = []

    def clean(given: str) -> str:
        cleaned.append(given)
        return clean_line(given)

    def file_of(*texts: str) -> bytes:
        records = tuple(Record(Act("room"), (Happened("timeout", 0, "Ann", said),)) for said in texts)
        parts: list[Any] = [HEADER, *records]
        if is_of_table:
            opening = table_journal.Opening(table_journal.JOURNAL_FORMAT, RoomConfig(table_id="t1", game="hearts"))
            parts = [opening, table_journal.Entry(age_ms=0, header=HEADER, records=records)]
        return b"".join(frame_record(encode(part)) for part in parts)

    monkeypatch.setattr("net.wire.sift.clean_line", clean)
    monkeypatch.setattr("net.wire.sift.MOST_STRANGE_BYTES", 3 * len(text.encode()) + 3)
    assert len(parse_journal(file_of(*[text] * 100)).records) == 100
    assert cleaned.count(text) == 1
    with pytest.raises(JournalError, match="is malformed"):
        parse_journal(file_of(*(f"{text}{number}" for number in range(4))))


@pytest.mark.parametrize("is_of_table", [False, True])
@pytest.mark.parametrize("true", [0, 9])
def test_a_long_forgery_is_read_no_further_than_to_the_part_that_the_rules_do_not_bear_out(
    is_of_table: bool, true: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.session.records._FIRST_PART", 4)
    said = Record(Act("room"), (WORD,))
    false = Record(Act("start"), (Entered("nowhere"),))
    parts: list[Any] = [HEADER, *[said] * true, false]
    if is_of_table:
        opening = table_journal.Opening(table_journal.JOURNAL_FORMAT, RoomConfig(table_id="t1", game="hearts"))
        parts = [opening, *(table_journal.Entry(age_ms=0, header=HEADER, records=(part,)) for part in parts[1:])]
    frames = [frame_record(encode(part)) for part in parts]
    unreadable = [frame_record(encode({"nothing": "known"}))] * 60
    (tmp_path / "forgery").write_bytes(b"".join(frames + [frame_record(encode(parts[-1]))] * 12 + unreadable))
    with pytest.raises(Problem, match=f"FAILED. Entry {true + 1}: "):
        verdict(tmp_path / "forgery")
    (tmp_path / "short").write_bytes(b"".join(frames + unreadable[:1]))
    with pytest.raises(Problem, match="is malformed"):
        verdict(tmp_path / "short")


def test_of_a_strangers_table_only_the_match_is_typed() -> None:
    opening = table_journal.Opening(table_journal.JOURNAL_FORMAT, RoomConfig(table_id="t1", game="hearts"))
    entry = {"d": "entry", "age_ms": 0, "header": msgspec.to_builtins(HEADER), "lobby": "no lobby", "did": "nothing"}
    assert parse_journal(frame_record(encode(opening)) + frame_record(encode(entry))).header == HEADER
    with pytest.raises(JournalError):
        table_journal.read_past([encode(opening), encode(entry)])


# What their names and arguments do to a terminal.


@pytest.mark.parametrize(
    "words",
    [["verify"], ["replay"], ["play", "hearts", "--deal"], ["join"], ["rules"], ["play"], ["simulate"], ["list"], []],
)
def test_no_name_of_a_file_reaches_the_terminal_raw(words: list[str], tmp_path: Path, capsys: Any) -> None:
    for name in (NASTY, f"{NASTY}/none"):
        (tmp_path / NASTY).write_text("nothing")
        with suppress(SystemExit):  # as argparse ends for what it does not know
            assert main([*words, str(tmp_path / name)])
        said = "".join(capsys.readouterr())
        assert said
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said)


# A table's own journal.


def stages() -> dict[str, bytes]:
    """The file of a table in each stage of its match."""
    bench = Bench(RoomConfig(table_id="t1", game="hearts", bots=("easy",) * 3, options={"limit": 25}, clocks=PROMPT))
    ann = bench.join("Ann")
    found = {"opened": journal_of(bench)}
    ann.do(Ready)
    assert ann.do(Start).accepted

    def play_until(holds: Callable[[], bool]) -> None:
        while not holds():
            bench.let_bots_play()
            if ann.decision is not None:
                ann.play()
            elif not bench.thinks and not holds():
                ann.do(NextDeal)

    def count(kind: type[Any]) -> int:
        return sum(isinstance(event, kind) for event in ann.events)

    play_until(lambda: count(Moved) > 8)
    found["first deal"] = journal_of(bench)
    play_until(lambda: count(Scored) > 0)
    found["scored"] = journal_of(bench)
    play_until(lambda: count(DealBegan) > 1)
    found["second deal"] = journal_of(bench)
    play_until(lambda: count(MatchEnded) > 0)
    found["over"] = journal_of(bench)
    return found


def journal_of(bench: Bench) -> bytes:
    return b"".join(map(frame_record, bench.records))


@pytest.fixture(scope="module")
def journals() -> dict[str, bytes]:
    return stages()


SAID = {
    "opened": "No match was played at this table.",
    "first deal": "The match is not over",
    "scored": "The match is not over",
    "second deal": "The match is not over",
    "over": " won (",
}


@pytest.mark.parametrize("stage", SAID)
def test_verify_takes_a_tables_own_journal(
    stage: str, journals: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal").write_bytes(journals[stage])
    assert main(["verify", str(tmp_path / "journal")]) == (stage == "opened")
    told = capsys.readouterr().out
    assert SAID[stage] in told
    assert "`" not in told


@pytest.mark.parametrize("stage", SAID)
def test_a_replay_shows_no_deal_of_a_match_that_is_still_played(
    stage: str, journals: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    opened: list[Any] = []

    def open_room(_: object, journey: object) -> int:
        opened.append(journey)
        return 0

    monkeypatch.setattr("tui.launch.open_room", open_room)
    (tmp_path / "journal").write_bytes(journals[stage])
    code = main(["replay", str(tmp_path / "journal")])
    if stage in ("opened", "first deal"):
        assert code == 1
        assert not opened
        assert "No match was played" in (said := capsys.readouterr().err) or "until it is over" in said
        return
    found = opened[0].found
    begun = [event for event in found.journal.events() if isinstance(event, DealBegan)]
    ended = [event for event in found.journal.events() if isinstance(event, Scored)]
    assert len(begun) == len(ended)
    assert ("hidden" in found.notice) == (stage == "second deal")


def test_a_journal_that_tells_of_no_table_is_refused_in_a_sentence(journals: dict[str, bytes]) -> None:
    opening = table_journal.Opening(table_journal.JOURNAL_FORMAT, RoomConfig(table_id="t1", game="nosuch"))
    for records in ([opening], [table_journal.Opening(99, RoomConfig(table_id="t1", game="hearts"))]):
        with pytest.raises(JournalError) as told:
            parse_journal(b"".join(frame_record(encode(record)) for record in records))
        assert "`" not in str(told.value)
    with pytest.raises(JournalError, match="is malformed"):
        parse_journal(journals["opened"] + frame_record(encode({"d": "entry", "age_ms": "much"})))


# Records that no rule made.


def forged(*events: Any) -> bytes:
    """A record of Hearts whose only act made these events."""
    return frame_record(encode(HEADER)) + frame_record(encode(Record(Act("start"), events)))


FORGERIES = {
    "winner": (DealBegan(1, 0), Entered("over"), MatchEnded("limit", (15,), (), ())),
    "scores": (DealBegan(1, 0), Scored(1, "counted", (), ()), Entered("over")),
    "zone": (DealBegan(1, 0), Moved("nowhere", "hand:9", ()), Entered("over")),
    "dealer": (DealBegan(1, 15), Entered("over")),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_record_that_no_rule_made_is_not_opened(what: str, tmp_path: Path) -> None:
    (tmp_path / "forged.khr").write_bytes(forged(*FORGERIES[what]))
    with pytest.raises(Problem, match="FAILED"):
        read_playable(tmp_path / "forged.khr")


def true_record() -> Journal:
    table = Table(find_game("hearts"), 4, find_game("hearts").meta.resolve({"limit": 25}), seed="forged")
    table.start()
    while table.over is None:
        for asked in table.decisions():
            table.play(asked.seat, asked.id, asked.default)
        if table.awaits_close:
            table.close()
        if table.phase == "between" and table.over is None:
            table.start()
    assert table.journal is not None
    return table.journal


async def test_a_record_that_was_changed_is_shown_up_to_there_and_said_to_have_failed(tmp_path: Path) -> None:
    journal = true_record()
    place = 40
    changed = journal.records[place]
    journal.records[place] = Record(changed.act, (*changed.events, Scored(1, "counted", (), ())))
    journal.records.append(Record(Act("room"), (Happened("said", -20, "", "hello"),)))
    (tmp_path / "changed.khr").write_bytes(journal.to_bytes())
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.open_replay(tmp_path / "changed.khr")
        await until_shown(pilot, "FAILED")
        await to_the_end(app.screen, pilot, len(playable(journal).journal.records))


async def test_what_somebody_said_from_a_seat_that_the_match_has_not_does_no_harm(tmp_path: Path) -> None:
    journal = true_record()
    journal.records.insert(3, Record(Act("room"), (Happened("away", 15), Happened("back", -20))))
    (tmp_path / "said.khr").write_bytes(journal.to_bytes())
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.open_replay(tmp_path / "said.khr")
        await until_shown(pilot, "replay · step")
        await to_the_end(app.screen, pilot, len(read_journal(tmp_path / "said.khr").records))


async def to_the_end(screen: Any, pilot: Pilot[Any], acts: int) -> None:
    """Step to the end, through all eyes."""
    assert isinstance(screen, ReplayScreen)
    await pilot.press("end", "e", "e", "e", "e", "e", "home", "end")
    assert screen.reel.place == len(screen.reel.acts) <= acts
    assert screen.is_running
