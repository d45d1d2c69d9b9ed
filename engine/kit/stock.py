"""Refill an empty stock from the discards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.board import Board
from ..model.cards import Card
from .facts import Fact

if TYPE_CHECKING:
    from ..play.table import Table


@dataclass(frozen=True, slots=True)
class Restock:
    """How a game makes a new stock of the zone "discard".

    count: the fact that counts the refills of this deal. tag: of the shuffle's chance. most: the most refills in a
    deal, None for no limit.
    """

    count: Fact[int]
    tag: str
    most: int | None = None

    def cards_left(self, board: Board) -> int:
        """How many cards a refill would bring if the newest discard stays."""
        return 0 if self.count.of(board) == self.most else len(board.zones["discard"]) - 1

    def can_draw(self, board: Board) -> bool:
        """Whether a card can be drawn, from the stock or from the discards made into one."""
        return bool(board.zones["stock"]) or self.cards_left(board) > 0

    def note(self, board: Board) -> str:
        """How often the stock was refilled: "stock reshuffled once"."""
        done = self.count.of(board)
        return {0: "", 1: "stock reshuffled once"}.get(done, f"stock reshuffled {done} times")

    def draw(self, table: Table, dst: str, *, keeps_top: bool = True, is_shuffled: bool = True) -> Card | None:
        """Draw a card, refilling an empty stock first; None if that is impossible.

        keeps_top: the newest discard stays where it is. is_shuffled: else the discards are turned over as they lie.
        """
        if not table.zones["stock"] and not self._remake(table, keeps_top=keeps_top, is_shuffled=is_shuffled):
            return None
        return table.draw(1, "stock", dst)[0]

    def _remake(self, table: Table, *, keeps_top: bool, is_shuffled: bool) -> bool:
        done, pile = self.count.of(table), table.zones["discard"]
        cards = tuple(pile[:-1] if keeps_top else pile)
        if done == self.most or not cards:
            return False
        self.count.declare(table, done + 1)
        table.move(cards if is_shuffled else cards[::-1], "discard", "stock")
        if is_shuffled:
            table.shuffle("stock", f"{self.tag} {done + 1}")
        return True
