"""Files of docs/ that the program reads; an installed package has copies of them here."""

from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__)


def read_shipped(name: str) -> bytes:
    """A file of docs/ by its name. Raises OSError if it is not there."""
    installed = _HERE.with_name(name)
    return (installed if installed.exists() else _HERE.parents[1] / "docs" / name).read_bytes()
