"""The completion scripts and the man page in the real programs that read them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pexpect

_STARTS: Final = {
    "bash": (
        ["--norc", "--noprofile", "-i"],
        "bind 'set enable-bracketed-paste off'; source '{script}'; khanhoo() {{ echo \"<$*>\"; }}",
    ),
    "zsh": (
        ["-f", "-i"],
        "fpath=('{folder}' $fpath); autoload -Uz compinit; compinit -D -u; bindkey '^I' complete-word;"
        ' khanhoo() {{ echo "<$*>" }}',
    ),
    "fish": (["--no-config", "-i"], "source '{script}'; function khanhoo; echo \"<$argv>\"; end"),
}
"""How each shell starts without the settings of whoever builds, and reads the script; `khanhoo` prints its words."""

_TYPED: Final = {
    "lear\tchinaso-e\t": "learn chinaso-express",
    "learn hearts/m\t": "learn hearts/moon",
    "play he\t--pac\tins\t": "play hearts --pace instant",
    "--no-m\tho\tkhamu\t": "--no-mouse host khamul",
    "simulate solo --bots medi\t": "simulate solo --bots medium",
    "replay /etc/pass\t": "replay /etc/passwd",
}
"""What somebody types after `khanhoo `, and what the shell makes of it."""

_READERS: Final = {
    "man": ["-l", "--warnings=w"],
    "groff": ["-man", "-ww", "-z", "-Tutf8"],
    "mandoc": ["-T", "lint", "-W", "warning"],
}
"""How each reader of man pages shows or checks one; a complaint goes to its output or fails it."""


def try_completion(shell: str, script: Path) -> str:
    """Type commands with tabs into a shell that has read the script. Returns what was tried; a failure ends it all."""
    if not shutil.which(shell):
        return f"{shell} is not on this machine: its completion was not tried"
    words, start = _STARTS[shell]
    environment = {"TERM": "dumb", "PATH": os.environ["PATH"], "HOME": str(script.parent)}
    prompt = pexpect.spawn(shell, words, encoding="utf-8", dimensions=(24, 250), env=environment, timeout=60)
    prompt.sendline(start.format(script=script, folder=script.parent))
    for typed, wanted in _TYPED.items():
        prompt.send(f"khanhoo {typed}\r")
        prompt.expect("\n<(.*?)>")
        if prompt.match[1].strip() != wanted:
            sys.exit(f"{shell} completes {typed!r} to {prompt.match[1]!r}, not to {wanted!r}.")
    prompt.close(force=True)
    return f"{shell} completes commands, games, options, values and files"


def try_man_page(reader: str, page: Path) -> str:
    """Show or check the page with a program for man pages. Returns what was tried; a complaint ends it all."""
    if not shutil.which(reader):
        return f"{reader} is not on this machine: the man page was not tried with it"
    done = subprocess.run(
        [reader, *_READERS[reader], page],
        env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "80"},
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = done.stderr if reader == "man" else done.stdout + done.stderr
    if done.returncode or complaints:
        sys.exit(f"{reader} complains about the man page:\n{complaints}")
    return f"{reader} reads the man page without a complaint"


def try_pages(places: dict[str, Path]) -> Iterator[str]:
    """Try each script, then the man page; a line for each attempt."""
    for shell in _STARTS:
        yield try_completion(shell, places[shell])
    for reader in _READERS:
        yield try_man_page(reader, places["man"])
