"""Looking back in a match that goes on: to and fro over what this viewer was told, and back to now with one key."""

from typing import Final

from engine.api import View

from ..widgets.key_bar import KeyHint
from .news import TableView
from .picture import Picture
from .recording import LiveReview, still_hand
from .widgets.prompt import OfferLook, PromptLook


def past_keys(part: str) -> tuple[KeyHint, ...]:
    """The key bar of whoever looks back. part: what a deal is made of, "trick" or "turn"."""
    return (
        KeyHint("left,right", "step", rank=5),
        KeyHint("comma,full_stop", part, rank=4),
        KeyHint("pageup,pagedown", "card", rank=1),
        KeyHint("up,down", "deal", rank=3),
        KeyHint("home", "first", rank=2),
        KeyHint("end", "live", keep=True),
        KeyHint("tab", "scores"),
        KeyHint("question_mark", "help", keep=True),
    )


ENTRY: Final = frozenset(("left", "right", "up", "down", "pageup", "home", "comma", "full_stop"))
"""Keys by which whoever has no hand begins to look back."""
_ELSEWHERE: Final = frozenset(("slash", "tab", "shift+tab", "question_mark", "f1"))
_HOUSE: Final = frozenset(("rules", "log", "options", "people", "check"))
"""What other keys open, here as at the table."""


class LookBack(TableView):
    """A table that can be looked back at. Nothing is asked of the table for it, and nothing is seen that was not seen
    before: the same events are taken in again, up to some place."""

    _past: LiveReview | None = None

    @property
    def looks_back(self) -> bool:
        """Whether another moment than now is shown."""
        return self._past is not None

    def look_back(self) -> None:
        """Begin to look back, at where the match stands now."""
        if self._view.deal and self._past is None:
            self._past = LiveReview(self._view, self._name_of)
            self._past.note()
            self._past.go(self._past.length)
            self.refresh_table()

    def look_at_now(self) -> None:
        """Back to live."""
        self._past = None
        self.refresh_table()

    def press_past(self, key: str) -> bool:
        """Whether a key means something while looking back, or begins it for who has no other use for it; does it."""
        if self._past is None:
            if key not in ENTRY or self.is_seated:
                return False
            self.look_back()
        past = self._past
        if past is None or key in _ELSEWHERE or self._keys.get(key) in _HOUSE:
            return False
        past.note()
        match key:
            case "end" | "escape" | "enter" | "space":
                self.look_at_now()
                return True
            case "left":
                past.go(past.place - 1)
            case "right":
                past.go(past.place + 1)
            case "comma":
                past.go(past.part_from_here(-1))
            case "full_stop":
                past.go(past.part_from_here(1))
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
        self.refresh_table()
        return True

    def refresh_table(self) -> None:
        """Draw the moment that is looked at; what happens now goes on behind it."""
        past = self._past
        if past is None or not self.is_mounted:
            super().refresh_table()
            return
        self._story.catch_up(self._view.events, self.session.gallery)
        past.note()
        shown, board = past.picture(self._people()), self.board
        board.show(shown)
        board.show_tableau(None)
        board.show_hand(still_hand(shown))
        board.show_words(
            shown.head, f"LOOKING BACK {past.place}/{past.length}", tuple(past.story.log), tuple(self._story.chat)
        )
        board.show_prompt(self._past_prompt(past))
        board.foot.show(past_keys(past.parts.word))

    def _prompt_look(self, shown: Picture) -> PromptLook:
        return super()._prompt_look(shown) if self._past is None else self._past_prompt(self._past)

    def _past_prompt(self, past: LiveReview) -> PromptLook:
        live = (OfferLook("end", "back to live"),)
        if self.session.decision is not None:
            return PromptLook("▸ The table waits for your answer: End goes to it.", mine=True, offers=live)
        where = past.parts.words(past.place)
        told = f"Looking back: event {past.place} of {past.length}{f' · {where}' if where else ''} · live goes on"
        return PromptLook(told, offers=live)

    def _begin_anew(self, view: View) -> None:
        self._past = None
        super()._begin_anew(view)
