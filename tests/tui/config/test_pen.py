"""A terminal shows the same picture, whether or not what is written to it was shortened."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.config.pen import Pen

WIDTH, HEIGHT = 40, 4
CODES = (
    "1",
    "3",
    "4",
    "7",
    "9",
    "31",
    "97",
    "44",
    "100",
    "39",
    "49",
    "38;2;1;2;3",
    "48;2;9;8;7",
    "38;5;200",
    "22",
    "24",
)


def _pieces() -> st.SearchStrategy[str]:
    codes = st.lists(st.sampled_from(CODES), max_size=3).map(lambda found: f"\x1b[{';'.join(found)}m" if found else "")
    return st.tuples(codes, st.sampled_from(("", " ", "   ", "a", "bc ", "♠ x", "abcdefgh", "文"))).map(
        lambda piece: f"{piece[0]}{piece[1]}\x1b[0m"
    )


def _runs() -> st.SearchStrategy[str]:
    places = st.tuples(st.integers(1, HEIGHT - 1), st.integers(1, 3))
    texts = st.lists(_pieces(), max_size=3).map("".join)
    return st.tuples(places, texts).map(lambda run: f"\x1b[{run[0][0]};{run[0][1]}H{run[1]}")


def _shown(*writes: str) -> list[list[tuple[object, ...]]]:
    """What can be seen of each cell."""
    screen = pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(screen)
    for text in writes:
        stream.feed(text)
    cells = [[screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]
    return [[_seen(cell) for cell in row] for row in cells]


def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    lines = (cell.reverse, cell.underscore, cell.strikethrough)
    return (cell.data, cell.bg, *lines, *((cell.fg, cell.bold, cell.italics) if cell.data != " " or any(lines) else ()))


@given(st.lists(st.lists(_runs(), max_size=6).map("".join), max_size=6))
def test_the_picture_is_the_same(writes: list[str]) -> None:
    pen = Pen()
    assert _shown(*map(pen.shorten, [*writes, *writes])) == _shown(*writes, *writes)


@pytest.mark.parametrize("screen", ["\x1b[1;1H\x1b[1;31mab\x1b[0m\n\x1b[2;1Hcd\x1b[4;4H"])
def test_what_stands_there_is_sent_once_and_again_when_it_may_be_gone(screen: str) -> None:
    pen = Pen()
    first = pen.shorten(screen)
    assert pen.shorten(screen) == ""
    pen.forget()
    assert pen.shorten(screen) == first
    pen.shorten("\x1b[?1049h")
    assert pen.shorten(screen) == first


def test_of_a_row_only_what_changed_is_sent() -> None:
    pen = Pen()
    row = "\x1b[2;1Hcards"
    pen.shorten(row)
    pen.shorten("\x1b[2;3Hx")
    assert pen.shorten(row) == "\x1b[2;3Hr"
    pen.shorten("\x1b[2;1H文")
    assert pen.shorten(row) == row


def test_only_what_differs_is_said_of_a_style() -> None:
    pen = Pen()
    styled = pen.shorten("\x1b[1;1H\x1b[31;44ma\x1b[0m\x1b[31;44m \x1b[0m\x1b[32;44mb\x1b[0m")
    assert styled == "\x1b[1;1H\x1b[31;44ma \x1b[32mb\x1b[0m"
