"""A fault as a line for the log: its kind, and where in the program, without any data.

The text of a fault may name cards or chat, and the player who hosts can read the log during the match.
"""

import sys
import traceback
from pathlib import Path
from types import TracebackType

_MOST_PLACES = 12


def blame(fault: BaseException) -> str:
    """The kind of a fault and of the faults that led to it, with the places where the first of them happened."""
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
    """A hook for sys.excepthook: the last line of a program that a fault ends."""
    if sys.stderr is not None:
        sys.stderr.write(f"Ended by a mistake: {blame(fault)}\n")
