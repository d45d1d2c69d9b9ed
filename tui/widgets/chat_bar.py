"""The lowest row of a table: the keys, or the line that I am writing.

The table screen itself edits the line, so the hand keeps the focus of the keys. The cursor of the line does not blink,
so a pause in the writing sends nothing.
"""

from typing import Final

from rich.cells import cell_len

from .canvas import Grid
from .key_bar import KeyBar

MOST_SIGNS: Final = 200


class LineEdit:
    """A line of text with a cursor. text: what is written; at: signs before the cursor."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0

    def insert(self, text: str) -> None:
        """Write at the cursor: only what can be printed, on one line."""
        clean = "".join(sign if sign.isprintable() else " " for sign in text)
        clean = clean[: MOST_SIGNS - len(self.text)]
        self.text = self.text[: self.at] + clean + self.text[self.at :]
        self.at += len(clean)

    def press(self, key: str, character: str | None) -> bool:
        """A key; False if it means nothing in a line of text."""
        if character is not None and character.isprintable():
            self.insert(character)
            return True
        match key:
            case "left":
                self.at = max(0, self.at - 1)
            case "right":
                self.at = min(len(self.text), self.at + 1)
            case "home" | "ctrl+a":
                self.at = 0
            case "end" | "ctrl+e":
                self.at = len(self.text)
            case "backspace":
                self.text, self.at = self.text[: max(0, self.at - 1)] + self.text[self.at :], max(0, self.at - 1)
            case "delete":
                self.text = self.text[: self.at] + self.text[self.at + 1 :]
            case "ctrl+u":
                self.text, self.at = self.text[self.at :], 0
            case _:
                return False
        return True


class FootBar(KeyBar):
    """The keys; while something is being written, the line."""

    def __init__(self) -> None:
        super().__init__()
        self.line = LineEdit()
        self.writing = False

    def begin(self) -> None:
        """Open the line; what was written before and not sent is still there."""
        self.writing = True
        self.redraw()

    def leave(self) -> None:
        """Close the line and keep what was written."""
        self.writing = False
        self.redraw()

    def take(self) -> str:
        """Return the text of the line, and then empty and close the line."""
        text = self.line.text.strip()
        self.line = LineEdit()
        self.leave()
        return text

    def press(self, key: str, character: str | None) -> str:
        """A key for the line; what to send now, "" for nothing: Enter sends the line, Escape keeps it for later."""
        if key == "enter":
            return self.take()
        if key == "escape":
            self.leave()
        elif self.line.press(key, character):
            self.redraw()
        return ""

    def paint(self, grid: Grid) -> None:
        if not self.writing:
            super().paint(grid)
            return
        look, glyphs, line = self.look, self.glyphs, self.line
        x = grid.put(1, 0, "Say: ", look["bar_strong"])
        room = grid.width - x - 2
        start = 0
        while cell_len(line.text[start : line.at]) >= room:
            start += 1
        x = grid.put(x, 0, glyphs.plain(line.text[start : line.at]), look["bar"])
        x = grid.put(x, 0, glyphs.plain(line.text[line.at : line.at + 1] or " "), look["cursor"])
        rest = line.text[line.at + 1 :]
        while cell_len(rest) > grid.width - x - 1:
            rest = rest[:-1]
        x = grid.put(x, 0, glyphs.plain(rest), look["bar"])
        hint = "Enter: send, Esc: keep for later"
        if grid.width - x > len(hint) + 2:
            grid.put(grid.width - len(hint) - 1, 0, hint, look["bar_faint"])
