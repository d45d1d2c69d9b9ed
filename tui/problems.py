"""Errors that the user can correct."""

import sys
from collections.abc import Iterable
from pathlib import Path

from net.wire.sanitize import clean_lines


class Problem(Exception):
    """The request failed. The text is a sentence that also says what to do. Exit code 1.

    The sentence may quote a file name, an argument or a line of a file, so control characters are removed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(clean_lines(sentence))


class UsageProblem(Problem):
    """The request was wrong. The text says what to write instead. Exit code 2."""


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that an unknown one is most like; None if it is like none."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.75)), None)


class MissingPackages(Problem):
    """An option needs an extra of this package that is not installed."""

    def __init__(self, option: str, extra: str) -> None:
        super().__init__(f"{option} needs packages that are not installed. {_how_to_install(extra)}")


def _how_to_install(extra: str) -> str:
    """How to add the packages of an extra to this program's environment: a command that works in any folder, or words
    where no command is known.
    """
    from importlib import metadata

    try:
        required = metadata.requires("khanhoo") or []
    except metadata.PackageNotFoundError:
        required = []
    packages = [line.partition(";")[0].strip() for line in required if f"extra == '{extra}'" in line.replace('"', "'")]
    named = " ".join(f'"{package}"' for package in packages or [f"{Path(__file__).parents[1]}[{extra}]"])
    installer = _installer()
    if not installer:
        return f"Install them with the package manager of your system: {named}"
    return f"Install them with: {installer} {named}"


def _installer() -> str:
    """The command that installs packages for this Python, by how this program was installed; "" if there is none."""
    import shutil
    import sysconfig
    from importlib.util import find_spec
    from shlex import quote

    prefix, program = Path(sys.prefix), Path(sys.executable)
    if program.parent != Path.cwd() and program.is_relative_to(Path.cwd()):
        program = program.relative_to(Path.cwd())
    python = quote(str(program))
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject {prefix.name}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv pip install --python {python}"
    is_systems = (
        prefix == Path(sys.base_prefix) and (Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED").is_file()
    )
    if find_spec("pip") is not None:
        return f"{python} -m pip install{' --break-system-packages' if is_systems else ''}"
    if is_systems:
        return ""
    if shutil.which("uv"):
        return f"uv pip install --python {python}"
    return f"{python} -m ensurepip && {python} -m pip install" if find_spec("ensurepip") is not None else ""
