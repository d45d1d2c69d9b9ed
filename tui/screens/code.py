"""A private table asks for its code: a line to type it into."""

from collections.abc import Sequence

from ..widgets.page import Block
from .asking import AskingScreen


class CodeScreen(AskingScreen):
    """Answers the code as it was typed, or None for whoever would rather not come.

    address: where the table is. problem: what it said, that it wants a code or that the last one was wrong.
    """

    title_words = "A private table"
    wanted = "the code"
    longest = 24
    yes, no = "join", "do not join"

    def __init__(self, address: str, problem: str) -> None:
        super().__init__()
        self._address, self._problem = address, problem

    def blocks(self) -> Sequence[Block]:
        """Where it is, and where the code is to be had."""
        return (
            Block(self._problem, "turn"),
            Block(self._address, "strong", 14, "The table:", "faint", gap=1),
            Block(
                "The host sees the code in the lobby: six letters and digits, such as K7M-4XR. Neither case nor "
                "dash matters. It is proven without being sent: nobody who stands between learns it.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        """A code, however it was written."""
        from net.codes import read_code

        return read_code(typed)
