"""Something small, such as a list of records, in one JSON file."""

from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from ..problems import PathProblem, StoreProblem
from . import paths
from .files import read_bounded, set_aside, write_whole

Content = TypeVar("Content")
_NOT_UNDERSTOOD: Final = (msgspec.MsgspecError, UnicodeDecodeError)


class JsonFile(Generic[Content]):
    """The content of one small file.

    Content that cannot be saved lasts as long as this object. A file that cannot be understood is set aside before
    another takes its place, and a file that cannot be read is not replaced. name: in the state folder. content: its
    type. largest: bytes of the file. path: of another file.
    """

    def __init__(self, name: str, content: type[Content], largest: int, path: Path | None = None) -> None:
        self._name = name
        self._type = content
        self._largest = largest
        self._path = path
        self._unsaved: Content | None = None
        self._problem = ""

    @property
    def path(self) -> Path:
        """Where the file is. Raises PathProblem."""
        return self._path if self._path is not None else paths.state_dir() / self._name

    def load(self) -> Content | None:
        """The content as it was last saved. None: there is no file, or it cannot be used."""
        if self._unsaved is not None:
            return self._unsaved
        try:
            return self._read()
        except (StoreProblem, PathProblem, *_NOT_UNDERSTOOD):
            return None

    def save(self, content: Content) -> str:
        """Replace the content. Returns a sentence if it cannot be saved; "" if it was, or if the last sentence was the
        same."""
        try:
            self._write(msgspec.json.encode(content))
        except (StoreProblem, PathProblem) as fault:
            before, self._problem, self._unsaved = self._problem, str(fault), content
            return self._problem if self._problem != before else ""
        self._problem, self._unsaved = "", None
        return ""

    def _read(self) -> Content | None:
        """Raises StoreProblem, PathProblem, and what is raised if the file cannot be understood."""
        try:
            return msgspec.json.decode(read_bounded(self.path, self._largest), type=self._type)
        except StoreProblem as fault:
            if isinstance(fault.__cause__, FileNotFoundError):
                return None
            raise

    def _write(self, content: bytes) -> None:
        if len(content) > self._largest:
            raise StoreProblem(f"{self.path} would be too large (limit: {self._largest} bytes).")
        try:
            self._read()
        except _NOT_UNDERSTOOD:
            set_aside(self.path)
        write_whole(self.path, content)
