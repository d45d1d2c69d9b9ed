"""The command line. Loads no Textual, no zeroconf and no rules: a command imports what it needs when it runs."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NoReturn

from net.problems import PathProblem
from net.wire.sanitize import clean_lines

from .commands._text import typed_name
from .output import complain, drop_output, prepare_output, print_ascii
from .problems import Problem, UsageProblem, meant

OK: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130
"""As a shell reports Ctrl-C."""

COMMANDS: Final[dict[str, str]] = {
    "menu": "open the menu (the same as no command)",
    "play": "play against bots right away",
    "host": "open a table that others can join, and sit down at it",
    "serve": "run a table in the background without sitting down at it",
    "join": "join a table: from the list, by address or by link",
    "watch": "watch a table; without an address, follow one match after another",
    "list": "print the tables that you can join now",
    "tables": "list, lock, stop and restart the tables that you host",
    "learn": "learn a game at its table, step by step",
    "rules": "read the rules of a game",
    "replay": "step through a saved match",
    "verify": "check a saved match: every move and every score",
    "arena": "compare bots that play the same deals",
    "simulate": "let bots play matches and save them as replays",
}

EXAMPLES: Final[dict[str, str]] = {
    "khanhoo": "the menu",
    "khanhoo play hearts": "play Hearts against three bots",
    "khanhoo host khanhoo": "open a table; friends press f in the menu to find it",
    "khanhoo join 192.168.1.5:4242": "sit down at a friend's table",
}
EXIT_CODES: Final[dict[int, str]] = {
    OK: "success",
    FAILED: "failure",
    MISUSED: "wrong usage",
    INTERRUPTED: "stopped by Ctrl-C",
}


class _Parser(argparse.ArgumentParser):
    """Cleans its messages: they quote the arguments, which may contain control characters. A word that it does not know
    is a UsageProblem that suggests the nearest one.
    """

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            word = unknown[0].partition("=")[0]
            what = "option" if word.startswith("-") else "word"
            raise _unknown(what, word, [name for action in self._actions for name in action.option_strings], self.prog)
        return found, unknown

    def error(self, message: str) -> NoReturn:
        wrong = re.match(r"argument COMMAND: invalid choice: '([^']*)'", message)
        if wrong is not None:
            raise _unknown("command", wrong[1], list(COMMANDS), self.prog)
        super().error(clean_lines(message))


def _unknown(what: str, word: str, known: Sequence[str], prog: str) -> UsageProblem:
    """A word that a command does not know, with the nearest one that it knows."""
    near = meant(word, known)
    question = f"Did you mean {near}? " if near else ""
    return UsageProblem(f"Unknown {what} {word!r}. {question}{prog} --help shows what you can write.")


def make_parser(*commands: str) -> argparse.ArgumentParser:
    """The parser; only these commands get their arguments, so that only their modules are loaded."""
    parser = _Parser(
        prog="khanhoo",
        description="Card games in your terminal: against bots, on your network, or over SSH.",
        epilog=_epilog(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and quit")
    _add_looks(parser, argparse.SUPPRESS)
    _add_speech(parser, argparse.SUPPRESS)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        capital = summary[0].upper() + summary[1:] + "."
        child = subparsers.add_parser(name, help=summary, description=capital, allow_abbrev=False)
        if name in commands:
            _module(name).add_arguments(child)
            if getattr(_module(name), "USES_SCREEN", False):
                _add_looks(child, argparse.SUPPRESS)
            if getattr(_module(name), "SPEAKS", False):
                _add_speech(child, argparse.SUPPRESS)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code. The user never sees a traceback."""
    try:
        prepare_output()
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            sys.stdout.flush()
    except UsageProblem as problem:
        complain(str(problem))
        return MISUSED
    except (Problem, PathProblem) as problem:
        complain(clean_lines(str(problem)))
        return FAILED
    except KeyboardInterrupt:
        complain("")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has read enough (`khanhoo rules hearts | head`).
        drop_output()
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last net: the fault is written down and said, not hidden
        from .fault_report import explain_fault

        complain(clean_lines(explain_fault(error)))
        return FAILED


def _run(words: Sequence[str]) -> int:
    try:
        b"".join(map(os.fsencode, words))
    except UnicodeEncodeError as fault:
        raise UsageProblem(
            f"Khanhoo cannot read these words in this locale ({fault.encoding}). Try LC_ALL=C.UTF-8."
        ) from None
    args = make_parser(*_command_in(words)).parse_args(words)
    if args.version:
        from net.version import app_version

        print(f"khanhoo {app_version()}")
        return OK
    if getattr(args, "ascii", False):
        print_ascii()
    code: int = _module(args.command or "menu").run(args)
    return code


def _epilog() -> str:
    codes = ", ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES.items())
    return "\n".join([*(f"{words:31}{what}" for words, what in EXAMPLES.items()), "", f"exit codes: {codes}"])


def _command_in(words: Sequence[str]) -> list[str]:
    """The command among the words, if any: the first that is neither a switch nor the value of one."""
    before = ["", *words]
    return [word for switch, word in zip(before, words, strict=False) if word in COMMANDS and switch != "--name"][:1]


def _add_looks(parser: argparse.ArgumentParser, default: str) -> None:
    """Switches of every command that opens the screen. They apply to this run only."""
    group = parser.add_argument_group("screen")
    group.add_argument("--ascii", action="store_true", default=default, help="draw with ASCII characters only")
    group.add_argument(
        "--no-mouse",
        action="store_true",
        default=default,
        help="leave the mouse to the terminal, for example to select text",
    )
    group.add_argument(
        "--name", metavar="NAME", type=typed_name, default=default, help="the name that others see, for this run only"
    )


def _add_speech(parser: argparse.ArgumentParser, default: str) -> None:
    """Switches of the commands that can do without a screen."""
    group = parser.add_argument_group("by lines")
    group.add_argument(
        "--plain",
        action="store_true",
        default=default,
        help="for screen readers and scripts: print one line for each event, and draw no screen (automatic if the "
        "terminal cannot show a screen, or if the output is not a terminal)",
    )
    group.add_argument(
        "--verbosity",
        choices=("brief", "normal", "full"),
        default=default,
        help="how much text --plain prints (normal)",
    )


def _module(command: str) -> ModuleType:
    return import_module(f".commands.{command}", __package__)
