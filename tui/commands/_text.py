"""Plain text for commands that print, and text that was typed as an argument."""

import argparse
import os
from collections.abc import Sequence


def plain_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest text, two blanks between."""
    from rich.cells import cell_len

    lines = [heads, *rows]
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(text + " " * (width - cell_len(text)) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def typed_text(argument: str) -> str:
    """An argument as text: in a locale without UTF-8, Python leaves its bytes above 127 undecoded."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return os.fsencode(argument).decode("utf-8", "replace")
    return argument


def typed_name(argument: str) -> str:
    """A name as text. Raises ArgumentTypeError for one that others would see cut off."""
    from net.wire.sanitize import LINE_CELLS, NAME_CELLS, clean_line, clean_name

    name = clean_name(typed_text(argument))
    if name != clean_line(typed_text(argument), LINE_CELLS):
        most = f"{NAME_CELLS} characters, of which a wide one counts twice"
        raise argparse.ArgumentTypeError(f"a name has at most {most}, so others would see {name!r}")
    return name
