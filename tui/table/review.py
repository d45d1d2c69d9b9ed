"""Looking back in a match that goes on: to and fro over what this viewer was told, and back to now with one key."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.api import Seat, View

from ..widgets.key_bar import KeyHint
from .narration import LogLine
from .presenters import still_hand
from .recording import LiveReview
from .widgets.board import TableLook
from .widgets.prompt import OfferLook, PromptLook

ENTRY: Final = frozenset(("left", "right", "up", "down", "pageup", "home", "comma", "full_stop"))
"""Keys that start looking back for a viewer without a hand."""
_ELSEWHERE: Final = frozenset(("tab", "shift+tab", "question_mark", "f1"))
_HOUSE: Final = frozenset(("rules", "log", "table", "people", "chat"))
"""What other keys open, here as at the table."""


class Review:
    """An earlier moment of the match, while the player looks at it. The program asks the table for nothing and shows
    nothing new: it takes in the same events again, up to some place. past: that place."""

    past: LiveReview | None = None

    @property
    def is_on(self) -> bool:
        return self.past is not None

    def begin(self, view: View, names: Callable[[Seat], str], reader: Seat | None = None) -> None:
        """Begin to look back, at the newest event; not before the first deal."""
        if view.deal and self.past is None:
            self.past = LiveReview(view, names, reader)
            self.past.note()
            self.past.go(self.past.length)

    def end(self) -> None:
        self.past = None

    def press(self, key: str, house: Mapping[str, str]) -> bool:
        """Do what a key means while looking back. Returns whether it means any. house: the program's letters."""
        past = self.past
        if past is None or key in _ELSEWHERE or house.get(key) in _HOUSE:
            return False
        past.note()
        match key:
            case "end" | "escape" | "enter" | "space":
                self.end()
                return True
            case "left":
                past.go(past.place - 1)
            case "right":
                past.go(past.place + 1)
            case "comma":
                past.go(past.parts.from_here(past.place, -1))
            case "full_stop":
                past.go(past.parts.from_here(past.place, 1))
            case "pageup":
                past.go(past.card_from_here(-1))
            case "pagedown":
                past.go(past.card_from_here(1))
            case "up":
                past.go(past.deal_from_here(-1))
            case "down":
                past.go(past.deal_from_here(1))
            case "home":
                past.go(0)
            case _:
                pass  # a move cannot be made in the past
        past.go(max(past.place, past.deals[0]))
        return True

    def look(self, people: Sequence[tuple[str, str]], chat: Sequence[LogLine], *, is_asked: bool) -> TableLook:
        """The moment that is looked at. chat: of now. is_asked: the table waits for my answer meanwhile."""
        past = self.past
        assert past is not None
        past.note()
        shown = past.picture(people)
        return TableLook(
            shown,
            still_hand(shown),
            _prompt(past, is_asked=is_asked),
            _keys(past.parts.word),
            shown.head,
            f"LOOKING BACK {past.place}/{past.length}",
            tuple(past.story.log),
            chat,
        )


def _prompt(past: LiveReview, *, is_asked: bool) -> PromptLook:
    live = (OfferLook("end", "back to live"),)
    if is_asked:
        return PromptLook("▸ The table waits for your answer. Press End to answer.", mine=True, offers=live)
    where = past.parts.words(past.place)
    parts = (f"Event {past.place} of {past.length}", where, "" if past.is_over else "match goes on")
    return PromptLook(" · ".join(filter(None, parts)), offers=live)


def _keys(part: str) -> tuple[KeyHint, ...]:
    """part: what a deal is made of, "trick" or "turn"."""
    return (
        KeyHint("left,right", "step", rank=5),
        KeyHint("comma,full_stop", part, rank=4),
        KeyHint("pageup,pagedown", "card", rank=1),
        KeyHint("up,down", "deal", rank=3),
        KeyHint("home", "first", rank=2),
        KeyHint("escape", "live", keep=True),
        KeyHint("tab", "scores"),
        KeyHint("question_mark", "help", keep=True),
    )
