"""Typed public facts of a deal, which a game's rules set and read. The name of a fact is its name on the wire."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from ..model.board import Board
from ..model.cards import Card, Seat
from ..model.events import FactValue

if TYPE_CHECKING:
    from ..play.table import Table

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

_UNDECLARED: Final[Any] = object()
_AS_THEY_ARE: Final = (int, str, bool, Card)


class Fact(Generic[T]):
    """A public fact of a deal.

    read: converts the declared value into what the rules use, or the type of a value that needs no conversion; write:
    converts it back. default: the value before anything is declared.
    of: the fact as a board knows it. Raises Undeclared if it has not been declared and has no default.
    """

    __slots__ = ("_write", "name", "of")

    def __init__(
        self,
        name: str,
        read: Callable[[Any], T],
        default: T = _UNDECLARED,
        *,
        write: Callable[[Any], FactValue] | None = None,
    ) -> None:
        self.name = name
        self.of: Callable[[Board], T] = _reader(name, None if read in _AS_THEY_ARE else read, default)
        self._write = write

    def is_declared(self, board: Board) -> bool:
        return self.name in board.facts

    def declare(self, table: Table, value: T, seat: Seat | None = None) -> None:
        """Set it. seat: the seat that it is about."""
        table.declare(self.name, value if self._write is None else self._write(value), seat)  # type: ignore[arg-type]


def _reader(name: str, read: Callable[[Any], Any] | None, default: Any) -> Callable[[Board], Any]:
    # Rules read facts many times for each move, so each kind of fact has its own fast function.
    if read is None and default is _UNDECLARED:
        return lambda board: board.facts[name]
    if read is None:
        return lambda board: board.facts.get(name, default)
    if default is _UNDECLARED:
        return lambda board: read(board.facts[name])
    return lambda board: read(board.facts[name]) if name in board.facts else default


def fact_of_pairs(name: str, first: Callable[[Any], A], second: Callable[[Any], B]) -> Fact[tuple[tuple[A, B], ...]]:
    """A fact that is a list of pairs, empty before it is declared. The event holds them as one flat list."""

    def read(parts: Any) -> tuple[tuple[A, B], ...]:
        return tuple((first(one), second(other)) for one, other in zip(parts[::2], parts[1::2], strict=True))

    return Fact(name, read, (), write=lambda pairs: tuple(part for pair in pairs for part in pair))
