"""Faults of ours: a person gets a sentence, and the details lie in a file for whoever is to mend them."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def explain_fault(error: BaseException) -> str:
    """Write a fault down and say where."""
    told = f"Something went wrong in Khanhoo itself ({type(error).__name__}: {error})."
    place = write_fault(error)
    return f"{told} The details are in {place}; please report them." if place else told


def write_fault(error: BaseException) -> Path | None:
    """Write a fault down; where, or None if there is no place for it."""
    from net.problems import StoreProblem
    from net.storage.files import write_whole
    from net.storage.paths import state_dir

    try:
        place = state_dir() / "fault.txt"
        # Private, and through no symbolic link: what went wrong may name cards, and the next fault's file is this one.
        write_whole(place, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
    except (OSError, StoreProblem):
        return None
    return place
