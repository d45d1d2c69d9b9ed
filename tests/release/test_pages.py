"""The man page and the completion scripts name all that the command line knows."""

import argparse
import subprocess
import time
from pathlib import Path

import pytest

from engine.api import find_game, games, lessons_of
from release.pages import PLACES, make_pages
from tui.cli import COMMANDS, EXIT_CODES, make_parser


def pages() -> dict[str, str]:
    """All pages of one day."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "86400")
        return make_pages("1.2.3")


PAGES = pages()
SCRIPTS = sorted(PLACES.keys() - {"man"})


def long_options(command: str) -> set[str]:
    """Options of a command by their names without the dashes."""
    (subparsers,) = [
        action for action in make_parser(command)._actions if isinstance(action, argparse._SubParsersAction)
    ]
    options = {name for action in subparsers.choices[command]._actions for name in action.option_strings}
    return {name.removeprefix("--") for name in options if name.startswith("--")}


def words_of(text: str) -> set[str]:
    """The words of a page or script, whatever they are quoted with."""
    plain = text.replace(r"\-", "-").replace(r"\fB", " ").replace(r"\fR", " ")
    return set("".join(letter if letter.isalnum() or letter in "-_" else " " for letter in plain).split())


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_completion_script_offers_every_command_option_and_game(shell: str) -> None:
    words = {word.removeprefix("--") for word in words_of(PAGES[PLACES[shell]])}
    assert set(COMMANDS) <= words
    assert {meta.id.replace("_", "-") for meta in games()} <= words
    assert {"english-khanhoo", "easy", "hard"} <= words
    for command in COMMANDS:
        assert long_options(command) <= words


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_completion_script_offers_every_lesson_as_the_list_names_it(shell: str) -> None:
    script = PAGES[PLACES[shell]]
    for lesson in (lesson for meta in games() for lesson in lessons_of(find_game(meta.id)) if "/" in lesson.id):
        assert lesson.id in script


def test_the_man_page_has_every_command_with_its_options_and_every_exit_code() -> None:
    page = PAGES[PLACES["man"]]
    sections = dict(part.split(r"\fR", 1) for part in page.split("\n.SS \\fBkhanhoo ")[1:])
    assert list(sections) == list(COMMANDS)
    for command, section in sections.items():
        assert {f"--{name}" for name in long_options(command)} - {"--help"} <= words_of(section)
    status = page.partition(".SH EXIT STATUS\n")[2]
    assert [line for line in status.splitlines() if line.startswith(r"\fB")] == [
        rf"\fB{code}\fR" for code in EXIT_CODES
    ]


def test_the_man_page_has_the_version_and_the_day_of_the_commit() -> None:
    head = PAGES[PLACES["man"]].splitlines()[0]
    assert head == '.TH KHANHOO "1" "1970-01-02" "khanhoo 1.2.3" "Khanhoo"'


def test_pages_do_not_depend_on_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert pages() == PAGES


@pytest.mark.parametrize(("zone", "second_of_the_day"), [("JST-9", 86_399), ("EST5", 0)])
def test_pages_do_not_depend_on_the_time_zone(
    zone: str, second_of_the_day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(86_400 + second_of_the_day))
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert make_pages("1.2.3") == PAGES
    finally:
        monkeypatch.delenv("TZ")
        time.tzset()


def test_bash_completes_a_game_and_a_value_of_an_option(tmp_path: Path) -> None:
    script = tmp_path / "khanhoo"
    script.write_text(PAGES[PLACES["bash"]], "utf-8")
    ask = (
        f"source {script}\n"
        'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_khanhoo khanhoo "${@: -1}"; echo "$COMPREPLY"; }\n'
        "ask khanhoo simul\nask khanhoo play hea\nask khanhoo play hearts --pace qu\n"
    )
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["simulate", "hearts", "quick"]
