"""Small lists of records, each in one JSON file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from ..problems import StoreProblem
from . import paths
from .files import read_bounded, write_whole

Record = TypeVar("Record", bound=msgspec.Struct)


class JsonFile(Generic[Record]):
    """A list of records in one small file.

    A damaged or missing file reads as an empty list. That costs old entries, and never the match. name: in the state
    folder. path: of another file.
    """

    def __init__(self, name: str, records: type[list[Record]], largest: int, path: Path | None = None) -> None:
        self._name = name
        self._records = records
        self._largest = largest
        self._path = path

    @property
    def path(self) -> Path:
        """Where the file is. Raises PathProblem."""
        return self._path if self._path is not None else paths.state_dir() / self._name

    def load(self) -> list[Record]:
        """All records, in the order of the file."""
        try:
            return msgspec.json.decode(read_bounded(self.path, self._largest), type=self._records)
        except (StoreProblem, OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return []

    def save(self, records: Sequence[Record]) -> None:
        """Replace all records. Raises StoreProblem, PathProblem."""
        write_whole(self.path, msgspec.json.encode(records))
