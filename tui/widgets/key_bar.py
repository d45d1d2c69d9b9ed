"""The key bar: one row that says which keys do what now. It is drawn, never composed, and costs nothing at rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events

from .canvas import Display, Grid, fit_cells
from .glyphs import ASCII_KEYS

KEY_WORDS: Final = {
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "tab": "Tab",
    "question_mark": "?",
    "slash": "/",
    "left,right": "←→",
    "up,down": "↑↓",
    "pageup,pagedown": "PgUp/Dn",
    "comma,full_stop": ", .",
    "home": "Home",
    "end": "End",
}


def key_word(key: str, *, ascii: bool = False) -> str:  # noqa: A002
    """How a key is written on the screen: "Space", "←→", "^q"; Textual's name of a key that is its own word stays."""
    if key.startswith("ctrl+"):
        return "^" + key.removeprefix("ctrl+")
    word = KEY_WORDS.get(key, key)
    return ASCII_KEYS.get(word, word) if ascii else word


@dataclass(frozen=True)
class KeyHint:
    """One entry of the bar.

    key: Textual's name of the key, or two names with a comma ("left,right"). label: what the key does, in one or two
    words. on: whether the key does that now. keep: the entry stays even if there is no room. Of the other entries, the
    lowest rank goes first.
    """

    key: str
    label: str
    on: bool = True
    keep: bool = False
    rank: int = 0


SCROLL: Final = KeyHint("up,down", "scroll")
"""Not shown where all lines are in sight."""


def fitting(hints: Sequence[KeyHint], room: int, *, ascii: bool = False) -> list[KeyHint]:  # noqa: A002
    """The entries that have room in so many cells; those that are kept, even where they have not."""
    chosen = list(hints)
    width = sum(cell_len(key_word(hint.key, ascii=ascii)) + cell_len(hint.label) + 3 for hint in chosen) - 2
    for place in sorted(range(len(hints)), key=lambda place: (hints[place].rank, -place)):
        hint = hints[place]
        if width <= room:
            break
        if not hint.keep:
            chosen.remove(hint)
            width -= cell_len(key_word(hint.key, ascii=ascii)) + cell_len(hint.label) + 3
    return chosen


class KeyBar(Display[tuple[KeyHint, ...]]):
    """One row of keys with their words. A click on an entry presses its key.

    `show` replaces the entries; when they do not fit, those without `keep` are left out: by rank, then from the right.
    """

    DEFAULT_CSS = "KeyBar { height: 1; width: 1fr; dock: bottom; }"
    GROUND = "bar"

    def __init__(self, *hints: KeyHint) -> None:
        super().__init__(hints)
        self._places: list[tuple[int, int, KeyHint]] = []
        self._scrolls = True

    def set_scrolls(self, scrolls: bool) -> None:
        """Whether there are more lines on the screen than are in sight."""
        if scrolls != self._scrolls:
            self._scrolls = scrolls
            self.redraw()

    def paint(self, grid: Grid) -> None:
        self._places = []
        x = 1
        hints = [hint for hint in self.value if self._scrolls or hint != SCROLL]
        for hint in fitting(hints, grid.width - 1, ascii=self.glyphs.name == "ascii"):
            word = key_word(hint.key, ascii=self.glyphs.name == "ascii")
            start = x
            x = grid.put(x, 0, word, self.look["key" if hint.on else "off"])
            label = " " + fit_cells(hint.label, max(0, grid.width - x - 1))
            x = grid.put(x, 0, label, self.look["label" if hint.on else "off"])
            self._places.append((start, x, hint))
            x += 2

    def on_click(self, event: events.Click) -> None:
        """A click presses the key; of a pair, the left half presses the first."""
        x, _ = self.place_of(event)
        for start, end, hint in self._places:
            if start <= x < end and hint.on:
                keys = hint.key.split(",")
                event.stop()
                self.app.simulate_key(keys[-1] if x > start else keys[0])
                return
