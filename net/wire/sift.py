"""Filter received plain data before its types are checked: clean each text, and refuse forbidden values."""

from collections.abc import Callable
from typing import Any, Final

from engine.api import CodecError

from .sanitize import LINE_CELLS, clean_line

MOST_DEPTH: Final = 8
MOST_STRANGE_BYTES: Final = 1024 * 1024 + 512 * 1024
"""The most bytes of texts in a file that take long to clean. A match has at most a third of that in chat."""


def sift(plain: Any, depth: int = MOST_DEPTH, clean: Callable[[str], str] = clean_line) -> Any:
    """Plain data with every text cleaned, keys too. Raises CodecError for a float, or when nested deeper."""
    kind = type(plain)
    if kind is str:
        # Most texts are plain words, which need no cleaning.
        is_word = len(plain) <= LINE_CELLS and plain.isascii() and plain.isprintable() and " " not in plain
        return plain if is_word else clean(plain)
    if kind is int or kind is bool or plain is None or kind is bytes:
        return plain
    if not depth:
        raise CodecError("The value is nested too deeply.")
    if kind is list:
        return [sift(item, depth - 1, clean) for item in plain]
    if kind is dict:
        return {sift(key, depth - 1, clean): sift(value, depth - 1, clean) for key, value in plain.items()}
    found = "a floating-point number" if kind is float else "an extension type of msgpack"
    raise CodecError(f"A message cannot contain {found}.")


class FileSift:
    """The same for all records of one file: each distinct text is cleaned once, since names and words repeat. Raises
    CodecError if more than MOST_STRANGE_BYTES of the texts are not plain, because such a file would take a minute.
    """

    def __init__(self) -> None:
        self._cleaned: dict[str, str] = {}
        self._strange = 0

    def __call__(self, plain: Any) -> Any:
        return sift(plain, clean=self._clean)

    def _clean(self, text: str) -> str:
        if (cleaned := self._cleaned.get(text)) is None:
            if len(text) > LINE_CELLS or not text.isascii():
                self._strange += len(text.encode(errors="replace"))
                if self._strange > MOST_STRANGE_BYTES:
                    raise CodecError("The file contains more text than a match can have.")
            cleaned = self._cleaned[text] = clean_line(text)
        return cleaned
