"""The totals of a match over its deals: a line for each player, drawn with small bars."""

from collections.abc import Sequence
from typing import Final

from engine.api import Seat, View

from ...widgets.canvas import fit_cells
from ...widgets.sheet import Line, Span

BARS: Final = "▁▂▃▄▅▆▇█"
_NAME: Final = 12


def chart_lines(view: View, order: Sequence[Seat], people: Sequence[str], width: int, *, is_ascii: bool) -> list[Line]:
    """A heading, and for each seat how its total went from deal to deal; () before the second deal. is_ascii: digits
    in place of bars, which the heading explains."""
    if len(view.scores) < 2:
        return []
    signs = "0123456789" if is_ascii else BARS
    room = max(4, width - _NAME - 16)
    deals = view.scores[-room:]
    wide = 2 if 2 * len(deals) <= room else 1
    totals = [scored.totals[seat] for scored in deals for seat in order]
    least, most = min(0, *totals), max(0, *totals)
    words = f"Totals after each deal, from {least} to {most}"
    if is_ascii:
        words = f"Totals after each deal, as digits: 0 is {least}, 9 is {most}"
    lines: list[Line] = [(Span(words, 1, "strong"),)]
    for seat in order:
        rows = [(scored.totals[seat] - least) / max(1, most - least) for scored in deals]
        marks = [signs[round(row * (len(signs) - 1))] for row in rows]
        bars = "".join(mark.ljust(wide) if is_ascii else mark * wide for mark in marks).rstrip()
        end = 3 + _NAME + 1 + len(bars)
        lines.append(
            (
                Span(fit_cells(people[seat], _NAME), 3),
                Span(bars, 3 + _NAME + 1, "turn"),
                Span(str(deals[-1].totals[seat]), end + 1, "felt"),
            )
        )
    return lines
