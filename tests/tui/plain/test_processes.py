"""The real program by lines, through pipes: what it says, and how it ends."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from net.host.launcher import running_tables
from net.storage.paths import data_dir
from tui.session.statistics import PlayedMatch, Statistics

from ...harness.processes import kill_process

ROOT = Path(__file__).resolve().parents[3]
WON = ROOT / "tests/golden/endings/hearts/match_lowest.journal"
PLAYED = ROOT / "tests/golden/journals/hearts-hearts-4.journal"
"""A match that stops in its fourth deal."""
NO_SCREEN = "raise ImportError('by lines nothing needs a screen')\n"
"""Stands in for Textual, so that a run by lines that loads it fails."""


class Person:
    """Somebody who plays through pipes."""

    def __init__(self, home: Path, *words: str) -> None:
        (home / "config").mkdir(parents=True, exist_ok=True)
        (home / "config" / "settings.toml").write_text("forced = false\npace = 'instant'\n", "utf-8")
        modules = home / "modules"
        modules.mkdir(exist_ok=True)
        (modules / "textual.py").write_text(NO_SCREEN, "utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tui", *words],
            cwd=ROOT,
            env={**os.environ, "KHANHOO_HOME": str(home), "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(modules)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.said: list[str] = []

    def type(self, line: str) -> None:
        """Type a line."""
        stream = self._stream(self._process.stdin)
        stream.write(f"{line}\n")
        stream.flush()

    def hear(self, *words: str) -> str:
        """Listen until a line has one of these words; gives the line."""
        for line in self._stream(self._process.stdout):
            self.said.append(line.rstrip("\n"))
            if any(word in line for word in words):
                return line.rstrip("\n")
        raise AssertionError(f"it ended without {words}: {self.said} {self._stream(self._process.stderr).read()}")

    def stop(self) -> None:
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """Type no more; the exit code and what was said on stderr."""
        said, problem = self._process.communicate(timeout=60)
        self.said += said.splitlines()
        return self._process.returncode, problem

    def close(self) -> None:
        """End the program, if it runs."""
        self._process.kill()
        self._process.communicate()

    @staticmethod
    def _stream(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """All people of a test; their programs are ended after it."""
    people: list[Person] = []
    yield people
    for person in people:
        person.close()


def test_a_match_is_played_through_a_pipe_and_ends_cleanly(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "play", "hearts", "--plain", "--seed", "pipe", "--option", "limit=10", "--bots", "easy")
    people.append(ann)
    while True:
        line = ann.hear("Your turn:", "Choose three", "Type next", "Place 4:")
        if "Place 4:" in line:
            break
        if "Type next" in line:
            ann.type("1")
            wanted = "The deal is over. Type next for the next deal, or ? for help."
            assert ann.hear("The deal is over.", "turn") == wanted
        ann.type("next" if "Type next" in line else "1 2 3" if "Choose" in line else "1")
    ann.hear("again: play again")
    ann.type("1")
    assert ann.hear("The match is over. ", "turn").startswith("The match is over. Type again to play again, ")
    ann.type("log deal 1")
    assert ann.hear("Deal 1. Dealer", "turn").startswith("Deal 1. Dealer")
    ann.type("again")
    ann.hear("Deal 1. Dealer")
    assert len(running_tables()) == 1
    ann.type("quit for good")
    code, problem = ann.end()
    assert (code, problem) == (0, "")
    assert any(line.startswith("The match is over: ") for line in ann.said)
    assert not running_tables(), "the host of a table for one ends with its match"


@pytest.mark.slow
def test_a_script_and_a_seed_give_the_same_transcript_twice(home: Path, people: list[Person]) -> None:
    # Khamul asks out of turn too: what is said must not follow from who is faster.
    transcripts = []
    for number in ("first", "second"):
        ann = Person(home / number, "play", "khamul", "--plain", "--seed", "pipe", "--bots", "easy", "--name", "Ann")
        people.append(ann)
        for line in ("1", "2", "next", "1", "1 2", "3") * 6:
            ann.type(line)
        ann.type("quit for good")
        assert ann.end() == (0, "")
        transcripts.append(ann.said)
    assert transcripts[0] == transcripts[1]


@pytest.mark.slow
def test_the_end_of_the_input_keeps_the_seat(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "play", "hearts", "--plain", "--ascii", "--verbosity", "full")
    people.append(ann)
    code, problem = ann.end()
    assert (code, problem) == (0, "")
    assert ann.said[-2] == "You leave the table. Your seat is kept. To come back:"
    assert all(line.isascii() for line in ann.said)
    assert len(running_tables()) == 1
    again = Person(own_home, *shlex.split(ann.said[-1])[1:])
    people.append(again)
    again.hear("Choose three cards to pass.")
    again.type("quit for good")
    assert again.end() == (0, "")
    assert not running_tables()


@pytest.mark.slow
def test_another_game_and_the_first_list_are_there_by_lines(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "--plain")
    people.append(ann)
    ann.hear("Type the number of a game")
    for line, answer in (
        ("?", "host 1: open a table"),
        ("99", "There is no game 99. Type a number from 1 to "),
        ("kham", "Did you mean khamul?"),
        ("rules hearts", "§1 "),
        ("rules 9 7.2", "§7.2 "),
        ("join 127.0.0.1:1", "127.0.0.1:1"),
        ("hearts", "Choose three cards to pass"),
    ):
        ann.type(line)
        ann.hear(answer)
    ann.type("quit for good")
    ann.hear("Type the number of a game")
    ann.type("quit")
    assert ann.end() == (0, "")
    assert not running_tables()


@pytest.mark.slow
def test_nobody_loses_their_name_who_leaves_and_no_line_of_a_spectator_is_said_twice(
    home: Path, people: list[Person]
) -> None:
    words = ("--unlisted", "--bind", "127.0.0.1", "--option", "limit=5", "--turn", "0", "--between", "0")
    ann = Person(home / "ann", "host", "hearts", "--plain", "--name", "Ann", "--seed", "pipe", *words)
    people.append(ann)
    for line in ("bots", "remove 2", "invite"):
        ann.type(line)
    link = ann.hear("khanhoo://")
    bea = Person(home / "bea", "join", link, "--plain", "--ascii", "--name", "Bea")
    people.append(bea)
    bea.hear("Type ready when you are ready")
    bea.type("ready")
    ann.hear("Everybody is ready")
    cy = Person(home / "cy", "watch", link, "--plain", "--name", "Cy")
    people.append(cy)
    cy.hear("Everybody is ready")
    cy.type("say ♠ 7♥")
    assert bea.hear("Chat from Cy: ") == 'Chat from Cy: "S 7H".'
    ann.type("start")
    for person in (ann, bea):
        person.hear("Choose three")
    cy.hear("Choose three", "Everybody chooses")
    cy.type("say still here")
    bea.hear('Cy: "still here"')
    ann.type("quit for good")
    assert ann.end() == (0, "")
    bea.hear("Ann leaves the table")
    bea.type("log")
    assert bea.hear("Deal 1. Dealer", "Seat 1")[:4] == "Deal"
    bea.type("say bye")
    bea.hear('Bea: "bye"')
    bea.type("quit")
    assert bea.end()[0] == 0
    assert bea.said.count('Chat from Cy: "S 7H".') == 1


@pytest.mark.slow
@pytest.mark.parametrize("is_dead", [False, True])
def test_the_first_list_leads_back_to_a_kept_seat(own_home: Path, people: list[Person], is_dead: bool) -> None:
    ann = Person(own_home, "play", "hearts", "--plain")
    people.append(ann)
    assert ann.end()[0] == 0
    (table,) = running_tables()
    if is_dead:
        kill_process(table.pid)
    again = Person(own_home, "--plain")
    people.append(again)
    assert again.hear("") == "Hearts: your seat is kept. Type go on to come back to this table."
    for line in ("Go on", "quit"):
        again.type(line)
    again.hear("Choose three cards to pass")
    again.hear("Hearts: your seat is kept.")
    for line in ("go on", "quit for good", "go on", "quit"):
        again.type(line)
    again.hear("No table keeps a seat for you.")
    assert again.end() == (0, "")
    assert not running_tables()


def test_a_replay_tells_the_whole_match_in_the_words_of_its_log(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "replay", str(WON), "--plain")
    people.append(ann)
    for line in ("all", "next", "log 10000"):
        ann.type(line)
    assert ann.end() == (0, "")
    assert ann.said[:2] == [
        "Replay of Hearts with Seat 1, Seat 2, Seat 3 and Seat 4, 4 deals.",
        "The match is over: Seat 3 won with the fewest points.",
    ]
    first, second = (place for place, line in enumerate(ann.said) if line.startswith("Deal 1. Dealer"))
    log = ann.said[second:]
    assert ann.said[second - 1].startswith("This is the end of the replay. ")
    assert log[-1] == ann.said[1]
    told = ann.said[first : ann.said.index(ann.said[1], first) + 1]
    totals = [line for line in told if line.startswith("Totals after deal ")]
    assert [line for line in told if line not in totals] == log
    assert len(totals) == 3
    assert "Place 1: Seat 3, with a total of 17 points." in ann.said[first:second]


@pytest.mark.slow
def test_a_replay_goes_on_and_back_by_tricks_and_deals(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "replay", str(WON), "--plain", "--ascii")
    people.append(ann)
    ann.hear("Everybody chooses")
    tricks = []
    for line in ("next", "", "back", "back", "back"):
        before = len(ann.said)
        ann.type(line)
        ann.hear("takes the trick", "Everybody chooses")
        tricks.append(ann.said[before:])
    assert len(tricks[1]) == 2
    assert tricks[2] == tricks[0]
    assert tricks[3] == tricks[4] == ["Deal 1. Dealer: Seat 1.", "Everybody chooses three cards to pass."]
    for line, answer in (
        ("deal 5", "Type deal and a number from 1 to 4"),
        ("deal 3", "Deal 3. Dealer"),
        ("score", "In deal 2, Seat 4 "),
        ("score", "Totals after deal 2: "),
        ("log deal 3", "Deal 3. Dealer"),
        ("?", "deal 1: go to the beginning of deal 1."),
        ("rules 4.2", "4.2 "),
        ("hint", "Type next for the next trick, quit to leave, or ? for help."),
    ):
        ann.type(line)
        ann.hear(answer)
    ann.type("quit")
    assert ann.end() == (0, "")


@pytest.mark.slow
def test_a_replay_from_a_seat_tells_no_hand_of_another(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "replay", str(PLAYED), "--plain")
    people.append(ann)
    for line in ("hand", "seat 2", "table", "seat none", "hand", "seat 9", "seat all", "quit"):
        ann.type(line)
    assert ann.end() == (0, "")
    assert ann.said[0] == "The current deal is hidden until it is over."
    views: dict[str, list[str]] = {"open": []}
    for line in ann.said:
        if line in ("As Seat 2 saw it.", "As a spectator saw it.", "All cards open."):
            views[line] = []
        if "'s hand: " in line:
            views[list(views)[-1]].append(line[:6])
    seats = [f"Seat {seat}" for seat in (1, 2, 3, 4)]
    assert list(views.values()) == [seats, ["Seat 2"] * 2, [], seats]
    assert "This view shows no hand." in ann.said


@pytest.mark.slow
def test_a_replay_tells_at_least_what_it_is_and_nothing_of_a_deal_that_is_played(
    own_home: Path, people: list[Person]
) -> None:
    ann = Person(own_home, "replay", str(PLAYED))
    people.append(ann)
    assert ann.end()[0] == 0
    assert "The match is not over." in ann.said
    assert ann.said[-2].startswith("Deal 1. Dealer")
    whole = Person(own_home, "replay", str(PLAYED), "--plain", "--verbosity", "full")
    people.append(whole)
    whole.type("all")
    assert whole.end() == (0, "")
    assert any(line.startswith("Totals after deal 3: ") for line in whole.said)
    assert not any(line.startswith("Deal 4") for line in whole.said)


@pytest.mark.slow
def test_the_first_list_has_a_history_with_replays(own_home: Path, people: list[Person]) -> None:
    statistics = Statistics(data_dir())
    record = statistics.keep_record("won", WON.read_bytes())
    won = PlayedMatch("t1", "2026-05-01T20:00:00+00:00", "hearts", 4, 2, 1, 1, 17, True, 0, 4, 0, "Bea, Cy", record)
    statistics.add(won)
    statistics.add(replace(won, table_id="t2", finished="2026-05-02T20:00:00+00:00", record=""))
    ann = Person(own_home, "--plain")
    people.append(ann)
    for line, answer in (
        ("history", "(1) 2026-05-02 20:00, Hearts, won, 17 points, against Bea, Cy, no replay."),
        ("history", "Type replay 2 for the replay of match 2"),
        ("history 1", "Hearts, won, 17 points, against Bea, Cy, no replay."),
        ("history all", "Type history or history 30"),
        ("replay 1", "No replay of this match was saved."),
        ("replay 3", "There is no match 3."),
        ("replay", "Type the number of a match too"),
        ("replay /nowhere.khr", "does not exist"),
        ("replay 2", "Replay of Hearts with Seat 1, Seat 2 and Seat 4, 4 deals."),
        ("all", "Place 1: you, with a total of 17 points."),
        ("quit", "Type the number of a game"),
    ):
        ann.type(line)
        ann.hear(answer)
    (statistics.records_folder / record).unlink()
    offers = [line for line in ann.said if line.startswith("Type replay")]
    ann.type("history")
    ann.hear("(2) 2026-05-01 20:00, Hearts, won, 17 points, against Bea, Cy, no replay.")
    assert ann.end() == (0, "")
    assert [line for line in ann.said if line.startswith("Type replay")] == offers


@pytest.mark.slow
def test_a_lesson_is_followed_by_a_game(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "learn", "kanhu_ming", "--plain")
    people.append(ann)
    while "The lesson is done" not in ann.hear("to go on", "Now: ", "The lesson is done"):
        ann.type("do" if ann.said[-1].startswith("Now: ") else "next")
    ann.type("nonsense")
    ann.type("play")
    ann.hear("Kanhu, Ming with ")
    ann.type("quit for good")
    assert ann.end() == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C goes to a console there")
def test_ctrl_c_tells_the_way_back(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "play", "hearts", "--plain")
    people.append(ann)
    ann.hear("Choose three cards to pass")
    ann.stop()
    ann.hear("khanhoo join ")
    code, _ = ann.end()
    assert code == 130
    assert ann.said[-1].startswith("khanhoo join ")


@pytest.mark.slow
@pytest.mark.parametrize("output", ["pipe", "disk", "none"])
def test_an_output_that_takes_no_more_ends_with_the_way_back(own_home: Path, people: list[Person], output: str) -> None:
    if output != "none" and not Path("/dev/full").exists():
        pytest.skip("this system has no disk that is always full")
    way = {"pipe": "| head -3; exit ${PIPESTATUS[0]}", "disk": "> /dev/full", "none": ">&-"}[output]
    words = f"{shlex.quote(sys.executable)} -m tui play hearts --plain {way}"
    ran = subprocess.run(
        ["bash", "-c", words],
        cwd=ROOT,
        env={**os.environ, "KHANHOO_HOME": str(own_home), "PYTHONIOENCODING": "utf-8"},
        input="1\n" * 200,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1, ran.stderr
    why = {"pipe": "The output was closed.", "disk": "The output cannot be written: No space", "none": "is closed"}
    assert why[output] in ran.stderr
    if output != "none":
        assert "Your seat is kept. To come back: khanhoo join " in ran.stderr
        again = Person(own_home, *shlex.split(ran.stderr.partition("To come back: khanhoo ")[2]))
        people.append(again)
        again.hear("Choose three cards to pass")


def test_a_table_is_chosen_from_a_list_by_lines(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "join", "--plain")
    people.append(ann)
    ann.hear("No table answers on this network or this machine.")
    for line, answer in (
        ("not an address", "An address is short and has no spaces"),
        ("?", "an empty line: search again"),
        ("hand", "You are not at a table yet"),
        ("7", "There is no table 7"),
        ("brief", "From now on, you read what happens"),
        ("127.0.0.1:1", "127.0.0.1:1"),
        ("", "No table answers on this network or this machine."),
    ):
        ann.type(line)
        ann.hear(answer)
    ann.type("quit")
    assert ann.end() == (0, "")


@pytest.mark.slow
def test_a_bad_address_in_a_script_ends_with_an_error(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "join", "--plain")
    people.append(ann)
    ann.type("127.0.0.1:1")
    code, problem = ann.end()
    assert code == 1
    assert "127.0.0.1:1" in problem


@pytest.mark.slow
def test_a_person_who_waits_for_a_match_can_leave(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "watch", "--only", "no table has this name", "--plain")
    people.append(ann)
    ann.hear("Waiting for a match")
    ann.type("?")
    ann.hear("Waiting for a match. Type quit to leave")
    ann.type("quit")
    assert ann.end() == (0, "")


def test_without_a_terminal_it_speaks_by_lines_and_says_why(own_home: Path, people: list[Person]) -> None:
    ann = Person(own_home, "play", "khamul")
    people.append(ann)
    code, problem = ann.end()
    assert code == 0
    assert problem == "khanhoo: The output is not a terminal, so Khanhoo prints plain lines (--plain).\n"
    assert ann.said[0].startswith("You play Khamul with ")


@pytest.mark.slow
def test_two_people_by_lines_meet_at_a_table_and_a_third_watches(home: Path, people: list[Person]) -> None:
    shared = ("--players", "2", "--unlisted", "--bind", "127.0.0.1", "--seed", "pipe", "--name", "Ann")
    ann = Person(home / "ann", "host", "khanhoo", "--plain", *shared)
    people.append(ann)
    ann.hear("Seat 2 needs")
    ann.type("invite")
    link = ann.hear("khanhoo://")
    bea = Person(home / "bea", "join", link, "--plain", "--name", "Bea")
    people.append(bea)
    bea.hear("Type ready when you are ready")
    bea.type("say hello")
    ann.hear('Chat from Bea: "hello"')
    for line, answer in (("rules 4.2", "§4.2 "), ("hand", "The match has not begun"), ("table", "Seat 1: Ann, host.")):
        bea.type(line)
        bea.hear(answer)
    ann.type("settings")
    number = ann.hear("Bot speed").partition(")")[0].strip(" (")
    bea.type(f"change {number}")
    bea.hear("Only the host can change settings")
    ann.type(f"change {number}")
    assert bea.hear("Bot speed") == ann.hear("Bot speed")
    bea.type("ready")
    ann.hear("Everybody is ready")
    cy = Person(home / "cy", "watch", link, "--plain", "--name", "Cy")
    people.append(cy)
    cy.hear("Everybody is ready")
    ann.type("start")
    ann.hear("turn: make the first discard")
    ann.type("1")
    bea.hear("Ann discards")
    bea.hear("Your turn")
    cy.hear("Ann discards")
    for person in (ann, bea):
        person.type("quit")
        code, problem = person.end()
        assert (code, problem) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("join", "127.0.0.1:1", "--plain"), 1, "127.0.0.1:1"),
        (("play", "nothing", "--plain"), 2, "Unknown game 'nothing'"),
        (("play", "hearts", "--plain", "--verbosity", "much"), 2, "invalid choice"),
    ],
)
def test_what_fails_is_said_on_stderr_with_its_exit_code(
    own_home: Path, people: list[Person], words: tuple[str, ...], code: int, sentence: str
) -> None:
    ann = Person(own_home, *words)
    people.append(ann)
    found, problem = ann.end()
    assert found == code
    assert sentence in problem
    assert "Traceback" not in problem
    assert ann.said == []


@pytest.mark.slow
def test_a_dumb_terminal_gets_lines(own_home: Path) -> None:
    import pexpect

    environment = {**os.environ, "KHANHOO_HOME": str(own_home), "TERM": "dumb"}
    child = pexpect.spawn(
        sys.executable, ["-m", "tui", "play", "hearts"], cwd=str(ROOT), env=environment, encoding="utf-8"
    )
    child.expect("TERM=dumb cannot show a screen")
    child.expect("Choose three cards to pass")
    child.sendline("1 2 3")
    child.expect("You pass ")
    child.sendline("quit for good")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "\x1b" not in (child.before or "")
