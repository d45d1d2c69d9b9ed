"""Reading a record from a file, with sentences for what can be wrong."""

from pathlib import Path
from typing import Final

from engine.api import Journal, JournalError

from ..problems import Problem

_LARGEST: Final = 64 * 1024 * 1024


def read_journal(path: Path) -> Journal:
    """The journal in a file. Raises Problem."""
    try:
        if path.is_dir():
            raise Problem(f"{path} is a folder; a record is a file, such as those in the records folder.")
        if path.stat().st_size > _LARGEST:
            raise Problem(f"{path} is far too large to be a record.")
        return Journal.from_bytes(path.read_bytes())
    except OSError as error:
        raise Problem(f"{path} cannot be read ({error.strerror or error}).") from None
    except JournalError as error:
        raise Problem(f"{path}: {error}") from None
