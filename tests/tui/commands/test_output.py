"""Every command prints what its locale can show, and says a sentence if its output is closed or full."""

import io
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tui import problems
from tui.cli import COMMANDS, main

from ...harness.slow import one_of_each

ENCODINGS = ("ascii", "iso-8859-1", "koi8-r", "euc-jp", "gbk", "shift_jis", "cp1252", "utf-8")
PLAYED = "match_lowest.journal"
BOTS = "--deals 2 --workers 1"
PRINTING: dict[str, tuple[str, ...]] = {
    "menu": ("menu --seats 99",),
    "play": ("play hearts --players 99", "play ♠"),
    "host": ("host ♠",),
    "serve": ("serve ♠",),
    "join": ("join ♠:x",),
    "watch": ("watch ♠:x",),
    "list": ("list --seconds 0.1", "list --seconds 0.1 --json"),
    "tables": ("tables", "tables --json", "tables --stop ♠"),
    "learn": ("learn --list", "learn ♠"),
    "rules": ("rules", "rules kanhu_ming --print", "rules hearts --options", "rules hearts --search ♠", "rules ♠"),
    "replay": ("replay ♠",),
    "verify": (f"verify {PLAYED}", "verify ♠"),
    "arena": (f"arena hearts --hero easy --field easy {BOTS}", "arena ♠"),
    "simulate": (f"simulate kanhu_ming --bots easy {BOTS}", "simulate ♠"),
}
"""Calls of each command that print, or complain."""
BY_LINES = ("menu", "play hearts", "host hearts --port 0", "join", "watch ♠:x", "learn hearts", f"replay {PLAYED}")
"""Calls of each command that can be used by lines."""
WITH_SUCCESS = [call for calls in PRINTING.values() for call in calls if "♠" not in call and "99" not in call]
ROOT = Path(__file__).parents[3]
ENDING = ROOT / "tests/golden/endings/hearts" / PLAYED
FAULTS = ("went wrong", "codec", "Traceback", "Warning", "Exception ignored")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where commands run, since some of them write files there."""
    shutil.copy(ENDING, tmp_path)
    monkeypatch.chdir(tmp_path)


def test_each_command_is_tried() -> None:
    """A new command needs a call here."""
    assert PRINTING.keys() == COMMANDS.keys()


def run(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
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


@pytest.mark.parametrize("call", [call for calls in PRINTING.values() for call in calls])
def test_commands_print_in_every_locale(call: str, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No locale makes a command fail, and nothing is lost but signs that it lacks."""
    for encoding in ENCODINGS:
        out, err = run(call.split(), encoding, monkeypatch)
        assert out.strip() or err.strip(), encoding
        assert not [fault for fault in FAULTS if fault in err], (encoding, err)


def test_help_prints_in_every_locale(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help of the program and of each command."""
    for encoding in ENCODINGS:
        for words in (["--help"], *([command, "--help"] for command in COMMANDS)):
            out, err = run(words, encoding, monkeypatch)
            assert "usage: khanhoo" in out
            assert not err


def test_words_that_the_locale_cannot_read(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A locale may decode the bytes of a word to characters that it cannot encode, so they name no file."""
    for command in COMMANDS:
        _, err = run([command, "\ud800"], "ascii", monkeypatch)
        assert "cannot read these words in this locale" in err


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_ascii_prints_ascii(encoding: str, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--ascii counts for what a command prints too."""
    out, _ = run(["rules", "kanhu_ming", "--print", "--ascii"], encoding, monkeypatch)
    assert len(out) > 1_000
    assert out.isascii()


def test_suits_stay_readable(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards keep their suits, and words their letters."""
    out, _ = run(["rules", "hearts", "--print"], "iso-8859-1", monkeypatch)
    assert "§4.2" in out
    assert "QS" in out
    assert "♠" not in out


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "C": {"LC_ALL": "C"},
    "C, not coerced": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "unknown": {"LC_ALL": "xx_YY.nothing", "LANG": "xx_YY.nothing"},
    "Latin": {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "iso-8859-1"},
    "Russian": {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "koi8-r"},
    "Japanese": {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "euc-jp"},
    "wide": {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-16"},
}
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


def run_in_shell(
    words: str, redirection: str, home: Path, typed: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program as it is. Every warning is an error."""
    return subprocess.run(
        ["bash", "-c", f"{shlex.quote(sys.executable)} -W error -m tui {words} {redirection}"],
        env={**os.environ, "KHANHOO_HOME": str(home), **variables},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
        check=False,
    )


def verify_sentence(ran: subprocess.CompletedProcess[str], redirection: str) -> None:
    code, sentence = OUTPUTS[redirection]
    assert ran.returncode in ((0, 1) if code is None else (code,)), ran.stderr
    assert sentence in ran.stderr
    assert not [fault for fault in FAULTS if fault in ran.stderr]


@pytest.mark.parametrize("redirection", one_of_each(OUTPUTS, lambda name: OUTPUTS[name]))
def test_outputs_that_take_nothing(redirection: str, own_home: Path) -> None:
    """A sentence where one can be said, and the exit code."""
    verify_sentence(run_in_shell("rules hearts", redirection, own_home), redirection)


@pytest.mark.slow
@pytest.mark.parametrize("redirection", OUTPUTS)
@pytest.mark.parametrize("words", ["--version", "--help", "arena --help", *WITH_SUCCESS])
def test_outputs_of_commands_that_take_nothing(words: str, redirection: str, own_home: Path) -> None:
    """The same for all commands, also for those that find nothing."""
    verify_sentence(run_in_shell(words, redirection, own_home), redirection)


@pytest.mark.slow
@pytest.mark.parametrize("redirection", OUTPUTS)
def test_direct_outputs_that_take_nothing(redirection: str, own_home: Path) -> None:
    """The same for an output without a buffer."""
    verify_sentence(run_in_shell("rules hearts", redirection, own_home, PYTHONUNBUFFERED="1"), redirection)


@pytest.mark.parametrize(
    ("command", "redirection", "sentence"),
    [
        ("play hearts --plain", "<&-", "The input is closed"),
        ("play hearts --plain", ">&-", "The output is closed"),
        ("serve hearts --port 0", ">&-", "The output is closed"),
        ("serve hearts --port 0", "> /dev/full", "The output cannot be written: No space"),
    ],
)
def test_what_nobody_can_see_opens_no_table(command: str, redirection: str, sentence: str, own_home: Path) -> None:
    """What needs a file that is closed or full says so, and leaves no table."""
    ran = run_in_shell(command, redirection, own_home)
    assert (ran.returncode, sentence in ran.stderr) == (1, True)
    assert not list(own_home.rglob("config.json"))


@pytest.mark.slow
@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("words", [*(f"{call} --plain" for call in BY_LINES), "tables --stop ♠", *WITH_SUCCESS])
def test_processes_print_in_every_locale(words: str, environment: str, own_home: Path) -> None:
    """The same in real processes, with what is typed, and no warning at the end."""
    try:
        ran = run_in_shell(words, "", own_home, "♠é\nquit\n", **ENVIRONMENTS[environment])
    finally:
        if list(own_home.rglob("config.json")):
            run_in_shell("tables --stop-all", "", own_home)
    assert ran.returncode in (0, 1, 2), ran.stderr
    assert ran.stdout.strip() or ran.stderr.strip()
    assert not [fault for fault in FAULTS if fault in ran.stderr.replace("\0", "")]


@pytest.mark.parametrize(
    ("file", "found", "begins"),
    [
        ("pipx_metadata.json", "pip uv", "Install them with: pipx inject khanhoo "),
        ("uv-receipt.toml", "ensurepip", "uv pip install --python"),
        ("", "uv ensurepip", "uv pip install --python"),
        ("", "pip uv", "-m pip install "),
        ("", "ensurepip", "-m ensurepip && "),
        ("", "", "Install them with the package manager of your system: "),
        ("EXTERNALLY-MANAGED", "pip uv", "-m pip install --break-system-packages "),
        ("EXTERNALLY-MANAGED", "uv ensurepip", "Install them with the package manager of your system: "),
    ],
    ids=["pipx", "uv tool", "venv of uv", "venv", "no pip", "no installer", "system", "system, no pip"],
)
def test_missing_packages_say_what_works(
    file: str, found: str, begins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said fits the way in which this program was installed."""
    prefix = tmp_path / "khanhoo"
    prefix.mkdir()
    (prefix / file if file else prefix / "pyvenv.cfg").write_text("")
    monkeypatch.setattr("sys.prefix", str(prefix))
    if file == "EXTERNALLY-MANAGED":
        monkeypatch.setattr("sys.base_prefix", str(prefix))
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(prefix))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if name in found.split() else None)
    monkeypatch.setattr("shutil.which", lambda name: name if name in found.split() else None)
    for option, extra, package in (
        ("--ssh", "ssh", "asyncssh"),
        ("--web", "web", "aiohttp"),
        ("--dask", "cluster", "distributed"),
    ):
        told = str(problems.MissingPackages(option, extra))
        assert begins in told
        assert f'"{package}' in told
