"""My own choices of the present deal: alone with bots, the last of them can be taken back."""

from itertools import islice

from engine.api import BOX, DealBegan, Decision, Deck, Move, Moved, View


class Choices:
    """What I chose, in words, and a choice that is being taken back. view: what was told before; a program that was
    started again in mid-deal knows from it whether I have chosen."""

    def __init__(self, view: View) -> None:
        self._resumed = view.deal if _gave_a_card(view) else None
        self._made: list[tuple[int, str]] = []
        self._asked_back: str | None = None
        self._undone: str | None = None

    def made(self, decision: Decision, move: Move, deck: Deck, deal: int, words: str) -> None:
        """The table accepted a move of mine. If it was the only possible move, it is no choice."""
        is_open = decision.free or any(choice.shape for choice in decision.choices)
        if is_open or len(list(islice(decision.moves(deck), 2))) > 1:
            self._made.append((deal, words))

    def can_take_back(self, view: View) -> bool:
        """Whether I have made a choice in this deal. In a resumed deal, a card that I gave counts as a choice."""
        return self._knows_last(view) or (self._resumed == view.deal and _gave_a_card(view))

    def _knows_last(self, view: View) -> bool:
        return bool(self._made) and self._made[-1][0] == view.deal

    def begin_undo(self, view: View) -> None:
        """I have asked for my last choice back."""
        self._asked_back = f"this choice: {self._made[-1][1]}" if self._knows_last(view) else "your last choice"

    def end_undo(self, *, is_done: bool) -> None:
        """The table has answered the request to take a choice back."""
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
        return f"You took back {undone}." if undone is not None else ""


def _gave_a_card(view: View) -> bool:
    """Whether a card has gone from the viewer to another zone in this deal."""
    for event in reversed(view.events):
        match event:
            case DealBegan():
                return False
            case Moved(src, dst) if src != BOX and view.game.plan.owner(src) == view.viewer is not None:
                if dst == BOX or view.game.plan.owner(dst) != view.viewer:
                    return True
    return False
