"""Errors that the user can correct."""

from net.wire.sanitize import clean_lines


class Problem(Exception):
    """The request failed. The text is a sentence that also says what to do. Exit code 1.

    The sentence may quote a file name, an argument or a line of a file, so control characters are removed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(clean_lines(sentence))


class UsageProblem(Problem):
    """The request was wrong. The text says what to write instead. Exit code 2."""
