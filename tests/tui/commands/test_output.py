"""Every command prints what its locale can show, and says a sentence if its output is closed or full."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tui import problems
from tui.cli import COMMANDS, main

ENCODINGS = ("ascii", "iso-8859-1", "koi8-r", "gbk", "shift_jis", "utf-8", "cp1252")
PRINTING = {
    "menu": ("--help",),
    "play": ("play", "hearts", "--seats", "99"),
    "host": ("host", "nothing"),
    "serve": ("serve", "nothing"),
    "join": ("join", "nowhere:x"),
    "watch": ("watch", "nowhere:x"),
    "list": ("list", "--seconds", "0.1"),
    "tables": ("tables",),
    "learn": ("learn", "--list"),
    "rules": ("rules", "kanhu_ming", "--print"),
    "replay": ("replay", "/nope ♠"),
    "verify": ("verify", "/nope ♠"),
    "arena": ("arena", "nothing"),
    "simulate": ("simulate", "nothing"),
}
"""A call of each command that prints, or complains."""
ROOT = Path(__file__).parents[3]


def test_each_command_is_tried() -> None:
    """A new command needs a call here."""
    assert PRINTING.keys() == COMMANDS.keys()


def run(words: tuple[str, ...], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """What a command prints in a locale, on both outputs. Each byte must be of its encoding."""
    printed = [io.BytesIO(), io.BytesIO()]
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed[0], encoding, errors="strict"))
    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(printed[1], encoding, errors="strict"))
    try:
        main(words)
    except SystemExit:
        sys.stdout.flush()
    sys.stderr.flush()
    out, err = [each.getvalue().decode(encoding) for each in printed]
    return out, err


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", PRINTING)
def test_commands_print_in_every_locale(
    command: str, encoding: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No locale makes a command fail, and nothing is lost but signs that it lacks."""
    out, err = run(PRINTING[command], encoding, monkeypatch)
    assert out.strip() or err.strip()
    assert "went wrong" not in err
    assert "codec" not in err


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ascii_prints_ascii(encoding: str, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--ascii counts for what a command prints too."""
    out, _ = run(("rules", "kanhu_ming", "--print", "--ascii"), encoding, monkeypatch)
    assert len(out) > 1_000
    assert out.isascii()


def test_suits_stay_readable(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards keep their suits, and words their letters."""
    out, _ = run(("rules", "hearts", "--print"), "iso-8859-1", monkeypatch)
    assert "§4.2" in out
    assert "QS" in out
    assert "♠" not in out


OUTPUTS = {
    ">&-": (1, "The output is closed"),
    "> /dev/full": (1, "The output cannot be written: No space"),
    "<&-": (0, ""),
    "2>&-": (0, ""),
    "2> /dev/full": (0, ""),
    "| true; exit ${PIPESTATUS[0]}": (None, ""),
    ">&- 2>&- <&-": (1, ""),
}
"""By redirection: the exit code, None for either, and the sentence."""


def run_in_shell(words: str, redirection: str, home: Path, *, direct: bool) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m tui {words} {redirection}"],
        cwd=ROOT,
        env={**os.environ, "KHANHOO_HOME": str(home), "PYTHONUNBUFFERED": "1" if direct else ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def verify_sentence(ran: subprocess.CompletedProcess[str], redirection: str) -> None:
    code, sentence = OUTPUTS[redirection]
    assert ran.returncode in ((0, 1) if code is None else (code,)), ran.stderr
    assert sentence in ran.stderr
    assert "went wrong" not in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr


@pytest.mark.parametrize("redirection", OUTPUTS)
def test_outputs_that_take_nothing(redirection: str, own_home: Path) -> None:
    """A sentence where one can be said, and the exit code."""
    verify_sentence(run_in_shell("rules hearts", redirection, own_home, direct=False), redirection)


@pytest.mark.slow
@pytest.mark.parametrize("direct", [True, False])
@pytest.mark.parametrize("redirection", OUTPUTS)
@pytest.mark.parametrize(
    "words", ["--help", "--version", "tables", "learn --list", "rules hearts 4.2", "rules --options hearts"]
)
def test_outputs_of_commands_that_take_nothing(words: str, redirection: str, direct: bool, own_home: Path) -> None:
    """The same for other commands, with and without a buffer."""
    verify_sentence(run_in_shell(words, redirection, own_home, direct=direct), redirection)


@pytest.mark.parametrize(
    ("files", "has_pip", "has_uv", "begins"),
    [
        (("pipx_metadata.json",), True, True, "pipx inject khanhoo"),
        (("uv-receipt.toml",), False, True, "uv pip install --python"),
        ((), False, True, "uv pip install --python"),
        ((), True, True, "-m pip install"),
        ((), False, False, "-m ensurepip && "),
    ],
    ids=["pipx", "uv tool", "venv of uv", "venv", "venv without pip or uv"],
)
def test_missing_packages_say_what_works(
    files: tuple[str, ...],
    has_pip: bool,
    has_uv: bool,
    begins: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The command fits the way in which this program was installed."""
    prefix = tmp_path / "khanhoo"
    prefix.mkdir()
    for name in files:
        (prefix / name).write_text("")
    monkeypatch.setattr("sys.prefix", str(prefix))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if has_pip else None)
    monkeypatch.setattr("shutil.which", lambda name: name if has_uv else None)
    told = str(problems.MissingPackages("--ssh", "ssh"))
    assert begins in told
    assert '"asyncssh' in told
