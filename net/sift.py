"""What plain data from elsewhere passes before it is typed: each text is cleaned, and what is no data is refused."""

from typing import Any, Final

from engine.api import CodecError

from .text import LINE_CELLS, clean_line

MOST_DEPTH: Final = 8


def sift(plain: Any, depth: int = MOST_DEPTH) -> Any:
    """Plain data with every text cleaned, keys too. Raises CodecError for a float, or when nested deeper."""
    kind = type(plain)
    if kind is str:
        return clean_line(plain, LINE_CELLS)
    if kind is int or kind is bool or plain is None or kind is bytes:
        return plain
    if not depth:
        raise CodecError("The value is nested too deeply.")
    if kind is list:
        return [sift(item, depth - 1) for item in plain]
    if kind is dict:
        return {sift(key, depth - 1): sift(value, depth - 1) for key, value in plain.items()}
    raise CodecError(f"A {kind.__name__} has no place in a message.")
