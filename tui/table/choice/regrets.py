"""My own choices of the present deal: alone with bots, the last of them can be taken back."""

from itertools import islice

from engine.api import Decision, Deck, Move


class Choices:
    """What I chose, in words, and a choice that is being taken back."""

    def __init__(self) -> None:
        self._made: list[tuple[int, str]] = []
        self._asked_back: str | None = None
        self._undone: str | None = None

    def made(self, decision: Decision, move: Move, deck: Deck, deal: int, words: str) -> None:
        """The table took a move of mine. An answer that was the only one is no choice."""
        is_open = decision.free or any(choice.shape for choice in decision.choices)
        if is_open or len(list(islice(decision.moves(deck), 2))) > 1:
            self._made.append((deal, words))

    def in_deal(self, deal: int) -> bool:
        """Whether I have made a choice in a deal that can be taken back."""
        return bool(self._made) and self._made[-1][0] == deal

    def begin_undo(self, deal: int) -> None:
        """I have asked for my last choice back."""
        self._asked_back = self._made[-1][1] if self.in_deal(deal) else "your last move"

    def end_undo(self, *, is_done: bool) -> None:
        """The table has answered that."""
        if is_done and self._made:
            self._made.pop()
        if not is_done:
            self._asked_back = None

    def told_again(self) -> None:
        """The match is told again from its start."""
        self._undone, self._asked_back = self._asked_back, None

    def take_sentence(self) -> str:
        """What was taken back, said once when the decision is asked again; "" for nothing."""
        undone, self._undone = self._undone, None
        return f"You took back: {undone}." if undone is not None else ""
