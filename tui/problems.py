"""What can go wrong for a person, apart from faults of ours."""

from net.wire.sanitize import clean_lines


class Problem(Exception):
    """What was asked could not be done; the text is a sentence that also says what to do. Exit code 1.

    A sentence may quote a file's name, an argument, a line of a file: whatever is in these, no terminal is harmed.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(clean_lines(sentence))


class UsageProblem(Problem):
    """What was asked makes no sense; the text says what would. Exit code 2."""
