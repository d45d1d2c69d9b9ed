"""The people of a table in the middle of a match: who is here, votes, and seats whose players are away."""

from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING, Any

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from engine.api import Seat

from ..draft import Item
from ..hosting import get_game
from ..looking import SETTINGS, answer, look_lines, step
from ..messages import SessionNews
from ..people import PeopleLine, people_lines
from ..widgets.keybar import KeyHint
from ..widgets.page import Block, Page
from ..widgets.rows import RowList
from .base import BACK, HELP, RoomScreen
from .new_table import Form, form_rows

if TYPE_CHECKING:
    from ..tablesession import TableSession


class PeopleScreen(RoomScreen):
    """Everybody at the table. A yes or no of mine goes to the table; what it says shows here."""

    WORDS = "People"
    KEYS = (
        KeyHint("up,down", "move"),
        KeyHint("enter", "yes", keep=True),
        KeyHint("n", "no", keep=True),
        KeyHint("left,right", "bot"),
        BACK,
        HELP,
    )
    HELP_TEXT = (
        "Nobody comes into the middle of a deal: what is agreed on during one is done when it is over, and is void if "
        "the absent player is back by then.\n\n"
        "Enter on the seat of somebody who is away asks the others to go on without it, in games that allow that; its "
        "score stands, and it cannot win. Who watches asks for the seat with Enter, and the host says yes or no. "
        "Between two deals the host can give it to a bot with left and right.\n\n"
        "Enter on a vote says yes, n says no, as often as you change your mind while it is open. To break the match "
        "off, more than half of all players have to agree.\n\n"
        "The host sees here how people come in: everybody, or whoever knows the table's code."
    )
    BINDINGS = [
        Binding("n", "no", "no", show=False, id="people.no"),
        Binding("q", "back", "back", show=False, id="people.back"),
    ]

    def __init__(self, session: "TableSession") -> None:
        super().__init__()
        self._session: Any = session

    def body(self) -> Iterable[Widget]:
        """List and meaning."""
        yield Form((22, 0))

    def on_mount(self) -> None:
        """Fill the list."""
        self._show()
        self.query_one(RowList).focus()

    def on_session_news(self, _message: SessionNews) -> None:
        """Something may have changed."""
        self._show()

    @property
    def lines(self) -> list[PeopleLine]:
        """Everything that is listed."""
        info = self._session.info
        if info is None:
            return []
        mine = self._session.seat
        shown = look_lines(info, mine, getattr(self._session, "gaze", None))
        return people_lines(info, mine, get_game(info.game), getattr(self._session, "table_code", ""), shown)

    def _show(self) -> None:
        items = [
            Item(
                line.id or f"line {number}", line.label, line.value, line.told, steps=_steps(line), heading=line.heading
            )
            for number, line in enumerate(self.lines)
        ]
        self.query_one(RowList).show(form_rows(items))
        self._explain()

    def _current(self) -> PeopleLine | None:
        row = self.query_one(RowList).current
        return next((line for line in self.lines if row is not None and line.id and line.id == row.id), None)

    @on(RowList.Moved)
    def _explain(self) -> None:
        line = self._current()
        blocks = [Block(line.label, "strong"), Block(line.told, gap=1)] if line is not None else []
        self.query_one(Page).show(blocks)

    @on(RowList.Chosen)
    def _yes(self) -> None:
        self._answer(is_yes=True)

    def action_no(self) -> None:
        """No."""
        self._answer(is_yes=False)

    @on(RowList.Stepped)
    def _bot(self, event: RowList.Stepped) -> None:
        kind, _, seat = event.row_id.partition(":")
        info = self._session.info
        if event.row_id in SETTINGS and info is not None:
            self._ask(step(self._session, event.row_id, event.step))
        if kind in ("drop", "bot") and seat.isdecimal() and info is not None:
            levels = [level.id for level in get_game(info.game).levels]
            self._ask(self._session.set_bot(int(seat), levels[0 if event.step > 0 else -1]))

    def _answer(self, *, is_yes: bool) -> None:
        line = self._current()
        if line is None:
            self.tell("There is nothing to be said to that.")
            return
        kind, _, rest = line.id.partition(":")
        session = self._session
        match kind:
            case "stop":
                self._ask(session.vote_to_stop(is_yes))
            case "drop":
                self._ask(session.vote_to_drop(int(rest), is_yes))
            case "take":
                self._ask(session.take_seat(int(rest) if is_yes else None))
            case "admit":
                seat, _, name = rest.partition(":")
                self._ask(session.admit(Seat(seat), name, is_yes))
            case "private":
                self._ask(session.set_option("table.private", is_yes))
            case _:
                asked = answer(session, line.id, is_yes=is_yes)
                if asked is not None:
                    self._ask(asked)
                else:
                    self.tell(line.told)

    def _ask(self, answer: Awaitable[Any]) -> None:
        self.tell("")
        self.run_worker(self._told(answer), group="asking")

    async def _told(self, answer: Awaitable[Any]) -> None:
        outcome = await answer
        if not outcome.accepted:
            self.tell(outcome.reason or "The table did not allow that.", "warning")
        elif self.is_attached:
            self._show()


def _steps(line: PeopleLine) -> bool:
    return line.id.startswith(("drop:", "bot:")) or line.id in SETTINGS
