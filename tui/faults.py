"""Faults of ours: a person gets a sentence, and the details lie in a file for whoever is to mend them."""

import traceback


def explain_fault(error: BaseException) -> str:
    """Write a fault down and say where."""
    from net.paths import state_dir

    told = f"Something went wrong in Khanhoo itself ({type(error).__name__}: {error})."
    try:
        place = state_dir() / "fault.txt"
        place.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return told
    return f"{told} The details are in {place}; please report them."
