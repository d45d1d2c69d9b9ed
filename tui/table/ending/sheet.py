"""The first part of the score sheet of a match that is over."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.api import View

from ...widgets.canvas import fit_cells
from ...widgets.sheet import Line, Span
from ..game_words import read_layout
from ..second_person import YOU
from ..widgets.log import wrapped
from ..wording import match_words
from .chart import chart_lines
from .story import match_feats, places, story

_TOTAL: Final = 6


def ending_lines(view: View, people: Sequence[str], width: int, *, is_ascii: bool = False) -> list[Line]:
    """How the match ended: the places with their feats, a sentence of story, the chart. () while it goes on."""
    if view.over is None:
        return []
    reader = people.index(YOU) if YOU in people else None
    words = match_words(read_layout(view.game), view.over, people.__getitem__, reader)
    lines: list[Line] = [(Span(line, 1, "turn"),) for line in wrapped(words, width - 2)]
    feats = match_feats(view)
    order = places(view, feats)
    names = min(20, max(cell_len(name) for name in people))
    notes = 6 + names + _TOTAL + 2
    for each in order:
        role = "strong" if each.place == 1 else "felt"
        told = wrapped(
            ", ".join(each.notes) or ("left the match" if not each.place else ""), max(10, width - notes - 1)
        )
        lines.append(
            (
                Span(str(each.place or "-"), 4, role, end=True),
                Span(fit_cells(people[each.seat], names), 6, role),
                Span(str(each.total), 6 + names + _TOTAL, role, end=True),
                Span(told[0], notes, "felt"),
            )
        )
        lines += [(Span(line, notes, "felt"),) for line in told[1:]]
    decided = story(view, feats, people)
    lines += [(), *((Span(line, 1, "strong"),) for line in wrapped(decided, width - 2))] if decided else []
    chart = chart_lines(view, [each.seat for each in order], people, width, is_ascii=is_ascii)
    return [*lines, *([(), *chart] if chart else [])]
