"""The command line as a person meets it: a process, its words, its exit code, and what it loads."""

import json
import os
import re
import stat
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.api import Journal, Table, find_game, games, lessons_of
from net.host.config import DAMAGED_SUFFIX, JOURNAL_NAME, HostConfig, completed, save_config
from net.host.forwards import Forward, note_forward
from net.host.registry import RunningTable, enter
from net.storage.processes import boot_mark, start_mark
from net.transport.interfaces import hosts_here
from net.wire.address import parse_address
from net.wire.handover import Moved
from net.wire.table_info import GoesOn
from tui.cli import COMMANDS, _command_in, main, make_parser
from tui.session.invitation import invitation, told_info

from ...harness.processes import kill_process
from ...harness.screens import ROOT, khanhoo, printed

HEAVY = ("textual", "zeroconf", "msgspec", "sqlite3", "engine.games")


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "--help"], ["list", "--help"], ["rules", "--help"]]
)
def test_help_loads_no_screen_no_network_and_no_rules(words: list[str], own_home: Path) -> None:
    source = (
        "import sys\n"
        "from tui.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    assert not end.code\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source, *words],
        cwd=ROOT,
        env={**os.environ, "KHANHOO_HOME": str(own_home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.endswith("LOADED []\n"), done.stdout + done.stderr


def test_version_prints_the_installed_version(own_home: Path) -> None:
    told = khanhoo("--version", home=own_home)
    assert (told.returncode, told.stdout) == (0, f"khanhoo {metadata.version('khanhoo')}\n")


def test_help_names_every_command(own_home: Path) -> None:
    told = khanhoo("--help", home=own_home)
    assert told.returncode == 0
    assert all(f"    {name} " in told.stdout for name in COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    told = printed(name, "--help")
    assert told.returncode == 0, told.stderr
    assert f"usage: khanhoo {name}" in told.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["frolic"], "Unknown command 'frolic'. khanhoo --help shows what you can write."),
        (["playy", "hearts"], "Unknown command 'playy'. Did you mean play?"),
        (["--asci"], "Unknown option '--asci'. Did you mean --ascii?"),
        (["play", "hearts", "--bot=easy"], "Unknown option '--bot'. Did you mean --bots? khanhoo play --help shows"),
        (["host", "hearts", "--seats", "4"], "Unknown option '--seats'. khanhoo host --help shows"),
        (["play", "hearts", "now"], "Unknown word 'now'."),
        (["play"], "GAME"),
        (["play", "whist"], "Unknown game 'whist'. Games: khanhoo, "),
        (["play", "easy"], "Unknown game 'easy'. Games: khanhoo, "),
        (["play", "chinasso"], "Unknown game 'chinasso'. Did you mean chinaso?"),
        (["rules", "kanu-ming"], "Did you mean kanhu_ming?"),
        (["learn", "hearts/mon"], "Unknown lesson 'hearts/mon'. Did you mean hearts/moon?"),
        (["learn", "hearts/khanhoo"], "Unknown lesson 'hearts/khanhoo'. Lessons: hearts, hearts/moon."),
        (["play", "hearts", "--option", "limit"], "Write name=value, for example"),
        (["play", "hearts", "--option", "limit=lots"], "limit must be a whole number"),
        (["play", "hearts", "--option", "colour=red"], "Unknown option 'colour'"),
        (["play", "hearts", "--preset", "tiny"], "no preset 'tiny'"),
        (["play", "hearts", "--players", "9"], "not 9"),
        (["play", "hearts", "--bots", "genius"], "Unknown bot level 'genius'. Choose easy, medium or hard."),
        (["play", "hearts", "--bots", "easy", "easy", "easy", "easy"], "not 5"),
        (["host", "hearts", "--port", "70000"], "--port must be between 0 and 65535"),
        (["host", "hearts", "--turn", "3"], "--turn must be 0 for no limit, or 5 to 3600 seconds, not 3."),
        (["serve", "hearts", "--between", "4"], "--between must be 0 for no limit, or 5 to 3600 seconds, not 4."),
        (["serve", "hearts", "--bank", "-1"], "--bank must be 0 to 3600 seconds, not -1."),
        (["join", "not an address"], "An address is short and has no spaces"),
        (["watch", "http://somewhere"], "A join link begins with khanhoo://"),
        (["rules", "hearts", "99.9"], "have no §99.9"),
        (["list", "--seconds", "999"], "--seconds must be between 0 and 60"),
        (["play", "hearts", "--deal", "/nowhere/at/all"], "Cannot read the deal: "),
    ],
)
def test_what_makes_no_sense_is_said_and_costs_exit_code_2(words: list[str], sentence: str) -> None:
    told = printed(*words)
    assert told.returncode == 2
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["replay", "/nowhere.khr"], "does not exist"),
        (["replay", "/"], "is a folder"),
        (["tables", "--stop", "000000000000"], "No table 000000000000 is running"),
        (["tables", "--restart", "000000000000"], "cannot be restarted"),
    ],
)
def test_what_cannot_be_done_is_said_and_costs_exit_code_1(words: list[str], sentence: str) -> None:
    told = printed(*words)
    assert told.returncode == 1
    assert sentence in told.stderr
    assert "Traceback" not in told.stderr


def test_a_terminal_that_is_dumb_gets_the_games_by_lines(own_home: Path) -> None:
    import pexpect

    child = pexpect.spawn(
        sys.executable, ["-m", "tui"], cwd=str(ROOT), env={**os.environ, "KHANHOO_HOME": str(own_home), "TERM": "dumb"}
    )
    child.expect("TERM=dumb")
    child.expect("Type the number of a game")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_rules_without_a_terminal_are_printed() -> None:
    told = printed("rules", "hearts")
    assert told.returncode == 0
    assert told.stdout.startswith("Hearts\n")
    book = find_game("hearts").rulebook
    assert all(f"§{paragraph.number} " in told.stdout for paragraph in book.paragraphs)


def test_printed_rules_show_no_marks_of_emphasis() -> None:
    assert "these two groups, seconds and first cash, are" in printed("rules", "kanhu_qing").stdout


def test_rules_without_a_game_name_the_games() -> None:
    assert "hearts" in printed("rules").stdout


def test_a_search_prints_what_speaks_of_it_and_fails_when_nothing_does() -> None:
    assert "moon" in printed("rules", "hearts", "--search", "moon").stdout
    nothing = printed("rules", "hearts", "--search", "zeppelin")
    assert nothing.returncode == 1
    assert "The rulebook of Hearts does not contain 'zeppelin'." in nothing.stderr


def test_a_search_without_a_game_goes_over_all_rulebooks_headings_first() -> None:
    lines = printed("rules", "--search", "the deal").stdout.splitlines()
    titles = "|".join(meta.title for meta in games())
    hits = [match for line in lines if (match := re.match(rf"({titles}) §[\d.]+ (\(?)", line))]
    assert len({match[1] for match in hits}) > 3
    are_rules = [match[2] == "(" for match in hits]
    assert are_rules == sorted(are_rules)
    assert {*are_rules} == {False, True}
    nothing = printed("rules", "--search", "zeppelin")
    assert (nothing.returncode, nothing.stderr) == (1, "No rulebook contains 'zeppelin'.\n")


def test_the_first_page_of_a_rulebook_is_printed_by_its_number() -> None:
    page = find_game("hearts").rulebook.sections[0]
    assert printed("rules", "hearts", "0").stdout == f"§0 {page.heading}\n\n{page.plain}\n\n"


def test_printed_house_rules_say_so_and_what_the_source_says() -> None:
    text = printed("rules", "hearts").stdout
    house = [paragraph for paragraph in find_game("hearts").rulebook.paragraphs if paragraph.is_house]
    assert house
    for paragraph in house:
        assert f"§{paragraph.number} (house rule) {paragraph.plain}\n> {paragraph.source}\n" in text


def test_options_are_listed_as_they_are_typed() -> None:
    told = printed("rules", "hearts", "--options").stdout
    assert all(f"{option.name}=" in told for option in find_game("hearts").meta.options)
    assert "--preset omnibus" in told


def test_every_listed_lesson_is_opened_by_its_name_there() -> None:
    ids = [lesson.id for meta in games() for lesson in lessons_of(find_game(meta.id))]
    assert [vars(make_parser("learn").parse_args(["learn", each]))["lesson"] for each in ids] == ids
    for typed, lesson in (("English", "khanhoo/english"), ("Kanhu-Qing/any-turn", "kanhu_qing/any_turn")):
        assert vars(make_parser("learn").parse_args(["learn", typed]))["lesson"] == lesson


def test_no_tables_is_no_failure() -> None:
    told = printed("tables")
    assert (told.returncode, told.stdout) == (0, "You host no tables. Open one with: khanhoo host GAME\n")
    assert json.loads(printed("tables", "--json").stdout) == []


def test_tables_tell_what_is_not_saved_or_damaged(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the list and as JSON: a table that runs and is not saved, one that is saved, one that is damaged, one that
    ended."""
    mine: dict[str, Any] = {
        "pid": os.getpid(),
        "started": start_mark(os.getpid()),
        "boot": boot_mark(),
        "socket": "",
        "port": 0,
    }
    for table_id, not_saved in (("aaaaaaaaaaaa", True), ("bbbbbbbbbbbb", False)):
        entry = RunningTable(
            table_id=table_id, title="Here", game="hearts", listed=True, began=1, not_saved=not_saved, **mine
        )
        enter(entry)
    for table_id, name in (("cccccccccccc", f"{JOURNAL_NAME}{DAMAGED_SUFFIX}"), ("dddddddddddd", JOURNAL_NAME)):
        place = save_config(completed(HostConfig(game="hearts", table_id=table_id)))
        place.with_name(name).write_bytes(b"")
    wanted = {"a": "NOT SAVED, listed", "b": "listed", "c": "damaged", "d": "ended"}
    assert main(["tables"]) == 0
    rows = {line[:12]: line for line in capsys.readouterr().out.splitlines()}
    for letter, state in wanted.items():
        assert re.search(rf"  {state}\b", rows[letter * 12]), rows
    assert ("NOT SAVED" in rows["b" * 12]) is False
    assert main(["tables", "--json"]) == 0
    told = {table["table_id"][0]: table for table in json.loads(capsys.readouterr().out)}
    assert [told[letter].get("not_saved") for letter in "ab"] == [True, False]
    assert [told[letter]["state"] for letter in "abcd"] == ["running", "running", "damaged", "ended"]


def test_the_reader_of_a_pipe_may_go_early(own_home: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m tui rules hearts --print | head -n 1",
        shell=True,
        cwd=ROOT,
        env={**os.environ, "KHANHOO_HOME": str(own_home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "Hearts\n"
    assert done.stderr == ""


def test_a_value_that_is_also_a_command_is_not_taken_for_one() -> None:
    assert _command_in(["--name", "play", "join", "x"]) == ["join"]
    assert _command_in(["--ascii"]) == []


def finished_record() -> Journal:
    """A deal of Hearts played by default moves."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({"limit": 1}), seed="verify")
    table.start()
    while table.over is None:
        if table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
    assert table.journal is not None
    return table.journal


def test_a_true_record_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "true.khr"
    path.write_bytes(finished_record().to_bytes())
    told = printed("verify", str(path))
    assert told.returncode == 0, told.stdout
    assert "moves, all legal" in told.stdout
    assert "won" in told.stdout


def test_a_changed_record_is_caught_and_the_place_named(tmp_path: Path) -> None:
    journal = finished_record()
    plays = [number for number, record in enumerate(journal.records) if record.act.kind == "play"]
    del journal.records[plays[20]]
    path = tmp_path / "false.khr"
    path.write_bytes(journal.to_bytes())
    told = printed("verify", str(path))
    assert told.returncode == 1
    assert f"FAILED. Entry {plays[20] + 1}" in told.stdout


def test_what_is_no_record_is_said(tmp_path: Path) -> None:
    path = tmp_path / "noise.khr"
    path.write_bytes(os.urandom(400))
    told = printed("verify", str(path))
    assert told.returncode == 1
    assert "not a game record" in told.stdout


def tables(home: Path) -> list[tuple[str, str]]:
    """Id and state of every table that this home hosts."""
    told = json.loads(khanhoo("tables", "--json", home=home).stdout)
    return [(table["table_id"], table["state"]) for table in told]


@pytest.mark.slow
def test_a_served_table_is_listed_and_stopped(own_home: Path) -> None:
    opened = khanhoo("serve", "hearts", "--unlisted", "--bots", "easy", home=own_home)
    assert opened.returncode == 0, opened.stderr
    table_id = opened.stdout.split()[1]
    assert "Only you can close the table" in opened.stdout
    assert tables(own_home) == [(table_id, "running")]
    assert (
        khanhoo("tables", "--lock", table_id, home=own_home).stdout
        == f"Table {table_id} is locked. New players cannot join.\n"
    )
    assert (
        khanhoo("tables", "--open", table_id, home=own_home).stdout
        == f"Table {table_id} is unlocked. New players can join.\n"
    )
    assert (
        khanhoo("tables", "--lock", "t0", home=own_home)
        .stderr.strip()
        .endswith("No table t0 is running on this machine.")
    )
    assert khanhoo("tables", "--stop", table_id, home=own_home).stdout.startswith(f"Table {table_id} has ended.")
    assert tables(own_home) == []


@pytest.mark.slow
def test_a_table_whose_host_was_killed_is_restarted_and_forgotten(own_home: Path) -> None:
    table_id = khanhoo("serve", "hearts", "--unlisted", home=own_home).stdout.split()[1]
    (table,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
    kill_process(table["pid"])
    assert tables(own_home) == [(table_id, "ended")]
    try:
        assert khanhoo("tables", "--restart", table_id, home=own_home).returncode == 0
        assert tables(own_home) == [(table_id, "running")]
        (table,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
        kill_process(table["pid"])
        assert khanhoo("tables", "--forget", table_id, home=own_home).returncode == 0
        assert tables(own_home) == []
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


def joined_by(printed: str, label: str) -> list[str]:
    """The addresses that are printed behind a label."""
    return re.findall(rf"^ *{label} +khanhoo join (\S+)", printed, re.MULTILINE)


def test_serve_tables_and_the_lobby_name_the_same_addresses(own_home: Path) -> None:
    opened = khanhoo("serve", "hearts", "--unlisted", home=own_home).stdout
    try:
        (table,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
        links = joined_by(opened, "on the network")
        assert links == table["links"] == joined_by(khanhoo("tables", home=own_home).stdout, table["table_id"])
        hosts = [parse_address(link).host for link in links]
        assert hosts == hosts_here()
        info = told_info(parse_address(table["socket"]))
        session: Any = SimpleNamespace(info=info, host=SimpleNamespace(key=""))
        assert invitation(session, table["port"])[0] == links
        assert joined_by(opened, "for you") == [table["socket"]]
        assert not joined_by(opened, "on this machine")
        assert not table["shared"]
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


@pytest.mark.slow
def test_what_serve_prints_for_this_machine_is_open_to_its_other_users(own_home: Path) -> None:
    opened = khanhoo("serve", "hearts", "--bind", "127.0.0.1", home=own_home).stdout
    try:
        (shared,) = joined_by(opened, "on this machine")
        assert stat.S_IMODE(Path(shared).stat().st_mode) == 0o666
        for folder in (Path(shared).parent, Path(shared).parent.parent):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o755
        info = told_info(parse_address(shared))
        assert info is not None
        assert joined_by(khanhoo("tables", home=own_home).stdout, info.table_id)[0] == shared
        (own,) = joined_by(opened, "for you")
        assert stat.S_IMODE(Path(own).stat().st_mode) == 0o600
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


@pytest.mark.slow
def test_a_host_is_not_given_what_lies_in_the_shell_for_others(own_home: Path) -> None:
    khanhoo("serve", "hearts", "--unlisted", home=own_home, SECRET_OF_ANOTHER="x", LANG="C.UTF-8")
    try:
        (table,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
        told = Path(f"/proc/{table['pid']}/environ")
        if told.exists():  # where the system shows it
            names = {one.partition(b"=")[0] for one in told.read_bytes().split(b"\0")}
            assert {b"KHANHOO_HOME", b"LANG"} <= names
            assert b"SECRET_OF_ANOTHER" not in names
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


@pytest.mark.slow
def test_a_table_whose_match_went_on_elsewhere_is_restarted_only_when_asked_twice(own_home: Path) -> None:
    table_id = khanhoo("serve", "hearts", "--unlisted", home=own_home).stdout.split()[1]
    (table,) = json.loads(khanhoo("tables", "--json", home=own_home).stdout)
    kill_process(table["pid"])
    claim = GoesOn(table=table_id, seat=1, deal=1, number=9, head=bytes(32), signature=b"")
    to = Moved(ways=(), table="t2", key="ab" * 32, goes_on=claim)
    note_forward(table_id, Forward(to=to, sentence="The match continued on Ben's machine."))
    assert tables(own_home) == [(table_id, "elsewhere")]
    try:
        told = khanhoo("tables", "--restart", table_id, home=own_home)
        assert told.returncode == 1
        assert "The match continued on Ben's machine. Join the match there." in told.stderr
        assert khanhoo("tables", "--restart", table_id, "--yes", home=own_home).returncode == 0
        assert tables(own_home) == [(table_id, "running")]
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


def test_list_finds_a_table_of_this_machine_and_prints_json(own_home: Path) -> None:
    khanhoo("serve", "hearts", "--title", "Cellar", "--bind", "127.0.0.1", home=own_home)
    try:
        found = json.loads(khanhoo("list", "--json", "--seconds", "2", home=own_home).stdout)
        assert "Cellar" in [one["table"]["title"] for one in found]
    finally:
        khanhoo("tables", "--stop-all", home=own_home)


@pytest.mark.parametrize(("argument", "name"), [("Zoë", "Zoë"), ("Zo\udcc3\udcab", "Zoë"), ("Zo\udceb", "Zo\ufffd")])
def test_a_name_is_text_in_every_locale(argument: str, name: str) -> None:
    assert make_parser("play").parse_args(["play", "hearts", "--name", argument]).name == name


@pytest.mark.parametrize(("name", "seen"), [("Bartholomew the Great", "Bartholomew the"), ("世" * 9, "世" * 8)])
def test_a_name_that_others_would_see_cut_off_is_refused(
    name: str, seen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        make_parser("play").parse_args(["play", "hearts", "--name", name])
    told = f"at most 16 characters, of which a wide one counts twice, so others would see {seen!r}"
    assert told in " ".join(capsys.readouterr().err.split())
