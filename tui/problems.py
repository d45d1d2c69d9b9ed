"""What can go wrong for a person, apart from faults of ours."""


class Problem(Exception):
    """What was asked could not be done; the text is a sentence that also says what to do. Exit code 1."""


class UsageProblem(Problem):
    """What was asked makes no sense; the text says what would. Exit code 2."""
