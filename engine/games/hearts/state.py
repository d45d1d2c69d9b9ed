"""What the rules read from a board: the house rules, the facts of a deal, what each seat has taken."""

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from ...kit.facts import Fact
from ...kit.tricks import TAKEN_ZONES
from ...model.board import Board
from .cards import SEATS, HouseRules, set_of

house_of: Final[Callable[[Board], HouseRules]] = attrgetter("rules_in_force")
"""What the table has agreed on."""

BROKEN: Final = Fact("broken", bool, False)
"""Hearts may be led."""
SHOOTER: Final = Fact("shooter", int)
"""The seat that has shot the moon."""
MOON: Final = Fact("moon", str, "others26")
"""What the shooter has chosen."""


def taken_of(board: Board) -> tuple[int, ...]:
    """The cards of full tricks, by taker, as sets."""
    return tuple(set_of(board.zones[zone]) for zone in TAKEN_ZONES[:SEATS])
