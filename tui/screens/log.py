"""Everything that happened in a match, in words."""

from collections.abc import Iterable, Sequence

from textual.binding import Binding
from textual.widget import Widget

from ..table.narration import LogLine
from ..table.widgets.log import TONES, wrapped
from ..widgets.card_sizes import FRENCH, Pack
from ..widgets.key_bar import KeyHint
from ..widgets.screen import BACK, HELP, RoomScreen
from ..widgets.sheet import Line, Sheet, Span


class LogScreen(RoomScreen):
    """The log, open at its end."""

    WORDS = "Log"
    KEYS = (KeyHint("up,down", "scroll"), KeyHint("home", "beginning"), BACK, HELP)
    HELP_TEXT = (
        "What happened at this table, the latest below. Arrows, Space and the page keys scroll; Escape goes back."
    )
    BINDINGS = [Binding("q,enter", "back", "back", show=False, id="log.back")]

    def __init__(self, lines: Sequence[LogLine], pack: Pack = FRENCH) -> None:
        super().__init__()
        self.pack = pack
        self._log_lines = tuple(lines)

    def body(self) -> Iterable[Widget]:
        """The lines."""
        yield Sheet(at_end=True)

    def on_mount(self) -> None:
        """Wrap the lines to the window; keys scroll."""
        sheet = self.query_one(Sheet)
        width = max(20, self.app.size.width - 4)
        sheet.show(_lines(self._log_lines, width))
        sheet.focus()


def _lines(log: Sequence[LogLine], width: int) -> Iterable[Line]:
    for line in log:
        for part in wrapped(line.text, width):
            yield (Span(part, 1, TONES.get(line.tone, "felt")),)
