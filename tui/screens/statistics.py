"""Statistics for each game, and the last matches."""

from collections.abc import Iterable
from typing import Final

from textual.widget import Widget

from ..forms.host_config import game_title
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.statistics import GameSummary, PlayedMatch, StatisticsProblem
from ..widgets.key_bar import KeyHint
from ..widgets.list import Row, RowList

_HEADS: Final = ("game", "played", "won", "place", "points", "best deal", "streak")
_COLUMNS: Final = (10, 6, 10, 5, 6, 9, 0)


class StatisticsScreen(RoomScreen):
    """Two lists: one line a game, then one line a match."""

    WORDS = "Statistics"
    KEYS = (KeyHint("up,down", "move"), KeyHint("enter", "replay the match", keep=True), BACK, HELP)
    HELP_TEXT = (
        "For each game: matches played and won, your average place and points, your best deal, and your streak. The "
        "streak shows how many matches you won or lost in a row up to now, and the most you ever won in a row.\n\n"
        "Below are your matches, the latest first. Enter steps through a match if its replay was saved."
    )

    def body(self) -> Iterable[Widget]:
        summary = RowList(_COLUMNS, heads=_HEADS, bright=9, id="summary")
        summary.can_focus = False
        yield summary
        yield RowList(
            (16, 12, 10, 7, 0),
            heads=("when (UTC)", "game", "place", "points", "against"),
            empty="No match finished yet. Choose Play now in the menu to start one.",
            bright=4,
            id="matches",
        )

    def on_mount(self) -> None:
        try:
            summaries, matches = self.room.statistics.summaries(), self.room.statistics.matches()
        except (StatisticsProblem, OSError) as problem:
            self.tell(str(problem), "error")
            summaries, matches = (), ()
        self.query_one("#summary", RowList).show(
            [Row(line.game, summary_cells(line, game_title(line.game)), is_on=False) for line in summaries]
        )
        self.query_one("#summary").styles.height = 1 + max(1, len(summaries))
        self._records = {f"{match.table_id} {match.seat}": match.record for match in matches}
        self.query_one("#matches", RowList).show(
            [Row(f"{match.table_id} {match.seat}", match_cells(match, game_title(match.game))) for match in matches]
        )

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        record = self._records.get(event.row_id, "")
        path = self.room.statistics.records_folder / record
        if record and path.is_file():
            self.room.open_replay(path)
        else:
            self.tell("No replay of this match was saved.")


def summary_cells(line: GameSummary, title: str) -> tuple[str, ...]:
    if line.streak > 0:
        streak = f"{line.streak} won, best {line.longest_streak}"
    else:
        streak = f"{-line.streak} lost, best {line.longest_streak}"
    return (
        title,
        str(line.played),
        f"{line.won} ({line.won_percent}%)",
        f"{line.average_place:.1f}",
        f"{line.average_points:.1f}",
        str(line.best_deal),
        streak,
    )


def match_cells(match: PlayedMatch, title: str) -> tuple[str, ...]:
    shared = " shared" if match.shared > 1 else ""
    place = f"{match.place}/{match.seats}{shared}"
    return match.finished[:16].replace("T", " "), title, place, str(match.points), match.opponents
