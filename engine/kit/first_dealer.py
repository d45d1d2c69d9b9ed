"""The first dealer: cards are drawn until one of them decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..model.board import Board
from ..model.cards import JOKER, Card, Seat
from ..model.chance import Chance

if TYPE_CHECKING:
    from ..play.table import Table


def draw_for_place(
    chance: Chance, board: Board, players: int, height: Callable[[Card], int]
) -> tuple[tuple[Card, ...], int]:
    """One card for each player, drawn again until there is a single highest card and no joker; and the player who drew
    it.
    """
    while True:
        drawn = tuple(chance.shuffled(board.deck.cards)[:players])
        heights = [height(card) for card in drawn]
        if JOKER not in drawn and heights.count(max(heights)) == 1:
            return drawn, heights.index(max(heights))


def tell_draw(table: Table, draw: Callable[[Board, str], tuple[tuple[Card, ...], Seat]]) -> None:
    """Announce the cards drawn for the first deal, unless a given deal names the dealer. draw: from a seed, the cards
    and the seat that deals.
    """
    if table.deal == 1 and (table.given is None or table.given.dealer is None):
        drawn, dealer = draw(table, table.deal_seed)
        table.declare("dealer_draw", drawn, dealer)
