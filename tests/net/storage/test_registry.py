"""Folders, the registry of running tables, and seat tokens, on real files and real processes."""

import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from net import environment
from net.host import registry
from net.host.config import HostConfig, completed, load_config, save_config, table_folder
from net.host.launcher import HostProblem, forget_table, kept_tables, running_tables, start_host, stop_table
from net.host.registry import RunningTable
from net.problems import PathProblem, StoreProblem
from net.storage import paths
from net.storage.files import write_whole
from net.storage.processes import boot_mark, start_mark
from net.storage.seat_tokens import KeptSeat, SeatTokens, new_holder
from net.system import LONGEST_SOCKET_PATH

from ...harness.processes import kill_process


def entry(table_id: str = "aa11bb22cc33", pid: int | None = None, started: str | None = None) -> RunningTable:
    pid = os.getpid() if pid is None else pid
    return RunningTable(
        table_id=table_id,
        pid=pid,
        started=start_mark(pid) if started is None else started,
        boot=boot_mark(),
        socket="",
        port=4242,
        title="A table",
        game="hearts",
        listed=True,
        began=1,
    )


def test_everything_lies_below_the_home_that_was_named(home: Path) -> None:
    places = [paths.config_dir(), paths.data_dir(), paths.state_dir(), paths.runtime_dir(), paths.make_shared_dir()]
    assert len(set(places)) == 5
    for place in places:
        assert place.is_relative_to(home)
    assert {stat.S_IMODE(place.stat().st_mode) for place in places} == {0o700, 0o755}


def test_a_folder_that_others_may_write_is_not_used(home: Path) -> None:
    paths.state_dir().chmod(0o777)
    with pytest.raises(PathProblem, match="written by other users"):
        paths.state_dir()


def test_a_link_in_the_place_of_the_shared_folder_is_not_followed(home: Path) -> None:
    paths.shared_root().mkdir()
    paths.shared_dir().symlink_to(home)
    with pytest.raises(PathProblem, match="not a folder"):
        paths.make_shared_dir()


def test_a_home_with_a_long_name_still_has_room_for_sockets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.HOME, str(home / ("long" * 30)))
    for place in (paths.private_socket_dir(), paths.make_shared_dir()):
        assert len(os.fsencode(place / ("x" * 24))) <= LONGEST_SOCKET_PATH
        place.rmdir()
    paths.shared_root().rmdir()


def test_a_running_process_is_in_the_list(home: Path) -> None:
    registry.enter(entry())
    assert [table.title for table in running_tables()] == ["A table"]


def test_an_entry_of_an_earlier_version_without_options_is_read(home: Path) -> None:
    registry.enter(entry())
    assert b"options" not in (registry.registry_dir() / f"{entry().table_id}.json").read_bytes()
    assert [table.options for table in running_tables()] == [{}]


def test_an_entry_of_a_process_that_ended_is_stale(home: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    registry.enter(entry(pid=child.pid))
    assert len(running_tables()) == 1
    kill_process(child.pid)  # it stays a zombie, which has a number and runs nothing
    assert running_tables() == []
    child.communicate()
    assert running_tables() == []
    assert [table.pid for table in registry.read_entries()[1]] == [child.pid]


def test_an_entry_whose_process_number_another_process_has_now_is_stale(home: Path) -> None:
    registry.enter(entry(started="12345"))
    assert running_tables() == []


def test_an_entry_of_another_boot_is_stale(home: Path) -> None:
    registry.enter(msgspec.structs.replace(entry(), boot="another machine"))
    assert running_tables() == []


def test_damaged_and_foreign_entries_are_passed_over(home: Path) -> None:
    write_whole(registry.registry_dir() / "aa.json", b"\xff{")
    write_whole(registry.registry_dir() / "bb.json", msgspec.json.encode(entry("cc11bb22cc33")))
    (registry.registry_dir() / "dd.json").symlink_to("/etc/passwd")
    assert registry.read_entries() == ([], [])


def test_a_title_in_the_registry_cannot_steer_a_terminal(home: Path) -> None:
    registry.enter(msgspec.structs.replace(entry(), title="\x1b]0;owned\x07 table"))
    (table,) = running_tables()
    assert table.title.isprintable()


def test_a_table_that_does_not_run_cannot_be_stopped(home: Path) -> None:
    with pytest.raises(HostProblem, match="No table"):
        stop_table("aa11bb22cc33")


@pytest.mark.parametrize("name", ["../../etc", "", "a/b", "UPPER12345", "x" * 40])
def test_a_table_id_that_is_a_path_is_refused(name: str) -> None:
    with pytest.raises(StoreProblem):
        table_folder(name)


def test_a_config_is_read_back_as_it_was_saved(home: Path) -> None:
    config = completed(HostConfig(game="hearts", options={"omnibus": True}, bots=("easy", "hard"), turn_s=30))
    place = save_config(config)
    assert load_config(place) == config
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_limits_of_time_keep_their_proportion() -> None:
    clocks = completed(HostConfig(game="hearts", turn_s=30)).room_config("1").clocks
    assert clocks.limit_ms("turn") == 30_000
    assert clocks.limit_ms("claim") == 7_500
    assert completed(HostConfig(game="hearts", turn_s=0)).room_config("1").clocks.limit_ms("turn") == 0


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"game": 3}', b'{"game": "hearts", "table_id": "../x"}', b"\xff"])
def test_a_damaged_config_is_refused_in_a_sentence(home: Path, damage: bytes) -> None:
    write_whole(home / "config.json", damage)
    with pytest.raises(StoreProblem, match="does not describe a table"):
        load_config(home / "config.json")


def test_a_host_that_cannot_open_its_table_says_why(home: Path) -> None:
    with pytest.raises(HostProblem, match="Unknown game 'whist'"):
        start_host(HostConfig(game="whist"))
    with pytest.raises(HostProblem, match="for 4 players"):
        start_host(HostConfig(game="hearts", seats=9))
    assert running_tables() == []


def test_a_host_that_ends_at_once_names_its_log_but_not_the_folders_of_this_machine(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(HostProblem, match=r"The file host\.log in the folder of table [0-9a-f]{12} says why") as caught:
        start_host(HostConfig(game="hearts"))
    assert str(home) not in str(caught.value)
    assert running_tables() == []


def test_a_table_without_a_journal_is_not_offered_again(home: Path) -> None:
    config = completed(HostConfig(game="hearts"))
    save_config(config)
    assert kept_tables() == []
    (table_folder(config.table_id) / "journal").write_bytes(b"x")
    assert [table.table_id for table in kept_tables()] == [config.table_id]
    forget_table(config.table_id)
    assert kept_tables() == []
    with pytest.raises(HostProblem, match=rf"^There is no ended table {config.table_id} here\.$"):
        forget_table(config.table_id)
    with pytest.raises(HostProblem, match=r"^'\.\./x' is not a table id\.$"):
        forget_table("../x")


def kept(token: str = "aa" * 16, **more: object) -> KeptSeat:
    return msgspec.structs.replace(KeptSeat(table_id="t1", token=token, seat=2, name="Ann", address="h:1"), **more)


def test_a_token_comes_back_after_the_program_was_started_again(home: Path) -> None:
    SeatTokens().keep(kept())
    found = SeatTokens().take("t1", "h:2", "Ann", new_holder())
    assert found is not None
    assert (found.token, found.seat) == ("aa" * 16, 2)
    assert stat.S_IMODE(SeatTokens().path.stat().st_mode) == 0o600


def test_the_owners_key_is_said_to_nobody_on_the_network(home: Path) -> None:
    store = SeatTokens()
    store.keep(kept(address="/run/t1.sock"))
    assert store.take("t1", "192.168.1.66:4242", "Ann", new_holder()) is None
    assert store.take("t1", "127.0.0.1.evil.example:4242", "Ann", new_holder()) is None
    assert store.take("t1", "[::1]:4242", "Ann", new_holder()) is not None


def test_a_token_is_found_by_the_address_when_the_table_is_not_named(home: Path) -> None:
    SeatTokens().keep(kept())
    assert SeatTokens().take("", "other:1", "Ann", new_holder()) is None
    assert SeatTokens().take("", "h:1", "Ann", new_holder()) is not None


def test_two_sessions_of_one_user_never_hold_one_seat(home: Path) -> None:
    store = SeatTokens()
    store.keep(kept())
    first = new_holder()
    assert store.take("t1", "h:2", "Ann", first) is not None
    assert store.take("t1", "h:2", "Ann", new_holder()) is None
    store.release(first)
    assert store.take("t1", "h:2", "Ann", new_holder()) is not None


def test_what_a_dead_process_held_is_free(home: Path) -> None:
    store = SeatTokens()
    store.keep(kept(holder="999999999/1/ab"))
    assert store.take("t1", "h:2", "Ann", new_holder()) is not None


def test_a_new_token_replaces_the_old_one(home: Path) -> None:
    store = SeatTokens()
    store.keep(kept())
    store.keep(kept("bb" * 16), instead_of="aa" * 16)
    assert store.tables() == {"t1"}
    found = store.take("t1", "h:2", "Ann", new_holder())
    assert found is not None
    assert found.token == "bb" * 16
    store.forget("bb" * 16)
    assert store.tables() == set()


def test_a_seat_under_the_same_name_goes_first(home: Path) -> None:
    store = SeatTokens()
    store.keep(kept("aa" * 16, name="Ann"))
    store.keep(kept("bb" * 16, name="Ben"))
    found = store.take("t1", "h:2", "Ann", new_holder())
    assert found is not None
    assert found.name == "Ann"


def test_a_damaged_token_file_costs_old_seats_and_no_more(home: Path) -> None:
    write_whole(SeatTokens().path, b"{not json")
    store = SeatTokens()
    assert store.take("t1", "h:2", "Ann", new_holder()) is None
    store.keep(kept())
    assert store.tables() == {"t1"}


def test_a_sign_that_cannot_be_written_leaves_the_last_one(home: Path) -> None:
    """A full disk, or the end of the host at that moment, does not make the host one that never ran."""
    registry.sign_of_life("aa11bb22cc33")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        registry.sign_of_life("aa11bb22cc33")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert registry.died_ago_s("aa11bb22cc33") is not None


def test_a_sign_replaces_a_longer_one(home: Path) -> None:
    registry.sign_of_life("aa11bb22cc33", b"a note that is longer than the next")
    registry.sign_of_life("aa11bb22cc33", b"note")
    assert registry.died_ago_s("aa11bb22cc33") is not None
    assert registry.last_note("aa11bb22cc33") == "note"


def test_a_sign_from_before_the_machine_started_has_no_time(home: Path) -> None:
    registry.sign_of_life("aa11bb22cc33", b"note")
    place = registry.registry_dir() / "aa11bb22cc33.alive"
    place.write_text(place.read_text().replace(boot_mark(), "another boot"))
    assert registry.last_note("aa11bb22cc33") == "note"
    assert registry.died_ago_s("aa11bb22cc33") is None


def test_a_sign_is_never_in_the_future(home: Path) -> None:
    for _ in range(200):
        registry.sign_of_life("aa11bb22cc33")
        assert registry.died_ago_s("aa11bb22cc33") is not None
