"""The feats of a match, from its events alone, so that old records have them too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..model.board import Board
from ..model.events import Event, Scored
from ..model.options import OptionValue
from ..model.telling import Feat

if TYPE_CHECKING:
    from .game import Game


def feats_of(
    game: Game, seats: int, options: Mapping[str, OptionValue], events: Iterable[Event]
) -> dict[int, tuple[Feat, ...]]:
    """The feats of each scored deal, by its number, the greatest first. events: as any viewer was told them."""
    board = Board(game, seats, dict(options))
    found: dict[int, tuple[Feat, ...]] = {}
    for event in events:
        board.fold(event)
        if isinstance(event, Scored):
            found[event.number] = game.feats(event, board)
    return found
