"""What a bot makes of a bump that was called, from public facts and its own hand."""

from collections import Counter
from typing import TYPE_CHECKING

from ....model.cards import JOKER, Seat
from ..melds.tables import patterns
from ..state import bumps_called, top_discard
from .beliefs import Knowledge

if TYPE_CHECKING:
    from ....model.view import View


def cannot_be_true(view: "View", caller: Seat) -> bool:
    """Whether the cards that the viewer does not see are too few for the bump that a seat has called."""
    known, card = Knowledge.of(view), top_discard(view)
    kind = dict(bumps_called(view)).get(caller)
    unseen = known.live + known.held[caller]
    for pattern in patterns(known.book):
        if pattern.kind != kind or card not in (*pattern.faces, JOKER):
            continue
        wanted = Counter(pattern.faces)
        if card != JOKER:
            wanted -= Counter((card,))
        missing = (wanted - unseen).total()
        if missing <= unseen[JOKER] + (card == JOKER):
            return False
    return True
