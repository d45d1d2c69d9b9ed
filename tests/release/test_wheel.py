"""The wheel and the sdist hold what they need, as hatchling lists it; `make dist` builds and tries them."""

import ast
import tomllib

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from ..arch.sources import PACKAGES, ROOT, calls, python_files


def in_wheel() -> set[str]:
    builder = WheelBuilder(str(ROOT))
    listed = {file.distribution_path for file in builder.recurse_included_files()}
    return listed | set(builder.config.force_include.values())


def files_below(*folders: str) -> set[str]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return {str(path.relative_to(ROOT)) for path in found if path.is_file() and "__pycache__" not in path.parts}


def test_the_wheel_holds_all_files_of_the_packages_and_only_shipped_documents_besides() -> None:
    listed = in_wheel()
    assert files_below(*PACKAGES) <= listed
    assert {f"{package}/py.typed" for package in PACKAGES} <= listed
    assert all((ROOT / "docs" / name.removeprefix("net/")).exists() for name in listed - files_below(*PACKAGES))


@pytest.mark.slow
def test_every_document_that_the_program_reads_is_in_the_wheel() -> None:
    read = {
        f"net/{ast.literal_eval(call.args[0])}"
        for path in python_files(*PACKAGES)
        for call, name in calls(path)
        if name == "read_shipped"
    }
    assert read
    assert read <= in_wheel()


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_packages_read_no_file_of_the_tree_that_is_outside_them(package: str) -> None:
    """A name like "benchmarks/x.json" in code would be found in a clone, and missing once installed."""
    outside = ("tests/", "benchmarks/", "docs/", "examples/", "release/", "screenshots/")
    named = [
        f"{path.relative_to(ROOT)}: {node.value}"
        for path in python_files(package)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(outside)
    ]
    assert not named


def test_the_sdist_holds_everything_that_a_wheel_and_the_tests_are_made_from() -> None:
    listed = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    assert files_below(*PACKAGES, "tests", "benchmarks", "docs", "examples", "release") <= listed
    assert {"pyproject.toml", "Makefile", "LICENSE", "README.md", "requirements-dev.lock"} <= listed


def test_what_makes_the_pages_is_named_alike_for_builds_and_for_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert set(hook["dependencies"]) <= set(project["dependency-groups"]["dev"])
