"""The SSH door, as a client meets it: who is let in, what is refused, and what is left when people have gone."""

from __future__ import annotations

import asyncio
import gc
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual import events

from net import environment
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.host.launcher import HostProblem, running_tables, start_host
from net.storage import paths
from net.transport.sockets import CannotReach, connect
from net.wire.address import parse_address
from tui.cli import main
from tui.doors import process
from tui.doors.ssh.app import DoorApp
from tui.doors.ssh.door import OpenDoor, open_door, prepare_process, ssh_folder
from tui.doors.ssh.guard import Meter
from tui.doors.ssh.order import SshOrder
from tui.doors.ssh.people import NoRoom, People
from tui.problems import Problem
from tui.session.records import read_journal
from tui.session.saved_seat import SavedSeat

MENU = b"Choose a game"
LET_IN_S = 30.0


class Screen(asyncssh.SSHClientSession[bytes]):
    """What a client's terminal gets."""

    def __init__(self) -> None:
        self.shown = self.told = b""
        self._changed = asyncio.Event()
        self.is_over = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is None:
            self.shown += data
        else:
            self.told += data
        self._changed.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over.set()

    async def until(self, is_so: Callable[[bytes], bool]) -> None:
        async with asyncio.timeout(LET_IN_S):
            while not is_so(self.shown):
                self._changed.clear()
                await self._changed.wait()


class Typist(asyncssh.SSHClient):
    """Somebody without a key, who types answers."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.told: list[str] = []

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> Any:
        self.told.append(name)
        return [self.answers.pop(0) for _ in prompts] if self.answers else None


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR", "TEXTUAL_ANIMATIONS", "TEXTUAL_DISABLE_KITTY_KEY", "ESCDELAY"):
        monkeypatch.setenv(name, "")
    prepare_process()


@pytest.fixture
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def door(**order: Any) -> AsyncIterator[OpenDoor]:
    opened = await open_door(SshOrder(host="127.0.0.1", port=0, **order))
    yield opened
    await opened.close()


def log_in(opened: OpenDoor, name: str = "ann", **more: Any) -> Any:
    usual: dict[str, Any] = {"client_keys": None, "known_hosts": None, "config": None, "agent_path": None}
    return asyncssh.connect("127.0.0.1", opened.port, username=name, **{**usual, **more})


async def open_screen(line: asyncssh.SSHClientConnection, **more: Any) -> tuple[Any, Screen]:
    screen: Any
    channel, screen = await line.create_session(
        Screen, term_type="xterm-256color", term_size=(80, 24), encoding=None, **more
    )
    await screen.until(lambda shown: MENU in shown)
    return channel, screen


# -- who is let in


async def test_no_app_makes_the_tasks_of_logins_begin_at_once(
    key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual makes all tasks of the loop eager where Python can, from 3.12 on; then nobody else could log in."""

    def eager(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(work, loop=loop, **more)

    monkeypatch.setattr(asyncio, "eager_task_factory", eager, raising=False)
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        await open_screen(line)
        assert asyncio.get_running_loop().get_task_factory() is None


async def test_a_key_is_a_person_with_a_folder_of_their_own(key: asyncssh.SSHKey) -> None:
    async with door() as opened:
        for name in ("ann", "bea"):
            async with log_in(opened, name, client_keys=[key]) as line:
                await open_screen(line)
        other = asyncssh.generate_private_key("ssh-ed25519")
        async with log_in(opened, "ann", client_keys=[other]) as line:
            await open_screen(line)
    people = list((ssh_folder() / "people").iterdir())
    assert len(people) == 2
    assert {place.stat().st_mode & 0o777 for place in people} == {0o700}


async def test_who_has_no_key_gets_a_code_that_brings_them_back() -> None:
    async with door() as opened:
        async with log_in(opened, client_factory=lambda: Typist("")) as line:
            channel, screen = await open_screen(line)
            await screen.until(lambda shown: b"Your code is" in shown)
            channel.write(b"\x03\x03")
            await screen.is_over.wait()
            code = screen.told.decode().rpartition(": ")[2].strip()
        async with log_in(opened, client_factory=lambda: Typist(code)) as line:
            _, screen = await open_screen(line)
            assert b"Your code is" not in screen.shown
        with pytest.raises(asyncssh.PermissionDenied):
            await log_in(opened, client_factory=lambda: Typist("2222-2222-2222"))
    assert len(list((ssh_folder() / "people").iterdir())) == 1


async def test_a_list_of_keys_lets_in_no_other_key_and_nobody_without(key: asyncssh.SSHKey) -> None:
    async with door(keys=key.export_public_key().decode()) as opened:
        async with log_in(opened, client_keys=[key]) as line:
            await open_screen(line)
        other = asyncssh.generate_private_key("ssh-ed25519")
        for more in ({"client_keys": [other]}, {"client_factory": lambda: Typist("")}):
            with pytest.raises(asyncssh.PermissionDenied):
                await log_in(opened, **more)


async def test_a_password_is_asked_for_even_of_a_key(key: asyncssh.SSHKey) -> None:
    async with door(password="felt") as opened:
        async with log_in(opened, client_factory=lambda: Typist("felt", "")) as line:
            await open_screen(line)
        with pytest.raises(asyncssh.PermissionDenied):
            await log_in(opened, client_factory=lambda: Typist("green", ""))
        with pytest.raises(asyncssh.PermissionDenied):
            await log_in(opened, client_keys=[key])


async def test_the_key_of_the_door_is_made_once_and_is_private() -> None:
    async with door() as opened:
        first = opened.fingerprint
    async with door() as opened:
        assert opened.fingerprint == first
    assert (ssh_folder() / "host_key").stat().st_mode & 0o777 == 0o600


async def test_a_taken_port_is_a_sentence() -> None:
    async with door() as opened:
        with pytest.raises(Problem, match=f"cannot listen on port {opened.port}"):
            await open_door(SshOrder(host="127.0.0.1", port=opened.port))


# -- by lines


async def test_who_has_no_terminal_plays_by_lines_and_comes_back_to_the_seat(key: asyncssh.SSHKey) -> None:
    async with door() as opened:
        async with log_in(opened, client_keys=[key]) as line:
            channel, screen = await line.create_session(Screen, encoding=None)
            await screen.until(lambda shown: b"Type the number of a game" in shown)
            assert screen.shown.startswith(b"You have no terminal here, so you play by lines.\nThe games:\n")
            channel.write(b"hearts\n")
            await screen.until(lambda shown: re.search(rb"Type three numbers:\n(?:  .*\n)+", shown) is not None)
            hand = screen.shown.rpartition(b"Type three numbers:\n")[2]
            channel.write(b"1 2 3\n")
            await screen.until(lambda shown: b"You pass " in shown)
            channel.write_eof()
            await screen.is_over.wait()
            assert channel.get_exit_status() == 0
            assert b"\x1b" not in screen.shown
            assert b"Your seat is kept." in screen.shown
            assert b"khanhoo join" not in screen.shown, "a guest has no shell for it"
        async with log_in(opened, client_keys=[key]) as line:
            channel, screen = await line.create_session(Screen, encoding=None)
            await screen.until(lambda shown: b"Type the number of a game" in shown)
            channel.write(b"go on\n")
            await screen.until(lambda shown: b"Your turn" in shown)
            channel.write(b"undo\n")
            await screen.until(lambda shown: b"You took back" in shown)
            await screen.until(lambda shown: hand in shown)
            channel.write(b"quit for good\nquit\n")
            await screen.is_over.wait()


async def test_a_terminal_without_a_cursor_gets_lines_and_sees_what_is_typed(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, screen = await line.create_session(
            Screen, encoding=None, term_type="dumb", term_size=(300, 90), env={"LANG": "C"}
        )
        await screen.until(lambda shown: b"Type the number of a game" in shown)
        assert screen.shown.startswith(b"Your terminal (TERM=dumb) cannot show a screen, so you play by lines.\r\n")
        assert screen.shown.isascii()
        channel.write(b"rules hearts 4.\x1b[D2x\x7f\r")
        await screen.until(lambda shown: b"rules hearts 4.2x\b \b\r\nrule 4.2 " in shown)
        channel.write(b"\x04")
        await screen.is_over.wait()
        assert channel.get_exit_status() == 0


async def test_a_door_that_closes_says_so_by_lines(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        _, screen = await line.create_session(Screen, encoding=None)
        await screen.until(lambda shown: b"Type the number of a game" in shown)
        await opened.close()
        await screen.is_over.wait()
        assert b"The card room closes. Your seat is kept." in screen.told


async def test_who_reads_no_lines_is_cut_off(key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.session._MOST_UNREAD", 1024)
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, screen = await line.create_session(Screen, encoding=None, window=4096)
        await screen.until(lambda shown: b"Type the number of a game" in shown)
        channel.write(b"?\n" * 100 + b"quit\n")
        await screen.is_over.wait()
        assert channel.get_exit_status() is None


# -- what is refused


async def test_commands_and_files_are_refused_with_a_sentence(key: asyncssh.SSHKey) -> None:
    asked: tuple[tuple[dict[str, Any], str], ...] = (
        ({"command": "id"}, "runs no commands"),
        ({"subsystem": "sftp"}, "no files"),
    )
    async with door() as opened:
        for request, sentence in asked:
            async with log_in(opened, client_keys=[key]) as line:
                channel, screen = await line.create_session(Screen, encoding=None, **request)
                await screen.is_over.wait()
                assert sentence in screen.told.decode()
                assert channel.get_exit_status() == 1


async def test_nothing_is_forwarded(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards no connections"):
            await line.open_connection("127.0.0.1", opened.port)
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards no connections"):
            await line.open_unix_connection("/run/x.sock")
        with pytest.raises(asyncssh.ChannelListenError):
            await line.start_server(lambda *_: None, "127.0.0.1", 0)


async def test_a_connection_has_one_session(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        await open_screen(line)
        with pytest.raises(asyncssh.ChannelOpenError, match="one session"):
            await open_screen(line)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"most_sessions": 1}, "This card room is full: it has 1 session."),
        ({"most_of_address": 1}, "From your network address, at most 1 session can be open at once."),
    ],
)
async def test_one_too_many_is_told_so_and_gets_in_when_another_leaves(
    order: dict[str, int], sentence: str, key: asyncssh.SSHKey
) -> None:
    async with door(**order) as opened:
        async with log_in(opened, client_keys=[key]) as line:
            channel, first = await open_screen(line)
            async with log_in(opened, client_keys=[key]) as other:
                _, screen = await other.create_session(Screen, encoding=None, term_type="xterm")
                await screen.is_over.wait()
                assert sentence in screen.told.decode()
            channel.write(b"\x03\x03")
            await first.is_over.wait()
        async with log_in(opened, client_keys=[key]) as line:
            await open_screen(line)


async def test_a_login_that_takes_too_long_is_ended_with_a_sentence() -> None:
    never = asyncio.Event()

    class Slow(Typist):
        async def kbdint_challenge_received(self, *_: Any) -> Any:
            await never.wait()

    async with door(login_s=0.2) as opened:
        with pytest.raises(asyncssh.DisconnectError, match=r"longer than 0 seconds\. Try again"):
            await log_in(opened, client_factory=Slow)


async def test_a_huge_terminal_is_drawn_in_part_and_told_so(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        _, screen = await line.create_session(Screen, term_type="xterm", term_size=(5000, 4000), encoding=None)
        await screen.until(lambda shown: b"larger than 240x80" in shown)
        assert len(screen.shown) < 1_000_000


# -- what a hostile client can do


async def test_nothing_that_is_typed_changes_the_size_or_ends_the_keys(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, screen = await open_screen(line)
        # A size among the keys, signs that do not exist, half a sign, and a click far outside.
        for typed in (
            "[48;9000;9000;0;0t",
            "[1114112u",
            "[27;5;99999999999999999999~",
            "[55296u",
            "[<0;99999999999;3M",
        ):
            channel.write(f"\x1b{typed}".encode())
        channel.write(b"?")
        await screen.until(lambda shown: b"Help" in shown)
        assert _apps()[0].size == (80, 24)


async def test_of_many_window_sizes_the_last_one_counts(key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.driver._SIZE_S", 3600.0)
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, _ = await open_screen(line)
        driver = _apps()[0].driver
        told: list[Any] = []
        monkeypatch.setattr(driver, "process_message", told.append)
        for columns in range(81, 181):
            channel.change_terminal_size(columns, 0xFFFFFFFF)
        channel.write(b"?")  # comes after all of them
        async with asyncio.timeout(LET_IN_S):
            while not any(isinstance(one, events.Key) for one in told):
                await asyncio.sleep(0)
        driver._take_size()
        assert [one.size for one in told if isinstance(one, events.Resize)] == [(81, 80), (180, 80)]


async def test_an_endless_environment_is_not_kept(key: asyncssh.SSHKey) -> None:
    sent = {f"NAME{number}": "x" * 1000 for number in range(20)} | {"COLORTERM": "truecolor" * 100}
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        await open_screen(line, env=sent)
        kept = _apps()[0].line._channel.get_environment()
        assert [(name, len(value)) for name, value in kept.items()] == [("COLORTERM", 64)]


async def test_who_sends_no_more_keys_is_as_one_who_hangs_up(key: asyncssh.SSHKey) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, screen = await open_screen(line)
        channel.write_eof()
        await screen.is_over.wait()
        assert screen.shown.endswith(b"\x1b[?25h")  # the terminal was left clean


@pytest.mark.parametrize(
    ("password", "answers", "sentence"),
    [
        ("", ("2222-2222-2222", ""), "Nobody with the name ann has this code. Try again."),
        ("felt", ("green", "", "felt", ""), "The password or the code is wrong. Try again."),
    ],
)
async def test_a_wrong_answer_is_told_before_the_next_question(
    password: str, answers: tuple[str, ...], sentence: str
) -> None:
    typist = Typist(*answers)
    async with door(password=password) as opened, log_in(opened, client_factory=lambda: typist) as line:
        await open_screen(line)
    assert typist.told == ["Khanhoo: welcome, ann.", sentence]


async def test_no_answer_at_all_is_a_wrong_answer() -> None:
    class Silent(Typist):
        def kbdint_challenge_received(self, *_: Any) -> Any:
            return [] if self.answers and self.answers.pop() else None

    async with door(password="felt") as opened:
        with pytest.raises(asyncssh.PermissionDenied):
            await log_in(opened, client_factory=lambda: Silent("once"))


async def test_an_address_that_guesses_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.sessions._MOST_GUESSES", 2)
    async with door(password="felt") as opened:
        for _ in range(2):
            with pytest.raises(asyncssh.PermissionDenied):
                await log_in(opened, client_factory=lambda: Typist("green", ""))
        with pytest.raises(asyncssh.DisconnectError, match="wrong answers from your address"):
            await log_in(opened, client_factory=lambda: Typist("felt", ""))


async def test_who_offers_key_after_key_is_told_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.server._MOST_KEYS", 2)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(4)]
    async with door(keys=keys[3].export_public_key().decode()) as opened:
        with pytest.raises(asyncssh.DisconnectError, match="Too many keys"):
            await log_in(opened, client_keys=keys)


async def test_who_stays_after_the_session_is_hung_up_on(key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.server._HANGS_UP_WITHIN_S", 0.0)
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        _, screen = await line.create_session(Screen, command="id", encoding=None)
        await screen.is_over.wait()
        async with asyncio.timeout(LET_IN_S):
            await line.wait_closed()


async def test_what_costs_the_door_far_more_than_its_client_is_refused(key: asyncssh.SSHKey) -> None:
    async with door() as opened:
        refused: tuple[dict[str, Any], ...] = (
            {"compression_algs": ["zlib"]},
            {"kex_algs": ["diffie-hellman-group18-sha512"]},
        )
        for more in refused:
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await log_in(opened, client_keys=[key], **more)
        async with log_in(opened, client_keys=[key]) as line:
            line.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(bytes(8 << 20)))
            async with asyncio.timeout(LET_IN_S):
                await line.wait_closed()


class Socket:
    """What a meter knows of a socket. unread: bytes that the client has not taken."""

    def __init__(self, unread: int = 0) -> None:
        self.unread = unread
        self.said: list[str] = []

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return "abort" in self.said

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: self.said.append(name)


class Connection:
    """What a meter knows of an SSH connection."""

    def __init__(self, socket: Socket) -> None:
        self._transport = socket
        self.heard = bytearray()
        self.data_received = self.heard.extend


async def test_a_flood_is_taken_in_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    connection: Any = Connection(socket := Socket())
    meter = Meter(connection, lambda is_full: None)
    flood = os.urandom(200_000)
    meter.data_received(flood)
    assert len(connection.heard) == 64 * 1024
    assert socket.said[-1] == "pause_reading"
    monkeypatch.setattr("tui.doors.ssh.guard._BYTES_PER_S", 1e9)
    async with asyncio.timeout(LET_IN_S):
        while socket.said[-1] != "resume_reading":
            await asyncio.sleep(0)
    assert connection.heard == flood


async def test_who_asks_and_does_not_read_the_answers_is_cut_off() -> None:
    connection: Any = Connection(socket := Socket(unread=2 << 20))
    Meter(connection, lambda is_full: None).data_received(b"another question")
    assert socket.said[-1] == "abort"


def test_who_only_looked_around_makes_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.doors.ssh.people.MOST_PEOPLE", 2)
    people = People(tmp_path, tmp_path)
    player, visitor, newcomer, last = (people.with_key(name, name) for name in ("ann", "bea", "cleo", "dora"))
    (people.settle_in(player).home / "settings.toml").touch()
    people.settle_in(visitor)
    (people.settle_in(newcomer).home / "settings.toml").touch()
    assert {home.name for home in tmp_path.iterdir()} == {player.mark, newcomer.mark}
    with pytest.raises(NoRoom):
        people.settle_in(last)


# -- what a guest reaches


async def test_a_guest_is_not_asked_for_addresses(key: asyncssh.SSHKey) -> None:
    async with door() as opened:
        async with log_in(opened, client_keys=[key]) as line:
            channel, screen = await open_screen(line)
            channel.write(b"f")
            await screen.until(lambda shown: b"No table is open here." in shown)
            channel.write(b"a?")
            await screen.until(lambda shown: b"the tables of this machine" in shown)
            assert b"address" not in screen.shown
        async with log_in(opened, client_keys=[key]) as line:
            channel, screen = await line.create_session(Screen, encoding=None)
            channel.write(b"join\n")
            await screen.until(lambda shown: b"searches again" in shown)
            channel.write(b"?\nquit\nquit\n")
            await screen.is_over.wait()
            assert b"Type quit. An empty line searches again." in screen.shown
            assert b"address" not in screen.shown


async def test_a_guest_reaches_tables_of_this_machine_and_nothing_else(tmp_path: Path) -> None:
    async def look() -> None:
        environment.serve_guest(environment.Guest(tmp_path / "guest", tmp_path, most_tables=0))
        assert paths.state_dir() == tmp_path / "guest" / "state"
        for text in ("127.0.0.1:22", "/run/docker.sock", f"{tmp_path}/khanhoo-0/../../x.sock"):
            with pytest.raises(CannotReach, match="only the tables of this machine"):
                await connect(parse_address(text), asyncio.Protocol)
        with pytest.raises(Problem, match="only replays of your own"):
            read_journal(Path("/etc/passwd"))
        with pytest.raises(HostProblem, match="open tables"):
            await asyncio.to_thread(start_host, HostConfig(game="hearts"))

    own = paths.state_dir()
    await asyncio.create_task(look())
    assert paths.state_dir() == own


@pytest.mark.slow
async def test_a_door_gets_no_secret_of_the_shell_and_the_table_of_a_guest_is_like_any_other(
    key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "secret-of-the-shell"
    for name in ("AWS_SECRET_ACCESS_KEY", "LANGCHAIN_API_KEY", "HOMEBREW_GITHUB_API_TOKEN"):
        monkeypatch.setenv(name, secret)
    order = SshOrder(host="127.0.0.1", port=0)
    port = await asyncio.to_thread(process.start_door, "tui.doors.ssh", order, "0123456789ab")
    opened = process._children.pop()
    async with asyncssh.connect(
        "127.0.0.1", int(port), username="ann", client_keys=[key], known_hosts=None, config=None, agent_path=None
    ) as line:
        channel, screen = await open_screen(line)
        channel.write(b"9")  # Hearts
        await screen.until(lambda shown: b"pass" in shown)
        (home,) = (ssh_folder() / "people").iterdir()
        monkeypatch.setenv(environment.HOME, str(home))
        (table,) = running_tables()
        for pid in (opened.pid, table.pid):
            assert secret not in Path(f"/proc/{pid}/environ").read_text("utf-8")
        assert os.getpriority(os.PRIO_PROCESS, opened.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, table.pid) == os.getpriority(os.PRIO_PROCESS, 0)
    opened.terminate()
    await asyncio.to_thread(opened.wait)


# -- what is left


async def test_a_bug_ends_a_session_with_a_sentence_and_not_the_door(
    key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("a bug")

    async with door() as opened:
        with monkeypatch.context() as patched:
            patched.setattr(DoorApp, "run_async", fail)
            async with log_in(opened, client_keys=[key]) as line:
                channel, screen = await line.create_session(Screen, term_type="xterm", encoding=None)
                await screen.is_over.wait()
                assert "Something went wrong in Khanhoo (RuntimeError: a bug)" in screen.told.decode()
                assert channel.get_exit_status() == 1
        async with log_in(opened, client_keys=[key]) as line:
            await open_screen(line)
    (report,) = ssh_folder().rglob("fault.txt")
    report.unlink()


@pytest.mark.slow
async def test_nothing_is_left_of_sessions_that_ended(key: asyncssh.SSHKey) -> None:
    async with door() as opened:
        for cut in (True, False, True):
            async with log_in(opened, client_keys=[key]) as line:
                channel, screen = await open_screen(line)
                channel.write(b"\x1bOP")  # a function key, which Textual's parser remembers
                if cut:
                    line.abort()
                else:
                    channel.write(b"\x1b\x03\x03")
                    await screen.is_over.wait()
        async with asyncio.timeout(LET_IN_S):
            while opened.sessions or _apps():
                await asyncio.sleep(0.02)
        assert not opened.sessions.logging_in


@pytest.mark.slow
@pytest.mark.parametrize("window", [8 * 1024, 1 << 30])  # the second never fills: it is the line that does
async def test_a_client_that_stops_reading_costs_little_and_sees_the_right_picture_at_last(
    window: int, key: asyncssh.SSHKey
) -> None:
    async with door() as opened, log_in(opened, client_keys=[key]) as line:
        channel, screen = await open_screen(
            line, window=window, max_pktsize=window // 4 if window < 64 * 1024 else 32 * 1024
        )
        reader = channel if window < 64 * 1024 else line._transport
        reader.pause_reading()
        app = _apps()[0]
        while not app.line.is_stalled:
            app.line.send(os.urandom(16 * 1024).hex())
            await asyncio.sleep(0)
        for number in range(1000):
            app.driver.write(f"\x1b[1;1H{number:080d}")
        assert app.line._channel.get_write_buffer_size() < 64 * 1024
        assert app.line._channel.get_connection()._transport.get_write_buffer_size() < 256 * 1024
        app.call_later(lambda: app.push_screen(app.make_screen("settings")))  # among the app's own tasks
        screen.shown = b""
        reader.resume_reading()
        await screen.until(lambda shown: b"Settings" in shown)


def _apps() -> list[Any]:
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, DoorApp)]


def test_without_its_package_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tui.doors.ssh.order.find_spec", lambda name: None)
    assert main(["serve", "--ssh", "4222"]) == 1
    assert re.search('-m pip install "asyncssh[^"]*"', capsys.readouterr().err)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("--ssh door", "--ssh takes a port, or an address with a port"),
        ("--ssh here:4222", "here is not an address of this machine"),
        ("--ssh-keys keys", "need --ssh PORT"),
        ("--ssh-password-file password", "need --ssh PORT"),
        ("--ssh 0 --ssh-keys keys --ssh-password-file password", "not both"),
        ("--ssh 0 --ssh-sessions 0", "--ssh-sessions must be at least 1, not 0"),
        ("--ssh 0 --ssh-per-address 0", "--ssh-per-address must be at least 1, not 0"),
        ("--ssh 0 --ssh-keys password", "is not an authorized_keys file"),
        ("--ssh 0 --ssh-keys nowhere", "Cannot read the keys"),
        ("--ssh 0 --ssh-password-file nowhere", "Cannot read the password"),
        ("--ssh 0 --ssh-password-file empty", "contains no password"),
        ("--ssh 0 --ssh-password-file binary", "is not a text file"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(
    given: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").export_public_key()
    for name, content in (("keys", key), ("password", b"open\n"), ("empty", b" \n"), ("binary", b"\xff\n")):
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tui.doors.ssh.order.SshOrder", None)  # no door is opened, else a fault would never end
    assert main(["serve", *given.split()]) == 2
    assert sentence in capsys.readouterr().err
    assert not running_tables()


# -- back to the table


async def left_seat(opened: OpenDoor, key: asyncssh.SSHKey) -> None:
    """A guest begins a match and hangs up."""
    async with log_in(opened, client_keys=[key]) as line:
        channel, screen = await open_screen(line)
        channel.write(b"1")
        await screen.until(lambda shown: b"deal 1" in shown)
    while _apps():
        await asyncio.sleep(0.01)


async def see_screen(line: asyncssh.SSHClientConnection, typed: bytes = b"") -> tuple[Any, Screen]:
    screen: Any
    channel, screen = await line.create_session(Screen, term_type="xterm-256color", term_size=(80, 24), encoding=None)
    channel.write(typed)
    return channel, screen


@pytest.mark.slow
async def test_a_guest_comes_back_to_the_table(key: asyncssh.SSHKey) -> None:
    """A seat that is found before the first picture is taken up, with nothing typed."""
    async with door() as opened:
        await left_seat(opened, key)
        async with log_in(opened, client_keys=[key]) as line:
            _, screen = await see_screen(line)
            await screen.until(lambda shown: b"deal 1" in shown)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "going back"])
async def test_a_guest_who_types_stays(moment: str, key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key before the first picture, or while the table is joined: the menu stays, and offers the seat."""
    may_go_on = asyncio.Event()
    usual = ClientSession.open

    async def open_late(session: ClientSession) -> None:
        await usual(session)
        await may_go_on.wait()

    async with door() as opened:
        await left_seat(opened, key)
        monkeypatch.setattr(ClientSession, "open", open_late)
        async with log_in(opened, client_keys=[key]) as line:
            channel, screen = await see_screen(line, b"i" if moment == "before" else b"")
            if moment == "going back":
                await screen.until(lambda shown: b"Going back to your table" in shown)
                channel.write(b"i")
            await screen.until(lambda shown: b"Settings" in shown)
            may_go_on.set()
            screen.shown = b""
            channel.write(b"\x1b")
            await screen.until(lambda shown: b"Go on with" in shown)
            assert b"deal 1" not in screen.shown


@pytest.mark.slow
async def test_a_slow_search_only_offers_the_seat(key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes longer than the limit leads nobody anywhere: the menu comes, and offers the seat."""
    may_go_on = asyncio.Event()
    usual = SavedSeat.find

    async def find_late(seats: SavedSeat) -> tuple[str, ...]:
        await may_go_on.wait()
        return await usual(seats)

    async with door() as opened:
        await left_seat(opened, key)
        monkeypatch.setattr(SavedSeat, "find", find_late)
        monkeypatch.setattr("tui.doors.ssh.session._LOOK_S", 0.1)
        async with log_in(opened, client_keys=[key]) as line:
            _, screen = await open_screen(line)
            assert b"Go on with" not in screen.shown
            may_go_on.set()
            await screen.until(lambda shown: b"Go on with" in shown)
            assert b"deal 1" not in screen.shown
