"""The subcommands, one module each: `add_arguments(parser)` and `run(args) -> exit code`.

The command line imports the one that it needs. A command that cannot do what was asked raises a Problem; one
that was asked the wrong thing raises a UsageProblem.
"""


class Problem(Exception):
    """What was asked could not be done; the text is a sentence that also says what to do. Exit code 1."""


class UsageProblem(Problem):
    """What was asked makes no sense; the text says what would. Exit code 2."""
