"""Errors whose text is a sentence for a person."""


class PathProblem(OSError):
    """A folder that the program needs cannot be made or used; the text is a sentence for a person."""

    def __init__(self, sentence: str) -> None:
        super().__init__(_as_text(sentence))


class StoreProblem(Exception):
    """Something could not be stored or read; the text is a sentence for a person. in_public: for other people, who must
    not learn where this machine has its files.
    """

    in_public = "The host's disk has a problem."

    def __init__(self, sentence: str) -> None:
        super().__init__(_as_text(sentence))


class DiskFull(StoreProblem):
    """No space is left on the disk, in the quota, or under the file size limit."""

    in_public = "The host's disk is full."


class DiskReadOnly(StoreProblem):
    """The place is read-only."""

    in_public = "The host cannot write to its disk."


class StoreBusy(StoreProblem):
    """Another process holds the file."""


class JoinRefused(Exception):
    """The table refused to let us in or to answer a request; the text is a sentence for the person. code: the host's,
    for programs; "" if it sent none.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WrongHost(JoinRefused):
    """A host with an unexpected key answers. key: its key, which the person may decide to trust. known: the expected
    key; "" or only its beginning if trusting would not help, since no earlier key was stored.
    """

    def __init__(self, sentence: str, key: str, known: str = "") -> None:
        super().__init__(sentence)
        self.key = key
        self.known = known


def _as_text(sentence: str) -> str:
    """A sentence that can be sent and printed, although it quotes the name of a file that is not UTF-8."""
    return sentence.encode("utf-8", "backslashreplace").decode()
