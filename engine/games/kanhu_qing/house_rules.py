"""The house rules of a table, as one record made from the table's options."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ...model.options import OptionError, OptionValue
from .pack import EyesBook, book_of


@dataclass(frozen=True)
class HouseRules:
    """How this table plays. Each field is the option of its name, or follows from the options.

    book: what makes a winning hand. to_right: play goes to the right.
    """

    book: EyesBook
    ante: int
    hands: int
    to_right: bool
    out_of_turn_win: bool
    winner_deals: bool
    bankroll: int
    extra_deals: bool

    @staticmethod
    def of(options: Mapping[str, OptionValue]) -> "HouseRules":
        """The house rules of a table with these options."""
        return _house(tuple(options.values()), tuple(options))


def complete_options(options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
    """The options with the number of deals filled in. Raises OptionError. Rule: kanhu_qing §8.6, §8.8."""
    bankroll, ante = int(options["bankroll"]), int(options["ante"])
    if 0 < bankroll < ante:
        raise OptionError(f"bankroll is {bankroll} chips, too few for one ante of {ante}.")
    return {**options, "hands": int(options["hands"]) or 2 * seats}


@lru_cache(maxsize=64)
def _house(values: tuple[OptionValue, ...], names: tuple[str, ...]) -> HouseRules:
    options = dict(zip(names, values, strict=True))
    return HouseRules(
        book=book_of(options),
        ante=int(options["ante"]),
        hands=int(options["hands"]),
        to_right=options["direction"] == "right",
        out_of_turn_win=bool(options["out_of_turn_win"]),
        winner_deals=options["next_dealer"] == "winner",
        bankroll=int(options["bankroll"]),
        extra_deals=options["tie_break"] == "extra",
    )
