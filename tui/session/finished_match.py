"""From the end of a match to its line in the statistics."""

from datetime import datetime

from engine.api import Seat, View
from net.wire.table_info import TableInfo

from .statistics import PlayedMatch, standing


def match_result(view: View, info: TableInfo, seat: Seat, finished: datetime) -> PlayedMatch:
    """The finished match as the player of a seat saw it. finished: in UTC. Raises ValueError if it is not over."""
    if view.over is None:
        raise ValueError("the match is not over")
    stands = standing(view.over.totals, view.over.winners, seat)
    others = [other for other in info.seats if other.seat != seat and other.kind != "empty"]
    deals = [score.points[seat] for score in view.scores]
    return PlayedMatch(
        table_id=info.table_id,
        finished=finished.isoformat(timespec="seconds"),
        game=info.game,
        seats=view.seats,
        seat=seat,
        place=stands.place,
        shared=stands.shared,
        points=view.over.totals[seat],
        fewer_win=stands.fewer_win,
        best_deal=(min if stands.fewer_win else max)(deals, default=0),
        deals=len(deals),
        people=sum(other.kind == "person" for other in others),
        opponents=", ".join(other.name for other in others),
    )
