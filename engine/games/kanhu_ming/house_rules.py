"""What a table of Kanhu has agreed on, in the form in which the rules read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...model.options import OptionValue


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table has agreed on. Rule: kanhu_ming §9."""

    hands: int = 6
    """How many hands a match has, where there is no target."""
    target: int = 0
    """The total that ends the match; 0 for none."""
    eldest_next: str = "rotate"
    """Who leads first in the next hand: "rotate", "winner" or "redraw"."""
    face_down: bool = True
    """Cards that do not beat lie face down until the hand is over."""
    pairwise: bool = False
    """At the end everybody pays everybody the difference of their totals."""
    ties_shared: bool = True
    """Equal highest totals after the last hand share the match; otherwise extra hands decide."""

    @staticmethod
    def of(options: Mapping[str, OptionValue]) -> "HouseRules":
        """The agreement that a full set of options makes."""
        return _house(tuple(options.items()))


@cache
def _house(items: tuple[tuple[str, OptionValue], ...]) -> HouseRules:
    options = dict(items)
    return HouseRules(
        hands=int(options["hands"]),
        target=int(options["target"]),
        eldest_next=str(options["eldest_next"]),
        face_down=bool(options["sluff_face_down"]),
        pairwise=options["settlement"] == "pairwise",
        ties_shared=options["tie_break"] == "shared",
    )
