"""A fault as a line for the log: its kind, and where in the program, without any data.

The text of a fault may name cards or chat, and the player who hosts can read the log during the match.
"""

import sys
import traceback
from pathlib import Path
from types import TracebackType

_MOST_PLACES = 12


def blame(fault: BaseException) -> str:
    """The kinds of a fault and of those that led to it, and the places where the first of them came up."""
    kinds, first = [type(fault).__name__], fault
    while (before := first.__cause__ or first.__context__) is not None and len(kinds) < _MOST_PLACES:
        first = before
        kinds.append(type(first).__name__)
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(first.__traceback__)[-_MOST_PLACES:]
    ]
    return f"{' after '.join(kinds)} at {' > '.join(places) or 'no known place'}"


def say_only_where(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """For sys.excepthook: the last word of a program that a fault ends."""
    if sys.stderr is not None:
        sys.stderr.write(f"Ended by a mistake: {blame(fault)}\n")
