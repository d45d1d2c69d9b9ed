"""Plain text for commands that print."""

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
