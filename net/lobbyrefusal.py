"""How a change of a lobby is refused."""

from .wirecodes import DoneCode


class LobbyRefusal(Exception):
    """A change that is not allowed; the text is a sentence for the person who asked. code: for programs."""

    def __init__(self, sentence: str, code: DoneCode) -> None:
        super().__init__(sentence)
        self.code: DoneCode = code
