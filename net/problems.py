"""What a person is refused, or what fails, each in a sentence for a person."""


class StoreProblem(Exception):
    """Something could not be kept or read; the text is a sentence for a person."""


class DiskFull(StoreProblem):
    """No room is left on the disk, in the quota, or up to the file size limit."""


class DiskReadOnly(StoreProblem):
    """The place may not be written."""


class StoreBusy(StoreProblem):
    """Another process holds the file."""


class JoinRefused(Exception):
    """The table does not let us in, or does not give us what we asked for; the text is a sentence for the person.

    code: the host's, for programs; "" where it has said none.
    """

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WrongHost(JoinRefused):
    """Another host answers than the one that is known.

    key: its fingerprint, which the person may come to trust. known: the one that was expected; "" or only its beginning
    where trust would not help, since it is not a key of earlier that stands against it.
    """

    def __init__(self, sentence: str, key: str, known: str = "") -> None:
        super().__init__(sentence)
        self.key = key
        self.known = known
