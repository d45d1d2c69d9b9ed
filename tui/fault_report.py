"""Bugs in this program: the player gets a sentence, and the details go to a file for a report."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def explain_fault(error: BaseException) -> str:
    """Write a fault to a file; the sentence for the player."""
    told = f"Something went wrong in Khanhoo ({type(error).__name__}: {error})."
    place = write_fault(error)
    return f"{told} Please report it: the details are in {place}." if place else told


def write_fault(error: BaseException) -> Path | None:
    """Write a fault to a file; its path, or None if it cannot be written."""
    try:
        from net.storage.files import write_whole
        from net.storage.paths import state_dir

        place = state_dir() / "fault.txt"
        # Private, and never through a symbolic link: a fault may name cards, and the next fault overwrites this file.
        write_whole(place, "".join(traceback.format_exception(error)).encode("utf-8", "backslashreplace"))
    except Exception:  # noqa: BLE001 - what goes wrong here must not hide the fault
        return None
    return place
