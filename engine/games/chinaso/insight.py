"""Placeholder while the rules are tried."""

from typing import Any


def arrange(cards: Any, how: str, board: Any) -> Any:
    return board.deck.sort(cards)


def insight(view: Any) -> Any:
    return ()


def seat_note(board: Any, seat: int) -> str:
    return ""


def table_note(board: Any) -> str:
    return ""
