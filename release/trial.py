"""`make dist`: build the wheel and the sdist of the last commit twice, compare them, install them, and try them.

What passes is copied to dist/. The first failure ends it with a sentence and the output of the program that failed.
"""

import filecmp
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.play.registry import games

from .pages import PLACES, game_names
from .shells import try_pages

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("engine", "net", "tui")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a program prints. Ends the trial if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def verify(is_so: bool, otherwise: str) -> None:
    """End the trial with a sentence unless something is so."""
    if not is_so:
        sys.exit(otherwise)


def export(folder: Path) -> Path:
    """The files of the last commit, and nothing else, in a new folder."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def build(source: Path, into: Path, *targets: str, **environment: str) -> list[Path]:
    """The sdist and the wheel (or only some targets), in the order of their names: the wheel comes first."""
    chosen = [word for target in targets for word in ("-t", target)]
    run(sys.executable, "-m", "hatchling", "build", "-d", into, *chosen, cwd=source, **environment)
    return sorted(into.iterdir())


def build_twice(scratch: Path) -> tuple[Path, Path]:
    """The wheel and the sdist, equal byte for byte in two folders and two environments, and from the sdist itself."""
    epoch = run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()
    wheel, sdist = build(export(scratch / "first"), scratch / "out", SOURCE_DATE_EPOCH=epoch)
    other = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "COLUMNS": "40", "PYTHONHASHSEED": "7"}
    before = os.umask(0o077)
    again = build(export(scratch / "second"), scratch / "again", SOURCE_DATE_EPOCH=epoch, **other)
    os.umask(before)
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch / "unpacked", filter="data")
    (unpacked,) = (scratch / "unpacked").iterdir()
    again += build(unpacked, scratch / "from-sdist", "wheel", SOURCE_DATE_EPOCH=epoch)
    for one, two in zip((wheel, sdist, wheel), again, strict=True):
        verify(filecmp.cmp(one, two, shallow=False), f"Two builds of {one.name} differ.")
    print("built twice, and once from the sdist: the same bytes")
    return wheel, sdist


def verify_contents(wheel: Path, sdist: Path) -> None:
    """The sdist is the commit; the wheel is its packages, the documents that they read, and the pages."""
    known = set(run("git", "ls-tree", "-r", "--name-only", "HEAD", cwd=ROOT).splitlines())
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    verify(packed == known | {"PKG-INFO"}, f"The sdist is not the commit: {sorted(packed - {'PKG-INFO'} ^ known)}")
    stem = "-".join(wheel.name.split("-")[:2])
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.startswith(f"{stem}.dist-info/")}
    wanted = {name for name in known if name.startswith(tuple(f"{package}/" for package in PACKAGES))}
    target = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    wanted |= {*target["force-include"].values(), *(f"{stem}.data/data/{place}" for place in PLACES.values())}
    verify(held == wanted, f"The wheel holds too much or too little: {sorted(held ^ wanted)}")
    print(f"contents: {len(held)} files in the wheel, {len(packed)} in the sdist, as in the commit")


def install(wheel: Path, sdist: Path, scratch: Path) -> Iterator[tuple[str, Path, Path]]:
    """Where pages and program are, by the name of the installer: pip takes the wheel, pipx the sdist."""
    prefix = scratch / "pip"
    run(sys.executable, "-m", "venv", prefix, cwd=scratch)
    run(prefix / "bin/python", "-m", "pip", "install", "--quiet", wheel, cwd=scratch)
    yield "pip", prefix / "share", prefix / "bin/khanhoo"
    home = scratch / "pipx"
    folders = {"HOME": "home", "BIN_DIR": "bin", "MAN_DIR": "share/man", "COMPLETION_DIR": "share"}
    told = {f"PIPX_{name}": str(home / folder) for name, folder in folders.items()}
    run(sys.executable, "-m", "pipx", "install", sdist, cwd=scratch, **told)
    yield "pipx", home / "share", home / "bin/khanhoo"


def try_program(program: Path, version: str, scratch: Path) -> None:
    """The version, a match of bots that is then checked, and the rulebook of each game, far from the clone."""
    with TemporaryDirectory(dir=scratch) as name:
        folder, home = Path(name), {"KHANHOO_HOME": f"{name}/home", "PYTHONPATH": ""}
        told = run(program, "--version", cwd=folder, **home)
        verify(told == f"khanhoo {version}\n", f"--version prints {told!r}, not khanhoo {version}.")
        for meta in games():
            run(program, "simulate", meta.id, "--deals", "1", "--bots", "easy", "--out", folder, cwd=folder, **home)
            told = run(program, "rules", meta.id, "--print", cwd=folder, **home)
            verify(told.startswith(meta.title), f"The rulebook of {meta.title} begins with {told[:40]!r}.")
        for command in game_names():
            run(program, "rules", command, "--options", cwd=folder, **home)
        run(program, "verify", *folder.glob("*.khr"), cwd=folder, **home)


def main() -> None:
    """Build, try and copy."""
    if run("git", "status", "--porcelain", cwd=ROOT):
        print("Changes that are not committed are not built: this tries the last commit.")
    with TemporaryDirectory(prefix="khanhoo-dist-") as name:
        scratch = Path(name)
        wheel, sdist = build_twice(scratch)
        verify_contents(wheel, sdist)
        version = wheel.name.split("-")[1]
        for installer, share, program in install(wheel, sdist, scratch):
            try_program(program, version, scratch)
            for place in PLACES.values():
                verify((share.parent / place).exists(), f"{installer} did not install {place}.")
            print(f"installed by {installer}: --version, a deal of bots and the rulebook of each game, all pages")
        for line in try_pages({name: scratch / "pip" / place for name, place in PLACES.items()}):
            print(line)
        (ROOT / "dist").mkdir(exist_ok=True)
        for file in (wheel, sdist):
            shutil.copy(file, ROOT / "dist")
            print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  dist/{file.name}")


if __name__ == "__main__":
    main()
