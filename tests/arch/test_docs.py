"""What the documents promise to type exists."""

import re
import subprocess
import sys
import tomllib

import pytest

from .sources import ROOT

DOCUMENTS = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOR_PLAYERS = ["README.md", *(f"docs/{name}.md" for name in ("playing", "security", "commands", "claims", "bots"))]
CLI = [sys.executable, "-m", "tui"]


def _text(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


def _targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_named_exists(document: str) -> None:
    named = set(re.findall(r"(?:`|^\s*|\$ )make ([a-z][a-z-]*)", _text(document), re.MULTILINE))
    assert named <= _targets()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_linked_exists(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", _text(document))
    assert not [link for link in links if not ((ROOT / document).parent / link).exists()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_named_in_code_exists(document: str) -> None:
    named = re.findall(r"`((?:engine|net|tui|tests|benchmarks|screenshots|docs|examples)/[\w./]*)`", _text(document))
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_command_named_is_known_to_the_command_line() -> None:
    known = subprocess.run([*CLI, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout
    named = set(re.findall(r"(?:^|`|\s|bin/)khanhoo ([a-z]+)", "\n".join(map(_text, FOR_PLAYERS)), re.MULTILINE))
    assert named
    assert not {command for command in named if not re.search(rf"\b{command}\b", known)}


def test_the_makefile_is_what_the_readme_says_first() -> None:
    first = re.search(r"```(?:\w*)\n(.*?)```", _text("README.md"), re.DOTALL)
    assert first is not None
    assert [line.split("#")[0].strip() for line in first[1].splitlines() if line.strip()] == ["make play", "make test"]


def test_every_target_that_is_no_file_is_declared_so() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert _targets() == set(phony[1].split())


def test_every_test_of_the_quick_ones_exists() -> None:
    shown = subprocess.run(
        ["make", "-n", "quick"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    ).stdout
    named = re.findall(r"tests/[\w/.]+", shown)
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_lock_files_name_no_place_and_hash_every_release() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text("utf-8")
        assert "://" not in text
        assert "file:" not in text
        entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]
        assert all(re.match(r"[a-z0-9.-]+==\S+", entry) and "--hash=sha256:" in entry for entry in entries), lock


def test_the_lock_for_players_holds_every_dependency_and_the_others_agree_with_it() -> None:
    project = tomllib.loads(_text("pyproject.toml"))
    wanted = {re.split(r"[<>=]", name)[0] for name in project["project"]["dependencies"]}
    pins = {
        lock.name: dict(re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE))
        for lock in ROOT.glob("requirements*.lock")
    }
    assert wanted <= set(pins["requirements.lock"])
    assert pins["requirements.lock"].items() <= pins["requirements-dev.lock"].items()
    assert pins["requirements-dev.lock"].items() <= pins["requirements-bench.lock"].items()


SENTENCE_ENDS_INSIDE = re.compile(r"[.!?][)\"'*_`]*\s+[(\[\"'*_`]*[A-Z`]")


def _prose(document: str) -> list[str]:
    """The lines of a document without headings, tables and code."""
    lines = []
    is_code = False
    for line in _text(document).splitlines():
        is_code ^= line.startswith("```")
        if not is_code and not line.startswith(("```", "|", "#", "    ")):
            lines.append(line)
    return lines


@pytest.mark.parametrize("document", DOCUMENTS)
def test_prose_has_one_sentence_a_line_and_no_long_line(document: str) -> None:
    lines = _prose(document)
    assert not [line for line in lines if len(line) > 120]
    bare = [re.sub(r"^\s*(?:[-*]|\d+\.)\s+", "", line) for line in lines]
    assert not [line for line in bare if SENTENCE_ENDS_INSIDE.search(line)]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_names_a_place_that_only_one_machine_has(document: str) -> None:
    assert not re.findall(r"/(?:home|root|tmp|work|usr|var)/\S*|\S*(?:pypi|pythonhosted|localhost)\S*", _text(document))


MARGIN = re.compile(r"deal: ([+-][\d.]+) points a deal, standard error [\d.]+, ([+-][\d.]+) sigmas")


def test_the_table_of_bots_shows_what_the_arena_printed() -> None:
    printed = [
        f"{margin} ({sigmas})"
        for path in (ROOT / "docs" / "measurements").glob("*.md")
        for margin, sigmas in MARGIN.findall(path.read_text("utf-8"))
    ]
    shown = re.findall(r"[+-][\d.]+ \([+-]?[\d.]+\)", _text("docs/bots.md"))
    assert sorted(shown) == sorted(each.replace("(+", "(") for each in printed)
