"""What a terminal can do is judged by its environment, and never for the worse of the player."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.harness.terminal import close_terminal
from tui.config.terminal import NoTerminal, Terminal, judge_terminal, prepare_environment


def see(term: str, encoding: str = "utf-8", *, windows: bool = False, **environ: str) -> Terminal:
    return judge_terminal({"TERM": term, **environ}, encoding, windows=windows)


@pytest.mark.parametrize("term", ["xterm-256color", "xterm", "screen", "tmux-256color", "rxvt-unicode", "alacritty"])
def test_an_ordinary_terminal_with_utf8_gets_suits(term: str) -> None:
    assert not see(term).ascii


@pytest.mark.parametrize("term", ["linux", "vt100", "vt220", "ansi", ""])
def test_a_terminal_that_may_lack_the_glyphs_gets_letters(term: str) -> None:
    assert see(term).ascii


@pytest.mark.parametrize("encoding", ["ascii", "ANSI_X3.4-1968", "iso-8859-1", "latin-1"])
def test_an_encoding_without_suits_gets_letters(encoding: str) -> None:
    assert see("xterm-256color", encoding).ascii


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", "utf8"])
def test_utf8_is_known_by_all_its_names(encoding: str) -> None:
    assert not see("xterm-256color", encoding).ascii


def test_the_old_windows_console_gets_letters_and_the_new_terminal_suits() -> None:
    assert see("", windows=True).ascii
    assert not see("", windows=True, WT_SESSION="1").ascii
    assert not see("", windows=True, TERM_PROGRAM="vscode").ascii


def test_a_dumb_terminal_is_sent_to_the_commands_that_print() -> None:
    with pytest.raises(NoTerminal, match="a command that only prints"):
        see("dumb")


def test_ssh_is_noticed() -> None:
    assert see("xterm", SSH_CONNECTION="10.0.0.1 5 10.0.0.2 22").remote
    assert not see("xterm").remote


@pytest.mark.parametrize(("value", "kept"), [("", []), ("0", ["0"]), ("1", ["1"])])
def test_no_color_is_a_wish_unless_it_is_empty(monkeypatch: pytest.MonkeyPatch, value: str, kept: list[str]) -> None:
    monkeypatch.setattr(os, "environ", {"NO_COLOR": value})
    prepare_environment(Terminal())
    assert [found for name, found in os.environ.items() if name == "NO_COLOR"] == kept


def start_menu(own_home: Path, *how: str) -> pexpect.spawn[bytes]:
    """The menu in a terminal of which the test plays the other end."""
    wishes = ("TERM", "COLORTERM", "NO_COLOR", "SSH_CONNECTION", "LANG", "LC_ALL")
    environ = {name: value for name, value in os.environ.items() if name not in wishes}
    child = pexpect.spawn(
        sys.executable,
        [*how, "--name", "Ann"],
        cwd=str(Path(__file__).resolve().parents[3]),
        env={**environ, "KHANHOO_HOME": str(own_home), "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        dimensions=(24, 80),
        timeout=30,
    )
    child.expect_exact(b"\x1b[6n")
    return child


@pytest.fixture
def menu(own_home: Path) -> Iterator[pexpect.spawn[bytes]]:
    child = start_menu(own_home, "-m", "tui")
    yield child
    close_terminal(child)


def test_a_terminal_that_draws_a_spade_in_one_cell_is_shown_suits(menu: pexpect.spawn[bytes]) -> None:
    menu.send(b"\x1b[1;2R")
    menu.expect_exact("♠".encode())
    menu.expect_exact(b"Choose a game")


def test_a_terminal_that_draws_a_spade_in_two_cells_is_shown_letters(menu: pexpect.spawn[bytes]) -> None:
    menu.send(b"\x1b[1;3R")
    menu.expect_exact(b"Choose a game")
    assert "♠".encode() not in menu.before


def test_a_terminal_that_does_not_answer_is_not_waited_for(menu: pexpect.spawn[bytes]) -> None:
    menu.expect_exact("♠".encode())
    menu.expect_exact(b"Choose a game")


def test_the_question_is_wiped_away_and_the_keys_are_as_before_afterwards(menu: pexpect.spawn[bytes]) -> None:
    menu.expect_exact(b"\r\x1b[K")
    menu.send(b"\x1b[1;2R")
    menu.expect_exact(b"Choose a game")
    menu.send(b"q")
    menu.expect(pexpect.EOF)
    menu.wait()
    assert menu.exitstatus == 0
    assert b"\x1b[?1049l" in menu.before


def test_a_process_that_is_continued_after_its_screen_has_ended_ends_quietly(own_home: Path) -> None:
    """A terminal that hangs up sends SIGHUP, which ends the screen, and SIGCONT, which may come later."""
    code = (
        "import os, signal, sys; from tui.cli import main; main(); os.kill(os.getpid(), signal.SIGCONT); print('end')"
    )
    child = start_menu(own_home, "-c", code)
    child.expect_exact(b"Choose a game")
    child.send(b"q")
    child.expect_exact(b"\x1b[?1049l")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    assert b"end" in child.before


def test_a_redirected_error_output_leaves_the_screen_on_the_terminal(own_home: Path) -> None:
    errors = own_home.parent / "errors.txt"
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f"{sys.executable} -m tui --name Ann 2>{errors}"],
        cwd=str(Path(__file__).resolve().parents[3]),
        env={**os.environ, "KHANHOO_HOME": str(own_home), "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        dimensions=(24, 80),
        timeout=30,
    )
    child.expect_exact(b"Choose a game")
    child.send(b"q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert errors.read_text() == ""


@pytest.mark.parametrize(
    ("term", "colours"),
    [
        *(
            (term, "truecolor")
            for term in ("alacritty", "alacritty-direct", "foot", "foot-extra", "wezterm", "contour")
        ),
        *((term, "truecolor") for term in ("xterm-ghostty", "ghostty", "xterm-kitty", "kitty", "rio", "st-256color")),
        *((term, "truecolor") for term in ("tmux-direct", "xterm-direct", "xterm-direct256", "konsole-direct")),
        *((term, "256") for term in ("xterm-256color", "screen-256color", "tmux-256color", "screen.xterm-256color")),
        *((term, "standard") for term in ("xterm", "screen", "linux", "rxvt", "xterm-16color", "stterm", "footloose")),
    ],
)
def test_the_name_of_a_terminal_says_its_colours(term: str, colours: str) -> None:
    """Here and over SSH, where nothing else is known of it."""
    assert see(term).colours == colours
    assert see(term, COLORTERM="truecolor").colours == "truecolor"
    assert see(term, NO_COLOR="1").colours == "none"
