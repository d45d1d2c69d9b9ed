"""A private table asks for its code: a line to type it into."""

from collections.abc import Sequence

from ..widgets.text import Block
from .asking import AskingScreen


class CodeScreen(AskingScreen):
    """Answers the code as it was typed, or None for whoever would rather not come.

    address: where the table is. problem: what it said, that it wants a code or that the last one was wrong, and how
    many tries are left. title: of the table, "" where it is not known. typed: the code that was tried.
    """

    title_words = "A private table"
    wanted = "the code"
    longest = 24
    yes, no = "join", "do not join"

    def __init__(self, address: str, problem: str, title: str = "", typed: str = "") -> None:
        super().__init__()
        self._address, self._problem, self._title, self.typed = address, problem, title, typed

    def blocks(self) -> Sequence[Block]:
        """Where it is, and where the code is to be had."""
        return (
            Block(self._problem, "turn"),
            Block(f"{self._title}  {self._address}".strip(), "strong", 14, "The table:", "faint", gap=1),
            Block(
                "The host sees the code in the lobby: six letters and digits, such as K7M-4XR. Neither case nor "
                "dash matters. It is proven without being sent: nobody who stands between learns it.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        """A code, however it was written."""
        from net.crypto.join_code import read_code

        return read_code(typed)
